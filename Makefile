# make install   .venv with everything, the extension built, test extras included
# make test      what CI runs
# make demo      the main job on a real model
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# Tests of what an extra carries are skipped without it: `make install EXTRAS=test`.
EXTRAS ?= test,ethos-u
# Python before 3.13 reads the paths of an environment in the encoding of LC_ALL, and for C and POSIX
# that is ASCII. Of LANG it makes UTF-8.
ifneq ($(filter C POSIX,$(LC_ALL)),)
unexport LC_ALL
export LANG := C
endif
SOURCES := $(shell find cmake dialect python/extension -name '*.in' -o -name '*.cpp' -o -name '*.h' -o -name '*.td' -o -name CMakeLists.txt)
CXX_SOURCES := $(filter %.cpp %.h,$(SOURCES)) $(wildcard examples/consumer-*/*.c examples/consumer-*/*.cpp)

.PHONY: install test check lit pytest demo docs format clean

install: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml CMakeLists.txt python/CMakeLists.txt $(SOURCES)
	@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; sys.exit(None if (3, 10) <= v <= (3, 13) else "expected Python 3.10 to 3.13 but got %d.%d; set PYTHON=" % v)'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group build
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --editable '.[$(EXTRAS)]'
	@touch $@

test: check lit pytest

check: install
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/clang-format --dry-run --Werror $(CXX_SOURCES)
	$(BIN)/pyright
	$(BIN)/python -m lutfuse.tools.generate_docs --check

lit: install
	$(BIN)/lit test

pytest: install
	$(BIN)/python -m pytest -n 2 --dist loadgroup

demo: install
	$(BIN)/python examples/demo.py

docs: install
	$(BIN)/python -m lutfuse.tools.generate_docs

format: install
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/clang-format -i $(CXX_SOURCES)

clean:
	rm -rf $(VENV) build dist
	find python/lutfuse -name "*.pyi" -type l -delete

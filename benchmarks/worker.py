"""One engine in a process of its own, which the driver talks to: a line of JSON each way.

Run as `python -m benchmarks.worker ENGINE THREADS`. It needs the packages of its engine and NumPy,
so that engines may live in another environment than the project.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, TextIO

from benchmarks.cases import Case, write_arrays
from benchmarks.engines import ENGINES, EngineError, Session

MOST_RUNS = 2000  # of one round


class Worker:
    """Answers requests; at most one case is loaded."""

    def __init__(self, engine: str, threads: int) -> None:
        self.engine, self.threads = ENGINES[engine], threads
        self.session: Session | None = None

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The reply to a request; `error` is one line where the engine cannot."""
        try:
            return getattr(self, f"do_{request['do']}")(request)
        except ImportError as error:
            return {"error": f"absent: {self.engine.package} ({error})"}
        except EngineError as error:
            return {"error": " ".join(str(error).split())}
        except Exception as error:
            lines = str(error).splitlines() or [""]
            return {"error": f"{type(error).__name__}: {lines[0]}"}

    def do_load(self, request: dict[str, Any]) -> dict[str, Any]:
        """Loads a case and runs it once, since state must be fresh for `outputs`."""
        self.session = None
        start, cpu = perf_counter(), _processor_seconds()
        session = self.engine.load(Case.decode(request["case"]), self.threads)
        loaded, load_cpu = perf_counter(), _processor_seconds() - cpu
        session.run()
        first = perf_counter()
        write_arrays(Path(request["outputs"]), session.outputs())
        self.session = session
        first_ms = (first - loaded) * 1e3
        return {"load_s": loaded - start, "load_cpu_s": load_cpu, "first_ms": first_ms}

    def do_time(self, request: dict[str, Any]) -> dict[str, Any]:
        """Times of single runs, for at least that many seconds and at least three runs.

        `cpu_ms` is the processor time of one of them: the mean, since its clock is slow to read.
        """
        assert self.session is not None
        run, times = self.session.run, list[float]()
        end, cpu = perf_counter() + request["seconds"], process_time()
        while len(times) < 3 or (perf_counter() < end and len(times) < MOST_RUNS):
            start = perf_counter()
            run()
            times.append((perf_counter() - start) * 1e3)
        return {"ms": times, "cpu_ms": (process_time() - cpu) * 1e3 / len(times)}

    def do_drop(self, request: dict[str, Any]) -> dict[str, Any]:
        """Frees what `load` made."""
        self.session = None
        return {}


def _processor_seconds() -> float:
    """Of all threads of this process and of its children: what else runs does not count."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _take_standard_output() -> TextIO:
    """Standard output for the replies alone: what libraries print there goes to standard error."""
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return replies


def main() -> None:
    """Answers until standard input ends."""
    replies = _take_standard_output()
    worker = Worker(sys.argv[1], int(sys.argv[2]))
    for line in sys.stdin:
        print(json.dumps(worker.answer(json.loads(line))), file=replies, flush=True)


if __name__ == "__main__":
    main()

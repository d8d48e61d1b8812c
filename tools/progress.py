"""A progress bar for what takes longer than a second."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

PATIENCE = 1.0  # seconds


@contextmanager
def progress_bar(what: str) -> Generator[Callable[[int, int], None], None, None]:
    """Yields `update(done, steps)`. The bar is on stderr, and only where that is a terminal."""
    console = Console(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(what, total=None)

    def update(done: int, steps: int) -> None:
        bar.update(task, completed=done, total=steps)

    timer = threading.Timer(PATIENCE, bar.start)
    timer.daemon = True
    timer.start()
    try:
        yield update
    finally:
        timer.cancel()
        timer.join()
        bar.stop()

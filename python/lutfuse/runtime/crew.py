"""Threads that run one program together.

The caller's thread is number 0. The others are made once, sleep between runs, and call the same
function with their own number; the barriers that the program contains keep them in step.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence

# Called as entry(thread, threads, addresses...); it must release the interpreter's lock.
Entry = Callable[..., None]


class _Worker:
    """A thread beside the caller's. Both locks are closed while it sleeps."""

    def __init__(self, entry: Entry, number: int, threads: int) -> None:
        self.entry, self.number, self.threads = entry, number, threads
        self.start, self.done = threading.Lock(), threading.Lock()
        self.start.acquire()
        self.done.acquire()
        self.arguments: Sequence[int] | None = None
        name = f"lutfuse-{number}"
        threading.Thread(target=self._work, name=name, daemon=True).start()

    def _work(self) -> None:
        while True:
            self.start.acquire()
            if self.arguments is None:
                return
            self.entry(self.number, self.threads, *self.arguments)
            self.done.release()

    def stop(self) -> None:
        self.arguments = None
        self.start.release()


class Crew:
    """Runs `entry` by `threads` threads at once; not by two callers at the same time."""

    def __init__(self, entry: Entry, threads: int) -> None:
        self._entry, self._threads = entry, threads
        self._workers = [_Worker(entry, number, threads) for number in range(1, threads)]
        weakref.finalize(self, _stop, self._workers)

    def run(self, arguments: Sequence[int]) -> None:
        """Calls `entry` in all threads and returns when all are done."""
        for worker in self._workers:
            worker.arguments = arguments
            worker.start.release()
        self._entry(0, self._threads, *arguments)
        for worker in self._workers:
            worker.done.acquire()


def _stop(workers: Sequence[_Worker]) -> None:
    for worker in workers:
        worker.stop()

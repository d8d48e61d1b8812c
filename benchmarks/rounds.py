"""Measures engines in turns: each in a process of its own, only one of them running at a time."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Timer
from typing import IO, Any

import numpy as np

from benchmarks.cases import Case, read_arrays
from benchmarks.engines import ORACLE
from benchmarks.layers import Array
from benchmarks.results import Record, summarize

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 600.0  # seconds that an engine may take to compile a case
_POOLS = ("OMP", "OPENBLAS", "MKL", "BLIS", "NUMEXPR")


@dataclass(frozen=True)
class Plan:
    """How often and how long each engine runs."""

    rounds: int = 7
    seconds: float = 0.05
    threads: int = 1


class Peer:
    """A worker process; started when it is first asked, and again after it has died."""

    def __init__(self, engine: str, python: str, plan: Plan) -> None:
        self.engine, self._python, self._plan = engine, python, plan
        self._process: subprocess.Popen[str] | None = None

    def ask(self, **request: object) -> dict[str, Any]:
        """The worker's reply; `error` is set where it has none."""
        process = self._process or self._start()
        assert process.stdin is not None and process.stdout is not None
        timer = Timer(PATIENCE, process.kill)
        timer.start()
        try:
            line = _exchange(process.stdin, process.stdout, json.dumps(request))
        finally:
            timer.cancel()
        if line:
            return json.loads(line)
        self.stop()
        return {"error": f"the worker died ({process.returncode})"}

    def _start(self) -> subprocess.Popen[str]:
        threads = str(self._plan.threads)
        limits = {f"{pool}_NUM_THREADS": threads for pool in _POOLS}
        self._process = subprocess.Popen(
            [self._python, "-m", "benchmarks.worker", self.engine, threads],
            cwd=ROOT,
            env=os.environ | limits,
            encoding="utf-8",
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        return self._process

    def stop(self) -> None:
        """Ends the worker."""
        if self._process and self._process.stdin:
            self._process.stdin.close()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process = None


def _exchange(writer: IO[str], reader: IO[str], request: str) -> str:
    """The answering line, empty where the other side is gone."""
    try:
        writer.write(request + "\n")
        writer.flush()
    except BrokenPipeError:
        return ""
    return reader.readline()


def measure(case: Case, peers: Sequence[Peer], plan: Plan, folder: Path) -> list[Record]:
    """One record for each peer, in their order."""
    results: dict[str, list[Array]] = {}
    loads: dict[str, dict[str, Any]] = {}
    for peer in peers:
        path = folder / f"{peer.engine}.out.npz"
        reply = peer.ask(do="load", case=case.encode(), outputs=str(path))
        loads[peer.engine] = reply
        if "error" not in reply:
            results[peer.engine] = read_arrays(path)
    ready = [peer for peer in peers if peer.engine in results]
    times = _take_turns([peer for peer in ready if peer.engine != ORACLE], plan)
    if ORACLE in results:  # slow, and no rival: its first run is enough
        times[ORACLE] = _Times([loads[ORACLE]["first_ms"]])
    for peer in ready:
        peer.ask(do="drop")
    oracle = results.get(ORACLE)
    return [
        _record(case, peer.engine, loads, times, results.get(peer.engine), oracle) for peer in peers
    ]


@dataclass(frozen=True)
class _Times:
    """Of one engine: every run, and the mean processor time of each round."""

    ms: list[float] = field(default_factory=list[float])
    cpu_ms: list[float] = field(default_factory=list[float])


def _take_turns(peers: Sequence[Peer], plan: Plan) -> dict[str, _Times]:
    """Times of every peer; the order changes from round to round, the first round is not kept."""
    times = {peer.engine: _Times() for peer in peers}
    for number in range(plan.rounds + 1):
        start = number % max(1, len(peers))
        for peer in (*peers[start:], *peers[:start]):
            reply = peer.ask(do="time", seconds=plan.seconds if number else plan.seconds / 4)
            if number and "error" not in reply:
                times[peer.engine].ms.extend(reply["ms"])
                times[peer.engine].cpu_ms.append(reply["cpu_ms"])
    return times


def _record(
    case: Case,
    engine: str,
    loads: dict[str, dict[str, Any]],
    times: dict[str, _Times],
    results: list[Array] | None,
    oracle: list[Array] | None,
) -> Record:
    if results is None or not times[engine].ms:
        return Record(case.name, engine, error=loads[engine].get("error", "it died"))
    median, spread = summarize(times[engine].ms)
    rounds = times[engine].cpu_ms
    return Record(
        case.name,
        engine,
        median,
        summarize(rounds)[0] if rounds else None,
        spread,
        differing_elements=differing(results, oracle) if oracle else None,
        elements=sum(array.size for array in results),
        load_s=loads[engine]["load_s"],
        load_cpu_s=loads[engine]["load_cpu_s"],
    )


def differing(results: Sequence[Array], oracle: Sequence[Array]) -> int:
    """Elements that differ; a result of another size differs everywhere."""
    return sum(
        int(np.count_nonzero(a.reshape(-1) != b.reshape(-1))) if a.size == b.size else b.size
        for a, b in zip(results, oracle, strict=True)
    )

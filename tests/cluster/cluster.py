#!/usr/bin/env python3
"""Builds through a real Slurm of two nodes on this machine, undisturbed and disturbed: every scenario has a cluster of
its own and ends with the bytes of a local build. Needs root, and Debian's slurm-wlm, munge, make and snakemake.

    cluster.py --lunette PROGRAM [SCENARIO...]      (default: all of them)
"""

import argparse
import contextlib
import pathlib
import shutil
import signal
import sys
import tempfile
import time
import traceback

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "acceptance"))

import failures  # noqa: E402
import undisturbed  # noqa: E402
from cluster_build import build_locally  # noqa: E402
from program import Program  # noqa: E402
from tally import Tally  # noqa: E402

SCENARIOS = {**undisturbed.SCENARIOS, **failures.SCENARIOS}


class Bench:
    """What the scenarios share: the program, the tally, and sets that were built locally."""

    def __init__(self, program, tally, work):
        self.program, self.tally, self.work = program, tally, work
        self.scenario = ""

    def say(self, text):
        print(f"{self.scenario}: {text}", flush=True)

    def check(self, right, what):
        return self.tally.check(right, f"{self.scenario}: {what}")

    def equal(self, what, expected, found):
        return self.tally.equal(f"{self.scenario}: {what}", expected, found)

    def reference(self, extent):
        """A directory with this set, built locally."""
        directory = self.work / "-".join(["local", extent.rules, *extent.what, extent.metrics])
        if not directory.exists():
            build_locally(self.program, directory, extent)
        return directory

    def directory(self, extent=None, *without):
        """A new directory: empty, or with a set that lacks some classes."""
        directory = pathlib.Path(tempfile.mkdtemp(prefix=f"{self.scenario}-", dir=self.work))
        if extent:
            shutil.copytree(self.reference(extent), directory, dirs_exist_ok=True)
            for material in without:
                for path in (directory / extent.rules).glob(f"{material}.*"):
                    path.unlink()
        return directory


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--lunette", required=True, help="the program")
    arguments.add_argument("--work", help="where to build (default: a temporary directory)")
    arguments.add_argument("scenarios", nargs="*", metavar="SCENARIO", help=", ".join(SCENARIOS))
    options = arguments.parse_args()
    unknown = [name for name in options.scenarios if name not in SCENARIOS]
    if unknown:
        arguments.error(f"unknown scenario '{unknown[0]}' ({', '.join(SCENARIOS)})")
    # So that a stage that is ended takes its cluster down.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    tally = Tally()
    work = pathlib.Path(tempfile.mkdtemp(prefix="lunette-cluster-", dir=options.work))
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, work)
        bench = Bench(Program(options.lunette), tally, work)
        for name in options.scenarios or SCENARIOS:
            start, failed = time.monotonic(), tally.failed
            bench.scenario = name
            try:
                SCENARIOS[name](bench)
            except Exception:  # pylint: disable=broad-except
                bench.check(False, traceback.format_exc())
            bench.say(f"{'passed' if tally.failed == failed else 'FAILED'}, {time.monotonic() - start:.0f} s")
    tally.close()


if __name__ == "__main__":
    main()

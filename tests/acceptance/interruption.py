#!/usr/bin/env python3
"""A build killed half-way goes on where it was: kept tables, less time, and the bytes of an undisturbed build.
With --threads 1 the bytes are the same again."""

import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

from program import Program, parser
from tables import digests, identities, tables
from tally import Tally


class Build:
    """One way to build one set, into any directory."""

    def __init__(self, program, rules, extent, metrics):
        self.program = program
        self.arguments = ["build", "--rules", rules, *extent, "--metrics", metrics]

    def command(self, directory, threads):
        return self.program.command(*self.arguments, "--threads", threads, "--tables", directory)

    def run(self, directory, threads):
        """The seconds of a whole build."""
        start = time.monotonic()
        done = subprocess.run(self.command(directory, threads), capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(self.command(directory, threads))}: {done.stderr[-2000:]}")
        return time.monotonic() - start

    def kill_after(self, directory, threads, seconds):
        """Starts a build, kills it, and gives its exit status."""
        with subprocess.Popen(self.command(directory, threads), stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            time.sleep(seconds)
            process.send_signal(signal.SIGKILL)
            return process.wait()


def check_resume(tally, build, whole, directory, threads, full_seconds):
    tally.equal("exit status of the killed build", -signal.SIGKILL, build.kill_after(directory, threads, full_seconds / 2))
    kept = identities(directory)
    total = len(tables(whole))
    tally.check(0 < len(kept) < total, f"killed with {len(kept)} of {total} tables finished: not half-way")
    seconds = build.run(directory, threads)
    print(f"killed with {len(kept)} of {total} tables finished; the rest took {seconds:.1f} s "
          f"({100 * seconds / full_seconds:.0f} % of a whole build)")
    tally.check(seconds < 0.7 * full_seconds, f"the second run took {seconds:.1f} s of {full_seconds:.1f} s")
    after = identities(directory)
    for name, identity in kept.items():
        tally.equal(f"{name} (inode, mtime)", identity, after.get(name))
    compare_bytes(tally, "after the kill", digests(whole), digests(directory))


def compare_bytes(tally, what, expected, found):
    tally.equal(f"{what}: files", sorted(expected), sorted(found))
    for name, digest in expected.items():
        tally.equal(f"{what}: SHA-256 of {name}", digest, found.get(name))


def main():
    arguments = parser(__doc__, tables=False)
    arguments.set_defaults(rules=["international"])
    arguments.add_argument("--pieces", type=int, default=4)
    arguments.add_argument("--material", nargs="+", help="build these classes and what they need instead")
    arguments.add_argument("--metrics", default="wdl,dtc,dtw")
    arguments.add_argument("--threads", type=int, default=2)
    arguments.add_argument("--least-seconds", type=float, default=60, help="what a whole build must take to count")
    arguments.add_argument("--work", help="where to build (default: a temporary directory)")
    options = arguments.parse_args()
    extent = ["--material", *options.material] if options.material else ["--pieces", options.pieces]
    tally = Tally()
    work = pathlib.Path(tempfile.mkdtemp(prefix="lunette-interruption-", dir=options.work))
    try:
        for rules in options.rules:
            build = Build(Program(options.lunette), rules, extent, options.metrics)
            whole = work / rules / "whole"
            full_seconds = build.run(whole, options.threads)
            print(f"{rules}: a whole build takes {full_seconds:.1f} s with {options.threads} threads")
            tally.check(full_seconds >= options.least_seconds,
                        f"{rules}: a build of {full_seconds:.1f} s is shorter than {options.least_seconds:.0f} s")
            check_resume(tally, build, whole, work / rules / "killed", options.threads, full_seconds)
            seconds = build.run(work / rules / "single", 1)
            print(f"{rules}: a whole build takes {seconds:.1f} s with 1 thread")
            compare_bytes(tally, "with one thread", digests(whole), digests(work / rules / "single"))
    finally:
        shutil.rmtree(work)
    tally.close()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Builds a fixed small set and prints its rate line: entries per CPU second of the whole process.

    bench/rate.py [--lunette build/release/tools/cli/lunette] [--threads 1 2] [--full]

The set is international to 4 pieces, KKMvKK and KMMvKM with what they need (about 0.5 billion entries); --full takes
international to 5 pieces and traditional to 6 instead. With two numbers of threads it also prints how building scales
beside how two independent processes that only spin do, measured in the same sitting.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

SMALL = [("international", ["--pieces", "4"]), ("international", ["--material", "KKMvKK", "KMMvKM"])]
FULL = [("international", ["--pieces", "5"]), ("traditional", ["--pieces", "6"])]
SPIN = "import time\nn = 0\nend = time.monotonic() + 2\nwhile time.monotonic() < end:\n  n += 1\nprint(n)"


def build(lunette, rules, extent, threads):
    with tempfile.TemporaryDirectory(prefix="lunette-rate-") as directory:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.monotonic()
        command = [lunette, "build", "--rules", rules, *extent, "--tables", directory, "--threads", str(threads), "--json"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        wall = time.monotonic() - start
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr[-1000:]}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        log = pathlib.Path(directory) / rules / "build-log.jsonl"
        peak = max(json.loads(line)["peak_memory_bytes"] for line in log.open())
    summary = json.loads(done.stdout.strip().splitlines()[-1])
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    entries = summary["entries"]
    print(f"{rules} {' '.join(extent)}, {threads} thread{'s' * (threads > 1)}: {entries:,} entries, {wall:.2f} s wall, "
          f"{cpu:.2f} s user+sys, {peak / 2**20:.0f} MiB peak, {summary['disk_bytes'] / 2**20:.1f} MiB, "
          f"{entries / cpu / 1e6:.2f} M entries per CPU second", flush=True)
    return wall


def spin(processes):
    """The turns of so many processes in two seconds: the most of five tries, as neighbours on the machine take theirs."""
    def once():
        running = [subprocess.Popen([sys.executable, "-c", SPIN], stdout=subprocess.PIPE, text=True)
                   for _ in range(processes)]
        return sum(int(each.communicate()[0]) for each in running)
    return max(once() for _ in range(5))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lunette", default="build/release/tools/cli/lunette")
    parser.add_argument("--threads", type=int, nargs="+", default=[1])
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    for rules, extent in FULL if options.full else SMALL:
        walls = [build(options.lunette, rules, extent, threads) for threads in options.threads]
        if options.threads == [1, 2]:
            spinning = spin(2) / spin(1)
            print(f"  2 threads over 1: {walls[0] / walls[1]:.2f}; two spinning processes over one: {spinning:.2f}; "
                  f"ratio {walls[0] / walls[1] / spinning:.2f}", flush=True)


if __name__ == "__main__":
    main()

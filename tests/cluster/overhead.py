#!/usr/bin/env python3
"""What the way through a cluster costs: the same set built by `lunette build --threads 2` and through a Slurm of one
node with two CPUs, by turns, on the same two cores. Whole time, from the command to the last job's end.

    overhead.py --lunette PROGRAM [--rules R] [--pieces N] [--times N] [-- OPTION OF SUBMIT...]
"""

import argparse
import os
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "acceptance"))

from cluster_build import ClusterBuild, Extent, build_locally  # noqa: E402
from program import Program  # noqa: E402
from slurm import Slurm  # noqa: E402

CPUS = 2


def local_seconds(program, directory, extent):
    start = time.monotonic()
    build_locally(program, directory, extent, "--threads", CPUS)
    return time.monotonic() - start


def cluster_seconds(program, directory, extent, options):
    with Slurm(nodes=["n1"], cpus=CPUS, memory=8000) as slurm:
        run = ClusterBuild(slurm, program, directory, extent, "--threads", str(CPUS), *options)
        start = time.monotonic()
        run.submit()
        jobs = slurm.wait_until_finished(3600)
        seconds = time.monotonic() - start
    failed = [str(job) for job in jobs if job.state != "COMPLETED"]
    if failed:
        raise RuntimeError(f"jobs that did not complete: {failed}")
    return seconds, len(jobs), run


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--lunette", required=True, help="the program")
    arguments.add_argument("--rules", default="international")
    arguments.add_argument("--pieces", default="5")
    arguments.add_argument("--metrics", default="wdl,dtc")
    arguments.add_argument("--times", type=int, default=2, help="how often each is built")
    arguments.add_argument("--work", help="where to build (default: a temporary directory)")
    arguments.add_argument("options", nargs="*", metavar="OPTION", help="of `lunette submit`, after --")
    options = arguments.parse_args()
    program = Program(options.lunette)
    extent = Extent(options.rules, ("--pieces", options.pieces), options.metrics)
    seconds = {"local": [], "cluster": []}
    work = pathlib.Path(tempfile.mkdtemp(prefix="lunette-overhead-", dir=options.work))
    try:
        for _ in range(options.times):
            os.sync()
            seconds["local"].append(local_seconds(program, work / "local", extent))
            os.sync()
            taken, jobs, run = cluster_seconds(program, work / "cluster", extent, options.options)
            seconds["cluster"].append(taken)
            differing = run.differences(work / "local")
            print(f"{extent.rules} to {options.pieces} pieces: local {seconds['local'][-1]:.1f} s, cluster {taken:.1f} s in "
                  f"{jobs} jobs; {len(differing)} files differ", flush=True)
            if differing:
                sys.exit(f"files that differ: {differing}")
            for directory in ("local", "cluster"):
                shutil.rmtree(work / directory)
    finally:
        shutil.rmtree(work)
    local, cluster = (statistics.mean(seconds[name]) for name in ("local", "cluster"))
    print(f"mean: local {local:.1f} s, cluster {cluster:.1f} s, ratio {cluster / local:.3f}")


if __name__ == "__main__":
    main()

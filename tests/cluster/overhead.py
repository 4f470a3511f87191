#!/usr/bin/env python3
"""What the way through a cluster costs: the same set built by `lunette build --threads 2` and through a Slurm of one
node with two CPUs, by turns, on the same two cores. Whole time, from the command to the last job's end, and CPU time,
that of the cluster as its steps have kept it. Needs root, and Debian's slurm-wlm and munge.

    overhead.py --lunette PROGRAM [--rules R] [--pieces N] [--times N] [-- OPTION OF SUBMIT...]
"""

import argparse
import os
import pathlib
import resource
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


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def build_here(program, directory, extent):
    """The seconds of a local build: whole, and of the CPUs."""
    start, cpu_start = time.monotonic(), cpu_of_children()
    build_locally(program, directory, extent, "--threads", CPUS)
    return time.monotonic() - start, cpu_of_children() - cpu_start


def build_through_slurm(program, directory, extent, options):
    """As above, and the number of jobs and the build."""
    with Slurm(nodes=["n1"], cpus=CPUS, memory=8000) as slurm:
        run = ClusterBuild(slurm, program, directory, extent, "--threads", str(CPUS), *options)
        start = time.monotonic()
        run.submit()
        jobs = slurm.wait_until_finished(3600)
        seconds = time.monotonic() - start
    failed = [str(job) for job in jobs if job.state != "COMPLETED"]
    if failed:
        raise RuntimeError(f"jobs that did not complete: {failed}")
    cpu_seconds = sum(record["cpu_seconds"] for record in run.records().values())
    return seconds, cpu_seconds, len(jobs), run


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
    ratios, cpu_ratios = [], []
    work = pathlib.Path(tempfile.mkdtemp(prefix="lunette-overhead-", dir=options.work))
    try:
        for _ in range(options.times):
            os.sync()
            local, local_cpu = build_here(program, work / "local", extent)
            os.sync()
            cluster, cluster_cpu, jobs, run = build_through_slurm(program, work / "cluster", extent, options.options)
            differing = run.differences(work / "local")
            ratios.append(cluster / local)
            cpu_ratios.append(cluster_cpu / local_cpu)
            print(f"{extent.rules} to {options.pieces} pieces: local {local:.1f} s, {local_cpu:.1f} s of CPU; cluster "
                  f"{cluster:.1f} s, {cluster_cpu:.1f} s of CPU, in {jobs} jobs; {len(differing)} files differ", flush=True)
            if differing:
                sys.exit(f"files that differ: {differing}")
            for directory in ("local", "cluster"):
                shutil.rmtree(work / directory)
    finally:
        shutil.rmtree(work)
    print(f"cluster to local: {statistics.mean(ratios):.3f}, of CPU time {statistics.mean(cpu_ratios):.3f}")


if __name__ == "__main__":
    main()

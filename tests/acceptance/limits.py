#!/usr/bin/env python3
"""Builds on a disk that fills up and within a memory limit. A full disk ends a build with one line and loses nothing
that was finished: with more room the same command goes on to the bytes of an undisturbed build. Memory stays below
--memory, a control group of 256 MiB more does not kill the build, and one byte too little is refused with the number
needed before anything is written. Needs root, for a tmpfs and a control group."""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from program import Program, parser
from tables import differences, digests
from tally import Tally

MIB = 1 << 20
GROUPS = pathlib.Path("/sys/fs/cgroup")


def build(program, rules, extent, directory, *options):
    return program.command("build", "--rules", rules, *extent, "--tables", directory, *options)


def run(command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


@contextlib.contextmanager
def small_disk(path, size):
    path.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", path], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", path], check=True)
        path.rmdir()


def check_full_disk(tally, program, rules, extent, work):
    whole = work / "whole"
    done = run(build(program, rules, extent, whole))
    tally.equal("exit status of an undisturbed build", 0, done.returncode)
    expected = digests(whole)
    size = sum(path.stat().st_size for path in whole.rglob("*") if path.is_file())
    for part in (0.02, 0.3, 0.6, 0.95):
        what = f"{rules} {' '.join(map(str, extent))}, disk of {100 * part:.0f} %"
        disk = work / "disk"
        with small_disk(disk, int(part * size)):
            done = run(build(program, rules, extent, disk))
            errors = [line for line in done.stderr.splitlines() if line.startswith("lunette")]
            tally.equal(f"{what}: exit status", 2, done.returncode)
            tally.check(len(errors) == 1 and "No space left" in errors[0], f"{what}: says {errors}")
            kept = digests(disk)
            finished = {name: digest for name, digest in kept.items() if name in expected and name.endswith(
                (".wdl", ".dtc", ".dtw"))}
            for name, digest in finished.items():
                tally.equal(f"{what}: {name}", expected[name], digest)
            tally.check(not list(disk.rglob("*.tmp")), f"{what}: a temporary file is left")
            print(f"{what}: {len(finished)} tables finished, then: {errors[0] if errors else ''}")
            subprocess.run(["mount", "-o", f"remount,size={4 * size + 64 * MIB}", disk], check=True)
            tally.equal(f"{what}: exit status with more room", 0, run(build(program, rules, extent, disk)).returncode)
            for line in next(disk.rglob("build-log.jsonl")).open():
                tally.check("material" in json.loads(line), f"{what}: a line of the build log is {line}")
            tally.equal(f"{what}: files that differ with more room", [], differences(expected, digests(disk)))


@contextlib.contextmanager
def memory_group(limit):
    """Gives the file to which a process writes its number to come under the limit."""
    first_version = GROUPS / "memory"
    group = (first_version if first_version.is_dir() else GROUPS) / f"lunette-{os.getpid()}"
    group.mkdir()
    try:
        if first_version.is_dir():
            (group / "memory.limit_in_bytes").write_text(str(limit))
        else:
            (group / "memory.max").write_text(str(limit))
            (group / "memory.swap.max").write_text("0")
        yield group / "cgroup.procs"
    finally:
        group.rmdir()


def anonymous_bytes(process):
    try:
        for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("RssAnon:"):
                return 1024 * int(line.split()[1])
    except OSError:
        pass
    return 0


def run_in_group(command, limit):
    """Exit status, errors and the peak of anonymous memory, sampled every few milliseconds."""
    with memory_group(limit) as processes, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors,
                                   preexec_fn=lambda: processes.write_text(str(os.getpid())))
        peak = 0
        while process.poll() is None:
            peak = max(peak, anonymous_bytes(process))
            time.sleep(0.003)
        errors.seek(0)
        status, text = process.returncode, errors.read()
    return status, text, peak


def check_memory(tally, program, rules, extent, work):
    what = f"{rules} {' '.join(map(str, extent))}"
    for threads in (1, 2):
        (plan,) = program.json("build", "--rules", rules, *extent, "--tables", work / "absent", "--dry-run", "--json",
                               "--threads", threads)
        needed = plan["memory_bytes"]
        directory = work / f"memory-{threads}"
        command = build(program, rules, extent, directory, "--threads", threads, "--memory")
        refused = run([*command, str(needed - 1)])
        tally.equal(f"{what}: exit status with one byte too little", 2, refused.returncode)
        tally.check(str(needed) in refused.stderr, f"{what}: the refusal does not say {needed}: {refused.stderr}")
        tally.check(not directory.exists(), f"{what}: a refused build wrote something")
        status, errors, peak = run_in_group([*command, str(needed)], needed + 256 * MIB)
        print(f"{what}, {threads} threads: {peak / MIB:.1f} MiB anonymous at the peak, {needed / MIB:.1f} MiB allowed")
        tally.equal(f"{what}: exit status within {needed} bytes\n{errors[-500:]}", 0, status)
        tally.check(peak <= needed, f"{what}: {peak} bytes of anonymous memory, {needed} allowed")
    tally.equal(f"{what}: files that differ", [], differences(digests(work / "memory-1"), digests(work / "memory-2")))


def main():
    arguments = parser(__doc__, tables=False)
    arguments.add_argument("--large", nargs="+", default=["KKMvKM"],
                           help="a class of international large enough to keep its solved slices")
    arguments.add_argument("--work", help="where to build (default: a temporary directory)")
    options = arguments.parse_args()
    program = Program(options.lunette)
    tally = Tally()
    for rules, extent in (("traditional", ["--pieces", 4]), ("international", ["--material", *options.large])):
        for check in (check_full_disk, check_memory):
            work = pathlib.Path(tempfile.mkdtemp(prefix="lunette-limits-", dir=options.work))
            try:
                check(tally, program, rules, extent, work)
            finally:
                shutil.rmtree(work)
    tally.close()


if __name__ == "__main__":
    main()

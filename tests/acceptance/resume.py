#!/usr/bin/env python3
"""A build killed inside of a large class goes on inside of it: its solved slices are not solved again, and the bytes
are those of an undisturbed build."""

import json
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

from program import Program, parser
from tables import digests
from tally import Tally


def run(command):
    """The seconds of a build."""
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: {done.stderr[-2000:]}")
    return time.monotonic() - start


def kill_after(command, seconds):
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        return process.wait()


def check(tally, program, rules, material, work):
    command = program.command("build", "--rules", rules, "--material", material, "--tables", work)
    run(command)
    expected = digests(work)
    own = [work / rules / f"{material}.{metric}" for metric in ("wdl", "dtc")]
    def journals():
        return list((work / rules).glob(f".{material}.*.partial"))

    tally.equal("journals of a finished class", [], journals())

    for path in own:
        path.unlink()
    seconds = run(command)
    for path in own:
        path.unlink()
    tally.equal("exit status of the killed build", -signal.SIGKILL, kill_after(command, 0.6 * seconds))
    tally.equal("journals of the killed build", 1, len(journals()))
    tally.check(not any(path.exists() for path in own), f"{material} was finished before it was killed")
    kept = sum(journal.stat().st_size for journal in journals())
    rest = run(command)
    print(f"{rules} {material}: {seconds:.1f} s undisturbed; killed at 60 % with {kept / 2**20:.1f} MiB kept, the rest took "
          f"{rest:.1f} s ({100 * rest / seconds:.0f} %)")
    logged = [json.loads(line) for line in (work / rules / "build-log.jsonl").open()][-1]
    tally.equal("the last class of the build log", material, logged["material"])
    tally.check(0 < logged.get("restored_entries", 0) < logged["entries"], f"the build log tells of {logged}")
    tally.check(rest < 0.8 * seconds, f"the rest took {rest:.1f} s of {seconds:.1f} s")
    tally.equal("journals of a class that was finished later", [], journals())
    tally.equal("bytes after the kill", expected, digests(work))


def main():
    arguments = parser(__doc__, tables=False)
    arguments.set_defaults(rules=["international"])
    arguments.add_argument("--material", default="KKMvKM")
    arguments.add_argument("--work", help="where to build (default: a temporary directory)")
    options = arguments.parse_args()
    tally = Tally()
    work = pathlib.Path(tempfile.mkdtemp(prefix="lunette-resume-", dir=options.work))
    try:
        for rules in options.rules:
            check(tally, Program(options.lunette), rules, options.material, work)
    finally:
        shutil.rmtree(work)
    tally.close()


if __name__ == "__main__":
    main()

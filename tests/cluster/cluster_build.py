"""A set of tables that is built through Slurm, by the commands that users type, and what came of it."""

import contextlib
import dataclasses
import json
import pathlib
import subprocess

from slurm import wait_for
from tables import differences, digests


@dataclasses.dataclass(frozen=True)
class Extent:
    """What is built."""
    rules: str
    what: tuple
    metrics: str = "wdl,dtc"

    def arguments(self, directory):
        return ["--rules", self.rules, *self.what, "--metrics", self.metrics, "--tables", str(directory)]


def set_digests(directory, rules):
    """The digests of the set itself: not of what the steps keep in it."""
    return {name: digest for name, digest in digests(pathlib.Path(directory) / rules).items()
            if not name.startswith(".steps/")}


class ClusterBuild:
    def __init__(self, slurm, program, directory, extent, *options):
        self.slurm, self.program, self.directory, self.extent = slurm, program, pathlib.Path(directory), extent
        self.options = list(options)
        self.set = self.directory / extent.rules
        self.working = self.set / ".steps"

    # The commands

    def command(self, name, *options):
        return self.program.command(name, *self.extent.arguments(self.directory), *self.options, *options)

    def plan(self, *options):
        # How the jobs are made of the steps is not the plan's.
        own = self.extent.arguments(self.directory) + self.plan_options()
        return json.loads(self.slurm.run(*self.program.command("plan", *own, "--json", *options)).stdout)

    def plan_options(self):
        at = self.options.index("--batch-time") if "--batch-time" in self.options else len(self.options)
        return self.options[:at] + self.options[at + 2:]

    def submit(self, *options):
        """The jobs that are new to Slurm."""
        before = {job.id for job in self.slurm.jobs()}
        self.slurm.run(*self.command("submit", "--slurm", *options))
        return [job for job in self.slurm.jobs() if job.id not in before]

    def status(self, *options):
        return self.slurm.run(*self.program.command("status", "--slurm", "--rules", self.extent.rules, "--tables",
                                                    self.directory, *options)).stdout

    # What came of it

    def records(self):
        """What the finished steps say of themselves, by their names."""
        return {path.stem: json.loads(path.read_text()) for path in self.working.glob("*.json")}

    def kept_bytes(self):
        """What steps at work have solved and kept for another try."""
        total = 0
        for path in self.set.rglob(".*.partial"):
            with contextlib.suppress(FileNotFoundError):
                total += path.stat().st_size
        return total

    def leftovers(self):
        """What finished steps leave that nobody needs: parts, kept slices and temporary files."""
        return sorted(str(path.relative_to(self.set)) for path in self.set.rglob("*") if path.is_file() and (
            path.suffix in (".partial", ".tmp", ".lock") or (path.parent == self.working and path.suffix != ".json")))

    def differences(self, reference):
        return differences(set_digests(reference, self.extent.rules), set_digests(self.directory, self.extent.rules))

    def job_of(self, step, jobs=None):
        """The job, or the task of an array, of this step or group of slices."""
        found = [job for job in (jobs or self.slurm.jobs()) if step in self.steps_of(job)]
        if len(found) != 1:
            raise RuntimeError(f"{len(found)} jobs for {step}")
        return found[0]

    @staticmethod
    def steps_of(job):
        return [job.name if job.task is None else f"{job.name}.{job.task}"]

    def wait_for_process(self, step):
        """The job of a step and the process of `lunette` in it, once it runs."""
        def running():
            job = self.job_of(step)
            processes = self.slurm.processes_of(job, "lunette") if job.state == "RUNNING" else []
            return (job, processes[0]) if processes else None

        return wait_for(f"{step} runs", running, 120, every=0.1)


def build_locally(program, directory, extent, *options):
    done = subprocess.run(program.command("build", *extent.arguments(directory), *options), capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise RuntimeError(f"lunette build: exit status {done.returncode}\n{done.stderr[-2000:]}")

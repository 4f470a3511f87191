"""Scenarios in which something is killed, deleted or in the way. Each shows the line of the job's log where it
happened."""

import os
import signal
import time

from cluster_build import ClusterBuild
from slurm import Slurm, last_line, wait_for
from undisturbed import LARGE, SMALL, check_set

CLASS = "international.KKMvKM.wdl+dtc"


def large_class(bench, slurm):
    """One class that is large enough to keep what it has solved; all that it needs is there."""
    return ClusterBuild(slurm, bench.program, bench.directory(LARGE, "KKMvKM"), LARGE, "--threads", "2", "--batch-time", "0s")


def wait_for_kept(run, least=2 << 20):
    wait_for("solved slices are kept", lambda: run.kept_bytes() >= least, 60, every=0.05)


def check_resumed(bench, run):
    record = run.records()[CLASS]
    bench.say(f"{CLASS}: {record}")
    bench.check(0 < record["restored_entries"] < record["entries"], f"{CLASS} did not go on from what was kept: {record}")


def killed_step(bench):
    """The program of a running step is killed: requeued, and goes on from the slices that it has kept."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with Slurm() as slurm:
            run = large_class(bench, slurm)
            run.submit()
            job, process = run.wait_for_process(CLASS)
            wait_for_kept(run)
            os.kill(process, number)
            bench.say(f"kill -{number.name[3:]} of lunette in job {job}")
            wait_for("it is requeued", lambda: slurm.restarts(job) == 1, 180)
            bench.say(last_line(job.output, "exit status"))
            jobs = slurm.wait_until_finished()
            bench.equal("jobs", [], [str(job) for job in jobs if job.state != "COMPLETED"])
            check_resumed(bench, run)
            check_set(bench, run, LARGE)


def killed_node(bench):
    """A node dies with its job: the job finishes on the other node, from the slices that were kept."""
    with Slurm() as slurm:
        run = large_class(bench, slurm)
        run.submit()
        job, _ = run.wait_for_process(CLASS)
        wait_for_kept(run)
        bench.equal("jobs of the dead node", [job.id], slurm.kill_node(job.node))
        bench.say(f"killed slurmd of {job.node} and the processes of job {job}")
        jobs = slurm.wait_until_finished()
        again = run.job_of(CLASS, jobs)
        bench.say(slurm.log_line("slurmctld", f"requeue job JobId={job.id}"))
        bench.say(last_line(again.output, "began"))
        bench.say(f"then {again}, restarted {slurm.restarts(again)} times")
        bench.equal("state and node", ("COMPLETED", True), (again.state, again.node != job.node))
        check_resumed(bench, run)
        check_set(bench, run, LARGE)


def small_set(bench, slurm):
    return ClusterBuild(slurm, bench.program, bench.directory(), SMALL, "--threads", "1", "--batch-time", "0s")


def failing_step(bench):
    """A step that fails for good: what depends on it is cancelled; with the cause removed, `submit` repairs."""
    with Slurm() as slurm:
        run = small_set(bench, slurm)
        slurm.pause()
        run.submit()
        obstacle = run.set / "KKMvK.wdl"
        (obstacle / "x").mkdir(parents=True)
        slurm.resume()
        jobs = slurm.wait_until_finished()
        failed = [job for job in jobs if job.state == "FAILED"]
        bench.equal("failed steps", ["traditional.KKMvK.wdl+dtc+dtw"], [name for job in failed for name in run.steps_of(job)])
        for job in failed:
            bench.say(last_line(job.output, "lunette"))
        cancelled = [job for job in jobs if job.state == "CANCELLED"]
        bench.check(cancelled, "nothing was cancelled")
        bench.say(f"{len(cancelled)} dependents cancelled, such as {cancelled[0] if cancelled else None}")
        bench.equal("other jobs", [], [str(job) for job in jobs if job.state not in ("FAILED", "CANCELLED", "COMPLETED")])
        (obstacle / "x").rmdir()
        obstacle.rmdir()
        again = run.submit()
        bench.equal("jobs of the second submit", len(failed) + len(cancelled), len(again))
        slurm.wait_until_finished()
        check_set(bench, run, SMALL)


def restarted_controller(bench):
    """slurmctld dies while jobs run and wait, and is started again."""
    with Slurm() as slurm:
        run = small_set(bench, slurm)
        slurm.pause()
        submitted = run.submit()
        # It writes down what it was told every few seconds.
        wait_for("slurmctld has saved the jobs", lambda: slurm.has_saved(submitted))
        slurm.resume()
        wait_for("some jobs are done", lambda: sum(job.state == "COMPLETED" for job in slurm.jobs()) >= 6, 60)
        before = slurm.jobs()
        slurm.kill("slurmctld")
        time.sleep(2)
        slurm.start("slurmctld")
        bench.say(f"killed with {sum(job.finished for job in before)} of {len(before)} jobs done; when it was back: "
                  + slurm.log_line("slurmctld", "Recovered information about"))
        jobs = slurm.wait_until_finished()
        bench.equal("jobs", [], [str(job) for job in jobs if job.state != "COMPLETED"])
        check_set(bench, run, SMALL)
        bench.equal("jobs of a second submit", [], [str(job) for job in run.submit()])


def deleted_input(bench):
    """A table is deleted when Slurm has already called the dependency satisfied: the step says which."""
    with Slurm() as slurm:
        run = small_set(bench, slurm)
        step = "traditional.KKMvK.wdl+dtc+dtw"
        needed = next(each["dependencies"] for each in run.plan()["steps"] if each["id"] == step)
        slurm.pause()
        run.submit()
        held = run.job_of(step)
        slurm.run("scontrol", "hold", held.id)
        slurm.resume()
        wait_for(f"what {step} needs is there", lambda: run.records().keys() >= set(needed) and not any(
            job.state == "RUNNING" for job in slurm.jobs()), 120)
        bench.check(run.job_of(step).reason.startswith("JobHeld"), f"{run.job_of(step)} is not held")
        (run.set / "KMvK.wdl").unlink()
        slurm.run("scontrol", "release", held.id)
        jobs = slurm.wait_until_finished()
        job = run.job_of(step, jobs)
        bench.equal("exit status", 2, job.exit_status)
        line = last_line(job.output, "lunette")
        bench.say(line)
        bench.check("KMvK.wdl" in line, f"the log does not name what is missing: {line}")
        run.submit()
        slurm.wait_until_finished()
        check_set(bench, run, SMALL)


SCENARIOS = {"killed-step": killed_step, "killed-node": killed_node, "failing-step": failing_step,
             "slurmctld": restarted_controller, "deleted-input": deleted_input}

"""Scenarios in which nothing fails."""

import json
import subprocess

from cluster_build import ClusterBuild, Extent
from slurm import Slurm, wait_for

SMALL = Extent("traditional", ("--pieces", "4"), "wdl,dtc,dtw")
MEDIUM = Extent("traditional", ("--material", "KKMvKM"))
LARGE = Extent("international", ("--material", "KKMvKM"))


def groups_of(step):
    return [f"{step['id']}.{group}" for group in range(1, step["groups"] + 1)] if step["groups"] > 1 else [step["id"]]


def check_set(bench, run, extent):
    """The set is the local build's, byte for byte, and whole."""
    bench.equal("files that differ from the local build's", [], run.differences(bench.reference(extent)))
    bench.equal("files that finished steps leave", [], run.leftovers())
    verified = bench.program.run("verify", "--rules", extent.rules, "--tables", run.directory)
    bench.equal(f"exit status of verify {verified.stderr[-500:]}", 0, verified.returncode)


def check_all_completed(bench, jobs):
    bench.equal("jobs that did not complete", [], [str(job) for job in jobs if job.state != "COMPLETED"])


def show_waves(bench, run, plan, jobs):
    """Which node solved which group, and where a wave needed what the other node had solved."""
    steps = {step["id"]: step for step in plan["steps"]}
    nodes = {name: job.node for job in jobs for name in run.steps_of(job)}
    split = [step for step in plan["steps"] if step["groups"] >= 4]
    bench.check(split, "no class is split into four or more groups")
    both, crossing = [], []
    for step in split:
        used = {group: nodes[group] for group in groups_of(step)}
        if len(set(used.values())) == 2:
            both.append(step["id"])
        for other in step["dependencies"]:
            if steps[other]["kind"] != "slices":
                continue
            crossing += [(before, nodes[before], group, node) for before in groups_of(steps[other])
                         for group, node in used.items() if nodes[before] != node]
    for name in both:
        bench.say(f"{name}: " + ", ".join(f"group {group.rpartition('.')[2]} on {nodes[group]}"
                                          for group in groups_of(steps[name])))
    for before, node, after, other in crossing[:3]:
        bench.say(f"{after} on {other} needed {before} of {node}")
    bench.say(f"{len(split)} waves of four or more groups, {len(both)} of them on both nodes, "
              f"{len(crossing)} dependencies between groups on different nodes")
    bench.check(both, "no wave was solved on both nodes")
    bench.check(crossing, "no wave depended on a group of the other node")


def build(bench):
    """A whole set, every class a job and some classes in waves: the bytes of a local build."""
    with Slurm() as slurm:
        run = ClusterBuild(slurm, bench.program, bench.directory(), SMALL, "--step-time", "0.01s", "--threads", "1",
                           "--batch-time", "0s")
        plan = run.plan()
        run.submit()
        jobs = slurm.wait_until_finished()
        bench.say(f"{len(plan['steps'])} steps in {len(jobs)} jobs and tasks, " + ", ".join(
            f"{sum(job.node == node for job in jobs)} on {node}" for node in slurm.nodes))
        check_all_completed(bench, jobs)
        check_set(bench, run, SMALL)
        show_waves(bench, run, plan, jobs)
        bench.equal("steps left", [], [step["id"] for step in run.plan()["steps"]])
        bench.equal("jobs of a second submit", [], [str(job) for job in run.submit()])


def run_on_both(bench, slurm, run, step):
    """Starts a step on both nodes in the same moment."""
    gate = run.directory / "gate"
    gate.mkdir(exist_ok=True)
    script = f"touch {gate}/{step}.$SLURMD_NODENAME; until [ -e {gate}/{step}.n1 -a -e {gate}/{step}.n2 ]; do sleep .01; done; "
    command = " ".join(bench.program.command("step", step, "--tables", run.directory, "--threads", 1, "--json"))
    before = {job.id for job in slurm.jobs()}
    for node in slurm.nodes:
        slurm.run("sbatch", "-w", node, "-o", gate / f"{step}.{node}.out", "-e", gate / f"{step}.{node}.err", "--wrap",
                  script + command)
    jobs = [job for job in slurm.wait_until_finished(60) if job.id not in before]
    bench.equal(f"exit statuses of {step}, started on both nodes at once", [("n1", 0), ("n2", 0)],
                sorted((job.node, job.exit_status) for job in jobs))
    for node in slurm.nodes:
        bench.say(f"{node}: {(gate / f'{step}.{node}.out').read_text().strip()}")


def twice(bench):
    """The same step started on both nodes at once: a class, a group of slices, the merge."""
    with Slurm() as slurm:
        run = ClusterBuild(slurm, bench.program, bench.directory(MEDIUM, "KKKvKK", "KKMvKM"), MEDIUM, "--threads", "1",
                           "--step-time", "0.05s")
        steps = run.plan()["steps"]
        whole = next(step for step in steps if step["kind"] == "tables")
        wave = max((step for step in steps if step["groups"] > 1), key=lambda step: step["entries"])
        merge = next(step for step in steps if step["kind"] == "merge")
        chosen = {whole["id"], groups_of(wave)[-1], merge["id"]}
        for step in steps:
            for name in groups_of(step):
                if name in chosen:
                    run_on_both(bench, slurm, run, name)
                else:
                    slurm.run(*bench.program.command("step", name, "--tables", run.directory))
        check_set(bench, run, MEDIUM)


def counts_of(status):
    """How many steps are in each state; the totals of the answer must say the same."""
    counts = {state: sum(step["state"] == state for step in status["steps"])
              for state in ("done", "running", "waiting", "failed")}
    return counts, {state: status[state] for state in counts}


def status(bench):
    """What `status` says while steps wait, while some run, when one has failed, and at the end."""
    with Slurm() as slurm:
        run = ClusterBuild(slurm, bench.program, bench.directory(LARGE, "KKMvKM"), LARGE, "--threads", "1", "--step-time", "2s",
                           "--batch-time", "0s")

        def asked(when):
            answer = json.loads(run.status("--json"))
            counts, totals = counts_of(answer)
            bench.equal(f"totals {when}", counts, totals)
            bench.say(f"{when}: {counts}, {answer['eta_seconds']} s left")
            return answer, counts

        slurm.pause()
        run.submit()
        answer, counts = asked("before")
        own = [step for step in answer["steps"] if ".KKMvKM." in step["id"]]
        bench.equal("states of the class that is missing", {"waiting"}, {step["state"] for step in own})
        slurm.resume()
        there = counts["done"]

        def under_way():
            answer = json.loads(run.status("--json"))
            return answer if answer["done"] > there and answer["running"] and answer["waiting"] else None

        answer = wait_for("some steps are done, some run and some wait", under_way)
        bench.equal("totals meanwhile", *counts_of(answer))
        bench.check(answer["eta_seconds"] > 0, "no time left is told while steps run")
        running = [step for step in answer["steps"] if step["state"] == "running"]
        bench.check(all(step["node"] in slurm.nodes for step in running), f"nodes of {running}")
        obstacle = run.set / "KKMvKM.wdl"
        (obstacle / "x").mkdir(parents=True)
        bench.say("\n" + run.status())
        slurm.wait_until_finished()
        answer, counts = asked("after a failure")
        failed = [step for step in answer["steps"] if step["state"] == "failed"]
        for step in failed:
            if step["error"]:
                bench.say(f"{step['id']}: {step['reason']}; {step['error']}; log {step['log']}")
        bench.check(any("KKMvKM.wdl" in (step["error"] or "") for step in failed), "no reason names what is in the way")
        bench.say("\n" + run.status())
        (obstacle / "x").rmdir()
        obstacle.rmdir()
        run.submit()
        slurm.wait_until_finished()
        answer, counts = asked("at the end")
        bench.check(counts["done"] == len(answer["steps"]) > 0, f"all steps should be done: {answer}")
        check_set(bench, run, LARGE)


def exports(bench):
    """The plan as a Makefile and as a Snakefile."""
    for option, name, command in (("--makefile", "Makefile", ["make", "-j2", "-f"]),
                                  ("--snakefile", "Snakefile", ["snakemake", "--cores", "2", "--snakefile"])):
        directory = bench.directory()
        arguments = [*SMALL.arguments(directory), "--step-time", "0.01s", "--threads", "1"]
        text = bench.program.run("plan", *arguments, option)
        bench.equal(f"exit status of plan {option} {text.stderr[-500:]}", 0, text.returncode)
        (directory / name).write_text(text.stdout)
        done = subprocess.run([*command, str(directory / name)], capture_output=True, text=True, check=False, cwd=directory)
        bench.equal(f"exit status of {command[0]} {(done.stdout + done.stderr)[-1500:]}", 0, done.returncode)
        check_set(bench, ClusterBuild(None, bench.program, directory, SMALL), SMALL)


SCENARIOS = {"build": build, "twice": twice, "status": status, "exports": exports}

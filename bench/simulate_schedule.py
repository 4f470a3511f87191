#!/usr/bin/env python3
"""How long a plan takes on a cluster: makespan, ideal and critical path.

    lunette plan --rules international --pieces 7 --tables none --threads 16 --memory 128G --json > plan.json
    bench/simulate_schedule.py plan.json [--nodes 1 4 16 64 256] [--cpus 16] [--memory 128G] [--overhead 5]
                               [--batch-time 600] [--tsv]

Reads the steps that `lunette plan --json` lists; those that are done take no time. They are put into jobs as
`lunette submit` does it (--batch-time): short steps together, each group of a wave by itself. A job holds the CPUs and
the memory that the plan gives it on one node, for its estimated time and `--overhead` seconds. Whenever something ends,
the jobs whose dependencies are all done are started wherever there is room, those before the longest remaining path
first; the last column is of a queue that knows no better than the order of the plan.

ideal: the CPU time of all jobs without the overhead, shared evenly by all CPUs of all nodes. efficiency: ideal over
makespan. No schedule is shorter than the ideal or the critical path. --tsv prints one line a row, for docs/results.
"""
import argparse
import collections
import dataclasses
import heapq
import itertools
import json
import pathlib
import sys

UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


class Refusal(Exception):
    """What is wrong with the input, in one line."""


@dataclasses.dataclass
class Step:
    id: str
    material: str
    jobs: int
    is_array: bool
    cpus: int
    memory: int
    inputs: int  # bytes of the largest file that a job maps
    seconds: float  # of one job
    overhead: float  # likewise
    dependencies: list[int]
    dependents: list[int] = dataclasses.field(default_factory=list)
    remaining: float = 0  # the longest path from its start to the end of everything
    members: int = 1  # steps of the plan that share the job

    @property
    def held(self):
        return self.seconds + self.overhead


@dataclasses.dataclass
class Node:
    cpus: int
    memory: int

    def holds(self, step):
        return step.cpus <= self.cpus and step.memory <= self.memory

    def jobs_of(self, step):
        """How many jobs of the step there is room for."""
        if not self.holds(step):
            return 0
        by_cpus = self.cpus // step.cpus
        return by_cpus if step.memory == 0 else min(by_cpus, self.memory // step.memory)

    def take(self, step, jobs):
        self.cpus -= jobs * step.cpus
        self.memory -= jobs * step.memory


def link(steps):
    """Fills in what follows from the dependencies, which lead to earlier steps."""
    for step in steps:
        step.dependents = []
    for position, step in enumerate(steps):
        for dependency in step.dependencies:
            steps[dependency].dependents.append(position)
    for step in reversed(steps):
        step.remaining = step.held + max((steps[each].remaining for each in step.dependents), default=0)
    return steps


def read_steps(plan, overhead=0.0, slowness=1.0):
    """The steps of `plan --json` that are still to be done, the groups of a wave as one."""
    positions = {}
    disk = []
    steps = []
    for each in plan["steps"]:
        if each["done"]:
            continue
        # What is not listed any more is done.
        dependencies = [positions[name] for name in each["dependencies"] if name in positions]
        positions[each["id"]] = len(steps)
        disk.append(0 if each["kind"] == "slices" else each["disk_bytes"])
        mapped = 0 if each["kind"] == "manifest" else max((disk[dependency] for dependency in dependencies), default=0)
        steps.append(Step(each["id"], each["material"] or each["kind"], each["groups"] - each["groups_done"],
                          each["groups"] > 1, each["cpus"], each["memory_bytes"], mapped, slowness * each["seconds"],
                          overhead, dependencies))
    return link(steps)


def batched(steps, batch_seconds):
    """The jobs of `lunette submit`, by the rules of tools/cluster/src/jobs.cpp and job_script.cpp: steps that wait for
    the same jobs and for each other share one as long as they take no more than `batch_seconds`; a wave in groups is an
    array of its own; a job asks for a fifth more memory than its steps need, and for the largest file that they map."""
    jobs = []
    waits = []  # of each job, those that it waits for, also indirectly: bits
    members = []
    job_of = []

    def batch_for(step, needed):
        for job in range(len(jobs) - 1, -1, -1):
            if not jobs[job].is_array and jobs[job].seconds + step.seconds <= batch_seconds and \
                    needed & ~(1 << job) == waits[job]:
                return job
        return None

    for step in steps:
        direct = {job_of[dependency] for dependency in step.dependencies}
        needed = 0
        for job in direct:
            needed |= 1 << job | waits[job]
        found = None if step.is_array else batch_for(step, needed)
        if found is None:
            found = len(jobs)
            jobs.append(dataclasses.replace(step, dependencies=sorted(direct)))
            waits.append(needed)
            members.append([step])
        else:
            job = jobs[found]
            job.cpus, job.memory = max(job.cpus, step.cpus), max(job.memory, step.memory)
            job.inputs = max(job.inputs, step.inputs)
            job.seconds += step.seconds
            members[found].append(step)
        job_of.append(found)
    for job, its in zip(jobs, members):
        materials = list(dict.fromkeys(step.material for step in its))
        job.material = materials[0] if len(materials) == 1 else f"{materials[0]} to {materials[-1]}"
        job.members = len(its)
        job.memory += job.memory // 5 + job.inputs + (64 << 20)
    return link(jobs)


def critical_path(steps):
    path = []
    following = range(len(steps))
    while following:
        last = max(following, key=lambda position: steps[position].remaining)
        path.append(steps[last])
        following = steps[last].dependents
    return path


def cpu_seconds(steps):
    return sum(step.jobs * step.cpus * step.seconds for step in steps)


def path_seconds(steps):
    return sum(step.held for step in critical_path(steps))


class Cluster:
    """Runs the steps on the nodes, event by event."""

    def __init__(self, steps, nodes, cpus, memory, rank):
        for step in steps:
            if not Node(cpus, memory).holds(step):
                raise Refusal(f"{step.id} needs {step.cpus} CPUs and {step.memory} bytes, "
                              f"a node has {cpus} and {memory}")
        self.steps = steps
        self.nodes = [Node(cpus, memory) for _ in range(nodes)]
        self.rank = rank  # position of a step to its place in the queue: small ones first
        self.open_dependencies = [len(step.dependencies) for step in steps]
        self.open_jobs = [step.jobs for step in steps]
        self.queue = []  # (rank, position of the step), sorted
        self.waiting = collections.Counter()  # position to the jobs not yet started
        self.running = []  # heap of (end, a number, node, position of the step, jobs)
        self.numbers = itertools.count()
        self.time = 0.0
        self.started = []  # (time, position of the step, node, jobs), in this order

    def run(self):
        """The makespan."""
        new = [position for position, count in enumerate(self.open_dependencies) if count == 0]
        freed = set()
        while new or self.queue or self.running:
            self.start(new, freed)
            new, freed = self.advance()
        return self.time

    def start(self, new, freed):
        """What waited before fits only on nodes where something has ended since."""
        everywhere = set(new)
        for position in new:
            self.waiting[position] = self.steps[position].jobs
            self.queue.append((self.rank[position], position))
        self.queue.sort()
        for _, position in self.queue:
            self.place(position, range(len(self.nodes)) if position in everywhere else freed)
        self.queue = [entry for entry in self.queue if self.waiting[entry[1]] > 0]

    def place(self, position, nodes):
        step = self.steps[position]
        # Fullest first: what needs a whole node finds one longer.
        for number in sorted((n for n in nodes if self.nodes[n].holds(step)), key=lambda n: (self.nodes[n].cpus, n)):
            jobs = min(self.waiting[position], self.nodes[number].jobs_of(step))
            if jobs == 0:
                return
            self.nodes[number].take(step, jobs)
            self.waiting[position] -= jobs
            self.started.append((self.time, position, number, jobs))
            heapq.heappush(self.running, (self.time + step.held, next(self.numbers), number, position, jobs))

    def advance(self):
        """To the next time that something ends: the steps that may begin, the nodes with more room."""
        new, freed = [], set()
        self.time = self.running[0][0]
        while self.running and self.running[0][0] == self.time:
            _, _, number, position, jobs = heapq.heappop(self.running)
            self.nodes[number].take(self.steps[position], -jobs)
            freed.add(number)
            self.open_jobs[position] -= jobs
            if self.open_jobs[position] == 0:
                new += self.finish(position)
        return new, freed

    def finish(self, position):
        for dependent in self.steps[position].dependents:
            self.open_dependencies[dependent] -= 1
            if self.open_dependencies[dependent] == 0:
                yield dependent


def ranks(steps, order):
    if order == "plan":
        return list(range(len(steps)))
    return [-step.remaining for step in steps]


def makespan(steps, nodes, cpus, memory, order="longest"):
    return Cluster(steps, nodes, cpus, memory, ranks(steps, order)).run()


def show_time(seconds):
    for unit, size in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.1f} {unit}"
    return f"{seconds:.0f} s"


def show_path(steps):
    """The classes of the critical path with the time that each spends on it, as one line."""
    path = critical_path(steps)
    total = sum(step.held for step in path)
    stretches = []
    for material, group in itertools.groupby(path, key=lambda step: step.material):
        group = list(group)
        members = sum(step.members for step in group)
        count = f" ({members} steps)" if members > 1 else ""
        stretches.append((sum(step.held for step in group), f"{material}{count}"))
    long = [f"{text} {show_time(seconds)}" for seconds, text in stretches if seconds >= 0.02 * total]
    short = sum(seconds for seconds, _ in stretches if seconds < 0.02 * total)
    rest = f"; {len(stretches) - len(long)} others {show_time(short)}" if short > 0 else ""
    return f"{show_time(total)}, {len(path)} jobs: {', '.join(long)}{rest}"


def parse_size(text):
    text = text.strip().upper().removesuffix("IB").removesuffix("B")
    number, unit = (text[:-1], text[-1]) if text[-1:] in UNITS and text else (text, "")
    try:
        return int(float(number) * UNITS[unit])
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not a size") from None


def simulate(path, options):
    try:
        plan = json.loads(path.read_text(encoding="utf-8"))
        steps = read_steps(plan, options.overhead, options.slowness)
        batches = batched(steps, options.batch_time)
    except (OSError, KeyError, ValueError) as fault:
        raise Refusal(f"{path}: no plan: {fault!r}") from None
    jobs = sum(step.jobs for step in batches)
    work = cpu_seconds(steps)
    name = options.name or f"{plan['rules']} ({path.stem})"
    if not options.tsv:
        print(f"{name}: {len(steps)} steps, {jobs} jobs, {show_time(work)} of CPU time; nodes of {options.cpus} CPUs\n"
              f"critical path {show_path(batches)}\n\n"
              "| nodes | makespan | ideal | efficiency | in the plan's order |\n| --- | --- | --- | --- | --- |")
    for nodes in options.nodes:
        ideal = work / nodes / options.cpus
        best = makespan(batches, nodes, options.cpus, options.memory)
        queued = makespan(batches, nodes, options.cpus, options.memory, "plan")
        if options.tsv:
            print(f"{name}\t{options.cpus}\t{options.memory}\t{len(steps)}\t{jobs}\t{nodes}\t{best:.1f}\t{ideal:.1f}\t"
                  f"{ideal / best if best else 1:.3f}\t{path_seconds(batches):.1f}\t{queued:.1f}")
        else:
            print(f"| {nodes} | {show_time(best)} | {show_time(ideal)} | {100 * ideal / best if best else 100:.0f} % | "
                  f"{show_time(queued)} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("plans", type=pathlib.Path, nargs="+")
    parser.add_argument("--nodes", type=int, nargs="+", default=[1, 4, 16, 64, 256])
    parser.add_argument("--cpus", type=int, default=16, help="CPUs of a node")
    parser.add_argument("--memory", type=parse_size, default=parse_size("128G"), help="memory of a node")
    parser.add_argument("--overhead", type=float, default=5, help="seconds that each job takes besides")
    parser.add_argument("--batch-time", type=float, default=600, help="seconds; 0: a job for each step")
    parser.add_argument("--slowness", type=float, default=1, help="times of the machines over those of the plan")
    parser.add_argument("--name", help="how to call the plan")
    parser.add_argument("--tsv", action="store_true")
    options = parser.parse_args()
    if options.tsv:
        print("plan\tCPUs a node\tmemory a node\tsteps\tjobs\tnodes\tmakespan s\tideal s\tefficiency\tcritical path s\t"
              "makespan in the plan's order s")
    try:
        for path in options.plans:
            simulate(path, options)
    except Refusal as refusal:
        print(f"simulate_schedule.py: {refusal}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

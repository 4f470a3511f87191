"""A real Slurm on the loopback: munged, slurmctld and a slurmd for each node, each of which can be killed and started
again. Everything lies in a short temporary directory and listens on free ports, so that runs do not disturb each
other. Needs Debian's slurm-wlm and munge, and root."""

import contextlib
import dataclasses
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

CONFIGURATION = """\
ClusterName=lunette
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={root}/run/munge.socket,cred_expire=10
CredType=cred/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmctldPort={ports[slurmctld]}
StateSaveLocation={root}/state
SlurmdSpoolDir={root}/spool.%n
SlurmctldPidFile={root}/run/slurmctld.pid
SlurmdPidFile={root}/run/slurmd.%n.pid
SlurmctldLogFile={root}/log/slurmctld.log
SlurmdLogFile={root}/log/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=2
JobAcctGatherParams=OverMemoryKill
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc={root}/log/jobcomp.txt
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
JobRequeue=1
ReturnToService=2
MinJobAge=3600
SlurmdTimeout=10
KillWait=5
MailProg=/bin/true
DefMemPerCPU=100
SlurmdParameters=config_overrides
"""
NODE = "NodeName={node} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs={cpus} RealMemory={memory} State=UNKNOWN\n"
PARTITION = "PartitionName=all Nodes={nodes} Default=YES MaxTime=INFINITE State=UP\n"
# A job that waits is pending; these are over.
FINISHED = {"COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY", "DEADLINE", "BOOT_FAIL"}


@dataclasses.dataclass(frozen=True)
class Job:
    """A job, or one task of an array, as squeue tells of it."""
    id: int
    array: int  # the array's number, or 0
    task: int   # its task, or None: of no array, or of all tasks that were not started yet
    name: str
    state: str
    reason: str
    node: str
    dependency: str
    exit_status: int
    output: pathlib.Path

    @property
    def finished(self):
        return self.state in FINISHED

    def __str__(self):
        number = f"{self.array}_{self.task}" if self.task is not None else str(self.id)
        return " ".join(filter(None, [number, self.name, self.state, self.node and f"on {self.node}",
                                      self.reason != "None" and f"({self.reason})"]))


def last_line(path, text=""):
    """The last line of a log that holds the text, with its place."""
    lines = path.read_text(errors="replace").splitlines() if path.exists() else []
    for number in range(len(lines), 0, -1):
        if text in lines[number - 1]:
            return f"{path.name}:{number}: {lines[number - 1]}"
    return f"{path}: no line with '{text}'"


def free_ports(count):
    """Ports of the loopback that nothing listens on now."""
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def environment_of(process):
    """The environment that a process was started with; empty if it is gone."""
    try:
        text = pathlib.Path(f"/proc/{process}/environ").read_bytes()
    except OSError:
        return {}
    return dict(line.split("=", 1) for line in os.fsdecode(text).split("\0") if "=" in line)


def command_of(process):
    """The words of its command line; none if it is gone."""
    try:
        return os.fsdecode(pathlib.Path(f"/proc/{process}/cmdline").read_bytes()).rstrip("\0").split("\0")
    except OSError:
        return []


def parent_of(process):
    try:
        return int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def wait_for(what, condition, seconds=60, every=0.2):
    """The first true value of the condition."""
    end = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise TimeoutError(f"waited {seconds} s in vain until {what}")
        time.sleep(every)


class Slurm:
    def __init__(self, nodes=("n1", "n2"), cpus=2, memory=2000):
        self.nodes = list(nodes)
        self.cpus, self.memory = cpus, memory
        self.daemons = {}
        self.root = None
        self.environment = None

    def __enter__(self):
        # Unix sockets must have short names.
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="slurm-", dir="/tmp"))
        try:
            self.configure()
            for daemon in ["munged", "slurmctld", *self.nodes]:
                self.start(daemon)
            wait_for("the nodes are idle", lambda: all(state == "idle" for state in self.node_states().values()))
        except BaseException:
            print(self.logs(), flush=True)
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def configure(self):
        for name in ["state", "log", "run", "munge", *(f"spool.{node}" for node in self.nodes)]:
            (self.root / name).mkdir()
        for path, mode in ((self.root, 0o755), (self.root / "run", 0o755), (self.root / "munge", 0o700)):
            path.chmod(mode)
        key = self.root / "munge" / "key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        host = socket.gethostname().partition(".")[0]
        ports = dict(zip(["slurmctld", *self.nodes], free_ports(1 + len(self.nodes))))
        text = CONFIGURATION.format(root=self.root, host=host, ports=ports)
        for node in self.nodes:
            text += NODE.format(node=node, host=host, port=ports[node], cpus=self.cpus, memory=self.memory)
        text += PARTITION.format(nodes=",".join(self.nodes))
        (self.root / "slurm.conf").write_text(text)
        # Nothing of another Slurm that this runs in comes through.
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith(("SLURM", "SBATCH"))}
        self.environment["SLURM_CONF"] = str(self.root / "slurm.conf")

    # Daemons

    def start(self, daemon):
        """munged, slurmctld or the slurmd of a node, which ends with this program."""
        root = self.root
        if daemon == "munged":
            command = ["munged", "--foreground", "--force", f"--key-file={root}/munge/key", f"--socket={root}/run/munge.socket",
                       f"--pid-file={root}/run/munged.pid", f"--log-file={root}/munge/munged.log",
                       f"--seed-file={root}/munge/seed"]
        else:
            command = ["slurmctld", "-D"] if daemon == "slurmctld" else ["slurmd", "-D", "-N", daemon]
        with (root / "log" / f"{daemon}.out").open("ab") as output:
            self.daemons[daemon] = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", *command], env=self.environment, stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, start_new_session=True)
        if daemon == "munged":
            wait_for("munged listens", (root / "run" / "munge.socket").exists)
        elif daemon == "slurmctld":
            wait_for("slurmctld answers", lambda: self.run("scontrol", "ping", check=False).returncode == 0)

    def kill(self, daemon):
        """As kill -9 does; its jobs go on."""
        process = self.daemons.pop(daemon)
        process.kill()
        process.wait()

    def kill_node(self, node):
        """As if its plug were pulled: slurmd and all processes of its jobs. Gives the numbers of the jobs."""
        self.kill(node)
        processes = [process for process in self.processes() if environment_of(process).get("SLURMD_NODENAME") == node]
        jobs = sorted({int(environment_of(process)["SLURM_JOB_ID"]) for process in processes})
        # Those that watch over the jobs first, so that they report nothing.
        watching = {parent_of(process) for process in processes} - set(processes)
        for process in [*(p for p in watching if "slurmstepd" in " ".join(command_of(p))), *processes]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        return jobs

    def close(self):
        """Ends the daemons and whatever runs of the jobs."""
        for name in ["slurmctld", *self.nodes, "munged"]:
            if name in self.daemons:
                self.kill(name)
        for process in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        shutil.rmtree(self.root, ignore_errors=True)

    def processes(self):
        """The daemons' children and the jobs' processes: all that know this configuration, but not this program."""
        ours = {process.pid for process in self.daemons.values()}
        return [number for number in (int(path.name) for path in pathlib.Path("/proc").glob("[0-9]*"))
                if number != os.getpid() and number not in ours
                and environment_of(number).get("SLURM_CONF") == self.environment["SLURM_CONF"]]

    def processes_of(self, job, program):
        """The processes of a job, or a task of an array, that run a program of this name."""
        return [process for process in self.processes() if environment_of(process).get("SLURM_JOB_ID") == str(job.id)
                and pathlib.Path((command_of(process) or [""])[0]).name == program]

    def logs(self):
        """The last lines of every daemon's log."""
        text = []
        for path in sorted((self.root / "log").glob("*")):
            # What a daemon prints is its log, unless it never came so far.
            if path.suffix != ".out" or not path.with_suffix(".log").exists():
                lines = [line for line in path.read_text(errors="replace").splitlines() if "pmix" not in line]
                text += [f"== {path.name}", *lines[-12:]]
        return "\n".join(text)

    def log_line(self, daemon, text):
        """The last line of a daemon's log that holds the text, with its place."""
        return last_line(self.root / "log" / f"{daemon}.log", text)

    # What users type

    def run(self, *command, check=True):
        done = subprocess.run(list(map(str, command)), env=self.environment, capture_output=True, text=True, check=False)
        if check and done.returncode != 0:
            raise RuntimeError(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def node_states(self):
        return dict(line.split() for line in self.run("sinfo", "-hN", "-o", "%N %T", check=False).stdout.splitlines())

    def jobs(self):
        """All jobs that Slurm remembers, by their numbers."""
        documents = json.loads(self.run("squeue", "-t", "all", "--json").stdout)["jobs"]
        return sorted((self.job(document) for document in documents), key=lambda job: job.id)

    @staticmethod
    def job(document):
        status = document["exit_code"] or 0
        array, task = document["array_job_id"] or 0, document["array_task_id"]
        names = {"%A": array, "%a": task, "%j": document["job_id"], "%x": document["name"], "%%": "%"}
        output = re.sub(r"%[Aajx%]", lambda found: str(names[found[0]]), document["standard_output"])
        return Job(id=document["job_id"], array=array, task=task, name=document["name"], state=document["job_state"],
                   reason=document["state_reason"], node=document["nodes"], dependency=document["dependency"],
                   exit_status=status >> 8 or status, output=pathlib.Path(output))

    def has_saved(self, jobs):
        """Whether slurmctld would remember the jobs if it were killed now."""
        try:
            state = (self.root / "state" / "job_state").read_bytes()
        except FileNotFoundError:
            return False
        return all(job.name.encode() in state for job in jobs)

    def restarts(self, job):
        """How often it was requeued."""
        return int(re.search(r"Restarts=(\d+)", self.run("scontrol", "show", "job", job.id).stdout)[1])

    def pause(self):
        """Lets running jobs finish and starts no others."""
        self.run("scontrol", "update", "PartitionName=all", "State=DOWN")

    def resume(self):
        self.run("scontrol", "update", "PartitionName=all", "State=UP")

    def wait_until_finished(self, seconds=300):
        """All jobs, once none runs or waits any more."""
        def finished():
            jobs = self.jobs()
            return jobs if jobs and all(job.finished for job in jobs) else None

        try:
            return wait_for("all jobs are finished", finished, seconds, every=0.5)
        except TimeoutError:
            print("\n".join(map(str, self.jobs())), flush=True)
            print(self.logs(), flush=True)
            raise

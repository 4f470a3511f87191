#!/usr/bin/env python3
"""`lunette serve` under load, with its client on the same machine. Figures are wrk's (Debian package wrk); the load average
beside them says how much of the machine others had.

    cached   positions whose blocks are in the cache, asked again and again
    random   random positions of --pieces pieces, from a cold cache on
    memory   as random, for --seconds, and how much memory the server has in between
    compare  --positions distinct ones, half of them with captures: each answer against that of `lunette probe --json`
"""

import collections
import json
import os
import re
import subprocess
import tempfile
import time

from program import Program, parser
from random_positions import classes, random_fens
from serve import same_fields
from service import Service, address, message, read_answer
from tally import Tally

SCRIPT = """
local paths, number = {}, 0
for line in io.lines("%s") do paths[#paths + 1] = line end
request = function()
  number = number %% #paths + 1
  return wrk.format("GET", paths[number])
end
done = function(summary, latency)
  io.write(string.format("%%d %%d %%d %%d %%d %%d\\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), summary.errors.status, summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout))
end
"""
Figures = collections.namedtuple("Figures", "requests seconds median_ms p99_ms refused failed cpu_us")


class Wrk:
    """A running wrk over a list of paths."""

    def __init__(self, service, paths, seconds, options):
        self.service, self.cpu_before = service, service.cpu_seconds()
        self.directory = tempfile.TemporaryDirectory()
        names = [os.path.join(self.directory.name, name) for name in ("paths", "script.lua")]
        for name, text in zip(names, ("\n".join(paths) + "\n", SCRIPT % names[0]), strict=True):
            with open(name, "w", encoding="utf-8") as file:
                file.write(text)
        self.process = subprocess.Popen(
            ["wrk", "-t1", f"-c{options.connections}", f"-d{seconds}", "--timeout", "30", "-s", names[1], service.url],
            stdout=subprocess.PIPE, text=True)

    def figures(self):
        output, _ = self.process.communicate()
        if self.process.returncode != 0:
            raise RuntimeError(f"wrk: exit status {self.process.returncode}")
        values = [int(text) for text in output.splitlines()[-1].split()]
        return Figures(values[0], values[1] / 1e6, values[2] / 1e3, values[3] / 1e3, values[4], values[5],
                       (self.service.cpu_seconds() - self.cpu_before) * 1e6 / max(1, values[0]))


def report(name, figures, options, tally):
    rate = figures.requests / figures.seconds
    load = " ".join(f"{number:.1f}" for number in os.getloadavg())
    print(f"{name}: {figures.requests} requests in {figures.seconds:.1f} s, {rate:.0f} a second; median {figures.median_ms:.2f} ms, "
          f"p99 {figures.p99_ms:.2f} ms; {figures.cpu_us:.0f} us of the server's CPU each; load average {load}", flush=True)
    tally.equal(f"{name}: refused and failed", (0, 0), (figures.refused, figures.failed))
    if options.least:
        tally.check(rate >= options.least, f"{name}: {rate:.0f} requests a second, expected {options.least}")
    if options.p99:
        tally.check(figures.p99_ms <= options.p99, f"{name}: p99 {figures.p99_ms:.2f} ms, expected {options.p99}")


def paths_of(rules, pieces, number, seed):
    materials = [material for count in pieces for material in classes(count)]
    return [address(f"/api/v1/{rules}", fen=fen) for fen in random_fens(rules, materials, number, seed)]


def cached(service, rules, options, tally):
    paths = paths_of(rules, range(2, 5), 1000, seed=1)
    Wrk(service, paths, 3, options).figures()
    report(f"cached {rules}", Wrk(service, paths, options.seconds, options).figures(), options, tally)


def random_load(service, rules, options, tally):
    paths = paths_of(rules, [options.pieces], 300_000, seed=2)
    cold = Wrk(service, paths, options.seconds, options).figures()
    report(f"random {rules}, {options.pieces} pieces", cold, options, tally)
    hits, misses = (int(re.search(rf'lunette_cache_{name}_total{{ruleset="{rules}"}} (\d+)', service.get("/metrics").body.decode())
                        .group(1)) for name in ("hits", "misses"))
    print(f"  blocks: {hits} found in the cache, {misses} decoded")


def memory(service, rules, options, tally):
    """Mapped tables count as resident, and may as well be dropped: what must not grow is the memory of its own."""
    load = Wrk(service, paths_of(rules, [options.pieces], 300_000, seed=3), options.seconds, options)
    samples = []
    while load.process.poll() is None:
        time.sleep(options.seconds / 60)
        samples.append((service.resident_bytes("RssAnon"), service.resident_bytes()))
    report(f"memory {rules}", load.figures(), options, tally)
    own = [anonymous for anonymous, _ in samples[:-1]]
    print("  MiB of its own, sixty times: " + " ".join(str(size >> 20) for size in own))
    print(f"  MiB resident at the end, mapped tables included: {samples[-2][1] >> 20}")
    half = len(own) // 2
    tally.check(max(own[half:]) <= 1.03 * max(own[half // 2:half]), "its memory grows")


def chosen_positions(program, tables, rules, options):
    """Lists of (FEN, answer of probe): distinct positions, as many with captures as without."""
    wanted, seen, seed = {True: options.positions // 2, False: options.positions - options.positions // 2}, set(), 0
    materials = [material for count in range(2, options.pieces + 1) for material in classes(count)]
    while any(wanted.values()):
        seed += 1
        fens = [fen for fen in dict.fromkeys(random_fens(rules, materials, 4000, f"compare {seed}")) if fen not in seen]
        seen.update(fens)
        chosen = []
        for fen, answer in zip(fens, program.probe(rules, tables, fens), strict=True):
            captures = bool(answer.get("moves") and answer["moves"][0]["captures"])
            if wanted[captures] > 0:
                wanted[captures] -= 1
                chosen.append((fen, answer, captures))
        yield chosen


def compare(service, rules, options, tally, program):
    """Over one connection for each list, with some requests ahead of the answers."""
    captures, compared = 0, 0
    for chosen in chosen_positions(program, options.tables, rules, options):
        captures += sum(position[2] for position in chosen)
        compared += len(chosen)
        with service.connect() as connection:
            stream = connection.makefile("rb", buffering=1 << 20)
            for number in range(0, len(chosen), 50):
                part = chosen[number:number + 50]
                connection.sendall(b"".join(message("GET", address(f"/api/v1/{rules}", fen=fen)) for fen, _, _ in part))
                for fen, expected, _ in part:
                    found = json.loads(read_answer(stream).body)
                    tally.check(same_fields(expected, found), f"{rules} {fen}: probe says {expected}, the service {found}")
    print(f"compare {rules}: {compared} distinct positions of 2 to {options.pieces} pieces, {captures} with captures", flush=True)


def main():
    arguments = parser(__doc__)
    arguments.add_argument("what", choices=["cached", "random", "memory", "compare"])
    arguments.add_argument("--pieces", type=int, default=5)
    arguments.add_argument("--seconds", type=int, default=10)
    arguments.add_argument("--connections", type=int, default=16)
    arguments.add_argument("--positions", type=int, default=100_000, help="of each ruleset (compare)")
    arguments.add_argument("--cache", default="256M")
    arguments.add_argument("--least", type=int, help="requests a second, or it fails")
    arguments.add_argument("--p99", type=float, help="milliseconds, or it fails")
    options = arguments.parse_args()
    program, tally = Program(options.lunette), Tally()
    for rules in options.rules:
        with Service(program, options.tables, "--rules", rules, "--cache", options.cache) as service:
            if options.what == "compare":
                compare(service, rules, options, tally, program)
            else:
                {"cached": cached, "random": random_load, "memory": memory}[options.what](service, rules, options, tally)
    tally.close()


if __name__ == "__main__":
    main()

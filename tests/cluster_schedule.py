#!/usr/bin/env python3
"""What docs/cluster.md is calculated with, on plans made by hand: bench/simulate_schedule.py and bench/size_classes.py.

    cluster_schedule.py ROOT
"""

import pathlib
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "bench"))

import simulate_schedule  # noqa: E402
import size_classes  # noqa: E402


def step(name, seconds, *dependencies, **more):
    return {"id": name, "kind": "tables", "material": name, "dependencies": list(dependencies), "done": False,
            "groups": 1, "groups_done": 0, "cpus": 1, "memory_bytes": 1, "disk_bytes": 0, "seconds": seconds,
            **more}


def steps_of(*listed, **settings):
    return simulate_schedule.read_steps({"steps": list(listed)}, **settings)


class Schedule(unittest.TestCase):
    def makespan(self, steps, nodes, cpus=1, memory=100, order="longest"):
        return simulate_schedule.makespan(steps, nodes, cpus, memory, order)

    def test_a_chain_takes_its_length_on_any_number_of_nodes(self):
        chain = steps_of(step("a", 3), step("b", 4, "a"), step("c", 5, "b"))
        for nodes in (1, 2, 64):
            self.assertEqual(self.makespan(chain, nodes), 12)
        self.assertEqual([each.id for each in simulate_schedule.critical_path(chain)], ["a", "b", "c"])

    def test_equal_groups_share_the_nodes(self):
        wave = steps_of(step("w", 10, groups=7))
        self.assertEqual(self.makespan(wave, 1), 70)
        self.assertEqual(self.makespan(wave, 2), 40)
        self.assertEqual(self.makespan(wave, 7), 10)
        self.assertEqual(self.makespan(wave, 64), 10)

    def test_a_step_waits_for_all_groups_before_it(self):
        plan = steps_of(step("w", 10, groups=3), step("merge", 5, "w"))
        self.assertEqual(self.makespan(plan, 2), 25)

    def test_longest_remaining_path_first(self):
        plan = steps_of(step("short", 4), step("other", 4), step("head", 4), step("tail", 8, "head"))
        self.assertEqual(self.makespan(plan, 2), 12)
        self.assertEqual(self.makespan(plan, 2, order="plan"), 16)

    def test_memory_limits_what_runs_side_by_side(self):
        plan = steps_of(*(step(f"s{i}", 10, memory_bytes=60) for i in range(4)))
        self.assertEqual(self.makespan(plan, 1, cpus=4, memory=100), 40)
        self.assertEqual(self.makespan(plan, 1, cpus=4, memory=120), 20)
        self.assertEqual(self.makespan(plan, 2, cpus=4, memory=120), 10)

    def test_cpus_limit_what_runs_side_by_side(self):
        plan = steps_of(step("s", 10, groups=6, cpus=2))
        self.assertEqual(self.makespan(plan, 1, cpus=4), 30)
        self.assertEqual(self.makespan(plan, 1, cpus=5), 30)
        self.assertEqual(self.makespan(plan, 1, cpus=12), 10)

    def test_small_jobs_fill_what_a_wide_one_leaves(self):
        plan = steps_of(step("wide", 10, cpus=3), step("small", 10))
        self.assertEqual(self.makespan(plan, 1, cpus=4), 10)

    def test_nothing_holds_more_than_a_node_has(self):
        plan = steps_of(step("a", 7, groups=9, cpus=2, memory_bytes=30), step("b", 5, groups=5, memory_bytes=45),
                        step("c", 3, "a", groups=20, cpus=3), step("d", 11, "b", cpus=4, memory_bytes=100))
        cluster = simulate_schedule.Cluster(plan, 3, 4, 100, simulate_schedule.ranks(plan, "longest"))
        cluster.run()
        starts = [(time, time + plan[position].held, plan[position], node, jobs)
                  for time, position, node, jobs in cluster.started]
        self.assertEqual(sum(jobs for *_, jobs in starts), sum(each.jobs for each in plan))
        for moment in sorted({begin for begin, *_ in starts}):
            for node in range(3):
                held = [(each, jobs) for begin, end, each, where, jobs in starts
                        if where == node and begin <= moment < end]
                self.assertLessEqual(sum(jobs * each.cpus for each, jobs in held), 4)
                self.assertLessEqual(sum(jobs * each.memory for each, jobs in held), 100)
        ends = {each.id: end for _, end, each, *_ in starts}
        for begin, _, each, *_ in starts:
            for dependency in each.dependencies:
                self.assertGreaterEqual(begin, ends[plan[dependency].id])

    def test_overhead_is_of_each_job_and_no_work(self):
        plan = steps_of(step("w", 10, groups=4), overhead=2, slowness=3)
        self.assertEqual(self.makespan(plan, 2), 64)
        self.assertEqual(simulate_schedule.cpu_seconds(plan), 120)

    def test_short_steps_share_a_job_as_submit_puts_them(self):
        plan = steps_of(step("a", 1), step("b", 1), step("c", 1, "a"), step("long", 100, "b"),
                        step("w", 1, "c", groups=4), step("merge", 1, "w"), step("d", 1, "merge", "long"), overhead=5)
        jobs = simulate_schedule.batched(plan, 10)
        self.assertEqual([(job.id, job.members, job.jobs) for job in jobs],
                         [("a", 3, 1), ("long", 1, 1), ("w", 1, 4), ("merge", 1, 1), ("d", 1, 1)])
        self.assertEqual([job.dependencies for job in jobs], [[], [0], [0], [2], [1, 3]])
        self.assertEqual(simulate_schedule.cpu_seconds(jobs), simulate_schedule.cpu_seconds(plan))
        self.assertEqual(simulate_schedule.path_seconds(jobs), 3 + 5 + 100 + 5 + 1 + 5)
        alone = simulate_schedule.batched(plan, 0)
        self.assertEqual([job.dependencies for job in alone], [sorted(each.dependencies) for each in plan])

    def test_a_job_asks_for_the_memory_that_submit_asks_for(self):
        plan = steps_of(step("a", 1, memory_bytes=1000, disk_bytes=70), step("b", 1, disk_bytes=30),
                        step("c", 1, "a", "b", memory_bytes=500), step("w", 1, "c", groups=2, memory_bytes=50))
        jobs = simulate_schedule.batched(plan, 10)
        self.assertEqual([job.memory - (64 << 20) for job in jobs], [1000 + 200 + 70, 50 + 10 + 0])

    def test_what_is_done_is_left_out(self):
        plan = steps_of(step("a", 3, done=True), step("w", 10, "a", groups=5, groups_done=3), step("c", 1, "w"))
        self.assertEqual(self.makespan(plan, 1), 21)

    def test_no_schedule_beats_ideal_or_critical_path(self):
        plan = steps_of(*(step(f"s{i}", 1 + i * 7 % 5, *(f"s{j}" for j in range(i) if i % (j + 2) == 0),
                               groups=1 + i % 4) for i in range(40)))
        longest = sum(each.held for each in simulate_schedule.critical_path(plan))
        before = float("inf")
        for nodes in (1, 2, 4, 8, 200):
            found = self.makespan(plan, nodes)
            self.assertGreaterEqual(found, max(longest, simulate_schedule.cpu_seconds(plan) / nodes))
            self.assertLessEqual(found, before)
            before = found
        self.assertEqual(before, longest)

    def test_a_step_that_fits_no_node_is_refused(self):
        with self.assertRaisesRegex(simulate_schedule.Refusal, "^big needs 8 CPUs"):
            self.makespan(steps_of(step("big", 1, cpus=8)), 4, cpus=4)

    def test_sizes_are_read_as_the_program_reads_them(self):
        for text, size in (("128G", 2**37), ("1.5T", 3 * 2**39), ("512MiB", 2**29), ("1000", 1000)):
            self.assertEqual(simulate_schedule.parse_size(text), size)


class Sizes(unittest.TestCase):
    def test_entries_are_those_of_the_published_counts(self):
        self.assertEqual(list(size_classes.different_counts(ROOT / "tests/data/counts.tsv")), [])

    def test_a_man_on_8x8_goes_through_seven_waves(self):
        waves = size_classes.slices_by_wave(size_classes.board_of("traditional"), size_classes.Material.of("KMvK"))
        self.assertEqual(waves, [(advancement, 4) for advancement in (6, 5, 4, 3, 2, 1, 0)])

    def test_waves_hold_every_slice_once(self):
        for rules, name in (("traditional", "KKMvKM"), ("international", "KMMMvMM"), ("international", "KKKvMM")):
            board, material = size_classes.board_of(rules), size_classes.Material.of(name)
            waves = size_classes.slices_by_wave(board, material)
            self.assertEqual(sum(slices for _, slices in waves), size_classes.Shape(board, material).slices)
            self.assertEqual(waves, sorted(waves, reverse=True))

    def test_lists_in_the_documents_have_these_entries(self):
        lists = sorted((ROOT / "docs/results").glob("*-sizes.tsv"))
        self.assertTrue(lists)
        for path in lists:
            rules = path.name.split("-")[0]
            lines = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]
            board = size_classes.board_of(rules)
            for name, _, entries, slices, *_ in lines:
                shape = size_classes.Shape(board, size_classes.Material.of(name))
                self.assertEqual((int(entries), int(slices)), (shape.entries, shape.slices), f"{path.name}: {name}")
            most = max(int(pieces) for _, pieces, *_ in lines)
            self.assertEqual([name for name, *_ in lines], [each.name for each in size_classes.materials(most)])


if __name__ == "__main__":
    unittest.main()

#!/usr/bin/env python3
"""Fits the coefficients of gen/src/estimate.cpp to build logs.

    bench/fit_estimates.py TABLES/RULESET/build-log.jsonl ...

Reads the logs of builds with --threads 1 on a quiet machine: nanoseconds of CPU time for an entry of the conversion
pass (WDL and DTC) and of the distance pass (DTW), and bits for an entry of each metric. Prints the C++ arrays and how
far the model is from each log. Least squares over the logarithms, large classes weighing more.
"""
import argparse
import json
import math
import pathlib

TEN = {"polish", "international", "historical"}
LEAST_ENTRIES = 100_000


def features(eight, material):
    """As features_of() in gen/src/estimate.cpp."""
    white, black = material.split("v")
    wk, wm, bk, bm = white.count("K"), white.count("M"), black.count("K"), black.count("M")
    more = len(white) - len(black)
    weak = bk == 0
    return [float(x) for x in (
        1, eight, (wk, wm) == (bk, bm), wk + bk == 0, more == 0, more >= 2, more >= 3, weak, weak and wk > 0,
        max(0, more) if weak else 0, wk, bk, wm, bm, wk if more >= 2 else 0)]


def solve(matrix, right):
    n = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(n):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def fit(samples):
    """samples: (features, entries, value). Returns the coefficients of log(value)."""
    n = len(samples[0][0])
    matrix = [[1e-3 if i == j else 0.0 for j in range(n)] for i in range(n)]
    right = [0.0] * n
    for x, entries, value in samples:
        weight = math.log(entries) - 9
        for i in range(n):
            right[i] += weight * x[i] * math.log(value)
            for j in range(n):
                matrix[i][j] += weight * x[i] * x[j]
    return solve(matrix, right)


def predict(coefficients, x):
    return math.exp(sum(a * b for a, b in zip(coefficients, x)))


def classes_of(path):
    eight = pathlib.Path(path).parent.name not in TEN
    for line in open(path):
        entry = json.loads(line)
        if entry["entries"] < LEAST_ENTRIES or entry.get("restored_entries", 0) > entry["entries"] // 50:
            continue
        tables = {t["metric"]: t["bits_per_entry"] for t in entry["tables"]}
        yield features(eight, entry["material"]), entry["entries"], 1e9 * entry["cpu_seconds"] / entry["entries"], tables


def show(name, samples_of_logs):
    samples = [s for log in samples_of_logs.values() for s in log]
    if not samples:
        return None
    coefficients = fit(samples)
    print(f"// {name}\n{{" + ", ".join(f"{c:.3f}" for c in coefficients) + "},")
    for path, log in samples_of_logs.items():
        if log:
            real = sum(e * v for _, e, v in log)
            print(f"//   {path}: {sum(e * predict(coefficients, x) for x, e, _ in log) / real:.3f} of what was")
    return coefficients


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("logs", nargs="+")
    logs = {path: list(classes_of(path)) for path in parser.parse_args().logs}
    conversion = show("nanoseconds, conversion", {
        path: [(x, e, ns) for x, e, ns, tables in log if "dtw" not in tables] for path, log in logs.items()})
    show("nanoseconds, distance", {
        path: [(x, e, max(10.0, ns - predict(conversion, x))) for x, e, ns, tables in log if "dtw" in tables]
        for path, log in logs.items()})
    for metric in ("wdl", "dtc", "dtw"):
        show(f"bits, {metric}", {path: [(x, e, tables[metric]) for x, e, _, tables in log if metric in tables]
                                 for path, log in logs.items()})


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""`lunette serve` as its clients see it: every route and error, held to the OpenAPI document that it serves; values
against values.tsv, longest.tsv and kingsrow.tsv of tests/data, and against `lunette probe` of the same positions."""

import json
import math
import re
import tempfile

from openapi import Description
from program import BOARDS, Program, parser
from random_positions import classes, random_fens
from reference import pieces_of_fen, rows
from serve_protocol import check_limits, check_log, check_protocol
from service import Service, address
from tally import Tally

PAGE = {"Access-Control-Allow-Origin": "*", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer"}
SIGNS = {"win": 2, "cursed-win": 1, "draw": 0, "blessed-loss": -1, "loss": -2}


class Checker:
    def __init__(self, service, program, options, tally):
        self.service, self.program, self.options, self.tally = service, program, options, tally
        self.description = Description(service.get("/openapi.json").json())

    def described(self, method, path, answer, where):
        """What every answer of the interface has."""
        for fault in self.description.faults(method, path, answer):
            self.tally.check(False, f"{where}: {fault}")
        for name, value in PAGE.items():
            self.tally.equal(f"{where}: {name}", value, answer.header(name))
        return answer

    def get(self, path, status=200, code=None, **parameters):
        answer = self.service.get(path, **parameters)
        where = f"GET {address(path, **parameters)}"
        if self.tally.equal(f"{where}: status", status, answer.status) and code is not None:
            self.tally.equal(f"{where}: code", code, answer.code())
        return self.described("GET", path, answer, where)

    def post(self, path, body, status=200, code=None, headers=()):
        answer = self.service.ask("POST", path, headers, body)
        where = f"POST {path} {str(body)[:60]}"
        if self.tally.equal(f"{where}: status", status, answer.status) and code is not None:
            self.tally.equal(f"{where}: code", code, answer.code())
        return self.described("POST", path, answer, where)


def same_fields(expected, found):
    """Whether everything in `expected` is in `found`; moves one by one in their order."""
    if isinstance(expected, dict):
        return isinstance(found, dict) and all(key in found and same_fields(expected[key], found[key]) for key in expected)
    if isinstance(expected, list):
        return len(expected) == len(found) and all(map(same_fields, expected, found))
    return expected == found


def check_references(checker, rules, pieces):
    wanted = [(name, row[1], row[2], row[3] if name != "kingsrow.tsv" else None)
              for name in ("values.tsv", "longest.tsv", "kingsrow.tsv") for row in rows(name)
              if row[0] == rules and pieces_of_fen(row[1]) <= pieces]
    for start in range(0, len(wanted), 256):
        part = wanted[start:start + 256]
        answer = checker.post(f"/api/v1/{rules}", {"positions": [fen for _, fen, _, _ in part]})
        for (name, fen, wdl, dtw), found in zip(part, answer.json()["results"], strict=True):
            checker.tally.equal(f"{name} {rules} {fen}", wdl, found.get("category"))
            if dtw is not None:
                checker.tally.equal(f"{name} {rules} {fen}: dtw", None if dtw == "-" else int(dtw), found.get("dtw"))
    return len(wanted)


def check_against_probe(checker, rules, pieces):
    materials = [name for number in range(2, pieces + 1) for name in classes(number)]
    fens = random_fens(rules, materials, 200, seed=1) + ["nonsense", "W:W1:BK32", "W:WK1:BK1", "?:WK1:BK5"]
    expected = checker.program.probe(rules, checker.options.tables, fens)
    batch = checker.post(f"/api/v1/{rules}", {"positions": fens}).json()["results"]
    for fen, one, other in zip(fens, expected, batch, strict=True):
        checker.tally.check(same_fields(one, other), f"{rules} {fen}: probe says {one}, the service {other}")
    captures = sum(1 for answer in expected if answer.get("moves") and answer["moves"][0]["captures"])
    checker.tally.check(captures >= 50, f"{rules}: only {captures} of {len(fens)} positions with captures")
    for fen, one in list(zip(fens, expected, strict=True))[:12]:
        single = checker.get(f"/api/v1/{rules}", fen=fen).json()
        checker.tally.check(same_fields(one, single), f"{rules} {fen}: probe says {one}, GET {single}")
        moves = checker.get(f"/api/v1/{rules}/moves", fen=fen).json()["moves"]
        checker.tally.equal(f"{rules} {fen}: moves and ranked moves", sorted(move["uci"] for move in single["moves"]),
                            sorted(move["uci"] for move in moves))
        line = checker.program.json("line", "--rules", rules, "--tables", checker.options.tables, "--json", fen)[0]
        found = checker.get(f"/api/v1/{rules}/mainline", fen=fen).json()
        checker.tally.check(same_fields(line, found), f"{rules} {fen}: line says {line}, mainline {found}")


def check_counts(checker):
    """rules.md: W:WK4,K7,K11:BK21 is won in 25 plies, within 13 moves only if none of them is made yet."""
    fen = "W:WK4,K7,K11:BK21"
    for count, value in ((None, "win"), (0, "win"), (1, "cursed-win"), (12, "cursed-win")):
        given = {} if count is None else {"count": count}
        answer = checker.get("/api/v1/traditional", fen=fen, **given).json()
        checker.tally.equal(f"{fen} count {count}", (value, 25, count or 0), (answer["category"], answer["dtw"], answer["count"]))
    checker.get("/api/v1/traditional", 400, "bad_count", fen=fen, count=13)
    answer = checker.get("/api/v1/traditional", fen=fen, count=1, count_limit=20).json()
    checker.tally.equal("20 moves", "win", answer["category"])
    checker.get("/api/v1/traditional", 400, "bad_argument", fen=fen, count=-1)
    checker.get("/api/v1/traditional", 400, "bad_argument", fen=fen, lone="black")
    checker.get("/api/v1/traditional", 400, "bad_count", fen="W:W29:BK4", count=0)
    checker.get("/api/v1/traditional", 400, "bad_count", fen="W:WK29:BK3", count=3)
    checker.get("/api/v1/traditional", fen="W:WK29:BK3", count=3, lone="black")
    named = checker.get("/api/v1/traditional", fen="W:WK29:BK3", squares="algebraic").json()
    checker.tally.check(named["moves"][0]["san"].startswith("a1"), f"algebraic names: {named['moves'][0]}")


def check_classes(checker, rules):
    for path, arguments in (("stats", ("stats",)), ("diagonal", ("diagonal",))):
        printed = checker.program.json(*arguments, "--rules", rules, "--tables", checker.options.tables, "--json")
        checker.tally.equal(f"{rules} {path}", printed[0], checker.get(f"/api/v1/{rules}/{path}").json())
    statistics = checker.get(f"/api/v1/{rules}/stats").json()["tables"]
    for name in ("KKvK", "MvM", "KvKK"):
        answer = checker.get(f"/api/v1/{rules}/stats/{name}").json()
        checker.tally.check(all(row in statistics for row in answer["tables"]), f"{rules} {name}: other rows than /stats")
        for histogram in answer["histograms"]:
            row = next(row for row in answer["tables"] if row["side"] == histogram["side"])
            for bars, value in (("wins", "win"), ("losses", "loss")):
                checker.tally.equal(f"{rules} {name} {histogram['metric']} {bars}", row[value],
                                    sum(number for _, number in histogram[bars]) if histogram["metric"] == "dtw" else row[value])
                longest = row[f"max_{histogram['metric']}_{value}"]
                checker.tally.equal(f"{rules} {name} {histogram['metric']}: longest {value}", longest,
                                    histogram[bars][-1][0] if histogram[bars] else None)
    checker.get(f"/api/v1/{rules}/stats/KvQ", 400, "bad_material")
    checker.get(f"/api/v1/{rules}/stats/KKKKvKKKK", 404)


def check_map(checker, rules, limit):
    """Against single probes, for one row of squares."""
    answer = checker.get(f"/api/v1/{rules}/diagonal/squares", strong="K4,K7,11", side="strong").json()
    checker.tally.equal(f"{rules} map: limit", limit, answer["limit"])
    words = {"win": "strong win", "cursed-win": "cursed win", "draw": "draw", "blessed-loss": "draw", "loss": "lone win"}
    for entry in answer["squares"][::6]:
        counts = range(limit) if limit else [None]
        positions = [entry["fen"] if count is None else {"fen": entry["fen"], "count": count} for count in counts]
        results = checker.post(f"/api/v1/{rules}", {"positions": positions}).json()["results"]
        checker.tally.equal(f"{rules} map: {entry['fen']}", [words[result["category"]] for result in results], entry["results"])
    checker.get(f"/api/v1/{rules}/diagonal/squares", 400, "bad_argument")
    checker.get(f"/api/v1/{rules}/diagonal/squares", 400, "bad_argument", strong="4,4")
    checker.get(f"/api/v1/{rules}/diagonal/squares", 400, "bad_argument", strong="4,7", side="white")


def check_lidraughts(checker, pieces):
    fens = random_fens("international", [name for number in range(2, pieces + 1) for name in classes(number)], 40, seed=2)
    for fen, probe in zip(fens, checker.program.probe("international", checker.options.tables, fens), strict=True):
        answer = checker.get("/lidraughts/standard", fen=fen + ":H0:F1").json()
        expected = [numbers(probe)] + [dict(numbers(move), san=f"{move['from']}{'x' if move['captures'] else '-'}{move['to']}",
                                            zeroing=move["conversion"]) for move in probe["moves"]]
        found = [answer, *answer["moves"]]
        checker.tally.check(same_fields(expected, found), f"lidraughts {fen}: expected {expected}, found {found}")
    checker.get("/lidraughts/standard", 400, "bad_fen", fen="W:Wx")
    checker.get("/lidraughts/frisian", 404, "unknown_ruleset", fen=fens[0])
    blocked = checker.get("/lidraughts/standard", fen="W:W26:B17,21").json()
    checker.tally.check(blocked["moves"] == [] and blocked["variant_loss"], f"no move: {blocked}")


def numbers(values):
    """The signed numbers of an answer of ours."""
    sign = (SIGNS[values["wdl"]] > 0) - (SIGNS[values["wdl"]] < 0)
    return {"wdl": SIGNS[values["wdl"]], **{name: 0 if sign == 0 else sign * values[ours]
                                            for name, ours in (("dtz", "dtc"), ("dtm", "dtw"))}}


def check_errors(checker, rules):
    """Every refusal by its status and code; a bad FEN gets the reader's own words."""
    probe, fen = f"/api/v1/{rules}", "W:WK1:BK5"
    for bad in ("", "W", "W:W99:B1", "W:Wx:B1", "%s%n%x", "W:WK1:BK5:zz\x7f"):
        said = checker.program.json("probe", "--rules", rules, "--tables", checker.options.tables, "--json", bad,
                                    statuses=(2,))[0]["error"]
        found = checker.get(probe, 400, fen=bad).json()["error"]
        checker.tally.equal(f"FEN '{bad}'", said, found)
    checker.get(probe, 400, "illegal_position", fen="W:WK1:B")
    checker.get(probe, 400, "unknown_side", fen="?:WK1:BK5")
    checker.get(probe, 400, "bad_argument")
    checker.get(probe, 400, "bad_argument", fen=fen, cuont=1)
    checker.get(probe, 400, "bad_argument", fen=fen, count="1x")
    checker.get(probe, 400, "bad_argument", fen=fen, squares="roman")
    checker.get("/api/v1/chess", 404, "unknown_ruleset", fen=fen)
    missing = checker.get(probe, 404, fen="W:WK1,K2,K3,K4,20:BK9,K10,K25").json()
    checker.tally.check("KKKKMvKKK.wdl" in missing["error"]["message"] or missing["error"]["code"] == "not_covered",
                        f"missing table: {missing['error']}")
    checker.tally.check("KKKKMvKKK.wdl" in missing["missing"], f"missing tables: {missing['missing']}")
    checker.get("/api/v1/rulesets", 400, "bad_argument", full=1)
    answer = checker.service.get("/no/such")
    checker.tally.equal("/no/such", (404, "not_found"), (answer.status, answer.code()))
    for method in ("DELETE", "PUT", "PATCH", "TRACE"):
        answer = checker.service.ask(method, address(probe, fen=fen))
        checker.tally.equal(method, (405, "GET, HEAD, POST, OPTIONS"), (answer.status, answer.header("Allow")))
    answer = checker.service.ask("POST", "/api/v1", body={})
    checker.tally.equal("POST /api/v1", (405, "GET, HEAD, OPTIONS"), (answer.status, answer.header("Allow")))


def check_batches(checker, rules):
    path = f"/api/v1/{rules}"
    fen = "W:WK1:BK5"
    mixed = checker.post(path, {"positions": [fen, {"fen": fen}, {"fen": fen, "x": 1}, {"fen": []}, 7, None, [[[[[1]]]]], "W:W"]})
    kinds = [result.get("category") or result["error"]["code"] for result in mixed.json()["results"]]
    checker.tally.equal("a batch of everything", kinds[:2] * 1 + ["bad_argument"] * 5 + ["bad_fen"], kinds)
    checker.post(path, {"positions": []})
    checker.post(path, {"positions": [fen] * 256})
    checker.post(path, {"positions": [fen] * 257}, 413, "body_too_large")
    checker.post(path, {"positions": ["x" * 70_000]}, 413, "body_too_large")
    checker.post(path, {"position": []}, 400, "bad_argument")
    json_type = [("Content-Type", "application/json; charset=utf-8")]
    checker.post(path, b"{", 400, "bad_argument", json_type)
    checker.post(path, b"[" * 60_000, 400, "bad_argument", json_type)
    checker.post(path, b'{"positions":["\xff\xfe"]}', 400, "bad_argument", json_type)
    checker.post(path, b"{}", 415, "unsupported_media_type", [("Content-Type", "text/plain")])
    checker.post(path, b"{}", 415, "unsupported_media_type")
    checker.post("/api/v1/chess", {"positions": []}, 404, "unknown_ruleset")


def check_inventory(checker, tables):
    inventory = checker.get("/api/v1").json()
    outline = checker.get("/api/v1/rulesets").json()
    checker.tally.check(same_fields(outline["rulesets"], inventory["rulesets"]), "/api/v1 and /api/v1/rulesets differ")
    for ruleset in inventory["rulesets"]:
        checker.tally.equal(f"{ruleset['name']}: board", BOARDS[ruleset["name"]], ruleset["board"])
        path = f"{tables}/{ruleset['name']}/manifest.json"
        if not ruleset["tables"]:
            continue
        with open(path, encoding="utf-8") as manifest:
            text = manifest.read()
        listed = {metric["checksum"] for table in ruleset["tables"] for metric in table["metrics"]}
        checker.tally.check(all(checksum in text for checksum in listed), f"{path} has other checksums than /api/v1")
    return {ruleset["name"]: ruleset for ruleset in inventory["rulesets"]}


def check_metrics(checker):
    answer = checker.described("GET", "/metrics", checker.service.get("/metrics"), "/metrics")
    sample = re.compile(r'^lunette_\w+(\{\w+="[^"\\\n]*"(,\w+="[^"\\\n]*")*\})? (\d+(\.\d+)?([eE][-+]?\d+)?)$')
    kinds, names = {}, set()
    for line in answer.body.decode().splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            kinds[name] = kind
        elif not line.startswith("# HELP "):
            checker.tally.check(sample.match(line) and math.isfinite(float(line.rsplit(" ", 1)[1])), f"metrics: {line}")
            names.add(re.sub(r"_(bucket|sum|count)$", "", line.partition("{")[0].partition(" ")[0]))
    checker.tally.equal("metrics: declared and there", set(kinds), names)
    checker.tally.check('lunette_requests_total{route="probe",status="200"}' in answer.body.decode(), "no probes counted")
    checker.tally.check("histogram" in kinds.values(), "no times")


def main():
    arguments = parser(__doc__)
    options = arguments.parse_args()
    program, tally = Program(options.lunette), Tally()
    with tempfile.NamedTemporaryFile(mode="r", encoding="utf-8") as log, \
            Service(program, options.tables, "--access-log", log.name) as service:
        checker = Checker(service, program, options, tally)
        for fault in checker.description.own_faults():
            tally.check(False, f"openapi.json: {fault}")
        inventory = check_inventory(checker, options.tables)
        for rules in options.rules:
            pieces = inventory[rules]["max_pieces"]
            compared = check_references(checker, rules, pieces)
            check_against_probe(checker, rules, pieces)
            check_classes(checker, rules)
            print(f"{rules}: to {pieces} pieces, {compared} positions of the reference", flush=True)
        if "traditional" in options.rules and inventory["traditional"]["max_pieces"] >= 4:
            check_counts(checker)
            check_map(checker, "traditional", 13)
        if "international" in options.rules:
            check_lidraughts(checker, inventory["international"]["max_pieces"])
            check_map(checker, "international", None)
        check_errors(checker, options.rules[0])
        check_batches(checker, options.rules[0])
        check_protocol(service, tally, options.rules[0])
        described = checker.service.get("/healthz")
        checker.described("GET", "/healthz", described, "/healthz")
        tally.equal("/healthz", {"status": "ok"}, json.loads(described.body))
        check_metrics(checker)
        tally.equal("exit status after SIGTERM", 0, service.stop())
        check_log(log, tally)
        described_statuses = {(method, path, status) for method, path, status in checker.description.seen if status == "200"}
        tally.equal("operations without an answer tried", set(), {
            (method, path) for path, item in checker.description.document["paths"].items() for method in item
            if method != "parameters"} - {(method, path) for method, path, _ in described_statuses} - {("get", "/openapi.json")})
    check_limits(program, options.tables, tally, options.rules[0])
    tally.close()


if __name__ == "__main__":
    main()

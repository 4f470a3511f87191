"""HTTP itself: connections, methods, caching, limits, the log."""

import json
import re
import socket
import time

from service import Service, address, message, read_answer

FEN = "W:WK1:BK5"
HOSTILE_AGENT = 'evil"\\ %s%n {0} \x01\xff\x7f'


def check_protocol(service, tally, rules):
    probe = address(f"/api/v1/{rules}", fen=FEN)
    check_caching(service, tally, probe)
    check_reading(service, tally, probe)
    check_connections(service, tally, probe)
    check_bodies(service, tally, rules)
    check_malformed(service, tally, probe)
    check_policies(service, tally)


def check_caching(service, tally, probe):
    first = service.ask("GET", probe)
    tag = first.header("ETag")
    tally.check(re.fullmatch(r'"[0-9a-f]{16}"', tag or ""), f"entity tag {tag}")
    tally.equal("values may be kept", "public, max-age=86400", first.header("Cache-Control"))
    tally.equal("the same again", first.body, service.ask("GET", probe).body)
    for given in (tag, f'"other", W/{tag}', "*"):
        again = service.ask("GET", probe, [("If-None-Match", given)])
        tally.equal(f"If-None-Match: {given}", (304, b"", tag), (again.status, again.body, again.header("ETag")))
    other = service.ask("GET", probe, [("If-None-Match", '"0000000000000000"')])
    tally.equal("another tag", (200, first.body), (other.status, other.body))
    refused = service.ask("GET", probe + "&x=1", [("If-None-Match", "*")])
    tally.equal("errors are not kept", (400, "no-store", None),
                (refused.status, refused.header("Cache-Control"), refused.header("ETag")))
    batch = service.ask("POST", probe.partition("?")[0], [("If-None-Match", "*")], {"positions": []})
    tally.equal("If-None-Match of a POST", 200, batch.status)


def check_reading(service, tally, probe):
    for target in (probe, "/healthz", "/metrics", "/no/such", "/openapi.json"):
        got, head = service.ask("GET", target), service.ask("HEAD", target)
        tally.equal(f"HEAD {target}", (got.status, got.header("Content-Type"), b""),
                    (head.status, head.header("Content-Type"), head.body))
        if target != "/metrics":
            tally.equal(f"HEAD {target}: length", len(got.body), int(head.header("Content-Length")))
    ahead = service.ask("OPTIONS", probe, [("Origin", "https://example.org"), ("Access-Control-Request-Method", "POST"),
                                           ("Access-Control-Request-Headers", "content-type")])
    tally.equal("preflight", (204, "*", b"", None), (ahead.status, ahead.header("Access-Control-Allow-Origin"), ahead.body,
                                                    ahead.header("Content-Length")))
    tally.check("POST" in ahead.header("Access-Control-Allow-Methods"), "a batch is not allowed to other origins")
    tally.check("Content-Type" in ahead.header("Access-Control-Allow-Headers"), "JSON is not allowed to other origins")
    whole = service.ask("GET", "http://example.org" + probe)
    tally.equal("absolute form", (200, service.ask("GET", probe).body), (whole.status, whole.body))


def check_connections(service, tally, probe):
    one = message("GET", probe)
    expected = service.ask("GET", probe).body
    with service.connect() as connection:
        stream = connection.makefile("rb")
        for turn in range(3):
            connection.sendall(one)
            answer = read_answer(stream)
            tally.equal(f"kept open, {turn}", (200, expected), (answer.status, answer.body))
        connection.sendall(one * 20)
        answers = [read_answer(stream) for _ in range(20)]
        tally.check(all(answer.body == expected for answer in answers), "pipelined answers differ")
        connection.sendall(message("GET", probe, [("Connection", "close")]))
        answer = read_answer(stream)
        tally.equal("the last one", ("close", None), (answer.header("Connection"), read_answer(stream)))
    mixed = message("GET", "/healthz") + message("GET", "/no/such") + message("HEAD", probe) + message("GET", "/healthz")
    with service.connect() as connection:
        connection.sendall(mixed)
        stream = connection.makefile("rb")
        statuses = [read_answer(stream, head=number == 2).status for number in range(4)]
    tally.equal("errors do not end a connection", [200, 404, 200, 200], statuses)
    for headers, kept in (([], None), ([("Connection", "keep-alive")], "keep-alive")):
        with service.connect() as connection:
            connection.sendall(message("GET", probe, headers, version="1.0", host=None) * (2 if kept else 1))
            stream = connection.makefile("rb")
            answer = read_answer(stream)
            tally.equal(f"HTTP/1.0 {headers}", ("HTTP/1.0", 200, kept, expected),
                        (answer.version, answer.status, answer.header("Connection"), answer.body))
            tally.equal(f"HTTP/1.0 {headers}: after it", kept is not None, read_answer(stream) is not None)


def check_bodies(service, tally, rules):
    path, body = f"/api/v1/{rules}", json.dumps({"positions": [FEN]}).encode()
    json_type = ("Content-Type", "application/json")
    expected = service.ask("POST", path, [json_type], body).body
    chunks = b"5\r\n" + body[:5] + b"\r\n" + f"{len(body) - 5:x};name=value\r\n".encode() + body[5:] + b"\r\n0\r\nTrailer: x\r\n\r\n"
    answer = service.ask("POST", path, [json_type, ("Transfer-Encoding", "chunked")], chunks)
    tally.equal("a body in chunks", (200, expected), (answer.status, answer.body))
    with service.connect() as connection:
        header = message("POST", path, [json_type, ("Content-Length", str(len(body))), ("Expect", "100-continue")])
        connection.sendall(header)
        stream = connection.makefile("rb")
        tally.equal("Expect: 100-continue", 100, read_answer(stream).status)
        connection.sendall(body)
        answer = read_answer(stream)
        tally.equal("after 100", (200, expected), (answer.status, answer.body))
        connection.sendall(message("POST", path, [json_type, ("Content-Length", "1000000"), ("Expect", "100-continue")]))
        tally.equal("too much is refused before it is sent", 413, read_answer(stream).status)
    for number in (65_537, 10_000_000):
        answer = service.ask("POST", path, [json_type, ("Content-Length", str(number))])
        tally.equal(f"a body of {number}", (413, "body_too_large", "close"),
                    (answer.status, answer.code(), answer.header("Connection")))
    long_chunk = b"20000\r\n" + b" " * 0x20000 + b"\r\n0\r\n\r\n"
    answer = service.ask("POST", path, [json_type, ("Transfer-Encoding", "chunked")], long_chunk)
    tally.equal("a long chunk", (413, "body_too_large"), (answer.status, answer.code()))


def check_malformed(service, tally, probe):
    """Each is refused, and what follows on the connection is not read: another server on the way may have seen another
    end of it."""
    get = f"GET {probe} HTTP/1.1\r\nHost: a\r\n"
    hidden = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n"
    cases = {
        "two lengths": get + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        "a list of lengths": get + "Content-Length: 1, 2\r\n\r\nx",
        "a signed length": get + "Content-Length: +1\r\n\r\nx",
        "a negative length": get + "Content-Length: -1\r\n\r\n",
        "a huge length": get + "Content-Length: 99999999999999999999999\r\n\r\n",
        "length and chunks": get + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "chunks and length": get + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
        "another coding": get + "Transfer-Encoding: identity\r\n\r\n",
        "a list of codings": get + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        "a coding like chunked": get + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "codings in two lines": get + "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "a chunk size that is none": get + "Transfer-Encoding: chunked\r\n\r\nzz\r\nxx\r\n0\r\n\r\n",
        "a huge chunk size": get + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nxx\r\n0\r\n\r\n",
        "a signed chunk size": get + "Transfer-Encoding: chunked\r\n\r\n-1\r\nxx\r\n0\r\n\r\n",
        "a coding in HTTP/1.0": f"POST {probe} HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "no host": f"GET {probe} HTTP/1.1\r\n\r\n",
        "two hosts": get + "Host: b\r\n\r\n",
        "a space before the colon": get + "Content-Length : 4\r\n\r\nabcd",
        "a header without a name": get + ": x\r\n\r\n",
        "a NUL in a header": get + "X: a\0b\r\n\r\n",
        "a bare CR in a header": get + "X: a\rb\r\n\r\n",
        "a space in the address": "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n",
        "no version": f"GET {probe}\r\nHost: a\r\n\r\n",
        "another version": f"GET {probe} HTTP/3.7\r\nHost: a\r\n\r\n",
        "another protocol": "SSH-2.0-OpenSSH_9.2\r\n\r\n",
        "a TLS hello": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + "\r\n\r\n",
        "nothing but lines": "\r\n" * 50,
    }
    for name, sent in cases.items():
        answers = service.exchange((sent + hidden).encode("latin-1"))
        statuses = [answer.status for answer in answers]
        tally.check(statuses in ([400], [413]), f"{name}: answered {statuses}")
        tally.check(all(answer.code() in ("bad_request", "body_too_large") for answer in answers), f"{name}: {answers[0].body}")
    bare = service.exchange(f"GET {probe} HTTP/1.1\nHost: a\n\n".encode())
    tally.check([answer.status for answer in bare] in ([], [400]), f"lines without CR: {[answer.status for answer in bare]}")
    answer = service.ask("GET", "/" + "a" * 4096)
    tally.equal("a long address", (414, "uri_too_long"), (answer.status, answer.code()))
    answer = service.ask("GET", "/" + "a" * 40_000)
    tally.equal("an address without an end", (414, "uri_too_long"), (answer.status, answer.code()))
    answer = service.ask("GET", "/", [("X", "a" * 20_000)])
    tally.equal("a long header", (431, "headers_too_large"), (answer.status, answer.code()))
    answer = service.ask("GET", "/", [(f"X-{number}", "a") for number in range(4000)])
    tally.equal("many headers", (431, "headers_too_large"), (answer.status, answer.code()))


def check_policies(service, tally):
    for target in ("/", "/diagonal", "/statistics"):
        page = service.get(target)
        if page.status == 404:  # a build without the page
            continue
        policy = page.header("Content-Security-Policy") or ""
        for rule in ("default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'none'"):
            tally.check(rule in policy, f"{target}: no {rule} in the content policy: {policy}")
        tally.check("unsafe" not in policy, f"{target}: {policy}")
        tally.equal(f"{target}: type", "text/html; charset=utf-8", page.header("Content-Type"))
    for target in ("/assets/../serve.cpp", "/assets/..%2f..%2fetc%2fpasswd", "//etc/passwd", "/assets/%2e%2e/openapi.json",
                   "/api/v1/..%2f..%2f/stats", "/api/v1/traditional/stats/..%2f..%2fmanifest.json", "/assets/", "/api//v1"):
        answer = service.get(target)
        tally.check(answer.status in (400, 404) and b"root:" not in answer.body, f"{target}: {answer.status}")
    for target in ("/%", "/%zz", "/%0", "/%00", "/openapi.json%00", "/x?fen=%", "/x?fen=%00", "/x?a=1&a=2"):
        tally.equal(target, 400, service.get(target).status)
    service.get("/healthz?agent", [("User-Agent", HOSTILE_AGENT)])
    service.get("/no/" + "%25s%0a" * 200, [("User-Agent", HOSTILE_AGENT)])


def check_log(log, tally):
    """A JSON object a line, whatever came in."""
    seen = set()
    for line in log.read().split("\n")[:-1]:
        tally.check(all(" " <= character != "\x7f" for character in line), f"log: {line!r}")
        entry = json.loads(line)
        tally.check(list(entry) == ["time", "client", "method", "target", "route", "status", "bytes", "seconds", "agent"]
                    and re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", entry["time"])
                    and entry["client"] == "127.0.0.1" and len(line) < 4000, f"log: {line}")
        seen.add((entry["route"], entry["status"]))
        if entry["status"] in (413, 414):
            tally.check(entry["status"] == 414 or entry["target"].startswith("/api/"), f"log of another request: {line}")
    for route, status in (("probe", 200), ("probe", 304), ("probe", 404), ("batch", 200), ("mainline", 200), ("unknown", 405),
                          ("refused", 400), ("refused", 413), ("refused", 431), ("server", 200), ("preflight", 204)):
        tally.check((route, status) in seen, f"log: nothing of route {route} with status {status}")


def check_limits(program, tables, tally, rules):
    probe = address(f"/api/v1/{rules}", fen=FEN)
    with Service(program, tables, "--rules", rules, "--rate-of-client", "5", "--batch", "2", "--behind-proxy") as service:
        answers = [service.ask("GET", probe) for _ in range(30)]
        limited = [answer for answer in answers if answer.status == 429]
        tally.check(10 <= sum(answer.status == 200 for answer in answers) < 30 and limited, "the rate of a client is not limited")
        tally.equal("429", ("rate_limited", "1", "*"), (limited[0].code(), limited[0].header("Retry-After"),
                                                        limited[0].header("Access-Control-Allow-Origin")))
        tally.equal("health is not limited", 200, service.get("/healthz").status)
        for forwarded in ([("X-Forwarded-For", "10.0.0.1")], [("X-Forwarded-For", "6.6.6.6, 10.0.0.2")]):
            tally.equal(f"another client {forwarded}", 200, service.ask("GET", probe, forwarded).status)
        # A client may say what it likes: the proxy's own word comes last.
        spoofed = [service.ask("GET", probe, [("X-Forwarded-For", f"7.7.7.{number}"), ("X-Forwarded-For", "10.0.0.3")]).status
                   for number in range(20)]
        tally.check(429 in spoofed, f"a client behind the proxy chooses its address: {spoofed}")
        time.sleep(1.1)
        tally.equal("after a while", 200, service.ask("GET", probe).status)
        time.sleep(0.5)
        answer = service.ask("POST", f"/api/v1/{rules}", body={"positions": [FEN] * 3})
        tally.equal("more than --batch", (413, "body_too_large"), (answer.status, answer.code()))
        answer = service.get("/api/v1/" + ("international" if rules != "international" else "traditional"), fen=FEN)
        tally.equal("a ruleset that is not served", (404, "unknown_ruleset"), (answer.status, answer.code()))
    with Service(program, tables, "--rules", rules, "--connections", "3", "--connections-of-client", "2") as service:
        held = [service.connect(), service.connect()]
        for connection in held:
            connection.sendall(message("GET", probe))
            tally.equal("one of few connections", 200, read_answer(connection.makefile("rb")).status)
        third = service.connect()
        answer = read_answer(third.makefile("rb"))
        tally.equal("a connection more than one client's", (429, "too_many_connections", "1"),
                    (answer.status, answer.code(), answer.header("Retry-After")))
        fourth = service.connect()
        answer = read_answer(fourth.makefile("rb"))
        tally.equal("a connection too many", (503, "too_many_connections", "1"),
                    (answer.status, answer.code(), answer.header("Retry-After")))
        for connection in [*held, third, fourth]:
            connection.close()
        deadline = time.monotonic() + 20
        while (status := status_of(service, probe)) != 200 and time.monotonic() < deadline:
            time.sleep(0.05)
        tally.equal("when they are gone", 200, status)


def status_of(service, target):
    """None where the connection is closed without a word."""
    try:
        answer = service.ask("GET", target)
    except (ConnectionError, socket.timeout):
        return None
    return answer.status if answer else None

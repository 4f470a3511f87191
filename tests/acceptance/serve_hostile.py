#!/usr/bin/env python3
"""`lunette serve` among clients who mean it harm: slow, many, silent, endless; without descriptors, with a full disk, told
to stop in the middle of an answer. After each the service answers as before."""

import random
import re
import resource
import signal
import socket
import subprocess
import threading
import time

from program import Program, parser
from random_positions import classes, random_fens
from serve_protocol import status_of
from service import Service, address, message, read_answer
from tally import Tally

FEN = "W:WK1:BK5"


class Attack:
    def __init__(self, program, options, tally):
        self.program, self.options, self.tally = program, options, tally
        self.rules = options.rules[0]
        self.probe = address(f"/api/v1/{self.rules}", fen=FEN)

    def service(self, *arguments, **rest):
        return Service(self.program, self.options.tables, "--rules", self.rules, *arguments, **rest)

    def still_answers(self, service, after):
        started = time.monotonic()
        answer = service.ask("GET", self.probe)
        self.tally.equal(f"after {after}", 200, answer.status)
        self.tally.check(time.monotonic() - started < 5, f"after {after}: an answer takes {time.monotonic() - started:.1f} s")

    def slow_clients(self):
        """A byte every fifth of a second: the deadline is of the whole header, or body, and not of each byte."""
        header = message("GET", self.probe)
        body = b"x" * 200
        posted = message("POST", f"/api/v1/{self.rules}", [("Content-Type", "application/json"), ("Content-Length", "200")])
        with self.service() as service:
            slow = [service.connect() for _ in range(40)]
            for connection in slow[20:]:
                connection.sendall(posted)
            started, closed, at = time.monotonic(), {}, 0
            while len(closed) < len(slow) and time.monotonic() - started < 20:
                for number, connection in enumerate(slow):
                    if number not in closed and not send(connection, (header if number < 20 else body)[at % 40:at % 40 + 1]):
                        closed[number] = time.monotonic() - started
                at += 1
                if at % 10 == 0:
                    self.still_answers(service, "bytes from slow clients")
                time.sleep(0.2)
            self.tally.equal("slow clients that are cut off", len(slow), len(closed))
            self.tally.check(all(9 < seconds < 14 for seconds in closed.values()), f"cut off after {sorted(closed.values())}")
            self.tally.check(b"lunette_connections_timed_out_total 40\n" in service.get("/metrics").body, "not counted")

    def silent_readers(self):
        """They ask without end and never read: the server keeps one answer of each, not all."""
        with self.service("--connections", "300") as service:
            before = service.resident_bytes()
            silent = []
            for _ in range(100):
                connection = service.connect()
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                connection.settimeout(0.2)
                try:
                    connection.sendall(message("GET", "/api/v1") * 500)
                except socket.timeout:
                    pass
                silent.append(connection)
            self.still_answers(service, "clients who do not read")
            grown = service.resident_bytes() - before
            self.tally.check(grown < 100 << 20, f"{grown} bytes more for clients who do not read")
            for connection in silent:
                connection.close()

    def idle_connections(self):
        with self.service("--connections", "1000") as service:
            idle, refused = [], 0
            for _ in range(2500):
                idle.append(service.connect())
            time.sleep(1)
            for connection in idle:
                connection.setblocking(False)
                try:
                    refused += b" 503 " in connection.recv(100) or True
                except BlockingIOError:
                    pass
            self.tally.equal("idle connections beyond the limit, refused", 1500, refused)
            for connection in idle:
                connection.close()
            self.wait_for(service, "2500 idle connections")

    def wait_for(self, service, after, seconds=20):
        deadline = time.monotonic() + seconds
        while (status := status_of(service, self.probe)) != 200 and time.monotonic() < deadline:
            time.sleep(0.1)
        self.tally.equal(f"after {after}", 200, status)

    def vanishing_clients(self):
        batch = {"positions": random_fens(self.rules, classes(3), 256, seed=3)}
        asked = [message("GET", "/api/v1"), message("POST", f"/api/v1/{self.rules}", body=batch), message("GET", self.probe)[:30],
                 message("GET", address(f"/api/v1/{self.rules}/mainline", fen=FEN))]
        with self.service() as service:
            for turn in range(200):
                connection = service.connect()
                # Closed with RST at once, or after the first bytes.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                connection.sendall(asked[turn % len(asked)])
                if turn % 3 == 0 and turn % len(asked) != 2:  # the one that is no whole request
                    connection.recv(10)
                connection.close()
            self.wait_for(service, "clients who vanish")
            # Its own question is one; the one before may still be closing.
            deadline = time.monotonic() + 10
            while not (alone := b"lunette_connections 1\n" in service.get("/metrics").body) and time.monotonic() < deadline:
                time.sleep(0.1)
            self.tally.check(alone, "connections of vanished clients are kept")

    def garbage(self):
        chooser = random.Random(4)
        with self.service() as service:
            for _ in range(300):
                sent = chooser.randbytes(chooser.randrange(1, 3000))
                if chooser.randrange(2):
                    sent = message("GET", self.probe)[:chooser.randrange(4, 60)] + sent
                statuses = []
                try:
                    statuses = [answer.status for answer in service.exchange(sent)]
                except ConnectionError:
                    pass
                self.tally.check(all(400 <= status < 500 for status in statuses), f"garbage {sent[:40]!r}: {statuses}")
            for text in ("%s%s%s%n%n", "{}{0:99999999}", "$(reboot)", "`id`", "';--", "../../etc/passwd", "\xff\xfe", "W:" + "W" * 3000):
                for name in ("fen", "count", "lone", "squares", "count_limit", text[:200]):
                    answer = service.get(f"/api/v1/{self.rules}", **{"fen": FEN, name: text})
                    self.tally.check(answer.status == 400 and len(answer.body) < 10_000 and answer.json()["error"]["message"],
                                     f"{name}={text[:20]}: {answer.status} {answer.body[:200]}")
                answer = service.ask("POST", f"/api/v1/{self.rules}", body={"positions": [text, {"fen": text, text: text}]})
                self.tally.equal(f"batch of {text[:20]}", 200, answer.status)
            self.still_answers(service, "garbage")

    def many_long_answers(self):
        batch = {"positions": random_fens(self.rules, classes(3), 256, seed=5)}
        sent = message("POST", f"/api/v1/{self.rules}", body=batch)
        with self.service() as service:
            waiting = [service.connect() for _ in range(300)]
            for connection in waiting:
                connection.sendall(sent)
            self.still_answers(service, "300 batches")
            answers = [read_answer(connection.makefile("rb")) for connection in waiting]
            kinds = {(answer.status, answer.code(), answer.header("Retry-After")) for answer in answers}
            self.tally.equal("300 batches", {(200, None, None), (503, "busy", "1")}, kinds)

    def no_descriptors(self):
        """48 in all: the others wait, those who are served go on, and tables opened later are found."""
        with self.service(prefix=("prlimit", "--nofile=48:48")) as service:
            held = [service.connect() for _ in range(100)]
            time.sleep(0.5)
            held[0].sendall(message("GET", self.probe))
            answer = read_answer(held[0].makefile("rb"))
            self.tally.check(answer.status in (200, 500, 503), f"without descriptors: {answer.status}")
            for connection in held:
                connection.close()
            self.wait_for(service, "no descriptors")
            self.tally.check(service.process.poll() is None, "it ended for want of descriptors")
            started = service.cpu_seconds()
            time.sleep(1)
            self.tally.check(service.cpu_seconds() - started < 0.5, "it is busy with nothing to do")

    def stopping(self):
        """SIGTERM while answers are made and written: they are finished, new connections are refused, exit status 0."""
        batch = {"positions": random_fens(self.rules, classes(3), 256, seed=6)}
        with self.service() as service:
            stream, idle = service.connect(), service.connect()
            stream.sendall(message("POST", f"/api/v1/{self.rules}", body=batch) * 2)
            reader = stream.makefile("rb")
            time.sleep(0.05)
            service.process.send_signal(signal.SIGTERM)
            answer = read_answer(reader)
            self.tally.check(answer is not None and answer.status == 200 and len(answer.json()["results"]) == 256,
                             "an answer under way when told to stop is lost")
            self.tally.check(answer is not None and answer.header("Connection") in ("close", None), "kept while stopping")
            self.tally.equal("an idle connection when told to stop", b"", idle.recv(1))
            self.tally.equal("exit status", 0, service.process.wait(timeout=20))
            self.tally.check(service.said().endswith("lunette serve: stopped\n"), service.said())
            self.tally.equal("a new connection", True, is_refused(service))

    def stopping_at_once(self):
        """A client that never takes its answer holds a stop up; a second signal does not wait for it."""
        with self.service() as service:
            silent = service.connect()
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            silent.settimeout(1)
            try:
                silent.sendall(message("GET", "/api/v1") * 2000)
            except socket.timeout:
                pass
            before = -1
            while before != (before := bytes_answered(service)):
                time.sleep(0.5)
            service.process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
            held_up = service.process.poll() is None
            service.process.send_signal(signal.SIGTERM)
            self.tally.check(service.process.wait(timeout=5) in (0, -signal.SIGTERM), "the second signal")
            self.tally.check(held_up, "an answer that nobody takes does not hold a stop up")

    def stopping_with_a_queue(self):
        """What still waits when time is up holds connections whose server is gone."""
        batch = {"positions": random_fens(self.rules, classes(3), 256, seed=7)}
        with self.service() as service:
            waiting = [service.connect() for _ in range(60)]
            for connection in waiting:
                connection.sendall(message("POST", f"/api/v1/{self.rules}", body=batch))
            time.sleep(0.05)
            service.process.send_signal(signal.SIGTERM)
            status = service.process.wait(timeout=60)
            self.tally.equal("exit status with a queue", 0, status)

    def streams(self):
        """Closed standard streams, a log that cannot be written."""
        for closing in ("2>/dev/full", ">&- --access-log -", ">/dev/full --access-log -", "--access-log /dev/full"):
            redirection, _, logged = closing.partition("--access-log ")
            command = f'exec "$0" "$@" {redirection}'
            arguments = ["--access-log", logged] if logged else []
            if redirection.startswith("2>"):
                # The address is told to nobody: a fixed port.
                self.deaf(command, arguments)
                continue
            with self.service(*arguments, prefix=("sh", "-c", command)) as service:
                for _ in range(300):
                    self.tally.equal(closing, 200, service.ask("GET", self.probe).status)
                self.tally.equal(f"{closing}: exit status", 0, service.stop())

    def deaf(self, command, arguments):
        with socket.create_server(("127.0.0.1", 0)) as chosen:
            port = chosen.getsockname()[1]
        process = subprocess.Popen(["sh", "-c", command, *self.program.command(
            "serve", "--tables", self.options.tables, "--rules", self.rules, "--port", str(port), *arguments)])
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
                    connection.sendall(message("GET", self.probe))
                    self.tally.equal("without standard error", 200, read_answer(connection.makefile("rb")).status)
                break
            except ConnectionRefusedError:
                time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        self.tally.equal("without standard error: exit status", 0, process.wait(timeout=20))

    def readers_together(self):
        """Threads that ask at once get what one gets."""
        fens = random_fens(self.rules, classes(3), 60, seed=8)
        with self.service() as service:
            expected = [service.get(f"/api/v1/{self.rules}", fen=fen).body for fen in fens]
            different = []

            def ask():
                with service.connect() as connection:
                    stream = connection.makefile("rb")
                    for fen, body in zip(fens, expected, strict=True):
                        connection.sendall(message("GET", address(f"/api/v1/{self.rules}", fen=fen)))
                        if read_answer(stream).body != body:
                            different.append(fen)

            threads = [threading.Thread(target=ask) for _ in range(16)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.tally.equal("answers that differ among threads", [], different)


def send(connection, part):
    try:
        connection.sendall(part)
        connection.setblocking(False)
        try:
            return connection.recv(1) != b""
        except BlockingIOError:
            return True
        finally:
            connection.setblocking(True)
    except OSError:
        return False


def bytes_answered(service):
    return int(re.search(rb"lunette_response_bytes_total (\d+)", service.get("/metrics").body).group(1)) // 100_000


def is_refused(service):
    try:
        service.connect().close()
    except ConnectionRefusedError:
        return True
    return False


def main():
    arguments = parser(__doc__)
    arguments.add_argument("--only", nargs="+", help="of these names alone, such as slow_clients")
    options = arguments.parse_args()
    tally = Tally()
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    attack = Attack(Program(options.lunette), options, tally)
    names = [name for name, value in vars(Attack).items() if callable(value) and not name.startswith("_")
             and name not in ("service", "still_answers", "wait_for", "deaf")]
    for name in options.only or names:
        started, failed = time.monotonic(), tally.failed
        getattr(attack, name)()
        print(f"{name}: {'failed' if tally.failed > failed else 'passed'}, {time.monotonic() - started:.1f} s", flush=True)
    tally.close()


if __name__ == "__main__":
    main()

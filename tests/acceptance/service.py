"""Runs `lunette serve` and speaks HTTP with it byte by byte, so that tests see what a library would hide."""

import json
import os
import re
import signal
import socket
import subprocess
import tempfile
from urllib.parse import quote, urlencode


class Answer:
    def __init__(self, version, status, headers, body):
        self.version, self.status, self.headers, self.body = version, status, headers, body

    def header(self, name):
        """The one value of a header, or None."""
        values = [value for key, value in self.headers if key.lower() == name.lower()]
        if len(values) > 1:
            raise RuntimeError(f"header {name} {len(values)} times")
        return values[0] if values else None

    def json(self):
        return json.loads(self.body)

    def code(self):
        """The error's code, or None."""
        return self.json().get("error", {}).get("code") if self.body else None


def read_answer(stream, head=False):
    """The next answer of a connection; None where it ends before."""
    line = stream.readline()
    if not line:
        return None
    version, status, _ = line.decode("latin-1").split(" ", 2)
    headers = []
    while (line := stream.readline().rstrip(b"\r\n")):
        name, _, value = line.decode("latin-1").partition(":")
        headers.append((name, value.strip()))
    answer = Answer(version, int(status), headers, b"")
    length = int(answer.header("Content-Length") or 0)
    if not head and answer.status not in (204, 304) and answer.status >= 200:
        answer.body = stream.read(length)
        if len(answer.body) != length:
            raise RuntimeError(f"{len(answer.body)} bytes of a body of {length}")
    return answer


def message(method, target, headers=(), body=b"", version="1.1", host="test"):
    """A request as bytes. A body brings its Content-Length, a dictionary as body is JSON."""
    lines = list(headers)
    if isinstance(body, dict):
        body = json.dumps(body).encode()
        lines.append(("Content-Type", "application/json"))
    if body and not any(name.lower() in ("content-length", "transfer-encoding") for name, _ in lines):
        lines.append(("Content-Length", str(len(body))))
    if host is not None:
        lines.insert(0, ("Host", host))
    text = f"{method} {target} HTTP/{version}\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines) + "\r\n"
    return text.encode("latin-1") + body


def address(path, **parameters):
    """A path with its query, escaped."""
    return path + ("?" + urlencode(parameters, quote_via=quote, safe=":,") if parameters else "")


class Service:
    """A running server; `with Service(...) as service`. Further arguments are options of `lunette serve`."""

    def __init__(self, program, tables, *options, prefix=(), stdout=subprocess.DEVNULL):
        # A file and not a pipe: nobody reads while a test runs.
        self.errors = tempfile.TemporaryFile(mode="w+", encoding="utf-8")
        command = [*prefix, *program.command("serve", "--tables", tables, "--port", "0", *options)]
        self.process = subprocess.Popen(command, stdout=stdout, stderr=self.errors)
        self.url = self.await_url()
        host, _, port = self.url.removeprefix("http://").rpartition(":")
        self.place = (host.strip("[]"), int(port))

    def await_url(self):
        while True:
            found = re.search(r"http://\S+:\d+", self.said())
            if found:
                return found.group()
            try:
                self.process.wait(timeout=0.02)
            except subprocess.TimeoutExpired:
                continue
            raise RuntimeError(f"lunette serve ended with {self.process.returncode}: {self.said()}")

    def said(self):
        """What stands on its standard error so far."""
        with open(f"/proc/self/fd/{self.errors.fileno()}", encoding="utf-8") as again:
            return again.read()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self, seconds=30):
        """The exit status after SIGTERM."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def connect(self, seconds=30):
        return socket.create_connection(self.place, timeout=seconds)

    def exchange(self, sent, seconds=30):
        """Everything that comes back for these bytes, as answers, until the server closes."""
        with self.connect(seconds) as connection:
            connection.sendall(sent)
            connection.shutdown(socket.SHUT_WR)
            stream, answers = connection.makefile("rb"), []
            while (answer := read_answer(stream)) is not None:
                answers.append(answer)
            return answers

    def ask(self, method, target, headers=(), body=b"", **rest):
        """One answer, by a connection of its own."""
        with self.connect() as connection:
            connection.sendall(message(method, target, [*headers, ("Connection", "close")], body, **rest))
            return read_answer(connection.makefile("rb"), head=method == "HEAD")

    def get(self, path, headers=(), **parameters):
        return self.ask("GET", address(path, **parameters), headers)

    def resident_bytes(self, kind="VmRSS"):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(rf"{kind}:\s+(\d+) kB", status.read()).group(1)) * 1024

    def cpu_seconds(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

"""The files of a built set, as the file system sees them."""

import hashlib
import pathlib
import re

TABLE = re.compile(r"[KM]+v[KM]+\.(wdl|dtc|dtw)")


def files(directory):
    """All files below a directory by their path inside it."""
    root = pathlib.Path(directory)
    return {str(path.relative_to(root)): path for path in sorted(root.rglob("*")) if path.is_file()}


def tables(directory):
    """The finished tables below a directory by their path inside it."""
    return {name: path for name, path in files(directory).items() if TABLE.fullmatch(path.name)}


def digests(directory):
    """The SHA-256 of every file but the build log, the only one that tells times."""
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files(directory).items()
            if path.name != "build-log.jsonl"}


def differences(expected, found):
    """The names of the files whose digests differ, or that only one side has."""
    return sorted(name for name in expected.keys() | found.keys() if expected.get(name) != found.get(name))


def identities(directory):
    """What tells a table that was kept from one that was written again."""
    return {name: (path.stat().st_ino, path.stat().st_mtime_ns) for name, path in tables(directory).items()}

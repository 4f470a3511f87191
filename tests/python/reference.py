"""The reference truth in tests/data."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


def rows(name: str) -> Iterator[list[str]]:
    """The rows of a file without its heading, each a list of texts."""
    for line in (DATA / name).read_text(encoding="utf-8").splitlines()[1:]:
        if line.strip():
            yield line.split("\t")

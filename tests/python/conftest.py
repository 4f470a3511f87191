"""Tests of the installed Python package. --tables DIR (or LUNETTE_TABLES) has every class up to 4 pieces of traditional
and international, every metric: what .ci/full builds, or

    lunette build --rules traditional --pieces 4 --metrics wdl,dtc,dtw --tables DIR      (and international)
"""

from __future__ import annotations

import os
import pathlib
from collections.abc import Iterator

import pytest

import lunette

TABLES = pytest.StashKey[pathlib.Path]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--tables", default=os.environ.get("LUNETTE_TABLES"), help="sets up to 4 pieces, every metric")


def pytest_configure(config: pytest.Config) -> None:
    given = config.getoption("--tables")
    if not given or not pathlib.Path(given).is_dir():
        raise pytest.UsageError("--tables DIR or LUNETTE_TABLES must name a directory of tables")
    config.stash[TABLES] = pathlib.Path(given).resolve()


@pytest.fixture(scope="session")
def directory(pytestconfig: pytest.Config) -> pathlib.Path:
    return pytestconfig.stash[TABLES]


@pytest.fixture(scope="session")
def traditional(directory: pathlib.Path) -> Iterator[lunette.Tablebase]:
    with lunette.Tablebase(directory, rules="traditional") as tables:
        yield tables


@pytest.fixture(scope="session")
def international(directory: pathlib.Path) -> Iterator[lunette.Tablebase]:
    with lunette.Tablebase(directory, rules="international") as tables:
        yield tables

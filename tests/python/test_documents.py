"""The examples of probe/python/README.md, run as they stand."""

from __future__ import annotations

import doctest
import pathlib

import pytest

import lunette

README = pathlib.Path(__file__).resolve().parents[2] / "probe" / "python" / "README.md"


def test_readme(directory: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tables").mkdir()
    for rules in ("traditional", "international"):
        (tmp_path / "tables" / rules).symlink_to(directory / rules)
    monkeypatch.chdir(tmp_path)
    # Of five pieces the page has none: larger sets would answer where it shows a missing table.
    if (directory / "traditional" / "KKKvKK.wdl").exists():
        pytest.skip("these tables go beyond four pieces")
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.REPORT_NDIFF)
    assert result.attempted > 25 and result.failed == 0


def test_everything_public_says_what_it_is() -> None:
    silent = []
    for name in lunette.__all__:
        value = getattr(lunette, name)
        if not isinstance(value, type) or not value.__module__.startswith("lunette"):
            continue
        if not value.__doc__:
            silent.append(name)
        for member, attribute in vars(value).items():
            if not member.startswith("_") and callable(attribute) and not attribute.__doc__:
                silent.append(f"{name}.{member}")
    assert silent == []

#!/usr/bin/env python3
"""Man pages and shell completion, made from what the program itself says with --help.

    documents.py CHANGELOG DIRECTORY PROGRAM...

PROGRAM is `lunette`, with an emulator before it where it is of another processor. Writes man1/*.1.gz, bash/lunette,
zsh/_lunette, fish/lunette.fish, and changelog.gz. The same input gives the same bytes.
"""

import gzip
import pathlib
import re
import shutil
import sys

import completion
import manual
from program_help import read_program


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    data = text.encode()
    if path.suffix == ".gz":
        data = gzip.compress(data, 9, mtime=0)
    path.write_bytes(data)


def latest(changelog):
    """Version and date of the first entry, "## VERSION - YYYY-MM-DD"."""
    found = re.search(r"^## (\d\S*) - (\d{4}-\d\d-\d\d)$", changelog, re.MULTILINE)
    if not found:
        raise SystemExit("documents.py: the change log has no entry like '## VERSION - YYYY-MM-DD'")
    return found.groups()


def main(changelog_path, directory, *program):
    changelog = pathlib.Path(changelog_path).read_text(encoding="utf-8")
    version, date = latest(changelog)
    described = read_program(list(program))
    root = pathlib.Path(directory)
    shutil.rmtree(root, ignore_errors=True)  # a subcommand that is gone leaves no page
    for name, page in manual.pages(described, version, date):
        write(root / "man1" / f"{name}.1.gz", page)
    write(root / "bash" / "lunette", completion.bash(described))
    write(root / "zsh" / "_lunette", completion.zsh(described))
    write(root / "fish" / "lunette.fish", completion.fish(described))
    write(root / "changelog.gz", changelog)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])

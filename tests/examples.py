#!/usr/bin/env python3
"""Runs the examples as their page says, and compares what they print with it.

    examples.py ROOT LUNETTE DIR      DIR, made anew, is where the commands of docs/examples/README.md are run

Prints each difference and exits 1 if there is any. `docs.py ROOT refresh LUNETTE DIR docs/examples/README.md` writes the
page anew. The environment must lead to the installed library (pkg-config) and to the Python package.
"""

import difflib
import pathlib
import shutil
import sys

import docs


def main(arguments):
    if len(arguments) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    root, lunette, directory = (pathlib.Path(argument).resolve() for argument in arguments)
    shutil.rmtree(directory, ignore_errors=True)
    shutil.copytree(root / "docs" / "examples", directory / "examples")
    page = root / "docs" / "examples" / "README.md"
    printed = list(docs.refreshed(page, directory, lunette))
    differences = list(difflib.unified_diff(page.read_text(encoding="utf-8").splitlines(), printed,
                                            "docs/examples/README.md", "what was printed", lineterm=""))
    print("\n".join(differences))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

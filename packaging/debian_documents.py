#!/usr/bin/env python3
"""What a Debian package has to say of itself: copyright and changelog.Debian.gz.

    debian_documents.py CHANGELOG VERSION MAINTAINER DIRECTORY [LICENCE...]
"""

import datetime
import pathlib
import sys

from documents import latest, write

NO_LICENCE = """\
The source tree that this package was made from has no licence file: nobody is given permission to copy, change or
redistribute it by this package. It is for whoever may build it from the source.
"""


def copyright_text(holders, licences):
    texts = [pathlib.Path(licence).read_text(encoding="utf-8") for licence in licences] or [NO_LICENCE]
    return "\n".join(["Lunette: endgame tablebases for the draughts family with flying kings\n",
                      f"Copyright 2026 {holders}\n", *texts])


def debian_changelog(changelog, version, maintainer):
    upstream, date = latest(changelog)
    if version.rpartition("-")[0] != upstream:
        raise SystemExit(f"debian_documents.py: the change log begins with {upstream}, the package is {version}")
    day = datetime.datetime.fromisoformat(date + "T00:00:00+00:00")
    return (f"lunette ({version}) unstable; urgency=medium\n\n  * Version {upstream}: see changelog.gz.\n\n"
            f" -- {maintainer}  {day:%a, %d %b %Y %H:%M:%S %z}\n")


def main(changelog, version, maintainer, directory, *licences):
    changelog = pathlib.Path(changelog).read_text(encoding="utf-8")
    root = pathlib.Path(directory)
    write(root / "copyright", copyright_text(maintainer.partition(" <")[0], licences))
    write(root / "changelog.Debian.gz", debian_changelog(changelog, version, maintainer))


if __name__ == "__main__":
    if len(sys.argv) < 5:
        raise SystemExit(__doc__)
    main(*sys.argv[1:])

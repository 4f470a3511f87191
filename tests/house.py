#!/usr/bin/env python3
"""The rules of the house: what a floor may include, link, say and know.

    house.py ROOT layers       no floor includes or links one that stands above it
    house.py ROOT rulesets     no floor above rules/ compares with a ruleset's name
    house.py ROOT readme       the README shows the consumer's program as it is compiled
    house.py ROOT version      the change log begins with the project's version, and nothing else repeats it
    house.py ROOT symbols NM LIBRARY...   a library never prints or exits
    house.py ROOT exports NM LIBRARY      a shared library shows what the headers mark for export and nothing else

Prints one line for each fault and exits 1 if there is any.
"""

import pathlib
import re
import subprocess
import sys

FLOORS = ["rules", "index", "compress", "probe", "gen", "tools"]
SOURCES = {".cpp", ".hpp", ".h", ".c"}
# compress/ knows no moves: where a codec wants to know which entries have a capture, its caller hands it a mask.
NO_MOVES = {"index", "compress"}
MOVE_HEADERS = re.compile(r"lunette/rules/(movegen|generator|notation)\.hpp")
NO_THREADS = {"rules", "index", "compress", "probe"}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[">]', re.MULTILINE)
LINKED = re.compile(r"\b(?:lunette::|lunette_)(\w+)\b")
FORBIDDEN_SYMBOLS = re.compile(
    r"^(_?exit|_Exit|quick_exit|abort|raise|__assert_fail"
    r"|(__)?v?(f|d|s|sn|as)?printf(_chk)?|puts|fputs|putchar|fputc|putc|fwrite|perror"
    r"|_ZNS[oi]\w*|_ZStls\w*|_ZSt16__ostream_insert\w*|_ZSt4(cin|cout|cerr|clog)|_ZNSt8ios_base\w*"
    r"|_ZNSt7__cxx1118?\d*basic_\w*stream\w*)(@.*)?$")
MARKED = re.compile(r"\bLUNETTE_(?:EXPORT|API)\b[^;{(]*?\b(\w+)\s*[({]")


def sources_of(root, floor):
    return sorted(p for p in (root / floor).rglob("*") if p.suffix in SOURCES)


def floor_of_include(path, included, root):
    """The floor that an include leads to, or None for what is not ours."""
    found = re.match(r"lunette/(\w+)/", included)
    if found:
        # tools/ holds several small libraries, each with a folder of its own below lunette/.
        return found.group(1) if found.group(1) in FLOORS else "tools"
    target = (path.parent / included).resolve()
    if target.exists() and root in target.parents:
        return target.relative_to(root).parts[0]
    return None


def above(floor, other):
    return other not in FLOORS or FLOORS.index(other) > FLOORS.index(floor)


def layers(root):
    seen = 0
    for floor in FLOORS:
        for path in sources_of(root, floor):
            for included in INCLUDE.findall(path.read_text(encoding="utf-8")):
                seen += 1
                where = f"{path.relative_to(root)} includes {included}"
                other = floor_of_include(path, included, root)
                if other is not None and above(floor, other):
                    yield f"{where}: {floor}/ stands below {other}/"
                elif other not in (None, floor) and not included.startswith("lunette/"):
                    yield f"{where}: a private header of {other}/"
                if floor in NO_MOVES and MOVE_HEADERS.search(included):
                    yield f"{where}: {floor}/ knows no moves"
                if floor in NO_THREADS and re.match(r"(oneapi/)?tbb/", included):
                    yield f"{where}: {floor}/ does not depend on oneTBB"
        for path in sorted((root / floor).rglob("CMakeLists.txt")):
            for other in LINKED.findall(path.read_text(encoding="utf-8")):
                if other in FLOORS and above(floor, other):
                    yield f"{path.relative_to(root)} links {other}: {floor}/ stands below it"
    if seen == 0:
        yield f"no source files below {root}"


def rulesets(root):
    names = re.findall(r'\.name = "(\w+)"', (root / "rules/src/ruleset.cpp").read_text(encoding="utf-8"))
    if len(names) < 9:
        yield f"rules/src/ruleset.cpp: found {len(names)} ruleset names, expected at least 9"
        return
    literal = '"(?:' + "|".join(names) + ')"(?:sv)?'
    comparison = re.compile(rf"[=!]=\s*{literal}|{literal}\s*[=!]=|\b(?:starts_with|ends_with|compare|find)\(\s*{literal}")
    for floor in FLOORS[1:]:
        for path in sources_of(root, floor):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if comparison.search(line):
                    yield f"{path.relative_to(root)}:{number}: compares with a ruleset's name; ask one of its traits instead"


def readme(root):
    program = (root / "tests/consumer/main.cpp").read_text(encoding="utf-8").strip()
    text = (root / "README.md").read_text(encoding="utf-8") if (root / "README.md").exists() else ""
    if program not in text:
        yield "README.md does not hold tests/consumer/main.cpp as it stands"


def version(root):
    project = (root / "CMakeLists.txt").read_text(encoding="utf-8")
    found = re.search(r"^project\(lunette VERSION (\S+)", project, re.MULTILINE)
    if not found:
        yield "CMakeLists.txt: no project version"
        return
    entry = re.search(r"^## (\S+)", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if not entry or entry.group(1) != found.group(1):
        yield f"CHANGELOG.md begins with {entry.group(1) if entry else 'no entry'}, the project is {found.group(1)}"
    number = re.compile(rf"(?<![\d.]){re.escape(found.group(1))}(?![\d.])")
    endings = SOURCES | {".cmake", ".in", ".py", ".sh", ".txt"}
    folders = [root / folder for folder in [*FLOORS, "cmake", "packaging"]]
    for path in sorted(p for folder in folders for p in folder.rglob("*") if p.suffix in endings):
        for line_number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if number.search(line) and not line.lstrip().startswith(("/", "*", "#")):
                yield f"{path.relative_to(root)}:{line_number} repeats the version"


def listed(nm, *options):
    return subprocess.run([nm, *options], check=True, capture_output=True, text=True).stdout.splitlines()


def is_shared(library):
    return ".so" in pathlib.Path(library).name


def symbols(_root, nm, *libraries):
    for library in libraries:
        member = ""
        for line in listed(nm, *(["-D"] if is_shared(library) else []), "-u", library):
            if line.endswith(":"):
                member = f"({line[:-1]})"
            found = FORBIDDEN_SYMBOLS.match(line.split()[-1]) if line.strip() else None
            if found:
                yield f"{pathlib.Path(library).name}{member} refers to {found.group(1)}"


def exports(root, nm, library):
    marked = set()
    for header in sorted(p for p in root.rglob("include/**/*.h*") if p.relative_to(root).parts[0] in FLOORS):
        marked.update(MARKED.findall(header.read_text(encoding="utf-8")))
    shown = set()
    for line in listed(nm, "-D", "--defined-only", "-C", library):
        name = re.sub(r"[\[(].*", "", line.split(" ", 2)[2])
        parts = name.split("::")
        ours = parts[0] in ("lunette", "egdb_interface") or name.startswith("lunette_")
        if not ours or not marked.intersection(parts):
            yield f"{pathlib.Path(library).name} shows {line.split(' ', 2)[2]}"
        shown.update(parts)
    for name in sorted(marked - shown):
        if not name.startswith("__"):
            yield f"{pathlib.Path(library).name} hides {name}"


def main(arguments):
    if len(arguments) < 2 or arguments[1] not in ("layers", "rulesets", "readme", "version", "symbols", "exports"):
        print(__doc__, file=sys.stderr)
        return 2
    root = pathlib.Path(arguments[0]).resolve()
    check = {"layers": layers, "rulesets": rulesets, "readme": readme, "version": version,
             "symbols": symbols, "exports": exports}[arguments[1]]
    faults = list(check(root, *arguments[2:]))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

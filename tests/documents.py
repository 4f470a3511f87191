#!/usr/bin/env python3
"""The generated man pages and completion against the program that they were made from.

    documents.py manual DOCUMENTS PROGRAM...
    documents.py bash|zsh|fish DOCUMENTS PROGRAM...

Exits 1 after one line for each fault, 77 (skipped) where there is no such shell.
"""

import gzip
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HEADING = re.compile(r"(Options|Positionals|Subcommands|Examples?|Exit status):")
SEPARATOR = re.compile(r" {2,}|,(?=--)|\b(?:Needs|Excludes): | REQUIRED| \.\.\.")
# Told from the text of --help by other means than packaging/program_help.py, which the documents were made with.
OPTION = re.compile(r"(?<![\w-])--?[a-z][a-z-]*")


def run(*command, **settings):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120, **settings)


def output(*command, **settings):
    finished = run(*command, **settings)
    if finished.returncode != 0:
        raise SystemExit(f"{' '.join(command)}: exit status {finished.returncode}: {finished.stderr}")
    return finished.stdout


def block(text, title):
    found = re.search(rf"^{title}:\n((?:[ ].*\n|\n(?=[ ]))*)", text, re.MULTILINE)
    return found.group(1) if found else ""


def commands_of(program):
    return re.findall(r"^  (\S+)", block(output(*program, "--help"), "Subcommands"), re.MULTILINE)


def options_of(program, *command):
    names = [line[2:34] for line in block(output(*program, *command, "--help"), "Options").splitlines()]
    return sorted({option for name in names for option in OPTION.findall(re.sub(r" (Needs|Excludes):.*", "", name))})


def rulesets_of(program):
    return sorted(line.split()[0] for line in output(*program, "rulesets").splitlines()[1:] if line.strip())


def page_text(path):
    """The page without its markup and the differences of line breaks."""
    roff = gzip.decompress(path.read_bytes()).decode()
    marks = {"(aq": "'", "(ga": "`", "(ha": "^", "(ti": "~", "-": "-", "e": "\\"}
    text = re.sub(r"\\(\([a-z]{2}|[-e])", lambda found: marks[found.group(1)], re.sub(r"\\f[BIR]|\\&", "", roff))
    return " ".join(text.split())


def warnings(path):
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "MANROFFSEQ": "", "MANWIDTH": "80"}
    if shutil.which("man"):
        yield run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", str(path), env=environment).stderr
    if shutil.which("groff"):
        yield run("groff", "-ww", "-man", "-Tutf8", "-z", input=gzip.decompress(path.read_bytes()).decode()).stderr


def manual(documents, program):
    commands = commands_of(program)
    wanted = {"lunette", *(f"lunette-{command}" for command in commands)}
    there = {path.name.removesuffix(".1.gz") for path in (documents / "man1").iterdir()}
    yield from (f"{name}.1 is missing" for name in sorted(wanted - there))
    yield from (f"{name}.1 is of no subcommand" for name in sorted(there - wanted))
    if len(commands) < 5:
        yield f"lunette --help lists {len(commands)} subcommands"
    for command in ["", *commands]:
        path = documents / "man1" / f"lunette{command and '-'}{command}.1.gz"
        if not path.exists():
            continue
        text = page_text(path)
        said = output(*program, *command.split(), "--help")
        # Every word of the help, in its order, is somewhere in the page: options, descriptions, notes and examples.
        for line in said.splitlines():
            for piece in re.split(SEPARATOR, line.removeprefix("Usage: ").strip()):
                if " ".join(piece.split()) not in text and not HEADING.match(piece):
                    yield f"{path.name} does not say: {piece}"
        options = options_of(program, *command.split())
        yield from (f"{path.name} has not {option}" for option in options if option not in text)
        yield from (f"{path.name}: {warning}" for warning in warnings(path) if warning)


def completion(shell, documents, program, home):
    script = pathlib.Path(__file__).parent / f"completion.{shell}"
    start = {"bash": ["bash", "--norc"], "zsh": ["zsh", "-f"], "fish": ["fish", "--no-config"]}[shell]

    def offered(line):
        return output(*start, str(script), str(documents / shell), line, env=dict(os.environ, HOME=home)).split()

    def compare(line, expected):
        found = offered(line)
        if sorted(found) != sorted(expected):
            yield f"{line!r} offers {found}, expected {expected}"

    def without_flags(words):
        return [word for word in words if not word.startswith("-")]

    commands = commands_of(program)
    if sorted(without_flags(offered("lunette "))) != sorted(commands):
        yield f"subcommands: {offered('lunette ')}, expected {commands}"
    # One piece of code writes all of them, and zsh takes its time.
    for command in commands if shell == "bash" else ("build", commands[-1]):
        expected = [option for option in options_of(program, command) if option.startswith("--")]
        yield from compare(f"lunette {command} --", expected)
    yield from compare("lunette build --rules ", rulesets_of(program))
    yield from compare("lunette build --rules t", ["traditional"])
    yield from compare("lunette line --squares ", ["numeric", "algebraic"])
    yield from compare("lunette pack --metric ", ["wdl", "dtc", "dtw"])
    yield from compare("lunette build --pieces ", [])
    if shell == "bash":
        yield from compare("lunette build --rules=t", ["traditional"])
        yield from compare("lunette build --metrics wdl,d", ["wdl,dtc", "wdl,dtw"])
    directory = pathlib.Path(home) / "directory"
    (directory / "tables").mkdir(parents=True)
    (directory / "table.json").touch()
    both = {"tables", "table.json"}
    for line, expected in (("stats --rules pool --tables", {"tables"}), ("info", both), ("verify --against", both)):
        # Shells write a directory with or without its last slash, and the path or the name alone.
        names = {pathlib.PurePath(path).name for path in offered(f"lunette {line} {directory}/")}
        if names != expected:
            yield f"'lunette {line} DIRECTORY/' offers {sorted(names)}, expected {sorted(expected)}"


def main(check, documents, *program):
    documents = pathlib.Path(documents)
    if check != "manual" and not shutil.which(check):
        print(f"no {check} here")
        return 77
    with tempfile.TemporaryDirectory() as home:
        checked = manual(documents, program) if check == "manual" else completion(check, documents, program, home)
        faults = list(checked)
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

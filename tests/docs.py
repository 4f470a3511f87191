#!/usr/bin/env python3
"""The documents of the tree held to the tree.

    docs.py ROOT links               every relative link and image of a document leads to something, headings included
    docs.py ROOT commands LUNETTE    every command line of ours in a document is one that the program takes
    docs.py ROOT refresh LUNETTE DIR [DOCUMENT...]
                                     runs the commands of the documents' console blocks in DIR, document by document
                                     (without names: the guide in docs/), and puts what they print below them; DIR
                                     gets docs/examples as `examples`

The first two print a line for each fault and exit 1 if there is any; the third rewrites the documents.

A console block is fenced as `console`; its commands begin with "$ ", the lines below a command are its output: all
of standard output, and of standard error where the command fails.
"""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

# Where documents lie that are not the tree's: builds, tables, what tools leave behind.
FOREIGN = {"build", "b", "tables", "node_modules", "__pycache__"}
# In the order in which each may use the tables that those before it have built.
GUIDE = ["quick-start.md", "rulesets.md", "analysis.md", "ranking.md", "building.md", "faq.md"]

FENCE = re.compile(r"^(?P<indent>\s*)(?P<fence>```+|~~~+)\s*(?P<language>\w*)")
LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\((?P<target>[^()\s]+)(?:\s+\"[^\"]*\")?\)")
IMAGE = re.compile(r"<img\b[^>]*\bsrc=\"(?P<target>[^\"]+)\"")
HEADING = re.compile(r"^#{1,6}\s+(?P<text>.*?)\s*#*$")
ELSEWHERE = re.compile(r"^[a-z][a-z0-9+.-]*:", re.IGNORECASE)
PROMPT = "$ "
PLACEHOLDER = re.compile(r"^(\.\.\.|\[.*|<.*)$")
END_OF_COMMAND = {"|", ">", ">>", "<", "&&", "||", ";", "&"}


def documents(root):
    for folder, below, files in os.walk(root):
        below[:] = sorted(name for name in below if name not in FOREIGN and not name.startswith("."))
        for name in sorted(files):
            if name.endswith(".md"):
                yield pathlib.Path(folder) / name


def lines_of(document):
    """(line number, line, language) with the language of the fenced block that the line is in: None outside of one,
    "" in one without a language. The fences themselves are left out."""
    fence, language = None, None
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        found = FENCE.match(line)
        if fence is None and found:
            fence, language = found["fence"], found["language"]
        elif fence is not None and line.strip().startswith(fence) and not line.strip().strip(fence[0]):
            fence, language = None, None
        else:
            yield number, line, language


def anchors(document):
    """The names that forges give to headings."""
    names = set()
    for _, line, language in lines_of(document):
        found = HEADING.match(line) if language is None else None
        if not found:
            continue
        text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", found["text"]).replace("`", "")
        name = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        repeated = sum(1 for each in names if re.fullmatch(rf"{re.escape(name)}(-\d+)?", each))
        names.add(f"{name}-{repeated}" if repeated else name)
    return names


def links(root):
    seen = 0
    for document in documents(root):
        where = document.relative_to(root)
        for number, line, language in lines_of(document):
            if language is not None or line.startswith("    "):
                continue
            prose = re.sub(r"`[^`]*`", "``", line)
            for found in [*LINK.finditer(prose), *IMAGE.finditer(prose)]:
                target = found["target"]
                if ELSEWHERE.match(target):
                    continue
                seen += 1
                path, _, anchor = target.partition("#")
                leads_to = (document.parent / path).resolve() if path else document
                if not leads_to.exists():
                    yield f"{where}:{number}: {target} does not exist"
                elif anchor and leads_to.suffix == ".md" and anchor not in anchors(leads_to):
                    yield f"{where}:{number}: {target}: no such heading"
    if seen == 0:
        yield f"no links in the documents below {root}"


class Program:
    """What the program's own help says that it takes."""

    def __init__(self, path):
        self.path = path
        listed = re.search(r"^Subcommands:\n(.*?)\n\n", self.help(), re.DOTALL | re.MULTILINE)
        self.subcommands = set(re.findall(r"^  (\w[\w-]*)", listed.group(1), re.MULTILINE)) if listed else set()
        self.options = {}

    def help(self, *subcommand):
        return subprocess.run([self.path, *subcommand, "--help"], check=True, capture_output=True, text=True).stdout

    def options_of(self, subcommand):
        """Options by name, and whether each must be given."""
        if subcommand not in self.options:
            found = {}
            for line in self.help(subcommand).splitlines():
                option = re.match(r"^ {2,}((?:-\w,)?--[\w-]+)(.*)$", line)
                if not option:
                    continue
                required = bool(re.match(r"[^a-z]*\bREQUIRED\b", option.group(2)))
                for name in option.group(1).split(","):
                    found[name] = required
            self.options[subcommand] = found
        return self.options[subcommand]


def command_lines(document):
    """(line number, command line) for each line of code that begins with the program's name. Lines that end in a
    backslash go on."""
    begun, text = 0, ""
    for number, line, language in lines_of(document):
        is_code = language is not None or line.startswith("    ")
        code = line.strip() if is_code else ""
        if language == "console":
            code = code[len(PROMPT):] if code.startswith(PROMPT) else code if text else ""
        if not text and not code.startswith("lunette "):
            continue
        begun, text = begun if text else number, text + code
        if text.endswith("\\"):
            text = text[:-1] + " "
            continue
        yield begun, text
        text = ""


def words_of(command):
    lexer = shlex.shlex(command, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    lexer.commenters = "#"
    words = []
    for word in lexer:
        if word in END_OF_COMMAND:
            break
        words.append(word)
    return words


def faults_of(command, program):
    try:
        words = words_of(command)
    except ValueError as fault:
        yield str(fault)
        return
    given = [word.partition("=")[0] for word in words[1:] if re.match(r"--?[a-z]", word)]
    if len(words) < 2 or words[1].startswith("-") or PLACEHOLDER.match(words[1]):
        return
    subcommand = words[1]
    if subcommand.endswith(":"):  # a message of the program
        return
    if subcommand not in program.subcommands:
        yield f"no subcommand {subcommand}"
        return
    options = program.options_of(subcommand)
    for name in given:
        if name not in options:
            yield f"{subcommand} has no option {name}"
    if any(PLACEHOLDER.match(word) for word in words) or "--help" in given:
        return
    for name, required in options.items():
        if required and name not in given:
            yield f"{subcommand} needs {name}"


def commands(root, lunette):
    program = Program(lunette)
    if not program.subcommands:
        yield f"{lunette} --help names no subcommands"
        return
    seen = 0
    for document in documents(root):
        for number, command in command_lines(document):
            seen += 1
            for fault in faults_of(command, program):
                yield f"{document.relative_to(root)}:{number}: {command}: {fault}"
    if seen == 0:
        yield f"no command lines in the documents below {root}"


def output_of(command, directory, lunette):
    environment = dict(os.environ, PATH=f"{pathlib.Path(lunette).parent}{os.pathsep}{os.environ['PATH']}")
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=directory, env=environment, text=True,
                          capture_output=True, check=False)
    text = done.stdout + (done.stderr if done.returncode != 0 else "")
    return [line.rstrip() for line in text.rstrip("\n").splitlines()]


def refreshed(document, directory, lunette):
    """The document with the output of its console blocks as it is now."""
    inside, prompted = False, False
    for line in document.read_text(encoding="utf-8").splitlines():
        fence = FENCE.match(line)
        if fence:
            inside = not inside and fence["language"] == "console"
            prompted = False
            yield line
        elif not inside:
            yield line
        elif line.startswith(PROMPT):
            if prompted:
                yield ""
            yield line
            print(f"{document.name}: {line}", flush=True)
            prompted = True
            yield from output_of(line[len(PROMPT):], directory, lunette)


def refresh(root, lunette, directory, *names):
    lunette, directory = pathlib.Path(lunette).resolve(), pathlib.Path(directory)
    if lunette.name != "lunette":
        raise SystemExit(f"docs.py: {lunette}: the documents call the program lunette")
    directory.mkdir(parents=True, exist_ok=True)
    shutil.copytree(root / "docs" / "examples", directory / "examples", dirs_exist_ok=True)
    chosen = [pathlib.Path(name) for name in names] or [root / "docs" / name for name in GUIDE]
    for document in chosen:
        if document.exists():
            lines = list(refreshed(document, directory, lunette))
            document.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return []


def main(arguments):
    checks = {"links": (links, 2), "commands": (commands, 3), "refresh": (refresh, 4)}
    check, least = checks.get(arguments[1] if len(arguments) > 1 else "", (None, 0))
    if check is None or len(arguments) < least or (check is not refresh and len(arguments) > least):
        print(__doc__, file=sys.stderr)
        return 2
    root = pathlib.Path(arguments[0]).resolve()
    faults = list(check(root, *arguments[2:]))
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

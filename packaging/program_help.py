"""What `lunette --help` and `lunette COMMAND --help` say, taken apart."""

import dataclasses
import json
import re
import subprocess

# Words that stand for themselves as an option's value, wherever its description names two of them or more.
WORD_GROUPS = (("wdl", "dtc", "dtw"), ("white", "black"), ("numeric", "algebraic"))
FILES = re.compile("FILE|MANIFEST")


@dataclasses.dataclass
class Argument:
    """An option with its value, if it takes one, or a positional argument."""
    names: list
    value: str  # "RULESET", "DIR"; empty for a flag
    description: str
    required: bool = False
    repeated: bool = False
    remarks: str = ""  # "Needs: --count"
    words: list = dataclasses.field(default_factory=list)  # values to offer

    @property
    def kind(self):
        """What its value is completed by: words, directories, files, or nothing."""
        if self.words:
            return "words"
        return "directories" if self.value == "DIR" else "files" if FILES.match(self.value) else "nothing"


@dataclasses.dataclass
class Help:
    name: str  # "lunette" or "lunette build"
    summary: str
    usage: str
    positionals: list
    options: list
    commands: list  # (name, description)
    paragraphs: list  # of the footer: lists of lines


@dataclasses.dataclass
class Program:
    help: Help
    commands: dict  # name -> Help


def read_argument(names, description, rulesets):
    names, *remarks = re.split(r" (?=(?:Needs|Excludes):)", names)
    first, *rest = names.split()
    required = "REQUIRED" in rest
    repeated = "..." in rest
    value = " ".join(word for word in rest if word not in ("REQUIRED", "..."))
    if not first.startswith("-"):
        value = value or first
    words = rulesets if value == "RULESET" else []
    for group in WORD_GROUPS:
        named = [word for word in group if re.search(rf"\b{word}\b", description)]
        if value and first.startswith("-") and not words and len(named) > 1:
            words = named
    return Argument(first.split(","), value, description, required, repeated, ", ".join(remarks), words)


def read_section(lines):
    """The pairs of names and description of an indented list; a long name has its description on the next line."""
    pairs = []
    for line in lines:
        if line.startswith(" " * 8):
            names, description = pairs[-1]
            pairs[-1] = (names, f"{description} {line.strip()}".strip())
        else:
            names, *description = re.split(r" {2,}", line.strip(), maxsplit=1)
            pairs.append((names, description[0] if description else ""))
    return pairs


def read_help(name, text, rulesets):
    head, *blocks = [block.split("\n") for block in re.split(r"\n\n+", text.strip("\n"))]
    usage = re.sub(r"^Usage: *", "", head[-1])
    sections = {"positionals": [], "options": [], "subcommands": []}
    while blocks and blocks[0][0].rstrip(":").lower() in sections:
        title, *lines = blocks.pop(0)
        sections[title.rstrip(":").lower()] = read_section(lines)
    positionals, options = ([read_argument(*pair, rulesets) for pair in sections[title]]
                            for title in ("positionals", "options"))
    if not options:
        raise SystemExit(f"documents.py: no options in what {name} --help says")
    return Help(name, " ".join(head[:-1]), usage, positionals, options, sections["subcommands"], blocks)


def read_program(program):
    def output(*arguments):
        return subprocess.run([*program, *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout

    rulesets = [row["name"] for row in json.loads(output("rulesets", "--json"))]
    overview = read_help("lunette", output("--help"), rulesets)
    if not overview.commands:
        raise SystemExit("documents.py: no subcommands in what lunette --help says")
    return Program(overview, {name: read_help(f"lunette {name}", output(name, "--help"), rulesets)
                              for name, _ in overview.commands})

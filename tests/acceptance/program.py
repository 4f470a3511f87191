"""Runs `lunette` as a user does and reads its JSON."""

import argparse
import json
import pathlib
import subprocess

# rules.md: the board of each ruleset.
BOARDS = {"traditional": "8x8", "minor": "8x8", "polish": "10x10", "international": "10x10", "historical": "10x10",
          "german": "8x8", "brazilian": "8x8", "pool": "8x8", "russian": "8x8"}
RULESETS = list(BOARDS)


def documents(text):
    """The JSON documents that stand one after another in a text."""
    decoder = json.JSONDecoder()
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        document, at = decoder.raw_decode(text, at)
        yield document


class Program:
    def __init__(self, path):
        self.path = str(pathlib.Path(path).resolve())

    def command(self, *arguments):
        return [self.path, *map(str, arguments)]

    def run(self, *arguments, text=None):
        """The finished process, whatever its exit status; text goes to its standard input."""
        return subprocess.run(self.command(*arguments), input=text, capture_output=True, text=True, check=False)

    def json(self, *arguments, text=None, statuses=(0,)):
        """All JSON documents that it prints. Any other exit status than the expected ones is an error."""
        done = self.run(*arguments, text=text)
        if done.returncode not in statuses:
            raise RuntimeError(f"{' '.join(self.command(*arguments))}: exit status {done.returncode}\n{done.stderr}")
        return list(documents(done.stdout))

    def probe(self, rules, tables, fens, *options):
        """The answers to many positions, in their order; those without an answer hold an "error"."""
        answers = self.json("probe", "--rules", rules, "--tables", tables, "--json", *options, "-",
                            text="".join(fen + "\n" for fen in fens), statuses=(0, 2))
        if len(answers) != len(fens):
            raise RuntimeError(f"probe answered {len(answers)} of {len(fens)} positions")
        return answers


def parser(description, tables=True):
    """The arguments that every acceptance test takes."""
    arguments = argparse.ArgumentParser(description=description)
    arguments.add_argument("--lunette", required=True, help="the program")
    if tables:
        arguments.add_argument("--tables", required=True, help="the directory of a built set")
    arguments.add_argument("--rules", nargs="+", choices=RULESETS, default=RULESETS)
    return arguments

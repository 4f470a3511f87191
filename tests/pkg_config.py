#!/usr/bin/env python3
"""Builds the consumers with what pkg-config says of an installed Lunette, and runs them.

    pkg_config.py PREFIX shared|static CC CXX SOURCES TABLES

Exits 77 (skipped) for static where the system has no static C library.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

# tests/data/values.tsv: won in 3 plies.
FEN = "W:W8:BK29"
ANSWER = re.compile(r"win, dtc 1, dtw 3\n8-[34] +leaves loss, dtc \d+, dtw 2\n")
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def output(*command, env=None):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=env).stdout


def main(prefix, linkage, cc, cxx, sources, tables):
    pkg_config_file = next(pathlib.Path(prefix).rglob("pkgconfig/lunette.pc"))
    env = {**os.environ, "PKG_CONFIG_PATH": str(pkg_config_file.parent)}
    env["LD_LIBRARY_PATH"] = str(pkg_config_file.parent.parent)
    static = ["--static"] if linkage == "static" else []
    if static and not pathlib.Path(output(cc, "-print-file-name=libc.a").strip()).is_absolute():
        return 77
    flags = output("pkg-config", *static, "--cflags", "--libs", "lunette", env=env).split()
    if static:
        flags.append("-static")
    with tempfile.TemporaryDirectory() as directory:
        for compiler, standard, source in ((cc, "c99", "main.c"), (cxx, "c++20", "main.cpp")):
            program = f"{directory}/{source}.program"
            command = [compiler, f"-std={standard}", *WARNINGS, f"{sources}/{source}", "-o", program, *flags]
            print(*command)
            output(*command)
            answer = output(program, "pool", tables, FEN, env=env)
            print(answer)
            if not ANSWER.match(answer):
                print("not the answer that was expected")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""Completion for bash, zsh and fish: subcommands, options, and values that are words, directories or files."""

import re

HEAD = "# Completion of lunette, made from what it says with --help."


def words_of(described):
    return " ".join(name for option in described.options for name in option.names)


def file_arguments(described):
    return any(positional.kind == "files" for positional in described.positionals)


def bash_value(option):
    if option.kind == "words":
        return f'_lunette_{"list" if option.repeated else "words"} "{" ".join(option.words)}"'
    return {"directories": "_lunette_paths -d", "files": "_lunette_paths -f", "nothing": ":"}[option.kind]


def bash(program):
    cases = []
    for name, described in program.commands.items():
        values = [f"        {'|'.join(option.names)}) {bash_value(option)}; return ;;"
                  for option in described.options if option.value]
        rest = ["      [[ $current == -* ]] || { _lunette_paths -f; return; }"] if file_arguments(described) else []
        inner = ["      case $previous in", *values, "      esac"] if values else []
        cases += [f"    {name})", *inner, *rest, f'      _lunette_words "{words_of(described)}" ;;']
    return "\n".join([
        HEAD, r"""
_lunette_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
}

# Words with commas between them.
_lunette_list() {
  local before=
  [[ $current != *,* ]] || before=${current%,*},
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${current##*,}")
}

_lunette_paths() {
  mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
  compopt -o filenames 2>/dev/null
}

_lunette() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  # --rules=NAME arrives as three words.
  [[ $current != = ]] || current=
  [[ $previous != = ]] || previous=${COMP_WORDS[COMP_CWORD - 2]}
  if ((COMP_CWORD == 1)); then""",
        f'    _lunette_words "{" ".join(program.commands)} {words_of(program.help)}"',
        "    return", "  fi",
        "  case ${COMP_WORDS[1]} in", *cases, "  esac", "}", "", "complete -F _lunette lunette", ""])


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_text(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text)


def zsh_value(argument):
    if argument.kind == "words":
        words = " ".join(argument.words)
        return f"_values -s , {argument.value} {words}" if argument.repeated else f"({words})"
    return {"directories": "_files -/", "files": "_files", "nothing": ""}[argument.kind]


def zsh_positional(number, argument):
    place = "*" if argument.repeated else number
    return quoted(f"{place}:{zsh_text(argument.value)}:{zsh_value(argument)}")


def zsh_option(argument):
    text = zsh_text(argument.description)
    value = f":{zsh_text(argument.value)}:{zsh_value(argument)}" if argument.value else ""
    return [quoted(f"{'*' if argument.repeated else ''}{name}[{text}]{value}") for name in argument.names]


def zsh(program):
    lines = ["#compdef lunette", HEAD, "", "_lunette() {",
             "  local curcontext=$curcontext state line", "  local -a commands", "  commands=("]
    lines += [f"    {quoted(name + ':' + zsh_text(described.summary))}" for name, described in program.commands.items()]
    lines += ["  )", "  _arguments -C \\"]
    lines += [f"    {specification} \\" for option in program.help.options for specification in zsh_option(option)]
    lines += ["    '1:command:->command' '*::argument:->argument' && return", "  case $state in",
              "    command) _describe command commands ;;", "    argument)", "      case $line[1] in"]
    for name, described in program.commands.items():
        specifications = [specification for option in described.options for specification in zsh_option(option)]
        specifications += [zsh_positional(number, argument) for number, argument in enumerate(described.positionals, 1)]
        lines += [f"        {name})", "          _arguments \\",
                  " \\\n".join(f"            {one}" for one in specifications), "          ;;"]
    return "\n".join(lines + ["      esac", "      ;;", "  esac", "}", "", '_lunette "$@"', ""])


def fish_text(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_value(option):
    if option.kind == "words":
        words = " ".join(option.words)
        return f"-x -a {fish_text(f'(__fish_append , {words})' if option.repeated else words)}"
    return {"directories": "-x -a '(__fish_complete_directories)'", "files": "-r -F",
            "nothing": "-x" if option.value else ""}[option.kind]


def fish_option(option, condition):
    names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
    parts = ["complete -c lunette", condition, names, fish_value(option), "-d", fish_text(option.description)]
    return " ".join(part for part in parts if part)


def fish(program):
    lines = [HEAD, "complete -c lunette -f"]
    first = "-n __fish_use_subcommand"
    lines += [fish_option(option, first) for option in program.help.options]
    for name, described in program.commands.items():
        lines.append(f"complete -c lunette {first} -a {name} -d {fish_text(described.summary)}")
        seen = f"-n '__fish_seen_subcommand_from {name}'"
        lines += [fish_option(option, seen) for option in described.options]
        if file_arguments(described):
            lines.append(f"complete -c lunette {seen} -F")
    return "\n".join(lines) + "\n"

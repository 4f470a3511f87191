"""Man pages, in the macros of man(7)."""

import re


# Characters that are typographical marks to troff, and have to come out as they were typed.
ESCAPES = str.maketrans({"\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti"})


def escaped(text):
    return text.translate(ESCAPES)


def line_of(text):
    """A line of text: one that begins with a dot is no request."""
    text = escaped(text)
    return "\\&" + text if text.startswith((".", "\\(aq")) else text


def sentence(text):
    return text if text.endswith((".", "?", "!")) else text + "."


def is_code(line):
    return line.startswith("  ")


def body(lines):
    """Flowing text; indented lines stay as they are."""
    out, code = [], False
    for line in lines:
        if is_code(line) != code:
            code = not code
            out += [".PP", ".RS 4", ".nf"] if code else [".fi", ".RE"]
        out.append(line_of(line.strip() if not code else line[2:]))
    return out + ([".fi", ".RE"] if code else [])


def tagged(argument):
    names = ", ".join(f"\\fB{escaped(name)}\\fR" for name in argument.names)
    if not argument.names[0].startswith("-"):
        names = f"\\fI{escaped(argument.names[0])}\\fR"
    elif argument.value:
        names += f" \\fI{escaped(argument.value)}\\fR"
    names += " ..." if argument.repeated else ""
    lines = [".TP", names, line_of(sentence(argument.description))]
    if argument.words and not all(word in argument.description for word in argument.words):
        lines.append(line_of("One of " + ", ".join(argument.words) + "."))
    remarks = ["Required" if argument.required else "", argument.remarks]
    return lines + [line_of(sentence(remark)) for remark in remarks if remark]


def synopsis(described):
    rest = described.usage.removeprefix(described.name).strip()
    arguments = [re.sub(r"([A-Z]+)", r"\\fI\1\\fR", escaped(rest))] if rest else []
    return [".nh", f".B {escaped(described.name)}", *arguments, ".hy"]


def split_footer(described):
    """Paragraphs by their section: text, "Exit status: ..." and "Example:"."""
    parts = {"text": [], "status": [], "examples": []}
    for lines in described.paragraphs:
        if parts["examples"] and all(is_code(line) for line in lines):
            parts["examples"].append(lines)
        elif re.fullmatch(r"Examples?:", lines[0]):
            parts["examples"].append(lines[1:])
        elif lines[0].startswith("Exit status:"):
            first = lines[0].removeprefix("Exit status:").strip()
            parts["status"].append([first[:1].upper() + first[1:], *lines[1:]])
        else:
            parts["text"].append(lines)
    return parts


def section(title, paragraphs):
    if not paragraphs:
        return []
    out = [f".SH {title}"]
    for number, lines in enumerate(paragraphs):
        # After a heading, and where body() begins one itself, a paragraph would be empty.
        if number > 0 and not is_code(lines[0]):
            out.append(".PP")
        rendered = body(lines)
        out += rendered[1:] if number == 0 and rendered[0] == ".PP" else rendered
    return out


def page(described, program, version, date):
    name = described.name.replace(" ", "-")
    parts = split_footer(described)
    others = [f"lunette\\-{escaped(command)}" for command in program.commands]
    see_also = [other for other in ["lunette", *others] if other != escaped(name)]
    status = parts["status"] or split_footer(program.help)["status"]
    lines = [
        f'.TH {escaped(name.upper())} 1 {date} "Lunette {version}" "User Commands"',
        ".SH NAME", f"{escaped(name)} \\- {escaped(described.summary)}",
        ".SH SYNOPSIS", *synopsis(described),
        *section("DESCRIPTION", parts["text"] or [[sentence(described.summary)]]),
    ]
    if described.commands:
        lines.append(".SH COMMANDS")
        for command, description in described.commands:
            lines += [".TP", f"\\fBlunette\\-{escaped(command)}\\fR(1)", line_of(sentence(description))]
    for title, arguments in (("ARGUMENTS", described.positionals), ("OPTIONS", described.options)):
        if arguments:
            lines.append(f".SH {title}")
            for argument in arguments:
                lines += tagged(argument)
    lines += section("EXIT STATUS", status) + section("EXAMPLES", parts["examples"])
    lines += [".SH SEE ALSO", ".nh", ".ad l", ",\n".join(f".BR {other} (1)" for other in see_also)]
    return "\n".join(lines) + "\n"


def pages(program, version, date):
    for described in [program.help, *program.commands.values()]:
        yield described.name.replace(" ", "-"), page(described, program, version, date)

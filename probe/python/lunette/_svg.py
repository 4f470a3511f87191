"""Boards as SVG, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lunette import Move, Position, Ruleset

CELL = 40
STYLE = (
    ".light{fill:#f4ecdf}.dark{fill:#b08d62}.number{fill:#5a4020;font:9px sans-serif}"
    ".white{fill:#fbfbf8;stroke:#333}.black{fill:#2b2b2b;stroke:#000}"
    ".crown-white{fill:none;stroke:#a8781c;stroke-width:2.5}.crown-black{fill:none;stroke:#e0b050;stroke-width:2.5}"
    ".move{stroke:#2369a8;stroke-width:4;stroke-linecap:round;opacity:.75}"
    ".captured{stroke:#c8301a;stroke-width:3;stroke-linecap:round}"
)


def board_svg(position: Position, size: int, numbers: bool, move: Move | None) -> str:
    """The board from White's side. `size` in pixels; `move` is drawn as a line, what it captures is crossed out."""
    rules = position.rules
    side = rules.board_side
    title = f"{position.fen} ({rules.name})"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side * CELL} {side * CELL}"'
        f' width="{size}" height="{size}" role="img">',
        f"<title>{title}</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="light" width="{side * CELL}" height="{side * CELL}"/>',
    ]
    for square in range(1, rules.squares + 1):
        x, y = _corner(rules, square)
        parts.append(f'<rect class="dark" x="{x}" y="{y}" width="{CELL}" height="{CELL}"/>')
        if numbers:
            parts.append(f'<text class="number" x="{x + 2}" y="{y + 9}">{square}</text>')
    for square, piece in sorted(position.pieces.items()):
        parts.extend(_piece(rules, square, piece))
    if move is not None:
        parts.extend(_move(rules, move))
    parts.append("</svg>")
    return "\n".join(parts)


def _corner(rules: Ruleset, square: int) -> tuple[int, int]:
    """Left and upper edge. Every other row begins with a dark square."""
    row, place = divmod(square - 1, rules.board_side // 2)
    return (2 * place + (row + 1) % 2) * CELL, row * CELL


def _centre(rules: Ruleset, square: int) -> tuple[int, int]:
    x, y = _corner(rules, square)
    return x + CELL // 2, y + CELL // 2


def _piece(rules: Ruleset, square: int, piece: str) -> list[str]:
    """`piece` is "W" or "B" for a king, "w" or "b" for a man."""
    x, y = _centre(rules, square)
    colour = "white" if piece in "wW" else "black"
    parts = [f'<circle class="{colour}" cx="{x}" cy="{y}" r="15"/>']
    if piece.isupper():
        parts.append(f'<circle class="crown-{colour}" cx="{x}" cy="{y}" r="9"/>')
    return parts


def _move(rules: Ruleset, move: Move) -> list[str]:
    (x1, y1), (x2, y2) = _centre(rules, move.from_square), _centre(rules, move.to_square)
    parts = [f'<line class="move" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>']
    for square in move.captures:
        x, y = _centre(rules, square)
        parts.append(f'<path class="captured" d="M{x - 10},{y - 10}l20,20m0,-20l-20,20"/>')
    return parts

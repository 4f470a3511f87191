// The moves passed so far, numbered, each a button that goes to the position after it.

import { element, replace } from "./element.js";
import { numbered } from "./game.js";
import { moveText } from "./geometry.js";
import { opponent } from "./position.js";
import { texts } from "./texts.js";

/** Draws the game; `go(index)` is called by the buttons. */
export function showLine(parent, game, { width, names, go }) {
  const focused = parent.contains(document.activeElement);
  const step = (ply) =>
    ply
      ? element(
          "button",
          {
            type: "button",
            class: "step",
            "aria-current": ply.index === game.cursor ? "step" : null,
            onclick: () => go(ply.index),
          },
          moveText(ply.entry.move.text, width, names),
        )
      : element("span", { class: "step soft" }, "…");
  const rows = numbered(game).map(({ number, white, black }) =>
    element("li", { value: number }, step(white), black ? step(black) : null),
  );
  const list = rows.length > 0 ? element("ol", null, ...rows) : element("p", { class: "soft" }, texts.line.empty);
  replace(parent, list);
  const current = parent.querySelector("[aria-current]");
  // scrollIntoView would also move the page.
  parent.scrollTop = current ? current.offsetTop - parent.clientHeight / 2 : 0;
  if (focused) (current ?? parent.querySelector("button") ?? parent).focus({ preventScroll: true });
}

/** How a line ended, in words; `mover` is who began it. */
export function lineEnd({ end, words, moves, category }, mover) {
  const winner = { win: mover, loss: opponent(mover) }[category] ?? null;
  const ends = texts.line.ends[end];
  return ends ? ends(winner, moves.length) : (words?.end ?? "");
}

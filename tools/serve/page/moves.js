// The list of moves, best first, in groups of one value each, seen by the side to move.

import { element, replace } from "./element.js";
import { moveText } from "./geometry.js";
import { texts } from "./texts.js";
import { turned, valueLabel } from "./value.js";

const dash = () => element("span", { class: "soft", "aria-hidden": "true" }, "–");

/** `owner`: show(move or null) while a move is hovered or focused, play(move) when chosen. */
export class MoveList {
  #parent;
  #owner;

  constructor(parent, owner) {
    this.#parent = parent;
    this.#owner = owner;
    parent.addEventListener("mouseleave", () => owner.show(null));
    parent.addEventListener("focusout", () => owner.show(null));
  }

  setBusy(busy) {
    this.#parent.setAttribute("aria-busy", String(busy));
  }

  clear() {
    replace(this.#parent);
  }

  /** `names`: how squares are named; `notice`: nodes to put above. Keeps the focus in the list if it was there. */
  show(moves, width, names, notice = []) {
    const focused = this.#parent.contains(document.activeElement);
    const groups = new Map();
    for (const move of moves) {
      const value = move.category ? turned(move.category) : "unknown";
      if (!groups.has(value)) groups.set(value, []);
      groups.get(value).push(move);
    }
    const valued = moves.some((move) => move.category);
    const table = element(
      "table",
      null,
      element(
        "caption",
        { class: valued ? null : "visually-hidden" },
        valued ? texts.moves.caption : texts.moves.captionLegal,
      ),
      valued ? this.#head() : null,
      ...[...groups].map(([value, group]) => this.#group(value, group, width, names, valued)),
    );
    replace(this.#parent, ...notice, moves.length > 0 ? table : element("p", { class: "soft" }, texts.moves.none));
    this.#parent.scrollTop = 0;
    if (focused) (this.#parent.querySelector("button") ?? this.#parent).focus({ preventScroll: true });
  }

  #head() {
    const { moves } = texts;
    return element(
      "thead",
      null,
      element(
        "tr",
        null,
        element("th", { scope: "col" }, moves.move),
        element("th", { scope: "col" }, texts.page.value),
        element(
          "th",
          { scope: "col", class: "distance-cell" },
          element("abbr", { title: moves.toEndLong }, moves.toEnd),
        ),
        element(
          "th",
          { scope: "col", class: "distance-cell" },
          element("abbr", { title: moves.toConversionLong }, moves.toConversion),
        ),
      ),
    );
  }

  #group(value, group, width, names, valued) {
    const head = element(
      "th",
      { colspan: valued ? 4 : 1, scope: "rowgroup", class: `group group-${value}` },
      texts.moves.groups[value],
    );
    return element(
      "tbody",
      null,
      element("tr", null, head),
      ...group.map((move) => this.#row(move, value, width, names, valued)),
    );
  }

  #row(move, value, width, names, valued) {
    const text = moveText(move.move, width, names);
    const label = texts.moves.label(text, valued ? value : null, move.dtw);
    const choose = element(
      "button",
      {
        type: "button",
        class: "move",
        "aria-label": label,
        onclick: () => this.#owner.play(move),
        onfocus: () => this.#owner.show(move),
      },
      text,
    );
    const number = (plies) =>
      element("td", { class: "distance-cell" }, plies === null || plies === undefined ? dash() : texts.number(plies));
    return element(
      "tr",
      { class: "move-row", onmouseenter: () => this.#owner.show(move) },
      element("td", null, choose),
      valued ? [element("td", null, valueLabel(value)), number(move.dtw), number(move.dtc)] : null,
    );
  }
}

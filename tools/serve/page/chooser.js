// The question that is asked where several moves lead to the square that was clicked: which pieces to take?

import { button, element, replace } from "./element.js";
import { moveText, squareName } from "./geometry.js";
import { texts } from "./texts.js";

export class Chooser {
  #node = element("dialog", { class: "chooser card", "aria-labelledby": "chooser-title" });
  #owner;
  #chosen = false;

  /** `owner`: show(move or null), play(move), cancel(). `parent` is where it lies over the page. */
  constructor(parent, owner) {
    this.#owner = owner;
    parent.append(this.#node);
    this.#node.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      this.#node.close();
    });
    this.#node.addEventListener("close", () => {
      owner.show(null);
      if (!this.#chosen) owner.cancel();
    });
  }

  ask(square, moves, width, names) {
    this.#chosen = false;
    const choices = moves.map((move) => {
      const takes = texts.moves.takes(move.captures.map((taken) => squareName(taken, width, names)).join(", "));
      return element(
        "button",
        {
          type: "button",
          onfocus: () => this.#owner.show(move),
          onmouseenter: () => this.#owner.show(move),
          onclick: () => this.#choose(move),
        },
        element("strong", null, moveText(move.move, width, names)),
        element("span", { class: "soft" }, takes),
      );
    });
    replace(
      this.#node,
      element("p", { id: "chooser-title" }, texts.moves.choose(squareName(square, width, names))),
      element("div", { class: "choices" }, ...choices),
      button(texts.moves.cancel, { icon: "close", onclick: () => this.#node.close() }),
    );
    // Not modal: the board must stay in sight and usable while the moves are compared.
    if (!this.#node.open) this.#node.show();
    choices[0].focus();
    this.#node.scrollIntoView({ block: "nearest" });
  }

  close() {
    if (!this.#node.open) return;
    this.#chosen = true;
    this.#node.close();
  }

  #choose(move) {
    this.close();
    this.#owner.play(move);
  }
}

// The longest wins of all classes, longest first, one at a time.

import { longestOf } from "./classtable.js";
import { byId, element, replace } from "./element.js";
import { boardAddress, statisticsAddress } from "./links.js";
import { miniBoard } from "./miniboard.js";
import { parseFen } from "./position.js";
import { texts } from "./texts.js";

const words = texts.statistics.gallery;

export class Gallery {
  #wins = [];
  #index = 0;
  #ruleset = null;

  /** `onchoose(material)` when the reader asks for the class of what is shown. */
  constructor(section, { onchoose }) {
    this.section = section;
    this.onchoose = onchoose;
    byId("gallery-previous").addEventListener("click", () => this.#go(-1));
    byId("gallery-next").addEventListener("click", () => this.#go(1));
  }

  show(ruleset, rows) {
    this.#ruleset = ruleset;
    this.#index = 0;
    this.#wins = rows
      .filter((row) => row.longest_win_fen && longestOf(row, "win"))
      .map((row) => ({ ...longestOf(row, "win"), fen: row.longest_win_fen, material: row.material, side: row.side }))
      .sort((a, b) => b.plies - a.plies);
    this.#draw();
  }

  #go(step) {
    this.#index = Math.min(Math.max(this.#index + step, 0), this.#wins.length - 1);
    this.#draw();
  }

  #draw() {
    const win = this.#wins[this.#index];
    // Not `disabled`: a button that disables itself would lose the reader's place.
    byId("gallery-previous").setAttribute("aria-disabled", String(this.#index === 0));
    byId("gallery-next").setAttribute("aria-disabled", String(this.#index >= this.#wins.length - 1));
    const text = win
      ? words.shown(this.#index + 1, this.#wins.length, win.material, win.side, win.plies, win.metric)
      : words.none;
    byId("gallery-text").textContent = text;
    if (!win) {
      replace(byId("gallery-position"));
      return;
    }
    const address = boardAddress(this.#ruleset.name, win.fen);
    const position = parseFen(win.fen, this.#ruleset.width);
    replace(
      byId("gallery-position"),
      element(
        "a",
        { href: address, class: "mini-link" },
        position ? miniBoard(position, words.open(win.fen)) : win.fen,
      ),
      element("p", { class: "fen" }, win.fen),
      element(
        "p",
        { class: "links" },
        element("a", { href: address }, words.play),
        " ",
        element(
          "a",
          {
            href: statisticsAddress({ rules: this.#ruleset.name, material: win.material }),
            onclick: this.#chooser(win),
          },
          words.statistics(win.material),
        ),
      ),
    );
  }

  #chooser(win) {
    return (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      this.onchoose(win.material);
    };
  }
}

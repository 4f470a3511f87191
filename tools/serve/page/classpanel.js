// One class in detail: its figures for each side to move, histograms of its distances, its longest positions.

import { longestOf, valueBar } from "./classtable.js";
import { element, replace } from "./element.js";
import { amount, percent } from "./figures.js";
import { histogramDrawing } from "./histogram.js";
import { boardAddress } from "./links.js";
import { miniBoard } from "./miniboard.js";
import { parseFen } from "./position.js";
import { texts } from "./texts.js";
import { valueLabel, VALUES } from "./value.js";

const words = texts.statistics.panel;

export class ClassPanel {
  #ruleset = null;
  #answer = null;
  #metric = null;
  #logarithmic = true;
  #narrow = matchMedia("(max-width: 40rem)");

  /** `onmetric("dtw" or "dtc")` when the reader picks what the histogram counts. */
  constructor(section, { onmetric }) {
    this.section = section;
    this.onmetric = onmetric;
    this.heading = element("h2", { tabindex: "-1", id: "class-heading" });
    this.content = element("div", { class: "panel-content" });
    replace(section, this.heading, this.content);
    this.#narrow.addEventListener("change", () => this.#answer && this.#redraw());
    this.clear();
  }

  focus() {
    this.heading.focus();
    this.heading.scrollIntoView({ block: "nearest" });
  }

  clear() {
    this.#answer = null;
    this.heading.textContent = words.noClass;
    replace(this.content, element("p", { class: "hint" }, words.hint));
  }

  fail(material, message) {
    this.#answer = null;
    this.heading.textContent = material;
    replace(this.content, element("p", { class: "failure", role: "alert" }, message));
  }

  /** `answer`: the server's statistics of one class; `metric`: which histogram first, where it is there. */
  show(ruleset, answer, metric) {
    this.#ruleset = ruleset;
    this.#answer = answer;
    const metrics = this.#metrics();
    this.#metric = metrics.includes(metric) ? metric : (metrics[0] ?? null);
    this.heading.textContent = words.heading(answer.material, ruleset.name);
    this.#draw();
  }

  #metrics() {
    const present = new Set((this.#answer.histograms ?? []).map((histogram) => histogram.metric));
    return ["dtw", "dtc"].filter((metric) => present.has(metric));
  }

  #draw() {
    const sides = this.#answer.tables.map((row) => this.#side(row));
    replace(this.content, this.#figures(), this.#choices(), element("div", { class: "sides" }, sides));
  }

  #figures() {
    const rows = this.#answer.tables;
    const cell = (row, value) =>
      element(
        "td",
        { "data-value": value, "data-side": row.side },
        element("span", { class: "number" }, amount(row[value])),
        " ",
        element("span", { class: "percent" }, words.percent(percent(row[value], row.entries))),
      );
    const shown = VALUES.filter(
      (value) => ["win", "draw", "loss"].includes(value) || rows.some((row) => row[value] > 0),
    );
    return element(
      "table",
      { class: "figures" },
      element("caption", null, words.caption(this.#answer.material)),
      element(
        "thead",
        null,
        element(
          "tr",
          null,
          element("td"),
          rows.map((row) => element("th", { scope: "col" }, words.toMove(row.side), valueBar(row))),
        ),
      ),
      element(
        "tbody",
        null,
        shown.map((value) =>
          element(
            "tr",
            null,
            element("th", { scope: "row" }, valueLabel(value)),
            rows.map((row) => cell(row, value)),
          ),
        ),
        element(
          "tr",
          null,
          element("th", { scope: "row" }, words.positions),
          rows.map((row) => element("td", { "data-value": "entries", "data-side": row.side }, amount(row.entries))),
        ),
      ),
    );
  }

  #choices() {
    if (this.#answer.histograms === null) {
      return element("p", { class: "hint" }, words.noHistogram(this.#answer.histograms_reason));
    }
    const radio = (metric) =>
      element(
        "label",
        null,
        element("input", {
          type: "radio",
          name: "metric",
          value: metric,
          checked: metric === this.#metric,
          onchange: () => {
            this.#metric = metric;
            this.onmetric(metric);
            this.#redraw();
          },
        }),
        words.metrics[metric],
      );
    return element(
      "fieldset",
      { class: "choices" },
      element("legend", { class: "label" }, words.counted),
      this.#metrics().map(radio),
      element(
        "label",
        null,
        element("input", {
          type: "checkbox",
          checked: this.#logarithmic,
          id: "logarithmic",
          onchange: (event) => {
            this.#logarithmic = event.target.checked;
            this.#redraw();
          },
        }),
        words.logarithmic,
      ),
    );
  }

  /** The histograms anew, with the reader's focus left on the choice that was made. */
  #redraw() {
    replace(
      this.content.querySelector(".sides"),
      this.#answer.tables.map((row) => this.#side(row)),
    );
  }

  #side(row) {
    const histogram = (this.#answer.histograms ?? []).find(
      (entry) => entry.side === row.side && entry.metric === this.#metric,
    );
    return element(
      "section",
      { class: "side-panel", "data-side": row.side },
      element("h3", null, words.toMove(row.side)),
      histogram ? this.#histogram(histogram) : null,
      element("div", { class: "longest" }, this.#longest(row, "win"), this.#longest(row, "loss")),
    );
  }

  #histogram(histogram) {
    if (histogram.wins.length + histogram.losses.length === 0) return element("p", { class: "hint" }, words.onlyDraws);
    return element(
      "figure",
      null,
      histogramDrawing(histogram, { logarithmic: this.#logarithmic, narrow: this.#narrow.matches }),
      element(
        "figcaption",
        null,
        element("span", { class: "key key-win" }),
        words.keyWins,
        " ",
        element("span", { class: "key key-loss" }),
        words.keyLosses,
      ),
      element("details", null, element("summary", null, words.asTable), this.#table(histogram)),
    );
  }

  #table({ metric, wins, losses }) {
    const counts = new Map();
    wins.forEach(([plies, count]) => counts.set(plies, [count, 0]));
    losses.forEach(([plies, count]) => counts.set(plies, [counts.get(plies)?.[0] ?? 0, count]));
    const rows = [...counts].sort(([a], [b]) => a - b);
    return element(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": words.metrics[metric] },
      element(
        "table",
        { class: "distances" },
        element(
          "thead",
          null,
          element(
            "tr",
            null,
            words.distanceColumns.map((text) => element("th", { scope: "col" }, text)),
          ),
        ),
        element(
          "tbody",
          null,
          rows.map(([plies, [won, lost]]) =>
            element(
              "tr",
              { "data-plies": plies },
              element("th", { scope: "row" }, String(plies)),
              element("td", null, amount(won)),
              element("td", null, amount(lost)),
            ),
          ),
        ),
      ),
    );
  }

  #longest(row, kind) {
    const longest = longestOf(row, kind);
    const fen = row[`longest_${kind}_fen`];
    if (!longest || !fen) return null;
    const position = parseFen(fen, this.#ruleset.width);
    const text = words.longest[kind](longest.plies, longest.metric);
    return element(
      "a",
      { class: `longest-link longest-${kind}`, href: boardAddress(this.#ruleset.name, fen) },
      position ? miniBoard(position, fen) : fen,
      element("span", null, text),
    );
  }
}

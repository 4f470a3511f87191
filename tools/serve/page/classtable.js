// The table of classes: a row for each class and side to move, sorted by any column.

import { element, replace, svg } from "./element.js";
import { amount, percent } from "./figures.js";
import { boardAddress, statisticsAddress } from "./links.js";
import { texts } from "./texts.js";
import { VALUES } from "./value.js";

const share = (row, value) => (row.entries === 0 ? 0 : row[value] / row.entries);
const pieces = (material) => material.length - 1;

/** The longest distance of a row that the tables know, by plies to the end or else to the next conversion. */
export function longestOf(row, kind) {
  if (row[`max_dtw_${kind}`] !== null) return { plies: row[`max_dtw_${kind}`], metric: "dtw" };
  if (row[`max_dtc_${kind}`] !== null) return { plies: row[`max_dtc_${kind}`], metric: "dtc" };
  return null;
}

const orderOf = (row, kind) => longestOf(row, kind)?.plies ?? -1;
const byMaterial = (a, b) =>
  pieces(a.material) - pieces(b.material) || (a.material < b.material ? -1 : a.material > b.material ? 1 : 0);

/** `first`: the direction that a first click sorts in; a column without an order is not sorted by. */
const COLUMNS = [
  { key: "material", first: 1, order: byMaterial },
  { key: "side", first: 1, order: (a, b) => (a.side < b.side ? 1 : a.side > b.side ? -1 : 0) },
  { key: "entries", first: -1, order: (a, b) => a.entries - b.entries },
  { key: "shares" },
  { key: "win", first: -1, order: (a, b) => share(a, "win") - share(b, "win") },
  { key: "draw", first: -1, order: (a, b) => drawn(a) / a.entries - drawn(b) / b.entries },
  { key: "loss", first: -1, order: (a, b) => share(a, "loss") - share(b, "loss") },
  { key: "longest_win", first: -1, order: (a, b) => orderOf(a, "win") - orderOf(b, "win") },
  { key: "longest_loss", first: -1, order: (a, b) => orderOf(a, "loss") - orderOf(b, "loss") },
];

/** Draws, and what the count makes a draw. */
function drawn(row) {
  return row.draw + row["cursed-win"] + row["blessed-loss"];
}

/** The five values of a row as a bar; the numbers beside it say the same. */
export function valueBar(row) {
  let start = 0;
  const parts = VALUES.map((value) => {
    const width = 100 * share(row, value);
    start += width;
    return width === 0
      ? null
      : svg("rect", {
          class: `part part-${value}`,
          x: (start - width).toFixed(3),
          y: 0,
          width: width.toFixed(3),
          height: 10,
        });
  });
  return svg(
    "svg",
    { viewBox: "0 0 100 10", preserveAspectRatio: "none", class: "value-bar", "aria-hidden": "true" },
    parts.filter((part) => part !== null),
  );
}

function longestLink(rules, row, kind) {
  const longest = longestOf(row, kind);
  const fen = row[`longest_${kind}_fen`];
  if (!longest) return element("span", { class: "none" }, texts.figures.none);
  if (!fen) return String(longest.plies);
  const words = texts.statistics.table.longest[kind](row.material, row.side, longest.plies);
  return element("a", { href: boardAddress(rules, fen), title: fen, "aria-label": words }, String(longest.plies));
}

export class ClassTable {
  #rows = [];
  #rules = "";
  #sort = { key: "material", direction: 1 };
  #chosen = null;
  #limit = 0;

  /** `onchoose(material)` when the reader picks a class, `onsort({key, direction})` when another order. */
  constructor(table, { onchoose, onsort }) {
    this.table = table;
    this.onchoose = onchoose;
    this.onsort = onsort;
    this.body = element("tbody");
    this.headings = COLUMNS.map((column) => this.#heading(column));
    replace(
      table,
      element("caption", { class: "visually-hidden" }, texts.statistics.table.caption),
      element("thead", null, element("tr", null, this.headings)),
      this.body,
    );
  }

  #heading(column) {
    const words = texts.statistics.table.columns[column.key];
    if (!column.order) return element("th", { scope: "col", class: `column-${column.key}` }, words);
    const sort = () => {
      const same = this.#sort.key === column.key;
      this.sortBy(column.key, same ? -this.#sort.direction : column.first);
      this.onsort(this.#sort);
    };
    return element(
      "th",
      { scope: "col", class: `column-${column.key}` },
      element(
        "button",
        { type: "button", class: "sort", onclick: sort },
        words,
        element("span", { class: "arrow", "aria-hidden": "true" }),
      ),
    );
  }

  /** `rows` as the server gives them; `limit`: classes of this many pieces only, or 0. */
  show(rules, rows, { chosen, limit }) {
    this.#rules = rules;
    this.#rows = rows;
    this.#chosen = chosen;
    this.#limit = limit;
    this.#draw();
  }

  sortBy(key, direction) {
    if (!COLUMNS.some((column) => column.key === key && column.order)) return;
    this.#sort = { key, direction };
    this.#draw();
  }

  choose(material) {
    this.#chosen = material;
    for (const row of this.body.rows) this.#mark(row);
  }

  #mark(row) {
    const link = row.querySelector(".class-link");
    row.classList.toggle("chosen", row.dataset.material === this.#chosen);
    if (link && row.dataset.material === this.#chosen) link.setAttribute("aria-current", "true");
    else link?.removeAttribute("aria-current");
  }

  #draw() {
    const { key, direction } = this.#sort;
    COLUMNS.forEach((column, index) => {
      const sorted = column.key === key;
      if (column.order)
        this.headings[index].setAttribute("aria-sort", sorted ? (direction > 0 ? "ascending" : "descending") : "none");
    });
    const order = COLUMNS.find((column) => column.key === key).order;
    const shown = this.#rows
      .filter((row) => this.#limit === 0 || pieces(row.material) === this.#limit)
      .sort((a, b) => direction * order(a, b) || byMaterial(a, b) || (a.side < b.side ? 1 : -1));
    replace(
      this.body,
      shown.map((row) => this.#row(row)),
    );
  }

  #row(row) {
    const choose = (event) => {
      // A new tab or window stays the browser's business.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      this.onchoose(row.material);
    };
    const number = (value, text) => element("td", { class: `number number-${value}` }, text);
    const link = element(
      "a",
      { class: "class-link", href: statisticsAddress({ rules: this.#rules, material: row.material }), onclick: choose },
      row.material,
    );
    const node = element(
      "tr",
      { "data-material": row.material, "data-side": row.side },
      element("th", { scope: "row" }, link),
      element("td", { class: "side" }, texts.sides[row.side]),
      number("entries", amount(row.entries)),
      element("td", { class: "shares" }, valueBar(row)),
      number("win", percent(row.win, row.entries)),
      number("draw", percent(drawn(row), row.entries)),
      number("loss", percent(row.loss, row.entries)),
      number("longest", longestLink(this.#rules, row, "win")),
      number("longest", longestLink(this.#rules, row, "loss")),
    );
    this.#mark(node);
    return node;
  }
}

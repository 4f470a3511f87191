// The totals of `lunette diagonal`, as sentences for one side to move and as a table.

import { element } from "./element.js";
import { amount } from "./figures.js";
import { boardAddress } from "./links.js";
import { texts } from "./texts.js";

const words = texts.diagonal.totals;
const FIGURES = ["strong_wins", "cursed", "draws", "lone_wins"];

/** Who holds the diagonal in a position: a word of the report's rows. */
export function holder(mainDiagonal, strong, lone) {
  if (mainDiagonal.includes(lone)) return "lone";
  return strong.some((square) => mainDiagonal.includes(square)) ? "strong" : "empty";
}

function sums(rows) {
  const total = Object.fromEntries(FIGURES.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0)]));
  const all = FIGURES.reduce((sum, name) => sum + total[name], 0);
  return {
    all: amount(all),
    won: amount(total.strong_wins),
    cursed: amount(total.cursed),
    drawn: amount(total.draws),
    lost: amount(total.lone_wins),
  };
}

function tableOf(rules, rows, present) {
  const row = (entry) =>
    element(
      "tr",
      {
        class: entry.diagonal === present.holder && entry.capture === present.capture ? "present" : null,
        "data-diagonal": entry.diagonal,
        "data-capture": String(entry.capture),
      },
      element("th", { scope: "row" }, words.rows[entry.diagonal]),
      element("td", { class: "text" }, words.captures[String(entry.capture)]),
      FIGURES.map((name) => element("td", { "data-figure": name }, amount(entry[name]))),
      element(
        "td",
        null,
        entry.example_fen
          ? element(
              "a",
              { href: boardAddress(rules, entry.example_fen), "aria-label": words.example(entry.example_fen) },
              entry.example_fen,
            )
          : texts.figures.none,
      ),
    );
  return element(
    "table",
    { class: "totals", "aria-labelledby": "totals-caption" },
    element(
      "thead",
      null,
      element(
        "tr",
        null,
        words.columns.map((text) => element("th", { scope: "col" }, text)),
      ),
    ),
    element(
      "tbody",
      null,
      [false, true].flatMap((capture) => rows.filter((entry) => entry.capture === capture).map(row)),
    ),
  );
}

/** `report`: the server's; `present`: {material, side, limit, strong: how many kings, holder, capture}. */
export function totalsOf(report, present) {
  const rows = report.rows.filter((row) => row.material === present.material && row.side === present.side);
  if (rows.length === 0) return [element("p", { class: "hint" }, words.none(present.material))];
  const { side, limit } = present;
  const kings = texts.diagonal.kings[present.strong];
  const quiet = rows.filter((row) => !row.capture && row.diagonal === present.holder);
  return [
    element("h2", null, words.heading(present.material, side)),
    element("p", { id: "totals-sentence" }, words.sentence({ ...sums(rows), limit, kings, side })),
    element("p", { id: "totals-quiet" }, words.quiet({ ...sums(quiet), where: words.where[present.holder] })),
    element("p", { id: "totals-caption", class: "hint" }, words.caption),
    element(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": words.caption },
      tableOf(report.rules, rows, present),
    ),
    element("details", null, element("summary", null, words.verdict), element("p", null, report.verdict)),
  ];
}

// The card with the value in words and colour, and the links from its class.

import { button, element, replace } from "./element.js";
import { pieceIcon } from "./pieces.js";
import { texts } from "./texts.js";
import { valueLabel } from "./value.js";

const CLASS = /^[KM]+v[KM]+$/;
const LONE = /^K{2,4}vK$|^KvK{2,4}$/;

// A move's text is not broken over two lines.
function sentenceNode(sentence) {
  const parts = sentence.split(/(\d+[-x]\d+)/);
  return element(
    "p",
    { class: "words" },
    ...parts.map((part, index) => (index % 2 === 0 ? part : element("span", { class: "unbroken" }, part))),
  );
}

function heading(side) {
  return element("p", { class: "to-move" }, pieceIcon(`${side}-man`), texts.page.toMove(side));
}

/** A probe's answer. */
export function showValue(parent, answer) {
  const { category: value, dtw, dtc, side } = answer;
  const over = answer.moves.length === 0;
  const words = [
    answer.words?.count,
    answer.words?.choices,
    answer.progress === "not-guaranteed" && !over ? texts.page.notGuaranteed : null,
  ].filter(Boolean);
  replace(
    parent,
    heading(side),
    element(
      "p",
      { class: "verdict-value" },
      valueLabel(value),
      over
        ? element("span", { class: "distance" }, texts.page.gameOver)
        : dtw !== null && element("span", { class: "distance" }, texts.page.distance(dtw)),
    ),
    !over && dtc !== null && dtc !== undefined ? element("p", { class: "soft" }, texts.page.conversion(dtc)) : null,
    value === "draw" && !over && words.length === 0 ? element("p", { class: "soft" }, texts.page.drawn) : null,
    ...words.map(sentenceNode),
  );
}

/** A position that no table here answers. */
export function showUncovered(parent, side, material) {
  replace(
    parent,
    heading(side),
    element("p", { class: "verdict-value" }, element("span", { class: "value" }, texts.page.uncoveredTitle)),
    element("p", { class: "words" }, texts.page.uncovered(material)),
  );
}

/** No answer: with `title` a refusal of what was asked, otherwise a failure, and `retry` is called by the button. */
export function showRefusal(parent, message, title, retry) {
  replace(
    parent,
    element("p", { class: "verdict-problem" }, title ?? texts.page.failed),
    element("p", { class: "words problem" }, message),
    title === null ? button(texts.page.retry, { icon: "reset", onclick: retry }) : null,
  );
}

/** Links from a class to its statistics and, for kings against a lone king, to the diagonal page. `strong` and `side`
 *  describe the position for the diagonal page, or are null. */
export function showClassLinks(parent, rules, material, diagonalQuery, covered) {
  const query = (path, parameters) => `${path}?${new URLSearchParams({ rules, ...parameters })}`;
  const links = [];
  if (CLASS.test(material ?? "")) {
    links.push(
      element(
        "a",
        { href: query("/statistics", covered ? { material } : {}) },
        covered ? texts.page.classStatistics(material) : texts.page.coveredClasses,
      ),
    );
    if (LONE.test(material) && diagonalQuery) {
      links.push(element("a", { href: query("/diagonal", diagonalQuery) }, texts.page.classDiagonal));
    }
  }
  replace(parent, ...links);
}

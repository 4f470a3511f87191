// The page of the mission's question: where does a lone king hold out against two, three or four kings, and what does
// the count of its moves change? One answer of the server has every square at every count; the slider only recolours.

import { diagonal, diagonalSquares, isCancelled, Latest, rulesets as askRulesets } from "./api.js";
import { Board } from "./board.js";
import { countResults, resultAt, RESULTS, tintsOf, wordsOf } from "./diagonalresults.js";
import { DiagonalState, hasTables, materialOf } from "./diagonalstate.js";
import { holder, totalsOf } from "./diagonaltotals.js";
import { byId, element, replace } from "./element.js";
import { announce, setLinkedRules, showFooter, showHeader } from "./header.js";
import { boardAddress, diagonalAddress, statisticsAddress } from "./links.js";
import { texts } from "./texts.js";
import { valueLabel } from "./value.js";

const words = texts.diagonal;
const requests = { squares: new Latest(), report: new Latest() };

let rulesets = [];
let state = null;
/** The server's squares for the kings that stand on the board, or null until it has answered. */
let answer = null;
let report = null;
/** The square under the pointer or the focus. */
let pointed = null;

const board = new Board({
  canPick: (square) => !state.isFree(square),
  drop: (from, to) => moveKing(from, to),
  press: (square) => moveKing(state.lone, square),
});

const entryOf = (square) => answer?.squares.find((entry) => entry.square === square) ?? null;

function remember(how) {
  const address = diagonalAddress(state.parameters);
  history[how === "push" ? "pushState" : "replaceState"](null, "", address);
  document.title = texts.page.title(words.titleOf(words.kings[state.strong.length], state.ruleset.name));
}

function moveKing(from, to) {
  if (to === null || !state.move(from, to)) {
    if (to !== null && to !== from) announce(words.occupied(to));
    return false;
  }
  remember("push");
  const lone = to === state.lone;
  announce(words.moved(lone, from, to));
  if (lone) showPosition();
  else load();
  return true;
}

function readoutOf(square) {
  if (square === null) return words.boardHint;
  const entry = entryOf(square);
  if (entry) return wordsOf(answer, entry, state.count);
  return state.strong.includes(square) ? words.square.strong(square) : words.unknown;
}

function showReadout() {
  const text = readoutOf(pointed);
  // Unchanged words are left alone: a live region would say them again.
  if (byId("readout").textContent !== text) byId("readout").textContent = text;
}

function showPresent() {
  const entry = entryOf(state.lone);
  const value = entry && RESULTS.get(resultAt(entry, state.count));
  replace(
    byId("present-value"),
    value ? valueLabel(value, words.results[resultAt(entry, state.count)]) : words.unknown,
  );
  byId("present-words").textContent = entry ? wordsOf(answer, entry, state.count) : "";
  const count = state.limit === null ? null : state.count;
  byId("open").href = boardAddress(state.ruleset.name, state.position.fen, count);
  byId("class-statistics").href = statisticsAddress({ rules: state.ruleset.name, material: state.material });
  byId("class-statistics").textContent = texts.page.classStatistics(state.material);
}

function showLegend() {
  const found = answer ? countResults(answer, state.count) : null;
  replace(
    byId("legend"),
    [...RESULTS].map(([result, value]) =>
      element(
        "li",
        { "data-result": value },
        valueLabel(value, words.results[result]),
        " ",
        element(
          "span",
          { class: "legend-count" },
          found ? words.legendCount(found.get(result), answer.squares.length) : "",
        ),
      ),
    ),
  );
}

function showTotals() {
  if (!report) return;
  const { strong, lone, side, limit, material, ruleset } = state;
  const present = {
    material,
    side,
    limit,
    strong: strong.length,
    holder: holder(ruleset.main_diagonal, strong, lone),
    capture: entryOf(lone)?.capture ?? null,
  };
  replace(byId("totals"), totalsOf(report, present));
}

/** Everything that depends on the count and the lone king's square; asks the server nothing. */
function showPosition() {
  board.setPosition(state.position);
  board.setDiagonal(state.ruleset.main_diagonal);
  showCount();
  showTotals();
}

function showCount() {
  const { limit, count, strong, ruleset } = state;
  const slider = byId("count");
  slider.disabled = limit === null;
  slider.max = String((limit ?? 1) - 1);
  slider.value = String(count);
  const text = limit === null ? words.noCount(words.kings[strong.length]) : words.countWords(count, limit);
  byId("count-words").textContent = text;
  slider.setAttribute("aria-valuetext", text);
  board.setTints(answer ? tintsOf(answer, count) : new Map());
  showLegend();
  showPresent();
  showReadout();
  setLinkedRules(ruleset.name);
}

function showControls() {
  byId("ruleset").value = state.ruleset.name;
  for (const radio of byId("kings").querySelectorAll("input")) {
    const kings = Number(radio.value);
    radio.checked = kings === state.strong.length;
    radio.disabled = !hasTables(state.ruleset, kings) && !radio.checked;
    radio.parentElement.title = radio.disabled ? words.uncovered(materialOf(kings)) : "";
  }
  for (const radio of byId("side").querySelectorAll("input")) radio.checked = radio.value === state.side;
}

function fail(sentences) {
  byId("failure").textContent = sentences.join(" ");
  byId("failure").hidden = sentences.length === 0;
}

/** The totals of the ruleset, which stay while the kings move. */
async function loadReport() {
  const { name } = state.ruleset;
  if (report?.rules === name) return;
  report = null;
  try {
    report = await requests.report.run((signal) => diagonal(name, signal));
    showTotals();
  } catch (error) {
    if (!isCancelled(error)) replace(byId("totals"), element("p", { class: "hint" }, error.message));
  }
}

async function loadSquares(faults) {
  const { ruleset, strong, side } = state;
  byId("board").setAttribute("aria-busy", "true");
  try {
    answer = await requests.squares.run((signal) => diagonalSquares(ruleset.name, strong, side, signal));
    showCount();
    showTotals();
  } catch (error) {
    if (isCancelled(error)) return;
    fail([...faults, error.message]);
  }
  byId("board").removeAttribute("aria-busy");
}

/** Shows the state anew and asks the server about it. */
async function load({ faults = [] } = {}) {
  // What was answered for other kings is not shown for these.
  answer = null;
  fail(faults);
  showControls();
  showPosition();
  await Promise.all([loadSquares(faults), loadReport()]);
}

function readAddress() {
  const query = new URLSearchParams(location.search);
  const asked = rulesets.find((ruleset) => ruleset.name === query.get("rules"));
  const first = rulesets.find((ruleset) => hasTables(ruleset, 3)) ?? rulesets[0];
  state = new DiagonalState(asked ?? first);
  const faults = query.has("rules") && !asked ? [texts.errors.unknownRuleset(query.get("rules"))] : [];
  return [...faults, ...state.read(query)];
}

function follow(square) {
  pointed = square;
  showReadout();
}

const squareBelow = (event) => Number(event.target.closest?.("[data-square]")?.dataset.square) || null;

function listen() {
  const changed = (change) => (event) => {
    change(event.target.value);
    remember("push");
    load();
  };
  byId("ruleset").addEventListener(
    "change",
    changed((name) => state.setRuleset(rulesets.find((entry) => entry.name === name))),
  );
  byId("kings").addEventListener(
    "change",
    changed((kings) => state.setKings(Number(kings))),
  );
  byId("side").addEventListener(
    "change",
    changed((side) => {
      state.side = side;
    }),
  );
  byId("count").addEventListener("input", (event) => {
    state.setCount(Number(event.target.value));
    showCount();
    remember("replace");
  });
  board.element.addEventListener("pointerover", (event) => follow(squareBelow(event)));
  board.element.addEventListener("pointerleave", () => follow(null));
  board.element.addEventListener("focusin", (event) => follow(squareBelow(event)));
  board.element.addEventListener("focusout", () => follow(null));
  window.addEventListener("popstate", () => load({ faults: readAddress() }));
}

/** The page is seen as a whole once the first answers are there, so that nothing moves under the reader. */
function reveal() {
  byId("main").classList.remove("waiting");
  document.body.dataset.ready = "true";
}

async function start() {
  showHeader("diagonal");
  byId("board").append(board.element);
  try {
    const service = await askRulesets();
    rulesets = service.rulesets;
    showFooter(service.version);
  } catch (error) {
    fail([error.message]);
    return;
  }
  const option = ({ name, max_pieces: pieces }) =>
    element("option", { value: name }, texts.page.rulesetPieces(texts.rulesets[name] ?? name, pieces));
  replace(byId("ruleset"), rulesets.map(option));
  const faults = readAddress();
  remember("replace");
  listen();
  await load({ faults });
}

start().finally(reveal);

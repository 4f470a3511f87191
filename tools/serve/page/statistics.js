// The statistics page: all classes of a ruleset, one of them in detail, and the longest wins of all.

import { isCancelled, Latest, rulesets as askRulesets, statistics, statisticsOf } from "./api.js";
import { ClassPanel } from "./classpanel.js";
import { ClassTable } from "./classtable.js";
import { byId, element, replace } from "./element.js";
import { amount } from "./figures.js";
import { Gallery } from "./gallery.js";
import { announce, setLinkedRules, showFooter, showHeader } from "./header.js";
import { statisticsAddress } from "./links.js";
import { texts } from "./texts.js";

const words = texts.statistics;
const requests = { table: new Latest(), panel: new Latest() };

/** What the address bar holds. */
const state = { rules: null, material: null, pieces: 0, sort: null, metric: null };

let rulesets = [];
let rows = [];

const panel = new ClassPanel(byId("class-panel"), {
  onmetric: (metric) => {
    state.metric = metric;
    remember("replace");
  },
});
const gallery = new Gallery(byId("gallery"), { onchoose: (material) => choose(material) });
const table = new ClassTable(byId("classes"), {
  onchoose: (material) => choose(material),
  onsort: ({ key, direction }) => {
    state.sort = `${key}${direction < 0 ? "-" : ""}`;
    remember("replace");
    announce(words.sorted(words.table.columns[key], direction));
  },
});

function remember(how) {
  const { rules, material, pieces, sort, metric } = state;
  const address = statisticsAddress({ rules, material, pieces: pieces || null, sort, metric });
  history[how === "push" ? "pushState" : "replaceState"](null, "", address);
  document.title = texts.page.title(material ? words.titleOf(material, rules) : words.heading);
}

function readAddress() {
  const query = new URLSearchParams(location.search);
  const asked = rulesets.find((ruleset) => ruleset.name === query.get("rules"));
  state.rules = (asked ?? rulesets.find((ruleset) => ruleset.max_pieces > 0) ?? rulesets[0]).name;
  state.material = /^[KM]+v[KM]+$/.test(query.get("material") ?? "") ? query.get("material") : null;
  state.pieces = Number(query.get("pieces")) || 0;
  state.sort = query.get("sort");
  state.metric = query.get("metric");
  if (query.get("rules") && !asked) announce(texts.errors.unknownRuleset(query.get("rules")));
}

function applySort() {
  const sort = /^(\w+?)(-?)$/.exec(state.sort ?? "material");
  if (sort) table.sortBy(sort[1], sort[2] ? -1 : 1);
}

function fillRulesets() {
  const option = (ruleset) =>
    element(
      "option",
      { value: ruleset.name, disabled: ruleset.max_pieces === 0 },
      texts.page.rulesetPieces(texts.rulesets[ruleset.name] ?? ruleset.name, ruleset.max_pieces),
    );
  replace(byId("ruleset"), rulesets.map(option));
}

function fillPieces() {
  const sizes = [...new Set(rows.map((row) => row.material.length - 1))].sort((a, b) => a - b);
  if (!sizes.includes(state.pieces)) state.pieces = 0;
  replace(
    byId("pieces"),
    element("option", { value: "0" }, words.allSizes),
    sizes.map((size) => element("option", { value: String(size) }, words.size(size))),
  );
  byId("pieces").value = String(state.pieces);
}

function showSummary() {
  const classes = new Set(rows.map((row) => row.material)).size;
  const positions = rows.reduce((sum, row) => sum + row.entries, 0);
  byId("summary").textContent =
    rows.length === 0 ? words.noTables(state.rules) : words.summary(classes, amount(positions));
}

function showFailure(error) {
  if (isCancelled(error)) return;
  byId("failure").textContent = error.message;
  byId("failure").hidden = false;
}

function showTable() {
  fillPieces();
  applySort();
  table.show(state.rules, rows, { chosen: state.material, limit: state.pieces });
}

async function showRuleset() {
  byId("ruleset").value = state.rules;
  setLinkedRules(state.rules);
  byId("failure").hidden = true;
  const ruleset = rulesets.find((entry) => entry.name === state.rules);
  try {
    const none = ruleset.max_pieces === 0;
    const answer = none ? { tables: [] } : await requests.table.run((signal) => statistics(state.rules, signal));
    rows = answer.tables;
    showSummary();
    showTable();
    gallery.show(ruleset, rows);
    await showClass();
  } catch (error) {
    showFailure(error);
  }
}

async function showClass() {
  table.choose(state.material);
  if (!state.material) {
    requests.panel.cancel();
    panel.clear();
    return;
  }
  const ruleset = rulesets.find((entry) => entry.name === state.rules);
  try {
    const answer = await requests.panel.run((signal) => statisticsOf(state.rules, state.material, signal));
    panel.show(ruleset, answer, state.metric);
  } catch (error) {
    if (isCancelled(error)) return;
    panel.fail(state.material, error.message);
  }
}

async function choose(material) {
  state.material = material;
  remember("push");
  await showClass();
  panel.focus();
}

function listen() {
  byId("ruleset").addEventListener("change", (event) => {
    Object.assign(state, { rules: event.target.value, material: null, metric: null });
    remember("push");
    showRuleset();
  });
  byId("pieces").addEventListener("change", (event) => {
    state.pieces = Number(event.target.value);
    remember("replace");
    table.show(state.rules, rows, { chosen: state.material, limit: state.pieces });
    announce(words.shown(byId("classes").tBodies[0].rows.length));
  });
  window.addEventListener("popstate", () => {
    const before = state.rules;
    readAddress();
    if (state.rules !== before) return void showRuleset();
    showTable();
    showClass();
  });
}

/** The page is seen as a whole once the first answers are there, so that nothing moves under the reader. */
function reveal() {
  byId("main").classList.remove("waiting");
  document.body.dataset.ready = "true";
}

async function start() {
  showHeader("statistics");
  try {
    const service = await askRulesets();
    rulesets = service.rulesets;
    showFooter(service.version);
  } catch (error) {
    showFailure(error);
    return;
  }
  fillRulesets();
  readAddress();
  remember("replace");
  listen();
  await showRuleset();
}

start().finally(reveal);

// The board page: holds what is shown, asks the server about it, and hands the parts what they draw.

import * as api from "./api.js";
import { onReturn, readAddress, shareLink, writeAddress } from "./address.js";
import { Answers } from "./answers.js";
import { Autoplay } from "./autoplay.js";
import { Board } from "./board.js";
import { showButtons } from "./buttons.js";
import { Chooser } from "./chooser.js";
import { copyWithNote } from "./clipboard.js";
import { markCount, onCount, showCount } from "./count.js";
import { Editor } from "./editor.js";
import { byId } from "./element.js";
import { Game, ownerOfCount, pdnOf } from "./game.js";
import { moveText } from "./geometry.js";
import { announce, boardHelp, setLinkedRules, showFooter, showHeader } from "./header.js";
import { readFen, showFen, showFenProblem } from "./fen.js";
import { lineEnd, showLine } from "./line.js";
import { MoveList } from "./moves.js";
import { Player } from "./player.js";
import { parseFen, pathOf, Position } from "./position.js";
import { listRulesets, longestWinOf } from "./rulesets.js";
import { texts } from "./texts.js";
import { showRefusal } from "./verdict.js";

const EDIT_DELAY_MS = 200;

const state = {
  rulesets: [],
  ruleset: null,
  game: null,
  position: null,
  // The moves that can be played now; empty while the server is asked.
  moves: [],
  countLimit: null,
  names: "numbers",
  editing: false,
  lineNote: "",
  // Said before the value, once it is known.
  said: "",
};

const asked = new api.Latest();
const askedLine = new api.Latest();
let editTimer = null;

const desk = {
  moves: () => state.moves,
  position: () => state.position,
  names: () => state.names,
  play: playMove,
  choose: (square, moves) => chooser.ask(square, moves, state.position.width, state.names),
  change: changePosition,
  announce,
  key: onBoardKey,
};

showHeader("board", boardHelp());
const player = new Player(desk);
const editor = new Editor(desk, byId("palette"));
const mode = () => (state.editing ? editor : player);
const board = new Board({
  canPick: (square) => mode().canPick(square),
  canDrag: (square) => (state.editing ? editor.canDrag(square) : player.canPick(square)),
  targets: (square) => (state.editing ? [] : player.targets(square)),
  drop: (from, to) => mode().drop(from, to),
  press: (square) => mode().press(square),
  cancel: () => mode().cancel(),
  key: (event, square) => mode().key(event, square),
});
byId("board").append(board.element);
const showOnBoard = (move) => board.showMove(move ? { path: pathOf(move), captures: move.captures } : null);
const chooser = new Chooser(byId("board"), { show: showOnBoard, play: playMove, cancel: () => player.cancel() });
const moveList = new MoveList(byId("moves-list"), { show: showOnBoard, play: playMove });
const answers = new Answers(state, {
  moveList,
  offer,
  say,
  setBest: (enabled) => (buttons.best.disabled = !enabled),
  retry: evaluate,
});

// Buttons

const buttons = showButtons({
  goTo,
  step,
  togglePlaying,
  flip,
  toggleEditing,
  loadBestLine,
  copyPdn: () => {
    const pdn = pdnOf(state.game, state.ruleset.name, texts.line.event);
    copyWithNote(pdn, texts.page.copied.pdn, byId("line-note"), state.lineNote);
  },
  reset: () => load(state.ruleset.start_fen),
  clear: clearBoard,
  copyFen: () => copyWithNote(state.position.fen, texts.page.copied.fen, byId("copied")),
  copyLink: () => copyWithNote(shareLink(), texts.page.copied.link, byId("copied")),
});

const autoplay = new Autoplay(buttons.play, advance);

// Showing

function drawBoard() {
  board.setPosition(state.position);
  const { move } = state.game.current;
  board.setLastMove(state.editing ? null : move);
  board.showMove(null);
  chooser.close();
  showFen(state.position.fen);
  for (const radio of document.getElementsByName("side")) radio.checked = radio.value === state.position.side;
}

function drawLine() {
  const { game } = state;
  buttons.start.disabled = buttons.back.disabled = game.atStart;
  buttons.forward.disabled = buttons.end.disabled = game.atEnd;
  buttons.play.disabled = game.atEnd && !autoplay.running;
  showLine(byId("line-list"), game, { width: state.position.width, names: state.names, go: goTo });
  byId("line-note").textContent = state.lineNote;
}

function setBusy(busy) {
  byId("verdict").setAttribute("aria-busy", String(busy));
  moveList.setBusy(busy);
}

function say(words) {
  announce([state.said, words].filter(Boolean).join(" "));
  state.said = "";
}

// Asking

function question() {
  const { current } = state.game;
  const lone = ownerOfCount(current, state.position);
  return { fen: current.fen, count: current.count, lone, count_limit: state.countLimit };
}

/** Shows what the server knows about the current position. */
async function evaluate() {
  state.moves = [];
  board.setMovable([]);
  setBusy(true);
  try {
    const rules = state.ruleset.name;
    const asking = question();
    await asked.run(async (signal) => {
      try {
        answers.value(await api.probe(rules, asking, signal));
      } catch (error) {
        if (!error.uncovered) throw error;
        answers.uncovered(error, await api.legalMoves(rules, asking.fen, signal));
      }
    });
  } catch (error) {
    if (api.isCancelled(error)) return;
    answers.failure(error);
  }
  setBusy(false);
}

function offer(moves) {
  state.moves = moves;
  board.setMovable(new Set(moves.map((move) => move.from)));
}

// Changing what is shown

function remember(push) {
  writeAddress({ rules: state.ruleset.name, ...question() }, state.game.stored, push);
}

function showCurrent({ push = false, delay = 0 } = {}) {
  state.position = parseFen(state.game.current.fen, state.ruleset.width);
  markCount(false);
  drawBoard();
  drawLine();
  remember(push);
  clearTimeout(editTimer);
  askedLine.cancel();
  if (delay === 0) return evaluate();
  // A hand that sets pieces up is faster than the answers are needed.
  asked.cancel();
  state.moves = [];
  editTimer = setTimeout(evaluate, delay);
}

function load(fen, { count = null, lone = null, push = true } = {}) {
  autoplay.stop();
  state.lineNote = "";
  state.game = Game.at(fen, { count, lone });
  showCurrent({ push });
}

function changePosition(position) {
  const first = state.game.entries.length > 1;
  state.game = Game.at(position.fen);
  state.lineNote = "";
  showCurrent({ push: first, delay: EDIT_DELAY_MS });
}

function playMove(move) {
  if (!state.moves.includes(move)) return;
  autoplay.stop();
  if (state.editing) toggleEditing();
  state.lineNote = "";
  const { width } = state.position;
  if (!state.game.play(move, width)) return;
  state.said = texts.announcements.moved(moveText(move.move, width, state.names));
  showCurrent({ push: true });
}

function goTo(cursor) {
  if (state.editing) toggleEditing();
  state.game.go(cursor);
  const { move } = state.game.current;
  state.said = move ? texts.announcements.moved(moveText(move.text, state.position.width, state.names)) : "";
  showCurrent();
}

function step(by) {
  autoplay.stop();
  goTo(state.game.cursor + by);
}

function togglePlaying() {
  if (!autoplay.running) return autoplay.start();
  autoplay.stop();
  drawLine();
}

function advance() {
  goTo(state.game.cursor + 1);
  if (!state.game.atEnd) return;
  autoplay.stop();
  drawLine();
}

async function loadBestLine() {
  try {
    const { game, ruleset, position } = state;
    const answer = await askedLine.run((signal) => api.mainline(ruleset.name, question(), signal));
    game.extend(answer.moves, position.width);
    state.lineNote = answer.moves.length === 0 ? texts.line.nothing : lineEnd(answer, state.position.side);
    say([answer.moves.length > 0 && texts.line.loaded(answer.moves.length), state.lineNote].filter(Boolean).join(" "));
    remember(false);
  } catch (error) {
    if (api.isCancelled(error)) return;
    state.lineNote = error.message;
    say(error.message);
  }
  drawLine();
}

function flip() {
  board.setFlipped(!board.flipped);
  buttons.flip.setAttribute("aria-pressed", String(board.flipped));
}

function toggleEditing() {
  autoplay.stop();
  state.editing = !state.editing;
  buttons.edit.setAttribute("aria-pressed", String(state.editing));
  byId("palette").hidden = !state.editing;
  byId("steps").hidden = state.editing;
  byId("controls").classList.toggle("editing", state.editing);
  board.element.classList.toggle("editing", state.editing);
  board.release();
  drawBoard();
  announce(state.editing ? `${texts.announcements.editing} ${texts.page.editHint}` : texts.announcements.playing);
}

function clearBoard() {
  if (!state.editing) toggleEditing();
  changePosition(new Position(state.ruleset.width, new Map(), state.position.side));
}

function onBoardKey(event, square) {
  const actions = {
    f: flip,
    e: toggleEditing,
    escape: state.editing ? toggleEditing : null,
    ",": () => step(-1),
    ".": () => step(1),
  };
  const action = actions[event.key.toLowerCase()];
  if (!action || event.shiftKey) return false;
  action();
  board.focusSquare(square);
  return true;
}

function chooseRuleset(name) {
  const { width } = state.ruleset;
  state.ruleset = state.rulesets.find((ruleset) => ruleset.name === name);
  state.countLimit = null;
  showRuleset();
  if (state.ruleset.width === width) load(state.position.fen);
  else openRuleset(true);
}

function showRuleset() {
  byId("rules").value = state.ruleset.name;
  setLinkedRules(state.ruleset.name);
}

/** Without a position in the address: the longest win of three kings against one, else the start position. */
async function openRuleset(push) {
  const { ruleset } = state;
  let fen = ruleset.start_fen;
  try {
    fen = (await asked.run((signal) => longestWinOf(ruleset, signal))) ?? fen;
  } catch (error) {
    if (api.isCancelled(error)) return;
  }
  load(fen, { push });
}

function listenToFields() {
  byId("rules").addEventListener("change", (event) => chooseRuleset(event.target.value));
  byId("names").addEventListener("change", (event) => {
    state.names = event.target.value;
    board.setNames(state.names);
    showCurrent();
  });
  for (const radio of document.getElementsByName("side")) {
    radio.addEventListener("change", () => changePosition(state.position.withSide(radio.value)));
  }
  onCount((count, limit) => {
    const { current } = state.game;
    state.countLimit = limit === null || Number(limit) === state.ruleset.count.limit ? null : limit;
    load(current.fen, { count, lone: current.lone });
  });
  byId("fen-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const position = await readFen(byId("fen").value.trim(), state.ruleset);
    if (position) load(position.fen);
  });
}

// Beginning

/** Shows what the address asks for; `stored` is the game that the browser's history kept, or null. */
async function openAddress(stored) {
  const { rules, fen, count, lone, count_limit: countLimit } = readAddress();
  const asksFor = state.rulesets.find((ruleset) => ruleset.name === rules);
  state.ruleset = asksFor ?? state.rulesets.find((ruleset) => ruleset.max_pieces > 0) ?? state.rulesets[0];
  state.countLimit = countLimit;
  autoplay.stop();
  state.lineNote = rules !== null && !asksFor ? texts.errors.unknownRuleset(rules) : "";
  showRuleset();
  // Not a step of its own: going back from it would only lead here again.
  if (fen === null) return openRuleset(false);
  const game = Game.restore(stored);
  const position = parseFen(fen, state.ruleset.width);
  state.game = game ?? Game.at(position ? fen : state.ruleset.start_fen, { count, lone });
  if (position) return showCurrent();
  return showBadLink(fen);
}

// The link's text stays in the field, with the server's reason, and the board is empty.
async function showBadLink(fen) {
  state.position = new Position(state.ruleset.width);
  state.game = Game.at(state.position.fen);
  drawBoard();
  drawLine();
  showCount(state.ruleset, null, null);
  byId("fen").value = fen;
  try {
    await asked.run((signal) => api.legalMoves(state.ruleset.name, fen, signal));
    showFenProblem(texts.errors.undrawable);
  } catch (error) {
    if (api.isCancelled(error)) return;
    showFenProblem(error.message);
    answers.failure(error);
  }
}

async function begin() {
  listenToFields();
  try {
    const { version, rulesets } = await api.rulesets();
    state.rulesets = rulesets;
    showFooter(version);
    listRulesets(rulesets);
    onReturn((stored) => openAddress(stored));
    await openAddress(history.state);
  } catch (error) {
    showRefusal(byId("verdict-words"), error.message, null, () => location.reload());
  }
}

begin();

// Shows what the server answered about the current position: value, moves, links, title, and the words spoken.

import { ApiError } from "./api.js";
import { markCount, showCount } from "./count.js";
import { byId, element, replace } from "./element.js";
import { moveText, squareCount } from "./geometry.js";
import { opponent } from "./position.js";
import { texts } from "./texts.js";
import { showClassLinks, showRefusal, showUncovered, showValue } from "./verdict.js";

const setTitle = (words) => (document.title = texts.page.title(words));

function missingTables(message, missing) {
  return element(
    "div",
    { class: "missing" },
    element("p", null, texts.page.reason(message)),
    missing.length > 0 && element("p", null, texts.page.missing(missing.length)),
    missing.length > 0 &&
      element("ul", null, ...missing.map((name) => element("li", null, element("code", null, name)))),
  );
}

/** The diagonal page has the strong kings white, so a board with a white lone king is turned. */
function diagonalQuery(position, count) {
  const lone = position.count("white") === 1 ? "white" : "black";
  const turn = (square) => (lone === "white" ? squareCount(position.width) + 1 - square : square);
  const strong = position.squaresOf(opponent(lone)).map(turn);
  return {
    strong: strong.sort((a, b) => a - b).join(","),
    side: position.side === lone ? "lone" : "strong",
    ...(count !== null && { count }),
  };
}

export class Answers {
  #state;
  #owner;

  /** `owner`: moveList, offer(moves), say(words), setBest(enabled), retry(). */
  constructor(state, owner) {
    this.#state = state;
    this.#owner = owner;
  }

  /** A probe's answer. */
  value(answer) {
    const { position, ruleset, names } = this.#state;
    const words = texts.page.sentence(answer.side, answer.category, answer.dtw);
    const best = answer.moves[0];
    this.#owner.offer(answer.moves);
    showValue(byId("verdict-words"), answer);
    this.#count(answer.count);
    showClassLinks(byId("class-links"), ruleset.name, answer.material, diagonalQuery(position, answer.count), true);
    this.#owner.moveList.show(answer.moves, position.width, names);
    this.#owner.setBest(answer.moves.length > 0);
    setTitle(words);
    const next = best
      ? texts.announcements.bestMove(moveText(best.move, position.width, names))
      : `${texts.page.gameOver}.`;
    this.#owner.say(`${words}. ${next}`);
  }

  /** The refusal because of missing tables, with the legal moves. */
  uncovered(error, legal) {
    const { position, ruleset, names } = this.#state;
    const material = texts.page.materialName(legal.material, position.count("white"), position.count("black"));
    this.#owner.offer(legal.moves);
    showUncovered(byId("verdict-words"), legal.side, material);
    this.#count(null);
    showClassLinks(byId("class-links"), ruleset.name, legal.material, null, false);
    const notice = missingTables(error.message, error.body?.missing ?? []);
    this.#owner.moveList.show(legal.moves, position.width, names, [notice]);
    this.#owner.setBest(false);
    setTitle(`${texts.page.uncoveredTitle}: ${material}`);
    this.#owner.say(texts.page.uncovered(material));
  }

  /** Any other error. */
  failure(error) {
    if (!(error instanceof ApiError)) console.error(error);
    const title = error.status === 400 ? texts.page.refused(error.code) : null;
    showRefusal(byId("verdict-words"), error.message, title, () => this.#owner.retry());
    this.#count(null);
    markCount(error.code === "bad_count");
    replace(byId("class-links"));
    this.#owner.moveList.show([], this.#state.position.width, this.#state.names);
    this.#owner.setBest(false);
    setTitle(title ?? texts.page.failed);
    this.#owner.say(error.message);
  }

  #count(count) {
    const { ruleset, game, countLimit } = this.#state;
    showCount(ruleset, count ?? game.current.count, countLimit);
  }
}

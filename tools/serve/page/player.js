// Playing by hand: which of the server's legal moves a click, a key or a drag means.

import { squareName } from "./geometry.js";
import { pathOf } from "./position.js";
import { texts } from "./texts.js";

/** The board's owner while moves are played. `desk`: moves(), position(), names(), play(move), choose(square, moves),
 *  announce(text), key(event, square). */
export class Player {
  #desk;
  #passed = [];

  constructor(desk) {
    this.#desk = desk;
  }

  canPick(square) {
    return this.#desk.moves().some((move) => move.from === square);
  }

  targets(square) {
    return this.#candidates(square).flatMap((move) => [move.to, ...this.#rest(move).slice(0, 1)]);
  }

  drop(from, to) {
    if (to === null) return false;
    const options = this.#candidates(from).filter(
      (move) => this.#rest(move).includes(to) || move.captures.includes(to),
    );
    if (options.length === 0) {
      this.#desk.announce(texts.announcements.noTarget(this.#name(to)));
      if (this.canPick(to)) this.#passed = [];
      return false;
    }
    if (options.length === 1) return this.#finish(options[0]);
    if (options.some((move) => move.to === to)) {
      this.#passed = [];
      this.#desk.choose(to, options);
      return true;
    }
    this.#passed.push(to);
    this.#desk.announce(texts.announcements.more(this.#name(to)));
    return "more";
  }

  press(square) {
    if (this.#desk.position().pieces.has(square)) this.#desk.announce(texts.announcements.noMove(this.#name(square)));
  }

  cancel() {
    this.#passed = [];
    this.#desk.announce(texts.announcements.dropped);
  }

  key(event, square) {
    return this.#desk.key(event, square);
  }

  #name(square) {
    return squareName(square, this.#desk.position().width, this.#desk.names());
  }

  // The moves that agree with the squares chosen so far, each a square passed or a piece taken.
  #candidates(from) {
    return this.#desk
      .moves()
      .filter(
        (move) =>
          move.from === from &&
          this.#passed.every((square) => pathOf(move).includes(square) || move.captures.includes(square)),
      );
  }

  // What of the path still lies ahead.
  #rest(move) {
    const path = pathOf(move);
    const reached = Math.max(0, ...this.#passed.map((square) => path.indexOf(square)));
    return path.slice(reached + 1);
  }

  #finish(move) {
    this.#passed = [];
    this.#desk.play(move);
    return true;
  }
}

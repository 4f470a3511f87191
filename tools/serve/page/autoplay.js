// Moves shown one after the other, at a pace to follow.

const INTERVAL_MS = 1300;

export class Autoplay {
  #timer = null;

  /** `button` shows whether it runs; advance() shows the next move. */
  constructor(button, advance) {
    this.button = button;
    this.advance = advance;
  }

  get running() {
    return this.#timer !== null;
  }

  start() {
    this.button.setAttribute("aria-pressed", "true");
    this.#timer = setInterval(this.advance, INTERVAL_MS);
    this.advance();
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
    this.button.setAttribute("aria-pressed", "false");
  }
}

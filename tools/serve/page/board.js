// The board: a picture in SVG under a grid of real buttons, one a playable square, so that pointer, keyboard and
// screen reader meet the same thing. It knows where pieces stand, not how they move: its owner answers that.

import { BoardPicture } from "./picture.js";
import { element } from "./element.js";
import { placeOf, squareCount, squareName, stepFrom } from "./geometry.js";
import { texts } from "./texts.js";

const DRAG_PIXELS = 6;
let boards = 0;

/** What an owner may answer; each is optional.
 *  canPick(square)      a click or Enter on the square picks its piece up
 *  canDrag(square)      its piece can be dragged (default: canPick)
 *  targets(square)      the squares to mark while its piece is picked up
 *  drop(from, to)       put down; `to` is null off the board. True or nothing: done. "more": stays picked up, and
 *                       targets is asked again. False: not a target.
 *  press(square)        a click or Enter that picks nothing up
 *  cancel()             a picked-up piece was put back
 *  key(event, square)   any other key on a square; true when used
 */
const NO_OWNER = {};

export class Board {
  #owner;
  #picture;
  #grid;
  #buttons = new Map();
  #width = 0;
  #names = "numbers";
  #flipped = false;
  #position = null;
  #tints = new Map();
  #picked = null;
  #targets = new Set();
  #current = 1;
  #drag = null;
  #clickDone = false;

  /** `element` is the node to put on the page. */
  constructor(owner = NO_OWNER) {
    this.#owner = owner;
    this.#picture = new BoardPicture();
    const keys = element("p", { class: "visually-hidden", id: `board-keys-${++boards}` }, texts.board.keys);
    this.#grid = element("div", { class: "board-grid", role: "grid", "aria-describedby": keys.id });
    this.element = element("div", { class: "board" }, this.#picture.element, this.#grid, keys);
    this.#grid.addEventListener("click", (event) => this.#onClick(event));
    this.#grid.addEventListener("keydown", (event) => this.#onKey(event));
    this.#grid.addEventListener("focusin", (event) => this.#onFocus(event));
    this.#grid.addEventListener("pointerdown", (event) => this.#onPointerDown(event));
    this.#grid.addEventListener("pointermove", (event) => this.#onPointerMove(event));
    this.#grid.addEventListener("pointerup", (event) => this.#onPointerUp(event));
    this.#grid.addEventListener("pointercancel", () => this.#endDrag());
  }

  get picked() {
    return this.#picked;
  }

  get flipped() {
    return this.#flipped;
  }

  /** Shows a Position; pieces glide to their places. */
  setPosition(position) {
    if (position.width !== this.#width) this.#build(position.width);
    this.#position = position;
    this.#release();
    this.#picture.setPieces(position.pieces);
    this.#label();
  }

  /** `names`: "numbers" or "letters". */
  setNames(names) {
    this.#names = names;
    this.#picture.setNames(names);
    this.#label();
  }

  setFlipped(flipped) {
    if (flipped === this.#flipped) return;
    this.#flipped = flipped;
    this.#picture.setFlipped(flipped);
    this.#order();
  }

  /** Colours squares: Map from square to {kind, sign, words}. `kind` becomes the class `tint-KIND`, `sign` is drawn
   *  on an empty square, and `words` are added to the square's accessible name. */
  setTints(tints) {
    this.#tints = tints;
    this.#picture.setTints(tints);
    this.#label();
  }

  /** Draws a line through these squares (the main diagonal), or none. */
  setDiagonal(squares) {
    this.#picture.setDiagonal(squares ?? []);
  }

  /** Shows a move as an arrow with the captured pieces crossed: {path, captures}, or null for none. */
  showMove(move) {
    this.#picture.showMove(move);
  }

  /** Marks the two ends of the move just played, or none. */
  setLastMove(move) {
    this.#picture.setMarks("last", move ? [move.from, move.to] : []);
  }

  /** Marks squares whose piece can move. */
  setMovable(squares) {
    this.#picture.setMarks("movable", squares);
    for (const [square, button] of this.#buttons) button.classList.toggle("draggable", this.#mayDrag(square));
  }

  focusSquare(square) {
    this.#makeCurrent(square);
    this.#buttons.get(square)?.focus();
  }

  /** Puts a picked-up piece back without telling the owner. */
  release() {
    this.#release();
    this.#label();
  }

  #build(width) {
    this.#width = width;
    this.#current = Math.min(this.#current, squareCount(width));
    this.#picture.build(width);
    this.#buttons.clear();
    for (let square = 1; square <= squareCount(width); ++square) {
      this.#buttons.set(
        square,
        element("button", { type: "button", class: "square", tabindex: -1, "data-square": square }),
      );
    }
    this.#grid.setAttribute("aria-label", texts.board.grid(width));
    this.#grid.setAttribute("aria-colcount", width);
    this.element.classList.toggle("board-10", width === 10);
    this.#order();
    this.#makeCurrent(this.#current);
  }

  // Rows and squares in the order in which the reader sees them, so that a screen reader agrees with the eye.
  #order() {
    if (this.#width === 0) return;
    const focused = this.#grid.contains(document.activeElement) ? document.activeElement : null;
    const width = this.#width;
    const rows = Array.from({ length: width }, (_, row) => element("div", { role: "row", "aria-rowindex": row + 1 }));
    const squares = [...this.#buttons.keys()];
    for (const square of this.#flipped ? squares.reverse() : squares) {
      const { row, column } = placeOf(square, width);
      const seenRow = this.#flipped ? width - 1 - row : row;
      const seenColumn = this.#flipped ? width - 1 - column : column;
      const cell = element("div", { role: "gridcell", "aria-colindex": seenColumn + 1, class: "cell" });
      cell.style.gridArea = `${seenRow + 1} / ${seenColumn + 1}`;
      cell.append(this.#buttons.get(square));
      rows[seenRow].append(cell);
    }
    this.#grid.replaceChildren(...rows);
    focused?.focus();
  }

  #label() {
    if (!this.#position) return;
    for (const [square, button] of this.#buttons) {
      const parts = [
        texts.board.square(squareName(square, this.#width, this.#names), this.#position.pieces.get(square)),
      ];
      if (this.#tints.has(square)) parts.push(this.#tints.get(square).words);
      if (square === this.#picked) parts.push(texts.board.picked);
      if (this.#targets.has(square)) parts.push(texts.board.target);
      button.setAttribute("aria-label", parts.filter(Boolean).join(", "));
      button.classList.toggle("draggable", this.#mayDrag(square));
    }
  }

  #mayDrag(square) {
    return Boolean((this.#owner.canDrag ?? this.#owner.canPick)?.(square));
  }

  #makeCurrent(square) {
    this.#buttons.get(this.#current)?.setAttribute("tabindex", -1);
    this.#current = square;
    this.#buttons.get(square)?.setAttribute("tabindex", 0);
  }

  #pick(square) {
    this.#picked = square;
    this.#showTargets();
  }

  #showTargets() {
    this.#targets = new Set(this.#owner.targets?.(this.#picked) ?? []);
    this.#picture.setMarks("picked", [this.#picked]);
    this.#picture.setMarks("target", this.#targets);
    this.#label();
  }

  #release() {
    this.#picked = null;
    this.#targets = new Set();
    this.#picture.setMarks("picked", []);
    this.#picture.setMarks("target", []);
  }

  #cancel() {
    if (this.#picked === null) return false;
    this.release();
    this.#owner.cancel?.();
    return true;
  }

  #put(from, to) {
    const result = this.#owner.drop?.(from, to);
    if (result === "more") this.#showTargets();
    else if (result !== false) this.release();
    return result !== false;
  }

  #press(square) {
    if (this.#picked !== null) {
      if (square === this.#picked && !this.#targets.has(square)) return void this.#cancel();
      if (this.#put(this.#picked, square)) return;
      if (!this.#owner.canPick?.(square)) return;
    }
    if (this.#owner.canPick?.(square)) this.#pick(square);
    else this.#owner.press?.(square);
  }

  #squareOf(event) {
    const square = Number(event.target.closest?.(".square")?.dataset.square);
    return square || null;
  }

  #onFocus(event) {
    const square = this.#squareOf(event);
    if (square) this.#makeCurrent(square);
  }

  #onClick(event) {
    // A drag ends with a click on the square where it began or ended; it has been dealt with.
    if (this.#clickDone && event.detail > 0) {
      this.#clickDone = false;
      return;
    }
    const square = this.#squareOf(event);
    if (square) this.#press(square);
  }

  #onKey(event) {
    const square = this.#squareOf(event);
    if (!square || event.ctrlKey || event.altKey || event.metaKey) return;
    const next = stepFrom(square, event.key, this.#width, this.#flipped);
    if (next !== null) this.focusSquare(next);
    else if (!(event.key === "Escape" && this.#cancel()) && !this.#owner.key?.(event, square)) return;
    event.preventDefault();
  }

  #onPointerDown(event) {
    this.#clickDone = false;
    const square = this.#squareOf(event);
    if (event.button !== 0 || !event.isPrimary || !square || !this.#mayDrag(square)) return;
    this.#drag = { square, x: event.clientX, y: event.clientY, moving: false };
  }

  #onPointerMove(event) {
    const drag = this.#drag;
    if (!drag || !event.isPrimary) return;
    if (!drag.moving) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_PIXELS) return;
      drag.moving = true;
      this.#grid.setPointerCapture(event.pointerId);
      this.element.classList.add("dragging");
      this.#pick(drag.square);
    }
    const box = this.#grid.getBoundingClientRect();
    this.#picture.drag(drag.square, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
  }

  #onPointerUp(event) {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.moving) {
      this.#endDrag();
      return;
    }
    const below = document.elementsFromPoint(event.clientX, event.clientY);
    const button = below.find((node) => node.classList?.contains("square") && this.#grid.contains(node));
    const outside = !below.includes(this.#grid);
    const to = button ? Number(button.dataset.square) : null;
    this.#clickDone = true;
    this.#endDrag();
    if (to === drag.square || (to === null && !outside)) this.#cancel();
    else if (!this.#put(drag.square, to)) this.#cancel();
    if (to !== null) this.#makeCurrent(to);
  }

  #endDrag() {
    if (this.#drag?.moving) this.#picture.settle();
    this.element.classList.remove("dragging");
    this.#drag = null;
  }
}

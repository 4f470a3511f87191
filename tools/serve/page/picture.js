// The picture of the board in SVG: squares, numbers, tints, marks, pieces and the arrow of a move. Each square is
// 100x100 units. Nothing in it takes part in the page's structure for screen readers.

import { svg } from "./element.js";
import { placeOf, squareCount, squareName } from "./geometry.js";
import { pieceDrawing } from "./pieces.js";
import { colourOf } from "./position.js";

const CELL = 100;
// Marks have an edge of up to nine units, which stays inside of the square.
const INSET = 4.5;

const LAYERS = ["squares", "tints", "diagonal", "marks", "names", "signs", "pieces", "arrow"];

export class BoardPicture {
  #root = svg("svg", { class: "board-picture", "aria-hidden": "true", focusable: "false" });
  #layers = {};
  #width = 0;
  #flipped = false;
  #names = "numbers";
  #tints = new Map();
  #diagonal = [];
  #marks = new Map();
  #move = null;
  #drawn = new Map();

  constructor() {
    this.element = this.#root;
  }

  build(width) {
    this.#width = width;
    const side = width * CELL;
    this.#root.setAttribute("viewBox", `0 0 ${side} ${side}`);
    this.#layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]));
    this.#root.replaceChildren(this.#patterns(), ...Object.values(this.#layers));
    this.#layers.squares.append(svg("rect", { class: "square-light", width: side, height: side }));
    this.#drawn = new Map();
    this.#marks = new Map();
    this.#move = null;
    this.#tints = new Map();
    this.#diagonal = [];
    this.#drawFixed();
  }

  setFlipped(flipped) {
    this.#flipped = flipped;
    if (this.#width === 0) return;
    this.#drawFixed();
    this.#drawTints();
    this.#drawDiagonal();
    for (const name of this.#marks.keys()) this.#drawMarks(name);
    this.#drawMove();
    this.settle();
  }

  setNames(names) {
    this.#names = names;
    if (this.#width > 0) this.#drawFixed();
  }

  setTints(tints) {
    this.#tints = tints;
    this.#drawTints();
  }

  setDiagonal(squares) {
    this.#diagonal = squares;
    this.#drawDiagonal();
  }

  setMarks(name, squares) {
    this.#marks.set(name, [...squares]);
    this.#drawMarks(name);
  }

  showMove(move) {
    this.#move = move;
    this.#drawMove();
  }

  /** Pieces that stay keep their drawings; one that left and one of its colour that came are the same piece. */
  setPieces(pieces) {
    const gone = [...this.#drawn.keys()].filter((square) => !pieces.has(square));
    const changed = [...pieces].filter(([square, piece]) => this.#drawn.get(square)?.piece !== piece);
    const before = new Map(this.#drawn);
    for (const [square, piece] of changed) {
      const source = gone.findIndex((from) => colourOf(before.get(from).piece) === colourOf(piece));
      const taken = this.#drawn.get(square);
      if (source >= 0 && !taken) {
        const from = gone.splice(source, 1)[0];
        this.#drawn.set(square, this.#adopt(before.get(from), piece));
        this.#drawn.delete(from);
      } else {
        taken?.node.remove();
        this.#drawn.set(square, this.#add(piece, square));
      }
    }
    for (const square of gone) {
      const { node } = this.#drawn.get(square);
      this.#drawn.delete(square);
      node.classList.add("leaving");
      setTimeout(() => node.remove(), 250);
    }
    this.settle();
  }

  /** Holds the piece of a square under the pointer; `x` and `y` are fractions of the board as seen. */
  drag(square, x, y) {
    const drawn = this.#drawn.get(square);
    if (!drawn) return;
    drawn.node.classList.add("lifted");
    this.#layers.pieces.append(drawn.node);
    const side = this.#width * CELL;
    drawn.node.style.transform = `translate(${x * side}px, ${y * side}px)`;
  }

  /** Puts every piece on its square. */
  settle() {
    for (const [square, { node }] of this.#drawn) {
      node.classList.remove("lifted");
      const [x, y] = this.#middle(square);
      node.style.transform = `translate(${x}px, ${y}px)`;
    }
  }

  #add(piece, square) {
    const node = pieceDrawing(piece);
    const [x, y] = this.#middle(square);
    node.style.transform = `translate(${x}px, ${y}px)`;
    this.#layers.pieces.append(node);
    return { piece, node };
  }

  #adopt(drawn, piece) {
    if (drawn.piece !== piece) {
      const promoted = pieceDrawing(piece);
      drawn.node.replaceChildren(...promoted.childNodes);
      drawn.node.setAttribute("class", promoted.getAttribute("class"));
    }
    this.#layers.pieces.append(drawn.node);
    return { piece, node: drawn.node };
  }

  #middle(square) {
    const { row, column } = placeOf(square, this.#width);
    const turn = (place) => (this.#flipped ? this.#width - 1 - place : place);
    return [turn(column) * CELL + CELL / 2, turn(row) * CELL + CELL / 2];
  }

  #cell(square, attributes, inset = 0) {
    const [x, y] = this.#middle(square);
    const side = CELL - 2 * inset;
    return svg("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, ...attributes });
  }

  #patterns() {
    const hatch = svg("pattern", {
      id: "hatch",
      width: 22,
      height: 22,
      patternUnits: "userSpaceOnUse",
      patternTransform: "rotate(45)",
    });
    hatch.append(svg("rect", { class: "hatch-line", width: 9, height: 22 }));
    return svg("defs", null, hatch);
  }

  #drawFixed() {
    const { squares, names } = this.#layers;
    squares.querySelectorAll(".square-dark").forEach((node) => node.remove());
    names.replaceChildren();
    for (let square = 1; square <= squareCount(this.#width); ++square) {
      squares.append(this.#cell(square, { class: "square-dark" }));
      const [x, y] = this.#middle(square);
      names.append(
        svg("text", { class: "square-name", x: x - 46, y: y - 31 }, squareName(square, this.#width, this.#names)),
      );
    }
  }

  #drawTints() {
    const { tints, signs } = this.#layers;
    tints.replaceChildren();
    signs.replaceChildren();
    for (const [square, { kind, sign }] of this.#tints) {
      tints.append(this.#cell(square, { class: `tint tint-${kind}` }));
      if (kind.startsWith("cursed") || kind.startsWith("blessed")) {
        tints.append(this.#cell(square, { class: "tint-hatch", fill: "url(#hatch)" }));
      }
      if (!sign) continue;
      const [x, y] = this.#middle(square);
      signs.append(svg("text", { class: `tint-sign tint-sign-${kind}`, x, y: y + 6 }, sign));
    }
  }

  #drawDiagonal() {
    const layer = this.#layers.diagonal;
    layer.replaceChildren();
    if (this.#diagonal.length < 2) return;
    const points = this.#diagonal.map((square) => this.#middle(square).join(",")).join(" ");
    layer.append(svg("polyline", { class: "diagonal-line", points }));
  }

  #drawMarks(name) {
    const layer = this.#layers.marks;
    if (!layer) return;
    layer.querySelectorAll(`.mark-${name}`).forEach((node) => node.remove());
    for (const square of this.#marks.get(name)) {
      const [x, y] = this.#middle(square);
      layer.append(
        name === "target"
          ? svg("circle", { class: "mark mark-target", cx: x, cy: y, r: 17 })
          : this.#cell(square, { class: `mark mark-${name}` }, INSET),
      );
    }
  }

  #drawMove() {
    const layer = this.#layers.arrow;
    if (!layer) return;
    layer.replaceChildren();
    if (!this.#move) return;
    const points = this.#move.path.map((square) => this.#middle(square));
    layer.append(...arrow(points));
    for (const square of this.#move.captures) {
      const [x, y] = this.#middle(square);
      layer.append(
        svg("path", { class: "cross-halo", d: `M${x - 26} ${y - 26}l52 52M${x + 26} ${y - 26}l-52 52` }),
        svg("path", { class: "cross", d: `M${x - 26} ${y - 26}l52 52M${x + 26} ${y - 26}l-52 52` }),
      );
    }
  }
}

// Where the line leaves the piece, so that the piece stays in sight.
function leave([x, y], [toX, toY]) {
  const length = Math.hypot(toX - x, toY - y) || 1;
  return [x + (36 * (toX - x)) / length, y + (36 * (toY - y)) / length];
}

// A line through the points with a head that ends in the middle of the last square.
function arrow(points) {
  const [x, y] = points[points.length - 1];
  const [fromX, fromY] = points[points.length - 2];
  const length = Math.hypot(x - fromX, y - fromY) || 1;
  const [unitX, unitY] = [(x - fromX) / length, (y - fromY) / length];
  const [neckX, neckY] = [x - unitX * 34, y - unitY * 34];
  const shaft = [leave(points[0], points[1]), ...points.slice(1, -1), [neckX, neckY]]
    .map((point) => point.join(","))
    .join(" ");
  const [sideX, sideY] = [-unitY * 27, unitX * 27];
  const tip = [x + unitX * 12, y + unitY * 12];
  const head = [tip, [neckX + sideX, neckY + sideY], [neckX - sideX, neckY - sideY]]
    .map((point) => point.join(","))
    .join(" ");
  const stops = points.slice(1, -1).map(([cx, cy]) => svg("circle", { class: "arrow-stop", cx, cy, r: 11 }));
  return [
    svg("polyline", { class: "arrow-halo", points: shaft }),
    svg("polygon", { class: "arrow-halo", points: head }),
    svg("polyline", { class: "arrow-shaft", points: shaft }),
    svg("polygon", { class: "arrow-head", points: head }),
    ...stops,
  ];
}

// Setting a position up by hand: the palette, and the board's owner while editing.

import { element, icon, replace } from "./element.js";
import { squareName } from "./geometry.js";
import { pieceIcon } from "./pieces.js";
import { PIECES } from "./position.js";
import { texts } from "./texts.js";

/** `desk`: position(), names(), change(position), announce(text), key(event, square). */
export class Editor {
  #desk;
  #tool = "move";

  constructor(desk, palette) {
    this.#desk = desk;
    const tools = [
      ["move", texts.page.movePieces, icon("hand")],
      ...PIECES.map((piece) => [piece, texts.page.paletteNames[piece], pieceIcon(piece)]),
      ["erase", texts.page.erase, icon("erase")],
    ];
    const radios = tools.map(([tool, name, picture]) =>
      element(
        "label",
        { class: "tool", title: name },
        element("input", {
          type: "radio",
          name: "tool",
          value: tool,
          checked: tool === this.#tool,
          onchange: () => (this.#tool = tool),
        }),
        picture,
        element("span", { class: "visually-hidden" }, name),
      ),
    );
    replace(
      palette,
      element("fieldset", null, element("legend", { class: "visually-hidden" }, texts.page.palette), ...radios),
    );
  }

  canPick(square) {
    return this.#tool === "move" && this.canDrag(square);
  }

  canDrag(square) {
    return this.#desk.position().pieces.has(square);
  }

  drop(from, to) {
    const position = this.#desk.position();
    const piece = position.pieces.get(from);
    this.#desk.change(position.moved(from, to));
    this.#desk.announce(texts.announcements.placed(this.#name(to ?? from), to === null ? null : piece));
    return true;
  }

  press(square) {
    if (this.#tool === "move") return;
    const piece = this.#tool === "erase" ? null : this.#tool;
    // A second click with the same piece takes it away again.
    this.#place(square, this.#desk.position().pieces.get(square) === piece ? null : piece);
  }

  cancel() {
    this.#desk.announce(texts.announcements.dropped);
  }

  key(event, square) {
    if (/^[1-4]$/.test(event.key)) this.#place(square, PIECES[Number(event.key) - 1]);
    else if (event.key === "Delete" || event.key === "Backspace") this.#place(square, null);
    else return this.#desk.key(event, square);
    return true;
  }

  #place(square, piece) {
    this.#desk.change(this.#desk.position().with(square, piece));
    this.#desk.announce(texts.announcements.placed(this.#name(square), piece));
  }

  #name(square) {
    return squareName(square, this.#desk.position().width, this.#desk.names());
  }
}

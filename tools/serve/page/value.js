// How a value looks and reads. Values are words of the server: win, cursed-win, draw, blessed-loss, loss.

import { element } from "./element.js";
import { texts } from "./texts.js";

/** Best first. */
export const VALUES = ["win", "cursed-win", "draw", "blessed-loss", "loss"];

const TURNED = { win: "loss", "cursed-win": "blessed-loss", draw: "draw", "blessed-loss": "cursed-win", loss: "win" };

/** The same value seen by the other side: a move whose position is lost for the opponent wins. */
export const turned = (value) => TURNED[value] ?? value;

/** A sign that tells the values apart without colour. */
export const SIGNS = { win: "+", "cursed-win": "±", draw: "=", "blessed-loss": "∓", loss: "−" };

/** A small coloured label with sign and word. */
export function valueLabel(value, words = texts.values[value]) {
  return element(
    "span",
    { class: `value value-${value}` },
    element("span", { class: "value-sign", "aria-hidden": "true" }, SIGNS[value]),
    words,
  );
}

// Drawings of the four pieces in a cell of 100x100 units whose middle is the origin. Colours come from style.css.

import { svg } from "./element.js";
import { colourOf, isKing } from "./position.js";

const CROWN = "M-17 12 L-21 -11 L-9 -3 L0 -17 L9 -3 L21 -11 L17 12 Z";

function disc(colour, middle, thickness) {
  return [
    svg("path", {
      class: `piece-edge ${colour}`,
      d: `M-39 ${middle} v${thickness} a39 37 0 0 0 78 0 v${-thickness} z`,
    }),
    svg("ellipse", { class: `piece-top ${colour}`, cx: 0, cy: middle, rx: 39, ry: 37 }),
    svg("ellipse", { class: `piece-groove ${colour}`, cx: 0, cy: middle, rx: 31, ry: 29 }),
  ];
}

/** The group of one piece, to be translated to the middle of its square. */
export function pieceDrawing(piece) {
  const colour = colourOf(piece);
  // A little low and small, so that the square's name stays in sight.
  const body = svg("g", { transform: "translate(0 4) scale(0.88)" });
  body.append(svg("ellipse", { class: "piece-shadow", cx: 3, cy: 9, rx: 41, ry: 38 }));
  if (isKing(piece)) {
    body.append(
      ...disc(colour, 1, 8),
      ...disc(colour, -9, 8),
      svg(
        "g",
        { class: `piece-crown ${colour}`, transform: "translate(0 -10)" },
        svg("path", { d: CROWN }),
        svg("path", { d: "M-17 16 H17" }),
      ),
    );
  } else {
    body.append(
      ...disc(colour, -3, 8),
      svg("ellipse", { class: `piece-groove ${colour}`, cx: 0, cy: -3, rx: 20, ry: 18.5 }),
    );
  }
  return svg("g", { class: `piece ${piece}` }, body);
}

/** A stand-alone picture of a piece, for a palette or a legend. */
export function pieceIcon(piece) {
  return svg(
    "svg",
    { viewBox: "-44 -44 88 88", class: "piece-icon", "aria-hidden": "true", focusable: "false" },
    pieceDrawing(piece),
  );
}

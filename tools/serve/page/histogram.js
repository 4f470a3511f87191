// How often each distance occurs, as a drawing: wins upwards, losses downwards, plies to the right.

import { svg } from "./element.js";
import { amount, ticks } from "./figures.js";
import { texts } from "./texts.js";

// Drawn in the units of the screen, so that the labels keep their size.
const WIDE = 560;
const NARROW = 330;
const HEIGHT = 260;
const LEFT = 66;
const RIGHT = 8;
const TOP = 12;
const BOTTOM = 34;
const NARROWEST_TICK = 34;

/** Share of the axis that a count takes: 1 for the greatest. One position stays visible on the logarithmic one. */
function lengthOf(count, greatest, logarithmic) {
  if (count === 0) return 0;
  return logarithmic ? (1 + Math.log10(count)) / (1 + Math.log10(greatest)) : count / greatest;
}

const countAt = (entries) => Math.max(0, ...entries.map(([, count]) => count));
const longest = (entries) => Math.max(0, ...entries.map(([plies]) => plies));

function countTicks(greatest, logarithmic) {
  if (!logarithmic) return ticks(greatest, 4).filter((value) => value > 0 && value <= greatest);
  const values = [];
  for (let value = 1; value <= greatest; value *= 10) values.push(value);
  // At most four labels, whatever the size of the class.
  const every = Math.ceil(values.length / 4);
  return values.filter((_, index) => (values.length - 1 - index) % every === 0);
}

class Drawing {
  constructor({ wins, losses }, logarithmic, width) {
    this.width = width;
    this.logarithmic = logarithmic;
    this.furthest = Math.max(longest(wins), longest(losses), 1);
    // Each direction has the room that its longest bar needs, so that both have the same scale.
    this.up = lengthOf(countAt(wins), Math.max(countAt(wins), countAt(losses)), logarithmic);
    this.down = lengthOf(countAt(losses), Math.max(countAt(wins), countAt(losses)), logarithmic);
    this.greatest = Math.max(countAt(wins), countAt(losses), 1);
    const room = HEIGHT - TOP - BOTTOM;
    this.scale = room / Math.max(this.up + this.down, 0.001);
    this.zero = TOP + this.up * this.scale;
    this.step = (this.width - LEFT - RIGHT) / (this.furthest + 1);
  }

  x(plies) {
    return LEFT + plies * this.step;
  }

  bar(kind, [plies, count], words) {
    const height = Math.max(lengthOf(count, this.greatest, this.logarithmic) * this.scale, count > 0 ? 1 : 0);
    return svg(
      "rect",
      {
        class: `bar-${kind}`,
        x: (this.x(plies) + this.step * 0.1).toFixed(2),
        y: (kind === "win" ? this.zero - height : this.zero).toFixed(2),
        width: (this.step * 0.8).toFixed(2),
        height: height.toFixed(2),
      },
      svg("title", null, words(plies, count)),
    );
  }

  countAxis() {
    const lines = [];
    for (const direction of [-1, 1]) {
      const room = direction < 0 ? this.up : this.down;
      for (const value of countTicks(this.greatest, this.logarithmic)) {
        const length = lengthOf(value, this.greatest, this.logarithmic);
        if (length > room + 0.001 || length * this.scale < 12) continue;
        const y = (this.zero + direction * length * this.scale).toFixed(1);
        lines.push(svg("line", { class: "grid", x1: LEFT, x2: this.width - RIGHT, y1: y, y2: y }));
        lines.push(svg("text", { class: "tick", x: LEFT - 6, y, dy: "0.35em", "text-anchor": "end" }, amount(value)));
      }
    }
    return lines;
  }

  plyAxis() {
    const labels = ticks(this.furthest, Math.floor((this.width - LEFT - RIGHT) / NARROWEST_TICK));
    return labels
      .filter((plies) => plies <= this.furthest)
      .map((plies) =>
        svg(
          "text",
          { class: "tick", x: this.x(plies + 0.5).toFixed(1), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" },
          String(plies),
        ),
      );
  }
}

/** `histogram`: {metric, side, wins: [[plies, count], ...], losses}. */
export function histogramDrawing(histogram, { logarithmic, narrow }) {
  const width = narrow ? NARROW : WIDE;
  const drawing = new Drawing(histogram, logarithmic, width);
  const words = texts.statistics.histogram;
  return svg(
    "svg",
    { viewBox: `0 0 ${width} ${HEIGHT}`, class: "histogram", role: "img", "aria-label": words.summary(histogram) },
    drawing.countAxis(),
    histogram.wins.map((entry) => drawing.bar("win", entry, words.wins)),
    histogram.losses.map((entry) => drawing.bar("loss", entry, words.losses)),
    svg("line", {
      class: "axis",
      x1: LEFT,
      x2: width - RIGHT,
      y1: drawing.zero.toFixed(1),
      y2: drawing.zero.toFixed(1),
    }),
    drawing.plyAxis(),
    svg("text", { class: "tick", x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 3, "text-anchor": "middle" }, words.axis),
  );
}

// Numbers as the reader sees them.

import { texts } from "./texts.js";

const whole = new Intl.NumberFormat(texts.language);
const tenths = new Intl.NumberFormat(texts.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** 1234567 as "1,234,567". */
export const amount = (number) => whole.format(number);

/** The part in percent, with one decimal; "<0.1" and ">99.9" where rounding would say none or all and that is not so. */
export function percent(part, all) {
  if (all === 0) return texts.figures.none;
  const share = (100 * part) / all;
  if (part > 0 && share < 0.05) return `<${tenths.format(0.1)}`;
  if (part < all && share >= 99.95) return `>${tenths.format(99.9)}`;
  return tenths.format(share);
}

/** Steps of 1, 2 or 5 times a power of ten, at most `most` of them, from 0 to `greatest` or beyond. */
export function ticks(greatest, most) {
  const raw = Math.max(greatest, 1) / most;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].find((factor) => factor * power >= raw) * power);
  const values = [];
  for (let value = 0; value < greatest + step; value += step) values.push(value);
  return values;
}

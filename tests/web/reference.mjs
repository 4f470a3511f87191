// The tables of truth in tests/data, and the program under test on its command line.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The rows of a table of tests/data as arrays of cells, without its heading. */
export function rows(name) {
  const text = readFileSync(new URL(`../data/${name}`, import.meta.url), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t"));
}

/** { wdl, dtw } of a position from values.tsv or longest.tsv; dtw null for draws. Throws where neither has it. */
export function value(rules, fen) {
  for (const name of ["values.tsv", "longest.tsv"]) {
    const row = rows(name).find(([ruleset, position]) => ruleset === rules && position === fen);
    if (row) return { wdl: row[2], dtw: row[3] === "-" ? null : Number(row[3]) };
  }
  throw new Error(`no reference for ${rules} ${fen}`);
}

/** The value of a position in kingsrow.tsv. */
export function kingsrow(fen) {
  const row = rows("kingsrow.tsv").find(([, position]) => position === fen);
  if (!row) throw new Error(`kingsrow.tsv has no ${fen}`);
  return row[2];
}

/** { win, cursed-win, draw, blessed-loss, loss, max_dtw_win, max_dtw_loss, ... } of a class and side, from results.tsv;
 *  null for "none", undefined for "not known". */
export function result(rules, material, side) {
  const row = rows("results.tsv").find((cells) => cells[0] === rules && cells[1] === material && cells[2] === side);
  if (!row) throw new Error(`results.tsv has no ${rules} ${material} ${side}`);
  const names = [
    "win",
    "cursed-win",
    "draw",
    "blessed-loss",
    "loss",
    "max_dtw_win",
    "max_dtw_loss",
    "max_dtc_win",
    "max_dtc_loss",
  ];
  const number = (cell) => (cell === "-" ? null : cell === "?" ? undefined : Number(cell));
  return Object.fromEntries(names.map((name, index) => [name, number(row[index + 3])]));
}

/** The complete list of moves of a position, from moves.tsv: {from, to, captures}. */
export function moves(rules, fen) {
  const row = rows("moves.tsv").find(([ruleset, position]) => ruleset === rules && position === fen);
  if (!row) throw new Error(`moves.tsv has no ${rules} ${fen}`);
  return row[3].split(" ").map((text) => {
    const [, from, to, captures] = /^(\d+)[-x](\d+)(?:\{([\d,]+)\})?$/.exec(text);
    return { from: Number(from), to: Number(to), captures: (captures ?? "").split(",").filter(Boolean).map(Number) };
  });
}

/** How many moves the position of a row of perft.tsv has. */
export const opening = ([, , nodes]) => Number(nodes.split(" ")[0]);

/** { code, message } with which the program refuses a position on its command line. */
export async function refusal(rules, fen, options = []) {
  const tables = process.env.LUNETTE_TABLES.split("\n").flatMap((directory) => ["--tables", directory]);
  try {
    await run(process.env.LUNETTE, ["probe", "--rules", rules, ...tables, ...options, "--json", fen]);
  } catch (failure) {
    return JSON.parse(failure.stdout).error;
  }
  throw new Error(`${fen} was answered`);
}

/** { wdl, dtw } without the count for each {strong, lone, side}, as the program says on its command line: DTW knows no
 *  count, and the value follows from whose turn it is when the game ends. */
export async function distances(rules, placements) {
  const tables = process.env.LUNETTE_TABLES.split("\n").flatMap((directory) => ["--tables", directory]);
  const fens = placements.map(
    ({ strong, lone, side }) =>
      `${side === "lone" ? "B" : "W"}:W${strong.map((square) => `K${square}`).join(",")}:BK${lone}`,
  );
  const { stdout } = await run(process.env.LUNETTE, ["probe", "--rules", rules, ...tables, "--json", ...fens], {
    maxBuffer: 1 << 26,
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => {
      const { dtw } = JSON.parse(line);
      // An odd number of plies ends with the mover's own move.
      return { wdl: dtw === null ? "draw" : dtw % 2 === 1 ? "win" : "loss", dtw };
    });
}

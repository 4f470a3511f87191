// The choice of rulesets, and where one begins.

import * as api from "./api.js";
import { byId, element, replace } from "./element.js";
import { parseFen } from "./position.js";
import { texts } from "./texts.js";

export function listRulesets(rulesets) {
  const optionOf = ({ name, max_pieces: pieces }) =>
    element("option", { value: name }, texts.page.rulesetPieces(texts.rulesets[name] ?? name, pieces));
  replace(byId("rules"), ...rulesets.map(optionOf));
}

/** The longest win of three kings against one; undefined where its table has none that this board can show. */
export async function longestWinOf({ name, width }, signal) {
  const { tables } = await api.statisticsOf(name, "KKKvK", signal);
  return tables.map((row) => row.longest_win_fen).find((longest) => parseFen(longest ?? "", width));
}

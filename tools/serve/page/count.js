// The fields of the lone king's count: moves made, and the limit.

import { byId } from "./element.js";
import { texts } from "./texts.js";

/** `count` is null where none runs; `limit` is the limit asked for, or null for the ruleset's. A ruleset without a count
 *  hides the fields; their place stays. */
export function showCount(ruleset, count, limit) {
  const fields = byId("count");
  const made = byId("count-made");
  const end = byId("count-limit");
  const runs = ruleset.count !== null && count !== null;
  const counted = limit ?? ruleset.count?.limit ?? "";
  fields.classList.toggle("none", ruleset.count === null);
  fields.title = runs ? "" : texts.page.noCount;
  made.disabled = end.disabled = !runs;
  made.value = runs ? count : "";
  made.max = counted === "" ? "" : Number(counted) - 1;
  end.value = runs ? counted : "";
}

/** Marks the number of moves as refused, or not. */
export const markCount = (refused) => byId("count-made").setAttribute("aria-invalid", String(refused));

/** Calls back with (count, limit) as the reader wrote them; an empty count is 0, an empty limit null. */
export function onCount(listener) {
  const read = () => {
    const limit = byId("count-limit").value;
    listener(byId("count-made").value || "0", limit === "" ? null : limit);
  };
  byId("count-made").addEventListener("change", read);
  byId("count-limit").addEventListener("change", read);
}

// The address bar holds what is shown: ruleset, position, count. Links can be shared, back and forward work.

const NAMES = ["rules", "fen", "count", "lone", "count_limit"];

/** What the address asks for; a name that is not there is null. */
export function readAddress() {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name)]));
}

// Colons and commas are allowed in a query and keep a FEN readable.
const encode = (value) => encodeURIComponent(value).replace(/%3A/gi, ":").replace(/%2C/gi, ",");

function pathFor(parameters) {
  const parts = NAMES.filter((name) => parameters[name] !== null && parameters[name] !== undefined).map(
    (name) => `${name}=${encode(parameters[name])}`,
  );
  return `/${parts.length > 0 ? `?${parts.join("&")}` : ""}`;
}

/** Writes the address; with `push` the browser's back button returns to the one before. `state` is handed to onReturn. */
export function writeAddress(parameters, state, push) {
  const path = pathFor(parameters);
  const same = path === location.pathname + location.search;
  if (push && !same) history.pushState(state, "", path);
  else history.replaceState(state, "", path);
}

/** Calls back with the stored state (null where the address was typed) when the reader goes back or forward. */
export function onReturn(listener) {
  window.addEventListener("popstate", (event) => listener(event.state));
}

export const shareLink = () => location.href;

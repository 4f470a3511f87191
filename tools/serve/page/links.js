// Addresses of the three pages. Squares, commas and colons stay readable: they need no escape in a query.

function address(path, parameters) {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2C", ",").replaceAll("%3A", ":")}`)
    .join("&");
  return query ? `${path}?${query}` : path;
}

/** A position on the board page. */
export const boardAddress = (rules, fen, count = null, lone = null) => address("/", { rules, fen, count, lone });

/** `parameters`: {rules, strong: squares, side, lone: square, count}. */
export const diagonalAddress = ({ rules, strong, side, lone, count }) =>
  address("/diagonal", { rules, strong: strong.join(","), side, lone, count });

/** `parameters`: {rules, material, sort, pieces, metric}. */
export const statisticsAddress = (parameters) => address("/statistics", parameters);

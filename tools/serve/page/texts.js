// Every English text of the three pages. A translation replaces this file: values are strings, or functions of
// the numbers and names in them.

const language = "en";
const number = new Intl.NumberFormat(language);
const plural = (count, one, many) => `${number.format(count)} ${count === 1 ? one : many}`;
const plies = (count) => plural(count, "ply", "plies");
const moves = (count) => plural(count, "move", "moves");

const sides = { white: "White", black: "Black" };

const pieces = {
  "white-man": "white man",
  "white-king": "white king",
  "black-man": "black man",
  "black-king": "black king",
};

const values = {
  win: "Win",
  "cursed-win": "Cursed win",
  draw: "Draw",
  "blessed-loss": "Blessed loss",
  loss: "Loss",
};

const valueSentences = {
  win: "win",
  "cursed-win": "won without the count, drawn with it",
  draw: "draw",
  "blessed-loss": "lost without the count, drawn with it",
  loss: "loss",
};

const shared = {
  product: "Lunette",
  tagline: "Endgame tables for draughts with flying kings",
  skip: "Skip to the content",
  navigation: "Pages",
  board: "Board",
  diagonal: "Diagonal",
  statistics: "Statistics",
  darkTheme: "Dark theme",
  help: "Help",
  close: "Close",
  loading: "Asking the server …",
  footer: (version) => `Lunette ${version}`,
  apiLink: "HTTP interface",
};

const rulesets = {
  traditional: "Traditional 8×8",
  minor: "Minor 8×8",
  polish: "Polish 10×10",
  international: "International 10×10",
  historical: "Historical 10×10",
  german: "German board 8×8",
  brazilian: "Brazilian 8×8",
  pool: "Pool checkers 8×8",
  russian: "Russian 8×8",
};

const boardTexts = {
  grid: (width) => `Board, ${width} by ${width}`,
  square: (name, piece) => `Square ${name}, ${piece ? pieces[piece] : "empty"}`,
  target: "can be moved to",
  picked: "picked up",
  keys: "Arrow keys move between the squares, Enter picks up and puts down, Escape cancels.",
};

const page = {
  title: (words) => (words ? `${words} · Lunette` : "Lunette"),
  heading: "Look a position up",
  position: "Position",
  setup: "Set up and share",
  ruleset: "Ruleset",
  rulesetPieces: (name, pieces_) => (pieces_ > 0 ? `${name} (to ${pieces_} pieces)` : `${name} (no tables)`),
  sideToMove: "Side to move",
  white: "White",
  black: "Black",
  squareNames: "Square names",
  numbers: "Numbers",
  letters: "Letters",
  count: "Lone king’s moves made",
  countOf: "of",
  countLimitLabel: "Limit of the count",
  noCount: "No count runs in this material",
  fen: "FEN",
  fenHint: "For example W:WK4,K7,K11:BK21",
  fenRead: "Show",
  copyFen: "Copy FEN",
  copyLink: "Copy link",
  copyPdn: "Copy PDN",
  copied: { fen: "FEN copied", link: "Link copied", pdn: "PDN copied" },
  copyFailed: "The browser does not allow copying; the text is in the FEN field and the address bar.",
  navigation: "Through the moves",
  start: "First position",
  back: "Back",
  forward: "Forward",
  end: "Last position",
  play: "Play the line",
  pause: "Pause",
  flip: "Flip",
  edit: "Edit",
  clear: "Clear",
  startPosition: "Start position",
  palette: "Pieces to place",
  movePieces: "Move pieces",
  erase: "Erase",
  paletteNames: {
    "white-man": "White man",
    "white-king": "White king",
    "black-man": "Black man",
    "black-king": "Black king",
  },
  editHint: "Choose a piece, then a square. Dragging moves a piece, off the board removes it.",
  value: "Value",
  toMove: (side) => `${sides[side]} to move`,
  distance: (count) => `in ${plies(count)} (${moves(Math.ceil(count / 2))})`,
  gameOver: "The game is over",
  drawn: "With best play neither side wins.",
  conversion: (count) => `Next capture or man’s move: ${plies(count)}`,
  sentence: (side, value, dtw) => `${sides[side]} to move: ${valueSentences[value]}${dtw ? ` in ${plies(dtw)}` : ""}`,
  notGuaranteed: "Only values are stored here: following the first move keeps the value, but may make no progress.",
  classLinks: "More about this material",
  classStatistics: (material) => `Statistics of ${material}`,
  classDiagonal: "The main diagonal",
  refused: (code) => (code === "bad_count" ? "Not a count that can run here" : "Not a position to look up"),
  failed: "No answer",
  retry: "Try again",
  materialName: (material, white, black) => (material.length <= 12 ? material : `${white} v ${black} pieces`),
  uncoveredTitle: "No table here",
  uncovered: (material) => `No table on this server answers ${material}. Moves can still be played.`,
  reason: (message) => `The server says: ${message}.`,
  coveredClasses: "Classes that are covered",
  missing: (count) => (count === 1 ? "The table needed:" : `The ${number.format(count)} tables needed:`),
};

const moveList = {
  title: "Moves",
  caption: "Moves, best first. Distances are those after the move, in plies.",
  captionLegal: "Legal moves. No values are known.",
  move: "Move",
  toEnd: "To the end",
  toEndLong: "Plies to the end of the game",
  toConversion: "To conversion",
  toConversionLong: "Plies to the next capture or man’s move",
  none: "No moves",
  groups: {
    win: "Winning",
    "cursed-win": "Winning, but not within the count",
    draw: "Drawing",
    "blessed-loss": "Losing, but saved by the count",
    loss: "Losing",
    unknown: "Legal moves, values not known",
  },
  label: (move, value, dtw) =>
    `${move}: ${value ? values[value].toLowerCase() : "value not known"}${dtw === null || dtw === undefined ? "" : `, ${plies(dtw)} left`}`,
  takes: (squares) => `takes ${squares}`,
  choose: (square) => `Several moves lead to ${square}. Which one?`,
  cancel: "Cancel",
};

const line = {
  title: "Line",
  empty: "Moves that you play are listed here. Best line plays the best moves of both sides to the end.",
  best: "Best line",
  bestHint: "Plays the best moves of both sides to the end",
  startOfLine: "Start position of the line",
  loaded: (count) => `Best line of ${plies(count)}. Forward steps through it.`,
  nothing: "There is no move to play.",
  ends: {
    "game-over": (winner, count) => `${winner ? `${sides[winner]} wins` : "The game ends"} after ${plies(count)}.`,
    "drawn-by-count": (winner, count) => `Drawn by the count after ${plies(count)}.`,
    drawn: () => "Drawn with best play: there is no line to an end.",
    "length-limit": (winner, count) => `Shown up to ${plies(count)}.`,
  },
  event: "Analysis with Lunette",
};

const announcements = {
  moved: (move) => `Played ${move}.`,
  picked: (name, piece) => `Picked up ${pieces[piece]} on ${name}.`,
  dropped: "Cancelled.",
  noMove: (name) => `No move from ${name}.`,
  noTarget: (name) => `Not a move to ${name}.`,
  more: (name) => `By way of ${name}. Choose the next square.`,
  placed: (name, piece) => `${name}: ${piece ? pieces[piece] : "empty"}.`,
  editing: "Edit mode.",
  playing: "Moves can be played.",
  bestMove: (move) => `Best move: ${move}.`,
};

const errors = {
  network: "The server cannot be reached.",
  timeout: (seconds) => `The server did not answer in ${seconds} seconds.`,
  status: (status) => `The server answered with status ${status}.`,
  unknownRuleset: (name) => `This server knows no ruleset “${name}”.`,
  undrawable: "The server accepts this FEN, but the page cannot draw it.",
};

/** Rows of [keys, meaning]. */
const help = {
  title: "Keys and signs",
  intro:
    "Drag a piece, or click it and then its destination. Hovering over a move in the list shows it; clicking plays it.",
  keysTitle: "On the board",
  keys: [
    ["← ↑ → ↓", "Go to the next playable square"],
    ["Home, End, Page Up, Page Down", "First or last square of a row, first or last row"],
    ["Enter or Space", "Pick a piece up, put it down, place the chosen piece"],
    ["Escape", "Put the piece back; end editing"],
    [", and .", "One move back, one move forward"],
    ["F", "Flip the board"],
    ["E", "Begin or end editing"],
    ["1 2 3 4", "When editing: white man, white king, black man, black king on this square"],
    ["Delete", "When editing: empty this square"],
  ],
  signsTitle: "Values, for the side to move",
  signs: {
    win: "won",
    "cursed-win": "won, but drawn by the count of the lone king’s moves",
    draw: "drawn",
    "blessed-loss": "lost, but saved by the count",
    loss: "lost",
  },
  captures:
    "Where several captures lead to one square, click the squares that the piece passes or choose from the list that opens.",
};

export const texts = {
  language,
  number: (value) => number.format(value),
  plies,
  sides,
  pieces,
  values,
  valueSentences,
  shared,
  rulesets,
  board: boardTexts,
  page,
  moves: moveList,
  line,
  announcements,
  errors,
  help,
};

/** The text with a dotted name, for `data-text` and `data-label` in HTML. */
export const textNamed = (name) => name.split(".").reduce((part, key) => part[key], texts);

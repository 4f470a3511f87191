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

const inPlies = (count) => (count === null ? "" : ` in ${plies(count)}`);

// Numbers on the diagonal and statistics pages.
const figures = {
  none: "–",
};

// The page of the main-diagonal question.
const diagonal = {
  title: "Does the main diagonal save a lone king?",
  titleOf: (kings, rules) => `${kings} kings against one, ${rules}: main diagonal`,
  controls: "What stands on the board",
  rulesetLabel: "Ruleset",
  kingsLabel: "White kings",
  kings: { 2: "two", 3: "three", 4: "four" },
  uncovered: (material) => `This server has no tables for ${material}.`,
  sideLabel: "To move",
  sides: { lone: "the lone king", strong: "the kings" },
  countLabel: "Lone king’s moves made",
  countWords: (count, limit) => `${count} of ${limit} moves made`,
  noCount: (kings) => `No count runs here with ${kings} kings.`,
  present: "This position",
  unknown: "Not known",
  legend: "The lone king on each free square",
  legendCount: (count, all) => `${count} of ${all}`,
  boardHint:
    "Click or press Enter on a free square to put the lone king there; drag a king, or pick it up and choose a square, to move it.",
  results: {
    "strong win": "the kings win",
    "cursed win": "won, but too late: drawn",
    draw: "drawn",
    "lone win": "the lone king wins",
  },
  withCapture: (result) => `${result}, side to move must capture`,
  mustCapture: (side) => (side === "lone" ? "The lone king must capture." : "The kings must capture."),
  square: {
    strong: (square) => `White king on ${square}.`,
    lone: (square, result) => `Lone king on ${square}: ${result}.`,
    won: (plies) => `the kings win${inPlies(plies)}`,
    made: (count, limit) => `by then the lone king has made ${count} of its ${limit} moves`,
    cursed: (plies, limit) =>
      `the kings would win${inPlies(plies)}, but the lone king makes its move ${limit} first, and that draws`,
    draw: "drawn",
    drawByCount: (limit) => `drawn: the lone king would win, but makes its move ${limit} first`,
    loneWin: (plies) => `the lone king wins${inPlies(plies)}`,
  },
  moved: (lone, from, to) => `${lone ? "Lone king" : "White king"} moved from ${from} to ${to}.`,
  occupied: (square) => `Square ${square} is occupied.`,
  open: "Open in the board page",
  faults: {
    strong: (text, squares) =>
      `The address has strong=${text}; expected two to four different squares from 1 to ${squares}.`,
    lone: (text) => `The address has lone=${text}; expected a free square of the board.`,
    side: (text) => `The address has side=${text}; expected lone or strong.`,
    count: (text, limit) =>
      limit === null
        ? `The address has count=${text}, but no count runs here.`
        : `The address has count=${text}; expected a number from 0 to ${limit - 1}.`,
  },
  totals: {
    heading: (material, side) =>
      `All positions of ${material}, ${side === "lone" ? "the lone king" : "the kings"} to move`,
    sentence: ({ all, won, cursed, drawn, lost, limit, kings, side }) =>
      `With ${kings} kings against one and ${side === "lone" ? "the lone king" : "the kings"} to move, the kings win ${won} of ${all} positions` +
      (limit === null
        ? ""
        : cursed === "0"
          ? `, all within the count of ${limit} moves`
          : ` and ${cursed} more only without the count of ${limit} moves`) +
      `; ${drawn} are drawn, and ${lost === "0" ? "the lone king wins none" : `the lone king wins ${lost}`}.`,
    quiet: ({ where, won, all, cursed, drawn }) =>
      `Where nothing can be captured and ${where}, the kings win ${won} of ${all}` +
      (cursed === "0" ? "" : `, ${cursed} more not within the count,`) +
      ` and ${drawn} are drawn.`,
    where: {
      lone: "the lone king stands on the main diagonal",
      strong: "the kings hold the main diagonal",
      empty: "nobody stands on the main diagonal",
    },
    rows: { lone: "lone king on it", strong: "kings on it, lone king off", empty: "nobody on it" },
    captures: { false: "nothing to capture", true: "must capture" },
    columns: ["Main diagonal", "Side to move", "Won", "Not in time", "Drawn", "Lone king wins", "Example"],
    caption: "Positions by who stands on the main diagonal, before any counted move",
    example: (fen) => `Example: ${fen}`,
    verdict: "What the report says in full",
    none: (material) => `There are no tables for ${material} here.`,
  },
};

// The statistics page.
const statistics = {
  heading: "Statistics of the tables",
  titleOf: (material, rules) => `${material}, ${rules}: statistics`,
  rulesetLabel: "Ruleset",
  piecesLabel: "Pieces",
  noTables: (rules) => `This server has no tables for ${rules}.`,
  summary: (classes, positions) => `${classes} classes, ${positions} positions`,
  allSizes: "all",
  size: (pieces) => `${pieces} pieces`,
  shown: (rows) => `${rows} rows are shown.`,
  sorted: (column, direction) => `Sorted by ${column.toLowerCase()}, ${direction > 0 ? "ascending" : "descending"}.`,
  table: {
    region: "Table of classes",
    caption:
      "Classes of material by side to move: shares of wins, draws and losses in percent, and longest distances in plies",
    columns: {
      material: "Class",
      side: "To move",
      entries: "Positions",
      shares: "Shares",
      win: "Wins %",
      draw: "Draws %",
      loss: "Losses %",
      longest_win: "Longest win",
      longest_loss: "Longest loss",
    },
    longest: {
      win: (material, side, plies) => `${material}, ${side} to move: longest win, ${plies} plies, on the board`,
      loss: (material, side, plies) => `${material}, ${side} to move: longest loss, ${plies} plies, on the board`,
    },
  },
  panel: {
    noClass: "One class",
    hint: "Choose a class in the table to see its figures, how often each distance occurs, and its longest positions.",
    heading: (material, rules) => `${material}, ${rules}`,
    caption: (material) => `Positions of ${material} by value for the side to move`,
    toMove: (side) => (side === "white" ? "White to move" : "Black to move"),
    percent: (text) => (text === "–" ? text : `${text} %`),
    positions: "Positions",
    counted: "Distances",
    metrics: { dtw: "to the end (DTW)", dtc: "to conversion (DTC)" },
    logarithmic: "logarithmic",
    noHistogram: (reason) => `Distances are not counted here: ${reason}.`,
    onlyDraws: "No position here is won or lost.",
    keyWins: "won, upwards",
    keyLosses: "lost, downwards",
    asTable: "The same as a table",
    distanceColumns: ["Plies", "Won", "Lost"],
    longest: {
      win: (plies, metric) => `Longest win: ${plies} plies${metric === "dtc" ? " to a conversion" : ""}`,
      loss: (plies, metric) => `Longest loss: ${plies} plies${metric === "dtc" ? " to a conversion" : ""}`,
    },
  },
  histogram: {
    wins: (plies, count) => `Won in ${plies} plies: ${count}`,
    losses: (plies, count) => `Lost in ${plies} plies: ${count}`,
    axis: "plies",
    summary: ({ metric, side, wins, losses }) => {
      const of = (entries, word) =>
        entries.length === 0
          ? `none ${word}`
          : `${word} in ${entries[0][0]} to ${entries[entries.length - 1][0]} plies`;
      return `${metric === "dtw" ? "Plies to the end of the game" : "Plies to the next conversion"}, ${side} to move: ${of(wins, "won")}; ${of(losses, "lost")}. The table below has the numbers.`;
    },
  },
  gallery: {
    heading: "Longest wins of all classes",
    previous: "Longer",
    next: "Shorter",
    shown: (index, all, material, side, plies, metric) =>
      `${index} of ${all}: ${material}, ${side === "white" ? "White" : "Black"} wins in ${plies} plies${metric === "dtc" ? " to a conversion" : ""}.`,
    none: "No class here has a win.",
    open: (fen) => `${fen}: open on the board`,
    play: "Open in the board page",
    statistics: (material) => `Figures of ${material}`,
  },
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
  figures,
  diagonal,
  statistics,
};

/** The text with a dotted name, for `data-text` and `data-label` in HTML. */
export const textNamed = (name) => name.split(".").reduce((part, key) => part[key], texts);

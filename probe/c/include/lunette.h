/* Lunette's probing library for C and for whatever calls C: answers from endgame tables of draughts.
 *
 *     lunette_error error = {.size = sizeof error};
 *     lunette_options options = LUNETTE_OPTIONS;
 *     const char* directories[] = {"tables"};
 *     options.directories = directories;
 *     options.directory_count = 1;
 *     lunette_tablebase* tables = NULL;
 *     if (lunette_open("international", &options, &tables, &error) != LUNETTE_OK) return complain(error.message);
 *
 *     lunette_position position;
 *     lunette_answer answer = {.size = sizeof answer};
 *     if (lunette_read_fen(tables, "W:WK48:B24,K36", &position, &error) == LUNETTE_OK &&
 *         lunette_probe(tables, &position, NULL, &answer, &error) == LUNETTE_OK) {
 *       use(answer.wdl, answer.dtc, answer.dtw);
 *     }
 *     lunette_close(tables);
 *
 * Errors. Functions return LUNETTE_OK or the reason why not, and describe it in `error` where that is not null; what
 * they would have written is then untouched unless said otherwise. A null pointer where one is needed is
 * LUNETTE_BAD_ARGUMENT. Nothing is printed, nothing exits, no C++ exception leaves a function, nothing is global.
 *
 * Threads. Any number of threads may use one lunette_tablebase, but for lunette_close(), when all must be done.
 *
 * Growing. Structures that may grow begin with `size`, which the caller sets to its own sizeof: a library that is older
 * or newer than the caller then reads and writes only what both know. LUNETTE_ABI_VERSION is raised when that does not
 * suffice; a program can compare it with lunette_abi_version().
 *
 * Enumerations name the values of plain integers. Text is UTF-8 and ends in a null. The rules of the games, values and
 * distances: see the project's documentation.
 */
#ifndef LUNETTE_H
#define LUNETTE_H

#include <stddef.h>
#include <stdint.h>

/* On Windows LUNETTE_SHARED says that lunette.dll is linked; who links the static library does not define it. */
#if defined(_WIN32) && defined(LUNETTE_BUILDING)
#define LUNETTE_API __declspec(dllexport)
#elif defined(_WIN32) && defined(LUNETTE_SHARED)
#define LUNETTE_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define LUNETTE_API __attribute__((visibility("default")))
#else
#define LUNETTE_API
#endif

#ifdef __cplusplus
#define LUNETTE_NOEXCEPT noexcept
extern "C" {
#else
#define LUNETTE_NOEXCEPT
#endif

#define LUNETTE_ABI_VERSION 1

/* "0.1.0": of the library that runs. Static storage. */
LUNETTE_API const char* lunette_version(void) LUNETTE_NOEXCEPT;
/* LUNETTE_ABI_VERSION of the library that runs. */
LUNETTE_API int lunette_abi_version(void) LUNETTE_NOEXCEPT;

/* ---- Errors ---- */

typedef enum lunette_status {
  LUNETTE_OK = 0,
  LUNETTE_BAD_FEN = 1,          /* text is not a position; the message names the token */
  LUNETTE_BAD_MOVE = 2,         /* text is not a legal move, or fits several */
  LUNETTE_BAD_MATERIAL = 3,     /* text is not a material name */
  LUNETTE_ILLEGAL_POSITION = 4, /* pieces overlap, a man stands on its promotion row, ... */
  LUNETTE_UNKNOWN_SIDE = 5,     /* the FEN does not say who is to move */
  LUNETTE_BAD_COUNT = 6,        /* a count where none can run, or one at or past the limit */
  LUNETTE_BAD_ARGUMENT = 7,     /* any other argument, null pointers included */
  LUNETTE_UNKNOWN_RULESET = 8,  /* no ruleset of that name; the message lists them */
  LUNETTE_MISSING_TABLE = 9,    /* the file is not there; the message names it */
  LUNETTE_MISSING_METRIC = 10,  /* the table is there, but not with this metric */
  LUNETTE_NOT_COVERED = 11,     /* more pieces than a table has, or than the options allow */
  LUNETTE_NOT_CACHED = 12,      /* a cached-only probe would have had to read the disk */
  LUNETTE_WRONG_RULESET = 13,   /* a file of another ruleset or count limit */
  LUNETTE_UNKNOWN_VERSION = 14, /* a file of a newer format */
  LUNETTE_CORRUPT_FILE = 15,    /* the message names file and block or section */
  LUNETTE_IO_ERROR = 16,        /* the operating system refused; the message has its reason */
  LUNETTE_OUT_OF_MEMORY = 17,
  LUNETTE_BUFFER_TOO_SMALL = 18, /* text or codes did not fit where they were to go */
  LUNETTE_INTERNAL_ERROR = 19    /* none that a caller can cause */
} lunette_status;

/* "bad_fen" for LUNETTE_BAD_FEN, and so on; "unknown" for what is none. Static storage. */
LUNETTE_API const char* lunette_status_name(int32_t status) LUNETTE_NOEXCEPT;

/* What went wrong in one call. A successful call leaves it as it is. */
typedef struct lunette_error {
  size_t size; /* sizeof(lunette_error), set by the caller */
  lunette_status status;
  char message[500]; /* one line in English without a final dot, cut where it is longer */
} lunette_error;

/* ---- Positions ---- */

typedef enum lunette_color { LUNETTE_WHITE = 0, LUNETTE_BLACK = 1 } lunette_color;

/* Squares are numbered as in FEN, row by row from Black's side; White moves towards square 1. On 10x10 square s is the
 * bit (s - 1) + (s - 1) / 10, on 8x8 the bit (s - 1) + (s - 1) / 8: every two rows are followed by a bit that is no
 * square. This structure never grows. */
typedef struct lunette_position {
  uint64_t white_men;
  uint64_t white_kings;
  uint64_t black_men;
  uint64_t black_kings;
  int32_t side; /* lunette_color: whose move it is */
} lunette_position;

/* An open set of tables of one ruleset. */
typedef struct lunette_tablebase lunette_tablebase;

/* Reads PDN FEN, such as "W:W31,K46:B5-9,K12". Errors: bad_fen, illegal_position, unknown_side. */
LUNETTE_API lunette_status lunette_read_fen(const lunette_tablebase* tables, const char* fen,
                                            lunette_position* position, lunette_error* error) LUNETTE_NOEXCEPT;

/* Room for any FEN of ours, with its null. */
#define LUNETTE_FEN_SIZE 256

/* Writes the canonical FEN of a legal position. buffer_too_small if it does not fit into `capacity` bytes; as much as
 * does is then there. */
LUNETTE_API lunette_status lunette_write_fen(const lunette_tablebase* tables, const lunette_position* position,
                                             char* text, size_t capacity, lunette_error* error) LUNETTE_NOEXCEPT;

/* ---- Opening ---- */

/* Metrics as bits of lunette_options and as arguments. */
typedef enum lunette_metric {
  LUNETTE_WDL = 1, /* the value */
  LUNETTE_DTC = 2, /* plies to the next capture or man's move, keeping the value */
  LUNETTE_DTW = 4  /* plies to the end of the game, no count applied */
} lunette_metric;

typedef struct lunette_options {
  size_t size;                    /* sizeof(lunette_options) */
  const char* const* directories; /* searched in this order; each holds international/KKvK.wdl and so on */
  size_t directory_count;
  uint64_t cache_bytes;   /* for decoded blocks, shared by all threads; 0: none are kept */
  uint64_t preload_bytes; /* decode tables into the cache at once until it holds so much, small classes first */
  uint32_t metrics;       /* LUNETTE_WDL | LUNETTE_DTC | LUNETTE_DTW: those to use */
  int32_t max_pieces;     /* 2 to 8; larger classes are not_covered */
} lunette_options;

/* To start from: all metrics, 8 pieces, 64 MiB of cache, no directories. */
#define LUNETTE_OPTIONS \
  { sizeof(lunette_options), 0, 0, UINT64_C(64) << 20, 0, LUNETTE_WDL | LUNETTE_DTC | LUNETTE_DTW, 8 }

/* Opens the tables of a ruleset ("international", "russian", ...) and gives the handle, which lunette_close() frees.
 * Reads no file unless told to preload. Errors: unknown_ruleset, bad_argument, io_error (a directory that is none),
 * out_of_memory. */
LUNETTE_API lunette_status lunette_open(const char* ruleset, const lunette_options* options, lunette_tablebase** tables,
                                        lunette_error* error) LUNETTE_NOEXCEPT;

/* Null is allowed and does nothing. */
LUNETTE_API void lunette_close(lunette_tablebase* tables) LUNETTE_NOEXCEPT;

/* The ruleset's name; null for null. Lives as long as the handle. */
LUNETTE_API const char* lunette_ruleset(const lunette_tablebase* tables) LUNETTE_NOEXCEPT;

/* The name of the ruleset with this number, from 0 on; null past the last. Static storage. */
LUNETTE_API const char* lunette_ruleset_name(size_t number) LUNETTE_NOEXCEPT;

/* ---- Probing ---- */

/* Where an integer says nothing: no such distance, no count. */
#define LUNETTE_NONE (-1)

/* A value, always from the side to move. Greater is better; negating it is the other side's view. */
typedef enum lunette_wdl {
  LUNETTE_LOSS = -2,
  LUNETTE_BLESSED_LOSS = -1, /* lost without the count, drawn with it */
  LUNETTE_DRAW = 0,
  LUNETTE_CURSED_WIN = 1, /* won without the count, drawn with it */
  LUNETTE_WIN = 2
} lunette_wdl;

/* What a caller says about a counted draw. A null pointer and LUNETTE_NONE everywhere both mean that none is running
 * when the position arises. */
typedef struct lunette_count {
  size_t size;   /* sizeof(lunette_count) */
  int32_t moves; /* counted moves already completed, or LUNETTE_NONE */
  int32_t lone;  /* lunette_color of the lone king, needed in KvK only, or LUNETTE_NONE */
  int32_t limit; /* another limit than the ruleset's, or LUNETTE_NONE */
} lunette_count;
#define LUNETTE_COUNT \
  { sizeof(lunette_count), LUNETTE_NONE, LUNETTE_NONE, LUNETTE_NONE }

/* What the tables say about a position, from its side to move. */
typedef struct lunette_answer {
  size_t size;         /* sizeof(lunette_answer), set by the caller */
  int32_t wdl;         /* lunette_wdl */
  int32_t dtc;         /* plies; LUNETTE_NONE for draws without the count and where it is not stored */
  int32_t dtw;         /* likewise */
  int32_t count_moves; /* of the count that ran, or LUNETTE_NONE */
  int32_t count_lone;  /* lunette_color, or LUNETTE_NONE */
} lunette_answer;

/* Any legal position of covered material, captures included, by one metric. `wdl` is a lunette_wdl; `plies` is
 * LUNETTE_NONE for a draw. Errors of all probes: illegal_position, not_covered, missing_table, missing_metric,
 * bad_count, wrong_ruleset, unknown_version, corrupt_file, io_error, out_of_memory. */
LUNETTE_API lunette_status lunette_probe_wdl(const lunette_tablebase* tables, const lunette_position* position,
                                             const lunette_count* count, int32_t* wdl,
                                             lunette_error* error) LUNETTE_NOEXCEPT;
LUNETTE_API lunette_status lunette_probe_dtc(const lunette_tablebase* tables, const lunette_position* position,
                                             int32_t* plies, lunette_error* error) LUNETTE_NOEXCEPT;
LUNETTE_API lunette_status lunette_probe_dtw(const lunette_tablebase* tables, const lunette_position* position,
                                             int32_t* plies, lunette_error* error) LUNETTE_NOEXCEPT;

/* The same without ever waiting for the disk: not_cached where that would be necessary. */
LUNETTE_API lunette_status lunette_probe_cached(const lunette_tablebase* tables, const lunette_position* position,
                                                const lunette_count* count, int32_t* wdl,
                                                lunette_error* error) LUNETTE_NOEXCEPT;
LUNETTE_API lunette_status lunette_probe_cached_dtc(const lunette_tablebase* tables, const lunette_position* position,
                                                    int32_t* plies, lunette_error* error) LUNETTE_NOEXCEPT;
LUNETTE_API lunette_status lunette_probe_cached_dtw(const lunette_tablebase* tables, const lunette_position* position,
                                                    int32_t* plies, lunette_error* error) LUNETTE_NOEXCEPT;

/* All that is stored: WDL must be there, the distances are LUNETTE_NONE where they are not. */
LUNETTE_API lunette_status lunette_probe(const lunette_tablebase* tables, const lunette_position* position,
                                         const lunette_count* count, lunette_answer* answer,
                                         lunette_error* error) LUNETTE_NOEXCEPT;

/* ---- Moves ---- */

/* A legal move and the answer for the position after it, from the side then to move: after a winning move that is
 * LUNETTE_LOSS. */
typedef struct lunette_move {
  int32_t from; /* square numbers */
  int32_t to;
  uint64_t captured;  /* bits as in lunette_position; 0 for a quiet move */
  int32_t is_man;     /* 1 if a man moves, otherwise 0; the next two likewise */
  int32_t promotes;   /* and becomes a king */
  int32_t conversion; /* a capture or a man's move */
  int32_t wdl;        /* as in lunette_answer, of the position after the move */
  int32_t dtc;
  int32_t dtw;
  int32_t count_moves;
  int32_t count_lone;
  lunette_position after;
  char text[64]; /* "32-28", "32x23", "3x14x32x17" */
} lunette_move;

/* The caller's room for moves. */
typedef struct lunette_moves {
  lunette_move* first; /* may be null if capacity is 0 */
  size_t move_size;    /* sizeof(lunette_move) */
  size_t capacity;     /* how many fit */
  size_t count;        /* set by the call: how many there are, which may be more than fit */
} lunette_moves;

/* Ample for positions that tables answer; `count` would tell if it were not. */
#define LUNETTE_MOST_MOVES 256

typedef enum lunette_progress {
  LUNETTE_GUARANTEED = 0,    /* the first move, again and again, ends the game with the value promised */
  LUNETTE_NOT_GUARANTEED = 1 /* no distance to rank by is stored */
} lunette_progress;

/* The position's answer and its moves, best first; none if the game is over. `answer` and `progress` (set to a
 * lunette_progress) may be null. */
LUNETTE_API lunette_status lunette_rank_moves(const lunette_tablebase* tables, const lunette_position* position,
                                              const lunette_count* count, lunette_answer* answer, lunette_moves* moves,
                                              int32_t* progress, lunette_error* error) LUNETTE_NOEXCEPT;

typedef enum lunette_line_end {
  LUNETTE_GAME_OVER = 0,      /* the last side to move has no pieces or no move */
  LUNETTE_DRAWN_BY_COUNT = 1, /* the lone king has completed its last move and the game is not over */
  LUNETTE_DRAWN = 2,          /* a drawn position has come up again */
  LUNETTE_LENGTH_LIMIT = 3
} lunette_line_end;

/* Best play for both sides, at most `max_plies` long, as moves in the order they are played. `answer`, of the position
 * itself, and `end` (set to a lunette_line_end) may be null. */
LUNETTE_API lunette_status lunette_best_line(const lunette_tablebase* tables, const lunette_position* position,
                                             const lunette_count* count, int32_t max_plies, lunette_answer* answer,
                                             lunette_moves* moves, int32_t* end, lunette_error* error) LUNETTE_NOEXCEPT;

/* ---- Tables ---- */

/* A class by its name: white pieces, v, black pieces, as "KKMvKM". Either colour may be the stronger in what follows.
 */
typedef struct lunette_material {
  char name[16];
} lunette_material;

/* 1 in `yes` if the table of a class and metric is there, usable or not (no file is read), otherwise 0. A class is
 * covered if its WDL table is there. Errors: bad_material, bad_argument. */
LUNETTE_API lunette_status lunette_covers(const lunette_tablebase* tables, const char* material, int32_t* yes,
                                          lunette_error* error) LUNETTE_NOEXCEPT;
LUNETTE_API lunette_status lunette_has(const lunette_tablebase* tables, const char* material, int32_t metric,
                                       int32_t* yes, lunette_error* error) LUNETTE_NOEXCEPT;

/* The classes up to `pieces` pieces, at most `max_side` on a side, without a WDL table; and those that have one.
 * `count` is set to how many there are; the first `capacity` are written. `materials` may be null if capacity is 0. */
LUNETTE_API lunette_status lunette_missing(const lunette_tablebase* tables, int32_t pieces, int32_t max_side,
                                           lunette_material* materials, size_t capacity, size_t* count,
                                           lunette_error* error) LUNETTE_NOEXCEPT;
LUNETTE_API lunette_status lunette_tables(const lunette_tablebase* tables, lunette_material* materials, size_t capacity,
                                          size_t* count, lunette_error* error) LUNETTE_NOEXCEPT;

/* What a table's file says about itself. */
typedef struct lunette_table {
  size_t size;               /* sizeof(lunette_table), set by the caller */
  lunette_material material; /* as it is stored: the stronger side first */
  int32_t sides;             /* sides to move that are stored: 1 if the class is its own colour flip, otherwise 2 */
  int32_t count_limit;       /* of the ruleset's counted draw; 0 where it has none */
  uint64_t entries;          /* of one side to move */
  uint64_t blocks;           /* of one side to move */
  uint64_t bytes;            /* of the file */
  uint64_t file_checksum;
  uint64_t value_checksum;
  uint64_t counts[2][5]; /* WDL: positions by side to move and value, losses first */
  int32_t max_win[2];    /* DTC, DTW: the longest won and lost distance by side to move, or LUNETTE_NONE */
  int32_t max_loss[2];
  uint64_t longest_win[2]; /* and the first index with it, for lunette_unrank() */
  uint64_t longest_loss[2];
} lunette_table;

LUNETTE_API lunette_status lunette_table_info(const lunette_tablebase* tables, const char* material, int32_t metric,
                                              lunette_table* table, lunette_error* error) LUNETTE_NOEXCEPT;

/* The true values of one stored side of a class, named as it is stored, in the order of lunette_unrank(): for WDL a
 * lunette_wdl + 2, for distances 0 where there is none and otherwise plies + 1. buffer_too_small if there are more than
 * `capacity`; lunette_table has the numbers (`entries` in all, `blocks` of a side). `count` is set in both cases. */
LUNETTE_API lunette_status lunette_read_values(const lunette_tablebase* tables, const char* material, int32_t metric,
                                               int32_t side, uint16_t* codes, size_t capacity, size_t* count,
                                               lunette_error* error) LUNETTE_NOEXCEPT;
LUNETTE_API lunette_status lunette_read_block_values(const lunette_tablebase* tables, const char* material,
                                                     int32_t metric, int32_t side, uint64_t block, uint16_t* codes,
                                                     size_t capacity, size_t* count,
                                                     lunette_error* error) LUNETTE_NOEXCEPT;

/* The position with an index of a class, named as it is stored, with the given side to move. */
LUNETTE_API lunette_status lunette_unrank(const lunette_tablebase* tables, const char* material, int32_t side,
                                          uint64_t index, lunette_position* position,
                                          lunette_error* error) LUNETTE_NOEXCEPT;

/* ---- Statistics ---- */

/* Since lunette_open() or lunette_reset_statistics(). */
typedef struct lunette_statistics {
  size_t size;           /* sizeof(lunette_statistics), set by the caller */
  uint64_t probes;       /* calls of lunette_probe*(), lunette_rank_moves() and lunette_best_line() */
  uint64_t cache_hits;   /* look-ups that found their block decoded; a probe may need none, or many */
  uint64_t cache_misses; /* blocks decoded for a look-up */
  uint64_t cache_bytes;  /* held now */
  uint64_t cache_budget; /* lunette_options.cache_bytes */
  uint64_t open_tables;  /* files mapped now */
} lunette_statistics;

LUNETTE_API lunette_status lunette_get_statistics(const lunette_tablebase* tables, lunette_statistics* statistics,
                                                  lunette_error* error) LUNETTE_NOEXCEPT;
LUNETTE_API void lunette_reset_statistics(lunette_tablebase* tables) LUNETTE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif

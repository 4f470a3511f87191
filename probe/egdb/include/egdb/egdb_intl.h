#pragma once

#include <cstdint>

#include "lunette/rules/export.hpp"

/// The interface of Kingsrow's endgame database driver for 10x10, served from Lunette's tables: a program written for
/// it compiles with this header and links with this library instead. Differences, all of them for the better:
/// - captures are no exception: any legal position of either side to move has its right value, whether a piece is to be
///   captured or threatened;
/// - a directory of ours holds all metrics, so the option "metric" says which one a handle serves;
/// - any number of threads may look up in one handle.
///
/// Nothing is printed and nothing throws. Boards are as in FEN: black men start on 1-20 and move to higher numbers,
/// white men start on 31-50 and move to lower ones.
namespace egdb_interface {

/// Squares 1-10 are bits 0-9, 11-20 bits 11-20, 21-30 bits 22-31, 31-40 bits 33-42, 41-50 bits 44-53. The bits between
/// are no squares.
using EGDB_BITBOARD = std::uint64_t;

struct EGDB_POSITION {
  EGDB_BITBOARD black;
  EGDB_BITBOARD white;
  EGDB_BITBOARD king;  ///< which of them are kings
};

enum EGDB_COLOR { EGDB_BLACK = 0, EGDB_WHITE = 1 };

/// What egdb_lookup() gives for WLD, from the side to move. The negative values are given for all metrics.
enum WLD_VALUE {
  EGDB_SUBDB_UNAVAILABLE = -2,  ///< no table, more than maxpieces pieces, no legal position, or a file that is damaged
  EGDB_NOT_IN_CACHE = -1,       ///< of conditional look-ups
  EGDB_UNKNOWN = 0,
  EGDB_WIN = 1,
  EGDB_LOSS = 2,
  EGDB_DRAW = 3,
  EGDB_DRAW_OR_LOSS = 4,
  EGDB_WIN_OR_DRAW = 5
};

/// And for MTC, where the value is the number of plies to the next capture or man's move, rounded up to an even one.
enum MTC_VALUE {
  MTC_UNKNOWN = 0,              ///< a draw
  MTC_LESS_THAN_THRESHOLD = 1,  ///< a win or loss in fewer plies than the threshold
  MTC_THRESHOLD = 10
};

/// Formats of the original; egdb_get_type() says which of them stand for ours.
enum EGDB_TYPE { EGDB_WLD_RUNLEN = 0, EGDB_MTC_RUNLEN, EGDB_WLD_HUFFMAN, EGDB_WLD_TUN_V1, EGDB_WLD_TUN_V2, EGDB_DTW };

/// The words that egdb_verify() makes its messages of; each ends in a null.
struct EGDB_VERIFY_MSGS {
  char crc_failed[80];
  char ok[80];
  char errors[80];
  char no_errors[80];
};

struct EGDB_STATS {
  unsigned lru_cache_hits;           ///< look-ups that found their block decoded; captures may need several
  unsigned lru_cache_loads;          ///< blocks decoded
  unsigned autoload_hits;            ///< always 0
  unsigned db_requests;              ///< calls of egdb_lookup()
  unsigned db_returns;               ///< those that gave a value
  unsigned db_not_present_requests;  ///< those that gave EGDB_SUBDB_UNAVAILABLE
  float avg_ht_list_length;          ///< always 0
};

struct EGDB_DRIVER;

/// Opens a directory of ours (which holds `international`), or `international` itself. `options` is "name=value;..." or
/// null: `metric=wld`, `mtc` or `dtw` (default wld), `maxpieces=N` (default: all there are). Other names are ignored
/// and reported to `msg_fn`, which may be null. Tables that are not there when this is called are not used. Null on
/// error, for which `msg_fn` gets the reason. At least 4 MiB are used as cache.
LUNETTE_EXPORT EGDB_DRIVER* egdb_open(char const* options, int cache_mb, char const* directory,
                                      void (*msg_fn)(char const*));

/// The value of a position with `color` to move:
/// - WLD: a WLD_VALUE; a side to move without pieces or without a move has lost;
/// - MTC: a MTC_VALUE, or an even number of plies from MTC_THRESHOLD on;
/// - DTW: half the plies to the end, v: a win takes 2v+1 plies, a loss 2v. A draw has none and gives
///   EGDB_SUBDB_UNAVAILABLE: ask for WLD first.
/// Conditional look-ups (`cl` not 0) never wait for the disk and give EGDB_NOT_IN_CACHE where they would have to.
/// Thread-safe. The first damaged or unreadable file is reported to the msg_fn of egdb_open().
LUNETTE_EXPORT int egdb_lookup(EGDB_DRIVER* handle, EGDB_POSITION const* position, int color, int cl);

/// 0 on success. No thread may use the handle any more.
LUNETTE_EXPORT int egdb_close(EGDB_DRIVER* handle);

/// 0 if there are tables of ours, with the type of the first of WLD, MTC and DTW that is there, and the most pieces of
/// any table of it. 1 if there are none, or an argument is null.
LUNETTE_EXPORT int egdb_identify(char const* directory, EGDB_TYPE* type, int* max_pieces);

/// Checks every checksum of the handle's files: 0 if all match, 1 if one does not or `*abort` became non-zero, which is
/// looked at before each file. A line for each file and one at the end go to `msg_fn`. All arguments but the first may
/// be null.
LUNETTE_EXPORT int egdb_verify(EGDB_DRIVER const* handle, void (*msg_fn)(char const*), int* abort,
                               EGDB_VERIFY_MSGS* msgs);

/// The most pieces of any table of the handle, and the most that one side has in any. 0 on success.
LUNETTE_EXPORT int egdb_get_pieces(EGDB_DRIVER const* handle, int* max_pieces, int* max_pieces_1side);

LUNETTE_EXPORT void egdb_reset_stats(EGDB_DRIVER* handle);
/// Lives as long as the handle; overwritten by the next call. Null for null.
LUNETTE_EXPORT EGDB_STATS* egdb_get_stats(EGDB_DRIVER const* handle);

/// EGDB_WLD_TUN_V1, EGDB_MTC_RUNLEN or EGDB_DTW, by the option "metric".
LUNETTE_EXPORT EGDB_TYPE egdb_get_type(EGDB_DRIVER const* handle);
LUNETTE_EXPORT bool is_wld(EGDB_DRIVER const* handle);
LUNETTE_EXPORT bool is_mtc(EGDB_DRIVER const* handle);
LUNETTE_EXPORT bool is_dtw(EGDB_DRIVER const* handle);

}  // namespace egdb_interface

// How a program that was written for Kingsrow's databases looks things up. Nothing here knows Lunette.
// usage: kingsrow DIRECTORY

#include <cstdio>

#include "egdb/egdb_intl.h"

using namespace egdb_interface;

namespace {

void report(char const* text) {
  std::fprintf(stderr, "%s\n", text);
}

// Squares 1-10 are bits 0-9, and each ten squares are followed by a bit that is none.
EGDB_BITBOARD square(int number) {
  return EGDB_BITBOARD{1} << (number - 1 + (number - 1) / 10);
}

// As in a search: what is in memory at once, and the disk only where it must be.
int look_up(EGDB_DRIVER* handle, EGDB_POSITION const& position, int color) {
  int const cached = egdb_lookup(handle, &position, color, 1);
  return cached == EGDB_NOT_IN_CACHE ? egdb_lookup(handle, &position, color, 0) : cached;
}

}  // namespace

int main(int argc, char** argv) {
  EGDB_TYPE type;
  int max_pieces;
  if (argc != 2 || egdb_identify(argv[1], &type, &max_pieces) != 0) {
    report("usage: kingsrow DIRECTORY, with tables of international below it");
    return 2;
  }
  EGDB_DRIVER* const handle = egdb_open("maxpieces = 4", 64, argv[1], report);
  if (handle == nullptr) return 2;

  // Two white kings on 1 and 2 against a black king on each other square, White to move.
  int values[3] = {0, 0, 0};
  for (int number = 3; number <= 50; ++number) {
    EGDB_POSITION position;
    position.black = square(number);
    position.white = square(1) | square(2);
    position.king = position.black | position.white;
    int const value = look_up(handle, position, EGDB_WHITE);
    if (value >= EGDB_WIN && value <= EGDB_DRAW) ++values[value - EGDB_WIN];
  }
  EGDB_STATS const* const stats = egdb_get_stats(handle);
  std::printf("up to %d pieces; %d won, %d lost, %d drawn; %u look-ups\n", max_pieces, values[0], values[1], values[2],
              stats->db_requests);
  return egdb_close(handle);
}

// A program as it was written for Kingsrow's endgame databases: the value of a king against a king and a man.

#include <cstdio>

#include "egdb/egdb_intl.h"

using namespace egdb_interface;

namespace {

void print(char const* text) {
  std::fprintf(stderr, "%s\n", text);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  EGDB_TYPE type;
  int max_pieces;
  if (egdb_identify(argv[1], &type, &max_pieces) != 0) {
    print("no database here");
    return 2;
  }
  EGDB_DRIVER* handle = egdb_open("maxpieces = 4", 32, argv[1], print);
  if (handle == nullptr) return 2;
  EGDB_POSITION position;
  position.black = EGDB_BITBOARD{1} << 27;  // 26
  position.white = EGDB_BITBOARD{1} << 29;  // 28
  position.king = position.black;
  int const black_to_move = egdb_lookup(handle, &position, EGDB_BLACK, 0);
  int const white_to_move = egdb_lookup(handle, &position, EGDB_WHITE, 0);
  std::printf("pieces %d, black to move %s, white to move %s\n", max_pieces,
              black_to_move == EGDB_WIN ? "win" : "other", white_to_move == EGDB_LOSS ? "loss" : "other");
  return egdb_close(handle);
}

#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "egdb/egdb_intl.h"
#include "lunette/rules/position.hpp"

namespace egdb = egdb_interface;

/// A handle of the drop-in that closes itself.
struct CloseDriver {
  void operator()(egdb::EGDB_DRIVER* driver) const { egdb::egdb_close(driver); }
};
using Driver = std::unique_ptr<egdb::EGDB_DRIVER, CloseDriver>;

/// Lines that a handle has sent to take_message() since they were last taken. The interface gives its functions no
/// context to tell receivers apart.
std::vector<std::string> taken_messages();
void take_message(const char* text);

/// The bit of a square as the interface counts them, from its own description.
constexpr egdb::EGDB_BITBOARD egdb_bit(int square) {
  const int bit = square <= 10   ? square - 1
                  : square <= 20 ? square
                  : square <= 30 ? square + 1
                  : square <= 40 ? square + 2
                                 : square + 3;
  return egdb::EGDB_BITBOARD{1} << bit;
}

/// A position from a FEN of single squares ("B:W28,K3:BK26"), read apart from the library's own reader.
struct EgdbFen {
  egdb::EGDB_POSITION position{};
  int color = egdb::EGDB_WHITE;
};
EgdbFen read_egdb_fen(std::string_view fen);

egdb::EGDB_POSITION egdb_position(const lunette::Position& position);
int egdb_color(const lunette::Position& position);

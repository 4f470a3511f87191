#pragma once

#include <memory>
#include <string>

#include "catch.hpp"
#include "fixture.hpp"
#include "lunette.h"

/// A handle of the C ABI that closes itself.
struct CloseTables {
  void operator()(lunette_tablebase* tables) const { lunette_close(tables); }
};
using CTables = std::unique_ptr<lunette_tablebase, CloseTables>;

inline CTables open_c(const World& world, uint64_t cache_bytes = uint64_t{8} << 20) {
  const std::string path = world.directory.path().string();
  const char* directory = path.c_str();
  lunette_options options = LUNETTE_OPTIONS;
  options.directories = &directory;
  options.directory_count = 1;
  options.cache_bytes = cache_bytes;
  lunette_tablebase* tables = nullptr;
  lunette_error error{sizeof error, LUNETTE_OK, ""};
  const lunette_status status = lunette_open(world.truth.rules().name.data(), &options, &tables, &error);
  CAPTURE(error.message);
  REQUIRE(status == LUNETTE_OK);
  return CTables(tables);
}

inline lunette_position c_position(const lunette::Position& position) {
  return {position.men[0], position.kings[0], position.men[1], position.kings[1],
          position.side == lunette::Color::white ? LUNETTE_WHITE : LUNETTE_BLACK};
}

inline bool same_position(const lunette_position& a, const lunette_position& b) {
  return a.white_men == b.white_men && a.white_kings == b.white_kings && a.black_men == b.black_men &&
         a.black_kings == b.black_kings && a.side == b.side;
}

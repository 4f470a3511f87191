// What a caller of the C ABI can do wrong is an error, never a crash.

#include <array>
#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "c_abi.hpp"

using namespace lunette;

namespace {

/// Everything that calls need, all of it good.
struct Arguments {
  CTables tables = open_c(three_pieces("brazilian"));
  lunette_position position = c_position(::position(three_pieces("brazilian").truth.rules(), "W:WK1,K4:BK11"));
  lunette_error error{sizeof(lunette_error), LUNETTE_OK, ""};
  std::array<lunette_move, 4> room{};
  lunette_moves moves{room.data(), sizeof(lunette_move), room.size(), 0};
  int32_t number = 0;
  std::size_t count = 0;

  bool refused(lunette_status status, const char* words) {
    CAPTURE(error.message, words);
    const bool told = error.status == status && std::strstr(error.message, words) != nullptr;
    error = {sizeof(lunette_error), LUNETTE_OK, ""};
    CHECK(status == LUNETTE_BAD_ARGUMENT);
    CHECK(told);
    return status == LUNETTE_BAD_ARGUMENT && told;
  }
};

}  // namespace

TEST_CASE("null pointers are refused by name: opening, text, statistics") {
  Arguments with;
  lunette_tablebase* const tables = with.tables.get();
  lunette_error* const error = &with.error;
  lunette_options options = LUNETTE_OPTIONS;
  lunette_tablebase* opened = nullptr;
  char text[LUNETTE_FEN_SIZE];
  with.refused(lunette_open(nullptr, &options, &opened, error), "ruleset");
  with.refused(lunette_open("brazilian", nullptr, &opened, error), "options");
  with.refused(lunette_open("brazilian", &options, nullptr, error), "tables");
  with.refused(lunette_open("brazilian", &options, &opened, error), "no directory");
  options.directory_count = 1;
  with.refused(lunette_open("brazilian", &options, &opened, error), "directories");
  const char* directory = nullptr;
  options.directories = &directory;
  with.refused(lunette_open("brazilian", &options, &opened, error), "directory");
  CHECK(opened == nullptr);
  with.refused(lunette_read_fen(nullptr, "W:WK1:BK2", &with.position, error), "tables");
  with.refused(lunette_read_fen(tables, nullptr, &with.position, error), "fen");
  with.refused(lunette_read_fen(tables, "W:WK1:BK2", nullptr, error), "position");
  with.refused(lunette_write_fen(nullptr, &with.position, text, sizeof text, error), "tables");
  with.refused(lunette_write_fen(tables, nullptr, text, sizeof text, error), "position");
  with.refused(lunette_write_fen(tables, &with.position, nullptr, 10, error), "text");
  CHECK(lunette_write_fen(tables, &with.position, text, 0, error) == LUNETTE_BUFFER_TOO_SMALL);
  lunette_statistics statistics{};
  with.refused(lunette_get_statistics(nullptr, &statistics, error), "tables");
  with.refused(lunette_get_statistics(tables, nullptr, error), "statistics");
  with.refused(lunette_get_statistics(tables, &statistics, error), "statistics.size");
  lunette_reset_statistics(nullptr);
  lunette_close(nullptr);
  CHECK(lunette_ruleset(nullptr) == nullptr);
}

TEST_CASE("null pointers are refused by name: probing") {
  Arguments with;
  lunette_tablebase* const tables = with.tables.get();
  lunette_error* const error = &with.error;
  for (const auto probe : {lunette_probe_wdl, lunette_probe_cached}) {
    with.refused(probe(nullptr, &with.position, nullptr, &with.number, error), "tables");
    with.refused(probe(tables, nullptr, nullptr, &with.number, error), "position");
    with.refused(probe(tables, &with.position, nullptr, nullptr, error), "wdl");
    CHECK(probe(nullptr, nullptr, nullptr, nullptr, nullptr) == LUNETTE_BAD_ARGUMENT);
  }
  for (const auto probe : {lunette_probe_dtc, lunette_probe_dtw, lunette_probe_cached_dtc, lunette_probe_cached_dtw}) {
    with.refused(probe(nullptr, &with.position, &with.number, error), "tables");
    with.refused(probe(tables, nullptr, &with.number, error), "position");
    with.refused(probe(tables, &with.position, nullptr, error), "plies");
  }
  lunette_answer answer{};
  answer.size = sizeof answer;
  with.refused(lunette_probe(nullptr, &with.position, nullptr, &answer, error), "tables");
  with.refused(lunette_probe(tables, nullptr, nullptr, &answer, error), "position");
  with.refused(lunette_probe(tables, &with.position, nullptr, nullptr, error), "answer");
  with.refused(lunette_rank_moves(nullptr, &with.position, nullptr, &answer, &with.moves, &with.number, error),
               "tables");
  with.refused(lunette_rank_moves(tables, nullptr, nullptr, &answer, &with.moves, &with.number, error), "position");
  with.refused(lunette_rank_moves(tables, &with.position, nullptr, &answer, nullptr, &with.number, error), "moves");
  with.refused(lunette_best_line(nullptr, &with.position, nullptr, 9, &answer, &with.moves, &with.number, error),
               "tables");
  with.refused(lunette_best_line(tables, nullptr, nullptr, 9, &answer, &with.moves, &with.number, error), "position");
  with.refused(lunette_best_line(tables, &with.position, nullptr, 9, &answer, nullptr, &with.number, error), "moves");
  CHECK(lunette_rank_moves(tables, &with.position, nullptr, nullptr, &with.moves, nullptr, nullptr) == LUNETTE_OK);
  CHECK(lunette_best_line(tables, &with.position, nullptr, 9, nullptr, &with.moves, nullptr, nullptr) == LUNETTE_OK);
  with.moves.first = nullptr;
  with.refused(lunette_rank_moves(tables, &with.position, nullptr, nullptr, &with.moves, nullptr, error),
               "moves.first");
}

TEST_CASE("null pointers are refused by name: tables") {
  Arguments with;
  lunette_tablebase* const tables = with.tables.get();
  lunette_error* const error = &with.error;
  std::array<lunette_material, 2> materials{};
  std::array<uint16_t, 8> codes{};
  lunette_table table{};
  table.size = sizeof table;
  with.refused(lunette_covers(nullptr, "KvK", &with.number, error), "tables");
  with.refused(lunette_covers(tables, nullptr, &with.number, error), "material");
  with.refused(lunette_covers(tables, "KvK", nullptr, error), "yes");
  with.refused(lunette_has(tables, "KvK", LUNETTE_DTC, nullptr, error), "yes");
  with.refused(lunette_missing(nullptr, 3, 8, materials.data(), 2, &with.count, error), "tables");
  with.refused(lunette_missing(tables, 4, 8, nullptr, 2, &with.count, error), "materials");
  with.refused(lunette_missing(tables, 3, 8, materials.data(), 2, nullptr, error), "count");
  with.refused(lunette_tables(nullptr, materials.data(), 2, &with.count, error), "tables");
  with.refused(lunette_tables(tables, nullptr, 2, &with.count, error), "materials");
  with.refused(lunette_table_info(nullptr, "KvK", LUNETTE_WDL, &table, error), "tables");
  with.refused(lunette_table_info(tables, nullptr, LUNETTE_WDL, &table, error), "material");
  with.refused(lunette_table_info(tables, "KvK", LUNETTE_WDL, nullptr, error), "table");
  with.refused(lunette_read_values(nullptr, "KvK", LUNETTE_WDL, 0, codes.data(), 8, &with.count, error), "tables");
  with.refused(lunette_read_values(tables, nullptr, LUNETTE_WDL, 0, codes.data(), 8, &with.count, error), "material");
  with.refused(lunette_read_values(tables, "KvK", LUNETTE_WDL, 0, nullptr, 9'999, &with.count, error), "codes");
  with.refused(lunette_read_values(tables, "KvK", LUNETTE_WDL, 0, codes.data(), 8, nullptr, error), "count");
  with.refused(lunette_read_block_values(tables, "KvK", LUNETTE_WDL, 0, 0, nullptr, 9'999, &with.count, error),
               "codes");
  with.refused(lunette_read_block_values(tables, "KvK", LUNETTE_WDL, 0, 99, codes.data(), 8, &with.count, error),
               "no block 99");
  with.refused(lunette_unrank(nullptr, "KvK", 0, 0, &with.position, error), "tables");
  with.refused(lunette_unrank(tables, nullptr, 0, 0, &with.position, error), "material");
  with.refused(lunette_unrank(tables, "KvK", 0, 0, nullptr, error), "position");
}

TEST_CASE("numbers that mean nothing are refused") {
  Arguments with;
  lunette_tablebase* const tables = with.tables.get();
  lunette_error* const error = &with.error;
  with.position.side = 2;
  with.refused(lunette_probe_wdl(tables, &with.position, nullptr, &with.number, error), "no colour 2");
  with.position.side = LUNETTE_BLACK;
  lunette_count count = LUNETTE_COUNT;
  count.lone = 9;
  with.refused(lunette_probe_wdl(tables, &with.position, &count, &with.number, error), "no colour 9");
  for (const int metric : {0, 3, 8, -1}) {
    with.refused(lunette_has(tables, "KvK", metric, &with.number, error), "no metric");
  }
  with.refused(lunette_unrank(tables, "KvK", -1, 0, &with.position, error), "no colour -1");

  const std::string path = three_pieces("brazilian").directory.path().string();
  const char* const directory = path.c_str();
  lunette_tablebase* opened = nullptr;
  const auto open = [&](auto change) {
    lunette_options options = LUNETTE_OPTIONS;
    options.directories = &directory;
    options.directory_count = 1;
    change(options);
    return lunette_open("brazilian", &options, &opened, error);
  };
  with.refused(open([](lunette_options& options) { options.metrics = 8; }), "metrics");
  with.refused(open([](lunette_options& options) { options.metrics = 0; }), "no metric");
  with.refused(open([](lunette_options& options) { options.max_pieces = 9; }), "max_pieces");
  with.refused(open([](lunette_options& options) { options.size = 0; }), "options.size");
  CHECK(lunette_open("chess", nullptr, &opened, error) == LUNETTE_BAD_ARGUMENT);
  lunette_options options = LUNETTE_OPTIONS;
  CHECK(lunette_open("chess", &options, &opened, error) == LUNETTE_UNKNOWN_RULESET);
  CHECK(std::strstr(with.error.message, "international") != nullptr);
  CHECK(opened == nullptr);
  CHECK(lunette_status_name(-5) == std::string("unknown"));
  CHECK(lunette_status_name(LUNETTE_OK) == std::string("ok"));
}

TEST_CASE("illegal positions are refused in C") {
  Arguments with;
  const auto status_of = [&] {
    return lunette_probe_wdl(with.tables.get(), &with.position, nullptr, &with.number, &with.error);
  };
  REQUIRE(status_of() == LUNETTE_OK);
  with.position.black_men = with.position.white_kings;
  CHECK(status_of() == LUNETTE_ILLEGAL_POSITION);
  with.position.black_men = uint64_t{1} << 63;
  CHECK(status_of() == LUNETTE_ILLEGAL_POSITION);
  with.position = {};
  CHECK(status_of() == LUNETTE_ILLEGAL_POSITION);
  char text[LUNETTE_FEN_SIZE] = "before";
  CHECK(lunette_write_fen(with.tables.get(), &with.position, text, sizeof text, &with.error) ==
        LUNETTE_ILLEGAL_POSITION);
  CHECK(text == std::string("before"));
}

TEST_CASE("structures without their size are refused, larger ones are written as far as they are known") {
  Arguments with;
  lunette_tablebase* const tables = with.tables.get();
  lunette_answer small{};
  with.refused(lunette_probe(tables, &with.position, nullptr, &small, &with.error), "answer.size");
  lunette_count count{};
  with.refused(lunette_probe_wdl(tables, &with.position, &count, &with.number, &with.error), "count.size");
  lunette_table table{};
  with.refused(lunette_table_info(tables, "KvK", LUNETTE_WDL, &table, &with.error), "table.size");
  with.moves.move_size = 0;
  with.refused(lunette_rank_moves(tables, &with.position, nullptr, nullptr, &with.moves, nullptr, &with.error),
               "move_size");

  struct Newer {
    lunette_answer answer;
    int32_t more;
  } newer{};
  newer.answer.size = sizeof newer;
  newer.more = 77;
  REQUIRE(lunette_probe(tables, &with.position, nullptr, &newer.answer, nullptr) == LUNETTE_OK);
  CHECK(newer.answer.size == sizeof newer);
  CHECK(newer.more == 77);

  struct NewerMove {
    lunette_move move;
    int64_t more;
  };
  std::array<NewerMove, 3> room{};
  for (NewerMove& move : room) move.more = 77;
  lunette_moves moves{&room[0].move, sizeof(NewerMove), 2, 0};
  REQUIRE(lunette_rank_moves(tables, &with.position, nullptr, nullptr, &moves, nullptr, nullptr) == LUNETTE_OK);
  CHECK(moves.count > 2);
  CHECK(room[0].more == 77);
  CHECK(std::strlen(room[1].move.text) > 0);
  CHECK(std::strlen(room[2].move.text) == 0);
}

TEST_CASE("an error's text is cut to the caller's room, and a success leaves it alone") {
  Arguments with;
  const auto fail = [&](lunette_error& error) {
    return lunette_read_fen(with.tables.get(), "W:WK1,Q2:BK3", &with.position, &error);
  };
  lunette_error whole{sizeof whole, LUNETTE_OK, ""};
  REQUIRE(fail(whole) == LUNETTE_BAD_FEN);
  const std::string text = whole.message;
  REQUIRE(text.size() > 10);

  lunette_error cut{offsetof(lunette_error, message) + 6, LUNETTE_OK, ""};
  cut.message[6] = 'z';
  CHECK(fail(cut) == LUNETTE_BAD_FEN);
  CHECK(cut.message == text.substr(0, 5));
  CHECK(cut.message[6] == 'z');

  lunette_error none{0, LUNETTE_OK, "before"};
  CHECK(fail(none) == LUNETTE_BAD_FEN);
  CHECK(none.message == std::string("before"));
  CHECK(none.status == LUNETTE_OK);

  lunette_error untouched{sizeof untouched, LUNETTE_IO_ERROR, "before"};
  CHECK(lunette_probe_wdl(with.tables.get(), &with.position, nullptr, &with.number, &untouched) == LUNETTE_OK);
  CHECK(untouched.message == std::string("before"));
}

TEST_CASE("what the tables lack is told in C by its own code") {
  const Ruleset& rules = ruleset("brazilian");
  Arguments with;
  const auto probe = [&](const char* fen) {
    const lunette_position position = c_position(::position(rules, fen));
    return lunette_probe_wdl(with.tables.get(), &position, nullptr, &with.number, &with.error);
  };
  CHECK(probe("W:WK1,K2,K3:BK11") == LUNETTE_MISSING_TABLE);
  CHECK(std::strstr(with.error.message, "KKKvK.wdl") != nullptr);
  CHECK(probe("W:W28,29,30,31,32:B1,2,3,4") == LUNETTE_NOT_COVERED);
  const lunette_position position = c_position(::position(rules, "W:WK1,K2,K3:BK11"));
  CHECK(lunette_probe_cached(with.tables.get(), &position, nullptr, &with.number, &with.error) == LUNETTE_NOT_CACHED);
}

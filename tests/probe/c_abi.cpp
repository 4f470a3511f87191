// The C ABI says what the C++ API says.

#include "c_abi.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "c_program.h"
#include "lunette/compress/version.hpp"
#include "lunette/rules/notation.hpp"

using namespace lunette;

namespace {

int or_none(const std::optional<int>& number) {
  return number.value_or(LUNETTE_NONE);
}

bool same_answer(const Answer& expected, int wdl, int dtc, int dtw, int count_moves, int count_lone) {
  const auto& count = expected.count;
  return wdl == static_cast<int>(expected.wdl) && dtc == or_none(expected.dtc) && dtw == or_none(expected.dtw) &&
         count_moves == (count ? count->moves : LUNETTE_NONE) &&
         count_lone == (count ? static_cast<int>(count->lone) : LUNETTE_NONE);
}

bool same_move(const Ruleset& rules, const Position& before, const RankedMove& expected, const lunette_move& move) {
  return move.from == square_at(rules.board, expected.move.from).number() &&
         move.to == square_at(rules.board, expected.move.to).number() && move.captured == expected.move.captured &&
         move.is_man == (expected.move.is_man ? 1 : 0) && move.promotes == (expected.move.promotes ? 1 : 0) &&
         move.conversion == (expected.conversion ? 1 : 0) && same_position(move.after, c_position(expected.after)) &&
         move.text == write_move(rules, before, expected.move) &&
         same_answer(expected.answer, move.wdl, move.dtc, move.dtw, move.count_moves, move.count_lone);
}

/// The handles of both APIs on the same tables.
class Both {
 public:
  explicit Both(const World& world) : world_(world), tables_(world.open()), c_(open_c(world)) {}

  void compare(const Position& seen, const CountRequest& request) {
    const lunette_position position = c_position(seen);
    lunette_count count = LUNETTE_COUNT;
    count.moves = request.moves.value_or(LUNETTE_NONE);
    compare_probes(seen, position, request, count);
    compare_moves(seen, position, request, count);
    compare_line(seen, position, request, count);
  }

 private:
  void compare_probes(const Position& seen, const lunette_position& position, const CountRequest& request,
                      const lunette_count& count) {
    const auto expected = tables_.probe(seen, request);
    lunette_answer answer{};
    answer.size = sizeof answer;
    const lunette_status status = lunette_probe(c_.get(), &position, &count, &answer, nullptr);
    REQUIRE((status == LUNETTE_OK) == expected.has_value());
    if (!expected) {
      CHECK(lunette_status_name(status) == std::string(to_string(expected.error().code)));
      return;
    }
    CHECK(same_answer(*expected, answer.wdl, answer.dtc, answer.dtw, answer.count_moves, answer.count_lone));
    for (const auto probe : {lunette_probe_wdl, lunette_probe_cached}) {
      int32_t wdl = 7;
      REQUIRE(probe(c_.get(), &position, &count, &wdl, nullptr) == LUNETTE_OK);
      CHECK(wdl == answer.wdl);
    }
    for (const auto probe : {lunette_probe_dtc, lunette_probe_cached_dtc}) {
      int32_t plies = -7;
      REQUIRE(probe(c_.get(), &position, &plies, nullptr) == LUNETTE_OK);
      CHECK(plies == or_none(*tables_.probe_dtc(seen)));
    }
    for (const auto probe : {lunette_probe_dtw, lunette_probe_cached_dtw}) {
      int32_t plies = -7;
      REQUIRE(probe(c_.get(), &position, &plies, nullptr) == LUNETTE_OK);
      CHECK(plies == or_none(*tables_.probe_dtw(seen)));
    }
  }

  void compare_moves(const Position& seen, const lunette_position& position, const CountRequest& request,
                     const lunette_count& count) {
    const auto expected = tables_.rank_moves(seen, request);
    if (!expected) return;
    std::vector<lunette_move> room(LUNETTE_MOST_MOVES);
    lunette_moves moves{room.data(), sizeof(lunette_move), room.size(), 0};
    int32_t progress = -1;
    REQUIRE(lunette_rank_moves(c_.get(), &position, &count, nullptr, &moves, &progress, nullptr) == LUNETTE_OK);
    CHECK(progress == (expected->progress == Progress::guaranteed ? LUNETTE_GUARANTEED : LUNETTE_NOT_GUARANTEED));
    REQUIRE(moves.count == expected->moves.size());
    for (std::size_t i = 0; i < moves.count; ++i) {
      CHECK(same_move(world_.truth.rules(), seen, expected->moves[i], room[i]));
    }
  }

  void compare_line(const Position& seen, const lunette_position& position, const CountRequest& request,
                    const lunette_count& count) {
    const auto expected = tables_.best_line(seen, request, 30);
    if (!expected) return;
    std::vector<lunette_move> room(30);
    lunette_moves moves{room.data(), sizeof(lunette_move), room.size(), 0};
    lunette_answer start{};
    start.size = sizeof start;
    int32_t end = -1;
    REQUIRE(lunette_best_line(c_.get(), &position, &count, 30, &start, &moves, &end, nullptr) == LUNETTE_OK);
    CHECK(end == static_cast<int>(expected->end));
    CHECK(start.wdl == static_cast<int>(expected->start.wdl));
    REQUIRE(moves.count == expected->steps.size());
    Position before = seen;
    for (std::size_t i = 0; i < moves.count; ++i) {
      CHECK(same_move(world_.truth.rules(), before, expected->steps[i].ranked, room[i]));
      before = expected->steps[i].ranked.after;
    }
  }

  const World& world_;
  Tablebase tables_;
  CTables c_;
};

std::vector<std::string> names_of(const std::vector<Material>& materials) {
  std::vector<std::string> names;
  for (const Material& material : materials) names.push_back(material.name());
  return names;
}

std::vector<std::string> names_of(const std::vector<lunette_material>& materials, std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.emplace_back(materials.at(i).name);
  return names;
}

}  // namespace

TEST_CASE("a C99 program links and runs") {
  const char* const failure = c_program(three_pieces("brazilian").directory.path().string().c_str());
  CAPTURE(failure == nullptr ? "" : failure);
  CHECK(failure == nullptr);
}

TEST_CASE("probes, moves and lines are the same in C") {
  for (const char* const rules : {"brazilian", "german"}) {
    const World& world = three_pieces(rules);
    Both both(world);
    std::mt19937 random(101);
    for (const auto& [name, values] : world.truth.classes()) {
      for (int i = 0; i < 20; ++i) {
        Position seen = values.indexer.unrank(random() % values.indexer.size());
        seen.side = random() % 2 == 0 ? Color::white : Color::black;
        CAPTURE(rules, write_fen(world.truth.rules().board, seen));
        both.compare(seen, {});
        both.compare(seen, {static_cast<int>(random() % 14), {}, {}});
      }
    }
    both.compare({}, {});
  }
}

TEST_CASE("a count for KvK names the lone king in C too") {
  const World& world = three_pieces("german");
  const CTables tables = open_c(world);
  const lunette_position position = c_position(::position(world.truth.rules(), "B:WK11:BK4"));
  lunette_count count = LUNETTE_COUNT;
  count.moves = 12;
  int32_t wdl = 0;
  CHECK(lunette_probe_wdl(tables.get(), &position, &count, &wdl, nullptr) == LUNETTE_BAD_COUNT);
  count.lone = LUNETTE_BLACK;
  CHECK(lunette_probe_wdl(tables.get(), &position, &count, &wdl, nullptr) == LUNETTE_OK);
  count.limit = 12;
  CHECK(lunette_probe_wdl(tables.get(), &position, &count, &wdl, nullptr) == LUNETTE_BAD_COUNT);
}

TEST_CASE("FENs are read and written in C") {
  const World& world = three_pieces("brazilian");
  const CTables tables = open_c(world);
  lunette_position position{};
  REQUIRE(lunette_read_fen(tables.get(), "b:w5-7,K9:bK32.", &position, nullptr) == LUNETTE_OK);
  CHECK(same_position(position, c_position(::position(world.truth.rules(), "B:W5,6,7,K9:BK32"))));
  char text[LUNETTE_FEN_SIZE];
  REQUIRE(lunette_write_fen(tables.get(), &position, text, sizeof text, nullptr) == LUNETTE_OK);
  CHECK(text == std::string("B:W5,6,7,K9:BK32"));
  CHECK(lunette_write_fen(tables.get(), &position, text, 17, nullptr) == LUNETTE_OK);
  CHECK(lunette_write_fen(tables.get(), &position, text, 16, nullptr) == LUNETTE_BUFFER_TOO_SMALL);
  CHECK(text == std::string("B:W5,6,7,K9:BK3"));
  CHECK(lunette_read_fen(tables.get(), "?:W5:BK32", &position, nullptr) == LUNETTE_UNKNOWN_SIDE);
}

TEST_CASE("classes and files are listed in C") {
  const World& world = three_pieces("german");
  const Tablebase expected = world.open();
  const CTables tables = open_c(world);
  std::vector<lunette_material> room(300);
  std::size_t count = 0;
  REQUIRE(lunette_missing(tables.get(), 4, 8, room.data(), room.size(), &count, nullptr) == LUNETTE_OK);
  CHECK(names_of(room, count) == names_of(expected.missing(4)));
  REQUIRE(lunette_missing(tables.get(), 4, 2, room.data(), room.size(), &count, nullptr) == LUNETTE_OK);
  CHECK(names_of(room, count) == names_of(expected.missing(4, 2)));
  REQUIRE(lunette_tables(tables.get(), room.data(), room.size(), &count, nullptr) == LUNETTE_OK);
  CHECK(names_of(room, count) == names_of(expected.tables()));
  room.assign(1, {});
  REQUIRE(lunette_tables(tables.get(), room.data(), 1, &count, nullptr) == LUNETTE_OK);
  CHECK(count == expected.tables().size());
  CHECK(room[0].name == expected.tables().front().name());
  REQUIRE(lunette_tables(tables.get(), nullptr, 0, &count, nullptr) == LUNETTE_OK);

  int32_t yes = -1;
  REQUIRE(lunette_covers(tables.get(), "KvKM", &yes, nullptr) == LUNETTE_OK);
  CHECK(yes == 1);
  REQUIRE(lunette_has(tables.get(), "KMvK", LUNETTE_DTW, &yes, nullptr) == LUNETTE_OK);
  CHECK(yes == 1);
  REQUIRE(lunette_covers(tables.get(), "KKKvK", &yes, nullptr) == LUNETTE_OK);
  CHECK(yes == 0);
  CHECK(lunette_covers(tables.get(), "KQvK", &yes, nullptr) == LUNETTE_BAD_MATERIAL);
}

TEST_CASE("a table describes itself in C") {
  const World& world = three_pieces("german");
  const Tablebase expected = world.open();
  const CTables tables = open_c(world);
  const TableFile& file = **expected.table(material("KKvK"), Metric::dtw);
  lunette_table table{};
  table.size = sizeof table;
  REQUIRE(lunette_table_info(tables.get(), "KvKK", LUNETTE_DTW, &table, nullptr) == LUNETTE_OK);
  CHECK(table.material.name == std::string("KKvK"));
  CHECK(table.sides == 2);
  CHECK(table.count_limit == 15);
  CHECK(table.entries == file.header().entries);
  CHECK(table.bytes == file.bytes());
  CHECK(table.blocks == file.blocks());
  CHECK(table.file_checksum == file.file_checksum());
  CHECK(table.value_checksum == file.header().value_checksum);
  CHECK(table.max_win[0] == file.header().statistics[0].max_win);
  CHECK(table.longest_loss[1] == file.header().statistics[1].longest_loss);
  CHECK(lunette_table_info(tables.get(), "KKKvK", LUNETTE_WDL, &table, nullptr) == LUNETTE_MISSING_TABLE);
}

TEST_CASE("values are read in bulk in C, and their positions found") {
  const World& world = three_pieces("german");
  const CTables tables = open_c(world);
  const auto expected = world.open().read_values(material("KKvK"), Metric::wdl, Color::black);
  REQUIRE(expected);
  std::vector<uint16_t> codes(expected->size());
  std::size_t count = 0;
  REQUIRE(lunette_read_values(tables.get(), "KKvK", LUNETTE_WDL, LUNETTE_BLACK, codes.data(), codes.size(), &count,
                              nullptr) == LUNETTE_OK);
  CHECK(count == expected->size());
  CHECK(codes == *expected);
  CHECK(lunette_read_values(tables.get(), "KKvK", LUNETTE_WDL, LUNETTE_BLACK, codes.data(), codes.size() - 1, &count,
                            nullptr) == LUNETTE_BUFFER_TOO_SMALL);
  CHECK(count == expected->size());
  REQUIRE(lunette_read_block_values(tables.get(), "KKvK", LUNETTE_WDL, LUNETTE_BLACK, 1, codes.data(), codes.size(),
                                    &count, nullptr) == LUNETTE_OK);
  CHECK(count == 1024);
  CHECK(std::equal(codes.begin(), codes.begin() + 1024, expected->begin() + 1024));

  lunette_position position{};
  REQUIRE(lunette_unrank(tables.get(), "KKvK", LUNETTE_BLACK, 1'500, &position, nullptr) == LUNETTE_OK);
  int32_t wdl = 0;
  REQUIRE(lunette_probe_wdl(tables.get(), &position, nullptr, &wdl, nullptr) == LUNETTE_OK);
  CHECK(wdl + 2 == (*expected)[1'500]);
  CHECK(lunette_unrank(tables.get(), "KKvK", LUNETTE_BLACK, expected->size(), &position, nullptr) ==
        LUNETTE_BAD_ARGUMENT);
  CHECK(lunette_unrank(tables.get(), "KvKK", LUNETTE_BLACK, 0, &position, nullptr) == LUNETTE_BAD_ARGUMENT);
}

TEST_CASE("options choose metrics, classes and what is decoded at once in C too") {
  const World& world = three_pieces("brazilian");
  const std::string path = world.directory.path().string();
  const char* const directory = path.c_str();
  lunette_options options = LUNETTE_OPTIONS;
  options.directories = &directory;
  options.directory_count = 1;
  options.metrics = LUNETTE_WDL | LUNETTE_DTC;
  options.max_pieces = 2;
  options.preload_bytes = 100'000;
  lunette_tablebase* opened = nullptr;
  REQUIRE(lunette_open("brazilian", &options, &opened, nullptr) == LUNETTE_OK);
  const CTables tables(opened);
  const lunette_position two = c_position(::position(world.truth.rules(), "W:WK1:BK10"));
  const lunette_position three = c_position(::position(world.truth.rules(), "W:WK1,K4:BK11"));
  int32_t value = 0;
  CHECK(lunette_probe_cached(tables.get(), &two, nullptr, &value, nullptr) == LUNETTE_OK);
  CHECK(lunette_probe_cached_dtc(tables.get(), &two, &value, nullptr) == LUNETTE_OK);
  CHECK(lunette_probe_dtw(tables.get(), &two, &value, nullptr) == LUNETTE_MISSING_METRIC);
  CHECK(lunette_probe_wdl(tables.get(), &three, nullptr, &value, nullptr) == LUNETTE_NOT_COVERED);
}

TEST_CASE("versions, rulesets and statistics in C") {
  CHECK(lunette_version() == std::string(tool_version()));
  CHECK(lunette_abi_version() == LUNETTE_ABI_VERSION);
  std::size_t number = 0;
  for (const Ruleset& rules : all_rulesets()) CHECK(lunette_ruleset_name(number++) == std::string(rules.name));
  CHECK(lunette_ruleset_name(number) == nullptr);

  const World& world = three_pieces("brazilian");
  const CTables tables = open_c(world, 100'000);
  CHECK(lunette_ruleset(tables.get()) == std::string("brazilian"));
  const lunette_position position = c_position(::position(world.truth.rules(), "W:WK1,K4:BK11"));
  int32_t wdl = 0;
  for (int i = 0; i < 3; ++i) REQUIRE(lunette_probe_wdl(tables.get(), &position, nullptr, &wdl, nullptr) == LUNETTE_OK);
  lunette_statistics statistics{};
  statistics.size = sizeof statistics;
  REQUIRE(lunette_get_statistics(tables.get(), &statistics, nullptr) == LUNETTE_OK);
  CHECK(statistics.probes == 3);
  CHECK(statistics.cache_hits == 2);
  CHECK(statistics.cache_misses == 1);
  CHECK(statistics.cache_budget == 100'000);
  CHECK(statistics.open_tables == 1);
  lunette_reset_statistics(tables.get());
  REQUIRE(lunette_get_statistics(tables.get(), &statistics, nullptr) == LUNETTE_OK);
  CHECK(statistics.probes == 0);
}

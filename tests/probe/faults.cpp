// What is not there, not right or not asked rightly: each has its own error, and none is answered from.

#include <fstream>

#include "table_copy.hpp"

using namespace lunette;
namespace fs = std::filesystem;

TEST_CASE("a directory that is none is refused when it is opened") {
  const Ruleset& rules = ruleset("brazilian");
  const TemporaryDirectory directory;
  CHECK(fails(Tablebase::open(rules, {}), ErrorCode::bad_argument, "no directory"));
  CHECK(fails(Tablebase::open(rules, {{directory.path() / "nowhere"}}), ErrorCode::io_error, "nowhere"));
  std::ofstream(directory.path() / "file") << "text";
  CHECK(fails(Tablebase::open(rules, {{directory.path(), directory.path() / "file"}}), ErrorCode::io_error, "file"));
  CHECK(Tablebase::open(rules, {{directory.path()}}));
}

TEST_CASE("a missing table is named, and used as soon as it is there") {
  const World& world = three_pieces("traditional");
  const TemporaryDirectory directory;
  const auto tables = Tablebase::open(world.truth.rules(), {{directory.path()}});
  REQUIRE(tables);
  const Position seen = position(world.truth.rules(), "B:WK30,31:BK1");
  CHECK(fails(tables->probe_wdl(seen), ErrorCode::missing_table, "traditional/KMvK.wdl"));
  CHECK(fails(tables->probe(seen), ErrorCode::missing_table, "traditional/KMvK.wdl"));
  CHECK(fails(tables->probe_dtc(seen), ErrorCode::missing_table, "traditional/KMvK.dtc"));
  CHECK(fails(tables->probe_dtw(seen), ErrorCode::missing_table, "traditional/KMvK.dtw"));
  CHECK(fails(tables->table(material("KvKM"), Metric::dtw), ErrorCode::missing_table, "traditional/KMvK.dtw"));
  CHECK_FALSE(tables->covers(material("KMvK")));

  brute::write_class(world.truth, material("KMvK"), directory.path());
  const auto value = tables->probe(seen);
  REQUIRE(value);
  CHECK(static_cast<int>(value->wdl) == world.truth.wdl(seen));
  CHECK(tables->covers(material("KvKM")));
  // Its moves lead to tables that are not there.
  CHECK(fails(tables->rank_moves(position(world.truth.rules(), "W:WK30,5:BK32")), ErrorCode::missing_table,
              "traditional/KKvK.wdl"));
  CHECK(fails(tables->best_line(position(world.truth.rules(), "W:WK30,5:BK32")), ErrorCode::missing_table,
              "traditional/KKvK.wdl"));
}

TEST_CASE("a missing distance is absent from an answer and an error where it is needed") {
  const TableCopy copy("german");
  fs::remove(copy.file("KKvK", Metric::dtw));
  const Tablebase tables = copy.open();
  const Position seen = copy.at("B:WK30,K31:BK1");
  CHECK(fails(tables.probe_dtw(seen), ErrorCode::missing_metric, "german/KKvK.dtw"));
  CHECK(fails(tables.probe_wdl(seen, {1, {}, {}}), ErrorCode::missing_metric, "german/KKvK.dtw"));
  CHECK(fails(tables.probe_wdl(seen, {{}, {}, 20}), ErrorCode::missing_metric, "german/KKvK.dtw"));
  CHECK(tables.probe_wdl(seen));
  CHECK(tables.probe_wdl(seen, {0, {}, {}}));
  const auto answer = tables.probe(copy.at("W:WK1,K4:BK10"));  // 1 takes 10
  REQUIRE(answer);
  CHECK(answer->wdl == Wdl::win);
  CHECK(answer->dtc == 1);
  CHECK_FALSE(answer->dtw);
  CHECK(tables.has(material("KKvK"), Metric::dtc));
  CHECK_FALSE(tables.has(material("KKvK"), Metric::dtw));
}

TEST_CASE("more than eight pieces are not covered, unless the game is over") {
  const TemporaryDirectory directory;
  for (const Ruleset& rules : all_rulesets()) {
    CAPTURE(rules.name);
    const auto tables = Tablebase::open(rules, {{directory.path()}});
    REQUIRE(tables);
    const Position nine = position(rules, "W:W28,29,30,31,32:B1,2,3,4");
    CHECK(fails(tables->probe_wdl(nine), ErrorCode::not_covered, "9 pieces"));
    CHECK(fails(tables->rank_moves(nine), ErrorCode::not_covered, "9 pieces"));
    CHECK(fails(tables->table(material_of(nine), Metric::wdl), ErrorCode::not_covered, "too many"));
    CHECK_FALSE(tables->has(material_of(nine), Metric::wdl));
    CHECK_FALSE(tables->covers(material_of(nine)));

    // rules.md: mutual blockade, either side to move.
    for (const char* side : {"W", "B"}) {
      const std::string fen = rules.board == Board::b8 ? ":W17-24:B9-16" : ":W26-35:B16-25";
      const auto probe = tables->rank_moves(position(rules, side + fen));
      REQUIRE(probe);
      const bool drawn = rules.name == "traditional" || rules.name == "minor" || rules.name == "polish";
      CHECK(probe->answer.wdl == (drawn ? Wdl::draw : Wdl::loss));
      CHECK(probe->answer.dtw == (drawn ? std::nullopt : std::optional<int>(0)));
      CHECK(probe->answer.dtc == (drawn ? std::nullopt : std::optional<int>(0)));
      CHECK(probe->moves.empty());
    }
  }
}

TEST_CASE("a finished game needs no table") {
  const TemporaryDirectory directory;
  const Ruleset& rules = ruleset("traditional");
  const auto tables = Tablebase::open(rules, {{directory.path()}});
  REQUIRE(tables);
  for (const char* fen :
       {"W:W:BK1", "B:W21-32:B", "W:W:B1,2,3,4,5,6,7,8,9,10,11,12", "W:W5:B1,K9,14", "B:WK8,K11:BK4"}) {
    CAPTURE(fen);
    const auto answer = tables->probe(position(rules, fen));
    REQUIRE(answer);
    CHECK(answer->wdl == Wdl::loss);
    CHECK(answer->dtw == 0);
    CHECK(answer->dtc == 0);
  }
  // A blocked lone king has lost however far the count is.
  CHECK(*tables->probe_wdl(position(rules, "B:WK8,K11:BK4"), {12, {}, {}}) == Wdl::loss);
  // The last move into a finished game is found without a table too, the position before it is not.
  CHECK(fails(tables->rank_moves(position(rules, "B:WK11:BK4")), ErrorCode::missing_table, "traditional/KvK.wdl"));
}

TEST_CASE("an illegal position is refused with its reason") {
  const Tablebase tables = three_pieces("brazilian").open();
  const auto kings = [](Bitboard white, Bitboard black) { return Position{{}, {white, black}, Color::white}; };
  Position man_home = kings(0, 1U << 20);
  man_home.men[0] = 1;
  Position crowded = kings(0, 1U << 20);
  crowded.men[0] = Geometry<Board::b8>::all & ~Geometry<Board::b8>::white_promotion & ~(Bitboard{1} << 20);
  const std::vector<std::pair<Position, PositionFault>> cases{
      {kings(Bitboard{1} << 40, 2), PositionFault::square_out_of_range},
      {kings(2, 2), PositionFault::overlap},
      {man_home, PositionFault::man_on_promotion_row},
      {crowded, PositionFault::too_many_pieces},
      {kings(2, 0), PositionFault::game_over},
      {kings(0, 0), PositionFault::game_over}};
  for (const auto& [bad, fault] : cases) {
    CAPTURE(to_string(fault));
    const auto code = ErrorCode::illegal_position;
    CHECK(fails(tables.probe_wdl(bad), code, to_string(fault)));
    CHECK(fails(tables.probe_dtc(bad), code, to_string(fault)));
    CHECK(fails(tables.probe_dtw(bad), code, to_string(fault)));
    CHECK(fails(tables.probe(bad), code, to_string(fault)));
    CHECK(fails(tables.rank_moves(bad), code, to_string(fault)));
    CHECK(fails(tables.best_line(bad), code, to_string(fault)));
  }
}

TEST_CASE("a refused count is refused by every probe that takes one") {
  const Tablebase tables = three_pieces("german").open();
  const Position seen = position(tables.rules(), "B:WK30,31:BK1");
  const CountRequest count{3, {}, {}};
  CHECK(fails(tables.probe_wdl(seen, count), ErrorCode::bad_count, "men"));
  CHECK(fails(tables.probe(seen, count), ErrorCode::bad_count, "men"));
  CHECK(fails(tables.rank_moves(seen, count), ErrorCode::bad_count, "men"));
  CHECK(fails(tables.best_line(seen, count), ErrorCode::bad_count, "men"));
}

TEST_CASE("directories are searched in order and the first that has a file decides") {
  const World& world = three_pieces("brazilian");
  const Ruleset& rules = world.truth.rules();
  const TemporaryDirectory first;
  const TemporaryDirectory second;
  for (const auto& [name, values] : world.truth.classes()) {
    brute::write_class(world.truth, name, name.men() == 0 ? first.path() : second.path());
  }
  const auto both = Tablebase::open(rules, {{first.path(), second.path()}});
  REQUIRE(both);
  CHECK(both->missing(3).empty());
  CHECK(both->rank_moves(position(rules, "W:WK30,5:BK32")));

  const fs::path damaged = table_path(first.path(), rules.name, material("KMvK"), Metric::wdl);
  std::ofstream(damaged) << "not a table";
  const auto opened_first = Tablebase::open(rules, {{first.path(), second.path()}});
  const auto opened_last = Tablebase::open(rules, {{second.path(), first.path()}});
  const Position seen = position(rules, "B:WK30,31:BK1");
  CHECK(fails(opened_first->probe_wdl(seen), ErrorCode::corrupt_file, damaged.string()));
  CHECK(opened_last->probe_wdl(seen));
}

TEST_CASE("what is there and what is missing") {
  const TableCopy copy("german");
  fs::remove(copy.file("KKvM", Metric::wdl));
  const Tablebase tables = copy.open();
  std::vector<Material> expected = enumerate_materials(3);
  std::erase(expected, material("KKvM"));
  CHECK(tables.tables() == expected);
  CHECK(tables.missing(3) == std::vector{material("KKvM")});
  CHECK(tables.missing(3, 1).empty());
  CHECK(tables.missing(4).size() == 1 + enumerate_materials(4).size() - enumerate_materials(3).size());
  CHECK(tables.missing(50).size() == tables.missing(max_table_pieces).size());
  CHECK(tables.covers(material("KvKM")));
  CHECK(tables.covers(Material{3, 9, 0, 0}));
  CHECK_FALSE(tables.covers(material("MvKK")));
  CHECK(tables.has(material("MvKK"), Metric::dtw));
  CHECK_FALSE(tables.has(Material{3, 0, 0, 0}, Metric::wdl));
  CHECK(fails(tables.table(Material{3, 0, 0, 0}, Metric::wdl), ErrorCode::bad_argument, "without pieces"));
}

TEST_CASE("bulk reading refuses what is not stored and reads what is") {
  const World& world = three_pieces("german");
  const Tablebase tables = world.open();
  CHECK(fails(tables.read_values(material("KvKK"), Metric::wdl, Color::white), ErrorCode::bad_argument, "KKvK"));
  CHECK(fails(tables.read_values(material("KvK"), Metric::wdl, Color::black), ErrorCode::bad_argument, "own colour"));
  CHECK(fails(tables.read_values(material("KKKvK"), Metric::wdl, Color::white), ErrorCode::missing_table, "KKKvK.wdl"));

  const auto file = tables.table(material("KKvK"), Metric::dtc);
  REQUIRE(file);
  CHECK((*file)->header().metric == Metric::dtc);
  const auto all = tables.read_values(material("KKvK"), Metric::dtc, Color::black);
  REQUIRE(all);
  const auto& truth = world.truth.classes().at(material("KKvK")).dtc[1];
  REQUIRE(all->size() == truth.size());
  CHECK(std::equal(all->begin(), all->end(), truth.begin(), [](ValueCode code, int dtc) { return code == dtc + 1; }));
  std::vector<ValueCode> streamed;
  for (std::uint64_t block = 0; block < (*file)->blocks(); ++block) {
    std::vector<ValueCode> part((*file)->block_size(block));
    REQUIRE(tables.read_block_values(material("KKvK"), Metric::dtc, Color::black, block, part));
    streamed.insert(streamed.end(), part.begin(), part.end());
  }
  CHECK(streamed == *all);
  std::vector<ValueCode> part(1024);
  const auto read = [&](std::uint64_t block, std::size_t size) {
    return tables.read_block_values(material("KKvK"), Metric::dtc, Color::black, block, std::span(part).first(size));
  };
  CHECK(fails(read((*file)->blocks(), 1024), ErrorCode::bad_argument, "no block"));
  CHECK(fails(read(0, 1000), ErrorCode::bad_argument, "1000 entries"));
}

TEST_CASE("an instance can be moved") {
  const World& world = three_pieces("german");
  const Position seen = position(world.truth.rules(), "B:WK30,31:BK1");
  Tablebase first = world.open();
  REQUIRE(first.probe_wdl(seen));
  Tablebase second = std::move(first);
  CHECK(second.probe_wdl(seen));
  first = world.open();
  second = std::move(first);
  CHECK(static_cast<int>(*second.probe_wdl(seen)) == world.truth.wdl(seen));
  CHECK(second.rules().name == "german");
}

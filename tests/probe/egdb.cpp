// The drop-in's handles: opening, what they say about themselves, faults. Values: egdb_values.cpp.

#include "egdb.hpp"

#include <filesystem>
#include <fstream>
#include <mutex>
#include <utility>

#include "built_tables.hpp"
#include "catch.hpp"
#include "fixture.hpp"

using namespace lunette;
namespace fs = std::filesystem;

namespace {

std::mutex messages_mutex;
std::vector<std::string> messages;

}  // namespace

std::vector<std::string> taken_messages() {
  const std::lock_guard lock(messages_mutex);
  return std::exchange(messages, {});
}

void take_message(const char* text) {
  const std::lock_guard lock(messages_mutex);
  messages.emplace_back(text);
}

EgdbFen read_egdb_fen(std::string_view fen) {
  EgdbFen read;
  read.color = fen.front() == 'W' ? egdb::EGDB_WHITE : egdb::EGDB_BLACK;
  egdb::EGDB_BITBOARD* side = nullptr;
  bool king = false;
  for (std::size_t i = 1; i < fen.size(); ++i) {
    const char c = fen[i];
    if (c == 'W') side = &read.position.white;
    if (c == 'B') side = &read.position.black;
    if (c == 'K') king = true;
    if (c < '0' || c > '9') continue;
    int square = c - '0';
    while (i + 1 < fen.size() && fen[i + 1] >= '0' && fen[i + 1] <= '9') square = 10 * square + (fen[++i] - '0');
    *side |= egdb_bit(square);
    if (king) read.position.king |= egdb_bit(square);
    king = false;
  }
  return read;
}

egdb::EGDB_POSITION egdb_position(const Position& position) {
  egdb::EGDB_POSITION to{};
  for (int square = 1; square <= 50; ++square) {
    const Bitboard bit = bit_of(Board::b10, Square(square));
    if ((position.pieces(Color::black) & bit) != 0) to.black |= egdb_bit(square);
    if ((position.pieces(Color::white) & bit) != 0) to.white |= egdb_bit(square);
    if (((position.kings[0] | position.kings[1]) & bit) != 0) to.king |= egdb_bit(square);
  }
  return to;
}

int egdb_color(const Position& position) {
  return position.side == Color::white ? egdb::EGDB_WHITE : egdb::EGDB_BLACK;
}

namespace {

const Ruleset& international() {
  return ruleset("international");
}

fs::path three_piece_tables() {
  return testing::built_tables(international(), 3);
}

Driver open_driver(const char* options, const fs::path& directory, int cache_mb = 16) {
  return Driver(egdb::egdb_open(options, cache_mb, directory.c_str(), take_message));
}

/// A copy of the 3-piece tables that may be damaged.
class Copy {
 public:
  Copy() { fs::copy(three_piece_tables(), directory_.path(), fs::copy_options::recursive); }
  const fs::path& path() const { return directory_.path(); }
  void damage(std::string_view name, Metric metric) const {
    const fs::path file = table_path(path(), "international", material(name), metric);
    std::fstream bytes(file, std::ios::binary | std::ios::in | std::ios::out);
    bytes.seekg(-20, std::ios::end);
    const int byte = bytes.get();
    bytes.seekp(-20, std::ios::end);
    bytes.put(static_cast<char>(byte ^ 1));
  }

 private:
  TemporaryDirectory directory_;
};

int look_up(const Driver& driver, std::string_view fen, int cl = 0) {
  const EgdbFen read = read_egdb_fen(fen);
  return egdb::egdb_lookup(driver.get(), &read.position, read.color, cl);
}

bool holds(const std::vector<std::string>& lines, std::string_view words) {
  for (const std::string& line : lines) {
    if (line.find(words) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("the board's bits are as the interface describes them") {
  CHECK(egdb_bit(1) == 1);
  CHECK(egdb_bit(10) == egdb::EGDB_BITBOARD{1} << 9);
  CHECK(egdb_bit(11) == egdb::EGDB_BITBOARD{1} << 11);
  CHECK(egdb_bit(21) == egdb::EGDB_BITBOARD{1} << 22);
  CHECK(egdb_bit(31) == egdb::EGDB_BITBOARD{1} << 33);
  CHECK(egdb_bit(50) == egdb::EGDB_BITBOARD{1} << 53);
  const EgdbFen read = read_egdb_fen("B:W28,K3:BK26,50");
  CHECK(read.color == egdb::EGDB_BLACK);
  CHECK(read.position.white == (egdb_bit(28) | egdb_bit(3)));
  CHECK(read.position.black == (egdb_bit(26) | egdb_bit(50)));
  CHECK(read.position.king == (egdb_bit(3) | egdb_bit(26)));
}

TEST_CASE("a directory of tables is opened from above and from inside") {
  const fs::path root = three_piece_tables();
  for (const fs::path& directory : {root, root / "international", root / "international" / ""}) {
    CAPTURE(directory.string());
    const Driver driver = open_driver(nullptr, directory);
    REQUIRE(driver);
    CHECK(look_up(driver, "B:W28:BK26") == egdb::EGDB_WIN);
    egdb::EGDB_TYPE type{};
    int pieces = 0;
    CHECK(egdb::egdb_identify(directory.c_str(), &type, &pieces) == 0);
    CHECK(type == egdb::EGDB_WLD_TUN_V1);
    CHECK(pieces == 3);
  }
  CHECK(taken_messages().empty());
}

TEST_CASE("a directory without tables is refused with its reason") {
  const TemporaryDirectory empty;
  egdb::EGDB_TYPE type{};
  int pieces = 0;
  CHECK_FALSE(open_driver("", empty.path()));
  CHECK(holds(taken_messages(), "no wdl tables of international"));
  CHECK(egdb::egdb_identify(empty.path().c_str(), &type, &pieces) != 0);
  CHECK_FALSE(open_driver("", empty.path() / "nowhere"));
  CHECK(holds(taken_messages(), "nowhere"));
  CHECK(egdb::egdb_identify((empty.path() / "nowhere").c_str(), &type, &pieces) != 0);
  CHECK(egdb::egdb_open("", 16, nullptr, take_message) == nullptr);
  CHECK(holds(taken_messages(), "no directory"));
  CHECK(egdb::egdb_open("", 16, empty.path().c_str(), nullptr) == nullptr);
}

TEST_CASE("options choose the metric and the largest class") {
  const fs::path tables = three_piece_tables();
  const struct {
    const char* options;
    egdb::EGDB_TYPE type;
    int pieces;
    int one_side;
  } cases[] = {{nullptr, egdb::EGDB_WLD_TUN_V1, 3, 2},
               {"", egdb::EGDB_WLD_TUN_V1, 3, 2},
               {"metric=wld", egdb::EGDB_WLD_TUN_V1, 3, 2},
               {"metric = mtc ; maxpieces = 2", egdb::EGDB_MTC_RUNLEN, 2, 1},
               {"maxpieces=2;metric=dtw;", egdb::EGDB_DTW, 2, 1},
               {"maxpieces=12", egdb::EGDB_WLD_TUN_V1, 3, 2}};
  for (const auto& expected : cases) {
    CAPTURE(expected.options == nullptr ? "null" : expected.options);
    const Driver driver = open_driver(expected.options, tables);
    REQUIRE(driver);
    const egdb::EGDB_TYPE type = egdb::egdb_get_type(driver.get());
    CHECK(type == expected.type);
    CHECK(egdb::is_wld(driver.get()) == (type == egdb::EGDB_WLD_TUN_V1));
    CHECK(egdb::is_mtc(driver.get()) == (type == egdb::EGDB_MTC_RUNLEN));
    CHECK(egdb::is_dtw(driver.get()) == (type == egdb::EGDB_DTW));
    int pieces = 0;
    int one_side = 0;
    CHECK(egdb::egdb_get_pieces(driver.get(), &pieces, &one_side) == 0);
    CHECK(pieces == expected.pieces);
    CHECK(one_side == expected.one_side);
  }
  CHECK(taken_messages().empty());

  for (const char* const options :
       {"metric=wdl", "metric", "maxpieces=", "maxpieces=1", "maxpieces=4x", "maxpieces=-4"}) {
    CAPTURE(options);
    CHECK_FALSE(open_driver(options, tables));
    CHECK(holds(taken_messages(), "option m"));
  }
  CHECK(open_driver("colour=red", tables));
  CHECK(holds(taken_messages(), "option colour"));
}

TEST_CASE("what no table holds is unavailable") {
  const Driver driver = open_driver("maxpieces=2", three_piece_tables());
  CHECK(look_up(driver, "W:W28:BK26") == egdb::EGDB_LOSS);
  CHECK(look_up(driver, "W:W28,31:BK26") == egdb::EGDB_SUBDB_UNAVAILABLE);
  CHECK(look_up(driver, "W:W28,31,32,33,34:BK26,K27,K14,K15") == egdb::EGDB_SUBDB_UNAVAILABLE);
  CHECK(look_up(driver, "W:W28,31:BK26", 1) == egdb::EGDB_SUBDB_UNAVAILABLE);
}

TEST_CASE("illegal positions and arguments are unavailable") {
  for (const char* const options : {"metric=wld", "metric=mtc", "metric=dtw"}) {
    const Driver driver = open_driver(options, three_piece_tables());
    const auto value = [&](egdb::EGDB_BITBOARD black, egdb::EGDB_BITBOARD white, int color) {
      const egdb::EGDB_POSITION position{black, white, 0};
      return egdb::egdb_lookup(driver.get(), &position, color, 0);
    };
    CAPTURE(options);
    CHECK(value(egdb_bit(17) | egdb_bit(36), egdb_bit(34), egdb::EGDB_WHITE) >= 0);             // lost, by kingsrow.tsv
    CHECK(value(egdb_bit(7), egdb_bit(7), egdb::EGDB_WHITE) == egdb::EGDB_SUBDB_UNAVAILABLE);   // one square
    CHECK(value(egdb_bit(50), egdb_bit(7), egdb::EGDB_WHITE) == egdb::EGDB_SUBDB_UNAVAILABLE);  // black man at home
    CHECK(value(egdb_bit(7), egdb_bit(3), egdb::EGDB_WHITE) == egdb::EGDB_SUBDB_UNAVAILABLE);   // white man likewise
    CHECK(value(1U << 10, egdb_bit(30), egdb::EGDB_WHITE) == egdb::EGDB_SUBDB_UNAVAILABLE);     // no square
    CHECK(value(0, 0, egdb::EGDB_WHITE) == egdb::EGDB_SUBDB_UNAVAILABLE);
    CHECK(value(egdb_bit(7), egdb_bit(40), 2) == egdb::EGDB_SUBDB_UNAVAILABLE);
    CHECK(value(0, egdb_bit(40), egdb::EGDB_WHITE) == egdb::EGDB_SUBDB_UNAVAILABLE);  // the game is over
  }
  CHECK(egdb::egdb_lookup(nullptr, nullptr, 0, 0) == egdb::EGDB_SUBDB_UNAVAILABLE);
  CHECK(taken_messages().empty());
}

TEST_CASE("a side without pieces or without a move has lost") {
  const Driver wld = open_driver("metric=wld", three_piece_tables());
  const Driver mtc = open_driver("metric=mtc", three_piece_tables());
  const Driver dtw = open_driver("metric=dtw", three_piece_tables());
  for (const char* const fen : {"B:W40:B", "W:W:B7", "W:W6:B1", "B:W50:B45"}) {
    CAPTURE(fen);
    CHECK(look_up(wld, fen) == egdb::EGDB_LOSS);
    CHECK(look_up(mtc, fen) == egdb::MTC_LESS_THAN_THRESHOLD);
    CHECK(look_up(dtw, fen) == 0);
  }
  CHECK(look_up(wld, "B:W40:B", 1) == egdb::EGDB_LOSS);
}

TEST_CASE("conditional look-ups answer only what is in the cache, and statistics tell") {
  const Driver driver = open_driver("", three_piece_tables());
  CHECK(look_up(driver, "B:W28:BK26", 1) == egdb::EGDB_NOT_IN_CACHE);
  CHECK(look_up(driver, "B:W28:BK26", 0) == egdb::EGDB_WIN);
  CHECK(look_up(driver, "B:W28:BK26", 1) == egdb::EGDB_WIN);
  CHECK(look_up(driver, "B:W28,29,30:BK26", 0) == egdb::EGDB_SUBDB_UNAVAILABLE);
  const egdb::EGDB_STATS* const stats = egdb::egdb_get_stats(driver.get());
  CHECK(stats->db_requests == 4);
  CHECK(stats->db_returns == 2);
  CHECK(stats->db_not_present_requests == 1);
  CHECK(stats->lru_cache_hits == 1);
  CHECK(stats->lru_cache_loads == 1);
  CHECK(stats->autoload_hits == 0);
  egdb::egdb_reset_stats(driver.get());
  CHECK(egdb::egdb_get_stats(driver.get())->db_requests == 0);
  CHECK(egdb::egdb_get_stats(driver.get())->lru_cache_loads == 0);
}

TEST_CASE("verification tells of every file, with the caller's words") {
  const Copy copy;
  egdb::EGDB_VERIFY_MSGS words{"KAPOT", "goed", "fouten", "geen fouten"};
  const Driver driver = open_driver("maxpieces=2", copy.path());
  CHECK(egdb::egdb_verify(driver.get(), take_message, nullptr, &words) == 0);
  std::vector<std::string> lines = taken_messages();
  CHECK(lines.size() == enumerate_materials(2).size() + 1);
  CHECK(holds(lines, "KvM.wdl: goed"));
  CHECK(lines.back() == "geen fouten");

  copy.damage("KvM", Metric::wdl);
  const Driver damaged = open_driver("maxpieces=2", copy.path());
  CHECK(egdb::egdb_verify(damaged.get(), take_message, nullptr, &words) != 0);
  lines = taken_messages();
  CHECK(holds(lines, "KvM.wdl: KAPOT"));
  CHECK(holds(lines, "KvK.wdl: goed"));
  CHECK(lines.back() == "fouten");
  CHECK(egdb::egdb_verify(damaged.get(), nullptr, nullptr, nullptr) != 0);

  int abort = 1;
  CHECK(egdb::egdb_verify(driver.get(), take_message, &abort, nullptr) != 0);
  CHECK(taken_messages().empty());
  CHECK(egdb::egdb_verify(nullptr, take_message, nullptr, nullptr) != 0);
}

TEST_CASE("a table that cannot be used is unavailable, and told of once") {
  const Copy copy;
  const Driver driver = open_driver("", copy.path());
  std::ofstream(table_path(copy.path(), "international", material("KvM"), Metric::wdl)) << "no table";
  for (int i = 0; i < 3; ++i) CHECK(look_up(driver, "B:W28:BK26") == egdb::EGDB_SUBDB_UNAVAILABLE);
  const std::vector<std::string> lines = taken_messages();
  REQUIRE(lines.size() == 1);
  CHECK(lines[0].find("KvM.wdl") != std::string::npos);
}

TEST_CASE("null handles are answered") {
  int pieces = 0;
  egdb::EGDB_TYPE type{};
  CHECK(egdb::egdb_close(nullptr) != 0);
  CHECK(egdb::egdb_close(egdb::egdb_open("", 0, three_piece_tables().c_str(), nullptr)) == 0);
  CHECK(egdb::egdb_get_pieces(nullptr, &pieces, &pieces) != 0);
  CHECK(egdb::egdb_get_stats(nullptr) == nullptr);
  egdb::egdb_reset_stats(nullptr);
  CHECK_FALSE(egdb::is_wld(nullptr));
  CHECK_FALSE(egdb::is_mtc(nullptr));
  CHECK_FALSE(egdb::is_dtw(nullptr));
  CHECK(egdb::egdb_identify(nullptr, &type, &pieces) != 0);
  CHECK(egdb::egdb_identify(three_piece_tables().c_str(), nullptr, &pieces) != 0);
  CHECK(egdb::egdb_identify(three_piece_tables().c_str(), &type, nullptr) != 0);
}

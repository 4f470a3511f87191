// Tables that somebody broke, and directories that somebody set up to break us: a typed error or the right answer, as
// an engine sees it.

#include <sys/resource.h>
#include <sys/stat.h>

#include <atomic>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>

#include "catch.hpp"
#include "compress/as_nobody.hpp"
#include "table_copy.hpp"

using namespace lunette;
namespace fs = std::filesystem;

namespace {

/// The 3-piece tables of a ruleset, to be damaged.
class Victim : public TableCopy {
 public:
  Victim() : TableCopy("brazilian") {}

  /// Writes a WDL table in its shipping form.
  void code(const char* name) const {
    TableHeader header = TableFile::open(file(name))->header();
    header.captures = CaptureEntries::filler;
    const ClassOf values{world.truth.classes().at(material(name))};
    WriteOptions options;
    options.form = Form::coded;
    options.segment_entries = 1U << 9;
    REQUIRE(write_table(file(name), header, values, options));
    REQUIRE(TableFile::open(file(name))->form() == Form::coded);
  }
  Result<Tablebase> opened() const { return Tablebase::open(world.truth.rules(), {{directory.path()}, 1 << 17}); }
  bool is_right(const Position& position, Wdl wdl) const { return static_cast<int>(wdl) == world.truth.wdl(position); }
  Position some(const char* name, unsigned number) const {
    const Indexer& indexer = world.truth.classes().at(material(name)).indexer;
    Position position = indexer.unrank(number % indexer.size());
    position.side = number / 7 % 2 == 0 ? Color::white : Color::black;
    return position;
  }

 private:
  struct ClassOf {
    const brute::ClassValues& values;
    void operator()(int side, std::uint64_t first, std::span<ValueCode> out) const {
      for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = encode_wdl(static_cast<Wdl>(values.wdl[static_cast<std::size_t>(side)][first + i]));
      }
    }
  };
};

struct Answers {
  int right = 0;
  int refused = 0;
};

/// Positions of a class from all over it, through a fresh instance.
Answers ask(const Victim& victim, const char* name, int positions) {
  const auto tables = victim.opened();
  REQUIRE(tables);
  Answers answers;
  for (int i = 0; i < positions; ++i) {
    const Position seen = victim.some(name, static_cast<unsigned>(i) * 97U);
    const auto value = tables->probe_wdl(seen);
    if (!value) {
      const ErrorCode code = value.error().code;
      if (code != ErrorCode::corrupt_file && code != ErrorCode::unknown_version && code != ErrorCode::wrong_ruleset) {
        FAIL(value.error().message);
      }
      ++answers.refused;
    } else {
      if (!victim.is_right(seen, *value)) FAIL("a wrong answer");
      ++answers.right;
    }
  }
  return answers;
}

void damage_every_byte(const Victim& victim, const char* name) {
  const fs::path path = victim.file(name);
  const std::string good = read_bytes(path);
  CHECK(ask(victim, name, 60).refused == 0);
  int refused = 0;
  for (std::size_t byte = 0; byte < good.size(); ++byte) {
    for (const unsigned flip : {0x01U, 0xFFU}) {
      CAPTURE(name, byte, flip);
      std::string bad = good;
      bad[byte] = static_cast<char>(static_cast<unsigned char>(bad[byte]) ^ flip);
      replace_bytes(path, bad);
      if (ask(victim, name, 12).refused > 0) ++refused;
    }
  }
  CHECK(refused > static_cast<int>(good.size()));  // more than half
  replace_bytes(path, good);
}

void cut_at_every_length(const Victim& victim, const char* name) {
  const fs::path path = victim.file(name);
  const std::string good = read_bytes(path);
  for (std::size_t length = 0; length < good.size(); ++length) {
    CAPTURE(name, length);
    replace_bytes(path, std::string_view(good).substr(0, length));
    const auto tables = victim.opened();
    REQUIRE(tables);
    const auto table = tables->table(material(name), Metric::wdl);
    REQUIRE_FALSE(table);
    REQUIRE(table.error().code == ErrorCode::corrupt_file);
  }
  replace_bytes(path, good);
}

void refuses(const Tablebase& tables, const Position& position, ErrorCode code, std::string_view words = {}) {
  const auto value = tables.probe_wdl(position);
  REQUIRE_FALSE(value);
  CAPTURE(value.error().message);
  CHECK(value.error().code == code);
  CHECK(value.error().message.find(words) != std::string::npos);
  CHECK_FALSE(tables.probe(position));
  CHECK_FALSE(tables.rank_moves(position));
}

/// As few file descriptors as are open already, while this lives.
class NoMoreFiles {
 public:
  NoMoreFiles() {
    REQUIRE(::getrlimit(RLIMIT_NOFILE, &before_) == 0);
    rlimit none = before_;
    none.rlim_cur = 0;
    REQUIRE(::setrlimit(RLIMIT_NOFILE, &none) == 0);
  }
  NoMoreFiles(const NoMoreFiles&) = delete;
  NoMoreFiles& operator=(const NoMoreFiles&) = delete;
  ~NoMoreFiles() { ::setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

}  // namespace

TEST_CASE("no changed byte of a plain or coded table makes a wrong answer", "[long]") {
  const Victim victim;
  damage_every_byte(victim, "KvM");
  victim.code("KvM");
  damage_every_byte(victim, "KvM");
  victim.code("KvK");
  damage_every_byte(victim, "KvK");
}

TEST_CASE("a plain or coded table cut at any length is never answered from", "[long]") {
  const Victim victim;
  cut_at_every_length(victim, "KvM");
  victim.code("KvM");
  cut_at_every_length(victim, "KvM");
}

TEST_CASE("what only has the name of a table is refused without waiting for it") {
  const Victim victim;
  const fs::path path = victim.file("KMvK");
  const std::string good = read_bytes(path);
  const Position seen = victim.some("KMvK", 1'000);
  const auto tables = victim.opened();
  REQUIRE(tables);
  const auto put = [&](const auto& make) {
    fs::remove(path);
    make();
  };

  put([&] { REQUIRE(::mkfifo(path.c_str(), 0600) == 0); });
  refuses(*tables, seen, ErrorCode::io_error, "not a regular file");

  put([&] { fs::create_directory(path); });
  refuses(*tables, seen, ErrorCode::io_error, "KMvK.wdl");

  put([&] { fs::create_symlink(path, path); });
  refuses(*tables, seen, ErrorCode::io_error, "symbolic links");

  put([&] { fs::create_symlink("/dev/zero", path); });
  refuses(*tables, seen, ErrorCode::io_error, "not a regular file");

  put([&] { fs::create_symlink("/proc/self/maps", path); });
  refuses(*tables, seen, ErrorCode::corrupt_file, "not a table file");

  put([&] { fs::create_symlink(path.parent_path() / "nowhere", path); });
  refuses(*tables, seen, ErrorCode::missing_table, "KMvK.wdl");

  put([&] { std::ofstream(path) << ""; });
  refuses(*tables, seen, ErrorCode::corrupt_file, "not a table file");

  put([&] { fs::create_symlink(path.parent_path() / "elsewhere", path); });
  replace_bytes(path.parent_path() / "elsewhere", good);
  const auto value = tables->probe_wdl(seen);
  REQUIRE(value);
  CHECK(victim.is_right(seen, *value));
}

TEST_CASE("a table without permission is refused, and answered once it may be read") {
  const Victim victim;
  const fs::path path = victim.file("KMvK");
  const Position seen = victim.some("KMvK", 1'000);
  const auto tables = victim.opened();
  REQUIRE(tables);
  fs::permissions(victim.directory.path(), fs::perms::all);
  fs::permissions(path.parent_path(), fs::perms::all);
  fs::permissions(path, fs::perms::none);
  {
    const AsNobody nobody;
    if (!nobody.is_bound()) return;
    const auto refused = tables->probe_wdl(seen);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == ErrorCode::io_error);
    CHECK(refused.error().message.find("Permission denied") != std::string::npos);
  }
  fs::permissions(path, fs::perms::all);
  CHECK(tables->probe_wdl(seen));

  fs::permissions(path.parent_path(), fs::perms::none);
  const AsNobody nobody;
  const auto closed = victim.opened();
  REQUIRE(closed);
  CHECK(closed->probe_wdl(seen).error().code == ErrorCode::io_error);
}

TEST_CASE("directories that lead in circles or nowhere are refused, or hold no table") {
  const Victim victim;
  const Ruleset& rules = victim.world.truth.rules();
  const Position seen = victim.some("KMvK", 1'000);
  const fs::path circle = victim.directory.path() / "circle";
  fs::create_directory_symlink(circle, circle);
  const auto refused = Tablebase::open(rules, {{circle}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::io_error);

  const TemporaryDirectory other;
  fs::create_directory_symlink(other.path() / rules.name, other.path() / rules.name);
  const auto around = Tablebase::open(rules, {{other.path()}});
  REQUIRE(around);
  refuses(*around, seen, ErrorCode::io_error, "KMvK.wdl");
  CHECK_FALSE(around->covers(material("KMvK")));

  fs::remove(other.path() / rules.name);
  std::ofstream(other.path() / rules.name) << "a file where a directory should be";
  refuses(*around, seen, ErrorCode::missing_table, "KMvK.wdl");
  CHECK(around->tables().empty());

  // The directory goes while it is open, and comes back.
  fs::rename(victim.directory.path() / rules.name, victim.directory.path() / "gone");
  const auto tables = victim.opened();
  REQUIRE(tables);
  refuses(*tables, seen, ErrorCode::missing_table, "KMvK.wdl");
  fs::rename(victim.directory.path() / "gone", victim.directory.path() / rules.name);
  CHECK(tables->probe_wdl(seen));
}

TEST_CASE("out of file descriptors is an error that passes") {
  const Victim victim;
  const Position opened = victim.some("KKvK", 1'000);
  const Position seen = victim.some("KMvK", 1'000);
  const auto tables = victim.opened();
  REQUIRE(tables);
  REQUIRE(tables->probe_wdl(opened));
  std::optional<Result<Wdl>> open_table;
  std::optional<Result<Wdl>> new_table;
  {
    const NoMoreFiles limit;
    open_table = tables->probe_wdl(opened);
    new_table = tables->probe_wdl(seen);
  }
  CHECK(open_table->has_value());
  REQUIRE_FALSE(new_table->has_value());
  CHECK(new_table->error().code == ErrorCode::io_error);
  CHECK(new_table->error().message.find("Too many open files") != std::string::npos);
  const auto again = tables->probe_wdl(seen);
  REQUIRE(again);
  CHECK(victim.is_right(seen, *again));
}

TEST_CASE("threads that probe while files are replaced, damaged and removed get right answers or typed errors") {
  const Victim victim;
  const char* const name = "KMvK";
  const std::string good = read_bytes(victim.file(name));
  victim.code(name);
  const std::string coded = read_bytes(victim.file(name));
  std::string damaged = good;
  damaged[good.size() / 2] = static_cast<char>(damaged[good.size() / 2] + 1);
  std::atomic<bool> done = false;
  std::atomic<int> right = 0;
  std::atomic<int> refused = 0;
  std::atomic<int> wrong = 0;
  const auto probe = [&](unsigned seed) {
    std::mt19937 random(seed);
    while (!done) {
      const auto tables = victim.opened();
      for (int i = 0; tables && i < 30; ++i) {
        const Position seen = victim.some(name, static_cast<unsigned>(random()));
        const auto value = tables->probe_wdl(seen);
        if (value) {
          ++(victim.is_right(seen, *value) ? right : wrong);
        } else {
          const ErrorCode code = value.error().code;
          ++(code == ErrorCode::corrupt_file || code == ErrorCode::missing_table || code == ErrorCode::io_error
                 ? refused
                 : wrong);
        }
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 3; ++t) threads.emplace_back(probe, t);
  for (int round = 0; round < 100 || right < 300 || refused < 10; ++round) {
    replace_bytes(victim.file(name), round % 4 == 0 ? good : round % 4 == 1 ? damaged : round % 4 == 2 ? coded : "x");
    if (round % 5 == 4) fs::remove(victim.file(name));
    std::this_thread::yield();
  }
  done = true;
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == 0);
}

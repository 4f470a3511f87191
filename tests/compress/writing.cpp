#include <signal.h>
#include <sys/resource.h>

#include <array>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

#include "as_nobody.hpp"
#include "catch.hpp"
#include "file_bytes.hpp"
#include "tables.hpp"

using namespace lunette;
using namespace lunette::tables;

namespace {

/// No file of this process may grow past `bytes` while this lives: what a full disk looks like from inside.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(::signal(SIGXFSZ, SIG_IGN)) {
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before_) == 0);
    const rlimit limit{bytes, before_.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    ::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

struct Table {
  TableHeader header = header_of("KKvK", Metric::dtw);
  Codes codes = mixed_codes(header, {0, 1, 300});
  Result<WrittenTable> write(const std::filesystem::path& path) const {
    return write_table(path, header, source_of(codes));
  }
};

ErrorCode refusal_of(const TableHeader& header, const Codes& codes, WriteOptions options = {}) {
  const TemporaryDirectory directory;
  const auto written = write_table(directory / "table", header, source_of(codes), options);
  REQUIRE_FALSE(written.has_value());
  CHECK(written.error().message.find((directory / "table").string()) == 0);
  CHECK(directory.names().empty());
  return written.error().code;
}

const std::array<std::uint8_t, 5> hello{'h', 'e', 'l', 'l', 'o'};

}  // namespace

TEST_CASE("missing directories are made and nothing else is left") {
  const TemporaryDirectory directory;
  const Table table;
  const auto path = table_path(directory.path(), "traditional", table.header.material, Metric::dtw);
  REQUIRE(table.write(path).has_value());
  CHECK(holds(*TableFile::open(path), table.codes));
  CHECK(directory.names() == std::vector<std::string>{"traditional"});
  CHECK(std::distance(std::filesystem::directory_iterator(path.parent_path()), {}) == 1);
}

TEST_CASE("a relative name is written below the working directory") {
  const TemporaryDirectory directory;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(directory.path());
  const auto plain = write_file_atomically("plain", hello);
  const auto deep = write_file_atomically("some/where/deep", hello);
  std::filesystem::current_path(before);
  CHECK(plain.has_value());
  CHECK(deep.has_value());
  CHECK(std::filesystem::file_size(directory / "plain") == 5);
  CHECK(std::filesystem::file_size(directory / "some/where/deep") == 5);
}

TEST_CASE("an older file is replaced as a whole") {
  const TemporaryDirectory directory;
  const Table table;
  REQUIRE(write_file_atomically(directory / "table", hello).has_value());
  CHECK((FileBytes(directory / "table").bytes == std::vector<std::uint8_t>(hello.begin(), hello.end())));
  REQUIRE(table.write(directory / "table").has_value());
  CHECK(TableFile::open(directory / "table").has_value());
  REQUIRE(write_file_atomically(directory / "table", {}).has_value());
  CHECK(std::filesystem::file_size(directory / "table") == 0);
  CHECK(directory.names() == std::vector<std::string>{"table"});
}

TEST_CASE("a full disk is reported, the old file stays and no temporary is left") {
  const TemporaryDirectory directory;
  const Table table;
  const auto path = directory / "table";
  REQUIRE(write_file_atomically(path, hello).has_value());
  REQUIRE(table.write(directory / "whole").has_value());
  const FileBytes whole(directory / "whole");
  // In the header, the index, the first and the last blocks, and the trailer.
  for (const std::size_t limit : {std::size_t{0}, std::size_t{100}, whole.index_offset() + 50,
                                  whole.blocks_offset() + 1, whole.trailer_offset() - 1, whole.trailer_offset() + 7}) {
    const FileSizeLimit full(limit);
    const auto written = table.write(path);
    REQUIRE_FALSE(written.has_value());
    CHECK(written.error().code == ErrorCode::io_error);
    CHECK(written.error().message.find("File too large") != std::string::npos);
    CHECK(write_file_atomically(path, whole.bytes).error().code == ErrorCode::io_error);
    CHECK(directory.names().size() == 2);
    CHECK(FileBytes(path).bytes.size() == hello.size());
  }
}

TEST_CASE("places that cannot be written to are reported") {
  const TemporaryDirectory directory;
  const Table table;
  REQUIRE(write_file_atomically(directory / "file", hello).has_value());
  CHECK(table.write(directory / "file/table").error().code == ErrorCode::io_error);
  CHECK(table.write(directory / "file/below/table").error().code == ErrorCode::io_error);
  CHECK(table.write("/proc/lunette/table").error().code == ErrorCode::io_error);
  CHECK(write_file_atomically(directory / std::string(300, 'x'), hello).error().code == ErrorCode::io_error);
  CHECK(write_file_atomically("", hello).error().code == ErrorCode::io_error);
  REQUIRE(std::filesystem::create_directories(directory / "taken/by/others"));
  CHECK(table.write(directory / "taken").error().code == ErrorCode::io_error);
  CHECK(directory.names().size() == 2);
}

TEST_CASE("a directory without permission is reported") {
  const TemporaryDirectory directory;
  const Table table;
  using std::filesystem::perms;
  std::filesystem::permissions(directory.path(), perms::all, std::filesystem::perm_options::replace);
  std::filesystem::permissions(directory.path(), perms::owner_write | perms::group_write | perms::others_write,
                               std::filesystem::perm_options::remove);
  bool is_bound = false;
  const auto written = [&] {
    const AsNobody nobody;
    is_bound = nobody.is_bound();
    return table.write(directory / "table");
  }();
  std::filesystem::permissions(directory.path(), perms::owner_all);
  if (!is_bound) return;
  REQUIRE_FALSE(written.has_value());
  CHECK(written.error().code == ErrorCode::io_error);
  CHECK(written.error().message.find("Permission denied") != std::string::npos);
  CHECK(directory.names().empty());
}

TEST_CASE("values that the header's counts do not have are refused") {
  TableHeader header = header_of("KKvK", Metric::wdl);
  Codes codes(2, std::vector<ValueCode>(header.entries, 2));
  for (SideStatistics& side : header.statistics) side.counts = {0, 0, header.entries, 0, 0};
  const TemporaryDirectory directory;
  REQUIRE(write_table(directory / "table", header, source_of(codes)));
  codes[1][14879] = 1;  // five values where the counts tell of three
  CHECK(refusal_of(header, codes) == ErrorCode::bad_argument);
  codes[1][14879] = 5;
  CHECK(refusal_of(header, codes) == ErrorCode::bad_argument);
  codes[1][14879] = 1;
  header.statistics[1].counts = {};  // not all counted: looked through
  CHECK(write_table(directory / "table", header, source_of(codes)));
}

TEST_CASE("values that the metric does not have are refused") {
  const TableHeader header = header_of("KKvK", Metric::wdl);
  Codes codes(2, std::vector<ValueCode>(header.entries, 2));
  codes[1][14879] = 5;
  CHECK(refusal_of(header, codes) == ErrorCode::bad_argument);
  codes[1][14879] = 0x102;
  CHECK(refusal_of(header, codes) == ErrorCode::bad_argument);
}

TEST_CASE("headers that describe no table are refused") {
  const TableHeader right = header_of("KKvK", Metric::wdl);
  const Codes codes(2, std::vector<ValueCode>(right.entries, 2));
  const auto refusal_with = [&](auto change) {
    TableHeader header = right;
    change(header);
    return refusal_of(header, codes) == ErrorCode::bad_argument;
  };
  CHECK(refusal_with([](TableHeader& h) { h.ruleset.clear(); }));
  CHECK(refusal_with([](TableHeader& h) { h.ruleset = std::string(33, 'r'); }));
  CHECK(refusal_with([](TableHeader& h) { h.ruleset = std::string("a\0b", 3); }));
  CHECK(refusal_with([](TableHeader& h) { h.tool_version = "two words"; }));
  CHECK(refusal_with([](TableHeader& h) { h.material = h.material.flipped(); }));
  CHECK(refusal_with([](TableHeader& h) { h.material = {9, 0, 9, 0}; }));
  CHECK(refusal_with([](TableHeader& h) { h.material = {2, 0, 0, 0}; }));
  CHECK(refusal_with([](TableHeader& h) { h.board = Board::b10; }));
  CHECK(refusal_with([](TableHeader& h) { h.sides = 1; }));
  CHECK(refusal_with([](TableHeader& h) { h.sides = 3; }));
  CHECK(refusal_with([](TableHeader& h) { --h.entries; }));
  CHECK(refusal_with([](TableHeader& h) { h.block_entries = 1000; }));
  CHECK(refusal_with([](TableHeader& h) { h.block_entries = 512; }));
  CHECK(refusal_with([](TableHeader& h) { h.block_entries = 0; }));
  CHECK(refusal_with([](TableHeader& h) { h.count_limit = -1; }));
  CHECK(refusal_with([](TableHeader& h) { h.statistics[1].longest_loss = h.entries; }));
}

TEST_CASE("compression levels that zstd does not have are refused") {
  const TableHeader header = header_of("KvK", Metric::wdl);
  const Codes codes(1, std::vector<ValueCode>(header.entries, 2));
  CHECK(refusal_of(header, codes, {1000, {}}) == ErrorCode::bad_argument);
  CHECK(refusal_of(header, codes, {std::numeric_limits<int>::min(), {}}) == ErrorCode::bad_argument);
}

TEST_CASE("a table without values or without a name is refused") {
  const TemporaryDirectory directory;
  const TableHeader header = header_of("KvK", Metric::wdl);
  CHECK(write_table(directory / "table", header, {}).error().code == ErrorCode::bad_argument);
  const Codes codes(1, std::vector<ValueCode>(header.entries, 2));
  CHECK(write_table("", header, source_of(codes)).error().code == ErrorCode::bad_argument);
  CHECK(write_table(directory.path() / "", header, source_of(codes)).error().code == ErrorCode::bad_argument);
}

TEST_CASE("values that change between the two readings are refused") {
  const TableHeader header = header_of("KvK", Metric::wdl);
  for (const ValueCode second : {ValueCode{1}, ValueCode{6}}) {
    int calls = 0;
    const ValueSource values = [&](int, std::uint64_t, std::span<ValueCode> out) {
      std::fill(out.begin(), out.end(), calls++ == 0 ? ValueCode{2} : second);
    };
    const TemporaryDirectory directory;
    CHECK(write_table(directory / "table", header, values).error().code == ErrorCode::bad_argument);
    CHECK(directory.names().empty());
  }
}

TEST_CASE("a source that throws or has no memory leaves no temporary") {
  const Table table;
  for (const int fatal_call : {1, 20, 31, 45, 60}) {
    for (const bool no_memory : {false, true}) {
      const TemporaryDirectory directory;
      int calls = 0;
      const ValueSource values = [&](int side, std::uint64_t first, std::span<ValueCode> out) {
        if (++calls == fatal_call && no_memory) throw std::bad_alloc();
        if (calls == fatal_call) throw std::runtime_error("stopped by the user");
        source_of(table.codes)(side, first, out);
      };
      if (no_memory) {
        CHECK(write_table(directory / "table", table.header, values).error().code == ErrorCode::out_of_memory);
      } else {
        CHECK_THROWS_AS(write_table(directory / "table", table.header, values), std::runtime_error);
      }
      CHECK(directory.names().empty());
    }
  }
}

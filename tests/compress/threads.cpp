#include <algorithm>
#include <atomic>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

#include "catch.hpp"
#include "file_bytes.hpp"
#include "tables.hpp"

using namespace lunette;
using namespace lunette::tables;

namespace {

ParallelFor on_threads(unsigned number) {
  return [number](std::size_t count, const std::function<void(std::size_t)>& body) {
    std::atomic<std::size_t> next{0};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < number; ++t) {
      threads.emplace_back([&] {
        for (std::size_t i = next++; i < count; i = next++) body(i);
      });
    }
    for (std::thread& thread : threads) thread.join();
  };
}

void shuffled(std::size_t count, const std::function<void(std::size_t)>& body) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937(5));
  for (const std::size_t i : order) body(i);
}

}  // namespace

TEST_CASE("the bytes do not depend on threads or their order") {
  for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
    const TableHeader header = header_of("KMvK", metric);
    const Codes codes = mixed_codes(
        header, metric == Metric::dtw ? std::vector<ValueCode>{0, 1, 300} : std::vector<ValueCode>{0, 1, 2, 3, 4});
    const TemporaryDirectory directory;
    REQUIRE(write_table(directory / "serial", header, source_of(codes)).has_value());
    REQUIRE(write_table(directory / "again", header, source_of(codes)).has_value());
    REQUIRE(write_table(directory / "parallel", header, source_of(codes), {3, on_threads(4)}).has_value());
    REQUIRE(write_table(directory / "shuffled", header, source_of(codes), {3, shuffled}).has_value());
    const FileBytes serial(directory / "serial");
    CHECK((FileBytes(directory / "again").bytes == serial.bytes));
    CHECK((FileBytes(directory / "parallel").bytes == serial.bytes));
    CHECK((FileBytes(directory / "shuffled").bytes == serial.bytes));
  }
}

TEST_CASE("a table of several windows of blocks keeps their order", "[long]") {
  const TableHeader header = header_of("KKKvKK", Metric::dtc, Board::b10, default_block_entries);
  REQUIRE(header.entries * 2 > (std::uint64_t{2} << 24));
  const auto code = [](int side, std::uint64_t i) {
    const std::uint64_t of_block = static_cast<std::uint64_t>(side) * 100 + i / 65536 % 90;
    return static_cast<ValueCode>(i % 9973 == 0 ? i / 9973 % 251 : of_block);
  };
  const ValueSource values = [&](int side, std::uint64_t first, std::span<ValueCode> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = code(side, first + i);
  };
  const TemporaryDirectory directory;
  REQUIRE(write_table(directory / "table", header, values, {1, on_threads(2)}).has_value());
  const auto table = TableFile::open(directory / "table");
  REQUIRE(table.has_value());
  REQUIRE(table->blocks() == 324);
  std::uint64_t wrong = 0;
  for (int side = 0; side < 2; ++side) {
    for (std::uint64_t block = 0; block < table->blocks(); ++block) {
      std::vector<ValueCode> read(table->block_size(block));
      REQUIRE(table->read_block(side, block, read).has_value());
      for (std::size_t i = 0; i < read.size(); ++i) wrong += read[i] != code(side, block * header.block_entries + i);
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("threads read one table at once") {
  const TemporaryDirectory directory;
  const TableHeader header = header_of("KMvK", Metric::dtw);
  const Codes codes = mixed_codes(header, {0, 1, 7, 300});
  REQUIRE(write_table(directory / "table", header, source_of(codes)).has_value());
  const auto table = TableFile::open(directory / "table");
  REQUIRE(table.has_value());
  std::atomic<int> right{0};
  on_threads(4)(8, [&](std::size_t i) { right += i % 2 == 0 ? holds(*table, codes) : table->verify().has_value(); });
  CHECK(right == 8);
}

TEST_CASE("threads writing the same file leave one whole table") {
  const TemporaryDirectory directory;
  const TableHeader header = header_of("KKvK", Metric::wdl);
  const Codes codes = mixed_codes(header, {0, 2, 4});
  std::atomic<int> written{0};
  on_threads(4)(
      16, [&](std::size_t) { written += write_table(directory / "table", header, source_of(codes)).has_value(); });
  CHECK(written == 16);
  CHECK(directory.names() == std::vector<std::string>{"table"});
  CHECK(holds(*TableFile::open(directory / "table"), codes));
}

// The table reader on any bytes: it opens, verifies and reads them, or refuses them by a typed error. Its ways to read
// agree with each other.

#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "lunette/compress/table_file.hpp"
#include "table_image.hpp"
#include "target.hpp"

using namespace lunette;
using fuzz::require;
using fuzz::TableImage;

namespace {

/// What is read of one input, so that no input takes long: a few bytes can stand for millions of entries.
constexpr std::uint64_t most_entries = 1U << 14;

/// The fuzzed file, in memory, and the WDL that coded distances are read with.
class Files {
 public:
  Files() : directory_("/dev/shm/lunette-fuzz-table-" + std::to_string(::getpid())) {
    std::filesystem::create_directories(directory_);
  }
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;
  ~Files() {
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
  }

  std::string path() const { return directory_ / "table.dtc"; }
  std::string wdl_path() const { return directory_ / "table.wdl"; }

  /// Mostly beside WDL that fits, if any does; sometimes the same bytes are that too.
  void set(std::span<const std::uint8_t> bytes) {
    put(path(), bytes);
    if (!bytes.empty() && bytes.back() % 16 == 0) {
      put(wdl_path(), bytes);
      wdl_of_.clear();
    } else {
      put_wdl(bytes);
    }
  }

 private:
  static void put(const std::string& path, std::span<const std::uint8_t> bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

  /// Of the class that the file says it holds, with the checksum that it asks for: any values will do. Coded or not, as
  /// that checksum says.
  void put_wdl(std::span<const std::uint8_t> file) {
    constexpr std::size_t header_size = 304;
    constexpr std::uint8_t coded_distances = 5;
    if (file.size() < header_size || file[56] != coded_distances) return;
    const auto number = [&](std::size_t offset) {
      std::uint64_t value = 0;
      std::memcpy(&value, &file[offset], sizeof(value));
      return value;
    };
    const Material material{file[49], file[50], file[51], file[52]};
    const std::uint64_t model = header_size + number(96);
    if (material.pieces() > 4 || material.black_pieces() == 0 || !material.is_canonical() || number(96) > file.size() ||
        model + 9 > file.size()) {
      return;
    }
    const std::uint64_t checksum = number(static_cast<std::size_t>(model) + 1);
    const std::string wdl_of = material.name() + std::to_string(file[48]) + std::to_string(checksum);
    if (wdl_of == wdl_of_) return;
    TableHeader header;
    header.ruleset = "fuzzed";
    header.board = file[48] == 10 ? Board::b10 : Board::b8;
    header.material = material;
    header.sides = material.stored_sides();
    header.entries = Indexer(header.board, material).size();
    header.captures = CaptureEntries::filler;
    if (header.entries > most_entries) return;
    WriteOptions options;
    options.form = checksum % 2 == 0 ? Form::coded : Form::plain;
    options.segment_entries = 1U << (9 + checksum / 2 % 4);
    TableImage& image = wdl_image(header, options);
    image.set_value_checksum(checksum);
    put(wdl_path(), image.serialize());
    wdl_of_ = wdl_of;
  }

  /// Written once for each class and form: to train a model anew for each input takes a tenth of a second and more.
  TableImage& wdl_image(const TableHeader& header, const WriteOptions& options) {
    const Key key{header.board, header.material, options.form, options.segment_entries};
    const auto found = wdl_images_.find(key);
    if (found != wdl_images_.end()) return found->second;
    const ValueSource values = [](int side, std::uint64_t first, std::span<ValueCode> out) {
      for (ValueCode& code : out)
        code = static_cast<ValueCode>(2 * ((first++ * 7 / 5 + static_cast<unsigned>(side)) % 3));
    };
    require(write_table(wdl_path(), header, values, options).has_value(), "WDL that cannot be written");
    std::ifstream file(wdl_path(), std::ios::binary);
    const fuzz::Bytes bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    auto image = TableImage::parse(bytes);
    require(image.has_value(), "WDL that cannot be taken apart");
    return wdl_images_.emplace(key, *std::move(image)).first->second;
  }

  using Key = std::tuple<Board, Material, Form, std::uint32_t>;
  std::filesystem::path directory_;
  std::map<Key, TableImage> wdl_images_;
  std::string wdl_of_;  // whose WDL is there
};

void require_damage(const Error& error, const std::string& path) {
  fuzz::require_message(error);
  require(error.code == ErrorCode::corrupt_file || error.code == ErrorCode::unknown_version,
          "another error:", error.message);
  const std::string wdl = path.substr(0, path.rfind('.')) + ".wdl";
  require(error.message.rfind(path + ": ", 0) == 0 || error.message.rfind(wdl + ": ", 0) == 0,
          "the error does not begin with the path:", error.message);
}

/// One block by read_block() and by units: the same codes, or the same refusal. True if it can be read.
bool read_both_ways(const TableFile& table, int side, std::uint64_t block) {
  std::vector<ValueCode> codes(table.block_size(block));
  const auto read = table.read_block(side, block, codes);
  if (!read) require_damage(read.error(), table.path().string());
  const std::uint64_t first = block * table.header().block_entries;
  bool whole = true;
  for (std::uint32_t done = 0; done < codes.size(); done += table.unit_entries()) {
    const auto unit = table.read_unit(side, (first + done) / table.unit_entries());
    if (!unit) {
      require_damage(unit.error(), table.path().string());
      whole = false;
      continue;
    }
    require(unit->constant || unit->words.size() * sizeof(std::uint64_t) <= table.unit_bytes(), "a unit too large");
    const auto end = std::min<std::uint32_t>(static_cast<std::uint32_t>(codes.size()) - done, table.unit_entries());
    for (std::uint32_t i = 0; i < end; ++i) {
      const ValueCode code = table.code_at(*unit, side, i);
      require(table.header().metric != Metric::wdl || code <= 4, "a code that is no value");
      if (read) require(code == codes[done + i], "read_block and code_at differ");
    }
  }
  require(whole == read.has_value(), "read_block and read_unit refuse different blocks");
  return whole;
}

void read_all(const TableFile& table) {
  bool whole = true;
  std::uint64_t entries = 0;
  for (int side = 0; side < table.header().sides; ++side) {
    for (std::uint64_t block = 0; block < table.blocks() && entries < most_entries; ++block) {
      entries += table.block_size(block);
      if (!read_both_ways(table, side, block)) whole = false;
    }
  }
  if (entries >= most_entries) return;
  const auto verified = table.verify();
  if (!verified) require_damage(verified.error(), table.path().string());
  require(whole || !verified, "a file with a bad block passes verification");
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return fuzz::mutate_table(data, size, max_size, seed);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Files files;
  files.set({data, size});
  const auto table = TableFile::open(files.path());
  if (table) {
    read_all(*table);
  } else if (table.error().code == ErrorCode::missing_table) {
    require(table.error().message.rfind(files.wdl_path() + ": ", 0) == 0, "another table is missing");
  } else {
    require_damage(table.error(), files.path());
  }
  return 0;
}

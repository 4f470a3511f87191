// Probes of small positions where one table is any bytes and the others are real: a value or a typed error, the same
// each time. An input is 16 bytes that choose the position, then the file. LUNETTE_FUZZ_TABLES names the directory with
// the real tables.

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lunette/probe/tablebase.hpp"
#include "table_image.hpp"
#include "target.hpp"

using namespace lunette;
using fuzz::require;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t choice_size = 16;
constexpr int longest_line = 40;

std::uint64_t number(std::span<const std::uint8_t> bytes) {
  std::uint64_t value = 0;
  for (const std::uint8_t byte : bytes) value = value << 8 | byte;
  return value;
}

/// Where the fuzzed file lies, in memory, and the real ones behind it.
class Directories {
 public:
  Directories() : fuzzed_("/dev/shm/lunette-fuzz-" + std::to_string(::getpid())) {
    const char* const real = std::getenv("LUNETTE_FUZZ_TABLES");
    require(real != nullptr && fs::is_directory(real), "LUNETTE_FUZZ_TABLES is no directory");
    real_ = fs::absolute(real);
    fs::create_directories(fuzzed_);
  }
  Directories(const Directories&) = delete;
  Directories& operator=(const Directories&) = delete;
  ~Directories() {
    std::error_code ignored;
    fs::remove_all(fuzzed_, ignored);
  }

  std::vector<fs::path> both() const { return {fuzzed_, real_}; }
  void put(const fs::path& table, std::span<const std::uint8_t> bytes) {
    fs::remove_all(fuzzed_);
    const fs::path path = fuzzed_ / table;
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    // Coded distances are read with the WDL beside them.
    fs::path wdl = table;
    wdl.replace_extension("wdl");
    std::error_code absent;
    if (wdl != table) fs::create_symlink(real_ / wdl, fuzzed_ / wdl, absent);
  }

 private:
  fs::path fuzzed_;
  fs::path real_;
};

/// What the file says that it holds, or some class.
struct Place {
  const Ruleset* rules;
  Material material;
  Metric metric;
};

Place place_of(std::span<const std::uint8_t> choice, std::span<const std::uint8_t> file) {
  const auto rulesets = all_rulesets();
  const std::vector<Material> classes = enumerate_materials(3);
  Place place{&rulesets[choice[0] % rulesets.size()], classes[choice[1] % classes.size()],
              static_cast<Metric>(choice[2] % 3)};
  if (file.size() < 54) return place;
  const std::string name(reinterpret_cast<const char*>(&file[16]), 32);
  if (const auto named = find_ruleset(name.substr(0, name.find('\0')))) place.rules = *named;
  const Material material{file[49], file[50], file[51], file[52]};
  if (std::find(classes.begin(), classes.end(), material) != classes.end()) place.material = material;
  if (file[53] < 3) place.metric = static_cast<Metric>(file[53]);
  return place;
}

/// Mostly a placement of the class, either way up; sometimes any bits at all.
Position position_of(const Place& place, std::span<const std::uint8_t> choice) {
  const Board board = place.rules->board;
  const std::uint64_t value = number(choice.subspan(8, 8));
  Position position;
  if (choice[3] % 16 == 0) {
    position.men = {value & number(choice.first(8)), value >> 20};
    position.kings = {value >> 40, value << 3};
  } else {
    const Indexer indexer(board, place.material);
    position = indexer.unrank(value % indexer.size());
  }
  position.side = choice[4] % 2 == 0 ? Color::white : Color::black;
  return choice[4] % 4 < 2 ? position : flip(board, position);
}

CountRequest count_of(std::span<const std::uint8_t> choice) {
  if (choice[5] < 128) return {};
  return {choice[5] % 20 - 2, choice[6] % 2 == 0 ? Color::white : Color::black, std::nullopt};
}

template <class T>
bool answered(const Result<T>& result) {
  if (result) return true;
  fuzz::require_message(result.error());
  switch (result.error().code) {
    case ErrorCode::illegal_position:
    case ErrorCode::bad_count:
    case ErrorCode::bad_argument:
    case ErrorCode::missing_table:
    case ErrorCode::missing_metric:
    case ErrorCode::not_covered:
    case ErrorCode::not_cached:
    case ErrorCode::wrong_ruleset:
    case ErrorCode::unknown_version:
    case ErrorCode::corrupt_file: return false;
    default: fuzz::report("another error:", result.error().message);
  }
}

/// By every function: they agree, and say the same when they are asked again.
void probe_all(const Tablebase& tables, const Position& position, const CountRequest& count) {
  answered(tables.probe_cached(position, count));
  const auto wdl = tables.probe_wdl(position, count);
  const auto whole = tables.probe(position, count);
  answered(wdl);
  if (answered(whole)) {
    require(wdl && *wdl == whole->wdl, "probe and probe_wdl differ");
    require(!whole->dtc || *whole->dtc >= 0, "a negative distance");
    require(!whole->dtw || *whole->dtw >= 0, "a negative distance");
  }
  answered(tables.probe_dtc(position));
  answered(tables.probe_dtw(position));
  answered(tables.probe_cached_dtc(position));
  answered(tables.probe_cached_dtw(position));
  const auto ranked = tables.rank_moves(position, count);
  if (answered(ranked)) require(whole && ranked->answer.wdl == whole->wdl, "rank_moves and probe differ");
  const auto line = tables.best_line(position, count, longest_line);
  if (answered(line)) require(line->steps.size() <= longest_line, "a line longer than asked for");
  const auto again = tables.probe_wdl(position, count);
  require(wdl.has_value() == again.has_value() && (!wdl || *wdl == *again), "another answer the second time");
  const auto cached = tables.probe_cached(position, count);
  if (answered(cached)) require(wdl && *wdl == *cached, "probe_cached and probe_wdl differ");
}

void read_in_bulk(const Tablebase& tables, const Place& place) {
  for (const Color side : {Color::white, Color::black}) {
    answered(tables.read_values(place.material, place.metric, side));
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  if (size <= choice_size || max_size <= choice_size) return LLVMFuzzerMutate(data, size, max_size);
  if (seed % 4 == 0) {
    LLVMFuzzerMutate(data, choice_size, choice_size);
    return size;
  }
  return choice_size + fuzz::mutate_table(data + choice_size, size - choice_size, max_size - choice_size, seed / 4);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < choice_size) return 0;
  static Directories directories;
  const std::span<const std::uint8_t> choice(data, choice_size);
  const std::span<const std::uint8_t> file(data + choice_size, size - choice_size);
  const Place place = place_of(choice, file);
  directories.put(table_path({}, place.rules->name, place.material, place.metric), file);
  const auto tables = Tablebase::open(*place.rules, {.directories = directories.both(), .cache_bytes = 1U << 17});
  if (!answered(tables)) return 0;
  probe_all(*tables, position_of(place, choice), count_of(choice));
  if (choice[7] % 16 == 0) read_in_bulk(*tables, place);
  return 0;
}

#include "class_parts.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <iterator>
#include <list>
#include <mutex>
#include <system_error>
#include <tuple>
#include <utility>

#include "class_journal.hpp"
#include "lunette/compress/table_file.hpp"
#include "rows/row_solver.hpp"
#include "waves.hpp"

namespace lunette::gen {
namespace {

constexpr std::array wdl_alone{rows::ClassValues::Part::wdl};
constexpr std::string_view ending = ".slices";
constexpr std::uint64_t record_bytes = std::uint64_t{1} << 20;

/// Positions of a slice that has a record for itself.
bool is_large(Index slice_size) {
  return slice_size >= record_bytes / 4;
}

/// Records that are kept when a table is read in the order of its index by windows of some million entries: those of
/// large slices in one window, otherwise some of each wave.
std::size_t most_cached(Index slice_size, std::size_t waves) {
  return is_large(slice_size) ? 4 + (Index{1} << 24) / slice_size : 4 * waves + 8;
}

auto order_of(const StepId& id) {
  return std::tuple(-id.first_wave, -id.last_wave, id.groups, id.group);
}

bool is_of_one_partition(const StepId& a, const StepId& b) {
  return a.first_wave == b.first_wave && a.last_wave == b.last_wave && a.groups == b.groups;
}

Error unreadable(const SliceRecords& file, std::size_t record) {
  return {ErrorCode::corrupt_file, file.path().string() + ": record " + std::to_string(record) +
                                       " is damaged; remove the file to have it made again"};
}

Error lacks(const Part& part, Index slice) {
  return {ErrorCode::corrupt_file, part.records.path().string() + ": slice " + std::to_string(slice) +
                                       " is missing; remove the file to have it made again"};
}

Error missing_wave(const StepId& id, int wave) {
  return {ErrorCode::missing_table, "slices of wave " + std::to_string(wave) + " of " + id.material.name() +
                                        " are missing among the parts in .steps"};
}

}  // namespace

std::filesystem::path steps_directory(const std::filesystem::path& directory, const Ruleset& rules) {
  return directory / rules.name / ".steps";
}

std::string part_name(const StepId& id) {
  return id.text().substr(id.rules->name.size() + 1).append(ending);
}

std::vector<StepId> find_parts(const std::filesystem::path& directory, const StepId& id) {
  std::vector<StepId> parts;
  std::error_code error;
  const auto where = steps_directory(directory, *id.rules);
  for (std::filesystem::directory_iterator it(where, error), end; !error && it != end; it.increment(error)) {
    std::string name = it->path().filename().string();
    if (!name.ends_with(ending)) continue;
    name.resize(name.size() - ending.size());
    const auto part = StepId::parse(std::string(id.rules->name).append(".").append(name));
    if (part && part->kind == StepId::Kind::slices && part->material == id.material && part->metrics == id.metrics) {
      parts.push_back(*part);
    }
  }
  std::sort(parts.begin(), parts.end(), [](const StepId& a, const StepId& b) { return order_of(a) < order_of(b); });
  return parts;
}

std::optional<Part> open_part(const std::filesystem::path& directory, const StepId& id, const Indexer& indexer,
                              std::string_view origin) {
  const auto path = steps_directory(directory, *id.rules) / part_name(id);
  const bool with_dtc = std::find(id.metrics.begin(), id.metrics.end(), Metric::dtc) != id.metrics.end();
  for (const bool five_valued : {false, true}) {
    for (const bool wide : {false, true}) {
      rows::ClassShape shape = rows::group_shape(indexer, five_valued, with_dtc, 1, 0);
      shape.wide_dtc = wide;
      auto records = SliceRecords::open(path, slices_line(*id.rules, id.material, origin, shape));
      if (records && records->finished()) return Part{id, std::move(*records), shape};
    }
  }
  return std::nullopt;
}

Result<void> read_slices(const std::vector<Part>& parts, const StepId& id, rows::ClassValues& values) {
  const auto wanted = values.held().read();
  if (wanted.empty()) return {};
  const Index solved = values.held().solved().size();
  std::vector<std::atomic<bool>> found(wanted.size());
  std::mutex mutex;
  std::optional<Error> failure;
  for (const Part& part : parts) {
    if (part.id.first_wave < id.first_wave + 1 || part.id.last_wave > id.first_wave + 1) continue;
    tbb::parallel_for(std::size_t{0}, part.records.records(), [&](std::size_t record) {
      const auto slices = part.records.slices(record);
      const auto from = std::lower_bound(wanted.begin(), wanted.end(), slices.front());
      const auto to = std::upper_bound(from, wanted.end(), slices.back());
      if (from == to) return;
      const auto place_of = [&](Index slice) -> std::optional<Index> {
        const auto place = std::lower_bound(from, to, slice);
        if (place == to || *place != slice) return std::nullopt;
        const auto number = static_cast<std::size_t>(place - wanted.begin());
        // Slices may be in parts of two partitions, and then are the same.
        if (found[number].exchange(true)) return std::nullopt;
        return solved + number;
      };
      if (restore_record(part.records, record, wdl_alone, values, place_of)) return;
      const std::lock_guard lock(mutex);
      failure = unreadable(part.records, record);
    });
    if (failure) return *failure;
  }
  if (!std::all_of(found.begin(), found.end(), [](const std::atomic<bool>& each) { return each.load(); })) {
    return missing_wave(id, id.first_wave + 1);
  }
  return {};
}

Result<void> write_part(const std::filesystem::path& path, const rows::ClassValues& values, const std::string& line) {
  const Index slices = values.held().solved().size();
  const Index together = std::max<Index>(1, record_bytes / values.slice_bytes());
  std::vector<std::uint8_t> piece(line.begin(), line.end());
  Index next = 0;
  bool started = false;
  bool ended = false;
  return write_pieces_atomically(path, [&]() -> Result<std::span<const std::uint8_t>> {
    if (!started) {
      started = true;
    } else if (next < slices) {
      std::vector<Index> places;
      for (; next < slices && places.size() < together; ++next) places.push_back(next);
      piece = slice_record(values, places);
    } else if (!ended) {
      ended = true;
      piece = end_of_records(slices);
    } else {
      piece.clear();
    }
    return std::span<const std::uint8_t>(piece);
  });
}

std::uint64_t part_workspace(std::uint64_t slice_bytes) {
  return record_workspace(record_bytes + slice_bytes);
}

/// Records decoded at the moment, the ones that were used last: of each the part that is read.
struct PartCodes::State {
  using Which = rows::ClassValues::Part;
  struct Record {
    std::size_t part = 0;
    std::size_t number = 0;
    Which which = Which::wdl;
    std::vector<Index> slices;
    std::optional<rows::ClassValues> wdl;
    std::vector<std::byte> dtc;  ///< codes, one slice after the other
  };
  /// One that is decoded by the first thread that wants it.
  struct Cached {
    Record record;
    std::mutex mutex;
    bool decoded = false;
  };
  using Shared = std::shared_ptr<Cached>;
  /// The groups of a wave, or a part of several waves: their numbers in `parts`.
  struct Partition {
    std::size_t first = 0;
    std::size_t parts = 0;
  };

  State(const Indexer& of, std::vector<Part> all) : indexer(of), parts(std::move(all)) {}

  Shared find(Index slice, Which which) {
    const auto wave = static_cast<std::size_t>(indexer.advancement(indexer.unrank_men(slice)));
    const std::size_t partition = partition_of_wave[wave];
    // Looking a large slice up is nothing beside reading it, and none should be held that is not read.
    if (is_large(indexer.slice_size())) return look_up(partitions[partition], slice, which);
    std::vector<Shared>& recent = recents.local();
    recent.resize(2 * partitions.size());
    // WDL is read beside the DTC of one side at a time.
    Shared& last = recent[2 * partition + (which == Which::wdl ? 0 : 1)];
    if (!last || last->record.which != which || slice < last->record.slices.front() ||
        slice > last->record.slices.back()) {
      last = look_up(partitions[partition], slice, which);
    }
    return last;
  }

  Shared look_up(const Partition& partition, Index slice, Which which) {
    const auto begin = parts.begin() + static_cast<std::ptrdiff_t>(partition.first);
    const auto end = begin + static_cast<std::ptrdiff_t>(partition.parts);
    const auto part = std::partition_point(begin, end, [&](const Part& each) {
      const std::size_t records = each.records.records();
      return records == 0 || each.records.slices(records - 1).back() < slice;
    });
    if (part == end) throw UnreadablePart(lacks(*std::prev(part), slice));
    std::size_t low = 0;
    std::size_t high = part->records.records();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (part->records.slices(middle).back() < slice) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return fetch(static_cast<std::size_t>(part - parts.begin()), low, which);
  }

  Shared fetch(std::size_t part, std::size_t number, Which which) {
    const Shared entry = entry_of(part, number, which);
    const std::lock_guard lock(entry->mutex);
    if (!entry->decoded) decode(entry->record);
    entry->decoded = true;
    return entry;
  }

  Shared entry_of(std::size_t part, std::size_t number, Which which) {
    const std::lock_guard lock(mutex);
    const auto found = std::find_if(cached.begin(), cached.end(), [&](const Shared& each) {
      return each->record.part == part && each->record.number == number && each->record.which == which;
    });
    if (found != cached.end()) {
      cached.splice(cached.begin(), cached, found);
      return *found;
    }
    auto entry = std::make_shared<Cached>();
    entry->record.part = part;
    entry->record.number = number;
    entry->record.which = which;
    cached.push_front(entry);
    if (cached.size() > most_cached(indexer.slice_size(), partitions.size())) cached.pop_back();
    return entry;
  }

  void decode(Record& record) const {
    const SliceRecords& records = parts[record.part].records;
    const auto slices = records.slices(record.number);
    record.slices.assign(slices.begin(), slices.end());
    if (record.which == Which::wdl) {
      rows::ClassShape shape = parts[record.part].shape;
      shape.slices = slices.size();
      shape.dtc_sides = 0;
      Index place = 0;
      record.wdl.emplace(shape);
      const auto next = [&](Index) { return std::optional<Index>(place++); };
      if (restore_record(records, record.number, wdl_alone, *record.wdl, next)) return;
    } else if (auto codes = records.read(record.number, record.which)) {
      const std::uint64_t width = parts[record.part].shape.wide_dtc ? 2 : 1;
      record.dtc = std::move(*codes);
      if (record.dtc.size() == slices.size() * indexer.slice_size() * width) return;
    }
    throw UnreadablePart(unreadable(records, record.number));
  }

  /// `first` counts from the record's first slice.
  void read_dtc(const Record& record, Index first, std::span<ValueCode> out) const {
    if (!parts[record.part].shape.wide_dtc) {
      std::transform(record.dtc.begin() + static_cast<std::ptrdiff_t>(first),
                     record.dtc.begin() + static_cast<std::ptrdiff_t>(first + out.size()), out.begin(),
                     [](std::byte code) { return static_cast<ValueCode>(code); });
    } else {
      std::memcpy(out.data(), record.dtc.data() + first * sizeof(ValueCode), out.size_bytes());
    }
  }

  const Indexer indexer;
  std::vector<Part> parts;
  std::vector<Partition> partitions;
  std::vector<std::size_t> partition_of_wave;
  std::mutex mutex;  // guards what follows
  std::list<Shared> cached;
  tbb::enumerable_thread_specific<std::vector<Shared>> recents;
};

PartCodes::PartCodes(std::unique_ptr<State> state) : state_(std::move(state)) {}
PartCodes::~PartCodes() = default;

Result<std::unique_ptr<PartCodes>> PartCodes::make(const StepId& id, const Indexer& indexer, std::vector<Part> parts) {
  auto state = std::make_unique<State>(indexer, std::move(parts));
  const std::vector<Index> sizes = wave_sizes(indexer.board(), indexer.material());
  constexpr std::size_t none = ~std::size_t{0};
  state->partition_of_wave.assign(sizes.size(), none);
  for (std::size_t first = 0; first < state->parts.size();) {
    const StepId& part = state->parts[first].id;
    std::size_t end = first;
    std::uint64_t slices = 0;
    while (end < state->parts.size() && is_of_one_partition(state->parts[end].id, part)) {
      slices += state->parts[end++].records.slices();
    }
    std::uint64_t expected = 0;
    for (int wave = part.last_wave; wave <= part.first_wave; ++wave) {
      if (static_cast<std::size_t>(wave) < sizes.size()) expected += sizes[static_cast<std::size_t>(wave)];
    }
    if (end - first == part.groups && slices == expected) {
      for (int wave = part.last_wave; wave <= part.first_wave; ++wave) {
        if (static_cast<std::size_t>(wave) < sizes.size()) {
          state->partition_of_wave[static_cast<std::size_t>(wave)] = state->partitions.size();
        }
      }
      state->partitions.push_back({first, end - first});
    }
    first = end;
  }
  for (std::size_t wave = 0; wave < sizes.size(); ++wave) {
    if (sizes[wave] > 0 && state->partition_of_wave[wave] == none) return missing_wave(id, static_cast<int>(wave));
  }
  return std::unique_ptr<PartCodes>(new PartCodes(std::move(state)));
}

void PartCodes::read(Metric metric, int side, Index first, std::span<ValueCode> out) const {
  const Color color = side == 0 ? Color::white : Color::black;
  const State::Which which = metric == Metric::wdl ? State::Which::wdl
                             : side == 0           ? State::Which::white_dtc
                                                   : State::Which::black_dtc;
  const Index size = state_->indexer.slice_size();
  while (!out.empty()) {
    const Index slice = first / size;
    const Index within = first % size;
    const auto piece = out.first(std::min<std::size_t>(out.size(), size - within));
    const State::Shared held = state_->find(slice, which);
    const State::Record& record = held->record;
    const auto place = std::lower_bound(record.slices.begin(), record.slices.end(), slice);
    if (place == record.slices.end() || *place != slice) {
      throw UnreadablePart({ErrorCode::corrupt_file, "slice " + std::to_string(slice) + " is in no part"});
    }
    const Index index = static_cast<Index>(place - record.slices.begin()) * size + within;
    if (metric == Metric::wdl) {
      record.wdl->read_wdl(color, index, piece);
    } else {
      state_->read_dtc(record, index, piece);
    }
    out = out.subspan(piece.size());
    first += piece.size();
  }
}

std::uint64_t PartCodes::cache_bytes(const Indexer& indexer, bool five_valued, int threads) {
  const Index size = indexer.slice_size();
  const auto waves = wave_sizes(indexer.board(), indexer.material()).size();
  // WDL in planes, or the DTC of one side, whichever is more; and that being read, raw and compressed.
  const std::uint64_t slice_bytes = size * (five_valued ? 2 : 1) + 64;
  const std::uint64_t kept =
      most_cached(size, waves) + (is_large(size) ? 2 : static_cast<std::uint64_t>(threads) * 2 * waves);
  const std::uint64_t read = is_large(size) ? 2 : static_cast<std::uint64_t>(threads);
  return kept * (record_bytes + slice_bytes) + read * (2 * record_bytes + 3 * slice_bytes);
}

}  // namespace lunette::gen

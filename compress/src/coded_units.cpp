#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "coded_block.hpp"
#include "table_state.hpp"
#include "xxh3.hpp"

namespace lunette {

Result<std::span<const std::uint8_t>> TableFile::State::coded_block(int side, std::uint64_t block) const {
  auto found = find(side, block);
  if (!found) return std::move(found).error();
  const auto stored = section({found->offset, found->size});
  if (xxh3(stored) != found->checksum) return corrupt_block(side, block, "its checksum does not match");
  return stored;
}

Result<Unit> TableFile::State::decode(std::span<const std::uint8_t> stored, std::uint64_t block,
                                      std::size_t number) const {
  const auto segment = find_segment(stored, segments_in(block), number);
  if (!segment) return corrupt_block(0, block, "its segments do not fill it");
  const Index first = block * header.block_entries + (Index{number} << layout.segment_shift);
  Unit unit;
  if (segment->constant) {
    if (coded_distances()) return corrupt_block(0, block, "a segment of one value where there is none");
    const auto [white, black] = *segment->constant;
    unit.constant = {static_cast<ValueCode>(2 * white), static_cast<ValueCode>(2 * black)};
    return unit;
  }
  const std::uint32_t entries = entries_in_unit(first >> layout.segment_shift);
  unit.words.resize(unit_words());
  bool whole = false;
  if (coded_distances()) {
    const auto known = decided(first, entries);
    if (!known) return known.error();
    const std::size_t bytes = unit.words.size() * sizeof(std::uint64_t);
    whole = decode_segment(coding(), distance_model, first, entries, {(*known)[0], (*known)[1]}, segment->words,
                           bytes / static_cast<std::size_t>(header.sides),
                           {reinterpret_cast<std::uint8_t*>(unit.words.data()), bytes});
    if (std::all_of(unit.words.begin(), unit.words.end(), [](std::uint64_t word) { return word == 0; })) {
      unit.words.clear();
      unit.constant = {0, 0};
    }
  } else {
    whole = decode_segment(coding(), row_model, first, entries, segment->words, unit.words);
  }
  if (!whole) return corrupt_block(0, block, "the words of a segment are none");
  return unit;
}

Result<Unit> TableFile::State::read_segment(int side, std::uint64_t number) const {
  const int shift = std::countr_zero(header.block_entries) - layout.segment_shift;
  const std::uint64_t block = number >> shift;
  auto stored = coded_block(side, block);
  if (!stored) return std::move(stored).error();
  const auto in_block = static_cast<std::size_t>(number - (block << shift));
  if (in_block >= segments_in(block)) {
    return Error{ErrorCode::bad_argument, path.string() + ": no segment " + std::to_string(number)};
  }
  return decode(*stored, block, in_block);
}

Result<void> TableFile::State::read_coded_block(int side, std::uint64_t block, std::span<ValueCode> out) const {
  auto stored = coded_block(side, block);
  if (!stored) return std::move(stored).error();
  std::vector<Unit> units;
  for (std::size_t number = 0; number < segments_in(block); ++number) {
    auto unit = decode(*stored, block, number);
    if (!unit) return std::move(unit).error();
    units.push_back(*std::move(unit));
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    const Unit& unit = units[i >> layout.segment_shift];
    out[i] = code_at(unit, side, static_cast<std::uint32_t>(i) & (unit_entries() - 1));
  }
  return {};
}

Result<std::array<std::vector<std::uint64_t>, 2>> TableFile::State::decided(Index first, std::uint32_t entries) const {
  const State& other = *wdl->state_;
  std::array<std::vector<std::uint64_t>, 2> planes;
  for (int side = 0; side < header.sides; ++side)
    planes[static_cast<std::size_t>(side)].resize(planes_size(1, entries));
  if (!other.coded()) {
    std::vector<ValueCode> values(entries);
    for (int side = 0; side < header.sides; ++side) {
      if (auto read = wdl->read_range(side, first, values); !read) return std::move(read).error();
      put_planes(values, planes[static_cast<std::size_t>(side)]);
    }
    return planes;
  }
  for (std::uint32_t done = 0; done < entries;) {
    const std::uint32_t size = other.unit_entries();
    const auto begin = static_cast<std::uint32_t>((first + done) % size);
    const std::uint32_t count = std::min(size - begin, entries - done);
    const auto unit = other.read_segment(0, (first + done) / size);
    if (!unit) return unit.error();
    for (int side = 0; side < header.sides; ++side) {
      const auto s = static_cast<std::size_t>(side);
      const auto to = std::span(planes[s]).subspan(std::size_t{done} / 64 * 2, planes_size(1, count));
      if (unit->constant) {
        put_planes(std::vector<ValueCode>(count, (*unit->constant)[s]), to);
      } else {
        const std::size_t from = std::size_t{2} * other.group_of(side, begin);
        std::copy_n(unit->words.begin() + static_cast<std::ptrdiff_t>(from), to.size(), to.begin());
      }
    }
    done += count;
  }
  return planes;
}

std::size_t TableFile::State::unit_words() const noexcept {
  if (!coded_distances()) return planes_size(header.sides, unit_entries());
  return std::size_t{unit_entries()} * static_cast<std::size_t>(distance_model.code_bytes * header.sides) /
         sizeof(std::uint64_t);
}

}  // namespace lunette

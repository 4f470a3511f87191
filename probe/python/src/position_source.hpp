#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "errors.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette::python {

/// A position in an array, lunette.position_dtype: five numbers of 64 bits, so that NumPy has no padding to drop when
/// it stacks or sorts.
struct PositionRecord {
  std::uint64_t white_men;
  std::uint64_t white_kings;
  std::uint64_t black_men;
  std::uint64_t black_kings;
  std::int64_t side;  ///< 0 if White is to move, 1 if Black
};
using PositionArray = pybind11::array_t<PositionRecord>;

/// Makes the dtype known to pybind11 and gives it.
pybind11::dtype register_position_dtype();

PositionRecord record_of(const Position& position);

/// One of many positions on its way to the library: a text, or a record as an array holds it.
struct Slot {
  std::string_view text;  ///< data() is null for a record
  PositionRecord record{};
};

/// Reads a text; of a record, only the side to move is looked at. Needs no interpreter.
Result<Position> position_of(const Ruleset& rules, const Slot& slot);

/// An array of positions, or any iterable of FENs and Positions. They are copied piece by piece with the interpreter
/// locked, so that neither strides nor what other threads do to the array matters.
class PositionSource {
 public:
  PositionSource(const Ruleset& rules, const pybind11::object& positions);

  std::size_t size() const { return size_; }
  /// Fills `slots` with the positions from `first` on. The texts live as long as the source.
  void read(std::size_t first, std::span<Slot> slots) const;

 private:
  void read_array(std::size_t first, std::span<Slot> slots) const;
  void read_items(std::size_t first, std::span<Slot> slots) const;

  const Ruleset& rules_;
  std::optional<PositionArray> array_;
  pybind11::tuple items_;
  std::size_t size_ = 0;
};

/// Lets Python's signal handlers run; raises what they raise.
void check_signals();

/// Calls body(index, slot), a Result<void>, for each position, with the interpreter unlocked. The first refusal is
/// raised; or where `status` is not null, each is noted there and the others go on.
template <class Body>
void for_each_slot(const PositionSource& source, std::uint8_t* status, Body&& body) {
  constexpr std::size_t chunk = 4096;
  std::vector<Slot> room(std::min(chunk, source.size()));
  for (std::size_t first = 0; first < source.size(); first += chunk) {
    const std::span<Slot> slots(room.data(), std::min(chunk, source.size() - first));
    source.read(first, slots);
    std::size_t index = first;
    std::optional<Error> refusal;
    {
      const pybind11::gil_scoped_release unlocked;
      for (const Slot& slot : slots) {
        Result<void> done = body(index, slot);
        if (status != nullptr) {
          status[index] = done ? std::uint8_t{0} : status_of(done.error().code);
        } else if (!done) {
          refusal = std::move(done).error();
          break;
        }
        ++index;
      }
    }
    if (refusal) raise(*refusal, index);
    check_signals();
  }
}

}  // namespace lunette::python

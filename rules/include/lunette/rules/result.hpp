#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "lunette/rules/export.hpp"

namespace lunette {

/// What went wrong, one code for each kind of answer that a caller may want to treat differently.
enum class ErrorCode : std::uint8_t {
  bad_fen,             ///< text is not a position; the message names the token
  bad_move,            ///< text is not a legal move, or fits several; the message lists the candidates
  bad_material,        ///< text is not a material name
  illegal_position,    ///< overlap, man on its promotion row, ... (see PositionFault)
  unknown_side,        ///< the FEN does not say who is to move
  bad_count,           ///< a count where none can run, or one at or past the limit
  bad_argument,        ///< any other argument out of its range
  unknown_ruleset,     ///< no ruleset of that name
  missing_table,       ///< covered by the format, but the file is not there; the message names it
  missing_metric,      ///< the table is there, but not with this metric
  not_covered,         ///< more pieces than any table can have
  not_cached,          ///< a cached-only probe would have had to read the disk
  wrong_ruleset,       ///< a file of another ruleset or count limit
  unknown_version,     ///< a file of a newer format
  corrupt_file,        ///< checksum, size or section error; the message names file and block or section
  io_error,            ///< the operating system refused; the message holds its reason
  out_of_memory,       ///< the memory budget is too small; the message holds the bytes needed
  interrupted,         ///< stopped by request; what was finished is kept
  verification_failed  ///< a stored value differs from the recomputed one
};

/// The code as written in JSON and logs, such as "bad_fen".
LUNETTE_EXPORT const char* to_string(ErrorCode code) noexcept;

struct Error {
  ErrorCode code{};
  std::string message;  ///< one line in English, without a final dot or newline
};

/// A value or an Error: std::expected until the standard library has it. Never throws by itself;
/// value() on an error and error() on a value are programming errors.
template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  T& value() & noexcept { return *std::get_if<0>(&state_); }
  const T& value() const& noexcept { return *std::get_if<0>(&state_); }
  T&& value() && noexcept { return std::move(*std::get_if<0>(&state_)); }
  T& operator*() & noexcept { return value(); }
  const T& operator*() const& noexcept { return value(); }
  T&& operator*() && noexcept { return std::move(*this).value(); }
  T* operator->() noexcept { return &value(); }
  const T* operator->() const noexcept { return &value(); }

  Error& error() & noexcept { return *std::get_if<1>(&state_); }
  const Error& error() const& noexcept { return *std::get_if<1>(&state_); }
  Error&& error() && noexcept { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }
  Error& error() & noexcept { return *std::get_if<1>(&state_); }
  const Error& error() const& noexcept { return *std::get_if<1>(&state_); }
  Error&& error() && noexcept { return std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<std::monostate, Error> state_;
};

}  // namespace lunette

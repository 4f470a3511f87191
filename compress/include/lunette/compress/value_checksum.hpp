#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "lunette/compress/table_file.hpp"
#include "lunette/compress/value.hpp"

namespace lunette {

/// TableHeader::value_checksum of codes that arrive in pieces: first all of White to move, then all of Black to
/// move where it is stored. It does not depend on blocks, encodings or versions of zstd: the one definition that
/// builder, verifier and manifest share.
class ValueChecksum {
 public:
  ValueChecksum();
  ValueChecksum(ValueChecksum&&) noexcept;
  ValueChecksum& operator=(ValueChecksum&&) noexcept;
  ~ValueChecksum();

  void add(std::span<const ValueCode> codes) noexcept;
  std::uint64_t value() const noexcept;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The same of a whole table.
std::uint64_t value_checksum(const ValueSource& values, int sides, std::uint64_t entries);

}  // namespace lunette

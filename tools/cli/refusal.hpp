#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exit_status.hpp"
#include "lunette/rules/result.hpp"
#include "output.hpp"

namespace lunette::cli {

/// The error with what it is about in front of its message, where the message does not name it already.
Error about(std::string_view subject, Error error);

/// The items of one run, positions or files, that could not be answered while the others were. In text there is a
/// line on stderr for each; with JSON {key: item, "error": {...}} stands in its place on stdout, and one line on
/// stderr sums up in the end.
class Refusals {
 public:
  Refusals(std::string_view command, std::string_view key, bool json) : command_(command), key_(key), json_(json) {}

  void accept() { ++answered_; }
  void refuse(const std::string& item, const Error& error, Output& output);
  std::uint64_t answered() const { return answered_; }

  /// What the command as a whole returns.
  Result<ExitStatus> conclude() const;

 private:
  std::string_view command_;
  std::string_view key_;
  bool json_;
  std::uint64_t answered_ = 0;
  std::uint64_t refused_ = 0;
  Error last_;
};

}  // namespace lunette::cli

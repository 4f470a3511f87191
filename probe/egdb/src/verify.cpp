#include <atomic>
#include <cstring>
#include <string>

#include "border.hpp"
#include "driver.hpp"

namespace egdb_interface {

using lunette::Error;
using lunette::ErrorCode;
using lunette::Material;
using lunette::Metric;
using lunette::Result;

namespace {

constexpr EGDB_VERIFY_MSGS own_words{"checksum failed", "ok", "errors were found", "no errors"};

std::string text_of(const char (&word)[80]) {
  return {word, ::strnlen(word, sizeof word)};
}

bool is_aborted(int* abort) {  // NOLINT(readability-non-const-parameter): atomic_ref takes no pointer to const
  return abort != nullptr && std::atomic_ref(*abort).load(std::memory_order_relaxed) != 0;
}

/// Another error than a checksum's (unreadable, newer, foreign) is as bad, and says what it is.
Result<void> verify_table(const EGDB_DRIVER& driver, const Material& material, Metric metric) {
  auto table = driver.tables.table(material, metric);
  if (!table) return std::move(table).error();
  return (*table)->verify();
}

/// True if every checksum matches. Error: interrupted.
Result<bool> verify_all(const EGDB_DRIVER& driver, MessageFunction message, int* abort, const EGDB_VERIFY_MSGS& words) {
  bool all_match = true;
  for (const Material& material : driver.classes) {
    for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
      if (!driver.tables.has(material, metric)) continue;
      if (is_aborted(abort)) return Error{ErrorCode::interrupted, "aborted"};
      const std::string name = material.name() + "." + std::string(to_string(metric));
      const auto verified = verify_table(driver, material, metric);
      all_match = all_match && verified;
      tell(message, verified ? name + ": " + text_of(words.ok)
                             : name + ": " + text_of(words.crc_failed) + ": " + verified.error().message);
    }
  }
  tell(message, text_of(all_match ? words.no_errors : words.errors));
  return all_match;
}

}  // namespace

int egdb_verify(EGDB_DRIVER const* handle, void (*msg_fn)(char const*), int* abort, EGDB_VERIFY_MSGS* msgs) {
  if (handle == nullptr) return 1;
  const auto all_match =
      lunette::at_border([&] { return verify_all(*handle, msg_fn, abort, msgs == nullptr ? own_words : *msgs); });
  return all_match && *all_match ? 0 : 1;
}

}  // namespace egdb_interface

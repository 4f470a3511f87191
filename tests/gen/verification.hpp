#pragma once

#include <algorithm>
#include <string>

#include "catch.hpp"
#include "gen/built_set.hpp"
#include "lunette/gen/verify.hpp"

namespace lunette::testing {

inline VerifyOptions options_for(const BuiltSet& set, bool full) {
  VerifyOptions options;
  options.rules = &set.rules();
  options.directory = set.directory();
  options.full = full;
  options.threads = 2;
  return options;
}

inline VerifyReport verified(const VerifyOptions& options) {
  const Result<VerifyReport> report = verify(options);
  INFO((report ? "" : report.error().message));
  REQUIRE(report);
  return *report;
}

inline VerifyReport verified(const BuiltSet& set, bool full) {
  return verified(options_for(set, full));
}

/// No finding; otherwise the first ones are shown.
inline void check_clean(const VerifyReport& report) {
  for (const Finding& finding : report.findings) {
    UNSCOPED_INFO(finding.table << " " << finding.fen << " " << finding.message);
  }
  CHECK(report.finding_count == 0);
}

inline bool names_fen(const VerifyReport& report, const std::string& table, const std::string& fen) {
  return std::any_of(report.findings.begin(), report.findings.end(),
                     [&](const Finding& finding) { return finding.table == table && finding.fen == fen; });
}

/// The messages of all findings about a file as a whole.
inline std::string file_messages(const VerifyReport& report, const std::string& table) {
  std::string messages;
  for (const Finding& finding : report.findings) {
    if (finding.table == table && finding.fen.empty()) messages += finding.message + "\n";
  }
  return messages;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace lunette::testing

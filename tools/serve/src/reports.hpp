#pragma once

#include <span>

#include "lunette/serve/service.hpp"
#include "ruleset_tables.hpp"
#include "target.hpp"

namespace lunette::serve {

/// What the service has: rulesets, coverage, checksums.
Response answer_inventory(std::span<const RulesetTables> sets);
/// The same without the tables, for pages: short, and no file is opened for it.
Response answer_rulesets(std::span<const RulesetTables> sets);

/// The statistics of all classes, from the files' headers.
Response answer_statistics(const RulesetTables& set);
/// Of one class, with histograms where it is not too large to be scanned.
Response answer_class(const RulesetTables& set, std::string_view material, const ServiceOptions& options);

/// The report of `lunette diagonal`.
Response answer_diagonal(const RulesetTables& set);
/// Parameters strong (squares of White's kings: "K4,K7,K11" or "4,7,11") and side (lone or strong).
Response answer_lone_king_map(const RulesetTables& set, const Target& target);

}  // namespace lunette::serve

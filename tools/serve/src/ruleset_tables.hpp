#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "lunette/index/material.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/report/json.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette::serve {

/// Answers that take seconds, made once. The values of open tables do not change; new tables are new keys.
class ScanMemory {
 public:
  /// What make() gave the first time that it succeeded for this key; one at a time.
  template <class Make>
  Result<Json> get(const std::string& key, Make make) {
    const std::lock_guard lock(mutex_);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    Result<Json> made = make();
    if (made) known_.emplace(key, *made);
    return made;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Json> known_;
};

/// One ruleset that the service answers.
struct RulesetTables {
  const Ruleset* rules = nullptr;
  Tablebase tables;
  /// A mutex does not move, the service does.
  std::unique_ptr<ScanMemory> scans = std::make_unique<ScanMemory>();
};

}  // namespace lunette::serve

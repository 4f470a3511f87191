#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "decoded_tables.hpp"
#include "lunette/rules/result.hpp"
#include "plan.hpp"

namespace lunette::gen {

/// Keeps decoded what the present pass needs and, as far as the memory budget allows, what later passes need.
class WorkingSet {
 public:
  WorkingSet(const Ruleset& rules, const std::filesystem::path& directory, const DetailedPlan& plan);

  /// The class needs other passes than planned before, or none.
  void plan_changed(const ClassPlan& plan);

  /// A pass of the plan begins: decodes what it needs, drops what no pass needs any more, and
  /// drops the tables that are needed last until the pass fits the budget.
  Result<const DecodedTables*> prepare(const Pass& pass);

 private:
  /// Which of the coming passes needs the table first; the number of passes if none does.
  std::size_t next_use(const TableId& id) const;
  void make_room(const Pass& pass);

  const Ruleset& rules_;
  std::uint64_t budget_;
  std::vector<const Pass*> coming_;  // the passes that remain, in the order of the plan
  DecodedTables tables_;
};

}  // namespace lunette::gen

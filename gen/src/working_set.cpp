#include "working_set.hpp"

#include <algorithm>

namespace lunette::gen {

WorkingSet::WorkingSet(const Ruleset& rules, const std::filesystem::path& directory, const DetailedPlan& plan)
    : rules_(rules),
      budget_(plan.memory_bytes - std::min(plan.memory_bytes, process_bytes(plan.threads))),
      tables_(rules, directory) {
  for (const ClassPlan& each : plan.classes) {
    if (each.solves_conversion) coming_.push_back(&each.conversion);
    if (each.solves_distance) coming_.push_back(&each.distance);
  }
}

void WorkingSet::plan_changed(const ClassPlan& plan) {
  if (!plan.solves_conversion) std::erase(coming_, &plan.conversion);
  if (!plan.solves_distance) std::erase(coming_, &plan.distance);
}

Result<const DecodedTables*> WorkingSet::prepare(const Pass& pass) {
  make_room(pass);
  for (const TableId& id : pass.needs) {
    if (auto table = tables_.load(id); !table) return std::move(table).error();
  }
  std::erase(coming_, &pass);
  return &tables_;
}

std::size_t WorkingSet::next_use(const TableId& id) const {
  const auto found = std::find_if(coming_.begin(), coming_.end(), [&](const Pass* pass) {
    return std::find(pass->needs.begin(), pass->needs.end(), id) != pass->needs.end();
  });
  return static_cast<std::size_t>(found - coming_.begin());
}

void WorkingSet::make_room(const Pass& pass) {
  std::uint64_t wanted = pass.memory_bytes + tables_.bytes();
  for (const TableId& id : pass.needs) {
    if (tables_.find(id) == nullptr) wanted += DecodedTable::most_bytes(rules_, id);
  }
  struct Candidate {
    std::size_t next_use;
    TableId id;
  };
  std::vector<Candidate> candidates;
  for (const TableId& id : tables_.ids()) {
    const bool needed = std::find(pass.needs.begin(), pass.needs.end(), id) != pass.needs.end();
    if (!needed) candidates.push_back({next_use(id), id});
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate& a, const Candidate& b) { return a.next_use > b.next_use; });
  for (const Candidate& candidate : candidates) {
    if (wanted <= budget_ && candidate.next_use < coming_.size()) return;
    wanted -= tables_.find(candidate.id)->bytes();
    tables_.drop(candidate.id);
  }
}

}  // namespace lunette::gen

#include "expected_header.hpp"

#include <string>

#include "lunette/compress/version.hpp"
#include "lunette/index/indexer.hpp"

namespace lunette::gen {

TableHeader expected_header(const Ruleset& rules, const TableId& id) {
  TableHeader header;
  header.ruleset = std::string(rules.name);
  header.board = rules.board;
  header.material = id.material;
  header.metric = id.metric;
  header.count_limit = rules.count ? rules.count->limit : 0;
  header.sides = id.material.stored_sides();
  header.entries = Indexer(rules.board, id.material).size();
  header.tool_version = std::string(tool_version());
  return header;
}

Result<void> check_identity(const TableFile& file, const Ruleset& rules, const TableId& id) {
  const TableHeader& found = file.header();
  const TableHeader expected = expected_header(rules, id);
  if (found.ruleset != expected.ruleset || found.board != expected.board) {
    return Error{ErrorCode::wrong_ruleset,
                 file.path().string() + " belongs to the ruleset " + found.ruleset + ", not " + expected.ruleset};
  }
  if (found.count_limit != expected.count_limit) {
    return Error{ErrorCode::wrong_ruleset, file.path().string() + " was built with the count limit " +
                                               std::to_string(found.count_limit) + ", not " +
                                               std::to_string(expected.count_limit)};
  }
  if (found.material != expected.material || found.metric != expected.metric) {
    return Error{ErrorCode::corrupt_file, file.path().string() + " holds " + found.material.name() + "." +
                                              std::string(to_string(found.metric)) + " under another name"};
  }
  if (found.sides != expected.sides || found.entries != expected.entries) {
    return Error{ErrorCode::corrupt_file, file.path().string() + " has " + std::to_string(found.entries) +
                                              " entries, not " + std::to_string(expected.entries)};
  }
  return {};
}

}  // namespace lunette::gen

#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "lunette/gen/progress.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// Words, or a number of positions, moves or squares.
using ClaimCell = std::variant<std::string, std::uint64_t>;

/// Figures about a claim. Every row has one cell for each column; the words come first.
struct ClaimTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<ClaimCell>> rows;
};

/// A position for people to look at.
struct ClaimExample {
  bool agrees = true;  ///< with the claim; otherwise it speaks against it
  std::string about;   ///< what is to be seen in it
  std::string fen;
};

/// One sentence of a source about endings, and what the tables say of it.
struct Claim {
  std::string name;       ///< short and fixed, such as "king-and-man"
  std::string source;     ///< "A" or "B" with what it is
  std::string quotation;  ///< its own words
  std::string meaning;    ///< how it was made precise: which positions are counted, and what counts for and against
  std::string verdict;    ///< computed from the figures
  std::uint64_t in_favour = 0;  ///< positions that agree, as `meaning` says
  std::uint64_t against = 0;    ///< positions that do not
  std::vector<ClaimTable> tables;
  std::vector<ClaimExample> examples;
  /// The table files that would be needed and are not there; verdict, counts, tables and examples are then empty.
  std::string missing;
};

struct ClaimsReport {
  std::string rules;  ///< name of the ruleset
  std::vector<Claim> claims;
};

struct ClaimsOptions {
  int threads = 0;             ///< 0: all that the machine has
  ProgressSink progress = {};  ///< events of kind `advanced`; called from one thread at a time
  StopRequest stop = {};       ///< asked from several threads
};

/// Examines what the sources claim about endings of kings against a lone king, with or without a man (rules.md, "Claims
/// of the sources"), on the board and under the rules of `tablebase`. Every legal placement counts once, symmetries
/// are not divided out. Needs KKvK and KKKvK; a claim that needs more says in Claim::missing what is not there. The
/// report does not depend on the number of threads. KKKvKM on 10x10 takes a minute or two and 200 MB of memory.
/// Errors: missing_table naming KKvK and KKKvK where absent, interrupted, and those of Tablebase::read_block_values.
Result<ClaimsReport> examine_claims(const Tablebase& tablebase, const ClaimsOptions& options = {});

}  // namespace lunette

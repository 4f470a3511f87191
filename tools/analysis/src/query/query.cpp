#include "lunette/analysis/query.hpp"

#include <bit>
#include <climits>
#include <map>
#include <string>
#include <utility>

#include "best_matches.hpp"
#include "lunette/analysis/class_scan.hpp"
#include "parser.hpp"
#include "program.hpp"
#include "row_evaluator.hpp"
#include "syntax.hpp"

namespace lunette {

namespace query {

namespace {

/// The expressions of a request, made ready for one view.
struct Program {
  View view;
  Step condition;
  std::optional<Step> by;
  std::optional<Step> group;
};

/// Group counts by value; `absent` stands for none and comes after all others.
constexpr int absent = INT_MAX;
using Groups = std::map<int, CountBySide>;

/// What one block has, or all blocks so far.
struct Tally {
  explicit Tally(std::uint64_t limit) : kept(limit) {}

  CountBySide matches{};
  BestMatches kept;
  Groups groups;

  void add(const Tally& other) {
    for (std::size_t side = 0; side < 2; ++side) matches[side] += other.matches[side];
    kept.add(other.kept);
    for (const auto& [value, counts] : other.groups) {
      for (std::size_t side = 0; side < 2; ++side) groups[value][side] += counts[side];
    }
  }
};

/// A hash of the seed and a position's place (splitmix64, Steele, Lea and Flood 2014).
std::uint64_t shuffled(std::uint64_t seed, Index index, Color side) {
  const auto mixed = [](std::uint64_t hash) {
    hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9U;
    hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBU;
    return hash ^ (hash >> 31);
  };
  constexpr std::uint64_t step = 0x9E3779B97F4A7C15U;
  return mixed(mixed(seed + step) + (2 * index + index_of(side) + 1) * step);
}

/// One run of a request over a class.
class Search {
 public:
  Search(const Tablebase& tablebase, const QueryRequest& request)
      : tablebase_(tablebase), request_(request), stored_(request.material.canonical()) {}

  Result<QueryResult> run() {
    if (auto error = unusable()) return *std::move(error);
    const Result<const TableFile*> file = tablebase_.table(stored_, Metric::wdl);
    if (!file) return file.error();
    if (auto error = make_programs()) return *std::move(error);
    QueryResult result;
    result.positions.fill((*file)->header().entries);
    Tally sum(limit());
    if (!programs_.empty()) {
      const Result<void> scanned = scan_class(
          tablebase_, stored_, ScanOptions{.threads = request_.threads},
          [this](ScanBlock& block) { return tallied(block); },
          [&sum](const Tally& part) {
            sum.add(part);
            return true;
          });
      if (!scanned) return scanned.error();
    }
    report(std::move(sum), result);
    return result;
  }

 private:
  bool ranks() const { return request_.show == QueryShow::top || request_.show == QueryShow::bottom; }
  std::uint64_t limit() const { return request_.show == QueryShow::none ? 0 : request_.limit; }

  std::optional<Error> unusable() const {
    if (ranks() && !request_.by) return Error{ErrorCode::bad_argument, "top and bottom need a value to go by"};
    if (request_.material.white_pieces() == 0 || request_.material.black_pieces() == 0) {
      return Error{ErrorCode::bad_argument, request_.material.name() + " has a side without pieces and no table"};
    }
    return std::nullopt;
  }

  /// Leaves out views in which nothing matches. An error for a metric that is needed and not there.
  std::optional<Error> make_programs() {
    const Board board = tablebase_.rules().board;
    for (const View& view : views_of(request_.material)) {
      const bool captures_stored = stores_captures();
      const auto compiled = [&](const QueryExpression& expression) {
        return compile(expression.node(), stored_, board, view, captures_stored);
      };
      Program program{view, compiled(request_.condition), std::nullopt, std::nullopt};
      if (program.condition.is_constant(false)) continue;
      if (ranks()) program.by = compiled(*request_.by);
      if (request_.group) program.group = compiled(*request_.group);
      if (auto error = missing_metric(program)) return error;
      programs_.push_back(std::move(program));
    }
    return std::nullopt;
  }

  bool stores_captures() const {
    for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
      if (!tablebase_.has(stored_, metric)) continue;
      const Result<const TableFile*> file = tablebase_.table(stored_, metric);
      if (file && (*file)->header().captures != CaptureEntries::stored) return false;
    }
    return true;
  }

  std::optional<Error> missing_metric(const Program& program) const {
    for (const Step* step :
         {&program.condition, program.by ? &*program.by : nullptr, program.group ? &*program.group : nullptr}) {
      if (step == nullptr) continue;
      const std::array<bool, 3> needed = metrics_of(*step);
      for (const Metric metric : {Metric::wdl, Metric::dtc, Metric::dtw}) {
        if (!needed[static_cast<std::size_t>(metric)]) continue;
        const Result<const TableFile*> file = tablebase_.table(stored_, metric);
        if (!file) return file.error();
      }
    }
    return std::nullopt;
  }

  Result<Tally> tallied(ScanBlock& block) const {
    Tally tally(limit());
    std::vector<RowEvaluator> evaluators;
    for (const Program& program : programs_) evaluators.emplace_back(tablebase_, block, program.view.stored_side);
    std::optional<Error> error;
    block.for_each_row([&](const Row& row, std::uint64_t offset) {
      RowPlace place{row, static_cast<std::size_t>(offset), std::nullopt};
      for (std::size_t i = 0; i < programs_.size() && !error; ++i) {
        RowEvaluator& evaluator = evaluators[i];
        evaluator.enter(place);
        const Bitboard matches = evaluator.matches(programs_[i].condition, row.squares);
        if (matches != 0 && !evaluator.failed()) {
          tally.matches[index_of(programs_[i].view.side())] += static_cast<std::uint64_t>(count_bits(matches));
          if (limit() > 0 || request_.group) take(programs_[i], evaluator, block.first() + offset, row, matches, tally);
        }
        if (evaluator.failed()) error = evaluator.error();
      }
      return !error;
    });
    if (error) return *std::move(error);
    return tally;
  }

  /// Keeps and groups the matches of a row that begins at an index.
  void take(const Program& program, RowEvaluator& evaluator, Index first, const Row& row, Bitboard matches,
            Tally& tally) const {
    const Color side = program.view.side();
    Index index = first;
    for (Bitboard rest = row.squares; rest != 0 && !evaluator.failed(); rest &= rest - 1, ++index) {
      const Bitboard square = rest & (~rest + 1);
      if ((matches & square) == 0) continue;
      if (program.group) {
        ++tally.groups[evaluator.value(*program.group, square).value_or(absent)][index_of(side)];
      }
      if (limit() == 0) continue;
      RankedMatch ranked{0, {index, side, std::nullopt}};
      if (program.by) {
        ranked.match.by = evaluator.value(*program.by, square);
        if (!ranked.match.by) continue;
      }
      ranked.rank = rank_of(ranked.match);
      tally.kept.add(ranked);
    }
  }

  std::uint64_t rank_of(const QueryMatch& match) const {
    switch (request_.show) {
      case QueryShow::sample: return shuffled(request_.seed, match.index, match.side);
      case QueryShow::top: return static_cast<std::uint64_t>(std::int64_t{INT_MAX} - *match.by);
      case QueryShow::bottom: return static_cast<std::uint64_t>(std::int64_t{*match.by} - INT_MIN);
      case QueryShow::none:
      case QueryShow::first: break;
    }
    return 0;
  }

  void report(Tally sum, QueryResult& result) const {
    result.matches = sum.matches;
    for (const RankedMatch& ranked : std::move(sum.kept).sorted()) result.kept.push_back(ranked.match);
    if (request_.show == QueryShow::sample) {
      std::sort(result.kept.begin(), result.kept.end(), RankedMatch::comes_first);
    }
    for (const auto& [value, counts] : sum.groups) {
      result.groups.push_back({value == absent ? std::nullopt : std::optional<int>(value), counts});
    }
  }

  const Tablebase& tablebase_;
  const QueryRequest& request_;
  Material stored_;
  std::vector<Program> programs_;
};

}  // namespace

}  // namespace query

Result<QueryExpression> QueryExpression::parse(Board board, std::string_view text, bool condition) {
  Result<query::Node> node = query::parse(board, text);
  if (!node) return std::move(node).error();
  if (condition && node->type != QueryType::condition) {
    return Error{ErrorCode::bad_argument, "column 1: '" + query::to_text(*node) +
                                              "' is a value, expected a condition such as wdl == win && dtw >= 20"};
  }
  return QueryExpression(text, std::make_shared<const query::Node>(*std::move(node)));
}

Result<QueryExpression> QueryExpression::parse_condition(Board board, std::string_view text) {
  return parse(board, text, true);
}

Result<QueryExpression> QueryExpression::parse_value(Board board, std::string_view text) {
  return parse(board, text, false);
}

QueryType QueryExpression::type() const noexcept {
  return node_->type;
}

std::string QueryExpression::canonical_text() const {
  return query::to_text(*node_);
}

std::string QueryExpression::value_text(int value) const {
  return query::to_text(node_->type, value);
}

Result<QueryResult> run_query(const Tablebase& tablebase, const QueryRequest& request) {
  return query::Search(tablebase, request).run();
}

Position position_of(Board board, const Material& material, const QueryMatch& match) noexcept {
  Position position = Indexer(board, material.canonical()).unrank(match.index);
  for (const query::View& view : query::views_of(material)) {
    if (view.side() != match.side) continue;
    position.side = view.stored_side;
    return view.flipped ? flip(board, position) : position;
  }
  return position;
}

}  // namespace lunette

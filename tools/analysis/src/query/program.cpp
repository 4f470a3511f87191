#include "program.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace lunette::query {

namespace {

constexpr int most_plies = std::numeric_limits<ValueCode>::max() - 1;

class Compiler {
 public:
  Compiler(const Material& stored, Board board, const View& view, bool captures_stored)
      : stored_(stored), board_(board), view_(view), captures_stored_(captures_stored) {}

  Step compiled(const Node& node) const {
    Step step = untimed(node);
    step.cost = cost_of(step);
    return step;
  }

 private:
  Step untimed(const Node& node) const {
    switch (node.kind) {
      case Kind::conjunction: return joined(Step::Kind::all_of, node.parts);
      case Kind::disjunction: return joined(Step::Kind::any_of, node.parts);
      case Kind::negation: return negated(compiled(node.parts.front()));
      case Kind::comparison: return compared(node);
      case Kind::constant: return constant(node.value);
      case Kind::side: return constant(static_cast<int>(view_.side()));
      case Kind::capture: return capture(view_.stored_side);
      case Kind::threatened: return capture(opposite(view_.stored_side));
      case Kind::on: return piece_count(pieces_of(node), Comparison::at_least, 1);
      case Kind::all: return piece_count(pieces_of(node), Comparison::equal, number_of(pieces_of(node)));
      case Kind::count: return count_value(pieces_of(node));
      case Kind::wdl: return value(Step::Kind::wdl_value);
      case Kind::dtc: return distance_value(Metric::dtc);
      case Kind::dtw: return distance_value(Metric::dtw);
      default: break;
    }
    Step step = value(Step::Kind::move_value);
    step.counted = node.kind;
    return step;
  }

  static Step constant(int value) {
    Step step;
    step.value = value;
    return step;
  }
  static Step value(Step::Kind kind) {
    Step step;
    step.kind = kind;
    return step;
  }
  static Step distance_value(Metric metric) {
    Step step = value(Step::Kind::distance_value);
    step.metric = metric;
    return step;
  }
  static Step count_value(const PieceCount& pieces) {
    Step step = value(Step::Kind::count_value);
    step.pieces = pieces;
    return step;
  }
  static Step capture(Color mover) {
    Step step = value(Step::Kind::capture);
    step.mover = mover;
    return step;
  }

  /// The pieces of on, all or count in stored colours.
  PieceCount pieces_of(const Node& node) const {
    PieceCount pieces;
    for (const Color color : {Color::white, Color::black}) {
      if (!belongs(node.pieces.owner, color)) continue;
      const std::size_t stored_color = index_of(view_.flipped ? opposite(color) : color);
      pieces.kings[stored_color] = node.pieces.kings;
      pieces.men[stored_color] = node.pieces.men;
    }
    const Bitboard squares = node.region.squares[index_of(view_.side())];
    pieces.squares = view_.flipped ? rotate(board_, squares) : squares;
    return pieces;
  }

  /// `color` is the caller's.
  bool belongs(Owner owner, Color color) const {
    switch (owner) {
      case Owner::either: return true;
      case Owner::white: return color == Color::white;
      case Owner::black: return color == Color::black;
      case Owner::own: return color == view_.side();
      case Owner::opponent: break;
    }
    return color != view_.side();
  }

  /// How many of these pieces the class has, wherever they stand.
  int number_of(const PieceCount& pieces) const {
    int number = 0;
    if (pieces.kings[0]) number += stored_.white_kings;
    if (pieces.kings[1]) number += stored_.black_kings;
    if (pieces.men[0]) number += stored_.white_men;
    if (pieces.men[1]) number += stored_.black_men;
    return number;
  }

  Step piece_count(const PieceCount& pieces, Comparison comparison, int number) const {
    Step step = value(Step::Kind::piece_count);
    step.pieces = pieces;
    const int most = number_of(pieces);
    bool any = false;
    bool every = true;
    for (int count = 0; count <= most; ++count) {
      const bool right = holds(comparison, count, number);
      if (right) step.accepted |= std::uint64_t{1} << count;
      any = any || right;
      every = every && right;
    }
    if (!any || every) return constant(every ? 1 : 0);
    return step;
  }

  static Step wdl(Comparison comparison, int number) {
    Step step = value(Step::Kind::wdl);
    for (const Wdl wdl : {Wdl::loss, Wdl::blessed_loss, Wdl::draw, Wdl::cursed_win, Wdl::win}) {
      if (holds(comparison, static_cast<int>(wdl), number)) step.accepted |= std::uint64_t{1} << encode_wdl(wdl);
    }
    return step;
  }

  static Step distance(Metric metric, Comparison comparison, int number) {
    Step step = value(Step::Kind::distance);
    step.metric = metric;
    step.greatest = most_plies;
    switch (comparison) {
      case Comparison::unequal: step.outside = true; [[fallthrough]];
      case Comparison::equal: step.least = step.greatest = number; break;
      case Comparison::less: step.greatest = number - 1; break;
      case Comparison::at_most: step.greatest = number; break;
      case Comparison::greater: step.least = number + 1; break;
      case Comparison::at_least: step.least = number; break;
    }
    return step;
  }

  Step compared(const Node& node) const {
    Step left = compiled(node.parts[0]);
    Step right = compiled(node.parts[1]);
    Comparison comparison = node.comparison;
    if (left.is(Step::Kind::constant)) {
      std::swap(left, right);
      comparison = mirrored(comparison);
    }
    if (right.is(Step::Kind::constant)) {
      const int number = right.value;
      if (left.is(Step::Kind::constant)) return constant(holds(comparison, left.value, number) ? 1 : 0);
      if (left.is(Step::Kind::count_value)) return piece_count(left.pieces, comparison, number);
      if (left.is(Step::Kind::wdl_value)) return wdl(comparison, number);
      if (left.is(Step::Kind::distance_value)) return distance(left.metric, comparison, number);
    }
    Step step = value(Step::Kind::comparison);
    step.comparison = comparison;
    step.parts.push_back(std::move(left));
    step.parts.push_back(std::move(right));
    return step;
  }

  static Step negated(Step part) {
    if (part.is(Step::Kind::constant)) return constant(part.value == 0 ? 1 : 0);
    Step step = value(Step::Kind::none_of);
    step.parts.push_back(std::move(part));
    return step;
  }

  Step joined(Step::Kind kind, const std::vector<Node>& nodes) const {
    const bool decides = kind == Step::Kind::any_of;  // the truth of one part that is the truth of the whole
    Step step = value(kind);
    for (const Node& node : nodes) {
      Step part = compiled(node);
      if (part.is_constant(decides)) return constant(decides ? 1 : 0);
      if (!part.is(Step::Kind::constant)) step.parts.push_back(std::move(part));
    }
    if (step.parts.empty()) return constant(decides ? 0 : 1);
    if (step.parts.size() == 1) return std::move(step.parts.front());
    std::stable_sort(step.parts.begin(), step.parts.end(),
                     [](const Step& a, const Step& b) { return a.cost < b.cost; });
    return step;
  }

  /// Only the order matters: a move count costs thousands of times what a look at the pieces does.
  int cost_of(const Step& step) const {
    int cost = 0;
    switch (step.kind) {
      case Step::Kind::constant: return 0;
      case Step::Kind::piece_count:
      case Step::Kind::count_value: return 1;
      case Step::Kind::wdl:
      case Step::Kind::wdl_value: return captures_stored_ ? 2 : 20;
      case Step::Kind::distance:
      case Step::Kind::distance_value: return captures_stored_ ? 3 : 30;
      case Step::Kind::capture: return 4;
      case Step::Kind::move_value:
        return step.counted == query::Kind::moves || step.counted == query::Kind::captured ? 100 : 1000;
      case Step::Kind::all_of:
      case Step::Kind::any_of:
      case Step::Kind::none_of:
      case Step::Kind::comparison: break;
    }
    for (const Step& part : step.parts) cost = std::max(cost, part.cost);
    return cost + (step.is(Step::Kind::comparison) ? 5 : 0);
  }

  const Material& stored_;
  Board board_;
  View view_;
  bool captures_stored_;
};

void add_metrics(const Step& step, std::array<bool, 3>& metrics) {
  const auto add = [&metrics](Metric metric) { metrics[static_cast<std::size_t>(metric)] = true; };
  if (step.is(Step::Kind::wdl) || step.is(Step::Kind::wdl_value)) add(Metric::wdl);
  if (step.is(Step::Kind::distance) || step.is(Step::Kind::distance_value)) add(step.metric);
  for (const Step& part : step.parts) add_metrics(part, metrics);
}

}  // namespace

std::array<View, 2> views_of(const Material& material) {
  if (material.is_own_flip()) return {View{Color::white, false}, View{Color::white, true}};
  if (material.is_canonical()) return {View{Color::white, false}, View{Color::black, false}};
  return {View{Color::black, true}, View{Color::white, true}};
}

Step compile(const Node& node, const Material& stored, Board board, const View& view, bool captures_stored) {
  return Compiler(stored, board, view, captures_stored).compiled(node);
}

std::array<bool, 3> metrics_of(const Step& step) {
  std::array<bool, 3> metrics{};
  add_metrics(step, metrics);
  return metrics;
}

}  // namespace lunette::query

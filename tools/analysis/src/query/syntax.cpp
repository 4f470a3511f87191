#include "syntax.hpp"

#include <algorithm>
#include <string_view>

namespace lunette::query {

namespace {

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::conjunction: return " && ";
    case Kind::disjunction: return " || ";
    case Kind::negation: return "!";
    case Kind::comparison:
    case Kind::constant: break;
    case Kind::capture: return "capture";
    case Kind::threatened: return "threatened";
    case Kind::on: return "on";
    case Kind::all: return "all";
    case Kind::count: return "count";
    case Kind::wdl: return "wdl";
    case Kind::dtc: return "dtc";
    case Kind::dtw: return "dtw";
    case Kind::side: return "side";
    case Kind::moves: return "moves";
    case Kind::winning_moves: return "winning_moves";
    case Kind::drawing_moves: return "drawing_moves";
    case Kind::losing_moves: return "losing_moves";
    case Kind::keeping_moves: return "keeping_moves";
    case Kind::captured: return "captured";
  }
  return "";
}

std::string_view name_of(Comparison comparison) {
  switch (comparison) {
    case Comparison::equal: return " == ";
    case Comparison::unequal: return " != ";
    case Comparison::less: return " < ";
    case Comparison::at_most: return " <= ";
    case Comparison::greater: return " > ";
    case Comparison::at_least: break;
  }
  return " >= ";
}

std::string_view name_of(Owner owner) {
  switch (owner) {
    case Owner::either: return "";
    case Owner::white: return "white ";
    case Owner::black: return "black ";
    case Owner::own: return "own ";
    case Owner::opponent: break;
  }
  return "opponent ";
}

std::string to_text(const Pieces& pieces) {
  std::string text(name_of(pieces.owner));
  if (pieces.kings && pieces.men) return text + "piece";
  return text + (pieces.kings ? "K" : "M");
}

std::string joined(const std::vector<Node>& parts, std::string_view between) {
  std::string text = "(";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) text += between;
    text += to_text(parts[i]);
  }
  return text + ")";
}

}  // namespace

bool holds(Comparison comparison, int left, int right) noexcept {
  switch (comparison) {
    case Comparison::equal: return left == right;
    case Comparison::unequal: return left != right;
    case Comparison::less: return left < right;
    case Comparison::at_most: return left <= right;
    case Comparison::greater: return left > right;
    case Comparison::at_least: break;
  }
  return left >= right;
}

Comparison mirrored(Comparison comparison) noexcept {
  switch (comparison) {
    case Comparison::less: return Comparison::greater;
    case Comparison::at_most: return Comparison::at_least;
    case Comparison::greater: return Comparison::less;
    case Comparison::at_least: return Comparison::at_most;
    case Comparison::equal:
    case Comparison::unequal: break;
  }
  return comparison;
}

std::string to_text(QueryType type, int value) {
  switch (type) {
    case QueryType::condition: return value != 0 ? "true" : "false";
    case QueryType::number: return std::to_string(value);
    case QueryType::side: return value == static_cast<int>(Color::white) ? "white" : "black";
    case QueryType::wdl: break;
  }
  std::string name(lunette::to_string(static_cast<Wdl>(value)));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::string to_text(const Node& node) {
  switch (node.kind) {
    case Kind::conjunction:
    case Kind::disjunction: return joined(node.parts, name_of(node.kind));
    case Kind::negation: return std::string("!").append(to_text(node.parts.front()));
    case Kind::comparison: return joined(node.parts, name_of(node.comparison));
    case Kind::constant: return to_text(node.type, node.value);
    case Kind::on:
    case Kind::all:
    case Kind::count:
      return std::string(name_of(node.kind)) + "(" + to_text(node.pieces) + ", " + node.region.text + ")";
    default: break;
  }
  return std::string(name_of(node.kind));
}

}  // namespace lunette::query

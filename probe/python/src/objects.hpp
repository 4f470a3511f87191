#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "checked.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/index/material.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/ruleset.hpp"

/// What Python's objects hold. All but the Tablebase are values that never change.
namespace lunette::python {

struct RulesetObject {
  const Ruleset* rules;
};

/// A legal position of a game.
struct PositionObject {
  const Ruleset* rules;
  Position position;
};

struct MoveObject {
  const Ruleset* rules;
  Position before;
  Move move;
};

struct AnswerObject {
  Answer answer;
};

struct RankedMoveObject : AnswerObject {
  MoveObject move;
  Position after;
};

struct ProbeObject : AnswerObject {
  PositionObject position;
  std::vector<RankedMove> moves;
  Progress progress;
};

struct LineObject {
  PositionObject position;
  Line line;
};

/// The Tablebase as Python has it: whoever is using the tables when they are closed still holds them.
class TablebaseObject {
 public:
  explicit TablebaseObject(Tablebase tables);

  /// Raises ClosedError. With the interpreter locked, as close().
  std::shared_ptr<Tablebase> open() const;
  bool is_closed() const { return tables_ == nullptr; }
  void close() { tables_.reset(); }
  const Ruleset& rules() const { return *rules_; }

 private:
  const Ruleset* rules_;
  std::shared_ptr<Tablebase> tables_;
};

/// One class of an open Tablebase.
struct TableObject {
  std::shared_ptr<TablebaseObject> owner;
  Indexer indexer;
};

}  // namespace lunette::python

namespace pybind11::detail {

template <>
struct type_caster<lunette::python::RulesetObject> : lunette::python::CheckedCaster<lunette::python::RulesetObject> {};
template <>
struct type_caster<lunette::python::PositionObject> : lunette::python::CheckedCaster<lunette::python::PositionObject> {
};
template <>
struct type_caster<lunette::python::MoveObject> : lunette::python::CheckedCaster<lunette::python::MoveObject> {};
template <>
struct type_caster<lunette::python::AnswerObject> : lunette::python::CheckedCaster<lunette::python::AnswerObject> {};
template <>
struct type_caster<lunette::python::RankedMoveObject>
    : lunette::python::CheckedCaster<lunette::python::RankedMoveObject> {};
template <>
struct type_caster<lunette::python::ProbeObject> : lunette::python::CheckedCaster<lunette::python::ProbeObject> {};
template <>
struct type_caster<lunette::python::LineObject> : lunette::python::CheckedCaster<lunette::python::LineObject> {};
template <>
struct type_caster<lunette::python::TablebaseObject>
    : lunette::python::CheckedCaster<lunette::python::TablebaseObject> {};
template <>
struct type_caster<lunette::python::TableObject> : lunette::python::CheckedCaster<lunette::python::TableObject> {};
template <>
struct type_caster<lunette::Material> : lunette::python::CheckedCaster<lunette::Material> {};

}  // namespace pybind11::detail

#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/fen.hpp"
#include "lunette/rules/move.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"
#include "lunette/rules/ruleset.hpp"

namespace lunette {

/// JSON whose members keep the order in which design.md lists them. Everything here is thread-safe.
using Json = nlohmann::ordered_json;

/// Appends a member that is known not to be there: looking for it, and growing for each, is most of what making a large
/// answer costs. The object must be one already; reserve_members() makes it.
template <class Value>
void append_member(Json& object, const char* name, Value&& value) {
  object.get_ref<Json::object_t&>().emplace_back(name, std::forward<Value>(value));
}

/// An object without members that has room for so many.
Json reserve_members(std::size_t number);

/// The numbers of the squares, ascending.
Json square_numbers(Board board, Bitboard squares);

/// {"move","from","to","captures","promotes"}. Squares as numbers whatever `names` says of the move's text.
Json move_json(const Ruleset& rules, const Position& position, const Move& move, SquareNames names);

/// {"move","from","to","captures","conversion","fen","count","wdl","dtc","dtw"}: the values are those of the
/// position after the move, from the side then to move.
Json ranked_move_json(const Ruleset& rules, const Position& position, const RankedMove& ranked, SquareNames names);

/// {"fen","rules","count","wdl","dtc","dtw","moves"}; `fen` is echoed as it was asked.
Json probe_json(std::string_view fen, const Ruleset& rules, const Position& position, const Probe& probe,
                SquareNames names);

/// {"fen","rules","wdl","dtc","dtw","count","end","moves"}, the moves as ranked_move_json.
Json line_json(std::string_view fen, const Ruleset& rules, const Position& position, const Line& line,
               SquareNames names);

/// {"code","message"}
Json error_json(const Error& error);

/// A duration, rounded to microseconds.
Json seconds_json(double seconds);

/// One line without a newline. Bytes that are not UTF-8 (a FEN is echoed as it came) become U+FFFD.
std::string write_json(const Json& json);

}  // namespace lunette

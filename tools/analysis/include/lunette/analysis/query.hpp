#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/compress/value.hpp"
#include "lunette/index/indexer.hpp"
#include "lunette/index/material.hpp"
#include "lunette/probe/tablebase.hpp"
#include "lunette/rules/board.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

namespace query {
struct Node;
}

/// What the values of an expression are.
enum class QueryType : std::uint8_t { condition, number, wdl, side };

/// A condition on positions, or a value of them, in words:
///
///     wdl == win && dtw >= 20 && on(K, diagonal) && !capture
///
/// Operators, those that bind least first: || (or), && (and), ! (not), comparisons == != < <= > >=, ( ). The words in
/// brackets may be written instead. Upper and lower case, and - and _ inside of names, are the same.
///
///   wdl              the value for the side to move, the count included (0 where one starts): win, cursed_win, draw,
///                    blessed_loss, loss; win is the greatest, so that wdl >= draw is "not lost"
///   dtw, dtc         plies; a draw has none, and any comparison with none is false (!= too)
///   side             the side to move (also: turn), compared with white or black
///   capture          the side to move must capture
///   threatened       its opponent would have a capture, were it on move
///   moves            legal moves of the side to move
///   winning_moves    those that lead to a win, losing_moves to a loss, drawing_moves to anything else (a win or loss
///                    that the count makes a draw is one); keeping_moves those that keep the value of wdl
///   captured         the most pieces that a move captures; 0 without a capture
///   on(P, R)         at least one of the pieces P stands in the region R
///   all(P, R)        every one of them does (so too if there is none)
///   count(P, R)      how many of them do; count(P) on the whole board
///   true, false, and numbers from 0 to 1,000,000
///
/// P: K (king), M (man) or piece, with white, black, own (of the side to move) or opponent before it, or one of these
/// alone for all pieces of that colour. R, or several with commas between, for all their squares together:
///
///   5, 1-5, a1           squares, all squares from 1 to 5, algebraic names on 8x8
///   row 2, row 1-3       rows from White's side: row 1 holds square 50 (32); black_row from Black's; own_row from that
///                        of the side to move
///   column 1             columns from White's left: column 1 holds square 46 (29)
///   diagonal             the main diagonal, 46-5 (29-4)
///   double_diagonal      the two lines beside the other long diagonal: 45-1 and 50-6 (28-1 and 32-5)
///   corner               the ends of the main diagonal: 5, 46 (4, 29)
///   double_corner        the ends of the double diagonals: 1, 6, 45, 50 (1, 5, 28, 32)
///   edge                 the first and last rows and columns
///   center               the middle four rows and columns: 18, 19, 22, 23, 28, 29, 32, 33
///                        (10, 11, 14, 15, 18, 19, 22, 23); also: centre
///   board                all squares
///
/// A value of type; immutable and cheap to copy. Thread-safe.
class QueryExpression {
 public:
  /// A condition. Errors: bad_argument, "column 17: found 'diagnal', expected a region: ..."; a text longer than 2^20
  /// bytes, and parentheses and negations nested more than 200 deep, are refused. Time and memory are linear in the
  /// length of the text.
  static Result<QueryExpression> parse_condition(Board board, std::string_view text);
  /// A condition or anything that can be compared, such as "dtw" or "count(white K, edge)".
  static Result<QueryExpression> parse_value(Board board, std::string_view text);

  const std::string& text() const noexcept { return text_; }  ///< as it was given
  QueryType type() const noexcept;
  /// The expression as it was understood: every operation in parentheses, every name written one way.
  std::string canonical_text() const;
  /// A value of this type in words: "win", "white", "true", "17".
  std::string value_text(int value) const;
  const query::Node& node() const noexcept { return *node_; }

 private:
  QueryExpression(std::string_view text, std::shared_ptr<const query::Node> node)
      : text_(text), node_(std::move(node)) {}
  static Result<QueryExpression> parse(Board board, std::string_view text, bool condition);

  std::string text_;
  std::shared_ptr<const query::Node> node_;
};

/// Which of the matching positions are kept.
enum class QueryShow : std::uint8_t {
  none,
  first,   ///< in the order of the index
  sample,  ///< a choice in which each has the same chance, by QueryRequest::seed alone; in the order of the index
  top,     ///< those with the greatest QueryRequest::by, in falling order; of equals the first in the index
  bottom   ///< with the least, in rising order
};

struct QueryRequest {
  /// Colours as the caller names them: the positions of KvKKK are those of KKKvK with colours exchanged.
  Material material;
  QueryExpression condition;
  QueryShow show = QueryShow::none;
  std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();  ///< kept at most; some 100 bytes each while it runs
  std::uint64_t seed = 0;                                           ///< QueryShow::sample
  std::optional<QueryExpression> by = {};     ///< top, bottom: needed; positions without a value of it are not kept
  std::optional<QueryExpression> group = {};  ///< matches are also counted by its values
  int threads = 0;                            ///< 0: all that the machine has
};

/// A matching position; position_of() is the position itself.
struct QueryMatch {
  Index index = 0;  ///< of the stored class
  Color side = Color::white;
  std::optional<int> by;
};

/// By side to move, in the caller's colours.
using CountBySide = std::array<std::uint64_t, 2>;

struct QueryGroup {
  std::optional<int> value;  ///< absent for positions that have none (dtw of a draw)
  CountBySide matches{};
};

struct QueryResult {
  CountBySide positions{};  ///< of the class, every placement with either side to move
  CountBySide matches{};
  std::vector<QueryMatch> kept;
  std::vector<QueryGroup> groups;  ///< by value, rising, the absent one last; those with no matches are left out
};

/// Goes through every position of a class with either side to move (in a class that is its own flip too). Reads only
/// the metrics that the expressions name; counts of moves also read the classes that moves lead to. The outcome does
/// not depend on threads. Errors: missing_table and missing_metric, naming the table, bad_argument for top and bottom
/// without `by`, and those of Tablebase's probes.
Result<QueryResult> run_query(const Tablebase& tablebase, const QueryRequest& request);

/// The position of a match of this class (QueryRequest::material), in the caller's colours.
Position position_of(Board board, const Material& material, const QueryMatch& match) noexcept;

}  // namespace lunette

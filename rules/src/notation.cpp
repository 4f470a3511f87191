#include "lunette/rules/notation.hpp"

#include <algorithm>
#include <set>

#include "lunette/rules/movegen.hpp"
#include "text.hpp"

namespace lunette {

namespace {

using Squares = std::vector<Square>;

std::string joined(Board board, const Squares& squares, char sign, SquareNames names) {
  std::string text;
  for (const Square square : squares) {
    if (!text.empty()) text += sign;
    text += square_name(board, square, names);
  }
  return text;
}

/// The captures of one origin and destination, and what intermediate squares say about them.
class Rivals {
 public:
  Rivals(const Ruleset& rules, const Position& position, const MoveList& legal, int from, int to) {
    for (const Move& move : legal) {
      if (!move.is_capture() || move.from != from || move.to != to) continue;
      moves_.push_back(move);
    }
    for (const Move& move : moves_) paths_.push_back(paths_of(rules, position, move));
  }

  /// The moves that squares (origin first, destination last) can mean. A whole path means the one move that it plays,
  /// although a longer capture may pass the same squares: a path says what is captured, so no two moves share one.
  /// Without this rule a single capture could not be written where a longer one has the same origin and destination.
  MoveList meant_by(const Squares& squares) const {
    MoveList exact;
    MoveList partial;
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      if (std::find(paths_[i].begin(), paths_[i].end(), squares) != paths_[i].end()) exact.push_back(moves_[i]);
      if (admits(i, squares)) partial.push_back(moves_[i]);
    }
    return exact.empty() ? partial : exact;
  }

  /// The path of a legal move shortened to as few squares as still mean it alone; the smallest of these.
  Squares shortest(const Move& move) const {
    const auto found = std::find(moves_.begin(), moves_.end(), move);
    const std::size_t own = static_cast<std::size_t>(found - moves_.begin());
    const Squares& full = paths_[own].front();
    // A bound on the work in positions made for the purpose. Two intermediate squares, of which there are at most 50 x
    // 49 pairs and in practice a few, are nearly always enough.
    constexpr std::size_t most_candidates = 2500;
    std::set<Squares> candidates{{full.front(), full.back()}};
    while (candidates.size() <= most_candidates && candidates.begin()->size() < full.size()) {
      for (const Squares& squares : candidates) {
        if (meant_by(squares).size() == 1 && meant_by(squares).front() == move) return squares;
      }
      candidates = extended(own, candidates);
    }
    return full;
  }

 private:
  /// True if a path of the move passes the squares in their order, starting and ending with them.
  bool admits(std::size_t index, const Squares& squares) const {
    return std::any_of(paths_[index].begin(), paths_[index].end(), [&](const Squares& path) {
      return squares.size() >= 2 && squares.size() <= path.size() &&
             is_subsequence(squares.begin() + 1, squares.end() - 1, path.begin() + 1, path.end() - 1);
    });
  }

  template <class Iterator>
  static bool is_subsequence(Iterator first, Iterator last, Iterator in, Iterator in_end) {
    for (; in != in_end && first != last; ++in) {
      if (*in == *first) ++first;
    }
    return first == last;
  }

  /// Every candidate with one more intermediate square of the move's paths, put before the destination.
  std::set<Squares> extended(std::size_t own, const std::set<Squares>& candidates) const {
    std::set<Square> passed;
    for (const Squares& path : paths_[own]) passed.insert(path.begin() + 1, path.end() - 1);
    std::set<Squares> longer;
    for (const Squares& squares : candidates) {
      for (const Square square : passed) {
        Squares next = squares;
        next.insert(next.end() - 1, square);
        if (admits(own, next)) longer.insert(std::move(next));
      }
    }
    return longer;
  }

  MoveList moves_;
  std::vector<std::vector<Squares>> paths_;  // of each move
};

std::string written(const Ruleset& rules, const Position& position, const MoveList& legal, const Move& move,
                    SquareNames names) {
  const Squares ends{square_at(rules.board, move.from), square_at(rules.board, move.to)};
  if (!move.is_capture()) return joined(rules.board, ends, '-', names);
  if (std::find(legal.begin(), legal.end(), move) == legal.end()) return joined(rules.board, ends, 'x', names);
  const Rivals rivals(rules, position, legal, move.from, move.to);
  return joined(rules.board, rivals.shortest(move), 'x', names);
}

/// What a move's text says before the position is looked at.
struct MoveText {
  enum class Kind : std::uint8_t { quiet, capture, unsaid };
  Squares squares;
  Kind kind = Kind::unsaid;
  SquareNames names = SquareNames::numeric;
};

MoveText::Kind kind_of(char sign) {
  if (sign == '-') return MoveText::Kind::quiet;
  return sign == 'x' || sign == 'X' || sign == ':' ? MoveText::Kind::capture : MoveText::Kind::unsaid;
}

Error bad_move(std::string_view text, std::string_view reason) {
  std::string message = "bad move ";
  message.append(quoted(text)).append(": ").append(reason);
  return {ErrorCode::bad_move, std::move(message)};
}

/// One square, or algebraic squares without a sign between them, as in "c3d4".
bool append_squares(Board board, std::string_view token, MoveText& move) {
  if (const std::optional<Square> square = parse_square(board, token)) {
    if (!is_digit(token.front())) move.names = SquareNames::algebraic;
    move.squares.push_back(*square);
    return true;
  }
  if (board != Board::b8 || token.size() < 4 || token.size() % 2 != 0 || is_digit(token.front())) return false;
  for (; !token.empty(); token.remove_prefix(2)) {
    const std::optional<Square> square = parse_square(board, token.substr(0, 2));
    if (!square || is_digit(token.front())) return false;
    move.squares.push_back(*square);
  }
  move.names = SquareNames::algebraic;
  return true;
}

Result<MoveText> parse_move(Board board, std::string_view text) {
  MoveText move;
  for (std::string_view rest = text;;) {
    const std::size_t sign = rest.find_first_of("-xX:");
    const std::string_view token = trimmed(rest.substr(0, sign));
    if (!append_squares(board, token, move)) return bad_move(text, "found " + quoted(token) + ", expected a square");
    if (sign == std::string_view::npos) break;
    const MoveText::Kind kind = kind_of(rest[sign]);
    if (move.kind != MoveText::Kind::unsaid && move.kind != kind) return bad_move(text, "both - and x between squares");
    move.kind = kind;
    rest.remove_prefix(sign + 1);
  }
  if (move.squares.size() < 2) return bad_move(text, "expected two squares or more, such as 32-28 or 32x23");
  return move;
}

/// The legal moves that the text can mean.
MoveList meant_by(const Ruleset& rules, const Position& position, const MoveList& legal, const MoveText& text) {
  const int from = bit_index(rules.board, text.squares.front());
  const int to = bit_index(rules.board, text.squares.back());
  MoveList meant;
  if (text.kind != MoveText::Kind::capture && text.squares.size() == 2) {
    std::copy_if(legal.begin(), legal.end(), std::back_inserter(meant),
                 [&](const Move& m) { return !m.is_capture() && m.from == from && m.to == to; });
  }
  if (text.kind == MoveText::Kind::quiet || !meant.empty()) return meant;
  return Rivals(rules, position, legal, from, to).meant_by(text.squares);
}

std::string listed(const Ruleset& rules, const Position& position, const MoveList& legal, const MoveList& moves,
                   SquareNames names) {
  constexpr std::size_t most_listed = 20;
  std::string list;
  for (std::size_t i = 0; i < std::min(most_listed, moves.size()); ++i) {
    if (i > 0) list += ", ";
    list += written(rules, position, legal, moves[i], names);
  }
  if (moves.size() > most_listed) list += " and " + std::to_string(moves.size() - most_listed) + " more";
  return list;
}

}  // namespace

std::string write_move(const Ruleset& rules, const Position& position, const Move& move, SquareNames names) {
  MoveList legal;
  if (!move.is_capture()) return written(rules, position, legal, move, names);  // says the same whatever else is legal
  generate_moves(rules, position, legal);
  return written(rules, position, legal, move, names);
}

Result<MoveList> read_moves(const Ruleset& rules, const Position& position, std::string_view text) {
  Result<MoveText> parsed = parse_move(rules.board, trimmed(text));
  if (!parsed) return std::move(parsed).error();
  MoveList legal;
  generate_moves(rules, position, legal);
  return meant_by(rules, position, legal, *parsed);
}

Result<Move> read_move(const Ruleset& rules, const Position& position, std::string_view text) {
  const std::string_view stripped = trimmed(text);
  Result<MoveText> parsed = parse_move(rules.board, stripped);
  if (!parsed) return std::move(parsed).error();
  MoveList legal;
  generate_moves(rules, position, legal);
  const MoveList meant = meant_by(rules, position, legal, *parsed);
  if (meant.size() == 1) return meant.front();
  if (legal.empty()) return bad_move(stripped, "the side to move has no legal move");
  if (meant.empty())
    return bad_move(stripped, "not legal, expected one of " + listed(rules, position, legal, legal, parsed->names));
  return bad_move(stripped, "ambiguous, could be " + listed(rules, position, legal, meant, parsed->names));
}

}  // namespace lunette

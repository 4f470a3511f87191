#include "lunette/games/pdn_reader.hpp"

#include <fmt/format.h>

#include <utility>

#include "pdn_lexer.hpp"
#include "text.hpp"

namespace lunette {
namespace {

using pdn::Token;
using Kind = pdn::Token::Kind;

constexpr int deepest_variation = 100;
constexpr int most_moves = 100'000;
constexpr std::size_t most_faults = 100;

/// Who is to move in a FEN, or begins by a full game type.
std::optional<Color> color_in(std::string_view field) {
  const std::vector<std::string_view> words = pdn::words_of(field);
  if (words.size() != 1 || words.front().size() != 1) return std::nullopt;
  const char letter = words.front().front();
  if (letter == 'W' || letter == 'w') return Color::white;
  if (letter == 'B' || letter == 'b') return Color::black;
  return std::nullopt;
}

std::optional<Color> side_of_fen(const Game& game) {
  const std::string_view fen = game.tag("FEN").value_or("");
  return color_in(fen.substr(0, fen.find(':')));
}

Color leader_of(const Game& game) {
  const std::string_view type = game.tag("GameType").value_or("");
  const std::size_t comma = type.find(',');
  if (comma == std::string_view::npos) return Color::white;
  const std::string_view rest = type.substr(comma + 1);
  return color_in(rest.substr(0, rest.find(','))).value_or(Color::white);
}

}  // namespace

class PdnReader::Parser {
 public:
  explicit Parser(std::string_view text) : lexer_(text), token_(lexer_.next()), following_(lexer_.next()) {}

  std::optional<ReadGame> next() {
    read_ = {};
    read_.line = token_.line;
    moves_ = 0;
    bool has_result = false;
    Line line;
    std::optional<Color> said;
    do {
      tags(line);
      read_.game.leader = leader_of(read_.game);
      said = side_of_fen(read_.game);
      first_is_said_ = said.has_value();
      line.side = read_.game.first = said.value_or(read_.game.leader);
      elements(line, 0);
      // What has neither tags nor moves in front of a tag is no game of its own.
    } while (token_.kind == Kind::tag && read_.game.tags.empty() && moves_ == 0);
    if (token_.kind == Kind::result) {
      has_result = true;
      take_result(line);
    } else if (const auto tag = read_.game.tag("Result")) {
      read_.game.outcome = parse_result(*tag).value_or(Outcome::unknown);
    }
    read_.game.moves = finished(line);
    if (read_.game.moves.moves.empty()) {
      read_.game.first_number = 1;
      read_.game.first = said.value_or(read_.game.leader);
    }
    if (token_.kind == Kind::end && read_.game.tags.empty() && moves_ == 0 && !has_result && read_.faults.empty())
      return std::nullopt;
    return std::move(read_);
  }

 private:
  /// What is known while a line is read.
  struct Line {
    MoveLine read;
    int number = 1;  // of the next move
    Color side = Color::white;
    std::vector<std::string> comments;  // not yet given to a move
    std::vector<int> glyphs;            // in front of the first move
    std::vector<MoveLine> variations;   // in front of the first move
  };

  void take() { token_ = std::exchange(following_, lexer_.next()); }
  bool game_ends() const { return token_.kind == Kind::end || token_.kind == Kind::tag; }

  void fault(std::string message, const Line* line = nullptr) {
    if (read_.faults.size() > most_faults) return;
    if (read_.faults.size() == most_faults) message = "more faults than are told";
    std::string place;
    if (line != nullptr) place = fmt::format("{}{}", line->number, line->side == read_.game.leader ? "." : "...");
    read_.faults.push_back({token_.line, std::move(place), std::move(message)});
  }

  /// Tags and what stands between, up to a move or to the first tag of the next game.
  void tags(Line& line) {
    for (;; take()) {
      if (token_.kind == Kind::comment) {
        keep_comment(line);
      } else if (token_.kind == Kind::bad_tag) {
        fault(fmt::format("found {}, expected a tag such as [Event \"name\"]", pdn::quoted(token_.text)));
      } else if (token_.kind == Kind::stray || token_.kind == Kind::close) {
        fault(fmt::format("found {} in front of the moves", pdn::quoted(token_.text)));
      } else if (token_.kind != Kind::tag || begins_another_game()) {
        return;
      } else if (const auto value = read_.game.tag(token_.name); !value) {
        read_.game.tags.push_back({token_.name, token_.text});
      } else if (*value != token_.text) {
        fault(fmt::format("a second tag {}, {}, is skipped", token_.name, pdn::quoted(token_.text)));
      }
    }
  }

  bool begins_another_game() const {
    const std::vector<PdnTag>& tags = read_.game.tags;
    if (tags.empty()) return false;
    return token_.name == tags.front().name || (token_.name == "Event" && read_.game.tag("Event").has_value());
  }

  /// Behind the move; where there are variations between, for the next one.
  void keep_comment(Line& line) {
    if (!token_.closed) fault("a comment is not closed", &line);
    if (!token_.text.empty()) comments_of(line).push_back(token_.text);
  }

  static std::vector<std::string>& comments_of(Line& line) {
    std::vector<GameMove>& moves = line.read.moves;
    const bool behind_move = !moves.empty() && moves.back().variations.empty();
    return behind_move ? moves.back().comments_after : line.comments;
  }

  /// Everything up to the end of the game (depth 0) or to the end of the variation, which is not taken.
  void elements(Line& line, int depth) {
    for (;;) {
      const bool own_result = depth > 0 && token_.kind == Kind::result && following_.kind == Kind::close;
      if (game_ends() || (token_.kind == Kind::result && !own_result)) return;
      if (token_.kind == Kind::close && depth > 0) return;
      switch (token_.kind) {
        case Kind::comment: keep_comment(line); break;
        case Kind::number:
          if (is_move_number(line)) {
            take_number(line, depth);
          } else {
            take_move(line);
          }
          break;
        case Kind::move: take_move(line); break;
        case Kind::glyph:
          (line.read.moves.empty() ? line.glyphs : line.read.moves.back().nags).push_back(token_.value);
          break;
        case Kind::open: take_variation(line, depth); continue;
        case Kind::close: fault("a parenthesis closes no variation", &line); break;
        // Some give a variation a result of its own.
        case Kind::result: comments_of(line).push_back(token_.text); break;
        default:
          fault(fmt::format("found {}, which cannot stand between moves", pdn::quoted(token_.text)), &line);
          break;
      }
      take();
    }
  }

  /// Digits without a dot number a move only where that number belongs: otherwise they are a move whose sign is
  /// missing. Before a game they are nothing.
  bool is_move_number(const Line& line) const {
    if (token_.text.empty()) return true;  // with a dot
    if (line.read.moves.empty() && read_.game.tags.empty()) return true;
    if (number_is_said_ || following_.kind != Kind::move) return false;
    return line.read.moves.empty() || token_.value == line.number;
  }

  void take_number(Line& line, int depth) {
    number_is_said_ = true;
    constexpr int greatest = 9999;
    if (depth > 0 || !line.read.moves.empty() || token_.value < 1 || token_.value > greatest) return;
    line.number = read_.game.first_number = token_.value;
    if (token_.answer && !first_is_said_) line.side = read_.game.first = opposite(read_.game.leader);
  }

  void take_move(Line& line) {
    number_is_said_ = false;
    if (++moves_ > most_moves) {
      fault(fmt::format("a game of more than {} moves; the rest is skipped", most_moves), &line);
      while (following_.kind != Kind::end && following_.kind != Kind::tag) take();
      return;
    }
    GameMove move;
    move.text = token_.text;
    move.source_line = token_.line;
    move.comments_before = std::exchange(line.comments, {});
    move.nags = std::exchange(line.glyphs, {});
    move.variations = std::exchange(line.variations, {});
    line.read.moves.push_back(std::move(move));
    if (line.side != read_.game.leader) ++line.number;
    line.side = opposite(line.side);
  }

  /// From its opening parenthesis to its closing one, if it has that.
  void take_variation(Line& line, int depth) {
    if (depth == deepest_variation) return skip_variation(line);
    Line variation;
    variation.number = line.number;
    variation.side = line.side;
    const bool after_move = !line.read.moves.empty();
    if (after_move) {
      variation.side = opposite(line.side);
      if (variation.side != read_.game.leader) --variation.number;
    }
    take();
    elements(variation, depth + 1);
    if (token_.kind == Kind::close) {
      take();
    } else {
      fault("a variation is not closed", &variation);
    }
    MoveLine read = finished(variation);
    if (read.moves.empty() && read.closing_comments.empty()) return;
    (after_move ? line.read.moves.back().variations : line.variations).push_back(std::move(read));
  }

  void skip_variation(const Line& line) {
    fault(fmt::format("variations are nested more than {} deep; this one is skipped", deepest_variation), &line);
    int open = 0;
    while (!game_ends()) {
      if (token_.kind == Kind::open) ++open;
      if (token_.kind == Kind::close) --open;
      take();
      if (open == 0) return;
    }
  }

  MoveLine finished(Line& line) {
    if (!line.variations.empty()) fault("a variation of no move is skipped", &line);
    line.read.closing_comments = std::move(line.comments);
    return std::move(line.read);
  }

  /// Comments behind the result still belong to the game. A result on another line is a game without moves.
  void take_result(Line& line) {
    const int source_line = token_.line;
    read_.game.outcome = *parse_result(token_.text);
    for (take();; take()) {
      switch (token_.kind) {
        case Kind::end:
        case Kind::tag:
        case Kind::move:
        case Kind::number:
        case Kind::open: return;
        case Kind::comment: keep_comment(line); break;
        case Kind::glyph: break;
        case Kind::result:
          if (token_.line != source_line) return;
          if (parse_result(token_.text) != read_.game.outcome) {
            fault(fmt::format("a second result, {}, is skipped", pdn::quoted(token_.text)));
          }
          break;
        default: fault(fmt::format("found {} behind the result", pdn::quoted(token_.text))); break;
      }
    }
  }

  pdn::Lexer lexer_;
  Token token_;
  Token following_;
  ReadGame read_;
  int moves_ = 0;
  bool first_is_said_ = false;
  bool number_is_said_ = false;  // and its move has not come yet
};

PdnReader::PdnReader(std::string_view text) : parser_(std::make_unique<Parser>(text)) {}
PdnReader::~PdnReader() = default;
PdnReader::PdnReader(PdnReader&&) noexcept = default;
PdnReader& PdnReader::operator=(PdnReader&&) noexcept = default;

std::optional<ReadGame> PdnReader::next() {
  return parser_->next();
}

}  // namespace lunette

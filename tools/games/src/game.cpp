#include "lunette/games/game.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace lunette {
namespace {

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

/// Where a tag stands among others.
std::size_t rank_of(std::string_view name) {
  constexpr std::array<std::string_view, 9> first{"Event", "Site",   "Date",     "Round",  "White",
                                                  "Black", "Result", "GameType", "Ruleset"};
  constexpr std::array<std::string_view, 2> last{"SetUp", "FEN"};
  const auto among = [&](const auto& names) {
    const auto found =
        std::find_if(names.begin(), names.end(), [&](std::string_view other) { return same_name(other, name); });
    return static_cast<std::size_t>(found - names.begin());
  };
  if (const std::size_t place = among(first); place < first.size()) return place;
  const std::size_t place = among(last);
  return first.size() + (place < last.size() ? place + 1 : 0);
}

constexpr std::array<std::pair<std::string_view, Outcome>, 14> result_spellings{{{"*", Outcome::unknown},
                                                                                 {"2-0", Outcome::white_wins},
                                                                                 {"1-0", Outcome::white_wins},
                                                                                 {"0-2", Outcome::black_wins},
                                                                                 {"0-1", Outcome::black_wins},
                                                                                 {"1-1", Outcome::draw},
                                                                                 {"1/2-1/2", Outcome::draw},
                                                                                 {"1/2", Outcome::draw},
                                                                                 {"\xC2\xBD-\xC2\xBD", Outcome::draw},
                                                                                 {"\xC2\xBD", Outcome::draw},
                                                                                 {"\xBD-\xBD", Outcome::draw},
                                                                                 {"\xBD", Outcome::draw},
                                                                                 {"0-0", Outcome::both_lose},
                                                                                 {"?", Outcome::unknown}}};

}  // namespace

bool operator==(const GameMove& a, const GameMove& b) {
  return a.text == b.text && a.nags == b.nags && a.comments_before == b.comments_before &&
         a.comments_after == b.comments_after && a.variations == b.variations;
}

bool operator==(const MoveLine& a, const MoveLine& b) {
  return a.moves == b.moves && a.closing_comments == b.closing_comments;
}

std::optional<std::string_view> Game::tag(std::string_view name) const {
  const auto found = std::find_if(tags.begin(), tags.end(), [&](const PdnTag& t) { return same_name(t.name, name); });
  if (found == tags.end()) return std::nullopt;
  return found->value;
}

void Game::set_tag(std::string_view name, std::string value) {
  const auto found = std::find_if(tags.begin(), tags.end(), [&](const PdnTag& t) { return same_name(t.name, name); });
  if (found != tags.end()) {
    found->value = std::move(value);
  } else {
    tags.push_back({std::string(name), std::move(value)});
  }
}

void order_tags(std::vector<PdnTag>& tags) {
  std::stable_sort(tags.begin(), tags.end(),
                   [](const PdnTag& a, const PdnTag& b) { return rank_of(a.name) < rank_of(b.name); });
}

std::string_view result_token(Outcome outcome, bool international) noexcept {
  switch (outcome) {
    case Outcome::white_wins: return international ? "2-0" : "1-0";
    case Outcome::black_wins: return international ? "0-2" : "0-1";
    case Outcome::draw: return international ? "1-1" : "1/2-1/2";
    case Outcome::both_lose: return "0-0";
    case Outcome::unknown: break;
  }
  return "*";
}

std::optional<Outcome> parse_result(std::string_view text) noexcept {
  const auto found = std::find_if(result_spellings.begin(), result_spellings.end(),
                                  [&](const auto& spelling) { return spelling.first == text; });
  if (found == result_spellings.end()) return std::nullopt;
  return found->second;
}

}  // namespace lunette

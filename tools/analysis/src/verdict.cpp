#include <algorithm>
#include <numeric>
#include <string_view>

#include "diagonal_tally.hpp"

namespace lunette {

namespace {

/// "1234567" as "1,234,567".
std::string with_commas(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, 1, ',');
  return digits;
}

std::string_view number_word(int kings) {
  switch (kings) {
    case 2: return "two";
    case 3: return "three";
    case 4: return "four";
    default: return "several";
  }
}

std::string example_of(const std::string& fen) {
  return fen.empty() ? "" : " (for example " + fen + ")";
}

/// Both sides to move summed up over the rows with one holder of the diagonal, captures left out: whoever must
/// capture decides the game at once, whatever the diagonal is worth.
DiagonalTally quiet_positions(const DiagonalClass& reported, DiagonalHolder holder) {
  DiagonalTally sum;
  sum.diagonal = holder;
  for (const DiagonalTally& tally : reported.tallies) {
    if (tally.diagonal != holder || tally.capture) continue;
    for (std::size_t result = 0; result < diagonal_results; ++result) {
      sum.counts[result] += tally.counts[result];
      if (sum.examples[result].empty()) sum.examples[result] = tally.examples[result];
    }
  }
  return sum;
}

std::uint64_t sum_of(const std::array<std::uint64_t, diagonal_results>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

/// "all 1,234 positions", "all but 5 of 1,234 positions".
std::string all_but(std::uint64_t exceptions, std::uint64_t positions) {
  if (exceptions == 0) return "all " + with_commas(positions) + " positions";
  return "all but " + with_commas(exceptions) + " of " + with_commas(positions) + " positions";
}

/// "against three kings in all but 5 of 1,234 positions (for example ...) and, where it has the line to itself, in all
/// but 1 of 1,000 positions".
std::string defence_against(const DiagonalClass& reported) {
  const auto is_defence = [](const DiagonalTally& tally) {
    return tally.side == EndingSide::lone && tally.diagonal == DiagonalHolder::lone && !tally.capture;
  };
  const DiagonalTally& tally = *std::find_if(reported.tallies.begin(), reported.tallies.end(), is_defence);
  constexpr std::size_t lost = index_of(DiagonalResult::strong_win);
  std::string text = "against ";
  text += number_word(reported.material.white_kings);
  text += " kings in " + all_but(tally.counts[lost], sum_of(tally.counts)) + example_of(tally.examples[lost]);
  if (tally.counts[lost] == 0) return text;
  return text + " and, where it has the line to itself, in " + all_but(tally.unshared[lost], sum_of(tally.unshared));
}

std::string defence_sentence(Board board, const std::vector<DiagonalClass>& classes) {
  std::string sentence = board == Board::b8 ? "On 8x8" : "On 10x10";
  sentence += " the lone king on the main diagonal, on move and not forced to capture, does not lose ";
  for (std::size_t i = 0; i < classes.size(); ++i) {
    if (i > 0) sentence += "; ";
    sentence += defence_against(classes[i]);
  }
  return sentence + ".";
}

/// Whether the strong side's possession of the diagonal is needed, and whether it is enough.
std::string possession_sentence(const DiagonalClass& reported) {
  const DiagonalTally owned = quiet_positions(reported, DiagonalHolder::strong);
  const DiagonalTally empty = quiet_positions(reported, DiagonalHolder::empty);
  const std::uint64_t kept = sum_of(owned.counts) - owned.count(DiagonalResult::strong_win);
  const std::string& kept_example = owned.count(DiagonalResult::draw) > 0 ? owned.example(DiagonalResult::draw)
                                                                          : owned.example(DiagonalResult::cursed);
  std::string sentence = "Without a capture to make, either side on move, ";
  sentence += std::string(number_word(reported.material.white_kings)) + " kings that hold the diagonal win ";
  sentence += with_commas(owned.count(DiagonalResult::strong_win)) + " of " + with_commas(sum_of(owned.counts));
  sentence += " positions and do not win " + with_commas(kept) + example_of(kept_example);
  sentence += "; with nobody on it they win " + with_commas(empty.count(DiagonalResult::strong_win)) + " of ";
  return sentence + with_commas(sum_of(empty.counts)) + example_of(empty.example(DiagonalResult::strong_win)) + ".";
}

/// What the counted draw changes.
std::string count_sentence(const CountRule& count, const std::vector<DiagonalClass>& classes) {
  std::uint64_t cursed = 0;
  std::string example;
  for (const DiagonalClass& reported : classes) {
    for (const DiagonalTally& tally : reported.tallies) {
      cursed += tally.count(DiagonalResult::cursed);
      if (example.empty()) example = tally.example(DiagonalResult::cursed);
    }
  }
  const std::string rule = "The count of " + std::to_string(count.limit) + " moves takes ";
  if (cursed == 0) return rule + "no win away from a position in which it starts.";
  return rule + with_commas(cursed) + (cursed == 1 ? " win" : " wins") + " away" + example_of(example) + ".";
}

}  // namespace

std::string diagonal_verdict(const Ruleset& rules, const std::vector<DiagonalClass>& classes) {
  std::vector<std::string> sentences{defence_sentence(rules.board, classes)};
  for (const DiagonalClass& reported : classes) {
    // The sources claim possession of the diagonal for three kings; it is told for four where they are built.
    if (reported.material.white_kings >= 3) sentences.push_back(possession_sentence(reported));
  }
  if (rules.count) sentences.push_back(count_sentence(*rules.count, classes));

  std::string verdict;
  for (const std::string& sentence : sentences) {
    if (!verdict.empty()) verdict += ' ';
    verdict += sentence;
  }
  return verdict;
}

}  // namespace lunette

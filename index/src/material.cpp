#include "lunette/index/material.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace lunette {
namespace {

std::uint8_t piece_number(int n) {
  return static_cast<std::uint8_t>(n);
}

std::string side_name(int kings, int men) {
  return std::string(static_cast<std::size_t>(kings), 'K') + std::string(static_cast<std::size_t>(men), 'M');
}

Error bad_material(std::string_view text, std::string_view reason) {
  std::string message(text);
  message.append(" is not a material name: ").append(reason);
  return {ErrorCode::bad_material, std::move(message)};
}

struct InSolvingOrder {
  bool operator()(const Material& a, const Material& b) const noexcept { return precedes(a, b); }
};
using MaterialSet = std::set<Material, InSolvingOrder>;

/// What White's moves can leave: `mover` is White's own material after the move, promoted or not.
void add_captures(const Material& before, int kings, int men, MaterialSet& found) {
  for (int black_kings = 0; black_kings <= before.black_kings; ++black_kings) {
    for (int black_men = 0; black_men <= before.black_men; ++black_men) {
      const int black = black_kings + black_men;
      if (black == 0 || black == before.black_pieces()) continue;
      const Material after{piece_number(kings), piece_number(men), piece_number(black_kings), piece_number(black_men)};
      found.insert(after.canonical());
    }
  }
}

void add_white_moves(const Material& before, MaterialSet& found) {
  add_captures(before, before.white_kings, before.white_men, found);
  if (before.white_men == 0) return;
  const int kings = before.white_kings + 1;
  const int men = before.white_men - 1;
  add_captures(before, kings, men, found);
  const Material promoted{piece_number(kings), piece_number(men), before.black_kings, before.black_men};
  found.insert(promoted.canonical());
}

bool is_contested(const Material& material) {
  return material.white_pieces() > 0 && material.black_pieces() > 0;
}

}  // namespace

std::string Material::name() const {
  return side_name(white_kings, white_men) + "v" + side_name(black_kings, black_men);
}

Material material_of(const Position& position) noexcept {
  const auto count = [](Bitboard pieces) { return piece_number(count_bits(pieces)); };
  return {count(position.kings[0]), count(position.men[0]), count(position.kings[1]), count(position.men[1])};
}

Result<Material> parse_material(std::string_view text) {
  // Counted in ints first: a long text must not wrap the eight-bit fields.
  int kings[2]{};
  int men[2]{};
  std::size_t side = 0;
  for (const char c : text) {
    if (c == 'K') {
      ++kings[side];
    } else if (c == 'M') {
      ++men[side];
    } else if (c == 'v' && side == 0) {
      side = 1;
    } else if (c == 'v') {
      return bad_material(text, "more than one \"v\"");
    } else {
      return bad_material(text, "only K, M and one v between the sides are known");
    }
  }
  if (side == 0) return bad_material(text, "no \"v\" between the sides");
  if (kings[0] + men[0] == 0 || kings[1] + men[1] == 0) return bad_material(text, "each side needs a piece");
  if (kings[0] + men[0] + kings[1] + men[1] > max_table_pieces) {
    return bad_material(text, "more than eight pieces");
  }
  return Material{piece_number(kings[0]), piece_number(men[0]), piece_number(kings[1]), piece_number(men[1])};
}

bool precedes(const Material& a, const Material& b) noexcept {
  const auto key = [](const Material& m) {
    // The name as numbers: with the totals equal, "K" sorts before "M", so more kings come first.
    return std::tuple(m.pieces(), m.men(), m.white_pieces() - m.black_pieces(), -m.white_kings, -m.black_kings);
  };
  return key(a) < key(b);
}

std::vector<Material> enumerate_materials(int pieces, int max_side) {
  MaterialSet found;
  const int most = std::min(pieces, max_table_pieces);
  for (int white = 1; white <= std::min(most - 1, max_side); ++white) {
    for (int black = 1; black <= std::min(most - white, max_side); ++black) {
      for (int white_men = 0; white_men <= white; ++white_men) {
        for (int black_men = 0; black_men <= black; ++black_men) {
          const Material material{piece_number(white - white_men), piece_number(white_men),
                                  piece_number(black - black_men), piece_number(black_men)};
          found.insert(material.canonical());
        }
      }
    }
  }
  return {found.begin(), found.end()};
}

std::vector<Material> direct_successors(const Material& material) {
  MaterialSet found;
  if (is_contested(material)) {
    add_white_moves(material, found);
    add_white_moves(material.flipped(), found);
  }
  return {found.begin(), found.end()};
}

std::vector<Material> dependency_closure(const std::vector<Material>& materials) {
  MaterialSet found;
  std::vector<Material> open;
  for (const Material& material : materials) {
    if (is_contested(material)) open.push_back(material.canonical());
  }
  while (!open.empty()) {
    const Material material = open.back();
    open.pop_back();
    if (!found.insert(material).second) continue;
    const std::vector<Material> successors = direct_successors(material);
    open.insert(open.end(), successors.begin(), successors.end());
  }
  return {found.begin(), found.end()};
}

}  // namespace lunette

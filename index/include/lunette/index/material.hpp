#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lunette/rules/export.hpp"
#include "lunette/rules/position.hpp"
#include "lunette/rules/result.hpp"

namespace lunette {

/// The most pieces a table can have: ranks of eight pieces fit 64 bits on both boards.
inline constexpr int max_table_pieces = 8;

/// Kings and men of both sides: "KKMvKM" is two white kings and a man against a king and a man.
struct Material {
  std::uint8_t white_kings = 0;
  std::uint8_t white_men = 0;
  std::uint8_t black_kings = 0;
  std::uint8_t black_men = 0;

  constexpr int white_pieces() const { return white_kings + white_men; }
  constexpr int black_pieces() const { return black_kings + black_men; }
  constexpr int pieces() const { return white_pieces() + black_pieces(); }
  constexpr int men() const { return white_men + black_men; }
  constexpr int kings() const { return white_kings + black_kings; }
  constexpr Material flipped() const { return {black_kings, black_men, white_kings, white_men}; }
  /// Its own colour flip (KMvKM): one side to move is stored.
  constexpr bool is_own_flip() const { return *this == flipped(); }
  /// Sides whose move is stored: 1 for a class that is its own flip, otherwise 2.
  constexpr int stored_sides() const { return is_own_flip() ? 1 : 2; }
  /// The stored form is the one whose first side is stronger: more pieces, then more kings.
  constexpr bool is_canonical() const {
    return white_pieces() != black_pieces() ? white_pieces() > black_pieces() : white_kings >= black_kings;
  }
  constexpr Material canonical() const { return is_canonical() ? *this : flipped(); }

  /// "KKMvKM"; a side without pieces is empty ("Kv").
  LUNETTE_EXPORT std::string name() const;

  friend constexpr auto operator<=>(const Material&, const Material&) = default;
};

LUNETTE_EXPORT Material material_of(const Position& position) noexcept;

/// Reads a material name as it stands (no canonicalisation): kings before men or not, "v" between, 1 to 8
/// pieces with at least one on each side. ErrorCode::bad_material otherwise.
LUNETTE_EXPORT Result<Material> parse_material(std::string_view text);

/// Solving order: fewer pieces first, then fewer men, then fewer white pieces ahead, then by name.
/// Everything that a class depends on precedes it.
LUNETTE_EXPORT bool precedes(const Material& a, const Material& b) noexcept;

/// All canonical classes of 2 to `pieces` pieces with at least one and at most `max_side` pieces a side, in
/// solving order. (Captures and promotions never leave this set.)
LUNETTE_EXPORT std::vector<Material> enumerate_materials(int pieces, int max_side = max_table_pieces);

/// The canonical classes that one move can lead to, without the class itself and without finished games:
/// any number of the opponent's pieces captured, a man promoted, or both. Sorted in solving order.
LUNETTE_EXPORT std::vector<Material> direct_successors(const Material& material);

/// `materials` (made canonical) and all that they need, each once, in solving order.
LUNETTE_EXPORT std::vector<Material> dependency_closure(const std::vector<Material>& materials);

}  // namespace lunette

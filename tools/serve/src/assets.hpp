#pragma once

#include <span>
#include <string_view>

namespace lunette::serve {

/// A file of tools/serve/page, or the description of the interface, as it was when the program was built.
struct Asset {
  std::string_view name;  ///< "board.js"
  std::string_view bytes;
};

std::span<const Asset> all_assets() noexcept;

/// Null if there is none of that name.
const Asset* find_asset(std::string_view name) noexcept;

/// "text/javascript; charset=utf-8", by the ending of the name.
std::string_view media_type(std::string_view name) noexcept;

}  // namespace lunette::serve

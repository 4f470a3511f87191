#include "assets.hpp"

#include <utility>

namespace lunette::serve {

const Asset* find_asset(std::string_view name) noexcept {
  for (const Asset& asset : all_assets()) {
    if (asset.name == name) return &asset;
  }
  return nullptr;
}

std::string_view media_type(std::string_view name) noexcept {
  constexpr std::pair<std::string_view, std::string_view> types[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".json", "application/json; charset=utf-8"},
      {".svg", "image/svg+xml; charset=utf-8"},
      {".webmanifest", "application/manifest+json"},
      {".png", "image/png"},
      {".txt", "text/plain; charset=utf-8"},
  };
  for (const auto& [ending, type] : types) {
    if (name.ends_with(ending)) return type;
  }
  return "application/octet-stream";
}

}  // namespace lunette::serve

#include "lunette/compress/version.hpp"

namespace lunette {

std::string_view tool_version() noexcept {
  return LUNETTE_VERSION;
}

}  // namespace lunette

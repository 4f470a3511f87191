#pragma once

#include <string>

namespace lunette::gen {

/// The time as 2026-11-30T21:05:10Z.
std::string now_in_utc();

}  // namespace lunette::gen

#include "table_json.hpp"

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

namespace lunette::gen {
namespace {

/// JSON numbers lose bits beyond 2^53 in many readers, hence text.
std::string hexadecimal(std::uint64_t checksum) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, checksum >>= 4) *digit = digits[checksum & 0xF];
  return text;
}

Json json_of(const SideStatistics& statistics, Metric metric, Color side) {
  Json json;
  json["side"] = side == Color::white ? "white" : "black";
  if (metric == Metric::wdl) {
    for (int value = static_cast<int>(Wdl::win); value >= static_cast<int>(Wdl::loss); --value) {
      const Wdl wdl = static_cast<Wdl>(value);
      json[std::string(to_string(wdl))] = statistics.counts[encode_wdl(wdl)];
    }
  } else {
    json["max_win"] = statistics.max_win < 0 ? Json() : Json(statistics.max_win);
    json["max_loss"] = statistics.max_loss < 0 ? Json() : Json(statistics.max_loss);
  }
  return json;
}

}  // namespace

double rounded_to_milliseconds(double seconds) {
  return std::round(seconds * 1e3) / 1e3;
}

Json table_json(const TableFile& file) {
  const TableHeader& header = file.header();
  Json json;
  json["material"] = header.material.name();
  json["metric"] = std::string(to_string(header.metric));
  json["entries"] = header.entries * static_cast<std::uint64_t>(header.sides);
  json["bytes"] = file.bytes();
  json["file_checksum"] = hexadecimal(file.file_checksum());
  json["value_checksum"] = hexadecimal(header.value_checksum);
  json["sides"] = Json::array();
  for (int side = 0; side < header.sides; ++side) {
    json["sides"].push_back(
        json_of(header.statistics[static_cast<std::size_t>(side)], header.metric, static_cast<Color>(side)));
  }
  return json;
}

}  // namespace lunette::gen

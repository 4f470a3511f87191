#include "verify_values.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace lunette::verification {

Codes::Codes(std::vector<ValueCode> codes) {
  const bool fit = std::all_of(codes.begin(), codes.end(),
                               [](ValueCode code) { return code <= std::numeric_limits<std::uint8_t>::max(); });
  if (!fit) {
    wide_ = std::move(codes);
    return;
  }
  narrow_.resize(codes.size());
  std::transform(codes.begin(), codes.end(), narrow_.begin(),
                 [](ValueCode code) { return static_cast<std::uint8_t>(code); });
}

void Codes::copy(Index first, std::span<ValueCode> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = (*this)[first + i];
}

Result<void> ClassValues::load(const Tablebase& tablebase, const std::vector<Metric>& metrics) {
  struct Reading {
    Metric metric;
    Color side;
    std::optional<Error> error;
  };
  std::vector<Reading> readings;
  for (const Metric metric : metrics) {
    if (has(metric)) continue;
    for (int side = 0; side < material().stored_sides(); ++side) {
      readings.push_back({metric, static_cast<Color>(side), std::nullopt});
    }
  }
  tbb::parallel_for(std::size_t{0}, readings.size(), [&](std::size_t i) {
    Reading& reading = readings[i];
    Result<std::vector<ValueCode>> values = tablebase.read_values(material(), reading.metric, reading.side);
    if (!values) {
      reading.error = std::move(values).error();
    } else if (values->size() != indexer_.size()) {
      reading.error = Error{ErrorCode::corrupt_file, material().name() + "." + std::string(to_string(reading.metric)) +
                                                         ": wrong number of values"};
    } else {
      codes_[index_of(reading.metric)][lunette::index_of(reading.side)] = Codes(*std::move(values));
    }
  });
  std::optional<Error> failure;
  for (Reading& reading : readings) {
    if (!reading.error) continue;
    drop(reading.metric);  // one side alone is as good as none
    if (!failure) failure = std::move(reading.error);
  }
  if (failure) return *std::move(failure);
  return {};
}

Result<void> LoadedClasses::load(const Tablebase& tablebase, const Material& canonical,
                                 const std::vector<Metric>& metrics) {
  std::unique_ptr<ClassValues>& values = owned_[canonical];
  if (!values) {
    values = std::make_unique<ClassValues>(tablebase.rules().board, canonical);
    by_material_[key(canonical)] = values.get();
  }
  return values->load(tablebase, metrics);
}

void LoadedClasses::drop(const Material& canonical) {
  by_material_[key(canonical)] = nullptr;
  owned_.erase(canonical);
}

void LoadedClasses::drop(const Material& canonical, Metric metric) {
  const auto found = owned_.find(canonical);
  if (found != owned_.end()) found->second->drop(metric);
}

}  // namespace lunette::verification

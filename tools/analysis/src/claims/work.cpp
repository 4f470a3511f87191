#include "work.hpp"

#include <optional>
#include <span>

namespace lunette::claims {

std::vector<CountView> Work::views() const {
  if (rules().count) return {CountView::included, CountView::ignored};
  return {CountView::ignored};
}

Result<WdlCodes> Work::read_wdl(const Material& canonical, Color side) {
  const Result<const TableFile*> file = tablebase_.table(canonical, Metric::wdl);
  if (!file) return file.error();
  const TableHeader& header = (*file)->header();
  WdlCodes codes(header.entries);
  std::vector<std::optional<Error>> failures((*file)->blocks());
  tbb::parallel_for(std::size_t{0}, failures.size(), [&](std::size_t block) {
    if (stopped()) {
      failures[block] = interrupted();
      return;
    }
    std::vector<ValueCode> values((*file)->block_size(block));
    const Result<void> read = tablebase_.read_block_values(canonical, Metric::wdl, side, block, values);
    if (!read) {
      failures[block] = read.error();
      return;
    }
    const auto first = codes.begin() + static_cast<std::ptrdiff_t>(block * header.block_entries);
    std::transform(values.begin(), values.end(), first, [](ValueCode code) { return static_cast<std::uint8_t>(code); });
    advance(canonical, "reading", values.size());
  });
  for (const std::optional<Error>& failure : failures) {
    if (failure) return *failure;
  }
  return codes;
}

Result<std::vector<ValueCode>> Work::read_dtw(const Material& canonical, Color side) const {
  return tablebase_.read_values(canonical, Metric::dtw, side);
}

void Work::advance(const Material& canonical, const std::string& detail, std::uint64_t entries) {
  if (!options_.progress) return;
  const std::lock_guard lock(progress_mutex_);
  done_ += entries;
  ProgressEvent event;
  event.material = canonical;
  event.done = std::min(done_, total_);
  event.total = total_;
  event.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  event.detail = detail;
  options_.progress(event);
}

}  // namespace lunette::claims

#include "progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "lunette/report/words.hpp"
#include "quantity.hpp"

namespace lunette::cli {
namespace {

constexpr auto bar_interval = std::chrono::milliseconds(100);
constexpr auto line_interval = std::chrono::seconds(5);

void write_stderr(const std::string& text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  static_cast<void>(std::fflush(stderr));
}

std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

double fraction(const ProgressEvent& event) {
  if (event.total == 0) return 1;
  return std::min(1.0, static_cast<double>(event.done) / static_cast<double>(event.total));
}

std::uint64_t worked(const ProgressEvent& event) {
  return event.done - std::min(event.done, event.found);
}

std::string subject_of(const ProgressEvent& event) {
  // Whole classes are skipped, and single tables worked at.
  const std::string subject =
      event.kind == ProgressEvent::Kind::skipped ? event.material.name() : table_name(event.material, event.metric);
  return event.detail.empty() ? subject : fmt::format("{}: {}", subject, event.detail);
}

/// The builder tells at the start of a class that a damaged file of it is made anew.
bool tells_of_damage(const ProgressEvent& event) {
  return event.kind == ProgressEvent::Kind::started && event.detail.find("damaged") != std::string::npos;
}

}  // namespace

std::string table_name(const Material& material, Metric metric) {
  return fmt::format("{}.{}", material.name(), to_string(metric));
}

ProgressDisplay::ProgressDisplay(Lines lines) : lines_(lines), terminal_(::isatty(STDERR_FILENO) == 1) {}

ProgressDisplay::~ProgressDisplay() {
  clear();
}

void ProgressDisplay::clear() {
  if (drawn_) write_stderr("\r\x1b[K");
  drawn_ = false;
}

void ProgressDisplay::show(const ProgressEvent& event) {
  using Kind = ProgressEvent::Kind;
  if (!begun_ && event.kind != Kind::skipped) {
    begun_ = true;
    begin_worked_ = worked(event);
    begin_seconds_ = event.seconds;
  }
  if (event.kind == Kind::finished || event.kind == Kind::skipped || tells_of_damage(event)) {
    if (lines_ == Lines::tables) print_line(event, subject_of(event));
  } else if (terminal_) {
    if (due(bar_interval)) draw_bar(event);
  } else if (event.kind == Kind::advanced && due(line_interval)) {
    const std::string pace_now = pace(event);
    print_line(event, subject_of(event) + (pace_now.empty() ? "" : ", " + pace_now));
  }
}

bool ProgressDisplay::due(Clock::duration interval) {
  const Clock::time_point now = Clock::now();
  if (now - last_ < interval) return false;
  last_ = now;
  return true;
}

std::string ProgressDisplay::pace(const ProgressEvent& event) {
  const double seconds = event.seconds - begin_seconds_;
  if (seconds <= 0 || worked(event) <= begin_worked_) return "";
  const double rate = static_cast<double>(worked(event) - begin_worked_) / seconds;
  const double left = event.total > event.done ? static_cast<double>(event.total - event.done) / rate : 0;
  return fmt::format("{} entries/s, {} left", scaled(rate), duration_in_words(left));
}

void ProgressDisplay::draw_bar(const ProgressEvent& event) {
  constexpr int cells = 24;
  const double part = fraction(event);
  const int filled = static_cast<int>(part * cells);
  std::string line = fmt::format("[{}{}] {:3.0f} %  {}  {}", std::string(static_cast<std::size_t>(filled), '#'),
                                 std::string(static_cast<std::size_t>(cells - filled), '.'), 100 * part, pace(event),
                                 subject_of(event));
  line.resize(std::min(line.size(), terminal_width() - 1));  // a wrapped line could not be taken back
  write_stderr(fmt::format("\r{}\x1b[K", line));
  drawn_ = true;
}

void ProgressDisplay::print_line(const ProgressEvent& event, const std::string& text) {
  clear();
  write_stderr(fmt::format("{:3.0f} %  {:>10}  {}\n", 100 * fraction(event), duration_in_words(event.seconds), text));
}

}  // namespace lunette::cli

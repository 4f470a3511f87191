#include "existing_files.hpp"

#include <signal.h>
#include <sys/types.h>

#include <cerrno>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "expected_header.hpp"
#include "lunette/compress/table_file.hpp"

namespace lunette::gen {
namespace {

/// The process of this machine that is named in ".<file>.<host>-<process>-<random number>.tmp", the names of
/// write_file_atomically.
std::optional<pid_t> local_writer_of(std::string_view name) {
  constexpr std::string_view ending = ".tmp";
  if (!name.starts_with('.') || !name.ends_with(ending)) return std::nullopt;
  name.remove_suffix(ending.size());
  const std::size_t dot = name.rfind('.');
  std::string_view writer = name.substr(dot + 1);
  const std::string here = this_writer();
  const std::string_view host = std::string_view(here).substr(0, here.rfind('-') + 1);
  if (dot == 0 || !writer.starts_with(host)) return std::nullopt;
  writer.remove_prefix(host.size());
  const std::size_t hyphen = writer.find('-');
  if (hyphen == std::string_view::npos) return std::nullopt;
  pid_t process = 0;
  const char* const end = writer.data() + hyphen;
  const auto [stop, error] = std::from_chars(writer.data(), end, process);
  if (error != std::errc{} || stop != end || process <= 0) return std::nullopt;
  return process;
}

bool is_running(pid_t process) {
  return ::kill(process, 0) == 0 || errno != ESRCH;
}

}  // namespace

Result<ExistingFile> inspect_file(const Ruleset& rules, const std::filesystem::path& directory, const TableId& id,
                                  Inspection inspection) {
  const auto path = table_path(directory, rules.name, id.material, id.metric);
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) return ExistingFile{};
  if (error) return Error{ErrorCode::io_error, path.string() + ": " + error.message()};

  const auto damaged = [](Error fault) -> Result<ExistingFile> {
    if (fault.code != ErrorCode::corrupt_file) return fault;
    return ExistingFile{ExistingFile::State::damaged, 0, std::move(fault.message)};
  };
  auto file = TableFile::open(path);
  if (!file) return damaged(std::move(file).error());
  if (auto identity = check_identity(*file, rules, id); !identity) return std::move(identity).error();
  if (inspection == Inspection::whole) {
    if (auto sound = file->verify(); !sound) return damaged(std::move(sound).error());
  }
  return ExistingFile{ExistingFile::State::valid, file->bytes(), {}};
}

void remove_stale_temporaries(const std::filesystem::path& directory, const Ruleset& rules) {
  std::error_code error;
  std::vector<std::filesystem::path> stale;
  for (std::filesystem::directory_iterator it(directory / rules.name, error), end; !error && it != end;
       it.increment(error)) {
    const auto writer = local_writer_of(it->path().filename().string());
    if (writer && !is_running(*writer)) stale.push_back(it->path());
  }
  for (const auto& path : stale) std::filesystem::remove(path, error);
}

}  // namespace lunette::gen

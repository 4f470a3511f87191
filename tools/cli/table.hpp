#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lunette::cli {

/// Rows of text in aligned columns, two spaces apart, under a heading. Lines have no spaces at their end.
class TextTable {
 public:
  enum class Align : unsigned char { left, right };
  struct Column {
    std::string heading;
    Align align = Align::left;
  };

  explicit TextTable(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell for each column.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  bool empty() const { return rows_.empty(); }
  std::string text() const;
  /// The same as a table of Markdown (GitHub's).
  std::string markdown() const;

 private:
  std::vector<std::size_t> widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Words of a paragraph in lines of at most 100 characters, each ended by a newline.
std::string wrapped(std::string_view paragraph);

}  // namespace lunette::cli

#include "table.hpp"

#include <algorithm>

namespace lunette::cli {
namespace {

void append_cell(std::string& line, std::string_view cell, std::size_t width, TextTable::Align align) {
  const std::string padding(width - cell.size(), ' ');
  if (align == TextTable::Align::right) line += padding;
  line += cell;
  if (align == TextTable::Align::left) line += padding;
}

void end_line(std::string& text, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  text += line + '\n';
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += ' ' + cell + " |";
  return line + '\n';
}

}  // namespace

std::vector<std::size_t> TextTable::widths() const {
  std::vector<std::size_t> widths;
  for (const Column& column : columns_) widths.push_back(column.heading.size());
  for (const std::vector<std::string>& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  return widths;
}

std::string TextTable::text() const {
  const std::vector<std::size_t> width = widths();
  std::string text;
  std::string heading;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i > 0) heading += "  ";
    append_cell(heading, columns_[i].heading, width[i], columns_[i].align);
  }
  end_line(text, heading);
  for (const std::vector<std::string>& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) line += "  ";
      append_cell(line, row[i], width[i], columns_[i].align);
    }
    end_line(text, line);
  }
  return text;
}

std::string TextTable::markdown() const {
  std::vector<std::string> headings;
  std::vector<std::string> rules;
  for (const Column& column : columns_) {
    headings.push_back(column.heading);
    rules.emplace_back(column.align == Align::right ? "---:" : "---");
  }
  std::string text = markdown_row(headings) + markdown_row(rules);
  for (const std::vector<std::string>& row : rows_) text += markdown_row(row);
  return text;
}

std::string wrapped(std::string_view paragraph) {
  constexpr std::size_t width = 100;
  std::string text;
  while (paragraph.size() > width) {
    const std::size_t space = paragraph.rfind(' ', width);
    if (space == std::string_view::npos) break;
    text.append(paragraph.substr(0, space)).append("\n");
    paragraph.remove_prefix(space + 1);
  }
  return text.append(paragraph).append("\n");
}

}  // namespace lunette::cli

#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace table {

using Row = std::vector<std::string>;

/// The rows below the heading of a tab-separated file in tests/data. A missing file must fail the test.
inline std::vector<Row> rows(const std::string& name) {
  std::ifstream file(std::string(LUNETTE_TEST_DATA) + "/" + name);
  if (!file) throw std::runtime_error("cannot read " + name);
  std::vector<Row> all;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    Row row;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, '\t');) row.push_back(field);
    if (!row.empty()) all.push_back(row);
  }
  return all;
}

}  // namespace table

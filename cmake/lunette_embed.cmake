# cmake -DOUTPUT=FILE -DFILES=a;b -P lunette_embed.cmake: the bytes of files as C++, for a program that is complete without
# them. They go by their names without directories.

set(arrays "")
set(entries "")
set(number 0)
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} digits HEX)
  string(LENGTH "${digits}" length)
  math(EXPR length "${length} / 2")
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${digits}")
  string(APPEND arrays "constexpr char file_${number}[] = \"${bytes}\";\n")
  string(APPEND entries "    {\"${name}\", {file_${number}, ${length}}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Made by cmake/lunette_embed.cmake.
#include \"assets.hpp\"

namespace lunette::serve {
namespace {

${arrays}
constexpr Asset assets[] = {
${entries}};

}  // namespace

std::span<const Asset> all_assets() noexcept {
  return assets;
}

}  // namespace lunette::serve
")

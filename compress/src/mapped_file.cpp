#include "mapped_file.hpp"

#include "io_error.hpp"

namespace lunette {

Result<MappedFile> MappedFile::open(const std::filesystem::path& path) {
  Mapping mapping;
  if (const MappingFault fault = map_file(path, mapping); fault.action != nullptr) {
    return io_error(path, fault.action, fault.error);
  }
  return MappedFile(mapping);
}

MappedFile::~MappedFile() {
  unmap(mapping_);
}

}  // namespace lunette

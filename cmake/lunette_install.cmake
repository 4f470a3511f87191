# cmake --install: the floors that engines link, as the CMake package `lunette`; where they are built, the same in one
# library with the C ABI and the egdb_intl drop-in, with a pkg-config file, and the program.

include(CMakePackageConfigHelpers)

set(LUNETTE_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/lunette)
set(exported_floors rules index compress probe)

foreach(floor IN LISTS exported_floors)
  install(TARGETS lunette_${floor} EXPORT lunette-targets COMPONENT development)
  install(DIRECTORY ${floor}/include/ TYPE INCLUDE COMPONENT development)
endforeach()
if(LUNETTE_BUILD_BINDINGS)
  # Where libraries come along in an archive (lunette_packages.cmake), wherever that is unpacked.
  set_target_properties(lunette_shared PROPERTIES INSTALL_RPATH "$ORIGIN/lunette")
  install(TARGETS lunette_shared lunette_static lunette_egdb EXPORT lunette-targets
    RUNTIME COMPONENT library
    LIBRARY COMPONENT library NAMELINK_COMPONENT development
    ARCHIVE COMPONENT development)
  install(DIRECTORY probe/c/include/ probe/egdb/include/ TYPE INCLUDE COMPONENT development)

  set(LUNETTE_INSTALL_PKGCONFIGDIR ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH prefix_from_pkgconfig /prefix/${LUNETTE_INSTALL_PKGCONFIGDIR} /prefix)
  string(REGEX REPLACE "/$" "" prefix_from_pkgconfig ${prefix_from_pkgconfig})
  configure_file(cmake/lunette.pc.in ${PROJECT_BINARY_DIR}/lunette.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/lunette.pc DESTINATION ${LUNETTE_INSTALL_PKGCONFIGDIR} COMPONENT development)
endif()
install(EXPORT lunette-targets NAMESPACE lunette:: DESTINATION ${LUNETTE_INSTALL_CMAKEDIR} COMPONENT development)

configure_package_config_file(cmake/lunette-config.cmake.in ${PROJECT_BINARY_DIR}/lunette-config.cmake
  INSTALL_DESTINATION ${LUNETTE_INSTALL_CMAKEDIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lunette-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lunette-config.cmake ${PROJECT_BINARY_DIR}/lunette-config-version.cmake
  DESTINATION ${LUNETTE_INSTALL_CMAKEDIR} COMPONENT development)

if(TARGET lunette_cli)
  if(CMAKE_CROSSCOMPILING)
    install(TARGETS lunette_cli COMPONENT program)
  else()
    file(RELATIVE_PATH bundle_from_program /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${CMAKE_INSTALL_LIBDIR}/lunette)
    set_target_properties(lunette_cli PROPERTIES INSTALL_RPATH "$ORIGIN/${bundle_from_program}")
    install(TARGETS lunette_cli RUNTIME_DEPENDENCY_SET program_libraries COMPONENT program)
  endif()
  include(cmake/lunette_documents.cmake)
endif()
# Packages are this machine's: what dpkg says of processor and dependencies is true of its own alone.
if(TARGET lunette_cli AND TARGET lunette_shared AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CROSSCOMPILING)
  include(cmake/lunette_packages.cmake)
endif()

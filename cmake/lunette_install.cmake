# cmake --install: the floors that engines link, as the CMake package `lunette`; where they are built, the same in one
# library with the C ABI and the egdb_intl drop-in, with a pkg-config file, and the program.

include(CMakePackageConfigHelpers)

set(LUNETTE_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/lunette)
set(exported_floors rules index compress probe)

foreach(floor IN LISTS exported_floors)
  install(TARGETS lunette_${floor} EXPORT lunette-targets)
  install(DIRECTORY ${floor}/include/ TYPE INCLUDE)
endforeach()
if(LUNETTE_BUILD_BINDINGS)
  install(TARGETS lunette_shared lunette_static lunette_egdb EXPORT lunette-targets)
  install(DIRECTORY probe/c/include/ probe/egdb/include/ TYPE INCLUDE)

  set(LUNETTE_INSTALL_PKGCONFIGDIR ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  file(RELATIVE_PATH prefix_from_pkgconfig /prefix/${LUNETTE_INSTALL_PKGCONFIGDIR} /prefix)
  string(REGEX REPLACE "/$" "" prefix_from_pkgconfig ${prefix_from_pkgconfig})
  configure_file(cmake/lunette.pc.in ${PROJECT_BINARY_DIR}/lunette.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/lunette.pc DESTINATION ${LUNETTE_INSTALL_PKGCONFIGDIR})
endif()
install(EXPORT lunette-targets NAMESPACE lunette:: DESTINATION ${LUNETTE_INSTALL_CMAKEDIR})

configure_package_config_file(cmake/lunette-config.cmake.in ${PROJECT_BINARY_DIR}/lunette-config.cmake
  INSTALL_DESTINATION ${LUNETTE_INSTALL_CMAKEDIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lunette-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lunette-config.cmake ${PROJECT_BINARY_DIR}/lunette-config-version.cmake
  DESTINATION ${LUNETTE_INSTALL_CMAKEDIR})

if(TARGET lunette_cli)
  install(TARGETS lunette_cli)
endif()

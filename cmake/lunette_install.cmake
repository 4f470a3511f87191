# cmake --install: the floors that engines link, as the package `lunette`, and the program where it is built.

include(CMakePackageConfigHelpers)

set(LUNETTE_INSTALL_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/lunette)
set(exported_floors rules index compress probe)

foreach(floor IN LISTS exported_floors)
  install(TARGETS lunette_${floor} EXPORT lunette-targets)
  install(DIRECTORY ${floor}/include/ TYPE INCLUDE)
endforeach()
install(EXPORT lunette-targets NAMESPACE lunette:: DESTINATION ${LUNETTE_INSTALL_CMAKEDIR})

configure_package_config_file(cmake/lunette-config.cmake.in ${PROJECT_BINARY_DIR}/lunette-config.cmake
  INSTALL_DESTINATION ${LUNETTE_INSTALL_CMAKEDIR})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lunette-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lunette-config.cmake ${PROJECT_BINARY_DIR}/lunette-config-version.cmake
  DESTINATION ${LUNETTE_INSTALL_CMAKEDIR})

if(TARGET lunette_cli)
  install(TARGETS lunette_cli)
endif()

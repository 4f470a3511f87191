# cpack: Debian packages of the program, the shared library and what is needed to link it, and one archive with all of
# them and the libraries that they need. `cmake --workflow --preset package` makes them.

set(maintainer "Lunette developers <developers@lunette.invalid>")  # no address has been published
set(debian_revision 1)
set(debian_version ${PROJECT_VERSION}-${debian_revision})
get_target_property(library_version lunette_shared SOVERSION)
set(package_of_program lunette)
set(package_of_library liblunette${library_version})
set(package_of_development liblunette-dev)

# What Debian wants beside the files of a package, under the package's name; no part of `cmake --install`.
set(licence_texts)
foreach(name LICENSE LICENSE.txt LICENSE.md COPYING)
  if(EXISTS ${PROJECT_SOURCE_DIR}/${name})
    list(APPEND licence_texts ${PROJECT_SOURCE_DIR}/${name})
  endif()
endforeach()
add_custom_command(
  OUTPUT ${documents}/copyright ${documents}/changelog.Debian.gz
  COMMAND ${Python3_EXECUTABLE} -B ${generator}/debian_documents.py ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${debian_version}
          ${maintainer} ${documents} ${licence_texts}
  DEPENDS ${documents}/changelog.gz ${generator}/debian_documents.py ${licence_texts}
  COMMENT "Copyright and change log for Debian packages"
  VERBATIM)
add_custom_target(lunette_debian_documents ALL DEPENDS ${documents}/copyright)
foreach(component program library development)
  install(FILES ${documents}/copyright ${documents}/changelog.Debian.gz ${documents}/changelog.gz
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package_of_${component}} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

# The archive's program finds the libraries that it was linked with beside itself, with their copyright notices. Made on
# another system than Debian, it needs that system's.
set(archive_components "${PROJECT_BINARY_DIR};lunette;ALL;/")
if(EXISTS /etc/debian_version)
  set(bundle ${CMAKE_INSTALL_LIBDIR}/lunette)
  install(RUNTIME_DEPENDENCY_SET program_libraries
    PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|gcc_s|stdc\\+\\+)\\.so"
    LIBRARY DESTINATION ${bundle} COMPONENT bundle EXCLUDE_FROM_ALL)
  foreach(name libtbb libfmt libzstd libxxhash)
    file(GLOB notice /usr/share/doc/${name}[0-9]*/copyright)
    install(FILES ${notice} DESTINATION ${CMAKE_INSTALL_DOCDIR}/bundled RENAME ${name}.copyright
      COMPONENT bundle EXCLUDE_FROM_ALL)
  endforeach()
  string(APPEND archive_components ";${PROJECT_BINARY_DIR};lunette;bundle;/")
endif()
configure_file(cmake/lunette_cpack.cmake.in ${PROJECT_BINARY_DIR}/lunette_cpack.cmake @ONLY)

set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_BINARY_DIR}/lunette_cpack.cmake)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME lunette)
set(CPACK_SYSTEM_NAME ${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_VENDOR "Lunette developers")
set(CPACK_PACKAGE_CONTACT ${maintainer})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL program library development)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(about "Lunette builds endgame tablebases for the draughts family with flying kings
(10x10 international draughts, the 8x8 Polish games, Brazilian, pool, Russian
and others), and answers positions from them: won, drawn or lost, with the
distance to the end, captures and draw rules included.")
# description(<component> <synopsis> <text>)
function(description component synopsis text)
  set(CPACK_DEBIAN_${component}_DESCRIPTION "${synopsis}\n${about}\n\n${text}" PARENT_SCOPE)
endfunction()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SOURCE lunette)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${maintainer})
set(CPACK_DEBIAN_PACKAGE_RELEASE ${debian_revision})
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
foreach(component program library development)
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package_of_${component}})
endforeach()

set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
description(PROGRAM "endgame tablebases for draughts with flying kings" "This package has the program.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
description(LIBRARY "endgame tablebases for draughts: shared library"
"This package has the probing library: C++ API, C ABI, and a drop-in for
programs that were written for egdb_intl.")
# dpkg runs ldconfig once for all packages. cpack would run it in scripts of its own, unless it is told of others: these
# do not exist, which it says and leaves it at that.
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA
  ${PROJECT_SOURCE_DIR}/packaging/triggers ${PROJECT_BINARY_DIR}/none/postinst ${PROJECT_BINARY_DIR}/none/postrm)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
# Their pkg-config files and, of static libraries, they themselves are part of linking.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${package_of_library} (= ${debian_version}), libzstd-dev, libxxhash-dev")
description(DEVELOPMENT "endgame tablebases for draughts: development files"
"This package has headers, static libraries, a CMake package and a pkg-config
file.")

include(CPack)

# liblunette.so and liblunette.a: the floors that engines link, the C ABI and the egdb_intl drop-in in one file each. They
# are made of the objects of the floors' own libraries, nothing is compiled again.

set(bundled_floors rules index compress probe c egdb)
set(exported_symbols ${PROJECT_SOURCE_DIR}/cmake/exported_symbols.map)

function(lunette_bundle target kind export_name)
  list(TRANSFORM bundled_floors REPLACE "(.+)" "$<TARGET_OBJECTS:lunette_\\1>" OUTPUT_VARIABLE objects)
  add_library(${target} ${kind} ${objects})
  add_library(lunette::${export_name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME lunette
    EXPORT_NAME ${export_name}
    LINKER_LANGUAGE CXX)
  target_link_libraries(${target} PRIVATE PkgConfig::zstd PkgConfig::xxhash Threads::Threads)
  foreach(floor IN LISTS bundled_floors)
    get_target_property(directory lunette_${floor} SOURCE_DIR)
    target_include_directories(${target} INTERFACE $<BUILD_INTERFACE:${directory}/include>)
  endforeach()
  target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endfunction()

lunette_bundle(lunette_static STATIC static)
lunette_bundle(lunette_shared SHARED lunette)

# Below 1.0 a minor version may change the C++ API.
set_target_properties(lunette_shared PROPERTIES
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
if(LUNETTE_SANITIZE)
  target_link_options(lunette_shared PUBLIC -fsanitize=${LUNETTE_SANITIZE})
elseif(NOT WIN32)
  target_link_options(lunette_shared PRIVATE -Wl,--no-undefined)
endif()
if(WIN32)
  # A DLL shows what is marked, and nothing of what it is linked with.
  target_compile_definitions(lunette_shared INTERFACE LUNETTE_SHARED)
  set_target_properties(lunette_shared PROPERTIES PREFIX "" IMPORT_PREFIX "lib")
else()
  set_target_properties(lunette_shared PROPERTIES LINK_DEPENDS ${exported_symbols})
  target_link_options(lunette_shared PRIVATE -Wl,--version-script=${exported_symbols})
endif()

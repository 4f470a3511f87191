# One floor of the house: lunette_<floor>, with the warnings and sanitizers of the build.

function(lunette_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
  if(LUNETTE_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(LUNETTE_BUILD_FUZZERS)
    target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
  endif()
  if(LUNETTE_SANITIZE AND NOT target IN_LIST LUNETTE_SANITIZE_EXCEPT)
    target_compile_options(${target} PRIVATE -fsanitize=${LUNETTE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${LUNETTE_SANITIZE})
  endif()
endfunction()

# lunette_cold_code(<target> <header>...): a target whose time nobody waits for is compiled quickly instead: little
# optimisation, and the headers it includes everywhere precompiled.
function(lunette_cold_code target)
  # At -O1 GCC 12 follows sizes half-way, and warns of std::string's own copies.
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds;-Wno-restrict;-Wno-stringop-overflow>)
  if(ARGN)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# lunette_idle_code(<target>): one that does next to nothing itself, such as a test that starts programs; not optimised in
# any configuration, because that is most of what compiling it takes.
function(lunette_idle_code target)
  target_compile_options(${target} PRIVATE -O0)
endfunction()

# lunette_library(<floor> SOURCES ... LINK_PUBLIC ... LINK_PRIVATE ...)
function(lunette_library floor)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK_PUBLIC;LINK_PRIVATE" ${ARGN})
  set(target lunette_${floor})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(lunette::${floor} ALIAS ${target})
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${floor}
    POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${target} PUBLIC ${ARG_LINK_PUBLIC} PRIVATE ${ARG_LINK_PRIVATE})
  target_compile_definitions(${target} PRIVATE LUNETTE_BUILDING)
  lunette_compile_options(${target})
endfunction()

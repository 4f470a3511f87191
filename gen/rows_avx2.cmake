# The row solver once more, for x86-64 processors with POPCNT, BMI and AVX2, chosen at run time (rows/dispatch.cpp).
#
# Its objects hold copies of inline functions and templates under the names that other objects have them, and the linker
# keeps any one of these: a copy with AVX2 instructions could end up in a program that runs without. So they are linked
# into one object first, of which the entry alone stays visible.

if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" OR NOT CMAKE_EXECUTABLE_FORMAT STREQUAL "ELF" OR LUNETTE_SANITIZE
   OR NOT CMAKE_OBJCOPY)
  return()
endif()

add_library(lunette_rows_avx2 OBJECT ${rows_sources})
set_target_properties(lunette_rows_avx2 PROPERTIES POSITION_INDEPENDENT_CODE ON INTERPROCEDURAL_OPTIMIZATION OFF)
target_include_directories(lunette_rows_avx2 PRIVATE src include)
target_link_libraries(lunette_rows_avx2 PRIVATE lunette::probe TBB::tbb)
target_compile_options(lunette_rows_avx2 PRIVATE -mpopcnt -mbmi -mbmi2 -mavx2 -fno-lto
  $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)  # unique symbols would stay visible
target_compile_definitions(lunette_rows_avx2 PRIVATE LUNETTE_ROWS_ENTRY=solve_for_avx2)
lunette_compile_options(lunette_rows_avx2)

set(whole ${CMAKE_CURRENT_BINARY_DIR}/rows_avx2_whole.o)
set(rows_avx2_object ${CMAKE_CURRENT_BINARY_DIR}/rows_avx2.o)
add_custom_command(OUTPUT ${rows_avx2_object}
  COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${whole} $<TARGET_OBJECTS:lunette_rows_avx2>
  COMMAND ${CMAKE_OBJCOPY} --wildcard "--keep-global-symbol=*solve_for_avx2*" ${whole} ${rows_avx2_object}
  DEPENDS lunette_rows_avx2 $<TARGET_OBJECTS:lunette_rows_avx2>
  COMMENT "Linking the row solver for AVX2"
  COMMAND_EXPAND_LISTS VERBATIM)
set_source_files_properties(${rows_avx2_object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
target_sources(lunette_gen PRIVATE ${rows_avx2_object})
set_source_files_properties(src/rows/dispatch.cpp PROPERTIES COMPILE_DEFINITIONS LUNETTE_ROWS_AVX2)

# Strangers' programs built against the installed package, answering from tables that the program made.

if(NOT LUNETTE_BUILD_BINDINGS)
  return()
endif()

set(prefix ${CMAKE_CURRENT_BINARY_DIR}/installation/prefix)
set(tables ${CMAKE_CURRENT_BINARY_DIR}/installation/tables)
set(consumer ${CMAKE_CURRENT_BINARY_DIR}/installation/consumer)

add_test(NAME "installation: cmake --install"
  COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${prefix})
set_tests_properties("installation: cmake --install" PROPERTIES FIXTURES_SETUP lunette_installed)

set(consumer_options -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
  -DCMAKE_C_COMPILER=${CMAKE_C_COMPILER} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER})
if(CMAKE_TOOLCHAIN_FILE)
  list(APPEND consumer_options -DCMAKE_TOOLCHAIN_FILE=${CMAKE_TOOLCHAIN_FILE})
endif()
add_test(NAME "installation: the consumers build"
  COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test ${CMAKE_CURRENT_SOURCE_DIR}/consumer ${consumer}
          --build-generator ${CMAKE_GENERATOR} --build-options ${consumer_options})
set_tests_properties("installation: the consumers build" PROPERTIES
  FIXTURES_REQUIRED lunette_installed FIXTURES_SETUP lunette_consumer)

# CMake puts the emulator of a cross build before targets only. The program for Kingsrow's databases runs on another
# ruleset's tables, and in tests of its own (tests/probe/egdb.cpp).
foreach(program consumer consumer_c)
  add_test(NAME "installation: ${program} refuses a missing table"
    COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${consumer}/${program}${CMAKE_EXECUTABLE_SUFFIX} pool ${consumer} "W:W8:BK29")
  set_tests_properties("installation: ${program} refuses a missing table" PROPERTIES
    FIXTURES_REQUIRED lunette_consumer PASS_REGULAR_EXPRESSION "missing_table: .*KvM"
    ENVIRONMENT "WINEPATH=${prefix}/bin")  # where Windows finds lunette.dll
endforeach()

add_test(NAME "installation: an embedding project gets lunette::probe alone"
  COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_SOURCE_DIR}/embedder -B ${CMAKE_CURRENT_BINARY_DIR}/installation/embedder
          -G ${CMAKE_GENERATOR} -DLUNETTE_SOURCE=${PROJECT_SOURCE_DIR} ${consumer_options})

if(TARGET lunette_cli)
  add_test(NAME "installation: the program builds tables"
    COMMAND lunette_cli build --rules pool --pieces 2 --metrics wdl,dtc,dtw --tables ${tables})
  add_test(NAME "installation: the program builds tables for the drop-in"
    COMMAND lunette_cli build --rules international --pieces 2 --tables ${tables})
  set_tests_properties("installation: the program builds tables" "installation: the program builds tables for the drop-in"
    PROPERTIES FIXTURES_SETUP lunette_tables)
  # tests/data/values.tsv: won in 3 plies.
  set(answer "^win, dtc 1, dtw 3\n8-[34] +leaves loss, dtc [0-9]+, dtw 2\n")
  foreach(program consumer consumer_c)
    add_test(NAME "installation: ${program} answers"
      COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${consumer}/${program} pool ${tables} "W:W8:BK29")
    set_tests_properties("installation: ${program} answers" PROPERTIES
      FIXTURES_REQUIRED "lunette_consumer;lunette_tables" PASS_REGULAR_EXPRESSION ${answer})
  endforeach()
  add_test(NAME "installation: a program for Kingsrow's databases answers"
    COMMAND ${CMAKE_CROSSCOMPILING_EMULATOR} ${consumer}/consumer_egdb ${tables})
  set_tests_properties("installation: a program for Kingsrow's databases answers" PROPERTIES
    FIXTURES_REQUIRED "lunette_consumer;lunette_tables"
    PASS_REGULAR_EXPRESSION "^pieces 2, black to move win, white to move loss")

  # Those builds bring their own flags and libraries, which pkg-config knows nothing of.
  if(TARGET lunette_shared AND NOT CMAKE_CROSSCOMPILING AND NOT LUNETTE_SANITIZE)
    foreach(linkage shared static)
      add_test(NAME "installation: C and C++ by pkg-config, ${linkage}"
        COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/pkg_config.py ${prefix} ${linkage}
                ${CMAKE_C_COMPILER} ${CMAKE_CXX_COMPILER} ${CMAKE_CURRENT_SOURCE_DIR}/consumer ${tables})
      set_tests_properties("installation: C and C++ by pkg-config, ${linkage}" PROPERTIES
        FIXTURES_REQUIRED "lunette_installed;lunette_tables" SKIP_RETURN_CODE 77)
    endforeach()
  endif()
endif()

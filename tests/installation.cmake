# A stranger's program built against the installed package, answering from tables that the program made.

set(prefix ${CMAKE_CURRENT_BINARY_DIR}/installation/prefix)
set(tables ${CMAKE_CURRENT_BINARY_DIR}/installation/tables)
set(consumer ${CMAKE_CURRENT_BINARY_DIR}/installation/consumer)

add_test(NAME "installation: cmake --install"
  COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${prefix})
set_tests_properties("installation: cmake --install" PROPERTIES FIXTURES_SETUP lunette_installed)

set(consumer_options -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
  -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER})
if(CMAKE_TOOLCHAIN_FILE)
  list(APPEND consumer_options -DCMAKE_TOOLCHAIN_FILE=${CMAKE_TOOLCHAIN_FILE})
endif()
add_test(NAME "installation: the consumer builds"
  COMMAND ${CMAKE_CTEST_COMMAND} --build-and-test ${CMAKE_CURRENT_SOURCE_DIR}/consumer ${consumer}
          --build-generator ${CMAKE_GENERATOR} --build-options ${consumer_options})
set_tests_properties("installation: the consumer builds" PROPERTIES
  FIXTURES_REQUIRED lunette_installed FIXTURES_SETUP lunette_consumer)

# CMake puts the emulator of a cross build before targets only.
set(run_consumer ${CMAKE_CROSSCOMPILING_EMULATOR} ${consumer}/consumer)

add_test(NAME "installation: the consumer refuses a missing table"
  COMMAND ${run_consumer} pool ${consumer} "W:W8:BK29")
set_tests_properties("installation: the consumer refuses a missing table" PROPERTIES
  FIXTURES_REQUIRED lunette_consumer PASS_REGULAR_EXPRESSION "missing_table: .*KvM")

if(TARGET lunette_cli)
  add_test(NAME "installation: the program builds tables"
    COMMAND lunette_cli build --rules pool --pieces 2 --metrics wdl,dtc,dtw --tables ${tables})
  set_tests_properties("installation: the program builds tables" PROPERTIES FIXTURES_SETUP lunette_tables)
  # tests/data/values.tsv: won in 3 plies.
  add_test(NAME "installation: the consumer answers"
    COMMAND ${run_consumer} pool ${tables} "W:W8:BK29")
  set_tests_properties("installation: the consumer answers" PROPERTIES
    FIXTURES_REQUIRED "lunette_consumer;lunette_tables" PASS_REGULAR_EXPRESSION "^win in 3 plies, best 8-[34]")
endif()

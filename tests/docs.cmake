# The documents held to the tree (docs.py says how).

set(documents_check ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/docs.py ${PROJECT_SOURCE_DIR})

add_test(NAME "docs: links lead to something" COMMAND ${documents_check} links)
if(TARGET lunette_cli)
  add_test(NAME "docs: command lines are ones that the program takes"
    COMMAND ${documents_check} commands ${LUNETTE_TEST_PROGRAM})
endif()

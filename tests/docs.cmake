# The documents held to the tree (docs.py says how).

set(documents_check ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/docs.py ${PROJECT_SOURCE_DIR})

add_test(NAME "docs: links lead to something" COMMAND ${documents_check} links)
add_test(NAME "docs: sizes and schedules of clusters are calculated right"
  COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/cluster_schedule.py ${PROJECT_SOURCE_DIR})
if(TARGET lunette_cli)
  add_test(NAME "docs: command lines are ones that the program takes"
    COMMAND ${documents_check} commands ${LUNETTE_TEST_PROGRAM})
endif()

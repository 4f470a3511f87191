# Man pages and completion say what the program says, and its version is said once (documents.py, house.py).

add_test(NAME "documents: the version is said once" COMMAND ${house} version)
if(TARGET lunette_cli)
  string(REPLACE "." "\\." version ${PROJECT_VERSION})
  add_test(NAME "documents: the program has the project's version" COMMAND lunette_cli --version)
  set_tests_properties("documents: the program has the project's version" PROPERTIES
    PASS_REGULAR_EXPRESSION "^lunette ${version}\n$")
endif()
if(TARGET lunette_documents)
  foreach(check manual bash zsh fish)
    add_test(NAME "documents: ${check}"
      COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_SOURCE_DIR}/documents.py ${check} ${documents} ${documents_program})
    set_tests_properties("documents: ${check}" PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
endif()

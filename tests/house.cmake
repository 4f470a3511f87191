# The rules of the house as tests (house.py says which).

find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(house ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/house.py ${PROJECT_SOURCE_DIR})

add_test(NAME "house: no floor includes one above it" COMMAND ${house} layers)
add_test(NAME "house: rulesets are told apart by their traits alone" COMMAND ${house} rulesets)
add_test(NAME "house: the README shows the consumer's program" COMMAND ${house} readme)
# Sanitizers bring calls of their own.
if(NOT LUNETTE_SANITIZE)
  set(libraries $<TARGET_FILE:lunette_rules> $<TARGET_FILE:lunette_index> $<TARGET_FILE:lunette_compress>
    $<TARGET_FILE:lunette_probe> $<TARGET_FILE:lunette_c> $<TARGET_FILE:lunette_egdb>)
  # What a DLL shows is no list of dynamic symbols.
  if(TARGET lunette_shared AND NOT WIN32)
    list(APPEND libraries $<TARGET_FILE:lunette_shared>)
    add_test(NAME "house: liblunette shows what is marked and nothing else"
      COMMAND ${house} exports ${CMAKE_NM} $<TARGET_FILE:lunette_shared>)
  endif()
  add_test(NAME "house: libraries never print or exit" COMMAND ${house} symbols ${CMAKE_NM} ${libraries})
endif()

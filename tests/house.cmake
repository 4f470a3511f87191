# The rules of the house as tests (house.py says which).

find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(house ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/house.py ${PROJECT_SOURCE_DIR})

add_test(NAME "house: no floor includes one above it" COMMAND ${house} layers)
add_test(NAME "house: rulesets are told apart by their traits alone" COMMAND ${house} rulesets)
add_test(NAME "house: the README shows the consumer's program" COMMAND ${house} readme)
# Sanitizers bring calls of their own.
if(NOT LUNETTE_SANITIZE)
  add_test(NAME "house: library floors never print or exit"
    COMMAND ${house} symbols ${CMAKE_NM} $<TARGET_FILE:lunette_rules> $<TARGET_FILE:lunette_index>
            $<TARGET_FILE:lunette_compress> $<TARGET_FILE:lunette_probe>)
endif()

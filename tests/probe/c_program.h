#ifndef LUNETTE_TESTS_C_PROGRAM_H
#define LUNETTE_TESTS_C_PROGRAM_H

#ifdef __cplusplus
extern "C" {
#endif

/* Asks brazilian tables to 3 pieces. Null if all is as expected, otherwise what is not. */
const char* c_program(const char* directory);

#ifdef __cplusplus
}
#endif

#endif

# lunette.h has the comments of C; Doxygen reads those that begin with two stars. Headings of sections stay as they are.
1s|^/\* |/** @file\n * |
/^\/\* ----/b
s|^/\* |/** |
s|\([^[:space:]].*\) /\* |\1 /**< |
s|^\([[:space:]][[:space:]]*\)/\* |\1/** |

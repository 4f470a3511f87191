#include "lunette/compress/value.hpp"

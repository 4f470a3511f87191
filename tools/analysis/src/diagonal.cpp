#include "lunette/gen/builder.hpp"

#include "lunette/gen/verify.hpp"

#include "lunette/probe/count.hpp"

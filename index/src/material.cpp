#include "lunette/index/material.hpp"

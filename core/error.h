// The one exception type of the project. Any thread.
#pragma once

#include <stdexcept>
#include <string>

namespace core {

// Something cannot go on. The message is for the person in front of the program: what failed, on
// what, and what to try, as in "Cannot open runs.db: the disk is full. Free some space and try
// again."
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// A mistake in what a person entered: data, not an exception. `field` is a dotted path into the
// config, such as "optimizer.lr"; a warning does not keep a run from starting.
struct Problem {
    std::string field;
    std::string message;
    bool isWarning = false;
};

} // namespace core

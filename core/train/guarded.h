// Says where an error happened. Any thread.
#pragma once

#include <exception>
#include <string>

#include <c10/util/Exception.h>

#include "core/error.h"

namespace core {

// An error that says where it happened; an outer guard has nothing to add.
class LocatedError : public Error {
public:
    using Error::Error;
};

inline std::string withPlace(const std::string& where, const std::string& what) {
    return where.empty() ? what : where + ": " + what;
}

// Runs `work`; what it throws becomes an Error "<where>: <what>". LibTorch's errors are given
// without their stack trace. `where` is a function that makes the text, called only on failure.
template <typename Where, typename Work>
decltype(auto) guarded(const Where& where, const Work& work) {
    try {
        return work();
    } catch (const LocatedError&) {
        throw;
    } catch (const c10::Error& error) {
        throw LocatedError(withPlace(where(), error.what_without_backtrace()));
    } catch (const std::exception& error) {
        throw LocatedError(withPlace(where(), error.what()));
    } catch (...) {
        throw LocatedError(withPlace(where(), "an error of an unknown kind was thrown"));
    }
}

} // namespace core

#include "core/engine/machine.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <thread>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <dlfcn.h>
#include <torch/cuda.h>
#include <torch/version.h>

#include "core/error.h"

namespace core {
namespace {

// The file that LibTorch's matrix products come from; empty: from inside LibTorch itself.
std::string blasLibrary() {
    void* library = ::dlopen("libblas.so.3", RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return {};
    Dl_info info{};
    void* product = ::dlsym(library, "sgemm_");
    const bool isFound = product && ::dladdr(product, &info) != 0 && info.dli_fname;
    ::dlclose(library);
    if (!isFound) return {};
    const std::unique_ptr<char, decltype(&std::free)> path(::realpath(info.dli_fname, nullptr),
                                                           &std::free);
    return path ? path.get() : info.dli_fname;
}

// OpenBLAS keeps threads of its own, which LibTorch does not tell of its number: on few processors
// they take turns with ours and training becomes several times slower.
void setBlasThreads(int threads) {
    void* library = ::dlopen("libblas.so.3", RTLD_LAZY | RTLD_NOLOAD);
    if (!library) return;
    using SetThreads = void (*)(int);
    if (auto set = reinterpret_cast<SetThreads>(::dlsym(library, "openblas_set_num_threads")))
        set(threads);
    ::dlclose(library);
}

bool isFast(const std::string& blas) {
    constexpr std::array kFast = {"openblas", "mkl", "blis", "atlas", "nvpl", "armpl"};
    return blas.empty() || std::any_of(kFast.begin(), kFast.end(), [&](const char* name) {
               return blas.find(name) != std::string::npos;
           });
}

int defaultThreads() {
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

} // namespace

EngineInfo engineInfo() {
    EngineInfo info;
    info.torchVersion = TORCH_VERSION;
    info.hasCuda = hasCuda();
    info.threads = defaultThreads();
    if (const std::string blas = blasLibrary(); !isFast(blas))
        info.warning = "LibTorch runs on a slow BLAS (" + blas +
                       "): large models train 30 times slower than they could. Install "
                       "libopenblas0-pthread and start the program again.";
    return info;
}

bool hasCuda() {
    return torch::cuda::is_available();
}

at::Device deviceFor(const std::string& name) {
    if (name == "cpu" || (name == "auto" && !hasCuda())) return at::kCPU;
    if (hasCuda()) return {at::kCUDA, 0};
    throw Error("run.device is cuda, but LibTorch " TORCH_VERSION
                " finds no CUDA GPU here. Choose auto or cpu");
}

int setThreads(int64_t wanted) {
    const int threads = wanted > 0 ? static_cast<int>(wanted) : defaultThreads();
    at::set_num_threads(threads);
    setBlasThreads(threads);
    return threads;
}

void seedEverything(uint64_t seed, at::Device device) {
    at::manual_seed(seed);
    if (!device.is_cuda()) return;
    at::globalContext().setDeterministicCuDNN(true);
    at::globalContext().setBenchmarkCuDNN(false);
}

} // namespace core

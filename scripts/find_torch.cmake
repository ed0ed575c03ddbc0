# Finds LibTorch and makes the target Torchdesk::Torch.
#
# LibTorch's own TorchConfig.cmake asks for a whole CUDA toolkit when the library was built with CUDA. Compiling
# against it needs none, so its headers and libraries are looked up directly: in TORCH_DIR, then CMAKE_PREFIX_PATH, then
# the system. Each may be an unpacked upstream zip or the torch folder of a Python wheel.
set(TORCH_DIR "$ENV{TORCH_DIR}" CACHE PATH "Folder of a LibTorch to use instead of the system's")

find_path(TORCH_INCLUDE_DIR torch/csrc/api/include/torch/torch.h
    HINTS ${TORCH_DIR} ${CMAKE_PREFIX_PATH} PATH_SUFFIXES include torch/include)
find_library(TORCH_torch_cpu_LIBRARY torch_cpu
    HINTS ${TORCH_DIR} ${CMAKE_PREFIX_PATH} ${TORCH_INCLUDE_DIR}/.. PATH_SUFFIXES lib torch/lib)
if(NOT TORCH_INCLUDE_DIR OR NOT TORCH_torch_cpu_LIBRARY)
    message(FATAL_ERROR "LibTorch was not found. Run ./scripts/setup, or point TORCH_DIR at an unpacked LibTorch.")
endif()
get_filename_component(TORCH_LIBRARY_DIR ${TORCH_torch_cpu_LIBRARY} DIRECTORY)
foreach(name c10 torch_cuda c10_cuda) # never mixed from two places
    find_library(TORCH_${name}_LIBRARY ${name} PATHS ${TORCH_LIBRARY_DIR} NO_DEFAULT_PATH)
endforeach()

foreach(header torch/headeronly/version.h torch/csrc/api/include/torch/version.h)
    if(NOT torchMajor AND EXISTS ${TORCH_INCLUDE_DIR}/${header})
        file(READ ${TORCH_INCLUDE_DIR}/${header} text)
        string(REGEX MATCH "TORCH_VERSION_MAJOR ([0-9]+)" _ "${text}")
        set(torchMajor ${CMAKE_MATCH_1})
        string(REGEX MATCH "TORCH_VERSION_MINOR ([0-9]+)" _ "${text}")
        set(torchMinor ${CMAKE_MATCH_1})
    endif()
endforeach()
set(TORCH_VERSION ${torchMajor}.${torchMinor})

set(torchConfig ${TORCH_LIBRARY_DIR}/../share/cmake/Torch/TorchConfig.cmake)
if(EXISTS ${torchConfig})
    file(STRINGS ${torchConfig} oldAbi REGEX "_GLIBCXX_USE_CXX11_ABI=0")
    if(oldAbi)
        message(FATAL_ERROR "LibTorch in ${TORCH_LIBRARY_DIR} was built for the old C++ ABI. "
            "Take the download named \"cxx11 ABI\", or a wheel of version 2.7 or later.")
    endif()
endif()

add_library(Torchdesk::Torch INTERFACE IMPORTED)
set_target_properties(Torchdesk::Torch PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
    "${TORCH_INCLUDE_DIR};${TORCH_INCLUDE_DIR}/torch/csrc/api/include")
target_link_libraries(Torchdesk::Torch INTERFACE ${TORCH_torch_cpu_LIBRARY} ${TORCH_c10_LIBRARY})
if(TORCH_torch_cuda_LIBRARY)
    # Nothing refers to the CUDA library by name; it registers itself when loaded, so it must be linked all the same.
    # What it needs of CUDA itself is found when the program runs.
    target_link_libraries(Torchdesk::Torch INTERFACE -Wl,--allow-shlib-undefined
        -Wl,--no-as-needed ${TORCH_torch_cuda_LIBRARY} ${TORCH_c10_cuda_LIBRARY} -Wl,--as-needed)
    set(torchCuda "with CUDA")
else()
    set(torchCuda "CPU only")
endif()
message(STATUS "LibTorch ${TORCH_VERSION} in ${TORCH_LIBRARY_DIR}, ${torchCuda}")

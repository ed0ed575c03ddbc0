# Finds LibTorch and makes the target Torchdesk::Torch.
#
# LibTorch's own TorchConfig.cmake asks for a whole CUDA toolkit when the library was built with CUDA. Compiling
# against it needs none, so its headers and libraries are looked up directly: in TORCH_DIR, then CMAKE_PREFIX_PATH, then
# the system. Each may be an unpacked upstream zip or the torch folder of a Python wheel.
set(TORCH_DIR "$ENV{TORCH_DIR}" CACHE PATH "Folder of a LibTorch to use instead of the system's")

find_path(TORCH_INCLUDE_DIR torch/csrc/api/include/torch/torch.h
    HINTS ${TORCH_DIR} ${CMAKE_PREFIX_PATH} PATH_SUFFIXES include torch/include)
foreach(name torch torch_cpu c10 torch_cuda c10_cuda)
    find_library(TORCH_${name}_LIBRARY ${name}
        HINTS ${TORCH_DIR} ${CMAKE_PREFIX_PATH} ${TORCH_INCLUDE_DIR}/.. PATH_SUFFIXES lib torch/lib)
endforeach()
if(NOT TORCH_INCLUDE_DIR OR NOT TORCH_torch_cpu_LIBRARY OR NOT TORCH_c10_LIBRARY)
    message(FATAL_ERROR "LibTorch was not found. Run ./scripts/setup, or point TORCH_DIR at an unpacked LibTorch.")
endif()

get_filename_component(TORCH_LIBRARY_DIR ${TORCH_torch_cpu_LIBRARY} DIRECTORY)
file(STRINGS ${TORCH_INCLUDE_DIR}/torch/csrc/api/include/torch/version.h torchVersionLine
    REGEX "define TORCH_VERSION(_MAJOR|_MINOR)? ")
string(REGEX REPLACE ".*VERSION_MAJOR ([0-9]+).*" "\\1" torchMajor "${torchVersionLine}")
string(REGEX REPLACE ".*VERSION_MINOR ([0-9]+).*" "\\1" torchMinor "${torchVersionLine}")
set(TORCH_VERSION ${torchMajor}.${torchMinor})

foreach(config ${TORCH_LIBRARY_DIR}/../share/cmake/Torch/TorchConfig.cmake)
    if(EXISTS ${config})
        file(STRINGS ${config} oldAbi REGEX "_GLIBCXX_USE_CXX11_ABI=0")
        if(oldAbi)
            message(FATAL_ERROR "LibTorch in ${TORCH_LIBRARY_DIR} was built for the old C++ ABI. "
                "Take the download named \"cxx11 ABI\", or a wheel of version 2.6 or later.")
        endif()
    endif()
endforeach()

add_library(Torchdesk::Torch INTERFACE IMPORTED)
set_target_properties(Torchdesk::Torch PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
    "${TORCH_INCLUDE_DIR};${TORCH_INCLUDE_DIR}/torch/csrc/api/include")
target_link_libraries(Torchdesk::Torch INTERFACE ${TORCH_torch_cpu_LIBRARY} ${TORCH_c10_LIBRARY})
if(TORCH_torch_cuda_LIBRARY)
    # Nothing refers to the CUDA library by name; it registers itself when loaded, so it must be linked all the same.
    target_link_libraries(Torchdesk::Torch INTERFACE
        -Wl,--no-as-needed ${TORCH_torch_cuda_LIBRARY} ${TORCH_c10_cuda_LIBRARY} -Wl,--as-needed)
    set(torchCuda "with CUDA")
else()
    set(torchCuda "CPU only")
endif()
message(STATUS "LibTorch ${TORCH_VERSION} in ${TORCH_LIBRARY_DIR}, ${torchCuda}")

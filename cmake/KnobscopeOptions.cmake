# What this build contains. Each option is ON where its package is found; the programs say in
# `devices` what they were built without.
find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(fmt 9 REQUIRED)
find_package(tl-expected REQUIRED)

find_package(LLVM 19.1 CONFIG QUIET)
option(KNOBSCOPE_LLVM "Compile kernels for CPUs with LLVM" ${LLVM_FOUND})
if(KNOBSCOPE_LLVM)
  find_package(LLVM 19.1 CONFIG REQUIRED)
endif()

# Debian's xgboost-config.cmake asks for a program that its packages leave out; header and library are all we need.
find_path(XGBOOST_INCLUDE_DIR xgboost/c_api.h)
find_library(XGBOOST_LIBRARY xgboost)
if(XGBOOST_INCLUDE_DIR AND XGBOOST_LIBRARY)
  set(KNOBSCOPE_HAVE_XGBOOST ON)
else()
  set(KNOBSCOPE_HAVE_XGBOOST OFF)
endif()
option(KNOBSCOPE_XGBOOST "Search with a cost model (XGBoost)" ${KNOBSCOPE_HAVE_XGBOOST})
if(KNOBSCOPE_XGBOOST AND NOT KNOBSCOPE_HAVE_XGBOOST)
  message(FATAL_ERROR "KNOBSCOPE_XGBOOST is ON, and xgboost/c_api.h or libxgboost is missing: install libxgboost-dev")
endif()

find_package(Qt6 6.4 COMPONENTS Widgets Charts Svg Test LinguistTools QUIET)
option(KNOBSCOPE_GUI "Build the desktop workbench (Qt 6)" ${Qt6_FOUND})
if(KNOBSCOPE_GUI)
  find_package(Qt6 6.4 REQUIRED COMPONENTS Widgets Charts Svg LinguistTools OPTIONAL_COMPONENTS DBus)
endif()

find_package(Qt6 6.4 COMPONENTS Test QUIET)
option(KNOBSCOPE_TESTS "Build the tests (Qt Test)" ${Qt6Test_FOUND})

# Debian's dnnl-config.cmake insists on OpenCL's development files; the library itself does not need them.
find_path(DNNL_INCLUDE_DIR dnnl.hpp)
find_library(DNNL_LIBRARY dnnl)
if(DNNL_INCLUDE_DIR AND DNNL_LIBRARY)
  set(KNOBSCOPE_HAVE_DNNL ON)
else()
  set(KNOBSCOPE_HAVE_DNNL OFF)
endif()
option(KNOBSCOPE_BENCH "Build the benchmarks (oneDNN is the peer)" ${KNOBSCOPE_HAVE_DNNL})

option(KNOBSCOPE_WERROR "Treat compiler warnings as errors" OFF)
set(KNOBSCOPE_SANITIZE "" CACHE STRING "Sanitizers to build with, e.g. address,undefined or thread")
option(KNOBSCOPE_COVERAGE "Instrument for gcov" OFF)
option(KNOBSCOPE_FUZZ "Build the fuzzers of the readers (clang, libFuzzer); KNOBSCOPE_SANITIZE then has fuzzer-no-link" OFF)

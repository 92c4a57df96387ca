# One library a folder, one test program a unit. Warnings and sanitizers are set here for all.
add_library(knobscope_flags INTERFACE)
target_compile_options(knobscope_flags INTERFACE -Wall -Wextra -Wpedantic -Wno-missing-field-initializers)
# What people run names its sources from the root of the repository, wherever it was built.
target_compile_options(knobscope_flags INTERFACE $<$<CONFIG:Release>:-ffile-prefix-map=${CMAKE_SOURCE_DIR}/=>)
if(KNOBSCOPE_WERROR)
  # g++ 12 sees std::optional and std::variant as uninitialised where they are not, and at -O2 strings as overlapping.
  target_compile_options(knobscope_flags INTERFACE
    -Werror "$<$<CXX_COMPILER_ID:GNU>:-Wno-error=maybe-uninitialized>" "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-error=restrict>")
endif()
if(CMAKE_UNITY_BUILD)
  # g++ takes whatever a unity source includes for a header, where types of unnamed namespaces would matter.
  target_compile_options(knobscope_flags INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endif()
if(KNOBSCOPE_SANITIZE)
  target_compile_options(knobscope_flags INTERFACE -fsanitize=${KNOBSCOPE_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(knobscope_flags INTERFACE -fsanitize=${KNOBSCOPE_SANITIZE})
  # clang's check of calls through pointers reads what lies before a function; before a kernel lies nothing.
  target_compile_options(knobscope_flags INTERFACE $<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=function>)
endif()
if(KNOBSCOPE_SANITIZE STREQUAL "thread")
  add_library(knobscope_clone OBJECT ${CMAKE_SOURCE_DIR}/tests/sanitizers/clone.cpp)
  add_dependencies(knobscope_flags knobscope_clone)
  target_link_options(knobscope_flags INTERFACE $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:$<TARGET_OBJECTS:knobscope_clone>>)
endif()
# Two hundred programs are linked from the same libraries: the system's linker takes a fifth of the whole build for that.
find_program(KNOBSCOPE_MOLD mold)
if(KNOBSCOPE_MOLD)
  target_link_options(knobscope_flags INTERFACE -fuse-ld=mold)
endif()
if(KNOBSCOPE_COVERAGE)
  target_compile_options(knobscope_flags INTERFACE --coverage)
  target_link_options(knobscope_flags INTERFACE --coverage)
endif()

# knobscope_library(NAME SOURCES a.cpp … DEPS knobscope_ir fmt::fmt …)
# Makes the static library knobscope_NAME. Includes are written from the source root:
#   #include "core/space/configspace.h"
function(knobscope_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPS" ${ARGN})
  add_library(knobscope_${name} STATIC ${ARG_SOURCES})
  target_include_directories(knobscope_${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(knobscope_${name} PUBLIC ${ARG_DEPS} PRIVATE knobscope_flags)
  # Sanitized code without any optimisation takes up to two hundred times as long; where tests spend most of it, it gets a little.
  if(KNOBSCOPE_SANITIZE AND name MATCHES "^(ir|schedule|lower|op|space|stats|layout|graph|tuner|lab)$")
    target_compile_options(knobscope_${name} PRIVATE -O1)
  endif()
endfunction()

# Most of a test's time with the compiler goes into headers of others, so all tests of a kind share what is compiled of them.
# An owner compiles the header; the others must have its options.
function(knobscope_precompiled owner header)
  cmake_parse_arguments(ARG "" "" "DEPS" ${ARGN})
  file(WRITE ${CMAKE_BINARY_DIR}/${owner}.cpp "")
  add_library(${owner} OBJECT ${CMAKE_BINARY_DIR}/${owner}.cpp)
  target_include_directories(${owner} PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_libraries(${owner} PRIVATE Qt6::Core fmt::fmt tl::expected nlohmann_json::nlohmann_json ${ARG_DEPS} knobscope_flags)
  target_precompile_headers(${owner} PRIVATE ${CMAKE_SOURCE_DIR}/${header})
endfunction()

# knobscope_test(tst_NAME DEPS knobscope_space …): builds tst_NAME.cpp (Qt Test) and registers it with CTest.
function(knobscope_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT;PRECOMPILED" "SOURCES;DEPS;LABELS" ${ARGN})
  # Without AUTOMOC, which would scan each test's folder and compile one more source for it, empty in all of them.
  set(moc ${CMAKE_CURRENT_BINARY_DIR}/${name}.moc)
  qt6_generate_moc(${name}.cpp ${moc} TARGET ${name})
  add_executable(${name} ${name}.cpp ${moc} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  target_compile_definitions(${name} PRIVATE
    KNOBSCOPE_FIXTURES="${CMAKE_SOURCE_DIR}/tests/fixtures"
    KNOBSCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
    KNOBSCOPE_BINARY_DIR="${CMAKE_BINARY_DIR}/bin")
  target_link_libraries(${name} PRIVATE ${ARG_DEPS} Qt6::Test fmt::fmt tl::expected nlohmann_json::nlohmann_json knobscope_flags)
  if(NOT ARG_PRECOMPILED)
    set(ARG_PRECOMPILED knobscope_core_tests)
  endif()
  target_precompile_headers(${name} REUSE_FROM ${ARG_PRECOMPILED})
  add_test(NAME ${name} COMMAND ${name})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  set(environment "QT_QPA_PLATFORM=offscreen;KNOBSCOPE_BIN_DIR=${CMAKE_BINARY_DIR}/bin;XDG_STATE_HOME=${CMAKE_BINARY_DIR}/tests/state;XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/tests/cache")
  if(KNOBSCOPE_SANITIZE)
    math(EXPR ARG_TIMEOUT "${ARG_TIMEOUT} * 8")
    list(APPEND environment "QTEST_FUNCTION_TIMEOUT=2400000") # eight times Qt Test's own five minutes for a function
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${ARG_TIMEOUT} LABELS "${ARG_LABELS}" ENVIRONMENT "${environment}")
endfunction()

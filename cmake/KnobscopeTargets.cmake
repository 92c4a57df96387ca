# One library a folder, one test program a folder. Warnings and sanitizers are set here for all.
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
# g++ collects garbage from 128 MB on, which takes a tenth of its time, or an eighth. Where each of ninja's jobs can have 2 GB, it
# does so from 1.2 GB on, which no source of ours needs.
cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY) # MiB
cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR share "${memory} / (${cores} + 2)")
if(share GREATER 2000)
  target_compile_options(knobscope_flags INTERFACE "$<$<CXX_COMPILER_ID:GNU>:SHELL:--param ggc-min-heapsize=1200000>")
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
  # Where tests spend most of their time: as quick as it can be in `dev`, and in sanitized code, which takes up to two hundred
  # times as long without any optimisation.
  if(name MATCHES "^(base|ir|schedule|lower|op|space|graph|network|tuner|study)$")
    set(level -O2)
    if(KNOBSCOPE_SANITIZE)
      set(level -O1)
    endif()
    target_compile_options(knobscope_${name} PRIVATE $<$<CONFIG:Debug>:${level}>)
  endif()
endfunction()

# knobscope_mocs(TARGET a.h …): what moc makes of headers of this folder, in place of AUTOMOC.
function(knobscope_mocs target)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/mocs_${target}.cpp)
  set(script ${CMAKE_SOURCE_DIR}/cmake/Mocs.cmake)
  file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  set(headers ${ARGN})
  list(TRANSFORM headers PREPEND ${folder}/)
  add_custom_command(OUTPUT ${source} DEPENDS ${ARGN} ${script} VERBATIM
    COMMAND ${CMAKE_COMMAND} "-DMOC=$<TARGET_FILE:Qt6::moc>" "-DHEADERS=${headers}" -DROOT=${CMAKE_SOURCE_DIR} -DOUTPUT=${source} -P ${script})
  target_sources(${target} PRIVATE ${source})
endfunction()

# knobscope_tests(tst_a tst_b … [DEPS knobscope_space …] [TIMEOUT SECONDS] [WAITS] [LONG] [ALONE] [NIGHTLY | EXTENDED]): registers the Qt
# Tests tst_a.cpp, … of this folder with CTest. All tests of a folder are one program, test_FOLDER (docs/decisions/0035):
# `test_core_space tst_edit …` runs one. WAITS: for other programs and limits of time, most of its time; CTest runs two of these
# beside one of the others, and starts them before those. LONG: takes seven seconds or more; CTest starts these first, so that none
# of them is left alone at the end. ALONE: a program of its own, for a test that starts itself as a worker.
# A test has one of two labels: `quick`, what `./dev test` runs, or `nightly`. NIGHTLY: label `nightly`. EXTENDED: tst_a is `quick`,
# and CTest also has tst_a_nightly, the same test with KNOBSCOPE_NIGHTLY=1, which tries more cases (tests/nightly.h).
function(knobscope_tests)
  cmake_parse_arguments(ARG "ALONE;WAITS;LONG;NIGHTLY;EXTENDED" "TIMEOUT" "DEPS" ${ARGN})
  file(RELATIVE_PATH program ${CMAKE_SOURCE_DIR}/tests ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE / _ program test_${program})
  if(ARG_ALONE)
    set(program ${ARG_UNPARSED_ARGUMENTS})
  endif()
  if(NOT TARGET ${program})
    knobscope_test_program(${program} "${ARG_DEPS}")
    if(NOT ARG_ALONE)
      cmake_language(EVAL CODE "cmake_language(DEFER CALL knobscope_finish_tests ${program})")
    endif()
  endif()
  target_link_libraries(${program} PRIVATE ${ARG_DEPS})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  set(processors 2) # of the six that `./dev test` hands out: two cores are then never idle
  set(cost 0)
  if(ARG_WAITS)
    set(processors 1)
    set(cost 10)
  endif()
  if(ARG_LONG)
    set(cost 20)
  endif()
  set(environment "QT_QPA_PLATFORM=offscreen;KNOBSCOPE_BIN_DIR=${CMAKE_BINARY_DIR}/bin;XDG_STATE_HOME=${CMAKE_BINARY_DIR}/tests/state;XDG_CACHE_HOME=${CMAKE_BINARY_DIR}/tests/cache")
  if(KNOBSCOPE_SANITIZE)
    math(EXPR ARG_TIMEOUT "${ARG_TIMEOUT} * 8")
    list(APPEND environment "QTEST_FUNCTION_TIMEOUT=2400000") # eight times Qt Test's own five minutes for a function
  endif()
  foreach(name ${ARG_UNPARSED_ARGUMENTS})
    # Without AUTOMOC, which would scan each test's folder and compile one more source for it, empty in all of them, and without
    # folders to include from, whose headers moc would read for nothing: 0.11 s of processor time a test instead of 0.003.
    set(moc ${CMAKE_CURRENT_BINARY_DIR}/${name}.moc)
    add_custom_command(OUTPUT ${moc} DEPENDS ${name}.cpp VERBATIM
      COMMAND Qt6::moc -o ${moc} ${CMAKE_CURRENT_SOURCE_DIR}/${name}.cpp)
    target_sources(${program} PRIVATE ${moc})
    if(ARG_ALONE)
      target_sources(${program} PRIVATE ${name}.cpp)
      set(command ${program})
    else()
      set_property(TARGET ${program} APPEND PROPERTY KNOBSCOPE_TESTS ${name})
      set(command ${program} ${name})
    endif()
    set(runs ${name})
    if(ARG_EXTENDED)
      list(APPEND runs ${name}_nightly)
    endif()
    foreach(run ${runs})
      add_test(NAME ${run} COMMAND ${command})
      set(runtime ${CMAKE_BINARY_DIR}/tests/run/${run}) # a test's own: it is not told that others measure
      file(MAKE_DIRECTORY ${runtime})
      file(CHMOD ${runtime} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE) # or Qt warns
      set(own ${environment} XDG_RUNTIME_DIR=${runtime})
      set(label quick)
      set(timeout ${ARG_TIMEOUT})
      if(ARG_NIGHTLY OR run MATCHES "_nightly$")
        set(label nightly)
        list(APPEND own KNOBSCOPE_NIGHTLY=1)
        math(EXPR timeout "${timeout} * 8")
      endif()
      set_tests_properties(${run} PROPERTIES LABELS ${label} TIMEOUT ${timeout} PROCESSORS ${processors} COST ${cost}
        ENVIRONMENT "${own}"
        SKIP_REGULAR_EXPRESSION "SKIP   : [A-Za-z]+::initTestCase") # listed by ctest, or nobody would see it
    endforeach()
  endforeach()
endfunction()

# Headers of other libraries that nearly every test includes, parsed once for all programs of tests: two to three seconds of each
# source, of which the largest take fifteen.
function(knobscope_test_headers)
  add_library(knobscope_testheaders OBJECT precompiled.cpp)
  set_target_properties(knobscope_testheaders PROPERTIES UNITY_BUILD OFF)
  target_precompile_headers(knobscope_testheaders PRIVATE precompiled.h)
  target_link_libraries(knobscope_testheaders PRIVATE Qt6::Test fmt::fmt tl::expected nlohmann_json::nlohmann_json knobscope_flags)
endfunction()

function(knobscope_test_program program deps)
  add_executable(${program})
  set_target_properties(${program} PROPERTIES UNITY_BUILD OFF RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_include_directories(${program} PRIVATE ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR})
  target_compile_definitions(${program} PRIVATE
    KNOBSCOPE_FIXTURES="${CMAKE_SOURCE_DIR}/tests/fixtures"
    KNOBSCOPE_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
    KNOBSCOPE_BINARY_DIR="${CMAKE_BINARY_DIR}/bin")
  target_link_libraries(${program} PRIVATE Qt6::Test fmt::fmt tl::expected nlohmann_json::nlohmann_json knobscope_flags)
  # Programs with a window define other macros of Qt: g++ refuses the headers there.
  if(TARGET knobscope_testheaders AND NOT "${deps}" MATCHES "knobscope_(workbench|widgets)")
    target_precompile_headers(${program} REUSE_FROM knobscope_testheaders)
  endif()
endfunction()

# At a folder's end: its tests' sources in batches, and the function main() that calls the one that is asked for.
function(knobscope_finish_tests program)
  get_target_property(names ${program} KNOBSCOPE_TESTS)
  set(script ${CMAKE_SOURCE_DIR}/cmake/TestBatch.cmake)
  set(KNOBSCOPE_DECLARED "")
  set(KNOBSCOPE_LISTED "")
  list(LENGTH names left)
  set(at 0)
  while(left GREATER at)
    list(SUBLIST names ${at} 16 batch)
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${program}_${at}.cpp)
    set(files ${batch})
    list(TRANSFORM files PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
    list(TRANSFORM files APPEND .cpp)
    set(mocs ${batch})
    list(TRANSFORM mocs PREPEND ${CMAKE_CURRENT_BINARY_DIR}/)
    list(TRANSFORM mocs APPEND .moc)
    add_custom_command(OUTPUT ${source} DEPENDS ${files} ${mocs} ${script} VERBATIM
      COMMAND ${CMAKE_COMMAND} "-DTESTS=${files}" -DMOCS=${CMAKE_CURRENT_BINARY_DIR} -DOUTPUT=${source} -P ${script})
    target_sources(${program} PRIVATE ${source})
    foreach(name ${batch})
      string(APPEND KNOBSCOPE_DECLARED "namespace ${name} { int run(int argc, char** argv); }\n")
      string(APPEND KNOBSCOPE_LISTED "    {\"${name}\", ${name}::run},\n")
    endforeach()
    math(EXPR at "${at} + 16")
  endwhile()
  configure_file(${CMAKE_SOURCE_DIR}/tests/main.cpp.in ${CMAKE_CURRENT_BINARY_DIR}/${program}.cpp @ONLY)
  target_sources(${program} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${program}.cpp)
  set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/${program}.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON) # includes next to nothing
endfunction()

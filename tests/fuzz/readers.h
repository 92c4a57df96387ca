// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

/// All readers: name and function, which is in fuzz_NAME.cpp.
// clang-format off
#define KNOBSCOPE_READERS(READER) \
    READER(log, readLogText) \
    READER(trace, readTraceText) \
    READER(traceimport, importTraceText) \
    READER(foreignspace, readForeignSpaceText) \
    READER(task, readTaskText) \
    READER(schedule, readScheduleText) \
    READER(edit, readEditText) \
    READER(expression, readExpressionText) \
    READER(filter, readFilterText) \
    READER(target, readTargetText) \
    READER(onnx, readOnnxModel) \
    READER(columns, readProjectColumns) \
    READER(project, readProjectFile) \
    READER(message, readMessages) \
    READER(lesson, readLessonOrHandIn)
// clang-format on

namespace knobscope::fuzz {

/// A reader of external input, called by the fuzzer (`./dev fuzz`) and by the test tst_fuzzseeds with every file of
/// tests/fixtures/fuzz/NAME. It must return for any bytes; an exception, from the reader or because its result violates a
/// guarantee of its header, is a bug.
struct Reader {
    const char* name;
    void (*read)(std::string_view input);
};

std::span<const Reader> readers();

/// Throws std::logic_error with the sentence if the condition is false.
void require(bool holds, const std::string& sentence);

/// An in-memory file, for readers of paths.
class MemoryFile
{
public:
    explicit MemoryFile(std::string_view contents);
    ~MemoryFile();
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    std::string path() const;

private:
    int m_descriptor = -1;
};

/// Removes the next line from `rest` and returns it without its line ending.
std::string_view takeLine(std::string_view& rest);

#define DECLARE(name, function) void function(std::string_view input);
KNOBSCOPE_READERS(DECLARE)
#undef DECLARE

} // namespace knobscope::fuzz

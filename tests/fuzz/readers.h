// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace knobscope::fuzz {

/// A reader of what comes from outside, as the fuzzer calls it (`./dev fuzz`) and the test tst_fuzzseeds with every file of
/// tests/fixtures/fuzz/NAME. Whatever the bytes are, it returns; an exception, from the reader or because what was read does not
/// keep a promise of its header, is a finding.
struct Reader {
    const char* name;
    void (*read)(std::string_view input);
};

std::span<const Reader> readers();

/// Throws std::logic_error with the sentence unless the promise holds.
void require(bool holds, const std::string& sentence);

/// A file that lives in memory, for readers of paths.
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

/// Takes the next line off the front of `rest`, without its end.
std::string_view takeLine(std::string_view& rest);

void readLogText(std::string_view input);
void readTraceText(std::string_view input);
void importTraceText(std::string_view input);
void readRecordedSpaceText(std::string_view input);
void readForeignSpaceText(std::string_view input);
void readSpaceDefinitions(std::string_view input);
void readTaskText(std::string_view input);
void readEditText(std::string_view input);
void readExpressionText(std::string_view input);
void readFilterText(std::string_view input);
void readTargetText(std::string_view input);
void readOnnxModel(std::string_view input);
void readProjectColumns(std::string_view input);
void readProjectFile(std::string_view input);
void readMessages(std::string_view input);

} // namespace knobscope::fuzz

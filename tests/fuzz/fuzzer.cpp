// SPDX-License-Identifier: GPL-3.0-or-later
// Entry point of libFuzzer: KNOBSCOPE_FUZZED is the reader's name (CMakeLists.txt).
#include "tests/fuzz/readers.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace knobscope::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    static const Reader* const fuzzed = [] {
        for (const Reader& reader : readers()) {
            if (std::string_view(reader.name) == KNOBSCOPE_FUZZED) {
                return &reader;
            }
        }
        std::abort();
    }();
    fuzzed->read({reinterpret_cast<const char*>(data), size});
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// The platform that a kernel is built for, parsed from AutoTVM's one-line form `KIND -attribute=value …` ("llvm -mcpu=znver4
/// -mattr=+avx512f", "cuda -arch=sm_90 -model=h200").
struct Target {
    std::string kind; ///< "llvm", "cuda", "opencl", …
    /// Canonical form: kind, `-keys=`, then the attributes in alphabetical order. Equivalent texts have the same canonical form,
    /// which parseTarget accepts.
    std::string text;
    std::map<std::string, std::string> attrs; ///< without "keys"; a flag without a value holds "1"
    /// Lookup keys of this target's records, most specific first: the user's `-keys=`, or else `-device=` followed by the kind's
    /// own ("arm_cpu", "cpu").
    std::vector<std::string> keys;

    /// The device model ("h200"), or "unknown": AutoTVM never looks up records by the latter.
    std::string model() const;
    /// An attribute's value, or `fallback` if it is not given.
    std::string attr(const std::string& name, std::string_view fallback = {}) const;
    bool hasKey(std::string_view key) const;

    friend bool operator==(const Target& a, const Target& b) { return a.text == b.text; }
};

/// Parses `-name=value`, `--name=value`, `-name value` and bare `-name`. AutoTVM's older `-target=` becomes `-mtriple=`. Does not
/// check attribute names, which differ between TVM versions; rejects an unknown kind, a stray word, an empty value and a repeated
/// attribute. The code generator checks whether LLVM knows the CPU.
Result<Target> parseTarget(std::string_view text);

/// Replaces the `-target=` of older records by `-mtriple=`.
std::string withTripleSpelling(std::string_view targetText);

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// What a kernel is built for, read from AutoTVM's one-line form `KIND -attribute=value …`
/// ("llvm -mcpu=znver4 -mattr=+avx512f", "cuda -arch=sm_90 -model=h200").
struct Target {
    std::string kind; ///< "llvm", "cuda", "opencl", …
    /// Canonical form: kind, `-keys=`, then the attributes in alphabetical order. Two texts that mean the same target
    /// have the same canonical form, and parseTarget reads it back.
    std::string text;
    std::map<std::string, std::string> attrs; ///< without "keys"; a flag without a value holds "1"
    /// What records of this target are looked up by, most specific first: the user's `-keys=`, or else `-device=`
    /// followed by the kind's own ("arm_cpu", "cpu").
    std::vector<std::string> keys;

    /// The device model ("h200"), or "unknown": AutoTVM never looks records up by that one.
    std::string model() const;
    /// An attribute's value, or `otherwise` when it is not given.
    std::string attr(const std::string& name, std::string_view otherwise = {}) const;
    bool hasKey(std::string_view key) const;

    friend bool operator==(const Target& a, const Target& b) { return a.text == b.text; }
};

/// Reads `-name=value`, `--name=value`, `-name value` and bare `-name`. AutoTVM's older `-target=` becomes `-mtriple=`.
/// Attribute names are not checked, since every TVM version knows others; an unknown kind, a stray word, an empty value
/// and an attribute given twice are refused. Whether LLVM knows the CPU is the code generator's question.
Result<Target> parseTarget(std::string_view text);

/// The `-target=` of older records spelt `-mtriple=`, everything else unchanged.
std::string withTripleSpelling(std::string_view targetText);

} // namespace knobscope

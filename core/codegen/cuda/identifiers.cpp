// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/identifiers.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace knobscope {

namespace {

/// C++ keywords and CUDA's global names that a tensor or an axis might have.
constexpr std::array<std::string_view, 96> kReserved{
    "alignas",   "alignof",   "and",      "and_eq", "asm",      "auto",     "bitand",    "bitor",      "bool",      "break",
    "case",      "catch",     "char",     "class",  "compl",    "const",    "constexpr", "const_cast", "continue",  "decltype",
    "default",   "delete",    "do",       "double", "else",     "enum",     "explicit",  "export",     "extern",    "false",
    "float",     "for",       "friend",   "goto",   "if",       "inline",   "int",       "long",       "mutable",   "namespace",
    "new",       "noexcept",  "not",      "not_eq", "nullptr",  "operator", "or",        "or_eq",      "private",   "protected",
    "public",    "register",  "return",   "short",  "signed",   "sizeof",   "static",    "struct",     "switch",    "template",
    "this",      "throw",     "true",     "try",    "typedef",  "typeid",   "typename",  "union",      "unsigned",  "using",
    "virtual",   "void",      "volatile", "while",  "xor",      "xor_eq",   "min",       "max",        "threadIdx", "blockIdx",
    "blockDim",  "gridDim",   "warpSize", "half",   "bfloat16", "fminf",    "fmaxf",     "fmin",       "fmax",      "main",
    "floor_div", "floor_mod", "printf",   "abs",    "y0",       "y1"};

/// "i0.i1.i2.fused.inner.inner" -> "fused.inner2": a fused axis has the names of all its axes, a split axis the suffixes of
/// all its splits.
std::string shortened(const std::string& name)
{
    const size_t fused = name.rfind("fused");
    std::string out = fused == std::string::npos ? name : name.substr(fused);
    for (const std::string word : {".inner", ".outer"}) {
        const std::string twice = word + word;
        for (size_t at = out.find(twice); at != std::string::npos; at = out.find(twice)) {
            size_t end = at;
            while (out.compare(end, word.size(), word) == 0) {
                end += word.size();
            }
            out.replace(at, end - at, fmt::format("{}{}", word, (end - at) / word.size()));
        }
    }
    return out;
}

} // namespace

CudaIdentifiers::CudaIdentifiers()
{
    for (const std::string_view word : kReserved) {
        m_used[std::string(word)] = 1;
    }
    openScope();
}

std::string CudaIdentifiers::identifier(const std::string& name)
{
    std::string out;
    for (const char c : name) {
        out += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    }
    if (out.empty() || std::isdigit(static_cast<unsigned char>(out.front()))) {
        out.insert(out.begin(), '_');
    }
    // Names that begin with two underscores are reserved.
    while (out.starts_with("__")) {
        out.erase(out.begin());
    }
    return std::find(kReserved.begin(), kReserved.end(), out) == kReserved.end() ? out : out + "_";
}

std::string CudaIdentifiers::declare(const void* id, const std::string& wanted)
{
    const std::string base = identifier(shortened(wanted));
    std::string name = base;
    for (int i = 1; m_used[name] > 0; ++i) {
        name = fmt::format("{}_{}", base, i);
    }
    ++m_used[name];
    if (id) {
        m_names[id] = name;
    }
    m_scopes.back().push_back({id, name});
    return name;
}

void CudaIdentifiers::closeScope()
{
    for (const Entry& entry : m_scopes.back()) {
        --m_used[entry.name];
        if (entry.id) {
            m_names.erase(entry.id);
        }
    }
    m_scopes.pop_back();
}

} // namespace knobscope

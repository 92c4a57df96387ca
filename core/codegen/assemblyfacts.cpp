// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/assemblyfacts.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

namespace knobscope {

namespace {

bool isInstruction(std::string_view line)
{
    return !line.empty() && line.front() == '\t';
}

std::string_view mnemonic(std::string_view line)
{
    line.remove_prefix(1);
    return line.substr(0, line.find_first_of("\t "));
}

std::string_view operands(std::string_view line)
{
    line.remove_prefix(1);
    const size_t end = line.find_first_of("\t ");
    return end == std::string_view::npos ? std::string_view() : line.substr(end + 1);
}

bool namesVector(std::string_view line)
{
    for (const std::string_view name : {"%zmm", "%ymm", "%xmm"}) {
        if (line.find(name) != std::string_view::npos) {
            return true;
        }
    }
    // AArch64: v3.4s; q3, d3 and s3 as scalars and whole registers.
    const std::string_view args = line.find('%') == std::string_view::npos ? operands(line) : std::string_view();
    for (size_t i = 0; i + 1 < args.size(); ++i) {
        const bool starts = i == 0 || !std::isalnum(static_cast<unsigned char>(args[i - 1]));
        if (starts && (args[i] == 'v' || args[i] == 'q') && std::isdigit(static_cast<unsigned char>(args[i + 1]))) {
            return true;
        }
    }
    return false;
}

/// Whether the line accesses the stack. rbp is a frame pointer only if it was set to rsp; else it holds any address.
bool touchesStack(std::string_view line, bool hasFrame)
{
    const bool names = line.find("(%rsp") != std::string_view::npos || line.find("[sp") != std::string_view::npos
                    || (hasFrame && line.find("(%rbp") != std::string_view::npos);
    return names && mnemonic(line).substr(0, 3) != "lea";
}

bool isMultiplyAdd(std::string_view line)
{
    static constexpr std::string_view names[] = {"vfmadd", "vfnmadd", "vdpbf16", "vpdp",  "fmla", "fmadd",
                                                 "mla",    "sdot",    "udot",    "usdot", "bfdot"};
    return std::ranges::any_of(names, [name = mnemonic(line)](std::string_view one) { return name.starts_with(one); });
}

bool isJump(std::string_view name)
{
    return name.starts_with('j') || name == "b" || name.starts_with("b.") || name.starts_with("cb") || name.starts_with("tb");
}

/// A loop: the lines from a label to a jump back to it.
struct Loop {
    int first = 0;
    int last = 0;
};

std::vector<Loop> loopsOf(std::span<const std::string> lines)
{
    std::map<std::string, int, std::less<>> labels;
    std::vector<Loop> loops;
    for (size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = lines[i];
        const int number = static_cast<int>(i) + 1;
        if (!isInstruction(line)) {
            labels[std::string(line.substr(0, line.find(':')))] = number;
        } else if (isJump(mnemonic(line))) {
            const std::string_view args = operands(line);
            const size_t comma = args.find_last_of(", \t");
            const auto target = labels.find(comma == std::string_view::npos ? args : args.substr(comma + 1));
            if (target != labels.end()) {
                loops.push_back({target->second, number});
            }
        }
    }
    return loops;
}

bool isInnermost(const Loop& loop, const std::vector<Loop>& all)
{
    return std::ranges::none_of(all, [&](const Loop& other) {
        const bool isSame = other.first == loop.first && other.last == loop.last;
        return !isSame && other.first >= loop.first && other.last <= loop.last;
    });
}

} // namespace

AssemblyFacts assemblyFactsOf(std::span<const std::string> lines)
{
    AssemblyFacts facts;
    for (const std::string& line : lines) {
        facts.instructions += isInstruction(line) ? 1 : 0;
        facts.vectorInstructions += isInstruction(line) && namesVector(line) ? 1 : 0;
    }
    const bool hasFrame =
        std::ranges::any_of(lines, [](const std::string& line) { return line.find("%rsp, %rbp") != std::string::npos; });
    const std::vector<Loop> loops = loopsOf(lines);
    int mostWork = -1;
    for (const Loop& loop : loops) {
        if (!isInnermost(loop, loops)) {
            continue;
        }
        AssemblyFacts inside;
        for (int number = loop.first; number <= loop.last; ++number) {
            const std::string& line = lines[static_cast<size_t>(number) - 1];
            if (!isInstruction(line)) {
                continue;
            }
            inside.innermostVector += namesVector(line) ? 1 : 0;
            inside.innermostMultiplyAdds += isMultiplyAdd(line) ? 1 : 0;
            inside.innermostStack += touchesStack(line, hasFrame) ? 1 : 0;
            inside.innermostVectorStack += touchesStack(line, hasFrame) && namesVector(line) ? 1 : 0;
        }
        const int work = inside.innermostMultiplyAdds * 1000 + inside.innermostVector;
        if (work > mostWork) {
            mostWork = work;
            inside.instructions = facts.instructions;
            inside.vectorInstructions = facts.vectorInstructions;
            inside.innermostFirst = loop.first;
            inside.innermostLast = loop.last;
            facts = inside;
        }
    }
    return facts;
}

} // namespace knobscope

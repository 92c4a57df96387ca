// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/cudasource.h"

#include "core/codegen/cuda/cudaprelude.h"
#include "core/codegen/cuda/kernelprinter.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <unordered_map>

namespace knobscope {

using ir::PrintedLine;

namespace {

/// Prints one kernel. An undeclared variable or buffer is a bug of the lowering and reported as an error.
Result<std::vector<PrintedLine>> printKernel(const ir::DeviceProgram& program, const ir::DeviceKernel& kernel,
                                             CudaPreludeUse& used)
{
    try {
        return KernelPrinter(program, kernel, used).run();
    } catch (const std::out_of_range&) {
        return fail(ErrorCode::Internal, "Kernel {} uses a variable or a buffer that it does not declare", kernel.name);
    }
}

} // namespace

Result<std::vector<PrintedLine>> printCuda(const ir::DeviceProgram& program)
{
    TRY(describeLaunches(program));
    CudaPreludeUse used;
    std::vector<PrintedLine> kernels;
    for (const ir::DeviceKernel& kernel : program.kernels) {
        auto lines = TRY(printKernel(program, kernel, used));
        if (!kernels.empty()) {
            kernels.push_back({});
        }
        std::move(lines.begin(), lines.end(), std::back_inserter(kernels));
    }
    std::vector<PrintedLine> out;
    for (const std::string& note : program.notes) {
        out.push_back({"// " + note, {}, nullptr});
    }
    for (const ir::Buffer& buffer : program.intermediates) {
        out.push_back({fmt::format("// Between the kernels: {}[{}], {} bytes of global memory", buffer->name,
                                   fmt::join(buffer->shape, ", "), buffer->bytes()),
                       {},
                       nullptr});
    }
    for (std::string& text : cudaPrelude(used)) {
        out.push_back({std::move(text), {}, nullptr});
    }
    std::move(kernels.begin(), kernels.end(), std::back_inserter(out));
    return out;
}

Result<std::string> cudaSource(const ir::DeviceProgram& program)
{
    const auto lines = TRY(printCuda(program));
    return ir::joined(lines);
}

Result<CodeText> cudaText(const ir::DeviceProgram& program, const std::vector<PrintedLine>& nest)
{
    auto lines = TRY(printCuda(program));
    std::unordered_map<const void*, int> numbers;
    for (size_t i = 0; i < nest.size(); ++i) {
        if (nest[i].statement) {
            numbers.emplace(nest[i].statement, static_cast<int>(i) + 1);
        }
    }
    CodeText out;
    for (PrintedLine& line : lines) {
        const auto number = numbers.find(line.statement);
        out.lines.push_back(std::move(line.text));
        out.nestLine.push_back(number == numbers.end() ? 0 : number->second);
    }
    return out;
}

} // namespace knobscope

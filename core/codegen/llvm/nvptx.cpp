// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/nvptx.h"

#include "core/codegen/cuda/programfor.h"
#include "core/codegen/cuda/ptxlines.h"
#include "core/codegen/llvm/emitdevice.h"
#include "core/codegen/llvm/targetmachine.h"
#include "core/codegen/llvm/unit.h"
#include "core/ir/warpmma.h"

#include <llvm/MC/MCSubtargetInfo.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace knobscope {

namespace {

bool hasProducts(const ir::DeviceProgram& program)
{
    return std::ranges::any_of(program.kernels,
                               [](const ir::DeviceKernel& kernel) { return !ir::mmaKinds(kernel.body).empty(); });
}

/// The newest architecture known to LLVM whose code runs on `wanted`.
Result<LlvmTarget> nvptxTarget(const CudaArchitecture& wanted, bool hasProducts)
{
    LlvmTarget target{"nvptx64-nvidia-cuda", "", ""};
    const auto generic = makeTargetMachine(target);
    if (!generic) {
        return fail(ErrorCode::Unsupported, "This build's LLVM has no NVPTX target, so it cannot generate PTX; NVRTC can");
    }
    const llvm::MCSubtargetInfo& info = *(*generic)->getMCSubtargetInfo();
    for (int capability = wanted.capability; capability >= 50; --capability) {
        target.cpu = CudaArchitecture{capability}.text();
        if (info.isCPUStringValid(target.cpu)) {
            // LLVM emits the architecture's oldest PTX version, for old drivers; Turing's products are newer.
            target.features = capability == 75 && hasProducts ? "+ptx65" : "";
            return target;
        }
    }
    return fail(ErrorCode::Unsupported, "LLVM cannot generate PTX for {}, which is older than sm_50", wanted.text());
}

Result<std::string> ptxOf(const ir::DeviceProgram& program, const LlvmTarget& target, bool lines,
                          const std::vector<ir::PrintedLine>& nest)
{
    LlvmUnit unit;
    unit.module = std::make_unique<llvm::Module>(program.name, unit.context);
    const auto machine = TRY(makeTargetMachine(target));
    unit.module->setDataLayout(machine->createDataLayout()); // globals and allocas depend on it
    try {
        const auto architecture = parseCudaArchitecture(target.cpu);
        const ir::DeviceProgram suited = architecture ? programFor(program, *architecture) : program;
        TRY(DeviceEmitter(*unit.module, target, lines).emit(suited, nest));
    } catch (const std::out_of_range&) {
        return fail(ErrorCode::Internal, "{} uses a variable or a buffer that it does not declare", program.name);
    }
    TRY(unit.verify());
    const auto text = TRY(generateCode(unit, target, llvm::CodeGenFileType::AssemblyFile));
    return std::string(text.begin(), text.end());
}

} // namespace

Result<CudaArchitecture> nvptxArchitecture(const CudaArchitecture& wanted)
{
    const auto target = TRY(nvptxTarget(wanted, false));
    return parseCudaArchitecture(target.cpu);
}

Result<DeviceImage> compileNvptx(const ir::DeviceProgram& program, const CudaArchitecture& architecture)
{
    auto image = TRY(describeLaunches(program));
    const auto target = TRY(nvptxTarget(architecture, hasProducts(program)));
    const auto text = TRY(ptxOf(program, target, false, {}));
    image.format = DeviceImageFormat::Ptx;
    image.capability = parseCudaArchitecture(target.cpu)->capability;
    image.bytes.resize(text.size() + 1); // the driver expects a null-terminated text
    std::memcpy(image.bytes.data(), text.data(), text.size());
    return image;
}

Result<CodeText> nvptxText(const ir::DeviceProgram& program, const CudaArchitecture& architecture,
                           const std::vector<ir::PrintedLine>& nest)
{
    const auto target = TRY(nvptxTarget(architecture, hasProducts(program)));
    const auto text = TRY(ptxOf(program, target, true, nest));
    return ptxLines(text, {});
}

} // namespace knobscope

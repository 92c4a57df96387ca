// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/kernelloader.h"

#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/TargetProcess/JITLoaderGDB.h>
#include <llvm/Support/TargetSelect.h>

#include <bit>

namespace knobscope {

namespace {

/// compiler-rt's __truncsfbf2, which LLVM calls for single elements of bfloat16 where the CPU cannot round to them and GCC's
/// library has none before version 13: to the nearest, ties to even. The result lies in the lower half of the register.
float truncatedToBfloat(float x)
{
    const auto word = std::bit_cast<uint32_t>(x);
    const uint32_t upper = word >> 16;
    const bool isNumber = x == x;
    return std::bit_cast<float>(isNumber ? (word + 0x7fff + (upper & 1)) >> 16 : upper | 0x40);
}

} // namespace

struct KernelLoader::Impl {
    std::unique_ptr<llvm::orc::LLJIT> jit;
    uint64_t loaded = 0;
};

struct LoadedKernel::Impl {
    llvm::orc::LLJIT* jit;
    llvm::orc::JITDylib* library;
};

LoadedKernel::LoadedKernel(std::unique_ptr<Impl> impl, KernelFunction function)
    : m_impl(std::move(impl))
    , m_function(function)
{
}

LoadedKernel::~LoadedKernel()
{
    // Nothing can be done about memory that does not go back; the process is short-lived.
    llvm::consumeError(m_impl->jit->getExecutionSession().removeJITDylib(*m_impl->library));
}

KernelLoader::KernelLoader(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
}
KernelLoader::~KernelLoader() = default;

Result<std::unique_ptr<KernelLoader>> KernelLoader::create()
{
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    auto jit = llvm::orc::LLJITBuilder()
                   .setObjectLinkingLayerCreator([](llvm::orc::ExecutionSession& session, const llvm::Triple&) {
                       return std::make_unique<llvm::orc::ObjectLinkingLayer>(session);
                   })
                   .create();
    if (!jit) {
        return fail(ErrorCode::Unsupported, "Kernels cannot be loaded on this machine: {}", llvm::toString(jit.takeError()));
    }
    (*jit)->getExecutionSession().setErrorReporter([](llvm::Error error) { llvm::consumeError(std::move(error)); });
    auto impl = std::make_unique<Impl>();
    impl->jit = std::move(*jit);
    return std::unique_ptr<KernelLoader>(new KernelLoader(std::move(impl)));
}

Result<std::unique_ptr<LoadedKernel>> KernelLoader::load(const CompiledKernel& kernel)
{
    const auto refuse = [&](llvm::Error error) {
        return fail(ErrorCode::Corrupt, "The kernel's object cannot be loaded: {}", llvm::toString(std::move(error)));
    };
    llvm::orc::LLJIT& jit = *m_impl->jit;
    auto library = jit.createJITDylib(fmt::format("kernel{}", m_impl->loaded++));
    if (!library) {
        return refuse(library.takeError());
    }
    auto impl = std::make_unique<LoadedKernel::Impl>(LoadedKernel::Impl{&jit, &*library});
    std::unique_ptr<LoadedKernel> loaded(new LoadedKernel(std::move(impl), nullptr));
    const llvm::orc::ExecutorSymbolDef truncate(llvm::orc::ExecutorAddr::fromPtr(&truncatedToBfloat),
                                                llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable);
    if (auto error = library->define(llvm::orc::absoluteSymbols({{jit.mangleAndIntern("__truncsfbf2"), truncate}}))) {
        return refuse(std::move(error));
    }
    auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(jit.getDataLayout().getGlobalPrefix());
    if (!process) {
        return refuse(process.takeError());
    }
    library->addGenerator(std::move(*process));
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(
        llvm::StringRef(reinterpret_cast<const char*>(kernel.object.data()), kernel.object.size()), "kernel");
    if (auto error = jit.addObjectFile(*library, std::move(buffer))) {
        return refuse(std::move(error));
    }
    auto address = jit.lookup(*library, kernel.symbol);
    if (!address) {
        return refuse(address.takeError());
    }
    loaded->m_function = address->toPtr<KernelFunction>();
    if (!kernel.prepareSymbol.empty()) {
        auto prepare = jit.lookup(*library, kernel.prepareSymbol);
        if (!prepare) {
            return refuse(prepare.takeError());
        }
        loaded->m_prepare = prepare->toPtr<KernelFunction>();
    }
    return loaded;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/kernelloader.h"

#include "core/codegen/llvm/tilepermission.h"

#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h>
#include <llvm/ExecutionEngine/Orc/TargetProcess/JITLoaderGDB.h>
#include <llvm/Support/TargetSelect.h>

#include <algorithm>
#include <bit>

namespace knobscope {

namespace {

/// compiler-rt's __truncsfbf2, which LLVM calls for single bfloat16 elements on CPUs without the conversion, and which GCC's
/// library lacks before version 13. Rounds to nearest, ties to even. The result is in the lower half of the register.
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

struct LoadedKernel::Library {
    Library(llvm::orc::LLJIT& its, llvm::orc::JITDylib& library)
        : jit(its)
        , dylib(library)
    {
    }
    ~Library()
    {
        // Ignore failures to free JIT memory: the process is short-lived.
        llvm::consumeError(jit.getExecutionSession().removeJITDylib(dylib));
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    llvm::Error define(std::span<const CompiledKernel> kernels) const
    {
        const llvm::orc::ExecutorSymbolDef truncate(llvm::orc::ExecutorAddr::fromPtr(&truncatedToBfloat),
                                                    llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable);
        if (auto error = dylib.define(llvm::orc::absoluteSymbols({{jit.mangleAndIntern("__truncsfbf2"), truncate}}))) {
            return error;
        }
        auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(jit.getDataLayout().getGlobalPrefix());
        if (!process) {
            return process.takeError();
        }
        dylib.addGenerator(std::move(*process));
        for (const CompiledKernel& kernel : kernels) {
            auto buffer = llvm::MemoryBuffer::getMemBufferCopy(
                llvm::StringRef(reinterpret_cast<const char*>(kernel.object.data()), kernel.object.size()), kernel.symbol);
            if (auto error = jit.addObjectFile(dylib, std::move(buffer))) {
                return error;
            }
        }
        return llvm::Error::success();
    }

    llvm::Expected<llvm::orc::SymbolMap> addresses(std::span<const CompiledKernel> kernels) const
    {
        llvm::orc::SymbolLookupSet wanted;
        for (const CompiledKernel& kernel : kernels) {
            wanted.add(jit.mangleAndIntern(kernel.symbol));
            if (!kernel.prepareSymbol.empty()) {
                wanted.add(jit.mangleAndIntern(kernel.prepareSymbol));
            }
        }
        return jit.getExecutionSession().lookup(llvm::orc::makeJITDylibSearchOrder(&dylib), std::move(wanted));
    }

    llvm::orc::LLJIT& jit;
    llvm::orc::JITDylib& dylib;
};

LoadedKernel::LoadedKernel(std::shared_ptr<Library> library, KernelFunction function, KernelFunction prepare)
    : m_library(std::move(library))
    , m_function(function)
    , m_prepare(prepare)
{
}

LoadedKernel::~LoadedKernel() = default;

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
    auto loaded = TRY(load(std::span(&kernel, 1)));
    return std::move(loaded.front());
}

Result<std::vector<std::unique_ptr<LoadedKernel>>> KernelLoader::load(std::span<const CompiledKernel> kernels)
{
    if (std::ranges::any_of(kernels, &CompiledKernel::usesMatrixTiles)) {
        TRY(permitMatrixTiles());
    }
    const auto refuse = [&](llvm::Error error) {
        return fail(ErrorCode::Corrupt, "The kernel's object cannot be loaded: {}", llvm::toString(std::move(error)));
    };
    llvm::orc::LLJIT& jit = *m_impl->jit;
    auto made = jit.createJITDylib(fmt::format("kernels{}", m_impl->loaded++));
    if (!made) {
        return refuse(made.takeError());
    }
    const auto library = std::make_shared<LoadedKernel::Library>(jit, *made);
    if (auto error = library->define(kernels)) {
        return refuse(std::move(error));
    }
    auto addresses = library->addresses(kernels);
    if (!addresses) {
        return refuse(addresses.takeError());
    }
    const auto at = [&](const std::string& symbol) {
        return symbol.empty() ? nullptr : addresses->lookup(jit.mangleAndIntern(symbol)).getAddress().toPtr<KernelFunction>();
    };
    std::vector<std::unique_ptr<LoadedKernel>> loaded;
    for (const CompiledKernel& kernel : kernels) {
        loaded.emplace_back(new LoadedKernel(library, at(kernel.symbol), at(kernel.prepareSymbol)));
    }
    return loaded;
}

} // namespace knobscope

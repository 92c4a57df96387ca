// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/emitdevice.h"

#include "core/codegen/deviceimage.h"
#include "core/codegen/llvm/unrolling.h"
#include "core/codegen/unrolllimits.h"
#include "core/ir/simplify.h"
#include "core/ir/visit.h"

#include <llvm/IR/IntrinsicsNVPTX.h>

#include <algorithm>

namespace knobscope {

using ir::ForKind;
using ir::Stmt;

namespace {

// LLVM's address spaces for NVPTX.
constexpr unsigned kGlobalSpace = 1;
constexpr unsigned kSharedSpace = 3;
constexpr uint64_t kPointerAlignment = 16; // of the driver's allocations (256) and of shared memory
constexpr int64_t kMaxDeviceTile = 256;       // largest local buffer, in elements, that becomes registers; a thread has 255
constexpr int kVectorBits = 128;              // the widest move
constexpr int64_t kMaxStores = 2048; // of an unrolled kernel: auto_unroll_max_step is at most 1500
constexpr int64_t kMaxShortLoopExtent = 16;   // maximum iterations and …
constexpr int64_t kMaxShortLoopStores = 64; // … stores of a loop that is unrolled without a request

struct DeviceBody {
    ir::Stmt body;
    std::unordered_map<const void*, const void*> origin; ///< Stmt::id() of a statement -> of the kernel's original statement
};

/// Unrolls loops that the schedule asks the device compiler to unroll, loops that index a local buffer (only then is it a set
/// of registers), and short loops, as device compilers do.
Stmt unrollForRegisters(const Stmt& body)
{
    const std::set<const void*> wanted = loopsOfTiles(body);
    const auto limits = unrollLimits(body); // a loop here is unrolled completely or not at all
    return ir::transformStmt(body, [&](const Stmt& s) {
        const auto* loop = s.as<ir::For>();
        if (!loop) {
            return s;
        }
        if (limits.contains(loop->var.id()) && loop->kind != ForKind::Vectorized) {
            return ir::withKind(*loop, ForKind::Serial);
        }
        if (loop->kind != ForKind::Serial) {
            return s;
        }
        const bool isShort =
            loop->extent <= kMaxShortLoopExtent && loop->extent * storeInstances(loop->body, kVectorBits) <= kMaxShortLoopStores;
        if (loop->unrollHint == 0 && !wanted.contains(loop->var.id()) && !isShort) {
            return s;
        }
        return ir::withKind(*loop, ForKind::Unrolled);
    });
}

class IndexSimplifier
{
public:
    explicit IndexSimplifier(ir::Ranges ranges)
        : m_ranges(std::move(ranges))
    {
    }

    Stmt visit(const Stmt& s)
    {
        if (s.isNull()) {
            return s;
        }
        Stmt simple = rebuilt(s);
        m_origin[simple.id()] = s.id();
        return simple;
    }
    std::unordered_map<const void*, const void*> takeOrigin() { return std::move(m_origin); }

private:
    Stmt rebuilt(const Stmt& s)
    {
        if (const auto* n = s.as<ir::For>()) {
            m_ranges.setExtent(n->var, n->extent);
        }
        if (const auto* n = s.as<ir::IfThen>()) {
            return ir::makeStmt(ir::IfThen{ir::simplify(n->condition, m_ranges), visit(n->then), visit(n->elseBody)});
        }
        if (s.as<ir::Store>()) {
            return ir::transformExprsIn(s, [&](const ir::Expr& e) { return ir::simplify(e, m_ranges); });
        }
        return ir::mapChildren(s, [&](const Stmt& child) { return visit(child); });
    }

    ir::Ranges m_ranges;
    std::unordered_map<const void*, const void*> m_origin;
};

/// Prepares the code of a thread for emission: simplifies indices with the ranges of blocks, threads and loops, and marks
/// loops that must be unrolled, up to a limit on the resulting stores.
DeviceBody prepareDeviceBody(const ir::DeviceKernel& kernel)
{
    IndexSimplifier simplifier(kernel.indexRanges());
    const ir::LoopNest nest{.name = kernel.name, .body = unrollForRegisters(simplifier.visit(kernel.body))};
    return {boundUnrolling(nest, kVectorBits, kMaxStores).body, simplifier.takeOrigin()};
}

} // namespace

void DeviceEmitter::defineShared(const ir::DeviceKernel& kernel)
{
    const SharedLayout layout = sharedLayout(kernel);
    llvm::Type* byte = m_builder.getInt8Ty();
    const auto define = [&](const std::string& name, int64_t bytes, bool outside) {
        auto* type = llvm::ArrayType::get(byte, static_cast<uint64_t>(bytes));
        auto* global = new llvm::GlobalVariable(m_module, type, false,
                                                outside ? llvm::GlobalValue::ExternalLinkage : llvm::GlobalValue::InternalLinkage,
                                                outside ? nullptr : llvm::UndefValue::get(type), kernel.name + "_" + name,
                                                nullptr, llvm::GlobalValue::NotThreadLocal, kSharedSpace);
        global->setAlignment(llvm::Align(kPointerAlignment));
        return global;
    };
    llvm::GlobalVariable* block = layout.isDynamic() ? define("shared", 0, true) : nullptr;
    for (const SharedLayout::Place& place : layout.places) {
        llvm::Value* base = block ? m_builder.CreateConstGEP1_64(byte, block, static_cast<uint64_t>(place.offset))
                                  : static_cast<llvm::Value*>(define("shared", place.buffer->bytes(), false));
        m_function.bases[place.buffer.get()] = base;
    }
}

void DeviceEmitter::bindIndices(const ir::DeviceKernel& kernel)
{
    using llvm::Intrinsic::ID;
    constexpr std::array<ID, 3> blocks{llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
                                       llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z};
    constexpr std::array<ID, 3> threads{llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x, llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y,
                                        llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z};
    const auto bind = [&](const ir::Var& var, int64_t extent, ID id) {
        if (var.isNull()) {
            return;
        }
        if (extent == 1) {
            m_env[var.id()] = Binding{};
            return;
        }
        llvm::CallInst* index = m_builder.CreateIntrinsic(id, {}, {});
        index->addRangeRetAttr(llvm::ConstantRange(llvm::APInt(32, 0), llvm::APInt(32, static_cast<uint64_t>(extent))));
        m_env[var.id()] = Binding{Binding::Kind::Runtime, 0, 1, m_builder.CreateZExt(index, m_builder.getInt64Ty()), 0};
    };
    m_ranges = kernel.indexRanges();
    for (size_t d = 0; d < 3; ++d) {
        bind(kernel.blockIndex[d], kernel.grid[d], blocks[d]);
        bind(kernel.threadIndex[d], kernel.block[d], threads[d]);
    }
}

void DeviceEmitter::annotateKernel(llvm::Function& function, const ir::DeviceKernel& kernel)
{
    function.setCallingConv(llvm::CallingConv::PTX_Kernel);
    llvm::NamedMDNode* all = m_module.getOrInsertNamedMetadata("nvvm.annotations");
    const auto annotate = [&](const char* what, int64_t value) {
        llvm::Metadata* const parts[] = {llvm::ValueAsMetadata::get(&function), llvm::MDString::get(m_context, what),
                                         llvm::ConstantAsMetadata::get(m_builder.getInt32(static_cast<uint32_t>(value)))};
        all->addOperand(llvm::MDNode::get(m_context, parts));
    };
    annotate("kernel", 1);
    annotate("maxntidx", kernel.block[0]);
    annotate("maxntidy", kernel.block[1]);
    annotate("maxntidz", kernel.block[2]);
}

void DeviceEmitter::emitKernel(const ir::DeviceKernel& kernel)
{
    m_env.clear();
    m_indices.clear();
    m_tiles.clear();
    m_parameters.clear();
    m_readOnly.clear();
    const auto [body, origin] = prepareDeviceBody(kernel);
    for (const auto& [now, before] : origin) {
        if (const auto line = m_lines.find(before); line != m_lines.end()) {
            m_lines.emplace(now, line->second);
        }
    }

    const std::vector<llvm::Type*> types(kernel.parameters.size(), m_builder.getPtrTy(kGlobalSpace));
    llvm::Function* function = makeFunction(kernel.name, types, false);
    FunctionState state;
    state.function = function;
    for (unsigned i = 0; i < kernel.parameters.size(); ++i) {
        const ir::BufferNode* buffer = kernel.parameters[i].get();
        function->addParamAttr(i, llvm::Attribute::NoAlias);
        function->addParamAttr(i, llvm::Attribute::getWithAlignment(m_context, llvm::Align(kPointerAlignment)));
        if (!ir::storesInto(kernel.body, *buffer)) {
            m_readOnly.insert(buffer);
            function->addParamAttr(i, llvm::Attribute::ReadOnly);
        }
        m_parameters.push_back(buffer);
        state.parameters.push_back(function->getArg(i));
    }
    enterFunction(std::move(state));
    defineShared(kernel);
    bindIndices(kernel);
    emit(body);
    m_builder.CreateRetVoid();
    annotateKernel(*function, kernel);
}

Result<void> DeviceEmitter::emit(const ir::DeviceProgram& program, const std::vector<ir::PrintedLine>& nest)
{
    m_isDevice = true;
    m_plainCopies = program.plainCopies;
    m_vectorBits = kVectorBits;
    m_maxTileVectors = kMaxDeviceTile;
    m_module.setTargetTriple(m_target.triple);
    if (m_hasLines) {
        startLines(program.name, nest);
    }
    for (const ir::DeviceKernel& kernel : program.kernels) {
        ir::LoopNest bound;
        bound.name = kernel.name;
        bound.body = ir::transformStmt(kernel.body, [](const Stmt& s) {
            return s.as<ir::Barrier>() || s.as<ir::CopyCommit>() || s.as<ir::CopyWait>() ? Stmt() : s;
        });
        if (auto ok = checkRunnable(bound); !ok) {
            return fail(ErrorCode::Internal, "Kernel {} still has a loop bound to blocks or threads", kernel.name);
        }
        emitKernel(kernel);
    }
    if (m_debug) {
        m_debug->finalize();
    }
    return {};
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/emitfunction.h"

#include "core/ir/integerdivision.h"
#include "core/ir/visit.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t kMaxStackBufferBytes = 16 << 10; // larger local buffers go to the workspace
constexpr int64_t kWorkspaceAlignment = 64;

int64_t alignUp(int64_t bytes)
{
    return ir::roundedUp(bytes, kWorkspaceAlignment);
}

bool usesBuffer(const ir::Stmt& s, const ir::BufferNode& buffer)
{
    bool found = false;
    ir::forEachAccess(s, [&](const ir::Buffer& accessed, const auto&) { found = found || accessed.get() == &buffer; });
    return found;
}

bool usedInParallelLoop(const ir::Stmt& body, const ir::BufferNode& buffer)
{
    return std::ranges::any_of(ir::statementsOf<ir::For>(body), [&](const ir::For* loop) {
        return loop->kind == ir::ForKind::Parallel && usesBuffer(loop->body, buffer);
    });
}

} // namespace

FunctionEmitter::FunctionEmitter(llvm::Module& module, const LlvmTarget& target, bool lines)
    : m_context(module.getContext())
    , m_module(module)
    , m_builder(module.getContext())
    , m_target(target)
    , m_hasLines(lines)
    , m_vectorBits(nativeVectorBits(target))
{
    llvm::FastMathFlags contract;
    contract.setAllowContract(true);
    m_builder.setFastMathFlags(contract);
}

bool FunctionEmitter::roundsBfloat16()
{
    if (!m_roundsBfloat16) {
        const std::set<std::string> had = featuresOf(m_target);
        m_roundsBfloat16 = had.contains("avx512bf16") && had.contains("avx512vl");
    }
    return *m_roundsBfloat16;
}

Result<void> FunctionEmitter::checkRunnable(const ir::LoopNest& nest) const
{
    Result<void> outcome;
    ir::forEachStmt(ir::block({nest.prepare, nest.body}), [&](const ir::Stmt& s) {
        const auto* loop = s.as<ir::For>();
        const bool threads = loop && (loop->kind == ir::ForKind::ThreadBinding || loop->kind == ir::ForKind::VirtualThread);
        if (outcome && s.as<ir::WarpMma>()) {
            outcome = fail(ErrorCode::Unsupported, "{} has matrix products of GPU warps; LLVM compiles schedules for CPUs only",
                           nest.name);
        }
        if (outcome && (threads || s.as<ir::Barrier>() || s.as<ir::CopyWait>())) {
            outcome = fail(ErrorCode::Unsupported, "{} is scheduled for a GPU ({}); LLVM compiles schedules for CPUs only",
                           nest.name, loop ? "loop " + loop->var.name() + " is bound to " + loop->threadTag : "it has a barrier");
        }
    });
    for (const ir::Buffer& buffer : nest.parameters) {
        if (outcome && buffer->elements() < 1) {
            outcome = fail(ErrorCode::IllegalSchedule, "Parameter {} has no elements", buffer->name);
        }
    }
    return outcome;
}

llvm::Function* FunctionEmitter::makeFunction(const std::string& name, std::vector<llvm::Type*> types, bool isInternal)
{
    auto* type = llvm::FunctionType::get(m_builder.getVoidTy(), types, false);
    auto* function = llvm::Function::Create(type, isInternal ? llvm::Function::InternalLinkage : llvm::Function::ExternalLinkage,
                                            name, m_module);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    function->addFnAttr("target-cpu", m_target.cpu);
    function->addFnAttr("target-features", m_target.features);
    if (m_vectorBits > 128) { // else LLVM leaves spilled vectors at 16 bytes, where most of them cross cache lines
        function->addFnAttr("stackrealign");
    }
    if (m_vectorBits >= 512) {
        function->addFnAttr("prefer-vector-width", "512");
        function->addFnAttr("min-legal-vector-width", "512");
    }
    for (unsigned i = 0; isInternal && i < types.size(); ++i) {
        if (types[i]->isPointerTy()) {
            function->addParamAttr(i, llvm::Attribute::NoAlias);
        }
    }
    if (m_debug) {
        auto* signature = m_debug->createSubroutineType(m_debug->getOrCreateTypeArray({}));
        function->setSubprogram(m_debug->createFunction(m_file, name, name, m_file, 1, signature, 1, llvm::DINode::FlagZero,
                                                        llvm::DISubprogram::SPFlagDefinition));
    }
    return function;
}

void FunctionEmitter::enterFunction(FunctionState state)
{
    m_function = std::move(state);
    m_function.subprogram = m_function.function->getSubprogram();
    m_builder.SetInsertPoint(llvm::BasicBlock::Create(m_context, "entry", m_function.function));
    markFirstLine();
    m_function.scopes.emplace_back();
}

void FunctionEmitter::markFirstLine()
{
    m_builder.SetCurrentDebugLocation(
        m_function.subprogram ? llvm::DebugLoc(llvm::DILocation::get(m_context, 1, 0, m_function.subprogram)) : llvm::DebugLoc());
}

void FunctionEmitter::markLine(const void* statement)
{
    if (!m_function.subprogram) {
        return;
    }
    const auto line = m_lines.find(statement);
    if (line != m_lines.end()) {
        m_builder.SetCurrentDebugLocation(llvm::DILocation::get(m_context, line->second, 0, m_function.subprogram));
    }
}

void FunctionEmitter::startLines(const std::string& name, const std::vector<ir::PrintedLine>& nest)
{
    m_module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
    m_debug = std::make_unique<llvm::DIBuilder>(m_module);
    m_file = m_debug->createFile(name + ".loops", ".");
    m_debug->createCompileUnit(llvm::dwarf::DW_LANG_C, m_file, "knobscope", true, "", 0);
    unsigned number = 0;
    for (const ir::PrintedLine& line : nest) {
        m_lines.emplace(line.statement, ++number);
    }
}

llvm::Value* FunctionEmitter::baseOf(const ir::BufferNode& buffer)
{
    if (const auto known = m_function.bases.find(&buffer); known != m_function.bases.end()) {
        return known->second;
    }
    llvm::IRBuilderBase::InsertPointGuard guard(m_builder);
    llvm::BasicBlock& entry = m_function.function->getEntryBlock();
    if (llvm::Instruction* exit = m_function.scopes.front().exit; exit && exit->getParent() == &entry) {
        m_builder.SetInsertPoint(exit);
    } else if (llvm::Instruction* end = entry.getTerminator()) {
        m_builder.SetInsertPoint(end);
    } else {
        m_builder.SetInsertPoint(&entry);
    }
    llvm::Value* base = nullptr;
    const auto parameter = std::find(m_parameters.begin(), m_parameters.end(), &buffer);
    if (parameter != m_parameters.end()) {
        base = m_function.parameters[static_cast<size_t>(parameter - m_parameters.begin())];
    } else {
        const Place& place = m_places.at(&buffer);
        llvm::Value* space = place.perThread ? m_function.threadWorkspace : m_function.workspace;
        base = m_builder.CreateConstGEP1_64(m_builder.getInt8Ty(), space, static_cast<uint64_t>(place.offset));
    }
    m_function.bases.emplace(&buffer, base);
    return base;
}

void FunctionEmitter::placeInMemory(const ir::BufferNode& buffer, const ir::Stmt& body)
{
    const bool shared = m_function.parallelFor != nullptr;
    const bool small = buffer.bytes() <= kMaxStackBufferBytes;
    if (small && buffer.scope == ir::Scope::Local && !(shared && usedInParallelLoop(body, buffer))) {
        if (m_function.bases.contains(&buffer)) {
            return; // another copy of the same scope in an unrolled loop
        }
        llvm::BasicBlock& entry = m_function.function->getEntryBlock();
        llvm::IRBuilder<> atEntry(&entry, entry.begin());
        auto* slot =
            atEntry.CreateAlloca(llvm::ArrayType::get(storageType(buffer.type), static_cast<uint64_t>(buffer.elements())));
        slot->setAlignment(llvm::Align(kWorkspaceAlignment));
        m_function.bases.emplace(&buffer, slot);
        return;
    }
    if (shared) {
        placeShared(buffer);
    } else if (!m_places.contains(&buffer)) {
        m_places.emplace(&buffer, Place{true, m_threadBytes});
        m_threadBytes += alignUp(buffer.bytes());
    }
}

void FunctionEmitter::placeShared(const ir::BufferNode& buffer)
{
    if (!m_places.contains(&buffer)) {
        m_places.emplace(&buffer, Place{false, m_sharedBytes});
        m_sharedBytes += alignUp(buffer.bytes());
    }
}

llvm::Type* FunctionEmitter::typeOf(ir::DataType type)
{
    switch (type.code) {
    case ir::TypeCode::Bool: return m_builder.getInt1Ty();
    case ir::TypeCode::BFloat: return m_builder.getBFloatTy();
    case ir::TypeCode::TFloat: return m_builder.getFloatTy();
    case ir::TypeCode::Float:
        return type.bits == 64 ? m_builder.getDoubleTy() : type.bits == 16 ? m_builder.getHalfTy() : m_builder.getFloatTy();
    case ir::TypeCode::Int:
    case ir::TypeCode::UInt: return m_builder.getIntNTy(static_cast<unsigned>(type.bits));
    }
    return nullptr;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/emitter.h"

#include "core/codegen/llvm/unrolling.h"
#include "core/ir/printer.h"
#include "core/ir/visit.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/TargetParser/Triple.h>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t stackBufferBytes = 16 * 1024; // larger local buffers go to the workspace
constexpr int64_t workspaceAlignment = 64;
constexpr int64_t largestWorkspace = int64_t{16} << 30;
constexpr int64_t maxInstances = 1024; // stores a kernel may be unrolled to; compile time grows with them

int64_t alignUp(int64_t bytes)
{
    return (bytes + workspaceAlignment - 1) / workspaceAlignment * workspaceAlignment;
}

bool usesBuffer(const ir::Stmt& s, const ir::BufferNode& buffer)
{
    bool found = false;
    const auto look = [&](const ir::Expr& e) {
        ir::forEachExpr(e, [&](const ir::Expr& part) {
            const auto* load = part.as<ir::Load>();
            found = found || (load && load->buffer.get() == &buffer);
        });
    };
    ir::forEachStmt(s, [&](const ir::Stmt& part) {
        if (const auto* store = part.as<ir::Store>()) {
            found = found || store->buffer.get() == &buffer;
            look(store->value);
        } else if (const auto* branch = part.as<ir::IfThen>()) {
            look(branch->condition);
        }
    });
    return found;
}

bool usedInParallelLoop(const ir::Stmt& body, const ir::BufferNode& buffer)
{
    bool found = false;
    ir::forEachStmt(body, [&](const ir::Stmt& s) {
        const auto* loop = s.as<ir::For>();
        found = found || (loop && loop->kind == ir::ForKind::Parallel && usesBuffer(loop->body, buffer));
    });
    return found;
}

} // namespace

Emitter::Emitter(llvm::Module& module, const LlvmTarget& target, const Options& options)
    : m_context(module.getContext())
    , m_module(module)
    , m_builder(module.getContext())
    , m_target(target)
    , m_options(options)
    , m_vectorBits(nativeVectorBits(target))
    , m_maxTileVectors(2 * vectorRegisters(target))
{
    llvm::FastMathFlags contract;
    contract.setAllowContract(true);
    m_builder.setFastMathFlags(contract);
}

Result<void> Emitter::checkRunnable(const ir::LoopNest& nest) const
{
    Result<void> outcome;
    ir::forEachStmt(nest.body, [&](const ir::Stmt& s) {
        const auto* loop = s.as<ir::For>();
        const bool threads = loop && (loop->kind == ir::ForKind::ThreadBinding || loop->kind == ir::ForKind::VirtualThread);
        if (outcome && !m_isDevice && s.as<ir::WarpMma>()) {
            outcome = fail(ErrorCode::Unsupported, "{} has products of a GPU's warps; LLVM compiles schedules for CPUs only",
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

llvm::Function* Emitter::makeFunction(const std::string& name, std::vector<llvm::Type*> types, bool isInternal)
{
    auto* type = llvm::FunctionType::get(m_builder.getVoidTy(), types, false);
    auto* function = llvm::Function::Create(type, isInternal ? llvm::Function::InternalLinkage : llvm::Function::ExternalLinkage,
                                            name, m_module);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    function->addFnAttr("target-cpu", m_target.cpu);
    function->addFnAttr("target-features", m_target.features);
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

void Emitter::enterFunction(FunctionState state)
{
    m_function = std::move(state);
    m_function.subprogram = m_function.function->getSubprogram();
    m_builder.SetInsertPoint(llvm::BasicBlock::Create(m_context, "entry", m_function.function));
    m_builder.SetCurrentDebugLocation(
        m_function.subprogram ? llvm::DebugLoc(llvm::DILocation::get(m_context, 1, 0, m_function.subprogram)) : llvm::DebugLoc());
    m_function.scopes.emplace_back();
}

void Emitter::markLine(const void* statement)
{
    if (!m_function.subprogram) {
        return;
    }
    const auto line = m_lines.find(statement);
    if (line != m_lines.end()) {
        m_builder.SetCurrentDebugLocation(llvm::DILocation::get(m_context, line->second, 0, m_function.subprogram));
    }
}

void Emitter::startLines(const std::string& name, const std::vector<ir::PrintedLine>& nest)
{
    m_module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
    m_debug = std::make_unique<llvm::DIBuilder>(m_module);
    m_file = m_debug->createFile(name + ".loops", ".");
    // NVPTX would write DWARF into the PTX; a GPU's text needs the line numbers alone.
    const auto kind = m_isDevice ? llvm::DICompileUnit::DebugDirectivesOnly : llvm::DICompileUnit::FullDebug;
    m_debug->createCompileUnit(llvm::dwarf::DW_LANG_C, m_file, "knobscope", true, "", 0, "", kind);
    unsigned number = 0;
    for (const ir::PrintedLine& line : nest) {
        m_lines.emplace(line.statement, ++number);
    }
}

llvm::Value* Emitter::baseOf(const ir::BufferNode& buffer)
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

void Emitter::placeInMemory(const ir::BufferNode& buffer, const ir::Stmt& body)
{
    const bool shared = m_function.parallelFor != nullptr;
    const bool small = m_isDevice || buffer.bytes() <= stackBufferBytes; // a GPU's stack is its local memory
    if (small && buffer.scope == ir::Scope::Local && !(shared && usedInParallelLoop(body, buffer))) {
        if (m_function.bases.contains(&buffer)) {
            return; // a second copy of the same scope, when an enclosing loop is unrolled
        }
        llvm::BasicBlock& entry = m_function.function->getEntryBlock();
        llvm::IRBuilder<> atEntry(&entry, entry.begin());
        auto* slot =
            atEntry.CreateAlloca(llvm::ArrayType::get(storageType(buffer.type), static_cast<uint64_t>(buffer.elements())));
        slot->setAlignment(llvm::Align(workspaceAlignment));
        m_function.bases.emplace(&buffer, slot);
        return;
    }
    if (!m_places.contains(&buffer)) {
        int64_t& used = shared ? m_sharedBytes : m_threadBytes;
        m_places.emplace(&buffer, Place{!shared, used});
        used += alignUp(buffer.bytes());
    }
}

/// The parallel loop's body becomes a function over a range of iterations; what it needs travels in a closure.
void Emitter::emitParallel(const ir::For& loop)
{
    std::vector<std::pair<const void*, llvm::Value*>> captured;
    for (const auto& [var, binding] : m_env) {
        if (binding.kind == Binding::Kind::Runtime) {
            captured.emplace_back(var, binding.value);
        }
    }
    const size_t pointers = m_parameters.size() + 1;
    llvm::Type* pointer = m_builder.getPtrTy();
    std::vector<llvm::Type*> fields(pointers, pointer);
    fields.insert(fields.end(), captured.size(), m_builder.getInt64Ty());
    auto* closure = llvm::StructType::get(m_context, fields);

    std::vector<llvm::Type*> types(pointers + 1, pointer); // + the thread's own workspace
    types.insert(types.end(), captured.size() + 2, m_builder.getInt64Ty());
    const std::string name = fmt::format("parallel{}", m_parallelCount++);
    llvm::Function* body = makeFunction(name, types, true);
    llvm::Function* entry = emitParallelEntry(body, closure, captured.size());

    llvm::BasicBlock& first = m_function.function->getEntryBlock();
    llvm::IRBuilder<> atEntry(&first, first.begin());
    llvm::Value* record = atEntry.CreateAlloca(closure);
    std::vector<llvm::Value*> values = m_function.parameters;
    values.push_back(m_function.workspace);
    for (const auto& [var, v] : captured) {
        values.push_back(v);
    }
    for (unsigned i = 0; i < values.size(); ++i) {
        m_builder.CreateStore(values[i], m_builder.CreateStructGEP(closure, record, i));
    }
    auto* runType = llvm::FunctionType::get(m_builder.getVoidTy(), {pointer, pointer, pointer, m_builder.getInt64Ty()}, false);
    m_builder.CreateCall(runType, m_function.parallelFor,
                         {m_function.context, entry, record, m_builder.getInt64(static_cast<uint64_t>(loop.extent))});

    FunctionState outer = std::move(m_function);
    const auto outerEnv = m_env;
    const auto outerPoint = m_builder.saveIP();
    FunctionState inner;
    inner.function = body;
    unsigned argument = 0;
    for (size_t i = 0; i < m_parameters.size(); ++i) {
        inner.parameters.push_back(body->getArg(argument++));
    }
    inner.workspace = body->getArg(argument++);
    inner.threadWorkspace = body->getArg(argument++);
    for (const auto& [var, v] : captured) {
        m_env[var].value = body->getArg(argument++);
        m_env[var].depth = 0;
    }
    enterFunction(std::move(inner));
    emitRuntimeLoop(loop, body->getArg(argument), body->getArg(argument + 1));
    m_builder.CreateRetVoid();

    m_function = std::move(outer);
    m_env = outerEnv;
    m_builder.restoreIP(outerPoint);
    m_builder.SetCurrentDebugLocation(
        m_function.subprogram ? llvm::DebugLoc(llvm::DILocation::get(m_context, 1, 0, m_function.subprogram)) : llvm::DebugLoc());
}

/// The function that the caller's ParallelFor calls: unpacks the closure and finds the thread's workspace.
llvm::Function* Emitter::emitParallelEntry(llvm::Function* body, llvm::StructType* closure, size_t captured)
{
    llvm::Type* pointer = m_builder.getPtrTy();
    llvm::Type* i64 = m_builder.getInt64Ty();
    llvm::Function* entry = makeFunction(body->getName().str() + ".entry", {pointer, i64, i64, m_builder.getInt32Ty()}, true);
    entry->removeParamAttr(0, llvm::Attribute::NoAlias);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(m_context, "entry", entry));
    if (auto* subprogram = entry->getSubprogram()) {
        builder.SetCurrentDebugLocation(llvm::DILocation::get(m_context, 1, 0, subprogram));
    }
    std::vector<llvm::Value*> arguments;
    const size_t pointers = closure->getNumElements() - captured;
    const auto field = [&](unsigned i) {
        return builder.CreateLoad(closure->getElementType(i), builder.CreateStructGEP(closure, entry->getArg(0), i));
    };
    for (unsigned i = 0; i < pointers; ++i) {
        arguments.push_back(field(i));
    }
    llvm::Value* thread = builder.CreateSExt(entry->getArg(3), i64);
    llvm::Value* offset = builder.CreateAdd(builder.CreateLoad(i64, m_sharedSize),
                                            builder.CreateMul(thread, builder.CreateLoad(i64, m_threadSize)));
    arguments.push_back(builder.CreateGEP(builder.getInt8Ty(), arguments.back(), offset));
    for (size_t i = 0; i < captured; ++i) {
        arguments.push_back(field(static_cast<unsigned>(pointers + i)));
    }
    arguments.push_back(entry->getArg(1));
    arguments.push_back(entry->getArg(2));
    builder.CreateCall(body, arguments);
    builder.CreateRetVoid();
    return entry;
}

/// `symbol`, of type KernelFunction: loads the argument pointers and calls the kernel proper.
void Emitter::emitEntry(llvm::Function* body, const std::string& symbol)
{
    llvm::Type* pointer = m_builder.getPtrTy();
    llvm::Function* entry = makeFunction(symbol, {pointer, pointer, pointer, pointer}, false);
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(m_context, "entry", entry));
    if (auto* subprogram = entry->getSubprogram()) {
        builder.SetCurrentDebugLocation(llvm::DILocation::get(m_context, 1, 0, subprogram));
    }
    std::vector<llvm::Value*> arguments;
    for (unsigned i = 0; i < m_parameters.size(); ++i) {
        arguments.push_back(builder.CreateLoad(pointer, builder.CreateConstGEP1_64(pointer, entry->getArg(0), i)));
    }
    for (unsigned i = 1; i < 4; ++i) {
        arguments.push_back(entry->getArg(i));
    }
    builder.CreateCall(body, arguments);
    builder.CreateRetVoid();
}

Result<CompiledKernel> Emitter::emit(const ir::LoopNest& original)
{
    if (auto ok = checkRunnable(original); !ok) {
        return fail(ok);
    }
    const ir::LoopNest nest = boundUnrolling(original, m_vectorBits, maxInstances);
    m_module.setTargetTriple(m_target.triple);
    if (m_options.lines) {
        startLines(nest.name, ir::print(original));
    }
    CompiledKernel kernel;
    kernel.symbol = "knobscope_kernel";
    for (size_t i = 0; i < nest.parameters.size(); ++i) {
        const ir::BufferNode& buffer = *nest.parameters[i];
        m_parameters.push_back(&buffer);
        kernel.arguments.push_back({buffer.name, buffer.shape, buffer.type, i >= nest.inputs});
    }
    m_readOnly.insert(m_parameters.begin(), m_parameters.begin() + static_cast<std::ptrdiff_t>(nest.inputs));
    llvm::Type* i64 = m_builder.getInt64Ty();
    const auto size = [&](const char* name) {
        return new llvm::GlobalVariable(m_module, i64, true, llvm::GlobalValue::InternalLinkage, m_builder.getInt64(0), name);
    };
    m_sharedSize = size("workspace_bytes");
    m_threadSize = size("thread_workspace_bytes");

    std::vector<llvm::Type*> types(m_parameters.size() + 3, m_builder.getPtrTy());
    llvm::Function* body = makeFunction(nest.name.empty() ? "kernel" : nest.name, types, true);
    FunctionState state;
    state.function = body;
    const auto count = static_cast<unsigned>(m_parameters.size());
    for (unsigned i = 0; i < count; ++i) {
        state.parameters.push_back(body->getArg(i));
    }
    state.workspace = body->getArg(count);
    state.parallelFor = body->getArg(count + 1);
    state.context = body->getArg(count + 2);
    enterFunction(std::move(state));
    emit(nest.body);
    m_builder.CreateRetVoid();
    emitEntry(body, kernel.symbol);

    if (m_sharedBytes > largestWorkspace || m_threadBytes > largestWorkspace) {
        return fail(ErrorCode::LimitExceeded, "{} needs {} bytes of scratch memory; at most {} are given", nest.name,
                    m_sharedBytes + m_threadBytes, largestWorkspace);
    }
    m_sharedSize->setInitializer(m_builder.getInt64(static_cast<uint64_t>(m_sharedBytes)));
    m_threadSize->setInitializer(m_builder.getInt64(static_cast<uint64_t>(m_threadBytes)));
    kernel.workspaceBytes = m_sharedBytes;
    kernel.threadWorkspaceBytes = m_threadBytes;
    if (m_debug) {
        m_debug->finalize();
    }
    return kernel;
}

} // namespace knobscope

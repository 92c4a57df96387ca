// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/emitnest.h"

#include "core/codegen/llvm/tileconfigs.h"
#include "core/codegen/llvm/unrolling.h"
#include "core/ir/checknest.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t kMaxWorkspaceBytes = int64_t{16} << 30;
constexpr int64_t kMaxInstances = 1024; // stores that a kernel may be unrolled to; compile time grows with them

/// Whether parallel loops multiply matrix tiles. The calling thread takes part in them, and loses its configuration.
bool configuresTilesInParallel(const ir::Stmt& body)
{
    return std::ranges::any_of(ir::statementsOf<ir::For>(body), [](const ir::For* loop) {
        return loop->kind == ir::ForKind::Parallel && !tileShapes(loop->body).empty();
    });
}

} // namespace

/// Turns the parallel loop's body into a function over a range of iterations; captured values are passed in a closure.
void NestEmitter::emitParallel(const ir::For& loop)
{
    if (!m_function.parallelFor) {
        emitSerial(loop); // nested in another parallel loop
        return;
    }
    std::vector<std::pair<const void*, llvm::Value*>> captured; // variables of the enclosing loops, outermost first
    for (const auto& [var, binding] : m_env) {
        if (binding.kind == Binding::Kind::Runtime) {
            captured.emplace_back(var, binding.value);
        }
    }
    std::sort(captured.begin(), captured.end(),
              [&](const auto& a, const auto& b) { return m_env.at(a.first).depth < m_env.at(b.first).depth; });
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
    const bool hasOwn = !m_tileShapes.empty() && !tileShapes(loop.body).empty();
    if (hasOwn) {
        configureTilesAtEntry();
    }
    emitRuntimeLoop(loop, body->getArg(argument), body->getArg(argument + 1));
    if (hasOwn) {
        releaseTiles();
    }
    m_builder.CreateRetVoid();
    shareTileConfigs(*body);

    m_function = std::move(outer);
    m_env = outerEnv;
    m_builder.restoreIP(outerPoint);
    markFirstLine();
    if (m_function.hasTiles && hasOwn) { // this thread has taken part, and released its tiles
        configureTilesAtEntry();
    }
}

/// The function that the caller's ParallelFor calls: unpacks the closure and computes the thread's workspace.
llvm::Function* NestEmitter::emitParallelEntry(llvm::Function* body, llvm::StructType* closure, size_t captured)
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

/// Defines `symbol`, of type KernelFunction: loads the argument pointers and calls the kernel function.
void NestEmitter::emitEntry(llvm::Function* body, const std::string& symbol)
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

/// Emits the function for `body`, and its entry function named `symbol`.
void NestEmitter::emitKernel(const std::string& name, const std::string& symbol, const ir::Stmt& body)
{
    const std::vector<llvm::Type*> types(m_parameters.size() + 3, m_builder.getPtrTy());
    llvm::Function* function = makeFunction(name, types, true);
    FunctionState state;
    state.function = function;
    const auto count = static_cast<unsigned>(m_parameters.size());
    for (unsigned i = 0; i < count; ++i) {
        state.parameters.push_back(function->getArg(i));
    }
    state.workspace = function->getArg(count);
    state.parallelFor = function->getArg(count + 1);
    state.context = function->getArg(count + 2);
    enterFunction(std::move(state));
    m_function.hasTiles = usesTiles(body);
    if (m_function.hasTiles) {
        configureTilesAtEntry();
    }
    emit(body);
    if (m_function.hasTiles) {
        releaseTiles();
    }
    m_builder.CreateRetVoid();
    if (!configuresTilesInParallel(body)) {
        shareTileConfigs(*function);
    }
    emitEntry(function, symbol);
}

/// Passes prepared buffers as extra parameters after the others; after preparation they are read-only.
void NestEmitter::emitPrepare(const std::string& name, const ir::LoopNest& nest, CompiledKernel& kernel)
{
    for (const ir::Buffer& buffer : nest.prepared) {
        m_parameters.push_back(buffer.get());
        kernel.prepared.push_back({buffer->name, buffer->shape, buffer->type, true});
    }
    kernel.prepareSymbol = name + "_prepare_call";
    emitKernel(name + "_prepare", kernel.prepareSymbol, nest.prepare);
    for (const ir::Buffer& buffer : nest.prepared) {
        m_readOnly.insert(buffer.get());
    }
}

Result<CompiledKernel> NestEmitter::emit(const ir::LoopNest& original)
{
    TRY(checkRunnable(original));
    TRY(ir::checkDeclared(original));
    const ir::LoopNest nest = boundUnrolling(original, m_vectorBits, kMaxInstances);
    m_module.setTargetTriple(m_target.triple);
    startTiles(nest);
    if (m_hasLines) {
        startLines(nest.name, ir::print(original));
    }
    CompiledKernel kernel;
    const std::string name = nest.name.empty() ? "kernel" : nest.name;
    kernel.symbol = name + "_call";
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

    if (!nest.prepare.isNull()) {
        emitPrepare(name, nest, kernel);
    }
    emitKernel(name, kernel.symbol, nest.body);

    if (m_sharedBytes > kMaxWorkspaceBytes || m_threadBytes > kMaxWorkspaceBytes) {
        return fail(ErrorCode::LimitExceeded, "{} needs {} bytes of scratch memory; the limit is {}", nest.name,
                    m_sharedBytes + m_threadBytes, kMaxWorkspaceBytes);
    }
    m_sharedSize->setInitializer(m_builder.getInt64(static_cast<uint64_t>(m_sharedBytes)));
    m_threadSize->setInitializer(m_builder.getInt64(static_cast<uint64_t>(m_threadBytes)));
    kernel.workspaceBytes = m_sharedBytes;
    kernel.threadWorkspaceBytes = m_threadBytes;
    kernel.usesMatrixTiles = m_hasTiles;
    if (m_debug) {
        m_debug->finalize();
    }
    return kernel;
}

} // namespace knobscope

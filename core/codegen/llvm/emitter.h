// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// For the .cpp files of this folder only.

#include "core/codegen/kernel.h"
#include "core/codegen/llvm/registertile.h"
#include "core/codegen/llvm/target.h"
#include "core/ir/bounds.h"
#include "core/ir/deviceprogram.h"
#include "core/ir/printer.h"

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <set>
#include <unordered_map>

namespace knobscope {

/// Writes one loop nest as LLVM IR: loops unrolled and vectorized as their kinds say, small local buffers as vector values
/// that loops carry in phis, index sums computed in the outermost loop where all their variables are known. The result needs
/// no optimisation passes (docs/decisions/0004).
class Emitter
{
public:
    struct Options {
        bool lines = false; ///< debug locations: the line of the printed loop nest that a statement came from
    };

    Emitter(llvm::Module& module, const LlvmTarget& target, const Options& options);

    /// Defines the kernel function and all it needs; fills in symbol, arguments and workspace sizes.
    Result<CompiledKernel> emit(const ir::LoopNest& nest);

    /// Defines the functions of a GPU program for LLVM's NVPTX target: pointers to global memory, blocks and threads from
    /// special registers, shared memory as globals of its address space. With `lines`, `nest` is what they count in.
    Result<void> emit(const ir::DeviceProgram& program, const std::vector<ir::PrintedLine>& nest);

private:
    /// What a loop variable currently is.
    struct Binding {
        enum class Kind : uint8_t { Constant, Lanes, Runtime };
        Kind kind = Kind::Constant;
        int64_t constant = 0;         ///< Constant: the value; Lanes: that of lane 0
        int lanes = 1;
        llvm::Value* value = nullptr; ///< Runtime
        size_t depth = 0;             ///< Runtime: the scope in which it is known
    };
    struct PointerKey {
        llvm::Value* base;
        std::vector<std::pair<llvm::Value*, int64_t>> terms;
        auto operator<=>(const PointerKey&) const = default;
    };
    struct LoadKey {
        llvm::Value* pointer;
        int64_t offset;
        int lanes;
        auto operator<=>(const LoadKey&) const = default;
    };
    /// A loop body or branch: what was computed in it, and where more can be put before the next deeper one.
    struct Scope {
        std::map<PointerKey, llvm::Value*> pointers;
        std::map<LoadKey, llvm::Value*> loads;
        std::vector<std::pair<ir::Expr, llvm::Value*>> indices;
        llvm::Instruction* exit = nullptr; ///< the branch into the next deeper scope; null in the innermost
    };
    struct Place {
        bool perThread = false;
        int64_t offset = 0;
    };
    /// The function being written; a parallel loop's body is one of its own.
    struct FunctionState {
        llvm::Function* function = nullptr;
        std::vector<llvm::Value*> parameters;
        llvm::Value* workspace = nullptr;
        llvm::Value* threadWorkspace = nullptr;
        llvm::Value* parallelFor = nullptr; ///< null inside a parallel loop
        llvm::Value* context = nullptr;
        std::unordered_map<const ir::BufferNode*, llvm::Value*> bases;
        std::vector<Scope> scopes;
        llvm::DISubprogram* subprogram = nullptr;
    };

    // emitter.cpp: functions, buffers, workspace
    llvm::Function* makeFunction(const std::string& name, std::vector<llvm::Type*> types, bool isInternal);
    void enterFunction(FunctionState state);
    void emitEntry(llvm::Function* body, const std::string& symbol);
    void emitParallel(const ir::For& loop);
    llvm::Function* emitParallelEntry(llvm::Function* body, llvm::StructType* closure, size_t captured);
    llvm::Value* baseOf(const ir::BufferNode& buffer);
    void placeInMemory(const ir::BufferNode& buffer, const ir::Stmt& body);
    Result<void> checkRunnable(const ir::LoopNest& nest) const;
    void markLine(const void* statement);
    void startLines(const std::string& name, const std::vector<ir::PrintedLine>& nest);

    // emitdevice.cpp: GPU kernels
    void emitKernel(const ir::DeviceKernel& kernel);
    void defineShared(const ir::DeviceKernel& kernel);
    void bindIndices(const ir::DeviceKernel& kernel);
    void annotateKernel(llvm::Function& function, const ir::DeviceKernel& kernel);

    // emitcopies.cpp: asynchronous copies to a GPU's shared memory
    bool emitAsyncCopy(const ir::Stmt& s, const ir::Store& store);
    void emitCopyGroup(const ir::Stmt& s);

    // emitstmt.cpp
    void emit(const ir::Stmt& s);
    void emitLoop(const ir::Stmt& s, const ir::For& loop);
    void emitUnrolled(const ir::For& loop);
    void emitVectorized(const ir::For& loop);
    void emitSerial(const ir::For& loop);
    void emitRuntimeLoop(const ir::For& loop, llvm::Value* begin, llvm::Value* end);
    void emitBranch(const ir::IfThen& branch);
    void emitStore(const ir::Stmt& s, const ir::Store& store);
    void emitAllocate(const ir::Allocate& allocate);
    void emitPerLane(const std::function<void()>& scalar);
    void separateIterations();
    std::vector<const ir::BufferNode*> tilesStoredIn(const ir::Stmt& s) const;

    // emitmma.cpp
    void emitProduct(const ir::WarpMma& mma);
    std::vector<llvm::Value*> multiplyAdd(const std::string& shape, const std::vector<llvm::Value*>& sums,
                                          const std::vector<llvm::Value*>& a, const std::vector<llvm::Value*>& b);
    llvm::Value* roundedToTf32(llvm::Value* v);

    // emitexpr.cpp
    llvm::Value* value(const ir::Expr& e);
    llvm::Value* binaryValue(const ir::Binary& n, const ir::Expr& whole);
    llvm::Value* floorDivision(const ir::Binary& n, llvm::Value* a, llvm::Value* b);
    llvm::Value* fused(const ir::Binary& n);
    llvm::Value* selectValue(const ir::Select& n);
    llvm::Value* castValue(const ir::Cast& n);
    llvm::Value* castTo(llvm::Value* v, ir::DataType from, ir::DataType type);
    llvm::Value* loadValue(const ir::Expr& e, const ir::Load& n);
    llvm::Value* loadMemory(const ir::BufferNode& buffer, const AccessIndex& index, int lanes);
    llvm::Value* gather(const ir::Expr& e);
    llvm::Value* indexValue(const ir::Expr& e);
    llvm::Value* constantOf(double value, ir::DataType type);
    void matchLanes(llvm::Value*& a, llvm::Value*& b);
    llvm::Type* typeOf(ir::DataType type);
    llvm::Type* storageType(ir::DataType type);

    /// The place of an access with everything constant folded: pointer to the runtime part, and element offset.
    struct Address {
        llvm::Value* pointer = nullptr;
        int64_t offset = 0;
    };
    struct Split {
        int64_t constant = 0;
        int64_t laneStride = 0;
        bool lanesInside = false; ///< a non-affine part depends on the lane
        std::vector<std::pair<llvm::Value*, int64_t>> runtime;
    };
    Split split(const AccessIndex& index);
    Address address(const ir::BufferNode& buffer, const Split& split);
    llvm::Value* pointerTo(const ir::BufferNode& buffer, const Address& address);
    llvm::Align alignmentOf(const ir::BufferNode& buffer, const Split& split, int lanes) const;
    size_t depthOf(const ir::Expr& e) const;
    bool usesLanes(const ir::Expr& e) const;
    bool isConstant(const ir::Expr& e) const;
    const AccessIndex& indexOf(const void* key, const ir::BufferNode& buffer, const std::vector<ir::Expr>& indices);

    llvm::LLVMContext& m_context;
    llvm::Module& m_module;
    llvm::IRBuilder<> m_builder;
    LlvmTarget m_target;
    Options m_options;
    int m_vectorBits;
    int64_t m_maxTileVectors;
    ir::Ranges m_ranges;
    FunctionState m_function;
    std::unordered_map<const void*, Binding> m_env;
    std::unordered_map<const ir::BufferNode*, RegisterTile> m_tiles;
    std::unordered_map<const ir::BufferNode*, Place> m_places;
    std::unordered_map<const void*, AccessIndex> m_indices;
    std::vector<const ir::BufferNode*> m_parameters;
    std::set<const ir::BufferNode*> m_readOnly;
    bool m_isDevice = false; ///< a GPU's kernel: one thread of many
    bool m_plainCopies = false; ///< asynchronous copies are stores
    const void* m_laneVar = nullptr;
    int m_lanes = 1;
    int64_t m_sharedBytes = 0;
    int64_t m_threadBytes = 0;
    int m_parallelCount = 0;
    llvm::GlobalVariable* m_sharedSize = nullptr;
    llvm::GlobalVariable* m_threadSize = nullptr;
    std::unordered_map<const void*, unsigned> m_lines;
    std::unique_ptr<llvm::DIBuilder> m_debug;
    llvm::DIFile* m_file = nullptr;
};

} // namespace knobscope

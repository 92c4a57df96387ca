// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Internal to this folder.

#include "core/codegen/llvm/registertile.h"
#include "core/codegen/llvm/target.h"
#include "core/ir/printer.h"

#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <map>
#include <unordered_map>

namespace knobscope {

/// Emits a module's functions: tracks the memory of buffers and the current line.
class FunctionEmitter
{
protected:
    FunctionEmitter(llvm::Module& module, const LlvmTarget& target, bool lines);

    struct PointerKey {
        llvm::Value* base;
        std::vector<std::pair<llvm::Value*, int64_t>> terms;
        auto operator<=>(const PointerKey&) const = default;
    };
    struct LoadKey {
        llvm::Value* pointer;
        int64_t offset;
        int lanes;
        llvm::Type* type;
        auto operator<=>(const LoadKey&) const = default;
    };
    /// A loop body or branch: the values computed in it, and the insertion point for more before the next deeper scope.
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
    /// The function being emitted; the body of a parallel loop is a separate function.
    struct FunctionState {
        llvm::Function* function = nullptr;
        std::vector<llvm::Value*> parameters;
        llvm::Value* workspace = nullptr;
        llvm::Value* threadWorkspace = nullptr;
        llvm::Value* parallelFor = nullptr; ///< null inside a parallel loop
        llvm::Value* context = nullptr;
        std::unordered_map<const ir::BufferNode*, llvm::Value*> bases;
        std::vector<Scope> scopes;
        std::unordered_map<const llvm::Value*, size_t> numbers; ///< index terms numbered by first use: the order of sums
        llvm::DISubprogram* subprogram = nullptr;
        bool hasTiles = false; ///< multiplies matrix tiles outside parallel loops
    };

    Result<void> checkRunnable(const ir::LoopNest& nest) const;
    llvm::Function* makeFunction(const std::string& name, std::vector<llvm::Type*> types, bool isInternal);
    void enterFunction(FunctionState state);
    llvm::Value* baseOf(const ir::BufferNode& buffer);
    void placeInMemory(const ir::BufferNode& buffer, const ir::Stmt& body);
    /// Places the buffer in the part of the workspace that all threads share.
    void placeShared(const ir::BufferNode& buffer);
    llvm::Type* typeOf(ir::DataType type);
    /// Whether the target has the instruction for castTo().
    bool roundsBfloat16();
    llvm::Type* storageType(ir::DataType type) { return type.isBool() ? m_builder.getInt8Ty() : typeOf(type); }

    void startLines(const std::string& name, const std::vector<ir::PrintedLine>& nest);
    void markLine(const void* statement);
    void markFirstLine();

    llvm::LLVMContext& m_context;
    llvm::Module& m_module;
    llvm::IRBuilder<> m_builder;
    LlvmTarget m_target;
    bool m_hasLines; ///< debug locations: each statement's line in the printed loop nest
    int m_vectorBits;
    std::optional<bool> m_roundsBfloat16; ///< found on first use
    FunctionState m_function;
    std::unordered_map<const ir::BufferNode*, Place> m_places;
    std::vector<const ir::BufferNode*> m_parameters;
    int64_t m_sharedBytes = 0;
    int64_t m_threadBytes = 0;
    std::unordered_map<const void*, unsigned> m_lines;
    std::unique_ptr<llvm::DIBuilder> m_debug;
    llvm::DIFile* m_file = nullptr;
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/cuda/vectorstore.h"
#include "core/codegen/deviceimage.h"
#include "core/ir/printer.h"

#include <cstdint>
#include <optional>

namespace knobscope {

/// Prints one kernel as CUDA C++; cudasource.h describes the format.
class KernelPrinter
{
public:
    KernelPrinter(const ir::DeviceProgram& program, const ir::DeviceKernel& kernel, CudaPreludeUse& used);
    Result<std::vector<ir::PrintedLine>> run();

private:
    Result<void> checkBody() const;
    bool needsLongIndices() const;
    void signature();
    void launchVariables();
    void line(const std::string& text, const void* statement = nullptr)
    {
        m_lines.push_back({std::string(m_depth * 4, ' ') + text, m_loops, statement});
    }
    void print(const ir::Stmt& s);
    std::string productText(const ir::WarpMma& mma);
    void scoped(const ir::Stmt& body);
    std::string provenanceComment(ir::ProvenanceId id) const;

    /// Opens a `for` over [0, extent) with a step.
    void openLoop(const ir::For& loop, const ir::Var& var, int64_t step, bool unroll, const void* id);
    void closeLoop(const void* id);
    void printLoop(const ir::Stmt& s, const ir::For& loop);

    /// Returns true if the loop was printed as vector moves.
    bool printVectorized(const ir::Stmt& s, const ir::For& loop);

    static bool isStore(const ir::Stmt& s) { return s.as<ir::Store>() != nullptr; }

    static const void* firstStore(const ir::Stmt& body);
    bool isVectorizable(const ir::Stmt& body, const ir::Var& lane, int lanes);
    void printLanes(const ir::Stmt& s, const ir::Var& lane, int lanes, const void* id);
    void printBranch(const ir::Stmt& s, const ir::IfThen& branch);

    /// Whether the statement is one store inside conditions only.
    static bool isGuardedStore(const ir::Stmt& s);

    struct GuardedText {
        std::string condition; ///< empty: none
        std::string store;
    };
    /// Returns nullopt if a condition never holds.
    std::optional<GuardedText> guardedText(const ir::Stmt& s);

    /// Prints a guarded store; names long quotients and remainders first.
    void printGuarded(const ir::Stmt& s);
    std::string storeText(const ir::Store& store);
    /// The store as an asynchronous copy; nullopt if it is not one.
    std::optional<std::string> asyncText(const ir::Store& store);
    void printAllocate(const ir::Stmt& s, const ir::Allocate& allocate);

    const ir::DeviceProgram& m_program;
    const ir::DeviceKernel& m_kernel;
    CudaIdentifiers m_names;
    ir::Ranges m_ranges;
    CudaExpressions m_expressions;
    SharedLayout m_shared;
    std::unordered_map<const void*, int> m_unrollLimits;
    std::string m_sharedBlock;
    std::vector<ir::PrintedLine> m_lines;
    std::vector<ir::ProvenanceId> m_loops;
    size_t m_depth = 0;
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/passes.h"

#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope {

using ir::ForKind;
using ir::Stmt;

namespace {

constexpr int kMaxDepth = 8; // TVM's default auto_max_depth

/// Stores and loop depths inside a statement after unrolling.
struct Steps {
    int64_t stores = 0;
    int unrolledDepth = 0;
    int normalDepth = 0;
};

class AutoUnroller
{
public:
    AutoUnroller(int64_t maxSteps, bool explicitly)
        : m_maxSteps(maxSteps)
        , m_explicitly(explicitly)
    {
    }

    Stmt visit(const Stmt& s, Steps& steps)
    {
        if (s.isNull()) {
            return s;
        }
        if (s.as<ir::Store>()) {
            steps.stores += 1;
            return s;
        }
        if (const auto* n = s.as<ir::For>()) {
            return visitLoop(*n, steps);
        }
        if (const auto* n = s.as<ir::Block>()) {
            return visitBlock(*n, steps);
        }
        return ir::mapChildren(s, [&](const Stmt& child) { return visit(child, steps); });
    }

private:
    Stmt visitBlock(const ir::Block& n, Steps& steps)
    {
        std::vector<Stmt> out;
        for (const Stmt& child : n.statements) {
            Steps own;
            out.push_back(visit(child, own));
            steps.stores += own.stores;
            steps.unrolledDepth = std::max(steps.unrolledDepth, own.unrolledDepth);
            steps.normalDepth = std::max(steps.normalDepth, own.normalDepth);
        }
        return ir::block(std::move(out));
    }

    Stmt visitLoop(const ir::For& n, Steps& steps)
    {
        ir::For loop = n;
        loop.body = visit(n.body, steps);
        const bool fits = loop.kind == ForKind::Serial && steps.normalDepth == 0 && steps.unrolledDepth <= kMaxDepth
                       && loop.extent * steps.stores <= m_maxSteps;
        if (fits || loop.kind == ForKind::Unrolled || loop.kind == ForKind::Vectorized) {
            if (loop.kind != ForKind::Vectorized) {
                steps.stores *= loop.extent;
                steps.unrolledDepth += loop.threadTag.empty() ? 1 : 0; // TVM has already copied virtual threads at this point
            }
        } else {
            steps.normalDepth += 1;
        }
        if (fits && m_explicitly) {
            loop.kind = ForKind::Unrolled;
        } else if (fits) {
            loop.unrollHint = 1;
        }
        return ir::makeStmt(std::move(loop));
    }

    int64_t m_maxSteps;
    bool m_explicitly;
};

} // namespace

Stmt autoUnroll(const Stmt& body, int64_t maxSteps, bool explicitly)
{
    Steps steps;
    return AutoUnroller(maxSteps, explicitly).visit(body, steps);
}

} // namespace knobscope

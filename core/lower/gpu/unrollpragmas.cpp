// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lower/gpu/unrollpragmas.h"

#include "core/lower/autounroll.h"

namespace knobscope {

ir::Stmt applyUnrollPragmas(const ir::Stmt& body, const UnrollPragmas& pragmas)
{
    return ir::transformStmt(body, [&](const ir::Stmt& s) {
        const auto* loop = s.as<ir::For>();
        if (!loop) {
            return s;
        }
        const ir::Stmt kept = loop->extent > 1 ? s : ir::substitute(loop->body, {{loop->var.id(), ir::Expr(0)}});
        const auto pragma = pragmas.find(loop->var.id());
        return pragma == pragmas.end() ? kept : autoUnroll(kept, pragma->second.maxSteps, pragma->second.explicitly);
    });
}

} // namespace knobscope

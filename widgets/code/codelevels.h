// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/code/codecolumn.h"
#include "widgets/code/codestore.h"

#include <QSplitter>

namespace knobscope {

/// The levels of a config's code side by side, a column each. GUI thread only.
class CodeLevels : public QSplitter
{
    Q_OBJECT
public:
    explicit CodeLevels(QWidget* parent = nullptr);

    CodeColumn& column(CodeLevel level) { return *m_columns[static_cast<size_t>(level)]; }
    /// A GPU's code has CUDA C and PTX where a CPU's has LLVM IR and assembly.
    void nameLevels(bool isGpu);
    /// Fills every level and scrolls it to the loop with the most work.
    void setCode(const KernelCode& code);

private:
    void revealBusiest(const KernelCode& code);

    std::array<CodeColumn*, 3> m_columns{};
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/kernelcode.h"
#include "widgets/views/code/codecolumn.h"

#include <QSplitter>

namespace knobscope {

/// Title and language of a code level: a GPU config has CUDA C and PTX, a CPU config has LLVM IR and assembly.
struct LevelName {
    QString title;
    CodeLanguage language;
};
LevelName nameOf(CodeLevel level, bool isGpu);
/// Of its column: "loops", "generated", "assembly".
QString idOf(CodeLevel level);

/// The code levels of a config side by side, one column each. GUI thread only.
class CodeLevels : public QSplitter
{
    Q_OBJECT
public:
    explicit CodeLevels(QWidget* parent = nullptr);

    CodeColumn& column(CodeLevel level) { return *m_columns[static_cast<size_t>(level)]; }
    void nameLevels(bool isGpu);
    /// Fills every level and scrolls it to the loop with the most work.
    void setCode(const KernelCode& code);

private:
    void revealBusiest(const KernelCode& code);

    std::array<CodeColumn*, 3> m_columns{};
};

} // namespace knobscope

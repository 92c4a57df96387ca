// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/linediff.h"
#include "core/base/table.h"
#include "core/task/kernelcode.h"
#include "widgets/base/latestwork.h"
#include "widgets/controls/celltable.h"
#include "widgets/views/code/codecolumn.h"

#include <functional>
#include <memory>

class QComboBox;
class QStackedWidget;

namespace knobscope {

/// Two configs side by side: their code at one level, with differences marked, or their derived figures.
class DiffPage : public QWidget
{
    Q_OBJECT
public:
    using Code = std::shared_ptr<const KernelCode>;
    explicit DiffPage(QWidget* parent = nullptr);

    /// Makes the table of the figures of both (figureComparison()); called in a thread of its own.
    using Figures = std::function<Result<Table>()>;
    void compare(Code left, const QString& leftTitle, Code right, const QString& rightTitle, Figures figures = {});
    /// The level of the code on show; the figures have none.
    CodeLevel level() const;
    void setLevel(CodeLevel level);
    QComboBox& levelChoice() { return *m_level; }
    QString summary() const;
    /// Waits for the running comparison.
    void finishNow() { m_work.finishNow(); }
    CodePane& pane(int side);

private:
    struct Answer;
    void refresh();
    void showAnswer(const Answer& answer);
    void jump(bool backwards);
    void showFigures(const Result<Table>& figures);

    std::array<Code, 2> m_codes;
    std::array<QString, 2> m_titles;
    LatestWork m_work;
    QComboBox* m_level;
    class QLabel* m_summary;
    std::array<CodeColumn*, 2> m_columns;
    Figures m_makeFigures;
    CellTable m_figures;
    QStackedWidget* m_pages;
};

} // namespace knobscope

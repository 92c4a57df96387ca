// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/linediff.h"
#include "core/task/kernelcode.h"
#include "widgets/base/latestwork.h"
#include "widgets/views/code/codecolumn.h"

#include <memory>

class QComboBox;

namespace knobscope {

/// The code of two configs at one level, side by side, with differences marked.
class DiffPage : public QWidget
{
    Q_OBJECT
public:
    using Code = std::shared_ptr<const KernelCode>;
    explicit DiffPage(QWidget* parent = nullptr);

    void compare(Code left, const QString& leftTitle, Code right, const QString& rightTitle);
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

    std::array<Code, 2> m_codes;
    std::array<QString, 2> m_titles;
    LatestWork m_work;
    QComboBox* m_level;
    class QLabel* m_summary;
    std::array<CodeColumn*, 2> m_columns;
};

} // namespace knobscope

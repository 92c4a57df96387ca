// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/view.h"
#include "widgets/views/code/codecolumn.h"
#include "widgets/views/code/diffpage.h"

#include <QCache>

class QComboBox;
class QLabel;
class QToolButton;

namespace knobscope {

class PlaceholderStack;

/// Identifies code by a task with its edits and a config of its space.
struct CodeKey {
    std::shared_ptr<const Task> task;
    qint64 index = -1;

    bool isValid() const { return task && index >= 0; }
    friend bool operator==(const CodeKey&, const CodeKey&) = default;
};

/// The current config as loop nest, LLVM IR and assembly, linked by line: hovering a line highlights the lines that it came
/// from and that it became, and its knob; hovering a knob elsewhere highlights its loops. Neither generated code nor a compiler
/// runs in this process.
class CodeView : public LazyView
{
    Q_OBJECT
public:
    explicit CodeView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override;

    CodeColumn& column(CodeLevel level) { return m_levels->column(level); }
    /// The displayed code; null if there is none.
    const KernelCode* code() const { return m_code.get(); }
    DiffPage& diff() { return *m_diff; }
    QComboBox& compareWith() { return *m_compare; }
    void setLevelShown(CodeLevel level, bool shown);
    bool isGenerating() const { return m_work.isBusy(); }

protected:
    void refresh() override;
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    using Code = DiffPage::Code;
    QWidget* makeHead();
    void followConfig();
    void refreshText();
    void showCode(Code code, const Code& other);
    /// Null if it must be generated, or if `key` is empty.
    Code known(const CodeKey& key) const;
    void keep(const CodeKey& key, const Code& code);
    void nameLevels(bool isGpu);
    void showPage();
    void listOthers();
    void fillOthers(const std::vector<TrialRef>& trials, const std::vector<TrialConfig>& configs);
    void follow(CodeLevel from, int line, bool reveal);
    void highlightKnob();
    QString titleOf(const CodeKey& key) const;

    QCache<std::string, Code> m_known; ///< by kernelKey: returning to a config is instant
    LatestWork m_work;
    Code m_code;
    CodeKey m_shown; ///< key of m_code, or of the code being generated
    bool m_wasPainted = false; ///< nothing is generated before the first paint
    CodeLevels* m_levels;
    PlaceholderStack* m_pages; ///< the levels and the comparison
    DiffPage* m_diff;
    QComboBox* m_compare; ///< item data: CodeKey
    QLabel* m_status;
    std::array<QToolButton*, 3> m_toggles{};
};

} // namespace knobscope

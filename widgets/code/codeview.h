// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/code/diffpage.h"
#include "widgets/workspace/view.h"

class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace knobscope {

/// The config in hand as loop nest, LLVM IR and assembly, linked by line: pointing at a line lights what it became and what it
/// came from, and the knob behind it; a knob pointed at elsewhere lights its loops. Nothing that is generated is run here.
class CodeView : public View
{
    Q_OBJECT
public:
    explicit CodeView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    CodeColumn& column(CodeLevel level) { return *m_columns[static_cast<size_t>(level)]; }
    /// What is on screen; null while nothing is.
    const KernelCode* code() const { return m_code.get(); }
    DiffPage& diff() { return *m_diff; }
    QComboBox& compareWith() { return *m_compare; }
    void setLevelShown(CodeLevel level, bool shown);
    bool isGenerating() const { return m_work.isBusy(); }

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Other {
        QString title;
        CodeKey key;
    };
    QWidget* makeHead();
    void refresh();
    void showCode(CodeStore::Code code, const CodeStore::Code& other);
    /// A GPU's code has CUDA C and PTX where a CPU's has LLVM IR and assembly.
    void nameLevels(bool isGpu);
    void showPage();
    /// Scrolls every level to the loop with the most work.
    void revealBusiest();
    void listOthers();
    void follow(CodeLevel from, int line, bool reveal);
    void lightKnob();
    void clearLinks();
    CodeKey key() const;
    QString titleOf(const CodeKey& key) const;

    CodeStore m_store;
    LatestWork m_work;
    CodeStore::Code m_code;
    CodeKey m_shown; ///< what m_code is of, or will be when it is generated
    std::string m_kernel; ///< its kernelKey
    std::vector<Other> m_others;
    bool m_isStale = true;
    bool m_isForced = false; ///< a picture is taken of a hidden view
    QStackedWidget* m_stack;
    QLabel* m_empty;
    QSplitter* m_splitter;
    DiffPage* m_diff;
    QComboBox* m_compare;
    QLabel* m_status;
    std::array<QToolButton*, 3> m_toggles{};
    std::array<CodeColumn*, 3> m_columns{};
};

} // namespace knobscope

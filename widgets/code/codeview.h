// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/code/codelevels.h"
#include "widgets/code/diffpage.h"
#include "widgets/workspace/view.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace knobscope {

class PageOrSentence;

/// The current config as loop nest, LLVM IR and assembly, linked by line: pointing at a line lights what it became and what it
/// came from, and the knob behind it; a knob pointed at elsewhere lights its loops. Nothing that is generated is run here, and no
/// compiler is.
class CodeView : public LazyView
{
    Q_OBJECT
public:
    explicit CodeView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    CodeColumn& column(CodeLevel level) { return m_levels->column(level); }
    /// What is on screen; null while nothing is.
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
    struct Other {
        QString title;
        CodeKey key;
    };
    QWidget* makeHead();
    void followConfig();
    void showAgain();
    void showCode(CodeStore::Code code, const CodeStore::Code& other);
    void nameLevels(bool isGpu);
    void showPage();
    void listOthers();
    void follow(CodeLevel from, int line, bool reveal);
    void lightKnob();
    QString titleOf(const CodeKey& key) const;

    CodeStore m_store;
    LatestWork m_work;
    CodeStore::Code m_code;
    CodeKey m_shown; ///< what m_code is of, or will be when it is generated
    std::string m_kernel; ///< its kernelKey
    std::vector<Other> m_others;
    bool m_wasPainted = false; ///< nothing is generated on the way to the first picture
    CodeLevels* m_levels;
    PageOrSentence* m_pages; ///< the levels, and the comparison behind them
    DiffPage* m_diff;
    QComboBox* m_compare;
    QLabel* m_status;
    std::array<QToolButton*, 3> m_toggles{};
};

} // namespace knobscope

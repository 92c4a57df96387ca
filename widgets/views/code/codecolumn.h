// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/kernelcode.h"
#include "widgets/views/code/codepane.h"

#include <QSplitter>

class QLabel;
class QLineEdit;

namespace knobscope {

class PlaceholderStack;

/// A code pane with a title and a search bar (Ctrl+F); if there is no code, shows the reason.
class CodeColumn : public QWidget
{
    Q_OBJECT
public:
    /// Its controls are `id` and "ID.search", "ID.actions".
    explicit CodeColumn(const QString& id, const QString& title = {}, QWidget* parent = nullptr);

    CodePane& pane() { return *m_pane; }
    void setTitle(const QString& title);
    /// Text after the title: counts, facts. `toolTip` explains them.
    void setFacts(const QString& facts, const QString& toolTip = {});
    /// Shows the pane if `sentence` is empty, else the sentence.
    void setProblem(const QString& sentence);
    QString problem() const;
    void openSearch();
    void closeSearch();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeMenu(const QString& id);

    QLabel* m_title;
    QLabel* m_facts;
    CodePane* m_pane;
    PlaceholderStack* m_code;
    QWidget* m_searchBar;
    QLineEdit* m_search;
    QLabel* m_found;
};

/// Title and language of a code level: a GPU config has CUDA C and PTX, a CPU config has LLVM IR and assembly.
struct LevelName {
    QString title;
    CodeLanguage language;
};
LevelName nameOf(CodeLevel level, bool isGpu);
/// Id of its column: "loops", "generated", "assembly".
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
    /// What LLVM expects of the innermost loop, as a tooltip; empty if there is nothing to tell.
    static QString loopTip(const KernelCode& code);
    void showCosts(const KernelCode& code);
    void revealBusiest(const KernelCode& code);

    std::array<CodeColumn*, 3> m_columns{};
};

} // namespace knobscope

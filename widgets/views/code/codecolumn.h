// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/code/codepane.h"

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

} // namespace knobscope

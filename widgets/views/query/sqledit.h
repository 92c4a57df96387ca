// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

class QCompleter;
class QStringListModel;

namespace knobscope {

/// An editor for a question in SQL. Offers names of views and columns while one types, or all of them with Ctrl+Space; Enter and
/// Tab take the chosen one. Ctrl+Enter asks.
class SqlEdit : public QPlainTextEdit
{
    Q_OBJECT
public:
    explicit SqlEdit(QWidget* parent = nullptr);

    QCompleter& completer() { return *m_completer; }

signals:
    void asked();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void offer(int leastLetters);
    void insert(const QString& word);
    QStringListModel* m_words;
    QCompleter* m_completer;
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include <map>
#include <vector>

class QHelpEvent;
class QLabel;
class QTableView;

namespace knobscope {

/// Fits the columns of a table into its width, so that it needs no horizontal scroll bar. Each column gets the width of its
/// contents. Where that is too much, the columns in `yielding` give way: the widest texts are elided in the middle, that of
/// the first column last, and if that is not enough, columns are left out, in this order, and a mark in the header names them.
/// Numbers are never elided. Stops when the user sets a width. An elided cell without a tool tip shows its text as one.
class ColumnFit : public QObject
{
    Q_OBJECT
public:
    /// `yielding` are ids of columns (kColumnIdRole); the first column is never left out. Room to spare goes to the column
    /// `filling`; empty: to none. Call after setModel(), and before columns are hidden, which keep their room otherwise.
    ColumnFit(QTableView& view, QStringList yielding, QString filling = {});

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();
    void fitSoon();
    /// Returns the room for the others.
    int leaveOut();
    void leaveOut(int room);
    void narrow(std::map<int, int>& widths, int room) const;
    bool showText(const QHelpEvent& event) const;
    int contentWidth(int column) const;
    int leastWidth(int column) const;
    bool isText(int column) const;
    std::vector<int> yielding() const;
    QTableView& m_view;
    QStringList m_yielding;
    QString m_filling;
    std::vector<int> m_leftOut;
    QLabel* m_mark; ///< names what is left out
    bool m_isWaiting = false;
    bool m_isFitting = false;
    bool m_isUsers = false; ///< the user has set a width
};

} // namespace knobscope

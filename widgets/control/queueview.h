// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/session/tuningsession.h"

#include <QAbstractListModel>
#include <QWidget>

class QListView;
class QPushButton;

namespace knobscope {

/// The tasks that wait in a session.
class QueueModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role { IdRole = Qt::UserRole };
    explicit QueueModel(TuningSession& session, QObject* parent = nullptr);
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Row {
        qint64 id;
        QString text;
        QString details;
    };
    void reload();
    TuningSession& m_session;
    std::vector<Row> m_rows;
};

/// The queue with what can be done to it: tasks are added, moved (Alt+Up, Alt+Down) and removed (Delete) until they start.
class QueueView : public QWidget
{
    Q_OBJECT
public:
    explicit QueueView(TuningSession& session, QWidget* parent = nullptr);
    /// What can be added: the current task, and the tasks of the network it is from. Empty texts disable.
    void setChoices(const QString& task, const QString& network);

signals:
    void addTaskRequested();
    void addNetworkRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void move(int by);
    void remove();
    void updateButtons();
    TuningSession& m_session;
    QueueModel* m_model;
    QListView* m_list;
    QPushButton* m_addTask;
    QPushButton* m_addNetwork;
    QPushButton* m_up;
    QPushButton* m_down;
    QPushButton* m_remove;
};

} // namespace knobscope

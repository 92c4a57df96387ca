// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/sqlanswer.h"
#include "widgets/base/latestwork.h"
#include "widgets/controls/celltable.h"
#include "widgets/project/view.h"

#include <map>
#include <memory>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTabWidget;
class QTableView;

namespace knobscope {

class PlotCanvas;
class SqlEdit;

/// Questions in SQL about the open project: an editor with completion, the answer as a table and as a chart of two columns, and
/// the questions that the project keeps. A question is answered in a thread of its own and can be stopped.
class QueryView : public View
{
    Q_OBJECT
public:
    explicit QueryView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;

    /// Asks the question in the editor.
    void ask();
    const CellTable& answer() const { return m_model; }
    QString message() const;
    bool isAsking() const { return m_work.isBusy(); }

private:
    struct Answered;

    QWidget* makeHead();
    QWidget* makeChart();
    QWidget* makeViewList();
    void readQuestions();
    void fillQuestions(const QString& chosen);
    void chooseQuestion();
    void storeQuestion(const QString& name, const QString& sql);
    void showAnswer(Answered answered);
    void showChart();
    void showState();

    LatestWork m_work{JobLength::Long};
    CellTable m_model;
    SqlAnswer m_answer;
    std::map<std::string, std::string> m_questions; ///< kept in the project
    SqlEdit* m_edit;
    QComboBox* m_choice;
    QLineEdit* m_name;
    QPushButton* m_keep;
    QPushButton* m_remove;
    QPushButton* m_ask;
    QPushButton* m_stop;
    QTabWidget* m_tabs;
    QTableView* m_table;
    QComboBox* m_x;
    QComboBox* m_y;
    PlotCanvas* m_chart;
    QLabel* m_message;
};

} // namespace knobscope

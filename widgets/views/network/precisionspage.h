// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/precisioncomparison.h"
#include "widgets/base/latestwork.h"
#include "widgets/project/workspace.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QTableView;

namespace knobscope {

class CellTable;

/// A network in float32, bfloat16 and int8 side by side: times and errors against float32, and each step. Compares them in
/// workers and stores the comparison in the project. GUI thread only.
class PrecisionsPage : public QWidget
{
    Q_OBJECT
public:
    explicit PrecisionsPage(Workspace& workspace, QWidget* parent = nullptr);

    /// Switches to another network, and reads its last comparison from the project.
    void setNetwork(const WholeNetwork& network);
    /// Compares with the best configs of the open project. Refused while something else is measured.
    void run();
    void stopRun() { m_work.stop(); }
    bool isRunning() const { return m_work.isBusy(); }
    /// Null if the shown network was not compared.
    const PrecisionComparison* comparison() const { return m_comparison ? &*m_comparison : nullptr; }
    /// The sentences above the tables.
    QString status() const;

signals:
    /// The state of the comparison or its result changed.
    void changed();
    /// The user chose a step; `node` is the node that it is named after.
    void stepChosen(const QString& node);

protected:
    /// Colours follow the theme.
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeInputs();
    void chooseFolder();
    void readStored();
    void show(const PrecisionComparison& comparison);
    void showTables();
    void setStatus(const QString& sentence);

    Workspace& m_workspace;
    WholeNetwork m_network;
    LatestWork m_work;
    std::optional<PrecisionComparison> m_comparison;
    QLabel* m_status;
    QLabel* m_hint; ///< what belongs here, while nothing was compared
    QLineEdit* m_folder;
    CellTable* m_summary;
    QTableView* m_summaryTable;
    CellTable* m_steps;
    QTableView* m_stepTable;
};

} // namespace knobscope

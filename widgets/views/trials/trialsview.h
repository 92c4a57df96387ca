// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/project/view.h"
#include "widgets/views/trials/trialtable.h"

#include <cstdint>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace knobscope {

class FilterBar;
class PlaceholderStack;

enum class ExportFormat : uint8_t { Csv, AutotvmLog };

/// The view of all trials of the project as a table: filters above, status and actions below. Closing the view cancels a running
/// export and leaves the file unchanged.
class TrialsView : public View
{
    Q_OBJECT
public:
    explicit TrialsView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;

    TrialTable& table() { return *m_table; }
    TrialModel& model() { return m_model; }
    FilterBar& filterBar() { return *m_bar; }
    QString status() const;
    /// Exports the table's rows, in their order, in a thread; shows progress and result in the status line. One export at a time.
    void exportTo(ExportFormat format, const QString& path);
    /// Makes the context menu of a cell: actions on its value and on the chosen rows. The caller owns it.
    QMenu* cellMenu(const QModelIndex& index);

signals:
    void exported();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeFoot();
    void askWhere(ExportFormat format);
    void endExport(const QString& problem);
    void showState();
    void showMessage(const QString& sentence);
    void selectAllWith(const TrialFilter& filter);

    TrialModel m_model;
    ProjectReader m_reader; ///< for "select all with this value"
    ProjectReader m_exporter{JobLength::Long};
    FilterBar* m_bar;
    TrialTable* m_table;
    PlaceholderStack* m_rows;
    QPushButton* m_showAll;
    QLabel* m_count;
    QLabel* m_message;
    QTimer m_messageTimer; ///< clears the message
    QWidget* m_exporting; ///< progress and cancel button of an export
    QProgressBar* m_progress;
    QToolButton* m_export;
    ActionRegistry* m_registry = nullptr;
};

} // namespace knobscope

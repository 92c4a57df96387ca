// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/trials/trialtable.h"
#include "widgets/workspace/view.h"

#include <cstdint>

class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace knobscope {

class FilterBar;
class PageOrSentence;

enum class ExportFormat : uint8_t { Csv, AutotvmLog };

/// All trials of the project as a table: filters above, what is shown and what can be done with it below. An export that goes on
/// when it ends is given up; the file is then as it was.
class TrialsView : public View
{
    Q_OBJECT
public:
    explicit TrialsView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& registry) override;
    void refreshNow() override;
    QJsonObject saveState() const override { return m_table->saveState(); }
    void restoreState(const QJsonObject& state) override { m_table->restoreState(state); }

    TrialTable& table() { return *m_table; }
    TrialModel& model() { return m_model; }
    FilterBar& filterBar() { return *m_bar; }
    QString status() const;
    /// Writes what the table shows, in its order and in a thread; says in the status line how it goes and went. One export at a
    /// time.
    void exportTo(ExportFormat format, const QString& path);
    /// The menu of a cell: what can be done with its value and with the chosen rows. The caller owns it.
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
    void tell(const QString& sentence);
    void selectAllWith(const TrialFilter& filter);

    TrialModel m_model;
    ProjectReader m_reader; ///< for "select all with this value"
    ProjectReader m_exporter;
    FilterBar* m_bar;
    TrialTable* m_table;
    PageOrSentence* m_rows;
    QPushButton* m_showAll;
    QLabel* m_count;
    QLabel* m_told;
    QTimer m_toldLong; ///< ends what was told
    QWidget* m_exporting; ///< how far an export is, and its end
    QProgressBar* m_progress;
    QToolButton* m_export;
};

} // namespace knobscope

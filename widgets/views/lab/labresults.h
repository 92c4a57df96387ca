// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/runlab.h"
#include "widgets/controls/celltable.h"
#include "widgets/controls/summarytext.h"
#include "widgets/plot/plotcanvas.h"

#include <functional>
#include <memory>

class QCheckBox;
class QComboBox;
class QTableView;
class QTabWidget;

namespace knobscope {

class ViewState;

/// Results of replays: a verdict, the curves and the table of one space, and tables over all spaces. Choosing a tuner's row
/// highlights its band. If the view is not high enough, hides that space's table. GUI thread only.
class LabResults : public QWidget
{
    Q_OBJECT
public:
    using Outcome = std::shared_ptr<const LabResult>;
    /// `colourNumber` returns the index of a tuner's series colour.
    explicit LabResults(std::function<size_t(const QString& tuner)> colourNumber, QWidget* parent = nullptr);

    void setResult(Outcome result);
    const Outcome& result() const { return m_result; }
    QString verdict() const { return m_verdict->toPlainText(); }
    QWidget& plot() const { return *m_plot; }

    void bindTo(ViewState& state);

signals:
    void pictureWanted();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeControls();
    QWidget* makeOneSpace();
    QWidget* makeBySpace();
    void connectTables();
    void showResult();
    void showSpace();
    void highlight(const QString& tuner);
    void fillPlot(const SpaceStanding& space);
    PlotSeries seriesOf(const TunerStanding& tuner) const;
    const SpaceStanding* space() const;
    QColor colourOf(const QString& tuner) const;

    std::function<size_t(const QString& tuner)> m_colourNumber;
    Outcome m_result;
    CellTable m_spaceCells;
    CellTable m_overallCells;
    CellTable m_bySpaceCells;
    bool m_isFilling = false; ///< the selection changes because a table is filled
    QString m_highlighted; ///< only this tuner's band is shown; empty: all
    SummaryText* m_verdict;
    QComboBox* m_space;
    QComboBox* m_share;
    QCheckBox* m_logX;
    QTabWidget* m_tabs;
    PlotCanvas* m_plot;
    QTableView* m_spaceTable;
    QTableView* m_overallTable;
    QTableView* m_bySpaceTable;
};

} // namespace knobscope

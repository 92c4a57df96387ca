// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/afterpaint.h"
#include "widgets/project/view.h"
#include "widgets/views/config/configrows.h"
#include "widgets/views/config/figurelist.h"
#include "widgets/views/config/findinglist.h"
#include "widgets/views/config/indexspinbox.h"
#include "widgets/views/config/measuringtext.h"
#include "widgets/views/config/pinnedconfigs.h"
#include "widgets/views/config/singlemeasurement.h"
#include "widgets/views/config/trialofconfig.h"

#include <QLabel>

#include <random>
#include <utility>

class QToolButton;
class QPushButton;

namespace knobscope {

class PlaceholderStack;
class ResultHeadline;

/// The current config, chosen by knob, by number or at random; shows derived figures, measures and pins it. When a task is
/// opened without a config, chooses the best of its last run, else the fallback, else the first. GUI thread only.
class ConfigView : public LazyView
{
    Q_OBJECT
public:
    explicit ConfigView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override;

    PinnedConfigs& pins() { return m_pins; }
    /// Pinned configs of the current task.
    std::vector<qint64> pinned() const;
    KnobPicker* row(const QString& knob) const { return m_rows->row(knob); }
    IndexSpinBox& indexBox() { return *m_index; }
    /// The status, problem or result of measuring that is shown.
    QString message() const { return m_said.text(); }
    bool isMeasuring() const { return m_measuring.isMeasuring(); }

    /// Moves to the next valid number upwards (1) or downwards (-1).
    void step(int direction);
    void pickRandom();
    void pickFallback();
    /// Measures the config, or cancels the measurement.
    void measureNow();
    void emulate();
    void togglePin();
    void copyEntity();
    void copyRecord();
    /// Opens the config in the workshop.
    void openAsSchedule();

protected:
    /// Updates the derived figures and findings only: everything else is always up to date.
    void refresh() override;

private:
    QWidget* makePage();
    QLayout* makePicker();
    QToolButton* makeCopy();
    QWidget* makeButtons();
    void showTask();
    void chooseInitialConfig();
    void followEdits();
    void showConfig();
    void showTrial();
    void showTrial(TrialRef current, const TrialRow& trial);
    void chooseNumber(qint64 index);
    void showButtons();
    Result<ConfigEntity> chosen() const;
    /// Same; reports why there is none.
    Result<ConfigEntity> entity();

    PinnedConfigs m_pins{state()};
    SingleMeasurement m_measuring;
    MeasuringText m_said;
    NextFrame m_following{*this, [this] { followEdits(); }}; ///< an edit is painted where it was made first
    LatestWork m_work{JobLength::Quick};
    LatestWork m_printing{JobLength::Quick};
    std::pair<std::shared_ptr<const Task>, qint64> m_shown; ///< task and config that the controls show
    FoundTrial m_found; ///< the newest run's trial that was asked for last; number 0: none
    TrialRow m_trial; ///< the selected trial if it is of the current config, or the newest run's trial of it; number 0: none
    std::string m_figuresOf; ///< kernelKey of the config whose figures are shown or computed
    std::mt19937_64 m_random{std::random_device{}()};
    QLabel* m_title;
    IndexSpinBox* m_index;
    QLabel* m_range;
    ConfigRows* m_rows;
    FigureList* m_figures;
    FindingList* m_findings;
    ResultHeadline* m_headline;
    QPushButton* m_measure;
    QPushButton* m_emulate;
    QPushButton* m_pin;
    PlaceholderStack* m_pages;
};

} // namespace knobscope

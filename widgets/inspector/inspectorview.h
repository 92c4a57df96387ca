// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/background/latestwork.h"
#include "widgets/inspector/figurelist.h"
#include "widgets/inspector/indexspinbox.h"
#include "widgets/inspector/knobpicker.h"
#include "widgets/inspector/pinnedseeds.h"
#include "widgets/inspector/singlemeasurement.h"
#include "widgets/workspace/view.h"

#include <random>

class QLabel;
class QPushButton;
class QStackedWidget;
class QVBoxLayout;

namespace knobscope {

/// The config in hand: picked by knob, by number, at random; what follows from it; measured and pinned from here. When a task
/// is opened without a config, the best of its last run is taken in hand, else the fallback, else the first.
class InspectorView : public View
{
    Q_OBJECT
public:
    explicit InspectorView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override;
    QJsonObject saveState() const override;
    void restoreState(const QJsonObject& state) override;

    PinnedSeeds& seeds() { return m_seeds; }
    /// Pinned configs of the task in hand.
    std::vector<qint64> pinned() const;
    KnobPicker* row(const QString& knob) const;
    IndexSpinBox& indexBox() { return *m_index; }
    FigureList& figures() { return *m_figures; }
    QString message() const;
    bool isMeasuring() const { return m_measurement.isRunning(); }

    /// The next valid number upwards (1) or downwards (-1).
    void step(int direction);
    void pickRandom();
    void pickFallback();
    /// Next in the run of this task that goes on, else by itself.
    void measureNow();
    /// Whether a GPU's config answers right, found out on the CPU.
    void emulate();
    void togglePin();
    void copyEntity();
    void copyRecord();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makePage();
    QLayout* makePicker();
    QLayout* makeButtons();
    void showTask();
    void takeFirst();
    void makeRows();
    void showConfig();
    void showTrial();
    void refreshFigures();
    void changeDigit(size_t knob, qint64 digit);
    void lightKnob();
    void preview();
    void say(const QString& text, bool isProblem = false);
    void keepMeasured(const MeasureResult& result);
    void showMeasured(const MeasureResult& result, const QString& problem, bool wasCancelled);
    void showButtons();
    std::optional<ConfigEntity> entity();

    PinnedSeeds m_seeds;
    SingleMeasurement m_measurement;
    MeasureOptions m_measuredWith;
    LatestWork m_keeping; ///< of what was measured, in the project
    LatestWork m_work;
    LatestWork m_emulation;
    std::string m_figuresOf; ///< kernelKey of the config whose figures are shown or computed
    std::mt19937_64 m_random{std::random_device{}()};
    bool m_isStale = true;
    bool m_isPreviewing = false; ///< the rows show the trial under the pointer
    bool m_isForced = false; ///< a picture is taken of a hidden view
    qint64 m_measuredConfig = -1;
    std::shared_ptr<const Task> m_measuredTask;
    std::optional<MeasureResult> m_measured;
    std::vector<KnobPicker*> m_rows;
    QStackedWidget* m_stack;
    QLabel* m_title;
    IndexSpinBox* m_index;
    QLabel* m_range;
    QWidget* m_knobs;
    QVBoxLayout* m_knobLayout;
    FigureList* m_figures;
    QLabel* m_result;
    QPushButton* m_measure;
    QPushButton* m_emulate;
    QPushButton* m_pin;
};

} // namespace knobscope

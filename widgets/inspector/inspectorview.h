// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/inspector/configrows.h"
#include "widgets/inspector/figurelist.h"
#include "widgets/inspector/indexspinbox.h"
#include "widgets/inspector/measurenow.h"
#include "widgets/inspector/pinnedconfigs.h"
#include "widgets/workspace/view.h"

#include <QLabel>

#include <random>

class QPushButton;

namespace knobscope {

class PageOrSentence;

/// The current config: picked by knob, by number, at random; what follows from it; measured and pinned from here. When a task
/// is opened without a config, the best of its last run is taken, else the fallback, else the first. GUI thread only.
class InspectorView : public LazyView
{
    Q_OBJECT
public:
    explicit InspectorView(Workspace& workspace, QWidget* parent = nullptr);

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override;
    QJsonObject saveState() const override { return {{QStringLiteral("pinned"), m_pins.toJson()}}; }
    void restoreState(const QJsonObject& state) override { m_pins.setJson(state[QStringLiteral("pinned")].toObject()); }

    PinnedConfigs& pins() { return m_pins; }
    /// Pinned configs of the current task.
    std::vector<qint64> pinned() const;
    KnobPicker* row(const QString& knob) const { return m_rows->row(knob); }
    IndexSpinBox& indexBox() { return *m_index; }
    QString message() const { return m_result->text(); }
    bool isMeasuring() const { return m_measuring.isMeasuring(); }

    /// The next valid number upwards (1) or downwards (-1).
    void step(int direction);
    void pickRandom();
    void pickFallback();
    /// Measures the config, or gives up what is being measured.
    void measureNow();
    void emulate();
    void togglePin();
    void copyEntity();
    void copyRecord();

protected:
    /// Derived figures alone: all else is up to date at any time.
    void refresh() override;

private:
    QWidget* makePage();
    QLayout* makePicker();
    QWidget* makeButtons();
    void showTask();
    void takeFirst();
    void followEdits();
    void showConfig();
    void showTrial();
    void showTrial(TrialRef current, const TrialRow& trial);
    void takeNumber(qint64 index);
    void say(const QString& text, bool isProblem = false);
    void showButtons();
    Result<ConfigEntity> chosen() const;
    /// The same; why there is none is said.
    Result<ConfigEntity> entity();

    PinnedConfigs m_pins;
    MeasureNow m_measuring;
    LatestWork m_work;
    TrialRow m_trial; ///< the chosen one where it is of the current config, as the project has it; number 0: none
    std::string m_figuresOf; ///< kernelKey of the config whose figures are shown or computed
    std::mt19937_64 m_random{std::random_device{}()};
    QLabel* m_title;
    IndexSpinBox* m_index;
    QLabel* m_range;
    ConfigRows* m_rows;
    FigureList* m_figures;
    QLabel* m_result;
    QPushButton* m_measure;
    QPushButton* m_emulate;
    QPushButton* m_pin;
    PageOrSentence* m_pages;
};

} // namespace knobscope

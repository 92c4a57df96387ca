// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/counting.h"
#include "widgets/base/latestwork.h"
#include "widgets/project/view.h"
#include "widgets/views/space/pricepanel.h"
#include "widgets/views/space/spacedocument.h"

#include <QPointer>

namespace knobscope {

class CandidateDialog;
class ConstraintPanel;
class ExperimentDialog;
class KnobList;
class KnobPanel;
class PlaceholderStack;

/// The view of the current task's config space: knobs with their candidates, edits with undo, constraints, and the cost: size,
/// tuning time, and a comparison with the template. GUI thread only.
class SpaceEditor : public View
{
    Q_OBJECT
public:
    explicit SpaceEditor(Workspace& workspace, QWidget* parent = nullptr);

    /// Undo stacks of all tasks.
    QUndoGroup* undoGroup() { return m_document.undoGroup(); }
    SpaceDocument& document() { return m_document; }
    QString sizeText() const { return m_price->sizeText(); }
    QString priceText() const { return m_price->priceText(); }
    QString errorText() const { return m_error->text(); }

    /// The edits as options of knobscope-cli: --edit 'tile_x-=[-1, 8]' ….
    QString flagsText() const;
    ExperimentDialog* openExperiment();

    void addActions(ActionRegistry& actions) override;
    void refreshNow() override { refresh(); }

private:
    QWidget* makePage();
    void refresh();
    void showKnob();
    void showCandidates();
    void showEffects(const ConstraintEffects& effects);
    void readRate();
    void showError(const QString& text);
    void openCandidates(const QString& knob);
    void chooseExample(qint64 index);
    void copyText();
    void copyFlags();

    SpaceDocument m_document;
    LatestWork m_counting;
    std::optional<MeasuredRate> m_rate;
    std::set<std::string> m_markedKnobs; ///< knobs of the violated condition
    qint64 m_marked = -1;        ///< config whose values are marked, as an example of a constraint
    bool m_choosesExample = false;
    KnobList* m_list;
    KnobPanel* m_knobPanel;
    ConstraintPanel* m_constraints;
    PricePanel* m_price;
    QLabel* m_heading;
    QLabel* m_error;
    QPointer<CandidateDialog> m_candidates; ///< deletes itself when closed
    PlaceholderStack* m_pages;
};

} // namespace knobscope

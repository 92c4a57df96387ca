// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/timeline.h"
#include "widgets/base/trialref.h"
#include "widgets/controls/wrappingpage.h"

#include <cstdint>
#include <utility>
#include <vector>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace knobscope {

/// Details of a span: times, source location with the code, arguments and trial; or of the spans of trials that are marked, since
/// they were selected elsewhere. GUI thread only.
class SpanDetails : public WrappingPage
{
    Q_OBJECT
public:
    explicit SpanDetails(QWidget* parent = nullptr);
    /// Times are shown relative to `origin`.
    void show(const std::optional<SpanDetail>& span, int64_t origin);
    /// Shows what the spans of `trials` trials took: each span of a single one, otherwise sums by name. None: as without a span.
    void showMarked(const std::vector<SpanDetail>& spans, int trials, int64_t origin);
    /// The trial of what is shown; invalid: none, or several.
    TrialRef trial() const { return m_trial; }
    /// Adds what that trial measured ("99.2 GFLOPS") and its knobs' names and values.
    void addTrial(const QString& result, const std::vector<std::pair<QString, QString>>& knobs);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showSource();
    void chooseRoot();
    void clearParts();
    void prepareFacts(int64_t origin);
    void setFacts(const QString& trial);
    std::optional<SpanDetail> m_span;
    TrialRef m_trial;
    QString m_factsBefore; ///< rows above those of the trial
    QString m_factsAfter;
    QLabel* m_title = nullptr;
    QLabel* m_facts = nullptr;
    QLabel* m_status = nullptr;
    QPlainTextEdit* m_source = nullptr;
    QPushButton* m_choose = nullptr;
};

} // namespace knobscope

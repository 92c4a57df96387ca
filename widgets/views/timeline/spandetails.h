// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/timeline.h"
#include "widgets/controls/wrappingpage.h"

#include <cstdint>
#include <utility>
#include <vector>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace knobscope {

/// Details of a span: times, source location with the code, arguments and trial. GUI thread only.
class SpanDetails : public WrappingPage
{
    Q_OBJECT
public:
    explicit SpanDetails(QWidget* parent = nullptr);
    /// Times are shown relative to `origin`.
    void show(const std::optional<SpanDetail>& span, int64_t origin);
    const std::optional<SpanDetail>& span() const { return m_span; }
    /// Adds what the trial of the shown span measured ("99.2 GFLOPS") and its knobs' names and values.
    void addTrial(const QString& result, const std::vector<std::pair<QString, QString>>& knobs);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showSource();
    void chooseRoot();
    void setFacts(const QString& trial);
    std::optional<SpanDetail> m_span;
    int64_t m_origin = 0;
    QLabel* m_title = nullptr;
    QLabel* m_facts = nullptr;
    QLabel* m_status = nullptr;
    QPlainTextEdit* m_source = nullptr;
    QPushButton* m_choose = nullptr;
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/timeline.h"
#include "widgets/controls/celltable.h"
#include "widgets/controls/wrappingpage.h"

#include <cstdint>
#include <optional>

class QLabel;
class QPushButton;

namespace knobscope {

/// Statistics of the spans in a marked time range by name, and actions on the range. GUI thread only.
class RangePanel : public WrappingPage
{
    Q_OBJECT
public:
    explicit RangePanel(QWidget* parent = nullptr);

    enum Column { Name, Count, Total, Mean, P95, Longest };
    void setCounting();
    /// Sets the statistics of a range, whose times are shown relative to `origin`; without a range shows how to mark one.
    /// `trace` as of TrackRow. A range of an imported one cannot become a filter: its trials have no times.
    void setCounted(const Result<std::vector<NameStatistics>>& rows, const std::optional<Interval>& range, int64_t origin,
                    int64_t trace);

signals:
    void filterWanted();
    void exportWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    std::vector<NameStatistics> m_counted;
    int64_t m_trace = 0;
    CellTable m_rows;
    QLabel* m_title;
    QPushButton* m_filter;
    QPushButton* m_export;
};

} // namespace knobscope

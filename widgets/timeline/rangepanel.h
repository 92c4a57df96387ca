// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/timeline.h"
#include "widgets/layout/wrappingpage.h"
#include "widgets/table/celltable.h"

#include <cstdint>
#include <optional>

class QLabel;
class QPushButton;

namespace knobscope {

/// The spans of a marked stretch of time by name, and what can be done with the stretch. GUI thread only.
class RangePanel : public WrappingPage
{
    Q_OBJECT
public:
    explicit RangePanel(QWidget* parent = nullptr);

    enum Column { Name, Count, Total, Mean, P95, Longest };
    void setCounting();
    /// What was counted in a range whose times are written from `origin`; no range: how to mark one. `isFilterable`: it can
    /// become a filter; trials have no times in an imported trace.
    void setCounted(const Result<std::vector<NameStatistics>>& rows, const std::optional<Interval>& range, int64_t origin,
                    bool isFilterable);

signals:
    void filterWanted();
    void exportWanted();

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    std::vector<NameStatistics> m_counted;
    CellTable m_rows;
    QLabel* m_title;
    QPushButton* m_filter;
    QPushButton* m_export;
};

} // namespace knobscope

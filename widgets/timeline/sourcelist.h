// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/rows.h"
#include "core/store/timeline.h"

#include <QComboBox>

namespace knobscope {

/// What the timeline can show: all runs of the project, one of them, an imported trace. GUI thread only.
class SourceList : public QComboBox
{
    Q_OBJECT
public:
    struct Source {
        qint64 trace = 0; ///< 0: the project's own spans
        qint64 run = 0;   ///< 0: of all runs
    };

    explicit SourceList(QWidget* parent = nullptr);

    void setSources(const std::vector<RunRow>& runs, const std::vector<TraceRow>& traces);
    /// Without a signal; what is not listed leaves all runs.
    void setCurrent(Source source);
    bool contains(Source source) const { return indexOf(source) >= 0; }

signals:
    /// By the person.
    void chosen(knobscope::SourceList::Source source);

private:
    int indexOf(Source source) const { return findData(QVariantList{source.trace, source.run}); }
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/filters.h"

#include "core/store/trialcondition.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace knobscope {

namespace {

bool replaces(const TrialFilter& added, const TrialFilter& old)
{
    using Kind = TrialFilter::Kind;
    if (added.kind == Kind::Knob) {
        // Filters that exclude different values of a knob can be combined; others on the same knob replace each other.
        return old.kind == Kind::Knob && old.knob == added.knob
            && (!added.isExcluded || !old.isExcluded || old.value == added.value);
    }
    const auto isOutcome = [](Kind kind) { return kind == Kind::Failed || kind == Kind::Succeeded; };
    const bool isSameTag = added.kind == Kind::Tag && old.kind == Kind::Tag && added.knob == old.knob;
    return isSameTag || (isOutcome(added.kind) && isOutcome(old.kind)) || (added.kind == Kind::Time && old.kind == Kind::Time)
        || added == old;
}

} // namespace

void Filters::add(TrialFilter filter)
{
    if (std::ranges::find(m_filters, filter) != m_filters.end()) {
        return;
    }
    std::erase_if(m_filters, [&](const TrialFilter& old) { return replaces(filter, old); });
    m_filters.push_back(std::move(filter));
    emit changed();
}

void Filters::remove(const TrialFilter& filter)
{
    if (std::erase(m_filters, filter) > 0) {
        emit changed();
    }
}

void Filters::set(std::vector<TrialFilter> filters)
{
    if (filters != m_filters) {
        m_filters = std::move(filters);
        emit changed();
    }
}

QString Filters::text(const TrialFilter& filter)
{
    const auto time = [&filter](double seconds) {
        const bool isShort = filter.to - filter.from < 20;
        return QLocale().toString(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(seconds * 1e3)).time(),
                                  isShort ? QStringLiteral("HH:mm:ss.zzz") : QStringLiteral("HH:mm:ss"));
    };
    switch (filter.kind) {
    case TrialFilter::Kind::Knob:
        return (filter.isExcluded ? tr("%1 ≠ %2") : tr("%1 = %2"))
            .arg(QString::fromStdString(filter.knob), QString::fromStdString(filterValueText(filter.value)));
    case TrialFilter::Kind::Failed: return tr("failed");
    case TrialFilter::Kind::Succeeded: return tr("succeeded");
    case TrialFilter::Kind::Run: return tr("run %1").arg(filter.run);
    case TrialFilter::Kind::Tag:
        return filter.knob.empty() ? tr("with a note") : QStringLiteral("#%1").arg(QString::fromStdString(filter.knob));
    case TrialFilter::Kind::Time: return tr("%1 to %2").arg(time(filter.from), time(filter.to));
    }
    return {};
}

} // namespace knobscope

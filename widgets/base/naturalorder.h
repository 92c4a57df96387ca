// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCollator>
#include <QLocale>
#include <QSortFilterProxyModel>
#include <QString>
#include <QVariant>

#include <optional>

namespace knobscope {

/// Compares in natural order, with a result less than, equal to or greater than 0: "conv_2" before "conv_10", letters in the
/// language's order, ignoring case. GUI thread only.
inline int compareNaturally(const QString& a, const QString& b)
{
    static const QCollator collator = [] {
        // In the C locale, Qt compares code points and ignores numbers.
        const bool isC = QLocale().language() == QLocale::C;
        QCollator made(isC ? QLocale(QLocale::English) : QLocale());
        made.setNumericMode(true);
        made.setCaseSensitivity(Qt::CaseInsensitive);
        return made;
    }();
    return collator.compare(a, b);
}

/// Compares two sort keys if both are texts; else returns nullopt.
inline std::optional<int> orderOfTexts(const QVariant& a, const QVariant& b)
{
    const bool areTexts = a.typeId() == QMetaType::QString && b.typeId() == QMetaType::QString;
    return areTexts ? std::optional(compareNaturally(a.toString(), b.toString())) : std::nullopt;
}

/// A sort proxy with natural order of texts.
class NaturalSortModel : public QSortFilterProxyModel
{
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override
    {
        const auto order = orderOfTexts(left.data(sortRole()), right.data(sortRole()));
        return order ? *order < 0 : QSortFilterProxyModel::lessThan(left, right);
    }
};

} // namespace knobscope

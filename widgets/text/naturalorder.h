// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCollator>
#include <QLocale>
#include <QSortFilterProxyModel>
#include <QString>
#include <QVariant>

#include <optional>

namespace knobscope {

/// Less than, equal to or greater than 0 as `a` comes before, with or after `b` where people sort texts: "conv_2" before
/// "conv_10", and letters in the order of the language, whatever their case. GUI thread only.
inline int compareNaturally(const QString& a, const QString& b)
{
    static const QCollator collator = [] {
        // In the locale C, Qt compares code points and knows no numbers.
        const bool isC = QLocale().language() == QLocale::C;
        QCollator made(isC ? QLocale(QLocale::English) : QLocale());
        made.setNumericMode(true);
        made.setCaseSensitivity(Qt::CaseInsensitive);
        return made;
    }();
    return collator.compare(a, b);
}

/// The order of two texts among the values that cells are sorted by; nothing where one is no text.
inline std::optional<int> orderOfTexts(const QVariant& a, const QVariant& b)
{
    const bool areTexts = a.typeId() == QMetaType::QString && b.typeId() == QMetaType::QString;
    return areTexts ? std::optional(compareNaturally(a.toString(), b.toString())) : std::nullopt;
}

/// A proxy that sorts texts naturally.
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

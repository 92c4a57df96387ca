// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuning/optiontable.h"
#include "widgets/base/coretext.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLineEdit>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

namespace knobscope {

/// Editors of options, made from their descriptions: a check box, a text, a number, or a limit (a number with a check box).
template<class Options>
class OptionEditors
{
public:
    using Field = OptionField<Options>;

    /// `changed` is called after each change of an editor.
    explicit OptionEditors(std::function<void()> changed)
        : m_changed(std::move(changed))
    {
    }

    /// Adds the editor of an option to a form and returns it.
    QWidget* add(FieldList& form, const Field& field, double high = std::numeric_limits<double>::max())
    {
        return std::visit([&](auto member) { return addMember(form, field, member, high); }, field.member);
    }
    /// Adds a limit, of which 0 is none, and returns its check box and its number.
    std::pair<QCheckBox*, QWidget*> addLimit(FieldList& form, const Field& field)
    {
        return std::visit(
            [&](auto member) -> std::pair<QCheckBox*, QWidget*> {
                using T = std::remove_cvref_t<decltype(std::declval<Options>().*member)>;
                if constexpr (std::is_same_v<T, int64_t> || std::is_same_v<T, double>) {
                    return addLimitMember<T>(form, field, member);
                }
                return {};
            },
            field.member);
    }
    /// Writes the options as edited.
    void apply(Options& options) const
    {
        for (const auto& write : m_write) {
            write(options);
        }
    }
    void show(const Options& options) const
    {
        for (const auto& show : m_show) {
            show(options);
        }
    }

private:
    /// A number in the form's unit.
    template<class T>
    auto* makeNumber(const Field& field, double low, double high)
    {
        using Box = std::conditional_t<std::is_same_v<T, double>, QDoubleSpinBox, QSpinBox>;
        auto* box = makeControl<Box>(QString::fromStdString(field.id));
        using Shown = decltype(box->value());
        if constexpr (std::is_same_v<T, double>) {
            box->setDecimals(field.decimals);
        }
        constexpr double mostShown = 1e7; // wider numbers would not fit a dock
        box->setRange(static_cast<Shown>(low), static_cast<Shown>(std::min({high, field.high / field.unit, mostShown})));
        box->setGroupSeparatorShown(true);
        box->setSuffix(coreText(field.suffix));
        box->setSpecialValueText(coreText(field.special));
        return box;
    }

    /// Call after the first value is set.
    template<class Editor, class Signal>
    void notify(Editor* editor, Signal signal)
    {
        QObject::connect(editor, signal, editor, [changed = m_changed] { changed(); });
    }

    template<class T>
    QWidget* addMember(FieldList& form, const Field& field, T Options::* member, double high)
    {
        const QString id = QString::fromStdString(field.id);
        if constexpr (std::is_same_v<T, bool>) {
            auto* box = makeControl<QCheckBox>(id, coreText(field.label));
            form.addField(box, nullptr, coreText(field.sentence));
            notify(box, &QCheckBox::toggled);
            m_write.push_back([=](Options& o) { o.*member = box->isChecked(); });
            m_show.push_back([=](const Options& o) { box->setChecked(o.*member); });
            return box;
        } else if constexpr (std::is_same_v<T, std::string>) {
            auto* text = makeControl<QLineEdit>(id);
            text->setPlaceholderText(coreText(field.special));
            form.addField(coreText(field.label), text, coreText(field.sentence));
            notify(text, &QLineEdit::textChanged);
            m_write.push_back([=](Options& o) { o.*member = text->text().trimmed().toStdString(); });
            m_show.push_back([=](const Options& o) { text->setText(QString::fromStdString(o.*member)); });
            return text;
        } else {
            auto* box = makeNumber<T>(field, field.low / field.unit, high);
            form.addField(coreText(field.label), box, coreText(field.sentence));
            bindNumber<T>(*box, member, field.unit);
            notify(box, &std::remove_pointer_t<decltype(box)>::valueChanged);
            return box;
        }
    }

    template<class T, class Box>
    void bindNumber(Box& box, T Options::* member, double unit)
    {
        using Shown = decltype(box.value());
        m_write.push_back([=, &box](Options& o) { o.*member = static_cast<T>(box.value() * unit); });
        m_show.push_back(
            [=, &box](const Options& o) { box.setValue(static_cast<Shown>(std::min<double>(o.*member / unit, box.maximum()))); });
    }

    template<class T>
    std::pair<QCheckBox*, QWidget*> addLimitMember(FieldList& form, const Field& field, T Options::* member)
    {
        const QString label = coreText(field.label);
        auto* check = makeControl<QCheckBox>(QString::fromStdString(field.id) + QStringLiteral(".limit"), label);
        const double lowest = std::is_same_v<T, double> ? std::pow(10, -field.decimals) : 1;
        auto* box = makeNumber<T>(field, lowest, std::numeric_limits<double>::max());
        using Shown = decltype(box->value());
        box->setValue(static_cast<Shown>(field.usual));
        box->setAccessibleName(QString(label).remove(QLatin1Char('&')));
        box->setMinimumWidth(box->fontMetrics().horizontalAdvance(QStringLiteral("10,000 GFLOPS")) + 30);
        box->setEnabled(false);
        form.addField(check, box, coreText(field.sentence));
        QObject::connect(check, &QCheckBox::toggled, box, &QWidget::setEnabled);
        notify(check, &QCheckBox::toggled);
        notify(box, &std::remove_pointer_t<decltype(box)>::valueChanged);
        const double unit = field.unit;
        m_write.push_back([=](Options& o) { o.*member = check->isChecked() ? static_cast<T>(box->value() * unit) : T(); });
        m_show.push_back([=](const Options& o) {
            const double shown = std::min<double>(static_cast<double>(o.*member) / unit, box->maximum());
            check->setChecked(shown > 0);
            box->setValue(shown > 0 ? static_cast<Shown>(shown) : box->value());
        });
        return {check, box};
    }

    std::function<void()> m_changed;
    std::vector<std::function<void(Options&)>> m_write; ///< read an option from its editor
    std::vector<std::function<void(const Options&)>> m_show;
};

} // namespace knobscope

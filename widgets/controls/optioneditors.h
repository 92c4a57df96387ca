// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tuner/pruner.h"
#include "core/tuning/optiontable.h"
#include "widgets/base/coretext.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"

#include <QCheckBox>
#include <QComboBox>
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

/// Editors of options, made from their descriptions: a check box or two words, a text, a number, a limit (a number with a check
/// box), or a factor that can be off.
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

    /// Adds the editor of an option to a form and returns it. The check box of a limit has the id "ID.limit"; the number of a
    /// factor has the id "IDFactor".
    QWidget* add(FieldList& form, const Field& field, double high = std::numeric_limits<double>::max())
    {
        return std::visit([&](auto member) { return addMember(form, field, member, high); }, field.member);
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
    auto* makeNumber(const QString& id, const Field& field, double low, double high)
    {
        using Box = std::conditional_t<std::is_same_v<T, double>, QDoubleSpinBox, QSpinBox>;
        auto* box = makeControl<Box>(id);
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
            return field.words.empty() ? addCheckBox(form, field, member) : addWords(form, field, member);
        } else if constexpr (std::is_same_v<T, std::string>) {
            return field.usual > 0 ? addFactor(form, field, member) : addText(form, field, member);
        } else if (field.isLimit) {
            return addLimit<T>(form, field, member);
        } else {
            auto* box = makeNumber<T>(id, field, field.low / field.unit, high);
            form.addField(coreText(field.label), box, coreText(field.sentence));
            bindNumber<T>(*box, member, field.unit);
            notify(box, &std::remove_pointer_t<decltype(box)>::valueChanged);
            return box;
        }
    }

    QWidget* addCheckBox(FieldList& form, const Field& field, bool Options::* member)
    {
        auto* box = makeControl<QCheckBox>(QString::fromStdString(field.id), coreText(field.label));
        form.addField(box, nullptr, coreText(field.sentence));
        notify(box, &QCheckBox::toggled);
        m_write.push_back([=](Options& o) { o.*member = box->isChecked(); });
        m_show.push_back([=](const Options& o) { box->setChecked(o.*member); });
        return box;
    }

    QWidget* addWords(FieldList& form, const Field& field, bool Options::* member)
    {
        auto* list = makeControl<QComboBox>(QString::fromStdString(field.id));
        list->addItems({coreText(field.words[0]), coreText(field.words[1])});
        list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        list->setMinimumContentsLength(12);
        form.addField(coreText(field.label), list, coreText(field.sentence));
        notify(list, &QComboBox::currentIndexChanged);
        m_write.push_back([=](Options& o) { o.*member = list->currentIndex() == 0; });
        m_show.push_back([=](const Options& o) { list->setCurrentIndex(o.*member ? 0 : 1); });
        return list;
    }

    QWidget* addText(FieldList& form, const Field& field, std::string Options::* member)
    {
        auto* text = makeControl<QLineEdit>(QString::fromStdString(field.id));
        text->setPlaceholderText(coreText(field.special));
        form.addField(coreText(field.label), text, coreText(field.sentence));
        notify(text, &QLineEdit::textChanged);
        m_write.push_back([=](Options& o) { o.*member = text->text().trimmed().toStdString(); });
        m_show.push_back([=](const Options& o) { text->setText(QString::fromStdString(o.*member)); });
        return text;
    }

    QWidget* addFactor(FieldList& form, const Field& field, std::string Options::* member)
    {
        const QString id = QString::fromStdString(field.id);
        auto* check = makeControl<QCheckBox>(id, coreText(field.label));
        auto* box = makeNumber<double>(id + QStringLiteral("Factor"), field, field.low, field.high);
        box->setSingleStep(0.5);
        box->setSpecialValueText({});
        form.addField(check, nullptr, coreText(field.sentence));
        form.addField(coreText(field.special), box, coreText(field.sentence)); // next to the box it would be wider than the dock
        QObject::connect(check, &QCheckBox::toggled, box, &QWidget::setEnabled);
        notify(check, &QCheckBox::toggled);
        notify(box, &QDoubleSpinBox::valueChanged);
        m_write.push_back([=](Options& o) { o.*member = pruneText(check->isChecked() ? box->value() : 0); });
        m_show.push_back([=, usual = field.usual](const Options& o) {
            const auto read = parsePruneOptions(o.*member == "auto" ? "on" : o.*member);
            check->setChecked(!read || read->isOn());
            box->setValue(read && read->isOn() ? read->factor : usual);
        });
        box->setEnabled(false); // until an option is shown
        return check;
    }

    template<class T, class Box>
    void bindNumber(Box& box, T Options::* member, double unit)
    {
        using Shown = decltype(box.value());
        m_write.push_back([=, &box](Options& o) { o.*member = static_cast<T>(box.value() * unit); });
        m_show.push_back([=, &box](const Options& o) {
            const double shown = static_cast<double>(o.*member) / unit;
            box.setValue(static_cast<Shown>(std::min<double>(shown, box.maximum())));
        });
    }

    template<class T>
    QWidget* addLimit(FieldList& form, const Field& field, T Options::* member)
    {
        const QString label = coreText(field.label);
        auto* check = makeControl<QCheckBox>(QString::fromStdString(field.id) + QStringLiteral(".limit"), label);
        const double lowest = std::is_same_v<T, double> ? std::pow(10, -field.decimals) : 1;
        auto* box = makeNumber<T>(QString::fromStdString(field.id), field, lowest, std::numeric_limits<double>::max());
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
        return box;
    }

    std::function<void()> m_changed;
    std::vector<std::function<void(Options&)>> m_write; ///< read an option from its editor
    std::vector<std::function<void(const Options&)>> m_show;
};

} // namespace knobscope

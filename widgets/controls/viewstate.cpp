// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/viewstate.h"

#include "widgets/controls/section.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QJsonArray>
#include <QLineEdit>
#include <QSpinBox>
#include <QTabWidget>

#include <algorithm>

namespace knobscope {

void ViewState::bind(const QString& key, Save save, Restore restore)
{
    m_values.push_back({key, std::move(save), std::move(restore)});
}

void ViewState::bindTexts(const QString& key, std::function<QStringList()> save,
                          std::function<void(const QStringList& texts)> restore)
{
    bind(
        key, [save = std::move(save)] { return QJsonArray::fromStringList(save()); },
        [restore = std::move(restore)](const QJsonValue& value) {
            if (value.isArray()) {
                restore(value.toVariant().toStringList());
            }
        });
}

void ViewState::bind(const QString& key, QComboBox* choice)
{
    const auto restore = [choice](const QJsonValue& value) {
        choice->setCurrentIndex(std::clamp(value.toInt(choice->currentIndex()), 0, std::max(0, choice->count() - 1)));
    };
    bind(key, [choice] { return choice->currentIndex(); }, restore);
    watch(choice, &QComboBox::currentIndexChanged);
}

void ViewState::bind(const QString& key, QTabWidget* tabs)
{
    const auto restore = [tabs](const QJsonValue& value) {
        tabs->setCurrentIndex(std::clamp(value.toInt(tabs->currentIndex()), 0, std::max(0, tabs->count() - 1)));
    };
    bind(key, [tabs] { return tabs->currentIndex(); }, restore);
    watch(tabs, &QTabWidget::currentChanged);
}

void ViewState::bind(const QString& key, QAbstractButton* button)
{
    bind(
        key, [button] { return button->isChecked(); },
        [button](const QJsonValue& value) { button->setChecked(value.toBool(button->isChecked())); });
    watch(button, &QAbstractButton::toggled);
}

void ViewState::bind(const QString& key, const std::vector<QAbstractButton*>& buttons)
{
    const auto save = [buttons] {
        QJsonArray checked;
        for (const QAbstractButton* button : buttons) {
            checked.append(button->isChecked());
        }
        return checked;
    };
    const auto restore = [buttons](const QJsonValue& value) {
        const QJsonArray checked = value.toArray();
        for (size_t i = 0; i < buttons.size(); ++i) {
            buttons[i]->setChecked(checked.at(static_cast<qsizetype>(i)).toBool(buttons[i]->isChecked()));
        }
    };
    bind(key, save, restore);
    for (const QAbstractButton* button : buttons) {
        watch(button, &QAbstractButton::toggled);
    }
}

void ViewState::bind(const QString& key, QSpinBox* number)
{
    bind(
        key, [number] { return number->value(); },
        [number](const QJsonValue& value) { number->setValue(value.toInt(number->value())); });
    watch(number, &QSpinBox::valueChanged);
}

void ViewState::bind(const QString& key, QLineEdit* text)
{
    bind(key, [text] { return text->text(); }, [text](const QJsonValue& value) { text->setText(value.toString(text->text())); });
    watch(text, &QLineEdit::textChanged);
}

void ViewState::bind(const QString& key, QHeaderView* columns)
{
    bind(
        key, [columns] { return QString::fromLatin1(columns->saveState().toBase64()); },
        [columns](const QJsonValue& value) { columns->restoreState(QByteArray::fromBase64(value.toString().toLatin1())); });
    watch(columns, &QHeaderView::sectionResized);
    watch(columns, &QHeaderView::sectionMoved);
    watch(columns, &QHeaderView::sortIndicatorChanged);
}

void ViewState::bind(const QString& key, Section* section)
{
    bind(
        key, [section] { return section->isOpen(); },
        [section](const QJsonValue& value) { section->setOpen(value.toBool(section->isOpen())); });
    watch(section, &Section::toggled);
}

ViewState& ViewState::part(const QString& key)
{
    auto* part = new ViewState(this);
    bind(key, [part] { return part->save(); }, [part](const QJsonValue& value) { part->restore(value.toObject()); });
    watch(part, &ViewState::changed);
    return *part;
}

QJsonObject ViewState::save() const
{
    QJsonObject state;
    for (const Value& value : m_values) {
        if (const QJsonValue saved = value.save(); !saved.isUndefined()) {
            state[value.key] = saved;
        }
    }
    return state;
}

void ViewState::restore(const QJsonObject& state) const
{
    for (const Value& value : m_values) {
        value.restore(state.value(value.key)); // a missing key gives an undefined value
    }
}

} // namespace knobscope

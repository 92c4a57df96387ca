// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/knob.h"

#include <QAbstractListModel>
#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;

namespace knobscope {

/// The candidates of a knob as text; nothing is copied, so that a knob of a million candidates opens at once.
class KnobValueModel : public QAbstractListModel
{
    Q_OBJECT
public:
    explicit KnobValueModel(Knob knob, QObject* parent = nullptr)
        : QAbstractListModel(parent)
        , m_knob(std::move(knob))
    {
    }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    Knob m_knob;
};

/// One knob of the config in hand: a slider over its candidates in the space's order, and their values by name. GUI thread only.
class KnobPicker : public QWidget
{
    Q_OBJECT
public:
    explicit KnobPicker(const Knob& knob, QWidget* parent = nullptr);

    const QString& name() const { return m_name; }
    qint64 digit() const;
    /// Shows a candidate without a signal.
    void setDigit(qint64 digit);
    /// Set off while its loops are pointed at.
    void setLit(bool lit);
    bool isLit() const { return m_isLit; }
    QSlider& slider() { return *m_slider; }
    QComboBox& values() { return *m_values; }
    /// Widths that line up the columns of several rows.
    int nameWidth() const;
    void setNameWidth(int width);

signals:
    void digitEdited(qint64 digit);
    /// The pointer or the focus came to the row (true) or left it.
    void pointed(bool at);

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString m_name;
    QLabel* m_label;
    QSlider* m_slider;
    QComboBox* m_values;
    bool m_isLit = false;
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/knob.h"
#include "widgets/layout/flowrow.h"

#include <QAbstractListModel>
#include <QLabel>

#include <functional>
#include <optional>

class QComboBox;
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
    /// Says which constraint a candidate breaks together with the other knobs' values; empty: none. Asked for what is seen alone.
    using RuledOut = std::function<QString(qint64 digit)>;
    void setRuledOut(RuledOut ruledOut) { m_ruledOut = std::move(ruledOut); }
    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(m_knob.size()); }
    /// What is ruled out is pale, and its tooltip says why.
    QVariant data(const QModelIndex& index, int role) const override;

private:
    Knob m_knob;
    RuledOut m_ruledOut;
};

/// One knob of the current config: a slider over its candidates in the space's order, and their values by name; in two lines
/// where a long name leaves them too little room. GUI thread only.
class KnobPicker : public FlowRow
{
    Q_OBJECT
public:
    explicit KnobPicker(const Knob& knob, QWidget* parent = nullptr);

    /// Whether these are the very candidates that it shows.
    bool shows(const Knob& knob) const;
    const QString& name() const { return m_name; }
    /// Of the current config, whatever is previewed.
    qint64 digit() const { return m_own; }
    /// Shows a candidate without a signal.
    void setDigit(qint64 digit);
    /// Shows another candidate for as long as a trial is pointed at, set off where it is another than the knob's own; nullopt:
    /// shows the own one again.
    void setPreview(std::optional<qint64> digit);
    bool isPreviewing() const { return m_preview.has_value(); }
    void setRuledOut(KnobValueModel::RuledOut ruledOut) { m_model->setRuledOut(std::move(ruledOut)); }
    /// Set off while its loops are pointed at.
    void setLit(bool lit);
    QSlider& slider() { return *m_slider; }
    QComboBox& values() { return *m_values; }
    /// Widths that line up the columns of several rows.
    int nameWidth() const { return m_label->sizeHint().width(); }
    void setNameWidth(int width) { m_label->setFixedWidth(width); }

signals:
    void digitEdited(qint64 digit);
    /// The pointer or the focus came to the row (true) or left it.
    void pointed(bool at);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString m_name;
    Knob m_knob;
    QLabel* m_label;
    QSlider* m_slider;
    QComboBox* m_values;
    KnobValueModel* m_model;
    void show(qint64 digit);
    bool m_isLit = false;
    qint64 m_own = 0; ///< of the current config
    std::optional<qint64> m_preview;
};

} // namespace knobscope

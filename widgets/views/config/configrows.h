// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/knob.h"
#include "widgets/controls/flowrow.h"
#include "widgets/project/workspace.h"

#include <QAbstractListModel>
#include <QLabel>

#include <functional>
#include <optional>

class QComboBox;
class QSlider;
class QVBoxLayout;

namespace knobscope {

/// The candidates of a knob as text, made on demand, so that a knob with a million candidates opens at once.
class KnobValueModel : public QAbstractListModel
{
    Q_OBJECT
public:
    explicit KnobValueModel(Knob knob, QObject* parent = nullptr)
        : QAbstractListModel(parent)
        , m_knob(std::move(knob))
    {
    }
    /// Returns which constraint a candidate violates with the other knobs' values; empty: none. Called only for visible items.
    using RuledOut = std::function<QString(qint64 digit)>;
    void setRuledOut(RuledOut ruledOut) { m_ruledOut = std::move(ruledOut); }
    void setKnob(Knob knob);
    int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : static_cast<int>(m_knob.size()); }
    /// Excluded candidates are dimmed, with the reason as tooltip.
    QVariant data(const QModelIndex& index, int role) const override;

private:
    Knob m_knob;
    RuledOut m_ruledOut;
};

/// One knob of the current config: a slider over its candidates in the space's order, and a list of their values; takes two
/// lines if the name is too long for one. GUI thread only.
class KnobPicker : public FlowRow
{
    Q_OBJECT
public:
    explicit KnobPicker(const Knob& knob, QWidget* parent = nullptr);

    /// Shows the candidates of a knob of the same name, and its first one. Does nothing if they are shown already.
    void setKnob(const Knob& knob);
    const QString& name() const { return m_name; }
    /// Candidate of the current config, ignoring the preview.
    qint64 digit() const { return m_own; }
    /// Shows a candidate without emitting a signal.
    void setDigit(qint64 digit);
    /// Shows another candidate while a trial is hovered, highlighted if it differs from the knob's own; nullopt: shows the
    /// knob's own again.
    void setPreview(std::optional<qint64> digit);
    bool isPreviewing() const { return m_preview.has_value(); }
    void setRuledOut(KnobValueModel::RuledOut ruledOut) { m_model->setRuledOut(std::move(ruledOut)); }
    /// Highlights the row while its loops are hovered.
    void setLit(bool lit);
    QSlider& slider() { return *m_slider; }
    QComboBox& values() { return *m_values; }
    /// Widths to align the columns of several rows.
    int nameWidth() const { return m_label->sizeHint().width(); }
    void setNameWidth(int width) { m_label->setFixedWidth(width); }

signals:
    void digitEdited(qint64 digit);
    /// The pointer or the focus entered (true) or left the row.
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
    void describe();
    void show(qint64 digit);
    bool m_isLit = false;
    qint64 m_own = 0; ///< of the current config
    std::optional<qint64> m_preview;
};

/// One row per knob of the current config, to pick another value. While a trial is hovered in any view, the rows show its
/// values and highlight differences; hovering a row hovers its knob. GUI thread only.
class ConfigRows : public QWidget
{
    Q_OBJECT
public:
    explicit ConfigRows(Workspace& workspace, QWidget* parent = nullptr);

    /// Makes the rows for the current task's space; an edit changes the candidates of existing rows.
    void makeRows();
    /// Shows the values of the current config.
    void showConfig();
    /// Null if there is no such knob.
    KnobPicker* row(const QString& knob) const;

signals:
    /// Why a value is not allowed.
    void refused(const QString& sentence);

private:
    void changeDigit(size_t knob, qint64 digit);
    void highlightKnob();
    void preview();
    void showPreview(const std::optional<ConfigEntity>& values);

    Workspace& m_workspace;
    std::shared_ptr<const Task> m_task; ///< whose candidates the rows have
    QVBoxLayout* m_layout;
    std::vector<KnobPicker*> m_rows;
    bool m_isPreviewing = false; ///< the rows show the hovered trial
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/visitorder.h"

#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>

class QLabel;
class QToolButton;

namespace knobscope {

/// The output's elements in the order in which a loop nest visits them, and the cache lines that it touches: the latest ones are
/// bright. Plays at 30 frames a
/// second, or goes one visit at a time. GUI thread only.
class VisitPicture : public QWidget
{
    Q_OBJECT
public:
    explicit VisitPicture(QWidget* parent = nullptr);
    ~VisitPicture() override;

    /// `problem` is shown instead if the order is null or empty.
    void setOrder(std::shared_ptr<const VisitOrder> order, const QString& problem = {});
    /// Number of visits made.
    size_t position() const { return m_replay ? m_replay->position() : 0; }
    bool isPlaying() const { return m_play.isActive(); }
    /// Writes the picture, which plays by itself, as SVG.
    Result<void> save(const QString& path) const;
    /// Null: none.
    const VisitOrder* order() const { return m_order.get(); }

protected:
    void hideEvent(QHideEvent* event) override;

private:
    friend class VisitCanvas;
    void play(bool isOn);
    void goTo(size_t position);
    void showText();
    void askToSave();

    std::shared_ptr<const VisitOrder> m_order;
    QString m_problem;
    std::optional<VisitReplay> m_replay; ///< of the order, at the position
    QTimer m_play;
    QWidget* m_canvas;
    QLabel* m_title;
    QLabel* m_where;
    QLabel* m_lines;
    QToolButton* m_playButton;
    std::vector<QToolButton*> m_buttons;
};

} // namespace knobscope

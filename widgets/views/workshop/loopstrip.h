// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/script/stageloops.h"

#include <QListWidget>

namespace knobscope {

/// The loops of a schedule in their order, for each tensor, to point at: dragged to another place or moved by Alt+Left and
/// Alt+Right they are reordered, and their menu applies a primitive to them. Changes nothing itself.
class LoopStrip : public QListWidget
{
    Q_OBJECT
public:
    explicit LoopStrip(QWidget* parent = nullptr);

    void setLoops(const std::vector<StageLoops>& stages);
    const std::vector<StageLoops>& loops() const { return m_stages; }
    /// Row of a loop; -1: none.
    int rowOf(const QString& name) const;

signals:
    /// The loop at `from` of a tensor's loops is to be at `to`.
    void moveWanted(size_t stage, size_t from, size_t to);
    /// A line that applies a primitive to a loop: "vectorize(xi)".
    void lineWanted(const QString& line);
    void refused(const QString& reason);

protected:
    void startDrag(Qt::DropActions actions) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    QMimeData* mimeData(const QList<QListWidgetItem*>& items) const override;

private:
    /// Tensor and position of a row's loop; nullopt for a tensor's name.
    std::optional<std::pair<size_t, size_t>> placeOf(int row) const;
    void fitHeight();
    void showMenu(int row, const QPoint& at);
    std::vector<StageLoops> m_stages;
};

} // namespace knobscope

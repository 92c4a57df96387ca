// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainterPath>
#include <QProcess>
#include <QRectF>
#include <QTimer>

#include <memory>
#include <utility>
#include <vector>

namespace knobscope {

/// What is to be arranged from top to bottom. Edges lead to later boxes.
struct BoxGraph {
    std::vector<QSizeF> boxes;
    std::vector<std::pair<size_t, size_t>> edges;
    std::vector<std::vector<size_t>> blocks; ///< boxes that are kept together
};

/// Where everything lies; the drawing's upper left corner is near 0, 0.
struct Arrangement {
    std::vector<QRectF> boxes;
    std::vector<QPainterPath> edges; ///< each ends at its `to`
};

/// Has graphs arranged by Graphviz's dot, in a process of its own; the newest request wins. GUI thread only.
class GraphLayout : public QObject
{
    Q_OBJECT
public:
    explicit GraphLayout(QObject* parent = nullptr);
    ~GraphLayout() override;

    void request(BoxGraph graph);
    bool isBusy() const { return m_process != nullptr; }
    /// The program to call instead of "dot".
    void setProgram(const QString& program) { m_program = program; }

signals:
    /// `problem` says why it is in rows; empty: it is Graphviz's.
    void arranged(const knobscope::Arrangement& arrangement, const QString& problem);

private:
    void finish(int exitCode, QProcess::ExitStatus status);
    void forget();
    void giveUp(const QString& problem);

    QString m_program;
    std::unique_ptr<QProcess> m_process; ///< null while nothing is arranged
    QTimer m_limit;
    BoxGraph m_graph;
};

} // namespace knobscope

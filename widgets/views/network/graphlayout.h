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

/// A graph to arrange from top to bottom. Edges lead to later boxes.
struct BoxGraph {
    std::vector<QSizeF> boxes;
    std::vector<std::pair<size_t, size_t>> edges;
    std::vector<std::vector<size_t>> blocks; ///< boxes to keep together
};

/// Positions of boxes and edges; the drawing's upper left corner is near (0, 0).
struct Arrangement {
    std::vector<QRectF> boxes;
    std::vector<QPainterPath> edges; ///< each ends at its `to`
};

/// Arranges graphs with Graphviz's dot, in a separate process; a new request replaces the pending one. GUI thread only.
class GraphLayout : public QObject
{
    Q_OBJECT
public:
    explicit GraphLayout(QObject* parent = nullptr);
    ~GraphLayout() override;

    void request(BoxGraph graph);
    bool isBusy() const { return m_process != nullptr; }
    /// Sets the program to call instead of "dot".
    void setProgram(const QString& program) { m_program = program; }

signals:
    /// `problem` is why boxes are in simple rows instead; empty if Graphviz arranged them.
    void arranged(const knobscope::Arrangement& arrangement, const QString& problem);

private:
    void finish(int exitCode, QProcess::ExitStatus status);
    void forget();
    void useSimpleRows(const QString& problem);

    QString m_program;
    std::unique_ptr<QProcess> m_process; ///< null while no request is pending
    QTimer m_limit;
    BoxGraph m_graph;
};

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/network/graphlayout.h"

#include "core/base/childprocess.h"

#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>

namespace knobscope {

namespace {

constexpr double kPointsAnInch = 72;
constexpr double kGap = 28;
constexpr std::chrono::seconds kTimeout(20); // a network with all blocks unfolded may need that

/// Fallback without Graphviz: rows by the longest path from the top, with straight lines.
Arrangement arrangeInRows(const BoxGraph& graph)
{
    std::vector<size_t> rowOf(graph.boxes.size(), 0);
    std::vector<std::pair<size_t, size_t>> edges = graph.edges;
    std::ranges::sort(edges);
    for (const auto& [from, to] : edges) { // all edges into a box precede its outgoing ones
        rowOf[to] = std::max(rowOf[to], rowOf[from] + 1);
    }
    std::vector<std::vector<size_t>> rows;
    for (size_t box = 0; box < rowOf.size(); ++box) {
        rows.resize(std::max(rows.size(), rowOf[box] + 1));
        rows[rowOf[box]].push_back(box);
    }
    Arrangement out;
    out.boxes.resize(graph.boxes.size());
    double top = 0;
    for (const std::vector<size_t>& row : rows) {
        double width = -kGap, height = 0;
        for (const size_t box : row) {
            width += graph.boxes[box].width() + kGap;
            height = std::max(height, graph.boxes[box].height());
        }
        double left = -width / 2;
        for (const size_t box : row) {
            out.boxes[box] = QRectF(QPointF(left, top), graph.boxes[box]);
            left += graph.boxes[box].width() + kGap;
        }
        top += height + kGap;
    }
    for (const auto& [from, to] : graph.edges) {
        QPainterPath path(QPointF(out.boxes[from].center().x(), out.boxes[from].bottom()));
        path.lineTo(out.boxes[to].center().x(), out.boxes[to].top());
        out.edges.push_back(path);
    }
    return out;
}

/// Returns the graph in the DOT language.
QByteArray dotText(const BoxGraph& graph)
{
    std::string text = "digraph{node[shape=box,fixedsize=true,label=\"\"];edge[arrowhead=none];ranksep=0.35;nodesep=0.3;\n";
    for (size_t box = 0; box < graph.boxes.size(); ++box) {
        const QSizeF inches = graph.boxes[box] / kPointsAnInch;
        text += fmt::format("{}[width={:g},height={:g}];\n", box, inches.width(), inches.height());
    }
    for (size_t block = 0; block < graph.blocks.size(); ++block) {
        text += fmt::format("subgraph cluster_{}{{margin=16;label=\" \";{}}}\n", block, fmt::join(graph.blocks[block], ";"));
    }
    std::vector<int> out(graph.boxes.size(), 0), in(graph.boxes.size(), 0);
    for (const auto& [from, to] : graph.edges) {
        ++out[from];
        ++in[to];
    }
    for (const auto& [from, to] : graph.edges) { // a direct successor is placed below, branches side by side
        const bool isStraight = to == from + 1 && out[from] <= 2 && in[to] <= 2;
        text += fmt::format("{}->{}[weight={}];\n", from, to, isStraight ? 20 : 1);
    }
    return QByteArray::fromStdString(text + "}\n");
}

/// Parses the output of `dot -Tplain`; falls back to arrangeInRows() if it does not match the graph.
Arrangement readPlain(const QByteArray& plain, const BoxGraph& graph)
{
    Arrangement out;
    out.boxes.resize(graph.boxes.size());
    out.edges.resize(graph.edges.size());
    double height = 0;
    size_t boxes = 0, edges = 0;
    for (const QByteArray& line : plain.split('\n')) {
        const QList<QByteArray> fields = line.split(' ');
        const auto at = [&](qsizetype word) { // dot uses inches from the lower left corner
            return QPointF(fields.value(word).toDouble(), height - fields.value(word + 1).toDouble()) * kPointsAnInch;
        };
        if (fields[0] == "graph") {
            height = fields.value(3).toDouble();
        } else if (fields[0] == "node" && fields.value(1).toULongLong() < graph.boxes.size()) {
            QRectF& box = out.boxes[fields[1].toULongLong()];
            box.setSize(graph.boxes[fields[1].toULongLong()]);
            box.moveCenter(at(2));
            ++boxes;
        } else if (fields[0] == "edge") {
            const std::pair<size_t, size_t> edge(fields.value(1).toULongLong(), fields.value(2).toULongLong());
            const auto found = std::ranges::find(graph.edges, edge);
            const qsizetype points = fields.value(3).toLongLong();
            if (found == graph.edges.end() || points < 4 || points % 3 != 1) {
                continue;
            }
            QPainterPath& path = out.edges[static_cast<size_t>(found - graph.edges.begin())];
            path.moveTo(at(4));
            for (qsizetype point = 1; point < points; point += 3) {
                path.cubicTo(at(4 + 2 * point), at(6 + 2 * point), at(8 + 2 * point));
            }
            ++edges;
        }
    }
    return boxes == graph.boxes.size() && edges == graph.edges.size() ? out : arrangeInRows(graph);
}

} // namespace

GraphLayout::GraphLayout(QObject* parent)
    : QObject(parent)
    , m_program(QStringLiteral("dot"))
{
    m_limit.setSingleShot(true);
    m_limit.setInterval(kTimeout);
    connect(&m_limit, &QTimer::timeout, this,
            [this] { useSimpleRows(tr("Graphviz takes too long for this many boxes; they are arranged in rows.")); });
}

GraphLayout::~GraphLayout()
{
    forget();
}

/// Kills the process and ignores its result.
void GraphLayout::forget()
{
    if (m_process) {
        m_process->disconnect(this);
        m_process->kill();
        m_process->waitForFinished(1000); // returns at once after kill()
    }
}

void GraphLayout::request(BoxGraph graph)
{
    m_graph = std::move(graph);
    forget();
    m_process = std::make_unique<QProcess>(); // kills the previous process
    connect(m_process.get(), &QProcess::finished, this, &GraphLayout::finish);
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            useSimpleRows(tr("The boxes are arranged in rows. Install Graphviz (package graphviz) for a better layout."));
        }
    });
    m_process->setChildProcessModifier([starter = ::getpid()] {
        dieWithParent(starter);
        limitProcessorTime(2 * kTimeout.count()); // kills dot even if a hanging window cannot
    });
    m_limit.start();
    m_process->start(m_program, {QStringLiteral("-Tplain")});
    if (m_process) {
        m_process->write(dotText(m_graph));
        m_process->closeWriteChannel();
    }
}

void GraphLayout::finish(int exitCode, QProcess::ExitStatus status)
{
    if (exitCode != 0 || status != QProcess::NormalExit) {
        useSimpleRows(tr("Graphviz failed, so the boxes are arranged in rows: %1")
                          .arg(QString::fromLocal8Bit(m_process->readAllStandardError()).section(QLatin1Char('\n'), 0, 0)));
        return;
    }
    m_limit.stop();
    const QByteArray answer = m_process->readAllStandardOutput();
    m_process.release()->deleteLater(); // it is the sender of this signal
    emit arranged(readPlain(answer, m_graph), {});
}

void GraphLayout::useSimpleRows(const QString& problem)
{
    m_limit.stop();
    forget();
    m_process.release()->deleteLater();
    emit arranged(arrangeInRows(m_graph), problem);
}

} // namespace knobscope

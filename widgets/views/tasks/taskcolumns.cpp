// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/user_schedule.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/spacecount.h"
#include "widgets/views/tasks/taskmodel.h"

#include <QPointF>

namespace knobscope {

namespace {

/// Returns a task's short name: "5  conv2d", "5  conv2d winograd"; for the extra task
/// "resnet-50:5/conv2d_nchw_tensorcore.cuda/float16" only its distinctive part: "5 tensorcore/float16".
QString taskName(const NetworkTask& task)
{
    if (task.id.starts_with(kUserPrefix)) {
        return QString::fromStdString(task.id);
    }
    const QString within = QString::fromStdString(task.id.substr(task.id.rfind(':') + 1));
    const auto slash = within.indexOf(QLatin1Char('/'));
    if (slash < 0) {
        QString name = within + QStringLiteral("  ") + QString::fromStdString(task.op);
        for (const char* kind : {"winograd", "nopack", "pack"}) { // the layer has another template as well
            if (task.task.find(kind) != std::string::npos) {
                return name + QLatin1Char(' ') + QLatin1String(kind);
            }
        }
        return name;
    }
    QString own = within.mid(slash + 1);
    for (const char* common : {".cuda", ".x86", "conv2d_nchw_", "conv2d_nhwc_", "conv2d_", "_NCHWc", "dense_"}) {
        own.remove(QLatin1String(common)); // repeated in the row's operator and shape
    }
    return within.left(slash) + QStringLiteral("  ") + own;
}

} // namespace

void TaskModel::describeTasks()
{
    using Shown = ModelColumn<CellInput>;
    const auto about = [](const CellInput& of) {
        return tr("%1, template %2").arg(QString::fromStdString(of.row.task.id), QString::fromStdString(of.row.task.task))
             + (of.row.edits > 0 ? tr(", %n edit(s) of its space", nullptr, of.row.edits) : QString());
    };
    m_columns[Name] = Shown::word(
        "task", tr("Task"), tr("Number and operator of the task"),
        [](const CellInput& of) {
            return withTags(taskName(of.row.task) + (of.row.edits > 0 ? QStringLiteral(" *") : QString()), of.row.tags);
        },
        about);
    m_columns[Shape] = Shown::word(
        "shape", tr("Shape"), tr("Shape of input, output and kernel"),
        [](const CellInput& of) { return QString::fromStdString(of.row.task.shape); },
        [about](const CellInput& of) { return QString::fromStdString(of.row.task.shape) + QLatin1Char('\n') + about(of); });
    m_columns[Gflops] = Shown::figure(
        "work", tr("Work"), tr("Work of one layer, in billions of floating-point operations; two per multiply-add"),
        [](const CellInput& of) { return number(of.row.task.plainFlops / 1e9, 3); },
        [](const CellInput& of) { return of.row.task.plainFlops; },
        [](const CellInput& of) { return tr("%1 GFLOPs per layer").arg(figures(of.row.task.plainFlops / 1e9, 12)); });
    m_columns[Layers] = Shown::figure(
        "layers", tr("Layers"), tr("Layers of the network with this workload"),
        [](const CellInput& of) { return number(of.row.task.count); },
        [](const CellInput& of) { return qlonglong(of.row.task.count); },
        [](const CellInput& of) {
            return tr("%n layer(s) of the network have this workload.", nullptr, static_cast<int>(of.row.task.count));
        });
    m_columns[Template] = Shown::word(
        "template", tr("Template"), tr("How the task is scheduled; the same layer may be listed with several templates"),
        [](const CellInput& of) { return QString::fromStdString(of.row.task.task); }, about);
    m_columns[Configs] = Shown::figure(
        "configs", tr("Configs"), tr("Size of the task's space, with its edits"),
        [](const CellInput& of) { return of.row.configs.high > 0 ? countText(of.row.configs) : QString(); },
        [](const CellInput& of) { return qlonglong(of.row.configs.low); },
        [](const CellInput& of) {
            const QString configs = tr("%1 config(s)", nullptr, pluralOf(of.row.configs.high)).arg(countText(of.row.configs));
            return of.row.configs.high == 0 ? QString()
                 : of.row.edits > 0         ? tr("%1 with %n edit(s)", nullptr, of.row.edits).arg(configs)
                                            : configs;
        });
}

void TaskModel::describeStandings()
{
    using Shown = ModelColumn<CellInput>;
    const auto aboutSpeed = [](const CellInput& of) {
        if (of.known.bestSeconds <= 0) {
            return tr("Not measured in this project.");
        }
        return tr("%1 GFLOPS, %2 ms per layer").arg(figures(of.known.bestGflops, 9), milliseconds(of.known.bestSeconds))
             + (of.known.bestSpeedup > 0 ? tr(", %1 times as fast as untuned").arg(number(of.known.bestSpeedup, 2)) : QString());
    };
    // Share of the peak that the best config reaches, both counting a multiply-add as two operations; 0: unknown.
    const auto shareOfPeak = [this](const CellInput& of) {
        const double peak = of.known.bestThreads > 0 ? peakGflops(m_peaks, of.known.bestThreads) : of.row.gpuPeak;
        return peak > 0 && of.known.bestSeconds > 0 ? of.row.task.plainFlops / of.known.bestSeconds / 1e9 / peak : 0;
    };
    m_columns[Trials] = Shown::figure(
        "trials", tr("Trials"), tr("Configs measured so far in this project"),
        [](const CellInput& of) { return of.known.runs > 0 ? number(of.known.trials) : QString(); },
        [](const CellInput& of) { return qlonglong(of.known.trials); },
        [](const CellInput& of) {
            return of.known.runs > 0
                     ? tr("%1 in %n run(s)", nullptr, pluralOf(of.known.runs))
                           .arg(tr("%1 trial(s)", nullptr, pluralOf(of.known.trials)).arg(number(of.known.trials)))
                     : tr("Not tuned in this project.");
        });
    m_columns[Best] = Shown::figure(
        "best", tr("Best"), tr("The fastest config so far") + QLatin1Char('\n') + FlopsCount::autotvmTip(),
        [](const CellInput& of) { return of.known.bestGflops > 0 ? number(of.known.bestGflops, 1) : QString(); },
        [](const CellInput& of) { return of.known.bestGflops; }, aboutSpeed);
    m_columns[Peak] = Shown::figure(
        "ofPeak", tr("Of peak"),
        tr("Share of the machine's measured peak or of the GPU's stated peak, counting two operations per multiply-add"),
        [shareOfPeak](const CellInput& of) {
            const double share = shareOfPeak(of);
            return share > 0 ? tr("%1 %").arg(number(share * 100, 1)) : QString();
        },
        shareOfPeak, aboutSpeed);
    m_columns[Share] = Shown::figure(
        "share", tr("Share"), tr("Share of the network's time, shown when all of its layers are measured"),
        [](const CellInput& of) {
            return of.row.share >= 0 ? tr("%1 %").arg(number(of.row.share * 100, 1))
                 : of.row.isSlower   ? tr("slower")
                                     : QStringLiteral("–");
        },
        [](const CellInput& of) { return of.row.share; },
        [](const CellInput& of) {
            const QString seconds = milliseconds(of.known.bestSeconds);
            return of.row.share >= 0 ? tr("%1 × %2 ms of the %3 ms of the whole network")
                                           .arg(number(of.row.task.count), seconds, milliseconds(of.group.seconds))
                 : of.row.isSlower ? tr("Another template of the same layer is faster; this one takes %1 ms.").arg(seconds)
                 : of.known.bestSeconds > 0 ? tr("%1 × %2 ms. The share is shown when all layers are measured (so far %3 of %4).")
                                                  .arg(number(of.row.task.count), seconds)
                                                  .arg(of.group.measured)
                                                  .arg(of.group.layers)
                                            : tr("Not measured in this project.");
        });
    m_columns[Threads] = Shown::figure(
        "threads", tr("Threads"), tr("Threads of the fastest config so far"),
        [](const CellInput& of) { return of.known.bestThreads > 0 ? number(of.known.bestThreads) : QString(); },
        [](const CellInput& of) { return of.known.bestThreads; },
        [](const CellInput&) { return tr("Threads of the fastest config"); });
    m_columns[LastRun] = Shown::word(
        "lastRun", tr("Last run"), tr("The best so far over the trials of the last run"), {},
        [](const CellInput& of) { // painted: see CurveRole
            const auto& curve = of.known.curve;
            return curve.empty()
                     ? tr("No run of this task has measured a config yet.")
                     : tr("Run %1: from %2 to %3 GFLOPS in %4 trial(s)", nullptr, pluralOf(of.known.lastTrials))
                           .arg(of.known.lastRun)
                           .arg(number(curve.front().best, 1), number(curve.back().best, 1), number(of.known.lastTrials));
        });
    m_columns[LastRun].value = [](const CellInput& of) { return qlonglong(of.known.lastRun); };
}

QVariant TaskModel::curve(const CellInput& seen)
{
    const TaskStanding& known = seen.known;
    if (known.curve.empty() || known.lastTrials == 0) {
        return {};
    }
    QVector<QPointF> points;
    const double trials = static_cast<double>(known.lastTrials);
    const double best = known.curve.back().best;
    for (const CurveStep& step : known.curve) {
        points.append({(step.x - 1) / trials, step.best / best});
    }
    return QVariant::fromValue(points);
}

} // namespace knobscope

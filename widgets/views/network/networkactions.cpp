// SPDX-License-Identifier: GPL-3.0-or-later
// Actions of the network view, and the menu of a box.
#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/control.h"
#include "widgets/project/networks.h"
#include "widgets/project/renamedialog.h"
#include "widgets/views/network/networktimes.h"
#include "widgets/views/network/networkview.h"
#include "widgets/views/network/precisionspage.h"

#include <QLineEdit>

#include <algorithm>

namespace knobscope {

/// Shows the menu of a layer: its task, the layouts of its kernel, and the layers it can be merged with.
void NetworkView::showMenu(int shown, const QPoint& at)
{
    const NetworkBox& box = boxAt(shown);
    const auto isHere = [&](const std::string& node) { return std::ranges::find(box.nodes, node) != box.nodes.end(); };
    auto* menu = makeControl<QMenu>("boxMenu", this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const LayerTask* layer = m_tasks.taskOf(box.workload);
    // Captures by value: another network may be shown when an entry is chosen.
    addEntry(*menu, "openTask", tr("&Open the Task"), this,
             [this, task = layer ? layer->task : NetworkTask(), target = m_tasks.target()] { openTask(task, target); })
        ->setEnabled(layer);
    const NetworkProfile* profile = m_times->profile();
    for (const NetworkStep& step : profile ? profile->report.steps : std::vector<NetworkStep>()) {
        if (step.alternatives.size() > 1 && isHere(step.name)) {
            addLayouts(*menu, step);
            break;
        }
    }
    const auto pairs = layerPairs(m_model->imported.graph, m_model->groups);
    const auto pair = std::ranges::find_if(pairs, isHere, &LayerPair::first);
    if (pair != pairs.end() && !m_tasks.target().hasKey("gpu")) {
        menu->addSection(tr("What if"));
        addEntry(*menu, "oneKernel", tr("One &Kernel With %1").arg(QString::fromStdString(pair->second)), this,
                 [this, pair = *pair] { openPair(pair); });
    }
    menu->popup(at);
}

void NetworkView::addLayouts(QMenu& menu, const NetworkStep& step)
{
    menu.addSection(tr("Layouts of its kernel"));
    for (size_t i = 0; i < step.alternatives.size(); ++i) {
        const StepAlternative& one = step.alternatives[i];
        QAction* action =
            addEntry(menu, QStringLiteral("layout.%1").arg(i),
                     tr("%1 to %2: %3 ms for the kernel")
                         .arg(fixedCoreText(one.dataText), fixedCoreText(one.outputText), number(one.seconds * 1e3, 4)),
                     this, [this, held = FixedLayout{step.name, one.data, one.output}] { m_times->hold(held.node, held); });
        action->setToolTip(QString::fromStdString(one.task));
        action->setCheckable(true);
        action->setChecked(static_cast<int>(i) == step.chosen);
    }
    addEntry(menu, "quickestLayout", tr("Automatic (Fastest for the &Network)"), this, [this, node = step.name] {
        m_times->hold(node, std::nullopt);
    })->setEnabled(std::ranges::count(m_times->held(), step.name, &FixedLayout::node) > 0);
}

/// Opens the task of two layers in one kernel, which is tuned and shown like any other.
void NetworkView::openPair(const LayerPair& pair)
{
    const QString label =
        QStringLiteral("%1:%2 + %3").arg(m_id, QString::fromStdString(pair.first), QString::fromStdString(pair.second));
    if (workspace().reportError(workspace().openTask(label, pair.task, pair.args, m_tasks.target()))) {
        return;
    }
    workspace().showNewestRun();
    workspace().report(MessageLevel::Info,
                       tr("%1 in one kernel: the knob %2 sets where the first is computed, from 0 (before the "
                          "second) to 3 (for each of its tiles).")
                           .arg(label, QLatin1String(kMiddleKnob)));
}

/// Returns the message to show if no network is shown; empty if one is.
QString NetworkView::missingNetwork() const
{
    return m_model             ? QString()
         : m_id.isEmpty()      ? tr("Choose a network first: open one of its tasks, or choose it in the Network view.")
         : m_problem.isEmpty() ? tr("The network %1 is loaded when the Network view is shown.").arg(m_id)
                               : m_problem;
}

/// Returns why a button that measures the network is disabled; empty if it is enabled.
QString NetworkView::measuringObstacle(const QPushButton& button) const
{
    const QString missing = missingNetwork();
    const auto allowed = workspace().checkCanMeasure();
    return !missing.isEmpty() ? missing
         : !allowed           ? coreText(allowed.error())
         : button.isEnabled() ? QString()
         : m_tasks.isEmpty()  ? tr("The network %1 has no layer that can be tuned.").arg(m_id)
                              : tr("Networks run on CPUs only; choose another target in Tasks.");
}

void NetworkView::addActions(ActionRegistry& actions)
{
    const auto add = [&](const char* id, const QString& text, const QKeySequence& key, auto&& trigger,
                         ActionRegistry::Obstacle obstacle = {}) {
        obstacle = obstacle ? obstacle : [this] { return missingNetwork(); };
        actions.add({QString::fromLatin1(id), text, key, {}, this, false}, trigger, obstacle);
    };
    add(
        "network.run", tr("&Run the Network, or Stop Its Run"), {}, [this] { runOrStop(); },
        [this] { return m_times->isRunning() ? QString() : measuringObstacle(*m_run); });
    add(
        "network.precisions", tr("Compare the &Precisions, or Stop Comparing"), {}, [this] { compareOrStop(); },
        [this] { return m_times->precisions().isRunning() ? QString() : measuringObstacle(*m_precisions); });
    add("network.tune", tr("&Tune the Network"), {}, [this] { tune(); }, [this] { return measuringObstacle(*m_tune); });
    add(
        "network.rename", tr("Rena&me the Network…"), {}, [this] { RenameDialog::ask(workspace(), m_id, this); },
        [this] { return workspace().renamingObstacle(m_id); });
    add(
        "network.extents", tr("Change the Batch or Other &Extents…"), {},
        [this] { workspace().networks().askExtents(m_id.toStdString()); },
        [this] { return workspace().networks().extentsObstacle(m_id.toStdString()); });
    add(
        "network.close", tr("&Close the Network"), {}, [this] { workspace().networks().close(m_id.toStdString()); },
        [this] { return workspace().networks().closingObstacle(m_id.toStdString()); });
    add("network.find", tr("&Find a Layer"), QKeySequence::Find, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    add("network.fold", tr("F&old All Blocks"), {}, [this] { foldAll(true); });
    add("network.unfold", tr("&Unfold All Blocks"), {}, [this] { foldAll(false); });
    add("network.fit", tr("Fit the &Width"), {}, [this] { m_canvas->fitWidth(); });
}

} // namespace knobscope

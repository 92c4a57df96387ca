// SPDX-License-Identifier: GPL-3.0-or-later
// What the space editor does on command: copies, the experiment.
#include "widgets/actions/actionregistry.h"
#include "widgets/space/experimentdialog.h"
#include "widgets/space/knoblist.h"
#include "widgets/space/spaceeditor.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QJsonArray>
#include <QSplitter>

namespace knobscope {

void SpaceEditor::addActions(ActionRegistry& actions)
{
    const auto add = [&](const char* id, const QString& text, const QKeySequence& shortcut, std::function<void()> trigger) {
        actions.add({QString::fromLatin1(id), text, shortcut, {}, nullptr, false}, [this, trigger = std::move(trigger)] {
            if (m_document.task()) {
                trigger();
            }
        });
    };
    add("space.addValue", tr("&Add a Value…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V), [this] {
        m_list->setFocus();
        m_list->beginAdding();
    });
    add("space.allCandidates", tr("All &Candidates of the Knob…"), {}, [this] { openCandidates(m_list->currentKnob()); });
    add("space.resetKnob", tr("Knob Back to the &Template"), {}, [this] { m_document.reset(m_list->currentKnob()); });
    add("space.resetAll", tr("A&ll Back to the Template"), {}, [this] { m_document.setAll({}, tr("all back to the template")); });
    add("space.experiment", tr("Is It &Worth It?…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E),
        [this] { openExperiment(); });
    add("space.copyText", tr("Copy Space as AutoTVM Te&xt"), {}, [this] {
        copy(QString::fromStdString(m_document.task()->space.text()), tr("The space is on the clipboard as AutoTVM prints it."));
    });
    add("space.copyFlags", tr("Copy Edits as &Flags of knobscope-cli"), {},
        [this] { copy(flagsText(), tr("The edits are on the clipboard as flags of knobscope-cli.")); });
}

void SpaceEditor::copy(const QString& text, const QString& what)
{
    QGuiApplication::clipboard()->setText(text);
    workspace().say(MessageLevel::Info, text.isEmpty() ? tr("There are no edits to copy.") : what);
}

QString SpaceEditor::flagsText() const
{
    QStringList flags;
    for (const SpaceEdit& edit : m_document.list()) {
        QString text = QString::fromStdString(editText(edit));
        text.replace(QLatin1Char('\''), QStringLiteral("'\\''")); // how a shell writes a quote within quotes
        flags << QStringLiteral("--edit '%1'").arg(text);
    }
    return flags.join(QLatin1Char(' '));
}

ExperimentDialog* SpaceEditor::openExperiment()
{
    auto* dialog = new ExperimentDialog(workspace(), m_rate, this);
    dialog->show();
    return dialog;
}

QJsonObject SpaceEditor::saveState() const
{
    QJsonArray sizes;
    for (const int size : m_splitter->sizes()) {
        sizes.append(size);
    }
    return {{QStringLiteral("splitter"), sizes}};
}

void SpaceEditor::restoreState(const QJsonObject& state)
{
    QList<int> sizes;
    for (const QJsonValue& size : state[QStringLiteral("splitter")].toArray()) {
        sizes << size.toInt();
    }
    if (sizes.size() == m_splitter->count()) {
        m_splitter->setSizes(sizes);
    }
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
// What the space editor does on command: variants, copies, the experiment.
#include "widgets/actions/actionregistry.h"
#include "widgets/space/experimentdialog.h"
#include "widgets/space/knoblist.h"
#include "widgets/space/spaceeditor.h"
#include "widgets/space/variantdiffdialog.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputDialog>
#include <QJsonArray>
#include <QMenu>
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
    add("space.saveVariant", tr("&Save as Variant…"), {}, [this] { askForVariant(); });
    add("space.compareVariants", tr("Com&pare Variants…"), {},
        [this] { (new VariantDiffDialog(workspace(), m_variants, this))->show(); });
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

void SpaceEditor::fillVariantMenu()
{
    m_variantMenu->clear();
    const auto addVariant = [this](const QString& name, const std::vector<SpaceEdit>& edits, const QString& undoText) {
        QAction* action = m_variantMenu->addAction(name, this, [this, edits, undoText] { m_document.setAll(edits, undoText); });
        action->setCheckable(true);
        action->setChecked(EditSet(edits) == m_document.edits());
    };
    addVariant(tr("Template"), {}, tr("all back to the template"));
    for (const NamedEdits& variant : m_variants.all()) {
        const QString name = QString::fromStdString(variant.name);
        if (const auto edits = editsOf(variant)) {
            addVariant(QString(name).replace(QLatin1Char('&'), QStringLiteral("&&")), *edits, tr("variant %1").arg(name));
        }
    }
    m_variantMenu->addSeparator();
    m_variantMenu->addAction(tr("&Save as Variant…"), this, &SpaceEditor::askForVariant);
    m_variantMenu->addAction(tr("Com&pare Variants…"), this,
                             [this] { (new VariantDiffDialog(workspace(), m_variants, this))->show(); });
    if (!m_variants.all().empty()) {
        QMenu* forget = m_variantMenu->addMenu(tr("&Forget"));
        for (const NamedEdits& variant : m_variants.all()) {
            const QString name = QString::fromStdString(variant.name);
            forget->addAction(name, this, [this, name] { m_variants.remove(name); });
        }
    }
}

void SpaceEditor::askForVariant()
{
    auto* ask = new QInputDialog(this);
    ask->setAttribute(Qt::WA_DeleteOnClose);
    ask->setWindowTitle(tr("Save as Variant"));
    ask->setLabelText(tr("Name of the variant (an equal name is replaced)"));
    ask->setTextValue(tr("Variant %1").arg(m_variants.all().size() + 1));
    connect(ask, &QInputDialog::textValueSelected, this, &SpaceEditor::saveVariant);
    ask->open();
}

void SpaceEditor::saveVariant(const QString& name)
{
    if (name.trimmed().isEmpty()) {
        workspace().say(MessageLevel::Warning, tr("A variant needs a name."));
        return;
    }
    m_variants.save(name.trimmed(), m_document.list());
    workspace().say(MessageLevel::Info, tr("The edits are kept as variant %1.").arg(name.trimmed()));
}

ExperimentDialog* SpaceEditor::openExperiment()
{
    auto* dialog = new ExperimentDialog(workspace(), m_variants, m_rate, this);
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

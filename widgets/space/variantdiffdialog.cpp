// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/variantdiffdialog.h"

#include "widgets/space/constraintmodel.h"
#include "widgets/translation/coretext.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace knobscope {

namespace {

QString joined(const std::vector<std::string>& texts)
{
    QStringList list;
    for (const std::string& text : texts) {
        list << QString::fromStdString(text);
    }
    return list.join(QStringLiteral("  "));
}

} // namespace

VariantDiffDialog::VariantDiffDialog(Workspace& workspace, const VariantStore& variants, QWidget* parent)
    : QDialog(parent)
    , m_task(workspace.task())
    , m_a(new QComboBox)
    , m_b(new QComboBox)
    , m_tree(new QTreeWidget)
    , m_note(new QLabel)
{
    setWindowTitle(tr("Compare Variants"));
    setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [&](const QString& name, std::vector<SpaceEdit> edits) {
        m_edits.push_back(std::move(edits));
        m_a->addItem(name);
        m_b->addItem(name);
    };
    add(tr("Template"), {});
    add(tr("Edited space"), m_task->edits);
    for (const NamedEdits& variant : variants.all()) {
        if (auto edits = editsOf(variant)) {
            add(QString::fromStdString(variant.name), std::move(*edits));
        }
    }
    m_b->setCurrentIndex(1);
    m_a->setAccessibleName(tr("First variant"));
    m_b->setAccessibleName(tr("Second variant"));
    m_tree->setHeaderLabels({tr("Knob"), tr("Only in the first"), tr("Only in the second")});
    m_tree->setAccessibleName(tr("Differences"));
    m_tree->setRootIsDecorated(false);
    m_tree->setAlternatingRowColors(true);
    m_tree->setWordWrap(true);
    m_tree->header()->setSectionResizeMode(QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    m_note->setWordWrap(true);
    auto* top = new QHBoxLayout;
    top->addWidget(m_a, 1);
    top->addWidget(new QLabel(tr("and")));
    top->addWidget(m_b, 1);
    auto* close = new QDialogButtonBox(QDialogButtonBox::Close);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(top);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_note);
    layout->addWidget(close);
    resize(640, 420);
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::close);
    for (QComboBox* box : {m_a, m_b}) {
        connect(box, &QComboBox::currentIndexChanged, this, &VariantDiffDialog::compare);
    }
    compare();
}

void VariantDiffDialog::compare()
{
    m_tree->clear();
    const auto a = applyEdits(m_task->templateSpace, m_edits[static_cast<size_t>(m_a->currentIndex())]);
    const auto b = applyEdits(m_task->templateSpace, m_edits[static_cast<size_t>(m_b->currentIndex())]);
    if (!a || !b) {
        m_note->setText(coreText((a ? b : a).error().message));
        return;
    }
    const VariantDifference difference = compareSpaces(*a, *b);
    const auto add = [&](const QString& name, const QString& first, const QString& second) {
        auto* item = new QTreeWidgetItem(m_tree, {name, first, second});
        for (int column = 0; column < 3; ++column) {
            item->setToolTip(column, item->text(column));
        }
    };
    for (const KnobEditDifference& knob : difference.knobs) {
        const QString name = QString::fromStdString(knob.knob);
        if (!knob.policyA.empty() || !knob.policyB.empty()) {
            add(tr("%1, policy").arg(name), QString::fromStdString(knob.policyA), QString::fromStdString(knob.policyB));
        }
        if (!knob.onlyInA.empty() || !knob.onlyInB.empty()) {
            add(tr("%1 (%2 → %3)").arg(name).arg(knob.countA).arg(knob.countB), joined(knob.onlyInA), joined(knob.onlyInB));
        }
    }
    for (const std::string& text : difference.constraintsOnlyInA) {
        add(tr("constraint"), QString::fromStdString(text), {});
    }
    for (const std::string& text : difference.constraintsOnlyInB) {
        add(tr("constraint"), {}, QString::fromStdString(text));
    }
    m_note->setText(
        difference.isEmpty()
            ? tr("The two are the same space.")
            : tr("%1 configs in the first, %2 in the second.").arg(countText(a->validCount()), countText(b->validCount())));
}

} // namespace knobscope

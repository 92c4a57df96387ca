// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/extentsdialog.h"

#include "core/graph/graph.h"
#include "widgets/base/coretext.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/formscroll.h"
#include "widgets/controls/section.h"
#include "widgets/project/networks.h"

#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QIntValidator>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kMostExtent = 1 << 30; // the limit of a tensor's elements
constexpr size_t kMostRows = 8;       // more scroll
constexpr size_t kMostShown = 6;     // inputs: a decoder has two for each layer

/// "input_ids: 1 x 128", a line for each of the first inputs.
QString shapesText(const std::vector<DeclaredInput>& inputs, const std::map<std::string, Shape>& shapes)
{
    QStringList lines;
    for (const DeclaredInput& input : inputs) {
        const auto found = shapes.find(input.name);
        if (found == shapes.end()) {
            continue;
        }
        QStringList extents;
        for (const int64_t extent : found->second) {
            extents << QString::number(extent);
        }
        lines << QStringLiteral("%1: %2").arg(QString::fromStdString(input.name), extents.join(QStringLiteral(" × ")));
    }
    if (lines.size() > static_cast<qsizetype>(kMostShown)) {
        const qsizetype more = lines.size() - static_cast<qsizetype>(kMostShown);
        lines = lines.mid(0, kMostShown);
        lines << ExtentsDialog::tr("and %n more input(s)", nullptr, static_cast<int>(more));
    }
    return lines.join(QLatin1Char('\n'));
}

/// A label for a name from a file.
QLabel* labelOf(QString name, QWidget* editor)
{
    constexpr qsizetype longest = 40;
    if (name.size() > longest) {
        name = name.left(longest) + QChar(0x2026);
    }
    QLabel* label = makeLabel(name.replace(QLatin1Char('&'), QLatin1String("&&")), editor);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

ExtentsDialog::ExtentsDialog(Networks& networks, const QString& path, std::vector<DeclaredInput> inputs, const QString& problem,
                             QWidget* parent)
    : QDialog(parent)
    , m_networks(networks)
    , m_path(path)
    , m_inputs(std::move(inputs))
    , m_filter(makeControl<QLineEdit>("filter"))
    , m_forListed(makeControl<QLineEdit>("forListed"))
    , m_shapes(makeSentence({}))
    , m_open(makeControl<QPushButton>("open", tr("&Open"), this))
{
    setObjectName(QStringLiteral("extents"));
    setWindowTitle(tr("Extents of %1").arg(isModelFileName(path.toStdString()) ? QFileInfo(path).fileName() : path));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* page = new QWidget;
    m_form = new QFormLayout(page);
    m_form->setContentsMargins({});
    const ChosenExtents before = networks.lastExtents(path);
    for (const OpenExtent& extent : openExtents(m_inputs)) {
        const QString name = QString::fromStdString(extent.name);
        auto* number = makeControl<QSpinBox>(QStringLiteral("extent.") + name);
        number->setRange(0, kMostExtent);
        const auto kept = before.find(extent.name);
        number->setValue(static_cast<int>(kept != before.end() ? kept->second : extent.proposed));
        ignoreWheelUnlessFocused(*number);
        m_form->addRow(labelOf(name, number), number);
        connect(number, &QSpinBox::valueChanged, this, &ExtentsDialog::showShapes);
        m_extents.emplace_back(extent.name, number);
    }
    auto* wrong = makeSentence(problem);
    wrong->setTextFormat(Qt::PlainText);
    wrong->setObjectName(QStringLiteral("problem"));
    colourAsProblem(*wrong, true);
    wrong->setHidden(problem.isEmpty());
    m_shapes->setTextFormat(Qt::PlainText);
    m_shapes->setObjectName(QStringLiteral("shapes"));
    auto* cancel = makeControl<QPushButton>("cancel", tr("Cancel"), this);
    cancel->setAutoDefault(false);
    m_open->setDefault(true);
    auto* scroll = new FormScroll(page);
    const int rows = static_cast<int>(std::min(m_extents.size(), kMostRows));
    scroll->setMinimumHeight(page->sizeHint().height() * rows / std::max(1, static_cast<int>(m_extents.size())));
    inColumn(this, {makeSentence(tr("Tasks and kernels are made for fixed extents; with other extents they are other tasks.")),
                    wrong,
                    makeFilter(),
                    {scroll, 1},
                    m_shapes,
                    inRow({BoxItem::rest(), m_open, cancel})});
    showShapes();
    resize(480, heightForWidth(480));
    setTabOrder(m_filter, m_forListed);
    QWidget* previous = m_forListed;
    for (const auto& [name, number] : m_extents) {
        setTabOrder(previous, number);
        previous = number;
    }
    setTabOrder(previous, m_open);
    setTabOrder(m_open, cancel);
    m_extents.front().second->setFocus();
    m_extents.front().second->selectAll();
    connect(m_open, &QPushButton::clicked, this, &ExtentsDialog::accept);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
}

/// For more extents than are in sight at once.
QWidget* ExtentsDialog::makeFilter()
{
    m_filter->setPlaceholderText(tr("Filter by name"));
    m_filter->setAccessibleName(tr("Filter the extents by name"));
    m_filter->setClearButtonEnabled(true);
    m_forListed->setPlaceholderText(tr("One number for all listed"));
    m_forListed->setAccessibleName(tr("One number for all listed extents"));
    m_forListed->setValidator(new QIntValidator(0, kMostExtent, m_forListed));
    connect(m_filter, &QLineEdit::textChanged, this, &ExtentsDialog::filter);
    connect(m_forListed, &QLineEdit::textEdited, this, &ExtentsDialog::setListed);
    auto* row = new QWidget;
    inRow(row, {{m_filter, 1}, {m_forListed, 1}}, QMargins());
    row->setHidden(m_extents.size() <= kMostRows);
    return row;
}

void ExtentsDialog::filter(const QString& name)
{
    m_forListed->clear();
    for (const auto& [extent, number] : m_extents) {
        m_form->setRowVisible(number, QString::fromStdString(extent).contains(name, Qt::CaseInsensitive));
    }
}

void ExtentsDialog::setListed(const QString& number)
{
    if (!m_forListed->hasAcceptableInput()) {
        return;
    }
    for (const auto& [extent, editor] : m_extents) {
        if (m_form->isRowVisible(editor)) {
            const QSignalBlocker once(editor);
            editor->setValue(number.toInt());
        }
    }
    showShapes();
}

/// Enter in the filter leads to the number; elsewhere it opens the file.
void ExtentsDialog::keyPressEvent(QKeyEvent* event)
{
    if (focusWidget() == m_filter && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)) {
        m_forListed->setFocus();
        return;
    }
    QDialog::keyPressEvent(event);
}

ChosenExtents ExtentsDialog::chosen() const
{
    ChosenExtents extents;
    for (const auto& [name, number] : m_extents) {
        extents[name] = number->value();
    }
    return extents;
}

void ExtentsDialog::showShapes()
{
    const auto shapes = shapesWith(m_inputs, chosen());
    colourAsProblem(*m_shapes, !shapes);
    m_shapes->setText(shapes ? shapesText(m_inputs, *shapes) : coreText(shapes.error()));
    m_open->setEnabled(shapes.has_value());
}

void ExtentsDialog::accept()
{
    m_networks.openWith(m_path, chosen());
    QDialog::accept();
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/network/precisionspage.h"

#include "core/target/machineprofile.h"
#include "core/tuning/precisionrecord.h"
#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/base/timetext.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/celltable.h"
#include "widgets/controls/control.h"
#include "widgets/controls/rowchoice.h"
#include "widgets/controls/section.h"
#include "widgets/views/network/steprows.h"

#include <QBoxLayout>
#include <QDateTime>
#include <QEvent>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QTableView>
#include <QToolButton>

namespace knobscope {

namespace {

Cell errorCell(double value)
{
    return Cell::figure(figures(value, 3), value);
}

} // namespace

PrecisionsPage::PrecisionsPage(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_work(JobLength::Long, [this](const Error& error) { setStatus(coreText(error)); })
    , m_status(makeSentence({}))
    , m_hint(makeSentence(tr("Compare Precisions runs the network in float32, bfloat16 and int8, and shows time, error and each "
                             "step side by side.")))
    , m_folder(makeControl<QLineEdit>("calibration"))
    , m_summary(new CellTable(this))
    , m_summaryTable(makeCellView("precisions", m_summary, tr("The network in each precision")))
    , m_steps(new CellTable(this))
    , m_stepTable(makeCellView("precisionSteps", m_steps, tr("Steps of the network in each precision")))
{
    m_status->setTextFormat(Qt::PlainText);
    m_status->setWordWrap(true);
    m_status->setContentsMargins(space::kSmall, 0, space::kSmall, 0);
    m_status->setAccessibleName(tr("Comparison of the precisions"));
    m_hint->setContentsMargins(m_status->contentsMargins());
    constexpr int kLines = 5; // a heading, three precisions, and a scroll bar
    m_summaryTable->setFixedHeight(kLines * m_summaryTable->verticalHeader()->defaultSectionSize());
    inColumn(this, {makeInputs(), m_hint, m_status, m_summaryTable, {m_stepTable, 1}}, QMargins(), space::kTight)->addStretch(0);
    followRows(*m_stepTable, this, [this](size_t row) {
        const Table table = precisionSteps(*m_comparison);
        emit stepChosen(QString::fromStdString(table.rows()[row][0].value().get<std::string>()));
    });
    connect(&workspace, &Workspace::projectChanged, this, &PrecisionsPage::readStored);
    showTables();
}

QWidget* PrecisionsPage::makeInputs()
{
    m_folder->setPlaceholderText(tr("Random inputs of mean 0 and deviation 1"));
    m_folder->setClearButtonEnabled(true);
    m_folder->setAccessibleName(tr("Folder of inputs"));
    explain(*m_folder,
            tr("Folder of inputs (input_0.pb, … there or in each of its folders) that give int8 its scales and on which "
               "the errors are measured."));
    auto* choose = makeControl<QToolButton>("chooseCalibration");
    choose->setText(tr("Choose…"));
    choose->setToolTip(tr("Chooses the folder of inputs."));
    connect(choose, &QToolButton::clicked, this, &PrecisionsPage::chooseFolder);
    auto* row = new QWidget;
    inRow(row, {makeLabel(tr("&Inputs:"), m_folder), {m_folder, 1}, choose},
          QMargins(space::kSmall, space::kTight, space::kSmall, 0), space::kTight);
    return row;
}

void PrecisionsPage::chooseFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of Inputs"), m_folder->text());
    if (!folder.isEmpty()) {
        m_folder->setText(folder);
    }
}

void PrecisionsPage::setNetwork(const WholeNetwork& network)
{
    m_work.cancel();
    m_network = network;
    readStored();
}

void PrecisionsPage::readStored()
{
    m_comparison.reset();
    setStatus({});
    showTables();
    m_workspace.ask(
        this, QStringLiteral("precisions"),
        [network = m_network](Project& project) { return storedPrecisions(project, network); },
        [this](const Result<std::optional<PrecisionComparison>>& stored) {
            if (!stored || !*stored || m_comparison) {
                return;
            }
            show(**stored);
            const QString at = momentText(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>((*stored)->at * 1e3)));
            setStatus(m_status->text() + QLatin1Char('\n')
                      + ((*stored)->machine == thisMachine().cpu
                             ? tr("Measured on %1.").arg(at)
                             : tr("Measured on %1 on another machine, %2.").arg(at, QString::fromStdString((*stored)->machine))));
        });
}

void PrecisionsPage::run()
{
    if (m_workspace.reportError(m_workspace.checkCanMeasure())) {
        return;
    }
    m_network.threads = m_workspace.measuring().threads;
    m_network.inputs = {m_folder->text().trimmed().toStdString(), std::nullopt};
    m_comparison.reset();
    showTables();
    setStatus(tr("Comparing precisions…"));
    m_work.request([this, network = m_network,
                    path = m_workspace.projectPath().toStdString()](const std::atomic<bool>& stop) -> LatestWork::Deliver {
        const auto onMessage = [this](const Sentence& sentence) {
            m_work.notify([this, sentence] { setStatus(coreText(sentence)); });
        };
        auto compared = comparePrecisions(network, path, {}, onMessage, &stop);
        if (!compared) {
            return [this, error = compared.error()] { setStatus(coreText(error)); };
        }
        return [this, network, path, compared = std::move(*compared)] {
            show(compared);
            if (!path.empty() && !network.fingerprint.empty()) {
                m_workspace.writes().add(
                    QString::fromStdString(path), tr("the comparison of precisions"), this, {},
                    [path, network, compared] { return storePrecisions(path, network, compared); },
                    [this](const Result<void>& stored) { m_workspace.reportError(stored); });
            }
        };
    });
    m_workspace.registerMeasurement(m_work, tr("The comparison of precisions"));
    emit changed();
}

void PrecisionsPage::show(const PrecisionComparison& comparison)
{
    m_comparison = comparison;
    QStringList sentences{tr("Errors against float32, on %1.").arg(coreText(comparison.inputs))};
    for (const PrecisionState& state : comparison.states) {
        if (!state.trouble.empty()) { // the table has no figures
            sentences << QString::fromUtf8(nameOf(state.precision)) + QStringLiteral(": ") + coreText(state.trouble);
        }
    }
    if (!comparison.disturbed.empty()) {
        sentences << coreText(comparison.disturbed);
    }
    showTables();
    setStatus(sentences.join(QLatin1Char('\n')));
}

void PrecisionsPage::showTables()
{
    const PrecisionComparison none;
    const PrecisionComparison& shown = m_comparison ? *m_comparison : none;
    std::vector<CellTable::Row> rows;
    for (const PrecisionState& state : shown.states) {
        CellTable::Row row{Cell::word(QString::fromUtf8(nameOf(state.precision))),
                           state.seconds > 0 ? Cell::figure(milliseconds(state.seconds), state.seconds * 1e3) : Cell()};
        if (state.against) {
            const PrecisionError& error = state.against->error;
            const double change = state.against->times.change;
            Cell cell = Cell::figure(coreText(changeText(state.against->times)), change);
            cell.background = changeColour(palette(), change, 1);
            row.insert(row.end(), {cell, errorCell(error.largest), errorCell(error.largestRelative), errorCell(error.rms),
                                   error.rows > 0 ? Cell::figure(tr("%1 of %2").arg(error.agreeing).arg(error.rows),
                                                                 static_cast<double>(error.agreeing))
                                                  : Cell()});
        }
        rows.push_back(std::move(row));
    }
    m_summary->setTable(
        {{"precision", tr("Precision")},
         {"milliseconds", QStringLiteral("ms"), tr("Milliseconds of the whole network")},
         {"change", tr("Change of the time"), tr("Against float32, timed in turn; less is coloured as faster.")},
         {"max_abs", tr("Max. error"), tr("Largest difference of an output from float32")},
         {"max_rel", tr("Max. relative error"), tr("Over the elements above a thousandth of the largest one")},
         {"rms", tr("Root mean square"), tr("Root mean square of the differences, of the worst output")},
         {"top1", tr("Same largest output"), tr("Rows of outputs (rows, classes) whose largest element is the same")}},
        std::move(rows));
    m_summaryTable->setVisible(m_comparison.has_value());
    m_stepTable->setVisible(m_comparison.has_value());
    const Table steps = precisionSteps(shown);
    m_steps->setTable(stepHeadings(steps), precisionRows(steps, palette()));
}

void PrecisionsPage::setStatus(const QString& sentence)
{
    m_status->setText(sentence);
    m_status->setVisible(!sentence.isEmpty());
    m_hint->setVisible(sentence.isEmpty());
    emit changed();
}

QString PrecisionsPage::status() const
{
    return m_status->text();
}

void PrecisionsPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showTables();
    }
}

} // namespace knobscope

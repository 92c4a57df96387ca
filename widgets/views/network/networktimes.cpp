// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/network/networktimes.h"

#include "core/target/machineprofile.h"
#include "core/tuning/networktrace.h"
#include "core/tuning/stepcomparison.h"
#include "widgets/base/coretext.h"
#include "widgets/base/listtext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/base/timetext.h"
#include "widgets/base/wrappedlabel.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/celltable.h"
#include "widgets/controls/control.h"
#include "widgets/controls/headline.h"
#include "widgets/controls/rowchoice.h"
#include "widgets/controls/section.h"
#include "widgets/plot/colours.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/views/network/operatorbar.h"
#include "widgets/views/network/precisionspage.h"
#include "widgets/views/network/steprows.h"
#include "widgets/views/network/timepage.h"

#include <QDateTime>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace knobscope {

namespace {

constexpr double kTimedSeconds = 1;
constexpr int kHeadlineCharacters = 34;

/// Stored data of a network that was run.
struct StoredTimes {
    std::vector<WholeRun> runs;
    std::optional<RunRecord> record;
};

Result<StoredTimes> storedTimes(Project& project, const WholeNetwork& network)
{
    auto runs = TRY(storedWholeRuns(project, network));
    auto record = TRY(storedRunRecord(project, network));
    return StoredTimes{std::move(runs), std::move(record)};
}

} // namespace

NetworkTimes::NetworkTimes(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_work(JobLength::Long, [this](const Error& error) { setStatus(coreText(error)); })
    , m_headline(new Headline("headline"))
    , m_status(new WrappedLabel)
    , m_details(new WrappedLabel)
    , m_more(new Section(QStringLiteral("details"), tr("More"), m_details, false))
    , m_shares(makeControl<OperatorBar>("operators"))
    , m_tabs(makeControl<QTabWidget>("times"))
    , m_curve(makeControl<PlotCanvas>("curve"))
    , m_time(makeControl<TimePage>("time"))
    , m_steps(new CellTable(this))
    , m_table(makeCellView("steps", m_steps, tr("Steps of the network")))
    , m_changes(new CellTable(this))
    , m_changeTable(makeCellView("stepChanges", m_changes, tr("Steps of the network, compared with the run before")))
    , m_precisions(new PrecisionsPage(workspace))
    , m_onTimeline(makeControl<QToolButton>("showOnTimeline"))
{
    for (QLabel* label : {m_status, m_details}) {
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_status->setAccessibleName(tr("State of the network"));
    m_details->setAccessibleName(tr("Time of the network"));
    m_more->hide();
    m_curve->setAccessibleName(tr("Time of the network during tuning, in milliseconds"));
    m_curve->setEmptyText(tr("Tune the network to see its time decrease."));
    m_curve->setMinimumSize(0, 0);
    m_table->horizontalHeader()->setSortIndicatorClearable(true); // in the order of the network
    fitSteps(*m_table);
    fitSteps(*m_changeTable);
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Times of the network"));
    m_tabs->addTab(m_curve, tr("Tuning"));
    m_tabs->addTab(m_time, tr("Time"));
    m_tabs->addTab(m_table, tr("Steps"));
    m_tabs->addTab(m_changeTable, tr("Changes"));
    m_tabs->addTab(m_precisions, tr("Precisions"));
    connect(m_precisions, &PrecisionsPage::changed, this, &NetworkTimes::changed);
    connect(m_precisions, &PrecisionsPage::stepChosen, this, &NetworkTimes::stepChosen);
    connect(m_time, &TimePage::stepChosen, this, &NetworkTimes::stepChosen);
    connect(m_time, &TimePage::taskWanted, this, &NetworkTimes::taskWanted);
    m_onTimeline->setText(tr("Show on the Timeline"));
    m_onTimeline->setToolTip(tr("Shows one inference step by step, as a trace in the project."));
    m_onTimeline->setEnabled(false);
    auto* corner = new QWidget; // a margin to the edge of the window
    inRow(corner, {m_onTimeline}, QMargins(0, 0, space::kSmall, 0), 0);
    m_tabs->setCornerWidget(corner);
    connect(m_onTimeline, &QToolButton::clicked, this, &NetworkTimes::showOnTimeline);
    m_headline->setMinimumWidth(lettersWide(fontMetrics(), kHeadlineCharacters)); // its line needs no third one
    // Below the button: a status of another length would move it.
    auto* besides = inColumn({m_more, m_status, BoxItem::rest()}, QMargins(), space::kTight);
    auto* result = inRow({{m_headline, 1}, {besides, 1}}, QMargins(space::kSmall, 0, space::kSmall, 0), space::kLarge);
    auto* shares = inRow({m_shares}, QMargins(space::kSmall, 0, space::kSmall, 0), 0);
    inColumn(this, {result, shares, {m_tabs, 1}}, QMargins(), space::kTight);
    followRows(*m_table, this,
               [this](size_t step) { emit stepChosen(QString::fromStdString(m_profile->report.steps[step].name)); });
    const TuningSession* session = &workspace.session();
    connect(session, &TuningSession::networkProgressed, this, &NetworkTimes::addPrediction);
    connect(session, &TuningSession::networkRun, this, &NetworkTimes::addWholeRun);
    connect(session, &TuningSession::started, this, [this](const QString& label) {
        if (m_workspace.session().isTuningNetwork() && label == m_id) {
            m_predicted.clear();
            m_whole.clear();
            m_tabs->setCurrentWidget(m_curve);
            showCurve();
        }
    });
    connect(session, &TuningSession::finished, this, [this, session] {
        const TunedNetwork* tuned = session->tunedNetwork();
        if (tuned && tuned->comparison && session->lastLabel() == m_id) {
            setStatus(coreText(comparisonSentence(*tuned->comparison)) + QLatin1Char(' ')
                      + coreText(tuned->comparison->disturbed));
        }
    });
    connect(&workspace, &Workspace::projectChanged, this, &NetworkTimes::readStored);
}

void NetworkTimes::setNetwork(const QString& id, const WholeNetwork& network)
{
    if (id == m_id && network.target == m_network.target && network.threads == m_network.threads
        && network.fingerprint == m_network.fingerprint) {
        return;
    }
    m_work.cancel();
    m_id = id;
    m_network = network;
    readStored();
    m_precisions->setNetwork(network);
}

bool NetworkTimes::isEmpty() const
{
    return !m_profile && m_predicted.empty() && m_whole.empty() && status().isEmpty() && details().isEmpty()
        && m_precisions->status().isEmpty();
}

void NetworkTimes::comparePrecisions()
{
    m_tabs->setCurrentWidget(m_precisions);
    m_precisions->run();
}

QString NetworkTimes::lastRun(const WholeRun& run)
{
    const QString ms = milliseconds(run.seconds);
    return run.isDisturbed ? tr("The last run took %1 ms; other programs disturbed it.").arg(ms)
                           : tr("The last run took %1 ms.").arg(ms);
}

/// Reads the results of the last tuning of the shown network from the open project.
void NetworkTimes::readStored()
{
    m_profile.reset();
    m_before.reset();
    m_predicted.clear();
    m_whole.clear();
    m_workspace.ask(
        this, QStringLiteral("kept"),
        [network = m_network, isShown = !m_id.isEmpty()](Project& project) {
            return isShown ? storedTimes(project, network) : Result<StoredTimes>();
        },
        [this](const Result<StoredTimes>& kept) {
            showStored(kept ? kept->runs : std::vector<WholeRun>());
            if (kept && kept->record) {
                showRecord(*kept->record);
            }
        });
}

void NetworkTimes::showStored(std::vector<WholeRun> kept)
{
    m_predicted.clear();
    m_whole.clear();
    const auto unchecked = std::erase_if(kept, [](const WholeRun& run) { return !run.isCorrect(); });
    for (const WholeRun& run : kept) {
        if (run.trials == 0) { // a tuning starts here
            m_whole.clear();
            m_predicted.clear();
        }
        if (run.trials >= 0) {
            m_whole.emplace_back(run.elapsed / 60, run.seconds * 1e3);
            if (run.predictedSeconds > 0) {
                m_predicted.emplace_back(run.elapsed / 60, run.predictedSeconds * 1e3);
            }
        }
    }
    if (kept.empty()) {
        m_headline->showNone(tr("This network has not been run."));
    } else {
        m_headline->show(milliseconds(kept.back().seconds), tr("ms"), tr("whole network, last run"));
    }
    setDetails(kept.empty() ? QStringList() : QStringList(lastRun(kept.back())));
    m_status->setText(
        kept.empty() && unchecked > 0
            ? tr("Times that an earlier version saved are hidden, because it did not check the output. Run the network again.")
            : QString());
    showCurve();
    showSteps();
}

void NetworkTimes::hold(const std::string& node, const std::optional<FixedLayout>& layouts)
{
    std::erase_if(m_network.held, [&](const FixedLayout& one) { return one.node == node; });
    if (layouts) {
        m_network.held.push_back(*layouts);
    }
    run();
}

QString NetworkTimes::checkText(const NetworkCheck& check)
{
    if (check.mismatched > 0) {
        return tr("Incorrect: %n output value(s) are NaN or infinite but should not be, or the reverse.", nullptr,
                  static_cast<int>(std::min<int64_t>(check.mismatched, std::numeric_limits<int>::max())));
    }
    const QString error = scientific(check.error, 1);
    return check.isCorrect() ? tr("Correct (max. error %1 of the largest output).").arg(error)
                             : tr("Incorrect (max. error %1 of the largest output).").arg(error);
}

void NetworkTimes::run()
{
    if (m_workspace.reportError(m_workspace.checkCanMeasure())) {
        return;
    }
    m_network.threads = m_workspace.measuring().threads;
    m_before = m_profile ? m_profile : m_before;
    m_isBeforeOfHere = m_isOfHere;
    setStatus(tr("Compiling %1…").arg(m_id));
    m_work.request([this, network = m_network,
                    path = m_workspace.projectPath().toStdString()](const std::atomic<bool>& stop) -> LatestWork::Deliver {
        const auto logLine = [this](const Sentence& sentence) {
            m_work.notify([this, sentence] { setStatus(coreText(sentence)); });
        };
        auto open = openNetwork(network, path, {}, logLine, &stop);
        auto profile = open ? profileNetwork(*open, kTimedSeconds, &stop) : fail(open);
        if (!profile) {
            return [this, error = profile.error()] { setStatus(coreText(error)); };
        }
        recheckLoad(*open);
        if (auto limits = networkLimits(profile->report, profile->stepSeconds, network.worker)) { // else without bounds
            profile->limits = *limits;
        }
        m_work.notify([this, profile = *profile] {
            showProfile(profile);
            setStatus(tr("Comparing the output with the definition…"));
        });
        const auto check = open->runner.check(&stop, &open->reference);
        std::function<Result<void>()> keep;
        if (check && check->isCorrect() && !path.empty()) {
            keep = [path, read = storedAs(*open), profile = *profile, error = check->error,
                    isDisturbed = !open->disturbed.empty()] { return storeRun(path, read, profile, error, isDisturbed); };
        }
        return [this, path, keep, profile = *profile, check, disturbed = open->disturbed] {
            if (keep) {
                m_workspace.writes().add(QString::fromStdString(path), tr("the time of a network"), this, {}, keep,
                                         [this](const Result<void>& kept) { m_workspace.reportError(kept); });
            }
            showCheckedProfile(profile, check);
            if (!disturbed.empty()) {
                setStatus((status() + QLatin1Char(' ') + coreText(disturbed)).trimmed());
            }
        };
    });
    m_workspace.registerMeasurement(m_work, tr("The run of the whole network"));
    emit changed();
}

/// Discards the times of a network that computes wrong results: they are neither shown nor stored.
void NetworkTimes::showCheckedProfile(const NetworkProfile& profile, const Result<NetworkCheck>& check)
{
    if (check && !check->isCorrect()) {
        m_profile.reset();
        showSteps();
        m_headline->showNone(tr("The output is incorrect."));
        setDetails({});
        setStatus(checkText(*check) + QLatin1Char(' ') + tr("Its time has no meaning and is not saved."));
        return;
    }
    showProfile(profile);
    QStringList remarks;
    if (const Sentence other = m_before && m_isBeforeOfHere ? otherTimeSentence(profile, *m_before) : Sentence();
        !other.empty()) {
        remarks << coreText(other);
    }
    if (check) {
        addDetail(checkText(*check));
    } else {
        remarks << tr("Not checked and not saved: %1").arg(coreText(check.error()));
    }
    setStatus(remarks.join(QLatin1Char(' ')));
}

void NetworkTimes::select(const std::vector<std::string>& nodes)
{
    m_time->select(nodes);
    selectRows(*m_table, [&](size_t step) { return std::ranges::count(nodes, m_profile->report.steps[step].name) > 0; });
}

void NetworkTimes::showOnTimeline()
{
    // The timeline uses the file name as the trace's name.
    const QString path =
        m_traces.filePath(QString(m_id).replace(QLatin1Char('/'), QLatin1Char('-')) + QStringLiteral(".json.gz"));
    if (!m_workspace.reportError(writeNetworkTrace(path.toStdString(), m_profile->report, m_profile->stepSeconds))) {
        emit m_workspace.fileWanted(path);
    }
}

void NetworkTimes::setStatus(const QString& sentence)
{
    m_status->setText(sentence);
    emit changed();
}

QString NetworkTimes::status() const
{
    return m_status->text();
}

void NetworkTimes::setDetails(const QStringList& sentences)
{
    m_details->setText(sentences.join(QLatin1Char('\n')));
    m_more->setVisible(!sentences.isEmpty());
}

void NetworkTimes::addDetail(const QString& sentence)
{
    setDetails(details().isEmpty() ? QStringList(sentence) : QStringList{details(), sentence});
}

QString NetworkTimes::details() const
{
    return m_details->text();
}

QString NetworkTimes::qualifier(const NetworkProfile& profile)
{
    const NetworkReport& report = profile.report;
    QStringList parts;
    if (const double share = peakShare(report, profile.time.seconds, profile.limits); share > 0) {
        parts << tr("%1 of the peak of %n core(s)", nullptr, report.threads).arg(percentText(share));
    }
    parts << tr("%1 of %n layer(s) tuned", nullptr, report.tuned + report.untuned).arg(report.tuned);
    if (const double half = (profile.time.high - profile.time.low) / 2; half > 0) {
        parts << tr("± %1 %").arg(number(100 * half / profile.time.seconds, 1));
    }
    return listText(parts);
}

void NetworkTimes::showRecord(const RunRecord& record)
{
    QWidget* const shown = m_tabs->currentWidget();
    showProfile(record.profile);
    m_isOfHere = record.machine == thisMachine().cpu;
    if (!m_whole.empty()) {
        m_tabs->setCurrentWidget(shown);
    }
    const QString at = momentText(QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(record.at * 1e3)));
    QStringList remarks;
    if (m_isOfHere) {
        addDetail(tr("Run on %1.").arg(at));
    } else {
        remarks << tr("Run on %1 on another machine, %2. The peak is that of the other machine.")
                       .arg(at, QString::fromStdString(record.machine));
    }
    if (record.isDisturbed) {
        remarks << tr("Other programs disturbed it.");
    }
    setStatus(remarks.join(QLatin1Char(' ')));
}

void NetworkTimes::showProfile(const NetworkProfile& profile)
{
    const bool isNew = !m_profile;
    m_profile = profile;
    m_isOfHere = true;
    const NetworkReport& report = profile.report;
    m_headline->show(milliseconds(profile.time.seconds), tr("ms per inference"), qualifier(profile));
    QStringList sentences{coreText(timeSentence(profile.time, report.threads)),
                          tr("Layers tuned: %1 of %2, layout transforms: %3.")
                              .arg(report.tuned)
                              .arg(report.tuned + report.untuned)
                              .arg(report.transforms)};
    if (const Sentence others = withoutTemplateSentence(report, profile.stepSeconds); !others.empty()) {
        sentences << coreText(others);
    }
    if (!m_network.held.empty()) {
        sentences << tr("Predicted with %n manual layout(s): %1 ms, without: %2 ms.", nullptr,
                        static_cast<int>(m_network.held.size()))
                         .arg(milliseconds(report.predictedSeconds), milliseconds(report.freeSeconds));
    }
    setDetails(sentences);
    showSteps();
    if (isNew) {
        m_tabs->setCurrentWidget(m_time);
    }
    emit changed();
}

void NetworkTimes::addPrediction(const NetworkProgress& progress)
{
    if (QString::fromStdString(progress.network) == m_id && progress.point.isWhole) {
        m_predicted.emplace_back(progress.point.seconds / 60, progress.point.networkSeconds * 1e3);
        showCurve();
    }
}

void NetworkTimes::addWholeRun(const WholeRun& run)
{
    if (m_workspace.session().current() && QString::fromStdString(m_workspace.session().current()->label) == m_id) {
        m_whole.emplace_back(run.elapsed / 60, run.seconds * 1e3);
        m_headline->show(milliseconds(run.seconds), tr("ms"), tr("whole network, last run"));
        setDetails({lastRun(run)});
        setStatus({});
        showCurve();
    }
}

void NetworkTimes::showCurve()
{
    double end = 0, most = 0, least = HUGE_VAL;
    for (const auto* points : {&m_predicted, &m_whole}) {
        for (const QPointF& point : *points) {
            end = std::max(end, point.x());
            most = std::max(most, point.y());
            least = std::min(least, point.y());
        }
    }
    const double room = std::max(most - least, 0.02 * most);
    m_curve->setAxes({tr("minutes of tuning"), PlotAxis::Kind::Linear, 0, std::max(end * 1.05, 0.1)},
                     {tr("ms"), PlotAxis::Kind::Linear, std::max(0.0, least - room / 4), most + room / 4});
    std::vector<PlotSeries> all;
    if (!m_predicted.empty()) {
        all.push_back({tr("sum of the layers' best"), seriesColour(palette(), 0), PlotSeries::Kind::Steps, m_predicted});
    }
    if (!m_whole.empty()) {
        all.push_back({.name = tr("measured time of the network"),
                       .colour = seriesColour(palette(), 1),
                       .kind = PlotSeries::Kind::Dots,
                       .points = m_whole,
                       .width = 7});
    }
    m_curve->setSeries(std::move(all));
    emit changed();
}

void NetworkTimes::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        showChanges();
        showCurve();
    }
}

void NetworkTimes::showSteps()
{
    const Table table =
        m_profile ? stepTable(m_profile->report, m_profile->stepSeconds, m_profile->limits) : stepTable({}, {}, std::nullopt);
    m_onTimeline->setEnabled(m_profile.has_value());
    m_shares->setTimes(m_profile ? timesByOperator(m_profile->report, m_profile->stepSeconds) : std::vector<OperatorTime>());
    showChanges();
    m_time->show(m_profile ? &*m_profile : nullptr);
    m_steps->setTable(stepHeadings(table), stepRows(table));
}

void NetworkTimes::showChanges()
{
    const NetworkReport none;
    const bool isBoth = m_profile && m_before;
    const Table table = isBoth
                          ? stepComparison({m_before->report, m_before->stepSeconds}, {m_profile->report, m_profile->stepSeconds})
                          : stepComparison({none, {}}, {none, {}});
    m_changes->setTable(stepHeadings(table), changeRows(table, palette()));
    m_tabs->setTabEnabled(m_tabs->indexOf(m_changeTable), isBoth);
}

} // namespace knobscope

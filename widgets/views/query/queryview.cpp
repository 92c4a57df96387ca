// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/query/queryview.h"

#include "core/store/savedquestions.h"
#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/coretable.h"
#include "widgets/controls/flowrow.h"
#include "widgets/controls/section.h"
#include "widgets/plot/colours.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/views/query/querychart.h"
#include "widgets/views/query/sqledit.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t kMostRows = 5000; ///< a table of the window shows

constexpr int kWidestColumn = 480; ///< in pixels, unless one drags it

struct Example {
    const char* name;
    const char* sql;
};
constexpr Example kExamples[] = {
    {QT_TRANSLATE_NOOP("QueryView", "Best of each run"),
     "SELECT id, task, tuner, trials, best_config, round(best_gflops, 2) AS gflops\nFROM run ORDER BY gflops DESC"},
    {QT_TRANSLATE_NOOP("QueryView", "Speed over the last run"),
     "SELECT number, gflops FROM trial\nWHERE run = (SELECT max(id) FROM run) AND gflops > 0 ORDER BY number"},
    {QT_TRANSLATE_NOOP("QueryView", "Best speed by knob value"),
     "SELECT knob, k.value, count(*) AS trials, max(gflops) AS best\nFROM trial t JOIN knob_value k ON k.run = t.run AND k.trial "
     "= "
     "t.number\nWHERE t.run = (SELECT max(id) FROM run) GROUP BY knob, k.value"},
    {QT_TRANSLATE_NOOP("QueryView", "Why trials failed"),
     "SELECT message, count(*) AS trials FROM trial\nWHERE error_no > 0 GROUP BY message ORDER BY trials DESC"}};

} // namespace

/// An answer with its cells, which are made in the thread that asked.
struct QueryView::Answered {
    Result<SqlAnswer> answer;
    std::vector<CellTable::Row> rows;
    double seconds = 0;
};

QueryView::QueryView(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
    , m_edit(makeControl<SqlEdit>("question", this))
    , m_tabs(makeControl<QTabWidget>("answers", this))
    , m_message(new QLabel(this))
{
    m_edit->setAccessibleName(tr("Question in SQL"));
    m_edit->setPlaceholderText(tr("SELECT … FROM a view (see the third tab). Ctrl+Space completes, Ctrl+Enter asks."));
    m_edit->setPlainText(QString::fromLatin1(kExamples[0].sql));
    m_table = makeCellView("answer", &m_model, tr("Answer"));
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive); // widths are set once for each answer
    m_tabs->setDocumentMode(true);
    m_tabs->setAccessibleName(tr("Answer"));
    m_tabs->addTab(m_table, tr("Table"));
    m_tabs->addTab(makeChart(), tr("Chart"));
    m_tabs->addTab(makeViewList(), tr("Views and columns"));
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("querySplitter"));
    splitter->addWidget(m_edit);
    splitter->addWidget(m_tabs);
    splitter->setStretchFactor(0, 0);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({5 * fontMetrics().lineSpacing() + space::kMedium, 400}); // a question has a few lines
    splitter->setChildrenCollapsible(false);
    inColumn(this, {makeHead(), {splitter, 1}, m_message}, QMargins() + space::kSmall);
    connect(m_edit, &SqlEdit::asked, this, &QueryView::ask);
    connect(m_edit, &QPlainTextEdit::textChanged, this, &QueryView::showState);
    connect(&workspace, &Workspace::projectChanged, this, [this] {
        m_work.cancel();
        showAnswer({SqlAnswer(), {}, 0});
        m_message->setText(tr("Press Ask, or Ctrl+Enter in the question."));
        readQuestions();
    });
    m_message->setText(tr("Press Ask, or Ctrl+Enter in the question."));
    state().bindTexts(
        "question", [this] { return QStringList{m_edit->toPlainText()}; },
        [this](const QStringList& texts) { m_edit->setPlainText(texts.value(0)); });
    state().watch(m_edit, &QPlainTextEdit::textChanged);
    state().bind("tab", m_tabs);
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_edit));
    readQuestions();
}

QWidget* QueryView::makeHead()
{
    m_choice = makeControl<QComboBox>("choice");
    m_choice->setToolTip(tr("Examples, and the questions that the project keeps"));
    m_name = makeControl<QLineEdit>("name");
    m_name->setAccessibleName(tr("Name for the question"));
    m_name->setPlaceholderText(tr("Name to keep it under"));
    m_name->setMaxLength(100);
    m_keep = makeControl<QPushButton>("keep", tr("&Keep"));
    m_keep->setToolTip(tr("Keep the question in the project, under this name"));
    m_remove = makeControl<QPushButton>("remove", tr("Remove"));
    m_remove->setToolTip(tr("Remove the question with this name from the project"));
    m_ask = makeControl<QPushButton>("ask", tr("&Ask"));
    m_ask->setToolTip(tr("Answer the question (Ctrl+Enter)"));
    m_stop = makeControl<QPushButton>("stop", tr("&Stop"));
    m_stop->setToolTip(tr("Stop answering"));
    auto* head = new FlowRow; // a dock may be narrow, and its minimum width limits the window's
    head->addGroup({makeLabel(tr("&Question:"), m_choice), m_choice});
    head->addGroup({m_name, m_keep, m_remove});
    head->addGroup({m_ask, m_stop});
    connect(m_choice, &QComboBox::activated, this, &QueryView::chooseQuestion);
    connect(m_name, &QLineEdit::textChanged, this, &QueryView::showState);
    connect(m_keep, &QPushButton::clicked, this, [this] { storeQuestion(m_name->text().trimmed(), m_edit->toPlainText()); });
    connect(m_remove, &QPushButton::clicked, this, [this] { storeQuestion(m_name->text().trimmed(), {}); });
    connect(m_ask, &QPushButton::clicked, this, &QueryView::ask);
    connect(m_stop, &QPushButton::clicked, this, [this] { m_work.stop(); });
    return head;
}

QWidget* QueryView::makeChart()
{
    auto* page = new QWidget(this);
    m_x = makeControl<QComboBox>("chart.x");
    m_y = makeControl<QComboBox>("chart.y");
    m_chart = makeControl<PlotCanvas>("chart.plot");
    m_chart->setAccessibleName(tr("Chart of two columns"));
    m_chart->setEmptyText(tr("Press Ask: the chart shows two columns of the answer."));
    auto* row = new FlowRow;
    row->addGroup({makeLabel(tr("Horizontal:"), m_x), m_x});
    row->addGroup({makeLabel(tr("Vertical:"), m_y), m_y});
    inColumn(page, {row, {m_chart, 1}}, QMargins(0, space::kSmall, 0, 0));
    for (QComboBox* choice : {m_x, m_y}) {
        choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        connect(choice, &QComboBox::activated, this, &QueryView::showChart);
    }
    return page;
}

QWidget* QueryView::makeViewList()
{
    auto* model = new CellTable(this);
    std::vector<CellTable::Row> rows;
    for (const SqlView& view : sqlViews()) {
        rows.push_back({Cell::word(QString::fromLatin1(view.name)), Cell::word(QString::fromLatin1(view.columns)),
                        Cell::word(QString::fromLatin1(view.meaning))});
    }
    model->setTable({{"view", tr("View")}, {"columns", tr("Columns")}, {"meaning", tr("Meaning")}}, std::move(rows));
    QTableView* table = makeCellView("views", model, tr("Views and their columns"), this);
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    table->setWordWrap(true);
    table->resizeColumnToContents(0);
    table->setColumnWidth(1, kWidestColumn);
    table->horizontalHeader()->setStretchLastSection(true);
    table->resizeRowsToContents();
    return table;
}

void QueryView::addActions(ActionRegistry& registry)
{
    const auto noProject = [this] {
        return workspace().projectPath().isEmpty() ? tr("There is no project to ask. Open one, or start a run.") : QString();
    };
    registry.add("query.ask", tr("&Answer the Question"), {}, [this] { ask(); }, noProject);
    registry.add(
        "query.stop", tr("&Stop the Question"), {}, [this] { m_work.stop(); },
        [this] { return m_work.isBusy() ? QString() : tr("No question is being answered."); });
}

QString QueryView::message() const
{
    return m_message->text();
}

void QueryView::ask()
{
    const QString path = workspace().projectPath();
    const QString question = m_edit->toPlainText().trimmed();
    if (path.isEmpty() || question.isEmpty()) {
        return;
    }
    m_message->setText(tr("Answering…"));
    m_work.ask(
        [path = path.toStdString(), question = question.toStdString()](const std::atomic<bool>& stop) -> Result<Answered> {
            QElapsedTimer timer;
            timer.start();
            auto answer = answerSql(path, question, {.rows = kMostRows, .stop = &stop});
            auto rows = answer ? rowsOf(answer->table) : std::vector<CellTable::Row>();
            return Answered{std::move(answer), std::move(rows), static_cast<double>(timer.elapsed()) * 1e-3};
        },
        [this](Result<Answered> answered) {
            showAnswer(answered ? std::move(*answered) : Answered{fail(answered), {}, 0});
            showState();
        });
    showState();
}

void QueryView::refreshNow()
{
    if (m_model.columnCount() == 0) {
        ask();
    }
    m_work.finishNow();
}

void QueryView::showAnswer(Answered answered)
{
    const bool isProblem = !answered.answer;
    colourAsProblem(*m_message, isProblem);
    if (isProblem) { // the last answer stays, for comparison
        m_message->setText(coreText(answered.answer.error()));
        return;
    }
    m_answer = std::move(*answered.answer);
    const auto count = static_cast<int>(answered.rows.size());
    m_model.setTable(headingsOf(m_answer.table), std::move(answered.rows));
    m_table->resizeColumnsToContents();
    for (int column = 0; column < m_model.columnCount(); ++column) {
        m_table->setColumnWidth(column, std::min(m_table->columnWidth(column), kWidestColumn));
    }
    const QString took =
        answered.seconds < 1 ? tr("%1 ms").arg(number(answered.seconds * 1e3, 1)) : tr("%1 s").arg(number(answered.seconds, 2));
    m_message->setText(m_answer.isCut ? tr("The first %L1 rows, in %2; there are more.").arg(count).arg(took)
                                      : tr("%Ln row(s) in %1", nullptr, count).arg(took));
    fillAxes(m_answer.table, *m_x, *m_y);
    showChart();
}

void QueryView::showChart()
{
    showColumns(*m_chart, m_answer.table, m_x->currentData().toInt(), m_y->currentIndex() < 0 ? -1 : m_y->currentData().toInt(),
                seriesColour(palette(), 0));
}

void QueryView::showState()
{
    const bool hasProject = !workspace().projectPath().isEmpty();
    const bool hasText = !m_edit->toPlainText().trimmed().isEmpty();
    const bool isNamed = !m_name->text().trimmed().isEmpty();
    const bool isBusy = m_work.isBusy();
    m_ask->setEnabled(hasProject && hasText && !isBusy);
    m_stop->setEnabled(isBusy);
    m_keep->setEnabled(hasProject && hasText && isNamed);
    m_remove->setEnabled(hasProject && m_questions.contains(m_name->text().trimmed().toStdString()));
}

void QueryView::readQuestions()
{
    m_questions.clear();
    fillQuestions({});
    if (!workspace().projectPath().isEmpty()) {
        workspace().ask(
            this, QStringLiteral("questions"), [](Project& project) { return savedQuestions(project); },
            [this](const Result<std::map<std::string, std::string>>& kept) {
                if (!workspace().reportError(kept)) {
                    m_questions = *kept;
                    fillQuestions(m_name->text());
                }
            });
    }
}

void QueryView::fillQuestions(const QString& chosen)
{
    m_choice->clear();
    for (const Example& example : kExamples) {
        m_choice->addItem(QCoreApplication::translate("QueryView", example.name), QString::fromLatin1(example.sql));
    }
    if (!m_questions.empty()) {
        m_choice->insertSeparator(m_choice->count());
    }
    for (const auto& [name, sql] : m_questions) {
        m_choice->addItem(QString::fromStdString(name), QString::fromStdString(sql));
    }
    m_choice->setCurrentIndex(std::max(0, m_questions.contains(chosen.toStdString()) ? m_choice->findText(chosen) : 0));
    showState();
}

void QueryView::chooseQuestion()
{
    const QString name = m_choice->currentText();
    m_edit->setPlainText(m_choice->currentData().toString());
    m_name->setText(m_questions.contains(name.toStdString()) ? name : QString());
}

void QueryView::storeQuestion(const QString& name, const QString& sql)
{
    const std::string path = workspace().projectPath().toStdString();
    workspace().writes().add(
        workspace().projectPath(), tr("a question"), this, {},
        [path, name = name.toStdString(), sql = sql.toStdString()]() -> Result<void> {
            auto project = TRY(Project::open(path, Project::Mode::ReadWrite));
            return keepQuestion(project, name, sql);
        },
        [this, name](const Result<void>& stored) {
            if (!workspace().reportError(stored)) {
                readQuestions();
            }
        });
}

} // namespace knobscope

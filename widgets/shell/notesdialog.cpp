// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/notesdialog.h"

#include "widgets/base/coretext.h"
#include "widgets/base/theme.h"
#include "widgets/base/timetext.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"
#include "widgets/project/workspace.h"

#include <QComboBox>
#include <QDateTime>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

QString tagText(const NoteRow& note)
{
    QStringList tags;
    for (const std::string& tag : tagsOf(note.text)) {
        tags << QLatin1Char('#') + QString::fromStdString(tag);
    }
    return tags.join(QLatin1Char(' '));
}

} // namespace

NotesDialog::NotesDialog(Workspace& workspace, QWidget* parent)
    : QDialog(parent)
    , m_workspace(workspace)
    , m_filter(makeControl<QLineEdit>("filter", this))
    , m_about(makeControl<QComboBox>("about", this))
    , m_text(makeControl<QPlainTextEdit>("text", this))
    , m_add(makeControl<QPushButton>("add", tr("&Add"), this))
    , m_remove(makeControl<QPushButton>("remove", tr("&Remove"), this))
    , m_message(new QLabel(this))
{
    setObjectName(QStringLiteral("notes"));
    setWindowTitle(tr("Notes"));
    m_filter->setPlaceholderText(tr("Filter by text, #tag, run or task"));
    m_filter->setAccessibleName(tr("Filter"));
    m_filter->setClearButtonEnabled(true);
    m_table = makeCellView("notes", &m_model, tr("Notes of the project"), this);
    m_text->setAccessibleName(tr("New note"));
    m_text->setPlaceholderText(tr("New note; #name is a tag"));
    m_text->setTabChangesFocus(true);
    m_text->setMaximumHeight(5 * fontMetrics().height());
    m_remove->setToolTip(tr("Delete the selected note"));
    m_message->setWordWrap(true);
    auto* close = makeCloseBox();
    inColumn(this, {m_filter,
                    {m_table, 1},
                    inRow({makeLabel(tr("A&bout:"), m_about), {m_about, 1}}),
                    m_text,
                    m_message,
                    inRow({m_add, m_remove, BoxItem::rest(), close})});
    resize(640, 480);
    connect(m_filter, &QLineEdit::textChanged, this, &NotesDialog::showNotes);
    connect(m_text, &QPlainTextEdit::textChanged, this, &NotesDialog::showState);
    connect(m_add, &QPushButton::clicked, this, &NotesDialog::add);
    connect(m_remove, &QPushButton::clicked, this, &NotesDialog::remove);
    connect(close, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &NotesDialog::showState);
    connect(&workspace.selection(), &Selection::changed, this, &NotesDialog::fillSubjects);
    for (const auto signal : {&Workspace::taskChanged, &Workspace::taskRenamed}) {
        connect(&workspace, signal, this, &NotesDialog::fillSubjects);
    }
    connect(&workspace, &Workspace::projectChanged, this, [this] {
        fillSubjects();
        read();
    });
    fillSubjects();
    read();
}

QString NotesDialog::message() const
{
    return m_message->text();
}

/// The project, the selected trial with its run, the open task with its network, and the other runs.
void NotesDialog::fillSubjects()
{
    m_subjects = {NoteSubject()};
    const TrialRef trial = m_workspace.selection().current();
    if (trial.isValid()) {
        m_subjects.push_back({.run = trial.run, .trial = trial.number});
    }
    const QString task = m_workspace.taskLabel();
    if (!task.isEmpty()) {
        m_subjects.push_back({.task = task.toStdString()});
    }
    if (const qsizetype colon = task.lastIndexOf(QLatin1Char(':')); colon > 0) {
        m_subjects.push_back({.network = task.left(colon).toStdString()});
    }
    for (const RunRow& run : m_workspace.runs()) {
        m_subjects.push_back({.run = run.id});
    }
    const int before = std::max(0, m_about->currentIndex());
    m_about->clear();
    for (const NoteSubject& subject : m_subjects) {
        const Sentence text = subjectText(subject);
        m_about->addItem(text.empty() ? tr("the project") : coreText(text));
    }
    m_about->setCurrentIndex(std::min(before, m_about->count() - 1));
}

void NotesDialog::read()
{
    m_notes.clear();
    showNotes();
    if (!m_workspace.projectPath().isEmpty()) {
        m_workspace.ask(
            this, QStringLiteral("notes"), [](Project& project) { return projectNotes(project); },
            [this](const Result<std::vector<NoteRow>>& notes) {
                if (!m_workspace.reportError(notes)) {
                    m_notes = *notes;
                    showNotes();
                    std::vector<TrialFilter> filters = m_workspace.filters().all();
                    findTagged(filters, m_notes, m_workspace.runs());
                    m_workspace.filters().set(std::move(filters));
                }
            });
    }
}

void NotesDialog::showNotes()
{
    const QString wanted = m_filter->text().trimmed();
    std::vector<CellTable::Row> rows;
    m_shown.clear();
    for (const NoteRow& note : m_notes) {
        const Sentence about = subjectText(note.about);
        const QString subject = about.empty() ? tr("the project") : coreText(about);
        const QString text = QString::fromStdString(note.text);
        if (!subject.contains(wanted, Qt::CaseInsensitive) && !text.contains(wanted, Qt::CaseInsensitive)) {
            continue;
        }
        const QString created = momentText(QDateTime::fromSecsSinceEpoch(static_cast<qint64>(note.created)));
        rows.push_back(
            {Cell::word(subject), Cell::word(text, text), Cell::word(tagText(note)), Cell::figure(created, note.created)});
        m_shown.push_back(note);
    }
    m_model.setTable({{"about", tr("About")}, {"text", tr("Note")}, {"tags", tr("Tags")}, {"created", tr("Written")}},
                     std::move(rows));
    m_table->resizeColumnsToContents();
    m_table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
    showState();
}

void NotesDialog::showState()
{
    const bool hasProject = !m_workspace.projectPath().isEmpty();
    m_add->setEnabled(hasProject && !m_text->toPlainText().trimmed().isEmpty());
    m_remove->setEnabled(hasProject && m_table->selectionModel()->hasSelection());
}

void NotesDialog::add()
{
    const NoteSubject about = m_subjects[static_cast<size_t>(std::max(0, m_about->currentIndex()))];
    m_workspace.writes().add(
        m_workspace.projectPath(), tr("a note"), this, {},
        [path = m_workspace.projectPath().toStdString(), about,
         text = m_text->toPlainText().trimmed().toStdString()]() -> Result<void> {
            auto project = TRY(Project::open(path, Project::Mode::ReadWrite));
            TRY(addNote(project, about, text));
            return {};
        },
        [this, about](const Result<void>& result) {
            if (result) {
                m_text->clear();
            }
            written(result, about.run);
        });
}

void NotesDialog::remove()
{
    const QModelIndex index = m_table->selectionModel()->selectedRows().value(0);
    const int key = index.isValid() ? index.data(CellTable::kKeyRole).toInt() : -1;
    if (key < 0 || static_cast<size_t>(key) >= m_shown.size()) {
        return;
    }
    const NoteRow note = m_shown[static_cast<size_t>(key)];
    m_workspace.writes().add(
        m_workspace.projectPath(), tr("the removal of a note"), this, {},
        [path = m_workspace.projectPath().toStdString(), id = note.id]() -> Result<void> {
            auto project = TRY(Project::open(path, Project::Mode::ReadWrite));
            return removeNote(project, id);
        },
        [this, run = note.about.run](const Result<void>& result) { written(result, run); });
}

void NotesDialog::written(const Result<void>& result, qint64 run)
{
    colourAsProblem(*m_message, !result);
    m_message->setText(result ? QString() : coreText(result.error()));
    if (result) {
        m_workspace.reloadRuns(); // the tags beside runs and tasks
    }
    if (result && run != 0) {
        emit m_workspace.trialsChanged(run); // the column of notes
    }
    read();
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/welcome/welcomeview.h"

#include "core/target/host.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/linkbutton.h"
#include "widgets/controls/section.h"
#include "widgets/views/welcome/sampleproject.h"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QIcon>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace knobscope {

namespace {

constexpr int kPageWidth = 860;
constexpr int kTwoColumnWidth = 620; // pixels
constexpr int kLogoSize = 56;

QLabel* paragraph(const QString& text)
{
    auto* label = new QLabel(text);
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    return label;
}

LinkButton* link(const char* id, const QString& text, const QString& description, const char* icon)
{
    auto* button = makeControl<LinkButton>(id, text, description);
    button->setIcon(iconNamed(QString::fromLatin1(icon)));
    return button;
}

} // namespace

WelcomeView::WelcomeView(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
    , m_recent(new RecentProjects(workspace, this))
{
    setAccessibleName(tr("Welcome"));
    auto* page = new QWidget;
    page->setMaximumWidth(kPageWidth);
    m_middle = inRow({{makeStart(), 1}, {makeRecent(), 1}}, {}, space::kWide);
    m_head = makeHead();
    inColumn(page, {m_head, m_middle, makeTour(), BoxItem::rest()}, QMargins() + space::kLarge, space::kLarge);
    auto* centred = new QWidget;
    inRow(centred, {BoxItem::rest(), {page, 100}, BoxItem::rest()}, QMargins());
    auto* scroll = new QScrollArea;
    centred->setAttribute(Qt::WA_Resized); // to the size of the scroll area, when that is known
    scroll->setWidgetResizable(true);
    scroll->setWidget(centred);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->viewport()->setBackgroundRole(QPalette::Base);
    centred->setBackgroundRole(QPalette::Base);
    inColumn(this, {scroll}, QMargins());
    connect(m_recent, &RecentProjects::changed, this, &WelcomeView::showRecent);
    showRecent();
}

QSize WelcomeView::sizeHint() const
{
    return {View::sizeHint().width(), m_head->sizeHint().height() + m_middle->sizeHint().height() + 3 * space::kLarge};
}

QWidget* WelcomeView::makeHead()
{
    auto* logo = new QLabel;
    logo->setPixmap(QIcon(QStringLiteral(":/icons/knobscope.svg")).pixmap(QSize(kLogoSize, kLogoSize), devicePixelRatioF()));
    logo->setAccessibleName(tr("Knobscope's icon"));
    auto* textColumn = new QWidget;
    inColumn(textColumn,
             {makeHeading(tr("Knobscope"), TextSize::Headline),
              paragraph(tr("See a kernel's knobs, try any setting on this machine, and search for the fastest."))},
             QMargins(), space::kTight);
    auto* head = new QWidget;
    inRow(head, {logo, {textColumn, 1}}, QMargins(), space::kLarge);
    return head;
}

QWidget* WelcomeView::makeStart()
{
    auto* lesson = link("startLesson", tr("&Learn: What a Knob Costs"), tr("Lesson 1, 15 minutes; nothing to install or measure"),
                        "mode-learn");
    connect(lesson, &QAbstractButton::clicked, this, [this] { emit lessonWanted(QStringLiteral("cost-of-a-knob")); });
    auto* resnet = link("startWithResNet", tr("S&tart With ResNet-18"), tr("A 3x3 convolution of its first stage, ready to tune"),
                        "media-playback-start");
    m_sample = link("openSample", tr("Open the &Sample Project"), tr("Runs of three tuners to explore"), "document-open-recent");
    auto* open = link("openProject", tr("&Open Project…"), tr("A *.knobscope file"), "document-open");
    auto* model = link("openModel", tr("Open Mo&del…"), tr("An *.onnx file"), "mode-networks");
    connect(resnet, &QAbstractButton::clicked, this, &WelcomeView::startWithResNet);
    connect(m_sample, &QAbstractButton::clicked, this, &WelcomeView::openSample);
    connect(open, &QAbstractButton::clicked, this, &WelcomeView::askForProject);
    connect(model, &QAbstractButton::clicked, this, &WelcomeView::modelWanted);
    QLabel* hint = paragraph(tr("Or drop a project or a model on the window."));
    hint->setForegroundRole(QPalette::PlaceholderText);
    hint->setContentsMargins(space::kSmall, 0, 0, 0);
    auto* start = new QWidget;
    inColumn(start, {makeHeading(tr("Start"), TextSize::Title), lesson, resnet, m_sample, open, model, hint, BoxItem::rest()},
             QMargins(), space::kTight);
    return start;
}

QWidget* WelcomeView::makeRecent()
{
    auto* title = makeHeading(tr("Rece&nt projects"), TextSize::Title);
    m_list = makeControl<QListWidget>("recent");
    title->setBuddy(m_list);
    m_list->setAccessibleName(tr("Recent projects"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setSpacing(space::kTight / 2);
    m_list->setMinimumHeight(140);
    m_list->installEventFilter(this);
    m_noRecent = paragraph(tr("Projects that you open or save are listed here."));
    m_noRecent->setForegroundRole(QPalette::PlaceholderText);
    m_noRecent->setAlignment(Qt::AlignTop);
    m_remove = makeControl<QPushButton>("removeRecent", tr("Re&move from List"));
    auto* recent = new QWidget;
    inColumn(recent, {title, {m_noRecent, 1}, {m_list, 1}}, QMargins())->addWidget(m_remove, 0, Qt::AlignRight);
    connect(m_list, &QListWidget::itemActivated, this,
            [this](const QListWidgetItem* item) { open(item->data(Qt::UserRole).toString()); });
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) { m_remove->setEnabled(row >= 0); });
    connect(m_remove, &QPushButton::clicked, this, &WelcomeView::removeRecent);
    return recent;
}

QWidget* WelcomeView::makeTour()
{
    auto* tour = new QWidget;
    auto* column = inColumn(tour, {makeHeading(tr("Five minutes"), TextSize::Title)}, QMargins(), space::kSmall);
    const QString steps[] = {
        tr("<b>Choose a task.</b> In Tasks, open <i>resnet-18</i> and choose its second task, the 3x3 convolution on 64x56x56."),
        tr("<b>Look at its knobs.</b> Space lists them with all their candidates and shows how many configs they form."),
        tr("<b>Add a candidate.</b> Give <i>tile_ow</i> the candidate <i>[-1,12]</i> and see what it costs. Undo removes it "
           "again."),
        tr("<b>Press Start.</b> Every point of the chart is a kernel that was compiled, run and timed; the line is the best so "
           "far."),
        tr("<b>Click a point.</b> All views show that trial: its knobs, its loops, its code, its place on the timeline.")};
    for (size_t i = 0; i < std::size(steps); ++i) {
        auto* number = makeHeading(QString::number(i + 1), TextSize::Title);
        number->setFixedWidth(number->fontMetrics().horizontalAdvance(QStringLiteral("00")));
        number->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        number->setForegroundRole(QPalette::Highlight);
        column->addLayout(inRow({number, {paragraph(steps[i]), 1}}));
    }
    return tour;
}

void WelcomeView::addActions(ActionRegistry& registry)
{
    registry.add({QStringLiteral("welcome.sample"), tr("Open the &Sample Project"), {}, QStringLiteral("document-open-recent")},
                 [this] { openSample(); });
    registry.add("welcome.resnet", tr("S&tart With ResNet-18"), {}, [this] { startWithResNet(); });
}

void WelcomeView::showRecent()
{
    m_list->clear();
    for (const QString& path : m_recent->paths()) {
        const QString problem = RecentProjects::problemWith(path);
        const QFileInfo file(path);
        const QString second = problem.isEmpty() ? file.absolutePath() : problem;
        auto* item = new QListWidgetItem(tr("%1\n%2").arg(file.fileName(), second), m_list);
        item->setData(Qt::UserRole, path);
        item->setToolTip(problem.isEmpty() ? path : tr("%1: %2").arg(path, problem));
        if (!problem.isEmpty()) {
            item->setForeground(palette().brush(QPalette::PlaceholderText));
        }
    }
    const bool hasRecent = m_list->count() > 0;
    m_list->setVisible(hasRecent);
    m_remove->setVisible(hasRecent);
    m_noRecent->setVisible(!hasRecent);
    m_remove->setEnabled(m_list->currentRow() >= 0);
}

void WelcomeView::removeRecent()
{
    if (const QListWidgetItem* item = m_list->currentItem()) {
        const int row = m_list->currentRow();
        m_recent->remove(item->data(Qt::UserRole).toString());
        m_list->setCurrentRow(std::min(row, m_list->count() - 1));
    }
}

bool WelcomeView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Delete)) {
        removeRecent();
        return true;
    }
    return View::eventFilter(watched, event);
}

void WelcomeView::resizeEvent(QResizeEvent* event)
{
    m_middle->setDirection(width() < kTwoColumnWidth ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    View::resizeEvent(event);
}

void WelcomeView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    showRecent(); // files may have been added or deleted
    readSampleNote();
}

void WelcomeView::refreshNow()
{
    showRecent();
    readSampleNote();
    m_noteReader.finishNow();
}

/// Reads it once, and only if the page is shown: most starts show a project instead.
void WelcomeView::readSampleNote()
{
    if (std::exchange(m_isNoteRead, true)) {
        return;
    }
    m_noteReader.ask([]() -> Result<QString> { return sampleNote(); },
                     [this](const Result<QString>& note) {
                         if (note && !note->isEmpty()) {
                             m_sample->describe(*note);
                         }
                     });
}

void WelcomeView::open(const QString& path)
{
    if (const QString problem = RecentProjects::problemWith(path); !problem.isEmpty()) {
        workspace().report(MessageLevel::Error, tr("%1: %2").arg(path, problem));
        showRecent();
    } else {
        emit workspace().fileWanted(path);
    }
}

void WelcomeView::openSample()
{
    if (const auto path = ownSampleProject(); !workspace().reportError(path)) {
        open(*path);
    }
}

void WelcomeView::startWithResNet()
{
    const auto target = hostTarget();
    const auto networks = loadNetworks();
    const std::string id = "resnet-18:2";
    const auto task = target && networks ? findTask(*networks, id, *target) : target ? fail(networks) : fail(target);
    if (!workspace().reportError(task)) {
        workspace().reportError(workspace().openTask(QString::fromStdString(id), task->task, task->args, *target));
    }
}

void WelcomeView::askForProject()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Open Project"), {}, tr("Knobscope projects (*.knobscope)"));
    if (!path.isEmpty()) {
        open(path);
    }
}

} // namespace knobscope

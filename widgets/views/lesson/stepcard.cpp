// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lesson/stepcard.h"

#include "widgets/base/elidedlabel.h"
#include "widgets/base/theme.h"
#include "widgets/base/themestyle.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/flowrow.h"
#include "widgets/controls/section.h"

#include <QButtonGroup>
#include <QDir>
#include <QLabel>
#include <QPainter>
#include <QPixmap>
#include <QStyleOptionButton>
#include <QStylePainter>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kCardRadius = 6; // pixels
constexpr int kPictureWidth = 300;

QString richText(const std::string& text)
{
    return QString::fromStdString(lessonRichText(text));
}

/// A picture that gets smaller with the card.
class Picture : public QWidget
{
public:
    explicit Picture(const QPixmap& pixmap)
        : m_pixmap(pixmap)
    {
        QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }
    QSize sizeHint() const override { return {1, heightForWidth(kPictureWidth)}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override
    {
        return m_pixmap.isNull() ? 0 : m_pixmap.height() * widthIn(width) / m_pixmap.width();
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawPixmap(QRect(0, 0, widthIn(width()), heightForWidth(width())), m_pixmap);
    }

private:
    int widthIn(int width) const { return std::min({width, kPictureWidth, m_pixmap.width()}); }

    QPixmap m_pixmap;
};

/// An answer; long ones take several lines.
class ChoiceButton : public QPushButton
{
public:
    ChoiceButton()
    {
        QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override
    {
        const QRect all(0, 0, std::max(1, width - 2 * space::kMedium), QWIDGETSIZE_MAX);
        return std::max(QPushButton::sizeHint().height(),
                        fontMetrics().boundingRect(all, kFlags, text()).height() + 2 * space::kTight);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStylePainter painter(this);
        QStyleOptionButton option;
        initStyleOption(&option);
        painter.drawControl(QStyle::CE_PushButtonBevel, option);
        painter.setPen(isChecked() ? themeFor(palette()).accent : themeFor(palette()).text);
        painter.drawText(rect().adjusted(space::kMedium, 0, -space::kMedium, 0), kFlags, text());
        if (option.state & QStyle::State_HasFocus) {
            painter.setPen(themeFor(palette()).accent);
            painter.drawRoundedRect(rect().adjusted(0, 0, -1, -1), kCardRadius / 2.0, kCardRadius / 2.0);
        }
    }

private:
    static constexpr int kFlags = Qt::TextWordWrap | Qt::AlignCenter | Qt::TextShowMnemonic;
};

QWidget* makePicture(const Lesson& lesson, const LessonBlock& block)
{
    auto* picture =
        new Picture(QPixmap(QDir(QString::fromStdString(lesson.folder)).filePath(QString::fromStdString(block.file))));
    picture->setAccessibleName(QString::fromStdString(block.text));
    picture->setToolTip(QString::fromStdString(block.text));
    return picture;
}

/// The title of a done step, which opens and folds it: at the left, and elided where it does not fit.
class FoldButton : public QAbstractButton
{
public:
    FoldButton(const QString& title, bool isRight)
        : m_colour(isRight ? &Theme::good : &Theme::changed)
    {
        setText(tr("✓ %1").arg(title));
        setToolTip(title);
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        setCursor(Qt::PointingHandCursor);
    }
    QSize sizeHint() const override { return {fontMetrics().horizontalAdvance(text()), fontMetrics().height() + space::kTight}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setPen(themeFor(palette()).*m_colour);
        painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(text(), Qt::ElideRight, width()));
        if (hasFocus()) {
            painter.setPen(themeFor(palette()).accent);
            painter.drawLine(rect().bottomLeft(), rect().bottomRight());
        }
    }

private:
    QColor Theme::* m_colour;
};

} // namespace

StepCard::StepCard(const CardContent& content, State state, bool isOpen, QWidget* parent)
    : WrappingPage(parent)
    , m_state(state)
    , m_column(inColumn(this, {}, QMargins() + space::kMedium, space::kSmall))
    , m_reply(makeControl<QLabel>(QStringLiteral("reply.%1").arg(QString::fromStdString(content.step->key))))
{
    addTitle(content, isOpen);
    const bool isCurrent = state == State::Current;
    if (isCurrent || (state == State::Done && isOpen)) {
        addBody(content);
    }
    if (isCurrent) {
        addChoices(content);
        addButtons(content);
    }
    m_reply->setWordWrap(true);
    m_reply->setTextFormat(Qt::RichText);
    m_reply->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_reply->setAccessibleName(tr("Answer"));
    m_column->addWidget(m_reply);
    if (isCurrent) {
        addHints(content);
    }
    setReply(isOpen ? content.reply : QString(), state == State::Done && !content.progress.isRight);
}

QLabel* StepCard::addText(const QString& richText)
{
    auto* label = new QLabel(richText);
    label->setWordWrap(true);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_column->addWidget(label);
    return label;
}

void StepCard::addTitle(const CardContent& content, bool isOpen)
{
    const QString title = QString::fromStdString(content.text->title);
    if (m_state != State::Done) {
        auto* heading = m_state == State::Later ? new ElidedLabel(title) : makeHeading(title);
        if (m_state == State::Later) {
            colourAs(*heading, &Theme::muted);
        } else {
            heading->setWordWrap(true);
        }
        m_column->addWidget(heading);
        return;
    }
    const bool isRight = content.progress.isRight;
    auto* fold =
        makeControl<FoldButton>(QStringLiteral("step.%1").arg(QString::fromStdString(content.step->key)), title, isRight);
    fold->setAccessibleName(isRight ? tr("%1, done").arg(title) : tr("%1, done, answered wrongly at first").arg(title));
    fold->setChecked(isOpen);
    connect(fold, &QAbstractButton::toggled, this, &StepCard::foldToggled);
    m_column->addWidget(fold);
}

void StepCard::addInsertButton(const QString& lines, int number)
{
    auto* insert = makeControl<QPushButton>(QStringLiteral("insert.%1").arg(number), tr("Put in the &Workshop"));
    insert->setToolTip(tr("Adds these lines at the end of the schedule in the workshop, or replaces it if they are a whole one"));
    connect(insert, &QPushButton::clicked, this, [this, lines] { emit linesWanted(lines); });
    auto* row = new FlowRow;
    row->add(insert);
    m_column->addWidget(row);
}

void StepCard::addBody(const CardContent& content)
{
    int inserts = 0;
    for (const LessonBlock& block : content.text->body) {
        if (block.kind == LessonBlock::Kind::Picture) {
            m_column->addWidget(makePicture(*content.lesson, block));
        } else if (QLabel* label = addText(QString::fromStdString(lessonRichText(block)));
                   block.kind == LessonBlock::Kind::Code) {
            label->setFont(codeFont());
            if (block.isSchedule && m_state == State::Current) {
                addInsertButton(QString::fromStdString(block.text), ++inserts);
            }
        }
    }
}

void StepCard::addChoices(const CardContent& content)
{
    auto* group = new QButtonGroup(this);
    group->setExclusive(true);
    for (const LessonChoice& choice : content.step->choices) {
        const QString key = QString::fromStdString(choice.key);
        const auto found = content.text->choices.find(choice.key);
        auto* button = makeControl<ChoiceButton>(QStringLiteral("choice.%1").arg(key));
        QString label = QString::fromStdString(found == content.text->choices.end() ? choice.key : found->second);
        button->setText(label.replace(QLatin1Char('&'), QStringLiteral("&&")));
        button->setCheckable(true);
        button->setChecked(choice.key == content.progress.choice);
        group->addButton(button);
        connect(button, &QPushButton::clicked, this, [this, key] { emit choiceMade(key); });
        m_column->addWidget(button);
    }
}

void StepCard::addButtons(const CardContent& content)
{
    auto* row = new FlowRow;
    const auto add = [row](const char* id, const QString& text) {
        auto* button = makeControl<QPushButton>(id, text);
        row->add(button);
        return button;
    };
    const LessonStep& step = *content.step;
    if (step.kind == LessonStepKind::See && !step.check) {
        auto* go = add("goOn", tr("Co&ntinue"));
        makePrimary(*go);
        connect(go, &QPushButton::clicked, this, &StepCard::goOnWanted);
    } else {
        auto* check = add("check", tr("Chec&k"));
        makePrimary(*check);
        connect(check, &QPushButton::clicked, this, &StepCard::checkWanted);
    }
    if (!step.highlight.empty()) {
        auto* show = add("showControl", tr("Show &Me"));
        show->setToolTip(tr("Opens the view that the step is about and draws a ring around the control"));
        connect(show, &QPushButton::clicked, this,
                [this, id = QString::fromStdString(step.highlight)] { emit controlWanted(id); });
    }
    if (std::cmp_less(content.progress.hints, content.text->hints.size())) {
        auto* hint = add("hint", tr("H&int %1 of %2").arg(content.progress.hints + 1).arg(content.text->hints.size()));
        connect(hint, &QPushButton::clicked, this, &StepCard::hintWanted);
    }
    m_column->addWidget(row);
}

void StepCard::addHints(const CardContent& content)
{
    const auto count = std::min(content.text->hints.size(), static_cast<size_t>(std::max(content.progress.hints, 0)));
    for (size_t i = 0; i < count; ++i) {
        QLabel* hint = addText(tr("Hint %1: %2").arg(i + 1).arg(richText(content.text->hints[i])));
        hint->setForegroundRole(QPalette::PlaceholderText);
    }
}

void StepCard::setReply(const QString& sentence, bool isWrong)
{
    m_reply->setText(richText(sentence.toStdString()));
    m_reply->setVisible(!sentence.isEmpty());
    colourAs(*m_reply, isWrong ? &Theme::changed : m_state == State::Done ? &Theme::muted : nullptr);
    updateGeometry();
}

QString StepCard::reply() const
{
    return m_reply->isHidden() ? QString() : m_reply->text();
}

void StepCard::paintEvent(QPaintEvent*)
{
    const Theme theme = themeFor(palette());
    const bool isCurrent = m_state == State::Current;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(isCurrent ? theme.accent : theme.line);
    painter.setBrush(isCurrent ? theme.accentSoft : theme.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kCardRadius, kCardRadius);
}

} // namespace knobscope

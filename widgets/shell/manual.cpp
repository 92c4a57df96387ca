// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/manual.h"

#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/navigation.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QImage>
#include <QPushButton>
#include <QStandardPaths>
#include <QTextBrowser>
#include <QtMath>

namespace knobscope {

namespace {

/// A page whose pictures are as wide as the window at most.
class ManualPage : public QTextBrowser
{
public:
    using QTextBrowser::QTextBrowser;

protected:
    QVariant loadResource(int type, const QUrl& name) override
    {
        QVariant loaded = QTextBrowser::loadResource(type, name);
        if (type != QTextDocument::ImageResource) {
            return loaded;
        }
        const QImage picture =
            loaded.typeId() == QMetaType::QByteArray ? QImage::fromData(loaded.toByteArray()) : loaded.value<QImage>();
        const int room = viewport()->width() - qCeil(2 * document()->documentMargin());
        return picture.width() > room && room > 0 ? picture.scaledToWidth(room, Qt::SmoothTransformation) : picture;
    }
};

} // namespace

QString manualFolder()
{
    const QString nearby = QCoreApplication::applicationDirPath() + QStringLiteral("/../share/knobscope/docs/manual");
    if (QFileInfo::exists(nearby)) {
        return QDir::cleanPath(nearby);
    }
    return QStandardPaths::locate(QStandardPaths::GenericDataLocation, QStringLiteral("knobscope/docs/manual"),
                                  QStandardPaths::LocateDirectory);
}

ManualWindow::ManualWindow(QWidget* parent)
    : QWidget(parent, Qt::Window)
    , m_text(makeControl<ManualPage>("page", this))
{
    setObjectName(QStringLiteral("manual"));
    setWindowTitle(tr("Manual"));
    resize(820, 760);
    m_text->setOpenLinks(false);
    m_text->setAccessibleName(tr("Page of the manual"));
    m_text->document()->setDocumentMargin(16);
    connect(m_text, &QTextBrowser::anchorClicked, this, &ManualWindow::follow);
    auto* back = makeControl<QPushButton>("back", tr("&Back"));
    auto* forward = makeControl<QPushButton>("forward", tr("&Forward"));
    auto* contents = makeControl<QPushButton>("contents", tr("&Contents"));
    back->setEnabled(false);
    forward->setEnabled(false);
    connect(m_text, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
    connect(m_text, &QTextBrowser::forwardAvailable, forward, &QWidget::setEnabled);
    connect(back, &QPushButton::clicked, m_text, &QTextBrowser::backward);
    connect(forward, &QPushButton::clicked, m_text, &QTextBrowser::forward);
    connect(contents, &QPushButton::clicked, this, [this] { showPage({}); });
    inColumn(this, {inRow({back, forward, contents, BoxItem::rest()}), m_text});
}

void ManualWindow::showPage(const QString& view)
{
    const QDir folder(manualFolder());
    const QString page = QStringLiteral("views/") + view + QStringLiteral(".md");
    const bool hasPage = !view.isEmpty() && folder.exists(page);
    showFile(hasPage ? page : QStringLiteral("README.md"));
}

void ManualWindow::showFile(const QString& file)
{
    m_text->setSource(QUrl::fromLocalFile(QDir(manualFolder()).filePath(file)), QTextDocument::MarkdownResource);
}

QString ManualWindow::page() const
{
    return QDir(manualFolder()).relativeFilePath(m_text->source().toLocalFile());
}

void ManualWindow::follow(const QUrl& link)
{
    const QUrl target = m_text->source().resolved(link);
    if (!target.isLocalFile()) {
        QDesktopServices::openUrl(target);
    } else if (QFileInfo::exists(target.toLocalFile())) {
        m_text->setSource(target, QTextDocument::MarkdownResource);
    }
}

void addManual(MainWindow& window, ActionRegistry& actions)
{
    const auto open = [&window] {
        auto* manual = window.findChild<ManualWindow*>(QString(), Qt::FindDirectChildrenOnly);
        if (!manual) {
            manual = new ManualWindow(&window);
        }
        manual->show();
        manual->raise();
        manual->activateWindow();
        return manual;
    };
    const auto show = [open](const QString& view) { open()->showPage(view); };
    const auto missing = [] { return manualFolder().isEmpty() ? ManualWindow::tr("The manual is not installed.") : QString(); };
    actions.add(
        "help.manual", ManualWindow::tr("&Manual of This View"), Qt::Key_F1, [&window, show] { show(viewInFocus(window)); },
        missing);
    actions.add("help.contents", ManualWindow::tr("Manual, Con&tents"), {}, [show] { show({}); }, missing);
    actions.add(
        "help.glossary", ManualWindow::tr("&Glossary"), {}, [open] { open()->showFile(QStringLiteral("glossary.md")); }, missing);
}

} // namespace knobscope

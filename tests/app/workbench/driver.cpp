// SPDX-License-Identifier: GPL-3.0-or-later
// A plugin that Qt loads into the program as people have it (QT_QPA_GENERIC_PLUGINS=knobscopedriver): reads a JSON list a line
// from the standard input and does what a person would do, or says what a person would see. Answers with a line of JSON each:
// {"text": …}, or {"error": …}. Widgets go by the ids of their view and of their own ("run/start", or "speed" for a view), and
// must be seen.
//   ["type", WIDGET, TEXT]   keys; a line feed is Return
//   ["click", WIDGET]        the left button in its middle
//   ["text", WIDGET]         what it says: text, or description for those who do not see it
//   ["close", WIDGET]        its window, when that was answered
#include <QApplication>
#include <QDockWidget>
#include <QGenericPlugin>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QSocketNotifier>
#include <QTest>
#include <QTimer>

#include <cstdio>
#include <unistd.h>

namespace {

bool isWithin(const QWidget& widget, const QString& view)
{
    const QWidget* around = widget.parentWidget();
    while (around && around->objectName() != view) {
        around = around->parentWidget();
    }
    return around;
}

QWidget* find(const QString& path)
{
    const QString id = path.section(QLatin1Char('/'), -1);
    for (QWidget* widget : QApplication::allWidgets()) {
        const bool isIt = widget->objectName() == id && !qobject_cast<QDockWidget*>(widget)
                       && (id == path || isWithin(*widget, path.section(QLatin1Char('/'), 0, 0)));
        if (isIt && widget->isVisible() && widget->isEnabled() && !widget->visibleRegion().isEmpty()) {
            return widget;
        }
    }
    return nullptr;
}

QString textOf(const QWidget* widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(widget)) {
        return label->text();
    }
    if (const auto* field = qobject_cast<const QLineEdit*>(widget)) {
        return field->text();
    }
    return widget->accessibleDescription();
}

QJsonObject answer(const QJsonArray& step)
{
    const QString what = step.at(0).toString();
    QWidget* widget = find(step.at(1).toString());
    if (!widget) {
        return {{QStringLiteral("error"), QStringLiteral("%1 is not to be seen").arg(step.at(1).toString())}};
    }
    if (what == QLatin1String("click")) {
        QTest::mouseClick(widget, Qt::LeftButton);
    } else if (what == QLatin1String("type")) {
        widget->setFocus();
        for (const QChar letter : step.at(2).toString()) {
            if (letter == QLatin1Char('\n')) {
                QTest::keyClick(widget, Qt::Key_Return);
            } else {
                QTest::keyClick(widget, letter.toLatin1());
            }
        }
    } else if (what == QLatin1String("close")) {
        QTimer::singleShot(0, widget->window(), &QWidget::close);
    } else if (what != QLatin1String("text")) {
        return {{QStringLiteral("error"), QStringLiteral("Nobody can %1").arg(what)}};
    }
    return {{QStringLiteral("text"), textOf(widget)}};
}

class Driver : public QObject
{
public:
    Driver()
    {
        QTimer::singleShot(0, this, [this] { // when the event loop runs, the window is there
            m_input = std::make_unique<QSocketNotifier>(STDIN_FILENO, QSocketNotifier::Read);
            connect(m_input.get(), &QSocketNotifier::activated, this, &Driver::read);
        });
    }

private:
    void read()
    {
        char part[4096];
        const ssize_t length = ::read(STDIN_FILENO, part, sizeof part);
        if (length <= 0) {
            m_input->setEnabled(false);
            return;
        }
        m_waiting.append(part, length);
        for (auto end = m_waiting.indexOf('\n'); end >= 0; end = m_waiting.indexOf('\n')) {
            const QByteArray line = m_waiting.left(end);
            m_waiting.remove(0, end + 1);
            std::puts(QJsonDocument(answer(QJsonDocument::fromJson(line).array())).toJson(QJsonDocument::Compact).constData());
            std::fflush(stdout);
        }
    }
    std::unique_ptr<QSocketNotifier> m_input;
    QByteArray m_waiting;
};

} // namespace

class DriverPlugin : public QGenericPlugin
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "driver.json")
public:
    QObject* create(const QString& /*name*/, const QString& /*specification*/) override { return new Driver; }
};

#include "driver.moc"

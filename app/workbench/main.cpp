// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/translation/translation.h"
#include "widgets/window/mainwindow.h"
#include "widgets/window/screenshots.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>
#include <QSettings>
#include <QStyleFactory>

#include <cstdio>

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("knobscope"));
    QApplication::setOrganizationName(QStringLiteral("knobscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Knobscope"));
    const QString language = QSettings().value(QStringLiteral("language")).toString();
    const knobscope::Translation translation(language.isEmpty() ? QLocale() : QLocale(language));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.knobscope.Knobscope"));
    QApplication::setWindowIcon(
        QIcon::fromTheme(QStringLiteral("org.knobscope.Knobscope"), QIcon(QStringLiteral(":/icons/knobscope.svg"))));
    QCommandLineParser parser;
    parser.setApplicationDescription(QCoreApplication::translate("main", "Tune tensor kernels."));
    parser.addHelpOption();
    const QCommandLineOption screenshot(QStringLiteral("screenshot"),
                                        QCoreApplication::translate("main", "Render every view to PNG files in <dir> and quit."),
                                        QStringLiteral("dir"));
    parser.addOption(screenshot);
    const QCommandLineOption fresh(QStringLiteral("fresh"),
                                   QCoreApplication::translate("main", "Start without what was open the last time."));
    parser.addOption(fresh);
    parser.addPositionalArgument(QStringLiteral("files"),
                                 QCoreApplication::translate("main", "Projects, AutoTVM logs or traces to open."),
                                 QStringLiteral("[files…]"));
    parser.process(app);
    const QStringList files = parser.positionalArguments();
    if (parser.isSet(screenshot)) {
        QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
        const auto made = knobscope::renderScreenshots(parser.value(screenshot), files.value(0));
        if (!made) {
            std::fprintf(stderr, "knobscope: %s\n", made.error().message.c_str());
            return 1;
        }
        return 0;
    }
    knobscope::MainWindow window;
    window.restore(files.isEmpty() && !parser.isSet(fresh));
    window.show();
    for (const QString& file : files) {
        window.openFile(file);
    }
    return QApplication::exec();
}

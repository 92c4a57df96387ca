// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/standardstreams.h"

#include "app/workbench/controllist.h"
#include "app/workbench/ending.h"
#include "app/workbench/screenshots.h"
#include "widgets/base/themestyle.h"
#include "widgets/base/translation.h"
#include "widgets/shell/librariesused.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/projector.h"
#include "widgets/shell/temporarysettings.h"
#include "widgets/views/lesson/lessonview.h"
#include "widgets/views/log/logview.h"
#include "widgets/views/welcome/sampleproject.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>
#include <QRegularExpression>
#include <QSettings>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <initializer_list>
#include <string_view>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

/// Sets the name of the program, which also names its settings and data.
void nameProgram()
{
    QCoreApplication::setApplicationName(QStringLiteral("knobscope"));
    QCoreApplication::setOrganizationName(QStringLiteral("knobscope"));
    QCoreApplication::setApplicationVersion(knobscope::programVersion());
}

QLocale chosenLocale()
{
    const QString language = QSettings().value(QStringLiteral("language")).toString();
    return language.isEmpty() ? QLocale() : QLocale(language);
}

void describeCommandLine(QCommandLineParser& parser)
{
    parser.setApplicationDescription(QCoreApplication::translate("main", "Tune tensor kernels."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addOption(
        QCommandLineOption(QStringLiteral("screenshot"),
                           QCoreApplication::translate("main", "Render every mode and view to PNG files in <dir> and quit."),
                           QStringLiteral("dir")));
    parser.addOption(QCommandLineOption(QStringLiteral("size"),
                                        QCoreApplication::translate("main", "With --screenshot: size of the window (1600x1000)."),
                                        QStringLiteral("WxH")));
    parser.addOption(QCommandLineOption(
        QStringLiteral("theme"), QCoreApplication::translate("main", "With --screenshot: light or dark only, instead of both."),
        QStringLiteral("theme")));
    parser.addOption(QCommandLineOption(QStringLiteral("scale"),
                                        QCoreApplication::translate("main", "Pixels per logical pixel, for example 2."),
                                        QStringLiteral("factor")));
    parser.addOption(QCommandLineOption(
        QStringLiteral("list-controls"),
        QCoreApplication::translate("main", "Print every view's controls with their ids, as JSON, and quit.")));
    parser.addOption(QCommandLineOption(QStringLiteral("fresh"),
                                        QCoreApplication::translate("main", "Do not reopen what was open the last time.")));
    parser.addOption(QCommandLineOption(
        QStringLiteral("projector"),
        QCoreApplication::translate("main",
                                    "Large type and three panes, as View > Projector; it stays so until it is switched off.")));
    parser.addOption(QCommandLineOption(
        QStringLiteral("lesson"),
        QCoreApplication::translate("main", "Folder of a lesson elsewhere, or of several lessons; may be repeated."),
        QStringLiteral("dir")));
    parser.addPositionalArgument(QStringLiteral("files"),
                                 QCoreApplication::translate("main", "Projects, AutoTVM logs or traces to open."),
                                 QStringLiteral("[files…]"));
}

/// Reads the options of screenshots.
knobscope::Result<knobscope::ScreenshotOptions> screenshotOptions(const QCommandLineParser& parser)
{
    knobscope::ScreenshotOptions options;
    if (parser.isSet(QStringLiteral("size"))) {
        const QString text = parser.value(QStringLiteral("size"));
        const QRegularExpressionMatch match = QRegularExpression(QStringLiteral("^(\\d{3,4})x(\\d{3,4})$")).match(text);
        if (!match.hasMatch()) {
            return knobscope::fail(knobscope::ErrorCode::InvalidArgument,
                                   "\"{}\" is not a window size. Write width and height in pixels, for example 1440x900.",
                                   text.toStdString());
        }
        options.size = {match.captured(1).toInt(), match.captured(2).toInt()};
    }
    const QString theme = parser.value(QStringLiteral("theme"));
    if (!theme.isEmpty() && theme != QLatin1String("light") && theme != QLatin1String("dark")) {
        return knobscope::fail(knobscope::ErrorCode::InvalidArgument, "There is no theme \"{}\"; use light or dark.",
                               theme.toStdString());
    }
    options.hasLight = theme != QLatin1String("dark");
    options.hasDark = theme != QLatin1String("light");
    return options;
}

/// Value of the option --scale before Qt reads its environment; empty: it is absent.
QByteArray chosenScale(int argc, char** argv)
{
    for (int i = 1; i + 1 < argc; ++i) {
        if (std::string_view(argv[i]) == "--scale") {
            return argv[i + 1];
        }
    }
    return {};
}

} // namespace

int main(int argc, char** argv)
{
    knobscope::openClosedStreams();
#ifdef __GLIBC__
    // Returns the memory of large lists (a million trials) to the system instead of keeping it for the next list.
    mallopt(M_MMAP_THRESHOLD, 256 * 1024);
#endif
    std::signal(SIGXFSZ, SIG_IGN); // a file at its user's size limit then fails like a full disk
    // Options that only print must work without a display.
    const auto isSaid = [argc, argv](std::initializer_list<std::string_view> names) {
        return std::any_of(argv + std::min(1, argc), argv + argc, [names](const char* argument) {
            return std::find(names.begin(), names.end(), argument) != names.end();
        });
    };
    if (isSaid({"-h", "--help", "--help-all"})) {
        const QCoreApplication app(argc, argv);
        nameProgram();
        const knobscope::Translation translation(chosenLocale());
        QCommandLineParser parser;
        describeCommandLine(parser);
        parser.showHelp();
    }
    if (isSaid({"-v", "--version"})) {
        std::printf("knobscope %s\n%s\n", qPrintable(knobscope::programVersion()),
                    qPrintable(knobscope::librariesUsed().join(QLatin1Char('\n'))));
        return 0;
    }
    if (isSaid({"--list-controls"})) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    if (const QByteArray scale = chosenScale(argc, argv); scale.toDouble() > 0) {
        qputenv("QT_SCALE_FACTOR", scale);
    }
    QApplication app(argc, argv);
    nameProgram();
    QApplication::setApplicationDisplayName(QStringLiteral("Knobscope"));
    const knobscope::Translation translation(chosenLocale());
    QGuiApplication::setDesktopFileName(QStringLiteral("org.knobscope.Knobscope"));
    QApplication::setWindowIcon(
        QIcon::fromTheme(QStringLiteral("org.knobscope.Knobscope"), QIcon(QStringLiteral(":/icons/knobscope.svg"))));
    QCommandLineParser parser;
    describeCommandLine(parser);
    parser.process(app);
    const QStringList files = parser.positionalArguments();
    if (parser.isSet(QStringLiteral("screenshot"))) {
        const knobscope::TemporarySettings settings;
        const auto options = screenshotOptions(parser);
        const auto made = options
                            ? knobscope::renderScreenshots(parser.value(QStringLiteral("screenshot")), files.value(0), *options)
                            : knobscope::fail(options);
        if (!made) {
            std::fprintf(stderr, "knobscope: %s\n", made.error().message.c_str());
            return 1;
        }
        return 0;
    }
    if (parser.isSet(QStringLiteral("list-controls"))) {
        const knobscope::TemporarySettings settings;
        const auto list = knobscope::listControls(files.isEmpty() ? knobscope::sampleProjectFile() : files.front());
        if (!list) {
            std::fprintf(stderr, "knobscope: %s\n", list.error().message.c_str());
            return 1;
        }
        std::printf("%s\n", list->constData());
        return 0;
    }
    knobscope::applyTheme();
    knobscope::MainWindow window;
    if (parser.isSet(QStringLiteral("lesson"))) {
        window.view<knobscope::LessonView>().addFolders(parser.values(QStringLiteral("lesson")));
    }
    const bool isFresh = parser.isSet(QStringLiteral("fresh"));
    constexpr std::chrono::milliseconds atMost(100); // an empty first frame would flicker
    window.restore(files.isEmpty() && !isFresh, atMost);
    if (files.isEmpty() && isFresh) {
        window.showView(QStringLiteral("welcome")); // start page, whatever the saved layout
    }
    window.openFiles(files);
    window.workspace().opening().finishWithin(atMost);
    window.show();
    if (parser.isSet(QStringLiteral("projector"))) {
        window.projector().setOn(true);
    }
    const knobscope::DisplayConnectionWatcher displayLoss(window);
    const knobscope::QuitSignals quitSignals(window);
    const int status = QApplication::exec();
    window.workspace().finishRescue();
    window.view<knobscope::LogView>().storeNow();
    knobscope::limitClosing(window.workspace().writes().unwrittenLater());
    return status;
}

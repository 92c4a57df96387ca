// SPDX-License-Identifier: GPL-3.0-or-later
// The config, schedule and code views as pictures, light and dark: something is painted, and it differs between the two. With
// KNOBSCOPE_PICTURES=FOLDER they are written there to be looked at.
#include "core/worker/codeworker.h"
#include "widgets/base/theme.h"
#include "widgets/views/code/codeview.h"
#include "widgets/views/code/scheduleview.h"
#include "widgets/views/config/configview.h"
#include "widgets/views/config/figurelist.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QLabel>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <atomic>

using namespace knobscope;

namespace {

const nlohmann::json conv3x3 = nlohmann::json::parse(
    R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])");

QPalette greyDarkPalette()
{
    QPalette dark(QColor(0x3a3d40), QColor(0x2a2c2e));
    dark.setColor(QPalette::Base, QColor(0x1e2022));
    dark.setColor(QPalette::AlternateBase, QColor(0x26282a));
    dark.setColor(QPalette::PlaceholderText, QColor(0x9aa0a6));
    return dark;
}

/// A picture with text on it has many colours; a blank one has one or two.
int colours(const QImage& image)
{
    QSet<QRgb> seen;
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2) {
            seen.insert(image.pixel(x, y));
        }
    }
    return static_cast<int>(seen.size());
}

QImage picture(View& view, QSize size, const QString& name)
{
    view.resize(size);
    view.show();
    view.refreshNow();
    QApplication::processEvents();
    const QImage image = view.grab().toImage();
    if (const QString folder = qEnvironmentVariable("KNOBSCOPE_PICTURES"); !folder.isEmpty() && QDir().mkpath(folder)) {
        image.save(folder + QLatin1Char('/') + name + QStringLiteral(".png"));
    }
    return image;
}

} // namespace

class TestInspectorPictures : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void lightAndDark()
    {
        const QPalette light = QApplication::palette();
        QList<QImage> pictures[2];
        for (const bool isDark : {false, true}) {
            QApplication::setPalette(isDark ? greyDarkPalette() : light);
            const QString suffix = isDark ? QStringLiteral("-dark") : QString();
            Workspace workspace;
            ConfigView inspector(workspace);
            ScheduleView schedule(workspace);
            CodeView code(workspace);
            QList<QImage>& here = pictures[isDark ? 1 : 0];
            here << picture(inspector, {360, 700}, QStringLiteral("inspector-empty") + suffix)
                 << picture(schedule, {1000, 420}, QStringLiteral("schedule-empty") + suffix)
                 << picture(code, {1400, 420}, QStringLiteral("code-empty") + suffix);
            QVERIFY(workspace.openTask(QStringLiteral("resnet-18:2"), "conv2d_NCHWc.x86", conv3x3, parseTarget("llvm").value())
                        .has_value());
            workspace.setConfig(48);
            code.refreshNow();
            workspace.setConfig(682);
            code.refreshNow();
            schedule.refreshNow();
            schedule.setStep(6);
            workspace.selection().hoverKnob(QStringLiteral("tile_ow"));
            here << picture(inspector, {360, 700}, QStringLiteral("inspector") + suffix)
                 << picture(schedule, {1000, 420}, QStringLiteral("schedule") + suffix)
                 << picture(code, {1400, 420}, QStringLiteral("code") + suffix);
            const CodePane& loops = code.column(CodeLevel::Loops).pane();
            emit const_cast<CodePane&>(loops).lineChosen(loops.lineCount() - 3);
            here << picture(code, {1400, 420}, QStringLiteral("code-linked") + suffix);
            DiffPage diff;
            CodeWorker compiler;
            const auto codeOf = [&](int64_t index) {
                return std::make_shared<const KernelCode>(
                    compiler.code(*workspace.task(), workspace.task()->space.at(index).value()));
            };
            diff.compare(codeOf(682), QStringLiteral("Config 682"), codeOf(332), QStringLiteral("Config 332"));
            diff.resize(1200, 500);
            diff.show();
            diff.finishNow();
            QApplication::processEvents();
            here << diff.grab().toImage();
            if (const QString folder = qEnvironmentVariable("KNOBSCOPE_PICTURES"); !folder.isEmpty()) {
                here.back().save(folder + QStringLiteral("/diff") + suffix + QStringLiteral(".png"));
            }
        }
        QApplication::setPalette(light);
        for (qsizetype i = 0; i < pictures[0].size(); ++i) {
            QVERIFY2(colours(pictures[0][i]) > 8, qPrintable(QString::number(i)));
            QVERIFY2(colours(pictures[1][i]) > 8, qPrintable(QString::number(i)));
            QVERIFY(pictures[0][i] != pictures[1][i]);
        }
    }

    /// A figure that warns has the colour of the theme that comes, too.
    void figuresFollowTheTheme()
    {
        FigureList figures;
        figures.setFigures({{.id = "register_tile", .value = Sentence("it spills"), .tone = Figure::Tone::Warning}});
        figures.show();
        const auto labels = figures.findChildren<QLabel*>();
        const auto value = std::ranges::find_if(labels, [](const QLabel* label) { return label->text().endsWith(u"it spills"); });
        QVERIFY(value != labels.end());
        for (const QPalette& palette : {darkPalette(), lightPalette()}) {
            figures.setPalette(palette);
            QTRY_COMPARE((*value)->palette().color((*value)->foregroundRole()), themeFor(palette).changed);
        }
    }
};

QTEST_MAIN(TestInspectorPictures)
#include "tst_inspector_pictures.moc"

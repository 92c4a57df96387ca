// SPDX-License-Identifier: GPL-3.0-or-later
// Recording with a measurer that answers from a table.
#include "core/study/recorder.h"
#include "tests/core/study/tablemeasurer.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>

using namespace knobscope;

namespace {

std::string textOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

} // namespace

class TestRecorder : public QObject
{
    Q_OBJECT
    QTemporaryDir m_dir;
    RecordedSpace m_space = readRecordedSpace(KNOBSCOPE_FIXTURES "/recorded/resnet-18-13.space").value();

    std::string path(const char* name) const { return m_dir.filePath(QString::fromLatin1(name)).toStdString(); }
    static void silent(const RecordProgress&) {}

private slots:
    void wholeSpacesAreRecordedAndRetimed()
    {
        TableMeasurer measurer;
        int64_t told = 0;
        const auto outcome = recordSpace(m_space, path("whole"), measurer, {}, [&](const RecordProgress& p) { told = p.done; });
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.c_str());
        QCOMPARE(outcome->measured, int64_t(160));
        QCOMPARE(told, int64_t(160));
        QCOMPARE(outcome->failed, int64_t(16));
        QVERIFY(outcome->isComplete && outcome->isRetimed);
        const auto space = readRecordedSpace(path("whole")).value();
        QCOMPARE(space.points.size(), size_t(160));
        QCOMPARE(space.points[10].error, MeasureError::WrongAnswer);
        QVERIFY(space.points[12].isRetimed && !space.points[150].isRetimed);
        QVERIFY(std::abs(space.bestFlops() - *space.flopsAt(12)) < 1);
        // The comparison's scale is brought to that of the recording.
        QVERIFY(std::abs(space.points[11].seconds / TableMeasurer::secondsOf(11) - 1) < 1e-3);
        QCOMPARE(recordedText(space), textOf(path("whole")));

        // Once more: nothing is left to do.
        const auto again = recordSpace(m_space, path("whole"), measurer, {}, silent);
        QCOMPARE(again->measured, int64_t(0));
        QCOMPARE(again->kept, int64_t(160));
        QCOMPARE(measurer.submitted, 160);
    }

    /// The quickest of many noisy times are lucky ones, and what is timed again is on the scale of all.
    void theBestAreNotAsQuickAsTheySeemed()
    {
        TableMeasurer measurer;
        measurer.luck = 0.2;
        QVERIFY(recordSpace(m_space, path("lucky"), measurer, {}, silent)->isRetimed);
        const auto space = readRecordedSpace(path("lucky")).value();
        int retimed = 0;
        for (const RecordedPoint& point : space.points) {
            if (point.isRetimed && point.index != 12) {
                const double off = point.seconds / TableMeasurer::secondsOf(point.index) - 1;
                QVERIFY2(std::abs(off) < 0.05, qPrintable(QStringLiteral("%1: %2").arg(point.index).arg(off)));
                ++retimed;
            }
        }
        QVERIFY(retimed > 5);
    }

    void aRecordingGoesOnWhereItWasCutOff()
    {
        TableMeasurer measurer;
        QVERIFY(recordSpace(m_space, path("cut"), measurer, {}, silent));
        const std::string whole = textOf(path("cut"));
        // The header, 40 points and half a line are left.
        size_t end = 0;
        for (int line = 0; line < 42; ++line) {
            end = whole.find('\n', end) + 1;
        }
        std::ofstream(path("cut"), std::ios::binary) << whole.substr(0, end + 3);
        TableMeasurer second;
        const auto outcome = recordSpace(m_space, path("cut"), second, {}, silent).value();
        QCOMPARE(outcome.kept, int64_t(40));
        QCOMPARE(outcome.measured, int64_t(120));
        QCOMPARE(second.submitted, 120);
        QCOMPARE(readRecordedSpace(path("cut"))->points.size(), size_t(160));
    }

    void aLostWorkerIsNoPointOfTheSpace()
    {
        TableMeasurer measurer;
        measurer.untriedAfter = 40;
        const auto lost = recordSpace(m_space, path("lost"), measurer, {}, silent);
        QVERIFY(!lost && lost.error().message.find("The worker is gone") != std::string::npos);
        const auto space = readRecordedSpace(path("lost")).value();
        QCOMPARE(space.points.size(), size_t(40));
        QVERIFY(std::none_of(space.points.begin(), space.points.end(),
                             [](const RecordedPoint& point) { return point.error == MeasureError::Unknown; }));
        TableMeasurer second;
        QCOMPARE(recordSpace(m_space, path("lost"), second, {}, silent)->measured, int64_t(120));
    }

    void otherFilesAreNotTouched()
    {
        TableMeasurer measurer;
        RecordedSpace other = m_space;
        other.machine = "another CPU";
        QVERIFY(recordSpace(m_space, path("mine"), measurer, {}, silent));
        const std::string before = textOf(path("mine"));
        const auto refused = recordSpace(other, path("mine"), measurer, {}, silent);
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("another task, machine") != std::string::npos);
        std::ofstream(path("foreign")) << "something else\n";
        QVERIFY(!recordSpace(m_space, path("foreign"), measurer, {}, silent));
        QCOMPARE(textOf(path("mine")), before);
        QCOMPARE(textOf(path("foreign")), std::string("something else\n"));
        QVERIFY(!recordSpace(m_space, "/no/such/folder/file", measurer, {}, silent));
        QCOMPARE(recordSpace(m_space, "/tmp", measurer, {}, silent).error().message,
                 "/tmp is a folder, a device or a pipe, not a file");
    }

    void hugeSpacesAreRefused()
    {
        TableMeasurer measurer;
        RecordedSpace huge = m_space;
        SplitKnob split;
        split.extent = 5040;
        split.outputs = 4;
        (void)huge.task.space.define(Knob::make("more", split).value());
        const auto refused = recordSpace(huge, path("huge"), measurer, {}, silent);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::LimitExceeded);
    }
};

QTEST_APPLESS_MAIN(TestRecorder)
#include "tst_recorder.moc"

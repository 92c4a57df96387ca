// SPDX-License-Identifier: GPL-3.0-or-later
// Where lanes, spans and times lie, and what is under a point, without a widget.
#include "widgets/timeline/timelinescene.h"

#include <QTest>

using namespace knobscope;

namespace {

TrackRow track(int64_t id, const char* thread, int64_t depths)
{
    TrackRow row;
    row.id = id;
    row.pid = id;
    row.tid = id;
    row.process = row.thread = thread;
    row.depths = depths;
    row.last = 1'000'000;
    return row;
}

/// Two lanes over a millisecond, a microsecond a pixel; the first has a span of run 1, trial 2 in its second row.
TimelineScene scene()
{
    TimelineScene s;
    s.size = {1150, 300};
    s.extent = {0, 1'000'000};
    s.scale = {0, 1'000'000, 1000};
    s.lanes.setMetrics({20, 5, 20, 40});
    s.lanes.setContent({track(1, "builder", 2), track(2, "runner", 1)}, {});
    s.body.names[7] = QStringLiteral("lower");
    SpanBlock block;
    block.begin = 200'000;
    block.end = 300'000;
    block.name = 7;
    block.run = 1;
    block.trial = 2;
    block.depth = 1;
    s.body.blocks[1] = {block};
    return s;
}

} // namespace

class TestTimelineScene : public QObject
{
    Q_OBJECT
private slots:
    void aPointLeadsToItsSpanAndBack()
    {
        const TimelineScene s = scene();
        const QRectF rect = s.rectOf(1, 1, 200'000, 300'000);
        QCOMPARE(rect.left(), s.gutter + 200.0);
        QCOMPARE(rect.width(), 100.0);
        const auto place = s.placeAt(rect.center());
        QVERIFY(place.lane && place.lane->title == QLatin1String("builder"));
        QCOMPARE(place.depth, 1);
        const LanePicture::Hit hit = s.hitAt(rect.center());
        QVERIFY(hit.block);
        QCOMPARE(hit.track, int64_t(1));
        QCOMPARE(hit.block->trial, int64_t(2));
        QVERIFY(!s.hitAt(rect.center() + QPointF(200, 0)).block);
        QVERIFY(!s.hitAt(QPointF(s.gutter - 5.0, rect.center().y())).block);
        QCOMPARE(s.laneIndexAt(QPointF(300, s.ruler - 1.0)), -1);
        QVERIFY(s.rectOf(1, 1, 2'000'000, 3'000'000).isEmpty());
        QVERIFY(s.rectOf(9, 0, 0, 1).isEmpty());
    }

    void whatIsUnderThePointerIsSaid()
    {
        TimelineScene s = scene();
        QVERIFY(s.pointerLines().isEmpty());
        s.pointer = s.rectOf(1, 1, 200'000, 300'000).center();
        const QStringList lines = s.pointerLines();
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines[0], QStringLiteral("lower"));
        QCOMPARE(lines[1], durationText(1e-4));
        QCOMPARE(lines[2], QStringLiteral("run 1, trial 2"));
        s.isPanned = true;
        QVERIFY(s.pointerLines().isEmpty());
    }

    void somethingIsAlwaysInSight()
    {
        const TimelineScene s = scene();
        const TimeScale wide = s.allowed({-50'000'000, 50'000'000, 1000});
        QVERIFY(wide.to - wide.from <= 3'000'001);
        const TimeScale late = s.allowed({5'000'000, 6'000'000, 1000});
        QCOMPARE(late.from, int64_t(900'000));
        QCOMPARE(late.to - late.from, int64_t(1'000'000));
        const TimeScale early = s.allowed({-6'000'000, -5'000'000, 1000});
        QCOMPARE(early.to, int64_t(100'000));
        const TimeScale fine = s.allowed({100, 200, 1000});
        QCOMPARE(fine.from, int64_t(100));
    }

    void theSelectionIsTheSpanTheRangeOrTheTrials()
    {
        TimelineScene s = scene();
        QVERIFY(!s.selection().has_value());
        SpanDetail a;
        a.begin = 10;
        a.end = 20;
        SpanDetail b;
        b.begin = 40;
        b.end = 90;
        s.chosen = {a, b};
        QCOMPARE(s.selection().value(), std::pair(int64_t(10), int64_t(90)));
        s.range = std::pair(int64_t(5), int64_t(6));
        QCOMPARE(s.selection().value(), std::pair(int64_t(5), int64_t(6)));
        s.selected = b;
        QCOMPARE(s.selection().value(), std::pair(int64_t(40), int64_t(90)));
    }
};

QTEST_MAIN(TestTimelineScene)
#include "tst_timelinescene.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Where lanes, spans and times lie, and what is under a point, without a widget.
#include "widgets/views/timeline/timelinescene.h"

#include <QTest>

#include <random>

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
    s.picture.names[7] = "lower";
    SpanBlock block;
    block.begin = 200'000;
    block.end = 300'000;
    block.name = 7;
    block.run = 1;
    block.trial = 2;
    block.depth = 1;
    s.picture.blocks[1] = {block};
    return s;
}

/// Up to 20 pauses between a millisecond and a day, and the time between them.
TimeMap randomMap(std::mt19937_64& random, int64_t& length)
{
    const auto upTo = [&random](int64_t most) { return static_cast<int64_t>(random() % static_cast<uint64_t>(most)) + 1; };
    std::vector<TimeMap::Pause> pauses;
    int64_t at = upTo(1'000'000'000);
    for (int64_t i = upTo(20); i > 0; --i) {
        const int64_t end = at + 1'000'000 + upTo(86'400'000'000'000 / upTo(100'000));
        pauses.emplace_back(at, end);
        at = end + upTo(3'000'000'000);
    }
    length = at;
    return {pauses, length};
}

const SpanDetail inSight{.track = 1, .begin = 200'000, .end = 300'000, .depth = 1};

} // namespace

class TestTimelineScene : public QObject
{
    Q_OBJECT
private slots:
    void aPointLeadsToItsSpanAndBack()
    {
        const TimelineScene s = scene();
        const QRectF rect = s.rectOf(inSight);
        QCOMPARE(rect.left(), s.gutter + 200.0);
        QCOMPARE(rect.width(), 100.0);
        const auto place = s.placeAt(rect.center());
        QVERIFY(place.lane && place.lane->title == QLatin1String("builder"));
        QCOMPARE(place.depth, 1);
        const LanePicture::Hit hit = s.hitAt(rect.center());
        QVERIFY(hit.block);
        QCOMPARE(hit.track->id, int64_t(1));
        QCOMPARE(hit.block->trial, int64_t(2));
        QVERIFY(!s.hitAt(rect.center() + QPointF(200, 0)).block);
        QVERIFY(!s.hitAt(QPointF(s.gutter - 5.0, rect.center().y())).block);
        QCOMPARE(s.laneIndexAt(QPointF(300, s.ruler - 1.0)), -1);
        QVERIFY(s.rectOf({.track = 1, .begin = 2'000'000, .end = 3'000'000, .depth = 1}).isEmpty());
        QVERIFY(s.rectOf({.track = 9, .begin = 0, .end = 1}).isEmpty());
    }

    void whatIsUnderThePointerIsSaid()
    {
        TimelineScene s = scene();
        QVERIFY(s.pointerLines().isEmpty());
        s.pointer = s.rectOf(inSight).center();
        const QStringList lines = s.pointerLines();
        QCOMPARE(lines.size(), 4);
        QCOMPARE(lines[0], QStringLiteral("lower"));
        QCOMPARE(lines[1], preciseDuration(1e-4));
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

    void pausesAreNarrowAndNothingElseIs()
    {
        std::mt19937_64 random(7);
        for (int round = 0; round < 100; ++round) {
            int64_t length = 0;
            const TimeMap map = randomMap(random, length);
            const auto anyTime = [&] { return static_cast<int64_t>(random() % static_cast<uint64_t>(length * 2)) - length / 2; };
            for (int i = 0; i < 200; ++i) {
                const auto [a, b] = std::minmax({anyTime(), anyTime()});
                QVERIFY(map.place(a) <= map.place(b)); // order stays
                QVERIFY(map.place(b) - map.place(a) <= b - a);
                QVERIFY(map.pauseAt(a) || map.time(map.place(a)) == a);
                QCOMPARE(map.place(map.time(map.place(a))), map.place(a));
                QCOMPARE(map.place(map.time(a)), a); // of any place
            }
            int64_t end = -length; // what lies between pauses is as long as it was
            int64_t narrow = 0;
            for (const auto& pause : map.pauses()) {
                QCOMPARE(map.place(pause.first) - map.place(end), pause.first - end);
                const int64_t width = map.place(pause.second) - map.place(pause.first);
                QVERIFY(width > 0 && width <= pause.second - pause.first && (narrow == 0 || width == narrow));
                narrow = width;
                QVERIFY(!map.pauseAt(pause.first) && !map.pauseAt(pause.second) && map.pauseAt(pause.first + 1));
                end = pause.second;
            }
        }
    }

    void scalesGoRoundPauses()
    {
        constexpr int64_t second = 1'000'000'000;
        constexpr int64_t hour = 3600 * second;
        // Ten seconds, two hours of nothing, ten seconds.
        TimeScale scale{0, 2 * hour + 20 * second, 1000,
                        std::make_shared<const TimeMap>(std::vector<TimeMap::Pause>{{10 * second, 2 * hour + 10 * second}},
                                                        2 * hour + 20 * second)};
        QVERIFY(std::abs(scale.toX(5 * second) - 245) < 2); // 0.4 s of 20.4 for the pause
        QVERIFY(std::abs(scale.toX(2 * hour + 15 * second) - 755) < 2);
        for (double x = 3; x < 1000; x += 7.3) {
            QVERIFY(std::abs(scale.toX(scale.toTime(x)) - x) < 1e-3);
        }
        const TimeScale near = scale.zoomed(10, 755);
        QVERIFY(std::abs(near.toX(2 * hour + 15 * second) - scale.toX(2 * hour + 15 * second)) < 20);
        QVERIFY(near.from > 2 * hour && near.to < 2 * hour + 20 * second);
        const TimeScale back = near.moved(near.toX(0));
        QVERIFY(std::abs(back.from) < 1000 && std::abs(back.length() - near.length()) < 1000);
        const auto ticks = timeTicks(scale, 0, 90);
        QVERIFY(ticks.size() >= 3 && ticks.size() <= 12);
        for (size_t i = 0; i < ticks.size(); ++i) {
            QVERIFY(!scale.map->pauseAt(ticks[i].time));
            QVERIFY(i == 0 || scale.toX(ticks[i].time) - scale.toX(ticks[i - 1].time) > 80);
        }
        TimelineScene s = scene();
        s.scale = scale;
        s.extent = {scale.from, scale.to};
        s.pointer = QPointF(s.xOf(hour), s.ruler + 5.0);
        QCOMPARE(s.pointerLines().size(), 2);
        QCOMPARE(s.pointerLines()[0], QStringLiteral("Idle for 2:00:00"));
        const PictureRequest request = s.request();
        QVERIFY(std::abs(request.scale.nanosecondsPerPixel() / scale.nanosecondsPerPixel() - 1) < 1e-6);
        QVERIFY(std::abs(s.scale.toX(request.scale.from) + 250) < 1e-3); // pixel on pixel
    }

    void picturesBeginWithAWholeLaneBelowThePinnedOnes()
    {
        TimelineScene s = scene();
        std::vector<TrackRow> tracks;
        for (int i = 1; i <= 40; ++i) {
            tracks.push_back(track(i, ("thread" + std::to_string(i)).c_str(), 1 + i % 7));
        }
        s.lanes.setContent(std::move(tracks), {});
        s.lanes.setPinned({QStringLiteral("thread3/thread3")});
        QVERIFY(s.maxScroll() > 100);
        for (s.scroll = 0; s.scroll <= s.maxScroll(); s.scroll += 7) {
            const PictureRequest request = s.request();
            QCOMPARE(request.pinnedHeight, s.lanes.pinnedHeight());
            QVERIFY(request.top <= s.scroll && request.top + request.height >= s.scroll + s.bodyHeight());
            for (const Lane& lane : request.lanes) {
                QVERIFY(lane.isPinned || lane.y >= request.top);
            }
        }
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

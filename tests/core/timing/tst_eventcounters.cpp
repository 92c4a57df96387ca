// SPDX-License-Identifier: GPL-3.0-or-later
// Counting events of a thread. Software events are counted on every machine, so that the reading is tested where there are no
// hardware counters.
#include "core/timing/eventcounters.h"
#include "tests/sanitizers/sanitizers.h"

#include <QTest>

#include <algorithm>
#include <cerrno>
#include <thread>
#include <vector>

#include <sys/mman.h>

using namespace knobscope;

namespace {

constexpr size_t kPage = 4096;
constexpr size_t kPages = 300;

/// Touches pages for the first time.
void touchNewPages()
{
    void* const memory = mmap(nullptr, kPages * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(memory, kPages * kPage, MADV_NOHUGEPAGE);
    for (size_t page = 0; page < kPages; ++page) {
        static_cast<volatile char*>(memory)[page * kPage] = 1;
    }
    munmap(memory, kPages * kPage);
}

double countOf(const std::vector<EventCount>& counts, std::string_view name)
{
    const auto found = std::ranges::find(counts, name, &EventCount::name);
    return found == counts.end() ? -1 : found->count;
}

} // namespace

class TestEventCounters : public QObject
{
    Q_OBJECT
private slots:
    void softwareEventsAreCountedBetweenStartAndStop()
    {
        auto counters = EventCounters::open(softwareEvents());
        if (!counters) {
            QSKIP(counters.error().message.c_str());
        }
        QVERIFY(counters->missing().empty());
        touchNewPages(); // before
        counters->start();
        const auto began = std::chrono::steady_clock::now();
        touchNewPages();
        while (std::chrono::steady_clock::now() - began < std::chrono::milliseconds(20)) {
        }
        counters->stop();
        touchNewPages(); // after
        const auto counts = counters->counts().value();
        QCOMPARE(counts.size(), softwareEvents().size());
        const double faults = countOf(counts, "page faults");
        const double most = (underAddressSanitizer ? 5 : 1.5) * kPages; // its shadow of new pages is new, too
        QVERIFY2(faults >= kPages && faults < most, qPrintable(QString::number(faults)));
        const double clock = countOf(counts, "task clock");
        QVERIFY2(clock > 1e6 && clock < 5e9,
                 qPrintable(QString::number(clock))); // nanoseconds; other programs use the core as well
        QVERIFY(std::ranges::all_of(counts, [](const EventCount& one) { return one.share == 1; }));
    }

    void eachStartBeginsAtZero()
    {
        auto counters = EventCounters::open(softwareEvents());
        if (!counters) {
            QSKIP(counters.error().message.c_str());
        }
        counters->start();
        touchNewPages();
        counters->stop();
        counters->start();
        counters->stop();
        QVERIFY(countOf(counters->counts().value(), "page faults") < kPages / 2.0);
    }

    /// What one machine cannot count does not hide the rest.
    void unknownEventsAreNamed()
    {
        const CounterEvent unknown{"unknown", softwareEvents()[0].type, 999};
        const CounterEvent events[]{unknown, softwareEvents()[1]};
        auto counters = EventCounters::open(events);
        if (!counters) {
            QSKIP(counters.error().message.c_str());
        }
        QCOMPARE(counters->missing(), std::vector<std::string>{"unknown"});
        counters->start();
        touchNewPages();
        counters->stop();
        const auto counts = counters->counts().value();
        QCOMPARE(counts.size(), size_t{1});
        QVERIFY(countOf(counts, "page faults") >= kPages);
        const auto none = EventCounters::open(std::span(&unknown, 1));
        QVERIFY(!none && !none.error().message.empty());
    }

    /// Counted for a quarter of the time, as the CPU has fewer counters than there are events.
    void countsAreScaledToTheWholeTime()
    {
        QCOMPARE(scaledCount(1000, 400, 100), 4000.0);
        QCOMPARE(scaledCount(1000, 400, 400), 1000.0);
        QCOMPARE(scaledCount(1000, 400, 0), 0.0);
        QCOMPARE(scaledCount(uint64_t{1} << 62, uint64_t{1} << 62, uint64_t{1} << 61), 0x1p63);
    }

    void aRefusalNamesItsRemedy()
    {
        for (const int code : {EACCES, EPERM}) {
            const std::string said = counterError(code, 4).message;
            QVERIFY2(said.find("kernel.perf_event_paranoid is 4") != std::string::npos, said.c_str());
            QVERIFY2(said.find("sudo sysctl kernel.perf_event_paranoid=2") != std::string::npos, said.c_str());
        }
        for (const int code : {ENOENT, EOPNOTSUPP, ENODEV}) {
            const std::string said = counterError(code, 2).message;
            QVERIFY2(said.find("virtual machine") != std::string::npos, said.c_str());
        }
        QVERIFY(counterError(ENOSYS, 0).message.find("perf_event_open") != std::string::npos);
        QVERIFY(counterError(EMFILE, 0).message.find("open files") != std::string::npos);
    }

    /// Where there are hardware counters, they count what is known.
    void hardwareEventsAreCounted()
    {
        auto counters = EventCounters::open(hardwareEvents());
        if (!counters) {
            QSKIP(counters.error().message.c_str());
        }
        counters->start();
        volatile int sum = 0;
        for (int i = 0; i < 1000000; ++i) {
            sum = sum + i;
        }
        counters->stop();
        const auto counts = counters->counts().value();
        const double instructions = countOf(counts, "instructions");
        QVERIFY2(instructions < 0 || (instructions > 2e6 && instructions < 3e7), qPrintable(QString::number(instructions)));
    }
};

QTEST_GUILESS_MAIN(TestEventCounters)
#include "tst_eventcounters.moc"

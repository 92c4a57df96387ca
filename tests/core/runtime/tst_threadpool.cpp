// SPDX-License-Identifier: GPL-3.0-or-later
// Parallel loops: every iteration once, whoever runs it.
#include "core/base/coreplan.h"
#include "core/runtime/threadpool.h"

#include <QTest>

#include <sched.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <random>
#include <string>

using namespace knobscope;

namespace {

struct Loop {
    explicit Loop(int64_t extent)
        : times(std::make_unique<std::atomic<int>[]>(static_cast<size_t>(extent)))
    {
    }
    std::unique_ptr<std::atomic<int>[]> times; ///< that an iteration was run
    std::atomic<int64_t> done{0};
    std::atomic<int> wrongThreads{0};
    int threads = 1;
};

void count(void* closure, int64_t begin, int64_t end, int32_t thread)
{
    auto& loop = *static_cast<Loop*>(closure);
    loop.wrongThreads += thread < 0 || thread >= loop.threads;
    for (int64_t i = begin; i < end; ++i) {
        ++loop.times[static_cast<size_t>(i)];
    }
    loop.done += end - begin;
}

bool waitFor(const std::function<bool()>& holds)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!holds()) {
        if (std::chrono::steady_clock::now() > end) {
            return false;
        }
        std::this_thread::yield();
    }
    return true;
}

/// All threads of this process but the one that asks.
bool doAllOthersSleep()
{
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
        std::ifstream file(thread.path() / "stat");
        std::string text;
        std::getline(file, text);
        const size_t state = text.rfind(')') + 2; // after its name, which may hold anything
        if (thread.path().filename() != std::to_string(::gettid()) && (text.size() <= state || text[state] != 'S')) {
            return false;
        }
    }
    return true;
}

} // namespace

class TestThreadPool : public QObject
{
    Q_OBJECT
private slots:
    void everyIterationRunsOnce()
    {
        std::mt19937 random(1);
        for (const int threads : {1, 2, 3, 8}) {
            ThreadPool pool(threads);
            for (int i = 0; i < 2000; ++i) {
                const int64_t extent = i % 4 == 0 ? static_cast<int64_t>(random() % 3000) : static_cast<int64_t>(random() % 40);
                Loop loop(extent);
                loop.threads = threads;
                ThreadPool::parallelFor(&pool, count, &loop, extent);
                QCOMPARE(loop.done.load(), extent);
                for (int64_t e = 0; e < extent; ++e) {
                    QCOMPARE(loop.times[static_cast<size_t>(e)].load(), 1);
                }
                QCOMPARE(loop.wrongThreads.load(), 0);
            }
        }
    }

    /// Iteration 0 ends when all others have: the others of its thread's range must be taken over.
    void aThreadThatIsHeldUpHoldsNobodyUp()
    {
        for (const int threads : {2, 3}) {
            ThreadPool pool(threads);
            struct Held {
                std::atomic<int64_t> done{0};
                std::atomic<bool> isRight{false};
            } held;
            for (const int64_t extent : {2, 3, 16}) {
                held.done = 0;
                held.isRight = false;
                struct Both {
                    Held* held;
                    int64_t extent;
                } both{&held, extent};
                ThreadPool::parallelFor(
                    &pool,
                    [](void* closure, int64_t begin, int64_t end, int32_t) {
                        const auto& both = *static_cast<Both*>(closure);
                        if (begin == 0) {
                            both.held->isRight = waitFor([&] { return both.held->done == both.extent - end; });
                        }
                        both.held->done += end - begin;
                    },
                    &both, extent);
                QVERIFY(held.isRight);
                QCOMPARE(held.done.load(), extent);
            }
        }
    }

    void sleepersAreWoken()
    {
        ThreadPool pool(2);
        for (int i = 0; i < 20; ++i) {
            QVERIFY(waitFor(doAllOthersSleep));
            // Two at once, or neither goes on.
            std::atomic<int> arrived{0};
            std::atomic<int> met{0};
            std::pair state{&arrived, &met};
            ThreadPool::parallelFor(
                &pool,
                [](void* closure, int64_t, int64_t, int32_t) {
                    const auto& [arrived, met] = *static_cast<std::pair<std::atomic<int>*, std::atomic<int>*>*>(closure);
                    ++*arrived;
                    *met += waitFor([&, arrived = arrived] { return *arrived == 2; });
                },
                &state, 2);
            QCOMPARE(met.load(), 2);
        }
    }

    void callerAndWorkersHaveCoresOfTheirOwn()
    {
        const std::vector<int> cores = allowedCores();
        const int threads = static_cast<int>(std::min<size_t>(cores.size(), 4));
        if (threads < 2) {
            QSKIP("one core");
        }
        {
            ThreadPool other(threads); // which has pinned the caller already
            ThreadPool pool(threads);
            std::vector<cpu_set_t> sets(static_cast<size_t>(threads));
            struct State {
                std::vector<cpu_set_t>* sets;
                std::atomic<int> arrived{0};
            } state{&sets, {}};
            ThreadPool::parallelFor(
                &pool,
                [](void* closure, int64_t, int64_t, int32_t thread) {
                    auto& state = *static_cast<State*>(closure);
                    sched_getaffinity(0, sizeof(cpu_set_t), &(*state.sets)[static_cast<size_t>(thread)]);
                    ++state.arrived;
                    waitFor([&] { return state.arrived == static_cast<int>(state.sets->size()); });
                },
                &state, threads);
            for (int t = 0; t < threads; ++t) {
                QCOMPARE(CPU_COUNT(&sets[static_cast<size_t>(t)]), 1);
                QVERIFY(CPU_ISSET(cores[static_cast<size_t>(t)], &sets[static_cast<size_t>(t)]));
            }
        }
        QVERIFY(allowedCores() == cores); // the caller has them back
    }
};

QTEST_GUILESS_MAIN(TestThreadPool)
#include "tst_threadpool.moc"

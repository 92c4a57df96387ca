// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/insight/neighbourrun.h"

#include "core/loop/storelistener.h"
#include "widgets/translation/coretext.h"

#include <atomic>
#include <mutex>

namespace knobscope {

namespace {

constexpr int deliverMilliseconds = 100;

} // namespace

struct NeighbourRun::Shared {
    LoopControl control;
    std::atomic<int64_t> run{0};
    std::atomic<int> done{0};
    std::atomic<int> total{0};
    std::mutex mutex; ///< guards what follows
    QString problem;
    bool isFinished = false;
};

namespace {

/// Tells how far it got once the store has the trial.
template<class Shared>
class Counter : public LoopListener
{
public:
    Counter(Shared& shared, const StoreListener& store)
        : m_shared(shared)
        , m_store(store)
    {
    }
    void runStarted(const RunStarted&) override { m_shared.run = m_store.runs().empty() ? 0 : m_store.runs().back(); }
    void progress(const Progress& progress) override { m_shared.done = static_cast<int>(progress.done); }

private:
    Shared& m_shared;
    const StoreListener& m_store;
};

} // namespace

NeighbourRun::NeighbourRun(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(deliverMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &NeighbourRun::deliver);
}

NeighbourRun::~NeighbourRun()
{
    stop();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

void NeighbourRun::start(ConfigList list, const MeasureOptions& measuring, const QString& projectPath)
{
    if (isRunning()) {
        return;
    }
    m_shared = std::make_shared<Shared>();
    m_shared->total = static_cast<int>(list.configs.size());
    m_run = 0;
    m_done = 0;
    m_thread = std::thread([shared = m_shared, list = std::move(list), measuring, path = projectPath.toStdString()] {
        const auto work = [&]() -> Result<void> {
            auto writer = ProjectWriter::open(path);
            if (!writer) {
                return fail(writer);
            }
            StoreListener store(**writer, measuring);
            Counter<Shared> counter(*shared, store);
            const std::array<LoopListener*, 2> listeners{&store, &counter};
            auto measurer = makeMeasurer(list.task.target, measuring);
            if (!measurer) {
                return fail(measurer);
            }
            const auto finished = measureConfigs(list, **measurer, shared->control, listeners);
            (*measurer)->stop();
            if (!finished) {
                return fail(finished);
            }
            if (finished->reason == "failed") {
                return fail(ErrorCode::Io, "{}", finished->detail);
            }
            return store.problem().empty() ? Result<void>() : fail(ErrorCode::Io, "{}", store.problem());
        };
        const Result<void> done = work();
        const std::lock_guard lock(shared->mutex);
        shared->problem = done ? QString() : coreText(done.error().message);
        shared->isFinished = true;
    });
    m_timer.start();
}

void NeighbourRun::stop()
{
    if (m_shared) {
        m_shared->control.stop();
    }
}

void NeighbourRun::deliver()
{
    bool isFinished = false;
    QString problem;
    {
        const std::lock_guard lock(m_shared->mutex);
        isFinished = m_shared->isFinished;
        problem = m_shared->problem;
    }
    if (m_run == 0 && m_shared->run > 0) {
        m_run = m_shared->run;
        emit stored(m_run);
    }
    if (const int done = m_shared->done; done != m_done) {
        m_done = done;
        emit progressed(m_run, done, m_shared->total);
    }
    if (isFinished) {
        m_timer.stop();
        m_thread.join();
        emit finished(m_run, problem);
    }
}

} // namespace knobscope

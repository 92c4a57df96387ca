// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/insight/neighbourrun.h"

#include "core/loop/storelistener.h"
#include "widgets/translation/coretext.h"

namespace knobscope {

namespace {

/// Tells of the run and how far it is once the store has the trial.
class NeighbourTeller : public LoopListener
{
public:
    using Tell = std::function<void(qint64 run, int done)>;
    NeighbourTeller(const StoreListener& store, Tell tell)
        : m_store(store)
        , m_tell(std::move(tell))
    {
    }
    void runStarted(const RunStarted&) override { m_tell(m_store.lastRun(), 0); }
    void progress(const Progress& progress) override { m_tell(m_store.lastRun(), static_cast<int>(progress.done)); }

private:
    const StoreListener& m_store;
    Tell m_tell;
};

Result<void> measureNeighbours(const ConfigList& list, Measurer& measurer, StoreListener& store, LoopListener& teller,
                               LoopControl& control)
{
    const std::array<LoopListener*, 2> listeners{&store, &teller};
    const auto finished = measureConfigs(list, measurer, control, listeners);
    measurer.stop();
    if (!finished) {
        return fail(finished);
    }
    if (finished->reason == "failed") {
        return fail(ErrorCode::Io, "{}", finished->detail);
    }
    return store.problem().empty() ? Result<void>() : fail(ErrorCode::Io, "{}", store.problem());
}

} // namespace

NeighbourRun::NeighbourRun(QObject* parent)
    : QObject(parent)
    , m_work([this](const Error& error) { emit finished(0, coreText(error)); })
{
}

NeighbourRun::~NeighbourRun()
{
    stop();
}

void NeighbourRun::start(ConfigList list, const MeasureOptions& measuring, const QString& projectPath)
{
    if (isRunning()) {
        return;
    }
    m_control = std::make_shared<LoopControl>();
    m_work.request([this, control = m_control, list = std::move(list), measuring, make = m_makeMeasurer,
                    path = projectPath.toStdString()]() -> LatestWork::Deliver {
        qint64 run = 0;
        const auto done = caught([&]() -> Result<void> {
            auto writer = TRY(ProjectWriter::open(path));
            StoreListener store(*writer, measuring);
            NeighbourTeller teller(store, [&, total = static_cast<int>(list.configs.size())](qint64 row, int count) {
                run = row;
                m_work.tell([this, row, count, total] { emit progressed(row, count, total); });
            });
            const auto measurer = TRY(make(list.task.target, measuring));
            return measureNeighbours(list, *measurer, store, teller, *control);
        });
        return [this, run, problem = done ? QString() : coreText(done.error())] { emit finished(run, problem); };
    });
}

void NeighbourRun::stop()
{
    if (m_control) {
        m_control->stop();
    }
}

} // namespace knobscope

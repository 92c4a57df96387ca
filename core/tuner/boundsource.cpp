// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/boundsource.h"

#include "core/ir/visit.h"
#include "core/space/validpoints.h"

#include <algorithm>
#include <utility>

namespace knobscope {

namespace {

constexpr int64_t kDefaultL1 = 48 << 10;
constexpr int64_t kDefaultL2 = 2 << 20;
constexpr size_t kMaxTried = 100; // configs to try until one is legal
constexpr size_t kDefaultReads = 16;  // reads of a convolution with padding and tile copies, with a margin

size_t readsOf(const Schedule& schedule)
{
    size_t reads = 0;
    for (const StageData& stage : schedule.stages()) {
        if (!stage.body.isNull()) {
            ir::forEachExpr(stage.body, [&](const ir::Expr& part) { reads += part.as<ir::TensorRead>() ? 1 : 0; });
        }
    }
    return reads;
}

} // namespace

BoundSource::BoundSource(Task task, const MachineProfile& machine, int threads)
    : m_task(std::move(task))
    , m_machine(machine)
    , m_threads(std::max(1, threads))
{
    m_machine.l1Bytes = m_machine.l1Bytes > 0 ? m_machine.l1Bytes : kDefaultL1;
    m_machine.l2Bytes = m_machine.l2Bytes > 0 ? m_machine.l2Bytes : kDefaultL2;
}

std::optional<double> BoundSource::compute(int64_t index) const
{
    const auto entity = m_task.space.at(index);
    if (!entity) {
        return std::nullopt;
    }
    const auto bound = speedBound(m_task, *entity, m_machine, m_threads);
    return bound && *bound > 0 ? std::optional(*bound) : std::nullopt;
}

std::optional<double> BoundSource::cycles(int64_t index)
{
    {
        const std::lock_guard lock(m_mutex);
        if (const auto known = m_known.find(index); known != m_known.end()) {
            return known->second > 0 ? std::optional(known->second) : std::nullopt;
        }
    }
    const std::optional<double> found = compute(index);
    const std::lock_guard lock(m_mutex);
    if (m_known.size() >= kMaxCached) {
        m_known.clear();
    }
    m_known[index] = found.value_or(0);
    ++m_computed;
    return found;
}

int64_t BoundSource::computed() const
{
    const std::lock_guard lock(m_mutex);
    return m_computed;
}

bool BoundSource::isUseful()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_isUseful) {
            return *m_isUseful;
        }
    }
    const bool found = std::ranges::any_of(someValidPoints(m_task.space, kMaxTried),
                                           [this](int64_t index) { return cycles(index).has_value(); });
    const std::lock_guard lock(m_mutex);
    m_isUseful = found;
    return found;
}

size_t BoundSource::affordable(size_t most)
{
    const std::lock_guard lock(m_mutex);
    if (!m_reads) {
        const auto untuned = fallbackConfig(m_task);
        const auto schedule = untuned ? scheduleConfig(m_task, *untuned) : fail(untuned);
        m_reads = schedule ? readsOf(*schedule) : 0;
    }
    return std::max<size_t>({1, most / 8, std::min(most, most * kDefaultReads / std::max<size_t>(1, *m_reads))});
}

std::optional<int64_t> BoundSource::untuned() const
{
    const auto made = findTemplate(m_task.name);
    if (!made || !(*made)->untuned) {
        return std::nullopt;
    }
    const auto config = (*made)->untuned(m_task.templateSpace, traitsOf(m_task.target, m_machine), m_task.args, m_threads);
    const auto index = config ? m_task.space.indexOf(*config) : Result<int64_t>(-1);
    return index && m_task.space.isValid(*index) ? std::optional(*index) : std::nullopt;
}

MachineProfile defaultMachine(const Target& target)
{
    MachineProfile facts = profileOf(target);
    facts.l1Bytes = kDefaultL1;
    facts.l2Bytes = kDefaultL2;
    facts.l3Bytes = 0;
    facts.fmaUnits = 0;
    return facts;
}

std::shared_ptr<BoundSource> usefulBounds(const TunerContext& context)
{
    if (!context.task || context.task->isGpu) {
        return nullptr;
    }
    auto bounds =
        context.bounds ? context.bounds : std::make_shared<BoundSource>(*context.task, defaultMachine(context.task->target));
    return bounds->isUseful() ? bounds : nullptr;
}

} // namespace knobscope

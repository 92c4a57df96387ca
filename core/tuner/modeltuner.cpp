// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/coreplan.h"
#include "core/tuner/planner.h"

#include <algorithm>
#include <cmath>
#include <future>

namespace knobscope {

namespace {

constexpr int64_t kPlanReserve = 8; // extra configs in a plan: pending trials delay the next plan

class ModelTuner : public Tuner
{
public:
    ModelTuner(const TunerContext& context, const ModelOptions& options)
        : m_space(*context.space)
        , m_options(options)
        , m_cores(context.cores)
        , m_onMessage(context.onMessage)
        , m_fresh(m_space.rangeLength(), options.seed ^ 0x9e3779b9)
        , m_nextFit(options.planSize)
    {
        auto features = context.features ? context.features : std::make_shared<FeatureSource>(m_space, context.task);
        if (auto ok = features->check(m_options.features); !ok) {
            report(phrase("The features {} are replaced by value: {}", featureName(m_options.features), ok.error()));
            m_options.features = FeatureKind::Value;
        }
        UsableHistory history = usableHistory(m_space, m_options, context.history);
        if (!history.sentence.empty()) {
            report(history.sentence);
        }
        const bool hasHistory = !history.tasks.empty();
        m_earlierRecords = history.records();
        m_planner = std::make_unique<Planner>(m_space, std::move(features), m_options, std::move(history.tasks));
        findFresh();
        if (hasHistory) {
            begin([this, request = request()] { return m_planner->firstPlan(request); });
        }
    }
    ~ModelTuner() override
    {
        m_planner->cancel();
        if (m_job.valid()) {
            m_job.wait();
        }
    }
    ModelTuner(const ModelTuner&) = delete;
    ModelTuner& operator=(const ModelTuner&) = delete;

    std::optional<int64_t> next() override
    {
        if (!m_freshIndex) {
            return std::nullopt;
        }
        const int64_t index = choose();
        m_visited.insert(index);
        ++m_proposed;
        findFresh();
        return index;
    }

    void update(std::span<const Trial> trials) override
    {
        for (const Trial& trial : trials) {
            learn(trial);
        }
        fitWhenDue();
    }

    void observe(const Trial& trial) override
    {
        m_visited.insert(trial.index);
        learn(trial);
        findFresh();
    }

    bool hasNext() const override { return m_freshIndex.has_value(); }
    ProposalReason reason() const override { return m_reason; }
    Beliefs beliefs(std::span<const int64_t> indexes) override
    {
        if (m_job.valid()) {
            m_job.wait(); // it uses the planner
        }
        const std::vector<float> scores = m_planner->scoresAfter(request(), indexes);
        return {{scores.begin(), scores.end()}, {}, true};
    }
    int64_t earlierRecords() const override { return m_earlierRecords; }

private:
    void report(const Sentence& line)
    {
        if (m_onMessage) {
            m_onMessage(line);
        }
    }

    void learn(const Trial& trial)
    {
        const double flops = usableFlops(trial.flops);
        if (const auto [at, isNew] = m_rowOf.try_emplace(trial.index, m_indexes.size()); isNew) {
            m_indexes.push_back(trial.index);
            m_flops.push_back(flops);
        } else {
            m_flops[at->second] = flops; // measured again: the last timing counts
        }
        m_anyWorked = m_anyWorked || flops > 1e-6;
    }

    int64_t samples() const { return static_cast<int64_t>(m_indexes.size()); }

    PlanRequest request() const
    {
        const int64_t count = m_options.planSize + (m_options.overlap > 0 ? m_options.overlap + kPlanReserve : 0);
        return {m_indexes, m_flops, m_visited, static_cast<size_t>(count)};
    }

    void begin(std::function<std::vector<Maximum>()> work)
    {
        m_takeAt = m_proposed + m_options.overlap;
        m_job = std::async(std::launch::async, [cores = m_cores, work = std::move(work)]() -> Result<std::vector<Maximum>> {
            pinToCores(cores);
            try {
                return work();
            } catch (const std::exception& e) {
                return fail(ErrorCode::Unsupported, "{}", e.what());
            }
        });
    }

    void fitWhenDue()
    {
        if (m_job.valid() || samples() < m_nextFit || !m_anyWorked) {
            return;
        }
        const auto wait = static_cast<int64_t>(std::ceil(m_options.growth * static_cast<double>(samples())));
        m_nextFit = samples() + std::max(m_options.planSize, wait);
        begin([this, request = request()] { return m_planner->plan(request); });
    }

    /// Switches to the new plan once its trial number is reached, or waits for it if the old plan is used up.
    void takePlan()
    {
        if (!m_job.valid() || (m_proposed < m_takeAt && m_at < planned())) {
            return;
        }
        auto plan = m_job.get();
        const Sentence problem = plan ? m_planner->problem() : plan.error();
        if (!problem.empty() && !m_hasComplained) {
            m_hasComplained = true;
            report(phrase("The cost model failed, so configs are chosen at random: {}", problem));
        }
        if (plan && !plan->empty()) {
            m_plan = std::move(*plan);
            m_at = 0;
            ++m_plans;
        }
    }

    /// Number of planned configs to use before the random rest (AutoTVM: 5 % of a plan of 64 are its last 3).
    size_t planned() const
    {
        const auto left = static_cast<size_t>(m_options.randomShare * static_cast<double>(m_options.planSize));
        return m_plan.size() - std::min(m_plan.size(), left);
    }

    /// Spreads random configs over several plans if a plan is too short to contain one.
    bool isExplorationStep()
    {
        if (m_options.randomShare * static_cast<double>(m_options.planSize) >= 1) {
            return false;
        }
        m_randomDue += m_options.randomShare;
        if (m_randomDue < 1) {
            return false;
        }
        m_randomDue -= 1;
        return true;
    }

    int64_t choose()
    {
        fitWhenDue();
        takePlan();
        if (!isExplorationStep()) {
            while (m_at < planned()) {
                const Maximum& planned = m_plan[m_at++];
                if (!m_visited.contains(planned.index)) {
                    m_reason = reasonOf(planned);
                    return planned.index;
                }
                takePlan();
            }
        }
        m_reason = {.kind = ProposalKind::Random};
        return *m_freshIndex;
    }

    /// Reason of the planned config before m_at. One that no model scored is from a similar task.
    ProposalReason reasonOf(const Maximum& planned) const
    {
        if (planned.score == 0 && planned.walk.empty()) {
            return {.kind = ProposalKind::Earlier};
        }
        return {.kind = ProposalKind::Predicted,
                .from = planned.walk,
                .round = m_plans,
                .place = static_cast<int64_t>(m_at),
                .expected = planned.score};
    }

    void findFresh()
    {
        if (!m_freshIndex || m_visited.contains(*m_freshIndex)) {
            m_freshIndex = m_fresh.nextConfig(m_space, m_visited);
        }
    }

    const ConfigSpace& m_space;
    ModelOptions m_options;
    std::vector<int> m_cores;
    std::function<void(const Sentence&)> m_onMessage;
    ShuffledRange m_fresh;
    std::optional<int64_t> m_freshIndex; ///< next random config; nullopt if all were visited
    std::unordered_set<int64_t> m_visited;
    std::vector<int64_t> m_indexes;
    std::unordered_map<int64_t, size_t> m_rowOf; ///< place of a config in m_indexes
    std::vector<double> m_flops;
    bool m_anyWorked = false;
    bool m_hasComplained = false;
    int64_t m_earlierRecords = 0;
    std::vector<Maximum> m_plan;
    size_t m_at = 0; ///< next one to propose
    int64_t m_plans = 0; ///< plans used so far
    ProposalReason m_reason;
    int64_t m_proposed = 0;
    int64_t m_nextFit = 0;
    int64_t m_takeAt = 0;
    double m_randomDue = 0;
    std::unique_ptr<Planner> m_planner;
    std::future<Result<std::vector<Maximum>>> m_job; ///< declared last: it uses the planner
};

} // namespace

std::unique_ptr<Tuner> makeModelTuner(const TunerContext& context, const ModelOptions& options)
{
    return std::make_unique<ModelTuner>(context, options);
}

} // namespace knobscope

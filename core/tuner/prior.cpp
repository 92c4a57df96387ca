// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/prior.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace knobscope {

namespace {

constexpr size_t kMaxTasks = 16;
constexpr size_t kMaxRecords = 2000;

bool worked(const EarlierTrial& trial)
{
    return usableFlops(trial.flops) > 0;
}

bool haveSameKnobs(const ConfigSpace& a, const ConfigSpace& b)
{
    return std::equal(a.knobs().begin(), a.knobs().end(), b.knobs().begin(), b.knobs().end(), [](const Knob& x, const Knob& y) {
        return x.name() == y.name() && x.definition().index() == y.definition().index();
    });
}

std::string listText(const std::vector<EarlierTask>& tasks)
{
    std::string text;
    for (size_t i = 0; i < tasks.size() && i < 4; ++i) {
        const Task& task = *tasks[i].task;
        text += fmt::format("{}{}: {}", i == 0 ? "" : ", ", tasks[i].label == task.name ? shapeText(task) : tasks[i].label,
                            tasks[i].trials.size());
    }
    return tasks.size() > 4 ? text + ", …" : text;
}

double sizeDistance(int64_t a, int64_t b)
{
    if (a <= 0 || b <= 0) {
        return 0; // the outermost part follows from the others
    }
    return std::abs(std::log2(static_cast<double>(a)) - std::log2(static_cast<double>(b)));
}

/// Distance of two values of a knob; 0 for equal ones, nullopt if they are not comparable.
std::optional<double> valueDistance(const KnobValue& a, const KnobValue& b)
{
    if (isEquivalent(a, b)) {
        return 0;
    }
    const auto* x = std::get_if<SplitEntity>(&a);
    const auto* y = std::get_if<SplitEntity>(&b);
    if (x && y && x->sizes.size() == y->sizes.size()) {
        double distance = 0;
        for (size_t i = 1; i < x->sizes.size(); ++i) {
            distance += sizeDistance(x->sizes[i], y->sizes[i]) * (i + 1 == x->sizes.size() ? 2 : 1); // the innermost matters most
        }
        return distance;
    }
    const auto* p = std::get_if<OtherEntity>(&a);
    const auto* q = std::get_if<OtherEntity>(&b);
    const auto* m = p ? std::get_if<int64_t>(&p->value) : nullptr;
    const auto* n = q ? std::get_if<int64_t>(&q->value) : nullptr;
    return m && n ? std::optional(1 + sizeDistance(*m + 1, *n + 1)) : std::nullopt;
}

} // namespace

double axesDistance(const ConfigSpace& a, const ConfigSpace& b)
{
    double distance = 0;
    for (size_t k = 0; k < std::min(a.knobs().size(), b.knobs().size()); ++k) {
        const auto* x = std::get_if<SplitKnob>(&a.knobs()[k].definition());
        const auto* y = std::get_if<SplitKnob>(&b.knobs()[k].definition());
        distance += x && y ? sizeDistance(x->extent, y->extent) : 0;
    }
    return distance;
}

std::optional<int64_t> nearestConfig(const ConfigSpace& space, const ConfigEntity& entity)
{
    std::vector<int64_t> digits;
    for (const Knob& knob : space.knobs()) {
        const KnobValue* value = entity.find(knob.name());
        if (!value) {
            return std::nullopt;
        }
        int64_t best = -1;
        double least = std::numeric_limits<double>::infinity();
        for (int64_t digit = 0; digit < std::min<int64_t>(knob.size(), 100'000); ++digit) {
            const auto distance = valueDistance(*value, knob.at(digit));
            if (distance && *distance < least) {
                least = *distance;
                best = digit;
            }
        }
        if (best < 0) {
            return std::nullopt;
        }
        digits.push_back(best);
    }
    const int64_t index = space.indexOfDigits(digits);
    return space.isValid(index) ? std::optional(index) : std::nullopt;
}

UsableHistory usableHistory(const ConfigSpace& space, const ModelOptions& options, const std::vector<EarlierTask>& history)
{
    UsableHistory out;
    if (history.empty() || options.transfer == TransferRule::None) {
        return out;
    }
    size_t records = 0;
    size_t failed = 0;
    for (const EarlierTask& earlier : history) {
        if (!earlier.task || !haveSameKnobs(earlier.task->space, space)) {
            continue;
        }
        failed += earlier.trials.size();
        if (std::any_of(earlier.trials.begin(), earlier.trials.end(), worked)) {
            out.tasks.push_back(earlier);
            records += earlier.trials.size();
        }
    }
    if (out.tasks.empty()) {
        out.sentence = failed > 0 ? phrase("No warm start: all {} earlier (record|records) of this template failed", failed)
                                  : phrase("No warm start: no earlier record has this template and these knobs");
        return out;
    }
    if (options.transfer == TransferRule::Autotvm) {
        if (static_cast<int64_t>(records) < options.minSeedRecords) {
            out.tasks.clear();
            out.sentence =
                phrase("No warm start: {} earlier (record is|records are) fewer than the {} that AutoTVM's rule requires",
                       records, options.minSeedRecords);
            return out;
        }
    } else {
        std::stable_sort(out.tasks.begin(), out.tasks.end(), [&](const EarlierTask& a, const EarlierTask& b) {
            return axesDistance(a.task->space, space) < axesDistance(b.task->space, space);
        });
        out.tasks.resize(std::min(out.tasks.size(), kMaxTasks));
        records = 0;
        for (EarlierTask& earlier : out.tasks) {
            earlier.trials = thinned(std::move(earlier.trials), kMaxRecords / out.tasks.size(), &EarlierTrial::flops);
            records += earlier.trials.size();
        }
    }
    const std::string list = listText(out.tasks);
    out.sentence = records == 1          ? phrase("Warm start: 1 record of 1 task ({})", list)
                 : out.tasks.size() == 1 ? phrase("Warm start: {} records of 1 task ({})", records, list)
                                         : phrase("Warm start: {} records of {} tasks ({})", records, out.tasks.size(), list);
    return out;
}

int64_t UsableHistory::records() const
{
    int64_t count = 0;
    for (const EarlierTask& earlier : tasks) {
        count += static_cast<int64_t>(earlier.trials.size());
    }
    return count;
}

bool Prior::isFitted()
{
    if (!m_wasTried) {
        m_wasTried = true;
        fit();
    }
    return m_model != nullptr;
}

void Prior::fit()
{
    std::vector<std::vector<float>> rows;
    std::vector<float> labels;
    double overall = 0;
    for (const EarlierTask& earlier : m_history) {
        for (const EarlierTrial& trial : earlier.trials) {
            overall = std::max(overall, usableFlops(trial.flops));
        }
    }
    for (const EarlierTask& earlier : m_history) {
        double best = 0;
        for (const EarlierTrial& trial : earlier.trials) {
            best = std::max(best, usableFlops(trial.flops));
        }
        // AutoTVM divides by the best of all workloads together; the share of the task's own best tells more about its configs.
        const double scale = m_options.transfer == TransferRule::Autotvm ? overall : best;
        for (const EarlierTrial& trial : earlier.trials) {
            auto row = features(m_options.features, earlier.task->space, earlier.task.get(), trial.entity);
            if (row && scale > 0) {
                rows.push_back(row->takeValues());
                labels.push_back(static_cast<float>(usableFlops(trial.flops) / scale));
            }
        }
    }
    BoostingOptions boosting = m_options.boosting;
    if (m_options.transfer == TransferRule::Autotvm) {
        boosting.rounds = 400;
        boosting.patience = 100;
        boosting.recallAt = static_cast<int>(2 * m_options.planSize);
    } else {
        boosting.loss = ModelLoss::Regression; // shares of the best are comparable between tasks, ranks are not
        boosting.rounds = 100;
        boosting.patience = 0;
    }
    auto model = makeXgboostModel(boosting);
    if (!rows.empty() && model && (*model)->fit(FeatureMatrix(rows), labels)) {
        m_model = std::move(*model);
    }
}

std::vector<float> Prior::scores(const FeatureMatrix& rows)
{
    if (isFitted()) {
        if (auto scores = m_model->predict(rows)) {
            return std::move(*scores);
        }
    }
    return std::vector<float>(rows.rows(), 0.0F);
}

std::vector<int64_t> Prior::bestConfigs(size_t count) const
{
    std::vector<std::vector<const EarlierTrial*>> sorted;
    for (const EarlierTask& earlier : m_history) {
        sorted.emplace_back();
        for (const EarlierTrial& trial : earlier.trials) {
            if (worked(trial)) {
                sorted.back().push_back(&trial);
            }
        }
        std::stable_sort(sorted.back().begin(), sorted.back().end(),
                         [](const auto* a, const auto* b) { return a->flops > b->flops; });
    }
    std::vector<int64_t> out;
    for (size_t rank = 0; rank < 3 && out.size() < count; ++rank) {
        for (const auto& trials : sorted) {
            const auto index = rank < trials.size() ? nearestConfig(m_space, trials[rank]->entity) : std::nullopt;
            if (index && out.size() < count && std::find(out.begin(), out.end(), *index) == out.end()) {
                out.push_back(*index);
            }
        }
    }
    return out;
}

} // namespace knobscope

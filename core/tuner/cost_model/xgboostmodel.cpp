// SPDX-License-Identifier: GPL-3.0-or-later
// XGBoost through its C API, as AutoTVM uses it: trees fitted from scratch, early stopping by average recall on the training set.
#include "core/tuner/cost_model/costmodel.h"

#include <xgboost/c_api.h>

#include <cmath>
#include <limits>

namespace knobscope {

namespace {

constexpr int kEvaluateEvery = 2; // rounds (from AutoTVM v0.12 on)
constexpr float kBaseScore = 0.5F; // XGBoost's default, which AutoTVM keeps

struct FreeMatrix {
    void operator()(void* handle) const { (void)XGDMatrixFree(handle); }
};
struct FreeBooster {
    void operator()(void* handle) const { (void)XGBoosterFree(handle); }
};
using Matrix = std::unique_ptr<void, FreeMatrix>;
using Booster = std::unique_ptr<void, FreeBooster>;

Result<void> checked(int status, const char* doing)
{
    if (status == 0) {
        return {};
    }
    std::string message = XGBGetLastError();
    message = message.substr(0, message.find('\n'));
    return fail(ErrorCode::Unsupported, "XGBoost failed while {}: {}", doing, message);
}

/// XGBoost 2 ranks by integer grades from 0 to 31 and rejects fractions, which 1.7 accepts.
std::vector<float> gradesWhereNeeded(std::span<const float> labels, ModelLoss loss)
{
    int major = 0;
    XGBoostVersion(&major, nullptr, nullptr);
    std::vector<float> out(labels.begin(), labels.end());
    if (loss != ModelLoss::Regression && major >= 2) {
        std::transform(out.begin(), out.end(), out.begin(),
                       [](float label) { return std::round(std::clamp(label, 0.0F, 1.0F) * 31); });
    }
    return out;
}

class XgboostModel : public CostModel
{
public:
    explicit XgboostModel(const BoostingOptions& options)
        : m_options(options)
    {
    }

    Result<void> fit(const FeatureMatrix& rows, std::span<const float> labels, std::span<const float> margins) override
    {
        if (rows.rows() == 0 || rows.columns() == 0 || rows.rows() != labels.size()
            || (!margins.empty() && margins.size() != labels.size())) {
            return fail(ErrorCode::InvalidArgument, "A cost model needs one label per row, not {} rows and {} labels",
                        rows.rows(), labels.size());
        }
        for (const float label : labels) {
            if (!std::isfinite(label)) {
                return fail(ErrorCode::InvalidArgument, "A label of the cost model is not a number");
            }
        }
        DMatrixHandle made = nullptr;
        TRY(checked(XGDMatrixCreateFromMat(rows.values().data(), rows.rows(), rows.columns(),
                                           std::numeric_limits<float>::quiet_NaN(), &made),
                    "reading the samples"));
        const Matrix data(made);
        m_columns = rows.columns();
        m_hasMargins = !margins.empty();
        TRY(describe(data.get(), labels, margins));
        return boost(data.get(), labels);
    }

    Result<std::vector<float>> predict(const FeatureMatrix& rows, std::span<const float> margins) override
    {
        if (!m_booster) {
            return fail(ErrorCode::InvalidArgument, "The cost model has not been fitted yet");
        }
        if (rows.rows() == 0) {
            return std::vector<float>();
        }
        const FeatureMatrix same = rows.columns() == m_columns ? FeatureMatrix() : rows.withColumns(m_columns);
        const float* values = rows.columns() == m_columns ? rows.values().data() : same.values().data();
        const std::string array =
            fmt::format(R"({{"data":[{},true],"shape":[{},{}],"typestr":"<f4","version":3}})",
                        reinterpret_cast<uintptr_t>(values), rows.rows(), m_columns); // NOLINT: the API takes an address as text
        bst_ulong const* shape = nullptr;
        bst_ulong dimensions = 0;
        const float* scores = nullptr;
        TRY(checked(XGBoosterPredictFromDense(m_booster.get(), array.c_str(),
                                              R"({"type":1,"iteration_begin":0,"iteration_end":0,"strict_shape":false,)"
                                              R"("cache_id":0,"missing":NaN})",
                                              nullptr, &shape, &dimensions, &scores),
                    "predicting"));
        std::vector<float> out(scores, scores + rows.rows());
        for (size_t i = 0; m_hasMargins && i < out.size(); ++i) {
            out[i] += (i < margins.size() ? margins[i] : kBaseScore) - kBaseScore;
        }
        return out;
    }

private:
    Result<void> describe(void* data, std::span<const float> labels, std::span<const float> margins) const
    {
        const std::vector<float> taken = gradesWhereNeeded(labels, m_options.loss);
        TRY(checked(XGDMatrixSetFloatInfo(data, "label", taken.data(), taken.size()), "reading the labels"));
        if (m_options.loss != ModelLoss::Regression) {
            const auto group = static_cast<unsigned>(labels.size());
            TRY(checked(XGDMatrixSetUIntInfo(data, "group", &group, 1), "grouping the samples"));
        }
        return margins.empty()
                 ? Result<void>()
                 : checked(XGDMatrixSetFloatInfo(data, "base_margin", margins.data(), margins.size()), "reading the margins");
    }

    Result<Booster> make(void* data) const
    {
        DMatrixHandle handle = data;
        BoosterHandle made = nullptr;
        TRY(checked(XGBoosterCreate(&handle, 1, &made), "starting"));
        Booster booster(made);
        const std::pair<const char*, std::string> parameters[] = {
            {"booster", "gbtree"},
            {"verbosity", "0"},
            {"tree_method", "exact"},
            {"objective", m_options.loss == ModelLoss::Regression ? "reg:squarederror" : "rank:pairwise"},
            {"base_score", fmt::format("{}", kBaseScore)},
            {"max_depth", "3"},
            {"gamma", "0.0001"},
            {"min_child_weight", "1"},
            {"subsample", "1"},
            {"eta", "0.3"},
            {"lambda", "1"},
            {"alpha", "0"},
            {"nthread", std::to_string(m_options.threads)},
            {"seed", std::to_string(m_options.seed % 2147483647)},
        };
        for (const auto& [name, value] : parameters) {
            TRY(checked(XGBoosterSetParam(made, name, value.c_str()), name));
        }
        return booster;
    }

    Result<void> boost(void* data, std::span<const float> labels)
    {
        Booster booster = TRY(make(data));
        std::vector<float> judged(labels.begin(), labels.end());
        if (m_options.loss == ModelLoss::RankBinary) {
            std::transform(judged.begin(), judged.end(), judged.begin(), [](float label) { return label > 0.5F ? 1.0F : 0.0F; });
        }
        double best = -1;
        int bestRound = 0;
        for (int round = 0; round < m_options.rounds; ++round) {
            TRY(checked(XGBoosterUpdateOneIter(booster.get(), round, data), "fitting"));
            if (m_options.patience <= 0 || round % kEvaluateEvery != 0) {
                continue;
            }
            bst_ulong count = 0;
            const float* scores = nullptr;
            TRY(checked(XGBoosterPredict(booster.get(), data, 1, 0, 0, &count, &scores), "judging"));
            const double recall = averageRecall(std::span(scores, count), judged, static_cast<size_t>(m_options.recallAt));
            if (recall > best) {
                best = recall;
                bestRound = round;
            } else if (round - bestRound >= m_options.patience) {
                break;
            }
        }
        m_booster = std::move(booster);
        return {};
    }

    BoostingOptions m_options;
    Booster m_booster;
    size_t m_columns = 0;
    bool m_hasMargins = false;
};

} // namespace

std::string xgboostVersion()
{
    int major = 0;
    int minor = 0;
    int patch = 0;
    XGBoostVersion(&major, &minor, &patch);
    return fmt::format("XGBoost {}.{}.{}", major, minor, patch);
}

Result<std::unique_ptr<CostModel>> makeXgboostModel(const BoostingOptions& options)
{
    return std::make_unique<XgboostModel>(options);
}

} // namespace knobscope

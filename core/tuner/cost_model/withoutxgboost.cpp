// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/cost_model/costmodel.h"

namespace knobscope {

std::string xgboostVersion()
{
    return {};
}

Result<std::unique_ptr<CostModel>> makeXgboostModel(const BoostingOptions&)
{
    return fail(
        ErrorCode::Unsupported,
        "This build has no XGBoost, so there is no cost model; install libxgboost-dev and build again, or use another tuner");
}

} // namespace knobscope

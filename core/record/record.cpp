// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/record.h"

#include "core/base/statistics.h"
#include "core/record/pythonjson.h"

#include <cmath>

namespace knobscope {

double TuningRecord::meanCost() const
{
    return mean(costs);
}

bool TuningRecord::isUsable() const
{
    return errorNo == 0 && std::isfinite(meanCost()) && meanCost() > 0;
}

std::string recordLine(const TuningRecord& record)
{
    // Built manually: a JSON object would not keep the order of the keys.
    std::string costs;
    for (const double cost : record.costs) {
        costs += (costs.empty() ? "" : ", ") + pythonFloat(cost);
    }
    const auto text = [](const std::string& value) { return pythonJson(nlohmann::json(value)); };
    std::string line = fmt::format(R"({{"input": [{}, {}, {}, {}], )", text(record.target), text(record.task),
                                   pythonJson(record.args), pythonJson(record.kwargs));
    line += fmt::format(R"("config": {{"index": {}, "code_hash": {}, "entity": {}}}, )",
                        record.entity.index ? std::to_string(*record.entity.index) : "null",
                        record.codeHash ? text(*record.codeHash) : "null", pythonJson(entityToJson(record.entity)));
    line += fmt::format(R"("result": [[{}], {}, {}, {}], "version": 0.2, "tvm_version": {})", costs, record.errorNo,
                        pythonFloat(record.allCost), pythonFloat(record.timestamp), text(record.tvmVersion));
    if (!record.edits.is_null()) {
        line += R"(, "space_edits": )" + pythonJson(record.edits);
    }
    return line + "}";
}

} // namespace knobscope

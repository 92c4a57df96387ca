// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/interpreter.h"

#include <QTest>

#include <string>

namespace knobscope {

/// Checks a graph, and that the interpreter computes these outputs.
inline void compareResults(const Graph& graph, const std::vector<Tensor>& inputs, const std::vector<Tensor>& expected)
{
    const auto right = checkGraph(graph);
    QVERIFY2(right, right ? "" : right.error().message.c_str());
    const auto outputs = interpret(graph, inputs);
    QVERIFY2(outputs.has_value(), outputs ? "" : outputs.error().message.c_str());
    QCOMPARE(outputs->size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i) {
        const auto difference = compareTensors((*outputs)[i], expected[i], 1e-4, 1e-6);
        QVERIFY2(difference && difference->isWithin, difference ? std::to_string(difference->largest).c_str() : "type");
    }
}

} // namespace knobscope

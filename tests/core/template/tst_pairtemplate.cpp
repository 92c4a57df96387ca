// SPDX-License-Identifier: GPL-3.0-or-later
// Two convolutions in one kernel, held against the two one after the other as textbooks write them.
#include "core/task/task.h"
#include "tests/core/op/reference.h"
#include "tests/core/template/blockedplaces.h"
#include "tests/core/template/kernelrun.h"
#include "tests/nightly.h"

#include <QTest>

#include <set>

using namespace knobscope;
using nlohmann::json;

namespace {

struct TwoConvs {
    Conv2d first, second;
    bool isRectified = false;
};

json kernelOf(const Conv2d& conv)
{
    return {"TENSOR", {conv.k, filterChannels(conv), conv.r, conv.s}, "float32"};
}

json argumentsOf(const TwoConvs& two)
{
    const Conv2d& a = two.first;
    const Conv2d& b = two.second;
    return {{"TENSOR", {a.n, a.c, a.h, a.w}, "float32"},
            kernelOf(a),
            a.stride,
            a.pad,
            a.dilation,
            kernelOf(b),
            b.stride,
            b.pad,
            b.dilation,
            two.isRectified ? json("relu") : json()};
}

/// Any two that follow each other; nothing where the second has no room for its window, or textbook loops would take long.
std::optional<TwoConvs> randomPair(std::mt19937_64& random)
{
    const auto kind = [&] { return random() % 4 == 0 ? ConvKind::Depthwise : ConvKind::Any; };
    TwoConvs two;
    two.isRectified = random() % 3 != 0;
    two.first = randomConv(random, kind());
    const Conv2d& a = two.first;
    Conv2d& b = two.second;
    b = randomConv(random, kind());
    b.n = a.n;
    b.c = a.k;
    b.h = a.oh();
    b.w = a.ow();
    b.k = b.depthwise ? b.c : b.k;
    const bool fits =
        (b.r - 1) * b.dilation[0] < b.h + b.pad[0] + b.pad[2] && (b.s - 1) * b.dilation[1] < b.w + b.pad[1] + b.pad[3];
    return fits && a.plainFlops() + b.plainFlops() < 5e7 ? std::optional(two) : std::nullopt;
}

std::vector<double> filled(int64_t elements, int64_t salt)
{
    std::vector<double> values;
    for (int64_t i = 0; i < elements; ++i) {
        values.push_back(inputValue(i, salt));
    }
    return values;
}

int64_t filterElements(const Conv2d& conv)
{
    return conv.k * filterChannels(conv) * conv.r * conv.s;
}

/// Largest error of an element, relative to the largest output.
double errorOf(const TwoConvs& two, const ir::LoopNest& nest, KernelLoader& loader, std::string& problem)
{
    const Conv2d& a = two.first;
    const Conv2d& b = two.second;
    const std::vector<double> data = filled(a.n * a.c * a.h * a.w, 1);
    const std::array<std::vector<double>, 2> filters{filled(filterElements(a), 2), filled(filterElements(b), 3)};
    const int64_t ic = nest.parameters[0]->shape.back();
    const int64_t mc = nest.parameters[1]->shape.back();
    const int64_t oc = nest.parameters[3]->shape.back();
    const auto actual = runKernel(nest, loader, [&](size_t argument, int64_t element) {
        const auto at = argument == 0 ? plainPlace(element, a.c, a.h * a.w, ic)
                      : argument == 1 ? plainFilterPlace(element, a, a.depthwise ? 1 : ic, mc)
                                      : plainFilterPlace(element, b, b.depthwise ? 1 : mc, oc);
        return static_cast<float>((argument == 0 ? data : filters[argument - 1])[static_cast<size_t>(at)]);
    });
    if (!actual) {
        problem = actual.error().message;
        return NAN;
    }
    std::vector<double> middle = referenceConv2d(a, data, filters[0]);
    for (double& value : middle) {
        value = two.isRectified ? std::max(value, 0.0) : value;
    }
    const std::vector<double> expected = referenceConv2d(b, middle, filters[1]);
    return largestError(*actual, expected, [&](int64_t i) { return plainPlace(i, b.k, b.oh() * b.ow(), oc); });
}

} // namespace

class TestPairTemplate : public QObject
{
    Q_OBJECT
private slots:
    void computesBoth()
    {
        auto loader = KernelLoader::create();
        QVERIFY(loader.has_value());
        std::mt19937_64 random(11);
        std::map<int64_t, int> places; // where the first was computed
        for (int shapes = 0; shapes < casesOf(300, 5);) {
            const auto two = randomPair(random);
            if (!two) {
                continue;
            }
            ++shapes;
            const std::string args = argumentsOf(*two).dump();
            const auto task = makeTask("conv2d_pair_NCHWc.x86", argumentsOf(*two), parseTarget("llvm").value());
            QVERIFY2(task.has_value(), task ? "" : (args + task.error().message).c_str());
            QCOMPARE(task->plainFlops, two->first.plainFlops() + two->second.plainFlops());
            const auto entity =
                task->space.at(static_cast<int64_t>(random() % static_cast<uint64_t>(task->space.rangeLength()))).value();
            ++places[std::get<int64_t>(std::get<OtherEntity>(entity.values.back().second).value)];
            const auto nest = lowerConfig(*task, entity);
            QVERIFY2(nest.has_value(), nest ? "" : (args + entityText(entity) + nest.error().message).c_str());
            std::string problem;
            const double error = errorOf(*two, *nest, **loader, problem);
            QVERIFY2(error < 1e-5, fmt::format("{} {}: {} {}", args, entityText(entity), error, problem).c_str());
        }
        QCOMPARE(places.size(), size_t{4});
        loader->reset();
    }

    void whatItCannotDoIsSaid()
    {
        TwoConvs two;
        two.first = {1, 8, 10, 10, 16, 3, 3};
        two.second = {1, 16, 8, 8, 16, 3, 3};
        const json right = argumentsOf(two);
        const auto refusal = [](const json& args) {
            const auto task = makeTask("conv2d_pair_NCHWc.x86", args, parseTarget("llvm").value());
            return task ? std::string() : task.error().message;
        };
        QCOMPARE(refusal(right), std::string());
        const auto changed = [&](size_t i, const json& value) {
            json args = right;
            args[i] = value;
            return refusal(args);
        };
        QVERIFY2(changed(5, {"TENSOR", {16, 8, 3, 3}, "float32"}).find("16") != std::string::npos,
                 changed(5, {"TENSOR", {16, 8, 3, 3}, "float32"}).c_str());
        QVERIFY(changed(5, {"TENSOR", {16, 16, 11, 11}, "float32"}).find("11x11") != std::string::npos);
        QVERIFY(changed(9, "tanh").find("relu") != std::string::npos);
        QVERIFY(changed(0, {"TENSOR", {1, 8, 10, 10}, "int8"}).find("float32") != std::string::npos);
        QVERIFY(!changed(1, 7).empty() && !changed(5, json()).empty() && !changed(2, "x").empty());
        QVERIFY(!refusal(json::array()).empty() && !refusal({right[0]}).empty());
    }
};

QTEST_GUILESS_MAIN(TestPairTemplate)
#include "tst_pairtemplate.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Workloads as they come from logs, the command line and project files: whatever they say, the answer is a task or a sentence.
#include "core/task/task.h"

#include <QTest>

#include <iterator>
#include <random>

using namespace knobscope;
using nlohmann::json;

namespace {

json tensor(std::vector<int64_t> shape)
{
    return {"TENSOR", std::move(shape), "float32"};
}

struct Workload {
    const char* name;
    const char* target;
    json args;
};

std::vector<Workload> workloads()
{
    const json conv{tensor({1, 64, 14, 14}), tensor({64, 64, 3, 3}), {1, 1}, {1, 1, 1, 1}, {1, 1}};
    json nchwc = conv;
    nchwc.insert(nchwc.end(), {"NCHW", "NCHW", "float32"});
    json direct = conv;
    direct.push_back("float32");
    const json dense{tensor({1, 512}), tensor({1000, 512}), nullptr, "float32"};
    const json batch{tensor({4, 32, 64}), tensor({4, 32, 64}), {4, 32, 32}, "float32", false, true};
    return {{"tutorial/matmul", "llvm", {64, 64, 64, "float32"}},
            {"conv2d_NCHWc.x86", "llvm", nchwc},
            {"dense_pack.x86", "llvm", dense},
            {"dense_nopack.x86", "llvm", dense},
            {"batch_matmul.x86", "llvm", batch},
            {"conv2d_nchw.cuda", "cuda", direct}};
}

/// Some value somewhere inside becomes another.
void mutate(json& value, std::mt19937& random)
{
    if (value.is_array() && !value.empty() && random() % 8 != 0) {
        const size_t at = random() % value.size();
        switch (random() % 10) {
        case 0: value.erase(value.begin() + static_cast<std::ptrdiff_t>(at)); break;
        case 1: value.push_back(json(value[at])); break;
        default: mutate(value[at], random);
        }
        return;
    }
    static const json values{0,
                             1,
                             -1,
                             2,
                             7,
                             4096,
                             2147483647,
                             2147483648,
                             int64_t{1} << 62,
                             0.5,
                             -3e300,
                             true,
                             nullptr,
                             "",
                             "float16",
                             "NCHW4c",
                             "\xff",
                             json::array(),
                             json::object(),
                             {1, 2},
                             {"TENSOR"},
                             {"TENSOR", {1, 2}, "int7"}};
    value = values[random() % values.size()];
}

} // namespace

class TestTaskFuzz : public QObject
{
    Q_OBJECT
private slots:
    void unspoiltWorkloadsAreTasks()
    {
        for (const Workload& w : workloads()) {
            const auto task = makeTask(w.name, w.args, parseTarget(w.target).value());
            QVERIFY2(task.has_value(), task ? "" : task.error().message.c_str());
        }
    }

    void spoiltWorkloadsAreTasksOrSentences()
    {
        std::mt19937 random(11);
        int made = 0;
        int refused = 0;
        const auto all = workloads();
        for (int round = 0; round < 3000; ++round) {
            const Workload& w = all[random() % all.size()];
            json args = w.args;
            for (size_t i = 0, changes = 1 + random() % 3; i < changes; ++i) {
                mutate(args, random);
            }
            const auto task = makeTask(w.name, args, parseTarget(w.target).value());
            if (task) {
                ++made;
                QVERIFY(task->space.rangeLength() >= 1);
                QVERIFY(task->space.at(task->space.rangeLength() - 1).has_value());
                QVERIFY(taskFromJson(taskToJson(*task)).has_value());
            } else {
                ++refused;
                QVERIFY(!task.error().message.empty());
                QVERIFY2(task.error().message.find('\n') == std::string::npos, task.error().message.c_str());
            }
        }
        QVERIFY2(made > 50 && refused > 500, qPrintable(QStringLiteral("%1 made, %2 refused").arg(made).arg(refused)));
    }

    void spoiltTaskDocumentsAreRefused()
    {
        std::mt19937 random(12);
        const json good = taskToJson(makeTask("tutorial/matmul", {64, 64, 64, "float32"}, parseTarget("llvm").value()).value());
        for (int round = 0; round < 500; ++round) {
            json bad = good;
            const auto key = std::next(bad.begin(), static_cast<std::ptrdiff_t>(random() % bad.size()));
            mutate(key.value(), random);
            if (const auto task = taskFromJson(bad); !task) {
                QVERIFY(!task.error().message.empty());
            }
        }
        QVERIFY(!taskFromJson(nullptr));
        QVERIFY(!taskFromJson(json::array({1, 2})));
    }
};

QTEST_APPLESS_MAIN(TestTaskFuzz)
#include "tst_taskfuzz.moc"

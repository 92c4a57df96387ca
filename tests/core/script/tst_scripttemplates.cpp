// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/printer.h"
#include "core/network/extract.h"
#include "core/network/network.h"
#include "core/script/parse.h"
#include "core/script/workload.h"
#include "core/task/handschedule.h"
#include "tests/core/space/candidatesdigest.h"

#include <QDir>
#include <QTest>

using namespace knobscope;
using nlohmann::json;

namespace {

const Target& cpu()
{
    static const Target target = parseTarget("llvm -mcpu=znver3").value();
    return target;
}

const Target& gpu()
{
    static const Target target = parseTarget("cuda -arch=sm_80").value();
    return target;
}

Result<Task> taskOf(const std::string& source, const TextSizes& sizes, const Target& target)
{
    const auto workload = TRY(workloadOfText(source, "test", sizes));
    return makeTask(workload.name, workload.args, target);
}

std::string shipped(const char* name)
{
    return readScheduleFile(std::string(KNOBSCOPE_SCHEDULES "/") + name + ".sched").value();
}

/// The code of a config without the kernel's name.
std::string codeOf(const Task& task, const ConfigEntity& entity)
{
    std::string text;
    if (task.isGpu) {
        const auto program = lowerDeviceConfig(task, entity);
        text = program ? ir::text(*program) : program.error().message;
    } else {
        const auto nest = lowerConfig(task, entity);
        text = nest ? ir::text(*nest) : nest.error().message;
    }
    const std::string name = kernelName(task);
    for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        text.replace(at, name.size(), "f");
    }
    return text;
}

/// Compares the code of some configs with that of their texts; returns their number, or a negative one after a difference.
int compareSome(const Task& task)
{
    int compared = 0;
    for (const int64_t part : {0, 2, 5}) {
        const auto entity = task.space.at(task.space.rangeLength() * part / 7);
        if (!entity || !scheduleConfig(task, *entity)) {
            continue;
        }
        const auto text = scheduleAsText(task, *entity);
        const auto again = text ? taskOf(*text, {}, task.target) : fail(text);
        const std::string code = again ? codeOf(*again, again->space.at(0).value()) : again.error().message;
        if (code != codeOf(task, *entity)) {
            qWarning("%s\n%s\n%s", task.name.c_str(), text ? text->c_str() : "", code.c_str());
            return -1000;
        }
        ++compared;
    }
    return compared;
}

} // namespace

class TestScriptTemplates : public QObject
{
    Q_OBJECT
private slots:
    void shippedTextsHaveTheBuiltInSpaces_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("args");
        QTest::addColumn<QString>("sizes");
        QTest::newRow("matmul") << "tutorial_matmul" << "tutorial/matmul" << R"([512, 512, 512, "float32"])" << "{}";
        QTest::newRow("other sizes") << "tutorial_matmul" << "tutorial/matmul" << R"([60, 32, 97, "float32"])"
                                     << R"({"N": 60, "L": 32, "M": 97})";
        QTest::newRow("v1") << "tutorial_matmul_v1" << "tutorial/matmul_v1" << R"([512, 512, 512, "float32"])" << "{}";
        QTest::newRow("conv2d") << "tutorial_conv2d" << "tutorial/conv2d_no_batching" << "[1, 7, 7, 512, 512, 3, 3, 1, 1]"
                                << "{}";
        QTest::newRow("conv2d, stride 2") << "tutorial_conv2d" << "tutorial/conv2d_no_batching"
                                          << "[1, 28, 28, 64, 32, 3, 3, [2, 2], [1, 1]]"
                                          << R"({"h": 28, "w": 28, "k": 64, "c": 32, "stride": 2})";
    }

    void shippedTextsHaveTheBuiltInSpaces()
    {
        QFETCH(QString, file);
        QFETCH(QString, name);
        QFETCH(QString, args);
        QFETCH(QString, sizes);
        const Target& target = name.contains("conv2d") ? gpu() : cpu();
        const auto builtIn = makeTask(name.toStdString(), json::parse(args.toStdString()), target);
        QVERIFY2(builtIn.has_value(), builtIn ? "" : builtIn.error().message.c_str());
        const auto byHand = taskOf(shipped(file.toUtf8()), json::parse(sizes.toStdString()).get<TextSizes>(), target);
        QVERIFY2(byHand.has_value(), byHand ? "" : byHand.error().message.c_str());
        QCOMPARE(byHand->space.text(), builtIn->space.text());
        QCOMPARE(byHand->autotvmFlops, builtIn->autotvmFlops);
        QCOMPARE(byHand->plainFlops, builtIn->plainFlops);
        for (size_t k = 0; k < builtIn->space.knobs().size(); ++k) {
            QCOMPARE(candidatesDigest(byHand->space.knobs()[k]), candidatesDigest(builtIn->space.knobs()[k]));
        }
        for (const int64_t part : {0, 3, 5, 7, 11}) {
            const auto entity = builtIn->space.at(builtIn->space.rangeLength() * part / 12).value();
            QCOMPARE(codeOf(*byHand, entity), codeOf(*builtIn, entity));
        }
    }

    void everyShippedTextIsLegal()
    {
        const QStringList files = QDir(KNOBSCOPE_SCHEDULES).entryList({"*.sched"});
        QVERIFY(files.size() >= 12);
        for (const QString& file : files) {
            const auto text = parseSchedule(shipped(file.chopped(6).toUtf8()));
            QVERIFY2(text.has_value(),
                     qPrintable(file + ": " + (text ? QString() : QString::fromStdString(text.error().message))));
            const auto task = taskOf(shipped(file.chopped(6).toUtf8()), {}, text->isGpu ? gpu() : cpu());
            QVERIFY2(task.has_value(),
                     qPrintable(file + ": " + (task ? QString() : QString::fromStdString(task.error().message))));
            const auto entity = task->space.at(0).value();
            const bool isLegal =
                text->isGpu ? lowerDeviceConfig(*task, entity).has_value() : lowerConfig(*task, entity).has_value();
            QVERIFY2(isLegal, qPrintable(file + ": " + QString::fromStdString(codeOf(*task, entity))));
        }
    }

    void configsOfTemplatesComeBackFromTheirText_data()
    {
        QTest::addColumn<QString>("network");
        QTest::addColumn<bool>("isGpu");
        for (const char* network : {"resnet-18", "mobilenet-v1", "resnet-50/int8"}) {
            QTest::addRow("%s", network) << network << false;
        }
        QTest::newRow("resnet-18 on a GPU") << "resnet-18" << true;
        QTest::newRow("mobilenet on a GPU") << "mobilenet-v1" << true;
    }

    /// Of every template of the network's tasks, some configs of two tasks.
    void configsOfTemplatesComeBackFromTheirText()
    {
        QFETCH(QString, network);
        QFETCH(bool, isGpu);
        const Target& target = isGpu ? gpu() : cpu();
        const auto networks = loadNetworks().value();
        const auto extracted =
            extractTasks(findNetwork(networks, network.toStdString()).value(), target, TaskChoice::WithExtra).value();
        std::map<std::string, int> tried;
        int compared = 0;
        for (const NetworkTask& item : extracted.tasks) {
            if (++tried[item.task] <= 2) {
                compared += compareSome(makeTask(item.task, item.args, target).value());
            }
        }
        QVERIFY(compared >= 3);
    }

    void productsComeBackFromTheirText()
    {
        const json dense{{"TENSOR", {8, 128}, "float32"}, {"TENSOR", {64, 128}, "float32"}, nullptr, "float32"};
        const json batch{{"TENSOR", {4, 16, 32}, "float32"}, {"TENSOR", {4, 48, 32}, "float32"}, {4, 16, 48}, "float32"};
        for (const auto& [name, args] :
             {std::pair{"dense_pack.x86", dense}, {"dense_nopack.x86", dense}, {"batch_matmul.x86", batch}}) {
            QVERIFY(compareSome(makeTask(name, args, cpu()).value()) > 0);
            for (const Task& extra : extraTasksOf(name, args, cpu())) {
                QVERIFY2(compareSome(extra) > 0, extra.name.c_str());
            }
        }
    }

    void aTextOfATextHasItsNumbers()
    {
        const auto task = taskOf(shipped("tutorial_matmul"), {{"N", 64}}, cpu()).value();
        const auto entity = task.space.at(13).value();
        const auto text = scheduleAsText(task, entity).value();
        const auto again = taskOf(text, {}, cpu());
        QVERIFY2(again.has_value(), (again ? text : again.error().message + text).c_str());
        QCOMPARE(again->space.rangeLength(), int64_t(1));
        QCOMPARE(codeOf(*again, again->space.at(0).value()), codeOf(task, entity));
    }
};

QTEST_APPLESS_MAIN(TestScriptTemplates)
#include "tst_scripttemplates.moc"

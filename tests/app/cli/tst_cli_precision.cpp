// SPDX-License-Identifier: GPL-3.0-or-later
// float32 networks in another precision, as scripts run them.
#include "tests/app/cli/commandline.h"

#include <QTemporaryDir>
#include <QTest>

#include <fmt/core.h>

#include <cmath>

using nlohmann::json;

class TestCliPrecision : public QObject
{
    Q_OBJECT
private:
    static QString folder() { return QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/network"); }
    static QString model() { return folder() + "/model.onnx"; }
    static Outcome run(const QStringList& options)
    {
        return cli(QStringList{"network", "run", model(), "--runs", "3", "--json"} + options);
    }
    static std::string refusal(const QStringList& options)
    {
        const Outcome outcome = run(options);
        return outcome.code == 1 || outcome.code == 2 ? outcome.document().value("error", "")
                                                      : "exit code " + std::to_string(outcome.code);
    }
    static void checkError(const json& precision, const std::string& name)
    {
        QCOMPARE(precision.at("name").get<std::string>(), name);
        const json& error = precision.at("error");
        QVERIFY(error.at("max_abs").get<double>() > 0);
        QVERIFY(error.at("max_rel").get<double>() > 0);
        QVERIFY(error.at("rms").get<double>() > 0 && error.at("rms") <= error.at("max_abs"));
        QVERIFY(precision.at("float32_milliseconds").get<double>() > 0 && precision.at("milliseconds").get<double>() > 0);
    }

private slots:
    void initTestCase()
    {
        if (!isUsable("onnx") || !isUsable("cpu")) {
            QSKIP("this build has no ONNX or no LLVM");
        }
    }

    void theErrorIsShown()
    {
        QVERIFY(run({}).document().at("precision").is_null());
        for (const char* name : {"bfloat16", "int8"}) {
            for (const QStringList& inputs :
                 {QStringList(), QStringList{"--range", "0:1"}, QStringList{"--calibration", folder()}}) {
                const Outcome outcome = run(QStringList{"--precision", name} + inputs);
                QVERIFY2(outcome.code == 0, (outcome.out + outcome.err).c_str());
                const json document = outcome.document();
                QVERIFY(document.at("checked") == json(true));
                checkError(document.at("precision"), name);
                const auto from = document.at("precision").at("inputs").get<std::string>();
                QVERIFY2(from.starts_with(inputs.isEmpty()              ? "random inputs of mean 0"
                                          : inputs.front() == "--range" ? "random inputs from 0 to 1"
                                                                        : "the inputs in "),
                         from.c_str());
            }
        }
        QVERIFY(cli({"network", "run", model(), "--runs", "2", "--precision", "int8"}).out.find("int8 against float32, on ")
                != std::string::npos);
    }

    void precisionsStandSideBySide()
    {
        QTemporaryDir folder;
        const QString project = folder.filePath("p.knobscope");
        QVERIFY(cli({"network", "tune", model(), "--trials", "2", "--no-run", "--project", project}).code == 0);
        const Outcome outcome = cli({"network", "precisions", model(), "--runs", "5", "--project", project, "--json"});
        QVERIFY2(outcome.code == 0, (outcome.out + outcome.err).c_str());
        const json document = outcome.document();
        QVERIFY(document.at("checked") == json(true));
        const json& rows = document.at("precisions");
        QCOMPARE(rows.size(), size_t{3});
        QVERIFY(rows[0].at("name") == "float32" && rows[0].at("milliseconds").get<double>() > 0 && !rows[0].contains("rms"));
        for (const size_t row : {size_t{1}, size_t{2}}) {
            const auto name = rows[row].at("name").get<std::string>();
            QCOMPARE(name, row == 1 ? std::string("bfloat16") : std::string("int8"));
            // The same inputs give the same outputs: the errors are those of a run in this precision alone.
            const json alone = run({"--precision", QString::fromStdString(name)}).document().at("precision").at("error");
            for (const char* figure : {"max_abs", "rms"}) {
                const double here = rows[row].at(figure).get<double>(), there = alone.at(figure).get<double>();
                QVERIFY2(here > 0 && std::abs(here - there) <= 0.3 * there,
                         fmt::format("{}: {} and {}", name, here, there).c_str());
            }
            QVERIFY(rows[row].at("low").get<double>() <= rows[row].at("change").get<double>());
        }
        int floatSteps = 0;
        int integerSteps = 0;
        for (const json& step : document.at("steps")) {
            // How these add up to the whole is not asked: reading the clock takes longer than a step of this network.
            floatSteps += step.value("float32_milliseconds", 0.0) > 0 ? 1 : 0;
            integerSteps += step.at("op").get<std::string>().starts_with("QuantizeLinear") && step.contains("int8_milliseconds")
                                 && !step.contains("float32_milliseconds")
                              ? 1
                              : 0;
        }
        QVERIFY(floatSteps > 0 && integerSteps > 0);
        for (const char* wrong : {"float32", "int8,int8", "int4", ""}) {
            const Outcome refused = cli({"network", "precisions", model(), "--with", wrong});
            QVERIFY2(refused.code != 0 && !refused.err.empty(), wrong);
        }
    }

    void inputsOfTheComparisonAreNamed()
    {
        const Outcome outcome = cli({"network", "precisions", QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/network/model.onnx"),
                                     "--with", "int8", "--range", "0:1", "--runs", "2", "--no-check"});
        QVERIFY2(outcome.code == 0, (outcome.out + outcome.err).c_str());
        QVERIFY2(outcome.out.find("errors against float32, on random inputs from 0 to 1") != std::string::npos,
                 outcome.out.c_str());
    }

    void stepsAreOfThatPrecision()
    {
        const Outcome outcome = cli({"network", "profile", model(), "--runs", "2", "--precision", "int8", "--json"});
        QVERIFY2(outcome.code == 0, (outcome.out + outcome.err).c_str());
        const json document = outcome.document();
        checkError(document.at("precision"), "int8");
        int sums = 0;
        for (const json& step : document.at("steps")) {
            sums += step.at("op").get<std::string>().starts_with("ConvInteger") ? 1 : 0;
        }
        QVERIFY(sums > 0);
    }

    void tasksAreOfThatPrecision()
    {
        QTemporaryDir project;
        const Outcome outcome = cli({"network", "tune", model(), "--trials", "3", "--precision", "int8", "--project",
                                     project.filePath("p.knobscope"), "--json"});
        QVERIFY2(outcome.code == 0, (outcome.out + outcome.err).c_str());
        const json document = outcome.document();
        checkError(document.at("precision"), "int8");
        QVERIFY(!document.at("tasks").empty());
        QVERIFY2(document.at("network").get<std::string>().ends_with(" in int8"), outcome.out.c_str());
    }

    void nonsenseIsRefused()
    {
        QCOMPARE(refusal({"--precision", "int4"}),
                 std::string("'int4' is no precision of a network; use float32, bfloat16 or int8"));
        for (const char* range : {"nan:1", "0:inf", "1:0", "2:2", "1", "a:b", "-1e308:1.7e308", "0:1:2"}) {
            QCOMPARE(refusal({"--precision", "int8", "--range", range}),
                     fmt::format("--range expects LOW:HIGH, two finite numbers, the lower one first, not '{}'", range));
        }
        QTemporaryDir empty;
        const QString path = empty.path();
        QCOMPARE(refusal({"--precision", "int8", "--calibration", path}),
                 path.toStdString() + " has no inputs; input_0.pb, … are needed, there or in each of its folders");
        QCOMPARE(refusal({"--calibration", path}), std::string("--calibration and --range are for --precision bfloat16 or int8"));
        QCOMPARE(refusal({"--precision", "int8", "--calibration", path, "--range", "0:1"}),
                 std::string("--calibration and --range both say what the inputs are; use one of them"));
        QVERIFY(QFile::copy(QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/node/test_relu/input_0.pb"), empty.filePath("input_0.pb")));
        const std::string other = refusal({"--precision", "bfloat16", "--calibration", path});
        QVERIFY2(other.find("input_0.pb is float32[") != std::string::npos
                     && other.find(", but the input '") != std::string::npos,
                 other.c_str());
    }
};

QTEST_GUILESS_MAIN(TestCliPrecision)
#include "tst_cli_precision.moc"

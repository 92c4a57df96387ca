// SPDX-License-Identifier: GPL-3.0-or-later
// Networks compiled, checked, timed and laid out, as scripts run that.
#include "tests/app/cli/commandline.h"
#include "tests/core/worker/wrongnetwork.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

using nlohmann::json;

class TestCliNetworkRun : public QObject
{
    Q_OBJECT
private:
    static QString model() { return QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/network/model.onnx"); }
    static std::string refusal(const QStringList& arguments)
    {
        const Outcome outcome = cli(QStringList{"network"} + arguments + QStringList{"--json"});
        return outcome.code == 1 || outcome.code == 2 ? outcome.document().value("error", "")
                                                      : "exit code " + std::to_string(outcome.code);
    }

private slots:
    void initTestCase()
    {
        if (!isUsable("onnx") || !isUsable("cpu")) {
            QSKIP("this build has no ONNX or no LLVM");
        }
    }

    void aNetworkIsRunAndChecked()
    {
        for (const char* threads : {"1", "2"}) {
            const Outcome outcome = cli({"network", "run", model(), "--runs", "8", "--threads", threads, "--json"});
            QVERIFY2(outcome.code == 0, outcome.out.c_str());
            const json document = outcome.document();
            QCOMPARE(document.at("checked").get<bool>(), true);
            QVERIFY(document.at("error").get<double>() < 1e-4);
            QCOMPARE(document.at("threads").get<int>(), QString(threads).toInt());
            QVERIFY(document.at("operators").get<int>() > 0);
            const json& ms = document.at("milliseconds");
            QVERIFY(ms.at("min").get<double>() > 0);
            QVERIFY(ms.at("min").get<double>() <= ms.at("p25").get<double>());
            QVERIFY(ms.at("p25").get<double>() <= ms.at("median").get<double>());
            QVERIFY(ms.at("interval").at(0).get<double>() <= ms.at("median").get<double>());
            QVERIFY(ms.at("interval").at(1).get<double>() >= ms.at("median").get<double>());
            QVERIFY(document.at("clock_ratio").get<double>() > 0);
            QVERIFY(document.at("memory_bytes").get<double>() >= document.at("weight_bytes").get<double>());
            QVERIFY(document.at("arena_bytes").get<double>() <= 1.3 * document.at("least_arena_bytes").get<double>());
        }
        const json unchecked = cli({"network", "run", model(), "--runs", "2", "--no-check", "--json"}).document();
        QCOMPARE(unchecked.at("checked").get<bool>(), false);
        QVERIFY(unchecked.at("error").is_null());
        QVERIFY(unchecked.at("predicted_seconds").is_null()); // nothing is tuned
    }

    /// Values near 0, long sums, NaN and infinities: right, as JSON says with numbers that JSON has.
    void numbersThatAreHardAreRight()
    {
        for (const char* name : {"gap_512", "tiny_Tanh", "tiny_Erf", "tiny_Elu", "nan_relu", "somenan_relu", "exp_inf"}) {
            const QString file = QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/numerics/%1.onnx").arg(QLatin1String(name));
            const Outcome outcome = cli({"network", "run", file, "--runs", "1", "--json"});
            QVERIFY2(outcome.code == 0, (name + outcome.out + outcome.err).c_str());
            const json document = outcome.document();
            QVERIFY2(document.at("checked") == json(true), name);
            QVERIFY2(document.at("error").get<double>() < 1e-5, outcome.out.c_str());
            QCOMPARE(document.at("mismatched").get<int64_t>(), int64_t{0});
        }
    }

    /// Runs of a short network take a second together where their number is not given.
    void shortNetworksRunForASecond()
    {
        const QString small = QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/blocks/model.onnx");
        const json document = cli({"network", "run", small, "--no-check", "--json"}).document();
        const double milliseconds = document.at("milliseconds").at("median").get<double>();
        const int runs = document.at("runs").get<int>();
        QVERIFY2(runs == 20'000 || runs * milliseconds > 300, document.dump().c_str()); // a busy machine misjudges the first runs
        QCOMPARE(cli({"network", "run", small, "--no-check", "--runs", "3", "--json"}).document().at("runs").get<int>(), 3);
    }

    /// A transformer's products with weights sum bytes; those of attention stay as they are.
    void productsRunInInt8()
    {
        const QString transformer = QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/families/vision_transformer/model.onnx");
        const Outcome outcome = cli({"network", "run", transformer, "--runs", "1", "--precision", "int8", "--json"});
        QVERIFY2(outcome.code == 0, (outcome.out + outcome.err).c_str());
        const json document = outcome.document();
        QVERIFY(document.at("checked") == json(true));
        const json error = document.at("precision").at("error");
        QVERIFY(error.at("max_abs").get<double>() > 0 && error.at("max_abs").get<double>() < 0.02);
        int products = 0;
        for (const json& step : document.at("steps")) {
            products += step.at("op").get<std::string>().starts_with("MatMulInteger") ? 1 : 0;
        }
        QVERIFY2(products >= 4, outcome.out.c_str());
    }

    /// What a network that computes wrong numbers takes is not shown.
    void aWrongNetworkHasNoTimes()
    {
        QTemporaryDir folder;
        const QByteArray before = qgetenv("XDG_CACHE_HOME");
        qputenv("XDG_CACHE_HOME", folder.filePath("cache").toLocal8Bit());
        const QString path = folder.filePath("wrong.onnx");
        const bool isWrong = knobscope::makeWrongNetwork(path.toStdString(), folder.filePath("cache"));
        const Outcome run = cli({"network", "run", path, "--runs", "2", "--json"});
        const Outcome words = cli({"network", "run", path, "--runs", "2"});
        const Outcome profile = cli({"network", "profile", path, "--runs", "2", "--json"});
        const Outcome unchecked = cli({"network", "profile", path, "--runs", "2", "--no-check", "--json"});
        qputenv("XDG_CACHE_HOME", before);
        QVERIFY(isWrong);
        QVERIFY2(run.code == 1, run.out.c_str());
        QVERIFY(run.document().at("milliseconds").is_null());
        QCOMPARE(run.document().at("checked").get<bool>(), false);
        QVERIFY(run.document().at("error").get<double>() > 0.01);
        QVERIFY2(words.out.find("Incorrect: The network's results are incorrect (max. error") != std::string::npos,
                 words.out.c_str());
        QVERIFY2(words.out.find(" ms ") == std::string::npos, words.out.c_str());
        QCOMPARE(profile.code, 1);
        QVERIFY2(profile.err.find("The network's results are incorrect") != std::string::npos, profile.err.c_str());
        QCOMPARE(unchecked.code, 0);
        QCOMPARE(unchecked.document().at("checked").get<bool>(), false);
    }

    /// Two programs that measure spoil each other's times: the second is told, and marks its result.
    void anotherProgramThatMeasuresIsTold()
    {
        QTemporaryDir folder;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_RUNTIME_DIR", folder.path());
        QProcess other;
        other.setProcessEnvironment(environment);
        other.start(QStringLiteral(KNOBSCOPE_BINARY_DIR "/knobscope-cli"),
                    {"network", "run", "squeezenet-1.1", "--no-check", "--runs", "100000"});
        QVERIFY(other.waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(!QDir(folder.filePath("knobscope")).entryList(QDir::Files).isEmpty(), kPatience);
        const std::string who = "(knobscope-cli network run squeezenet-1.1, process " + std::to_string(other.processId()) + ")";
        for (const QStringList& command : {QStringList{"network", "run", model(), "--runs", "2", "--json"},
                                           {"network", "profile", model(), "--runs", "2", "--json"},
                                           QStringList{"tune", model() + ":1", "--trials", "1", "--json"} + kQuickRun,
                                           QStringList{"measure", model() + ":1", "0", "--json"} + kQuickTiming}) {
            const Outcome outcome = cli(command, environment);
            QVERIFY2(outcome.code == 0, outcome.err.c_str());
            const json disturbed = outcome.document().at("disturbed");
            QVERIFY2(disturbed.is_string() && disturbed.get<std::string>().find(who) != std::string::npos,
                     disturbed.dump().c_str());
            QVERIFY2(outcome.err.find("Another program is measuring on this machine") != std::string::npos, outcome.err.c_str());
        }
        QCOMPARE(other.state(), QProcess::Running); // it was there all the time
        other.kill();
        QVERIFY(other.waitForFinished());
        const json alone = cli({"network", "run", model(), "--runs", "2", "--no-check", "--json"}, environment).document();
        QVERIFY(alone.at("disturbed").is_null() || alone.at("disturbed").get<std::string>().starts_with("The machine is busy"));
    }

    /// The second start compiles nothing; a cache that cannot be used is said, and costs nothing else.
    void kernelsAreCompiledOnce()
    {
        QTemporaryDir folder;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("XDG_CACHE_HOME", folder.path());
        const QStringList command{"network", "run", model(), "--runs", "2", "--json"};
        const auto run = [&](const QStringList& more = {}) { return cli(command + more, environment).document(); };
        const QDir cache(folder.filePath("knobscope/kernels"));
        QCOMPARE(run({"--no-cache"}).at("cached_kernels").get<int>(), 0);
        QVERIFY(!cache.exists());
        const json first = run();
        QCOMPARE(first.at("cached_kernels").get<int>(), 0);
        const int kernels = first.at("kernels").get<int>();
        const QStringList files = cache.entryList(QDir::Files);
        QCOMPARE(files.size(), kernels);
        const json second = run();
        QCOMPARE(second.at("cached_kernels").get<int>(), kernels);
        QCOMPARE(second.at("checked").get<bool>(), true);
        for (const char* part : {"reading", "lowering", "compiling", "loading"}) {
            QVERIFY(second.at("start_seconds").at(part).get<double>() > 0);
        }
        QCOMPARE(run({"--no-cache"}).at("cached_kernels").get<int>(), 0);
        // One that is damaged is compiled again, and written anew.
        QFile damaged(cache.filePath(files.first()));
        QVERIFY(damaged.open(QIODevice::ReadWrite));
        damaged.seek(damaged.size() - 1);
        damaged.write("?");
        damaged.close();
        const json mended = run();
        QCOMPARE(mended.at("cached_kernels").get<int>(), kernels - 1);
        QCOMPARE(mended.at("checked").get<bool>(), true);
        QCOMPARE(run().at("cached_kernels").get<int>(), kernels);
        // A folder that others can write to.
        QVERIFY(QFile::setPermissions(cache.path(), QFileDevice::Permissions(0x7777)));
        const json refused = run();
        QCOMPARE(refused.at("cached_kernels").get<int>(), 0);
        QCOMPARE(refused.at("checked").get<bool>(), true);
        QVERIFY(refused.at("cache_trouble").get<std::string>().find("chmod 700") != std::string::npos);
    }

    void aProfileHasEveryStep()
    {
        const json run = cli({"network", "run", model(), "--runs", "2", "--no-check", "--json"}).document();
        const json profile = cli({"network", "profile", model(), "--runs", "4", "--json"}).document();
        QCOMPARE(profile.at("steps").size(), run.at("steps").size());
        double share = 0;
        double sum = 0;
        for (size_t s = 0; s < profile.at("steps").size(); ++s) {
            const json& step = profile.at("steps")[s];
            QVERIFY(step.at("name") == run.at("steps")[s].at("name"));
            share += step.at("share").get<double>();
            sum += step.at("milliseconds").get<double>();
            QVERIFY(step.at("bound_seconds").get<double>() > 0);
            const std::string by = step.at("bound_by").get<std::string>();
            QVERIFY2(by == "compute" || by == "memory", by.c_str());
            QVERIFY(step.at("bytes").get<double>() > 0);
            const bool hasTemplate = !step.at("task").get<std::string>().empty();
            QVERIFY(!hasTemplate || step.at("flops").get<double>() > 0);
            QVERIFY(hasTemplate || step.at("op") == "layout" || step.at("advice").get<std::string>().starts_with("no template"));
        }
        QVERIFY2(profile.at("without_template").get<std::string>().starts_with("No template: "), profile.dump().c_str());
        QVERIFY(profile.at("peak").at("gflops").get<double>() > 0);
        QVERIFY(std::abs(share - 1) < 1e-6);
        QVERIFY(std::abs(sum - profile.at("milliseconds").get<double>()) < 1e-9);
        size_t grouped = 0;
        for (const json& group : profile.at("groups")) {
            grouped += group.at("count").get<size_t>();
        }
        QCOMPARE(grouped, profile.at("steps").size());
        // The same as spans, one after the other, which a project takes for its timeline.
        QTemporaryDir folder;
        const QString trace = folder.filePath("steps.json.gz");
        const json again = cli({"network", "profile", model(), "--runs", "4", "--trace", trace, "--json"}).document();
        // One lane, in order: no step begins before the last one ended.
        const std::string plain = folder.filePath("steps.json").toStdString();
        QVERIFY(cli({"network", "profile", model(), "--runs", "4", "--trace", QString::fromStdString(plain)}).code == 0);
        std::ifstream file(plain);
        int64_t end = 0;
        const json events = json::parse(file).at("traceEvents");
        for (const json& event : events) {
            if (event.at("ph") == "X") {
                const auto start = std::llround(event.at("ts").get<double>() * 1e3); // nanoseconds, as readers round them
                QCOMPARE(static_cast<int64_t>(start), end);
                end = start + std::llround(event.at("dur").get<double>() * 1e3);
            }
        }
        QVERIFY(end > 0);
        const json imported = cli({"trace", "import", trace, folder.filePath("p.knobscope"), "--json"}).document();
        QCOMPARE(imported.at("spans").get<size_t>(), again.at("steps").size());
        QCOMPARE(imported.at("tracks").get<int>(), 1);
    }

    void configsOfAProjectAreTakenAndLaidOut()
    {
        QTemporaryDir folder;
        const QString project = folder.filePath("p.knobscope");
        const QStringList tune = QStringList{"tune", model() + ":1", "--seed", "1"} + kQuickRun;
        QCOMPARE(cli(tune + QStringList{"--trials", "12", "--project", project}).code, 0);
        const Outcome outcome = cli({"network", "layout", model(), "--project", project, "--runs", "5", "--json"});
        QVERIFY2(outcome.code == 0, outcome.out.c_str());
        const json layout = outcome.document();
        QCOMPARE(layout.at("method").get<std::string>(), std::string("exact"));
        QVERIFY(layout.at("tuned").get<int>() > 0);
        QVERIFY(layout.at("predicted_ms").get<double>() > 0);
        // Chosen together is never worse, by what is known.
        QVERIFY(layout.at("predicted_ms").get<double>() <= layout.at("per_layer_best_ms").get<double>() * 1.000001);
        // Transforms are timed once.
        const json again = cli({"network", "layout", model(), "--project", project, "--runs", "5", "--json"}).document();
        QCOMPARE(again.at("timed_transforms").get<int>(), 0);
        const json run = cli({"network", "run", model(), "--project", project, "--runs", "2", "--json"}).document();
        QCOMPARE(run.at("checked").get<bool>(), true);
        QVERIFY(run.at("tuned") == layout.at("tuned"));
        QVERIFY(run.at("transforms") == layout.at("transforms"));
        // What is recorded with two threads is taken for two.
        const QString two = folder.filePath("two.knobscope");
        QCOMPARE(cli(tune + QStringList{"--trials", "4", "--threads", "2", "--project", two}).code, 0);
        for (const auto& [threads, tuned] : {std::pair("1", false), std::pair("2", true)}) {
            const json own =
                cli({"network", "run", model(), "--project", two, "--threads", threads, "--runs", "2", "--no-check", "--json"})
                    .document();
            QCOMPARE(own.at("tuned").get<int>() > 0, tuned);
        }
        // Records of one thread say nothing of two.
        QCOMPARE(cli({"network", "run", model(), "--project", project, "--threads", "2", "--runs", "2", "--no-check", "--json"})
                     .document()
                     .at("tuned")
                     .get<int>(),
                 0);
    }

    void twoStatesStandSideBySide()
    {
        QTemporaryDir folder;
        const QString project = folder.filePath("p.knobscope");
        QCOMPARE(cli(QStringList{"tune", model() + ":1", "--seed", "1", "--trials", "8", "--project", project} + kQuickRun).code,
                 0);
        const QStringList command{"network", "profile", model(), "--project", project, "--against", "untuned", "--runs", "5"};
        const Outcome outcome = cli(command + QStringList{"--json"});
        QVERIFY2(outcome.code == 0, (outcome.out + outcome.err).c_str());
        const json document = outcome.document();
        double before = 0;
        double after = 0;
        for (const json& step : document.at("steps")) {
            before += step.value("before_milliseconds", 0.0);
            after += step.value("after_milliseconds", 0.0);
        }
        QVERIFY(std::abs(before - document.at("before").at("milliseconds").get<double>()) < 1e-6);
        QVERIFY(std::abs(after - document.at("after").at("milliseconds").get<double>()) < 1e-6);
        QVERIFY(document.at("steps").size() >= 6);
        const Outcome both = cli(command + QStringList{"--trace", folder.filePath("t.json")});
        QVERIFY2(both.code != 0 && both.err.find("use --trace without --against") != std::string::npos, both.err.c_str());
    }

    /// The first config of AutoTVM's space computes one channel at a time: the untuned one of another template is many times
    /// quicker, which is seen once.
    void aTunedKernelLosesToAQuickerUntunedOne()
    {
        QTemporaryDir folder;
        const QString project = folder.filePath("p.knobscope");
        const QStringList tune{"tune", model() + ":1", model() + ":2", "--tuner", "grid", "--trials", "1", "--project", project};
        QCOMPARE(cli(tune + kQuickRun).code, 0);
        for (const bool isFirst : {true, false}) {
            const Outcome outcome = cli({"network", "profile", model(), "--project", project, "--runs", "4", "--json"});
            QVERIFY2(outcome.code == 0, outcome.err.c_str());
            QVERIFY2((outcome.err.find("for the first time") != std::string::npos) == isFirst, outcome.err.c_str());
            const json profile = outcome.document();
            int known = 0;
            for (const json& step : profile.at("steps")) {
                known += step.at("known_milliseconds").get<double>() > 0 ? 1 : 0;
                QVERIFY2(step.at("task") != "conv2d_NCHWc.x86", outcome.out.c_str());
            }
            QCOMPARE(known, 2);
        }
    }

    /// A network with a node held to other layouts runs right, and is predicted to take no less.
    void layoutsCanBeHeld()
    {
        QTemporaryDir folder;
        const QString project = folder.filePath("p.knobscope");
        const QStringList tune{"tune",   model() + ":2", "--trials", "24",        "--tuner",
                               "random", "--seed",       "1",        "--project", project};
        QCOMPARE(cli(tune + kQuickRun).code, 0);
        const auto profile = [&](const QStringList& more) {
            return cli(QStringList{"network", "profile", model(), "--project", project, "--runs", "4", "--json"} + more)
                .document();
        };
        json held;
        const json free = profile({});
        for (const json& step : free.at("steps")) {
            if (step.at("alternatives").size() > 1) {
                held = step;
            }
        }
        QVERIFY2(held.is_object(), "no node was tuned in two layouts");
        const size_t other = held.at("chosen").get<size_t>() == 0 ? 1 : 0;
        const json& blocks = held.at("alternatives")[other].at("blocks");
        const QString node = QString::fromStdString(held.at("name").get<std::string>());
        const QString option = QStringLiteral("%1=%2:%3").arg(node).arg(blocks[0].get<int>()).arg(blocks[1].get<int>());
        const json other_run =
            cli({"network", "run", model(), "--project", project, "--runs", "4", "--hold", option, "--json"}).document();
        QVERIFY(other_run.at("checked").get<bool>());
        QVERIFY(other_run.at("predicted_seconds").get<double>() >= other_run.at("free_seconds").get<double>() * 0.999999);
        const json now = profile({"--hold", option});
        for (const json& step : now.at("steps")) {
            if (step.at("name") == held.at("name") && !step.at("alternatives").empty()) {
                QCOMPARE(step.at("chosen").get<size_t>(), other);
            }
        }
        for (const QString& wrong : {node, node + "=", node + "=8", node + "=8:x", node + "=-8:8", QStringLiteral("=8:8")}) {
            QVERIFY2(refusal({"run", model(), "--hold", wrong}).find("NODE=IN:OUT") != std::string::npos, qPrintable(wrong));
        }
        QVERIFY(refusal({"run", model(), "--hold", "nowhere=8:8"}).find("nowhere") != std::string::npos);
        QVERIFY(refusal({"run", model(), "--project", project, "--hold", node + "=7:7"}).find("known blocks: ")
                != std::string::npos);
    }

    /// Two layers as one kernel: each place where the first can be computed is right, and timed beside the others.
    void twoLayersAreTriedAsOneKernel()
    {
        QTemporaryDir folder;
        const QString project = folder.filePath("p.knobscope");
        const json list = cli({"network", "whatif", "mobilenet-v1", "--json"}).document();
        QVERIFY(!list.at("pairs").empty());
        const json& pair = list.at("pairs")[0];
        QCOMPARE(pair.at("task")[0].get<std::string>(), std::string("conv2d_pair_NCHWc.x86"));
        QVERIFY(pair.at("middle_bytes").get<int64_t>() > 0);
        const json own = cli({"network", "whatif", model(), "--json"}).document();
        const QString first = QString::fromStdString(own.at("pairs")[0].at("first").get<std::string>());
        const Outcome outcome = cli(
            QStringList{"network", "whatif", model(), first, "--trials", "4", "--tuner", "random", "--project", project, "--json"}
            + kQuickTiming);
        QVERIFY2(outcome.code == 0, outcome.err.c_str());
        const json answer = outcome.document();
        QCOMPARE(answer.at("places").size(), size_t{4});
        QCOMPARE(answer.at("places")[0].at("middle_at").get<std::string>(), std::string("apart"));
        QCOMPARE(answer.at("places")[0].at("times_as_fast").get<double>(), 1.0);
        for (const json& place : answer.at("places")) {
            QVERIFY2(place.at("milliseconds").is_number(), place.dump().c_str());
            QVERIFY(place.at("operations").get<double>() > 0.5);
        }
        QVERIFY(answer.at("best_times_as_fast").get<double>() > 0);
        QVERIFY(refusal({"whatif", model(), "nowhere", "--project", project}).find("nowhere") != std::string::npos);
        QVERIFY(refusal({"whatif", model(), first}).find("--project") != std::string::npos);
    }

    void whatCannotBeSaysSo()
    {
        QTemporaryDir folder;
        const QString project = folder.filePath("p.knobscope");
        QVERIFY(refusal({"run", "resnet-180"}).find("resnet-18") != std::string::npos);
        QCOMPARE(cli({"network", "run", "resnet-180"}).code, 2); // as wherever else a network is asked for
        QVERIFY(refusal({"run", "/nowhere/model.onnx"}).find("/nowhere/model.onnx") != std::string::npos);
        QVERIFY(refusal({"run", model(), "--target", "cuda"}).find("CPU") != std::string::npos);
        QCOMPARE(refusal({"layout", model(), "--project", project}),
                 "The project file " + project.toStdString() + " does not exist");
        QCOMPARE(cli(QStringList{"tune", "resnet-18:12", "--trials", "1", "--project", project} + kQuickRun).code, 0);
        QVERIFY(refusal({"layout", model(), "--project", project}).find("network tune") != std::string::npos);
        QCOMPARE(cli({"network", "run", model(), "--threads", "0"}).code, 2);
        const std::string partly = refusal({"run", QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/node/test_det_2d/model.onnx")});
        QVERIFY2(partly.find("Det") != std::string::npos, partly.c_str());
    }
};

QTEST_GUILESS_MAIN(TestCliNetworkRun)
#include "tst_cli_networkrun.moc"

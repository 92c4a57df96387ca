// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules by hand on the command line: a .sched file as a TASK, and the times of its lines.
#include "core/tuning/preparedwork.h"
#include "tests/app/cli/commandline.h"

#include <QTemporaryDir>
#include <QTest>

class TestCliSchedule : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    QString file(const char* name, const char* text) const
    {
        const QString path = m_folder.filePath(name);
        QFile out(path);
        if (!out.open(QIODevice::WriteOnly) || out.write(text) < 0) {
            qFatal("no file");
        }
        return path;
    }

private slots:
    void eachLineIsTimed()
    {
        const QString path = file("product.sched", "matmul(n=64, m=64, k=64)\n"
                                                   "W = cache_write(C)\n"
                                                   "xo, xi = split(C.x, 16)\n"
                                                   "compute_at(W, C, xo)\n"
                                                   "- unroll(xi)\n"
                                                   "reorder(W.k, W.x)\n"
                                                   "vectorize(W.x)\n"
                                                   "reorder(xo, xi)\n");
        const Outcome outcome = cli(QStringList{"schedule", "run", path, "--size", "k=32", "--json"} + kQuickTiming);
        QVERIFY2(outcome.code == 0, outcome.err.c_str());
        const auto answer = outcome.document();
        QVERIFY(answer.at("valid") == true);
        QVERIFY(answer.at("right") == true);
        const auto& steps = answer.at("steps");
        QCOMPARE(steps.size(), size_t(7));
        QVERIFY(steps[0].at("line") == 0);
        QVERIFY(steps[0].at("speedup") == 1.0);
        QVERIFY(steps[5].at("line") == 7);
        QVERIFY(steps[5].at("text") == "vectorize(W.x)");
        QVERIFY(steps[5].at("state") == "timed");
        QVERIFY(steps[5].at("seconds").get<double>() > 0);
        QVERIFY(steps[5].at("bound").is_string());
        QVERIFY(steps[6].at("state") == "same");
    }

    void whatIsIllegalIsAState()
    {
        const QString path = file("race.sched", "matmul(n=64, m=64, k=64)\nyo, yi = split(C.y, 8)\n  parallel(C.k)\n");
        const Outcome outcome = cli(QStringList{"schedule", "run", path, "--json"} + kQuickTiming);
        QCOMPARE(outcome.code, 1);
        const auto answer = outcome.document();
        QVERIFY(answer.at("valid") == false);
        const auto& last = answer.at("steps").back();
        QVERIFY(last.at("state") == "illegal");
        QVERIFY(last.at("place").at("line") == 3);
        QVERIFY(last.at("place").at("column") == 3);
        QVERIFY(!last.contains("seconds"));
        QVERIFY(last.at("note").get<std::string>().find("add to the same element") != std::string::npos);
        // Without knobs it is the only config of its space.
        for (const auto& [text, place] :
             {std::pair{"  parallel(C.k)\n", "Line 3, column 3"}, {"compute_inline(C)\n", "Line 3"}}) {
            const QByteArray lines = QByteArray("matmul(n=64, m=64, k=64)\nyo, yi = split(C.y, 8)\n") + text;
            const QString other = file("only.sched", lines.constData());
            const Outcome space = cli({"space", other});
            QCOMPARE(space.code, 1);
            QVERIFY2(space.err.find(std::string("only.sched: ") + place) != std::string::npos, space.err.c_str());
        }
        QCOMPARE(cli({"space", file("only.sched", "matmul(n=64, m=64, k=64)\nyo, yi = split(C.y, 8)\n")}).code, 0);
    }

    void whatIsNoScheduleHasAPlace()
    {
        const QString path = file("wrong.sched", "matmul(n=64, m=64, k=64)\nunrol(C.y)\n");
        const Outcome outcome = cli({"schedule", "run", path, "--json"});
        QCOMPARE(outcome.code, 1);
        const auto answer = outcome.document();
        QVERIFY(answer.at("valid") == false);
        QVERIFY(answer.at("problem").at("line") == 2);
        QVERIFY(outcome.err.find("wrong.sched: Line 2, column 1") != std::string::npos);
        QCOMPARE(cli({"schedule", "run", m_folder.filePath("missing.sched")}).code, 2);
        QCOMPARE(cli({"space", "resnet-18:2", "--size", "n=3"}).code, 2);
    }

    void aTextWithKnobsIsATask()
    {
        const QString path = file("tiles.sched", "template my_tiles\n"
                                                 "size n = 64\n"
                                                 "C[y=n, x=n] = sum(k=n, A[y, k] * B[k, x])\n"
                                                 "knob tile_y = split(C.y, 2)\nknob tile_x = 4, 8, 16\n"
                                                 "yo, yi = split(C.y, tile_y)\nxo, xi = split(C.x, tile_x)\n"
                                                 "reorder(yo, xo, C.k, yi, xi)\nvectorize(xi)\n");
        const auto space = cli({"space", path, "--json"}).document();
        QVERIFY(space.at("task") == "user/my_tiles");
        QVERIFY(space.at("len") == 21);
        QVERIFY(cli({"space", path, "--size", "n=32", "--json"}).document().at("len") == 18);
        const Outcome measured = cli(QStringList{"measure", path, "13", "--check", "--json"} + kQuickTiming);
        QVERIFY2(measured.code == 0, (measured.out + measured.err).c_str());
        const QString project = m_folder.filePath("p.knobscope");
        const Outcome tuned =
            cli(QStringList{"tune", path, "--tuner", "random", "--trials", "4", "--project", project, "--json"} + kQuickRun);
        QVERIFY2(tuned.code == 0, (tuned.out + tuned.err).c_str());
        QCOMPARE(trialsIn(project), int64_t(4));
        const auto runs = cli({"runs", project, "--json"}).document().at("runs");
        QVERIFY(runs[0].at("task") == "user/my_tiles");
    }

    void aConfigIsWrittenAsAText()
    {
        const Outcome shown = cli({"schedule", "show", "resnet-18:2", "682"});
        QVERIFY2(shown.code == 0, shown.err.c_str());
        const QString path = file("conv.sched", shown.out.c_str());
        const auto loops = [](const QStringList& task) {
            std::string text = cli(QStringList{"config"} + task + QStringList{"--show", "loops"}).out;
            return text.substr(text.find('\n')); // after the kernel's name
        };
        QCOMPARE(loops({path, "0"}), loops({"resnet-18:2", "682"}));
        QVERIFY(cli({"schedule", "list"}).out.find("compute_at(TENSOR, CONSUMER, LOOP)") != std::string::npos);
    }

    void aProjectsSchedulesAreListed()
    {
        const std::string path = m_folder.filePath(QStringLiteral("kept.knobscope")).toStdString();
        QVERIFY(knobscope::Project::open(path, knobscope::Project::Mode::Create).has_value());
        knobscope::PreparedWork work;
        work.schedules = {
            {"mine", "matmul(n=8)\nyo, yi = split(C.y, 4)\n", {{"", 2e-6, 1}, {"yo, yi = split(C.y, 4)", 1e-6, 2}}}};
        QVERIFY(knobscope::storePreparedWork(path, work).has_value());
        const auto listed = cli({"schedule", "list", QString::fromStdString(path), "--json"}).document()["schedules"];
        QCOMPARE(listed.size(), size_t(1));
        QCOMPARE(listed[0]["name"].get<std::string>(), std::string("user/mine"));
        QCOMPARE(listed[0]["lines"].get<int>(), 2);
        QCOMPARE(listed[0]["speedup"].get<double>(), 2.0);
        QCOMPARE(listed[0]["times"].size(), size_t(2));
        QCOMPARE(cli({"schedule", "list", "nowhere.knobscope"}).code, 2);
    }
};

QTEST_GUILESS_MAIN(TestCliSchedule)
#include "tst_cli_schedule.moc"

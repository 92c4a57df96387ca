// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line says of a GPU config's code, on machines without a GPU.
#include "tests/app/cli/commandline.h"

#include <QTest>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>

using nlohmann::json;

namespace {

Outcome ask(const QStringList& arguments, const QString& nvrtc = {})
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!nvrtc.isEmpty()) {
        environment.insert("KNOBSCOPE_NVRTC", nvrtc);
    }
    return cli(arguments, environment);
}

QStringList config(const char* show, const char* target = "cuda -arch=sm_90")
{
    return {"config", "resnet-50:3", "100001", "--target", target, "--show", show};
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

const QString nowhere = QStringLiteral("/nowhere/libnvrtc.so");

} // namespace

class TestCliGpu : public QObject
{
    Q_OBJECT
private slots:
    void cudaNeedsNoCompiler()
    {
        const Outcome text = ask(config("cuda"), nowhere);
        QCOMPARE(text.code, 0);
        QVERIFY(contains(text.out, "extern \"C\" __global__ void __launch_bounds__("));
        QVERIFY(contains(text.out, "// tile_rc: split(rc"));
        const json document = ask(config("cuda") << "--json", nowhere).document();
        QCOMPARE(document["text"].get<std::string>(), text.out);
        const size_t nest = ask(config("loops") << "--json").document()["lines"].size();
        size_t linked = 0;
        for (const json& line : document["lines"]) {
            const int at = line["nest_line"].get<int>();
            QVERIFY(at >= 0 && static_cast<size_t>(at) <= nest);
            linked += at > 0 ? 1 : 0;
        }
        QVERIFY(linked * 2 > document["lines"].size());
    }

    void extraTasksAreListedOnRequest()
    {
        const QStringList list{"tasks", "resnet-50", "--target", "cuda -arch=sm_90", "--json"};
        const json own = ask(list).document()["tasks"];
        QCOMPARE(own.size(), size_t{25}); // 24 of convolutions, and the dense layer
        const json all = ask(QStringList(list) << "--extra").document()["tasks"];
        std::set<std::string> extra;
        size_t others = 0;
        for (const json& task : all) {
            if (task["extra"].get<bool>()) {
                extra.insert(task["task"].get<std::string>());
                QVERIFY(task["len"].get<int64_t>() > 0);
            } else {
                QVERIFY(task["id"] == own[others++]["id"]);
            }
        }
        QCOMPARE(others, own.size());
        const json known = ask({"templates", "--json"}).document()["templates"];
        for (const std::string& name : extra) {
            const auto listed = std::find_if(known.begin(), known.end(), [&](const json& t) { return t["name"] == name; });
            QVERIFY2(listed != known.end() && (*listed)["extra"].get<bool>(), name.c_str());
        }
        QVERIFY(extra.contains("conv2d_nchw_implicit_gemm.cuda"));
        const auto code = [](const char* target) {
            return ask({"config", "resnet-50:3/conv2d_nchw_implicit_gemm.cuda", "1000", "--target", target, "--show", "cuda"});
        };
        QVERIFY(contains(code("cuda -arch=sm_80").out, "    copy_async<16>("));
        const Outcome old = code("cuda -arch=sm_75");
        QCOMPARE(old.code, 0);
        QVERIFY(contains(old.out, "through registers") && !contains(old.out, "copy_async"));
        const Outcome none = ask({"space", "resnet-50:3/conv2d_winograd", "--target", "cuda"});
        QCOMPARE(none.code, 2);
        QVERIFY(contains(none.err, "available: conv2d_nchw_implicit_gemm.cuda"));
    }

    void cardsNobodyDescribesAreRefused()
    {
        const Outcome unknown = ask(config("cuda", "cuda -model=h2000"));
        QCOMPARE(unknown.code, 2);
        QVERIFY2(contains(unknown.err, "'h2000'") && contains(unknown.err, "h200,"), unknown.err.c_str());
        QCOMPARE(ask(config("cuda", "cuda -model=unknown")).code, 0);
    }

    /// By the test double of the driver: nothing here runs on a GPU.
    void devicesSayWhetherTheCompilerSuitsTheDriver()
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("KNOBSCOPE_LIBCUDA", KNOBSCOPE_FAKECUDA_LIBRARY);
        environment.insert("KNOBSCOPE_FAKECUDA", "version=10020");
        const json document = cli({"devices", "--json"}, environment).document();
        if (const json nvrtc = document["gpu_compilers"][0]; !nvrtc["usable"].get<bool>()) {
            QSKIP(nvrtc["why_not"].get<std::string>().c_str());
        }
        const json gpu = document["devices"][1];
        QVERIFY(!gpu["usable"].get<bool>());
        QVERIFY(contains(gpu["why_not"].get<std::string>(), "CUDA 10.2"));
        environment.insert("KNOBSCOPE_FAKECUDA", "version=99000");
        QCOMPARE(cli({"devices", "--json"}, environment).document()["devices"][1]["compiler"].get<std::string>(),
                 std::string("nvrtc"));
    }

    void ptxComesFromNvrtc()
    {
        const Outcome answer = ask(config("ptx") << "--compiler" << "nvrtc" << "--json");
        if (answer.code != 0) {
            QVERIFY2(contains(answer.err, "NVRTC"), answer.err.c_str()); // not on this machine, and it says so
        } else {
            const json document = answer.document();
            QCOMPARE(document["compiler"].get<std::string>(), std::string("nvrtc"));
            QVERIFY(contains(document["text"].get<std::string>(), ".entry conv2d_nchw_cuda"));
            QVERIFY(contains(document["text"].get<std::string>(), ".target sm_90"));
        }
        const Outcome former = ask(config("ptx") << "--compiler" << "llvm");
        QCOMPARE(former.code, 2);
        QVERIFY2(contains(former.err, "LLVM no longer writes PTX; NVRTC does"), former.err.c_str());
    }

    void withoutNvrtcItSaysWhatToInstall()
    {
        const Outcome answer = ask(config("sass-info"), nowhere);
        QCOMPARE(answer.code, 1);
        QVERIFY2(contains(answer.err, "/nowhere/libnvrtc.so"), answer.err.c_str());
        QCOMPARE(std::count(answer.err.begin(), answer.err.end(), '\n'), 1);
        QCOMPARE(ask(config("ptx") << "--compiler" << "nvrtc", nowhere).code, 1);
    }

    void resourcesComeWithOccupancy()
    {
        const json nvrtc = cli({"devices", "--json"}).document()["gpu_compilers"][0];
        QCOMPARE(nvrtc["name"].get<std::string>(), std::string("nvrtc"));
        if (!nvrtc["usable"].get<bool>()) {
            QSKIP(nvrtc["why_not"].get<std::string>().c_str());
        }
        const Outcome answer = ask(config("sass-info") << "--json");
        QVERIFY2(answer.code == 0, answer.err.c_str());
        const json kernel = answer.document()["kernels"][0];
        QCOMPARE(kernel["kernel"].get<std::string>(), std::string("conv2d_nchw_cuda"));
        QVERIFY(kernel["registers"].get<int>() > 8);
        QVERIFY(kernel["shared_bytes"].get<int>() > 0);
        QVERIFY(kernel["occupancy"]["fraction"].get<double>() > 0);
        QVERIFY(contains(ask(config("sass-info")).out, "registers per thread"));
        const Outcome old = ask(config("sass-info", "cuda -arch=sm_20"));
        QCOMPARE(old.code, 1);
        QVERIFY2(contains(old.err, "does not support sm_20"), old.err.c_str());
    }

    void levelsOfTheOtherKindAreRefused()
    {
        const Outcome cpu = ask({"config", "resnet-18:2", "0", "--show", "cuda"});
        QCOMPARE(cpu.code, 2);
        QVERIFY(contains(cpu.err, "--show loops, llvm or asm"));
        const Outcome gpu = ask(config("asm"));
        QCOMPARE(gpu.code, 2);
        QVERIFY(contains(gpu.err, "cuda, ptx or sass-info"));
        const Outcome arch = ask(config("ptx", "cuda -arch=hopper"));
        QCOMPARE(arch.code, 2);
        QVERIFY(contains(arch.err, "hopper"));
        QCOMPARE(ask(config("ptx") << "--compiler" << "gcc").code, 2);
    }
};

QTEST_APPLESS_MAIN(TestCliGpu)
#include "tst_cli_gpu.moc"

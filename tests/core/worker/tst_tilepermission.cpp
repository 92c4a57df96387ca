// SPDX-License-Identifier: GPL-3.0-or-later
// A system that does not let processes use tile registers (AMX): a seccomp filter, which workers inherit, refuses to this process
// what they ask for.
#include "collect.h"

#include "core/target/host.h"
#include "core/task/task.h"
#include "core/worker/makemeasurer.h"

#include <QTest>

#if defined(__linux__) && defined(__x86_64__)
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#endif

using namespace knobscope;

namespace {

/// Lets arch_prctl(ARCH_REQ_XCOMP_PERM) fail in this process and in those that it starts; false where that cannot be done.
bool refuseTiles()
{
#if defined(__linux__) && defined(__x86_64__)
    constexpr unsigned request = 0x1023;
    std::array<sock_filter, 6> filter{{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_arch_prctl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[0])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, request, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    const sock_fprog program{filter.size(), filter.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
    return false;
#endif
}

} // namespace

class TestTilePermission : public QObject
{
    Q_OBJECT
private slots:
    /// The trial fails with a sentence, and the worker goes on to measure other kernels.
    void aRefusalIsASentence()
    {
        const Target target = hostTarget().value();
        if (!hasMatrixTiles(target)) {
            QSKIP("this CPU has no AMX");
        }
        if (!refuseTiles()) {
            QSKIP("this system has no seccomp filters");
        }
        const nlohmann::json args{{"TENSOR", {64, 64}, "bfloat16"}, {"TENSOR", {64, 64}, "bfloat16"}, nullptr, "float32"};
        const Task tiles = makeTask("dense_amx.x86", args, target).value();
        const Task dots = makeTask("dense_dot.x86", args, target).value();
        auto measurer = makeLocalMeasurer({});
        QVERIFY2(measurer.has_value(), measurer ? "" : measurer.error().message.c_str());
        for (int64_t i = 0; i < 4; ++i) {
            const Task& task = i % 2 ? dots : tiles;
            QVERIFY((*measurer)->submit(i, {taskToJson(task), fallbackConfig(task).value()}).has_value());
        }
        const auto results = collect(**measurer, 4);
        QCOMPARE(results.size(), size_t{4});
        for (const auto& [id, result] : results) {
            const std::string& why = result.why.message;
            QVERIFY2((result.error == MeasureError::None) == (id % 2 == 1), why.c_str());
            if (id % 2 == 0) {
                QVERIFY2(why.find("does not let it use: Operation not permitted; choose another template") != std::string::npos,
                         why.c_str());
                QVERIFY2(why.find("crash") == std::string::npos && why.find("signal") == std::string::npos, why.c_str());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestTilePermission)
#include "tst_tilepermission.moc"

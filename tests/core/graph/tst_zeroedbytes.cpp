// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/processmemory.h"
#include "core/graph/zeroedbytes.h"

#include <QtTest>

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace knobscope;

class TestZeroedBytes : public QObject
{
    Q_OBJECT
private slots:
    void areZeroAndTheirOwn_data()
    {
        QTest::addColumn<qulonglong>("size");
        QTest::newRow("one") << 1ULL;
        QTest::newRow("odd") << 4097ULL;
        QTest::newRow("last small") << (4ULL << 20) - 1;
        QTest::newRow("first large") << (4ULL << 20);
        QTest::newRow("large and odd") << (9ULL << 20) + 13;
    }
    void areZeroAndTheirOwn()
    {
        QFETCH(qulonglong, size);
        for (int time = 0; time < 3; ++time) { // memory that was written to and given back comes again
            ZeroedBytes bytes(size);
            QCOMPARE(bytes.size(), size_t(size));
            QCOMPARE(reinterpret_cast<uintptr_t>(bytes.data()) % 64, uintptr_t(0));
            QVERIFY(std::all_of(bytes.data(), bytes.data() + size, [](std::byte b) { return b == std::byte(0); }));
            std::fill(bytes.data(), bytes.data() + size, std::byte(7));
            ZeroedBytes copy(bytes);
            bytes.data()[size - 1] = std::byte(8);
            QCOMPARE(int(copy.data()[size - 1]), 7);
            copy = bytes;
            QCOMPARE(int(copy.data()[size - 1]), 8);
            const ZeroedBytes moved(std::move(bytes));
            QCOMPARE(int(moved.data()[size - 1]), 8);
        }
    }

    void shrinkToTheirFirst_data() { areZeroAndTheirOwn_data(); }
    void shrinkToTheirFirst()
    {
        QFETCH(qulonglong, size);
        for (const size_t left : {size_t(size), size_t(size) / 2, size_t(size) / 9, size_t(0)}) {
            ZeroedBytes bytes(size, left);
            const std::byte* place = bytes.data();
            std::fill(bytes.data(), bytes.data() + size, std::byte(7));
            QCOMPARE(bytes.size(), size_t(size));
            const int64_t before = memoryOf(::getpid()).own;
            bytes.shrink();
            const int64_t given = before - memoryOf(::getpid()).own;
            const auto wanted = size < (4 << 20) ? 0 : static_cast<int64_t>(size - left);
            QVERIFY2(given >= wanted - 65536, // the process's other memory may grow
                     qPrintable(QString("%1 of %2 bytes were given back").arg(given).arg(wanted)));
            QCOMPARE(bytes.size(), left);
            QVERIFY(bytes.data() == place);
            QVERIFY(std::all_of(place, place + left, [](std::byte b) { return b == std::byte(7); }));
            const ZeroedBytes copy(bytes);
            QCOMPARE(copy.size(), left);
        }
    }

    /// A view changes memory that it does not free, and its copy has its own.
    void viewsAndTheirCopies()
    {
        std::vector<std::byte> memory(100, std::byte(3));
        ZeroedBytes view = ZeroedBytes::view(memory);
        QVERIFY(view.data() == memory.data());
        QCOMPARE(view.size(), memory.size());
        const ZeroedBytes copy(view);
        view.data()[5] = std::byte(4);
        QVERIFY(memory[5] == std::byte(4));
        QVERIFY(copy.data() != memory.data() && copy.data()[5] == std::byte(3));
    }

    void ofNothing()
    {
        const ZeroedBytes none;
        QCOMPARE(none.size(), size_t(0));
        const ZeroedBytes copy(none);
        QCOMPARE(copy.size(), size_t(0));
        QCOMPARE(ZeroedBytes(0).size(), size_t(0));
    }
};

QTEST_GUILESS_MAIN(TestZeroedBytes)
#include "tst_zeroedbytes.moc"

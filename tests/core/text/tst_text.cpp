// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/numbertext.h"
#include "core/text/words.h"

#include <QtTest>

using namespace knobscope;

class TestText : public QObject
{
    Q_OBJECT

private slots:
    void bytesHaveTheirUnit()
    {
        QCOMPARE(bytesText(640), std::string("640 bytes"));
        QCOMPARE(bytesText(2816), std::string("2.8 KiB"));
        QCOMPARE(bytesText(48 << 10), std::string("48 KiB"));
    }

    void digitsStandInGroups()
    {
        QCOMPARE(groupedNumber(1234567), std::string("1,234,567"));
        QCOMPARE(groupedNumber(-1234567), std::string("-1,234,567"));
        QCOMPARE(groupedNumber(-123), std::string("-123"));
        QCOMPARE(groupedNumber(12), std::string("12"));
    }

    void blanksAroundGo()
    {
        QCOMPARE(trimmed(" \tmodel name\t\r\n"), std::string_view("model name"));
        QCOMPARE(trimmed(" \t "), std::string_view());
    }

    void lettersGetSmallWhateverTheLocale() { QCOMPARE(lowered("ResNet-18 \xC3\x84"), std::string("resnet-18 \xC3\x84")); }

    void distanceCountsWhatToChange()
    {
        QCOMPARE(editDistance("", "abc"), size_t{3});
        QCOMPARE(editDistance("kitten", "sitting"), size_t{3});
        QCOMPARE(editDistance("tune", "tune"), size_t{0});
        QCOMPARE(editDistance("tnue", "tune"), editDistance("tune", "tnue"));
    }
};

QTEST_APPLESS_MAIN(TestText)
#include "tst_text.moc"

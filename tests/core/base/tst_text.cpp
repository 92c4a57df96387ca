// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/characters.h"
#include "core/base/numbertext.h"
#include "core/base/visibletext.h"
#include "core/base/words.h"

#include <QtTest>

#include <utility>
#include <vector>

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

    void columnsAreThoseOfATerminal()
    {
        QCOMPARE(columnsOf("resnet-18"), size_t{9});
        QCOMPARE(columnsOf("\u6377\u7a4d"), size_t{4});        // two wide characters in six bytes
        QCOMPARE(columnsOf("\u00e9t\u00e9"), size_t{3});        // two bytes each
        QCOMPARE(columnsOf("e\u0301"), size_t{1});              // a combining accent
        QCOMPARE(columnsOf("a\xff\xe6"), size_t{3});            // no UTF-8
        QCOMPARE(fittingColumns("\u6377\u7a4d", 3), std::string_view("\u6377"));
        QCOMPARE(fittingColumns("\u6377\u7a4d", 4), std::string_view("\u6377\u7a4d"));
        QCOMPARE(fittingColumns("ae\u0301b", 2), std::string_view("ae\u0301")); // the accent stays with its letter
        QCOMPARE(fittingColumns("abc", 0), std::string_view());
        QCOMPARE(firstCharacter("\u6377x")->bytes, size_t{3});
        QVERIFY(!firstCharacter("\xc0\x80")); // overlong
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

    void whatWasMeantIsNear()
    {
        const std::vector<std::string> names{"c", "cuda", "llvm", "vulkan"};
        QCOMPARE(byLikeness("LVM", names).front(), std::string("llvm"));
        QCOMPARE(byLikeness("x", {}), std::vector<std::string>());
        QCOMPARE(likelyMeant("Vulcan", names), std::optional<std::string>("vulkan"));
        QCOMPARE(likelyMeant("cdua", names), std::optional<std::string>("cuda"));
        QCOMPARE(likelyMeant("cdu", {"c", "cuda"}),
                 std::optional<std::string>("cuda")); // as near as "c", of which little is left
        for (const char* far : {"cpu", "x", "", "nonsense"}) { // nothing of "c" is in "cpu" but its first letter
            QVERIFY2(!likelyMeant(far, names), far);
        }
        QVERIFY(!likelyMeant(std::string(1'000'000, 'x'), names)); // in no time
    }

    void noCharacterIsCutInTwo()
    {
        QCOMPARE(beginningOf("abc", 5), std::string_view("abc"));
        QCOMPARE(beginningOf("abc", 2), std::string_view("ab"));
        QCOMPARE(beginningOf("a\xC3\x84", 2), std::string_view("a"));
        QCOMPARE(beginningOf("\x84\x84\x84", 2), std::string_view()); // no beginning of a character at all
    }

    void whatSteersIsShown()
    {
        QCOMPARE(visibleText("a\tb\n\x1b[2J\x7f"), std::string("a\tb\n\\u001b[2J\\u007f"));
        QCOMPARE(visibleText("a\tb\n", Lines::Shown), std::string("a\\u0009b\\u000a"));
        QCOMPARE(visibleText("x\u202Ey\u2066\u200B\uFEFF\u0085\u2028\U000E0041"),
                 std::string("x\\u202ey\\u2066\\u200b\\ufeff\\u0085\\u2028\\ue0041"));
        QCOMPARE(visibleText("\xff\xc3"), std::string("\\ufffd\\ufffd"));
        const std::string written =
            "Gr\u00FC\u00DFe \u4F60\u597D \u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645"; // joiners belong to scripts
        QCOMPARE(visibleText(written, Lines::Shown), written);
    }

    void partsStandBetweenSeparators()
    {
        QCOMPARE(partsOf("a,,b", ','), (std::vector<std::string>{"a", "", "b"}));
        QCOMPARE(partsOf("a,", ','), (std::vector<std::string>{"a", ""}));
        QCOMPARE(partsOf("", ','), std::vector<std::string>{""});
    }

    void numbersAreWholeTexts()
    {
        QCOMPARE(numberFrom<int>("-12"), std::optional<int>(-12));
        for (const char* wrong : {"", " 1", "1 ", "1x", "0x1", "99999999999", "1.5"}) {
            QVERIFY2(!numberFrom<int>(wrong), wrong);
        }
        QCOMPARE(numberFrom<double>("1.5e3"), std::optional<double>(1500));
    }

    void durationsHaveAtMostTwoUnits()
    {
        const std::vector<std::pair<double, std::string>> all{{-1, "0 s"},
                                                              {0.31, "0.3 s"},
                                                              {5, "5 s"},
                                                              {9.96, "10 s"},
                                                              {59.4, "59 s"},
                                                              {60, "1 min"},
                                                              {185, "3 min 5 s"},
                                                              {3599.7, "1 h"},
                                                              {7450, "2 h 4 min"},
                                                              {11440, "3 h 11 min"},
                                                              {86400 * 2, "2 days"},
                                                              {86400 * 12 + 3600 * 4, "12 days 4 h"},
                                                              {86400 * 43.2, "43 days"},
                                                              {86400 * 365.25 * 3.1, "3.1 years"},
                                                              {1e15, "31,688,088 years"}};
        for (const auto& [seconds, text] : all) {
            QCOMPARE(durationText(seconds).message, text);
        }
    }
};

QTEST_APPLESS_MAIN(TestText)
#include "tst_text.moc"

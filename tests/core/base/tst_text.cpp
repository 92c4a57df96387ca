// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/characters.h"
#include "core/base/naturalorder.h"
#include "core/base/numbertext.h"
#include "core/base/strings.h"
#include "core/base/visibletext.h"

#include <QtTest>

#include <utility>
#include <vector>

using namespace knobscope;

class TestText : public QObject
{
    Q_OBJECT

private slots:
    void numbersAreInNaturalOrder()
    {
        const std::vector<std::string_view> ordered{"",         "conv",      "conv_2",  "CONV_10",
                                                    "conv_010", "conv_10 b", "conv_11", "conv_1000000000000000000000",
                                                    "dense",    "Dense_1",   "\xc3\xa9"};
        for (size_t i = 0; i < ordered.size(); ++i) {
            for (size_t j = 0; j < ordered.size(); ++j) {
                const int order = compareNaturally(ordered[i], ordered[j]);
                QVERIFY2((order < 0) == (i < j) && (order > 0) == (i > j), fmt::format("{} {}", ordered[i], ordered[j]).c_str());
            }
        }
        QVERIFY(compareNaturally("a01", "a1") < 0 && compareNaturally("a1", "a01") > 0); // a total order
    }

    void bytesHaveTheirUnit()
    {
        QCOMPARE(bytesText(640), std::string("640 bytes"));
        QCOMPARE(bytesText(2816), std::string("2.8 KiB"));
        QCOMPARE(bytesText(48 << 10), std::string("48 KiB"));
    }

    void columnsAreThoseOfATerminal()
    {
        QCOMPARE(terminalWidth("resnet-18"), size_t{9});
        QCOMPARE(terminalWidth("\u6377\u7a4d"), size_t{4});        // two wide characters in six bytes
        QCOMPARE(terminalWidth("\u00e9t\u00e9"), size_t{3});        // two bytes each
        QCOMPARE(terminalWidth("e\u0301"), size_t{1});              // a combining accent
        QCOMPARE(terminalWidth("a\xff\xe6"), size_t{3});            // no UTF-8
        QCOMPARE(truncateToColumns("\u6377\u7a4d", 3), std::string_view("\u6377"));
        QCOMPARE(truncateToColumns("\u6377\u7a4d", 4), std::string_view("\u6377\u7a4d"));
        QCOMPARE(truncateToColumns("ae\u0301b", 2), std::string_view("ae\u0301")); // the accent stays with its letter
        QCOMPARE(truncateToColumns("abc", 0), std::string_view());
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
        QCOMPARE(sortBySimilarity("LVM", names).front(), std::string("llvm"));
        QCOMPARE(sortBySimilarity("x", {}), std::vector<std::string>());
        QCOMPARE(findClosestName("Vulcan", names), std::optional<std::string>("vulkan"));
        QCOMPARE(findClosestName("cdua", names), std::optional<std::string>("cuda"));
        QCOMPARE(findClosestName("cdu", {"c", "cuda"}),
                 std::optional<std::string>("cuda")); // as near as "c", of which little is left
        for (const char* far : {"cpu", "x", "", "nonsense"}) { // nothing of "c" is in "cpu" but its first letter
            QVERIFY2(!findClosestName(far, names), far);
        }
        QVERIFY(!findClosestName(std::string(1'000'000, 'x'), names)); // in no time
    }

    void noCharacterIsCutInTwo()
    {
        QCOMPARE(truncateUtf8("abc", 5), std::string_view("abc"));
        QCOMPARE(truncateUtf8("abc", 2), std::string_view("ab"));
        QCOMPARE(truncateUtf8("a\xC3\x84", 2), std::string_view("a"));
        QCOMPARE(truncateUtf8("\x84\x84\x84", 2), std::string_view()); // no beginning of a character at all
    }

    void whatSteersIsShown()
    {
        QCOMPARE(visibleText("a\tb\n\x1b[2J\x7f"), std::string("a\tb\n\\u001b[2J\\u007f"));
        QCOMPARE(visibleText("a\tb\n", Lines::Escape), std::string("a\\u0009b\\u000a"));
        QCOMPARE(visibleText("x\u202Ey\u2066\u200B\uFEFF\u0085\u2028\U000E0041"),
                 std::string("x\\u202ey\\u2066\\u200b\\ufeff\\u0085\\u2028\\ue0041"));
        QCOMPARE(visibleText("\xff\xc3"), std::string("\\ufffd\\ufffd"));
        const std::string written =
            "Gr\u00FC\u00DFe \u4F60\u597D \u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645"; // joiners belong to scripts
        QCOMPARE(visibleText(written, Lines::Escape), written);
    }

    void partsStandBetweenSeparators()
    {
        QCOMPARE(splitText("a,,b", ','), (std::vector<std::string>{"a", "", "b"}));
        QCOMPARE(splitText("a,", ','), (std::vector<std::string>{"a", ""}));
        QCOMPARE(splitText("", ','), std::vector<std::string>{""});
    }

    void numbersAreWholeTexts()
    {
        QCOMPARE(parseNumber<int>("-12"), std::optional<int>(-12));
        for (const char* wrong : {"", " 1", "1 ", "1x", "0x1", "99999999999", "1.5"}) {
            QVERIFY2(!parseNumber<int>(wrong), wrong);
        }
        QCOMPARE(parseNumber<double>("1.5e3"), std::optional<double>(1500));
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

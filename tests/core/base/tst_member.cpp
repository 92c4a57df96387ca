// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/member.h"
#include "core/base/readjson.h"

#include <QTest>

using namespace knobscope;
using nlohmann::json;

class TestMember : public QObject
{
    Q_OBJECT
private slots:
    void membersOfTheirTypeAreRead()
    {
        const json object{{"a", 3}, {"b", true}, {"c", 1.5}, {"d", "text"}, {"e", {1, 2}}, {"f", -1}};
        QCOMPARE(memberOr(object, "a", 0), 3);
        QCOMPARE(memberOr(object, "b", false), true);
        QCOMPARE(memberOr(object, "c", 0.0), 1.5);
        QCOMPARE(memberOr(object, "a", 0.0), 3.0);
        QCOMPARE(memberOr(object, "d", std::string()), std::string("text"));
        QCOMPARE(memberOr(object, "e", std::vector<int64_t>()), (std::vector<int64_t>{1, 2}));
        QCOMPARE(memberOr(object, "f", int64_t{0}), int64_t{-1});
        QVERIFY(memberOr(object, "e", json()) == json({1, 2}));
    }

    void othersKeepTheirDefault()
    {
        const json object{{"text", "x"},    {"large", uint64_t{1} << 63}, {"real", 2.5},
                          {"negative", -1}, {"list", {1, "x"}},           {"null", nullptr}};
        QCOMPARE(memberOr(object, "text", 7), 7);
        QCOMPARE(memberOr(object, "large", int64_t{7}), int64_t{7});
        QCOMPARE(memberOr(object, "large", 7), 7);
        QCOMPARE(memberOr(object, "real", 7), 7);
        QCOMPARE(memberOr(object, "negative", uint64_t{7}), uint64_t{7});
        QCOMPARE(memberOr(object, "negative", true), true);
        QCOMPARE(memberOr(object, "list", std::vector<int64_t>{7}), std::vector<int64_t>{7});
        QCOMPARE(memberOr(object, "null", std::string("7")), std::string("7"));
        QCOMPARE(memberOr(object, "missing", 7), 7);
        for (const json& other : {json(), json(3), json("text"), json::array({1})}) {
            QCOMPARE(memberOr(other, "text", 7), 7);
        }
    }

    void utf8IsTold_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isRight");
        QTest::newRow("nothing") << QByteArray() << true;
        QTest::newRow("ASCII") << QByteArray("tile_x") << true;
        QTest::newRow("two to four bytes") << QByteArray("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80") << true;
        QTest::newRow("the last character") << QByteArray("\xf4\x8f\xbf\xbf") << true;
        QTest::newRow("beyond it") << QByteArray("\xf4\x90\x80\x80") << false;
        QTest::newRow("no beginning") << QByteArray("\x80") << false;
        QTest::newRow("cut off") << QByteArray("a\xe2\x82") << false;
        QTest::newRow("no continuation") << QByteArray("\xe2\x82z") << false;
        QTest::newRow("too long a form") << QByteArray("\xc0\xaf") << false;
        QTest::newRow("too long a form of three") << QByteArray("\xe0\x80\xaf") << false;
        QTest::newRow("too long a form of four") << QByteArray("\xf0\x80\x80\xaf") << false;
        QTest::newRow("a surrogate") << QByteArray("\xed\xa0\x80") << false;
        QTest::newRow("no byte of it") << QByteArray("\xff") << false;
    }

    void utf8IsTold()
    {
        QFETCH(QByteArray, text);
        QTEST(isUtf8({text.constData(), static_cast<size_t>(text.size())}), "isRight");
    }

    /// What JSON refuses to write is what is not UTF-8.
    void jsonAgrees()
    {
        for (unsigned a = 0xc0; a < 0x100; ++a) {
            for (unsigned b = 0x70; b < 0xd0; ++b) {
                for (const char* rest : {"", "\x80", "\x80\x80"}) {
                    const std::string text = std::string{static_cast<char>(a), static_cast<char>(b)} + rest;
                    bool isWritten = true;
                    try {
                        (void)json(text).dump();
                    } catch (const json::exception&) {
                        isWritten = false;
                    }
                    QCOMPARE(isUtf8(text), isWritten);
                }
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestMember)
#include "tst_member.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/parts.h"

#include <QTest>

using namespace knobscope::bench;

class TestParts : public QObject
{
    Q_OBJECT
private slots:
    void wordsArePartsOfNetworksOnThreads()
    {
        const auto parts = partNames("resnet-50  resnet-18+vgg-16/int8@2 resnet-50:13\tvgg-16@0");
        QCOMPARE(parts.size(), size_t(4));
        QVERIFY(parts[0].networks == std::vector<std::string>{"resnet-50"} && !parts[0].threads);
        QVERIFY((parts[1].networks == std::vector<std::string>{"resnet-18", "vgg-16/int8"}) && parts[1].threads == 2);
        QCOMPARE(parts[1].word, std::string("resnet-18+vgg-16/int8@2"));
        QVERIFY(parts[2].networks == std::vector<std::string>{"resnet-50:13"} && !parts[2].threads);
        QVERIFY(parts[3].networks == std::vector<std::string>{"vgg-16"} && parts[3].threads == 1);
        QVERIFY(partNames(" ").empty());
    }
};

QTEST_APPLESS_MAIN(TestParts)
#include "tst_parts.moc"

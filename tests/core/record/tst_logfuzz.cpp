// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/historybest.h"
#include "core/record/log.h"
#include "core/record/pickbest.h"
#include "core/record/upgrade.h"

#include <QFile>
#include <QtTest>

#include <random>
#include <sstream>

using namespace knobscope;

namespace {

/// Both samples in one text.
std::string samples()
{
    std::string text;
    for (const char* name : {"sample_v01.log", "sample_v02.log"}) {
        QFile file(QString(KNOBSCOPE_FIXTURES "/records/") + name);
        if (file.open(QIODevice::ReadOnly)) {
            text += file.readAll().toStdString();
        }
    }
    return text;
}

/// Spoils a text in a few places: other bytes, cut, doubled and swapped pieces, other numbers.
void mutate(std::string& text, std::mt19937& random)
{
    const auto somewhere = [&] { return random() % text.size(); };
    for (int changes = 1 + static_cast<int>(random() % 4); changes > 0 && text.size() > 2; --changes) {
        const size_t at = somewhere();
        const size_t length = std::min<size_t>(random() % 30, text.size() - at);
        switch (random() % 6) {
        case 0: text[at] = static_cast<char>(random()); break;
        case 1: text.erase(at, length); break;
        case 2: text.insert(at, text.substr(somewhere(), length)); break;
        case 3: text[at] = "[]{}\",:0-9.eN\n\t\\"[random() % 16]; break;
        case 4: text.resize(at + 1); break;
        case 5:
            if (const size_t digit = text.find_first_of("0123456789", at); digit != std::string::npos) {
                text.replace(digit, 1, std::to_string(static_cast<int64_t>(random()) * (random() % 2 ? 1 : -2000000000LL)));
            }
            break;
        }
    }
}

} // namespace

class TestLogFuzz : public QObject
{
    Q_OBJECT

private slots:
    void spoiltLinesNeverCrash();
    void spoiltLogsKeepTheirOtherRecords();
};

// Whatever is still a record must pass through everything that takes records.
void TestLogFuzz::spoiltLinesNeverCrash()
{
    std::vector<std::string> lines;
    std::istringstream stream(samples());
    for (std::string line; std::getline(stream, line);) {
        if (!line.starts_with('#')) {
            lines.push_back(line);
        }
    }
    QCOMPARE(lines.size(), size_t{18});
    std::mt19937 random(2024);
    int read = 0, refused = 0;
    HistoryBest history;
    for (int i = 0; i < 20000; ++i) {
        std::string line = lines[random() % lines.size()];
        mutate(line, random);
        const auto record = parseRecordLine(line);
        if (!record) {
            ++refused;
            QVERIFY(!record.error().message.empty());
            continue;
        }
        ++read;
        history.add(*record);
        if (const auto upgraded = upgradeRecord(*record)) {
            const std::string written = recordLine(*upgraded);
            const auto again = parseRecordLine(written);
            QVERIFY2(again, (again ? written : written + ": " + again.error().message).c_str());
            QCOMPARE(recordLine(*again), written);
        }
    }
    QVERIFY(read > 1000);
    QVERIFY(refused > 1000);
}

void TestLogFuzz::spoiltLogsKeepTheirOtherRecords()
{
    const std::string text = samples();
    std::mt19937 random(5);
    for (int i = 0; i < 1000; ++i) {
        std::string spoilt = text;
        spoilt[random() % spoilt.size()] = static_cast<char>(random());
        std::istringstream stream(spoilt);
        const LogContents log = upgradeRecords(readLog(stream));
        // One byte spoils one line, or splits one or joins two.
        QVERIFY(log.records.size() >= 16);
        QVERIFY(pickBest(log.records).size() >= 4);
    }
}

QTEST_APPLESS_MAIN(TestLogFuzz)
#include "tst_logfuzz.moc"

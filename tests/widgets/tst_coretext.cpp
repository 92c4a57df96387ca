// SPDX-License-Identifier: GPL-3.0-or-later
// What the core says with arguments, in the window's language.
#include "core/network/extract.h"
#include "core/task/figures.h"
#include "core/task/gpulimits.h"
#include "widgets/translation/corephrases.h"
#include "widgets/translation/coretext.h"
#include "widgets/translation/translation.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

#include <random>
#include <set>

using namespace knobscope;

namespace {

constexpr QChar argument(0x1);

/// The texts of the core's sources, neighbours joined as the compiler joins them, with one mark for each argument.
QString literalsOfTheCore()
{
    static const QRegularExpression strings(QStringLiteral(R"x("(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*)x"));
    static const QRegularExpression part(QStringLiteral(R"x("((?:[^"\\\n]|\\.)*)")x"));
    static const QRegularExpression place(QStringLiteral(R"(\{[^{}]*\})"));
    QString all;
    QDirIterator files(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/core"), {QStringLiteral("*.cpp"), QStringLiteral("*.h")},
                       QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        const QString source = QString::fromUtf8(file.readAll());
        for (auto at = strings.globalMatch(source); at.hasNext();) {
            QString whole;
            for (auto piece = part.globalMatch(at.next().captured()); piece.hasNext();) {
                whole += piece.next().captured(1);
            }
            whole.replace(QStringLiteral("\\\""), QStringLiteral("\""));
            whole.replace(QStringLiteral("{{"), QStringLiteral("\x02")).replace(QStringLiteral("}}"), QStringLiteral("\x03"));
            whole.replace(place, QString(argument));
            whole.replace(QLatin1Char('\x02'), QLatin1Char('{')).replace(QLatin1Char('\x03'), QLatin1Char('}'));
            all += whole + QLatin1Char('\n');
        }
    }
    return all;
}

bool isChinese(const QString& text)
{
    static const QRegularExpression chinese(QStringLiteral("[\\x{4e00}-\\x{9fff}]"));
    return text.contains(chinese);
}

} // namespace

class TestCoreText : public QObject
{
    Q_OBJECT
private slots:
    void patternsAreFoundAgain()
    {
        const auto match = coreSentences().match(QStringLiteral("Knob tile_x has no candidate [-1, 4] to remove"));
        QVERIFY(match.has_value());
        QCOMPARE(QString::fromUtf8(match->pattern), QStringLiteral("Knob %1 has no candidate %2 to remove"));
        QCOMPARE(match->arguments, QStringList({QStringLiteral("tile_x"), QStringLiteral("[-1, 4]")}));
        QVERIFY(!coreSentences().match(QString()).has_value());
        QVERIFY(!coreSentences().match(QStringLiteral("Knob ")).has_value());
        QVERIFY(!coreSentences().match(QStringLiteral("A person wrote this.")).has_value());
    }

    void englishStaysWordForWord()
    {
        for (const char* text :
             {"Knob tile_x has no candidate [-1, 4] to remove", "/tmp/100%1 %2.knobscope is a folder, not a project file",
              "Building: it took longer than 10 s and was stopped", "A person wrote this."}) {
            QCOMPARE(coreText(text), QString::fromUtf8(text));
        }
        QCOMPARE(figureText("84.5 KiB, 4 % of L2 (2 MiB)"), QStringLiteral("84.5 KiB, 4 % of L2 (2 MiB)"));
    }

    void theSentencesAreTheCores()
    {
        const QString core = literalsOfTheCore();
        QStringList missing;
        for (const CorePhrases* phrases : {&coreSentences(), &coreQuantities()}) {
            for (const CorePattern& pattern : phrases->patterns) {
                QString words = pattern.words.join(argument);
                while (words.startsWith(argument)) {
                    words.remove(0, 1);
                }
                while (words.endsWith(argument)) {
                    words.chop(1);
                }
                if (!core.contains(words)) {
                    missing << QString::fromUtf8(pattern.source);
                }
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(QStringLiteral("The core does not say these any more; see corephrases.cpp:\n")
                                               + missing.join(QLatin1Char('\n'))));
    }

    /// Each value of any figure is a number with a unit, or made from a pattern.
    void everyFigureIsListed()
    {
        static const QRegularExpression words(QStringLiteral("[a-z]{3}"));
        std::mt19937_64 random(1);
        std::set<std::string> missing;
        int seen = 0;
        const auto networks = loadNetworks().value();
        for (const char* name : {"llvm -mcpu=skylake-avx512", "llvm", "cuda", "cuda -arch=sm_90"}) {
            const Target target = parseTarget(name).value();
            const ExtractedTasks extracted = extractTasks(networks.front(), target).value();
            for (size_t t = 0; t < extracted.tasks.size(); t += 3) {
                const Task task = makeTask(extracted.tasks[t].task, extracted.tasks[t].args, target).value();
                for (int i = 0; i < 4; ++i) {
                    const auto at = static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength()));
                    const auto entity = task.space.at(at);
                    const auto figures = entity ? configFigures(task, *entity, machineFactsOf(target)) : fail(entity);
                    for (const Figure& figure : figures.value_or(std::vector<Figure>())) {
                        const QString value = QString::fromStdString(figure.value);
                        ++seen;
                        if (value.contains(words) && !coreFigures().match(value) && !coreQuantities().match(value)) {
                            missing.insert(figure.value);
                        }
                    }
                }
            }
        }
        QVERIFY(seen > 200);
        std::string all;
        for (const std::string& value : missing) {
            all += value + "\n";
        }
        QVERIFY2(missing.empty(), ("Add their patterns to widgets/translation/corephrases.cpp:\n" + all).c_str());
    }

    void allOfItIsChinese()
    {
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        for (const CorePhrases* phrases : {&coreSentences(), &coreFigures(), &coreQuantities()}) {
            for (const CorePattern& pattern : phrases->patterns) {
                QVERIFY2(isChinese(QCoreApplication::translate(phrases->context, pattern.source)), pattern.source);
            }
        }
        QCOMPARE(coreText("Knob tile_x has the candidate [-1, 4] already"), QStringLiteral("旋鈕 tile_x 已有候選值 [-1, 4]"));
        QCOMPARE(coreText("Building: it took longer than 10 s and was stopped"), QStringLiteral("建置：超過 10 秒，已停止"));
        QCOMPARE(coreText("2,048 threads per block; sm_90 allows 1,024: lower tile_y's third factor"),
                 QStringLiteral("每區塊 2,048 個執行緒；sm_90 的上限為 1,024：請調低 tile_y's third factor"));
        QCOMPARE(coreText("/tmp/100%1 %2.knobscope is a folder, not a project file"),
                 QStringLiteral("/tmp/100%1 %2.knobscope 是資料夾，不是專案檔"));
        QCOMPARE(coreText("A person wrote this."), QStringLiteral("A person wrote this."));
        QCOMPARE(figureText("40x16 float32: 40 of 32 vector registers, so that it spills"),
                 QStringLiteral("40x16 float32：需要 40 個向量暫存器，但只有 32 個，因此會溢出"));
        QCOMPARE(figureText("640 bytes"), QStringLiteral("640 位元組"));
        QCOMPARE(figureText("1.6 %"), QStringLiteral("1.6 %"));
    }
};

QTEST_MAIN(TestCoreText)
#include "tst_coretext.moc"

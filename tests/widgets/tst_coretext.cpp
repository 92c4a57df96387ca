// SPDX-License-Identifier: GPL-3.0-or-later
// What the core says, in the window's language.
#include "core/base/sentencejson.h"
#include "core/network/extract.h"
#include "core/task/figures.h"
#include "core/task/gpulimits.h"
#include "core/worker/trialjob.h"
#include "widgets/base/coretext.h"
#include "widgets/base/listtext.h"
#include "widgets/base/number.h"
#include "widgets/base/outcome.h"
#include "widgets/base/translation.h"
#include "widgets/base/units.h"

#include <QDirIterator>
#include <QRegularExpression>
#include <QTest>

#include <random>
#include <set>

using namespace knobscope;

namespace {

QString literal(const QString& neighbours)
{
    static const QRegularExpression part(QStringLiteral(R"x("((?:[^"\\\n]|\\.)*)")x"));
    QString whole;
    for (auto piece = part.globalMatch(neighbours); piece.hasNext();) {
        whole += piece.next().captured(1);
    }
    return whole.replace(QStringLiteral("\\\""), QStringLiteral("\""));
}

/// A pattern of fmt's with %1, %2, … in its places.
QString forTranslators(QString pattern)
{
    pattern.replace(QStringLiteral("{{"), QStringLiteral("\x02")).replace(QStringLiteral("}}"), QStringLiteral("\x03"));
    static const QRegularExpression place(QStringLiteral(R"(\{[^{}]*\})"));
    for (int number = 1; pattern.contains(place); ++number) {
        const auto found = place.match(pattern);
        pattern.replace(found.capturedStart(), found.capturedLength(), QStringLiteral("%%1").arg(number));
    }
    return pattern.replace(QLatin1Char('\x02'), QLatin1Char('{')).replace(QLatin1Char('\x03'), QLatin1Char('}'));
}

QStringList sources()
{
    QStringList paths;
    for (const char* folder : {KNOBSCOPE_SOURCE_DIR "/core", KNOBSCOPE_SOURCE_DIR "/widgets"}) {
        QDirIterator files(QString::fromUtf8(folder), {QStringLiteral("*.cpp"), QStringLiteral("*.h")}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            paths << files.next();
        }
    }
    return paths;
}

/// The headings of the tables that a source makes, except units.
void addHeadings(const QString& source, std::set<QString>& patterns)
{
    static const QRegularExpression table(QStringLiteral(R"x(\bTable\w*>?\s*\w*\s*[({]\s*\{?(\{"[^;]*?)\)?;)x"));
    static const QRegularExpression column(QStringLiteral(R"x(\{"\w*",\s*"([^"_]+)")x"));
    static const QRegularExpression small(QStringLiteral("[a-z]"));
    for (auto at = table.globalMatch(source); at.hasNext();) {
        for (auto one = column.globalMatch(at.next().captured(1)); one.hasNext();) {
            const QString heading = one.next().captured(1);
            if (heading.contains(small) && heading != QStringLiteral("ms")) {
                patterns.insert(heading);
            }
        }
    }
}

/// Each pattern that stands behind fail, refuse, phrase or unsupported in the sources, or behind the condition of a require, and
/// the headings of the core's tables.
std::set<QString> patternsOfTheCore()
{
    const QString text = QStringLiteral("\"(?:[^\"\\\\\\n]|\\\\.)*\"");
    const QString nested = QStringLiteral("([({](?:[^\"(){}]++|%1|(?-1))*+[)}])").arg(text);
    const QRegularExpression made(QStringLiteral("\\b(?:(?:fail|refuse|phrase|unsupported)\\(\\s*(?:[\\w:.()>-]+,\\s*)?|"
                                                 "require\\((?:[^\"(){}]|%1|%2)*?,\\s*)((?:%1\\s*)+)")
                                      .arg(text, nested));
    static const QRegularExpression letter(QStringLiteral("[A-Za-z]"));
    std::set<QString> all;
    for (const QString& path : sources()) {
        QFile file(path);
        const QString source = file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        if (path.startsWith(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/core"))) {
            addHeadings(source, all);
        }
        for (auto at = made.globalMatch(source); at.hasNext();) {
            const QString pattern = forTranslators(literal(at.next().captured(2)));
            if (pattern.contains(letter)) {
                all.insert(pattern);
            }
        }
    }
    return all;
}

bool isChinese(const QString& text)
{
    // Of sentences that are put together from others the punctuation is all there is.
    static const QRegularExpression chinese(QStringLiteral("[\\x{4e00}-\\x{9fff}\\x{3001}\\x{3002}\\x{ff0c}\\x{ff1a}\\x{ff1b}]"));
    return text.contains(chinese);
}

} // namespace

class TestCoreText : public QObject
{
    Q_OBJECT
private slots:
    void englishStaysWordForWord()
    {
        const Error failed = fail(ErrorCode::NotFound, "Knob {} has no candidate {:.1f} to {{remove}}", "tile_x", 2.0).value();
        QCOMPARE(failed.message, std::string("Knob tile_x has no candidate 2.0 to {remove}"));
        QCOMPARE(coreText(failed), QStringLiteral("Knob tile_x has no candidate 2.0 to {remove}"));
        QCOMPARE(coreText(phrase("{1} of {0}", "a", "b")), QStringLiteral("b of a"));
        for (const char* text : {"/tmp/100%1 %2.knobscope is a folder, not a project file", "A person wrote this.", ""}) {
            QCOMPARE(coreText(Sentence(text)), QString::fromUtf8(text));
        }
    }

    /// In the window; a candidate or a name keeps its hyphens, and so does what is copied.
    void negativeNumbersHaveAMinus()
    {
        QCOMPARE(coreText(phrase("{:+.1f} % in {} of {}", -1.25, "[-1, 4]", "2026-11-28")),
                 QStringLiteral("\u22121.2 % in [-1, 4] of 2026-11-28"));
        QCOMPARE(coreText(phrase("at {:.1e}", 1.5e-6)), QStringLiteral("at 1.5e\u221206"));
        QCOMPARE(number(-1234), QStringLiteral("\u22121,234"));
        QCOMPARE(number(-0.5, 2), QStringLiteral("\u22120.50"));
        QCOMPARE(signedNumber(0.5, 1), QStringLiteral("+0.5"));
        QCOMPARE(figures(-2.5, 3), QStringLiteral("\u22122.5"));
        QCOMPARE(forOtherPrograms(number(-7) + QStringLiteral("\tx\u00a0%")), QStringLiteral("-7\tx %"));
    }

    void countsHaveTheirForm()
    {
        const auto said = [](int64_t count) {
            return phrase("{}: {} (record is|records are) left out (all of them)", "t.log", count);
        };
        QCOMPARE(said(1).message, std::string("t.log: 1 record is left out (all of them)"));
        QCOMPARE(said(2).message, std::string("t.log: 2 records are left out (all of them)"));
        QCOMPARE(said(21).message, std::string("t.log: 21 records are left out (all of them)"));
        QCOMPARE(coreText(said(1)), QStringLiteral("t.log: 1 record is left out (all of them)"));
        const Sentence read = sentenceFromParts(said(1).pattern, said(1).arguments).value();
        QCOMPARE(read.message, said(1).message);
        QCOMPARE(phrase("{:.0f} (trial|trials)", 1.0).message, std::string("1 trial"));
        QCOMPARE(phrase("{} (config|configs)", "+1").message, std::string("+1 config"));
        // Words without two forms in their brackets stay, and so does what an argument says.
        QCOMPARE(phrase("a | b (c) {} (d", "(x|y)").message, std::string("a | b (c) (x|y) (d"));
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        QCOMPARE(coreText(phrase("{} (trial|trials)", 1)), QStringLiteral("1 次試驗"));
    }

    void listsAreThoseOfTheLanguage()
    {
        const QStringList parts{QStringLiteral("a"), QStringLiteral("50 %"), QStringLiteral("c")};
        QCOMPARE(listText(parts), QStringLiteral("a, 50 %, c"));
        QCOMPARE(listText({}), QString());
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        QVERIFY2(!listText(parts).contains(QLatin1Char(',')), qPrintable(listText(parts)));
    }

    void numbersKeepTheirUnits()
    {
        const auto bound = [](const char* text) { return withBoundUnits(QString::fromUtf8(text)).replace(QChar::Nbsp, u'_'); };
        QCOMPARE(bound("Trial 24: 99.2 GFLOPS, 2.345 ms (± 0.4 %)"), QStringLiteral("Trial 24: 99.2_GFLOPS, 2.345_ms (±_0.4_%)"));
        QCOMPARE(bound("%1 MiB of %2 MiB, %n µs, %3 GB/s"), QStringLiteral("%1_MiB of %2_MiB, %n_µs, %3_GB/s"));
        QCOMPARE(bound("%1 %2, %1 % of %2"), QStringLiteral("%1 %2, %1_% of %2"));
        QCOMPARE(bound("3 steps, 2 h 5 min, a s"), QStringLiteral("3 steps, 2_h 5_min, a s"));
        QCOMPARE(bound(" 1"), QStringLiteral(" 1"));
        QCOMPARE(coreText(phrase("{} of {}", "1 MiB", "/tmp/1 s.log")), QStringLiteral("1\u00a0MiB of /tmp/1 s.log"));
        QCOMPARE(percentText(0.5), QStringLiteral("50\u00a0%"));
    }

    /// A new sentence of the core is red here until `./dev texts` found it, and then in tst_translations until it is translated.
    void thePatternsAreTheCores()
    {
        QFile list(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/translations/core.txt"));
        QVERIFY(list.open(QIODevice::ReadOnly));
        const QStringList lines = QString::fromUtf8(list.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        const std::set<QString> listed(lines.begin(), lines.end());
        const std::set<QString> said = patternsOfTheCore();
        QVERIFY(said.size() > 500);
        QStringList wrong;
        for (const QString& pattern : said) {
            if (!listed.contains(pattern)) {
                wrong << QStringLiteral("is missing: ") + pattern;
            }
        }
        for (const QString& pattern : listed) {
            if (!said.contains(pattern) && !pattern.endsWith(QLatin1Char('.'))) { // those are tuners' and figures' explanations
                wrong << QStringLiteral("is said no more: ") + pattern;
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("Run ./dev texts:\n") + wrong.join(QLatin1Char('\n'))));
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        const QRegularExpression letters(QStringLiteral("(?!ms\\b)[a-z]{2}")); // symbols of units stay
        for (const QString& pattern : listed) {
            QVERIFY2(!pattern.contains(letters) || isChinese(QCoreApplication::translate("Core", pattern.toUtf8().constData())),
                     qPrintable(pattern));
        }
    }

    void errorsAreTranslatedByTheirPattern()
    {
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        const auto failed = fail(ErrorCode::InvalidArgument, "Knob {} already has the candidate {}", "tile_x", "[-1, 4]");
        QCOMPARE(coreText(failed.value()), QStringLiteral("旋鈕 tile_x 已有候選值 [-1, 4]"));
        const auto inner = fail(ErrorCode::Timeout, "it took longer than {:g} s and was stopped", 10.0);
        QCOMPARE(coreText(fail(ErrorCode::Timeout, "Building: {}", inner.value()).value()),
                 QStringLiteral("建置：超過 10 秒，已停止"));
        // What a path holds is no place of the sentence, and what looks like another sentence stays the path's.
        const auto folder = fail(ErrorCode::Io, "{} is a folder, not a project file", "/tmp/100%1 %2.knobscope");
        QCOMPARE(coreText(folder.value()), QStringLiteral("/tmp/100%1 %2.knobscope 是資料夾，不是專案檔"));
        const auto foreign = Error(ErrorCode::Io, Sentence("A library wrote this."));
        QCOMPARE(coreText(fail(ErrorCode::Io, "{} cannot be read: {}", "a.log", foreign).value()),
                 QStringLiteral("無法讀取 a.log：A library wrote this."));
    }

    /// A worker's answer, and a row of a project, bring the pattern along.
    void whatComesFromElsewhereIsTranslated()
    {
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        nlohmann::json answer{{"error", static_cast<int>(MeasureError::Instantiation)}};
        const Sentence limit = phrase("{}; {} allows {}", phrase("{} threads per block", "2,048"), "sm_90", "1,024");
        writeSentence(answer, "message", phrase("{}: lower {}", limit, "tile_y's third factor"));
        MeasureResult result;
        readStatus(result, nlohmann::json::parse(answer.dump()));
        QCOMPARE(coreText(result.why),
                 QStringLiteral("每區塊 2,048 個執行緒；sm_90 的上限為 1,024：請調低 tile_y's third factor"));
        const Sentence slow = phrase("Building: {}", phrase("it took longer than {:g} s and was stopped", 10.0));
        QCOMPARE(coreText(sentenceFromColumns(slow.message, patternText(slow))), QStringLiteral("建置：超過 10 秒，已停止"));
        // Of earlier versions there are the words alone.
        QCOMPARE(coreText(sentenceFromColumns(slow.message, "")), QString::fromStdString(slow.message));
        QCOMPARE(coreText(sentenceFromColumns("A person wrote this.", "")), QStringLiteral("A person wrote this."));
        // A pattern that nobody translated, and one that no program of ours made.
        QCOMPARE(coreText(sentenceFromJson({"Of tomorrow: {}", "x"}).value()), QStringLiteral("Of tomorrow: x"));
        QVERIFY(!sentenceFromJson({"Of tomorrow: {", "x"}));
    }

    void fixedWordsAreTranslatedAsTheyAre()
    {
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        QCOMPARE(fixedCoreText("kernel crashed"), QStringLiteral("核心函式當機"));
        QCOMPARE(coreText(phrase("{}: {}", errorText(MeasureError::RuntimeDevice), "x")), QStringLiteral("核心函式當機：x"));
        QCOMPARE(fixedCoreText("640 bytes"), QStringLiteral("640 bytes")); // with its number it is no fixed word
        QCOMPARE(coreText(phrase("{} (byte|bytes)", 640)), QStringLiteral("640 位元組"));
        QCOMPARE(fixedCoreText(""), QString());
    }

    void aFailureHasOneName()
    {
        for (const bool isEnglish : {true, false}) {
            const Translation translation(QLocale(isEnglish ? QStringLiteral("en") : QStringLiteral("zh_TW")));
            std::map<Outcome, QStringList> names;
            for (int error = 0; error <= 8; ++error) {
                names[outcomeOf(error)] << outcomeName(error);
                const QString line = coreText(phrase("{}: {}", errorText(static_cast<MeasureError>(error)), "x"));
                QVERIFY2(line.startsWith(outcomeName(error)), qPrintable(line));
                QCOMPARE(outcomeTitle(error).toLower(), outcomeName(error));
                QCOMPARE(isChinese(outcomeName(error)), !isEnglish);
            }
            QCOMPARE(names.size(), kAllOutcomes.size());
            for (const auto& [outcome, ofErrors] : names) {
                const QString shortName = outcomeShortName(outcome);
                QVERIFY2(ofErrors.size() > 1 || ofErrors.front() == shortName, qPrintable(shortName));
            }
        }
    }

    /// Each value of any figure with words in it is Chinese in a Chinese window.
    void everyFigureIsTranslated()
    {
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
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
                    const auto figures = entity ? configFigures(task, *entity, profileOf(target)) : fail(entity);
                    for (const Figure& figure : figures.value_or(std::vector<Figure>())) {
                        ++seen;
                        for (const QString& text :
                             {coreText(figure.name), coreText(figure.value), fixedCoreText(figure.explanation)}) {
                            if (text.contains(words) && !isChinese(text)) {
                                missing.insert(figure.value.message);
                            }
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
        QVERIFY2(missing.empty(), all.c_str());
        QCOMPARE(coreText(phrase("{}: {} of {} vector registers, so it spills", "40x16 float32", 40, 32)),
                 QStringLiteral("40x16 float32：需要 40 個向量暫存器，但只有 32 個，因此會溢出"));
    }
};

QTEST_MAIN(TestCoreText)
#include "tst_coretext.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Lessons as strangers write them: each fault has a sentence, and no text becomes anything but text.
#include "core/lesson/lessonfolders.h"
#include "core/lesson/readlesson.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace knobscope;

namespace {

constexpr const char* kStep =
    R"({"key": "a", "kind": "do", "check": "runs > 0", "path": [{"does": "press run.start", "state": {"runs": 1}}]})";
constexpr const char* kText = "# Title\n\n## a | First\n\nText.\n\n- missing: Do it.\n- right: Done.\n- hint: Try.\n";

QByteArray lessonOf(const QByteArray& steps)
{
    return R"({"id": "x", "minutes": 5, "steps": [)" + steps + "]}";
}

} // namespace

class TestReadLesson : public QObject
{
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;

    void write(const char* name, const QByteArray& text) const
    {
        QFile file(m_folder->filePath(QLatin1String(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    LessonReading read() const { return readLessonFolder(m_folder->path().toStdString()); }
    /// Whether one of the folder's problems has this text.
    bool refuses(const char* text) const
    {
        const auto problems = read().problems;
        const bool found =
            std::ranges::any_of(problems, [text](const Sentence& p) { return p.message.find(text) != std::string::npos; });
        for (const Sentence& problem : found ? std::vector<Sentence>() : problems) {
            qWarning("%s", problem.message.c_str());
        }
        return found;
    }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        write("lesson.json", lessonOf(kStep));
        write("en.md", kText);
    }

    void aSmallLessonIsRead()
    {
        const auto [lesson, problems] = readLessonFolder(m_folder->path().toStdString());
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().message.c_str());
        QCOMPARE(lesson.steps.size(), size_t(1));
        QCOMPARE(lesson.text("zh_TW").title, std::string("Title")); // English where a language is missing
        QCOMPARE(lesson.text("en").steps.at("a").hints.size(), size_t(1));
    }

    void faultsHaveSentences_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("sentence");
        const QByteArray step(kStep);
        const QByteArray text(kText);
        QTest::newRow("no json") << QByteArray("{") << text << QByteArray("lesson.json");
        QTest::newRow("a list") << QByteArray("[]") << text << QByteArray("no object");
        QTest::newRow("deep") << QByteArray(100, '[') << text << QByteArray("lesson.json");
        QTest::newRow("no steps") << lessonOf("") << text << QByteArray("list of 1 to");
        QTest::newRow("wrong key") << lessonOf(QByteArray(step).replace("check", "chek")) << text
                                   << QByteArray("did you mean \"check\"?");
        QTest::newRow("wrong name") << lessonOf(QByteArray(step).replace("runs >", "rns >")) << text
                                    << QByteArray("did you mean \"runs\"?");
        QTest::newRow("wrong condition") << lessonOf(QByteArray(step).replace("runs >", "runs > >")) << text
                                         << QByteArray("column");
        QTest::newRow("wrong kind") << lessonOf(QByteArray(step).replace("\"do\"", "\"done\"")) << text
                                    << QByteArray("a kind is");
        QTest::newRow("wrong verb") << lessonOf(QByteArray(step).replace("press", "pres")) << text
                                    << QByteArray("did you mean \"press\"?");
        QTest::newRow("wrong view") << lessonOf(QByteArray(step).replace("run.start", "runs.start")) << text
                                    << QByteArray("no view \"runs\"; did you mean \"run\"?");
        QTest::newRow("no control") << lessonOf(QByteArray(step).replace("run.start", "start")) << text
                                    << QByteArray("names no control");
        QTest::newRow("no value") << lessonOf(QByteArray(step).replace("press", "set")) << text << QByteArray("lacks a value");
        QTest::newRow("no such choice") << lessonOf(QByteArray(step).replace("press run.start", "choose b")) << text
                                        << QByteArray("no choice of it");
        QTest::newRow("wrong highlight") << lessonOf(
            QByteArray(step).replace("\"kind\"", "\"highlight\": \"spce.knobs\", \"kind\""))
                                         << text << QByteArray("did you mean \"space\"?");
        QTest::newRow("no choices") << lessonOf(QByteArray(step).replace("\"do\"", "\"ask\"")) << text
                                    << QByteArray("fewer than two choices");
        QTest::newRow("twice") << lessonOf(step + "," + step) << text << QByteArray("two steps are called a");
        QTest::newRow("a key with a path") << lessonOf(QByteArray(step).replace("\"a\"", "\"../a\"")) << text
                                           << QByteArray("has no \"key\"");
        QTest::newRow("no title") << lessonOf(step) << QByteArray(text).replace("# Title", "Title") << QByteArray("no title");
        QTest::newRow("no text") << lessonOf(step) << QByteArray("# Title\n") << QByteArray("step a has no text");
        QTest::newRow("another step") << lessonOf(step) << text + "## b | Other\n" << QByteArray("no such step");
        QTest::newRow("nothing missing") << lessonOf(step) << QByteArray(text).replace("- missing: Do it.\n", "")
                                         << QByteArray("does not say what is missing");
        QTest::newRow("four hints") << lessonOf(step) << text + "- hint: 2\n- hint: 3\n- hint: 4\n"
                                    << QByteArray("at most 3 hints");
        QTest::newRow("answer to nothing") << lessonOf(step) << text + "- wrong z: Nothing.\n"
                                           << QByteArray("for no wrong state");
        QTest::newRow("missing picture") << lessonOf(step) << text + "\n![A curve](curve.png)\n"
                                         << QByteArray("picture curve.png is missing");
        QTest::newRow("picture from the web") << lessonOf(step) << text + "\n![x](https://example.org/a.png)\n"
                                              << QByteArray("nothing is fetched");
        QTest::newRow("picture elsewhere") << lessonOf(step) << text + "\n![x](../../etc/a.png)\n"
                                           << QByteArray("not a file beside the lesson");
        QTest::newRow("no picture") << lessonOf(step) << text + "\n![x](lesson.json)\n" << QByteArray("is no .png");
        QTest::newRow("endless line") << lessonOf(step) << text + "\n" + QByteArray(5000, 'x') + "\n"
                                      << QByteArray("longer than");
        QTest::newRow("large file") << lessonOf(step) << text + QByteArray(300 << 10, '\n') << QByteArray("longer than 256 KiB");
        QTest::newRow("no UTF-8") << lessonOf(step) << text + "\xff\xfe" << QByteArray("not UTF-8");
    }

    void faultsHaveSentences()
    {
        QFETCH(const QByteArray, json);
        QFETCH(const QByteArray, text);
        QFETCH(const QByteArray, sentence);
        write("lesson.json", json);
        write("en.md", text);
        QVERIFY(refuses(sentence.constData()));
    }

    void picturesThatReferElsewhereAreRefused()
    {
        write("en.md", QByteArray(kText) + "\n![x](a.svg)\n");
        write("a.svg", "<svg><image href=\"file:///etc/passwd\"/></svg>");
        QVERIFY(refuses("refers to other files"));
        write("a.svg", "<svg/>");
        QVERIFY(read().problems.empty());
        QVERIFY(QFile::link(QStringLiteral("/etc/passwd"), m_folder->filePath(QStringLiteral("b.png"))));
        write("en.md", QByteArray(kText) + "\n![x](b.png)\n");
        QVERIFY(refuses("is missing"));
    }

    void textStaysText()
    {
        QCOMPARE(lessonRichText("<img src=\"http://x/y\"> & <script>"),
                 std::string("&lt;img src=&quot;http://x/y&quot;&gt; &amp; &lt;script&gt;"));
        QCOMPARE(lessonRichText("[a](http://x)"), std::string("[a](http://x)"));
        QCOMPARE(lessonRichText("**b** *i* `a<b` 2 * 3 * 4"), std::string("<b>b</b> <i>i</i> <code>a&lt;b</code> 2 * 3 * 4"));
        QCOMPARE(lessonRichText("**<b>x</b>**"), std::string("<b>&lt;b&gt;x&lt;/b&gt;</b>"));
        QCOMPARE(lessonRichText("`**`"), std::string("<code>**</code>"));
        QCOMPARE(lessonRichText(LessonBlock{LessonBlock::Kind::List, {}, {"a", "<b>"}, {}, false}),
                 std::string("<ul><li>a</li><li>&lt;b&gt;</li></ul>"));
    }

    void codeForTheWorkshopIsKnown()
    {
        write("en.md", QByteArray(kText).replace("Text.", "```schedule\nvectorize(xi)\n```\n```\nA B\n```"));
        const auto [lesson, problems] = readLessonFolder(m_folder->path().toStdString());
        QVERIFY(problems.empty());
        const auto& body = lesson.text("en").steps.at("a").body;
        QCOMPARE(body.size(), size_t(2));
        QVERIFY(body[0].isSchedule && !body[1].isSchedule);
        QCOMPARE(body[0].text, std::string("vectorize(xi)"));
    }

    void lessonsAreFoundInOrder()
    {
        const QTemporaryDir root;
        for (const char* name : {"10-b", "2-a", "3-broken"}) {
            const QDir folder(root.filePath(QLatin1String(name)));
            QVERIFY(folder.mkpath(QStringLiteral(".")));
            QFile json(folder.filePath(QStringLiteral("lesson.json")));
            QVERIFY(json.open(QIODevice::WriteOnly));
            json.write(QByteArray(name) == "3-broken" ? QByteArray("{")
                                                      : lessonOf(kStep).replace("\"x\",", QByteArray("\"") + name + "\","));
            QFile text(folder.filePath(QStringLiteral("en.md")));
            QVERIFY(text.open(QIODevice::WriteOnly));
            text.write(kText);
        }
        const FoundLessons found = findLessons({root.path().toStdString()});
        QCOMPARE(found.lessons.size(), size_t(2));
        QCOMPARE(found.lessons.front().id, std::string("2-a"));
        QCOMPARE(found.problems.size(), size_t(1));
    }
};

QTEST_APPLESS_MAIN(TestReadLesson)
#include "tst_readlesson.moc"

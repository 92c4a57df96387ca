// SPDX-License-Identifier: GPL-3.0-or-later
// Every text can be translated, is translated, and has room for longer words.
#include "core/network/extract.h"
#include "core/task/figures.h"
#include "core/timing/measurer.h"
#include "core/tuner/tuner.h"
#include "widgets/base/translation.h"
#include "widgets/shell/mainwindow.h"

#include <QAbstractButton>
#include <QDirIterator>
#include <QLabel>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

#include <array>
#include <set>

using namespace knobscope;

namespace {

struct ListedText {
    QString context;
    QString source;
    QStringList translations;
    bool unfinished = false;
    bool vanished = false;
};

std::vector<ListedText> readMessages(const QString& path)
{
    QFile file(path);
    std::vector<ListedText> messages;
    if (!file.open(QIODevice::ReadOnly)) {
        return messages;
    }
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (!xml.isStartElement()) {
            continue;
        }
        if (xml.name() == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (xml.name() == QLatin1String("source")) {
            messages.push_back({context, xml.readElementText(), {}, false, false});
        } else if (xml.name() == QLatin1String("translation")) {
            const QString type = xml.attributes().value(QLatin1String("type")).toString();
            messages.back().unfinished = type == QLatin1String("unfinished");
            messages.back().vanished = type == QLatin1String("vanished") || type == QLatin1String("obsolete");
            messages.back().translations << xml.readElementText(QXmlStreamReader::IncludeChildElements);
        }
    }
    return messages;
}

QStringList placeholders(const QString& text)
{
    QStringList found;
    static const QRegularExpression pattern(QStringLiteral("%L?[0-9]+|%n"));
    for (auto it = pattern.globalMatch(text); it.hasNext();) {
        found << it.next().captured().remove(QLatin1Char('L'));
    }
    found.sort();
    found.removeDuplicates();
    return found;
}

/// The visible labels and buttons whose text does not fit.
QStringList clipped(const QWidget& window)
{
    QStringList out;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const QString text = label ? label->text() : button ? button->text() : QString();
        const bool wraps = label && (label->wordWrap() || label->textFormat() == Qt::RichText);
        if (text.isEmpty() || wraps || !widget->isVisible() || widget->visibleRegion().isEmpty()) {
            continue;
        }
        if (widget->width() + 2 < widget->minimumSizeHint().width()) {
            out << QStringLiteral("%1 in %2: %3 of %4 px")
                       .arg(text, QString::fromLatin1(widget->parentWidget()->metaObject()->className()))
                       .arg(widget->width())
                       .arg(widget->minimumSizeHint().width());
        }
    }
    return out;
}

/// Every text longer by a third, accented and in brackets, so that what is clipped, glued together or not translatable shows.
class PseudoTranslator : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char* /*context*/, const char* text, const char* /*comment*/, int n) const override
    {
        constexpr std::array<std::pair<char, char16_t>, 6> accents{
            {{'a', u'å'}, {'e', u'é'}, {'i', u'ï'}, {'o', u'ø'}, {'u', u'ü'}, {'n', u'ñ'}}};
        QString out;
        bool inPlaceholder = false;
        for (const QChar c : QString::fromUtf8(text)) {
            const bool isPart = inPlaceholder && (c.isDigit() || c == QLatin1Char('n') || c == QLatin1Char('L'));
            inPlaceholder = c == QLatin1Char('%') || isPart;
            char16_t letter = c.unicode();
            for (const auto& [plain, accented] : accents) {
                letter = !isPart && letter == static_cast<char16_t>(plain) ? accented : letter;
            }
            out += QChar(letter);
        }
        out.replace(QStringLiteral("%n"), QString::number(n)).replace(QStringLiteral("%L1"), QStringLiteral("%1"));
        return QStringLiteral("[") + out + QString(out.size() / 3, QLatin1Char('~')) + QStringLiteral("]");
    }
};

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void pseudoTextsKeepTheirPlaceholders()
    {
        const PseudoTranslator pseudo;
        QCOMPARE(pseudo.translate("c", "%1 of %n files", nullptr, 3), QStringLiteral("[%1 øf 3 fïlés~~~~]"));
    }

    void longerWordsAreNotClipped()
    {
        PseudoTranslator pseudo;
        QCoreApplication::installTranslator(&pseudo);
        {
            MainWindow window;
            window.resize(1600, 1000);
            window.chooseTask(QStringLiteral("resnet-18:2"));
            window.show();
            QVERIFY(QTest::qWaitForWindowExposed(&window));
            QCoreApplication::processEvents();
            const QStringList bad = clipped(window);
            QVERIFY2(bad.isEmpty(), qPrintable(bad.join(QLatin1Char('\n'))));
        }
        QCoreApplication::removeTranslator(&pseudo);
    }

    void chineseIsComplete()
    {
        const auto messages = readMessages(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/translations/knobscope_zh_TW.ts"));
        QVERIFY(messages.size() > 100);
        QStringList bad;
        for (const ListedText& m : messages) {
            if (m.vanished) {
                continue;
            }
            const QString text = m.translations.join(QString());
            if (m.unfinished || text.trimmed().isEmpty()) {
                bad << QStringLiteral("%1: “%2” is not translated").arg(m.context, m.source);
            } else if (placeholders(m.source) != placeholders(text)) {
                bad << QStringLiteral("%1: “%2” and “%3” have other placeholders").arg(m.context, m.source, text);
            }
        }
        QVERIFY2(bad.isEmpty(), qPrintable(bad.join(QLatin1Char('\n'))));
    }

    /// Where a class that is no QObject names its texts' context, they are looked up there, wherever `./dev texts` lists them.
    void namedContextsAreListed()
    {
        std::set<QString> listed;
        for (const ListedText& m :
             readMessages(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/translations/knobscope_zh_TW.ts"))) {
            listed.insert(m.context);
        }
        static const QRegularExpression pattern(QStringLiteral("Q_DECLARE_TR_FUNCTIONS\\(([\\w:]+)\\)"));
        int named = 0;
        QDirIterator sources(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/widgets"), {QStringLiteral("*.h"), QStringLiteral("*.cpp")},
                             QDir::Files, QDirIterator::Subdirectories);
        while (sources.hasNext()) {
            QFile file(sources.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            for (const auto& match : pattern.globalMatch(QString::fromUtf8(file.readAll()))) {
                ++named;
                QVERIFY2(listed.contains(match.captured(1)), qPrintable(file.fileName()));
            }
        }
        QVERIFY(named > 10);
    }

    /// "1 trials": a number before a plural has both forms, %n or "(s)" in the window and "(trial|trials)" in the core and the
    /// command line, unless it is never 1.
    void countsHaveBothForms()
    {
        const QString nouns =
            QStringLiteral("(?:trials|configs|runs|tasks|points|layers|knobs|candidates|spans|edits|lines|threads|"
                           "samples|groups|nodes|seeds|spaces|kernels|records|rows|columns|constraints)");
        const QRegularExpression ofWindow(QStringLiteral("%L?[1-9n] (?:[a-z]+ )?") + nouns + QStringLiteral("\\b(?!/)"));
        const QRegularExpression ofProgram(QStringLiteral("\"[^\"\n]*\\{[^}\"]*\\} (?:[a-z]+ )?") + nouns
                                           + QStringLiteral("\\b(?!/)[^\"\n]*\""));
        // Limits and what is never 1; "runs" as a verb.
        static const char* const never[] = {"(estimated)",
                                            "will be measured completely",
                                            "explained by each knob alone",
                                            "Within %1 trials",
                                            "of the best within %2 trials",
                                            "reached it within %3 trials",
                                            "So far at least",
                                            "replayed on",
                                            "the best once more",
                                            "at most %1 threads",
                                            "spans merged",
                                            "The first %L1",
                                            "median and quartiles of",
                                            "lacks trials",
                                            "All {} spaces",
                                            "best {:.2f} GFLOPS, {:.0f} s",
                                            "runs on CPUs",
                                            "runs on GPUs",
                                            "threads are more than"};
        const auto isNever = [](const QString& text) {
            return std::ranges::any_of(never, [&](const char* part) { return text.contains(QLatin1String(part)); });
        };
        QStringList wrong;
        for (const ListedText& m :
             readMessages(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/translations/knobscope_zh_TW.ts"))) {
            if (m.context != QLatin1String("Core") && !isNever(m.source) && ofWindow.match(m.source).hasMatch()) {
                wrong << m.context + QStringLiteral(": ") + m.source;
            }
        }
        QDirIterator sources(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/app/cli"), {QStringLiteral("*.cpp")}, QDir::Files);
        while (sources.hasNext()) {
            QFile file(sources.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            for (const auto& match : ofProgram.globalMatch(QString::fromUtf8(file.readAll()))) {
                if (!isNever(match.captured())) {
                    wrong << QFileInfo(file).fileName() + QStringLiteral(": ") + match.captured();
                }
            }
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        // What the window says in English, for 1 and for 2.
        const Translation translation(QLocale(QStringLiteral("en")));
        const auto text = [](int count) {
            return QCoreApplication::translate("knobscope::ProgressPanel", "%1 of %2 trial(s), best %3 GFLOPS", nullptr, count);
        };
        QCOMPARE(text(1), QStringLiteral("%1 of %2 trial, best %3\u00a0GFLOPS"));
        QCOMPARE(text(2), QStringLiteral("%1 of %2 trials, best %3\u00a0GFLOPS"));
    }

    void whatTheCoreSaysIsListed()
    {
        std::set<std::string> said;
        for (const TunerDescription& tuner : tuners()) {
            said.insert(tuner.sentence);
            for (const TunerParameter& parameter : tuner.parameters) {
                said.insert(parameter.sentence);
            }
        }
        for (int error = 0; error <= static_cast<int>(MeasureError::Unknown); ++error) {
            said.insert(errorText(static_cast<MeasureError>(error)));
        }
        const auto networks = loadNetworks().value();
        for (const char* target : {"llvm -mcpu=skylake-avx512", "cuda"}) {
            const MachineProfile facts = profileOf(parseTarget(target).value());
            const ExtractedTasks extracted = extractTasks(networks.front(), parseTarget(target).value()).value();
            for (const NetworkTask& found : extracted.tasks) {
                const Task task = makeTask(found.task, found.args, parseTarget(target).value()).value();
                for (const Figure& figure :
                     configFigures(task, task.space.at(0).value(), facts).value_or(std::vector<Figure>())) {
                    said.insert(figure.name.message);
                    said.insert(figure.explanation);
                }
            }
        }
        QVERIFY(said.size() > 30);
        std::set<std::string> listed;
        for (const ListedText& m :
             readMessages(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/translations/knobscope_zh_TW.ts"))) {
            if (m.context == QLatin1String("Core")) {
                listed.insert(m.source.toStdString());
            }
        }
        QStringList missing;
        for (const std::string& text : said) {
            if (!listed.contains(text)) {
                missing << QString::fromStdString(text);
            }
        }
        QVERIFY2(missing.isEmpty(),
                 qPrintable(QStringLiteral("`./dev texts` did not find:\n") + missing.join(QLatin1Char('\n'))));
    }

    void theWindowSpeaksChinese()
    {
        QVERIFY(languages().contains(QStringLiteral("zh_TW")));
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        MainWindow window;
        const QString start = window.actionRegistry().action(QStringLiteral("run.start"))->text();
        QVERIFY2(start.contains(QRegularExpression(QStringLiteral("[\\x{4e00}-\\x{9fff}]"))), qPrintable(start));
    }

    /// In texts of the source, of a file with English plurals, and of another language.
    void unitsStayWithTheirNumbers()
    {
        const auto text = [](const char* context, const char* source, int count = -1) {
            return QCoreApplication::translate(context, source, nullptr, count).replace(QChar::Nbsp, u'_');
        };
        {
            const Translation translation(QLocale(QStringLiteral("en")));
            QCOMPARE(text("Nowhere", "%1 ms, %2 %"), QStringLiteral("%1_ms, %2_%"));
            QCOMPARE(text("knobscope::NetworkView", "%1 ms (%2 of %3 layer(s) measured)", 2),
                     QStringLiteral("%1_ms (%2 of %3 layers measured)"));
        }
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        QCOMPARE(text("Core", "%1 ms at full speed"), QStringLiteral("全速時 %1_ms"));
    }

    void chineseKeepsTheSymbolsOfUnits()
    {
        static const QRegularExpression number(QStringLiteral("(%\\d|\\d) (毫秒|微秒)(?!數)"));
        for (const ListedText& m :
             readMessages(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/translations/knobscope_zh_TW.ts"))) {
            const QString text = m.translations.join(QString());
            QVERIFY2(!number.match(text).hasMatch(), qPrintable(text));
        }
    }

    void unknownLanguagesFallBackToEnglish()
    {
        const Translation translation(QLocale(QStringLiteral("eo")));
        MainWindow window;
        QCOMPARE(window.actionRegistry().action(QStringLiteral("run.start"))->text(), QStringLiteral("&Start"));
    }
};

QTEST_MAIN(TestTranslations)
#include "tst_translations.moc"

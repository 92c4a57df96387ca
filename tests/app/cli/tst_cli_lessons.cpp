// SPDX-License-Identifier: GPL-3.0-or-later
// lessons as teachers and scripts meet them.
#include "core/lesson/handin.h"
#include "tests/app/cli/commandline.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <string>

using nlohmann::json;

class TestCliLessons : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

    QString file(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    void write(const char* name, const QByteArray& text) const
    {
        QFile out(file(name));
        QVERIFY(out.open(QIODevice::WriteOnly));
        out.write(text);
    }

private slots:
    void lessonsAreListed()
    {
        const Outcome list = cli({"lessons", "list", "--json"});
        QVERIFY2(list.code == 0, list.err.c_str());
        const json document = list.document();
        const json& lessons = document["lessons"];
        QCOMPARE(lessons.size(), size_t(11));
        QCOMPARE(lessons[1]["id"].get<std::string>(), std::string("cost-of-a-knob"));
        QVERIFY(lessons[1]["languages"] == json({"en", "zh_TW"}));
        QVERIFY(lessons[1]["steps"].get<int>() >= 5 && lessons[1]["minutes"].get<int>() > 0);
    }

    void aFolderIsValidated()
    {
        write("lesson.json", R"({"id": "x", "minutes": 5, "steps": [{"key": "a", "kind": "do", "chek": "runs > 0"}]})");
        write("en.md", "# Title\n\n## a | First\n\n![A curve](curve.png)\n\n- missing: Do it.\n- right: Done.\n");
        const Outcome invalid = cli({"lessons", "validate", m_folder.path(), "--json"});
        QCOMPARE(invalid.code, 1);
        QVERIFY(!invalid.document()["valid"].get<bool>());
        QVERIFY(invalid.out.find("did you mean") != std::string::npos);
        QVERIFY(invalid.out.find("curve.png is missing") != std::string::npos);
        QVERIFY(cli({"lessons", "validate", file("nowhere")}).code > 0);
        write("lesson.json", R"({"id": "x", "minutes": 5, "steps": [{"key": "a", "kind": "do", "check": "runs > 0"}]})");
        write("en.md", "# Title\n\n## a | First\n\n- missing: Do it.\n- right: Done.\n");
        QCOMPARE(cli({"lessons", "validate", m_folder.path()}).code, 0);
        const Outcome more = cli({"lessons", "list", "--lesson", m_folder.path(), "--json"});
        QCOMPARE(more.document()["lessons"].size(), size_t(12));
    }

    void anEditedHandInIsSaid()
    {
        knobscope::LessonLog log;
        log.add({{"lesson", "cost-of-a-knob"}, {"step", "size"}, {"event", "choose"}, {"choice", "sum"}});
        const QString path = file("ada.json");
        QVERIFY(knobscope::writeHandIn(path.toStdString(), log, {"Ada", "1", json::object(), json::array()}).has_value());
        const Outcome whole = cli({"lessons", "check", path, "--json"});
        QVERIFY2(whole.code == 0, whole.err.c_str());
        QVERIFY(whole.document()["intact"].get<bool>());
        const Outcome row = cli({"lessons", "table", path});
        QVERIFY(row.code == 0 && row.out.find("Ada") != std::string::npos && row.out.find("0/7") != std::string::npos);
        QFile in(path);
        QVERIFY(in.open(QIODevice::ReadOnly));
        write("eve.json", in.readAll().replace("sum", "product"));
        const Outcome edited = cli({"lessons", "check", file("eve.json"), "--json"});
        QCOMPARE(edited.code, 1);
        QVERIFY(!edited.document()["intact"].get<bool>());
        QVERIFY(edited.out.find("was edited") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestCliLessons)
#include "tst_cli_lessons.moc"

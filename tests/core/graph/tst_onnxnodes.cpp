// SPDX-License-Identifier: GPL-3.0-or-later
// Models with the outputs that others computed for them: ONNX's own for single operators, numpy's for a network and for what
// older opsets wrote otherwise.
#include "core/graph/onnx/checkmodel.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/graph/passes/passes.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

class TestOnnxNodes : public QObject
{
    Q_OBJECT
private:
    static QString fixtures() { return QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/"); }

    /// Folders below the fixtures' with a model and its outputs, and their number.
    struct Part {
        const char* folder;
        qsizetype models;
    };
    static constexpr Part kParts[] = {{"node", 163}, {"older", 18}, {".", 5}, {"runtime", 12}, {"dynamic", 13}};

    static QStringList modelsIn(const char* part)
    {
        QStringList names = QDir(fixtures() + part).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
        names.removeIf([&](const QString& name) { return !QFile::exists(fixtures() + part + "/" + name + "/output_0.pb"); });
        return names;
    }

    static void addModels(bool withUnsupported)
    {
        QTest::addColumn<QString>("folder");
        for (const Part& part : kParts) {
            for (const QString& name : modelsIn(part.folder)) {
                if (withUnsupported || !unsupported().contains(name)) {
                    QTest::addRow("%s/%s", part.folder, qPrintable(name)) << fixtures() + part.folder + "/" + name;
                }
            }
        }
    }

    static ModelCheck check(const QString& folder)
    {
        const auto checked = checkModel((folder + "/model.onnx").toStdString(), folder.toStdString());
        return checked ? *checked : ModelCheck{ModelVerdict::Fail, std::nullopt, "not checked: " + checked.error().message};
    }

    /// Operators of the fixtures that are not supported, by the name of the test.
    static const std::map<QString, const char*>& unsupported()
    {
        static const std::map<QString, const char*> all = {
            {"test_det_2d", "node 'y' (Det): the operator 'Det' is not supported"},
            {"test_sequence_insert_at_back",
             "node 'output_sequence' (SequenceInsert): the input 'sequence' is no tensor, which is not supported"},
            {"test_strnormalizer_nostopwords_nochangecase",
             "node 'y' (StringNormalizer): the input 'x' is string, which is not supported"}};
        return all;
    }

private slots:
    /// A model that is not there is not computed, which no row tells.
    void everyModelIsThere()
    {
        for (const Part& part : kParts) {
            QCOMPARE(modelsIn(part.folder).size(), part.models);
        }
        for (const auto& [name, message] : unsupported()) {
            QVERIFY2(modelsIn("node").contains(name), qPrintable(name));
        }
    }

    void everyModelIsComputedAsExpected_data() { addModels(true); }
    void everyModelIsComputedAsExpected()
    {
        QFETCH(QString, folder);
        const ModelCheck checked = check(folder);
        const auto refused = unsupported().find(QFileInfo(folder).fileName());
        if (refused == unsupported().end()) {
            QVERIFY2(checked.verdict == ModelVerdict::Pass, checked.message.c_str());
            QVERIFY(checked.difference.has_value());
        } else {
            QCOMPARE(checked.verdict, ModelVerdict::Unsupported);
            QCOMPARE(checked.message, std::string(refused->second));
        }
    }

    void everyModelIsWrittenAndReadAgain_data() { addModels(false); }
    void everyModelIsWrittenAndReadAgain()
    {
        QFETCH(QString, folder);
        QTemporaryDir copy;
        for (const QString& name : QDir(folder).entryList({"*.pb"})) {
            QVERIFY(QFile::copy(folder + "/" + name, copy.filePath(name)));
        }
        const std::string path = (folder + "/model.onnx").toStdString();
        ImportOptions options;
        ImportOptions bound;
        const auto names = readOnnxInputs(path).value();
        for (const std::string& name : names) {
            const QString input = folder + QStringLiteral("/input_%1.pb").arg(options.openShapes.size());
            bound.values[name] = readOnnxTensor(input.toStdString()).value();
            options.openShapes[name] = bound.values[name].shape();
        }
        auto model = importOnnx(path, options);
        if (model && model->tail) { // what depends on inputs is written for their values
            model = importOnnx(path, bound);
        }
        QVERIFY2(model.has_value() && simplify(model->graph), model ? "" : model.error().message.c_str());
        const int64_t opset = std::clamp(model->opset, int64_t{17}, int64_t{20});
        const auto written = writeOnnx(model->graph, copy.filePath("model.onnx").toStdString(), opset);
        QVERIFY2(written.has_value(), written ? "" : written.error().message.c_str());
        const ModelCheck checked = check(copy.path());
        QVERIFY2(checked.verdict == ModelVerdict::Pass, checked.message.c_str());
    }

    void aWrongAnswerIsSeen()
    {
        QTemporaryDir folder;
        const QString from = fixtures() + "node/test_relu/";
        for (const char* name : {"model.onnx", "input_0.pb"}) {
            QVERIFY(QFile::copy(from + name, folder.filePath(name)));
        }
        QVERIFY(QFile::copy(from + "input_0.pb", folder.filePath("output_0.pb"))); // what is negative there
        const ModelCheck wrong = check(folder.path());
        QCOMPARE(wrong.verdict, ModelVerdict::Fail);
        QVERIFY2(QString::fromStdString(wrong.message).startsWith("output 'y' differs by up to "), wrong.message.c_str());
        QVERIFY(wrong.difference && wrong.difference->largest > 0.1);

        QVERIFY(QFile::remove(folder.filePath("output_0.pb")));
        QVERIFY(QFile::copy(fixtures() + "node/test_abs/output_0.pb", folder.filePath("output_0.pb")));
        QCOMPARE(check(folder.path()).verdict, ModelVerdict::Fail);

        QVERIFY(QFile::remove(folder.filePath("output_0.pb")));
        const auto nothing = checkModel(folder.filePath("model.onnx").toStdString(), folder.path().toStdString());
        QVERIFY(!nothing);
        QCOMPARE(nothing.error().code, ErrorCode::NotFound);
    }

    void quantizedOutputsAreRightWithinAQuantum()
    {
        QTemporaryDir folder;
        for (const char* name : {"model.onnx", "input_0.pb"}) {
            QVERIFY(QFile::copy(fixtures() + "quantized/" + name, folder.filePath(name)));
        }
        QFile from(fixtures() + "quantized/output_0.pb");
        QVERIFY(from.open(QIODevice::ReadOnly));
        const QByteArray given = from.readAll();
        const float last = readOnnxTensor((fixtures() + "quantized/output_0.pb").toStdString())->as<float>().back();
        const auto off = [&](float quanta, int allowed) { // in the last element
            constexpr float quantum = 0.024608376F;
            const float moved = last + quanta * quantum;
            QFile to(folder.filePath("output_0.pb"));
            if (!to.open(QIODevice::WriteOnly)) {
                return ModelCheck();
            }
            to.write(given.first(given.size() - 4));
            to.write(reinterpret_cast<const char*>(&moved), 4);
            to.close();
            CheckTolerance tolerance;
            tolerance.quanta = allowed;
            return checkModel(folder.filePath("model.onnx").toStdString(), folder.path().toStdString(), tolerance).value();
        };
        const double least = *off(0, 1).quanta; // of the other elements
        QVERIFY(least <= 1);
        const ModelCheck one = off(-1, 1);
        QCOMPARE(one.verdict, ModelVerdict::Pass);
        QCOMPARE(*one.quanta, 1.0);
        QVERIFY(one.difference->largest > 0.02);
        QCOMPARE(one.message, std::string("1 outputs are correct within one quantum"));
        const ModelCheck two = off(-2, 1);
        QCOMPARE(two.verdict, ModelVerdict::Fail);
        QCOMPARE(*two.quanta, 2.0);
        QVERIFY2(two.message.ends_with(", 2 quanta (allowed: 1)"), two.message.c_str());
        QCOMPARE(off(-2, 2).verdict, ModelVerdict::Pass);
        QCOMPARE(off(-1, 0).verdict, ModelVerdict::Fail);
        QVERIFY(!check(fixtures() + "node/test_relu").quanta.has_value());
    }

    void aMissingInputIsNamed()
    {
        QTemporaryDir folder;
        for (const char* name : {"model.onnx", "output_0.pb"}) {
            QVERIFY(QFile::copy(fixtures() + "node/test_relu/" + name, folder.filePath(name)));
        }
        const ModelCheck checked = check(folder.path());
        QCOMPARE(checked.verdict, ModelVerdict::Fail);
        QVERIFY2(QString::fromStdString(checked.message).endsWith("input_0.pb does not exist"), checked.message.c_str());
    }
};

QTEST_APPLESS_MAIN(TestOnnxNodes)
#include "tst_onnxnodes.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What is refused and with which sentence, what is left out, what a person decides about a file.
#include "core/graph/interpreter.h"
#include "core/graph/onnx/dynamictail.h"
#include "core/graph/onnx/onnxfile.h"
#include "tests/core/graph/handmade.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace knobscope;

class TestOnnxImport : public QObject
{
    Q_OBJECT
private:
    static std::string fixture(const char* name) { return fmt::format("{}/onnx/{}", KNOBSCOPE_FIXTURES, name); }

    static std::string bytesOf(const std::string& path)
    {
        QFile file(QString::fromStdString(path));
        return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
    }

    static std::string lengthText(size_t length)
    {
        std::string text;
        for (; length > 127; length >>= 7) {
            text += static_cast<char>((length & 127) | 128);
        }
        return text + static_cast<char>(length);
    }

private slots:
    void whatIsWrongIsSaid_data()
    {
        QTest::addColumn<QString>("sentence");
        const auto add = [](const char* name, const char* sentence) { QTest::newRow(name) << QString(sentence); };
        add("truncated", "not an ONNX model: it is truncated or not an ONNX file");
        add("text", "not an ONNX model: it is truncated or not an ONNX file");
        add("empty", "it contains no graph");
        add("cycle", "node 'first' (Add) depends on its own output, or on nodes that do");
        add("twice", "node 'again' (Relu): its output 'y' is already computed by node 'relu' (Relu)");
        add("input-made", "node 'relu' (Relu): its output 'data' is already computed by an input or initializer");
        add("nothing-makes", "node 'add' (Add): no node computes its input 'ghost'");
        add("no-output", "no node computes the output 'elsewhere'");
        add("two-inputs", "two inputs are named 'data'");
        add("opset-zero", "its opset 0 is not supported (supported: 1 and later); export it for one of them");
        add("two-opsets", "it names two versions of ONNX's operators: 13 and 9");
        add("open", "the input 'data' has the shape [batch, ?, 2], which is not complete; set the extents, as in --dim batch=1 "
                    "--dim 'data[1]'=128, or export the model with fixed shapes");
        add("negative", "the input 'data' has the shape [?, 2], which is not complete; set the extents, as in --dim "
                        "'data[0]'=1, or export the model with fixed shapes");
        add("huge-input", "the input 'data': a tensor of shape [100000, 100000] is too large; the limit is 1073741824 elements");
        add("huge-initializer",
            "the initializer 'w': a tensor of shape [100000, 100000] is too large; the limit is 1073741824 elements");
        add("overflowing-initializer", "the initializer 'w': a tensor of shape [4611686018427387904, 4611686018427387904, 0] is "
                                       "too large; the limit is 1073741824 elements");
        add("short-initializer", "the initializer 'w': 4 bytes for float32[1, 2], which has 8");
        add("outside",
            "the initializer 'w': its external data '../network/model.onnx' are outside of the model's folder, and are not read");
        add("absolute",
            "the initializer 'w': its external data '/etc/hostname' are outside of the model's folder, and are not read");
        add("missing-data", "the initializer 'w': its external data 'nowhere.bin' are not a file in the model's folder");
        add("beyond-data", "the initializer 'w': its external data 'text.onnx' end before byte 999999999999 + 8");
        add("no-number-data", "the initializer 'w': the offset of its external data is 'many', which is not a number of bytes");
        add("initializer-shape", "the initializer 'w' is float32[1, 2], but is declared as float32[3, 3]");
        add("attribute-type", "node 'conv' (Conv): attribute 'group' must be an integer");
        add("attribute-unknown", "node 'relu' (Relu): it has no attribute 'slope'");
        add("attribute-value", "node 'pool' (MaxPool): attribute 'strides' contains 0, which must be 1 or more");
        add("no-room", "node 'pool' (MaxPool): a window of 9 does not fit into 4 padded by 0 and 0 (axis 2)");
        add("bad-axis", "node 'side by side' (Concat): attribute 'axis' is 7, but there are 4 axes");
        add("wrong-output", "the output 'y' is declared as float32[5, 5], but is float32[1, 2]");
        add("strange-name", "node 'quo\\'te\\nand \"line\" \\x1b[31m' (Concat): attribute 'axis' is 7, but there are 4 axes");
        add("scale-zero", "node 'quantize' (QuantizeLinear): a scale is 0, but must be a number above 0");
        add("scale-negative", "node 'quantize' (QuantizeLinear): a scale is -1, but must be a number above 0");
        add("scale-nan", "node 'quantize' (QuantizeLinear): a scale is nan, but must be a number above 0");
        add("scale-infinite", "node 'quantize' (QuantizeLinear): a scale is inf, but must be a number above 0");
        add("scale-short", "node 'quantize' (QuantizeLinear): the scale has shape [3], but axis 1 has 2 elements");
        add("zero-point-short", "node 'quantize' (QuantizeLinear): the zero point has shape [1], but the scale has [2]");
        add("scale-of-weights", "node 'weights' (DequantizeLinear): the scale has shape [2], but axis 0 has 3 elements");
        add("scale-of-qlinearconv", "node 'conv' (QLinearConv): a scale is 0, but must be a number above 0");
        add("length-lstm", "node 'cell' (LSTM): input 5 has a length of 9, but the sequences have 4 steps");
        add("length-gru", "node 'cell' (GRU): input 5 has a length of -1, but the sequences have 4 steps");
        add("length-rnn", "node 'cell' (RNN): input 5 is int32[2], but the batch has 1 sequence");
        add("mask-rank-5",
            "node 'attend' (Attention): the mask is float32[1, 1, 1, 3, 5], which does not match the scores [1, 2, 3, 5]");
        add("mask-added", "node 'masked' (Add): tensors of shapes [1, 2, 3, 5] and [3, 7] are incompatible");
        add("divides-by-zero", "node 'div' (Div): a division by zero");
    }

    void whatIsWrongIsSaid()
    {
        QFETCH(QString, sentence);
        const std::string path = fixture("refused/") + QTest::currentDataTag() + ".onnx";
        QVERIFY(QFile::exists(QString::fromStdString(path)));
        const auto imported = importOnnx(path);
        QVERIFY(!imported);
        QString expected = QString::fromStdString(path) + ": " + sentence;
        if (QByteArray(QTest::currentDataTag()) == "bad-axis" || QByteArray(QTest::currentDataTag()) == "strange-name") {
            expected.replace("4 axes", "2 axes");
        }
        QCOMPARE(QString::fromStdString(imported.error().message), expected);
        // What is wrong with a file is not the caller's mistake, but for shapes that somebody has to give.
        const bool isAsked = sentence.contains("--dim");
        QCOMPARE(imported.error().code == ErrorCode::InvalidArgument || imported.error().code == ErrorCode::NotFound, isAsked);
    }

    void aNewerOpsetOpensIfItsNodesAreKnown()
    {
        const auto imported = importOnnx(fixture("newer/opset-99.onnx"));
        QVERIFY2(imported.has_value(), imported ? "" : imported.error().message.c_str());
        QCOMPARE(imported->opset, int64_t{99});
        QVERIFY(imported->unsupported.empty());
        QVERIFY(!imported->graph.nodes.empty());
    }

    void expandedOperatorsSayWhatIsWrong_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("sentence");
        const auto add = [](const char* name, const char* sentence) {
            QTest::newRow(name) << QString(name) << QString(sentence);
        };
        add("heads", "node 'y' (Attention): attribute 'num_heads' is -3, which must be 1 or more");
        add("columns", "node 'y' (Attention): 12 columns cannot be divided into queries, keys and values of 5 heads");
        add("inputs", "node 'y' (SkipLayerNormalization): it has 2 inputs, not 3 to 5");
        add("mask", "node 'y' (Attention): the mask is float32[7, 5], which does not match the scores [2, 2, 3, 5]");
        add("softcap", "node 'y' (Attention): attribute 'softcap' is -1, which must be 0 or more");
        add("groups", "node 'y' (Attention): queries [2, 3, 3, 4], keys [2, 2, 5, 4] and values [2, 2, 5, 4] do not match");
        add("rotated", "node 'y' (RotaryEmbedding): attribute 'rotary_embedding_dim' is 99, which must be even and at most 4");
        add("loop-outputs", "node 'loop' (Loop): its inputs, outputs and body do not fit together");
        add("loop-unknown", "node 'loop' (Loop): no node computes its input 'nothing'");
        add("loop-itself", "node 'loop' (Loop): node 'b' (Add) depends on its own output, or on nodes that do");
        add("half", "the initializer 'w': 3 bytes for float16[2], which has 4");
    }
    void expandedOperatorsSayWhatIsWrong()
    {
        QFETCH(QString, name);
        QFETCH(QString, sentence);
        const std::string path = fixture("newer/") + name.toStdString() + ".onnx";
        QVERIFY(QFile::exists(QString::fromStdString(path)));
        const auto imported = importOnnx(path);
        QVERIFY(!imported);
        QCOMPARE(QString::fromStdString(imported.error().message), QString::fromStdString(path) + ": " + sentence);
    }

    void bodiesAreNotUnrolledWithoutEnd()
    {
        const auto imported = importOnnx(fixture("newer/loop-million.onnx"));
        QVERIFY2(imported.has_value(), imported ? "" : imported.error().message.c_str());
        QCOMPARE(imported->unsupported.size(), size_t{1});
        QCOMPARE(imported->unsupported[0].why.message, std::string("it would be unrolled into more than 20000 nodes"));
        QVERIFY(importOnnx(fixture("newer/loop-none.onnx")).value().unsupported.empty());
    }

    void absentInputsOfBodiesAreRefused()
    {
        for (const auto& [name, sentence] : {std::pair("if-nothing", "its condition is unknown when the model is read"),
                                             std::pair("if-empty", "its condition is unknown when the model is read"),
                                             std::pair("scan-empty", "an input that it scans is missing"),
                                             std::pair("loop-state-empty", "node 'node/0/n' (Neg): it has 0 inputs, not 1")}) {
            const auto imported = importOnnx(fixture("newer/") + name + ".onnx");
            const std::string said = !imported                     ? imported.error().message
                                   : imported->unsupported.empty() ? ""
                                                                   : imported->unsupported[0].why.message;
            QVERIFY2(said.ends_with(sentence), said.c_str());
        }
    }

    void everyRefusedFileHasItsSentence()
    {
        const QStringList files = QDir(QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/refused")).entryList({"*.onnx"});
        QCOMPARE(files.size(), 44);
        for (const QString& file : files) {
            QVERIFY2(!importOnnx(fixture("refused/") + file.toStdString()), qPrintable(file));
        }
    }

    void aModelCutAnywhereIsReadOrRefused()
    {
        const std::string whole = bytesOf(fixture("network/model.onnx"));
        QVERIFY(whole.size() > 1000);
        for (size_t length = 0; length < whole.size(); length += 7) {
            const auto imported = importOnnxBytes(std::string_view(whole).substr(0, length), "");
            QVERIFY(imported || !imported.error().message.empty());
        }
    }

    void anInitializerWithoutAFolderReadsNothing()
    {
        const auto imported = importOnnxBytes(bytesOf(fixture("external/model.onnx")), "");
        QVERIFY(imported); // the rest of it
        QVERIFY(!imported->unsupported.empty());
        QCOMPARE(QString::fromStdString(imported->unsupported.front().why.message),
                 QStringLiteral("the initializer 'w1': its external data 'weights.bin' cannot be read here"));
    }

    void aLinkOutOfTheFolderIsNotFollowed()
    {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(QString::fromStdString(fixture("external/model.onnx")), folder.filePath("model.onnx")));
        QVERIFY(QFile::link(QString::fromStdString(fixture("external/weights.bin")), folder.filePath("weights.bin")));
        const auto imported = importOnnx(folder.filePath("model.onnx").toStdString());
        QVERIFY(!imported);
        QVERIFY2(QString::fromStdString(imported.error().message).contains("are outside of the model's folder"),
                 imported.error().message.c_str());
    }

    void manyEmptyNodesTakeNoMemory()
    {
        std::string nodes;
        for (int i = 0; i < 6'000'000; ++i) {
            nodes += std::string("\x0a\x00", 2);
        }
        const auto imported = importOnnxBytes("\x08\x07\x3a" + lengthText(nodes.size()) + nodes, "");
        QVERIFY(!imported);
        QCOMPARE(QString::fromStdString(imported.error().message),
                 QStringLiteral("not an ONNX model: it has more parts than its size allows"));
    }

    /// An overflow of float16 is infinite, as ONNX defines it: in the weights of a file, and where a Cast rounds.
    void halvesBeyondTheLargestAreInfinite()
    {
        const auto field = [](char tag, const std::string& content) { return tag + lengthText(content.size()) + content; };
        const auto halves = [&](const char* name) {
            return field('\x0a', name)
                 + field('\x12', field('\x0a', std::string("\x08\x0a") + field('\x12', field('\x0a', "\x08\x06"))));
        };
        const std::string floats =
            field('\x0a', "x") + field('\x12', field('\x0a', std::string("\x08\x01") + field('\x12', field('\x0a', "\x08\x06"))));
        const std::string cast = field('\x0a', "x") + field('\x12', "rounded") + field('\x22', "Cast")
                               + field('\x2a', field('\x0a', "to") + std::string("\x18\x0a\xa0\x01\x02"));
        const std::string add = field('\x0a', "rounded") + field('\x0a', "w") + field('\x12', "y") + field('\x22', "Add");
        const std::string bits("\0\0\0\0\0\0\0\0\x00\x7c\x00\x7e", 12); // 0 four times, infinity, NaN
        const std::string weights = std::string("\x08\x06\x10\x0a") + field('\x42', "w") + field('\x4a', bits);
        const std::string graph = field('\x0a', cast) + field('\x0a', add) + field('\x12', "halves") + field('\x2a', weights)
                                + field('\x5a', floats) + field('\x62', halves("y"));
        const auto imported = importOnnxBytes("\x08\x08" + field('\x3a', graph) + field('\x42', "\x10\x0d"), "");
        QVERIFY2(imported.has_value(), imported ? "" : imported.error().message.c_str());
        QVERIFY(imported->unsupported.empty());
        constexpr float infinity = std::numeric_limits<float>::infinity();
        const auto y = interpret(imported->graph, {Tensor::of<float>({6}, {65504, 65519, 65520, -1e30F, 2, 0})}).value().front();
        const std::vector<float> expected{65504, 65504, infinity, -infinity, infinity};
        QVERIFY(std::ranges::equal(y.as<float>().first(5), expected));
        QVERIFY(std::isnan(y.as<float>()[5]));
    }

    void deepNestingEnds()
    {
        // A type of a sequence of a sequence of …, 20,000 deep, in an input: lengths first, from the inside out.
        std::string inner;
        for (int depth = 0; depth < 20'000; ++depth) {
            const std::string element = "\x0a" + lengthText(inner.size()) + inner; // Sequence.elem_type
            inner = "\x22" + lengthText(element.size()) + element;                // TypeProto.sequence_type
        }
        const std::string type = "\x12" + lengthText(inner.size()) + inner;
        const std::string input = "\x5a" + lengthText(type.size()) + type;
        const auto imported = importOnnxBytes("\x08\x07\x3a" + lengthText(input.size()) + input, "");
        QVERIFY(!imported);
        QCOMPARE(imported.error().code, ErrorCode::Corrupt);
    }

    void whatIsNotThereIsSaid()
    {
        QCOMPARE(importOnnx("/nonexistent/model.onnx").error().code, ErrorCode::NotFound);
        QCOMPARE(QString::fromStdString(importOnnx(fixture("network")).error().message).right(13),
                 QStringLiteral("is not a file"));
        QCOMPARE(QString::fromStdString(importOnnx("/dev/zero").error().message), QStringLiteral("/dev/zero is not a file"));
    }

    void shapesAreGivenByName()
    {
        ImportOptions options;
        options.shapes["data"] = {5, 3, 12, 12};
        const auto imported = importOnnx(fixture("open/model.onnx"), options);
        QVERIFY2(imported.has_value(), imported ? "" : imported.error().message.c_str());
        const Graph& graph = imported->graph;
        QCOMPARE(graph.value(graph.outputs[0]).type->text(), std::string("float32[5, 10]"));

        options.shapes["data"] = {5, 3, 12};
        QVERIFY2(importOnnx(fixture("open/model.onnx"), options)
                     .error()
                     .message.ends_with("the input 'data' has 4 axes, but was given the shape [5, 3, 12]"),
                 "");
        options.shapes = {{"image", {1, 3, 12, 12}}};
        const std::string unknown = importOnnx(fixture("network/model.onnx"), options).error().message;
        QVERIFY2(unknown.ends_with("it has no input 'image' whose shape could be set"), unknown.c_str());
        options.shapes = {{"data", {1, 4, 12, 12}}};
        const std::string misfit = importOnnx(fixture("network/model.onnx"), options).error().message;
        QVERIFY2(misfit.ends_with("node 'conv1' (Conv): 4 input channels in 1 groups do not match weights of shape [8, 3, 3, 3]"),
                 misfit.c_str());
    }

    void whatIsNotSupportedIsNamedAndTheRestIsThere()
    {
        const auto imported = importOnnx(fixture("partly/model.onnx"));
        QVERIFY2(imported.has_value(), imported ? "" : imported.error().message.c_str());
        std::map<std::string, std::string> sentences;
        for (const UnsupportedNode& node : imported->unsupported) {
            sentences[node.node] = node.op + ": " + node.why.message;
        }
        const std::map<std::string, std::string> expected = {
            {"what's\nthis", "Strange: the domain 'com.example' is not supported"},
            {"behind", "Relu: the output of node 'what\\'s\\nthis' (Strange) is unknown"},
            {"random", "RandomUniformLike: the operator 'RandomUniformLike' is not supported"}};
        QCOMPARE(sentences, expected);
        QCOMPARE(imported->tail->cause, std::string("if")); // its condition is computed
        // The convolution behind "random" is there, since the file says what comes out of that.
        const auto behind = std::find_if(imported->graph.nodes.begin(), imported->graph.nodes.end(),
                                         [](const Node& node) { return node.name == "conv behind"; });
        QVERIFY(behind != imported->graph.nodes.end() && behind->unsupported.empty());
        QCOMPARE(imported->graph.value(behind->outputs[0]).type->text(), std::string("float32[1, 4, 4, 4]"));
        QCOMPARE(imported->operators.at("Conv"), 2);
    }

    void figuresOfAModel()
    {
        const auto imported = importOnnx(fixture("network/model.onnx"));
        QVERIFY(imported);
        QCOMPARE(imported->opset, int64_t{13});
        QCOMPARE(imported->parameters, int64_t{8 * 27 + 8 + 64 * 9 + 4 * 8 + 24 + 80 + 10 + 2});
        QCOMPARE(imported->operators.at("Conv"), 3);
        QVERIFY(checkGraph(imported->graph));
        QVERIFY(onnxVersion().starts_with("ONNX opsets up to "));
    }

    /// Elements of weights are not read by protobuf, but for few; a file may hold its graph in parts, which come together.
    void weightsOfAnySizeAreReadOfGraphsInParts()
    {
        QTemporaryDir folder;
        std::string model;
        std::map<std::string, std::vector<float>> right;
        for (int part = 0; part < 3; ++part) {
            HandMade made;
            for (const int64_t elements : {int64_t{0}, int64_t{3}, int64_t{1023}, int64_t{1024}, int64_t{70'000}}) {
                const std::string name = fmt::format("p{}.{}", part, elements);
                std::vector<float>& numbers = right[name];
                for (int64_t e = 0; e < elements; ++e) {
                    numbers.push_back(static_cast<float>(elements + 1000 * part + e));
                }
                made.output(made.graph.addConstant(name, Tensor::of<float>({elements}, numbers)));
            }
            if (part == 1) {
                made.output(made.node("Relu", "r", {made.input("x", {1, 2})}));
            }
            const std::string path = folder.filePath("part.onnx").toStdString();
            QVERIFY(writeOnnx(made.graph, path));
            model += bytesOf(path);
        }
        const auto imported = importOnnxBytes(model, "");
        QVERIFY2(imported.has_value(), imported ? "" : imported.error().message.c_str());
        size_t found = 0;
        for (const Value& value : imported->graph.values) {
            if (value.constant) {
                const auto numbers = value.constant->as<float>();
                QVERIFY2(std::ranges::equal(numbers, right.at(value.name)), value.name.c_str());
                ++found;
            }
        }
        QCOMPARE(found, right.size());
    }

    void aNodeWithoutItsInputsIsNamedOnce()
    {
        HandMade made;
        made.output(made.node("Relu", "less", {made.input("x", {1, 3, 9, 9})}));
        QTemporaryDir folder;
        const std::string path = folder.filePath("less.onnx").toStdString();
        QVERIFY(writeOnnx(made.graph, path));
        std::string bytes = bytesOf(path);
        bytes.replace(bytes.find("Relu"), 4, "Conv");
        const std::string sentence = "node 'less' (Conv): it has 1 inputs, not 2 to 3";
        QCOMPARE(importOnnxBytes(bytes, "").error().message, sentence);
        made.graph.nodes[0].op = "Conv";
        QCOMPARE(writeOnnx(made.graph, path).error().message, sentence);
        made.graph.nodes[0].op = "Strange";
        QCOMPARE(writeOnnx(made.graph, path, 17).error().message,
                 std::string("node 'less' (Strange): ONNX's opset 17 has no operator 'Strange'"));
    }

    void manyConstantsOfOneNumberTakeLittleMemory()
    {
        HandMade made;
        const ValueId one = made.constant("one", {1});
        const ValueId shape = made.integers("shape", {1 << 16});
        for (int i = 0; i < 80; ++i) {
            made.output(made.node("Expand", "expand" + std::to_string(i), {one, shape}));
        }
        QTemporaryDir folder;
        const std::string path = folder.filePath("many.onnx").toStdString();
        QVERIFY(writeOnnx(made.graph, path));
        const auto imported = importOnnx(path);
        QVERIFY2(imported.has_value(), imported ? "" : imported.error().message.c_str());
        QCOMPARE(imported->computed.size(), size_t(64)); // 2^22 numbers in all
        QCOMPARE(imported->graph.nodes.size(), size_t(16));
        const auto outputs = interpret(imported->graph, {}).value();
        QVERIFY(outputs.front().reals() == outputs.back().reals());
    }

    void whatIsWrittenIsReadAgain()
    {
        HandMade made;
        const ValueId x = made.input("x \"y\"\n", {1, 3, 9, 9});
        const ValueId conv =
            made.node("Conv", "conv", {x, made.constant("w", {4, 3, 3, 3})}, {{"strides", std::vector<int64_t>{2, 2}}});
        const ValueId soft = made.node("LeakyRelu", "leaky", {conv}, {{"alpha", 0.25}});
        const ValueId shaped = made.node("Reshape", "shaped", {soft, made.integers("shape", {1, -1})});
        made.output(made.node("Clip", "clip", {shaped, kNoValue, made.constant("most", {})}));
        // What a newer opset says although that one has it so: all axes.
        made.output(made.node("ReduceMax", "largest", {shaped}, {{"noop_with_empty_axes", int64_t{0}}}));
        made.output(made.node("ReduceMin", "least", {shaped, made.integers("none", {})}));
        QTemporaryDir folder;
        const std::string path = folder.filePath("again.onnx").toStdString();
        const auto written = writeOnnx(made.graph, path);
        QVERIFY2(written.has_value(), written ? "" : written.error().message.c_str());
        const auto again = importOnnx(path);
        QVERIFY2(again.has_value(), again ? "" : again.error().message.c_str());
        QVERIFY(again->unsupported.empty());
        QCOMPARE(again->graph.value(again->graph.inputs[0]).name, made.graph.value(x).name);
        const std::vector<Tensor> inputs = made.randomInputs();
        const auto expected = interpret(made.graph, inputs).value();
        const auto actual = interpret(again->graph, inputs).value();
        QCOMPARE(actual.size(), size_t(3));
        for (size_t i = 0; i < actual.size(); ++i) {
            QCOMPARE(compareTensors(actual[i], expected[i])->largest, 0.0);
        }
        QVERIFY(writeOnnx(made.graph, "/nowhere/x.onnx").error().message.starts_with("/nowhere/x.onnx"));
    }
};

QTEST_APPLESS_MAIN(TestOnnxImport)
#include "tst_onnximport.moc"

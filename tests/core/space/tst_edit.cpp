// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/edit.h"

#include <QTest>

#include <random>

using namespace knobscope;

namespace {

Knob other(const char* name, std::vector<OtherValue> values)
{
    return Knob::make(name, OtherKnob{std::move(values)}).value();
}

Knob split(const char* name, int64_t extent, int64_t outputs)
{
    SplitKnob knob;
    knob.extent = extent;
    knob.outputs = outputs;
    return Knob::make(name, knob).value();
}

/// What a condition comes to where `read` gives the number of each knob.
template<class Read>
std::optional<int64_t> valueOf(const char* text, const Read& read)
{
    const auto condition = Expression::parse(text).value();
    std::vector<std::optional<int64_t>> numbers;
    for (const ExpressionTerm& term : condition.terms()) {
        numbers.push_back(read(term.knob));
    }
    return condition.evaluate(numbers);
}

/// conv2d_nchw.cuda, 2048 channels of 7x7 from 1024, 1x1.
ConfigSpace cudaSpace()
{
    ConfigSpace space;
    (void)space.define(split("tile_f", 2048, 4));
    (void)space.define(split("tile_y", 7, 4));
    (void)space.define(split("tile_x", 7, 4));
    (void)space.define(split("tile_rc", 1024, 2));
    (void)space.define(split("tile_ry", 1, 2));
    (void)space.define(split("tile_rx", 1, 2));
    (void)space.define(other("auto_unroll_max_step", {int64_t{0}, int64_t{512}, int64_t{1500}}));
    (void)space.define(other("unroll_explicit", {int64_t{0}, int64_t{1}}));
    return space;
}

Result<ConfigSpace> edited(const ConfigSpace& space, std::initializer_list<const char*> texts)
{
    std::vector<SpaceEdit> edits;
    for (const char* text : texts) {
        auto edit = TRY(parseEdit(text));
        edits.push_back(std::move(edit));
    }
    TRY(checkUserEdits(space, edits));
    return applyEdits(space, edits);
}

bool refused(const Result<ConfigSpace>& result, const char* word)
{
    if (result) {
        return false;
    }
    return result.error().message.find(word) != std::string::npos || (qWarning("%s", result.error().message.c_str()), false);
}

} // namespace

class TestEdit : public QObject
{
    Q_OBJECT
private slots:
    void oneMoreUnrollStep()
    {
        const ConfigSpace space = cudaSpace();
        QCOMPARE(space.rangeLength(), int64_t(384384));
        const auto more = edited(space, {"auto_unroll_max_step+=1024"});
        QVERIFY(more.has_value());
        QCOMPARE(more->rangeLength(), int64_t(512512));
        QCOMPARE(space.rangeLength(), int64_t(384384));
    }

    void removingUndoesAdding()
    {
        const auto same = edited(cudaSpace(), {"auto_unroll_max_step+=1024", "auto_unroll_max_step-=1024"});
        QCOMPARE(same->text(), cudaSpace().text());
    }

    void fixingLeavesOne()
    {
        const auto fixed = edited(cudaSpace(), {"unroll_explicit=1", "tile_rc=[-1, 8]"});
        QVERIFY(fixed.has_value());
        QCOMPARE(fixed->rangeLength(), int64_t(384384 / 2 / 11));
    }

    void policiesAndLimits()
    {
        const auto power2 = edited(cudaSpace(), {"tile_y.policy=power2"});
        QVERIFY(power2.has_value());
        QVERIFY(power2->text().find("tile_y: Split(policy=power2, product=7, num_outputs=4)") != std::string::npos);
        const auto limited = edited(cudaSpace(), {"tile_rc.max_factor=64"});
        QCOMPARE(limited->find("tile_rc")->size(), int64_t(7));
        const auto filtered = edited(cudaSpace(), {"tile_rc.filter=size[-1]<=4"});
        QCOMPARE(filtered->find("tile_rc")->size(), int64_t(3));
        const auto fromTheEnd = edited(cudaSpace(), {"tile_f.filter=prod[-2:] in [4]"});
        QVERIFY(fromTheEnd.has_value());
        for (const KnobValue& value : fromTheEnd->find("tile_f")->candidates()) {
            const auto& sizes = std::get<SplitEntity>(value).sizes;
            QCOMPARE(sizes[2] * sizes[3], int64_t(4));
        }
        QVERIFY(refused(edited(cudaSpace(), {"tile_f.filter=prod[1:2] in [4]"}), "not a filter")); // not position 12
    }

    void constraintsCountExactly()
    {
        const auto threads = edited(cudaSpace(), {"where tile_f[2]*tile_y[2]*tile_x[2] <= 1024"});
        QVERIFY(threads.has_value());
        QVERIFY(threads->validCount().exact);
        QVERIFY(threads->validCount().low < 384384);
        QCOMPARE(threads->rangeLength(), int64_t(384384));
        int64_t counted = 0;
        const auto& f = *threads->find("tile_f");
        const auto& y = *threads->find("tile_y");
        for (int64_t i = 0; i < f.size(); ++i) {
            for (int64_t j = 0; j < y.size() * y.size(); ++j) {
                const auto size = [](const Knob& knob, int64_t digit) { return std::get<SplitEntity>(knob.at(digit)).sizes[2]; };
                counted += size(f, i) * size(y, j % y.size()) * size(y, j / y.size()) <= 1024;
            }
        }
        QCOMPARE(threads->validCount().low, counted * 11 * 3 * 2);
    }

    void theOutermostSizeIsTheRealQuotient()
    {
        const auto blocks = edited(cudaSpace(), {"where tile_rc[0] == 16"});
        QCOMPARE(blocks->validCount().low, int64_t(384384 / 11));
    }

    void refusals()
    {
        QVERIFY(refused(edited(cudaSpace(), {"tile_z+=3"}), "no knob 'tile_z'"));
        QVERIFY(refused(edited(cudaSpace(), {"auto_unroll_max_step+=512"}), "already"));
        QVERIFY(refused(edited(cudaSpace(), {"auto_unroll_max_step-=7"}), "no candidate 7"));
        QVERIFY(refused(edited(cudaSpace(), {"auto_unroll_max_step+=-5"}), "-5 is below 0"));
        QVERIFY(refused(edited(cudaSpace(), {"auto_unroll_max_step=-5"}), "-5 is below 0"));
        QVERIFY(refused(edited(cudaSpace(), {"tile_f+=8"}), "a list of 4 sizes"));
        QVERIFY(refused(edited(cudaSpace(), {"tile_f+=[-1,4096,1,1]"}), "do not fit"));
        QVERIFY(refused(edited(cudaSpace(), {"unroll_explicit-=0", "unroll_explicit-=1"}), "last candidate"));
        QVERIFY(refused(edited(cudaSpace(), {"unroll_explicit+=yes"}), "kind"));
        QVERIFY(refused(edited(cudaSpace(), {"tile_f.policy=random"}), "not a policy"));
        QVERIFY(refused(edited(cudaSpace(), {"tile_rc.filter=size[-1]>=5000"}), "without a candidate"));
        QVERIFY(refused(edited(cudaSpace(), {"where tile_q[1] < 2"}), "tile_q"));
        QVERIFY(refused(edited(cudaSpace(), {"where tile_f[1] < 0"}), "all points"));
        QVERIFY(refused(edited(cudaSpace(), {"where tile_f[1] <"}), "column 12"));
        QVERIFY(refused(edited(cudaSpace(), {"nonsense"}), "not an edit"));
        QVERIFY(refused(edited(cudaSpace(), {"tile_f.colour=3"}), "no property"));
    }

    /// AutoTVM ignores the first size of a split: what it says must be what remains.
    void theFirstSizeIsWhatRemains()
    {
        QVERIFY(refused(edited(cudaSpace(), {"tile_y+=[2,3,1,1]"}), "[2,3,1,1] is the rest of 7, which is 3; write -1"));
        QVERIFY(edited(cudaSpace(), {"tile_y+=[3,3,1,1]"}).has_value());
        QVERIFY(edited(cudaSpace(), {"tile_y+=[-1,3,1,1]"}).has_value());
        SplitKnob listed{56, 2, SplitKnob::Policy::Candidate, {}, {}, {}, {{2, 3}, {-1, 8}}};
        ConfigSpace space;
        QVERIFY(space.define(Knob::make("tile", listed).value()).has_value());
        QVERIFY(edited(space, {"tile-=[2,3]"}).has_value()); // a template's own can be named
        QVERIFY(refused(edited(space, {"tile+=[2,8]"}), "the rest of 56, which is 7"));
        // What was kept before this was refused still makes the space that its trials are of.
        QVERIFY(applyEdits(cudaSpace(), std::vector{parseEdit("tile_y+=[2,3,1,1]").value()}).has_value());
    }

    void textRoundTrips()
    {
        for (const char* text :
             {"auto_unroll_max_step+=1024", "tile_n-=8", "unroll_kw=True", "tile_f.policy=power2", "tile_f.max_factor=64",
              "tile_x.filter=size[-1] <= 64", "tile_x+=[-1,4]", "where tile_f[2] * 4 <= 1024 && !(u == 3)"}) {
            const auto edit = parseEdit(text);
            QVERIFY2(edit.has_value(), text);
            QCOMPARE(editText(*edit), std::string(text));
            const auto again = editsFromJson(editsToJson(std::vector{*edit}));
            QVERIFY(again.has_value() && (*again)[0] == *edit);
        }
    }

    void expressionsFollowPrecedence()
    {
        const auto value = [](const char* text) { return valueOf(text, [](const std::string&) { return 5; }); };
        QCOMPARE(value("1 + 2 * 3 == 7"), std::optional<int64_t>(1));
        QCOMPARE(value("not x == 5 or 2 > 1"), std::optional<int64_t>(1));
        QCOMPARE(value("x[0] % 3"), std::optional<int64_t>(2));
        QCOMPARE(value("7 / (x - 5)"), std::optional<int64_t>());
        QCOMPARE(value("9223372036854775807 + x"), std::optional<int64_t>());
        QCOMPARE(value("-x + order"), std::optional<int64_t>(0));
    }

    /// A chain is one node however long; more operands than anyone writes, or deeper nesting, is refused with a sentence.
    void longAndDeepConditionsAreRefused()
    {
        const auto repeated = [](const std::string& piece, int times) {
            std::string text;
            for (int i = 0; i < times; ++i) {
                text += piece;
            }
            return text;
        };
        const auto says = [](const std::string& text, const char* words) {
            const auto parsed = parseEdit(text);
            return !parsed && parsed.error().message.find(words) != std::string::npos;
        };
        QVERIFY(says("where " + repeated("1+", 60000) + "1 > 0", "at most 1000 numbers and knobs"));
        QVERIFY(says("where " + repeated("a and ", 60000) + "a", "at most 1000 numbers and knobs"));
        QVERIFY(says("where " + repeated("(", 60000), "it is nested too deeply"));
        QVERIFY(says("where " + repeated("!", 60000) + "a", "it is nested too deeply"));
        QVERIFY(says("where " + repeated("- ", 60000) + "a", "it is nested too deeply"));
        QVERIFY(says("tile_f.filter=" + repeated("tail==1 and ", 4000) + "tail==1", "at most 1000 conditions"));
        QVERIFY(says("tile_f.filter=" + repeated("x and ", 40000) + "x", "'x' is not a filter"));
        QVERIFY(says("tile_f+=" + repeated("[", 60000), "nested more than 64 levels deep"));
        QCOMPARE(Expression::parse(repeated("1+", 998) + "1").value().evaluate({}), std::optional<int64_t>(999));
        const auto filter = parseEdit("tile_f.filter=" + repeated("tail==1 and ", 999) + "tail==1");
        QCOMPARE(filter.value().value["args"].size(), size_t(1000));
    }

    /// Within another one, too: as older versions nested them.
    void chainsOfAndAreFlat()
    {
        const auto nested = nlohmann::json::parse("{\"op\": \"and\", \"args\": [{\"op\": \"size_ge\", \"pos\": 1, \"value\": 2},"
                                                  " {\"op\": \"and\", \"args\": [{\"op\": \"size_le\", \"pos\": -1, \"value\": "
                                                  "64}, {\"op\": \"tail_eq\", \"values\": [1]}]}]}");
        const auto filter = filterFromJson(nested);
        QCOMPARE(filter.value().all.size(), size_t(3));
        QCOMPARE(filterText(*filter), std::string("size[1] >= 2 and size[-1] <= 64 and tail == [1]"));
        QVERIFY(parseEdit("tile_f.filter=" + filterText(*filter)).value().value == filterToJson(*filter));
    }

    /// Chains of one precedence go from the left; what decides ends `and` and `or`, and a missing number is a missing number.
    void chainsGoFromTheLeft()
    {
        const auto value = [](const char* text) {
            return valueOf(text,
                           [](const std::string& knob) { return knob == "none" ? std::nullopt : std::optional<int64_t>(7); });
        };
        QCOMPARE(value("100 - 20 - 3"), std::optional<int64_t>(77));
        QCOMPARE(value("100 / 10 / 5 * 3 % 4"), std::optional<int64_t>(2));
        QCOMPARE(value("1 < 2 == 1"), std::optional<int64_t>(1));
        QCOMPARE(value("0 && none && none"), std::optional<int64_t>(0));
        QCOMPARE(value("3 || none || none"), std::optional<int64_t>(1));
        QCOMPARE(value("0 || 0 || 7"), std::optional<int64_t>(1));
        QCOMPARE(value("none || 1"), std::optional<int64_t>());
        QCOMPARE(value("1 && none && 0"), std::optional<int64_t>());
        QCOMPARE(value("2 && 3 && 4"), std::optional<int64_t>(1));
        QCOMPARE(value("1 || 0 && none"), std::optional<int64_t>(1));
    }

    /// Whatever the bytes, the answer is an edit or an error, never a crash or a hang.
    void anyTextIsAnswered()
    {
        std::mt19937 random(3);
        const std::string alphabet = "ab_[]()+-*/%<>=!&|.,0123456789 \t\"'where\x80\xff";
        int parsed = 0;
        for (int round = 0; round < 20000; ++round) {
            std::string text = round % 3 == 0 ? "where " : "a";
            const int length = static_cast<int>(random() % 40);
            for (int i = 0; i < length; ++i) {
                text += alphabet[random() % alphabet.size()];
            }
            const auto edit = parseEdit(text);
            parsed += edit ? 1 : 0;
            if (!edit) {
                QVERIFY(!edit.error().message.empty());
            } else {
                (void)applyEdits(cudaSpace(), std::vector{*edit});
            }
        }
        QVERIFY(parsed > 0);
        QVERIFY(!Expression::parse(std::string(100000, '(')));
        QVERIFY(!Expression::parse(std::string(100000, '!') + "1"));
    }
};

QTEST_APPLESS_MAIN(TestEdit)
#include "tst_edit.moc"

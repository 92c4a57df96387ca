// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/editset.h"
#include "core/space/expressioncheck.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <tuple>

using namespace knobscope;

namespace {

ConfigSpace templateSpace()
{
    ConfigSpace space;
    for (const auto& [name, extent, outputs] :
         std::vector<std::tuple<const char*, int64_t, int64_t>>{{"tile_y", 32, 2}, {"tile_x", 48, 3}}) {
        SplitKnob knob;
        knob.extent = extent;
        knob.outputs = outputs;
        (void)space.define(Knob::make(name, knob).value());
    }
    (void)space.define(Knob::make("unroll", OtherKnob{{int64_t{0}, int64_t{512}, int64_t{1500}}}).value());
    (void)space.define(Knob::make("fast", OtherKnob{{false, true}}).value());
    return space;
}

std::vector<SpaceEdit> read(const std::vector<const char*>& texts)
{
    std::vector<SpaceEdit> edits;
    for (const char* text : texts) {
        edits.push_back(parseEdit(text).value());
    }
    return edits;
}

KnobValue number(int64_t value)
{
    return OtherEntity{value};
}

std::string textOf(const EditSet& set)
{
    return editsToJson(set.list()).dump();
}

} // namespace

class TestEditSet : public QObject
{
    Q_OBJECT
private slots:
    void tickingTwiceLeavesNothing()
    {
        const ConfigSpace space = templateSpace();
        const Knob& unroll = *space.find("unroll");
        EditSet set;
        set.drop(unroll, number(512));
        QCOMPARE(textOf(set), std::string("[\"unroll-=512\"]"));
        set.drop(unroll, number(512));
        QCOMPARE(set.list().size(), size_t(1));
        set.keep(unroll, number(512));
        QVERIFY(set.list().empty());
        set.keep(unroll, number(512)); // the template has it
        QVERIFY(set.list().empty());
        set.keep(unroll, number(1024));
        set.drop(unroll, number(1024));
        QVERIFY(set.list().empty());
        QVERIFY(!set.find("unroll"));
    }

    void removedCandidatesKeepTheirPlace()
    {
        const ConfigSpace space = templateSpace();
        const Knob& unroll = *space.find("unroll");
        EditSet set;
        set.drop(unroll, number(0));
        set.keep(unroll, number(1024));
        int64_t total = 0;
        const auto shown = candidatesOf(unroll, set.find("unroll"), 100, &total);
        QCOMPARE(total, int64_t(4));
        QCOMPARE(valueText(shown[0].value), std::string("0"));
        QVERIFY(shown[0].state == Candidate::State::Removed);
        QVERIFY(shown[3].state == Candidate::State::Added);
        QCOMPARE(candidatesOf(unroll, set.find("unroll"), 2, &total).size(), size_t(3));
        set.fix("unroll", number(7));
        const auto fixed = candidatesOf(unroll, set.find("unroll"), 100);
        QVERIFY(fixed[1].state == Candidate::State::Removed);
        QVERIFY(fixed[3].state == Candidate::State::Added);
        set.keep(unroll, number(0));
        QCOMPARE(applyEdits(space, set.list())->find("unroll")->size(), int64_t(2));
    }

    void theOutermostSizeIsTheSameHoweverItIsWritten()
    {
        const ConfigSpace space = templateSpace();
        const EditSet set(read({"tile_y-=[4,8]"}));
        const auto shown = candidatesOf(*space.find("tile_y"), set.find("tile_y"), 100);
        QVERIFY(shown[3].state == Candidate::State::Removed);
        EditSet back = set;
        back.keep(*space.find("tile_y"), SplitEntity{{-1, 8}});
        QVERIFY(back.list().empty());
    }

    void anotherPolicyDropsTicksThatMeanNothing()
    {
        const ConfigSpace space = templateSpace();
        const Knob& tile = *space.find("tile_x");
        EditSet set(read({"tile_x-=[-1,3,1]", "tile_x-=[-1,2,1]"}));
        set.define(tile, SpaceEdit::Kind::Policy, "power2");
        QCOMPARE(textOf(set), std::string("[\"tile_x.policy=power2\",\"tile_x-=[-1,2,1]\"]"));
        QVERIFY(applyEdits(space, set.list()).has_value());
        set.define(tile, SpaceEdit::Kind::Policy, "factors"); // the template's
        QCOMPARE(textOf(set), std::string("[\"tile_x-=[-1,2,1]\"]"));
        set.define(tile, SpaceEdit::Kind::MaxFactor, 8);
        set.define(tile, SpaceEdit::Kind::Filter, filterToJson({SplitFilter::Op::SizeGe, 1, {2}, {}}));
        QVERIFY2(applyEdits(space, set.list()).has_value(), textOf(set).c_str());
        set.reset("tile_x");
        QVERIFY(set.list().empty());
    }

    /// Sorting edits changes no space: candidates, their order and the constraints stay.
    void sortingChangesNoSpace()
    {
        const ConfigSpace space = templateSpace();
        const std::vector<const char*> texts{"unroll+=1024",
                                             "unroll-=1024",
                                             "unroll-=0",
                                             "unroll+=0",
                                             "unroll=512",
                                             "fast=True",
                                             "tile_y-=[-1,4]",
                                             "tile_y+=[-1,5]",
                                             "tile_y.policy=verbose",
                                             "tile_y.max_factor=8",
                                             "tile_x.filter=size[-1]<=8",
                                             "where tile_y[1] * tile_x[2] <= 64",
                                             "tile_x=[-1,2,2]",
                                             "unroll+=7",
                                             "where unroll >= 0"};
        std::mt19937 random(5);
        int made = 0;
        for (int round = 0; round < 400; ++round) {
            std::vector<SpaceEdit> edits;
            for (unsigned i = 0; i < 1 + random() % 6; ++i) {
                edits.push_back(parseEdit(texts[random() % texts.size()]).value());
            }
            const auto plain = applyEdits(space, edits);
            if (!plain) {
                continue;
            }
            const auto sorted = applyEdits(space, EditSet(edits).list());
            QVERIFY2(sorted.has_value(), (editsToJson(edits).dump() + " " + (sorted ? "" : sorted.error().message)).c_str());
            for (size_t k = 0; k < plain->knobs().size(); ++k) {
                const Knob& a = plain->knobs()[k];
                const Knob& b = sorted->knobs()[k];
                QVERIFY(a.size() == b.size() && std::equal(a.candidates().begin(), a.candidates().end(), b.candidates().begin()));
            }
            QCOMPARE(sorted->validCount(), plain->validCount());
            QVERIFY(EditSet(EditSet(edits).list()) == EditSet(edits));
            ++made;
        }
        QVERIFY(made > 100);
    }

    void wrongConditionsAreFoundAtTheirColumn_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("column");
        QTest::addColumn<int>("length");
        QTest::addColumn<QString>("word");
        QTest::newRow("end") << "tile_y[1] <=" << 13 << 1 << "missing";
        QTest::newRow("sign") << "tile_y[1] $ 3" << 11 << 1 << "not expected";
        QTest::newRow("knob") << "unroll < 3 && tile_z[1] < 3" << 15 << 6 << "no knob tile_z";
        QTest::newRow("alone") << "unroll + tile_y < 3" << 10 << 6 << "2 parts";
        QTest::newRow("part") << "tile_y[2] < 3" << 1 << 6 << "0 to 1";
        QTest::newRow("no knob") << "1 < 2" << 1 << 5 << "no knob";
    }

    void wrongConditionsAreFoundAtTheirColumn()
    {
        QFETCH(QString, text);
        QFETCH(int, column);
        QFETCH(int, length);
        QFETCH(QString, word);
        const auto problem = checkExpression(text.toStdString(), templateSpace());
        QVERIFY(problem.has_value());
        QCOMPARE(static_cast<int>(problem->column), column);
        QCOMPARE(static_cast<int>(problem->length), length);
        QVERIFY2(problem->sentence.message.find(word.toStdString()) != std::string::npos, problem->sentence.message.c_str());
    }

    void whatCanBeReadIsOffered()
    {
        const auto terms = readableTerms(templateSpace());
        QCOMPARE(terms.size(), size_t(9));
        QCOMPARE(terms.front(), std::string("tile_y[0]"));
        QCOMPARE(terms.back(), std::string("fast"));
        for (const std::string& term : terms) {
            QVERIFY(!checkExpression(term + " >= 0", templateSpace()));
        }
    }

    /// Any text has an answer whose column lies within it.
    void anyConditionIsAnswered()
    {
        const ConfigSpace space = templateSpace();
        const std::vector<std::string> pieces{"tile_y", "tile_x", "[1]", "[-1]", "[",        "]",  "unroll", "fast", " ",
                                              "+",      "*",      "/",   "%",    "<=",       "==", "&&",     " or ", "!",
                                              "(",      ")",      "12",  "0",    "\xc3\xa9", ",",  "not "};
        std::mt19937 random(9);
        int fine = 0;
        for (int round = 0; round < 20000; ++round) {
            std::string text;
            for (unsigned i = 0; i < 1 + random() % 9; ++i) {
                text += pieces[random() % pieces.size()];
            }
            const auto problem = checkExpression(text, space);
            if (problem) {
                QVERIFY(problem->column >= 1 && problem->column <= text.size() + 1 && problem->length >= 1
                        && !problem->sentence.message.empty());
                continue;
            }
            ++fine;
            QVERIFY(Expression::parse(text).has_value());
        }
        QVERIFY(fine > 50);
    }
};

QTEST_APPLESS_MAIN(TestEditSet)
#include "tst_editset.moc"

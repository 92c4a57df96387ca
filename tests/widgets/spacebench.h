// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/space/constraintpanel.h"
#include "widgets/views/space/knoblist.h"
#include "widgets/views/space/spaceeditor.h"

#include <QTest>

namespace knobscope {

/// A workspace with a task and the editor on it, shown.
struct SpaceBench {
    explicit SpaceBench(const char* task = "cuda")
    {
        const bool isCuda = QByteArray(task) == "cuda";
        const auto conv = nlohmann::json::parse(
            R"([["TENSOR",[1,1024,7,7],"float32"],["TENSOR",[2048,1024,1,1],"float32"],[1,1],[0,0,0,0],[1,1],"float32"])");
        const nlohmann::json matmul{64, 64, 64, "float32"};
        const auto opened =
            workspace.openTask(QStringLiteral("task"), isCuda ? "conv2d_nchw.cuda" : "tutorial/matmul", isCuda ? conv : matmul,
                               isCuda ? parseTarget("cuda").value() : parseTarget("llvm").value());
        Q_ASSERT(opened);
        editor.resize(1000, 700);
        editor.show();
        list = editor.findChild<KnobList*>();
        constraints = editor.findChild<ConstraintPanel*>();
    }
    std::string edits() { return editsToJson(editor.document().list()).dump(); }
    bool edit(const char* text)
    {
        std::vector<SpaceEdit> all = editor.document().list();
        all.push_back(parseEdit(text).value());
        return workspace.setEdits(all).has_value();
    }
    void current(const char* knob) const { list->setCurrentKnob(QString::fromLatin1(knob)); }
    const KnobRow& row() const { return list->rows()[static_cast<size_t>(list->currentCell().row)]; }
    void click(KnobCell cell) const { QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->cellRect(cell).center()); }
    template<class W>
    W* child(const char* name) const
    {
        return editor.findChild<W*>(QString::fromLatin1(name));
    }

    Workspace workspace;
    SpaceEditor editor{workspace};
    KnobList* list = nullptr;
    ConstraintPanel* constraints = nullptr;
};

} // namespace knobscope

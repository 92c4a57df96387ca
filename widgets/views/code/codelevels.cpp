// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/code/codelevels.h"
#include "widgets/base/coretext.h"

#include <algorithm>

namespace knobscope {

LevelName nameOf(CodeLevel level, bool isGpu)
{
    switch (level) {
    case CodeLevel::Llvm:
        return isGpu ? LevelName{CodeLevels::tr("CUDA C"), CodeLanguage::Cuda}
                     : LevelName{CodeLevels::tr("LLVM IR"), CodeLanguage::Llvm};
    case CodeLevel::Assembly:
        return isGpu ? LevelName{CodeLevels::tr("PTX"), CodeLanguage::Ptx}
                     : LevelName{CodeLevels::tr("Assembly"), CodeLanguage::Assembly};
    case CodeLevel::Loops: break;
    }
    return {CodeLevels::tr("Loop nest"), CodeLanguage::LoopNest};
}

QString idOf(CodeLevel level)
{
    return level == CodeLevel::Loops ? QStringLiteral("loops")
         : level == CodeLevel::Llvm  ? QStringLiteral("generated")
                                     : QStringLiteral("assembly");
}

CodeLevels::CodeLevels(QWidget* parent)
    : QSplitter(parent)
{
    for (const CodeLevel level : kCodeLevels) {
        addWidget(m_columns[static_cast<size_t>(level)] = new CodeColumn(idOf(level)));
    }
    setChildrenCollapsible(false);
    nameLevels(false);
}

void CodeLevels::nameLevels(bool isGpu)
{
    for (const CodeLevel level : kCodeLevels) {
        const auto [title, language] = nameOf(level, isGpu);
        column(level).setTitle(title);
        column(level).pane().setLanguage(language);
    }
}

void CodeLevels::setCode(const KernelCode& code)
{
    nameLevels(code.isGpu);
    for (const CodeLevel level : kCodeLevels) {
        const LevelText& text = code.level(level);
        CodeColumn& column = this->column(level);
        column.pane().setLines(text.lines);
        column.setProblem(coreText(text.problem));
        column.setFacts(text.lines.empty() ? QString() : tr("%n line(s)", nullptr, static_cast<int>(text.lines.size())));
    }
    const AssemblyFacts& facts = code.assembly;
    if (facts.innermostFirst > 0) {
        const QString spills = facts.innermostStack == 0 ? tr("no stack access")
                                                         : tr("%1 (%2 for sums)")
                                                               .arg(tr("%n stack access(es)", nullptr, facts.innermostStack))
                                                               .arg(facts.innermostVectorStack);
        column(CodeLevel::Assembly)
            .setFacts(tr("%n multiply-add(s) and %1 in the innermost loop", nullptr, facts.innermostMultiplyAdds).arg(spills),
                      tr("%1 instructions, %2 of them on vectors. The innermost loop with the most work is in lines %3 to %4. A "
                         "stack access there is a spilled register: a sum or the address of an input.")
                          .arg(facts.instructions)
                          .arg(facts.vectorInstructions)
                          .arg(facts.innermostFirst)
                          .arg(facts.innermostLast));
    }
    revealBusiest(code);
}

void CodeLevels::revealBusiest(const KernelCode& code)
{
    const int assemblyLine = code.assembly.innermostFirst;
    const auto& links = code.level(CodeLevel::Assembly).nestLine;
    int nestLine = 0;
    for (int line = assemblyLine; line > 0 && line <= code.assembly.innermostLast; ++line) {
        nestLine = std::max(nestLine, links[static_cast<size_t>(line) - 1]);
    }
    column(CodeLevel::Assembly).pane().reveal(assemblyLine);
    for (const CodeLevel level : {CodeLevel::Loops, CodeLevel::Llvm}) {
        const auto& lines = code.level(level).nestLine;
        const auto found = nestLine > 0 ? std::find(lines.begin(), lines.end(), nestLine) : lines.end();
        column(level).pane().reveal(found == lines.end() ? 0 : static_cast<int>(found - lines.begin()) + 1);
    }
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

#include <array>
#include <optional>

namespace knobscope {

/// A label whose text wraps. Layouts ask for the height of a width several times for each change of a page, and Qt lays out the
/// text of a selectable label anew each time; this one keeps the last answers, and measures plain text without a document.
class WrappedLabel : public QLabel
{
    Q_OBJECT
public:
    explicit WrappedLabel(const QString& text = {}, QWidget* parent = nullptr);
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;

private:
    struct Answer {
        int width = -1;
        int height = 0;
    };
    struct Hints {
        QSize preferred;
        QSize least;
    };
    /// Forgets answers about another text.
    void followText() const;
    void forget() const;
    /// Whether QLabel uses a document for this text, and needs none.
    bool isPlain() const;
    const Hints& hints() const;
    QSize plainSize(int width) const;
    int plainHeight(int width) const;
    mutable std::array<Answer, 4> m_answers;
    mutable size_t m_next = 0; ///< the place of the next answer
    mutable std::optional<Hints> m_hints;
    mutable QString m_text; ///< that the answers are for; setText() is not virtual
};

} // namespace knobscope

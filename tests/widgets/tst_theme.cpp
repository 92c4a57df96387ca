// SPDX-License-Identifier: GPL-3.0-or-later
// The theme: contrast of its colours, sizes of text, icons, and that both themes paint controls.
#include "tests/widgets/ownsettings.h"
#include "widgets/base/theme.h"
#include "widgets/base/themestyle.h"
#include "widgets/plot/colours.h"

#include <QApplication>
#include <QFontInfo>
#include <QIcon>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

class TestTheme : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_settings;

private slots:
    void initTestCase() { knobscope::testing::useOwnSettings(m_settings.path()); }

    /// Each palette that is set paints a widget again, and lays out a label.
    void aColourIsSetOnce()
    {
        class Count : public QObject
        {
        public:
            bool eventFilter(QObject*, QEvent* event) override
            {
                changes += event->type() == QEvent::PaletteChange ? 1 : 0;
                return false;
            }
            int changes = 0;
        } count;
        QLabel label;
        const QColor usual = label.palette().color(QPalette::WindowText);
        label.installEventFilter(&count);
        colourAsProblem(label, false);
        QCOMPARE(count.changes, 0);
        colourAsProblem(label, true);
        const QColor problem = label.palette().color(QPalette::WindowText);
        QVERIFY(problem != usual && count.changes > 0);
        const int before = count.changes;
        colourAsProblem(label, true);
        QCOMPARE(count.changes, before);
        colourAsProblem(label, false);
        QVERIFY(count.changes > before);
        QCOMPARE(label.palette().color(QPalette::WindowText), usual);
    }

    /// WCAG 2.2: 4.5 for text.
    void textIsReadable()
    {
        for (const QPalette& palette : {lightPalette(), darkPalette()}) {
            const Theme theme = themeFor(palette);
            for (const QColor& text :
                 {theme.text, theme.muted, theme.accent, theme.failure, theme.changed, theme.good, theme.best, theme.trial}) {
                for (const QColor& ground : {theme.background, theme.surface, theme.accentSoft}) {
                    QVERIFY2(
                        contrastOf(text, ground) >= 4.5,
                        qPrintable(QStringLiteral("%1 on %2: %3").arg(text.name(), ground.name()).arg(contrastOf(text, ground))));
                }
            }
            QVERIFY(contrastOf(theme.onAccent, theme.accent) >= 4.5);
            QVERIFY(contrastOf(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >= 4.5);
            for (const auto group : {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
                QVERIFY(contrastOf(palette.color(group, QPalette::ButtonText), palette.color(group, QPalette::Button)) >= 4.5);
                QVERIFY(contrastOf(palette.color(group, QPalette::WindowText), palette.color(group, QPalette::Window)) >= 4.5);
            }
        }
        QVERIFY(!isDark(lightPalette()) && isDark(darkPalette()));
    }

    void sizesOfTextAreTheTokens()
    {
        const int body = textFont(TextSize::Body).pixelSize();
        QVERIFY(body >= 13);
        QCOMPARE(textFont(TextSize::Small).pixelSize(), 11 * body / 13);
        QCOMPARE(textFont(TextSize::Title).pixelSize(), 16 * body / 13);
        QCOMPARE(textFont(TextSize::Figure, true).pixelSize(), 22 * body / 13);
        QVERIFY(textFont(TextSize::Figure, true).bold() && !textFont(TextSize::Figure).bold());
        QCOMPARE(codeFont().pixelSize(), body);
        QVERIFY(QFontInfo(codeFont()).fixedPitch()); // in each language: run it with LC_ALL=zh_TW.UTF-8
    }

    /// The button to press next is filled with the accent, in both themes.
    void primaryButtonsLookPrimary()
    {
        for (const bool isDark : {false, true}) {
            applyTheme(isDark);
            QPushButton primary(QStringLiteral("Start"));
            QPushButton other(QStringLiteral("Stop"));
            makePrimary(primary);
            const Theme theme = themeFor(QApplication::palette());
            const auto ground = [](QPushButton& button) {
                button.resize(120, 26);
                return QColor(button.grab().toImage().pixel(8, 13));
            };
            QCOMPARE(ground(primary).name(), theme.accent.name());
            QCOMPARE(ground(other).name(), theme.surface.name());
            primary.setEnabled(false);
            QVERIFY(ground(primary) != theme.accent);
        }
        applyTheme(false);
    }

    /// The text of a progress bar stands on its ground and on what is filled.
    void progressIsReadable()
    {
        for (const bool isDark : {false, true}) {
            applyTheme(isDark);
            for (const int value : {0, 100}) {
                QProgressBar bar;
                bar.setAlignment(Qt::AlignCenter);
                bar.setValue(value);
                bar.resize(200, 24);
                const QImage image = bar.grab().toImage();
                const QColor ground = image.pixelColor(20, 12);
                double strongest = 1;
                for (int x = 70; x < 130; ++x) {
                    for (int y = 4; y < 20; ++y) {
                        strongest = std::max(strongest, contrastOf(image.pixelColor(x, y), ground));
                    }
                }
                QVERIFY2(strongest >= 4.5, qPrintable(QStringLiteral("%1 %: %2").arg(value).arg(strongest)));
            }
        }
        applyTheme(false);
    }

    /// The text of a number field lies on the field, whose ground is another one while it is disabled.
    void numberFieldsHaveOneGround()
    {
        for (const bool isDark : {false, true}) {
            applyTheme(isDark);
            for (const bool isEnabled : {false, true}) {
                QSpinBox box;
                box.setEnabled(isEnabled);
                box.resize(200, 30);
                const QImage image = box.grab().toImage();
                QCOMPARE(image.pixelColor(120, 15).name(), image.pixelColor(196, 15).name());
            }
        }
        applyTheme(false);
    }

    void iconsFollowTheTheme()
    {
        const QIcon icon = iconNamed(QStringLiteral("mode-explore"));
        const auto strongest = [&icon](QIcon::State state) {
            const QImage image = icon.pixmap(QSize(24, 24), QIcon::Normal, state).toImage();
            QColor found(Qt::transparent);
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    const QColor pixel = image.pixelColor(x, y);
                    found = pixel.alpha() > found.alpha() ? pixel : found;
                }
            }
            return found.name();
        };
        for (const bool isDark : {false, true}) {
            applyTheme(isDark);
            const Theme theme = themeFor(QApplication::palette());
            QCOMPARE(strongest(QIcon::Off), theme.text.name());
            QCOMPARE(strongest(QIcon::On), theme.accent.name());
        }
        applyTheme(false);
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"

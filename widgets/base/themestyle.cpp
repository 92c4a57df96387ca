// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/base/themestyle.h"

#include "widgets/base/theme.h"
#include "widgets/base/themedparts.h"

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QIcon>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QSlider>
#include <QStyleOption>
#include <QTabBar>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

namespace knobscope {

namespace {

constexpr char kPrimary[] = "isPrimary";

bool isPrimary(const QWidget* widget)
{
    return widget && widget->property(kPrimary).toBool();
}

constexpr int kCellRoom = 3; // pixels at each side of the texts of a table's cells, more than Qt has

bool isAboveTable(const QWidget* widget)
{
    const auto* header = qobject_cast<const QHeaderView*>(widget);
    return header && header->orientation() == Qt::Horizontal && qobject_cast<const QTableView*>(header->parentWidget());
}

constexpr int kMenuMark = 14; // width of the arrow of a button with a menu, in pixels

/// Whether a button shows that it opens a menu; a button with a single letter as its icon does not.
bool hasMenuMark(const QStyleOptionToolButton* button)
{
    return button && button->features & QStyleOptionToolButton::HasMenu
        && !(button->features & QStyleOptionToolButton::MenuButtonPopup) && button->text.size() > 1;
}

/// A copy of an option with another colour for one role.
template<class Option>
Option recoloured(const Option& option, QPalette::ColorRole role, const QColor& colour)
{
    Option copy(option);
    copy.palette.setColor(role, colour);
    return copy;
}

} // namespace

ThemeStyle::ThemeStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

void ThemeStyle::polish(QWidget* widget)
{
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget) || qobject_cast<QTabBar*>(widget)
        || qobject_cast<QSlider*>(widget)) {
        widget->setAttribute(Qt::WA_Hover);
    }
}

int ThemeStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_LayoutLeftMargin:
    case PM_LayoutRightMargin:
    case PM_LayoutTopMargin:
    case PM_LayoutBottomMargin: return space::kMedium;
    case PM_LayoutHorizontalSpacing:
    case PM_LayoutVerticalSpacing: return space::kSmall;
    case PM_DockWidgetSeparatorExtent: return 5;
    case PM_SplitterWidth: return 7;
    case PM_DockWidgetTitleMargin: return 6;
    case PM_ToolBarFrameWidth: return 0;
    case PM_ToolBarItemMargin:
    case PM_ToolBarItemSpacing: return space::kTight;
    case PM_ToolBarIconSize: return 18;
    case PM_FocusFrameHMargin: // around the texts of cells: a word stands apart from the figure before it
        return QProxyStyle::pixelMetric(metric, option, widget) + (qobject_cast<const QTableView*>(widget) ? kCellRoom : 0);
    case PM_HeaderMargin: // a hidden vertical header would make rows higher
        return QProxyStyle::pixelMetric(metric, option, widget) + (isAboveTable(widget) ? kCellRoom : 0);
    case PM_ScrollBarExtent: return 12;
    case PM_ScrollBarSliderMin: return 28;
    case PM_SliderThickness:
    case PM_SliderControlThickness:
    case PM_SliderLength: return 16;
    case PM_TabBarTabHSpace: return 24;
    case PM_TabBarTabVSpace: return 12;
    case PM_TabBarTabOverlap:
    case PM_TabBarTabShiftVertical: return 0;
    case PM_TabBarBaseHeight:
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical: return 0;
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int ThemeStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* result) const
{
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_DockWidget_ButtonsHaveFrame:
    case SH_Slider_SnapToValue: return 0;
    case SH_TabBar_Alignment: return Qt::AlignLeft;
    default: return QProxyStyle::styleHint(hint, option, widget, result);
    }
}

QSize ThemeStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                   const QWidget* widget) const
{
    constexpr int least = 26; // height of fields and buttons
    QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
    switch (type) {
    case CT_PushButton: return {size.width() + space::kSmall, std::max(size.height(), least)};
    case CT_ComboBox:
    case CT_SpinBox:
    case CT_LineEdit: return {size.width(), std::max(size.height(), least)};
    case CT_ToolButton: {
        const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
        return hasMenuMark(button) ? size + QSize(kMenuMark, 0) : size;
    }
    case CT_HeaderSection: return {size.width(), std::max(size.height(), 24)};
    default: return size;
    }
}

QRect ThemeStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                 const QWidget* widget) const
{
    const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
    return control == CC_ScrollBar && bar ? scrollBarPart(*bar, part, pixelMetric(PM_ScrollBarSliderMin, option, widget))
                                          : QProxyStyle::subControlRect(control, option, part, widget);
}

QIcon ThemeStyle::standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const
{
    switch (icon) {
    case SP_TitleBarCloseButton:
    case SP_DockWidgetCloseButton: return iconNamed(QStringLiteral("window-close"));
    case SP_TitleBarNormalButton: return iconNamed(QStringLiteral("window-float"));
    default: return QProxyStyle::standardIcon(icon, option, widget);
    }
}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    const Parts parts(*painter, *option);
    switch (element) {
    case PE_PanelButtonCommand: parts.button(isPrimary(widget)); return;
    case PE_PanelButtonTool:
        if (const auto* button = qobject_cast<const QToolButton*>(widget);
            isPrimary(widget) || (button && !button->autoRaise())) {
            parts.button(isPrimary(widget));
        } else {
            parts.flatButton();
        }
        return;
    case PE_PanelLineEdit:
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); frame && frame->lineWidth > 0) {
            parts.field();
        } else if (!widget || !qobject_cast<const QAbstractSpinBox*>(widget->parentWidget())) { // else on its field
            painter->fillRect(option->rect, option->palette.brush(QPalette::Base));
        }
        return;
    case PE_FrameLineEdit: parts.field(); return;
    case PE_PanelScrollAreaCorner: painter->fillRect(option->rect, option->palette.base()); return;
    case PE_Frame:
        if (qobject_cast<const QAbstractScrollArea*>(widget)) {
            parts.lineAtTop(); // lists and canvases are separated by lines, not framed
            return;
        }
        painter->setPen(parts.theme().line);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
        return;
    case PE_FrameTabWidget:
    case PE_FrameTabBarBase: parts.lineAtTop(); return;
    case PE_FrameDefaultButton:
    case PE_FrameStatusBarItem:
    case PE_IndicatorToolBarHandle: return;
    case PE_PanelStatusBar:
        painter->fillRect(option->rect, option->palette.window());
        parts.lineAtTop();
        return;
    case PE_FrameFocusRect: parts.focus(); return;
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: parts.checkBox(); return;
    case PE_IndicatorRadioButton: parts.radioButton(); return;
    case PE_IndicatorArrowUp:
    case PE_IndicatorSpinUp: parts.chevron(Qt::UpArrow); return;
    case PE_IndicatorArrowDown:
    case PE_IndicatorSpinDown: parts.chevron(Qt::DownArrow); return;
    case PE_IndicatorArrowLeft: parts.chevron(Qt::LeftArrow); return;
    case PE_IndicatorArrowRight: parts.chevron(Qt::RightArrow); return;
    case PE_IndicatorBranch:
        if (option->state & State_Children) {
            parts.chevron(option->state & State_Open             ? Qt::DownArrow
                          : option->direction == Qt::RightToLeft ? Qt::LeftArrow
                                                                 : Qt::RightArrow);
        }
        return;
    case PE_IndicatorDockWidgetResizeHandle: parts.divider(); return;
    case PE_IndicatorToolBarSeparator: parts.separator(); return;
    case PE_PanelItemViewItem: {
        const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option);
        if (item && item->state & State_Selected) {
            painter->fillRect(item->rect, parts.theme().accentSoft);
        } else if (item && item->backgroundBrush.style() != Qt::NoBrush) {
            painter->fillRect(item->rect, item->backgroundBrush);
        }
        return;
    }
    case PE_PanelItemViewRow:
        if (option->state & State_Selected) {
            painter->fillRect(option->rect, parts.theme().accentSoft);
        }
        return;
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void ThemeStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    const Parts parts(*painter, *option);
    switch (element) {
    case CE_DockWidgetTitle:
        if (const auto* dock = qstyleoption_cast<const QStyleOptionDockWidget*>(option)) {
            parts.dockTitle(*dock, subElementRect(SE_DockWidgetTitleBarText, option, widget));
        }
        return;
    case CE_PushButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option); button && isPrimary(widget)) {
            const bool isEnabled = button->state & State_Enabled;
            const auto copy = recoloured(*button, QPalette::ButtonText, isEnabled ? parts.theme().onAccent : parts.theme().muted);
            QProxyStyle::drawControl(element, &copy, painter, widget);
            return;
        }
        break;
    case CE_ToolButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option)) {
            const bool isOn = button->state & State_On;
            const QColor text = !(button->state & State_Enabled) ? parts.theme().muted
                              : isPrimary(widget)                ? parts.theme().onAccent
                              : isOn                             ? parts.theme().accent
                                                                 : parts.theme().text;
            auto copy = recoloured(*button, QPalette::ButtonText, text);
            copy.palette.setColor(QPalette::WindowText, text);
            if (const auto* tool = qobject_cast<const QToolButton*>(widget); tool && tool->menu() && button->text.size() > 1) {
                copy.rect.adjust(button->direction == Qt::RightToLeft ? kMenuMark : 0, 0,
                                 button->direction == Qt::RightToLeft ? 0 : -kMenuMark, 0);
            }
            QProxyStyle::drawControl(element, &copy, painter, widget);
            return;
        }
        break;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea: parts.headerSection(); return;
    case CE_HeaderLabel:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
            const auto copy = recoloured(*header, QPalette::ButtonText, parts.theme().muted);
            QProxyStyle::drawControl(element, &copy, painter, widget);
            return;
        }
        break;
    case CE_TabBarTabShape:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
            parts.tab(*tab);
        }
        return;
    case CE_TabBarTabLabel:
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {
            auto copy =
                recoloured(*tab, QPalette::WindowText, tab->state & State_Selected ? parts.theme().text : parts.theme().muted);
            copy.state &= ~State_HasFocus;
            QProxyStyle::drawControl(element, &copy, painter, widget);
            if (tab->state & State_HasFocus) {
                parts.focus();
            }
            return;
        }
        break;
    case CE_ItemViewItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option)) {
            const auto copy = recoloured(*item, QPalette::HighlightedText, item->palette.color(QPalette::Text));
            QProxyStyle::drawControl(element, &copy, painter, widget);
            return;
        }
        break;
    case CE_ProgressBarGroove: parts.groove(); return;
    case CE_ProgressBarContents:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option); bar && bar->maximum > bar->minimum) {
            parts.progress(*bar);
            return;
        }
        break; // busy: Fusion's animation
    case CE_ProgressBarLabel: // what is filled has a light ground here
        if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) {
            const auto copy = recoloured(*bar, QPalette::HighlightedText, bar->palette.color(QPalette::Text));
            QProxyStyle::drawControl(element, &copy, painter, widget);
            return;
        }
        break;
    case CE_ToolBar:
        painter->fillRect(option->rect, option->palette.window());
        parts.lineAtEdge(qstyleoption_cast<const QStyleOptionToolBar*>(option));
        return;
    case CE_MenuBarEmptyArea: painter->fillRect(option->rect, option->palette.window()); return;
    case CE_MenuBarItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            parts.menuBarItem(*item);
        }
        return;
    case CE_Splitter: parts.divider(); return;
    default: break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void ThemeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                    const QWidget* widget) const
{
    const Parts parts(*painter, *option);
    const auto rectOf = [&](SubControl part) { return subControlRect(control, option, part, widget); };
    switch (control) {
    case CC_ComboBox:
        parts.field();
        parts.chevron(Qt::DownArrow, rectOf(SC_ComboBoxArrow));
        return;
    case CC_SpinBox:
        if (const auto* box = qstyleoption_cast<const QStyleOptionSpinBox*>(option)) {
            if (box->frame) {
                parts.field();
            }
            if (box->buttonSymbols != QAbstractSpinBox::NoButtons) {
                parts.chevron(Qt::UpArrow, rectOf(SC_SpinBoxUp), box->stepEnabled & QAbstractSpinBox::StepUpEnabled);
                parts.chevron(Qt::DownArrow, rectOf(SC_SpinBoxDown), box->stepEnabled & QAbstractSpinBox::StepDownEnabled);
            }
            return;
        }
        break;
    case CC_ScrollBar:
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
            parts.scrollBar(*bar, rectOf(SC_ScrollBarSlider));
            return;
        }
        break;
    case CC_Slider:
        if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
            parts.slider(*slider, rectOf(SC_SliderGroove), rectOf(SC_SliderHandle));
            return;
        }
        break;
    case CC_ToolButton:
        if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
            button && button->features & QStyleOptionToolButton::HasMenu) {
            QStyleOptionToolButton copy(*button);
            copy.features &= ~QStyleOptionToolButton::ToolButtonFeatures(QStyleOptionToolButton::HasMenu);
            QProxyStyle::drawComplexControl(control, &copy, painter, widget);
            if (hasMenuMark(button)) {
                QRect mark = button->rect;
                button->direction == Qt::RightToLeft ? mark.setRight(mark.left() + kMenuMark + space::kTight)
                                                     : mark.setLeft(mark.right() - kMenuMark - space::kTight);
                parts.chevron(Qt::DownArrow, mark);
            }
            return;
        }
        break;
    default: break;
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

void makePrimary(QWidget& button)
{
    button.setProperty(kPrimary, true);
}

namespace {

constexpr const char* kTextScale = "textScale"; ///< of the application

QFont scaled(QFont font, double factor)
{
    font.setPixelSize(std::max(1, qRound(QFontInfo(font).pixelSize() * factor)));
    return font;
}

} // namespace

double textScale()
{
    const QVariant scale = qApp->property(kTextScale);
    return scale.isValid() ? scale.toDouble() : 1;
}

void setTextScale(double scale)
{
    const double factor = scale / textScale();
    if (factor == 1) {
        return;
    }
    qApp->setProperty(kTextScale, scale);
    std::vector<std::pair<QWidget*, QFont>> own;
    for (QWidget* widget : QApplication::allWidgets()) {
        if (widget->testAttribute(Qt::WA_SetFont)) {
            own.emplace_back(widget, scaled(widget->font(), factor));
        }
    }
    QApplication::setFont(scaled(QApplication::font(), factor));
    for (const auto& [widget, font] : own) {
        widget->setFont(font);
    }
    QTimer::singleShot(0, qApp, [] { // once the fonts have reached all widgets
        for (QWidget* widget : QApplication::allWidgets()) {
            if (qobject_cast<QToolButton*>(widget)) { // keeps the size that its text had
                QEvent change(QEvent::StyleChange);
                QCoreApplication::sendEvent(widget, &change);
            }
        }
    });
}

void applyTheme(bool isDark)
{
    static const QFont body = textFont(TextSize::Body);
    const QFont font = scaled(body, textScale());
    if (QApplication::font() != font) {
        QApplication::setFont(font);
    }
    if (!qobject_cast<ThemeStyle*>(QApplication::style())) {
        QApplication::setStyle(new ThemeStyle);
    }
    QApplication::setPalette(isDark ? darkPalette() : lightPalette());
}

void applyTheme()
{
    static const bool isSystemDark = isDark(QApplication::palette());
    const QString theme = QSettings().value(QStringLiteral("theme")).toString();
    applyTheme(theme == QLatin1String("dark") || (theme != QLatin1String("light") && isSystemDark));
}

} // namespace knobscope

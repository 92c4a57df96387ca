// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QStringList>

#include <functional>
#include <vector>

class QAbstractButton;
class QComboBox;
class QHeaderView;
class QLineEdit;
class QSpinBox;
class QTabWidget;

namespace knobscope {

class Section;

/// The choices of a view that come back after a restart, by key. Values are saved and restored in the order in which they were
/// bound. A missing or invalid value leaves a widget as it is. Splitters are kept by the session.
class ViewState : public QObject
{
    Q_OBJECT
public:
    using Save = std::function<QJsonValue()>;
    /// Gets an undefined value if the key is missing.
    using Restore = std::function<void(const QJsonValue& value)>;

    using QObject::QObject;

    /// Binds what is not a widget's value. Use watch() for its changes.
    void bind(const QString& key, Save save, Restore restore);
    /// The same for a list of texts; `restore` is not called if the key is missing.
    void bindTexts(const QString& key, std::function<QStringList()> save, std::function<void(const QStringList& texts)> restore);
    void bind(const QString& key, QComboBox* choice);
    void bind(const QString& key, QTabWidget* tabs);
    void bind(const QString& key, QAbstractButton* button);
    /// Several buttons, as an array.
    void bind(const QString& key, const std::vector<QAbstractButton*>& buttons);
    void bind(const QString& key, QSpinBox* number);
    void bind(const QString& key, QLineEdit* text);
    void bind(const QString& key, QHeaderView* columns);
    void bind(const QString& key, Section* section);
    /// A state whose values are nested under a key.
    ViewState& part(const QString& key);

    /// Emits changed() with a signal of another object.
    template<class Sender, class Signal>
    void watch(const Sender* sender, Signal signal)
    {
        connect(sender, signal, this, &ViewState::changed);
    }

    QJsonObject save() const;
    void restore(const QJsonObject& state) const;

signals:
    /// A value may differ from the saved one.
    void changed();

private:
    struct Value {
        QString key;
        Save save;
        Restore restore;
    };
    std::vector<Value> m_values;
};

} // namespace knobscope

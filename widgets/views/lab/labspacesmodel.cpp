// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lab/labspacesmodel.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"

#include <QFileInfo>

#include <algorithm>
#include <map>

namespace knobscope {

namespace {

constexpr double nearShare = 0.95;

} // namespace

LabSpacesModel::LabSpacesModel(QObject* parent)
    : CellTable(parent)
{
    show();
}

QString LabSpacesModel::nameOf(const Entry& entry)
{
    const QString label = QString::fromStdString(entry.space.label);
    // Without the path: the program may be installed elsewhere next time.
    return entry.origin == Origin::Shipped ? QStringLiteral("shipped:") + label
                                           : QStringLiteral("%1#%2#%3").arg(entry.path, label).arg(entry.space.threads);
}

void LabSpacesModel::setSpaces(Origin origin, const QString& path, std::vector<RecordedSpace> spaces, bool tickNew)
{
    QSet<QString> ticked = m_wanted;
    QSet<QString> before;
    for (const Entry& entry : m_entries) {
        before.insert(nameOf(entry));
        if (entry.isTaken) {
            ticked.insert(nameOf(entry));
        }
    }
    std::erase_if(m_entries, [&](const Entry& entry) {
        return entry.origin == origin && (origin == Origin::Project || entry.path == path);
    });
    for (RecordedSpace& space : spaces) {
        Entry entry{std::move(space), path, origin};
        const QString name = nameOf(entry);
        entry.isTaken = ticked.contains(name) || (tickNew && !before.contains(name));
        m_wanted.remove(name);
        m_entries.push_back(std::move(entry));
    }
    std::ranges::stable_partition(m_entries, [](const Entry& e) { return e.origin != Origin::Shipped; });
    show();
}

QStringList LabSpacesModel::files() const
{
    QStringList files;
    for (const Entry& entry : m_entries) {
        if (entry.origin == Origin::File && !files.contains(entry.path)) {
            files << entry.path;
        }
    }
    return files;
}

std::vector<RecordedSpace> LabSpacesModel::taken() const
{
    std::map<std::string, int> labels;
    for (const Entry& entry : m_entries) {
        labels[entry.space.label] += entry.isTaken ? 1 : 0;
    }
    std::map<std::string, int> used;
    std::vector<RecordedSpace> taken;
    for (const Entry& entry : m_entries) {
        if (!entry.isTaken) {
            continue;
        }
        taken.push_back(entry.space);
        std::string& label = taken.back().label;
        if (labels[label] > 1) {
            label += " (" + QFileInfo(entry.path).fileName().toStdString() + ")";
        }
        if (const int again = used[label]++; again > 0) {
            label += fmt::format(" {}", again + 1);
        }
    }
    return taken;
}

int LabSpacesModel::takenCount() const
{
    return static_cast<int>(std::ranges::count(m_entries, true, &Entry::isTaken));
}

QStringList LabSpacesModel::takenNames() const
{
    QStringList names(m_wanted.begin(), m_wanted.end());
    for (const Entry& entry : m_entries) {
        if (entry.isTaken) {
            names << nameOf(entry);
        }
    }
    names.sort();
    return names;
}

void LabSpacesModel::setTakenNames(const QStringList& names)
{
    m_wanted = QSet<QString>(names.begin(), names.end());
    for (Entry& entry : m_entries) {
        entry.isTaken = m_wanted.remove(nameOf(entry));
    }
    show(true);
}

QString LabSpacesModel::tip(const Entry& entry)
{
    const RecordedSpace& space = entry.space;
    const QString measured =
        space.isSparse()
            ? tr("%1 % of its configs were measured, namely what some searches asked for; a search that comes to another one is "
                 "refused.")
                  .arg(number(100 * space.completeness(), 1))
        : space.completeness() < 1
            ? tr("%1 % of its configs were measured; the others count as failed.").arg(number(100 * space.completeness(), 1))
            : tr("All of its %1 config(s) were measured.", nullptr, pluralOf(static_cast<qint64>(space.points.size())))
                  .arg(number(static_cast<int64_t>(space.points.size())));
    return tr("%1, %2\n%3 %4 failed, %5 are within 5 % of the best.\nMeasured on %6 with %n thread(s), %7.\n%8", nullptr,
              space.threads)
        .arg(QString::fromStdString(space.task.name), QString::fromStdString(shapeText(space.task)), measured,
             number(space.failures()), number(space.countAtLeast(nearShare)), coreWords(space.machine),
             QString::fromStdString(space.date), entry.path);
}

CellTable::Row LabSpacesModel::rowOf(const Entry& entry)
{
    const RecordedSpace& space = entry.space;
    const QString about = tip(entry);
    const Cell best = space.isForeign
                        ? Cell::figure(tr("%1 ms").arg(milliseconds(space.bestSeconds())), space.bestSeconds(), about)
                        : Cell::figure(space.bestFlops() / 1e9, 1, about);
    const QString file = entry.origin == Origin::Shipped ? tr("ships with the program") : QFileInfo(entry.path).fileName();
    return {Cell::ticked(QString::fromStdString(space.label), entry.isTaken, about),
            Cell::figure(static_cast<double>(space.points.size()), 0, about),
            Cell::figure(static_cast<double>(space.countAtLeast(nearShare)), 0, about),
            best,
            Cell::word(QString::fromStdString(shapeText(space.task)), about),
            Cell::word(coreWords(space.machine), about),
            Cell::word(file, about)};
}

void LabSpacesModel::show(bool isTicksAlone)
{
    std::vector<Row> rows;
    for (const Entry& entry : m_entries) {
        rows.push_back(rowOf(entry));
    }
    if (isTicksAlone) {
        updateRows(std::move(rows));
    } else {
        setTable({{"space", tr("Space")},
                  {"configs", tr("Configs")},
                  {"near", tr("Within 5 %"),
                   tr("How many configs have at least 95 % of the best one's speed: the more, the easier the space")},
                  {"best", tr("Best GFLOPS")},
                  {"shape", tr("Shape")},
                  {"machine", tr("Machine")},
                  {"file", tr("File")}},
                 std::move(rows));
    }
    emit takenChanged();
}

bool LabSpacesModel::takeTick(int row, bool isOn)
{
    m_entries[static_cast<size_t>(row)].isTaken = isOn;
    show(true);
    return true;
}

} // namespace knobscope

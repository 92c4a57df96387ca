// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lab/labspacesmodel.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"

#include <QFileInfo>

#include <algorithm>
#include <map>

namespace knobscope {

namespace {

constexpr double kNearShare = 0.95;

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
        if (entry.isTicked) {
            ticked.insert(nameOf(entry));
        }
    }
    std::erase_if(m_entries, [&](const Entry& entry) {
        return entry.origin == origin && (origin == Origin::Project || entry.path == path);
    });
    for (RecordedSpace& space : spaces) {
        Entry entry{std::move(space), path, origin};
        const QString name = nameOf(entry);
        entry.isTicked = ticked.contains(name) || (tickNew && !before.contains(name));
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

std::vector<RecordedSpace> LabSpacesModel::ticked() const
{
    std::map<std::string, int> labels;
    for (const Entry& entry : m_entries) {
        labels[entry.space.label] += entry.isTicked ? 1 : 0;
    }
    std::map<std::string, int> used;
    std::vector<RecordedSpace> ticked;
    for (const Entry& entry : m_entries) {
        if (!entry.isTicked) {
            continue;
        }
        ticked.push_back(entry.space);
        std::string& label = ticked.back().label;
        if (labels[label] > 1) {
            label += " (" + QFileInfo(entry.path).fileName().toStdString() + ")";
        }
        if (const int again = used[label]++; again > 0) {
            label += fmt::format(" {}", again + 1);
        }
    }
    return ticked;
}

int LabSpacesModel::tickedCount() const
{
    return static_cast<int>(std::ranges::count(m_entries, true, &Entry::isTicked));
}

QStringList LabSpacesModel::tickedNames() const
{
    QStringList names(m_wanted.begin(), m_wanted.end());
    for (const Entry& entry : m_entries) {
        if (entry.isTicked) {
            names << nameOf(entry);
        }
    }
    names.sort();
    return names;
}

void LabSpacesModel::setTickedNames(const QStringList& names)
{
    m_wanted = QSet<QString>(names.begin(), names.end());
    for (Entry& entry : m_entries) {
        entry.isTicked = m_wanted.remove(nameOf(entry));
    }
    show(true);
}

QString LabSpacesModel::tip(const Entry& entry)
{
    const RecordedSpace& space = entry.space;
    const QString measured =
        space.isSparse() ? tr("%1 % of its configs were measured: those that some searches requested. A search that requests "
                              "another config is rejected.")
                               .arg(number(100 * space.completeness(), 1))
        : space.completeness() < 1
            ? tr("%1 % of its configs were measured; the others count as failed.").arg(number(100 * space.completeness(), 1))
            : tr("All of its %1 config(s) were measured.", nullptr, pluralOf(static_cast<qint64>(space.points.size())))
                  .arg(number(static_cast<int64_t>(space.points.size())));
    return tr("%1, %2\n%3 %4 failed, %5 are within 5 % of the best.\nMeasured on %6 with %n thread(s), %7.\n%8", nullptr,
              space.threads)
        .arg(QString::fromStdString(space.task.name), QString::fromStdString(shapeText(space.task)), measured,
             number(space.failures()), number(space.countAtLeast(kNearShare)), fixedCoreText(space.machine),
             QString::fromStdString(space.date), entry.path);
}

CellTable::Row LabSpacesModel::rowOf(const Entry& entry)
{
    const RecordedSpace& space = entry.space;
    const QString about = tip(entry);
    const Cell best = space.isForeign
                        ? Cell::figure(tr("%1 ms").arg(milliseconds(space.bestSeconds())), space.bestSeconds(), about)
                        : Cell::figure(space.bestFlops() / 1e9, 1, about);
    const QString file = entry.origin == Origin::Shipped ? tr("included with the program") : QFileInfo(entry.path).fileName();
    return {Cell::ticked(QString::fromStdString(space.label), entry.isTicked, about),
            Cell::figure(static_cast<double>(space.points.size()), 0, about),
            Cell::figure(static_cast<double>(space.countAtLeast(kNearShare)), 0, about),
            best,
            Cell::word(QString::fromStdString(shapeText(space.task)), about),
            Cell::word(fixedCoreText(space.machine), about),
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
                   tr("Number of configs with at least 95 % of the best config's speed; more make the space easier")},
                  {"best", tr("Best"), tr("The best config's speed in GFLOPS, or its time where operations are unknown")},
                  {"shape", tr("Shape")},
                  {"machine", tr("Machine")},
                  {"file", tr("File")}},
                 std::move(rows));
    }
    emit tickedChanged();
}

bool LabSpacesModel::setTicked(int row, bool isOn)
{
    m_entries[static_cast<size_t>(row)].isTicked = isOn;
    show(true);
    return true;
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lessonfolders.h"

#include "core/base/naturalorder.h"
#include "core/base/strings.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace knobscope {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxLessons = 200;

std::string environment(const char* name, const std::string& fallback)
{
    const char* value = std::getenv(name);
    return value && *value ? value : fallback;
}

bool isLesson(const fs::path& folder)
{
    std::error_code error;
    return fs::exists(folder / "lesson.json", error);
}

/// The folders below a root that hold a lesson.
std::vector<std::string> foldersIn(const std::string& root)
{
    std::error_code error;
    std::vector<std::string> folders;
    for (const auto& entry : fs::directory_iterator(root, error)) {
        if (isLesson(entry.path())) {
            folders.push_back(entry.path().string());
        }
    }
    std::ranges::sort(folders, [](const std::string& a, const std::string& b) { return compareNaturally(a, b) < 0; });
    return folders;
}

} // namespace

std::vector<std::string> lessonFoldersAt(const std::string& folder)
{
    return isLesson(folder) ? std::vector<std::string>{folder} : foldersIn(folder);
}

std::vector<std::string> lessonRoots()
{
    std::error_code error;
    std::vector<std::string> roots;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    std::vector<std::string> bases{(program.parent_path().parent_path() / "share").string()};
    for (const std::string& base : splitText(environment("XDG_DATA_DIRS", "/usr/local/share:/usr/share"), ':')) {
        bases.push_back(base);
    }
    bases.push_back(environment("XDG_DATA_HOME", environment("HOME", "") + "/.local/share"));
    for (const std::string& base : bases) {
        const std::string root = (fs::path(base) / "knobscope" / "lessons").string();
        if (fs::is_directory(root, error) && std::ranges::find(roots, root) == roots.end()) {
            roots.push_back(root);
        }
    }
    return roots;
}

FoundLessons findLessons(const std::vector<std::string>& roots, const std::vector<std::string>& more)
{
    std::vector<std::string> folders;
    for (const std::string& root : more) { // a teacher's own version replaces the one that ships
        const auto below = lessonFoldersAt(root);
        folders.insert(folders.end(), below.begin(), below.end());
    }
    for (const std::string& root : roots) {
        const auto below = foldersIn(root);
        folders.insert(folders.end(), below.begin(), below.end());
    }
    FoundLessons found;
    for (const std::string& folder : folders) {
        if (found.lessons.size() == kMaxLessons) {
            found.problems.push_back(
                phrase("{} and later folders are left out: there are more than {} lessons", folder, kMaxLessons));
            break;
        }
        LessonReading reading = readLessonFolder(folder);
        if (!reading.problems.empty()) {
            found.problems.push_back(reading.problems.front());
        } else if (std::ranges::find(found.lessons, reading.lesson.id, &Lesson::id) == found.lessons.end()) {
            found.lessons.push_back(std::move(reading.lesson));
        }
    }
    return found;
}

} // namespace knobscope

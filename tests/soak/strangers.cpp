// SPDX-License-Identifier: GPL-3.0-or-later
// Opens corrupted and manipulated copies of a project with the command line and the window, and reports crashes, hangs and
// excessive memory use. `./dev strangers` runs it.
#include "tests/sanitizers/sanitizers.h"
#include "tests/soak/programs.h"

#include <CLI/CLI.hpp>
#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>

namespace knobscope::soak {

namespace {

constexpr size_t kPageBytes = 4096;
// Sanitizers keep freed memory for a while, and shadow memory.
constexpr int64_t kMaxBytes = int64_t{underAddressSanitizer || underThreadSanitizer ? 2500 : 500} << 20;

using Random = std::mt19937_64;

uint64_t draw(Random& random, uint64_t below)
{
    return std::uniform_int_distribution<uint64_t>(0, below - 1)(random);
}

/// Changes bytes, clears or repeats pages, or truncates the end.
void damage(std::string& bytes, Random& random)
{
    constexpr size_t page = kPageBytes;
    const size_t pages = bytes.size() / page;
    const auto pageAt = [&] { return page * draw(random, pages); };
    switch (draw(random, 5)) {
    case 0: bytes.resize(draw(random, bytes.size())); break;
    case 1: std::fill_n(bytes.begin() + static_cast<int64_t>(pageAt()), page, '\0'); break;
    case 2: bytes.replace(pageAt(), page, bytes.substr(pageAt(), page)); break;
    case 3:
        for (uint64_t i = 0, all = 1 + draw(random, 200); i < all; ++i) {
            bytes[draw(random, bytes.size())] = static_cast<char>(draw(random, 256));
        }
        break;
    default: // header and schema
        for (uint64_t i = 0, all = 1 + draw(random, 4); i < all; ++i) {
            bytes[draw(random, std::min<size_t>(bytes.size(), 2 * page))] = static_cast<char>(draw(random, 256));
        }
    }
}

const char* const values[] = {"'[[[[[['",
                              "'{}'",
                              "'null'",
                              "-9223372036854775808",
                              "9223372036854775807",
                              "1e308",
                              "NULL",
                              "zeroblob(100000)",
                              "replace(hex(zeroblob(50000)), '00', '[')",
                              "char(27) || '[2J' || char(7)",
                              "'../../../../etc/passwd'",
                              "'{\"task\":\"conv2d_NCHWc.x86\",\"args\":[],\"target\":\"llvm -mcpu=pentium4\",\"edits\":[]}'"};

/// Sets a column of a table to an unexpected value, in some rows.
void doctor(const std::string& path, Random& random)
{
    try {
        SQLite::Database database(path, SQLite::OPEN_READWRITE);
        std::vector<std::pair<std::string, std::string>> columns;
        SQLite::Statement query(database,
                                "SELECT m.name, i.name FROM sqlite_schema m, pragma_table_info(m.name) i WHERE m.type = 'table'");
        while (query.executeStep()) {
            columns.emplace_back(query.getColumn(0).getString(), query.getColumn(1).getString());
        }
        for (uint64_t i = 0, all = 1 + draw(random, 3); i < all; ++i) {
            const auto& [table, column] = columns[draw(random, columns.size())];
            database.exec(fmt::format("UPDATE OR IGNORE \"{}\" SET \"{}\" = {} WHERE rowid % {} = 0", table, column,
                                      values[draw(random, std::size(values))], 1 + draw(random, 5)));
        }
    } catch (const SQLite::Exception&) {
        return; // violates a constraint of the table; keeps the changes so far
    }
}

struct Tally {
    int64_t opened = 0, refused = 0, crashed = 0, slow = 0, fat = 0;
    double longest = 0;
    double longestOpening = 0; ///< of a window: until its content was painted
    int64_t most = 0;
    int64_t bad() const { return crashed + slow + fat; }
};

void count(Tally& tally, const Ending& ending, double limit, const std::string& what)
{
    const bool crashed = ending.isTimely && (!WIFEXITED(ending.status) || WEXITSTATUS(ending.status) > 2);
    tally.opened += ending.isTimely && !crashed && WEXITSTATUS(ending.status) == 0 ? 1 : 0;
    tally.refused += ending.isTimely && !crashed && WEXITSTATUS(ending.status) != 0 ? 1 : 0;
    tally.crashed += crashed ? 1 : 0;
    tally.slow += !ending.isTimely || ending.seconds > limit ? 1 : 0;
    tally.fat += ending.mostBytes > kMaxBytes ? 1 : 0;
    tally.longest = std::max(tally.longest, ending.seconds);
    tally.most = std::max(tally.most, ending.mostBytes);
    if (crashed || ending.seconds > limit || ending.mostBytes > kMaxBytes) {
        fmt::print("{}: status {:#x}, {:.2f} s, {} MB\n", what, ending.status, ending.seconds, ending.mostBytes >> 20);
        std::fflush(stdout);
    }
}

/// Returns the seconds that knobscope-startreport printed for opening its window; 0: none.
double openingSeconds(const std::string& words)
{
    std::ifstream file(words);
    const std::string output((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const size_t from = output.find('{'); // skips messages of Qt
    const auto report = from == std::string::npos ? nlohmann::json() : nlohmann::json::parse(output.substr(from), nullptr, false);
    return report.is_object() ? report.value("settled_seconds", 0.0) : 0;
}

void countOpening(Tally& tally, double seconds, double limit, const std::string& what)
{
    tally.longestOpening = std::max(tally.longestOpening, seconds);
    if (seconds > limit) {
        ++tally.slow;
        fmt::print("{}: opened in {:.2f} s\n", what, seconds);
        std::fflush(stdout);
    }
}

void print(const char* name, const Tally& tally)
{
    fmt::print("{}: {} opened, {} refused, {} crashed, {} slow, {} over {} MB; longest {:.2f} s, most {} MB\n", name,
               tally.opened, tally.refused, tally.crashed, tally.slow, tally.fat, kMaxBytes >> 20, tally.longest,
               tally.most >> 20);
}

} // namespace

} // namespace knobscope::soak

int main(int argc, char** argv)
{
    using namespace knobscope::soak;
    const auto programs = std::filesystem::read_symlink("/proc/self/exe").parent_path().string();
    std::string sample = programs + "/../share/knobscope/samples/resnet-18-sample.knobscope";
    std::string folder = (std::filesystem::temp_directory_path() / fmt::format("knobscope-strangers-{}", ::getpid())).string();
    int files = 1000;
    int windows = 100;
    uint64_t seed = 1;
    double commandSeconds = 2;
    double windowSeconds = 30;
    double openingLimit = 2;
    CLI::App app("Opens damaged and doctored projects");
    app.add_option("--files", files, "How many");
    app.add_option("--windows", windows, "Of how many of them the window is opened too, with every view");
    app.add_option("--seconds", commandSeconds, "How long a command may take");
    app.add_option("--window-seconds", windowSeconds, "How long its walk through all views may take");
    app.add_option("--opening-seconds", openingLimit, "How long the window may take to open one and show it");
    app.add_option("--seed", seed);
    app.add_option("--sample", sample, "The project whose copies they are");
    CLI11_PARSE(app, argc, argv);
    std::ifstream file(sample, std::ios::binary);
    const std::string whole((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    if (!whole.starts_with("SQLite format 3") || whole.size() < kPageBytes) {
        fmt::print(stderr, "knobscope-strangers: {} is no project that could be damaged; name one with --sample\n", sample);
        return 1;
    }
    std::filesystem::create_directories(folder);
    Random random(seed);
    Tally line;
    Tally window;
    const std::vector<std::string> home{"QT_QPA_PLATFORM=offscreen", "XDG_CONFIG_HOME=" + folder, "XDG_DATA_HOME=" + folder,
                                        "XDG_STATE_HOME=" + folder};
    for (int i = 0; i < files; ++i) {
        const std::string path = fmt::format("{}/{}.knobscope", folder, i);
        std::string bytes = whole;
        if (i % 2 == 0) {
            damage(bytes, random);
        }
        std::ofstream(path, std::ios::binary) << bytes;
        if (i % 2 == 1) {
            doctor(path, random);
        }
        const int64_t before = line.bad() + window.bad();
        const char* const commands[] = {"runs", "trials", "failures", "insight"};
        const char* command = commands[draw(random, std::size(commands))];
        std::vector<std::string> words{programs + "/knobscope-cli", command, path};
        if (command != commands[0]) {
            words.emplace_back("1");
        }
        count(line, runProgram({words, folder + "/words", home, 0}, 10 * commandSeconds), commandSeconds,
              fmt::format("{} {}", command, path));
        if (i < windows) {
            const std::string report = path + ".report";
            count(window, runProgram({{programs + "/knobscope-startreport", path}, report, home, 0}, 3 * windowSeconds),
                  windowSeconds, "window " + path);
            countOpening(window, openingSeconds(report), openingLimit, "window " + path);
            std::filesystem::remove(report);
        }
        if (line.bad() + window.bad() == before) {
            std::filesystem::remove(path);
        }
    }
    print("command line", line);
    print("window", window);
    fmt::print("longest opening of a window {:.2f} s\n", window.longestOpening);
    if (line.bad() + window.bad() > 0) {
        fmt::print("those files are kept in {}\n", folder);
        return 1;
    }
    std::filesystem::remove_all(folder);
    return 0;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled kernels on disk: what is kept comes back, what cannot be trusted does not.
#include "core/runtime/objectcache.h"

#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

using namespace knobscope;

class TestObjectCache : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;

    std::string folder(const char* name) const { return m_dir.filePath(name).toStdString(); }
    static CompiledKernel kernel(size_t bytes = 100)
    {
        CompiledKernel kernel;
        kernel.symbol = "conv_call";
        kernel.prepareSymbol = "conv_prepare_call";
        kernel.arguments = {{"data", {1, 2, 3}, ir::float32, false}, {"out", {6}, ir::float32, true}};
        kernel.prepared = {{"transformed", {6, 6}, ir::bfloat16, true}};
        kernel.workspaceBytes = 128;
        kernel.threadWorkspaceBytes = 64;
        for (size_t i = 0; i < bytes; ++i) {
            kernel.object.push_back(static_cast<std::byte>(i * 7));
        }
        return kernel;
    }
    static std::filesystem::path fileOf(const std::string& folder, const std::string& key)
    {
        return folder + "/" + key + ".kernel";
    }
    static void setUsed(const std::filesystem::path& file, int hoursAgo)
    {
        std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() - std::chrono::hours(hoursAgo));
    }

private slots:
    void whatIsKeptComesBack()
    {
        const auto cache = ObjectCache::open(folder("kept/by/this")).value();
        const std::string key = ObjectCache::keyOf("a nest");
        QVERIFY(key != ObjectCache::keyOf("another nest"));
        QVERIFY(!cache.find(key));
        cache.store(key, kernel());
        for (const auto& again : {cache, ObjectCache::open(folder("kept/by/this")).value()}) {
            const auto found = again.find(key);
            QVERIFY(found.has_value());
            QCOMPARE(found->symbol, kernel().symbol);
            QCOMPARE(found->prepareSymbol, kernel().prepareSymbol);
            QVERIFY(found->object == kernel().object);
            QCOMPARE(found->arguments.size(), size_t{2});
            QVERIFY(found->arguments[1].isOutput && found->arguments[0].shape == (std::vector<int64_t>{1, 2, 3}));
            QCOMPARE(found->prepared.size(), size_t{1});
            QVERIFY(found->prepared[0].type == ir::bfloat16 && found->prepared[0].shape == (std::vector<int64_t>{6, 6}));
            QCOMPARE(found->workspaceBytes, int64_t{128});
            QCOMPARE(found->threadWorkspaceBytes, int64_t{64});
        }
        struct stat status{};
        QCOMPARE(::stat(folder("kept/by/this").c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777, mode_t{0700});
        QCOMPARE(::stat(fileOf(folder("kept/by/this"), key).c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777, mode_t{0600});
    }

    /// Every single byte counts, and every length.
    void damageIsNoticedAndThrownAway()
    {
        const auto cache = ObjectCache::open(folder("damaged")).value();
        const std::string key = ObjectCache::keyOf("x");
        const auto file = fileOf(folder("damaged"), key);
        cache.store(key, kernel());
        std::string whole;
        {
            std::ifstream in(file, std::ios::binary);
            whole.assign(std::istreambuf_iterator<char>(in), {});
        }
        const auto isTrusted = [&](const std::string& text) {
            std::ofstream(file, std::ios::binary) << text;
            std::filesystem::permissions(file, std::filesystem::perms(0600));
            return cache.find(key).has_value();
        };
        QVERIFY(isTrusted(whole));
        for (size_t at = 0; at < whole.size(); ++at) {
            std::string damaged = whole;
            damaged[at] = static_cast<char>(damaged[at] ^ 1);
            QVERIFY2(!isTrusted(damaged), std::to_string(at).c_str());
            QVERIFY(!std::filesystem::exists(file));
            QVERIFY(!isTrusted(whole.substr(0, at)));
        }
        QVERIFY(!isTrusted(whole + "x"));
        // Whole, but of another kernel.
        cache.store(key, kernel());
        const std::string other = ObjectCache::keyOf("y");
        std::filesystem::rename(file, fileOf(folder("damaged"), other));
        QVERIFY(!cache.find(other));
    }

    void whatOthersCouldHaveWrittenIsNotRun()
    {
        const auto cache = ObjectCache::open(folder("shared")).value();
        const std::string key = ObjectCache::keyOf("x");
        const auto file = fileOf(folder("shared"), key);
        cache.store(key, kernel());
        std::filesystem::permissions(file, std::filesystem::perms(0666));
        QVERIFY(!cache.find(key));
        cache.store(key, kernel());
        const std::string aside = folder("aside");
        std::filesystem::rename(file, aside);
        std::filesystem::create_symlink(aside, file);
        QVERIFY(!cache.find(key));
        std::filesystem::permissions(folder("shared"), std::filesystem::perms(0777));
        const auto refused = ObjectCache::open(folder("shared"));
        QVERIFY(!refused.has_value());
        QVERIFY2(refused.error().message.find("chmod 700") != std::string::npos, refused.error().message.c_str());
        std::ofstream(folder("file")) << "no folder";
        QVERIFY(!ObjectCache::open(folder("file")).has_value());
        QVERIFY(!ObjectCache::open("").has_value());
        std::filesystem::create_directory_symlink(folder("damaged"), folder("link"));
        QVERIFY(!ObjectCache::open(folder("link")).has_value());
    }

    void whatIsNoFileIsReplaced()
    {
        const auto cache = ObjectCache::open(folder("pipes")).value();
        const std::string key = ObjectCache::keyOf("x");
        const auto file = fileOf(folder("pipes"), key);
        QCOMPARE(::mkfifo(file.c_str(), 0600), 0);
        cache.store(key, kernel()); // writing to the pipe would wait for its reader
        QVERIFY(cache.find(key).has_value());
        std::filesystem::remove(file);
        QCOMPARE(::mkfifo(file.c_str(), 0600), 0);
        QVERIFY(!cache.find(key)); // reading it for a writer
        std::filesystem::create_directory(file);
        QVERIFY(!cache.find(key));
        cache.store(key, kernel());
        QVERIFY(!cache.find(key));
    }

    void whatWasNotUsedForLongestGoes()
    {
        const auto cache = ObjectCache::open(folder("small"), 4500).value();
        std::vector<std::string> keys;
        for (int i = 0; i < 8; ++i) {
            keys.push_back(ObjectCache::keyOf("kernel " + std::to_string(i)));
            cache.store(keys.back(), kernel(1000));
            setUsed(fileOf(folder("small"), keys.back()), 10 - i);
        }
        const auto stays = folder("small") + "/somebody's own";
        std::ofstream(stays) << std::string(10'000, 'x');
        std::ofstream(folder("small") + "/new.unfinished") << "x";
        std::ofstream(folder("small") + "/old.unfinished") << "x";
        setUsed(folder("small") + "/old.unfinished", 2);
        QVERIFY(cache.find(keys[0]).has_value()); // used now
        cache.trim();
        QVERIFY(cache.find(keys[0]).has_value());
        QVERIFY(cache.find(keys[7]).has_value());
        QVERIFY(!cache.find(keys[1]) && !cache.find(keys[2]) && !cache.find(keys[3]));
        QVERIFY(std::filesystem::exists(stays) && std::filesystem::exists(folder("small") + "/new.unfinished"));
        QVERIFY(!std::filesystem::exists(folder("small") + "/old.unfinished"));
    }
};

QTEST_GUILESS_MAIN(TestObjectCache)
#include "tst_objectcache.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/readlesson.h"

#include "core/base/inputfile.h"
#include "core/base/member.h"
#include "core/base/readjson.h"
#include "core/base/strings.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace knobscope {

namespace {

namespace fs = std::filesystem;

constexpr const char* kEnglish = "en.md";
constexpr size_t kMaxFileBytes = size_t{256} << 10;
constexpr size_t kMaxPictureBytes = size_t{2} << 20;
constexpr size_t kMaxSteps = 60;
constexpr size_t kMaxChoices = 8;
constexpr size_t kMaxTextBytes = 4000; ///< of a paragraph or sentence
constexpr int kMaxMinutes = 600;
constexpr std::array kKinds{
    std::pair{std::string_view("do"), LessonStepKind::Do}, std::pair{std::string_view("predict"), LessonStepKind::Predict},
    std::pair{std::string_view("ask"), LessonStepKind::Ask}, std::pair{std::string_view("see"), LessonStepKind::See}};

/// A key or an id: letters, digits, '-' and '_'.
bool isWord(std::string_view text)
{
    return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    });
}

Result<std::string> readText(const std::string& path)
{
    const auto file = TRY(InputFile::open(path, Readable::Files));
    std::string text(kMaxFileBytes + 1, '\0');
    file->read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<size_t>(file->gcount()));
    if (text.size() > kMaxFileBytes) {
        return fail(ErrorCode::LimitExceeded, "it is longer than {} KiB", kMaxFileBytes >> 10);
    }
    if (!isUtf8(text)) {
        return fail(ErrorCode::Parse, "it is not UTF-8");
    }
    return text;
}

class Reader
{
public:
    explicit Reader(const std::string& folder)
        : m_folder(folder)
    {
        m_reading.lesson.folder = folder;
    }

    LessonReading read()
    {
        readDescription();
        readTexts();
        return std::move(m_reading);
    }

private:
    template<class... Args>
    void refuse(const std::string& file, fmt::format_string<Args...> pattern, Args&&... args)
    {
        m_reading.problems.push_back(
            phrase("{}: {}", (fs::path(m_folder) / file).string(), phrase(pattern, std::forward<Args>(args)...)));
    }

    void readDescription()
    {
        const auto json = readJsonFile((fs::path(m_folder) / kDescription).string(), Readable::Files,
                                       {.bytes = kMaxFileBytes, .depth = 12, .values = 20'000});
        if (!json) {
            m_reading.problems.push_back(json.error());
            return;
        }
        if (!json->is_object()) {
            refuse(kDescription, "it is no object with \"id\", \"minutes\" and \"steps\"");
            return;
        }
        checkKeys(*json, "the lesson", {"id", "minutes", "steps"});
        Lesson& lesson = m_reading.lesson;
        lesson.id = memberOr(*json, "id", std::string());
        lesson.minutes = memberOr(*json, "minutes", 0);
        if (!isWord(lesson.id)) {
            refuse(kDescription, "\"id\" is not a word of letters, digits, '-' and '_'");
        }
        if (lesson.minutes < 1 || lesson.minutes > kMaxMinutes) {
            refuse(kDescription, "\"minutes\" is not a number from 1 to {}", kMaxMinutes);
        }
        const auto steps = memberOr(*json, "steps", nlohmann::json());
        if (!steps.is_array() || steps.empty() || steps.size() > kMaxSteps) {
            refuse(kDescription, "\"steps\" is not a list of 1 to {} steps", kMaxSteps);
            return;
        }
        for (const nlohmann::json& step : steps) {
            readStep(step);
        }
    }

    void checkKeys(const nlohmann::json& object, const std::string& where, const std::vector<std::string>& known)
    {
        for (const auto& [key, value] : object.items()) {
            if (std::ranges::find(known, key) == known.end()) {
                const auto meant = findClosestName(key, known);
                meant ? refuse(kDescription, "{} has an unknown key \"{}\"; did you mean \"{}\"?", where, key, *meant)
                      : refuse(kDescription, "{} has an unknown key \"{}\"; it may have {}", where, key, fmt::join(known, ", "));
            }
        }
    }

    /// A condition whose names are values of the state.
    std::optional<Expression> condition(const nlohmann::json& object, const char* key, const std::string& where)
    {
        const nlohmann::json* found = memberOf(object, key);
        if (!found) {
            return std::nullopt;
        }
        auto parsed =
            found->is_string() ? Expression::parse(found->get<std::string>()) : fail(ErrorCode::Parse, "it is not a text");
        if (!parsed) {
            refuse(kDescription, "\"{}\" of {}: {}", key, where, parsed.error());
            return std::nullopt;
        }
        for (const ExpressionTerm& term : parsed->terms()) {
            if (!findStateName(term.knob)) {
                std::vector<std::string> names;
                std::ranges::transform(stateNames(), std::back_inserter(names),
                                       [](const auto& n) { return std::string(n.name); });
                const auto meant = findClosestName(term.knob, names);
                refuse(kDescription, "\"{}\" of {}: the state has no value \"{}\"{}", key, where, term.knob,
                       meant ? fmt::format("; did you mean \"{}\"?", *meant) : std::string());
            }
        }
        return std::move(*parsed);
    }

    void readStep(const nlohmann::json& json)
    {
        LessonStep step;
        step.key = memberOr(json, "key", std::string());
        const std::string where = fmt::format("step {}", m_reading.lesson.steps.size() + 1);
        if (!json.is_object() || !isWord(step.key)) {
            refuse(kDescription, "{} has no \"key\" of letters, digits, '-' and '_'", where);
            return;
        }
        if (m_reading.lesson.step(step.key)) {
            refuse(kDescription, "two steps are called {}", step.key);
            return;
        }
        const std::string named = "step " + step.key;
        checkKeys(json, named, {"key", "kind", "check", "choices", "wrong", "highlight", "path"});
        const std::string kind = memberOr(json, "kind", std::string("do"));
        const auto* known = std::ranges::find(kKinds, kind, [](const auto& k) { return k.first; });
        if (known == kKinds.end()) {
            refuse(kDescription, "{} has the kind \"{}\"; a kind is do, predict, ask or see", named, kind);
            return;
        }
        step.kind = known->second;
        step.check = condition(json, "check", named);
        step.highlight = memberOr(json, "highlight", std::string());
        readChoices(json, named, step);
        readWrong(json, named, step);
        readPath(json, named, step);
        checkStep(named, step);
        m_reading.lesson.steps.push_back(std::move(step));
    }

    void readChoices(const nlohmann::json& json, const std::string& named, LessonStep& step)
    {
        for (const nlohmann::json& item : memberOr(json, "choices", nlohmann::json::array())) {
            const std::string key = memberOr(item, "key", std::string());
            if (!isWord(key) || std::ranges::find(step.choices, key, &LessonChoice::key) != step.choices.end()) {
                refuse(kDescription, "a choice of {} has no \"key\" of its own", named);
                continue;
            }
            checkKeys(item, "choice " + key + " of " + named, {"key", "when"});
            step.choices.push_back({key, condition(item, "when", "choice " + key + " of " + named)});
        }
        if (step.choices.size() > kMaxChoices) {
            refuse(kDescription, "{} has more than {} choices", named, kMaxChoices);
        }
    }

    void readWrong(const nlohmann::json& json, const std::string& named, LessonStep& step)
    {
        for (const nlohmann::json& item : memberOr(json, "wrong", nlohmann::json::array())) {
            const std::string key = memberOr(item, "says", std::string());
            auto when = condition(item, "when", "a wrong state of " + named);
            if (!isWord(key) || !when) {
                refuse(kDescription, "a wrong state of {} needs \"when\", a condition, and \"says\", the key of its answer",
                       named);
                continue;
            }
            const std::string where = "wrong state " + key + " of " + named;
            checkKeys(item, where, {"when", "says", "state", "path", "back"});
            step.wrong.push_back({key, std::move(*when), readState(item, where), readActions(item, "path", where),
                                  readActions(item, "back", where)});
        }
    }

    /// The member "state" of an object: values by name.
    LessonState readState(const nlohmann::json& object, const std::string& where)
    {
        LessonState state;
        const nlohmann::json* found = memberOf(object, "state");
        if (!found || !found->is_object()) {
            return state;
        }
        for (const auto& [name, value] : found->items()) {
            state[name] = valueOr(value, int64_t{0});
            if (!value.is_number_integer() || !findStateName(std::string_view(name).substr(0, name.find('[')))) {
                refuse(kDescription, "{}: \"{}\" is no value of the state, or no whole number", where, name);
            }
        }
        return state;
    }

    LessonAction readAction(const nlohmann::json& does, const std::string& where)
    {
        auto action = parseAction(valueOr(does, std::string()));
        if (!action) {
            refuse(kDescription, "{}: {}", where, action.error());
        }
        return action.value_or(LessonAction());
    }

    /// A list of actions without states.
    std::vector<LessonAction> readActions(const nlohmann::json& object, const char* key, const std::string& where)
    {
        std::vector<LessonAction> actions;
        for (const nlohmann::json& does : memberOr(object, key, nlohmann::json::array())) {
            actions.push_back(readAction(does, where));
        }
        return actions;
    }

    void readPath(const nlohmann::json& json, const std::string& named, LessonStep& step)
    {
        const std::string where = "the path of " + named;
        for (const nlohmann::json& item : memberOr(json, "path", nlohmann::json::array())) {
            checkKeys(item, where, {"does", "state"});
            const LessonAction action = readAction(memberOr(item, "does", nlohmann::json()), where);
            if (action.verb == "choose"
                && std::ranges::find(step.choices, action.value, &LessonChoice::key) == step.choices.end()) {
                refuse(kDescription, "{} chooses \"{}\", which is no choice of it", where, action.value);
            }
            step.path.push_back({action, readState(item, where)});
        }
    }

    void checkStep(const std::string& named, const LessonStep& step)
    {
        const bool chooses = step.kind == LessonStepKind::Predict || step.kind == LessonStepKind::Ask;
        if (chooses && step.choices.size() < 2) {
            refuse(kDescription, "{} asks, but has fewer than two choices", named);
        }
        if (!chooses && !step.choices.empty()) {
            refuse(kDescription, "{} has choices, but its kind is {}", named, toText(step.kind));
        }
        if (chooses && std::ranges::none_of(step.choices, [](const LessonChoice& c) { return c.when.has_value(); })) {
            refuse(kDescription, "no choice of {} can be right: give one a \"when\" (\"1\" if it always is)", named);
        }
        if (step.kind == LessonStepKind::Do && !step.check) {
            refuse(kDescription, "{} has no \"check\"", named);
        }
        if (const Sentence problem = step.highlight.empty() ? Sentence() : problemOfControl(step.highlight); !problem.empty()) {
            refuse(kDescription, "\"highlight\" of {}: {}", named, problem);
        }
        if (step.kind == LessonStepKind::See && step.highlight.empty()) {
            refuse(kDescription, "{} has no \"highlight\": the control to look at", named);
        }
    }

    void readTexts()
    {
        std::error_code error;
        std::vector<std::string> languages;
        for (const auto& entry : fs::directory_iterator(m_folder, error)) {
            if (entry.path().extension() == ".md" && entry.path().stem() != "README") {
                languages.push_back(entry.path().stem().string());
            }
        }
        std::ranges::sort(languages);
        if (languages.empty()) {
            refuse(kEnglish, "there is no text: write one file for each language, en.md or zh_TW.md");
        }
        for (const std::string& language : languages) {
            readLanguage(language);
        }
    }

    void readLanguage(const std::string& language)
    {
        const std::string file = language + ".md";
        if (!isWord(language) || language.size() > 8) {
            refuse(file, "its name is not a language such as en or zh_TW");
            return;
        }
        const auto raw = readText((fs::path(m_folder) / file).string());
        if (!raw) {
            refuse(file, "{}", raw.error());
            return;
        }
        std::vector<Sentence> problems;
        LessonText text = parseLessonText(*raw, problems);
        for (const Sentence& problem : problems) {
            refuse(file, "{}", problem);
        }
        checkBlocks(file, text.intro);
        for (const LessonStep& step : m_reading.lesson.steps) {
            const auto found = text.steps.find(step.key);
            found == text.steps.end() ? refuse(file, "step {} has no text", step.key) : checkStepText(file, step, found->second);
        }
        for (const std::string& key : text.order) {
            if (!m_reading.lesson.step(key)) {
                refuse(file, "there is a text for {}, but no such step", key);
            }
        }
        m_reading.lesson.texts[language] = std::move(text);
    }

    void checkStepText(const std::string& file, const LessonStep& step, const StepText& text)
    {
        checkBlocks(file, text.body);
        std::set<std::string> answers;
        std::ranges::transform(step.wrong, std::inserter(answers, answers.end()), &WrongState::key);
        std::set<std::string> choices;
        std::ranges::transform(step.choices, std::inserter(choices, choices.end()), &LessonChoice::key);
        checkTexts(file, step.key, "choice", choices, text.choices);
        for (const std::string& key : answers) {
            if (!text.wrong.contains(key)) {
                refuse(file, "step {} has no text \"- wrong {}: …\"", step.key, key);
            }
        }
        for (const LessonChoice& choice : step.choices) {
            const bool canBeWrong = !choice.when || choice.when->text() != "1";
            if (canBeWrong && !text.wrong.contains(choice.key)) {
                refuse(file, "step {} has no answer to choice {}: \"- wrong {}: …\"", step.key, choice.key, choice.key);
            }
        }
        for (const auto& [key, sentence] : text.wrong) {
            if (!answers.contains(key) && !choices.contains(key)) {
                refuse(file, "step {} has an answer {} for no wrong state and no choice", step.key, key);
            }
            checkLength(file, sentence);
        }
        if (step.check && text.missing.empty()) {
            refuse(file, "step {} does not say what is missing: \"- missing: …\"", step.key);
        }
        if (step.kind != LessonStepKind::See && text.right.empty()) {
            refuse(file, "step {} does not say what it has shown: \"- right: …\"", step.key);
        }
    }

    void checkTexts(const std::string& file, const std::string& step, std::string_view label, const std::set<std::string>& keys,
                    const std::map<std::string, std::string>& texts)
    {
        for (const std::string& key : keys) {
            if (!texts.contains(key)) {
                refuse(file, "step {} has no text \"- {} {}: …\"", step, label, key);
            }
        }
        for (const auto& [key, text] : texts) {
            if (!keys.contains(key)) {
                refuse(file, "step {} has a text for {} {}, which it lacks", step, label, key);
            }
        }
    }

    void checkLength(const std::string& file, const std::string& text)
    {
        if (text.size() > kMaxTextBytes) {
            refuse(file, "a text is longer than {} bytes: \"{}…\"", kMaxTextBytes, truncateUtf8(text, 40));
        }
    }

    void checkBlocks(const std::string& file, const std::vector<LessonBlock>& blocks)
    {
        for (const LessonBlock& block : blocks) {
            checkLength(file, block.text);
            std::ranges::for_each(block.items, [&](const std::string& item) { checkLength(file, item); });
            if (block.kind == LessonBlock::Kind::Picture) {
                checkPicture(file, block.file);
            }
        }
    }

    void checkPicture(const std::string& file, const std::string& name)
    {
        const fs::path path = fs::path(m_folder) / name;
        const std::string kind = lowered(path.extension().string());
        std::error_code error;
        if (name.find('/') != std::string::npos || name.find(':') != std::string::npos || name.starts_with('.')) {
            refuse(file, "picture {} is not a file beside the lesson; nothing is fetched", name);
        } else if (kind != ".png" && kind != ".svg" && kind != ".jpg") {
            refuse(file, "picture {} is no .png, .jpg or .svg", name);
        } else if (!fs::is_regular_file(fs::symlink_status(path, error))) {
            refuse(file, "picture {} is missing", name);
        } else if (fs::file_size(path, error) > kMaxPictureBytes) {
            refuse(file, "picture {} is larger than {} MiB", name, kMaxPictureBytes >> 20);
        } else if (const auto text = kind == ".svg" ? readText(path.string()) : std::string();
                   !text || text->find("href") != std::string::npos || text->find("<!ENTITY") != std::string::npos) {
            refuse(file, "picture {} refers to other files, or is too long", name);
        }
    }

    static constexpr const char* kDescription = "lesson.json";
    std::string m_folder;
    LessonReading m_reading;
};

} // namespace

std::string_view toText(LessonStepKind kind)
{
    return std::ranges::find(kKinds, kind, [](const auto& k) { return k.second; })->first;
}

const LessonText& Lesson::text(const std::string& language) const
{
    const auto same = [&](const auto& entry) { return entry.first.substr(0, 2) == language.substr(0, 2); };
    auto found = texts.find(language);
    found = found != texts.end() ? found : std::ranges::find_if(texts, same);
    found = found != texts.end() ? found : texts.find("en");
    return found != texts.end() ? found->second : texts.begin()->second;
}

const LessonStep* Lesson::step(const std::string& key) const
{
    const auto found = std::ranges::find(steps, key, &LessonStep::key);
    return found == steps.end() ? nullptr : &*found;
}

LessonReading readLessonFolder(const std::string& folder)
{
    return Reader(folder).read();
}

} // namespace knobscope

// SPDX-License-Identifier: GPL-3.0-or-later
// A test double of NVIDIA's driver and of NVML over host memory, named to the program through KNOBSCOPE_LIBCUDA and
// KNOBSCOPE_LIBNVML. It checks the order of calls and their arguments, runs a few kernels that it knows by name, and fails
// where $KNOBSCOPE_FAKECUDA tells it to:
//   devices=2,capability=75,memory=BYTES,version=12040   what there is
//   fail=ENTRY:STATUS:N                                  the N-th call of an entry point fails; 46, 214 and 700 on for good
//   gone=PATH                                            a failure for good leaves this file; with it there is no device
//   log=PATH                                             a line for each call
//   reasons=BITS                                         NVML's clocks event reasons
// Kernels: fake_matmul_M_N_K_tU multiplies (M,K) by (K,N); fake_idle_tU does nothing; each takes U microseconds of the clock
// that events read. Nothing here measures anything.
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Status = int;
using Address = unsigned long long;

struct FakeFunction {
    std::string name;
    std::vector<int64_t> numbers; ///< in its name
    double microseconds = 1;
    int dynamicShared = 48 << 10;
};
struct FakeModule {
    std::map<std::string, std::unique_ptr<FakeFunction>> functions;
};
struct FakeEvent {
    double microseconds = -1;
};

struct Fake {
    std::map<std::string, std::string> settings;
    std::map<std::string, int> calls;
    std::map<Address, std::vector<char>> memory;
    std::set<FakeModule*> modules;
    std::set<FakeEvent*> events;
    double clock = 0; ///< microseconds
    size_t used = 0;
    bool started = false;
    bool hasContext = false;
    Status lost = 0;

    int64_t number(const char* name, int64_t otherwise) const
    {
        const auto found = settings.find(name);
        return found == settings.end() ? otherwise : std::atoll(found->second.c_str());
    }
};

Fake& fake()
{
    static Fake instance;
    return instance;
}

void readSettings()
{
    Fake& f = fake();
    f.settings.clear();
    f.calls.clear();
    f.lost = 0;
    const char* text = std::getenv("KNOBSCOPE_FAKECUDA");
    std::stringstream items(text ? text : "");
    for (std::string item; std::getline(items, item, ',');) {
        const size_t equals = item.find('=');
        if (equals != std::string::npos) {
            f.settings[item.substr(0, equals)] = item.substr(equals + 1);
        }
    }
}

bool isForGood(Status status)
{
    return status == 46 || status == 214 || status >= 700;
}

/// Every entry point passes here first.
Status enter(const char* name, bool needsContext = true)
{
    Fake& f = fake();
    if (const auto log = f.settings.find("log"); log != f.settings.end()) {
        std::ofstream(log->second, std::ios::app) << name << "\n";
    }
    if (!f.started) {
        return 3;
    }
    if (needsContext && !f.hasContext) {
        return 201;
    }
    if (f.lost && needsContext) {
        return f.lost;
    }
    const int count = ++f.calls[name];
    const auto wanted = f.settings.find("fail");
    if (wanted == f.settings.end()) {
        return 0;
    }
    std::stringstream parts(wanted->second);
    std::string entry;
    std::string status;
    std::string which;
    std::getline(parts, entry, ':');
    std::getline(parts, status, ':');
    std::getline(parts, which, ':');
    if (entry != name || std::atoi(which.c_str()) != count) {
        return 0;
    }
    const Status code = std::atoi(status.c_str());
    if (isForGood(code)) {
        f.lost = code;
        if (const auto gone = f.settings.find("gone"); gone != f.settings.end()) {
            std::ofstream(gone->second) << "gone";
        }
    }
    return code;
}

/// The allocation that an address lies in.
std::vector<char>* allocationAt(Address address, size_t bytes)
{
    auto after = fake().memory.upper_bound(address);
    if (after == fake().memory.begin()) {
        return nullptr;
    }
    --after;
    return address + bytes <= after->first + after->second.size() ? &after->second : nullptr;
}

FakeFunction describe(const std::string& name)
{
    FakeFunction function;
    function.name = name;
    std::stringstream words(name);
    for (std::string word; std::getline(words, word, '_');) {
        if (word.size() > 1 && word[0] == 't' && std::isdigit(static_cast<unsigned char>(word[1]))) {
            function.microseconds = std::atof(word.c_str() + 1);
        } else if (std::isdigit(static_cast<unsigned char>(word[0]))) {
            function.numbers.push_back(std::atoll(word.c_str()));
        }
    }
    return function;
}

Status multiply(const FakeFunction& function, void** parameters)
{
    const int64_t m = function.numbers.at(0);
    const int64_t n = function.numbers.at(1);
    const int64_t k = function.numbers.at(2);
    const auto pointer = [&](int i, int64_t elements) -> float* {
        const Address address = *static_cast<Address*>(parameters[i]);
        return allocationAt(address, static_cast<size_t>(elements) * 4) ? reinterpret_cast<float*>(address) : nullptr;
    };
    const float* a = pointer(0, m * k);
    const float* b = pointer(1, k * n);
    float* c = pointer(2, m * n);
    if (!a || !b || !c) {
        return fake().lost = 700;
    }
    for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j) {
            double sum = 0;
            for (int64_t x = 0; x < k; ++x) {
                sum += static_cast<double>(a[i * k + x]) * b[x * n + j];
            }
            c[i * n + j] = static_cast<float>(sum);
        }
    }
    return 0;
}

} // namespace

extern "C" {

Status cuInit(unsigned)
{
    readSettings();
    fake().started = true;
    if (const auto gone = fake().settings.find("gone"); gone != fake().settings.end() && std::ifstream(gone->second)) {
        return 100;
    }
    return enter("cuInit", false);
}
Status cuDriverGetVersion(int* version)
{
    *version = static_cast<int>(fake().number("version", 13000));
    return enter("cuDriverGetVersion", false);
}
Status cuGetErrorName(Status status, const char** text)
{
    static thread_local std::string name;
    name = "CUDA_ERROR_" + std::to_string(status);
    *text = name.c_str();
    return 0;
}
Status cuGetErrorString(Status, const char** text)
{
    *text = "the fake driver was told to fail";
    return 0;
}
Status cuDeviceGetCount(int* count)
{
    *count = static_cast<int>(fake().number("devices", 1));
    return enter("cuDeviceGetCount", false);
}
Status cuDeviceGet(int* device, int ordinal)
{
    *device = ordinal;
    const Status status = enter("cuDeviceGet", false);
    return status ? status : ordinal < fake().number("devices", 1) ? 0 : 101;
}
Status cuDeviceGetName(char* name, int length, int device)
{
    std::snprintf(name, static_cast<size_t>(length), "Test device %d", device);
    return enter("cuDeviceGetName", false);
}
Status cuDeviceGetAttribute(int* value, int attribute, int)
{
    const int capability = static_cast<int>(fake().number("capability", 90));
    static const std::map<int, int> values{{1, 1024},     {2, 1024},    {3, 1024},     {4, 64},      {5, 2147483647},
                                           {6, 65535},    {7, 65535},   {8, 49152},    {10, 32},     {12, 65536},
                                           {13, 1980000}, {16, 132},    {36, 2619000}, {37, 5120},   {38, 52428800},
                                           {39, 2048},    {81, 233472}, {82, 65536},   {97, 232448}, {106, 32}};
    const auto found = values.find(attribute);
    *value = attribute == 75 ? capability / 10 : attribute == 76 ? capability % 10 : found == values.end() ? 0 : found->second;
    return enter("cuDeviceGetAttribute", false);
}
Status cuDeviceTotalMem_v2(size_t* bytes, int)
{
    *bytes = static_cast<size_t>(fake().number("memory", 1 << 30));
    return enter("cuDeviceTotalMem", false);
}
Status cuDeviceGetPCIBusId(char* id, int length, int device)
{
    std::snprintf(id, static_cast<size_t>(length), "0000:0%d:00.0", device + 1);
    return enter("cuDeviceGetPCIBusId", false);
}
Status cuDevicePrimaryCtxRetain(void** context, int)
{
    *context = &fake();
    return enter("cuDevicePrimaryCtxRetain", false);
}
Status cuDevicePrimaryCtxRelease_v2(int)
{
    fake().hasContext = false;
    return enter("cuDevicePrimaryCtxRelease", false);
}
Status cuCtxSetCurrent(void* context)
{
    fake().hasContext = context == &fake();
    return enter("cuCtxSetCurrent", false);
}
Status cuCtxSynchronize()
{
    return enter("cuCtxSynchronize");
}
Status cuMemGetInfo_v2(size_t* free, size_t* total)
{
    *total = static_cast<size_t>(fake().number("memory", 1 << 30));
    *free = *total - fake().used;
    return enter("cuMemGetInfo");
}
Status cuMemAlloc_v2(Address* address, size_t bytes)
{
    Fake& f = fake();
    if (const Status status = enter("cuMemAlloc")) {
        return status;
    }
    if (bytes == 0) {
        return 1;
    }
    if (f.used + bytes > static_cast<size_t>(f.number("memory", 1 << 30))) {
        return 2;
    }
    std::vector<char> block(bytes);
    *address = reinterpret_cast<Address>(block.data());
    f.memory.emplace(*address, std::move(block));
    f.used += bytes;
    return 0;
}
Status cuMemFree_v2(Address address)
{
    Fake& f = fake();
    const Status status = enter("cuMemFree");
    const auto found = f.memory.find(address);
    if (found == f.memory.end()) {
        return 1;
    }
    f.used -= found->second.size();
    f.memory.erase(found);
    return status;
}
Status cuMemcpyHtoD_v2(Address to, const void* from, size_t bytes)
{
    if (const Status status = enter("cuMemcpyHtoD")) {
        return status;
    }
    if (!allocationAt(to, bytes)) {
        return 1;
    }
    std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    return 0;
}
Status cuMemcpyDtoH_v2(void* to, Address from, size_t bytes)
{
    if (const Status status = enter("cuMemcpyDtoH")) {
        return status;
    }
    if (!allocationAt(from, bytes)) {
        return 1;
    }
    std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
    return 0;
}
Status cuMemsetD8_v2(Address address, unsigned char value, size_t count)
{
    if (const Status status = enter("cuMemsetD8")) {
        return status;
    }
    if (!allocationAt(address, count)) {
        return 1;
    }
    std::memset(reinterpret_cast<void*>(address), value, count);
    return 0;
}
Status cuModuleLoadDataEx(void** module, const void* image, unsigned /*options*/, int* /*names*/, void** /*values*/)
{
    if (const Status status = enter("cuModuleLoadDataEx")) {
        return status;
    }
    const char* text = static_cast<const char*>(image);
    if (text[0] == '\0') {
        return 200;
    }
    if (std::strncmp(text, ".broken", 7) == 0) {
        return 218;
    }
    auto* made = new FakeModule;
    fake().modules.insert(made);
    *module = made;
    return 0;
}
Status cuModuleUnload(void* module)
{
    const Status status = enter("cuModuleUnload");
    auto* known = static_cast<FakeModule*>(module);
    if (!fake().modules.erase(known)) {
        return 400;
    }
    delete known;
    return status;
}
Status cuModuleGetFunction(void** function, void* module, const char* name)
{
    if (const Status status = enter("cuModuleGetFunction")) {
        return status;
    }
    auto* known = static_cast<FakeModule*>(module);
    if (!fake().modules.count(known)) {
        return 400;
    }
    if (std::strstr(name, "missing")) {
        return 500;
    }
    auto& made = known->functions[name];
    if (!made) {
        made = std::make_unique<FakeFunction>(describe(name));
    }
    *function = made.get();
    return 0;
}
Status cuFuncSetAttribute(void* function, int attribute, int value)
{
    if (const Status status = enter("cuFuncSetAttribute")) {
        return status;
    }
    if (attribute != 8 || value > 232448) {
        return 1;
    }
    static_cast<FakeFunction*>(function)->dynamicShared = value;
    return 0;
}
Status cuLaunchKernel(void* function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,
                      unsigned blockZ, unsigned sharedBytes, void*, void** parameters, void**)
{
    if (const Status status = enter("cuLaunchKernel")) {
        return status;
    }
    const auto& kernel = *static_cast<FakeFunction*>(function);
    const uint64_t threads = uint64_t{blockX} * blockY * blockZ;
    if (gridX == 0 || gridY == 0 || gridZ == 0 || threads == 0 || threads > 1024
        || sharedBytes > static_cast<unsigned>(kernel.dynamicShared)) {
        return 1;
    }
    fake().clock += kernel.microseconds;
    return kernel.name.rfind("fake_matmul", 0) == 0 ? multiply(kernel, parameters) : 0;
}
Status cuEventCreate(void** event, unsigned)
{
    auto* made = new FakeEvent;
    fake().events.insert(made);
    *event = made;
    return enter("cuEventCreate");
}
Status cuEventRecord(void* event, void*)
{
    if (const Status status = enter("cuEventRecord")) {
        return status;
    }
    auto* known = static_cast<FakeEvent*>(event);
    if (!fake().events.count(known)) {
        return 400;
    }
    known->microseconds = fake().clock;
    return 0;
}
Status cuEventSynchronize(void* event)
{
    const Status status = enter("cuEventSynchronize");
    return status ? status : static_cast<FakeEvent*>(event)->microseconds < 0 ? 400 : 0;
}
Status cuEventElapsedTime(float* milliseconds, void* start, void* end)
{
    const auto* first = static_cast<FakeEvent*>(start);
    const auto* last = static_cast<FakeEvent*>(end);
    const Status status = enter("cuEventElapsedTime");
    if (first->microseconds < 0 || last->microseconds < 0) {
        return 400;
    }
    *milliseconds = static_cast<float>((last->microseconds - first->microseconds) * 1e-3);
    return status;
}
Status cuEventDestroy_v2(void* event)
{
    const Status status = enter("cuEventDestroy");
    auto* known = static_cast<FakeEvent*>(event);
    if (!fake().events.erase(known)) {
        return 400;
    }
    delete known;
    return status;
}

int nvmlInit_v2()
{
    return 0;
}
int nvmlShutdown()
{
    return 0;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* id, void** device)
{
    *device = &fake();
    return std::strncmp(id, "0000:0", 6) == 0 ? 0 : 6;
}
int nvmlDeviceGetClockInfo(void*, int, unsigned* mhz)
{
    *mhz = 1200;
    return 0;
}
int nvmlDeviceGetMaxClockInfo(void*, int, unsigned* mhz)
{
    *mhz = 1980;
    return 0;
}
int nvmlDeviceGetTemperature(void*, int, unsigned* degrees)
{
    *degrees = 87;
    return 0;
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons)
{
    *reasons = static_cast<unsigned long long>(fake().number("reasons", 0));
    return 0;
}

} // extern "C"

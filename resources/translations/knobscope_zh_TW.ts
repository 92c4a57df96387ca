<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_TW">
<context>
    <name>ClosingDeadline</name>
    <message>
        <source>Background work did not finish within %1 s and was cancelled; everything saved in the project is kept.</source>
        <translation>背景工作未在 %1 秒內完成，已取消；已儲存在專案中的內容都會保留。</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>measured</source>
        <translation>已量測</translation>
    </message>
    <message>
        <source>illegal config</source>
        <translation>不合法的組態</translation>
    </message>
    <message>
        <source>build failed</source>
        <translation>建置失敗</translation>
    </message>
    <message>
        <source>device build failed</source>
        <translation>裝置建置失敗</translation>
    </message>
    <message>
        <source>kernel crashed</source>
        <translation>核心函式當機</translation>
    </message>
    <message>
        <source>wrong answer</source>
        <translation>結果錯誤</translation>
    </message>
    <message>
        <source>build timed out</source>
        <translation>建置逾時</translation>
    </message>
    <message>
        <source>run timed out</source>
        <translation>執行逾時</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>unknown error</source>
        <translation>未知錯誤</translation>
    </message>
    <message>
        <source>running</source>
        <translation>執行中</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>已暫停</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>已完成</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>等待中</translation>
    </message>
    <message>
        <source>killed</source>
        <translation>被強制終止</translation>
    </message>
    <message>
        <source>%1 % of the peak of %2 GFLOPS reached</source>
        <translation>達到峰值 %2 GFLOPS 的 %1 %</translation>
    </message>
    <message>
        <source>%1 %2 while records were appended to it, and no new log can be created: %3</source>
        <translation>附加記錄時 %1 %2，且無法建立新日誌：%3</translation>
    </message>
    <message>
        <source>%1 %: %2 of %3 warps, %4 (block|blocks) per multiprocessor</source>
        <translation>%1 %：%3 個 warp 中的 %2 個，每個多處理器 %4 個區塊</translation>
    </message>
    <message>
        <source>%1 FLOP per byte (%2 of inputs and outputs)</source>
        <translation>每位元組 %1 次浮點運算（輸入與輸出共 %2）</translation>
    </message>
    <message>
        <source>%1 GFLOPS reached</source>
        <translation>達到 %1 GFLOPS</translation>
    </message>
    <message>
        <source>%1 axes with one of %2 annotations each have more than %3 combinations</source>
        <translation>%1 個軸各取 %2 個詞之一，標註超過 %3 種</translation>
    </message>
    <message>
        <source>%1 blocks along %2</source>
        <translation>沿 %2 有 %1 個區塊</translation>
    </message>
    <message>
        <source>%1 (block|blocks) of %2 (thread|threads)</source>
        <translation>%1 個區塊，每區塊 %2 個執行緒</translation>
    </message>
    <message>
        <source>%1 (byte|bytes)</source>
        <translation>%1 位元組</translation>
    </message>
    <message>
        <source>%1 bytes for %2, which has %3</source>
        <translation>%2 有 %3，卻給了 %1 位元組</translation>
    </message>
    <message>
        <source>%1 bytes of local memory per thread</source>
        <translation>每執行緒 %1 位元組的區域記憶體</translation>
    </message>
    <message>
        <source>%1 bytes of shared memory per block</source>
        <translation>每區塊 %1 位元組的共享記憶體</translation>
    </message>
    <message>
        <source>%1 cannot be %2: %3</source>
        <translation>無法將 %1 %2：%3</translation>
    </message>
    <message>
        <source>%1 cannot be read: %2</source>
        <translation>無法讀取 %1：%2</translation>
    </message>
    <message>
        <source>%1 cannot be read. Does it exist, and do you have permission to read it?</source>
        <translation>%1 無法讀取；它是否存在，您是否有權讀取？</translation>
    </message>
    <message>
        <source>%1 cannot be used: %2</source>
        <translation>無法使用 %1：%2</translation>
    </message>
    <message>
        <source>%1 cannot be written (%2); the trace was not imported</source>
        <translation>無法寫入 %1（%2）；未匯入追蹤檔</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>無法寫入 %1：%2</translation>
    </message>
    <message>
        <source>%1 cannot be written. Is it locked by another program, is it damaged, or is the disk full?</source>
        <translation>%1 無法寫入；是否被其他程式鎖定、已損壞，或磁碟已滿？</translation>
    </message>
    <message>
        <source>%1 cannot be written. Does the folder exist, is it writable, and is there enough space?</source>
        <translation>無法寫入 %1；資料夾是否存在且可寫入，磁碟是否已滿？</translation>
    </message>
    <message>
        <source>%1 cannot measure the machine&apos;s peak: %2</source>
        <translation>%1 無法量測此機器的峰值：%2</translation>
    </message>
    <message>
        <source>%1 elements for the shape %2, which has %3</source>
        <translation>形狀 %2 有 %3 個元素，卻給了 %1 個</translation>
    </message>
    <message>
        <source>%1 (element|elements) of %2 bits: %3</source>
        <translation>%1 個 %2 位元元素：%3</translation>
    </message>
    <message>
        <source>%1 (element|elements) of %2 bits: %3, not full</source>
        <translation>%1 個 %2 位元元素：%3，未填滿</translation>
    </message>
    <message>
        <source>%1 (element|elements), %2 bits</source>
        <translation>%1 個元素，%2 位元</translation>
    </message>
    <message>
        <source>%1 failed: %2 (%3)</source>
        <translation>%1 失敗：%2（%3）</translation>
    </message>
    <message>
        <source>%1 has %2 elements, but should have %3</source>
        <translation>%1 有 %2 個元素，應為 %3</translation>
    </message>
    <message>
        <source>%1 has %2 parameters; at most %3 are read</source>
        <translation>%1 有 %2 個參數；最多讀取 %3 個</translation>
    </message>
    <message>
        <source>%1 has %2 parts; write %3[0] to %4[%5]</source>
        <translation>%1 有 %2 個部分；請寫 %3[0] 到 %4[%5]</translation>
    </message>
    <message>
        <source>%1 contains a number that is too large</source>
        <translation>%1 含有過大的數字</translation>
    </message>
    <message>
        <source>%1 has a trial with the number %2; the file is damaged</source>
        <translation>%1 有編號為 %2 的試驗；檔案已損壞</translation>
    </message>
    <message>
        <source>%1 has no %2: it is not an NVIDIA driver, or it is older than CUDA 11; update the driver</source>
        <translation>%1 沒有 %2：它不是 NVIDIA 驅動程式，或早於 CUDA 11；請更新驅動程式</translation>
    </message>
    <message>
        <source>%1 has no config whose schedule can be created</source>
        <translation>%1 沒有任何能建立排程的組態</translation>
    </message>
    <message>
        <source>%1 has no fallback config: AutoTVM uses the most similar record of its TopHub logs, which are not part of this program; tune the task, or use a config from a record</source>
        <translation>%1 沒有自己的後備組態：AutoTVM 會取其 TopHub 日誌中最相似的記錄，而那些日誌不在本程式內；請調校此工作，或取用記錄中的組態</translation>
    </message>
    <message>
        <source>%1 has no knob %2; its knobs are %3</source>
        <translation>%1 沒有旋鈕 %2；它的旋鈕是 %3</translation>
    </message>
    <message>
        <source>%1 has no run %2</source>
        <translation>%1 沒有執行 %2</translation>
    </message>
    <message>
        <source>%1 has no run %2; it has %3</source>
        <translation>%1 沒有執行 %2；它有 %3</translation>
    </message>
    <message>
        <source>%1 has no task %2</source>
        <translation>%1 沒有任務 %2</translation>
    </message>
    <message>
        <source>%1 has no template</source>
        <translation>%1 沒有範本</translation>
    </message>
    <message>
        <source>%1 has matrix products of GPU warps; LLVM compiles schedules for CPUs only</source>
        <translation>%1 含有 GPU warp 的乘積；LLVM 只編譯 CPU 的排程</translation>
    </message>
    <message>
        <source>%1 has the parts 0 to %2, not %3</source>
        <translation>%1 的部分為 0 到 %2，沒有 %3</translation>
    </message>
    <message>
        <source>%1 has too many rescued files next to it</source>
        <translation>%1 旁邊的救援檔案過多</translation>
    </message>
    <message>
        <source>%1 contains %2 results; at most %3 are read</source>
        <translation>%1 含有 %2 筆結果；最多讀取 %3 筆</translation>
    </message>
    <message>
        <source>%1 contains text that is longer than the limit (16 MB); the file is damaged</source>
        <translation>%1 含有超過本程式讀取上限（16 MB）的文字；檔案已損壞</translation>
    </message>
    <message>
        <source>%1 contains a value of an unexpected type; the file is damaged</source>
        <translation>%1 含有種類不符的值；檔案已損壞</translation>
    </message>
    <message>
        <source>%1 contains a value that cannot be read: %2; the file is damaged</source>
        <translation>%1 含有無法讀取的值：%2；檔案已損壞</translation>
    </message>
    <message>
        <source>%1 contains more than %2 MiB of text, too much for the results of a tuner</source>
        <translation>%1 含有超過 %2 MiB 的文字，對調校器的結果而言過多</translation>
    </message>
    <message>
        <source>%1 contains more than %2 values, too many for the results of a tuner</source>
        <translation>%1 含有超過 %2 個值，對調校器的結果而言過多</translation>
    </message>
    <message>
        <source>%1 contains more than %2 values, the largest number that is read</source>
        <translation>%1 含有超過 %2 個值，已超出讀取上限</translation>
    </message>
    <message>
        <source>%1 contains no result with parameters</source>
        <translation>%1 沒有帶參數的結果</translation>
    </message>
    <message>
        <source>%1 contains neither spans nor counters</source>
        <translation>%1 不含任何區間或計數器</translation>
    </message>
    <message>
        <source>%1 contains neither spans nor counters: %2</source>
        <translation>%1 不含任何區間或計數器：%2</translation>
    </message>
    <message>
        <source>%1 contains no test data; input_0.pb, … and output_0.pb are needed</source>
        <translation>%1 沒有測試資料；須有 input_0.pb、… 與 output_0.pb</translation>
    </message>
    <message>
        <source>%1 contains the %2 in a form that Knobscope does not create, so it is not opened; ask for the file as the program wrote it</source>
        <translation>%1 中 %2 的形式不是任何 Knobscope 會產生的，因此未開啟；請向提供者索取程式原本寫出的檔案</translation>
    </message>
    <message>
        <source>%1 contains the %2, which Knobscope does not create, so it is not opened; ask for the file as the program wrote it</source>
        <translation>%1 含有 %2，不是任何 Knobscope 會產生的，因此未開啟；請向提供者索取程式原本寫出的檔案</translation>
    </message>
    <message>
        <source>%1 holds tiles of a warp, but is used by a loop that is not tensorized</source>
        <translation>%1 存放 warp 的區塊，而有未張量化的迴圈存取它</translation>
    </message>
    <message>
        <source>%1 inputs were given for a graph of %2</source>
        <translation>圖有 %2 個輸入，卻給了 %1 個</translation>
    </message>
    <message>
        <source>it has %1 inputs, not %2</source>
        <translation>有 %1 個輸入；應為 %2 個</translation>
    </message>
    <message>
        <source>%1 instead of %2</source>
        <translation>是 %1，而非 %2</translation>
    </message>
    <message>
        <source>%1 is JSON, but not a trace: it has no &quot;traceEvents&quot;%2</source>
        <translation>%1 是 JSON，但不是追蹤檔：沒有「traceEvents」%2</translation>
    </message>
    <message>
        <source>%1 is for CPUs and has no kernels for a GPU</source>
        <translation>%1 是 CPU 用的：沒有 GPU 的核心函式</translation>
    </message>
    <message>
        <source>%1 is a Firefox profile, not a Chrome trace</source>
        <translation>%1 是 Firefox 設定檔，不是 Chrome 追蹤檔</translation>
    </message>
    <message>
        <source>%1 is for GPUs and has no loop nest for a CPU</source>
        <translation>%1 是 GPU 用的：沒有 CPU 的迴圈巢狀</translation>
    </message>
    <message>
        <source>%1 is a database of another program, not a Knobscope project</source>
        <translation>%1 是其他程式的資料庫，不是 Knobscope 專案</translation>
    </message>
    <message>
        <source>%1 is a folder, not a file</source>
        <translation>%1 是資料夾，不是檔案</translation>
    </message>
    <message>
        <source>%1 is a folder, not a project file</source>
        <translation>%1 是資料夾，不是專案檔</translation>
    </message>
    <message>
        <source>%1 is a folder, not a trace</source>
        <translation>%1 是資料夾，不是追蹤檔</translation>
    </message>
    <message>
        <source>%1 is a speedscope profile, not a Chrome trace; export it as a Chrome trace</source>
        <translation>%1 是 speedscope 設定檔，不是 Chrome 追蹤檔；請將它匯出為 Chrome 追蹤檔</translation>
    </message>
    <message>
        <source>%1 is a tuning log, not a trace; open it as a log</source>
        <translation>%1 是調校日誌，不是追蹤檔；請當作日誌開啟</translation>
    </message>
    <message>
        <source>%1 is being written by another program; try again when it is done</source>
        <translation>其他程式正在寫入 %1；請等它完成後再試</translation>
    </message>
    <message>
        <source>%1 is incomplete or damaged; copy it again</source>
        <translation>%1 不完整或已損壞；請重新複製</translation>
    </message>
    <message>
        <source>%1 is damaged (%2); open a copy from a backup, or export what can be read with sqlite3&apos;s .recover</source>
        <translation>%1 已損壞（%2）；請開啟備份的副本，或以 sqlite3 的 .recover 匯出可讀取的內容</translation>
    </message>
    <message>
        <source>%1 is empty</source>
        <translation>%1 是空的</translation>
    </message>
    <message>
        <source>%1 was not replaced: there are no records to write</source>
        <translation>%1 維持原樣：沒有可取代它的記錄</translation>
    </message>
    <message>
        <source>%1 was not replaced: there are no spans to write</source>
        <translation>%1 維持原樣：沒有可取代它的區間</translation>
    </message>
    <message>
        <source>%1 was not replaced: there are no trials to write</source>
        <translation>%1 維持原樣：沒有可取代它的試驗</translation>
    </message>
    <message>
        <source>%1 is larger than 2 GiB; keep its weights in a separate file (external data)</source>
        <translation>%1 大於 2 GiB；請將其權重存放在旁邊的檔案（external data）</translation>
    </message>
    <message>
        <source>%1 is longer than %2 bytes, the largest size that is read</source>
        <translation>%1 超過 %2 位元組，已超出讀取上限</translation>
    </message>
    <message>
        <source>%1 is nested more than %2 levels deep</source>
        <translation>%1 的巢狀超過 %2 層</translation>
    </message>
    <message>
        <source>%1 is not NVRTC: it lacks its functions. Name the correct libnvrtc in KNOBSCOPE_NVRTC</source>
        <translation>%1 不是 NVRTC：缺少其函式。請以 KNOBSCOPE_NVRTC 指定正確的 libnvrtc</translation>
    </message>
    <message>
        <source>%1 is not a file</source>
        <translation>%1 不是檔案</translation>
    </message>
    <message>
        <source>%1 is not a file to learn from; name a log or a project</source>
        <translation>%1 不是可供學習的檔案；請指定日誌或專案</translation>
    </message>
    <message>
        <source>%1 is not a log to learn from: %2</source>
        <translation>%1 不是可供學習的日誌：%2</translation>
    </message>
    <message>
        <source>%1 is not a tensor: %2</source>
        <translation>%1 不是張量：%2</translation>
    </message>
    <message>
        <source>%1 is not valid JSON: error at byte %2%3</source>
        <translation>%1 不是可讀取的 JSON：位元組 %2 處有問題%3</translation>
    </message>
    <message>
        <source>%1 is not JSON, or is incomplete: %2</source>
        <translation>%1 不是 JSON，或不完整：%2</translation>
    </message>
    <message>
        <source>%1 is not JSON; Chrome, VizTracer and Perfetto traces can be read if saved as .json or .json.gz (Perfetto&apos;s own format: traceconv json)</source>
        <translation>%1 不是 JSON；可讀取存成 .json 或 .json.gz 的 Chrome、VizTracer 或 Perfetto 追蹤檔（Perfetto 自有格式：traceconv json）</translation>
    </message>
    <message>
        <source>%1 is not a Knobscope project (it is not an SQLite file)</source>
        <translation>%1 不是 Knobscope 專案（不是 SQLite 檔案）</translation>
    </message>
    <message>
        <source>%1 is not an AutoTVM log, so records are not appended to it; name a new file or a log with --log</source>
        <translation>%1 不是 AutoTVM 日誌，不會附加任何內容；請以 --log 指定新檔案或日誌</translation>
    </message>
    <message>
        <source>%1 is not overwritten, because its line %2 cannot be read: %3</source>
        <translation>未覆寫 %1，因為無法讀取其第 %2 行：%3</translation>
    </message>
    <message>
        <source>%1 is not supported</source>
        <translation>不支援 %1</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>沒有 %1</translation>
    </message>
    <message>
        <source>%1 does not exist</source>
        <translation>沒有 %1</translation>
    </message>
    <message>
        <source>%1 is not the worker of this program: %2</source>
        <translation>%1 不是本程式的工作行程：%2</translation>
    </message>
    <message>
        <source>%1 is not valid JSON; the first error is at byte %2</source>
        <translation>%1 自位元組 %2 起不是有效的 JSON</translation>
    </message>
    <message>
        <source>%1 is read-only; change its permissions, or work on a copy</source>
        <translation>%1 為唯讀；請變更其權限，或使用副本</translation>
    </message>
    <message>
        <source>%1 is scheduled for a GPU (%2); LLVM compiles schedules for CPUs only</source>
        <translation>%1 的排程用於 GPU（%2）；LLVM 只編譯 CPU 的排程</translation>
    </message>
    <message>
        <source>%1 is the last candidate of knob %2; without it the space would be empty</source>
        <translation>%1 是旋鈕 %2 的最後一個候選值；移除後空間將為空</translation>
    </message>
    <message>
        <source>%1 lacks the %2, so it is not opened; open a copy from a backup</source>
        <translation>%1 缺少 %2，因此未開啟；請開啟備份的副本</translation>
    </message>
    <message>
        <source>%1 computes %2, which already has a value</source>
        <translation>%1 產生 %2，而它已存在</translation>
    </message>
    <message>
        <source>%1 must be a number</source>
        <translation>%1 須為數字</translation>
    </message>
    <message>
        <source>%1 needs %2 bytes of scratch memory; the limit is %3</source>
        <translation>%1 需要 %2 位元組的暫存記憶體；最多提供 %3</translation>
    </message>
    <message>
        <source>%1 needs more than 16 GiB for its tensors</source>
        <translation>%1 的張量需要超過 16 GiB</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 的 %1 份</translation>
    </message>
    <message>
        <source>%1 of axis %2 is not possible, because %3 is not one of its loops (%4); it was split or fused before, or belongs to another stage</source>
        <translation>無法對軸 %2 執行 %1，因為 %3 不是其迴圈之一（%4）；它先前已被分割或融合，或屬於其他階段</translation>
    </message>
    <message>
        <source>%1 of the busiest statement</source>
        <translation>最忙碌的敘述執行 %1 次</translation>
    </message>
    <message>
        <source>%1 of this space&apos;s configs were measured before its edits; their results are kept</source>
        <translation>此空間有 %1 個組態在編輯前已量測，沿用其結果</translation>
    </message>
    <message>
        <source>%1 or a file next to it cannot be opened. Does its folder exist, is it accessible and writable, and is the limit of open files (ulimit -n) high enough?</source>
        <translation>無法開啟 %1 或其旁的檔案：資料夾是否存在、可進入且可寫入，開啟的檔案是否過多（ulimit -n）？</translation>
    </message>
    <message>
        <source>%1 or its folder is read-only; change the permissions, or work on a copy</source>
        <translation>%1 或其資料夾為唯讀；請變更權限，或使用副本</translation>
    </message>
    <message>
        <source>it has %1 outputs; only %2 can be computed</source>
        <translation>有 %1 個輸出；只能計算 %2 個</translation>
    </message>
    <message>
        <source>%1 reads %2 before it is computed</source>
        <translation>%1 在 %2 存在之前就讀取它</translation>
    </message>
    <message>
        <source>%1 registers of %2 bits</source>
        <translation>%1 個 %2 位元暫存器</translation>
    </message>
    <message>
        <source>%1 runs on a %2, but this session measures on a %3</source>
        <translation>%1 在 %2 上執行，而此工作階段在 %3 上量測</translation>
    </message>
    <message>
        <source>%1 runs on a GPU, but this session has none</source>
        <translation>%1 在 GPU 上執行，而此處的量測環境沒有 GPU</translation>
    </message>
    <message>
        <source>%1 threads per block; %2 allows %3</source>
        <translation>每區塊 %1 個執行緒；%2 的上限為 %3</translation>
    </message>
    <message>
        <source>there are %1 threads along x, but a tensorized loop needs exactly the %2 lanes of a warp</source>
        <translation>沿 x 有 %1 個執行緒；張量化的迴圈在此恰需 warp 的 %2 個通道</translation>
    </message>
    <message>
        <source>%1 threads cannot be used; choose a number from 1 to the number of cores</source>
        <translation>無法以 %1 個執行緒量測；請使用 1 到核心數</translation>
    </message>
    <message>
        <source>%1 threads of a block along %2</source>
        <translation>區塊沿 %2 有 %1 個執行緒</translation>
    </message>
    <message>
        <source>%1 threads per block</source>
        <translation>每區塊 %1 個執行緒</translation>
    </message>
    <message>
        <source>%1 (trial|trials)</source>
        <translation>%1 次試驗</translation>
    </message>
    <message>
        <source>%1 (trial|trials) failed in a row; the last: %2: %3</source>
        <translation>連續 %1 次試驗失敗；最後一次：%2：%3</translation>
    </message>
    <message>
        <source>%1 depends on its own output, or on nodes that do</source>
        <translation>%1 等待自己的輸出，或等待如此的節點</translation>
    </message>
    <message>
        <source>%1 needs an axis</source>
        <translation>未指定 %1 的軸</translation>
    </message>
    <message>
        <source>%1 was written by a newer Knobscope (format %2; this version supports %3); update this program</source>
        <translation>%1 由較新的 Knobscope 寫成（格式 %2；本程式支援到 %3）；請更新本程式</translation>
    </message>
    <message>
        <source>%1 would be overwritten by its own best records; name another output</source>
        <translation>%1 會被自己的最佳記錄覆寫；請指定其他輸出</translation>
    </message>
    <message>
        <source>%1, %2 % of %3 (%4)</source>
        <translation>%1，占 %3 的 %2 %（%4）</translation>
    </message>
    <message>
        <source>%1, %2 barriers</source>
        <translation>%1，%2 個屏障</translation>
    </message>
    <message>
        <source>%1, %2 shared</source>
        <translation>%1，共享記憶體 %2</translation>
    </message>
    <message>
        <source>%1, %2 iterations of %3 element operations</source>
        <translation>%1，%2 圈，每圈 %3 個元素運算</translation>
    </message>
    <message>
        <source>%1, %2 iterations of 1 element operation</source>
        <translation>%1，%2 圈，每圈 1 個元素運算</translation>
    </message>
    <message>
        <source>%1, more than any cache</source>
        <translation>%1，超過任何快取</translation>
    </message>
    <message>
        <source>%1, not a multiple of a warp (%2)</source>
        <translation>%1，不是 warp（%2）的倍數</translation>
    </message>
    <message>
        <source>%1: %2 requested config %3, which is not recorded (the recording covers %4 % of the space); measure what it requests with `knobscope-cli lab record --tuners %5`, on the same machine and with the same seeds and budget</source>
        <translation>%1：%2 走到組態 %3，而涵蓋空間 %4 % 的錄製沒有其資料；請在當時的機器上，以相同的種子與預算，用 `knobscope-cli lab record --tuners %5` 量測其所需</translation>
    </message>
    <message>
        <source>%1: %2 of %3 vector registers</source>
        <translation>%1：使用 %3 個向量暫存器中的 %2 個</translation>
    </message>
    <message>
        <source>%1: %2 of %3 vector registers, so it spills</source>
        <translation>%1：需要 %2 個向量暫存器，但只有 %3 個，因此會溢出</translation>
    </message>
    <message>
        <source>%1: two parameters have the same name</source>
        <translation>%1：有參數重複命名</translation>
    </message>
    <message>
        <source>%1: requests more than %2</source>
        <translation>%1：要求超過 %2</translation>
    </message>
    <message>
        <source>%1: its output %2 is already computed by %3</source>
        <translation>%1：其輸出 %2 也由 %3 產生</translation>
    </message>
    <message>
        <source>%1: lower %2</source>
        <translation>%1：請調低 %2</translation>
    </message>
    <message>
        <source>%1: more than %2</source>
        <translation>%1：超過 %2</translation>
    </message>
    <message>
        <source>%1: more than %2 allows</source>
        <translation>%1：超過 %2 的上限</translation>
    </message>
    <message>
        <source>%1: more than the registers of a thread (%2)</source>
        <translation>%1：超過一個執行緒的暫存器數（%2）</translation>
    </message>
    <message>
        <source>%1: more than %2, the limit of a block of %3</source>
        <translation>%1：超過 %3 每區塊的上限 %2</translation>
    </message>
    <message>
        <source>%1: not an ONNX model: %2</source>
        <translation>%1：不是 ONNX 模型：%2</translation>
    </message>
    <message>
        <source>%1: all configs of the recorded space failed, so there is nothing to find</source>
        <translation>%1：錄製空間中沒有可用的組態，因此無可尋找</translation>
    </message>
    <message>
        <source>%1: no node computes its input %2</source>
        <translation>%1：沒有節點產生其輸入 %2</translation>
    </message>
    <message>
        <source>%1: raise %2</source>
        <translation>%1：請調高 %2</translation>
    </message>
    <message>
        <source>%1: run %2 belongs to no task</source>
        <translation>%1：執行 %2 不屬於任何任務</translation>
    </message>
    <message>
        <source>%1: the output %2 is declared as %3, but is %4</source>
        <translation>%1：輸出 %2 標示為 %3，實為 %4</translation>
    </message>
    <message>
        <source>%1: the replay was stopped</source>
        <translation>%1：已停止重播</translation>
    </message>
    <message>
        <source>%1: unknown time unit &apos;%2&apos;; use seconds, milliseconds, microseconds or nanoseconds</source>
        <translation>%1：未知的時間單位「%2」；可為（milli-、micro-、nano）seconds</translation>
    </message>
    <message>
        <source>%1; %2 allows %3</source>
        <translation>%1；%2 的上限為 %3</translation>
    </message>
    <message>
        <source>%1; the target&apos;s cache sizes are unknown</source>
        <translation>%1；目標平台的快取大小未知</translation>
    </message>
    <message>
        <source>%1; the target&apos;s registers are unknown</source>
        <translation>%1；目標平台的暫存器數未知</translation>
    </message>
    <message>
        <source>%1…%2 cannot be written: %3</source>
        <translation>無法寫入 %1…%2：%3</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no value after &apos;=&apos;</source>
        <translation>「%1」的「=」後沒有值</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a CUDA architecture; write it as in sm_90</source>
        <translation>「%1」不是 CUDA 架構；請寫成如 sm_90</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not an annotate policy: &apos;%2&apos; is not none, unroll, vec or try</source>
        <translation>「%1」不是標註策略：「%2」不是 none、unroll、vec 或 try</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not the text of an edit</source>
        <translation>「%1」不是編輯的文字</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not an edit; write knob+=value, knob-=value, knob=value, knob.policy=…, knob.max_factor=…, knob.filter=… or where CONDITION</source>
        <translation>「%1」不是編輯；請寫 knob+=值、knob-=值、knob=值、knob.policy=…、knob.max_factor=…、knob.filter=… 或 where 條件</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a filter; use size_le, size_ge, size_in, tail_eq, prod_in or and</source>
        <translation>「%1」不是篩選條件；可用 size_le、size_ge、size_in、tail_eq、prod_in 與 and</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a filter; write size[-1]&lt;=64, size[1]&gt;=2, size[1] in [2,4], tail==[1,1] or prod[1:] in [64,128]</source>
        <translation>「%1」不是篩選條件；請寫 size[-1]&lt;=64、size[1]&gt;=2、size[1] in [2,4]、tail==[1,1] 或 prod[1:] in [64,128]</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not the name of a knob</source>
        <translation>「%1」不是旋鈕名稱</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a time range; write time=FROM..TO in Unix seconds</source>
        <translation>「%1」不是時間範圍；請以 Unix 秒數寫 time=FROM..TO</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not [name, kind, value]</source>
        <translation>「%1」不是 [名稱, 種類, 值]</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not expected here</source>
        <translation>此處不應有「%1」</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a GPU architecture; write -arch=sm_90 for compute capability 9.0</source>
        <translation>「%1」不是 GPU 架構；計算能力 9.0 請寫 -arch=sm_90</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a device; write cuda:0 for the first one</source>
        <translation>「%1」不是裝置；第一個裝置請寫 cuda:0</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a task; write NETWORK:N, as in &apos;resnet-18:2&apos;</source>
        <translation>「%1」不是任務；請寫 NETWORK:N，如「resnet-18:2」</translation>
    </message>
    <message>
        <source>&apos;%1&apos; needs a GPU: %2</source>
        <translation>「%1」需要 GPU：%2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; with template key &apos;%2&apos; on %3 has no known name in format 0.2</source>
        <translation>「%1」（範本鍵「%2」，%3）在格式 0.2 中沒有已知名稱</translation>
    </message>
    <message>
        <source>&apos;%1&apos; would leave knob %2 without a candidate</source>
        <translation>「%1」會使旋鈕 %2 沒有候選值</translation>
    </message>
    <message>
        <source>&apos;%1&apos; would exclude all points of the space</source>
        <translation>「%1」不會留下空間中的任何點</translation>
    </message>
    <message>
        <source>&apos;)&apos; is missing</source>
        <translation>缺少「)」</translation>
    </message>
    <message>
        <source>&apos;]&apos; is missing</source>
        <translation>缺少「]」</translation>
    </message>
    <message>
        <source>1 register of %1 bits</source>
        <translation>1 個 %1 位元暫存器</translation>
    </message>
    <message>
        <source>1: starts with configs that an analytical bound allows to be fast, and learns how far each falls short of it; 0: starts without this knowledge.</source>
        <translation>1：從解析上限容許夠快的設定開始，並學習各設定離上限多遠；0：量測之前一無所知。</translation>
    </message>
    <message>
        <source>1: the busiest loop is not vectorized</source>
        <translation>1：最忙碌的迴圈未向量化</translation>
    </message>
    <message>
        <source>A GPU program without arguments has no output</source>
        <translation>沒有引數的 GPU 程式沒有輸出</translation>
    </message>
    <message>
        <source>A GPU program&apos;s description cannot be read: %1</source>
        <translation>無法讀取 GPU 程式的描述：%1</translation>
    </message>
    <message>
        <source>A config entity must be a list of [name, kind, value]</source>
        <translation>組態實體是 [名稱, 種類, 值] 的清單</translation>
    </message>
    <message>
        <source>A cost model needs one label per row, not %1 rows and %2 labels</source>
        <translation>成本模型擬合時每列需一個標籤，而非 %1 列與 %2 個標籤</translation>
    </message>
    <message>
        <source>A device&apos;s description cannot be read: %1</source>
        <translation>無法讀取裝置的描述：%1</translation>
    </message>
    <message>
        <source>A filter has at most %1 conditions</source>
        <translation>篩選條件最多有 %1 個條件</translation>
    </message>
    <message>
        <source>A filter must be an object with &quot;op&quot;, not &apos;%1&apos;</source>
        <translation>篩選條件是含「op」的物件；「%1」不是</translation>
    </message>
    <message>
        <source>Share of new trials that a fit waits for.</source>
        <translation>至少有此比例的新試驗才擬合一次。</translation>
    </message>
    <message>
        <source>A kernel&apos;s description cannot be read: %1</source>
        <translation>無法讀取核心函式的描述：%1</translation>
    </message>
    <message>
        <source>A knob has no property &apos;%1&apos;; use policy, max_factor or filter</source>
        <translation>旋鈕沒有屬性「%1」；可用 policy、max_factor 與 filter</translation>
    </message>
    <message>
        <source>A label of the cost model is not a number</source>
        <translation>成本模型的標籤不是數字</translation>
    </message>
    <message>
        <source>A list of points must not be empty, and a space has either one list or constraints</source>
        <translation>點的清單須列出至少一個點，且一個空間只能有一份清單或限制條件</translation>
    </message>
    <message>
        <source>The peak of a machine must be above zero</source>
        <translation>機器的峰值須大於零</translation>
    </message>
    <message>
        <source>A note needs text</source>
        <translation>筆記需要文字</translation>
    </message>
    <message>
        <source>A query of %1 returned nothing for %2 seconds and was stopped: the file is damaged, or was manipulated so that reading it never ends</source>
        <translation>對 %1 的查詢在 %2 秒內沒有結果，已終止：檔案已損壞，或被製作成永遠讀不完</translation>
    </message>
    <message>
        <source>A task must be an object with &quot;task&quot;, &quot;args&quot; and &quot;target&quot;</source>
        <translation>任務是含「task」、「args」與「target」的物件</translation>
    </message>
    <message>
        <source>A task of the queue cannot be restored: %1</source>
        <translation>無法重新建立佇列中的任務：%1</translation>
    </message>
    <message>
        <source>A tuner is NAME or NAME:PARAMETER=VALUE:…, not &apos;%1&apos;</source>
        <translation>調校器寫作 NAME 或 NAME:PARAMETER=VALUE:…，而非「%1」</translation>
    </message>
    <message>
        <source>All %1 configs are equally fast, so no knob matters</source>
        <translation>全部 %1 個組態一樣快：沒有旋鈕有影響</translation>
    </message>
    <message>
        <source>Tries all configs in the order of their index: complete, but suitable for small spaces only.</source>
        <translation>依索引順序嘗試所有設定：完整，但只適合小空間。</translation>
    </message>
    <message>
        <source>An access is outside of the %1</source>
        <translation>存取超出 %1</translation>
    </message>
    <message>
        <source>The edit is not valid UTF-8</source>
        <translation>編輯須為 UTF-8 文字，而此處不是</translation>
    </message>
    <message>
        <source>An experiment needs equally many runs of both variants, not %1 and %2</source>
        <translation>實驗比較兩個變體相同次數的執行，而非 %1 與 %2</translation>
    </message>
    <message>
        <source>Arithmetic intensity</source>
        <translation>運算強度</translation>
    </message>
    <message>
        <source>AutoTVM&apos;s tuner: after every 64 trials, boosted trees learn which configs are fast, and annealing searches for the most promising ones.</source>
        <translation>AutoTVM 的做法：每 64 次試驗後，提升樹學習哪些組態較快，再以模擬退火找出其看好的組態。</translation>
    </message>
    <message>
        <source>Best configs of similar earlier tasks that are tried first.</source>
        <translation>優先嘗試的、先前相似任務的最佳組態數。</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>區塊數</translation>
    </message>
    <message>
        <source>Boosted trees learn after every 8 trials which configs are fast, and learn from earlier runs before the first trial.</source>
        <translation>提升樹每 8 次試驗學習哪些組態較快，並在第一次之前從先前的執行學習。</translation>
    </message>
    <message>
        <source>Building: %1</source>
        <translation>建置：%1</translation>
    </message>
    <message>
        <source>Bytes that one complete run of this loop accesses, without registers; data that fits into a cache is read from there the next time.</source>
        <translation>此迴圈完整執行一次所觸及的位元組數，不計暫存器；能放進快取的，下次即由快取讀取。</translation>
    </message>
    <message>
        <source>Checking its answer: %1</source>
        <translation>檢查其答案：%1</translation>
    </message>
    <message>
        <source>Choose a task first</source>
        <translation>請先選擇任務</translation>
    </message>
    <message>
        <source>Clock and temperature are unknown: %1</source>
        <translation>時脈與溫度未知：%1</translation>
    </message>
    <message>
        <source>Clock and temperature are unknown: %1 cannot be initialized</source>
        <translation>時脈與溫度未知：%1 無法啟動</translation>
    </message>
    <message>
        <source>Clock and temperature are unknown: NVML has no device at %1</source>
        <translation>時脈與溫度未知：NVML 在 %1 沒有裝置</translation>
    </message>
    <message>
        <source>Code for %1 does not run on %2 (%3, %4); omit -arch from the target</source>
        <translation>%1 的程式碼無法在 %2（%3，%4）上執行：請從目標平台去掉 -arch</translation>
    </message>
    <message>
        <source>Config %1 no longer counts as successful: %2: %3</source>
        <translation>組態 %1 先前量測良好，現不再計入：%2：%3</translation>
    </message>
    <message>
        <source>Config %1 is not measured: %2</source>
        <translation>未量測組態 %1：%2</translation>
    </message>
    <message>
        <source>Config %1 was added too late to be measured in this run</source>
        <translation>組態 %1 加入得太晚，此次執行無法量測</translation>
    </message>
    <message>
        <source>Configs in a generation.</source>
        <translation>一代中的設定數。</translation>
    </message>
    <message>
        <source>Counting the spans was cancelled</source>
        <translation>已取消計算區間數</translation>
    </message>
    <message>
        <source>Fits a smooth surface to the speeds measured so far and tries where it may be highest; few trials, much computation.</source>
        <translation>以目前量得的速度畫出平滑曲面，嘗試可能最高之處；試驗少、計算多。</translation>
    </message>
    <message>
        <source>Minimum number of earlier records to learn from.</source>
        <translation>先前紀錄少於此數時，不從中學習。</translation>
    </message>
    <message>
        <source>Edits must be a list of texts</source>
        <translation>編輯是文字的清單</translation>
    </message>
    <message>
        <source>Element %1 of %2 is %3, but should be %4</source>
        <translation>%2 的第 %1 個元素是 %3，應為 %4</translation>
    </message>
    <message>
        <source>Elements that one vectorized loop handles at a time; fewer than a register holds leave lanes idle.</source>
        <translation>一個向量化迴圈並行處理的元素數；少於暫存器容量時會有閒置的通道。</translation>
    </message>
    <message>
        <source>Chooses every config with the same probability and none twice: the baseline to beat.</source>
        <translation>每個設定機會均等且不重複：這是要超越的基準。</translation>
    </message>
    <message>
        <source>Extra work</source>
        <translation>額外工作</translation>
    </message>
    <message>
        <source>Filter %1: &quot;%2&quot; must be an integer</source>
        <translation>篩選條件 %1：「%2」須為整數</translation>
    </message>
    <message>
        <source>Filter %1: &quot;value&quot; or &quot;values&quot; is missing</source>
        <translation>篩選條件 %1：缺少「value」或「values」</translation>
    </message>
    <message>
        <source>Filter %1: &apos;%2&apos; is not an integer</source>
        <translation>篩選條件 %1：「%2」不是整數</translation>
    </message>
    <message>
        <source>Starts in the corner of the space and descends in steps of several knobs at once; a step counts if a test shows that it is no accident.</source>
        <translation>從空間角落出發，每步同時改變數個旋鈕往下走；檢定認為並非偶然的步才算數。</translation>
    </message>
    <message>
        <source>Resources of one launch, from the lowered program; barriers are counted in the code.</source>
        <translation>取自降階後的程式：一次啟動向裝置要求什麼；屏障依程式文字計數。</translation>
    </message>
    <message>
        <source>Standard error of a speed, as a share, if the trial does not report one.</source>
        <translation>試驗未說明時，速度的誤差（標準誤，比例）。</translation>
    </message>
    <message>
        <source>Probability that a knob of a child gets a random value.</source>
        <translation>子代的旋鈕取隨機值的頻率。</translation>
    </message>
    <message>
        <source>Probability that a step without effect is accepted as an improvement.</source>
        <translation>沒有改善的一步被誤認為較佳的機率。</translation>
    </message>
    <message>
        <source>How often the statement with most of the work is executed, all loops multiplied.</source>
        <translation>負責大部分工作的陳述式執行的次數，即所有迴圈相乘。</translation>
    </message>
    <message>
        <source>Importing %1 was cancelled; none of it was kept</source>
        <translation>已取消匯入 %1；未保留任何內容</translation>
    </message>
    <message>
        <source>In &apos;%1&apos;, %2</source>
        <translation>在「%1」中，%2</translation>
    </message>
    <message>
        <source>In the edit of %1, %2</source>
        <translation>在 %1 的編輯中，%2</translation>
    </message>
    <message>
        <source>In the tuner &apos;%1&apos;, %2 is given twice</source>
        <translation>調校器「%1」中 %2 重複指定</translation>
    </message>
    <message>
        <source>In the tuner &apos;%1&apos;, &apos;%2&apos; is not PARAMETER=VALUE</source>
        <translation>調校器「%1」中「%2」不是 PARAMETER=VALUE</translation>
    </message>
    <message>
        <source>Index %1 is excluded by the constraint &apos;%2&apos;</source>
        <translation>索引 %1 被限制條件「%2」排除</translation>
    </message>
    <message>
        <source>Index %1 is out of range; this space has indexes 0 to %2</source>
        <translation>索引 %1 超出範圍；此空間的索引為 0 到 %2</translation>
    </message>
    <message>
        <source>Innermost loop</source>
        <translation>最內層迴圈</translation>
    </message>
    <message>
        <source>Input %1 is not used by this computation</source>
        <translation>此計算未使用輸入 %1</translation>
    </message>
    <message>
        <source>The operation failed: %1</source>
        <translation>作業失敗：%1</translation>
    </message>
    <message>
        <source>It is no longer needed</source>
        <translation>已不再需要</translation>
    </message>
    <message>
        <source>Iterations</source>
        <translation>迭代次數</translation>
    </message>
    <message>
        <source>Iterations of the parallel loop, which are distributed over the threads.</source>
        <translation>平行迴圈的迭代次數，由各執行緒分擔。</translation>
    </message>
    <message>
        <source>KNOBSCOPE_NVRTC names &apos;%1&apos;, which cannot be opened: %2</source>
        <translation>KNOBSCOPE_NVRTC 指定的「%1」無法開啟：%2</translation>
    </message>
    <message>
        <source>KNOBSCOPE_NVRTC names the folder &apos;%1&apos;, which contains no libnvrtc that can be opened</source>
        <translation>KNOBSCOPE_NVRTC 指定的資料夾「%1」中沒有可開啟的 libnvrtc</translation>
    </message>
    <message>
        <source>Kernel %1 is launched without threads</source>
        <translation>核心函式 %1 的啟動沒有執行緒</translation>
    </message>
    <message>
        <source>Kernel %1 multiplies %2 on tensor cores, which need sm_%3 or newer (%4), but %5 is %6: %7, or tune the operator&apos;s template without tensor cores</source>
        <translation>核心函式 %1 在張量核心上相乘 %2，需 sm_%3（%4）以上；%5 是 %6：%7，或以不使用張量核心的範本調校此運算子</translation>
    </message>
    <message>
        <source>Kernel %1 uses buffer %2 of %3</source>
        <translation>核心函式 %1 的緩衝區 %2 屬於 %3</translation>
    </message>
    <message>
        <source>Kernel %1 uses the buffer %2, which program %3 does not have</source>
        <translation>核心函式 %1 使用緩衝區 %2，而程式 %3 沒有它</translation>
    </message>
    <message>
        <source>Kernel %1 uses a variable or a buffer that it does not declare</source>
        <translation>核心函式 %1 使用了未宣告的變數或緩衝區</translation>
    </message>
    <message>
        <source>Kernel %1: %2</source>
        <translation>核心函式 %1：%2</translation>
    </message>
    <message>
        <source>Kernel %1: a barrier or a warp&apos;s product is inside a condition that differs between threads</source>
        <translation>核心函式 %1：屏障或 warp 的乘積位於各執行緒不一的條件之下</translation>
    </message>
    <message>
        <source>Kernel %1: threads would wait for each other inside a condition that not all of them meet; compute the shared stage outside of it</source>
        <translation>核心函式 %1：執行緒須在並非全部成立的條件內互相等待；請在條件之外計算共享的階段</translation>
    </message>
    <message>
        <source>Kernels cannot be loaded on this machine: %1</source>
        <translation>無法在此機器上載入核心函式：%1</translation>
    </message>
    <message>
        <source>Kernels for &apos;%1&apos; can be displayed but not measured here; cuda and llvm targets can be measured</source>
        <translation>「%1」的核心函式在此只能檢視、不能量測；cuda 與 llvm 目標平台可以</translation>
    </message>
    <message>
        <source>Kernels for &apos;%1&apos; do not run on this machine: %2; choose the target llvm</source>
        <translation>「%1」的核心函式無法在此機器上執行：%2；請選擇目標平台 llvm</translation>
    </message>
    <message>
        <source>Knob %1 follows the list of points and would change their numbers</source>
        <translation>旋鈕 %1 位於點的清單之後，會改變其編號</translation>
    </message>
    <message>
        <source>Knob %1 has no candidate %2</source>
        <translation>旋鈕 %1 沒有候選值 %2</translation>
    </message>
    <message>
        <source>Knob %1 has no candidate %2 to remove</source>
        <translation>旋鈕 %1 沒有候選值 %2 可移除</translation>
    </message>
    <message>
        <source>Knob %1 has no candidates, because its filter or limits exclude all</source>
        <translation>旋鈕 %1 沒有候選值；其篩選條件或限制未留下任何值</translation>
    </message>
    <message>
        <source>Knob %1 already has the candidate %2</source>
        <translation>旋鈕 %1 已有候選值 %2</translation>
    </message>
    <message>
        <source>Knob %1 is not a split; policy, max_factor and filter apply to splits</source>
        <translation>旋鈕 %1 不是分割；policy、max_factor 與 filter 僅適用於分割</translation>
    </message>
    <message>
        <source>Knob %1 is text, which the features knob, itervar and curve cannot represent; use value</source>
        <translation>旋鈕 %1 是文字，特徵 knob、itervar 與 curve 無法容納；請用 value</translation>
    </message>
    <message>
        <source>Knob %1 needs True or False, not %2</source>
        <translation>旋鈕 %1 需要 True 或 False，而非 %2</translation>
    </message>
    <message>
        <source>Knob %1 needs %2 sizes, not %3</source>
        <translation>旋鈕 %1 需要 %2 個大小，而非 %3</translation>
    </message>
    <message>
        <source>Knob %1 needs a number from %2 to %3, not %4</source>
        <translation>旋鈕 %1 需要 %2 到 %3 的數字，而非 %4</translation>
    </message>
    <message>
        <source>Knob %1 needs an integer, not %2</source>
        <translation>旋鈕 %1 需要整數，而非 %2</translation>
    </message>
    <message>
        <source>Knob %1 needs an order of axes, not %2</source>
        <translation>旋鈕 %1 需要軸的順序，而非 %2</translation>
    </message>
    <message>
        <source>Knob %1 needs annotations, not %2</source>
        <translation>旋鈕 %1 需要標註，而非 %2</translation>
    </message>
    <message>
        <source>Knob %1 needs four sizes</source>
        <translation>旋鈕 %1 需要四個大小</translation>
    </message>
    <message>
        <source>Knob %1 needs sizes of at least 1 that fit an axis, not %2</source>
        <translation>旋鈕 %1 的大小至少須為 1，且為軸所能有，而非 %2</translation>
    </message>
    <message>
        <source>Knob %1 never has the value %2; one of its %3 values is %4</source>
        <translation>旋鈕 %1 不會有值 %2；其 %3 個值之一是 %4</translation>
    </message>
    <message>
        <source>Knob %1: %2</source>
        <translation>旋鈕 %1：%2</translation>
    </message>
    <message>
        <source>Knob %1: %2 is below 0, but its candidates (%3) are counts</source>
        <translation>旋鈕 %1：%2 小於 0，而其候選值（%3）是計數</translation>
    </message>
    <message>
        <source>Knob %1: %2 is not of the same kind as its candidates (%3)</source>
        <translation>旋鈕 %1：%2 與其候選值（%3）的種類不同</translation>
    </message>
    <message>
        <source>Knob %1: expected %2, not &apos;%3&apos;</source>
        <translation>旋鈕 %1：應為 %2，而非「%3」</translation>
    </message>
    <message>
        <source>Knob %1: &apos;%2&apos; is neither a number, true or false, nor text</source>
        <translation>旋鈕 %1：「%2」既不是數字、true 或 false，也不是文字</translation>
    </message>
    <message>
        <source>Knob %1: &apos;%2&apos; is not a kind of knob (sp, re, an, ot)</source>
        <translation>旋鈕 %1：「%2」不是旋鈕的種類（sp、re、an、ot）</translation>
    </message>
    <message>
        <source>Knob %1: &apos;%2&apos; is not a policy; use factors, power2 or verbose</source>
        <translation>旋鈕 %1：「%2」不是策略；可用 factors、power2 與 verbose</translation>
    </message>
    <message>
        <source>Knob %1: &apos;%2&apos; is not an annotation</source>
        <translation>旋鈕 %1：「%2」不是標註</translation>
    </message>
    <message>
        <source>Knob %1: &apos;%2&apos; is not an integer</source>
        <translation>旋鈕 %1：「%2」不是整數</translation>
    </message>
    <message>
        <source>Knob %1: expected a list of annotations</source>
        <translation>旋鈕 %1：應為標註的清單</translation>
    </message>
    <message>
        <source>Knob %1: expected a list of integers</source>
        <translation>旋鈕 %1：應為整數清單</translation>
    </message>
    <message>
        <source>Knob %1: max_factor must be at least 1</source>
        <translation>旋鈕 %1：max_factor 至少為 1</translation>
    </message>
    <message>
        <source>Knob %1: the sizes of %2 do not fit into %3</source>
        <translation>旋鈕 %1：%2 的大小不符合 %3</translation>
    </message>
    <message>
        <source>Knobs tile_co, tile_oh, tile_ow: tiles of %1x%2x%3 do not divide %4x%5x%6</source>
        <translation>旋鈕 tile_co、tile_oh、tile_ow：%1x%2x%3 的區塊無法整除 %4x%5x%6</translation>
    </message>
    <message>
        <source>Knobs tile_ic and tile_oc: channel blocks of %1 and %2 do not divide %3 and %4 channels</source>
        <translation>旋鈕 tile_ic 與 tile_oc：通道區塊 %1 與 %2 無法整除 %3 與 %4 個通道</translation>
    </message>
    <message>
        <source>LLVM IR, line %1: %2</source>
        <translation>LLVM IR 第 %1 行：%2</translation>
    </message>
    <message>
        <source>LLVM cannot generate code for %1</source>
        <translation>LLVM 無法為 %1 寫出程式碼</translation>
    </message>
    <message>
        <source>LLVM could not generate code: %1%2</source>
        <translation>LLVM 無法產生程式碼：%1%2</translation>
    </message>
    <message>
        <source>LLVM does not support the target &apos;%1&apos; (-mtriple): %2</source>
        <translation>LLVM 不認得目標「%1」（-mtriple）：%2</translation>
    </message>
    <message>
        <source>LLVM has no code generator for &apos;%1&apos;</source>
        <translation>LLVM 沒有「%1」的程式碼產生器</translation>
    </message>
    <message>
        <source>LLVM has no description of CPUs for &apos;%1&apos;</source>
        <translation>LLVM 沒有「%1」的 CPU 描述</translation>
    </message>
    <message>
        <source>LLVM has no CPU &apos;%1&apos; for %2 (-mcpu); `llc-19 -mcpu=help` lists the names</source>
        <translation>LLVM 不認得 %2 的 CPU「%1」（-mcpu）；`llc-19 -mcpu=help` 會列出名稱</translation>
    </message>
    <message>
        <source>LLVM has no feature &apos;%1&apos; for this target (-mattr=%2)</source>
        <translation>LLVM 不認得此目標平台的特性「%1」（-mattr=%2）</translation>
    </message>
    <message>
        <source>LLVM generates code for &apos;llvm&apos; targets, and &apos;%1&apos; is not one</source>
        <translation>LLVM 為「llvm」目標平台產生程式碼；「%1」不是</translation>
    </message>
    <message>
        <source>Launch</source>
        <translation>啟動</translation>
    </message>
    <message>
        <source>Launches and their resources are derived from the lowered program.</source>
        <translation>啟動及其資源取決於降階後的程式。</translation>
    </message>
    <message>
        <source>Pruning must be off, on or on=FACTOR with a factor of at least 1, not &apos;%1&apos;</source>
        <translation>排除無望的組態：可為 off、on 或 on=倍數（1 以上），而非「%1」</translation>
    </message>
    <message>
        <source>Loop %1 of kernel %2 is still bound to %3</source>
        <translation>核心函式 %2 的迴圈 %1 仍綁定到 %3</translation>
    </message>
    <message>
        <source>Loop nest</source>
        <translation>迴圈巢狀</translation>
    </message>
    <message>
        <source>Generating code for &apos;%1&apos; took longer than %2 s and was stopped; choose another target or config</source>
        <translation>產生「%1」的程式碼超過 %2 秒，已停止；請選擇其他目標平台或組態</translation>
    </message>
    <message>
        <source>NVRTC %1 compiled the kernel but returned no %2: %3</source>
        <translation>NVRTC %1 編譯了核心函式，但未給出 %2：%3</translation>
    </message>
    <message>
        <source>NVRTC %1 does not support %2: it compiles for sm_%3. %4</source>
        <translation>NVRTC %1 不認得 %2：它為 sm_%3 編譯。%4</translation>
    </message>
    <message>
        <source>NVRTC %1 cannot generate cubins; use PTX, or install CUDA 11.1 or newer</source>
        <translation>NVRTC %1 不產生 cubin；請要求 PTX，或安裝 CUDA 11.1 以上</translation>
    </message>
    <message>
        <source>NVRTC does not accept program %1: %2</source>
        <translation>NVRTC 不接受程式 %1：%2</translation>
    </message>
    <message>
        <source>NVRTC, which compiles CUDA C, is not installed: no libnvrtc.so.13, .12 or .11 was found. Install the package cuda-nvrtc of NVIDIA&apos;s CUDA toolkit (Debian: libnvrtc), or name the library in KNOBSCOPE_NVRTC</source>
        <translation>未安裝編譯 CUDA C 的 NVRTC：找不到 libnvrtc.so.13、.12 或 .11。請安裝 NVIDIA CUDA 工具組的 cuda-nvrtc 套件（Debian：libnvrtc），或以 KNOBSCOPE_NVRTC 指定函式庫</translation>
    </message>
    <message>
        <source>No NVIDIA driver is installed: %1; install the distribution&apos;s NVIDIA driver package (Debian: nvidia-driver)</source>
        <translation>未安裝 NVIDIA 驅動程式：%1；請安裝發行版的 NVIDIA 驅動程式套件（Debian：nvidia-driver）</translation>
    </message>
    <message>
        <source>No code can be generated at the moment: %1</source>
        <translation>目前無法產生程式碼：%1</translation>
    </message>
    <message>
        <source>There is no description of device &apos;%1&apos;; the nearest are %2; `devices --known` lists all</source>
        <translation>沒有裝置「%1」的描述；最接近的是 %2；`devices --known` 會列出全部</translation>
    </message>
    <message>
        <source>No values were given for input %1</source>
        <translation>未給定輸入 %1 的值</translation>
    </message>
    <message>
        <source>No warm start: %1</source>
        <translation>未暖啟動：%1</translation>
    </message>
    <message>
        <source>No warm start: %1 earlier (record is|records are) fewer than the %2 that AutoTVM&apos;s rule requires</source>
        <translation>未暖啟動：先前只有 %1 筆記錄，少於 AutoTVM 規則要求的 %2 筆</translation>
    </message>
    <message>
        <source>No warm start: all %1 earlier (record|records) of this template failed</source>
        <translation>未暖啟動：此範本先前的 %1 筆記錄全都失敗</translation>
    </message>
    <message>
        <source>No warm start: no earlier record has this template and these knobs</source>
        <translation>未暖啟動：先前的記錄都不屬於此範本與這些旋鈕</translation>
    </message>
    <message>
        <source>No code can be generated for &apos;%1&apos;, not even for a simple kernel: %2</source>
        <translation>「%1」連簡單的核心函式都無法產生：%2</translation>
    </message>
    <message>
        <source>Maximum occupancy</source>
        <translation>占用率上限</translation>
    </message>
    <message>
        <source>In %1, %2 (record is of another template|records are of other templates) and %3 cannot be used</source>
        <translation>%1 中有 %2 筆記錄屬於其他範本，%3 筆無法使用</translation>
    </message>
    <message>
        <source>Threads that fit the model, on cores where nothing is timed.</source>
        <translation>模型使用的執行緒數，在不計時的核心上。</translation>
    </message>
    <message>
        <source>Opening the GPU: %1</source>
        <translation>開啟 GPU：%1</translation>
    </message>
    <message>
        <source>Operations for each byte that has to be moved at least once; low values are bound by memory, whatever the config.</source>
        <translation>每個至少須搬移一次的位元組所對應的運算數；數值低時，不論設定為何都受限於記憶體。</translation>
    </message>
    <message>
        <source>Operations of the loop nest beyond the operator&apos;s own: tails that are computed and discarded, addition of partial sums.</source>
        <translation>迴圈巢狀中超出運算子本身的運算：算完即丟棄的尾端、部分和的合併。</translation>
    </message>
    <message>
        <source>Outputs that a thread accumulates at the same time, each in a register.</source>
        <translation>一個執行緒同時累加的輸出，各占一個暫存器。</translation>
    </message>
    <message>
        <source>Parallel pieces</source>
        <translation>平行份數</translation>
    </message>
    <message>
        <source>Parameter %1 has no elements</source>
        <translation>參數 %1 沒有元素</translation>
    </message>
    <message>
        <source>Parameter %1 of tuner %2 must be %3 from %4 to %5, not %6</source>
        <translation>調校器 %2 的參數 %1 為 %3，範圍 %4 到 %5，而非 %6</translation>
    </message>
    <message>
        <source>Parameter %1 of tuner %2 must be one of %3, not %4</source>
        <translation>調校器 %2 的參數 %1 為 %3 之一，而非 %4</translation>
    </message>
    <message>
        <source>Program %1 has two kernels named %2</source>
        <translation>程式 %1 有兩個名為 %2 的核心函式</translation>
    </message>
    <message>
        <source>Random configs before the first descent.</source>
        <translation>第一次下降之前的隨機設定數。</translation>
    </message>
    <message>
        <source>Reading %1 was cancelled</source>
        <translation>已取消讀取 %1</translation>
    </message>
    <message>
        <source>Register tile</source>
        <translation>暫存器分塊</translation>
    </message>
    <message>
        <source>Results between two decisions; AutoTVM uses the number of builders.</source>
        <translation>兩次決策之間的結果數；AutoTVM 取建置程序數。</translation>
    </message>
    <message>
        <source>Run %1 of %2 now has %3 (trial|trials), not %4: another program continued it; try again</source>
        <translation>%2 的執行 %1 現在有 %3 次試驗，而非 %4：其他程式已接續它；請再試一次</translation>
    </message>
    <message>
        <source>Run %1 of %2 is %3 in another program: %4</source>
        <translation>%2 的執行 %1 在其他程式中（%3）：%4</translation>
    </message>
    <message>
        <source>%1 cannot be run in this version, because it has no schedule. Its space can be explored and edited</source>
        <translation>此版本無法執行 %1：它沒有排程。可以瀏覽與編輯其空間</translation>
    </message>
    <message>
        <source>Running: %1</source>
        <translation>執行：%1</translation>
    </message>
    <message>
        <source>Running: its first call was stopped after %1 s, because the best config takes %2 ms</source>
        <translation>執行：最佳組態需 %2 ms，因此第一次呼叫在 %1 秒後停止</translation>
    </message>
    <message>
        <source>Scratch memory</source>
        <translation>暫用記憶體</translation>
    </message>
    <message>
        <source>Share of the first generation that is chosen instead of random: the untuned config of the template, and configs that an analytical bound allows to be fast; AutoTVM chooses none.</source>
        <translation>第一代中挑選而非抽取的比例：範本未調校時採用的設定，以及解析上限容許夠快的設定；AutoTVM 全部用抽的。</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>共享記憶體</translation>
    </message>
    <message>
        <source>Simulated annealing: points that move at a time.</source>
        <translation>模擬退火：同時走動的點數。</translation>
    </message>
    <message>
        <source>Simulated annealing: maximum number of steps.</source>
        <translation>模擬退火：最多步數。</translation>
    </message>
    <message>
        <source>Simulated annealing: steps without a better point before it stops.</source>
        <translation>模擬退火：多少步沒有更好的點就結束。</translation>
    </message>
    <message>
        <source>Plans with this many times the needed configs, and keeps the most diverse ones; below 1: off.</source>
        <translation>尋找計畫數量的這麼多倍，取差異最大者；小於 1：關閉。</translation>
    </message>
    <message>
        <source>Tries some random configs, then changes single knobs of the best one step at a time, and restarts elsewhere when stuck.</source>
        <translation>先取一些隨機設定，再從最佳者起每次只改一個旋鈕一步；停滯時改從別處重新開始。</translation>
    </message>
    <message>
        <source>Stage %1: %2</source>
        <translation>階段 %1：%2</translation>
    </message>
    <message>
        <source>Stage %1: cache_read names the reader %2, which does not read it</source>
        <translation>階段 %1：為讀取者 %2 作 cache_read，但它並不讀取此階段</translation>
    </message>
    <message>
        <source>Stage %1: cache_write must come before any other primitive on a computed stage</source>
        <translation>階段 %1：cache_write 須在計算階段的任何其他原語之前</translation>
    </message>
    <message>
        <source>Stage %1: dimension %2 has extent %3; extents go from 1 to 2^40</source>
        <translation>階段 %1：維度 %2 的長度為 %3；長度須為 1 到 2^40</translation>
    </message>
    <message>
        <source>Stage %1: it is computed at axis %2 of stage %3, which is no longer a loop; attach it after splitting and fusing</source>
        <translation>階段 %1：它在階段 %3 的軸 %2 計算，而該軸已不是迴圈；請在分割與融合之後再附加</translation>
    </message>
    <message>
        <source>Stage %1: it is computed inside loop %2 of stage %3, but stage %4 reads it outside that loop</source>
        <translation>階段 %1：它在階段 %3 的迴圈 %2 之內計算，但階段 %4 在該迴圈之外讀取它</translation>
    </message>
    <message>
        <source>Stage %1: it is computed inside stage %2, which has no loops of its own (inlined, or attached in a circle)</source>
        <translation>階段 %1：它在階段 %2 之內計算，而該階段沒有自己的迴圈（已內嵌，或循環附加）</translation>
    </message>
    <message>
        <source>Stage %1: rfactor needs one of its reduction loops, but %2 is not one</source>
        <translation>階段 %1：rfactor 需要其歸約迴圈之一，而 %2 不是</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Interleaved parts of the work that one thread does, which spread its memory accesses.</source>
        <translation>一個執行緒以跨步方式處理的工作部分，可分散其記憶體存取。</translation>
    </message>
    <message>
        <source>Sums per thread</source>
        <translation>每執行緒的總和數</translation>
    </message>
    <message>
        <source>Sums that are kept in vector registers while the innermost loops run; more than the available ones spill to the stack.</source>
        <translation>最內層迴圈執行時保留在向量暫存器中的總和；超過暫存器數量的會溢出到堆疊。</translation>
    </message>
    <message>
        <source>Targets of kind %1 have no option &apos;-%2&apos;; use %3 or others of TVM&apos;s</source>
        <translation>%1 種類的目標平台沒有選項「-%2」；有 %3 以及 TVM 的其他選項</translation>
    </message>
    <message>
        <source>Template %1 does not create its schedule with cfg.makeSchedule, so there are no steps to show</source>
        <translation>範本 %1 未以 cfg.makeSchedule 建立排程，因此無法逐步檢視</translation>
    </message>
    <message>
        <source>Template %1 is for %2, but the target &apos;%3&apos; is %4; choose the target %5</source>
        <translation>範本 %1 適用於 %2，而目標平台「%3」是 %4；請選擇目標平台 %5</translation>
    </message>
    <message>
        <source>Tensor cores multiply float16, or float32 rounded to TF32; for %1 use a template without tensor cores</source>
        <translation>張量核心相乘 float16，或捨入為 TF32 的 float32；%1 請用不使用張量核心的範本</translation>
    </message>
    <message>
        <source>The GPU is no longer available: %1</source>
        <translation>GPU 已無法使用：%1</translation>
    </message>
    <message>
        <source>The LLVM IR defines no function &apos;%1&apos;</source>
        <translation>LLVM IR 未定義函式「%1」</translation>
    </message>
    <message>
        <source>Number of best configs of all generations that are always parents.</source>
        <translation>歷來最佳的設定，永遠列入親代。</translation>
    </message>
    <message>
        <source>The code generator created invalid LLVM IR for %1: %2</source>
        <translation>程式碼產生器為 %1 產生了無效的 LLVM IR：%2</translation>
    </message>
    <message>
        <source>The compiler crashed while generating code for &apos;%1&apos;: %2; choose another target or config</source>
        <translation>編譯器在產生「%1」的程式碼時中止：%2；請選擇其他目標平台或組態</translation>
    </message>
    <message>
        <source>Config %1, which is to be measured first: %2</source>
        <translation>須最先量測的組態 %1：%2</translation>
    </message>
    <message>
        <source>The config has no value for knob %1</source>
        <translation>組態沒有旋鈕 %1 的值</translation>
    </message>
    <message>
        <source>The config names knob %1, which this space does not have</source>
        <translation>組態提到此空間沒有的旋鈕 %1</translation>
    </message>
    <message>
        <source>The constraint &apos;%1&apos; excludes all points of the space</source>
        <translation>限制條件「%1」未留下空間中的任何點</translation>
    </message>
    <message>
        <source>The constraint &apos;%1&apos; names knob %2, which this space does not have</source>
        <translation>限制條件「%1」提到的旋鈕 %2 不在此空間中</translation>
    </message>
    <message>
        <source>The constraint &apos;%1&apos; reads more than %2 numbers of its knobs&apos; candidates</source>
        <translation>限制條件「%1」讀取的旋鈕候選值數字超過 %2 個</translation>
    </message>
    <message>
        <source>The cost model failed, so configs are chosen at random: %1</source>
        <translation>成本模型失敗，期間隨機選擇組態：%1</translation>
    </message>
    <message>
        <source>The cost model has not been fitted yet</source>
        <translation>成本模型尚未擬合</translation>
    </message>
    <message>
        <source>The disk of %1 failed or was removed while it was used (%2)</source>
        <translation>%1 使用中，其磁碟發生故障，或檔案已被移走（%2）</translation>
    </message>
    <message>
        <source>The edits of %1 cannot be read: %2</source>
        <translation>無法讀取 %1 的編輯：%2</translation>
    </message>
    <message>
        <source>The export was cancelled; %1 is unchanged</source>
        <translation>匯出已取消；%1 維持原樣</translation>
    </message>
    <message>
        <source>The fastest of them, config %1, is measured again first</source>
        <translation>其中最快的組態 %1 會最先重新量測</translation>
    </message>
    <message>
        <source>The features %1 are replaced by value: %2</source>
        <translation>特徵 %1 以 value 取代：%2</translation>
    </message>
    <message>
        <source>The features &apos;%1&apos; need the loop nest of a task, but only its space is known</source>
        <translation>特徵「%1」屬於任務的迴圈巢狀，而此處只知道其空間</translation>
    </message>
    <message>
        <source>The folder %1 does not exist</source>
        <translation>資料夾 %1 不存在</translation>
    </message>
    <message>
        <source>The importance of knobs needs %1 successful configs; there are %2</source>
        <translation>旋鈕的重要性需要 %1 個成功的組態；現有 %2 個</translation>
    </message>
    <message>
        <source>The first index.</source>
        <translation>起始索引。</translation>
    </message>
    <message>
        <source>The kernel has %1 tensors, but its operator has %2</source>
        <translation>核心函式有 %1 個張量，其運算子有 %2 個</translation>
    </message>
    <message>
        <source>The kernel that this one was timed against failed: %1</source>
        <translation>作為計時對照的核心函式失敗：%1</translation>
    </message>
    <message>
        <source>The kernel was compiled for sm_%1, but %2 (%3) is %4; omit -arch from the target</source>
        <translation>核心函式為 sm_%1 編譯，而 %2（%3）是 %4：請從目標平台去掉 -arch</translation>
    </message>
    <message>
        <source>The kernel&apos;s object cannot be loaded: %1</source>
        <translation>無法載入核心函式的目的檔：%1</translation>
    </message>
    <message>
        <source>The lab needs at least one recorded space, tuner and seed</source>
        <translation>實驗室需要錄製空間、調校器與種子</translation>
    </message>
    <message>
        <source>The lab was stopped before any space was replayed with every tuner</source>
        <translation>在任何空間以每個調校器重播完之前，實驗室已停止</translation>
    </message>
    <message>
        <source>The last %1 (trial|trials) of run %2 could not be written to %3, and %4 of them could not be written to %5 either</source>
        <translation>執行 %2 的最後 %1 次試驗無法寫入 %3，其中 %4 次也無法寫入 %5</translation>
    </message>
    <message>
        <source>The last %1 (trial|trials) of run %2 could not be written to %3; they are in the AutoTVM log %4</source>
        <translation>執行 %2 的最後 %1 次試驗無法寫入 %3；它們保存在 AutoTVM 日誌 %4</translation>
    </message>
    <message>
        <source>The last index; -1 is the last one of the space.</source>
        <translation>最後的索引；-1 為空間的最後一個。</translation>
    </message>
    <message>
        <source>The limits of %1 are unknown</source>
        <translation>此處沒有 %1 上限的描述</translation>
    </message>
    <message>
        <source>The list contains point %1; this space has 0 to %2</source>
        <translation>清單提到點 %1；此空間有 0 到 %2</translation>
    </message>
    <message>
        <source>The innermost loop that is neither unrolled nor vectorized, and the work of one iteration.</source>
        <translation>在展開與向量化的程式碼之外仍保持為迴圈者，以及它每一圈所做的事。</translation>
    </message>
    <message>
        <source>The picture %1 cannot be written: %2</source>
        <translation>無法寫入圖片 %1：%2</translation>
    </message>
    <message>
        <source>The points of this space are listed, so it cannot have constraints</source>
        <translation>此空間的點已列出；不能再加限制條件</translation>
    </message>
    <message>
        <source>Run %1 of the project learned from %2, which is not in the project&apos;s folder; if you trust it, repeat it with `knobscope-cli resume --transfer %3`, or resume with --transfer none</source>
        <translation>專案指出執行 %1 學自 %2，而它不在專案的資料夾中；若那是您的檔案，請以 `knobscope-cli resume --transfer %3` 重試，或以 --transfer none 不使用它繼續</translation>
    </message>
    <message>
        <source>Run %1 of the project writes to %2, which is not a log in the project&apos;s folder; if you trust it, repeat it with --log %3, or name another log</source>
        <translation>專案指出執行 %1 寫入 %2，而它不是專案資料夾中的日誌；若那是您的檔案，請以 --log %3 重試，或指定其他日誌</translation>
    </message>
    <message>
        <source>The query was cancelled</source>
        <translation>查詢已取消</translation>
    </message>
    <message>
        <source>The registers of &apos;%1&apos; are unknown, so the speed of a config has no bound</source>
        <translation>「%1」的暫存器未知，因此無法界定組態的速度</translation>
    </message>
    <message>
        <source>The limits of the run are now: %1</source>
        <translation>執行現在的結束條件：%1</translation>
    </message>
    <message>
        <source>The sample project %1 is not installed; install the program&apos;s data files</source>
        <translation>未安裝範例專案 %1；請安裝程式的資料檔</translation>
    </message>
    <message>
        <source>The sample project cannot be copied to %1: %2</source>
        <translation>無法將範例專案複製到 %1：%2</translation>
    </message>
    <message>
        <source>The space of run %1 cannot be created by this version: %2</source>
        <translation>此版本無法建立執行 %1 的空間：%2</translation>
    </message>
    <message>
        <source>The suffix of -arch=%1 begins with sm_%2; write sm_%3</source>
        <translation>-arch=%1 的字尾以 sm_%2 開頭；請寫 sm_%3</translation>
    </message>
    <message>
        <source>The task of run %1 cannot be restored: %2</source>
        <translation>無法重新建立執行 %1 的任務：%2</translation>
    </message>
    <message>
        <source>The trace %1 could not be written. Does the folder exist, and is there enough space?</source>
        <translation>無法寫入追蹤檔 %1；資料夾是否存在，空間是否足夠？</translation>
    </message>
    <message>
        <source>The worker %1 could not be started: %2</source>
        <translation>無法啟動工作行程 %1：%2</translation>
    </message>
    <message>
        <source>The worker %1 did not answer within %2 (second|seconds). Is the machine busy, or is this another program?</source>
        <translation>工作行程 %1 未在 %2 秒內回應；此機器是否忙於更優先的程式，或那是其他程式？</translation>
    </message>
    <message>
        <source>The worker &apos;%1&apos; does not exist or cannot be executed</source>
        <translation>工作行程「%1」不存在或無法執行</translation>
    </message>
    <message>
        <source>The worker did not answer in time</source>
        <translation>工作行程未及時回應</translation>
    </message>
    <message>
        <source>The worker process ended</source>
        <translation>工作行程已結束</translation>
    </message>
    <message>
        <source>The worker process ended (%1)</source>
        <translation>工作行程已消失（%1）</translation>
    </message>
    <message>
        <source>The worker sent %1 levels of code instead of %2</source>
        <translation>工作行程送來 %1 層程式碼，而非 %2 層</translation>
    </message>
    <message>
        <source>There are no features &apos;%1&apos;; use knob, itervar, curve or value</source>
        <translation>沒有特徵「%1」；可用 knob、itervar、curve 與 value</translation>
    </message>
    <message>
        <source>There are no spans to export; nothing was written</source>
        <translation>沒有可匯出的區間；未寫入任何內容</translation>
    </message>
    <message>
        <source>There is no GPU architecture %1 (-arch); the nearest older one is sm_%2</source>
        <translation>沒有 GPU 架構 %1（-arch）；最接近的較舊架構是 sm_%2</translation>
    </message>
    <message>
        <source>There are no configs to measure</source>
        <translation>沒有可量測的組態</translation>
    </message>
    <message>
        <source>There is no cuda:%1: the driver reports %2</source>
        <translation>沒有 cuda:%1：驅動程式顯示 %2</translation>
    </message>
    <message>
        <source>There is no file %1</source>
        <translation>沒有檔案 %1</translation>
    </message>
    <message>
        <source>There is no level of code &apos;%1&apos;; use loops, llvm or asm</source>
        <translation>沒有程式碼層級「%1」；請指定 loops、llvm 或 asm</translation>
    </message>
    <message>
        <source>There is not enough memory for a tensor of %1 bytes</source>
        <translation>沒有記憶體可供 %1 位元組的張量</translation>
    </message>
    <message>
        <source>The project file %1 does not exist</source>
        <translation>沒有專案檔 %1</translation>
    </message>
    <message>
        <source>No socket could be created for a worker: %1</source>
        <translation>沒有供工作行程使用的通訊端：%1</translation>
    </message>
    <message>
        <source>There is no space left for %1</source>
        <translation>%1 沒有剩餘空間</translation>
    </message>
    <message>
        <source>There is no template &apos;%1&apos;; the nearest is &apos;%2&apos; (`knobscope-cli templates` lists all)</source>
        <translation>沒有範本「%1」；最接近的是「%2」（`knobscope-cli templates` 會列出全部）</translation>
    </message>
    <message>
        <source>There is no tuner &apos;%1&apos;; available tuners: %2</source>
        <translation>沒有調校器「%1」；可用 %2</translation>
    </message>
    <message>
        <source>There is not enough memory to work on %1</source>
        <translation>記憶體不足，無法處理 %1</translation>
    </message>
    <message>
        <source>This build has no LLVM, which is needed to load kernels</source>
        <translation>此建置不含用來載入核心函式的 LLVM</translation>
    </message>
    <message>
        <source>This build has no LLVM, so LLVM IR and assembly are not available; use the loop nest</source>
        <translation>此建置不含 LLVM，因此沒有 LLVM IR 與組合語言；迴圈巢狀結構不需要它</translation>
    </message>
    <message>
        <source>This build has no LLVM; kernels for &apos;%1&apos; cannot be compiled</source>
        <translation>此建置不含 LLVM；無法編譯「%1」的核心函式</translation>
    </message>
    <message>
        <source>This build has no ONNX, so it cannot read models; install libonnx-dev and libprotobuf-dev and build again</source>
        <translation>此建置不含 ONNX，因此不讀取模型；請安裝 libonnx-dev 與 libprotobuf-dev 後重新建置</translation>
    </message>
    <message>
        <source>This build has no XGBoost, so there is no cost model; install libxgboost-dev and build again, or use another tuner</source>
        <translation>此建置不含 XGBoost，因此沒有成本模型；請安裝 libxgboost-dev 後重新建置，或選用其他調校器</translation>
    </message>
    <message>
        <source>Not a measured peak: %1</source>
        <translation>這不是量測的峰值：%1</translation>
    </message>
    <message>
        <source>This space has no knob %1</source>
        <translation>此空間沒有旋鈕 %1</translation>
    </message>
    <message>
        <source>This space has no knob &apos;%1&apos;; it has %2</source>
        <translation>此空間沒有旋鈕「%1」；它有 %2</translation>
    </message>
    <message>
        <source>Threads per block</source>
        <translation>每區塊執行緒數</translation>
    </message>
    <message>
        <source>In a direct comparison, config %1 is faster than %2, the previous best</source>
        <translation>互相計時後，組態 %1 比先前量測最佳的 %2 更快</translation>
    </message>
    <message>
        <source>Timing it against others: %1</source>
        <translation>與其他核心函式比較計時：%1</translation>
    </message>
    <message>
        <source>Number of trees of the model.</source>
        <translation>模型的樹數。</translation>
    </message>
    <message>
        <source>Trials between two fits of the model, and configs planned after each.</source>
        <translation>兩次擬合模型之間的試驗數，也是每次擬合後規劃的組態數。</translation>
    </message>
    <message>
        <source>Trials from the old plan while the model is being fitted; 0: they wait for the model.</source>
        <translation>擬合模型期間取自舊計畫的試驗數；0：等待模型。</translation>
    </message>
    <message>
        <source>Tuner %1 has no parameter &apos;%2&apos;</source>
        <translation>調校器 %1 沒有參數「%2」</translation>
    </message>
    <message>
        <source>Vector width</source>
        <translation>向量寬度</translation>
    </message>
    <message>
        <source>Virtual threads</source>
        <translation>虛擬執行緒</translation>
    </message>
    <message>
        <source>Waiting for a worker failed: %1</source>
        <translation>等待工作行程失敗：%1</translation>
    </message>
    <message>
        <source>Warm start: %1 records of %2 tasks (%3)</source>
        <translation>暖啟動：%2 個任務的 %1 筆記錄（%3）</translation>
    </message>
    <message>
        <source>Warm start: %1 records of 1 task (%2)</source>
        <translation>暖啟動：1 個任務的 %1 筆記錄（%2）</translation>
    </message>
    <message>
        <source>Warm start: 1 record of 1 task (%1)</source>
        <translation>暖啟動：1 個任務的 1 筆記錄（%1）</translation>
    </message>
    <message>
        <source>Warps that a multiprocessor runs at a time, limited by threads and shared memory; registers, which the device compiler assigns, can only lower it.</source>
        <translation>依執行緒與共享記憶體，一個多處理器同時容納的 warp 數；由裝置編譯器分配的暫存器只會使其更低。</translation>
    </message>
    <message>
        <source>How it uses earlier records.</source>
        <translation>如何利用先前的紀錄。</translation>
    </message>
    <message>
        <source>What the model is fitted to: speeds, or their order.</source>
        <translation>模型擬合的對象：速度，或其順序。</translation>
    </message>
    <message>
        <source>Features of a config that the model uses.</source>
        <translation>模型看到組態的哪些方面。</translation>
    </message>
    <message>
        <source>The worker sent invalid code</source>
        <translation>工作行程送來的不是程式碼</translation>
    </message>
    <message>
        <source>The worker sent an invalid message</source>
        <translation>工作行程送來的不是訊息</translation>
    </message>
    <message>
        <source>With knob %1 the space has more than 2^62 points; drop candidates first</source>
        <translation>加上旋鈕 %1 後空間超過 2^62 個點；請先移除候選值</translation>
    </message>
    <message>
        <source>Working set</source>
        <translation>工作集</translation>
    </message>
    <message>
        <source>Writing the trace %1 was cancelled</source>
        <translation>已取消寫入追蹤檔 %1</translation>
    </message>
    <message>
        <source>XGBoost failed while %1: %2</source>
        <translation>XGBoost 在 %1 時失敗：%2</translation>
    </message>
    <message>
        <source>a bias is not supported; use null</source>
        <translation>不支援偏差；請給 null</translation>
    </message>
    <message>
        <source>a block needs more registers or shared memory than the device has</source>
        <translation>一個區塊需要的暫存器或共享記憶體超過裝置所有</translation>
    </message>
    <message>
        <source>a condition has at most %1 numbers and knobs</source>
        <translation>條件最多有 %1 個數字與旋鈕</translation>
    </message>
    <message>
        <source>a convolution over %1 axes has no template</source>
        <translation>%1 個軸的卷積沒有範本</translation>
    </message>
    <message>
        <source>a cost is %1 seconds without an error; a successful kernel has a finite time above 0</source>
        <translation>成本為 %1 秒卻沒有錯誤；可用的核心函式需時有限且大於 0</translation>
    </message>
    <message>
        <source>a cost is %1 seconds; a time cannot be negative</source>
        <translation>成本為 %1 秒；時間不能為負</translation>
    </message>
    <message>
        <source>a depthwise kernel for %1 channels was given data with %2 channels</source>
        <translation>%1 通道的深度卷積核配上了 %2 通道的資料</translation>
    </message>
    <message>
        <source>a listed order is not a permutation of %1 axes</source>
        <translation>列出的順序不是 %1 個軸的排列</translation>
    </message>
    <message>
        <source>a listed split has %1 sizes, but %2 were declared</source>
        <translation>列出的分割有 %1 個大小，而宣告為 %2 個</translation>
    </message>
    <message>
        <source>a listed split has a size below 1</source>
        <translation>列出的分割有小於 1 的大小</translation>
    </message>
    <message>
        <source>a number, a knob or &apos;(&apos; is missing</source>
        <translation>缺少數字、旋鈕或「(」</translation>
    </message>
    <message>
        <source>a position (0, 1, … or -1 for the last) is missing</source>
        <translation>缺少位置（0、1、… 或代表最後的 -1）</translation>
    </message>
    <message>
        <source>a record must have &quot;input&quot;, &quot;config&quot; and &quot;result&quot;</source>
        <translation>記錄須有「input」、「config」與「result」</translation>
    </message>
    <message>
        <source>a record of format 0.1 must have &quot;i&quot; and &quot;r&quot;</source>
        <translation>格式 0.1 的記錄須有「i」與「r」</translation>
    </message>
    <message>
        <source>a record without an error must have at least one cost</source>
        <translation>沒有錯誤的記錄須至少有一個成本</translation>
    </message>
    <message>
        <source>a reduction cannot be computed inline, because an expression cannot contain its loops</source>
        <translation>歸約無法內嵌計算；其迴圈在運算式中沒有位置</translation>
    </message>
    <message>
        <source>a reorder has 1 to 64 axes, not %1</source>
        <translation>重排有 1 到 64 個軸，而非 %1</translation>
    </message>
    <message>
        <source>a split has 2 to %1 outputs, not %2</source>
        <translation>分割有 2 到 %1 個輸出，而非 %2</translation>
    </message>
    <message>
        <source>a tensor in segments is not supported</source>
        <translation>不支援分段的張量</translation>
    </message>
    <message>
        <source>a tensor has %1 axes; the limit is %2</source>
        <translation>張量有 %1 個軸；最多讀取 %2 個</translation>
    </message>
    <message>
        <source>a tensor of shape %1 is too large; the limit is %2 elements</source>
        <translation>形狀 %1 的張量過大；最多讀取 %2 個元素</translation>
    </message>
    <message>
        <source>a transposed convolution has no template</source>
        <translation>轉置卷積沒有範本</translation>
    </message>
    <message>
        <source>after %1: %2</source>
        <translation>在 %1 之後：%2</translation>
    </message>
    <message>
        <source>an annotation covers 1 to 12 axes, not %1</source>
        <translation>標註涵蓋 1 到 12 個軸，而非 %1</translation>
    </message>
    <message>
        <source>an axis of extent %1 cannot be split; extents are limited to 1 to 2^40</source>
        <translation>長度 %1 的軸無法分割；長度須為 1 到 2^40</translation>
    </message>
    <message>
        <source>an input of the graph is not one of its tensors, is a constant, or occurs twice</source>
        <translation>圖的某個輸入不是其張量、是常數，或重複出現</translation>
    </message>
    <message>
        <source>an input or output cannot be computed inline</source>
        <translation>輸入或輸出無法內嵌計算</translation>
    </message>
    <message>
        <source>an output cannot be computed inside stage %1</source>
        <translation>輸出無法在階段 %1 之內計算</translation>
    </message>
    <message>
        <source>another program uses the device exclusively, or the device has failed</source>
        <translation>其他程式獨占了此裝置，或此裝置已故障</translation>
    </message>
    <message>
        <source>argument %1 (%2) %3</source>
        <translation>引數 %1（%2）%3</translation>
    </message>
    <message>
        <source>argument %1 (%2) is %3, but must be from %4 to %5</source>
        <translation>引數 %1（%2）為 %3；範圍為 %4 到 %5</translation>
    </message>
    <message>
        <source>argument %1 (%2) must be &quot;NCHW&quot; or &quot;NCHW16c&quot; with a block of channels, not %3</source>
        <translation>引數 %1（%2）須為 &quot;NCHW&quot;，或帶通道區塊的 &quot;NCHW16c&quot;，而非 %3</translation>
    </message>
    <message>
        <source>argument %1 (%2) must be %3 or null, not %4</source>
        <translation>引數 %1（%2）須為 %3 或 null，而非 %4</translation>
    </message>
    <message>
        <source>argument %1 (%2) must be an integer</source>
        <translation>引數 %1（%2）須為整數</translation>
    </message>
    <message>
        <source>argument %1 (%2) must be text</source>
        <translation>引數 %1（%2）須為文字</translation>
    </message>
    <message>
        <source>argument %1 (%2) must be two numbers from %3 to %4</source>
        <translation>引數 %1（%2）須為 %3 到 %4 的兩個數字</translation>
    </message>
    <message>
        <source>argument %1 (output type) is %2, which cannot represent sums of %3 products; use null or a float type</source>
        <translation>引數 %1（輸出型別）為 %2，容納不下 %3 個乘積之和；請給 null 或浮點型別</translation>
    </message>
    <message>
        <source>argument %1 (padding) must be one, two or four numbers from 0 to %2</source>
        <translation>引數 %1（padding）須為一個、兩個或四個 0 到 %2 的數字</translation>
    </message>
    <message>
        <source>argument %1 (type): %2</source>
        <translation>引數 %1（型別）：%2</translation>
    </message>
    <message>
        <source>async_copy needs shared memory; cache_read(shared) it first</source>
        <translation>async_copy 需要共享記憶體；請先作 cache_read(shared)</translation>
    </message>
    <message>
        <source>at most %1 %</source>
        <translation>至多 %1 %</translation>
    </message>
    <message>
        <source>attribute %1 occurs twice</source>
        <translation>屬性 %1 重複出現</translation>
    </message>
    <message>
        <source>attribute %1: %2</source>
        <translation>屬性 %1：%2</translation>
    </message>
    <message>
        <source>axes %1 and %2 cannot be fused, because one of them is annotated</source>
        <translation>軸 %1 與 %2 之一已標註，無法再融合</translation>
    </message>
    <message>
        <source>axes %1 and %2 cannot be fused, because %3 is not directly inside %4; reorder first</source>
        <translation>軸 %1 與 %2 無法融合，因為 %3 並非緊接在 %4 之內；請先 reorder</translation>
    </message>
    <message>
        <source>axes %1 and %2 cannot be fused, because one is a reduction and the other is not</source>
        <translation>軸 %1 與 %2 無法融合，因為只有其中一個是歸約</translation>
    </message>
    <message>
        <source>axis %1 cannot be bound to &apos;%2&apos;; use blockIdx or threadIdx with .x, .y or .z, or vthread</source>
        <translation>軸 %1 無法綁定到「%2」；請用 blockIdx 或 threadIdx 加 .x、.y 或 .z，或 vthread</translation>
    </message>
    <message>
        <source>axis %1 is a reduction and cannot be %2, because its iterations add to the same element (rfactor creates partial sums)</source>
        <translation>軸 %1 是歸約，無法設為 %2；其各次迭代加到同一元素（rfactor 會產生部分和）</translation>
    </message>
    <message>
        <source>axis %1 is annotated twice</source>
        <translation>軸 %1 重複標註</translation>
    </message>
    <message>
        <source>axis %1 was already unrolled, vectorized, bound or parallelized and can no longer be split</source>
        <translation>軸 %1 已展開、向量化、綁定或平行化，之後無法再分割</translation>
    </message>
    <message>
        <source>column %1: %2</source>
        <translation>第 %1 欄：%2</translation>
    </message>
    <message>
        <source>compute_at needs a loop of stage %1 (%2), but %3 is not one</source>
        <translation>compute_at 需要階段 %1 的迴圈（%2），而 %3 不是</translation>
    </message>
    <message>
        <source>cuda:%1 does not have enough memory for %2: %3 of its %4 are free</source>
        <translation>cuda:%1 沒有空間容納 %2：%4 中有 %3 可用</translation>
    </message>
    <message>
        <source>data has %1 features, but weight has %2; they must be equal</source>
        <translation>data 有 %1 個特徵，weight 有 %2 個；兩者須相等</translation>
    </message>
    <message>
        <source>double_buffer needs shared memory; cache_read(shared) it first</source>
        <translation>double_buffer 需要共享記憶體；請先作 cache_read(shared)</translation>
    </message>
    <message>
        <source>driver and kernel module have different versions; restart the machine</source>
        <translation>驅動程式與核心模組的版本不同；請重新啟動機器</translation>
    </message>
    <message>
        <source>fuse needs at least one axis</source>
        <translation>未指定 fuse 的軸</translation>
    </message>
    <message>
        <source>has %1 dimensions, but %2 are expected</source>
        <translation>有 %1 個維度，應為 %2 個</translation>
    </message>
    <message>
        <source>has an unknown type: %1</source>
        <translation>的型別未知：%1</translation>
    </message>
    <message>
        <source>has extent %1; extents are limited to 1 to 2^31 - 1</source>
        <translation>的長度為 %1；長度須為 1 到 2^31 - 1</translation>
    </message>
    <message>
        <source>has more than 2^40 elements, which is too many for any memory</source>
        <translation>超過 2^40 個元素，沒有記憶體容納得下</translation>
    </message>
    <message>
        <source>input %1 is %2, but should be %3</source>
        <translation>輸入 %1 是 %2，而非 %3</translation>
    </message>
    <message>
        <source>is missing; only %1 were given</source>
        <translation>缺少；給定了 %1 個</translation>
    </message>
    <message>
        <source>it cannot be read: %1</source>
        <translation>無法讀取：%1</translation>
    </message>
    <message>
        <source>it has %1 nodes; the limit is %2</source>
        <translation>它有 %1 個節點；最多讀取 %2 個</translation>
    </message>
    <message>
        <source>it has more parts than its size allows</source>
        <translation>它的部分多於其大小所能解釋</translation>
    </message>
    <message>
        <source>it has no input %1 whose shape could be set</source>
        <translation>它沒有可指定形狀的輸入 %1</translation>
    </message>
    <message>
        <source>it contains no graph</source>
        <translation>它不含圖</translation>
    </message>
    <message>
        <source>it is truncated or not an ONNX file</source>
        <translation>它不完整或屬於其他種類</translation>
    </message>
    <message>
        <source>it must be text</source>
        <translation>須為文字</translation>
    </message>
    <message>
        <source>it names no knob, so it is the same for every point</source>
        <translation>沒有提到旋鈕，因此對每個點都相同</translation>
    </message>
    <message>
        <source>it names two versions of ONNX&apos;s operators: %1 and %2</source>
        <translation>它指定了兩個 ONNX 運算子版本：%1 與 %2</translation>
    </message>
    <message>
        <source>it expects %1 arguments, but %2 were given</source>
        <translation>它有 %1 個引數，而給定了 %2 個</translation>
    </message>
    <message>
        <source>it took longer than %1 s and was stopped</source>
        <translation>超過 %1 秒，已停止</translation>
    </message>
    <message>
        <source>it has more than 10^15 operations, too many to measure</source>
        <translation>需要超過 10^15 次運算，無法量測</translation>
    </message>
    <message>
        <source>its arguments must be a list</source>
        <translation>其引數須為清單</translation>
    </message>
    <message>
        <source>its external data %1 are not a file in the model&apos;s folder</source>
        <translation>其外部資料 %1 不是模型資料夾中的檔案</translation>
    </message>
    <message>
        <source>its external data %1 cannot be read here</source>
        <translation>此處不讀取其外部資料 %1</translation>
    </message>
    <message>
        <source>its external data %1 cannot be found: %2</source>
        <translation>找不到其外部資料 %1：%2</translation>
    </message>
    <message>
        <source>its external data %1 cannot be read</source>
        <translation>無法讀取其外部資料 %1</translation>
    </message>
    <message>
        <source>its external data %1 end before byte %2 + %3</source>
        <translation>其外部資料 %1 在位元組 %2 + %3 之前就結束</translation>
    </message>
    <message>
        <source>its external data %1 are outside of the model&apos;s folder, and are not read</source>
        <translation>其外部資料 %1 位於模型資料夾之外，不予讀取</translation>
    </message>
    <message>
        <source>its external data are declared with %1 bytes, but it has %2</source>
        <translation>其外部資料標示為 %1 位元組，實有 %2</translation>
    </message>
    <message>
        <source>its external data have no location</source>
        <translation>其外部資料沒有位置</translation>
    </message>
    <message>
        <source>its factors are %1 and %2, but must have the same type</source>
        <translation>其因數為 %1 與 %2；型別須相同</translation>
    </message>
    <message>
        <source>its kernel exceeded its time limit</source>
        <translation>其核心函式用盡了時間</translation>
    </message>
    <message>
        <source>its project was moved or deleted</source>
        <translation>其專案不在原處</translation>
    </message>
    <message>
        <source>knobscope-worker is missing from %1; build or install it, or name it in KNOBSCOPE_WORKER</source>
        <translation>找不到 knobscope-worker：它應在 %1；請建置或安裝它，或以 KNOBSCOPE_WORKER 指定</translation>
    </message>
    <message>
        <source>loop %1 is tensorized as %2, but does not cover the rows and columns of one tile exactly once</source>
        <translation>迴圈 %1 張量化為 %2，但並未恰好走過一個區塊的列與行一次</translation>
    </message>
    <message>
        <source>loop %1 is tensorized as %2, which must be sum[m, n] += a[m, k] * b[k, n] on local buffers with m, n and k of %3, %4 and %5 iterations and no condition</source>
        <translation>迴圈 %1 張量化為 %2，即本地緩衝區上的 sum[m, n] += a[m, k] * b[k, n]，m、n、k 為 %3、%4、%5 次迭代且沒有條件</translation>
    </message>
    <message>
        <source>max_factor of %1 must be an integer, not &apos;%2&apos;</source>
        <translation>%1 的 max_factor 須為整數，而非「%2」</translation>
    </message>
    <message>
        <source>more than 2 GiB</source>
        <translation>超過 2 GiB</translation>
    </message>
    <message>
        <source>must be [&quot;TENSOR&quot;, shape, type], not %1</source>
        <translation>須為 [&quot;TENSOR&quot;, shape, type]，而非 %1</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>巢狀過深</translation>
    </message>
    <message>
        <source>no CUDA device is visible; check CUDA_VISIBLE_DEVICES and nvidia-smi</source>
        <translation>看不到 CUDA 裝置；請檢查 CUDA_VISIBLE_DEVICES 與 nvidia-smi</translation>
    </message>
    <message>
        <source>not an ONNX model: %1</source>
        <translation>不是 ONNX 模型：%1</translation>
    </message>
    <message>
        <source>no better config in %1 (trial|trials)</source>
        <translation>連續 %1 次試驗沒有更佳組態</translation>
    </message>
    <message>
        <source>no knob %1 in this space</source>
        <translation>此空間沒有旋鈕 %1</translation>
    </message>
    <message>
        <source>no network &apos;%1&apos;; did you mean &apos;%2&apos;?</source>
        <translation>沒有網路「%1」；您是指「%2」嗎？</translation>
    </message>
    <message>
        <source>no network &apos;%1&apos;; available networks: %2</source>
        <translation>沒有網路「%1」；可用 %2</translation>
    </message>
    <message>
        <source>no space</source>
        <translation>沒有空間</translation>
    </message>
    <message>
        <source>none</source>
        <translation>無</translation>
    </message>
    <message>
        <source>none: everything is unrolled</source>
        <translation>無：全部展開</translation>
    </message>
    <message>
        <source>none: one thread does everything</source>
        <translation>無：由一個執行緒完成</translation>
    </message>
    <message>
        <source>none: the sums are kept in memory</source>
        <translation>無：總和在記憶體中累加</translation>
    </message>
    <message>
        <source>unknown: %1</source>
        <translation>未知：%1</translation>
    </message>
    <message>
        <source>no node computed the output %1</source>
        <translation>沒有節點產生過輸出 %1</translation>
    </message>
    <message>
        <source>no node computes the graph&apos;s output %1</source>
        <translation>沒有節點產生圖的輸出 %1</translation>
    </message>
    <message>
        <source>no node computes the output %1</source>
        <translation>沒有節點產生輸出 %1</translation>
    </message>
    <message>
        <source>pipeline needs shared memory (cache_read it first) and 1 to %1 slots, not %2</source>
        <translation>pipeline 需要共享記憶體（請先作 cache_read）與 1 到 %1 個槽，而非 %2</translation>
    </message>
    <message>
        <source>unknown pragma &apos;%1&apos;; use auto_unroll_max_step or unroll_explicit</source>
        <translation>未知的 pragma「%1」；可用 auto_unroll_max_step 與 unroll_explicit</translation>
    </message>
    <message>
        <source>reads %1 at %2 in dimension %3 of %4</source>
        <translation>在 %4 的維度 %3 的 %2 處讀取 %1</translation>
    </message>
    <message>
        <source>reduction loop %1 is bound to %2 inside another loop that its result depends on</source>
        <translation>歸約迴圈 %1 綁定到 %2，位於另一個影響其結果的迴圈之內</translation>
    </message>
    <message>
        <source>reduction loop %1 is bound to %2; a reduction over threads must be the only reduction loop of its stage, on threadIdx.x, with no other threads and one element per block</source>
        <translation>歸約迴圈 %1 綁定到 %2；跨執行緒的歸約須是其階段唯一的歸約迴圈，位於 threadIdx.x，沒有其他執行緒，且每區塊一個元素</translation>
    </message>
    <message>
        <source>reorder(%1) names an axis twice</source>
        <translation>reorder(%1) 重複指定同一軸</translation>
    </message>
    <message>
        <source>split of axis %1 by %2 is not possible; the factor must be at least 1</source>
        <translation>無法以 %2 分割軸 %1；因數至少為 1</translation>
    </message>
    <message>
        <source>splitting %1 into %2 parts has more than %3 possibilities; set max_factor or a filter</source>
        <translation>將 %1 分成 %2 份的方法超過 %3 種；請設定 max_factor 或篩選條件</translation>
    </message>
    <message>
        <source>storage_align needs its second to last axis and a factor of at least 1, not %1 and %2</source>
        <translation>storage_align 需要倒數第二個軸與至少為 1 的因數，而非 %1 與 %2</translation>
    </message>
    <message>
        <source>target option &apos;%1&apos; has no usable name; write &apos;-name=value&apos;</source>
        <translation>目標平台選項「%1」沒有可用的名稱；請寫「-name=value」</translation>
    </message>
    <message>
        <source>target option &apos;%1&apos; must start with &apos;-&apos;, as in &apos;-mcpu=znver4&apos;</source>
        <translation>目標平台選項「%1」須以「-」開頭，如「-mcpu=znver4」</translation>
    </message>
    <message>
        <source>target option &apos;-%1&apos; is given twice; remove one</source>
        <translation>目標平台選項「-%1」重複指定；請保留一個</translation>
    </message>
    <message>
        <source>target option &apos;-%1=&apos; has no value; add one or remove the option</source>
        <translation>目標平台選項「-%1=」沒有值；請給值或省略它</translation>
    </message>
    <message>
        <source>target option &apos;-device=%1&apos; names more than one device; keep only one</source>
        <translation>目標平台選項「-device=%1」指定多個裝置；請保留一個</translation>
    </message>
    <message>
        <source>target option &apos;-keys=%1&apos; has an empty key; separate keys by single commas</source>
        <translation>目標平台選項「-keys=%1」有空的鍵；請以單一逗號分隔</translation>
    </message>
    <message>
        <source>the %1 of its external data is %2, which is not a number of bytes</source>
        <translation>其外部資料的 %1 是 %2，不是位元組數</translation>
    </message>
    <message>
        <source>the %1 was killed by another program (%2)</source>
        <translation>%1 被其他程式終止（%2）</translation>
    </message>
    <message>
        <source>the channel multiplier must be 1</source>
        <translation>通道倍數須為 1</translation>
    </message>
    <message>
        <source>the code is PTX of a newer CUDA than the driver supports; update the driver or use a cubin (NVRTC with -arch)</source>
        <translation>程式碼是比驅動程式所能讀取更新的 CUDA 的 PTX；請更新驅動程式或使用 cubin（NVRTC 加 -arch）</translation>
    </message>
    <message>
        <source>the code was compiled for another architecture; check -arch</source>
        <translation>程式碼為其他架構編譯；請檢查 -arch</translation>
    </message>
    <message>
        <source>the config must be an object with the list &quot;%1&quot; of knob values</source>
        <translation>組態須為物件，且含旋鈕值的清單「%1」</translation>
    </message>
    <message>
        <source>the config&apos;s code hash must be text or null</source>
        <translation>組態的程式碼雜湊須為文字或 null</translation>
    </message>
    <message>
        <source>the config&apos;s index must be a whole number from 0 to 2^63-1</source>
        <translation>組態的索引須為 0 到 2^63-1 的整數</translation>
    </message>
    <message>
        <source>the constant %1 is %2, but should be %3</source>
        <translation>常數 %1 是 %2，而非 %3</translation>
    </message>
    <message>
        <source>the convolution has layout %1; only NCHW ones can be converted</source>
        <translation>卷積的配置為 %1；只能轉換 NCHW 的卷積</translation>
    </message>
    <message>
        <source>the convolution&apos;s arguments have a form that format 0.1 does not use</source>
        <translation>卷積的引數形式不是格式 0.1 所知的</translation>
    </message>
    <message>
        <source>the device&apos;s memory is faulty; reset the device</source>
        <translation>裝置的記憶體有故障；需要重設</translation>
    </message>
    <message>
        <source>the error number must be a whole number from 0 to 8</source>
        <translation>錯誤編號須為 0 到 8 的整數</translation>
    </message>
    <message>
        <source>the initializer %1 is %2, but is declared as %3</source>
        <translation>初始值 %1 是 %2，卻標示為 %3</translation>
    </message>
    <message>
        <source>the initializer %1: %2</source>
        <translation>初始值 %1：%2</translation>
    </message>
    <message>
        <source>the input %1 has %2 axes, but was given the shape %3</source>
        <translation>輸入 %1 有 %2 個軸，而應有形狀 %3</translation>
    </message>
    <message>
        <source>the input %1 is %2, but was given as %3</source>
        <translation>輸入 %1 是 %2，卻給成 %3</translation>
    </message>
    <message>
        <source>the input %1: %2</source>
        <translation>輸入 %1：%2</translation>
    </message>
    <message>
        <source>the input must be a list of %1 items</source>
        <translation>輸入須為 %1 項的清單</translation>
    </message>
    <message>
        <source>the input must start with a target and a task name, both as text</source>
        <translation>輸入須以目標平台與任務名稱開頭，兩者皆為文字</translation>
    </message>
    <message>
        <source>the kernel has %1 input channels, but the data has %2; grouped convolutions are not supported</source>
        <translation>卷積核有 %1 個輸入通道，資料有 %2 個；不支援分組卷積</translation>
    </message>
    <message>
        <source>the kernel is larger than the padded input</source>
        <translation>卷積核大於填補後的輸入</translation>
    </message>
    <message>
        <source>the kernel exceeded the display&apos;s time limit</source>
        <translation>核心函式達到顯示器的時間限制</translation>
    </message>
    <message>
        <source>the kernel covers %1x%2, more than the padded input of %3x%4</source>
        <translation>卷積核跨越 %1x%2，大於填補後 %3x%4 的輸入</translation>
    </message>
    <message>
        <source>the kernel accessed memory outside of its buffers</source>
        <translation>核心函式存取了不屬於它的記憶體</translation>
    </message>
    <message>
        <source>the machine&apos;s fabric manager is not running</source>
        <translation>機器的 fabric manager 未在執行</translation>
    </message>
    <message>
        <source>the number is too large</source>
        <translation>數字過大</translation>
    </message>
    <message>
        <source>the operator %1 is not supported</source>
        <translation>不支援運算子 %1</translation>
    </message>
    <message>
        <source>the output %1 is declared as %2, but is %3</source>
        <translation>輸出 %1 標示為 %2，實為 %3</translation>
    </message>
    <message>
        <source>the record is in AutoTVM&apos;s pickle encoding, which is not supported; write the log with protocol &apos;json&apos;</source>
        <translation>記錄採用 AutoTVM 的 pickle 編碼，無法讀取；請以「json」協定寫出日誌</translation>
    </message>
    <message>
        <source>the record&apos;s format version is neither 0.1 nor 0.2; it may come from a newer TVM</source>
        <translation>記錄的格式版本既非 0.1 也非 0.2；可能來自較新的 TVM</translation>
    </message>
    <message>
        <source>the result must be a list of costs, error number, total cost and timestamp</source>
        <translation>結果須為成本、錯誤編號、總成本與時間戳記的清單</translation>
    </message>
    <message>
        <source>the shape %1 has a negative extent</source>
        <translation>形狀 %1 有負的長度</translation>
    </message>
    <message>
        <source>the target is empty; write a kind and its options, as in &apos;llvm -mcpu=znver4&apos;</source>
        <translation>目標平台是空的；請寫種類與選項，如「llvm -mcpu=znver4」</translation>
    </message>
    <message>
        <source>the target text has %1 characters; at most %2 are read</source>
        <translation>目標平台文字有 %1 個字元；最多讀取 %2 個</translation>
    </message>
    <message>
        <source>the target text contains a control character; write it on one line, as in &apos;llvm -mcpu=znver4&apos;</source>
        <translation>目標平台文字含有控制字元；請寫成一行，如「llvm -mcpu=znver4」</translation>
    </message>
    <message>
        <source>the target text is not UTF-8; write it as in &apos;llvm -mcpu=znver4&apos;</source>
        <translation>目標平台文字不是 UTF-8；請寫成如「llvm -mcpu=znver4」</translation>
    </message>
    <message>
        <source>the target&apos;s complete text has %1 characters; at most %2 are read</source>
        <translation>目標平台的完整文字有 %1 個字元；最多讀取 %2 個</translation>
    </message>
    <message>
        <source>the task&apos;s arguments must be a list</source>
        <translation>任務的引數須為清單</translation>
    </message>
    <message>
        <source>the task&apos;s keyword arguments must be an object</source>
        <translation>任務的關鍵字引數須為物件</translation>
    </message>
    <message>
        <source>the toolkit&apos;s stub was loaded instead of the driver; remove it from the library path</source>
        <translation>找到的是工具組的替身而非驅動程式；請將它從函式庫路徑移除</translation>
    </message>
    <message>
        <source>the values of %1 are not numbers</source>
        <translation>%1 的值不是數字</translation>
    </message>
    <message>
        <source>there are no templates for &apos;%1&apos; targets; use a plain cuda, rocm, opencl, vulkan or metal one</source>
        <translation>沒有「%1」目標平台的範本；請用單純的 cuda、rocm、opencl、vulkan 或 metal</translation>
    </message>
    <message>
        <source>there are no templates for target &apos;%1&apos;; use an llvm or a cuda target</source>
        <translation>沒有目標平台「%1」的範本；請用 llvm 或 cuda 目標平台</translation>
    </message>
    <message>
        <source>there is no extra template &apos;%1&apos; for %2 on %3; %4</source>
        <translation>%3 上沒有 %2 的額外範本「%1」；%4</translation>
    </message>
    <message>
        <source>there is no task %1; %2 has %3 on %4, numbered from 1</source>
        <translation>沒有任務 %1；%2 在 %4 上有 %3 個，從 1 編號</translation>
    </message>
    <message>
        <source>there is nothing to compute</source>
        <translation>沒有可計算的內容</translation>
    </message>
    <message>
        <source>this CPU is %1</source>
        <translation>此 CPU 為 %1</translation>
    </message>
    <message>
        <source>this CPU lacks %1</source>
        <translation>此 CPU 沒有 %1</translation>
    </message>
    <message>
        <source>this is not a tuning record: it does not start with &apos;{&apos;</source>
        <translation>這不是調校記錄：它不是以「{」開頭</translation>
    </message>
    <message>
        <source>this space has no knob %1</source>
        <translation>此空間沒有旋鈕 %1</translation>
    </message>
    <message>
        <source>this system is %1</source>
        <translation>此系統為 %1</translation>
    </message>
    <message>
        <source>tile buffer %1 is not a multiple of %2 x %3</source>
        <translation>區塊緩衝區 %1 不是 %2 x %3 的倍數</translation>
    </message>
    <message>
        <source>tile buffer %1 is used differently by two products</source>
        <translation>區塊緩衝區 %1 以不同方式參與兩個乘積</translation>
    </message>
    <message>
        <source>two inputs are named %1</source>
        <translation>有兩個輸入名為 %1</translation>
    </message>
    <message>
        <source>two tensors are named %1</source>
        <translation>有兩個張量名為 %1</translation>
    </message>
    <message>
        <source>winograd computes with fractions, which %1 cannot represent; use a float type</source>
        <translation>winograd 以分數計算，而 %1 沒有分數；請給浮點型別</translation>
    </message>
    <message>
        <source>winograd needs a square kernel of 3 to 7, stride 1 and dilation 1</source>
        <translation>winograd 需要 3 到 7 的方形卷積核、步幅 1 與擴張 1</translation>
    </message>
    <message>
        <source>the template chooses the blocks of the channels itself; use data in NCHW and the kernel in OIHW</source>
        <translation>此範本自行選擇通道的分塊；請以 NCHW 給 data、以 OIHW 給 kernel</translation>
    </message>
    <message>
        <source>%1 has no input %2; its input is &apos;data&apos;</source>
        <translation>%1 沒有輸入 %2；它的輸入是「data」</translation>
    </message>
    <message>
        <source>%1 is a list of layers and is not available as a graph</source>
        <translation>%1 只是一份層的清單，沒有對應的計算圖</translation>
    </message>
    <message>
        <source>%1 expects images of shape [batch, 3, height, width], not %2</source>
        <translation>%1 接受形狀為 [batch, 3, height, width] 的影像，而不是 %2</translation>
    </message>
    <message>
        <source>an edge connects the nodes %1 and %2 of %3</source>
        <translation>一條邊連接了節點 %1 與 %2，但共有 %3 個節點</translation>
    </message>
    <message>
        <source>candidate %1 of the node &apos;%2&apos; has an invalid cost of %3 seconds</source>
        <translation>節點「%2」的候選 %1 的成本為 %3 秒，這不是有效的成本</translation>
    </message>
    <message>
        <source>no choice for the %1 nodes is valid on every edge</source>
        <translation>找不到可讓 %1 個節點在每條邊上都可行的選擇</translation>
    </message>
    <message>
        <source>the edge from &apos;%1&apos; to &apos;%2&apos; has an invalid cost of %3 seconds</source>
        <translation>從「%1」到「%2」的邊有一處成本為 %3 秒，這不是有效的成本</translation>
    </message>
    <message>
        <source>the edge from &apos;%1&apos; to &apos;%2&apos; has %3 costs for %4 times %5 candidates</source>
        <translation>從「%1」到「%2」的邊有 %3 個成本，但候選為 %4 乘 %5 個</translation>
    </message>
    <message>
        <source>the exact choice among %1 nodes visits more than %2 states; raise the limit or use another method</source>
        <translation>在 %1 個節點中精確選擇需檢視超過 %2 個狀態；請提高上限或改用其他方法</translation>
    </message>
    <message>
        <source>the node &apos;%1&apos; has no candidates</source>
        <translation>節點「%1」沒有可選的候選</translation>
    </message>
    <message>
        <source>There is no task to tune, or no budget</source>
        <translation>沒有可調校的工作，或沒有可用的預算</translation>
    </message>
    <message>
        <source>%1 cannot be part of a kernel</source>
        <translation>%1 無法成為核心的一部分</translation>
    </message>
    <message>
        <source>%1 cannot be written. Is there enough space, and do you have permission to write there?</source>
        <translation>無法寫入 %1；是否還有空間，且此使用者有寫入權限？</translation>
    </message>
    <message>
        <source>%1 is computed by its definition, so there is no code to export</source>
        <translation>%1 是依其定義計算的，沒有可匯出的程式碼</translation>
    </message>
    <message>
        <source>%1 is read before it is computed</source>
        <translation>%1 在產生之前就被讀取</translation>
    </message>
    <message>
        <source>%1 would have %2 MB; ONNX files are limited to 2 GiB</source>
        <translation>%1 會有 %2 MB；ONNX 檔須小於 2 GiB</translation>
    </message>
    <message>
        <source>An epilogue is for computations with one output, not %1</source>
        <translation>尾段運算只適用於單一輸出的計算，而非 %1 個</translation>
    </message>
    <message>
        <source>Input %1 is %2, but should be %3</source>
        <translation>輸入 %1 是 %2，不是 %3</translation>
    </message>
    <message>
        <source>No network is open</source>
        <translation>沒有開啟的網路</translation>
    </message>
    <message>
        <source>The folder %1 cannot be created: %2</source>
        <translation>無法建立資料夾 %1：%2</translation>
    </message>
    <message>
        <source>The network&apos;s process ended: %1</source>
        <translation>網路的行程已結束：%1</translation>
    </message>
    <message>
        <source>The worker&apos;s answer is not a list of times: %1</source>
        <translation>工作行程的回應不是時間清單：%1</translation>
    </message>
    <message>
        <source>The worker&apos;s answer is not a network: %1</source>
        <translation>工作行程的回應不是網路：%1</translation>
    </message>
    <message>
        <source>The worker&apos;s answer contains no number</source>
        <translation>工作行程的回應沒有內容</translation>
    </message>
    <message>
        <source>%1 has a type that is not supported</source>
        <translation>%1 的型別不受支援</translation>
    </message>
    <message>
        <source>%1: its first output is missing</source>
        <translation>%1：缺少第一個輸出</translation>
    </message>
    <message>
        <source>there is no run of a task of %1 with %2 (thread|threads); tune it first with network tune</source>
        <translation>沒有以 %2 個執行緒調校過 %1 的任務；請先調校：network tune</translation>
    </message>
    <message>
        <source>No template supports any layer of %1 on %2</source>
        <translation>%1 在 %2 上沒有任何有範本的層</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a node with a template; only the layouts of such nodes can be forced</source>
        <translation>「%1」不是有範本的節點：只有這樣的節點能固定版面</translation>
    </message>
    <message>
        <source>Networks run on this machine&apos;s CPU, but &apos;%1&apos; is a GPU target</source>
        <translation>網路在本機的 CPU 上執行；「%1」是 GPU 的</translation>
    </message>
    <message>
        <source>No config of &apos;%1&apos; is known for blocks %2:%3; known blocks: %4</source>
        <translation>「%1」沒有區塊為 %2:%3 的已知組態；已知的有 %4</translation>
    </message>
    <message>
        <source>The whole network is not timed: %1</source>
        <translation>未執行整個網路：%1</translation>
    </message>
    <message>
        <source>The worker&apos;s answer has another number of steps</source>
        <translation>工作程序回答的步驟數目不同</translation>
    </message>
    <message>
        <source>the operation between the two convolutions must be &quot;relu&quot; or null</source>
        <translation>兩個卷積之間為 &quot;relu&quot; 或 null</translation>
    </message>
    <message>
        <source>two convolutions in one kernel must be float32</source>
        <translation>同一核心中的兩個卷積須為 float32</translation>
    </message>
    <message>
        <source>Compiled kernels are not cached: %1 cannot be created: %2</source>
        <translation>編譯好的核心函式不會保留：無法建立 %1：%2</translation>
    </message>
    <message>
        <source>Compiled kernels are not cached: %1 is not a private folder of this user; remove it, or chmod 700</source>
        <translation>編譯好的核心函式不會保留：%1 不是只屬於此使用者的資料夾；請移除它，或執行 chmod 700</translation>
    </message>
    <message>
        <source>Compiled kernels are not cached: there is no home folder</source>
        <translation>編譯好的核心函式不會保留：沒有家目錄</translation>
    </message>
    <message>
        <source>%1: knob %2 needs multiples of %3, and none divides %4 channels; pad them, or use conv2d_tiles_NCHWc.x86</source>
        <translation>%1：旋鈕 %2 取 %3 的倍數，而其中沒有一個能整除 %4 個通道；請補足通道，或改用 conv2d_tiles_NCHWc.x86</translation>
    </message>
    <message>
        <source>Knobs tile_ic and tile_oc: blocks of %1 and %2 are not multiples of %3 that divide %4 and %5 channels</source>
        <translation>旋鈕 tile_ic 與 tile_oc：大小為 %1 與 %2 的區塊不能把 %4 與 %5 個通道分成每 %3 個一組</translation>
    </message>
    <message>
        <source>argument %1 (output type) is %2, which cannot represent sums of %3 products; use int32</source>
        <translation>引數 %1（輸出型別）為 %2，容納不下 %3 個乘積之和；請給 int32</translation>
    </message>
    <message>
        <source>it adds products of 8-bit integers in int32 and of bfloat16 in float32; the given types are %1, %2 and %3</source>
        <translation>它以 int32 加總 8 位元整數的乘積，以 float32 加總 bfloat16 的乘積；此處為 %1、%2 與 %3</translation>
    </message>
    <message>
        <source>The comparison is too large to be kept in %1; replay with fewer seeds or trials</source>
        <translation>這次比較太長，無法保留在 %1 中：請用較少的種子或試驗重播</translation>
    </message>
    <message>
        <source>Rounding</source>
        <translation>捨入誤差</translation>
    </message>
    <message>
        <source>The baseline was timed while the machine was slow, %1 % too long; all times are corrected</source>
        <translation>作為比較基準的核心是在機器緩慢時計時的，多了 %1 %：所有時間已更正</translation>
    </message>
    <message>
        <source>prefetch needs an input, or a precomputed tensor, that the stage&apos;s reduction reads, one of its dimensions and 1 entry or more, not %1 of dimension %2 of %3</source>
        <translation>prefetch 需要此階段的歸約所讀取的輸入或預先計算的張量、它的一個維度，以及至少 1 個項目，而非 %3 第 %2 維的 %1 個</translation>
    </message>
    <message>
        <source>In a longer measurement, config %1 is %2 times as fast as untuned, not %3 times</source>
        <translation>經長時間計時，組態 %1 的速度是未調校時的 %2 倍，而非 %3 倍</translation>
    </message>
    <message>
        <source>Padded, rearranged or transformed copies, which are written and read again in each call; copies that each thread has count once.</source>
        <translation>補邊、重排或轉換後的副本，每次呼叫都會寫入再讀出；每個執行緒自有的部分只計一次。</translation>
    </message>
    <message>
        <source>Timing kernels inside the network</source>
        <translation>正在檢視各核心函式在網路中執行的時間</translation>
    </message>
    <message>
        <source>The times of kernels inside the network are unknown: %1</source>
        <translation>各核心函式在網路中所需的時間不明：%1</translation>
    </message>
    <message>
        <source>%1 has changed since it was opened; open it again</source>
        <translation>%1 已不是開啟時的那個網路；請重新開啟</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 小時 %2 分</translation>
    </message>
    <message>
        <source>%1 has no FLOP count</source>
        <translation>%1 沒有 FLOP 數</translation>
    </message>
    <message>
        <source>%1 contains no AutoTVM record that can be compared (%2)</source>
        <translation>%1 沒有可比較的 AutoTVM 記錄（%2）</translation>
    </message>
    <message>
        <source>%1 contains no AutoTVM record that can be compared; it is empty</source>
        <translation>%1 沒有可比較的 AutoTVM 記錄；它是空的</translation>
    </message>
    <message>
        <source>Copying %1 was cancelled</source>
        <translation>未複製 %1：複製已停止</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 (thread|threads)</source>
        <translation>%1 個執行緒</translation>
    </message>
    <message>
        <source>%1: %2 lines cannot be read; line %3: %4</source>
        <translation>%1：有 %2 行無法讀取；第 %3 行：%4</translation>
    </message>
    <message>
        <source>%1: %2 (record is|records are) left out: %3</source>
        <translation>%1：已排除 %2 筆記錄：%3</translation>
    </message>
    <message>
        <source>The measured time is impossible: %1 ms per call are at least %2 GFLOPS (2 per multiply-add), but the highest rate that its cores have reached is %3; it was timed twice. Is the machine busy?</source>
        <translation>其時間不可能正確：每次呼叫 %1 ms 至少相當於 %2 GFLOPS（每次乘加算兩次），而執行它的處理器核心至今最高只達到 %3；已計時兩次。機器是否忙碌？</translation>
    </message>
    <message>
        <source>The machine is busy: other programs use %1 % of the cores that kernels are timed on, so speeds are unreliable; stop them, or start again later</source>
        <translation>機器忙碌：其他程式占用了為核心函式計時所用處理器核心的 %1 %；量得的速度會分散，有些可能有誤。請結束那些程式，或稍後再開始</translation>
    </message>
    <message>
        <source>The tuner with the fewest trials on this program&apos;s recorded spaces: bayes, which fits a surface to the speeds measured so far and tries where it is most promising.</source>
        <translation>在本程式記錄的空間上所需試驗最少的調校器：bayes，它以目前量得的速度畫出曲面，並嘗試最有希望之處。</translation>
    </message>
    <message>
        <source>cold weights</source>
        <translation>冷權重</translation>
    </message>
    <message>
        <source>the line has %1 bytes; at most %2 are read</source>
        <translation>此行有 %1 位元組；最多讀取 %2 位元組</translation>
    </message>
    <message>
        <source>the record is incomplete: the file ends inside of it</source>
        <translation>記錄不完整：檔案在記錄中途結束</translation>
    </message>
    <message>
        <source>%1: step_k, stages, split_k and vector_p must be at least 1</source>
        <translation>%1：step_k、stages、split_k 與 vector_p 至少須為 1</translation>
    </message>
    <message>
        <source>%1: thread_f and thread_p must be multiples of %2 that divide block_f and block_p</source>
        <translation>%1：thread_f 與 thread_p 須為 %2 的倍數，且能整除 block_f 與 block_p</translation>
    </message>
    <message>
        <source>Knob tile_k: vectors of %1 do not divide %2 features</source>
        <translation>旋鈕 tile_k：長度 %1 的向量無法整除 %2 個特徵</translation>
    </message>
    <message>
        <source>Knob tile_x: a weight block of %1 does not divide %2 features</source>
        <translation>旋鈕 tile_x：%1 的權重區塊無法整除 %2 個特徵</translation>
    </message>
    <message>
        <source>Precision that transforms and sums lose against double precision: the most that tests observed for random shapes, and a bound with a margin. Above 48 input channels both grow with the square root of their number.</source>
        <translation>各轉換與加總相對於雙精度所損失的精確度：測試容許隨機形狀損失的上限，以及為其他形狀留有餘裕的值。輸入通道超過 48 時，兩者隨通道數的平方根增加。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1；%2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1、%2</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1。%2</translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source> It is %1 times as fast as untuned.</source>
        <translation> 速度是未調校時的 %1 倍。</translation>
    </message>
    <message>
        <source> Its layers take %1 ms instead of %2 ms.</source>
        <translation>各層共需 %1 ms，原為 %2 ms。</translation>
    </message>
    <message>
        <source>%1 %2 while it was written to, and its contents cannot be written elsewhere: %3</source>
        <translation>寫入期間，%1 %2，且其全部內容無法寫到別處：%3</translation>
    </message>
    <message>
        <source>%1 %2 while it was written to; its contents and the run so far are in the new project %3</source>
        <translation>寫入期間，%1 %2；其全部內容與目前為止的執行都在新專案 %3 中</translation>
    </message>
    <message>
        <source>%1 %2 while records were appended to it; all of them are in the new log %3, and later ones will be written there</source>
        <translation>附加記錄期間，%1 %2；所有記錄都在新的記錄檔 %3 中，之後的也是</translation>
    </message>
    <message>
        <source>%1 95 % interval %2 to %3.</source>
        <translation>%1 95 % 信賴區間 %2 至 %3。</translation>
    </message>
    <message>
        <source>%1 GFLOPS (95 % of the best seen) was reached by %2 in %3 of %4 and by %5 in %6 of %7.</source>
        <translation>%1 GFLOPS（所見最佳的 95 %）：%2 有 %3 個（共 %4）、%5 有 %6 個（共 %7）達到。</translation>
    </message>
    <message>
        <source>%1 at %2 °C</source>
        <translation>%1，溫度 %2 °C</translation>
    </message>
    <message>
        <source>%1 cannot be compared with %2: all of its trials failed.</source>
        <translation>%1 無法與 %2 比較：其試驗無一成功。</translation>
    </message>
    <message>
        <source>%1 cannot be written (%2); results are kept in memory and written later</source>
        <translation>無法寫入 %1（%2）；結果暫存於記憶體，稍後重試</translation>
    </message>
    <message>
        <source>%1 cannot tell a difference from chance (p is at least %2); at least %3 are needed.</source>
        <translation>%1無法分辨差異與偶然：純屬偶然時，這麼多種子全偏向同一邊的 p = %2；至少需要 %3 個。</translation>
    </message>
    <message>
        <source>%1 ends have no start and were left out.</source>
        <translation>%1 個結束沒有開始，已略去。</translation>
    </message>
    <message>
        <source>%1 entries are not trace events and were left out.</source>
        <translation>%1 個項目不是追蹤事件，已略去。</translation>
    </message>
    <message>
        <source>%1 events belong to threads or counters beyond the first 100,000; they were added to the last one.</source>
        <translation>%1 個事件屬於前 100,000 個以外的執行緒或計數器；已歸入最後一個。</translation>
    </message>
    <message>
        <source>%1 events have no time and were left out.</source>
        <translation>%1 個事件沒有時間，已略去。</translation>
    </message>
    <message>
        <source>%1 finds faster kernels with this budget (p = %2, signed ranks of %3).</source>
        <translation>在此預算下，%1 找到較快的核心函式（依 %3的符號等級檢定，p = %2）。</translation>
    </message>
    <message>
        <source>%1 is tuned.</source>
        <translation>%1 已調校完成。</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 or %2</source>
        <translation>%1或%2</translation>
    </message>
    <message>
        <source>%1 reaches %2 % of the best in %3, %4 in %5 (%6; p = %7)</source>
        <translation>%1 以 %3達到最佳值的 %2 %，%4 需 %5 次（%6；p = %7）</translation>
    </message>
    <message>
        <source>%1 reaches %2 % of the best in %3, %4 in at most half of its runs (%5; p = %6)</source>
        <translation>%1 以 %3達到最佳值的 %2 %，%4 則至多半數執行達到（%5；p = %6）</translation>
    </message>
    <message>
        <source>%1 (run|runs)</source>
        <translation>%1 次執行</translation>
    </message>
    <message>
        <source>%1 (seed|seeds)</source>
        <translation>%1 個隨機種子</translation>
    </message>
    <message>
        <source>%1 spans start inside 100,000 open ones and were left out.</source>
        <translation>%1 個區段開始於 100,000 個未結束的區段之內，已略去。</translation>
    </message>
    <message>
        <source>%1 spans end before they start; their durations were set to 0.</source>
        <translation>%1 個區段在開始前結束；其長度視為 0。</translation>
    </message>
    <message>
        <source>%1 spans have no end; they were closed at the last time of their thread.</source>
        <translation>%1 個區段沒有結束；已在其執行緒的最後時間結束。</translation>
    </message>
    <message>
        <source>%1 (span is|spans are) inside %2 others and (was|were) left out.</source>
        <translation>%1 個區段位於 %2 個其他區段之內，已略去。</translation>
    </message>
    <message>
        <source>%1 waits without the earlier results of %2, which is not in the project&apos;s folder; if you trust them, queue it again with them</source>
        <translation>%1 等候時不含 %2 的先前結果，因為它不在專案的資料夾中；若那是您的，請連同它重新加入佇列</translation>
    </message>
    <message>
        <source>%1 was stopped.</source>
        <translation>%1 已停止。</translation>
    </message>
    <message>
        <source>%1, with the message &apos;%2&apos;</source>
        <translation>%1，訊息為「%2」</translation>
    </message>
    <message>
        <source>%1: %2 is better here.</source>
        <translation>%1：%2 在此較佳。</translation>
    </message>
    <message>
        <source>%1: %2 is faster here.</source>
        <translation>%1：%2 在此較快。</translation>
    </message>
    <message>
        <source>%1: the difference is not significant.</source>
        <translation>%1：無法斷定有差異。</translation>
    </message>
    <message>
        <source>%1; the config needs %2 in total</source>
        <translation>%1；此組態共需 %2</translation>
    </message>
    <message>
        <source>%1; the driver supports CUDA %2</source>
        <translation>%1；驅動程式可讀 CUDA %2</translation>
    </message>
    <message>
        <source>, copies as late as possible</source>
        <translation>，複製盡可能晚</translation>
    </message>
    <message>
        <source>, copies immediately</source>
        <translation>，複製立即進行</translation>
    </message>
    <message>
        <source>A kernel&apos;s object is incomplete</source>
        <translation>核心函式的目的檔不完整</translation>
    </message>
    <message>
        <source>Both are equally fast at the end.</source>
        <translation>最後兩者相當。</translation>
    </message>
    <message>
        <source>Best of a run, mean of %1: %2 %3 GFLOPS, %4 %5 GFLOPS.</source>
        <translation>每次執行的最佳值，%1的平均：%2 %3 GFLOPS，%4 %5 GFLOPS。</translation>
    </message>
    <message>
        <source>Config %1: %2: %3</source>
        <translation>組態 %1：%2：%3</translation>
    </message>
    <message>
        <source>Difference per seed: %1 GFLOPS (%2 %), 95 % interval %3 to %4.</source>
        <translation>各隨機種子的差異 %1 GFLOPS（%2 %），95 % 信賴區間 %3 至 %4。</translation>
    </message>
    <message>
        <source>Difference per seed: %1 GFLOPS (%2 %).</source>
        <translation>各隨機種子的差異 %1 GFLOPS（%2 %）。</translation>
    </message>
    <message>
        <source>NVRTC %1 does not support %2</source>
        <translation>NVRTC %1 不認得 %2</translation>
    </message>
    <message>
        <source>The difference between %1 and %2 cannot be judged: %3 against %4. At least %5 of each are needed: tune with other seeds.</source>
        <translation>無法斷定 %1 與 %2 有差異：兩者分別為 %3與 %4。每組至少需要 %5 次：請以其他隨機種子調校。</translation>
    </message>
    <message>
        <source>ONNX&apos;s opset %1 has no operator %2</source>
        <translation>ONNX 的 opset %1 沒有運算子 %2</translation>
    </message>
    <message>
        <source>One end has no start and was left out.</source>
        <translation>一個結束沒有開始，已略去。</translation>
    </message>
    <message>
        <source>One entry is not a trace event and was left out.</source>
        <translation>一個項目不是追蹤事件，已略去。</translation>
    </message>
    <message>
        <source>One event has no time and was left out.</source>
        <translation>一個事件沒有時間，已略去。</translation>
    </message>
    <message>
        <source>One event belongs to a thread or counter beyond the first 100,000; it was added to the last one.</source>
        <translation>一個事件屬於前 100,000 個以外的執行緒或計數器；已歸入最後一個。</translation>
    </message>
    <message>
        <source>One span starts inside 100,000 open ones and was left out.</source>
        <translation>一個區段開始於 100,000 個未結束的區段之內，已略去。</translation>
    </message>
    <message>
        <source>One span ends before it starts; its duration was set to 0.</source>
        <translation>一個區段在開始前結束；其長度視為 0。</translation>
    </message>
    <message>
        <source>One span has no end; it was closed at the last time of its thread.</source>
        <translation>一個區段沒有結束；已在其執行緒的最後時間結束。</translation>
    </message>
    <message>
        <source>Only the first %1 tasks of the queue are restored</source>
        <translation>只取佇列的前 %1 個任務</translation>
    </message>
    <message>
        <source>SIGABRT (it aborted)</source>
        <translation>SIGABRT（它已中止）</translation>
    </message>
    <message>
        <source>SIGBUS (access to missing memory)</source>
        <translation>SIGBUS（它存取了不存在的記憶體）</translation>
    </message>
    <message>
        <source>SIGFPE (an invalid division)</source>
        <translation>SIGFPE（無法進行的除法）</translation>
    </message>
    <message>
        <source>SIGILL (an instruction that this CPU does not support)</source>
        <translation>SIGILL（此 CPU 沒有的指令）</translation>
    </message>
    <message>
        <source>SIGKILL (killed, possibly for lack of memory)</source>
        <translation>SIGKILL（被強制結束，可能因記憶體不足）</translation>
    </message>
    <message>
        <source>SIGSEGV (invalid memory access)</source>
        <translation>SIGSEGV（無效的記憶體存取）</translation>
    </message>
    <message>
        <source>The arguments of %1 events are longer than 64 kB and were left out.</source>
        <translation>%1 個事件的引數超過 64 kB，已略去。</translation>
    </message>
    <message>
        <source>The arguments of one event are longer than 64 kB and were left out.</source>
        <translation>一個事件的引數超過 64 kB，已略去。</translation>
    </message>
    <message>
        <source>The best configs could not be confirmed: %1</source>
        <translation>無法再次檢查最佳的幾個：%1</translation>
    </message>
    <message>
        <source>The compressed file is incomplete or damaged; the events before that were kept.</source>
        <translation>壓縮檔不完整或已損壞；之前的內容已保留。</translation>
    </message>
    <message>
        <source>The file is incomplete: it ends after %1 (event|events) (byte %2); the events before that were kept.</source>
        <translation>檔案在 %1 個事件之後（位元組 %2）中途結束；之前的內容已保留。</translation>
    </message>
    <message>
        <source>The worker ran out of memory</source>
        <translation>工作程序記憶體不足</translation>
    </message>
    <message>
        <source>The worker&apos;s answer is invalid. Is it from another version?</source>
        <translation>工作程序的回應沒有意義；它是其他版本嗎？</translation>
    </message>
    <message>
        <source>There is no kernel to time</source>
        <translation>沒有可計時的核心函式</translation>
    </message>
    <message>
        <source>These runs were measured for different targets, so the machine differs as well.</source>
        <translation>這些執行的量測目標平台不同：機器也不相同。</translation>
    </message>
    <message>
        <source>This build has no LLVM, which is needed to run networks</source>
        <translation>此建置沒有可執行網路的 LLVM</translation>
    </message>
    <message>
        <source>This build has no LLVM, which is needed to compile emulated kernels</source>
        <translation>此建置沒有 LLVM，無法編譯模擬的核心函式</translation>
    </message>
    <message>
        <source>This experiment shows no significant difference (p = %1, above %2). More seeds could reveal a smaller one.</source>
        <translation>本實驗看不出差異（p = %1，大於 %2）。差異仍可能存在；增加隨機種子才能找出較小的差異。</translation>
    </message>
    <message>
        <source>Threads %1%2: %3</source>
        <translation>執行緒%1%2：%3</translation>
    </message>
    <message>
        <source>Throttled by %1</source>
        <translation>因%1而降速</translation>
    </message>
    <message>
        <source>Throttled by %1: %2 of %3 MHz</source>
        <translation>因%1而降速：%2 MHz，上限 %3 MHz</translation>
    </message>
    <message>
        <source>Unknown request &apos;%1&apos;</source>
        <translation>未知的要求「%1」</translation>
    </message>
    <message>
        <source>Where both reached it, %1 needed %2 trials fewer.</source>
        <translation>兩者皆達到時，%1 少用 %2 次試驗。</translation>
    </message>
    <message>
        <source>Where both reached it, %1 needed %2 trials more.</source>
        <translation>兩者皆達到時，%1 多用 %2 次試驗。</translation>
    </message>
    <message>
        <source>Where both reached it, %1 needed equally many trials.</source>
        <translation>兩者皆達到時，%1 用了同樣多的試驗。</translation>
    </message>
    <message>
        <source>a hardware slowdown</source>
        <translation>硬體降速</translation>
    </message>
    <message>
        <source>attribute %1 is a graph, which is not supported</source>
        <translation>屬性 %1 是圖，不受支援</translation>
    </message>
    <message>
        <source>attribute %1 has a type that is not supported</source>
        <translation>屬性 %1 的種類不受支援</translation>
    </message>
    <message>
        <source>backwards</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>every config was tried</source>
        <translation>已試過所有組態</translation>
    </message>
    <message>
        <source>forwards</source>
        <translation>正向</translation>
    </message>
    <message>
        <source>heat</source>
        <translation>過熱</translation>
    </message>
    <message>
        <source>overheating (hardware)</source>
        <translation>過熱（硬體）</translation>
    </message>
    <message>
        <source>it has another version</source>
        <translation>它以另一個版本回應</translation>
    </message>
    <message>
        <source>it crashed with %1</source>
        <translation>它因 %1 而當掉</translation>
    </message>
    <message>
        <source>it exited with code %1</source>
        <translation>它以代碼 %1 結束</translation>
    </message>
    <message>
        <source>it contains no records</source>
        <translation>其中沒有記錄</translation>
    </message>
    <message>
        <source>its version is different</source>
        <translation>它是另一個版本</translation>
    </message>
    <message>
        <source>it was moved or deleted; build or install it again</source>
        <translation>它已被移動或刪除，請重新建置或安裝</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>make it executable, or name another one in KNOBSCOPE_WORKER</source>
        <translation>請將它設為可執行，或在 KNOBSCOPE_WORKER 指定另一個</translation>
    </message>
    <message>
        <source>median of %1 and %2 (run|runs)</source>
        <translation>分別為 %1 次與 %2 次執行的中位數</translation>
    </message>
    <message>
        <source>median of %1 (run|runs) each</source>
        <translation>各 %1 次執行的中位數</translation>
    </message>
    <message>
        <source>memory ran out; close some programs, or raise the limit (ulimit -v)</source>
        <translation>記憶體不足；請關閉一些程式，或提高上限 (ulimit -v)</translation>
    </message>
    <message>
        <source>name another one in KNOBSCOPE_WORKER</source>
        <translation>請在 KNOBSCOPE_WORKER 指定另一個</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>無限制</translation>
    </message>
    <message>
        <source>no further gain is expected</source>
        <translation>已無可改進之處</translation>
    </message>
    <message>
        <source>a process that is not visible from here, possibly in another container</source>
        <translation>從這裡看不到的程式，可能在另一個容器中</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>程序 %1</translation>
    </message>
    <message>
        <source>shuffled</source>
        <translation>亂序</translation>
    </message>
    <message>
        <source>signal %1</source>
        <translation>信號 %1</translation>
    </message>
    <message>
        <source>the driver, which is for CUDA %1.%2, cannot load the output of NVRTC %3</source>
        <translation>驅動程式適用於 CUDA %1.%2，無法載入 NVRTC %3 的產物</translation>
    </message>
    <message>
        <source>the initializer %1 is sparse, which is not supported</source>
        <translation>初始值 %1 是稀疏的，不受支援</translation>
    </message>
    <message>
        <source>the input %1 is %2, which is not supported</source>
        <translation>輸入 %1 是 %2，不受支援</translation>
    </message>
    <message>
        <source>the power cap</source>
        <translation>功率上限</translation>
    </message>
    <message>
        <source>the power supply</source>
        <translation>電源供應</translation>
    </message>
    <message>
        <source>there are too many processes; close some, or raise the limit (ulimit -u)</source>
        <translation>程序過多；請結束一些，或提高上限 (ulimit -u)</translation>
    </message>
    <message>
        <source>this machine has too many open files; close some programs</source>
        <translation>這台機器開啟的檔案過多；請關閉一些程式</translation>
    </message>
    <message>
        <source>this program has reached its limit of open files; raise the limit (ulimit -n)</source>
        <translation>此程式不得開啟這麼多檔案，請提高上限 (ulimit -n)</translation>
    </message>
    <message>
        <source>was deleted or moved</source>
        <translation>被刪除或移走</translation>
    </message>
    <message>
        <source>was replaced by another file</source>
        <translation>被另一個檔案取代</translation>
    </message>
    <message>
        <source>the output of %1 is unknown</source>
        <translation>%1 的輸出未知</translation>
    </message>
    <message>
        <source>Random configs before the first surface; a quarter as many if a bound is known.</source>
        <translation>建立第一個曲面之前的隨機組態數；已知上界時為四分之一。</translation>
    </message>
    <message>
        <source>%1 %2 for %3 axes</source>
        <translation>有 %3 個軸，卻給了 %1 個 %2</translation>
    </message>
    <message>
        <source>%1 axes are too many</source>
        <translation>%1 個軸過多</translation>
    </message>
    <message>
        <source>%1 elements do not match the shape %2</source>
        <translation>%1 個元素不符合形狀 %2</translation>
    </message>
    <message>
        <source>%1 input channels in %2 groups do not match weights of shape %3</source>
        <translation>%1 個輸入通道分成 %2 組，與形狀 %3 的權重不符</translation>
    </message>
    <message>
        <source>%1 is %2, but there are %3 axes</source>
        <translation>%1 為 %2，而軸共有 %3 個</translation>
    </message>
    <message>
        <source>%1 names axis %2 twice</source>
        <translation>%1 重複指定軸 %2</translation>
    </message>
    <message>
        <source>%1 numbers of repeats for %2 axes</source>
        <translation>有 %2 個軸，卻給了 %1 個重複次數</translation>
    </message>
    <message>
        <source>%1 pads for %2 axes</source>
        <translation>有 %2 個軸，卻給了 %1 個填補量</translation>
    </message>
    <message>
        <source>%1 parts for %2 outputs</source>
        <translation>有 %2 個輸出，卻給了 %1 個部分</translation>
    </message>
    <message>
        <source>%1 starts, %2 ends, %3 axes and %4 steps</source>
        <translation>起點 %1 個、終點 %2 個、軸 %3 個、步長 %4 個</translation>
    </message>
    <message>
        <source>the bias has %1 elements for %2 output channels</source>
        <translation>有 %2 個輸出通道，偏差卻是 %1</translation>
    </message>
    <message>
        <source>a division by zero</source>
        <translation>除以零</translation>
    </message>
    <message>
        <source>a pad of %1</source>
        <translation>填補量為 %1</translation>
    </message>
    <message>
        <source>a part has %1 elements of an extent of %2</source>
        <translation>有一部分為 %1，而長度為 %2</translation>
    </message>
    <message>
        <source>a range in steps of %1 never ends</source>
        <translation>步長為 %1 的範圍沒有終點</translation>
    </message>
    <message>
        <source>a scalar has no axis</source>
        <translation>純量沒有軸</translation>
    </message>
    <message>
        <source>scalars cannot be multiplied as matrices</source>
        <translation>純量沒有矩陣乘積</translation>
    </message>
    <message>
        <source>axis %1 has a step of 0</source>
        <translation>沿軸 %1 的步長為 0</translation>
    </message>
    <message>
        <source>a window is entirely in the padding</source>
        <translation>有視窗完全位於填補之內</translation>
    </message>
    <message>
        <source>a window of %1 does not fit into %2 padded by %3 and %4 (axis %5)</source>
        <translation>長度 %2 加上填補 %3 與 %4 後，容納不下 %1 的視窗（軸 %5）</translation>
    </message>
    <message>
        <source>attribute &apos;%1&apos; has %2 numbers, not %3</source>
        <translation>屬性「%1」有 %2 個數字，而非 %3 個</translation>
    </message>
    <message>
        <source>attribute &apos;%1&apos; contains %2, which must be %3 or more</source>
        <translation>屬性「%1」含有 %2，而其值至少須為 %3</translation>
    </message>
    <message>
        <source>attribute &apos;%1&apos; is not supported</source>
        <translation>不支援屬性「%1」</translation>
    </message>
    <message>
        <source>attribute &apos;%1&apos; must be %2</source>
        <translation>屬性「%1」須為 %2</translation>
    </message>
    <message>
        <source>attribute &apos;approximate&apos; is %1; it must be none or tanh</source>
        <translation>屬性「approximate」為 %1；可用的有 none 與 tanh</translation>
    </message>
    <message>
        <source>attribute &apos;auto_pad&apos; is %1; it must be NOTSET, VALID, SAME_UPPER or SAME_LOWER</source>
        <translation>屬性「auto_pad」為 %1；可用的有 NOTSET、VALID、SAME_UPPER 與 SAME_LOWER</translation>
    </message>
    <message>
        <source>attribute &apos;axis&apos; is %1, but there are %2 axes</source>
        <translation>屬性「axis」為 %1，而軸共有 %2 個</translation>
    </message>
    <message>
        <source>attribute &apos;axis&apos; is missing</source>
        <translation>缺少屬性「axis」</translation>
    </message>
    <message>
        <source>attribute &apos;batch_dims&apos; is %1 for shapes %2 and %3</source>
        <translation>屬性「batch_dims」為 %1，而形狀為 %2 與 %3</translation>
    </message>
    <message>
        <source>attribute &apos;blocksize&apos; is %1</source>
        <translation>屬性「blocksize」為 %1</translation>
    </message>
    <message>
        <source>attribute &apos;coordinate_transformation_mode&apos; is %1, which is not supported</source>
        <translation>屬性「coordinate_transformation_mode」為 %1，不受支援</translation>
    </message>
    <message>
        <source>attribute &apos;dtype&apos; is %1, which is not supported</source>
        <translation>屬性「dtype」為 %1，不受支援</translation>
    </message>
    <message>
        <source>attribute &apos;fmod&apos; must be 1 for real numbers</source>
        <translation>對實數而言，屬性「fmod」須為 1</translation>
    </message>
    <message>
        <source>attribute &apos;group&apos; is %1, which does not divide %2 input channels</source>
        <translation>屬性「group」為 %1，無法整除 %2 個輸入通道</translation>
    </message>
    <message>
        <source>attribute &apos;group&apos; is %1, which does not divide %2 output channels</source>
        <translation>屬性「group」為 %1，無法整除 %2 個輸出通道</translation>
    </message>
    <message>
        <source>attribute &apos;kernel_shape&apos; is %1, but the weights have shape %2</source>
        <translation>屬性「kernel_shape」為 %1，而權重的形狀為 %2</translation>
    </message>
    <message>
        <source>attribute &apos;kernel_shape&apos; is missing</source>
        <translation>缺少屬性「kernel_shape」</translation>
    </message>
    <message>
        <source>attribute &apos;mode&apos; is %1; it must be DCR or CRD</source>
        <translation>屬性「mode」為 %1；可用的有 DCR 與 CRD</translation>
    </message>
    <message>
        <source>attribute &apos;mode&apos; is %1; it must be constant, reflect, edge or wrap</source>
        <translation>屬性「mode」為 %1；可用的有 constant、reflect、edge 與 wrap</translation>
    </message>
    <message>
        <source>attribute &apos;nearest_mode&apos; is %1</source>
        <translation>屬性「nearest_mode」為 %1</translation>
    </message>
    <message>
        <source>attribute &apos;output_padding&apos; contains %1</source>
        <translation>屬性「output_padding」含有 %1</translation>
    </message>
    <message>
        <source>attribute &apos;perm&apos; has %1 numbers, but there are %2 axes</source>
        <translation>屬性「perm」有 %1 個數字，而軸共有 %2 個</translation>
    </message>
    <message>
        <source>attribute &apos;size&apos; is %1, but must be 1 or more</source>
        <translation>屬性「size」為 %1，而其值至少須為 1</translation>
    </message>
    <message>
        <source>attribute &apos;to&apos; is %1, which is not supported</source>
        <translation>屬性「to」為 %1，不受支援</translation>
    </message>
    <message>
        <source>attribute &apos;training_mode&apos; is 1; only inference is supported</source>
        <translation>屬性「training_mode」為 1；只支援推論</translation>
    </message>
    <message>
        <source>attribute &apos;value&apos; must be one number</source>
        <translation>屬性「value」須為單一數字</translation>
    </message>
    <message>
        <source>attributes &apos;output_padding&apos; and &apos;output_shape&apos; must have %1 numbers</source>
        <translation>屬性「output_padding」與「output_shape」須有 %1 個數字</translation>
    </message>
    <message>
        <source>axis %1 is repeated %2 times</source>
        <translation>軸 %1 要重複 %2 次</translation>
    </message>
    <message>
        <source>axis %1 of shape %2 does not have the extent 1</source>
        <translation>形狀 %2 的軸 %1 長度不是 1</translation>
    </message>
    <message>
        <source>axis %1 of extent %2 cannot be resized by %3</source>
        <translation>長度 %2 的軸 %1 無法以 %3 調整大小</translation>
    </message>
    <message>
        <source>batches of shapes %1 and %2 differ</source>
        <translation>形狀 %1 與 %2 的批次不同</translation>
    </message>
    <message>
        <source>blocks of %1 do not divide %2</source>
        <translation>大小為 %1 的區塊無法整除 %2</translation>
    </message>
    <message>
        <source>extent %1 of the new shape is copied from the input, which has %2 axes</source>
        <translation>新形狀的第 %1 個長度應與輸入相同，而輸入有 %2 個軸</translation>
    </message>
    <message>
        <source>index %1 is outside of an extent of %2</source>
        <translation>索引為 %1，而長度為 %2</translation>
    </message>
    <message>
        <source>indices of shape %1 and updates of shape %2 for %3</source>
        <translation>資料的形狀為 %3，而索引的形狀為 %1、更新值的形狀為 %2</translation>
    </message>
    <message>
        <source>indices of shape %1 for %2</source>
        <translation>資料的形狀為 %2，而索引的形狀為 %1</translation>
    </message>
    <message>
        <source>input %1 determines the output&apos;s shape, but is not a constant</source>
        <translation>輸入 %1 決定輸出的形狀，卻不是常數</translation>
    </message>
    <message>
        <source>input %1 is %2, which does not match %3</source>
        <translation>輸入 %1 是 %2，與 %3 不符</translation>
    </message>
    <message>
        <source>input %1 is %2, which cannot be combined with %3</source>
        <translation>輸入 %1 是 %2，與 %3 不符</translation>
    </message>
    <message>
        <source>input %1 is %2, but %3 is normalized</source>
        <translation>輸入 %1 是 %2，而正規化的形狀為 %3</translation>
    </message>
    <message>
        <source>input %1 is %2, but there are %3 channels</source>
        <translation>輸入 %1 是 %2，而通道共有 %3 個</translation>
    </message>
    <message>
        <source>input %1 is %2; only float32 and float64 are supported</source>
        <translation>輸入 %1 是 %2；只支援 float32 與 float64</translation>
    </message>
    <message>
        <source>input %1 is missing</source>
        <translation>缺少輸入 %1</translation>
    </message>
    <message>
        <source>input %1 must be one %2</source>
        <translation>輸入 %1 須為單一 %2 值</translation>
    </message>
    <message>
        <source>input %1 of shape %2 has no axes after batch and channels</source>
        <translation>輸入 %1 的形狀為 %2，在批次與通道之後沒有軸</translation>
    </message>
    <message>
        <source>input 1 has %1 axes, not 4</source>
        <translation>輸入 1 有 %1 個軸，而非 4 個</translation>
    </message>
    <message>
        <source>input 1 is %1, but must be bool</source>
        <translation>輸入 1 是 %1，而須為 bool</translation>
    </message>
    <message>
        <source>input 1 is bool, but must be numbers</source>
        <translation>輸入 1 是 bool，而須為數字</translation>
    </message>
    <message>
        <source>input 1 of shape %1 has no channels</source>
        <translation>輸入 1 的形狀為 %1，沒有通道</translation>
    </message>
    <message>
        <source>input 1 of shape %1 contains no matrices</source>
        <translation>輸入 1 的形狀為 %1，其中沒有矩陣</translation>
    </message>
    <message>
        <source>input 1 of shape %1 is not a matrix</source>
        <translation>輸入 1 的形狀為 %1，不是矩陣</translation>
    </message>
    <message>
        <source>input 2 is %1, but must be int32 or int64</source>
        <translation>輸入 2 是 %1，而須為 int32 或 int64</translation>
    </message>
    <message>
        <source>input 2 must be one axis, but has shape %1</source>
        <translation>輸入 2 須為單一軸，而其形狀為 %1</translation>
    </message>
    <message>
        <source>input 2 must be one number</source>
        <translation>輸入 2 須為單一數字</translation>
    </message>
    <message>
        <source>input 2 of shape %1 is not a shape</source>
        <translation>輸入 2 的形狀為 %1，無法表示形狀</translation>
    </message>
    <message>
        <source>input 3 requests training; only inference is supported</source>
        <translation>輸入 3 要求訓練；只支援推論</translation>
    </message>
    <message>
        <source>input 3 is %1, which does not match %2</source>
        <translation>輸入 3 是 %1，與 %2 不符</translation>
    </message>
    <message>
        <source>input 3 must be one %1</source>
        <translation>輸入 3 須為單一 %1 值</translation>
    </message>
    <message>
        <source>input 3 must be two values</source>
        <translation>輸入 3 須為兩個值</translation>
    </message>
    <message>
        <source>matrices of shapes %1 and %2 are incompatible</source>
        <translation>形狀 %1 與 %2 的矩陣不相符</translation>
    </message>
    <message>
        <source>matrices of shapes %1 and %2 are incompatible (transA %3, transB %4)</source>
        <translation>形狀 %1 與 %2 的矩陣不相符（transA %3，transB %4）</translation>
    </message>
    <message>
        <source>pads %1 and %2 exceed the extent of axis %3</source>
        <translation>填補量 %1 與 %2 移除的超過軸 %3 的長度</translation>
    </message>
    <message>
        <source>tensors of shapes %1 and %2 are incompatible</source>
        <translation>形狀 %1 與 %2 的張量不相符</translation>
    </message>
    <message>
        <source>the inputs are %1 and %2</source>
        <translation>輸入為 %1 與 %2</translation>
    </message>
    <message>
        <source>the inputs are %1 and %2, but must be matrices</source>
        <translation>輸入為 %1 與 %2，而須為矩陣</translation>
    </message>
    <message>
        <source>the inputs are %1, but must be bool</source>
        <translation>輸入為 %1，而須為 bool</translation>
    </message>
    <message>
        <source>the inputs are bool, but must be numbers</source>
        <translation>輸入為 bool，而須為數字</translation>
    </message>
    <message>
        <source>the inputs must be numbers, not bool</source>
        <translation>輸入須為數字，而非 bool</translation>
    </message>
    <message>
        <source>the values to choose from are %1 and %2</source>
        <translation>供選擇的輸入為 %1 與 %2</translation>
    </message>
    <message>
        <source>the new shape %1 has an extent of %2</source>
        <translation>新形狀 %1 含有長度 %2</translation>
    </message>
    <message>
        <source>the new shape is too large</source>
        <translation>新形狀過大</translation>
    </message>
    <message>
        <source>the output&apos;s extent %1 would be %2</source>
        <translation>輸出的第 %1 個長度會是 %2</translation>
    </message>
    <message>
        <source>the parts have %1 elements of an extent of %2</source>
        <translation>各部分共 %1，而長度為 %2</translation>
    </message>
    <message>
        <source>the slopes of shape %1 do not match %2</source>
        <translation>形狀 %1 的斜率與 %2 不符</translation>
    </message>
    <message>
        <source>the weights are %1, but the input is %2</source>
        <translation>權重是 %1，而輸入是 %2</translation>
    </message>
    <message>
        <source>the window&apos;s extent %1 is %2</source>
        <translation>視窗的第 %1 個長度為 %2</translation>
    </message>
    <message>
        <source>axis %1 has no elements</source>
        <translation>沿軸 %1 沒有元素</translation>
    </message>
    <message>
        <source>axis %1 has no elements to pad with</source>
        <translation>沒有可用來填補軸 %1 的元素</translation>
    </message>
    <message>
        <source>axis %1 has no elements to reduce</source>
        <translation>沿軸 %1 沒有可歸約的元素</translation>
    </message>
    <message>
        <source>either scales or sizes must be given</source>
        <translation>scales 與 sizes 須恰好給定其一</translation>
    </message>
    <message>
        <source>two extents of the new shape are -1</source>
        <translation>新形狀有兩個長度為 -1</translation>
    </message>
    <message>
        <source>updates of %1 for %2</source>
        <translation>資料是 %2，而更新值是 %1</translation>
    </message>
    <message>
        <source>updates of shape %1, not %2</source>
        <translation>更新值的形狀為 %1，而非 %2</translation>
    </message>
    <message>
        <source>weights of shape %1 do not match %2 input channels</source>
        <translation>形狀 %1 的權重與 %2 個輸入通道不符</translation>
    </message>
    <message>
        <source>weights of shape %1 do not match an input of shape %2</source>
        <translation>形狀 %1 的權重與形狀 %2 的輸入不符</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a supported element type; use float32, float64, float16, bfloat16, int8, uint8, int16, uint16, int32, uint32 or int64</source>
        <translation>「%1」不是這裡認得的元素型別；請用 float32、float64、float16、bfloat16、int8、uint8、int16、uint16、int32、uint32 或 int64</translation>
    </message>
    <message>
        <source>every config was tried, except for %1 that are slow by their analytical bound</source>
        <translation>所有組態都已試過，只略過 %1 個依分析界限判定為慢的組態</translation>
    </message>
    <message>
        <source>every config was tried, except for 1 that is slow by its analytical bound</source>
        <translation>所有組態都已試過，只略過 1 個依分析界限判定為慢的組態</translation>
    </message>
    <message>
        <source>its factors are bool, which cannot be multiplied and added; use an integer or a float type</source>
        <translation>其因數為 bool，這裡不對 bool 做乘加；請給整數或浮點型別</translation>
    </message>
    <message>
        <source>observed: %1 of the largest output; at most %2</source>
        <translation>實測：最大輸出值的 %1；最多 %2</translation>
    </message>
    <message>
        <source>the tuner has no more proposals</source>
        <translation>調校器不再提出組態</translation>
    </message>
    <message>
        <source>a device that the file does not name</source>
        <translation>檔案未註明的裝置</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>%1 days %2 h</source>
        <translation>%1 天 %2 小時</translation>
    </message>
    <message>
        <source>%1 devices, cuda:0 to cuda:%2</source>
        <translation>%1 個裝置，cuda:0 到 cuda:%2</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小時</translation>
    </message>
    <message>
        <source>%1 contains no records. Is it an AutoTVM log? Line %2: %3</source>
        <translation>%1 沒有任何記錄；它是 AutoTVM 日誌嗎？第 %2 行：%3</translation>
    </message>
    <message>
        <source>%1 is a project, which would be overwritten; name another file</source>
        <translation>%1 是專案，這樣會取代它；請指定其他檔案</translation>
    </message>
    <message>
        <source>%1 is an empty file; it becomes a project with the first run that is kept in it (tune --project)</source>
        <translation>%1 是空檔案；第一次把執行保存到其中（tune --project）時才成為專案</translation>
    </message>
    <message>
        <source>%1 is compressed; unpack it first (gunzip)</source>
        <translation>%1 是壓縮檔；請先解壓縮（gunzip）</translation>
    </message>
    <message>
        <source>%1 is for CPUs; on %2 only float32 tasks are available</source>
        <translation>%1 僅供 CPU 使用；在 %2 上只有 float32 的任務</translation>
    </message>
    <message>
        <source>%1 is not an ONNX model (a file that ends in .onnx); name one, or a network that ships with the program (`knobscope-cli network list`)</source>
        <translation>%1 不是 ONNX 模型：ONNX 模型是以 .onnx 結尾的檔案；請指定一個，或指定隨程式提供的網路（`knobscope-cli network list`）</translation>
    </message>
    <message>
        <source>%1 is out of range</source>
        <translation>%1 超出範圍</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 分</translation>
    </message>
    <message>
        <source>%1 or more</source>
        <translation>%1 個以上</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>%1 unfinished (run is|runs are) left out.</source>
        <translation>已略過 %1 次未完成的執行。</translation>
    </message>
    <message>
        <source>%1 years</source>
        <translation>%1 年</translation>
    </message>
    <message>
        <source>%1&apos;s %2 factor</source>
        <translation>%1 的%2因數</translation>
    </message>
    <message>
        <source>%1&apos;s or %2</source>
        <translation>%1 或 %2</translation>
    </message>
    <message>
        <source>Knob %1: the first size of %2 is the rest of %3, which is %4; write -1</source>
        <translation>旋鈕 %1：%2 的第一個大小是 %3 所剩的部分，也就是 %4；請寫 -1</translation>
    </message>
    <message>
        <source>a list of integers</source>
        <translation>整數清單</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>數字</translation>
    </message>
    <message>
        <source>text</source>
        <translation>文字</translation>
    </message>
    <message>
        <source>an axis to add</source>
        <translation>要新增的軸</translation>
    </message>
    <message>
        <source>an axis to pad</source>
        <translation>要填補的軸</translation>
    </message>
    <message>
        <source>an axis to reduce</source>
        <translation>要歸約的軸</translation>
    </message>
    <message>
        <source>an axis to remove</source>
        <translation>要移除的軸</translation>
    </message>
    <message>
        <source>an axis to slice</source>
        <translation>要切片的軸</translation>
    </message>
    <message>
        <source>an input or initializer</source>
        <translation>某個輸入或初始值</translation>
    </message>
    <message>
        <source>an integer</source>
        <translation>整數</translation>
    </message>
    <message>
        <source>attribute &apos;%1&apos;</source>
        <translation>屬性「%1」</translation>
    </message>
    <message>
        <source>attribute &apos;%1&apos; contains %2, which is too large</source>
        <translation>屬性「%1」含有 %2，數值過大</translation>
    </message>
    <message>
        <source>fifth</source>
        <translation>第五個</translation>
    </message>
    <message>
        <source>first</source>
        <translation>第一個</translation>
    </message>
    <message>
        <source>fourth</source>
        <translation>第四個</translation>
    </message>
    <message>
        <source>it multiplies uint8 or int8 data by an int8 kernel and adds in int32; the given types are %1, %2 and %3</source>
        <translation>它將 uint8 或 int8 資料乘以 int8 卷積核，並以 int32 相加；此處為 %1、%2 與 %3</translation>
    </message>
    <message>
        <source>last</source>
        <translation>最後一個</translation>
    </message>
    <message>
        <source>no device (check CUDA_VISIBLE_DEVICES and nvidia-smi)</source>
        <translation>沒有裝置（請檢查 CUDA_VISIBLE_DEVICES 與 nvidia-smi）</translation>
    </message>
    <message>
        <source>no tensor</source>
        <translation>非張量</translation>
    </message>
    <message>
        <source>node %1 (%2)</source>
        <translation>節點 %1（%2）</translation>
    </message>
    <message>
        <source>one device, cuda:0</source>
        <translation>一個裝置，cuda:0</translation>
    </message>
    <message>
        <source>second</source>
        <translation>第二個</translation>
    </message>
    <message>
        <source>sixth</source>
        <translation>第六個</translation>
    </message>
    <message>
        <source>the axis</source>
        <translation>軸</translation>
    </message>
    <message>
        <source>third</source>
        <translation>第三個</translation>
    </message>
    <message>
        <source>unknown target kind &apos;%1&apos;; did you mean &apos;%2&apos;?</source>
        <translation>不認得的目標種類「%1」；您是指「%2」嗎？</translation>
    </message>
    <message>
        <source>unknown target kind &apos;%1&apos;; use llvm, cuda or another of TVM&apos;s kinds, which docs/cli.md lists</source>
        <translation>不認得的目標種類「%1」；有 llvm、cuda 以及 TVM 的其他種類，列於 docs/cli.md</translation>
    </message>
    <message>
        <source>warm start</source>
        <translation>暖啟動</translation>
    </message>
    <message>
        <source>Allocating memory on the device</source>
        <translation>在裝置上配置記憶體</translation>
    </message>
    <message>
        <source>Querying cuda:%1</source>
        <translation>查詢 cuda:%1 的規格</translation>
    </message>
    <message>
        <source>Requesting %1 bytes of shared memory</source>
        <translation>要求 %1 位元組的共享記憶體</translation>
    </message>
    <message>
        <source>Querying the driver&apos;s version</source>
        <translation>查詢驅動程式版本</translation>
    </message>
    <message>
        <source>Copying inputs to the device</source>
        <translation>將輸入複製到裝置</translation>
    </message>
    <message>
        <source>Copying the output from the device</source>
        <translation>從裝置複製輸出</translation>
    </message>
    <message>
        <source>Counting CUDA devices</source>
        <translation>計算 CUDA 裝置數</translation>
    </message>
    <message>
        <source>Creating an event</source>
        <translation>建立事件</translation>
    </message>
    <message>
        <source>Flushing the L2 cache</source>
        <translation>清空 L2 快取</translation>
    </message>
    <message>
        <source>Filling memory on the device</source>
        <translation>填寫裝置的記憶體</translation>
    </message>
    <message>
        <source>Finding kernel %1</source>
        <translation>尋找核心函式 %1</translation>
    </message>
    <message>
        <source>Use another -arch, or install a newer CUDA toolkit</source>
        <translation>請指定其他 -arch，或安裝較新的 CUDA 工具組</translation>
    </message>
    <message>
        <source>The message is too large: %1 of at most %2</source>
        <translation>資料過大，無法傳遞：%1，上限為 %2</translation>
    </message>
    <message>
        <source>Launching %1</source>
        <translation>啟動 %1</translation>
    </message>
    <message>
        <source>Loading the kernel&apos;s cubin</source>
        <translation>載入核心函式的 cubin</translation>
    </message>
    <message>
        <source>Opening cuda:%1</source>
        <translation>開啟 cuda:%1</translation>
    </message>
    <message>
        <source>Running the kernel</source>
        <translation>執行核心函式</translation>
    </message>
    <message>
        <source>Starting the NVIDIA driver</source>
        <translation>啟動 NVIDIA 驅動程式</translation>
    </message>
    <message>
        <source>That architecture is too old for it; install an older CUDA toolkit, or use another -arch</source>
        <translation>該架構對它而言太舊：請安裝較舊的 CUDA 工具組，或指定其他 -arch</translation>
    </message>
    <message>
        <source>Timing the kernel</source>
        <translation>為核心函式計時</translation>
    </message>
    <message>
        <source>a list of numbers</source>
        <translation>數字清單</translation>
    </message>
    <message>
        <source>a tensor</source>
        <translation>張量</translation>
    </message>
    <message>
        <source>attribute &apos;%1&apos; is missing</source>
        <translation>缺少屬性「%1」</translation>
    </message>
    <message>
        <source>first %1</source>
        <translation>先測 %1</translation>
    </message>
    <message>
        <source>it has no attribute %1</source>
        <translation>它沒有屬性 %1</translation>
    </message>
    <message>
        <source>it took longer than %1 s; %2</source>
        <translation>耗時超過 %1 秒；%2</translation>
    </message>
    <message>
        <source>it was killed but does not exit; the system is blocking it, for example because a disk or a GPU driver does not respond</source>
        <translation>已被強制終止卻沒有結束：系統仍扣住它，例如磁碟或 GPU 驅動程式沒有回應</translation>
    </message>
    <message>
        <source>no config meets the constraints</source>
        <translation>找不到符合限制條件的組態</translation>
    </message>
    <message>
        <source>no pruning</source>
        <translation>不略過慢的組態</translation>
    </message>
    <message>
        <source>pruning at %1</source>
        <translation>略過慢於最佳 %1 倍的組態</translation>
    </message>
    <message>
        <source>row-major</source>
        <translation>以列為主</translation>
    </message>
    <message>
        <source>Timing tuned and untuned kernels inside the network for the first time, to choose the faster ones</source>
        <translation>首次在此網路中為其核心函式計時（已調校與未調校），以採用較快者</translation>
    </message>
    <message>
        <source>The measured times are not kept for the next time: %1</source>
        <translation>計時結果未保留供下次使用：%1</translation>
    </message>
    <message>
        <source>%1: line %2 cannot be read: %3</source>
        <translation>%1：第 %2 行無法讀取：%3</translation>
    </message>
    <message>
        <source>No template supports any layer of %1 on %2: %3</source>
        <translation>%1 在 %2 上沒有任何有範本的層：%3</translation>
    </message>
    <message>
        <source>%1 is a device or a pipe, not a file</source>
        <translation>%1 是裝置或管線，不是檔案</translation>
    </message>
    <message>
        <source>%1 is a device or a pipe, not a project file</source>
        <translation>%1 是裝置或管線，而專案應為檔案</translation>
    </message>
    <message>
        <source>%1 is a pipe without a writer</source>
        <translation>%1 是沒有寫入任何資料的管線</translation>
    </message>
    <message>
        <source>%1 is a pipe without a reader; start the reader first</source>
        <translation>%1 是無人讀取的管線；請先開始讀取</translation>
    </message>
    <message>
        <source>%1 is used but not declared</source>
        <translation>使用了未宣告的 %1</translation>
    </message>
    <message>
        <source>%1 has %2 dimensions but is accessed with %3 indices</source>
        <translation>%1 有 %2 維，卻以 %3 個索引存取</translation>
    </message>
    <message>
        <source>%1: its input %2 has a type that is not supported</source>
        <translation>%1：其輸入 %2 的型別不受支援</translation>
    </message>
    <message>
        <source>Another program is measuring on this machine (%1), so times are unreliable and may be several times too long; stop it, or start again later</source>
        <translation>另一個程式正在此機器上量測（%1）：此時量得的時間會分散，也可能長達數倍。請結束它，或稍後再開始</translation>
    </message>
    <message>
        <source>Another program is tuning a network in %1; wait until it ends, or tune into another project</source>
        <translation>另一個程式正在 %1 中調校網路；請等它結束，或調校到另一個專案</translation>
    </message>
    <message>
        <source>Computing the network with reference operators, to check its results</source>
        <translation>正在依定義計算網路，以便比對各次執行的結果</translation>
    </message>
    <message>
        <source>LLVM cannot write the library: %1</source>
        <translation>LLVM 無法產生程式庫：%1</translation>
    </message>
    <message>
        <source>Generating code for &apos;%1&apos; was stopped</source>
        <translation>為「%1」產生程式碼的工作已停止</translation>
    </message>
    <message>
        <source>No project is open</source>
        <translation>沒有開啟的專案</translation>
    </message>
    <message>
        <source>The network&apos;s results are incorrect, %1 of them NaN or infinite where they should not be, or the reverse; its time is meaningless</source>
        <translation>網路的計算結果錯誤，其中 %1 個值不該是 NaN 或無限大卻是，或相反；其所需時間沒有意義</translation>
    </message>
    <message>
        <source>The network&apos;s results are incorrect (max. error %1 of the largest output); its time is meaningless</source>
        <translation>網路的計算結果錯誤，誤差為最大輸出的 %1；其所需時間沒有意義</translation>
    </message>
    <message>
        <source>The reference results are those of another network</source>
        <translation>與網路比對的是另一個網路的正確結果</translation>
    </message>
    <message>
        <source>The network&apos;s process: %1</source>
        <translation>網路的行程：%1</translation>
    </message>
    <message>
        <source>The worker&apos;s answer is not a comparison: %1</source>
        <translation>工作行程的回應不是比對結果：%1</translation>
    </message>
    <message>
        <source>With the best configs after %1 trials: %2</source>
        <translation>以 %1 次試驗後的最佳組態：%2</translation>
    </message>
    <message>
        <source>a reduction was not lowered to loops</source>
        <translation>有歸約未降轉為迴圈</translation>
    </message>
    <message>
        <source>an expression is missing</source>
        <translation>缺少運算式</translation>
    </message>
    <message>
        <source>attribute &apos;%1&apos; is &apos;%2&apos;, which ONNX supports since opset %3, not in the written opset %4</source>
        <translation>屬性「%1」為「%2」，ONNX 自 opset %3 起才有，而寫出的是 opset %4</translation>
    </message>
    <message>
        <source>attribute &apos;num_outputs&apos; is %1, but there are %2 outputs</source>
        <translation>屬性「num_outputs」為 %1，而輸出有 %2 個</translation>
    </message>
    <message>
        <source>its definition is that of opset %1, which differs in the written opset %2</source>
        <translation>它的 opset 為 %1，與寫出的 opset %2 並不相同</translation>
    </message>
    <message>
        <source>it used more than %1 of memory, the limit of a worker on this machine, and was stopped; reduce the size of its work, or raise the limit with KNOBSCOPE_WORKER_MEMORY (in MiB)</source>
        <translation>它使用的記憶體超過 %1（此機器上工作行程的上限），因此已停止；請縮小其工作，或以 KNOBSCOPE_WORKER_MEMORY（單位為 MiB）提高上限</translation>
    </message>
    <message>
        <source>it was stopped before it answered</source>
        <translation>它在回應之前已停止</translation>
    </message>
    <message>
        <source>its weights %1 are computed, but templates need constant ones</source>
        <translation>其權重 %1 是計算出來的，而範本只能封裝常數權重</translation>
    </message>
    <message>
        <source>the tensor %1 was not lowered to a buffer</source>
        <translation>張量 %1 未降轉為緩衝區</translation>
    </message>
    <message>
        <source> The CPU ran at %1 % of its normal speed. Was something else running?</source>
        <translation> CPU 以正常速度的 %1 % 執行。當時是否有其他程式在執行？</translation>
    </message>
    <message>
        <source> The whole network takes %1 ms instead of %2 ms.</source>
        <translation>整個執行需 %1 ms，原為 %2 ms。</translation>
    </message>
    <message>
        <source>%1 %2. All %3 trials failed.</source>
        <translation>%1 %2。%3 次試驗全部失敗。</translation>
    </message>
    <message>
        <source>%1 %2. Best %3 GFLOPS (%4) with config %5; %6, %7 per second.</source>
        <translation>%1 %2。最佳 %3 GFLOPS（%4），組態 %5；%6，每秒 %7 次。</translation>
    </message>
    <message>
        <source>%1 %2. The only trial failed.</source>
        <translation>%1 %2。唯一的一次試驗失敗。</translation>
    </message>
    <message>
        <source>%1 is not part of a network</source>
        <translation>%1 不屬於任何網路</translation>
    </message>
    <message>
        <source>%1 ms at full speed</source>
        <translation>全速時 %1 ms</translation>
    </message>
    <message>
        <source>The folder %1 for unsaved projects cannot be created</source>
        <translation>無法建立未儲存專案的資料夾 %1</translation>
    </message>
    <message>
        <source> s</source>
        <translation> 秒</translation>
    </message>
    <message>
        <source> × the best</source>
        <translation> × 最佳者</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>至少</translation>
    </message>
    <message>
        <source>Builders</source>
        <translation>建置行程</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>呼叫次數</translation>
    </message>
    <message>
        <source>Check the best</source>
        <translation>檢查最佳者</translation>
    </message>
    <message>
        <source>Check the output</source>
        <translation>檢查輸出</translation>
    </message>
    <message>
        <source>Cold weights</source>
        <translation>冷權重</translation>
    </message>
    <message>
        <source>Compares each kernel&apos;s output with the operator&apos;s definition. A trial with a wrong answer fails.</source>
        <translation>將每個核心函式的輸出與運算子的定義比對。結果錯誤的試驗會失敗。</translation>
    </message>
    <message>
        <source>Cool down</source>
        <translation>冷卻</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>中止門檻</translation>
    </message>
    <message>
        <source>Flush the cache</source>
        <translation>清空快取</translation>
    </message>
    <message>
        <source>GPU to measure on, for example cuda:1.</source>
        <translation>用來量測的 GPU，例如 cuda:1。</translation>
    </message>
    <message>
        <source>In pairs: a config and a reference run alternately. Their ratio counts, which is exact even on a busy machine. The reference is the best config so far in a run, and the untuned config for Measure Now. Plain: the mean of repeated calls, at the machine&apos;s current speed.</source>
        <translation>成對：組態與參考組態交替執行。以兩者的比值為準，即使機器忙碌也精確。執行中以目前最佳的組態為參考，「立即量測」時則以未調校的組態為參考。一般：重複呼叫的平均值，依機器當時的速度而定。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>記憶體</translation>
    </message>
    <message>
        <source>Memory limit of a worker process. A trial that exceeds it fails.</source>
        <translation>單一工作行程的記憶體上限。超過上限的試驗會失敗。</translation>
    </message>
    <message>
        <source>Number of the best configs that are checked against the operator and timed against each other at the end, because the best results may be wrong or just noise.</source>
        <translation>結束時與運算子核對並互相計時的最佳組態數，因為最佳結果可能錯誤，或只是雜訊。</translation>
    </message>
    <message>
        <source>On a CPU, a first call that takes this many times as long as the best config, and at least 0.2 s, is stopped. The trial fails.</source>
        <translation>在 CPU 上，第一次呼叫的時間若達最佳組態的這個倍數，且至少 0.2 秒，就會中止。該試驗會失敗。</translation>
    </message>
    <message>
        <source>On a CPU, each call starts with its weights outside the cores&apos; private caches, as in a network. Networks are always tuned this way.</source>
        <translation>CPU 上每次呼叫時，權重都不在核心自己的快取中，如同在網路裡。網路一律這樣調校。</translation>
    </message>
    <message>
        <source>Pause between the timings of a config.</source>
        <translation>同一組態各次計時之間的等待時間。</translation>
    </message>
    <message>
        <source>Plain timing: minimum duration of the calls that are averaged (min_repeat_ms).</source>
        <translation>一般計時：取平均的呼叫至少持續的時間（min_repeat_ms）。</translation>
    </message>
    <message>
        <source>Plain timing: number of calls that are averaged (number).</source>
        <translation>一般計時：取平均的呼叫次數（number）。</translation>
    </message>
    <message>
        <source>Plain timing: number of times that each config is timed (repeat).</source>
        <translation>一般計時：每個組態計時的次數（repeat）。</translation>
    </message>
    <message>
        <source>Plain timing: weights and other inputs are flushed from the cache before each timing.</source>
        <translation>一般計時：每次計時前將權重與其他輸入移出快取。</translation>
    </message>
    <message>
        <source>Processes that compile. Automatic: one for each core that is not used for measuring, at least one.</source>
        <translation>負責編譯的行程數。自動：每個不用於量測的核心各一個，至少一個。</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>重複次數</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>執行緒</translation>
    </message>
    <message>
        <source>Threads per kernel, one per core. The other cores build.</source>
        <translation>每個核心函式的執行緒數，每個處理器核心一個。其餘處理器核心用於建置。</translation>
    </message>
    <message>
        <source>Time limit for building a kernel and for running it. A trial that exceeds it fails.</source>
        <translation>建置與執行核心函式的時間上限。超過上限的試驗會失敗。</translation>
    </message>
    <message>
        <source>Timeout</source>
        <translation>逾時</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>計時方式</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>自動</translation>
    </message>
    <message>
        <source>never</source>
        <translation>從不</translation>
    </message>
    <message>
        <source>the first</source>
        <translation>第一個</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分鐘</translation>
    </message>
    <message>
        <source>&amp;No improvement in</source>
        <translation>連續未改善(&amp;N)</translation>
    </message>
    <message>
        <source>Maximum duration of the run; pauses do not count.</source>
        <translation>執行最多持續這麼久；暫停時間不計。</translation>
    </message>
    <message>
        <source>Share of pea&amp;k</source>
        <translation>峰值占比(&amp;K)</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目標</translation>
    </message>
    <message>
        <source>The run ends after this many trials in a row without an improvement.</source>
        <translation>連續這麼多次試驗都沒有改善時，調校即結束。</translation>
    </message>
    <message>
        <source>The run ends when a config reaches this speed.</source>
        <translation>有組態達到此速度時，調校即結束。</translation>
    </message>
    <message>
        <source>The run ends when this many configs were built and measured.</source>
        <translation>建置並量測這麼多個組態後，調校即結束。</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Tria&amp;ls</source>
        <translation>試驗數(&amp;L)</translation>
    </message>
    <message>
        <source>%1 (%2–%3)</source>
        <translation>%1（%2–%3）</translation>
    </message>
    <message>
        <source> %1 (trial|trials) in %2.</source>
        <translation>在 %2 內共 %1 次試驗。</translation>
    </message>
    <message>
        <source> (%1 % of the space)</source>
        <translation>（空間的 %1 %）</translation>
    </message>
    <message>
        <source> (95 % interval)</source>
        <translation>（95 % 信賴區間）</translation>
    </message>
    <message>
        <source> Some layers are only estimated.</source>
        <translation>部分層僅為估計值。</translation>
    </message>
    <message>
        <source>%1 % of these trials have %2, compared with %3 % of the others.</source>
        <translation>這些試驗中有 %1 % 符合 %2；其他試驗中則為 %3 %。</translation>
    </message>
    <message>
        <source>%1 %2. No config was measured.</source>
        <translation>%1 %2。未量測任何組態。</translation>
    </message>
    <message>
        <source>%1 %: s</source>
        <translation>%1 %：秒</translation>
    </message>
    <message>
        <source>%1 %: trials</source>
        <translation>%1 %：試驗數</translation>
    </message>
    <message>
        <source>%1 (%2 %, others %3 %)</source>
        <translation>%1 (%2 %，其他 %3 %)</translation>
    </message>
    <message>
        <source>%1 (config|configs)</source>
        <translation>%1 個組態</translation>
    </message>
    <message>
        <source>%1 (config|configs)%2, %3 on %4; %5 within 10 %, %6 within 5 %, %7 within 1 %</source>
        <translation>%1 個組態%2，%3，於 %4；10 % 以內 %5 個、5 % 以內 %6 個、1 % 以內 %7 個</translation>
    </message>
    <message>
        <source>%1 (trial is|trials are) enough to visit every config</source>
        <translation>%1 次試驗即可走訪所有組態</translation>
    </message>
    <message>
        <source>%1 (trial|trials) cannot visit every config</source>
        <translation>%1 次試驗無法走訪每個組態</translation>
    </message>
    <message>
        <source>%1 (trial|trials) may not visit every config</source>
        <translation>%1 次試驗未必能走訪所有組態</translation>
    </message>
    <message>
        <source>%1 inner</source>
        <translation>%1 內層</translation>
    </message>
    <message>
        <source>%1 is better</source>
        <translation>%1 較佳</translation>
    </message>
    <message>
        <source>%1 is faster</source>
        <translation>%1 較快</translation>
    </message>
    <message>
        <source>%1 needs %2, but one seed is too few to say which is faster.</source>
        <translation>%1 需 %2 次，但單一隨機種子不足以斷定何者較快。</translation>
    </message>
    <message>
        <source>%1 needs %2, but the intervals overlap, so it is unclear which is faster.</source>
        <translation>%1 需 %2 次，但信賴區間重疊，無法斷定何者較快。</translation>
    </message>
    <message>
        <source>%1 of %2 (proposal|proposals) skipped as unpromising</source>
        <translation>%2 個提議中有 %1 個因無希望而略過</translation>
    </message>
    <message>
        <source>%1 of %2 (replay|replays)</source>
        <translation>%1 / %2 次重播</translation>
    </message>
    <message>
        <source>%1 of %2 (seed|seeds)</source>
        <translation>%1 / %2 個隨機種子</translation>
    </message>
    <message>
        <source>%1 outer</source>
        <translation>%1 外層</translation>
    </message>
    <message>
        <source>%1 part %2</source>
        <translation>%1 第 %2 部分</translation>
    </message>
    <message>
        <source>%1 reaches %2 % of the best in %3 (trial|trials) (%4).</source>
        <translation>%1 以 %3 次試驗達到最佳的 %2 %（%4）。</translation>
    </message>
    <message>
        <source>%1 reaches %2 % of the best in %3 trials (%4).</source>
        <translation>%1 以 %3 次試驗達到最佳的 %2 %（%4）。</translation>
    </message>
    <message>
        <source>%1 to %2 (estimated)</source>
        <translation>%1 至 %2（估計值）</translation>
    </message>
    <message>
        <source>%1 to %2 configs (estimated)</source>
        <translation>%1 至 %2 個組態（估計值）</translation>
    </message>
    <message>
        <source>%1 trials/s: %2</source>
        <translation>每秒 %1 次試驗：%2</translation>
    </message>
    <message>
        <source>%1 trials/s: %2, of a similar task; this task has no finished run yet</source>
        <translation>每秒 %1 次試驗：%2，屬於另一個相近的任務；此任務尚無已完成的執行</translation>
    </message>
    <message>
        <source>%1, %2 in the template (×%3)</source>
        <translation>%1，範本為 %2 (×%3)</translation>
    </message>
    <message>
        <source>%1; of %2 measured anyway %3 (was|were) good</source>
        <translation>%1；仍量測的 %2 個中有 %3 個良好</translation>
    </message>
    <message>
        <source>All %1 spaces: geometric mean of the medians of %2 (seed|seeds)%3; ratio and worse spaces relative to %4</source>
        <translation>全部 %1 個空間：%2 個隨機種子中位數的幾何平均%3；比值與較差的空間相對於 %4</translation>
    </message>
    <message>
        <source>No single knob distinguishes these trials from the others.</source>
        <translation>沒有單一旋鈕能區分這些試驗與其他試驗。</translation>
    </message>
    <message>
        <source>No tuner reaches %1 % of the best within %2 (trial|trials) with most of its seeds.</source>
        <translation>在 %2 次試驗內，沒有任何調校器的多數隨機種子能達到最佳的 %1 %。</translation>
    </message>
    <message>
        <source>Same number of configs</source>
        <translation>組態數量相同</translation>
    </message>
    <message>
        <source>Share of the speed variation explained by each knob alone (cross-validated). Together, the knobs explain %1 % over %2 (config|configs); the rest is noise and interaction between knobs. A knob that the tuner never changed has no share.</source>
        <translation>各旋鈕單獨可解釋的速度變異占比（經交叉驗證）。全部旋鈕合計可解釋 %2 個組態的 %1 %；其餘為雜訊與旋鈕間的交互作用。調校器從未變動的旋鈕沒有占比。</translation>
    </message>
    <message>
        <source>So far at least %1 of %2 seeds on each of %3 (space|spaces).</source>
        <translation>目前 %3 個空間中每個至少完成 %2 個隨機種子中的 %1 個。</translation>
    </message>
    <message>
        <source>The next, %1, needs %2.</source>
        <translation>其次是 %1，需 %2 次。</translation>
    </message>
    <message>
        <source>The space of the template</source>
        <translation>範本的空間</translation>
    </message>
    <message>
        <source>Trials to a share of the best: median of %1 (seed|seeds)%2, budget %3</source>
        <translation>至最佳某一比例的試驗數：%1 個隨機種子的中位數%2，預算 %3</translation>
    </message>
    <message>
        <source>a GA of %1 (trial|trials) takes as long as before</source>
        <translation>%1 次試驗的 GA 所需時間不變</translation>
    </message>
    <message>
        <source>all failed</source>
        <translation>全部失敗</translation>
    </message>
    <message>
        <source>at the %1 trials/s measured here, a full grid takes %2</source>
        <translation>依此處量測到的每秒 %1 次試驗，完整網格搜尋需時 %2</translation>
    </message>
    <message>
        <source>at the %1 trials/s measured here, a full grid takes %2 less</source>
        <translation>依此處量測到的每秒 %1 次試驗，完整網格搜尋可縮短 %2</translation>
    </message>
    <message>
        <source>at the %1 trials/s measured here, a full grid takes %2 longer</source>
        <translation>依此處量測到的每秒 %1 次試驗，完整網格搜尋會增加 %2</translation>
    </message>
    <message>
        <source>at the %1 trials/s measured here, a full grid takes about %2 less</source>
        <translation>依此處量測到的每秒 %1 次試驗，完整網格搜尋可縮短約 %2</translation>
    </message>
    <message>
        <source>at the %1 trials/s measured here, a full grid takes about %2 longer</source>
        <translation>依此處量測到的每秒 %1 次試驗，完整網格搜尋會增加約 %2</translation>
    </message>
    <message>
        <source>best %1 GFLOPS (AutoTVM)</source>
        <translation>最佳 %1 GFLOPS (AutoTVM)</translation>
    </message>
    <message>
        <source>best %1 ms</source>
        <translation>最佳 %1 ms</translation>
    </message>
    <message>
        <source>best at %1</source>
        <translation>第 %1 次時最佳</translation>
    </message>
    <message>
        <source>between %1 and %2 configs (estimated)</source>
        <translation>%1 至 %2 個組態（估計值）</translation>
    </message>
    <message>
        <source>config</source>
        <translation>組態</translation>
    </message>
    <message>
        <source>from</source>
        <translation>原值</translation>
    </message>
    <message>
        <source>geometric mean over %1 (space|spaces)</source>
        <translation>%1 個空間的幾何平均</translation>
    </message>
    <message>
        <source>group</source>
        <translation>群組</translation>
    </message>
    <message>
        <source>knob</source>
        <translation>旋鈕</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>損失</translation>
    </message>
    <message>
        <source>median of %1 (seed|seeds)</source>
        <translation>%1 個隨機種子的中位數</translation>
    </message>
    <message>
        <source>no difference</source>
        <translation>無差異</translation>
    </message>
    <message>
        <source>no run</source>
        <translation>無執行</translation>
    </message>
    <message>
        <source>no single knob</source>
        <translation>無單一旋鈕</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>未量測</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>未達到</translation>
    </message>
    <message>
        <source>nothing to compare</source>
        <translation>沒有可比較的內容</translation>
    </message>
    <message>
        <source>one group only</source>
        <translation>僅有一個群組</translation>
    </message>
    <message>
        <source>ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>reached %1 %</source>
        <translation>達到 %1 %</translation>
    </message>
    <message>
        <source>run %1 of %2 (%3, %4 (trial|trials)), %5</source>
        <translation>%2 的執行 %1（%3，%4 次試驗），%5</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>執行</translation>
    </message>
    <message>
        <source>share of the variance</source>
        <translation>變異占比</translation>
    </message>
    <message>
        <source>spaces worse</source>
        <translation>較差的空間</translation>
    </message>
    <message>
        <source>task</source>
        <translation>任務</translation>
    </message>
    <message>
        <source>Tasks won</source>
        <translation>勝出的任務</translation>
    </message>
    <message>
        <source>the time is unknown because no run has measured a rate here yet</source>
        <translation>此處尚無執行量測過速率，因此無法得知所需時間</translation>
    </message>
    <message>
        <source>to</source>
        <translation>新值</translation>
    </message>
    <message>
        <source>to %1 %</source>
        <translation>至 %1 %</translation>
    </message>
    <message>
        <source>too few runs to tell</source>
        <translation>執行次數太少，無法判斷</translation>
    </message>
    <message>
        <source>tuner</source>
        <translation>調校器</translation>
    </message>
    <message>
        <source>values that succeeded</source>
        <translation>成功的值數</translation>
    </message>
    <message>
        <source>verdict</source>
        <translation>結論</translation>
    </message>
    <message>
        <source> %1 (earlier record was|earlier records were) used.</source>
        <translation>使用了 %1 筆先前的記錄。</translation>
    </message>
    <message>
        <source>%1 needs more than %2 MiB of memory to be sorted by time, the limit of an import; open it in Perfetto (ui.perfetto.dev)</source>
        <translation>%1 依時間排序需要超過 %2 MiB 的記憶體，這是匯入的上限；請在 Perfetto（ui.perfetto.dev）中開啟</translation>
    </message>
    <message>
        <source>%1 was written by an older Knobscope (format %2; this version supports %3); export its trials with that version (records export), and tune from that log or start a new project</source>
        <translation>%1 由較舊的 Knobscope 寫成（格式 %2；本程式支援 %3）；請用該版本匯出試驗（records export），再以該日誌調校，或建立新專案</translation>
    </message>
    <message>
        <source>The tuner &apos;bandit&apos; was removed; use bayes, which needs fewer trials alone</source>
        <translation>調校器「bandit」已移除；請改用 bayes，它單獨使用時所需的試驗較少</translation>
    </message>
    <message>
        <source>in pairs</source>
        <translation>成對</translation>
    </message>
    <message>
        <source>plain, as in AutoTVM</source>
        <translation>一般，如 AutoTVM</translation>
    </message>
    <message>
        <source>S&amp;kip slow configs</source>
        <translation>略過慢的組態(&amp;K)</translation>
    </message>
    <message>
        <source>How slow</source>
        <translation>多慢</translation>
    </message>
    <message>
        <source>Equal seeds give equal proposals as long as the measured times are equal.</source>
        <translation>只要量測時間相同，相同的隨機種子就會產生相同的提議。</translation>
    </message>
    <message>
        <source>Ran&amp;dom seed</source>
        <translation>亂數種子(&amp;D)</translation>
    </message>
    <message>
        <source> (some are estimated)</source>
        <translation>（部分為估計）</translation>
    </message>
    <message>
        <source>%1 elements are wanted of an axis of %2</source>
        <translation>要求 %1 個元素，但軸只有 %2 個</translation>
    </message>
    <message>
        <source>%1 is a recorded space of an earlier version; recorded spaces are projects now, so record it again with `knobscope-cli lab record`</source>
        <translation>%1 是舊版的空間記錄；空間記錄現在是專案，請用 `knobscope-cli lab record` 重新記錄</translation>
    </message>
    <message>
        <source>%1 is not a recorded space: neither a project nor results of another tuner</source>
        <translation>%1 不是空間記錄：既不是專案，也不是其他調校器的結果</translation>
    </message>
    <message>
        <source>%1: fewer than the %2 multiprocessors of %3</source>
        <translation>%1：少於 %3 的 %2 個多處理器</translation>
    </message>
    <message>
        <source>%1: its layers take %2 ms</source>
        <translation>%1：各層共需 %2 ms</translation>
    </message>
    <message>
        <source>%1: no run measured a config that works; record a space with `knobscope-cli lab record`</source>
        <translation>%1：沒有任何執行量測到可用的組態；請用 `knobscope-cli lab record` 記錄空間</translation>
    </message>
    <message>
        <source>, %1 (trial|trials)</source>
        <translation>，%1 次試驗</translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation>，剩餘 %1</translation>
    </message>
    <message>
        <source>, %1 of %2 (trial|trials)</source>
        <translation>，%1／%2 次試驗</translation>
    </message>
    <message>
        <source>, %1 times as fast as untuned</source>
        <translation>，速度是未調校時的 %1 倍</translation>
    </message>
    <message>
        <source>Blocks of the main kernel; fewer than the GPU&apos;s multiprocessors leave some idle.</source>
        <translation>主要核心的區塊數；少於 GPU 的多處理器時，部分會閒置。</translation>
    </message>
    <message>
        <source>Data of one reduction step, which the threads of a block share; a kernel must request more than the default of a block.</source>
        <translation>一個歸約步驟的資料，由區塊內的執行緒共用；核心須要求超過區塊預設值的量。</translation>
    </message>
    <message>
        <source>NVRTC cannot compile for the GPU: %1; name a suitable NVRTC in KNOBSCOPE_NVRTC, or update the driver</source>
        <translation>NVRTC 無法為此 GPU 編譯：%1；請在 KNOBSCOPE_NVRTC 指定合適的 NVRTC，或更新驅動程式</translation>
    </message>
    <message>
        <source>The machine&apos;s speed varied, so the speed-up is accurate only to %1 %.</source>
        <translation>機器速度不穩，因此加速比只能精確到 %1 %。</translation>
    </message>
    <message>
        <source>Threads of the main kernel; a device has a limit, and fewer than 64 leave half of a block idle.</source>
        <translation>主要核心的執行緒數；裝置有上限，而少於 64 個會讓區塊的一半閒置。</translation>
    </message>
    <message>
        <source>Two levels: %1 ms, and %2 ms for %3 % of the time. The machine&apos;s speed changed.</source>
        <translation>兩種水準：%1 ms，以及在 %3 % 的時間為 %2 ms。機器的速度有變化。</translation>
    </message>
    <message>
        <source>a list of texts</source>
        <translation>文字清單</translation>
    </message>
    <message>
        <source>a scale is %1, but must be a number above 0</source>
        <translation>有一個縮放值為 %1，但須大於 0</translation>
    </message>
    <message>
        <source>an image of shape %1 and a grid of shape %2 do not belong together</source>
        <translation>形狀為 %1 的影像與形狀為 %2 的網格不相符</translation>
    </message>
    <message>
        <source>an image of shape %1 and boxes of shape %2 do not belong together</source>
        <translation>形狀為 %1 的影像與形狀為 %2 的方框不相符</translation>
    </message>
    <message>
        <source>an output of %1 x %2 is wanted</source>
        <translation>要求的輸出為 %1 x %2</translation>
    </message>
    <message>
        <source>attribute &apos;activations&apos; has %1 names, but %2 are needed</source>
        <translation>屬性 &apos;activations&apos; 有 %1 個名稱，但需要 %2 個</translation>
    </message>
    <message>
        <source>attribute &apos;activations&apos; has %1, which is not an activation</source>
        <translation>屬性 &apos;activations&apos; 含 %1，不是激活函數</translation>
    </message>
    <message>
        <source>attribute &apos;axes&apos;</source>
        <translation>屬性 &apos;axes&apos;</translation>
    </message>
    <message>
        <source>attribute &apos;direction&apos; is %1; it must be LEFT or RIGHT</source>
        <translation>屬性 &apos;direction&apos; 為 %1；須為 LEFT 或 RIGHT</translation>
    </message>
    <message>
        <source>attribute &apos;direction&apos; is %1; it must be forward, reverse or bidirectional</source>
        <translation>屬性 &apos;direction&apos; 為 %1；須為 forward、reverse 或 bidirectional</translation>
    </message>
    <message>
        <source>attribute &apos;equation&apos; has %1 operands, but there are %2 inputs</source>
        <translation>屬性 &apos;equation&apos; 有 %1 個運算元，但有 %2 個輸入</translation>
    </message>
    <message>
        <source>attribute &apos;equation&apos; has &apos;%1&apos; in its result, which is not in one of its operands or is there twice</source>
        <translation>屬性 &apos;equation&apos; 的結果含 &apos;%1&apos;，但運算元中沒有它，或它出現兩次</translation>
    </message>
    <message>
        <source>attribute &apos;equation&apos; has more operands than the %1 inputs</source>
        <translation>屬性 &apos;equation&apos; 的運算元多於 %1 個輸入</translation>
    </message>
    <message>
        <source>attribute &apos;equation&apos; has the character %1</source>
        <translation>屬性 &apos;equation&apos; 含字元 %1</translation>
    </message>
    <message>
        <source>attribute &apos;hidden_size&apos; is %1, but the weights are for %2</source>
        <translation>屬性 &apos;hidden_size&apos; 為 %1，但權重是給 %2 的</translation>
    </message>
    <message>
        <source>attribute &apos;mode&apos; is %1</source>
        <translation>屬性 &apos;mode&apos; 為 %1</translation>
    </message>
    <message>
        <source>attribute &apos;mode&apos; is %1; it must be avg or max</source>
        <translation>屬性 &apos;mode&apos; 為 %1；須為 avg 或 max</translation>
    </message>
    <message>
        <source>attribute &apos;num_groups&apos; is %1, which does not divide %2 channels</source>
        <translation>屬性 &apos;num_groups&apos; 為 %1，無法整除 %2 個通道</translation>
    </message>
    <message>
        <source>attribute &apos;padding_mode&apos; is %1</source>
        <translation>屬性 &apos;padding_mode&apos; 為 %1</translation>
    </message>
    <message>
        <source>attribute &apos;reduction&apos; is %1; it must be none, sum or mean</source>
        <translation>屬性 &apos;reduction&apos; 為 %1；須為 none、sum 或 mean</translation>
    </message>
    <message>
        <source>boxes of shape %1 and scores of shape %2 do not belong together</source>
        <translation>形狀為 %1 的方框與形狀為 %2 的分數不相符</translation>
    </message>
    <message>
        <source>input %1 is %2, but must be int8 or uint8</source>
        <translation>輸入 %1 是 %2，但須為 int8 或 uint8</translation>
    </message>
    <message>
        <source>input %1 is %2, but must have shape %3</source>
        <translation>輸入 %1 是 %2，但形狀須為 %3</translation>
    </message>
    <message>
        <source>input %1 is %2, but there are %3 channels in %4 groups</source>
        <translation>輸入 %1 是 %2，但有 %3 個通道，分為 %4 組</translation>
    </message>
    <message>
        <source>input %1 of shape %2 does not match the others in axis %3</source>
        <translation>輸入 %1 的形狀為 %2，在軸 %3 與其他輸入不符</translation>
    </message>
    <message>
        <source>input %1 of shape %2 has neither one number nor one for each channel</source>
        <translation>輸入 %1 的形狀為 %2，既非單一數值，也非每個通道一個</translation>
    </message>
    <message>
        <source>input 1 is %1, but must be float32</source>
        <translation>輸入 1 是 %1，但須為 float32</translation>
    </message>
    <message>
        <source>input 1 of shape %1 has no classes</source>
        <translation>輸入 1 的形狀為 %1，沒有類別</translation>
    </message>
    <message>
        <source>input 1 of shape %1 must have three axes</source>
        <translation>輸入 1 的形狀為 %1，但須有三個軸</translation>
    </message>
    <message>
        <source>input 2 is %1, but %2 is normalized</source>
        <translation>輸入 2 是 %1，但正規化的是 %2</translation>
    </message>
    <message>
        <source>input 2 is %1, but input 1 has shape %2</source>
        <translation>輸入 2 是 %1，但輸入 1 的形狀為 %2</translation>
    </message>
    <message>
        <source>input 2 is %1, but must be a list of bool</source>
        <translation>輸入 2 是 %1，但須為 bool 清單</translation>
    </message>
    <message>
        <source>input 2 must be one number, but has shape %1</source>
        <translation>輸入 2 須為單一數值，而其形狀為 %1</translation>
    </message>
    <message>
        <source>input 3 is %1, but there are %2 classes</source>
        <translation>輸入 3 是 %1，但有 %2 個類別</translation>
    </message>
    <message>
        <source>operand &apos;%1&apos; of attribute &apos;equation&apos; does not match input %2 of shape %3</source>
        <translation>屬性 &apos;equation&apos; 的運算元 &apos;%1&apos; 與形狀為 %3 的輸入 %2 不符</translation>
    </message>
    <message>
        <source>operand &apos;%1&apos; of attribute &apos;equation&apos; has more axes than input %2 of shape %3</source>
        <translation>屬性 &apos;equation&apos; 的運算元 &apos;%1&apos; 的軸多於形狀為 %3 的輸入 %2</translation>
    </message>
    <message>
        <source>the bias must be int32, one number for each output channel</source>
        <translation>偏差須為 int32，每個輸出通道一個數值</translation>
    </message>
    <message>
        <source>the inputs are %1 and %2, but must be unsigned integers</source>
        <translation>輸入為 %1 與 %2，但須為無號整數</translation>
    </message>
    <message>
        <source>the scale has shape %1, but axis %2 has %3 elements</source>
        <translation>縮放值的形狀為 %1，但軸 %2 有 %3 個元素</translation>
    </message>
    <message>
        <source>the weights of shapes %1 and %2 must have three axes</source>
        <translation>形狀為 %1 與 %2 的權重須有三個軸</translation>
    </message>
    <message>
        <source>the zero point has shape %1, but the scale has %2</source>
        <translation>零點的形狀為 %1，但縮放值的形狀為 %2</translation>
    </message>
    <message>
        <source>the zero point is %1, but must be int8 or uint8</source>
        <translation>零點是 %1，但須為 int8 或 uint8</translation>
    </message>
    <message>
        <source>the zero point is not of the type of input 1</source>
        <translation>零點的型別與輸入 1 不同</translation>
    </message>
    <message>
        <source>attribute &apos;clip&apos; is %1, but must be 0 or more</source>
        <translation>屬性 &apos;clip&apos; 為 %1，但須為 0 或以上</translation>
    </message>
    <message>
        <source>attribute &apos;equation&apos; asks for %1 products, more than this program computes</source>
        <translation>屬性 &apos;equation&apos; 需要 %1 個乘積，超過本程式所計算的上限</translation>
    </message>
    <message>
        <source>attribute &apos;sampling_ratio&apos; is %1, but must be 0 to %2</source>
        <translation>屬性 &apos;sampling_ratio&apos; 為 %1，但須介於 0 與 %2 之間</translation>
    </message>
    <message>
        <source>%1 (up to %2 ms)</source>
        <translation>%1（最多 %2 ms）</translation>
    </message>
    <message>
        <source>%1 The earlier kernels are kept.</source>
        <translation>%1 保留先前的核心函式。</translation>
    </message>
    <message>
        <source>%1 bytes for %2%3, which has %4</source>
        <translation>%2%3 有 %4，卻給了 %1 位元組</translation>
    </message>
    <message>
        <source>%1 columns cannot be divided into queries, keys and values of %2 heads</source>
        <translation>%1 欄無法分成 %2 個頭的查詢、鍵與值</translation>
    </message>
    <message>
        <source>%1 groups do not divide %2 input and %3 output channels</source>
        <translation>%1 個群組無法整除 %2 個輸入通道與 %3 個輸出通道</translation>
    </message>
    <message>
        <source>%1 ms on %2 (thread|threads) (95 % interval %3 to %4, minimum %5), clock at %6 % of full speed.</source>
        <translation>%2 個執行緒上 %1 ms（95 % 區間 %3 到 %4，最小值 %5），時脈為全速的 %6 %。</translation>
    </message>
    <message>
        <source>%1 was tuned.</source>
        <translation>%1 已調校。</translation>
    </message>
    <message>
        <source>(by definition)</source>
        <translation>（依定義）</translation>
    </message>
    <message>
        <source>Knob %1: blocks of %2 channels neither divide nor hold groups of %3 in %4 channels</source>
        <translation>旋鈕 %1：%2 個通道的區塊既不能整除也不能容納 %4 個通道中每組 %3 個的群組</translation>
    </message>
    <message>
        <source>No template: %1 % of the network (%2).</source>
        <translation>沒有範本：占網路的 %1 %（%2）。</translation>
    </message>
    <message>
        <source>The last tuning did not make the network faster; it runs with its earlier kernels</source>
        <translation>上一次調校沒有讓網路變快；它以先前的核心函式執行</translation>
    </message>
    <message>
        <source>The network is not compared with the one before: %1</source>
        <translation>網路未與先前的比較：%1</translation>
    </message>
    <message>
        <source>The prediction does not include steps without a template: %1</source>
        <translation>預測不包含沒有範本的步驟：%1</translation>
    </message>
    <message>
        <source>The whole network is no faster than before (%1): %2 ms, before %3 ms.</source>
        <translation>整個網路沒有比先前快（%1）：%2 ms，先前 %3 ms。</translation>
    </message>
    <message>
        <source>The whole network is no faster than before: its fastest kernels are the same.</source>
        <translation>整個網路沒有比先前快：最快的核心函式相同。</translation>
    </message>
    <message>
        <source>The whole network is slower than before (%1): %2 ms instead of %3 ms.</source>
        <translation>整個網路比先前慢（%1）：%2 ms，而不是 %3 ms。</translation>
    </message>
    <message>
        <source>The whole network takes %1 ms instead of %2 ms (%3).</source>
        <translation>整個網路需要 %1 ms，而不是 %2 ms（%3）。</translation>
    </message>
    <message>
        <source>The worker&apos;s answer is not a list of pairs</source>
        <translation>工作程序的回答不是成對的清單</translation>
    </message>
    <message>
        <source>Timing the whole network before and after, alternately</source>
        <translation>交替量測整個網路調校前後的時間</translation>
    </message>
    <message>
        <source>Two networks must be open to be timed alternately</source>
        <translation>必須開啟兩個網路才能交替計時</translation>
    </message>
    <message>
        <source>a causal mask of %1 x %2 is too large; the limit is %3 elements</source>
        <translation>%1 x %2 的因果遮罩太大；上限為 %3 個元素</translation>
    </message>
    <message>
        <source>a mask of shape %1 is not supported</source>
        <translation>不支援形狀為 %1 的遮罩</translation>
    </message>
    <message>
        <source>attribute &apos;%1&apos; is %2, which does not divide %3</source>
        <translation>屬性「%1」為 %2，無法整除 %3</translation>
    </message>
    <message>
        <source>attribute &apos;activation&apos; is %1, which is not supported</source>
        <translation>屬性「activation」為 %1，不支援</translation>
    </message>
    <message>
        <source>attribute &apos;activation_params&apos; has %1 numbers, but Clip takes 2</source>
        <translation>屬性「activation_params」有 %1 個數，但 Clip 需要 2 個</translation>
    </message>
    <message>
        <source>attribute &apos;do_rotary&apos; is not 0, which is not supported</source>
        <translation>屬性「do_rotary」不是 0，不支援</translation>
    </message>
    <message>
        <source>attribute &apos;num_heads&apos; is %1, which does not divide %2</source>
        <translation>屬性「num_heads」為 %1，無法整除 %2</translation>
    </message>
    <message>
        <source>attribute &apos;num_heads&apos; is %1, which must be 1 or more</source>
        <translation>屬性「num_heads」為 %1，必須為 1 以上</translation>
    </message>
    <message>
        <source>attribute &apos;rotary_embedding_dim&apos; is %1, which must be even and at most %2</source>
        <translation>屬性「rotary_embedding_dim」為 %1，必須為偶數且不超過 %2</translation>
    </message>
    <message>
        <source>attribute &apos;scale&apos; or &apos;is_packed_batching&apos; is not its default, which is not supported</source>
        <translation>屬性「scale」或「is_packed_batching」不是預設值，不支援</translation>
    </message>
    <message>
        <source>attribute &apos;softcap&apos; is %1, which must be 0 or more</source>
        <translation>屬性「softcap」為 %1，必須為 0 以上</translation>
    </message>
    <message>
        <source>attribute &apos;transBatchA&apos; or &apos;transBatchB&apos; is not 0, which is not supported</source>
        <translation>屬性「transBatchA」或「transBatchB」不是 0，不支援</translation>
    </message>
    <message>
        <source>choose another layout</source>
        <translation>選擇其他配置</translation>
    </message>
    <message>
        <source>input %1 is %2, but %3 columns are rotated</source>
        <translation>輸入 %1 是 %2，但要旋轉 %3 欄</translation>
    </message>
    <message>
        <source>input %1 is %2, but input 1 is %3</source>
        <translation>輸入 %1 是 %2，但輸入 1 是 %3</translation>
    </message>
    <message>
        <source>input %1 is %2, but must be %3</source>
        <translation>輸入 %1 是 %2，但必須是 %3</translation>
    </message>
    <message>
        <source>input %1 is %2, but must be a matrix</source>
        <translation>輸入 %1 是 %2，但必須是矩陣</translation>
    </message>
    <message>
        <source>input %1 is %2, but must have 3 or 4 axes</source>
        <translation>輸入 %1 是 %2，但必須有 3 或 4 個軸</translation>
    </message>
    <message>
        <source>input %1 is %2, but must have 4 axes</source>
        <translation>輸入 %1 是 %2，但必須有 4 個軸</translation>
    </message>
    <message>
        <source>input %1 is %2, which does not match the scores %3</source>
        <translation>輸入 %1 是 %2，與分數 %3 不符</translation>
    </message>
    <message>
        <source>input %1 is not supported</source>
        <translation>不支援輸入 %1</translation>
    </message>
    <message>
        <source>input 1 is %1, but must have 3 or 4 axes</source>
        <translation>輸入 1 是 %1，但必須有 3 或 4 個軸</translation>
    </message>
    <message>
        <source>input 2 is %1, which does not match %2</source>
        <translation>輸入 2 是 %1，與 %2 不符</translation>
    </message>
    <message>
        <source>input 4 is %1, but %2 elements are added</source>
        <translation>輸入 4 是 %1，但要加上 %2 個元素</translation>
    </message>
    <message>
        <source>input 7 (nonpad_kv_seqlen) is not supported</source>
        <translation>不支援輸入 7（nonpad_kv_seqlen）</translation>
    </message>
    <message>
        <source>its opset %1 is not supported (supported: %2 and later); export it for one of them</source>
        <translation>不支援它的 opset %1（支援 %2 以後）；請匯出為其中之一</translation>
    </message>
    <message>
        <source>its output %1 is not supported</source>
        <translation>不支援它的輸出 %1</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>no template</source>
        <translation>沒有範本</translation>
    </message>
    <message>
        <source>no template: %1 % of the network</source>
        <translation>沒有範本：占網路的 %1 %</translation>
    </message>
    <message>
        <source>past keys and past values must be given together</source>
        <translation>過去的鍵與過去的值必須一起提供</translation>
    </message>
    <message>
        <source>positions of shape %1 are not supported</source>
        <translation>不支援形狀為 %1 的位置</translation>
    </message>
    <message>
        <source>queries %1, keys %2 and values %3 do not match</source>
        <translation>查詢 %1、鍵 %2 與值 %3 不符</translation>
    </message>
    <message>
        <source>queries %1, keys %2 and values %3 do not match for %4 heads</source>
        <translation>查詢 %1、鍵 %2 與值 %3 與 %4 個頭不符</translation>
    </message>
    <message>
        <source>queries, keys and values that are not three tensors of 3 axes are not supported</source>
        <translation>不支援不是三個 3 軸張量的查詢、鍵與值</translation>
    </message>
    <message>
        <source>segments need both their ids and their embedding</source>
        <translation>區段需要其編號與嵌入</translation>
    </message>
    <message>
        <source>the inputs are %1 and %2, which do not match</source>
        <translation>輸入是 %1 與 %2，兩者不符</translation>
    </message>
    <message>
        <source>the inputs are %1, %2 and %3, but must be matrices</source>
        <translation>輸入是 %1、%2 與 %3，但必須是矩陣</translation>
    </message>
    <message>
        <source>the kernel has %1 input channels, but each of the %2 groups has %3</source>
        <translation>核心有 %1 個輸入通道，但 %2 個群組各有 %3 個</translation>
    </message>
    <message>
        <source>the mask is %1, but input 1 is %2</source>
        <translation>遮罩是 %1，但輸入 1 是 %2</translation>
    </message>
    <message>
        <source>the mask is %1, which does not match the scores %2</source>
        <translation>遮罩是 %1，與分數 %2 不符</translation>
    </message>
    <message>
        <source>tune</source>
        <translation>調校</translation>
    </message>
    <message>
        <source>tune longer</source>
        <translation>調校更久</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>%1 % of the lanes of the vectors are used.</source>
        <translation>向量只用到 %1 % 的通道。</translation>
    </message>
    <message>
        <source>%1 (accumulator|accumulators) and their operands need %2 registers, and there are %3: some are stored and loaded again.</source>
        <translation>%1 個累加器及其運算元需要 %2 個暫存器，而只有 %3 個：其中一些會被存出再載入。</translation>
    </message>
    <message>
        <source>%1 (accumulator|accumulators), and an FMA takes %2 cycles while %3 start per cycle: at least %4 are needed.</source>
        <translation>%1 個累加器，而一次 FMA 需 %2 個週期，每週期可開始 %3 次：至少需要 %4 個。</translation>
    </message>
    <message>
        <source>%1 (load|loads) for %2 (multiply-add|multiply-adds) in the innermost loop: the loads take %3 times as long.</source>
        <translation>最內層迴圈中，%2 次乘加伴隨 %1 次載入：載入所需時間為 %3 倍。</translation>
    </message>
    <message>
        <source>%1 turns, in which multiply-adds take %2 cycles, waiting for sums %3, loads %4, stores %5</source>
        <translation>%1 輪，其中乘加需 %2 個週期，等待總和 %3，載入 %4，儲存 %5</translation>
    </message>
    <message>
        <source>%1 vectors are stored in a turn of the innermost loop, one per cycle.</source>
        <translation>最內層迴圈每輪儲存 %1 個向量，每週期一個。</translation>
    </message>
    <message>
        <source>%1 vectors of sums do not fit into %2 registers: each step stores them, one per cycle.</source>
        <translation>%1 個總和向量放不進 %2 個暫存器：每一步都要儲存它們，每週期一個。</translation>
    </message>
    <message>
        <source>%1: up to %2 times.</source>
        <translation>%1：最多 %2 倍。</translation>
    </message>
    <message>
        <source>&amp;Begin</source>
        <translation>起點(&amp;B)</translation>
    </message>
    <message>
        <source>A turn of the innermost loop has %1 (multiply-add|multiply-adds): counting and branching takes %2 % of the time.</source>
        <translation>最內層迴圈每輪有 %1 次乘加：計數與跳躍占去 %2 % 的時間。</translation>
    </message>
    <message>
        <source>About %1 % of the time. The innermost loop: %2. With the change: %3.</source>
        <translation>約占 %1 % 的時間。最內層迴圈：%2。改變之後：%3。</translation>
    </message>
    <message>
        <source>Configs are not built if a bound from their loops, registers and caches is at least this many times the best time so far. The first sixteen of them and one in sixteen later are measured anyway, to find mistakes. GPU tasks and random search skip none unless another factor is set.</source>
        <translation>若由迴圈、暫存器與快取算出的界限至少為目前最佳時間的這個倍數，便不建置該組態。其中前十六個以及之後每十六個中的一個仍會量測，以找出錯誤。除非另設倍數，GPU 工作與隨機搜尋不略過任何組態。</translation>
    </message>
    <message>
        <source>From scratch: the tuner knows nothing of earlier runs, so that tuners can be compared. From earlier results: it learns from the source named under Earlier results.</source>
        <translation>從頭開始：調校器不知道先前的執行，因此可比較各調校器。從先前結果：它從「先前結果」所列的來源學習。</translation>
    </message>
    <message>
        <source>No task</source>
        <translation>沒有工作</translation>
    </message>
    <message>
        <source>Statements other than the busiest one (copies, padding, results) take %1 % of the time.</source>
        <translation>最忙的敘述以外的部分（複製、填補、結果）占 %1 % 的時間。</translation>
    </message>
    <message>
        <source>The bound of a GPU&apos;s config is not divided into parts</source>
        <translation>GPU 組態的界限不分成各部分</translation>
    </message>
    <message>
        <source>The data of a tile do not fit into the caches: transfers take %1 % of the time.</source>
        <translation>一塊的資料放不進快取：傳輸占 %1 % 的時間。</translation>
    </message>
    <message>
        <source>The question cannot be answered: %1. It must be one SELECT of %2</source>
        <translation>無法回答此問題：%1。它必須是對 %2 的一個 SELECT</translation>
    </message>
    <message>
        <source>The question must be one SELECT of %1</source>
        <translation>問題必須是對 %1 的一個 SELECT</translation>
    </message>
    <message>
        <source>The question took longer than %1 seconds and was stopped; ask for less</source>
        <translation>問題耗時超過 %1 秒，已停止；請縮小範圍</translation>
    </message>
    <message>
        <source>The question was stopped</source>
        <translation>問題已停止</translation>
    </message>
    <message>
        <source>The sums are not in registers: each step loads and stores them, which takes %1 cycles.</source>
        <translation>總和不在暫存器中：每一步都要載入並儲存，需 %1 個週期。</translation>
    </message>
    <message>
        <source>The tiles do not divide the loops: %1 % of the multiply-adds are computed for nothing.</source>
        <translation>區塊大小不能整除迴圈：%1 % 的乘加是白算的。</translation>
    </message>
    <message>
        <source>a batched product that repeats matrices has no template</source>
        <translation>重複使用矩陣的批次乘積沒有範本</translation>
    </message>
    <message>
        <source>a product with a computed vector has no template</source>
        <translation>與計算所得向量的乘積沒有範本</translation>
    </message>
    <message>
        <source>argument %1 (%2) must be true, false or null, not %3</source>
        <translation>引數 %1（%2）必須是 true、false 或 null，而非 %3</translation>
    </message>
    <message>
        <source>attribute %1 is unknown</source>
        <translation>未知的屬性 %1</translation>
    </message>
    <message>
        <source>attribute &apos;%1&apos; must be a graph with %2 outputs</source>
        <translation>屬性「%1」必須是有 %2 個輸出的圖</translation>
    </message>
    <message>
        <source>attribute &apos;coordinate_transformation_mode&apos; is %1</source>
        <translation>屬性「coordinate_transformation_mode」為 %1</translation>
    </message>
    <message>
        <source>attribute &apos;keep_aspect_ratio_policy&apos; is %1</source>
        <translation>屬性「keep_aspect_ratio_policy」為 %1</translation>
    </message>
    <message>
        <source>attribute &apos;reduction&apos; is %1</source>
        <translation>屬性「reduction」為 %1</translation>
    </message>
    <message>
        <source>attribute &apos;reduction&apos; is %1 for bool, which is not supported</source>
        <translation>屬性「reduction」對 bool 為 %1，不支援</translation>
    </message>
    <message>
        <source>attribute &apos;spatial&apos; is 0; only one mean and variance for a channel is supported</source>
        <translation>屬性「spatial」為 0；只支援每個通道一個平均值與變異數</translation>
    </message>
    <message>
        <source>from earlier results</source>
        <translation>從先前結果</translation>
    </message>
    <message>
        <source>from scratch</source>
        <translation>從頭開始</translation>
    </message>
    <message>
        <source>input 1 is %1, but must be int8 or uint8</source>
        <translation>輸入 1 是 %1，但必須是 int8 或 uint8</translation>
    </message>
    <message>
        <source>input 1 is %1, but must be int8, uint8, int16 or int32</source>
        <translation>輸入 1 是 %1，但必須是 int8、uint8、int16 或 int32</translation>
    </message>
    <message>
        <source>it has no iterations, so the shape of its output is unknown</source>
        <translation>它沒有任何迭代，因此輸出的形狀未知</translation>
    </message>
    <message>
        <source>it would be unrolled into more than %1 nodes</source>
        <translation>它展開後會超過 %1 個節點</translation>
    </message>
    <message>
        <source>its axes or directions do not have one number for each input or output</source>
        <translation>它的軸或方向並未為每個輸入或輸出各給一個數字</translation>
    </message>
    <message>
        <source>its body %1 has %2 inputs, not %3</source>
        <translation>它的本體 %1 有 %2 個輸入，而非 %3 個</translation>
    </message>
    <message>
        <source>its definition of opset 8 is not supported; export the model for opset 9 or later</source>
        <translation>不支援它在 opset 8 的定義；請以 opset 9 或更新版本匯出模型</translation>
    </message>
    <message>
        <source>its inputs, outputs and body do not fit together</source>
        <translation>它的輸入、輸出與本體不相符</translation>
    </message>
    <message>
        <source>its scanned inputs do not have one number of iterations</source>
        <translation>它掃描的輸入沒有一致的迭代次數</translation>
    </message>
    <message>
        <source>the zero point is %1, but must be one number of the type of input 1</source>
        <translation>零點是 %1，但必須是一個與輸入 1 同型別的數字</translation>
    </message>
    <message>
        <source>x (%1) and y (%2) must have the same B and K</source>
        <translation>x（%1）與 y（%2）的 B 與 K 必須相同</translation>
    </message>
    <message>
        <source>an input that it scans is missing</source>
        <translation>缺少它要掃描的輸入</translation>
    </message>
    <message>
        <source>&quot;%1&quot; of %2: %3</source>
        <translation>%2 的「%1」：%3</translation>
    </message>
    <message>
        <source>&quot;%1&quot; of %2: the state has no value &quot;%3&quot;%4</source>
        <translation>%2 的「%1」：狀態中沒有值「%3」%4</translation>
    </message>
    <message>
        <source>&quot;id&quot; is not a word of letters, digits, &apos;-&apos; and &apos;_&apos;</source>
        <translation>「id」不是由字母、數字、「-」與「_」組成的字</translation>
    </message>
    <message>
        <source>&quot;minutes&quot; is not a number from 1 to %1</source>
        <translation>「minutes」不是 1 到 %1 的數字</translation>
    </message>
    <message>
        <source>&quot;steps&quot; is not a list of 1 to %1 steps</source>
        <translation>「steps」不是 1 到 %1 個步驟的清單</translation>
    </message>
    <message>
        <source>% of the peak of %1 cores</source>
        <translation>%（相對於 %1 個核心的峰值）</translation>
    </message>
    <message>
        <source>% of this core&apos;s peak</source>
        <translation>%（相對於此核心的峰值）</translation>
    </message>
    <message>
        <source>% of what the memory allows</source>
        <translation>%（相對於記憶體所允許的速度）</translation>
    </message>
    <message>
        <source>%1 % GFLOPS for each seed (%2, p = %3)</source>
        <translation>每個隨機種子 %1 % GFLOPS（%2，p = %3）</translation>
    </message>
    <message>
        <source>%1 % of the trials failed.</source>
        <translation>%1 % 的試驗失敗。</translation>
    </message>
    <message>
        <source>%1 % of the variance, over %2 configs with %3 of its values.</source>
        <translation>變異的 %1 %，依據 %2 個具有其 %3 個值的組態。</translation>
    </message>
    <message>
        <source>%1 (%2 steps)</source>
        <translation>%1（%2 個步驟）</translation>
    </message>
    <message>
        <source>%1 (config was|configs were) started and (has|have) no result.</source>
        <translation>%1 個組態已開始，但沒有結果。</translation>
    </message>
    <message>
        <source>%1 (flow begins or ends|flows begin or end) on no span and (was|were) left out.</source>
        <translation>%1 個流程的起點或終點不在任何區間上，已略去。</translation>
    </message>
    <message>
        <source>%1 (result counts|results count) as failed, since no machine can be that fast. %2</source>
        <translation>%1 個結果視為失敗，因為沒有機器能這麼快。%2</translation>
    </message>
    <message>
        <source>%1 (trial has|trials have) not ended and (was|were) left out.</source>
        <translation>%1 次試驗尚未結束，已略去。</translation>
    </message>
    <message>
        <source>%1 against %2: %3 and %4 trials to %5 % of the best (%6; p = %7)</source>
        <translation>%1 與 %2 相比：達到最佳值的 %5 % 需 %3 與 %4 次試驗（%6；p = %7）</translation>
    </message>
    <message>
        <source>%1 and later folders are left out: there are more than %2 lessons</source>
        <translation>%1 及其後的資料夾已略去：課程超過 %2 個</translation>
    </message>
    <message>
        <source>%1 asks, but has fewer than two choices</source>
        <translation>%1 提出問題，但選項少於兩個</translation>
    </message>
    <message>
        <source>%1 asynchronous spans have no end; they were closed at the end of the trace.</source>
        <translation>%1 個非同步區間沒有結束；已在追蹤檔結尾處結束它們。</translation>
    </message>
    <message>
        <source>%1 cannot be read</source>
        <translation>無法讀取 %1</translation>
    </message>
    <message>
        <source>%1 contains no result</source>
        <translation>%1 不含任何結果</translation>
    </message>
    <message>
        <source>%1 contains no results of a tuner; a CSV table of Optuna has columns params_NAME, one of Helion config, status and perf_ms</source>
        <translation>%1 不含調校器的結果；Optuna 的 CSV 表格有 params_NAME 欄，Helion 的則有 config、status 與 perf_ms 欄</translation>
    </message>
    <message>
        <source>%1 contains no results to replay; Kernel Tuner caches (&quot;cache&quot; and &quot;tune_params&quot;), T4 (&quot;results&quot;), KTT (&quot;Results&quot; and &quot;Metadata&quot;), Triton (&quot;configs_timings&quot;), Optuna&apos;s trials and Helion&apos;s CSV are supported</source>
        <translation>%1 不含可重播的結果；支援 Kernel Tuner 快取（「cache」與「tune_params」）、T4（「results」）、KTT（「Results」與「Metadata」）、Triton（「configs_timings」）、Optuna 的試驗，以及 Helion 的 CSV</translation>
    </message>
    <message>
        <source>%1 contains no study</source>
        <translation>%1 不含任何研究</translation>
    </message>
    <message>
        <source>%1 contains no study %2; it has %3</source>
        <translation>%1 沒有研究 %2；其中有 %3</translation>
    </message>
    <message>
        <source>%1 contains several studies; choose one with --study: %2</source>
        <translation>%1 含有數個研究；請以 --study 選擇其一：%2</translation>
    </message>
    <message>
        <source>%1 events have types that the timeline does not show (sample, object) and were left out.</source>
        <translation>%1 個事件的種類（sample、object）不會顯示於時間軸，已略去。</translation>
    </message>
    <message>
        <source>%1 flow events are beyond the first 10,000,000 and were left out.</source>
        <translation>%1 個流程事件超出前 10,000,000 個，已略去。</translation>
    </message>
    <message>
        <source>%1 flow events have no partner and were left out.</source>
        <translation>%1 個流程事件沒有配對的事件，已略去。</translation>
    </message>
    <message>
        <source>%1 has %2 arguments here; %3</source>
        <translation>%1 在此有 %2 個引數；%3</translation>
    </message>
    <message>
        <source>%1 has %2 dimensions, but is read with %3 indices</source>
        <translation>%1 有 %2 維，卻以 %3 個索引讀取</translation>
    </message>
    <message>
        <source>%1 has an unknown key &quot;%2&quot;; did you mean &quot;%3&quot;?</source>
        <translation>%1 有未知的鍵「%2」；您是指「%3」嗎？</translation>
    </message>
    <message>
        <source>%1 has an unknown key &quot;%2&quot;; it may have %3</source>
        <translation>%1 有未知的鍵「%2」；可用的有 %3</translation>
    </message>
    <message>
        <source>%1 has choices, but its kind is %2</source>
        <translation>%1 有選項，但其種類為 %2</translation>
    </message>
    <message>
        <source>%1 has elements that are NaN or infinite</source>
        <translation>%1 含有 NaN 或無限大的元素</translation>
    </message>
    <message>
        <source>%1 has more than %2 choices</source>
        <translation>%1 的選項超過 %2 個</translation>
    </message>
    <message>
        <source>%1 has more than 2^40 elements</source>
        <translation>%1 的元素超過 2^40 個</translation>
    </message>
    <message>
        <source>%1 has no &quot;check&quot;</source>
        <translation>%1 沒有「check」</translation>
    </message>
    <message>
        <source>%1 has no &quot;highlight&quot;: the control to look at</source>
        <translation>%1 沒有「highlight」，即要查看的控制項</translation>
    </message>
    <message>
        <source>%1 has no &quot;key&quot; of letters, digits, &apos;-&apos; and &apos;_&apos;</source>
        <translation>%1 沒有由字母、數字、「-」與「_」組成的「key」</translation>
    </message>
    <message>
        <source>%1 has no argument &apos;%2&apos;; %3</source>
        <translation>%1 沒有引數「%2」；%3</translation>
    </message>
    <message>
        <source>%1 has no inputs; input_0.pb, … are needed, there or in each of its folders</source>
        <translation>%1 沒有輸入；該處或其每個資料夾中須有 input_0.pb、…</translation>
    </message>
    <message>
        <source>%1 has no loop; %2</source>
        <translation>%1 沒有迴圈；%2</translation>
    </message>
    <message>
        <source>%1 has no note %2</source>
        <translation>%1 沒有筆記 %2</translation>
    </message>
    <message>
        <source>%1 has no run, so there is nothing to report; tune something first</source>
        <translation>%1 沒有執行，因此沒有可報告的內容；請先調校</translation>
    </message>
    <message>
        <source>%1 has no schedule</source>
        <translation>%1 沒有排程</translation>
    </message>
    <message>
        <source>%1 has no size &apos;%2&apos;, but %3, as in %4(%5=512)</source>
        <translation>%1 沒有大小「%2」，而有 %3，如 %4(%5=512)</translation>
    </message>
    <message>
        <source>%1 has no template.</source>
        <translation>%1 沒有範本。</translation>
    </message>
    <message>
        <source>%1 has the kind &quot;%2&quot;; a kind is do, predict, ask or see</source>
        <translation>%1 的種類為「%2」；種類須為 do、predict、ask 或 see</translation>
    </message>
    <message>
        <source>%1 is %2, but the input %3 is %4</source>
        <translation>%1 為 %2，但輸入 %3 為 %4</translation>
    </message>
    <message>
        <source>%1 is a database, but not of Optuna&apos;s studies</source>
        <translation>%1 是資料庫，但不含 Optuna 的研究</translation>
    </message>
    <message>
        <source>%1 is a database, not a file of %2</source>
        <translation>%1 是資料庫，不是 %2 的檔案</translation>
    </message>
    <message>
        <source>%1 is a tensor, not a loop; name one of its loops, as in %2.%3</source>
        <translation>%1 是張量，不是迴圈；請指定它的一個迴圈，如 %2.%3</translation>
    </message>
    <message>
        <source>%1 is already a size or a tensor; give the knob another name</source>
        <translation>%1 已是大小或張量；請為旋鈕取其他名稱</translation>
    </message>
    <message>
        <source>%1 is already a tensor or knob; choose another name</source>
        <translation>%1 已是張量或旋鈕；請選擇其他名稱</translation>
    </message>
    <message>
        <source>%1 is already defined or read before, or its name contains a &apos;.&apos;</source>
        <translation>%1 先前已定義或讀取，或其名稱含有「.」</translation>
    </message>
    <message>
        <source>%1 is an input and has no loops</source>
        <translation>%1 是輸入，沒有迴圈</translation>
    </message>
    <message>
        <source>%1 is far from its bound.</source>
        <translation>%1 離其界限還很遠。</translation>
    </message>
    <message>
        <source>%1 is for %2; write target %3 in a line before</source>
        <translation>%1 適用於 %2；請在前面的一行寫上 target %3</translation>
    </message>
    <message>
        <source>%1 is incomplete: it ends inside of a result after line %2; the %3 (result|results) before that (was|were) kept.</source>
        <translation>%1 不完整：在第 %2 行之後的結果中途結束；之前的 %3 個結果已保留。</translation>
    </message>
    <message>
        <source>%1 is incomplete: line %2 is cut off and was left out.</source>
        <translation>%1 不完整：第 %2 行中途截斷，已略去。</translation>
    </message>
    <message>
        <source>%1 is neither JSON nor a table in UTF-8; save it as UTF-8</source>
        <translation>%1 既不是 JSON，也不是 UTF-8 的表格；請存成 UTF-8</translation>
    </message>
    <message>
        <source>%1 is no hand-in of a lesson</source>
        <translation>%1 不是課程的繳交檔</translation>
    </message>
    <message>
        <source>%1 is no loop; %2 has %3</source>
        <translation>%1 不是迴圈；%2 有 %3</translation>
    </message>
    <message>
        <source>%1 is not a file of %2; leave out --from to find its format by its content</source>
        <translation>%1 不是 %2 的檔案；請省略 --from，以依內容判斷其格式</translation>
    </message>
    <message>
        <source>%1 is not tuned.</source>
        <translation>%1 尚未調校。</translation>
    </message>
    <message>
        <source>%1 is read outside: index %2 runs from %3 to %4%5; change it, or guard the read, as in select(y &gt;= 1, A[y - 1], 0)</source>
        <translation>%1 的讀取超出範圍：索引 %2 由 %3 到 %4%5；請修改它，或為讀取加上條件，如 select(y &gt;= 1, A[y - 1], 0)</translation>
    </message>
    <message>
        <source>%1 makes %2 (thing|things) to name, but %3 (name is|names are) given; %4</source>
        <translation>%1 產生 %2 個須命名的項目，但給了 %3 個名稱；%4</translation>
    </message>
    <message>
        <source>%1 more (run|runs)</source>
        <translation>還需 %1 次執行</translation>
    </message>
    <message>
        <source>%1 more (run|runs) with other seeds can decide.</source>
        <translation>再以其他隨機種子執行 %1 次，即可判定。</translation>
    </message>
    <message>
        <source>%1 more (seed|seeds) needed; %2 % GFLOPS so far</source>
        <translation>還需 %1 個隨機種子；目前 %2 % GFLOPS</translation>
    </message>
    <message>
        <source>%1 ms, %2 % of the network</source>
        <translation>%1 ms，占網路的 %2 %</translation>
    </message>
    <message>
        <source>%1 of %2 trials came after it.</source>
        <translation>%2 次試驗中有 %1 次在它之後。</translation>
    </message>
    <message>
        <source>%1 reaches from %2 to %3 on these inputs; a scale needs finite numbers</source>
        <translation>以這些輸入，%1 的範圍為 %2 到 %3；縮放值需要有限的數字</translation>
    </message>
    <message>
        <source>%1 s for %2 operations would be %3 FLOPS, more than any machine has</source>
        <translation>以 %1 秒完成 %2 次運算，相當於 %3 FLOPS，超過任何機器的能力</translation>
    </message>
    <message>
        <source>%1 s is less than a call can take on any machine</source>
        <translation>%1 秒短於任何機器上一次呼叫所需的時間</translation>
    </message>
    <message>
        <source>%1 was cut off: its last entry is not the one written when handing in</source>
        <translation>%1 已遭截斷：最後一個項目不是繳交時寫入的那一個</translation>
    </message>
    <message>
        <source>%1 was edited: entry %2, or one that stood before it, is not as it was written</source>
        <translation>%1 已遭修改：項目 %2，或原本在它之前的項目，與寫入時不同</translation>
    </message>
    <message>
        <source>%1 was measured by another tuner and has no fallback config</source>
        <translation>%1 由其他調校器量測，沒有後備組態</translation>
    </message>
    <message>
        <source>%1 was measured by another tuner and has no template here, so it has no schedule and no code</source>
        <translation>%1 由其他調校器量測，在此沒有範本，因此沒有排程與程式碼</translation>
    </message>
    <message>
        <source>%1, at %2 % of what bounds it (%3).</source>
        <translation>%1，達到其界限（%3）的 %2 %。</translation>
    </message>
    <message>
        <source>%1: &quot;%2&quot; is no value of the state, or no whole number</source>
        <translation>%1：「%2」不是狀態中的值，也不是整數</translation>
    </message>
    <message>
        <source>%1: entry %2 of &quot;configs_timings&quot; has neither a positive time nor Infinity</source>
        <translation>%1：「configs_timings」的項目 %2 既沒有正的時間，也不是 Infinity</translation>
    </message>
    <message>
        <source>%1: entry %2 of &quot;configs_timings&quot; is not a config with its timings</source>
        <translation>%1：「configs_timings」的項目 %2 不是附有時間的組態</translation>
    </message>
    <message>
        <source>%1: line %2 has %3 fields, the first line %4</source>
        <translation>%1：第 %2 行有 %3 個欄位，第一行有 %4 個</translation>
    </message>
    <message>
        <source>%1: line %2 has no config like helion.Config(name=value, …)</source>
        <translation>%1：第 %2 行沒有如 helion.Config(name=value, …) 的組態</translation>
    </message>
    <message>
        <source>%1: result %2 has a value above 2^63 for the parameter %3%4</source>
        <translation>%1：結果 %2 的參數 %3 的值超過 2^63%4</translation>
    </message>
    <message>
        <source>%1: result %2 has neither a positive time nor a failure%3</source>
        <translation>%1：結果 %2 既沒有正的時間，也未標示失敗%3</translation>
    </message>
    <message>
        <source>%1: result %2 has no value for the parameter %3%4</source>
        <translation>%1：結果 %2 沒有參數 %3 的值%4</translation>
    </message>
    <message>
        <source>%1: step %2 of %3 is recorded as done, but its recorded values do not say so</source>
        <translation>%1：%3 的步驟 %2 記錄為已完成，但其記錄的值並非如此</translation>
    </message>
    <message>
        <source>%1: the clock went back before entry %2</source>
        <translation>%1：時鐘在項目 %2 之前倒退</translation>
    </message>
    <message>
        <source>%1: there is no lesson %2 here; name its folder with --lesson</source>
        <translation>%1：此處沒有課程 %2；請以 --lesson 指定其資料夾</translation>
    </message>
    <message>
        <source>%1: trial %2 has no %3; write it with `optuna trials -f json`</source>
        <translation>%1：試驗 %2 沒有 %3；請以 `optuna trials -f json` 寫出</translation>
    </message>
    <message>
        <source>%1; undecided against %2 other (group|groups)</source>
        <translation>%1；與其他 %2 個群組相比尚未判定</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is a loop of several tensors; write %2</source>
        <translation>「%1」是數個張量的迴圈；請寫 %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no precision of a network; use float32, bfloat16 or int8</source>
        <translation>「%1」不是網路的精度；請用 float32、bfloat16 或 int8</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no size; write NAME=NUMBER, as in n=512</source>
        <translation>「%1」不是大小；請寫 NAME=NUMBER，如 n=512</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a condition on trials; write failed, succeeded, #tag, run=NUMBER, knob=value or knob!=value</source>
        <translation>「%1」不是試驗的條件；請寫 failed、succeeded、#tag、run=NUMBER、knob=value 或 knob!=value</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a number, or is too large</source>
        <translation>「%1」不是數字，或過大</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not possible between values; use + - * /, max or min</source>
        <translation>值之間不能用「%1」；請用 + - * /、max 或 min</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not possible in a number; use + - * / %</source>
        <translation>數字中不能用「%1」；請用 + - * / %</translation>
    </message>
    <message>
        <source>&apos;%1&apos; must come before the first primitive</source>
        <translation>「%1」須在第一個排程原語之前</translation>
    </message>
    <message>
        <source>&apos;%1&apos; with %2 values is unknown; there are exp, sqrt, abs, tanh and erf of one value, max and min of two, select(condition, a, b), and sum(k, …) and max(k, …) as the whole right side</source>
        <translation>沒有帶 %2 個值的「%1」；可用的有一個值的 exp、sqrt、abs、tanh 與 erf，兩個值的 max 與 min，select(condition, a, b)，以及作為整個右側的 sum(k, …) 與 max(k, …)</translation>
    </message>
    <message>
        <source>&apos;,&apos; or &apos;%1&apos;</source>
        <translation>「,」或「%1」</translation>
    </message>
    <message>
        <source>A lesson is left out: %1</source>
        <translation>略去一個課程：%1</translation>
    </message>
    <message>
        <source>A note about a trial needs the trial&apos;s run</source>
        <translation>試驗的筆記須指明該試驗所屬的執行</translation>
    </message>
    <message>
        <source>A note is about one thing: a run, a trial, a task or a network</source>
        <translation>一則筆記只關於一個對象：執行、試驗、任務或網路</translation>
    </message>
    <message>
        <source>A question needs a name to be kept under</source>
        <translation>問題需要名稱，才能以它保存</translation>
    </message>
    <message>
        <source>A schedule&apos;s workload has its text, its sizes as an object, and perhaps &quot;steps&quot;</source>
        <translation>排程的工作負載包含其文字、以物件表示的大小，以及可有可無的「steps」</translation>
    </message>
    <message>
        <source>Add or remove candidates of this knob first.</source>
        <translation>請先新增或移除此旋鈕的候選值。</translation>
    </message>
    <message>
        <source>An appended operator cannot be written as a primitive</source>
        <translation>附加的運算子無法寫成排程原語</translation>
    </message>
    <message>
        <source>At most %1 % less time is possible.</source>
        <translation>時間最多還能減少 %1 %。</translation>
    </message>
    <message>
        <source>Choose another layout: %1.</source>
        <translation>選擇其他配置：%1。</translation>
    </message>
    <message>
        <source>Compiling the best config of %1</source>
        <translation>正在編譯 %1 的最佳組態</translation>
    </message>
    <message>
        <source>Continue with more trials.</source>
        <translation>以更多試驗繼續。</translation>
    </message>
    <message>
        <source>Fewer trials are enough for this task, or another space is needed.</source>
        <translation>此任務用較少的試驗就夠了，或需要另一個空間。</translation>
    </message>
    <message>
        <source>Grouping the failed trials of run %1</source>
        <translation>正在為執行 %1 的失敗試驗分組</translation>
    </message>
    <message>
        <source>It cannot be tuned: %1 if it reached its bound.</source>
        <translation>無法調校：若達到其界限，%1。</translation>
    </message>
    <message>
        <source>Its objective %1 is no time in %2; --unit says what it is</source>
        <translation>其目標值 %1 不是以 %2 為單位的時間；請以 --unit 指定單位</translation>
    </message>
    <message>
        <source>Knob %1 of a task that another tuner measured is damaged</source>
        <translation>由其他調校器量測的任務，其旋鈕 %1 已損壞</translation>
    </message>
    <message>
        <source>Leave such configs out of the space (%1).</source>
        <translation>從空間中排除這類組態（%1）。</translation>
    </message>
    <message>
        <source>Line %1, column %2: %3</source>
        <translation>第 %1 行，第 %2 欄：%3</translation>
    </message>
    <message>
        <source>Mean clock ratio %1 %.</source>
        <translation>機器速度平均為全速的 %1 %。</translation>
    </message>
    <message>
        <source>Measure again while no other program runs.</source>
        <translation>請在沒有其他程式執行時再量測一次。</translation>
    </message>
    <message>
        <source>No</source>
        <translation>否</translation>
    </message>
    <message>
        <source>No difference</source>
        <translation>未見差異</translation>
    </message>
    <message>
        <source>No layer of %1 was tuned by the runs of this report</source>
        <translation>此報告的執行未調校 %1 的任何一層</translation>
    </message>
    <message>
        <source>No single knob tells them from the others.</source>
        <translation>沒有單一旋鈕能區分它們與其他試驗。</translation>
    </message>
    <message>
        <source>No trial after number %1 was faster.</source>
        <translation>編號 %1 之後沒有更快的試驗。</translation>
    </message>
    <message>
        <source>Not yet</source>
        <translation>尚未</translation>
    </message>
    <message>
        <source>Nothing is left to be won.</source>
        <translation>已沒有改善的餘地。</translation>
    </message>
    <message>
        <source>One asynchronous span has no end; it was closed at the end of the trace.</source>
        <translation>一個非同步區間沒有結束；已在追蹤檔結尾處結束它。</translation>
    </message>
    <message>
        <source>One event has a type that the timeline does not show (sample, object) and was left out.</source>
        <translation>一個事件的種類（sample、object）不會顯示於時間軸，已略去。</translation>
    </message>
    <message>
        <source>One flow event has no partner and was left out.</source>
        <translation>一個流程事件沒有配對的事件，已略去。</translation>
    </message>
    <message>
        <source>One flow event is beyond the first 10,000,000 and was left out.</source>
        <translation>一個流程事件超出前 10,000,000 個，已略去。</translation>
    </message>
    <message>
        <source>Reading the network %1</source>
        <translation>正在讀取網路 %1</translation>
    </message>
    <message>
        <source>Result %1: %2</source>
        <translation>結果 %1：%2</translation>
    </message>
    <message>
        <source>Run %1 has no trials, so %2 was not written</source>
        <translation>執行 %1 沒有試驗，因此未寫入 %2</translation>
    </message>
    <message>
        <source>Run %1 of %2 has no trial %3; it has %4</source>
        <translation>%2 的執行 %1 沒有試驗 %3；它有 %4</translation>
    </message>
    <message>
        <source>Run %1 was imported from another tuner, which alone can continue it</source>
        <translation>執行 %1 匯入自其他調校器，只有該調校器能接續它</translation>
    </message>
    <message>
        <source>Runs of the whole network %1 cannot be shown: %2</source>
        <translation>無法顯示整個網路 %1 的執行：%2</translation>
    </message>
    <message>
        <source>See the reasons in Failures.</source>
        <translation>請在「失敗」檢視中查看原因。</translation>
    </message>
    <message>
        <source>Size %1 must be a whole number</source>
        <translation>大小 %1 須為整數</translation>
    </message>
    <message>
        <source>Size %1 must be from 0 to %2, not %3</source>
        <translation>大小 %1 須為 0 到 %2，而非 %3</translation>
    </message>
    <message>
        <source>The answers are too many for a hand-in; restart lessons in a new project</source>
        <translation>答案過多，無法放入繳交檔；請在新專案中重新開始課程</translation>
    </message>
    <message>
        <source>The best config: %1</source>
        <translation>最佳組態：%1</translation>
    </message>
    <message>
        <source>The best is at %1 % of the peak of these cores.</source>
        <translation>最佳者達到這些核心峰值的 %1 %。</translation>
    </message>
    <message>
        <source>The best was still improving when the run ended.</source>
        <translation>執行結束時，最佳者仍在進步。</translation>
    </message>
    <message>
        <source>The figures of these configs are unknown</source>
        <translation>這些組態的數據未知</translation>
    </message>
    <message>
        <source>The file has no time for it</source>
        <translation>檔案中沒有它的時間</translation>
    </message>
    <message>
        <source>The file is damaged after %1 (event|events), at byte %2 (&quot;%3&quot;); the events before that were kept, and the rest was not read.</source>
        <translation>檔案在 %1 個事件之後、位元組 %2（「%3」）處損壞；之前的事件已保留，其餘未讀取。</translation>
    </message>
    <message>
        <source>The last quarter of the trials made it %1 % faster; the best is trial %2 of %3.</source>
        <translation>最後四分之一的試驗使它快了 %1 %；最佳者為 %3 次試驗中的試驗 %2。</translation>
    </message>
    <message>
        <source>The layout of %1 costs time.</source>
        <translation>%1 的配置耗費時間。</translation>
    </message>
    <message>
        <source>The list of configs of a task that another tuner measured is damaged at entry %1</source>
        <translation>由其他調校器量測的任務，其組態清單在項目 %1 處損壞</translation>
    </message>
    <message>
        <source>The machine was slowed while this was measured.</source>
        <translation>量測期間機器的速度降低了。</translation>
    </message>
    <message>
        <source>The operator&apos;s own arithmetic takes %1 % of the time.</source>
        <translation>運算子本身的算術占時間的 %1 %。</translation>
    </message>
    <message>
        <source>The peak is %1 GFLOPS.</source>
        <translation>峰值為 %1 GFLOPS。</translation>
    </message>
    <message>
        <source>The range of %1 is unknown</source>
        <translation>%1 的範圍未知</translation>
    </message>
    <message>
        <source>The report was stopped</source>
        <translation>報告已停止</translation>
    </message>
    <message>
        <source>The schedule has no size &apos;%1&apos;; %2</source>
        <translation>排程沒有大小「%1」；%2</translation>
    </message>
    <message>
        <source>The schedule&apos;s text is not valid UTF-8</source>
        <translation>排程的文字不是有效的 UTF-8</translation>
    </message>
    <message>
        <source>The space of %1 was measured by another tuner and cannot be edited</source>
        <translation>%1 的空間由其他調校器量測，無法編輯</translation>
    </message>
    <message>
        <source>The task of run %1 has no template in this version, so its records would have no workload; runs of other tuners are written with --to kernel-tuner</source>
        <translation>執行 %1 的任務在此版本中沒有範本，因此其記錄不會有工作負載；其他調校器的執行請以 --to kernel-tuner 寫出</translation>
    </message>
    <message>
        <source>The weights %1 are not all finite; a scale needs finite numbers</source>
        <translation>權重 %1 並非全為有限值；縮放值需要有限的數字</translation>
    </message>
    <message>
        <source>The whole kernel (%1 (line|lines))</source>
        <translation>整個核心函式（%1 行）</translation>
    </message>
    <message>
        <source>There is no config %1; the knobs have %2 (config|configs), from 0</source>
        <translation>沒有組態 %1；旋鈕共有 %2 個組態，從 0 起</translation>
    </message>
    <message>
        <source>There is no format %1</source>
        <translation>沒有格式 %1</translation>
    </message>
    <message>
        <source>There is no product of float32 numbers that bfloat16 would change</source>
        <translation>沒有會因 bfloat16 而改變的 float32 數字乘積</translation>
    </message>
    <message>
        <source>There is no unit %1; use s, ms, us, ns or 1/s</source>
        <translation>沒有單位 %1；請用 s、ms、us、ns 或 1/s</translation>
    </message>
    <message>
        <source>This version cannot create the task or its config, so there is no schedule and no code</source>
        <translation>此版本無法建立該任務或其組態，因此沒有排程與程式碼</translation>
    </message>
    <message>
        <source>Trial %1 has no value for the knob %2, so it cannot be written</source>
        <translation>試驗 %1 沒有旋鈕 %2 的值，因此無法寫入</translation>
    </message>
    <message>
        <source>Triton could not run it</source>
        <translation>Triton 無法執行它</translation>
    </message>
    <message>
        <source>Tune another task: at most %1 % is left here.</source>
        <translation>請調校其他任務：此處最多只剩 %1 %。</translation>
    </message>
    <message>
        <source>Tune it longer: %1.</source>
        <translation>調校更久：%1。</translation>
    </message>
    <message>
        <source>Tune it: %1.</source>
        <translation>調校它：%1。</translation>
    </message>
    <message>
        <source>Two networks must be open to be compared</source>
        <translation>必須開啟兩個網路才能比較</translation>
    </message>
    <message>
        <source>Undecided</source>
        <translation>尚未判定</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>`%1` decides most of the speed.</source>
        <translation>速度主要取決於 `%1`。</translation>
    </message>
    <message>
        <source>a %1 must be the whole right side; give it a line of its own, and read its result</source>
        <translation>%1 須為整個右側；請讓它自成一行，再讀取其結果</translation>
    </message>
    <message>
        <source>a %1 runs over 1 to %2 loops, with at most 2^40 iterations together</source>
        <translation>%1 須涵蓋 1 到 %2 個迴圈，合計至多 2^40 次迭代</translation>
    </message>
    <message>
        <source>a choice of %1 has no &quot;key&quot; of its own</source>
        <translation>%1 的一個選項沒有自己的「key」</translation>
    </message>
    <message>
        <source>a condition compares loops and numbers, as in y &gt;= 1 &amp;&amp; y &lt; n</source>
        <translation>條件用於比較迴圈與數字，如 y &gt;= 1 &amp;&amp; y &lt; n</translation>
    </message>
    <message>
        <source>a filter is size[POSITION] &lt;= NUMBER or &gt;= NUMBER, joined by &amp;&amp;</source>
        <translation>篩選條件為 size[POSITION] &lt;= NUMBER 或 &gt;= NUMBER，以 &amp;&amp; 連接</translation>
    </message>
    <message>
        <source>a knob is a list of whole numbers, split(C.y, 2), reorder(…) or annotate(…)</source>
        <translation>旋鈕是整數的清單、split(C.y, 2)、reorder(…) 或 annotate(…)</translation>
    </message>
    <message>
        <source>a lesson has one title; steps begin with &quot;## KEY | Title&quot;</source>
        <translation>一個課程只有一個標題；步驟以「## KEY | 標題」開頭</translation>
    </message>
    <message>
        <source>a list is needed here, as in [0, 1, 2]</source>
        <translation>此處需要清單，如 [0, 1, 2]</translation>
    </message>
    <message>
        <source>a list of lists is needed here, as in [[0, 1], [1, 0]]</source>
        <translation>此處需要清單的清單，如 [[0, 1], [1, 0]]</translation>
    </message>
    <message>
        <source>a number from %1 to %2 is needed here, not %3</source>
        <translation>此處需要 %1 到 %2 的數字，而非 %3</translation>
    </message>
    <message>
        <source>a number, a name or &apos;(&apos;</source>
        <translation>數字、名稱或「(」</translation>
    </message>
    <message>
        <source>a picture stands on a line of its own: ![what it shows](FILE)</source>
        <translation>圖片須自成一行：![圖片內容](FILE)</translation>
    </message>
    <message>
        <source>a schedule by hand cannot come from another one; copy its lines</source>
        <translation>手寫的排程不能來自另一個手寫的排程；請複製它的各行</translation>
    </message>
    <message>
        <source>a schedule has at most %1 lines of %2 characters</source>
        <translation>排程最多 %1 行，每行 %2 個字元</translation>
    </message>
    <message>
        <source>a schedule has at most %1 lines of sizes, inputs and knobs</source>
        <translation>排程最多有 %1 行大小、輸入與旋鈕</translation>
    </message>
    <message>
        <source>a schedule has at most %1 primitives</source>
        <translation>排程最多有 %1 個原語</translation>
    </message>
    <message>
        <source>a schedule has one operator, before its first primitive, and it cannot be switched off</source>
        <translation>排程只有一個運算子，位於第一個原語之前，且不能關閉</translation>
    </message>
    <message>
        <source>a second &quot;%1&quot; for the same place</source>
        <translation>同一處有第二個「%1」</translation>
    </message>
    <message>
        <source>a size is from 0 to %1, not %2</source>
        <translation>大小為 0 到 %1，不是 %2</translation>
    </message>
    <message>
        <source>a step begins with &quot;## KEY | Title&quot;; its key is one word</source>
        <translation>步驟以「## 鍵 | 標題」開頭；鍵是一個單字</translation>
    </message>
    <message>
        <source>a step has at most %1 hints</source>
        <translation>步驟最多有 %1 個提示</translation>
    </message>
    <message>
        <source>a template&apos;s name has 1 to 60 letters, digits, &apos;_&apos;, &apos;-&apos; and &apos;.&apos;</source>
        <translation>範本的名稱為 1 到 60 個字母、數字、「_」、「-」與「.」</translation>
    </message>
    <message>
        <source>a tensor has 1 to %1 dimensions and at most 2^40 elements</source>
        <translation>張量有 1 到 %1 個維度，最多 2^40 個元素</translation>
    </message>
    <message>
        <source>a text in quotes is needed here; %1</source>
        <translation>此處需要以引號括住的文字；%1</translation>
    </message>
    <message>
        <source>a text is longer than %1 bytes: &quot;%2…&quot;</source>
        <translation>有文字超過 %1 個位元組：「%2…」</translation>
    </message>
    <message>
        <source>a value is needed here</source>
        <translation>此處需要一個值</translation>
    </message>
    <message>
        <source>a whole number is needed here</source>
        <translation>此處需要整數</translation>
    </message>
    <message>
        <source>a whole number is needed here, not %1</source>
        <translation>此處需要整數，不是 %1</translation>
    </message>
    <message>
        <source>a wrong state of %1 needs &quot;when&quot;, a condition, and &quot;says&quot;, the key of its answer</source>
        <translation>%1 的錯誤狀態需要 &quot;when&quot;（條件）與 &quot;says&quot;（答覆的鍵）</translation>
    </message>
    <message>
        <source>after the parts may follow policy=&quot;factors&quot;, &quot;power2&quot; or &quot;verbose&quot;, max_factor=64, no_tail=1, filter=size[-1] &lt;= 64, and candidates=[[-1, 4], [-1, 8]]</source>
        <translation>各部分之後可接 policy=&quot;factors&quot;、&quot;power2&quot; 或 &quot;verbose&quot;、max_factor=64、no_tail=1、filter=size[-1] &lt;= 64 與 candidates=[[-1, 4], [-1, 8]]</translation>
    </message>
    <message>
        <source>an element of %1 reads more than %2 others, because too much is computed inline</source>
        <translation>%1 的一個元素讀取超過 %2 個其他元素，因為內嵌計算的太多</translation>
    </message>
    <message>
        <source>an extent is from 1 to %1, not %2</source>
        <translation>範圍為 1 到 %1，不是 %2</translation>
    </message>
    <message>
        <source>an index is made of loops and numbers by +, -, * with a number, and / and % by a number of at least 1</source>
        <translation>索引由迴圈與數字以 +、-、乘以數字的 *，以及除以至少為 1 的數字的 / 與 % 組成</translation>
    </message>
    <message>
        <source>an input has a name and extents, as in A[512, 512]</source>
        <translation>輸入有名稱與範圍，例如 A[512, 512]</translation>
    </message>
    <message>
        <source>an input or output is in the caller&apos;s memory</source>
        <translation>輸入或輸出在呼叫者的記憶體中</translation>
    </message>
    <message>
        <source>annotate is for 1 to %1 loops</source>
        <translation>annotate 用於 1 到 %1 個迴圈</translation>
    </message>
    <message>
        <source>annotate needs a knob of as many loops as are named here (%1)</source>
        <translation>annotate 需要一個旋鈕，其迴圈數與此處所列的相同（%1）</translation>
    </message>
    <message>
        <source>annotate needs the number of loops and a policy, as in annotate(2, &quot;try_unroll_vec&quot;)</source>
        <translation>annotate 需要迴圈數與策略，例如 annotate(2, &quot;try_unroll_vec&quot;)</translation>
    </message>
    <message>
        <source>at most %1 definitions are allowed</source>
        <translation>最多允許 %1 個定義</translation>
    </message>
    <message>
        <source>better</source>
        <translation>較佳</translation>
    </message>
    <message>
        <source>cpu or gpu</source>
        <translation>cpu 或 gpu</translation>
    </message>
    <message>
        <source>definitions come before the first primitive (line %1)</source>
        <translation>定義位於第一個原語（第 %1 行）之前</translation>
    </message>
    <message>
        <source>division by zero</source>
        <translation>除以零</translation>
    </message>
    <message>
        <source>division by zero; the divisor must be at least 1</source>
        <translation>除以零；除數至少為 1</translation>
    </message>
    <message>
        <source>faster</source>
        <translation>較快</translation>
    </message>
    <message>
        <source>float32 or float64</source>
        <translation>float32 或 float64</translation>
    </message>
    <message>
        <source>here must be %1, not &apos;%2&apos;</source>
        <translation>此處必須是 %1，不是「%2」</translation>
    </message>
    <message>
        <source>input %1 is declared twice</source>
        <translation>輸入 %1 宣告了兩次</translation>
    </message>
    <message>
        <source>is faster</source>
        <translation>較快</translation>
    </message>
    <message>
        <source>it has none</source>
        <translation>它沒有</translation>
    </message>
    <message>
        <source>it is longer than %1 KiB</source>
        <translation>它超過 %1 KiB</translation>
    </message>
    <message>
        <source>it is no object with &quot;id&quot;, &quot;minutes&quot; and &quot;steps&quot;</source>
        <translation>它不是含有 &quot;id&quot;、&quot;minutes&quot; 與 &quot;steps&quot; 的物件</translation>
    </message>
    <message>
        <source>it is not UTF-8</source>
        <translation>它不是 UTF-8</translation>
    </message>
    <message>
        <source>it is not a text</source>
        <translation>它不是文字</translation>
    </message>
    <message>
        <source>its name is not a language such as en or zh_TW</source>
        <translation>它的名稱不是語言，例如 en 或 zh_TW</translation>
    </message>
    <message>
        <source>knob %1 is declared twice, or contains a &apos;.&apos;</source>
        <translation>旋鈕 %1 宣告了兩次，或含有「.」</translation>
    </message>
    <message>
        <source>knob %1 is no number here; use a list of numbers, or a part of a split, as in %2[1]</source>
        <translation>旋鈕 %1 在此處不是數字；請使用數字清單，或分割的一部分，例如 %2[1]</translation>
    </message>
    <message>
        <source>left of &apos;=&apos; are new names, as in yo, yi = split(C.y, 8)</source>
        <translation>「=」左邊是新的名稱，例如 yo, yi = split(C.y, 8)</translation>
    </message>
    <message>
        <source>more than %1 operations in a row; write parts of it in lines of their own</source>
        <translation>連續超過 %1 個運算；請將部分另寫一行</translation>
    </message>
    <message>
        <source>needed are an AutoTVM workload, [&quot;dense_pack.x86&quot;, …], and a config&apos;s number or values</source>
        <translation>需要 AutoTVM 工作負載 [&quot;dense_pack.x86&quot;, …]，以及組態的編號或值</translation>
    </message>
    <message>
        <source>network %1</source>
        <translation>網路 %1</translation>
    </message>
    <message>
        <source>no choice of %1 can be right: give one a &quot;when&quot; (&quot;1&quot; if it always is)</source>
        <translation>%1 沒有可能正確的選項：請給其中一個 &quot;when&quot;（若總是正確則為 &quot;1&quot;）</translation>
    </message>
    <message>
        <source>no later line reads %1; the last definition is the result</source>
        <translation>之後沒有任何一行讀取 %1；最後的定義就是結果</translation>
    </message>
    <message>
        <source>no line that is switched on uses knob %1; write it in place of a number, as in split(C.y, %2), or remove it</source>
        <translation>沒有開啟的行使用旋鈕 %1；請將它寫在數字的位置，例如 split(C.y, %2)，或移除它</translation>
    </message>
    <message>
        <source>no significant difference: %1 % GFLOPS for each seed (%2, p = %3)</source>
        <translation>無顯著差異：每個種子 %1 % GFLOPS（%2，p = %3）</translation>
    </message>
    <message>
        <source>no stage reads %1</source>
        <translation>沒有階段讀取 %1</translation>
    </message>
    <message>
        <source>only a template knows this computation</source>
        <translation>只有範本知道這個計算</translation>
    </message>
    <message>
        <source>only primitives can be switched off; put a # before the line to remove it</source>
        <translation>只有原語可以關閉；若要移除該行，請在前面加上 #</translation>
    </message>
    <message>
        <source>only this works</source>
        <translation>只有這個可用</translation>
    </message>
    <message>
        <source>picture %1 has no description</source>
        <translation>圖片 %1 沒有說明</translation>
    </message>
    <message>
        <source>picture %1 is larger than %2 MiB</source>
        <translation>圖片 %1 超過 %2 MiB</translation>
    </message>
    <message>
        <source>picture %1 is missing</source>
        <translation>缺少圖片 %1</translation>
    </message>
    <message>
        <source>picture %1 is no .png, .jpg or .svg</source>
        <translation>圖片 %1 不是 .png、.jpg 或 .svg</translation>
    </message>
    <message>
        <source>picture %1 is not a file beside the lesson; nothing is fetched</source>
        <translation>圖片 %1 不是課程旁的檔案；不會從任何地方下載</translation>
    </message>
    <message>
        <source>picture %1 refers to other files, or is too long</source>
        <translation>圖片 %1 參照其他檔案，或太長</translation>
    </message>
    <message>
        <source>reorder needs the number of loops and the orders, as in reorder(2, [[0, 1], [1, 0]])</source>
        <translation>reorder 需要迴圈數與各種順序，例如 reorder(2, [[0, 1], [1, 0]])</translation>
    </message>
    <message>
        <source>right of &apos;=&apos; is a primitive, as in yo, yi = split(C.y, 8)</source>
        <translation>「=」右邊是原語，例如 yo, yi = split(C.y, 8)</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>執行 %1</translation>
    </message>
    <message>
        <source>run %1, trial %2</source>
        <translation>執行 %1，試驗 %2</translation>
    </message>
    <message>
        <source>select needs a condition and two values, as in select(y &gt;= 1, A[y - 1], 0)</source>
        <translation>select 需要一個條件與兩個值，例如 select(y &gt;= 1, A[y - 1], 0)</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>（尚無定論）</translation>
    </message>
    <message>
        <source>size %1 is given twice, or contains a &apos;.&apos;</source>
        <translation>大小 %1 給了兩次，或含有「.」</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>較慢</translation>
    </message>
    <message>
        <source>split needs a loop and the number of parts, as in split(C.y, 2)</source>
        <translation>split 需要一個迴圈與份數，例如 split(C.y, 2)</translation>
    </message>
    <message>
        <source>split needs an extent of at least 1 and 2 to %1 parts</source>
        <translation>split 需要至少為 1 的範圍，以及 2 到 %1 份</translation>
    </message>
    <message>
        <source>stage %1 has more than %2 loops</source>
        <translation>階段 %1 有超過 %2 個迴圈</translation>
    </message>
    <message>
        <source>step %1 does not say what is missing: &quot;- missing: …&quot;</source>
        <translation>步驟 %1 沒有說明缺少什麼：&quot;- missing: …&quot;</translation>
    </message>
    <message>
        <source>step %1 does not say what it has shown: &quot;- right: …&quot;</source>
        <translation>步驟 %1 沒有說明它顯示了什麼：&quot;- right: …&quot;</translation>
    </message>
    <message>
        <source>step %1 has a text for %2 %3, which it lacks</source>
        <translation>步驟 %1 有 %2 %3 的文字，但沒有這一項</translation>
    </message>
    <message>
        <source>step %1 has an answer %2 for no wrong state and no choice</source>
        <translation>步驟 %1 有答覆 %2，但沒有對應的錯誤狀態或選項</translation>
    </message>
    <message>
        <source>step %1 has no answer to choice %2: &quot;- wrong %3: …&quot;</source>
        <translation>步驟 %1 沒有選項 %2 的答覆：&quot;- wrong %3: …&quot;</translation>
    </message>
    <message>
        <source>step %1 has no text</source>
        <translation>步驟 %1 沒有文字</translation>
    </message>
    <message>
        <source>step %1 has no text &quot;- %2 %3: …&quot;</source>
        <translation>步驟 %1 沒有文字 &quot;- %2 %3: …&quot;</translation>
    </message>
    <message>
        <source>step %1 has no text &quot;- wrong %2: …&quot;</source>
        <translation>步驟 %1 沒有文字 &quot;- wrong %2: …&quot;</translation>
    </message>
    <message>
        <source>task %1</source>
        <translation>任務 %1</translation>
    </message>
    <message>
        <source>the closing quote is missing</source>
        <translation>缺少結尾的引號</translation>
    </message>
    <message>
        <source>the computation has no loop %1; a knob splits a loop that exists before any primitive, or a number</source>
        <translation>計算中沒有迴圈 %1；旋鈕分割的是任何原語之前就有的迴圈，或一個數字</translation>
    </message>
    <message>
        <source>the config is missing, as in: from [&quot;dense_pack.x86&quot;, …] config 12</source>
        <translation>缺少組態，例如：from [&quot;dense_pack.x86&quot;, …] config 12</translation>
    </message>
    <message>
        <source>the definitions read no input</source>
        <translation>定義沒有讀取任何輸入</translation>
    </message>
    <message>
        <source>the end of the line</source>
        <translation>行尾</translation>
    </message>
    <message>
        <source>the filter is larger than the padded image, or a size is not from 1 to %1</source>
        <translation>濾波器大於填補後的影像，或某個大小不在 1 到 %1 之間</translation>
    </message>
    <message>
        <source>the fused loop has more than 2^40 iterations</source>
        <translation>融合後的迴圈超過 2^40 次迭代</translation>
    </message>
    <message>
        <source>the inner loops have more than %1 iterations</source>
        <translation>內層迴圈超過 %1 次迭代</translation>
    </message>
    <message>
        <source>the knob orders %1 loops, but %2 are named</source>
        <translation>旋鈕排列 %1 個迴圈，但列出了 %2 個</translation>
    </message>
    <message>
        <source>the line ends too early; %1 is missing</source>
        <translation>這一行太早結束；缺少 %1</translation>
    </message>
    <message>
        <source>the line nests too deeply, or is too long; write it in several lines</source>
        <translation>這一行的巢狀太深或太長；請分成數行</translation>
    </message>
    <message>
        <source>the loop %1 is named twice, or its name contains a &apos;.&apos;</source>
        <translation>迴圈 %1 命名了兩次，或其名稱含有「.」</translation>
    </message>
    <message>
        <source>the loop nest is the same as before</source>
        <translation>迴圈巢狀結構與之前相同</translation>
    </message>
    <message>
        <source>the name of a knob</source>
        <translation>旋鈕的名稱</translation>
    </message>
    <message>
        <source>the name of a loop is needed here, as in C[y, x] or C[y=512, x=512]</source>
        <translation>此處需要迴圈的名稱，例如 C[y, x] 或 C[y=512, x=512]</translation>
    </message>
    <message>
        <source>the name of a loop is needed here; %1</source>
        <translation>此處需要迴圈的名稱；%1</translation>
    </message>
    <message>
        <source>the name of a size</source>
        <translation>大小的名稱</translation>
    </message>
    <message>
        <source>the name of a tensor is needed here; there are %1</source>
        <translation>此處需要張量的名稱；有 %1</translation>
    </message>
    <message>
        <source>the partial sums have more than 2^40 elements; split the loop first</source>
        <translation>部分和超過 2^40 個元素；請先分割迴圈</translation>
    </message>
    <message>
        <source>the schedule has no such tensor &apos;%1&apos;</source>
        <translation>排程沒有張量「%1」</translation>
    </message>
    <message>
        <source>the text does not say what to compute; begin with an operator, as in matmul(n=512, m=512, k=512), or with a definition, as in C[y, x] = sum(k, A[y, k] * B[k, x])</source>
        <translation>文字沒有說明要計算什麼；請以運算子開頭，例如 matmul(n=512, m=512, k=512)，或以定義開頭，例如 C[y, x] = sum(k, A[y, k] * B[k, x])</translation>
    </message>
    <message>
        <source>the text is longer than %1 KiB</source>
        <translation>文字超過 %1 KiB</translation>
    </message>
    <message>
        <source>the text says twice what to compute; keep one of operator, definitions and `from`</source>
        <translation>文字說了兩次要計算什麼；請在運算子、定義與 `from` 中保留一個</translation>
    </message>
    <message>
        <source>there are %1</source>
        <translation>有 %1</translation>
    </message>
    <message>
        <source>there are two steps called %1</source>
        <translation>有兩個步驟名為 %1</translation>
    </message>
    <message>
        <source>there is a `from` before (line %1); a schedule has one</source>
        <translation>之前（第 %1 行）已有 `from`；排程只有一個</translation>
    </message>
    <message>
        <source>there is a text for %1, but no such step</source>
        <translation>有 %1 的文字，但沒有這個步驟</translation>
    </message>
    <message>
        <source>there is no %1, because line %2, which makes it, is switched off</source>
        <translation>沒有 %1，因為產生它的第 %2 行已關閉</translation>
    </message>
    <message>
        <source>there is no loop &apos;%1&apos; here; the nearest name is %2</source>
        <translation>此處沒有迴圈「%1」；最接近的名稱是 %2</translation>
    </message>
    <message>
        <source>there is no memory &apos;%1&apos;; use &quot;global&quot;, &quot;local&quot; (of a thread) or &quot;shared&quot; (of a GPU&apos;s block)</source>
        <translation>沒有記憶體「%1」；請使用 &quot;global&quot;、&quot;local&quot;（執行緒的）或 &quot;shared&quot;（GPU 區塊的）</translation>
    </message>
    <message>
        <source>there is no primitive &apos;%1&apos;</source>
        <translation>沒有原語「%1」</translation>
    </message>
    <message>
        <source>there is no primitive or operator &apos;%1&apos;; the nearest is %2</source>
        <translation>沒有原語或運算子「%1」；最接近的是 %2</translation>
    </message>
    <message>
        <source>there is no size &apos;%1&apos;; give it in a line before, as in size %2 = 512</source>
        <translation>沒有大小「%1」；請在之前的一行給定，例如 size %2 = 512</translation>
    </message>
    <message>
        <source>there is no title: the first line is &quot;# Title&quot;</source>
        <translation>沒有標題：第一行是 &quot;# 標題&quot;</translation>
    </message>
    <message>
        <source>this is no line of a schedule; write a primitive, as in unroll(xi), or a definition, as in C[y, x] = sum(k, A[y, k] * B[k, x])</source>
        <translation>這不是排程的一行；請寫原語，例如 unroll(xi)，或定義，例如 C[y, x] = sum(k, A[y, k] * B[k, x])</translation>
    </message>
    <message>
        <source>times as fast</source>
        <translation>倍快</translation>
    </message>
    <message>
        <source>two steps are called %1</source>
        <translation>有兩個步驟名為 %1</translation>
    </message>
    <message>
        <source>undecided</source>
        <translation>未定</translation>
    </message>
    <message>
        <source>worse</source>
        <translation>較差</translation>
    </message>
    <message>
        <source>write %1</source>
        <translation>請寫 %1</translation>
    </message>
    <message>
        <source>there is no text: write one file for each language, en.md or zh_TW.md</source>
        <translation>沒有文字：請為每種語言各寫一個檔案，en.md 或 zh_TW.md</translation>
    </message>
    <message>
        <source>&quot;%1&quot; begins with no verb%2; the verbs are %3</source>
        <translation>「%1」沒有以動詞開頭%2；動詞有 %3</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has &quot;%2&quot; too many at its end</source>
        <translation>「%1」結尾多了「%2」</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is in no view: there is no view &quot;%2&quot;%3</source>
        <translation>「%1」不在任何檢視中：沒有檢視「%2」%3</translation>
    </message>
    <message>
        <source>&quot;%1&quot; lacks a value</source>
        <translation>「%1」缺少一個值</translation>
    </message>
    <message>
        <source>&quot;%1&quot; names no control, VIEW.CONTROL, after the verb</source>
        <translation>「%1」在動詞之後沒有指出控制項（檢視.控制項）</translation>
    </message>
    <message>
        <source>&quot;highlight&quot; of %1: %2</source>
        <translation>%1 的 &quot;highlight&quot;：%2</translation>
    </message>
    <message>
        <source>%1 chooses &quot;%2&quot;, which is no choice of it</source>
        <translation>%1 選擇「%2」，它沒有這個選項</translation>
    </message>
    <message>
        <source>%1 cycles per iteration by LLVM&apos;s model: %2 is busy in each of them</source>
        <translation>依 LLVM 的模型，每次迭代 %1 個週期：每個週期 %2 都在忙</translation>
    </message>
    <message>
        <source>%1 cycles per iteration by LLVM&apos;s model: %2 micro-operations per cycle are all that this CPU issues</source>
        <translation>依 LLVM 的模型，每次迭代 %1 個週期：這顆 CPU 每週期最多只能發出 %2 個微運算</translation>
    </message>
    <message>
        <source>%1 cycles per iteration by LLVM&apos;s model: instructions wait for results</source>
        <translation>依 LLVM 的模型，每次迭代 %1 個週期：指令在等待結果</translation>
    </message>
    <message>
        <source>%1 is for %2</source>
        <translation>%1 是給 %2 用的</translation>
    </message>
    <message>
        <source>A schedule of the project cannot be read: %1</source>
        <translation>無法讀取專案中的一個排程：%1</translation>
    </message>
    <message>
        <source>From the file: %1</source>
        <translation>檔案內容：%1</translation>
    </message>
    <message>
        <source>LLVM cannot read the loop&apos;s assembly: %1</source>
        <translation>LLVM 無法讀取迴圈的組合語言：%1</translation>
    </message>
    <message>
        <source>LLVM has no assembler for &apos;%1&apos;</source>
        <translation>LLVM 沒有「%1」的組譯器</translation>
    </message>
    <message>
        <source>Only the first %1 schedules are restored</source>
        <translation>只還原前 %1 個排程</translation>
    </message>
    <message>
        <source>The code has no loop with vector instructions</source>
        <translation>程式碼中沒有使用向量指令的迴圈</translation>
    </message>
    <message>
        <source>The loop cannot be simulated: %1</source>
        <translation>無法模擬這個迴圈：%1</translation>
    </message>
    <message>
        <source>The loop has no instruction</source>
        <translation>迴圈中沒有指令</translation>
    </message>
    <message>
        <source>The order of visit is shown for CPUs only</source>
        <translation>只有 CPU 會顯示走訪順序</translation>
    </message>
    <message>
        <source>The picture cannot be written to %1: %2</source>
        <translation>無法將圖片寫入 %1：%2</translation>
    </message>
    <message>
        <source>The scheduling model of %1 lacks the instruction %2</source>
        <translation>%1 的排程模型缺少指令 %2</translation>
    </message>
    <message>
        <source>There is no order of visit to save</source>
        <translation>沒有可以儲存的走訪順序</translation>
    </message>
    <message>
        <source>There is no step %1; the steps are 0 to %2</source>
        <translation>沒有第 %1 步；步驟為 0 到 %2</translation>
    </message>
    <message>
        <source>This build has no LLVM, whose model of the CPU estimates loops</source>
        <translation>這個版本沒有 LLVM，而估計迴圈要用它的 CPU 模型</translation>
    </message>
    <message>
        <source>LLVM has no scheduling model of the CPU &apos;%1&apos;; name another one (-mcpu)</source>
        <translation>LLVM 沒有 CPU「%1」的排程模型；請指定另一個（-mcpu）</translation>
    </message>
    <message>
        <source>%1 % of the best, trial %2.</source>
        <translation>最佳（試驗 %2）的 %1 %。</translation>
    </message>
    <message>
        <source>%1 and %2 have %3 pairs of values, of at most %4 that a map shows; choose a knob with fewer values</source>
        <translation>%1 和 %2 有 %3 對值，一張圖最多顯示 %4 對；請選值較少的旋鈕</translation>
    </message>
    <message>
        <source>%1 ms per call</source>
        <translation>每次呼叫 %1 ms</translation>
    </message>
    <message>
        <source>%1 per call</source>
        <translation>每次呼叫 %1</translation>
    </message>
    <message>
        <source>%1, %2 GHz</source>
        <translation>%1，%2 GHz</translation>
    </message>
    <message>
        <source>%1, %2 per 1,000 instructions</source>
        <translation>%1，每 1,000 個指令 %2</translation>
    </message>
    <message>
        <source>%1, %2 per cycle</source>
        <translation>%1，每週期 %2</translation>
    </message>
    <message>
        <source>%1; counted in %2 % of the time</source>
        <translation>%1；在 %2 % 的時間內計數</translation>
    </message>
    <message>
        <source>A child of two configs</source>
        <translation>兩個組態的子代</translation>
    </message>
    <message>
        <source>A map needs two different knobs</source>
        <translation>一張圖需要兩個不同的旋鈕</translation>
    </message>
    <message>
        <source>A step from %1.</source>
        <translation>從%1走一步。</translation>
    </message>
    <message>
        <source>A step from an earlier config</source>
        <translation>從先前的組態走一步</translation>
    </message>
    <message>
        <source>A step from config %1</source>
        <translation>從組態 %1 走一步</translation>
    </message>
    <message>
        <source>Added during the run</source>
        <translation>在執行期間加入</translation>
    </message>
    <message>
        <source>Branch misses</source>
        <translation>分支預測錯誤</translation>
    </message>
    <message>
        <source>Context switches</source>
        <translation>內容切換</translation>
    </message>
    <message>
        <source>Cycles</source>
        <translation>週期</translation>
    </message>
    <message>
        <source>Drawn at random</source>
        <translation>隨機抽出</translation>
    </message>
    <message>
        <source>Events are counted on CPUs; the task &apos;%1&apos; is a GPU&apos;s</source>
        <translation>只在 CPU 上計數事件；任務「%1」屬於 GPU</translation>
    </message>
    <message>
        <source>Generation %1: a child of %2 and %3.</source>
        <translation>第 %1 代：%2和%3的子代。</translation>
    </message>
    <message>
        <source>Generation %1: a child of configs %2 and %3</source>
        <translation>第 %1 代：組態 %2 和 %3 的子代</translation>
    </message>
    <message>
        <source>Generation %1: a child of configs %2 and %3, with random values of %4</source>
        <translation>第 %1 代：組態 %2 和 %3 的子代，%4 為隨機值</translation>
    </message>
    <message>
        <source>Given when the run was started</source>
        <translation>在開始執行時指定</translation>
    </message>
    <message>
        <source>Hardware events</source>
        <translation>硬體事件</translation>
    </message>
    <message>
        <source>Hardware events cannot be counted: %1</source>
        <translation>無法計數硬體事件：%1</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>指令</translation>
    </message>
    <message>
        <source>It cannot be told from the best, trial %1.</source>
        <translation>與最佳（試驗 %1）分不出高下。</translation>
    </message>
    <message>
        <source>It failed.</source>
        <translation>失敗。</translation>
    </message>
    <message>
        <source>Knob tile_ic: winograd of integers adds two channels at once; %1 is odd</source>
        <translation>旋鈕 tile_ic：整數的 Winograd 一次加兩個通道；%1 是奇數</translation>
    </message>
    <message>
        <source>L1 misses</source>
        <translation>L1 未命中</translation>
    </message>
    <message>
        <source>Last-level misses</source>
        <translation>末級快取未命中</translation>
    </message>
    <message>
        <source>No reason is recorded</source>
        <translation>沒有記錄理由</translation>
    </message>
    <message>
        <source>Nothing had worked before this trial, so the tuner had nothing to learn from</source>
        <translation>這次試驗之前沒有成功的組態，調校器無從學習</translation>
    </message>
    <message>
        <source>Number %1 of the cost model&apos;s plan %2</source>
        <translation>成本模型計畫 %2 的第 %1 個</translation>
    </message>
    <message>
        <source>Number %1 of the cost model&apos;s plan %2, reached by simulated annealing in %3 (step|steps)</source>
        <translation>成本模型計畫 %2 的第 %1 個，模擬退火走 %3 步到達</translation>
    </message>
    <message>
        <source>Of %1 configs drawn at random, the one that the analytical bound allows to be the fastest</source>
        <translation>隨機抽出的 %1 個組態中，解析界限允許最快的一個</translation>
    </message>
    <message>
        <source>One of the best configs of a similar task</source>
        <translation>相似任務的最佳組態之一</translation>
    </message>
    <message>
        <source>Page faults</source>
        <translation>分頁錯誤</translation>
    </message>
    <message>
        <source>That is %1 deviations less than expected.</source>
        <translation>比預期低 %1 個標準差。</translation>
    </message>
    <message>
        <source>That is %1 deviations more than expected.</source>
        <translation>比預期高 %1 個標準差。</translation>
    </message>
    <message>
        <source>The best so far: %1 % faster than trial %2.</source>
        <translation>目前最佳：比試驗 %2 快 %1 %。</translation>
    </message>
    <message>
        <source>The config that untuned layers use</source>
        <translation>未調校的層使用的組態</translation>
    </message>
    <message>
        <source>The counted events cannot be read: %1</source>
        <translation>無法讀取計數的事件：%1</translation>
    </message>
    <message>
        <source>The first that works.</source>
        <translation>第一個成功的組態。</translation>
    </message>
    <message>
        <source>The kernel&apos;s events cannot be counted: %1</source>
        <translation>無法計數核心函式的事件：%1</translation>
    </message>
    <message>
        <source>The largest expected improvement of %1 configs: %2 % of the best speed expected, within a factor of %3</source>
        <translation>%1 個組態中期望改善最大的：預期為最佳速度的 %2 %，誤差在 %3 倍以內</translation>
    </message>
    <message>
        <source>The largest expected improvement of %1 configs: %2 % of the best speed expected, within a factor of %3, and a chance of %4 % that it works</source>
        <translation>%1 個組態中期望改善最大的：預期為最佳速度的 %2 %，誤差在 %3 倍以內，成功的機率為 %4 %</translation>
    </message>
    <message>
        <source>The next config in order</source>
        <translation>依序的下一個組態</translation>
    </message>
    <message>
        <source>The run has %1 (trial|trials), and its space %2 (knob|knobs)</source>
        <translation>這次執行有 %1 次試驗，空間有 %2 個旋鈕</translation>
    </message>
    <message>
        <source>The system does not let this user count hardware events (kernel.perf_event_paranoid is %1); allow it with sudo sysctl kernel.perf_event_paranoid=2</source>
        <translation>系統不允許這個使用者計數硬體事件（kernel.perf_event_paranoid 為 %1）；可用 sudo sysctl kernel.perf_event_paranoid=2 允許</translation>
    </message>
    <message>
        <source>The tuner %1 has no model of the configs that it did not measure</source>
        <translation>調校器 %1 對沒有量測的組態沒有模型</translation>
    </message>
    <message>
        <source>This machine does not count %1</source>
        <translation>這台機器不計數 %1</translation>
    </message>
    <message>
        <source>This machine offers no hardware counters, as most virtual machines; run it on the machine itself, or enable its PMU in the hypervisor</source>
        <translation>這台機器沒有硬體計數器，多數虛擬機器都是如此；請直接在實體機器上執行，或在虛擬機器管理程式中啟用 PMU</translation>
    </message>
    <message>
        <source>This system has no perf_event_open, which counts hardware events</source>
        <translation>這個系統沒有計數硬體事件的 perf_event_open</translation>
    </message>
    <message>
        <source>Time on a core</source>
        <translation>核心上的時間</translation>
    </message>
    <message>
        <source>at random</source>
        <translation>隨機</translation>
    </message>
    <message>
        <source>both parents</source>
        <translation>兩個親代</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已變更</translation>
    </message>
    <message>
        <source>config %1</source>
        <translation>組態 %1</translation>
    </message>
    <message>
        <source>expected improvement</source>
        <translation>期望改善</translation>
    </message>
    <message>
        <source>expected, of the best</source>
        <translation>預期（占最佳）</translation>
    </message>
    <message>
        <source>first parent</source>
        <translation>第一個親代</translation>
    </message>
    <message>
        <source>score</source>
        <translation>分數</translation>
    </message>
    <message>
        <source>second parent</source>
        <translation>第二個親代</translation>
    </message>
    <message>
        <source>trial</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>trial %1 (failed)</source>
        <translation>試驗 %1（失敗）</translation>
    </message>
    <message>
        <source>unchanged</source>
        <translation>未變更</translation>
    </message>
    <message>
        <source>value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>why it was proposed</source>
        <translation>提案的理由</translation>
    </message>
    <message>
        <source>within a factor of</source>
        <translation>誤差倍數</translation>
    </message>
    <message>
        <source>%1 (computes %2)</source>
        <translation>%1（實際計算 %2）</translation>
    </message>
    <message>
        <source>%1 (row is|rows are) of other kernels or runs than the first and (was|were) left out.</source>
        <translation>有 %1 列屬於第一個以外的核心函式或執行，已略過。</translation>
    </message>
    <message>
        <source>%1 against %2 at the end: %3 and %4 %5 (%6; p = %7)</source>
        <translation>%1 與 %2 在結束時：%3 與 %4 %5（%6；p = %7）</translation>
    </message>
    <message>
        <source>%1 ends at %2 %3, %4 at %5 (%6; p = %7)</source>
        <translation>%1 結束於 %2 %3，%4 結束於 %5（%6；p = %7）</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>再多 %1 個</translation>
    </message>
    <message>
        <source>%1: %2 times, as measured in run %3.</source>
        <translation>%1：%2 倍，為執行 %3 所測得。</translation>
    </message>
    <message>
        <source>At the end %1 is %2 %3 ahead of %4 (95 % interval %5 to %6).</source>
        <translation>結束時 %1 領先 %4 %2 %3（95 % 區間 %5 至 %6）。</translation>
    </message>
    <message>
        <source>At the end %1 is %2 %3 behind %4 (95 % interval %5 to %6).</source>
        <translation>結束時 %1 落後 %4 %2 %3（95 % 區間 %5 至 %6）。</translation>
    </message>
    <message>
        <source>Config %1 is the fastest at %2 %3. %4 of its %5 one-step changes are measured.</source>
        <translation>組態 %1 最快，為 %2 %3。其 %5 個單步變更中已測量 %4 個。</translation>
    </message>
    <message>
        <source>Knobs tiles_y and the block of columns: %1 x %2 tiles of sums, but there are registers for %3</source>
        <translation>旋鈕 tiles_y 與行區塊：%1 x %2 個總和矩陣塊，但暫存器只夠 %3 個</translation>
    </message>
    <message>
        <source>The kernel multiplies matrix tiles (AMX), which this machine does not have</source>
        <translation>此核心函式使用矩陣塊乘法（AMX），這部機器沒有</translation>
    </message>
    <message>
        <source>The kernel multiplies matrix tiles (AMX), which this machine&apos;s CPU or system does not let it use: %1; choose another template, or a target with -mattr=-amx-tile</source>
        <translation>此核心函式使用矩陣塊乘法（AMX），這部機器的 CPU 或系統不允許：%1；請選擇其他樣板，或使用帶 -mattr=-amx-tile 的目標</translation>
    </message>
    <message>
        <source>axis %1 cannot be tensorized as &apos;%2&apos;; use mma.f16, mma.tf32, mma.tile, dot or tile</source>
        <translation>軸 %1 不能張量化為「%2」；請用 mma.f16、mma.tf32、mma.tile、dot 或 tile</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>最佳 %1</translation>
    </message>
    <message>
        <source>calls/s</source>
        <translation>次/秒</translation>
    </message>
    <message>
        <source>measured %1</source>
        <translation>測得 %1</translation>
    </message>
    <message>
        <source>trial %1 (%2 %3)</source>
        <translation>試驗 %1（%2 %3）</translation>
    </message>
    <message>
        <source>%1 has no result: %2</source>
        <translation>%1 沒有結果：%2</translation>
    </message>
    <message>
        <source>%1 of %2 numbers of output %3 are NaN or infinite in one precision and not the same in the other; an error cannot be given</source>
        <translation>輸出 %3 的 %2 個數字中有 %1 個在一種精度下為 NaN 或無限大，在另一種精度下卻不同，因此無法給出誤差</translation>
    </message>
    <message>
        <source>%1 takes %2 ms, float32 %3 ms, in turn (%4).</source>
        <translation>%1 需要 %2 ms，float32 需要 %3 ms，交替測得（%4）。</translation>
    </message>
    <message>
        <source>Checking the result in %1; this may take a while</source>
        <translation>正在檢查 %1 的結果，可能需要一段時間</translation>
    </message>
    <message>
        <source>Comparing %1 with float32</source>
        <translation>正在比較 %1 與 float32</translation>
    </message>
    <message>
        <source>Compiling the network in %1</source>
        <translation>正在以 %1 編譯網路</translation>
    </message>
    <message>
        <source>Finding the ranges of %1 (value|values) on %2 (%3 (set|sets)); this may take a while</source>
        <translation>正在以 %2（%3 組）找出 %1 個值的範圍，可能需要一段時間</translation>
    </message>
    <message>
        <source>Knob %1: blocks of %2 channels do not divide the %3 of a group</source>
        <translation>旋鈕 %1：%2 個通道的區塊無法整除每組的 %3 個通道</translation>
    </message>
    <message>
        <source>The comparison of precisions was stopped</source>
        <translation>精度比較已停止</translation>
    </message>
    <message>
        <source>The reference computation was stopped</source>
        <translation>參考計算已停止</translation>
    </message>
    <message>
        <source>Timing the steps in turn</source>
        <translation>正在交替為各步驟計時</translation>
    </message>
    <message>
        <source>kernel %1</source>
        <translation>核心函式 %1</translation>
    </message>
    <message>
        <source>ms %1</source>
        <translation>%1 的 ms</translation>
    </message>
    <message>
        <source>not measured here yet: at an estimated %1 trials/s, a full grid takes about %2</source>
        <translation>尚未在此測量：以估計的每秒 %1 次試驗，完整格點約需 %2</translation>
    </message>
    <message>
        <source>random inputs from %1 to %2</source>
        <translation>%1 到 %2 的隨機輸入</translation>
    </message>
    <message>
        <source>random inputs of mean 0 and deviation 1</source>
        <translation>平均 0、標準差 1 的隨機輸入</translation>
    </message>
    <message>
        <source>the inputs in %1</source>
        <translation>%1 中的輸入</translation>
    </message>
    <message>
        <source>it adds products of 8-bit integers and of int16 in int32, of bfloat16 in float32; the given types are %1, %2 and %3</source>
        <translation>它以 int32 累加 8 位元整數與 int16 的乘積，以 float32 累加 bfloat16 的乘積；給定的型別是 %1、%2 與 %3</translation>
    </message>
    <message>
        <source>No template of AutoTVM&apos;s supports any layer of %1 on %2: %3</source>
        <translation>AutoTVM 沒有任何範本支援 %1 在 %2 上的層：%3</translation>
    </message>
    <message>
        <source>input 5 has a length of %1, but the sequences have %2 (step|steps)</source>
        <translation>輸入 5 有一個長度為 %1，但序列有 %2 步</translation>
    </message>
    <message>
        <source>input 5 is %1, but the batch has %2 (sequence|sequences)</source>
        <translation>輸入 5 為 %1，但批次有 %2 個序列</translation>
    </message>
    <message>
        <source>trials in progress were kept</source>
        <translation>進行中的試驗已保留</translation>
    </message>
    <message>
        <source>transformed pixels</source>
        <translation>轉換後的像素</translation>
    </message>
    <message>
        <source>output channels</source>
        <translation>輸出通道</translation>
    </message>
    <message>
        <source>tiles of the image</source>
        <translation>影像的方塊</translation>
    </message>
    <message>
        <source>input channels</source>
        <translation>輸入通道</translation>
    </message>
    <message>
        <source>output rows</source>
        <translation>輸出列</translation>
    </message>
    <message>
        <source>output columns</source>
        <translation>輸出行</translation>
    </message>
    <message>
        <source>window rows</source>
        <translation>視窗列</translation>
    </message>
    <message>
        <source>window columns</source>
        <translation>視窗行</translation>
    </message>
    <message>
        <source>unroll the window</source>
        <translation>展開視窗</translation>
    </message>
    <message>
        <source>terms of the sum</source>
        <translation>總和的項</translation>
    </message>
    <message>
        <source>limit of unrolling</source>
        <translation>展開的上限</translation>
    </message>
    <message>
        <source>unroll in the source</source>
        <translation>在原始碼中展開</translation>
    </message>
    <message>
        <source> Was something else running?</source>
        <translation>當時還有別的程式在執行嗎？</translation>
    </message>
    <message>
        <source>Breeds a population of configs from the faster ones, as AutoTVM&apos;s tuner does, but begins with the untuned config and with configs that an analytical bound allows to be fast (seeded = 0: with random ones, as AutoTVM). A population of 100 is slow to start; 20 suits short runs.</source>
        <translation>如同 AutoTVM 的調校器，從較快的組態繁殖出一群組態，但從未調校的組態與解析上界認為可能很快的組態開始（seeded = 0：如同 AutoTVM，從隨機組態開始）。100 個組態的族群起步慢；短的執行適合 20 個。</translation>
    </message>
    <message>
        <source>The run before used the same kernels and took %1 ms, %2 times less: the machine is slower now. Run it again when nothing else runs.</source>
        <translation>前一次執行用了相同的核心函式，花了 %1 ms，是這次的 %2 分之一：機器現在比較慢。請在沒有其他程式執行時再執行一次。</translation>
    </message>
    <message>
        <source>The run before used the same kernels and took %1 ms, %2 times more: the machine was slower then.</source>
        <translation>前一次執行用了相同的核心函式，花了 %1 ms，是這次的 %2 倍：當時機器比較慢。</translation>
    </message>
    <message>
        <source>The times scatter: slow phases took %1 times as long as fast ones.</source>
        <translation>時間分散：慢的階段花的時間是快的階段的 %1 倍。</translation>
    </message>
    <message>
        <source>The times scatter: the median is %1 times the minimum.</source>
        <translation>時間分散：中位數是最小值的 %1 倍。</translation>
    </message>
    <message>
        <source>default was chosen on the program&apos;s spaces, which flatters it.</source>
        <translation>default 是用本程式的空間選出來的，因此在這裡占便宜。</translation>
    </message>
    <message>
        <source>layout</source>
        <translation>佈局</translation>
    </message>
    <message>
        <source>not tuned</source>
        <translation>未調校</translation>
    </message>
    <message>
        <source>tuned</source>
        <translation>已調校</translation>
    </message>
    <message>
        <source>after the line</source>
        <translation>在該行之後</translation>
    </message>
    <message>
        <source>at</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>best ms</source>
        <translation>最佳 ms</translation>
    </message>
    <message>
        <source>best task</source>
        <translation>最佳任務</translation>
    </message>
    <message>
        <source>bound by</source>
        <translation>受限於</translation>
    </message>
    <message>
        <source>change of the time</source>
        <translation>時間的變化</translation>
    </message>
    <message>
        <source>change, ms</source>
        <translation>變化，ms</translation>
    </message>
    <message>
        <source>configs</source>
        <translation>組態數</translation>
    </message>
    <message>
        <source>could gain, ms</source>
        <translation>可節省，ms</translation>
    </message>
    <message>
        <source>count</source>
        <translation>數量</translation>
    </message>
    <message>
        <source>device</source>
        <translation>裝置</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>不同處</translation>
    </message>
    <message>
        <source>disturbed</source>
        <translation>受干擾</translation>
    </message>
    <message>
        <source>edits</source>
        <translation>編輯</translation>
    </message>
    <message>
        <source>figure</source>
        <translation>數值</translation>
    </message>
    <message>
        <source>file</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>hints</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>intact</source>
        <translation>完好</translation>
    </message>
    <message>
        <source>kernel after</source>
        <translation>之後的核心函式</translation>
    </message>
    <message>
        <source>kernel before</source>
        <translation>之前的核心函式</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>層</translation>
    </message>
    <message>
        <source>left</source>
        <translation>剩餘</translation>
    </message>
    <message>
        <source>machine</source>
        <translation>機器</translation>
    </message>
    <message>
        <source>max. error</source>
        <translation>最大誤差</translation>
    </message>
    <message>
        <source>max. relative error</source>
        <translation>最大相對誤差</translation>
    </message>
    <message>
        <source>minutes</source>
        <translation>分鐘</translation>
    </message>
    <message>
        <source>ms after</source>
        <translation>之後 ms</translation>
    </message>
    <message>
        <source>ms before</source>
        <translation>之前 ms</translation>
    </message>
    <message>
        <source>of bound</source>
        <translation>占上界</translation>
    </message>
    <message>
        <source>of its trials</source>
        <translation>占其試驗</translation>
    </message>
    <message>
        <source>of peak</source>
        <translation>占峰值</translation>
    </message>
    <message>
        <source>operator</source>
        <translation>運算子</translation>
    </message>
    <message>
        <source>operators</source>
        <translation>運算子</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正確</translation>
    </message>
    <message>
        <source>root mean square</source>
        <translation>均方根</translation>
    </message>
    <message>
        <source>run</source>
        <translation>執行</translation>
    </message>
    <message>
        <source>same largest output</source>
        <translation>最大輸出相同</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>種子</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>形狀</translation>
    </message>
    <message>
        <source>share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>speed-up</source>
        <translation>加速</translation>
    </message>
    <message>
        <source>stage</source>
        <translation>階段</translation>
    </message>
    <message>
        <source>started</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>state</source>
        <translation>狀態</translation>
    </message>
    <message>
        <source>step</source>
        <translation>步驟</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>步驟</translation>
    </message>
    <message>
        <source>student</source>
        <translation>學生</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>標籤</translation>
    </message>
    <message>
        <source>target</source>
        <translation>目標</translation>
    </message>
    <message>
        <source>template</source>
        <translation>範本</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>執行緒</translation>
    </message>
    <message>
        <source>trials</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>untuned ms</source>
        <translation>未調校 ms</translation>
    </message>
    <message>
        <source>what they have in common</source>
        <translation>共同點</translation>
    </message>
    <message>
        <source>what to do</source>
        <translation>怎麼做</translation>
    </message>
    <message>
        <source>where the time goes</source>
        <translation>時間花在哪裡</translation>
    </message>
    <message>
        <source>%1 layout (transform costs|transforms cost) time.</source>
        <translation>%1 次佈局轉換耗費時間。</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>計算</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>記憶體</translation>
    </message>
    <message>
        <source>Config %1 is the fastest at %2 %3, %4 in the median of its %5 trials. %6 of its %7 one-step changes are measured.</source>
        <translation>組態 %1 最快，達 %2 %3；其 %5 次試驗的中位數為 %4。其 %7 個單步變更中已測量 %6 個。</translation>
    </message>
    <message>
        <source>There is no layer to quantize: a convolution without groups, with one group for each channel or with groups of 4, 8, 12 or more channels, a MatMul, or a Gemm, with float32 weights that are constant</source>
        <translation>沒有可量化的層：不分組、每個通道一組，或每組 4、8、12 個以上通道的卷積、MatMul 或 Gemm，且其 float32 權重須為常數</translation>
    </message>
    <message>
        <source>%1 cannot become code: shapes from %2 on depend on data, and code has none for their operators</source>
        <translation>%1 無法轉成程式碼：從 %2 開始的形狀取決於資料，而程式碼沒有這些運算子</translation>
    </message>
    <message>
        <source>%1: the nodes whose shapes depend on data would compute more than %2 elements</source>
        <translation>%1：形狀取決於資料的節點會計算超過 %2 個元素</translation>
    </message>
    <message>
        <source>Shapes from %1 on depend on data; such a model is not written as ONNX</source>
        <translation>從 %1 開始的形狀取決於資料；這樣的模型不會寫成 ONNX</translation>
    </message>
    <message>
        <source>The config that earlier trials were compared with no longer runs; from now on, trials are compared with another one</source>
        <translation>先前試驗所比較的組態已無法執行；此後的試驗改與另一個組態比較</translation>
    </message>
    <message>
        <source>input %1 must be one number, but has shape %2</source>
        <translation>輸入 %1 必須是一個數，但形狀是 %2</translation>
    </message>
    <message>
        <source>it has no open extent %1%2</source>
        <translation>沒有未定的長度 %1%2</translation>
    </message>
    <message>
        <source>its output&apos;s shape depends on data, and %1, which is computed from it, is not supported</source>
        <translation>其輸出的形狀取決於資料，而由它計算的 %1 不受支援</translation>
    </message>
    <message>
        <source>the extent %1 of the input %2 is open; set it, as in %3</source>
        <translation>輸入 %2 的長度 %1 未定；請設定，例如 %3</translation>
    </message>
    <message>
        <source>the input %1 has no shape; set it, as in --shape %2=1,3,224,224, or export the model with a fixed shape</source>
        <translation>輸入 %1 沒有形狀；請設定，例如 --shape %2=1,3,224,224，或以固定形狀匯出模型</translation>
    </message>
    <message>
        <source>the input %1 has the shape [%2], which is not complete; set the extents, as in %3, or export the model with fixed shapes</source>
        <translation>輸入 %1 的形狀為 [%2]，並不完整；請設定長度，例如 %3，或以固定形狀匯出模型</translation>
    </message>
    <message>
        <source>the nodes whose shapes depend on data cannot be computed: %1</source>
        <translation>無法計算形狀取決於資料的節點：%1</translation>
    </message>
    <message>
        <source>it has no value of a supported type</source>
        <translation>它沒有受支援型別的值</translation>
    </message>
    <message>
        <source>its %1 is unknown when the model is read</source>
        <translation>讀取模型時其 %1 未知</translation>
    </message>
    <message>
        <source>the domain %1 is not supported</source>
        <translation>不支援網域 %1</translation>
    </message>
    <message>
        <source>; set those it has, as in %1</source>
        <translation>；請設定它有的，例如 %1</translation>
    </message>
    <message>
        <source>one vector of channels at a time</source>
        <translation>每次處理一個向量的通道</translation>
    </message>
    <message>
        <source>saves %1 of the steps&apos; %2 ms at most</source>
        <translation>在各步驟共 %2 ms 中，最多可省 %1</translation>
    </message>
    <message>
        <source>winograd computes with fractions in float32 or pairs of channels in int16, not %1 channels in %2 and %3</source>
        <translation>winograd 以 float32 的分數或 int16 的成對通道計算，而非 %1 個通道的 %2 與 %3</translation>
    </message>
    <message>
        <source>winograd needs a kernel of 3x3, stride 1 or 2 and dilation 1</source>
        <translation>winograd 需要 3x3 的卷積核、步幅 1 或 2 與擴張 1</translation>
    </message>
</context>
<context>
    <name>EditActions</name>
    <message>
        <source>&amp;Find</source>
        <translation>尋找(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>複製(&amp;C)</translation>
    </message>
</context>
<context>
    <name>FileKind</name>
    <message>
        <source>%1 cannot be read. Check that it exists and that you have permission to read it.</source>
        <translation>無法讀取 %1。請確認檔案存在，且您有讀取權限。</translation>
    </message>
    <message>
        <source>%1 is not a file Knobscope can open (project, AutoTVM log, Chrome trace, ONNX model, schedule, results of another tuner).</source>
        <translation>%1 不是 Knobscope 能開啟的檔案（專案、AutoTVM 記錄、Chrome 追蹤、ONNX 模型、排程、其他調校器的結果）。</translation>
    </message>
</context>
<context>
    <name>Instructions</name>
    <message>
        <source>multiplies two registers and adds the product to a third, lane by lane</source>
        <translation>逐通道將兩個暫存器相乘，並將乘積加到第三個</translation>
    </message>
    <message>
        <source>multiplies two registers and subtracts the product from a third, lane by lane</source>
        <translation>逐通道將兩個暫存器相乘，再從第三個減去乘積</translation>
    </message>
    <message>
        <source>multiplies two registers and subtracts a third from the product, lane by lane</source>
        <translation>逐通道將兩個暫存器相乘，再從乘積減去第三個</translation>
    </message>
    <message>
        <source>adds products of four unsigned and signed bytes to each 32-bit lane</source>
        <translation>將四組無號與有號位元組的乘積加到各 32 位元通道</translation>
    </message>
    <message>
        <source>adds products of two 16-bit integers to each 32-bit lane</source>
        <translation>將兩組 16 位元整數的乘積加到各 32 位元通道</translation>
    </message>
    <message>
        <source>adds products of two bfloat16 numbers to each float32 lane</source>
        <translation>將兩組 bfloat16 的乘積加到各 float32 通道</translation>
    </message>
    <message>
        <source>multiplies two tiles of bfloat16 numbers and adds the products to a tile of sums</source>
        <translation>將兩個 bfloat16 矩陣塊相乘，並加到總和的矩陣塊</translation>
    </message>
    <message>
        <source>multiplies two tiles of bytes and adds the products to a tile of sums</source>
        <translation>將兩個位元組矩陣塊相乘，並加到總和的矩陣塊</translation>
    </message>
    <message>
        <source>loads a tile, row by row</source>
        <translation>逐列載入矩陣塊</translation>
    </message>
    <message>
        <source>stores a tile, row by row</source>
        <translation>逐列儲存矩陣塊</translation>
    </message>
    <message>
        <source>sets a tile to zero</source>
        <translation>將矩陣塊清為零</translation>
    </message>
    <message>
        <source>sets the numbers of rows and bytes of the tiles</source>
        <translation>設定矩陣塊的列數與位元組數</translation>
    </message>
    <message>
        <source>loads one element into all lanes</source>
        <translation>將一個元素載入所有通道</translation>
    </message>
    <message>
        <source>copies one element into all lanes</source>
        <translation>將一個元素複製到所有通道</translation>
    </message>
    <message>
        <source>loads elements from computed addresses, one by one</source>
        <translation>由算出的位址逐一載入元素</translation>
    </message>
    <message>
        <source>stores elements at computed addresses, one by one</source>
        <translation>將元素逐一儲存到算出的位址</translation>
    </message>
    <message>
        <source>stores without filling the caches</source>
        <translation>儲存而不填入快取</translation>
    </message>
    <message>
        <source>copies, loads or stores a register</source>
        <translation>複製、載入或儲存暫存器</translation>
    </message>
    <message>
        <source>exclusive or; of a register with itself: sets it to zero</source>
        <translation>互斥或；與自身運算即清為零</translation>
    </message>
    <message>
        <source>ends the use of wide registers, so that older code after it is not slowed down</source>
        <translation>結束使用寬暫存器，以免拖慢其後的舊式程式碼</translation>
    </message>
    <message>
        <source>multiplies, lane by lane</source>
        <translation>逐通道相乘</translation>
    </message>
    <message>
        <source>adds, lane by lane</source>
        <translation>逐通道相加</translation>
    </message>
    <message>
        <source>subtracts, lane by lane</source>
        <translation>逐通道相減</translation>
    </message>
    <message>
        <source>divides, lane by lane; many times slower than a multiplication</source>
        <translation>逐通道相除；比乘法慢許多倍</translation>
    </message>
    <message>
        <source>takes the greater of two numbers, lane by lane</source>
        <translation>逐通道取兩數中較大者</translation>
    </message>
    <message>
        <source>takes the lesser of two numbers, lane by lane</source>
        <translation>逐通道取兩數中較小者</translation>
    </message>
    <message>
        <source>multiplies pairs of integers and adds neighbouring products</source>
        <translation>將整數兩兩相乘，並加總相鄰的乘積</translation>
    </message>
    <message>
        <source>adds integers, lane by lane</source>
        <translation>逐通道將整數相加</translation>
    </message>
    <message>
        <source>multiplies integers, lane by lane</source>
        <translation>逐通道將整數相乘</translation>
    </message>
    <message>
        <source>converts numbers to another type</source>
        <translation>將數值轉換為其他型別</translation>
    </message>
    <message>
        <source>compares, lane by lane, into a mask</source>
        <translation>逐通道比較並產生遮罩</translation>
    </message>
    <message>
        <source>chooses lanes of two registers</source>
        <translation>由兩個暫存器選取通道</translation>
    </message>
    <message>
        <source>reorders lanes</source>
        <translation>重排通道</translation>
    </message>
    <message>
        <source>reorders or shifts lanes</source>
        <translation>重排或移動通道</translation>
    </message>
    <message>
        <source>interleaves lanes of two registers</source>
        <translation>交錯兩個暫存器的通道</translation>
    </message>
    <message>
        <source>replaces a part of a register</source>
        <translation>取代暫存器的一部分</translation>
    </message>
    <message>
        <source>takes a part of a register</source>
        <translation>取出暫存器的一部分</translation>
    </message>
    <message>
        <source>loads a line into a cache ahead of its use</source>
        <translation>在使用前將一條快取線載入快取</translation>
    </message>
    <message>
        <source>computes an address, without a load</source>
        <translation>計算位址而不載入</translation>
    </message>
    <message>
        <source>copies, loads or stores an integer</source>
        <translation>複製、載入或儲存整數</translation>
    </message>
    <message>
        <source>multiplies integers</source>
        <translation>將整數相乘</translation>
    </message>
    <message>
        <source>adds integers</source>
        <translation>將整數相加</translation>
    </message>
    <message>
        <source>subtracts integers</source>
        <translation>將整數相減</translation>
    </message>
    <message>
        <source>adds 1</source>
        <translation>加 1</translation>
    </message>
    <message>
        <source>subtracts 1</source>
        <translation>減 1</translation>
    </message>
    <message>
        <source>shifts left: multiplies by a power of two</source>
        <translation>左移：乘以 2 的冪</translation>
    </message>
    <message>
        <source>shifts right: divides by a power of two</source>
        <translation>右移：除以 2 的冪</translation>
    </message>
    <message>
        <source>compares, for the jump after it</source>
        <translation>比較，供其後的跳躍使用</translation>
    </message>
    <message>
        <source>compares with zero, for the jump after it</source>
        <translation>與零比較，供其後的跳躍使用</translation>
    </message>
    <message>
        <source>copies under a condition, without a jump</source>
        <translation>依條件複製，不需跳躍</translation>
    </message>
    <message>
        <source>jumps</source>
        <translation>跳躍</translation>
    </message>
    <message>
        <source>jumps under a condition: often the end of a loop</source>
        <translation>依條件跳躍：常為迴圈的結尾</translation>
    </message>
    <message>
        <source>calls a function</source>
        <translation>呼叫函式</translation>
    </message>
    <message>
        <source>returns to the caller</source>
        <translation>返回呼叫者</translation>
    </message>
    <message>
        <source>saves a register on the stack</source>
        <translation>將暫存器存入堆疊</translation>
    </message>
    <message>
        <source>restores a register from the stack</source>
        <translation>由堆疊還原暫存器</translation>
    </message>
    <message>
        <source>multiplies and adds to the sums, lane by lane</source>
        <translation>逐通道相乘並加到總和</translation>
    </message>
    <message>
        <source>loads</source>
        <translation>載入</translation>
    </message>
    <message>
        <source>stores</source>
        <translation>儲存</translation>
    </message>
</context>
<context>
    <name>KnobLayout</name>
    <message>
        <source>+%1 more…</source>
        <translation>還有 %1 個…</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <comment>candidates in the template, now</comment>
        <translation>%1 → %2</translation>
    </message>
</context>
<context>
    <name>KnobWords</name>
    <message>
        <source>annotation, %1</source>
        <translation>標註，%1</translation>
    </message>
    <message>
        <source>option</source>
        <translation>選項</translation>
    </message>
    <message>
        <source>%1 in %2 loops; -1: the rest</source>
        <translation>%1 分成 %2 層迴圈；-1：其餘</translation>
    </message>
    <message>
        <source>loop order, %1</source>
        <translation>迴圈順序，%1</translation>
    </message>
    <message>
        <source>inner factor of %1</source>
        <translation>%1 的內層因數</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>LanguageMenu</name>
    <message>
        <source>&amp;System&apos;s Language</source>
        <translation>系統語言(&amp;S)</translation>
    </message>
    <message>
        <source>Restart Knobscope to switch to the system&apos;s language.</source>
        <translation>重新啟動 Knobscope 後，會改用系統語言。</translation>
    </message>
    <message>
        <source>Restart Knobscope to switch to %1.</source>
        <translation>重新啟動 Knobscope 後，會改用%1。</translation>
    </message>
</context>
<context>
    <name>LibrariesUsed</name>
    <message>
        <source>no CUDA toolkit on this machine</source>
        <translation>此機器沒有 CUDA 工具組</translation>
    </message>
    <message>
        <source>no LLVM: CPU kernels cannot be built</source>
        <translation>沒有 LLVM：無法建置 CPU 的核心</translation>
    </message>
</context>
<context>
    <name>MeasuringText</name>
    <message>
        <source>Measured</source>
        <translation>實測</translation>
    </message>
    <message>
        <source>Status of measuring</source>
        <translation>測量狀態</translation>
    </message>
    <message>
        <source>Result of measuring</source>
        <translation>測量結果</translation>
    </message>
    <message>
        <source>%1. Paired timing: this config and a reference run alternately; the ratio is what counts. The reference is the best config so far in a run, and the untuned config for Measure Now. Clock ratio: the speed of the machine during the timing, as a share of the fastest seen.</source>
        <translation>%1。成對計時：此組態與參考組態交替執行，以兩者的比值為準。執行中以目前最佳的組態為參考，「立即測量」時則以未調校的組態為參考。時脈比：計時期間機器的速度，以所見最快速度的占比表示。</translation>
    </message>
</context>
<context>
    <name>Menus</name>
    <message>
        <source>&amp;File</source>
        <translation>檔案(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>編輯(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>前往(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>執行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>檢視(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>說明(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>面板(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>語言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>佈景主題(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Preferences</source>
        <translation>偏好設定(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Go to View</source>
        <translation>前往檢視(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Commands of Views</source>
        <translation>檢視的命令(&amp;C)</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>模式</translation>
    </message>
</context>
<context>
    <name>Modes</name>
    <message>
        <source>Explore</source>
        <translation>探索</translation>
    </message>
    <message>
        <source>Knobs, configs and their code</source>
        <translation>旋鈕、組態及其程式碼</translation>
    </message>
    <message>
        <source>Tune</source>
        <translation>調校</translation>
    </message>
    <message>
        <source>Runs and their trials</source>
        <translation>執行及其試驗</translation>
    </message>
    <message>
        <source>Analyse</source>
        <translation>分析</translation>
    </message>
    <message>
        <source>Large plots of what the trials say</source>
        <translation>試驗結果的大圖</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>時間軸</translation>
    </message>
    <message>
        <source>All lanes of a run or a trace</source>
        <translation>一次執行或追蹤的所有軌道</translation>
    </message>
    <message>
        <source>Networks</source>
        <translation>網路</translation>
    </message>
    <message>
        <source>Whole networks: run, tune, and where the time goes</source>
        <translation>整個網路：執行、調校，以及時間花在哪裡</translation>
    </message>
    <message>
        <source>Learn</source>
        <translation>學習</translation>
    </message>
    <message>
        <source>Lessons, and schedules by hand: predict, measure, understand</source>
        <translation>課程與手寫排程：預測、測量、理解</translation>
    </message>
</context>
<context>
    <name>Navigation</name>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>下一步(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Command Palette…</source>
        <translation>命令選擇區(&amp;C)…</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts…</source>
        <translation>鍵盤快速鍵(&amp;K)…</translation>
    </message>
    <message>
        <source>Ne&amp;xt View</source>
        <translation>下一個檢視(&amp;X)</translation>
    </message>
    <message>
        <source>&amp;Previous View</source>
        <translation>上一個檢視(&amp;P)</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>前往 %1</translation>
    </message>
    <message>
        <source>Clear Selectio&amp;n</source>
        <translation>取消選取(&amp;N)</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>網路</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任務</translation>
    </message>
</context>
<context>
    <name>Outcome</name>
    <message>
        <source>measured</source>
        <translation>已量測</translation>
    </message>
    <message>
        <source>wrong answer</source>
        <translation>結果錯誤</translation>
    </message>
    <message>
        <source>illegal config</source>
        <translation>不合法的組態</translation>
    </message>
    <message>
        <source>build failed</source>
        <translation>建置失敗</translation>
    </message>
    <message>
        <source>run failed</source>
        <translation>執行時失敗</translation>
    </message>
    <message>
        <source>timed out</source>
        <translation>逾時</translation>
    </message>
</context>
<context>
    <name>Plot</name>
    <message>
        <source>Save Picture</source>
        <translation>儲存圖片</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg)</source>
        <translation>圖片 (*.png *.svg)</translation>
    </message>
</context>
<context>
    <name>ProjectWatch</name>
    <message>
        <source>%1 is read-only, so new results cannot be saved in it. Save it elsewhere first (File &gt; Save Project As).</source>
        <translation>%1 是唯讀的，無法儲存新的結果。請先另存到別處（檔案 &gt; 另存專案）。</translation>
    </message>
    <message>
        <source>Run %1 of this project is in progress in another program (%2). Only one can measure at a time.</source>
        <translation>此專案的執行 %1 正在另一個程式中進行（%2）。一次只能有一個程式進行量測。</translation>
    </message>
    <message>
        <source>%1 is also open in another window. The last change to the edits, the queue and the schedules, in either window, is kept.</source>
        <translation>%1 也在另一個視窗中開啟。兩個視窗中最後一次對編輯、佇列和排程的變更會保留。</translation>
    </message>
</context>
<context>
    <name>QueryChart</name>
    <message>
        <source>No rows to show.</source>
        <translation>沒有可顯示的列。</translation>
    </message>
    <message>
        <source>A chart needs a column of numbers.</source>
        <translation>圖表需要一個數字欄。</translation>
    </message>
</context>
<context>
    <name>QueryView</name>
    <message>
        <source>Best of each run</source>
        <translation>每次執行的最佳</translation>
    </message>
    <message>
        <source>Speed over the last run</source>
        <translation>最近一次執行的速度</translation>
    </message>
    <message>
        <source>Best speed by knob value</source>
        <translation>依旋鈕值的最佳速度</translation>
    </message>
    <message>
        <source>Why trials failed</source>
        <translation>試驗失敗的原因</translation>
    </message>
</context>
<context>
    <name>SampleProject</name>
    <message numerus="yes">
        <source>Recorded on %1 on %2, %n core(s)</source>
        <translation>
            <numerusform>%1 記錄於 %2，%n 個核心</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SessionState</name>
    <message>
        <source>The last task could not be reopened: %1</source>
        <translation>無法重新開啟上次的任務：%1</translation>
    </message>
    <message>
        <source>The last project, %1, no longer exists.</source>
        <translation>上次的專案 %1 已不存在。</translation>
    </message>
</context>
<context>
    <name>Spans</name>
    <message>
        <source>propose</source>
        <translation>提議</translation>
    </message>
    <message>
        <source>build</source>
        <translation>建置</translation>
    </message>
    <message>
        <source>lower</source>
        <translation>降階</translation>
    </message>
    <message>
        <source>codegen</source>
        <translation>產生程式碼</translation>
    </message>
    <message>
        <source>cached</source>
        <translation>取自快取</translation>
    </message>
    <message>
        <source>run</source>
        <translation>執行</translation>
    </message>
    <message>
        <source>load</source>
        <translation>載入</translation>
    </message>
    <message>
        <source>warm up</source>
        <translation>暖機</translation>
    </message>
    <message>
        <source>check</source>
        <translation>檢查</translation>
    </message>
    <message>
        <source>time</source>
        <translation>計時</translation>
    </message>
    <message>
        <source>learn</source>
        <translation>學習</translation>
    </message>
    <message>
        <source>time (throttled)</source>
        <translation>計時（降頻中）</translation>
    </message>
    <message>
        <source>write</source>
        <translation>寫入</translation>
    </message>
    <message>
        <source>tuner</source>
        <translation>調校器</translation>
    </message>
    <message>
        <source>runner</source>
        <translation>執行器</translation>
    </message>
    <message>
        <source>writer</source>
        <translation>寫入器</translation>
    </message>
    <message>
        <source>trial</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>store</source>
        <translation>儲存</translation>
    </message>
    <message>
        <source>config</source>
        <translation>組態</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>列</translation>
    </message>
    <message>
        <source>CPU load</source>
        <translation>CPU 負載</translation>
    </message>
    <message>
        <source>builder %1</source>
        <translation>建置器 %1</translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message>
        <source>The first figure counts the layer&apos;s own operations; the second those that Winograd&apos;s algorithm computes instead, which the share of the peak counts.</source>
        <translation>第一個數字計算該層本身的運算；第二個數字計算 Winograd 演算法實際執行的運算，峰值比例以後者計算。</translation>
    </message>
    <message>
        <source>Whether the project has a measured config for this step.</source>
        <translation>專案中是否有這個步驟的已測量組態。</translation>
    </message>
    <message>
        <source>Share of the measured peak of these cores, by the operations that the kernel computes.</source>
        <translation>以核心函式計算的運算量計，占這些核心實測峰值的比例。</translation>
    </message>
    <message>
        <source>What limits the step: compute, or moving its operands through the memory.</source>
        <translation>限制這個步驟的是計算，還是在記憶體中搬移運算元。</translation>
    </message>
    <message>
        <source>Least possible time on this machine as a share of the measured time.</source>
        <translation>在這台機器上最少可能的時間占測得時間的比例。</translation>
    </message>
    <message>
        <source>Milliseconds more than in the run before; less is coloured as faster.</source>
        <translation>比前一次執行多出的毫秒；較少者以較快的顏色表示。</translation>
    </message>
    <message>
        <source>Whether the project has a measured config for these steps, or no template computes them.</source>
        <translation>專案中是否有這些步驟的已測量組態，或者沒有範本能計算它們。</translation>
    </message>
    <message>
        <source>Milliseconds that the network can gain by these steps at most, by their bound or a faster layout.</source>
        <translation>依上界或較快的佈局，網路最多可由這些步驟節省的毫秒。</translation>
    </message>
    <message>
        <source>What can be done, and how much it can save at most.</source>
        <translation>可以做什麼，以及最多能節省多少。</translation>
    </message>
    <message>
        <source>Click to go to its box.</source>
        <translation>按一下即可前往其方塊。</translation>
    </message>
    <message>
        <source>layout transform</source>
        <translation>佈局轉換</translation>
    </message>
</context>
<context>
    <name>Targets</name>
    <message>
        <source>This version generates code for CPUs and NVIDIA GPUs only.</source>
        <translation>此版本只為 CPU 與 NVIDIA GPU 產生程式碼。</translation>
    </message>
    <message>
        <source>This CPU</source>
        <translation>本機 CPU</translation>
    </message>
    <message>
        <source>This CPU (%1)</source>
        <translation>本機 CPU（%1）</translation>
    </message>
    <message>
        <source>NVIDIA GPU, %1 (%2)</source>
        <translation>NVIDIA GPU，%1（%2）</translation>
    </message>
    <message>
        <source>Tuning needs an NVIDIA GPU and its driver, and this machine has none. Spaces, loop nests and code can be explored without a GPU.</source>
        <translation>調校需要 NVIDIA GPU 及其驅動程式，而本機沒有。沒有 GPU 也能探索空間、迴圈巢狀結構與程式碼。</translation>
    </message>
    <message>
        <source>Kernels of this target need another kind of CPU. Their spaces can still be explored and edited.</source>
        <translation>此目標平台的核心函式需要另一種 CPU。仍可探索並編輯其空間。</translation>
    </message>
    <message>
        <source>Arm CPU, 64-bit</source>
        <translation>Arm CPU，64 位元</translation>
    </message>
    <message>
        <source>NVIDIA GPU</source>
        <translation>NVIDIA GPU</translation>
    </message>
    <message>
        <source>NVIDIA GPU, %1</source>
        <translation>NVIDIA GPU，%1</translation>
    </message>
    <message>
        <source>Any Arm CPU</source>
        <translation>任何 Arm CPU</translation>
    </message>
    <message>
        <source>Any CPU</source>
        <translation>任何 CPU</translation>
    </message>
    <message>
        <source>Arm CPU (%1)</source>
        <translation>Arm CPU（%1）</translation>
    </message>
    <message>
        <source>CPU (%1)</source>
        <translation>CPU（%1）</translation>
    </message>
</context>
<context>
    <name>ThemeMenu</name>
    <message>
        <source>&amp;System&apos;s Theme</source>
        <translation>系統的佈景主題(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light Theme</source>
        <translation>淺色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark Theme</source>
        <translation>深色(&amp;D)</translation>
    </message>
</context>
<context>
    <name>Time</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ns</source>
        <translation>%1 ns</translation>
    </message>
</context>
<context>
    <name>TimingWords</name>
    <message>
        <source>%1 times as fast as untuned (%2 to %3)</source>
        <translation>速度是未調校時的 %1 倍（%2 至 %3）</translation>
    </message>
    <message>
        <source>%1 times as fast as untuned</source>
        <translation>速度是未調校時的 %1 倍</translation>
    </message>
    <message numerus="yes">
        <source>%n pair(s)</source>
        <translation>
            <numerusform>%n 對計時</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>%1 ms as measured</source>
        <translation>當時實測 %1 ms</translation>
    </message>
    <message>
        <source>clock ratio %1 %</source>
        <translation>機器速度為全速的 %1 %</translation>
    </message>
    <message>
        <source>%1, %2 ms at full speed</source>
        <translation>%1，全速時 %2 ms</translation>
    </message>
    <message>
        <source>%1, %2 ms</source>
        <translation>%1，%2 ms</translation>
    </message>
</context>
<context>
    <name>TrialColumns</name>
    <message>
        <source>Run</source>
        <translation>執行</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>The trial&apos;s number within its run</source>
        <translation>試驗在所屬執行中的編號</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>組態</translation>
    </message>
    <message>
        <source>The config&apos;s number in the space of the run</source>
        <translation>組態在該次執行的空間中的編號</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>結果</translation>
    </message>
    <message>
        <source>Measured, or the stage at which the trial failed</source>
        <translation>已量測，或試驗失敗的階段</translation>
    </message>
    <message>
        <source>Time (%1)</source>
        <translation>時間 (%1)</translation>
    </message>
    <message>
        <source>Build (s)</source>
        <translation>建置 (秒)</translation>
    </message>
    <message>
        <source>Run (s)</source>
        <translation>執行 (秒)</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>錯誤</translation>
    </message>
    <message>
        <source>Why the trial failed</source>
        <translation>試驗失敗的原因</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>加速比</translation>
    </message>
    <message>
        <source>Run that the trial belongs to</source>
        <translation>試驗所屬的執行</translation>
    </message>
    <message>
        <source>Time of one kernel call: at full speed if the speed-up is known, otherwise as measured</source>
        <translation>核心函式單次呼叫的時間：已知加速比時為機器全速下的時間，否則為當時實測</translation>
    </message>
    <message>
        <source>Speed relative to the untuned config. Both kernels are timed alternately, so the ratio does not depend on the machine&apos;s speed.</source>
        <translation>相對於未調校組態的速度。兩個核心函式輪流計時，因此比值不受機器速度影響。</translation>
    </message>
    <message>
        <source>Clock ratio (%)</source>
        <translation>機器速度 (%)</translation>
    </message>
    <message>
        <source>Speed of the machine during the trial, in percent of its full speed; heat and other programs lower it</source>
        <translation>試驗期間的機器速度，以全速的百分比表示；發熱與其他程式會使其降低</translation>
    </message>
    <message>
        <source>Time to build the kernel, in seconds</source>
        <translation>建置核心函式所花的秒數</translation>
    </message>
    <message>
        <source>Time to load, check and time the kernel, in seconds</source>
        <translation>載入、檢查核心函式並計時所花的秒數</translation>
    </message>
    <message>
        <source>Knob %1: its value in the trial&apos;s config</source>
        <translation>旋鈕 %1：在試驗的組態中的值</translation>
    </message>
    <message>
        <source>± %1 % relative to its partner</source>
        <translation>相對於對照對象 ± %1 %</translation>
    </message>
    <message>
        <source>Tied with trial %1; sorted as no faster than it</source>
        <translation>與試驗 %1 平手；排序時不視為比它快</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>筆記</translation>
    </message>
    <message>
        <source>Notes about the trial (Edit &gt; Notes); sorts by trial</source>
        <translation>關於此試驗的筆記（編輯 &gt; 筆記）；依試驗排序</translation>
    </message>
    <message>
        <source>±</source>
        <translation>±</translation>
    </message>
    <message>
        <source>Half the 95 % interval of the speed, in percent, and the trial that this one cannot be told from: it counts as no faster than that; sorts by trial</source>
        <translation>速度 95 % 區間的一半（百分比），以及與此試驗無法區分的試驗：此試驗不算比它快；依試驗排序</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>%1, as trial %2</source>
        <translation>%1，同試驗 %2</translation>
    </message>
</context>
<context>
    <name>ViewActions</name>
    <message>
        <source>Nothing in this view can be zoomed. Click a plot, a network or a timeline first.</source>
        <translation>這個檢視中沒有可縮放的內容。請先點選圖表、網路或時間軸。</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>縮小(&amp;O)</translation>
    </message>
    <message>
        <source>Zoom to &amp;Fit</source>
        <translation>縮放至適合(&amp;F)</translation>
    </message>
    <message>
        <source>Full &amp;Screen</source>
        <translation>全螢幕(&amp;S)</translation>
    </message>
</context>
<context>
    <name>Views</name>
    <message>
        <source>Welcome</source>
        <translation>歡迎</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空間</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任務</translation>
    </message>
    <message>
        <source>Config</source>
        <translation>組態</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>執行</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>時間軸</translation>
    </message>
    <message>
        <source>Insight</source>
        <translation>洞察</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比較</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>程式碼</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>排程</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>日誌</translation>
    </message>
    <message>
        <source>Lab</source>
        <translation>實驗室</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>網路</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>課程</translation>
    </message>
    <message>
        <source>Query</source>
        <translation>查詢</translation>
    </message>
    <message>
        <source>Workshop</source>
        <translation>工作坊</translation>
    </message>
    <message>
        <source>Proposals</source>
        <translation>提案</translation>
    </message>
</context>
<context>
    <name>knobscope::ActionModel</name>
    <message>
        <source>Action</source>
        <translation>動作</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>快速鍵</translation>
    </message>
</context>
<context>
    <name>knobscope::BeliefPanel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>&amp;Knob:</source>
        <translation>旋鈕(&amp;K)：</translation>
    </message>
    <message>
        <source>Aga&amp;inst:</source>
        <translation>對照(&amp;I)：</translation>
    </message>
    <message>
        <source>&amp;Colour:</source>
        <translation>色彩(&amp;C)：</translation>
    </message>
    <message>
        <source>measured so far</source>
        <translation>目前的量測</translation>
    </message>
    <message>
        <source>expected speed</source>
        <translation>預期速度</translation>
    </message>
    <message>
        <source>uncertainty</source>
        <translation>不確定性</translation>
    </message>
    <message>
        <source>expected improvement</source>
        <translation>期望改善</translation>
    </message>
    <message>
        <source>What the tuner believed about two knobs</source>
        <translation>調校器對兩個旋鈕的看法</translation>
    </message>
    <message>
        <source>Annealing walk</source>
        <translation>退火路徑</translation>
    </message>
    <message>
        <source>From</source>
        <translation>來源</translation>
    </message>
    <message>
        <source>First parent</source>
        <translation>第一個親代</translation>
    </message>
    <message>
        <source>Second parent</source>
        <translation>第二個親代</translation>
    </message>
    <message>
        <source>The model&apos;s score before trial %1, from 0 to 100: only the order counts.</source>
        <translation>試驗 %1 之前模型的分數，0 到 100：只有順序有意義。</translation>
    </message>
    <message>
        <source>%1; the map shows what was measured so far.</source>
        <translation>%1；圖上顯示目前的量測。</translation>
    </message>
    <message>
        <source>not tried yet</source>
        <translation>還沒試過</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>this pair breaks a rule of the space</source>
        <translation>這對值違反空間的規則</translation>
    </message>
    <message>
        <source>score %1; %2</source>
        <translation>分數 %1；%2</translation>
    </message>
    <message>
        <source>expected %1 of the best, within a factor of %2; expected improvement %3; %4</source>
        <translation>預期為最佳的 %1，誤差在 %2 倍以內；期望改善 %3；%4</translation>
    </message>
    <message>
        <source>%1 = %2, %3 = %4</source>
        <translation>%1 = %2，%3 = %4</translation>
    </message>
    <message>
        <source>best so far %1</source>
        <translation>目前最佳 %1</translation>
    </message>
    <message>
        <source>expected %1 of the best; measured: %2</source>
        <translation>預期為最佳的 %1；測得：%2</translation>
    </message>
    <message>
        <source>uncertain by %1</source>
        <translation>不確定程度 %1</translation>
    </message>
    <message>
        <source>expected improvement %1</source>
        <translation>期望改善 %1</translation>
    </message>
    <message>
        <source>score %1</source>
        <translation>分數 %1</translation>
    </message>
    <message>
        <source>expected %1 of the best</source>
        <translation>預期為最佳的 %1</translation>
    </message>
</context>
<context>
    <name>knobscope::CandidateDialog</name>
    <message>
        <source>Candidates of %1</source>
        <translation>%1 的候選值</translation>
    </message>
    <message>
        <source>Search, for example “, 16]”</source>
        <translation>搜尋，例如「, 16]」</translation>
    </message>
    <message>
        <source>Search among the candidates</source>
        <translation>搜尋候選值</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 candidate(s) shown.</source>
        <translation>
            <numerusform>顯示 %1 個候選值，共 %2 個。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Keep Shown</source>
        <translation>保留顯示的項目(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Remove Shown</source>
        <translation>移除顯示的項目(&amp;R)</translation>
    </message>
    <message>
        <source>%1 Narrow the search to at most %2 to change them together, or use the filter of the knob to change more.</source>
        <translation>%1 請將搜尋結果縮小至 %2 個以內，即可一併變更；要變更更多，請使用旋鈕的篩選條件。</translation>
    </message>
</context>
<context>
    <name>knobscope::CandidateField</name>
    <message>
        <source>Candidate of the knob</source>
        <translation>旋鈕的候選值</translation>
    </message>
    <message>
        <source>new candidate</source>
        <translation>新候選值</translation>
    </message>
</context>
<context>
    <name>knobscope::CandidateModel</name>
    <message>
        <source>Removed; part of the template</source>
        <translation>已移除；範本中有此候選值</translation>
    </message>
    <message>
        <source>Added; not part of the template</source>
        <translation>已加入；範本中沒有此候選值</translation>
    </message>
    <message>
        <source>Same as in the template</source>
        <translation>與範本相同</translation>
    </message>
</context>
<context>
    <name>knobscope::CodeColumn</name>
    <message>
        <source>Search in the code</source>
        <translation>在程式碼中搜尋</translation>
    </message>
    <message>
        <source>Actions of this pane</source>
        <translation>此窗格的動作</translation>
    </message>
    <message>
        <source>Fold, search, copy</source>
        <translation>摺疊、搜尋、複製</translation>
    </message>
    <message>
        <source>&amp;Fold All Loops</source>
        <translation>摺疊所有迴圈(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Unfold All</source>
        <translation>全部展開(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>搜尋(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Copy All</source>
        <translation>全部複製(&amp;C)</translation>
    </message>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>找到 %n 處</numerusform>
        </translation>
    </message>
    <message>
        <source>Search (Enter: next, Shift+Enter: previous)</source>
        <translation>搜尋（Enter：下一個，Shift+Enter：上一個）</translation>
    </message>
</context>
<context>
    <name>knobscope::CodeLevels</name>
    <message>
        <source>Loop nest</source>
        <translation>迴圈巢狀結構</translation>
    </message>
    <message>
        <source>CUDA C</source>
        <translation>CUDA C</translation>
    </message>
    <message>
        <source>LLVM IR</source>
        <translation>LLVM IR</translation>
    </message>
    <message>
        <source>PTX</source>
        <translation>PTX</translation>
    </message>
    <message>
        <source>Assembly</source>
        <translation>組合語言</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>no stack access</source>
        <translation>無堆疊存取</translation>
    </message>
    <message numerus="yes">
        <source>%n stack access(es)</source>
        <translation>
            <numerusform>%n 次堆疊存取</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n multiply-add(s) and %1 in the innermost loop</source>
        <translation>
            <numerusform>最內層迴圈：%n 個乘加運算，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2 for sums)</source>
        <translation>%1（其中 %2 次為累加值）</translation>
    </message>
    <message>
        <source>%1 instructions, %2 of them on vectors. The innermost loop with the most work is in lines %3 to %4. A stack access there is a spilled register: a sum or the address of an input.</source>
        <translation>%1 個指令，其中 %2 個為向量指令。工作量最大的最內層迴圈位於第 %3 行至第 %4 行。該處的堆疊存取代表有暫存器溢出：可能是累加值，或輸入的位址。</translation>
    </message>
    <message>
        <source>; %1 cycles (llvm-mca)</source>
        <translation>；%1 個週期（llvm-mca）</translation>
    </message>
    <message>
        <source>%1: busy %2 %</source>
        <translation>%1：忙碌 %2 %</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>At the end of each line: cycles until its result is ready / cycles that it keeps a unit busy.</source>
        <translation>每行末尾：結果就緒所需的週期 / 占用執行單元的週期。</translation>
    </message>
</context>
<context>
    <name>knobscope::CodeView</name>
    <message>
        <source>CUDA &amp;C</source>
        <translation>CUDA &amp;C</translation>
    </message>
    <message>
        <source>&amp;PTX</source>
        <translation>&amp;PTX</translation>
    </message>
    <message>
        <source>&amp;Loop Nest</source>
        <translation>迴圈巢狀結構(&amp;L)</translation>
    </message>
    <message>
        <source>LLVM &amp;IR</source>
        <translation>LLVM IR(&amp;I)</translation>
    </message>
    <message>
        <source>&amp;Assembly</source>
        <translation>組合語言(&amp;A)</translation>
    </message>
    <message>
        <source>Shows or hides this level</source>
        <translation>顯示或隱藏此層級</translation>
    </message>
    <message>
        <source>&amp;Compare with</source>
        <translation>比較對象(&amp;C)</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>比較對象</translation>
    </message>
    <message>
        <source>&amp;Search in Assembly</source>
        <translation>在組合語言中搜尋(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Fold All Code</source>
        <translation>摺疊所有程式碼(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Unfold All Code</source>
        <translation>展開所有程式碼(&amp;U)</translation>
    </message>
    <message>
        <source>Config %1</source>
        <translation>組態 %1</translation>
    </message>
    <message>
        <source>Best of run %1 (config %2)</source>
        <translation>執行 %1 的最佳試驗（組態 %2）</translation>
    </message>
    <message>
        <source>Trial %1 of run %2 (config %3)</source>
        <translation>執行 %2 的試驗 %1（組態 %3）</translation>
    </message>
    <message>
        <source>Generating the code of config %1…</source>
        <translation>正在產生組態 %1 的程式碼…</translation>
    </message>
    <message>
        <source>The code could not be generated: %1</source>
        <translation>無法產生程式碼：%1</translation>
    </message>
    <message>
        <source>Shows the differences from another selected trial or from the best trial of the run</source>
        <translation>顯示與另一個選取的試驗或該次執行最佳試驗的差異</translation>
    </message>
    <message>
        <source>Select a trial, or choose a config in the Config view, to see its loop nest, LLVM IR and assembly, linked line by line.</source>
        <translation>選擇一個試驗，或在「組態」檢視中挑選組態，即可查看其迴圈巢狀結構、LLVM IR 與組合語言，並逐行對應。</translation>
    </message>
    <message>
        <source>This view shows the code of a config: loop nest, LLVM IR and assembly, linked line by line. Choose a task first.</source>
        <translation>此檢視顯示組態的程式碼：迴圈巢狀結構、LLVM IR 與組合語言，逐行對應。請先選擇任務。</translation>
    </message>
    <message>
        <source>None</source>
        <translation>無</translation>
    </message>
    <message>
        <source>Untuned (config %1)</source>
        <translation>未調校（組態 %1）</translation>
    </message>
</context>
<context>
    <name>knobscope::ColumnFit</name>
    <message>
        <source>There is no room for: %1</source>
        <translation>沒有空間顯示：%1</translation>
    </message>
</context>
<context>
    <name>knobscope::CommandPalette</name>
    <message>
        <source>Command</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Matching actions</source>
        <translation>符合的動作</translation>
    </message>
    <message>
        <source>Type what you want to do, or the name of a task or network</source>
        <translation>輸入要做的事，或任務、網路的名稱</translation>
    </message>
</context>
<context>
    <name>knobscope::CompareView</name>
    <message>
        <source>&amp;Add Files…</source>
        <translation>加入檔案(&amp;A)…</translation>
    </message>
    <message>
        <source>Runs that can be compared</source>
        <translation>可比較的執行</translation>
    </message>
    <message>
        <source>Re&amp;move File</source>
        <translation>移除檔案(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Task:</source>
        <translation>任務(&amp;T):</translation>
    </message>
    <message>
        <source>&amp;Over:</source>
        <translation>橫軸(&amp;O):</translation>
    </message>
    <message>
        <source>trials</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒數</translation>
    </message>
    <message>
        <source>&amp;Show:</source>
        <translation>顯示(&amp;S):</translation>
    </message>
    <message>
        <source>% of the best</source>
        <translation>最佳值的 %</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>結論</translation>
    </message>
    <message>
        <source>Best so far by run</source>
        <translation>各次執行的目前最佳</translation>
    </message>
    <message>
        <source>No trial of the ticked runs succeeded.</source>
        <translation>勾選的執行中沒有成功的試驗。</translation>
    </message>
    <message>
        <source>Best configs knob by knob</source>
        <translation>逐一旋鈕比較最佳組態</translation>
    </message>
    <message>
        <source>&amp;Best so far</source>
        <translation>目前最佳(&amp;B)</translation>
    </message>
    <message>
        <source>Re&amp;ach</source>
        <translation>達標(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Distribution</source>
        <translation>分布(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Wins</source>
        <translation>勝出(&amp;W)</translation>
    </message>
    <message>
        <source>Best &amp;configs</source>
        <translation>最佳組態(&amp;C)</translation>
    </message>
    <message>
        <source>Add Runs to Co&amp;mpare…</source>
        <translation>將執行加入比較(&amp;M)…</translation>
    </message>
    <message>
        <source>Save Picture of the Comparison…</source>
        <translation>儲存比較圖片…</translation>
    </message>
    <message>
        <source>Tick two or more runs in the list.</source>
        <translation>請在清單中勾選兩個以上的執行。</translation>
    </message>
    <message>
        <source>Add Runs to Compare</source>
        <translation>將執行加入比較</translation>
    </message>
    <message>
        <source>Projects and AutoTVM logs (*.knobscope *.log *.json *.txt);;All files (*)</source>
        <translation>專案與 AutoTVM 日誌 (*.knobscope *.log *.json *.txt);;所有檔案 (*)</translation>
    </message>
    <message>
        <source>comparison.svg</source>
        <translation>comparison.svg</translation>
    </message>
    <message>
        <source>&amp;Log x</source>
        <translation>X 軸對數(&amp;L)</translation>
    </message>
    <message>
        <source>This view compares runs: how fast each tuner finds a good config, whether the difference is significant, and in which knobs the best configs differ.

Tune a task with two tuners and a few seeds each, or add project files and AutoTVM logs. You can also drop files here.</source>
        <translation>此檢視比較多次執行：各調校器多快找到好的組態、差異是否顯著，以及最佳組態在哪些旋鈕上不同。

以兩個調校器調校同一任務，並各用數個隨機種子；或加入專案檔與 AutoTVM 日誌。也可以將檔案拖放至此。</translation>
    </message>
    <message>
        <source>Press Space to tick a run. The Group column can be edited.</source>
        <translation>按空白鍵可勾選執行。「群組」欄可以編輯。</translation>
    </message>
    <message>
        <source>Add the runs of another project or of an AutoTVM log</source>
        <translation>加入另一個專案或 AutoTVM 日誌的執行</translation>
    </message>
    <message>
        <source>Show trials or seconds on a logarithmic axis</source>
        <translation>以對數軸顯示試驗或秒數</translation>
    </message>
    <message>
        <source>Filters do not apply here: complete runs are compared.</source>
        <translation>篩選條件在此不適用：比較的是完整的執行。</translation>
    </message>
    <message>
        <source>Trials and seconds to reach a share of the best</source>
        <translation>達到最佳值某一占比所需的試驗數與秒數</translation>
    </message>
    <message>
        <source>Select a run of an added file first. Runs of the open project cannot be removed.</source>
        <translation>請先選擇已加入檔案中的執行。開啟中專案的執行無法移除。</translation>
    </message>
    <message>
        <source>Results of the comparison</source>
        <translation>比較的結果</translation>
    </message>
    <message>
        <source>Run the Missing Seeds</source>
        <translation>執行缺少的種子</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>How each group does against the others</source>
        <translation>各組與其他組相比的結果</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>各組</translation>
    </message>
    <message numerus="yes">
        <source>Tunes the task in %n run(s) like these, with other seeds</source>
        <translation>
            <numerusform>以其他種子再調校此任務 %n 次，與這些執行相同</numerusform>
        </translation>
    </message>
    <message>
        <source>The groups of this project have as many runs as a verdict needs.</source>
        <translation>此專案的各組已有判定所需的執行次數。</translation>
    </message>
    <message>
        <source>Distribution of speeds</source>
        <translation>速度分布</translation>
    </message>
    <message>
        <source>Best speed by task and group</source>
        <translation>各任務與各組的最佳速度</translation>
    </message>
</context>
<context>
    <name>knobscope::ComparedRunsModel</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Run %1</source>
        <translation>執行 %1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>執行</translation>
    </message>
    <message>
        <source>Group</source>
        <translation>群組</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任務</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>隨機種子</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>File</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>Run %1, unfinished</source>
        <translation>執行 %1，未完成</translation>
    </message>
    <message>
        <source>Unfinished run; left out of the group&apos;s statistics.</source>
        <translation>未完成的執行；不列入群組的統計。</translation>
    </message>
    <message>
        <source>Its configs were measured manually. The run is shown but left out of the verdict.</source>
        <translation>它的組態是手動量測的。此執行會顯示，但不列入結論。</translation>
    </message>
    <message>
        <source>Runs of one group are treated as seeds of the same setup and drawn as one band. Type another name to regroup.</source>
        <translation>同一群組的執行視為同一設定的不同隨機種子，會合併為一條色帶。輸入其他名稱即可重新分組。</translation>
    </message>
    <message>
        <source>all failed</source>
        <translation>全部失敗</translation>
    </message>
    <message>
        <source>Best %1</source>
        <translation>最佳 %1</translation>
    </message>
</context>
<context>
    <name>knobscope::ComparisonPlots</name>
    <message>
        <source>%1, median and quartiles of %2 runs</source>
        <translation>%1，%2 次執行的中位數與四分位數</translation>
    </message>
    <message>
        <source>%1, run %2</source>
        <translation>%1，執行 %2</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>Seconds since the run&apos;s start</source>
        <translation>自執行開始起的秒數</translation>
    </message>
    <message>
        <source>% of the best</source>
        <translation>最佳值的 %</translation>
    </message>
    <message>
        <source>%1: %2 at trial %3</source>
        <translation>%1：%2，於試驗 %3</translation>
    </message>
    <message>
        <source>%1: %2 % of its successful trials are at or below %3</source>
        <translation>%1：成功的試驗中有 %2 % 不高於 %3</translation>
    </message>
    <message>
        <source>% of trials</source>
        <translation>試驗的 %</translation>
    </message>
</context>
<context>
    <name>knobscope::ComparisonTables</name>
    <message numerus="yes">
        <source>Reached by %1 of %2 run(s); the median is shown</source>
        <translation>
            <numerusform>%2 次執行中有 %1 次達到；顯示中位數</numerusform>
        </translation>
    </message>
    <message>
        <source>Knob</source>
        <translation>旋鈕</translation>
    </message>
    <message>
        <source>Differs</source>
        <translation>有差異</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>no such knob</source>
        <translation>無此旋鈕</translation>
    </message>
    <message numerus="yes">
        <source>Median of the best %1 of %n run(s)</source>
        <translation>
            <numerusform>%n 次執行的最佳 %1 之中位數</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::ConfigRows</name>
    <message>
        <source>%1 = %2 violates the constraint %3 in combination with the other values.</source>
        <translation>%1 = %2 與其他值的組合違反限制條件 %3。</translation>
    </message>
</context>
<context>
    <name>knobscope::ConfigView</name>
    <message>
        <source>No config of this task is pinned.</source>
        <translation>此任務沒有釘選的組態。</translation>
    </message>
    <message numerus="yes">
        <source>%n config(s) of this task pinned.</source>
        <translation>
            <numerusform>此任務已釘選 %n 個組態。</numerusform>
        </translation>
    </message>
    <message>
        <source>C&amp;ancel Measuring</source>
        <translation>取消量測(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Measure Now</source>
        <translation>立即量測(&amp;M)</translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation>取消釘選(&amp;P)</translation>
    </message>
    <message>
        <source>Knobs</source>
        <translation>旋鈕</translation>
    </message>
    <message>
        <source>&amp;Config</source>
        <translation>組態(&amp;C)</translation>
    </message>
    <message>
        <source>Number of the config</source>
        <translation>組態編號</translation>
    </message>
    <message>
        <source>Previo&amp;us</source>
        <translation>上一個(&amp;U)</translation>
    </message>
    <message>
        <source>The valid config before this one</source>
        <translation>此組態之前的有效組態</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一個(&amp;N)</translation>
    </message>
    <message>
        <source>The valid config after this one</source>
        <translation>此組態之後的有效組態</translation>
    </message>
    <message>
        <source>R&amp;andom</source>
        <translation>隨機(&amp;A)</translation>
    </message>
    <message>
        <source>Fall&amp;back</source>
        <translation>後備組態(&amp;B)</translation>
    </message>
    <message>
        <source>Cop&amp;y</source>
        <translation>複製(&amp;Y)</translation>
    </message>
    <message>
        <source>As AutoTVM &amp;Entity</source>
        <translation>複製為 AutoTVM Entity(&amp;E)</translation>
    </message>
    <message>
        <source>As AutoTVM &amp;Record</source>
        <translation>複製為 AutoTVM 記錄(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Measure This Config</source>
        <translation>量測此組態(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Next Config</source>
        <translation>下一個組態(&amp;N)</translation>
    </message>
    <message>
        <source>Pre&amp;vious Config</source>
        <translation>上一個組態(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Random Config</source>
        <translation>隨機組態(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Fallback Config</source>
        <translation>後備組態(&amp;F)</translation>
    </message>
    <message>
        <source>Copy Config as AutoTVM &amp;Entity</source>
        <translation>將組態複製為 AutoTVM Entity(&amp;E)</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>共 %1 個</translation>
    </message>
    <message>
        <source>of %1, %2 of them valid</source>
        <translation>共 %1 個，其中 %2 個有效</translation>
    </message>
    <message>
        <source>of %1, some of them valid</source>
        <translation>共 %1 個，其中部分有效</translation>
    </message>
    <message>
        <source>Trial %1 of run %2</source>
        <translation>執行 %2 的試驗 %1</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 失敗：%2</translation>
    </message>
    <message>
        <source>This is the last valid config.</source>
        <translation>這是最後一個有效組態。</translation>
    </message>
    <message>
        <source>This is the first valid config.</source>
        <translation>這是第一個有效組態。</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Choose a config first.</source>
        <translation>請先選擇一個組態。</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>釘選(&amp;P)</translation>
    </message>
    <message>
        <source>Runs of this task measure pinned configs first</source>
        <translation>此任務的調校會先量測已釘選的組態</translation>
    </message>
    <message>
        <source>Derived figures</source>
        <translation>推導出的數值</translation>
    </message>
    <message>
        <source>Emu&amp;late</source>
        <translation>模擬(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Check This Config on the CPU</source>
        <translation>在 CPU 上檢查此組態(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Pin This Config</source>
        <translation>釘選此組態(&amp;P)</translation>
    </message>
    <message>
        <source>The fallback is not a config of this space: %1</source>
        <translation>後備組態不是此空間的組態：%1</translation>
    </message>
    <message>
        <source>Copy Config as AutoTVM Rec&amp;ord</source>
        <translation>將組態複製為 AutoTVM 記錄(&amp;O)</translation>
    </message>
    <message>
        <source>In this view you can choose a config by its knobs, inspect it and measure it. Choose a task first.</source>
        <translation>在此可依旋鈕選取、檢視並量測組態。請先選擇任務。</translation>
    </message>
    <message>
        <source>Runs this config&apos;s threads on the CPU to check the result. Speed is not measured.</source>
        <translation>在 CPU 上執行此組態的執行緒以檢查結果。不會量測速度。</translation>
    </message>
    <message>
        <source>Any valid config, all equally likely</source>
        <translation>任一有效組態，機率均等</translation>
    </message>
    <message>
        <source>The config that AutoTVM uses for an operator that was never tuned</source>
        <translation>AutoTVM 對從未調校過的運算子所採用的組態</translation>
    </message>
    <message>
        <source>Only configs of GPU tasks can be checked on the CPU.</source>
        <translation>只有 GPU 任務的組態可以在 CPU 上檢查。</translation>
    </message>
    <message>
        <source>No config is selected. Enter a number, or choose a random config or the fallback.</source>
        <translation>尚未選擇組態。請輸入編號，或選擇隨機組態或後備組態。</translation>
    </message>
    <message>
        <source>Config %1 violates %2; moved to the next valid config.</source>
        <translation>組態 %1 違反 %2；已移至下一個有效組態。</translation>
    </message>
    <message>
        <source>No valid config among the next %1.</source>
        <translation>接下來的 %1 個組態中沒有有效組態。</translation>
    </message>
    <message>
        <source>No valid config was found in %1 tries; the constraints allow few.</source>
        <translation>嘗試 %1 次仍未找到有效組態；限制條件下所剩無幾。</translation>
    </message>
    <message>
        <source>Builds this config, checks its result and times it, in separate processes</source>
        <translation>在獨立的行程中建置此組態、檢查其結果並計時</translation>
    </message>
    <message>
        <source>The config was copied to the clipboard.</source>
        <translation>組態已複製到剪貼簿。</translation>
    </message>
    <message>
        <source>A record needs a measured time, and this config has none yet. Measure it first.</source>
        <translation>記錄需要量測時間，而此組態尚無。請先量測。</translation>
    </message>
    <message>
        <source>The record was copied to the clipboard.</source>
        <translation>記錄已複製到剪貼簿。</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>發現</translation>
    </message>
    <message>
        <source>Choose a Task</source>
        <translation>選擇任務</translation>
    </message>
    <message>
        <source>&amp;Open as Schedule</source>
        <translation>開啟為排程(&amp;O)</translation>
    </message>
    <message>
        <source>Open Config as &amp;Schedule</source>
        <translation>將組態開啟為排程(&amp;S)</translation>
    </message>
</context>
<context>
    <name>knobscope::ConstraintModel</name>
    <message>
        <source>%1 to %2 (estimated)</source>
        <translation>%1 至 %2（估計值）</translation>
    </message>
    <message>
        <source>counting…</source>
        <translation>計算中…</translation>
    </message>
    <message>
        <source>none found</source>
        <translation>未找到</translation>
    </message>
    <message>
        <source>config %1</source>
        <translation>組態 %1</translation>
    </message>
    <message>
        <source>Condition</source>
        <translation>條件</translation>
    </message>
    <message>
        <source>Rejects</source>
        <translation>排除</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>範例</translation>
    </message>
    <message>
        <source>Rejected by this one only</source>
        <translation>僅由此條件排除</translation>
    </message>
    <message>
        <source>Defined by the template; cannot be removed.</source>
        <translation>由範本定義，無法移除。</translation>
    </message>
    <message>
        <source>Press F2 to change it or Delete to remove it.</source>
        <translation>按 F2 可變更，按 Delete 可移除。</translation>
    </message>
    <message>
        <source>Configs that violate this condition.</source>
        <translation>違反此條件的組態。</translation>
    </message>
    <message>
        <source>Configs that only this condition rejects. They return if it is removed.</source>
        <translation>僅由此條件排除的組態。移除此條件後即會恢復。</translation>
    </message>
    <message>
        <source>A config that this condition rejects. Selecting it marks its values and moves to the nearest valid config.</source>
        <translation>此條件排除的一個組態。選取後會標示其值，並移至最近的有效組態。</translation>
    </message>
</context>
<context>
    <name>knobscope::ConstraintPanel</name>
    <message>
        <source>&amp;Add</source>
        <translation>加入(&amp;A)</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>移除(&amp;M)</translation>
    </message>
    <message>
        <source>Constraints</source>
        <translation>限制條件</translation>
    </message>
    <message>
        <source>Condition between knobs</source>
        <translation>旋鈕之間的條件</translation>
    </message>
    <message>
        <source>&amp;Change</source>
        <translation>變更(&amp;C)</translation>
    </message>
    <message numerus="yes">
        <source>Would remove %1 more config(s); %2 would be left.</source>
        <translation>
            <numerusform>將再移除 %1 個組態，剩下 %2 個。</numerusform>
        </translation>
    </message>
    <message>
        <source>Condition to keep, for example %1 * %2 &lt;= 64</source>
        <translation>要保留的條件，例如 %1 * %2 &lt;= 64</translation>
    </message>
    <message>
        <source>Integers, knob[position], + - * / %, comparisons, and, or, not. Press Ctrl+Space for suggestions.</source>
        <translation>整數、knob[position]、+ - * / %、比較運算、and、or、not。按 Ctrl+Space 可顯示建議。</translation>
    </message>
</context>
<context>
    <name>knobscope::CounterPanel</name>
    <message>
        <source>Count Events</source>
        <translation>計數事件</translation>
    </message>
    <message>
        <source>Runs this config for a moment and shows what the CPU counts meanwhile: cycles, instructions, cache and branch misses</source>
        <translation>執行這個組態片刻，並顯示 CPU 同時計數的結果：週期、指令、快取未命中和分支預測錯誤</translation>
    </message>
    <message>
        <source>Counting events</source>
        <translation>正在計數事件</translation>
    </message>
</context>
<context>
    <name>knobscope::DiffPage</name>
    <message>
        <source>&amp;Previous Difference</source>
        <translation>上一個差異(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Next Difference</source>
        <translation>下一個差異(&amp;N)</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>正在比較…</translation>
    </message>
    <message>
        <source>No difference at this level</source>
        <translation>此層級沒有差異</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) removed</source>
        <translation>
            <numerusform>移除 %n 行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>新增 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>Level to compare</source>
        <translation>比較的層級</translation>
    </message>
    <message>
        <source>Other config</source>
        <translation>其他組態</translation>
    </message>
    <message>
        <source>This config</source>
        <translation>這個組態</translation>
    </message>
    <message>
        <source>Derived figures</source>
        <translation>推導出的數值</translation>
    </message>
    <message>
        <source>Derived figures of both configs</source>
        <translation>兩個組態推導出的數值</translation>
    </message>
    <message numerus="yes">
        <source>%n figure(s) differ</source>
        <translation>
            <numerusform>%n 個數值不同</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::DockTitles</name>
    <message>
        <source>&amp;Float</source>
        <translation>浮動(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>關閉(&amp;C)</translation>
    </message>
</context>
<context>
    <name>knobscope::ExperimentDialog</name>
    <message>
        <source>&amp;Start</source>
        <translation>開始(&amp;S)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>隨機種子</translation>
    </message>
    <message>
        <source>Results by seed</source>
        <translation>各隨機種子的結果</translation>
    </message>
    <message>
        <source>Progress of the experiment</source>
        <translation>實驗進度</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>範本</translation>
    </message>
    <message>
        <source>Edited space</source>
        <translation>編輯後的空間</translation>
    </message>
    <message>
        <source>T&amp;uner</source>
        <translation>調校器(&amp;U)</translation>
    </message>
    <message>
        <source>S&amp;eeds</source>
        <translation>隨機種子數(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;First seed</source>
        <translation>第一個隨機種子(&amp;F)</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次執行</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 trial(s)</source>
        <translation>
            <numerusform>%1 次試驗</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, about %2 at the %3 trials/s measured here.</source>
        <translation>%1，以此處量測到的每秒 %3 次試驗計算，約需 %2。</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>未達到</translation>
    </message>
    <message>
        <source>Template, GFLOPS</source>
        <translation>範本，GFLOPS</translation>
    </message>
    <message>
        <source>Edited, GFLOPS</source>
        <translation>編輯後，GFLOPS</translation>
    </message>
    <message>
        <source>Compare With the Template — %1</source>
        <translation>與範本比較 — %1</translation>
    </message>
    <message>
        <source>Result of the experiment</source>
        <translation>實驗結果</translation>
    </message>
    <message>
        <source>The template&apos;s space and the edited space are tuned alternately with the same tuner, budget and seeds, so a machine that becomes slower affects both. The runs are kept in the project.</source>
        <translation>範本的空間與編輯後的空間以相同的調校器、預算與隨機種子輪流調校，因此機器變慢時兩者都會受影響。這些執行會儲存在專案中。</translation>
    </message>
    <message>
        <source>Fewer than %1 cannot show a significant difference; %1 can only if all agree.</source>
        <translation>少於 %1 個無法顯示顯著的差異；%1 個時須全部一致才能顯示。</translation>
    </message>
    <message>
        <source>T&amp;rials per run</source>
        <translation>每次執行的試驗數(&amp;R)</translation>
    </message>
    <message>
        <source> Both spaces (%1 and %2 configs) will be measured completely, so any difference is noise unless a run is stopped early.</source>
        <translation> 兩個空間（%1 與 %2 個組態）都會全部量測，因此任何差異都只是雜訊，除非提早停止執行。</translation>
    </message>
    <message numerus="yes">
        <source> %1 has only %2 config(s); its runs measure the complete space.</source>
        <translation>
            <numerusform> %1 只有 %2 個組態；其執行會量測整個空間。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1; the time is unknown because no run has measured a rate here yet.</source>
        <translation>%1；此處尚無執行量測過速率，因此無法得知所需時間。</translation>
    </message>
    <message>
        <source>Running. The window shows the progress of each run.</source>
        <translation>執行中。視窗會顯示每次執行的進度。</translation>
    </message>
    <message>
        <source>The template and the edited space are the same. Edit a knob first.</source>
        <translation>範本與編輯後的空間相同。請先編輯旋鈕。</translation>
    </message>
    <message>
        <source>The answer is shown here after the first two runs.</source>
        <translation>前兩次執行之後，答案會顯示在這裡。</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分鐘</translation>
    </message>
    <message>
        <source>Time for all runs; sets the trials per run</source>
        <translation>所有執行的時間；決定每次執行的試驗數</translation>
    </message>
    <message>
        <source>How many trials fit is not known before a run has measured some here.</source>
        <translation>在此處有執行測量過之前，不知道能容納多少次試驗。</translation>
    </message>
    <message>
        <source>&amp;Budget</source>
        <translation>預算(&amp;B)</translation>
    </message>
    <message>
        <source>Template, trials</source>
        <translation>範本，試驗</translation>
    </message>
    <message>
        <source>Edited, trials</source>
        <translation>編輯後，試驗</translation>
    </message>
    <message>
        <source>Trials to 95 % of the best of all runs</source>
        <translation>達到所有執行最佳的 95 % 所需的試驗數</translation>
    </message>
    <message>
        <source>%1, about %2 at an estimated %3 trials/s (not measured here yet).</source>
        <translation>%1，以估計的每秒 %3 次試驗約需 %2（尚未在此測量）。</translation>
    </message>
</context>
<context>
    <name>knobscope::ExperimentQueue</name>
    <message>
        <source>The experiment was stopped.</source>
        <translation>實驗已停止。</translation>
    </message>
</context>
<context>
    <name>knobscope::ExpressionField</name>
    <message>
        <source>Column %1: %2</source>
        <translation>第 %1 欄：%2</translation>
    </message>
</context>
<context>
    <name>knobscope::ExtentsDialog</name>
    <message numerus="yes">
        <source>and %n more input(s)</source>
        <translation>
            <numerusform>以及另外 %n 個輸入</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
    </message>
    <message>
        <source>Extents of %1</source>
        <translation>%1 的長度</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Tasks and kernels are made for fixed extents; with other extents they are other tasks.</source>
        <translation>任務與核心函式是為固定的長度建立的；長度不同，就是不同的任務。</translation>
    </message>
    <message>
        <source>Filter by name</source>
        <translation>依名稱篩選</translation>
    </message>
    <message>
        <source>Filter the extents by name</source>
        <translation>依名稱篩選長度</translation>
    </message>
    <message>
        <source>One number for all listed</source>
        <translation>列出者共用一個數字</translation>
    </message>
    <message>
        <source>One number for all listed extents</source>
        <translation>所有列出的長度共用一個數字</translation>
    </message>
</context>
<context>
    <name>knobscope::FailureModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>(no message)</source>
        <translation>(無訊息)</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>階段</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Explained by</source>
        <translation>可解釋的旋鈕</translation>
    </message>
    <message>
        <source>The message; # stands for numbers that differ between the trials</source>
        <translation>訊息；各試驗間不同的數字以 # 表示</translation>
    </message>
    <message>
        <source>The knob that best distinguishes these trials from all others of the run</source>
        <translation>最能區分這些試驗與該執行中所有其他試驗的旋鈕</translation>
    </message>
</context>
<context>
    <name>knobscope::FailuresView</name>
    <message>
        <source>Run</source>
        <translation>執行</translation>
    </message>
    <message>
        <source>Failures by stage and reason</source>
        <translation>依階段與原因分組的失敗</translation>
    </message>
    <message>
        <source>&amp;Show These Trials</source>
        <translation>顯示這些試驗(&amp;S)</translation>
    </message>
    <message>
        <source>Show Trials of the &amp;Failure Group</source>
        <translation>顯示失敗群組的試驗(&amp;F)</translation>
    </message>
    <message numerus="yes">
        <source>%L1 of %L2 trial(s) failed (%3 %)</source>
        <translation>
            <numerusform>%L2 次試驗中有 %L1 次失敗 (%3 %)</numerusform>
        </translation>
    </message>
    <message>
        <source>For example trial %L1: %2</source>
        <translation>例如試驗 %L1：%2</translation>
    </message>
    <message>
        <source>No single knob explains this group.</source>
        <translation>沒有單一旋鈕能解釋此群組。</translation>
    </message>
    <message>
        <source>Adds this edit to the space of the task: %1</source>
        <translation>將此編輯加入任務的空間：%1</translation>
    </message>
    <message>
        <source>Run whose failures are shown</source>
        <translation>目前顯示失敗項目的執行</translation>
    </message>
    <message>
        <source>Filter all views to the failed trials of this run and select those of the group</source>
        <translation>在所有檢視中只顯示此執行的失敗試驗，並選取該群組的試驗</translation>
    </message>
    <message>
        <source>Exc&amp;lude Such Configs From the Space</source>
        <translation>將這類組態排除於空間之外(&amp;L)</translation>
    </message>
    <message>
        <source>No failure group is selected.</source>
        <translation>尚未選擇失敗群組。</translation>
    </message>
    <message>
        <source>Exc&amp;lude Failing Configs From the Space</source>
        <translation>將失敗的組態排除於空間之外(&amp;L)</translation>
    </message>
    <message numerus="yes">
        <source>No failures among the %L1 filtered trial(s) of run %2.</source>
        <translation>
            <numerusform>執行 %2 篩選出的 %L1 次試驗中沒有失敗。</numerusform>
        </translation>
    </message>
    <message>
        <source>This view groups failed trials by stage and reason and finds the knob that explains each group.

Choose a task and start a run, or open a project.</source>
        <translation>此檢視將失敗的試驗依階段與原因分組，並找出可解釋各群組的旋鈕。

請選擇任務並開始執行，或開啟專案。</translation>
    </message>
    <message>
        <source>The current space already excludes them.</source>
        <translation>目前的空間已不含這些組態。</translation>
    </message>
    <message numerus="yes">
        <source>Added to the space: %1. It now has %L2 config(s), down from %L3.</source>
        <translation>
            <numerusform>已加入空間：%1。現有 %L2 個組態；原有 %L3 個。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::FileActions</name>
    <message>
        <source>Open &amp;Recent</source>
        <translation>開啟最近的專案(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;New Project</source>
        <translation>新增專案(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>開啟(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save Project As…</source>
        <translation>另存專案(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Close Project</source>
        <translation>關閉專案(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>結束(&amp;Q)</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>開啟</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Save Project As</source>
        <translation>另存專案</translation>
    </message>
    <message>
        <source>Knobscope projects (*.knobscope)</source>
        <translation>Knobscope 專案 (*.knobscope)</translation>
    </message>
    <message>
        <source>A run is writing to this project.</source>
        <translation>有一次執行正在寫入這個專案。</translation>
    </message>
    <message>
        <source>S&amp;top the Run</source>
        <translation>停止執行(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>儲存(&amp;S)…</translation>
    </message>
    <message>
        <source>Open &amp;Model…</source>
        <translation>開啟模型(&amp;M)…</translation>
    </message>
    <message>
        <source>ONNX models (*.onnx)</source>
        <translation>ONNX 模型 (*.onnx)</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>所有檔案 (*)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>關閉(&amp;C)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>New project. It is created with the first run; save it to give it a name.</source>
        <translation>新專案。它會在第一次執行時建立；儲存後即可命名。</translation>
    </message>
    <message>
        <source>Opening %1. Another program may be using the file; it opens when that program has finished.</source>
        <translation>正在開啟 %1。可能有其他程式正在使用該檔案；待該程式完成後即會開啟。</translation>
    </message>
    <message>
        <source>The window closes when everything is saved.</source>
        <translation>全部儲存後視窗即會關閉。</translation>
    </message>
    <message>
        <source>Close &amp;Without Saving</source>
        <translation>不儲存即關閉(&amp;W)</translation>
    </message>
    <message>
        <source>No recent projects</source>
        <translation>沒有最近的專案</translation>
    </message>
    <message>
        <source>&amp;Clear List</source>
        <translation>清除清單(&amp;C)</translation>
    </message>
    <message>
        <source>Saving %1…</source>
        <translation>正在儲存 %1…</translation>
    </message>
    <message>
        <source>Runs are now saved in %1.</source>
        <translation>執行現在會儲存在 %1。</translation>
    </message>
    <message>
        <source>You can stop it: measurements and the queue are kept, and you can resume later.</source>
        <translation>您可以停止它：量測結果與佇列都會保留，之後可以繼續。</translation>
    </message>
    <message>
        <source>It finishes before the program closes, so nothing is lost.</source>
        <translation>它會在程式結束前完成，不會遺失任何內容。</translation>
    </message>
    <message>
        <source>You can cancel it: everything saved in the project is kept.</source>
        <translation>您可以取消它：已儲存在專案中的內容都會保留。</translation>
    </message>
    <message>
        <source>The runs of this project are not saved as a file yet.</source>
        <translation>這個專案的執行尚未存成檔案。</translation>
    </message>
    <message>
        <source>If you do not save them as a project file, they are deleted.</source>
        <translation>若不存成專案檔，這些執行會被刪除。</translation>
    </message>
    <message>
        <source>&amp;Delete Runs</source>
        <translation>刪除執行(&amp;D)</translation>
    </message>
    <message>
        <source>Projects, logs, traces, models and schedules (*.knobscope *.log *.json *.json.gz *.csv *.onnx *.sched)</source>
        <translation>專案、記錄、追蹤、模型與排程 (*.knobscope *.log *.json *.json.gz *.csv *.onnx *.sched)</translation>
    </message>
    <message>
        <source>&amp;Hand In…</source>
        <translation>繳交(&amp;H)…</translation>
    </message>
    <message>
        <source>There are no answers to lessons to hand in.</source>
        <translation>沒有可繳交的課程答案。</translation>
    </message>
    <message>
        <source>Re&amp;port…</source>
        <translation>報告(&amp;P)…</translation>
    </message>
    <message>
        <source>&amp;Notes…</source>
        <translation>筆記(&amp;N)…</translation>
    </message>
    <message>
        <source>Results are being imported. Try again when that has finished.</source>
        <translation>正在匯入結果。請在完成後再試一次。</translation>
    </message>
    <message numerus="yes">
        <source>Imported %n trial(s) as run %1 of %2.</source>
        <translation>
            <numerusform>已將 %n 次試驗匯入為 %2 的執行 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>Hand In</source>
        <translation>繳交</translation>
    </message>
    <message>
        <source>Your name:</source>
        <translation>您的姓名：</translation>
    </message>
    <message>
        <source>Hand-ins (*.json)</source>
        <translation>繳交檔 (*.json)</translation>
    </message>
    <message>
        <source>Your answers were written to %1. Give this file to your teacher.</source>
        <translation>您的答案已寫入 %1。請將此檔案交給您的老師。</translation>
    </message>
    <message>
        <source>The answers to lessons in this project are not saved as a file yet.</source>
        <translation>此專案中的課程答案尚未儲存為檔案。</translation>
    </message>
    <message>
        <source>&amp;Delete Answers</source>
        <translation>刪除答案(&amp;D)</translation>
    </message>
    <message>
        <source>Sa&amp;ve</source>
        <translation>儲存(&amp;V)</translation>
    </message>
    <message>
        <source>Everything is saved in %1.</source>
        <translation>全部內容都已存於 %1。</translation>
    </message>
</context>
<context>
    <name>knobscope::FilterBar</name>
    <message>
        <source>No filters: all trials are shown.</source>
        <translation>無篩選條件：顯示所有試驗。</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>篩選條件</translation>
    </message>
    <message>
        <source>&amp;Add Filter</source>
        <translation>新增篩選條件(&amp;A)</translation>
    </message>
    <message>
        <source>C&amp;lear All</source>
        <translation>全部清除(&amp;L)</translation>
    </message>
    <message>
        <source>Remove all filters</source>
        <translation>移除所有篩選條件</translation>
    </message>
    <message>
        <source>&amp;Knob = Value…</source>
        <translation>旋鈕 = 值(&amp;K)…</translation>
    </message>
    <message>
        <source>&amp;Failed Trials Only</source>
        <translation>僅失敗的試驗(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Measured Trials Only</source>
        <translation>僅已量測的試驗(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>執行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Clear All Filters</source>
        <translation>清除所有篩選條件(&amp;C)</translation>
    </message>
    <message>
        <source>Show only matching trials in all views</source>
        <translation>在所有檢視中只顯示符合條件的試驗</translation>
    </message>
</context>
<context>
    <name>knobscope::FilterChip</name>
    <message>
        <source>Filter: %1</source>
        <translation>篩選條件：%1</translation>
    </message>
    <message>
        <source>Press Delete to remove the filter.</source>
        <translation>按 Delete 鍵移除篩選條件。</translation>
    </message>
    <message>
        <source>%1. Click the cross or press Delete to remove this filter.</source>
        <translation>%1。按叉號或 Delete 鍵可移除此篩選條件。</translation>
    </message>
</context>
<context>
    <name>knobscope::FilterInput</name>
    <message>
        <source>knob = value</source>
        <translation>旋鈕 = 值</translation>
    </message>
    <message>
        <source>New filter</source>
        <translation>新篩選條件</translation>
    </message>
    <message>
        <source>Type a knob, an equals sign and a value, then press Enter to add the filter.</source>
        <translation>請輸入旋鈕、等號與值；按 Enter 新增篩選條件。</translation>
    </message>
    <message>
        <source>“%1” is not a filter. Use: knob = value, knob != value, or #tag.</source>
        <translation>「%1」不是篩選條件。請使用：旋鈕 = 值、旋鈕 != 值，或 #標籤。</translation>
    </message>
    <message>
        <source>No note about a trial, run or task has the tag #%1.</source>
        <translation>沒有關於試驗、執行或任務的筆記有標籤 #%1。</translation>
    </message>
</context>
<context>
    <name>knobscope::Filters</name>
    <message>
        <source>%1 ≠ %2</source>
        <translation>%1 ≠ %2</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>succeeded</source>
        <translation>成功</translation>
    </message>
    <message>
        <source>run %1</source>
        <translation>執行 %1</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>with a note</source>
        <translation>有筆記</translation>
    </message>
</context>
<context>
    <name>knobscope::FindingList</name>
    <message>
        <source>What the last change brought</source>
        <translation>上次改變帶來的效果</translation>
    </message>
    <message>
        <source>No change of one knob promises 5 %.</source>
        <translation>沒有哪個旋鈕的改變可望帶來 5 %。</translation>
    </message>
    <message>
        <source>Try</source>
        <translation>試試</translation>
    </message>
    <message>
        <source>Measures this config and config %1, each in pairs with the untuned config, and makes the change</source>
        <translation>量測此組態與組態 %1，各與未調校的組態成對，並做此改變</translation>
    </message>
    <message>
        <source>Try %1</source>
        <translation>試試 %1</translation>
    </message>
    <message>
        <source>Config %1 instead of %2 brought %3 times; up to %4 times were expected.</source>
        <translation>以組態 %1 取代 %2 帶來 %3 倍；預期最多 %4 倍。</translation>
    </message>
    <message>
        <source>Config %1 or %2 failed.</source>
        <translation>組態 %1 或 %2 失敗。</translation>
    </message>
</context>
<context>
    <name>knobscope::FlopsCount</name>
    <message>
        <source>GFLOPS as AutoTVM counts them</source>
        <translation>GFLOPS（AutoTVM 計法）</translation>
    </message>
    <message>
        <source>GFLOPS: billions of floating-point operations per second, counted as in AutoTVM (including padding)</source>
        <translation>GFLOPS：每秒十億次浮點運算，依 AutoTVM 的方式計算（包含填補的運算）</translation>
    </message>
    <message>
        <source>GFLOPS, two operations per multiply-add</source>
        <translation>GFLOPS，每次乘加算兩次運算</translation>
    </message>
    <message>
        <source>Calls per second</source>
        <translation>每秒呼叫次數</translation>
    </message>
    <message>
        <source>GFLOPS</source>
        <translation>GFLOPS</translation>
    </message>
    <message>
        <source>calls/s</source>
        <translation>次/秒</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Calls per second: the number of operations of a call is unknown</source>
        <translation>每秒呼叫次數：每次呼叫的運算次數未知</translation>
    </message>
</context>
<context>
    <name>knobscope::FoldButton</name>
    <message>
        <source>✓ %1</source>
        <translation>✓ %1</translation>
    </message>
</context>
<context>
    <name>knobscope::GraphLayout</name>
    <message>
        <source>Graphviz takes too long for this many boxes; they are arranged in rows.</source>
        <translation>方塊太多，Graphviz 花費時間過長，因此改為逐列排列。</translation>
    </message>
    <message>
        <source>The boxes are arranged in rows. Install Graphviz (package graphviz) for a better layout.</source>
        <translation>方塊逐列排列。安裝 Graphviz（套件 graphviz）可獲得更好的版面配置。</translation>
    </message>
    <message>
        <source>Graphviz failed, so the boxes are arranged in rows: %1</source>
        <translation>Graphviz 執行失敗，因此方塊改為逐列排列：%1</translation>
    </message>
</context>
<context>
    <name>knobscope::ImportancePanel</name>
    <message>
        <source>Importance of the knobs</source>
        <translation>旋鈕的重要度</translation>
    </message>
</context>
<context>
    <name>knobscope::InsightView</name>
    <message>
        <source>R&amp;un:</source>
        <translation>執行(&amp;U)：</translation>
    </message>
    <message>
        <source>&amp;All runs of this task</source>
        <translation>此任務的所有執行(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Parallel coordinates</source>
        <translation>平行座標(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Importance</source>
        <translation>重要度(&amp;I)</translation>
    </message>
    <message>
        <source>Roof&amp;line</source>
        <translation>屋頂線(&amp;L)</translation>
    </message>
    <message>
        <source>Measure the Missing &amp;Neighbours</source>
        <translation>量測缺少的鄰近組態(&amp;N)</translation>
    </message>
    <message>
        <source>Measure This Machine&apos;s Pea&amp;k</source>
        <translation>量測此機器的峰值(&amp;K)</translation>
    </message>
    <message>
        <source>Save Picture of the Insight…</source>
        <translation>儲存洞察圖片…</translation>
    </message>
    <message numerus="yes">
        <source>%1 trial(s).</source>
        <translation>
            <numerusform>%1 次試驗。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 Drag along an axis to brush values, drag a name to move its axis.</source>
        <translation>%1 沿著座標軸拖曳可圈選數值，拖曳名稱可移動該軸。</translation>
    </message>
    <message>
        <source>%1 = %2</source>
        <translation>%1 = %2</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>%1Run %2, trial %3: %4; %5</source>
        <translation>%1執行 %2，試驗 %3：%4；%5</translation>
    </message>
    <message>
        <source>insight.svg</source>
        <translation>insight.svg</translation>
    </message>
    <message>
        <source>This view shows what the knobs of a task do: which values the fast configs share, which knob matters most, the cost of each step away from the best, and the distance to the hardware limit.

Tune a task or open a project first.</source>
        <translation>此檢視呈現任務各旋鈕的作用：快速組態有哪些共同的值、哪個旋鈕最重要、從最佳組態每偏離一步的代價，以及距離硬體極限還有多遠。

請先調校任務或開啟專案。</translation>
    </message>
    <message>
        <source>There are no trials to analyse.</source>
        <translation>沒有可供分析的試驗。</translation>
    </message>
    <message>
        <source>No trial is inside all brushes.</source>
        <translation>沒有試驗同時落在所有刷選範圍內。</translation>
    </message>
    <message>
        <source>%1 selected. </source>
        <translation>已選取 %1 個。 </translation>
    </message>
    <message>
        <source>Analyses of the trials</source>
        <translation>試驗的分析</translation>
    </message>
    <message>
        <source>Start Tuning</source>
        <translation>開始調校</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>發現</translation>
    </message>
    <message>
        <source>&amp;Slice</source>
        <translation>切片(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Neighbours</source>
        <translation>鄰居(&amp;N)</translation>
    </message>
</context>
<context>
    <name>knobscope::KnobDialog</name>
    <message>
        <source>Make %1 a Knob</source>
        <translation>將 %1 變成旋鈕</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>名稱(&amp;N)</translation>
    </message>
    <message>
        <source>How lines and tuners call it: letters, digits and _.</source>
        <translation>各行與調校器如何稱呼它：字母、數字與 _。</translation>
    </message>
    <message>
        <source>&amp;Candidates</source>
        <translation>候選值(&amp;C)</translation>
    </message>
    <message>
        <source>Whole numbers with commas between; the first is used here.</source>
        <translation>以逗號分隔的整數；此處使用第一個。</translation>
    </message>
    <message>
        <source>&amp;Make It a Knob</source>
        <translation>變成旋鈕(&amp;M)</translation>
    </message>
    <message>
        <source>A knob&apos;s name is one word of letters, digits and _.</source>
        <translation>旋鈕的名稱是由字母、數字與 _ 組成的一個單字。</translation>
    </message>
    <message>
        <source>The text has something called %1 already.</source>
        <translation>文字中已有名為 %1 的東西。</translation>
    </message>
    <message>
        <source>Candidates are whole numbers, with commas between.</source>
        <translation>候選值是以逗號分隔的整數。</translation>
    </message>
</context>
<context>
    <name>knobscope::KnobList</name>
    <message>
        <source>Knobs</source>
        <translation>旋鈕</translation>
    </message>
    <message>
        <source>%1, removed</source>
        <translation>%1，已移除</translation>
    </message>
    <message>
        <source>%1, added</source>
        <translation>%1，已新增</translation>
    </message>
    <message>
        <source>%1, kept</source>
        <translation>%1，已保留</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2, %3 candidate(s): %4</source>
        <translation>
            <numerusform>%1，%2，%3 個候選值：%4</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Keep %1</source>
        <translation>保留 %1(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Remove %1</source>
        <translation>移除 %1(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Only %1</source>
        <translation>僅保留 %1(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Change %1…</source>
        <translation>變更 %1(&amp;C)…</translation>
    </message>
    <message>
        <source>buttons of the knob</source>
        <translation>旋鈕的按鈕</translation>
    </message>
    <message>
        <source>&amp;Add Candidate…</source>
        <translation>新增候選值(&amp;A)…</translation>
    </message>
    <message>
        <source>All &amp;Candidates…</source>
        <translation>所有候選值(&amp;C)…</translation>
    </message>
    <message>
        <source>Reset to &amp;Template</source>
        <translation>還原為範本(&amp;T)</translation>
    </message>
    <message>
        <source>%1: %2
Changed from the template:
%3</source>
        <translation>%1：%2
與範本不同之處：
%3</translation>
    </message>
    <message>
        <source>%1: %2
Same as in the template</source>
        <translation>%1：%2
與範本相同</translation>
    </message>
    <message>
        <source>%1 splits %2 into loops of %3, outermost first; -1 stands for the rest.</source>
        <translation>%1 由外而內將 %2 切成 %3 的迴圈；-1 代表其餘部分。</translation>
    </message>
    <message>
        <source>Makes this knob that of the template again</source>
        <translation>使此旋鈕恢復為範本的內容</translation>
    </message>
</context>
<context>
    <name>knobscope::KnobPanel</name>
    <message>
        <source>&amp;Policy</source>
        <translation>策略(&amp;P)</translation>
    </message>
    <message>
        <source>Fil&amp;ter</source>
        <translation>篩選條件(&amp;T)</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>無限制</translation>
    </message>
    <message>
        <source>for example size[-1] &lt;= 64</source>
        <translation>例如 size[-1] &lt;= 64</translation>
    </message>
    <message>
        <source>Allowed factors: divisors of the extent, powers of two, or both (verbose).</source>
        <translation>允許的因數：軸長的因數、2 的次方，或兩者皆可 (verbose)。</translation>
    </message>
    <message>
        <source>Largest allowed inner factor (max_factor).</source>
        <translation>內側因數允許的最大值 (max_factor)。</translation>
    </message>
    <message>
        <source>Splits to keep: size[-1]&lt;=64, size[1]&gt;=2, size[1] in [2,4], tail==[1,1], prod[1:] in [64,128]. Join several with “and”.</source>
        <translation>要保留的分割：size[-1]&lt;=64、size[1]&gt;=2、size[1] in [2,4]、tail==[1,1]、prod[1:] in [64,128]。多個條件以「and」連接。</translation>
    </message>
    <message>
        <source>Press Space to keep or remove a candidate, + to add one, or = to keep only this one.</source>
        <translation>按空白鍵保留或移除候選值，按 + 新增候選值，按 = 僅保留此候選值。</translation>
    </message>
    <message>
        <source>Up t&amp;o</source>
        <translation>至多(&amp;O)</translation>
    </message>
</context>
<context>
    <name>knobscope::KnobPicker</name>
    <message>
        <source>Candidate of %1</source>
        <translation>%1 的候選值</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 with %n candidate(s)</source>
        <translation>
            <numerusform>%1：%2，%n 個候選值</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::KnobValueModel</name>
    <message>
        <source>Violates the constraint %1 in combination with the other values.</source>
        <translation>與其他值合用時違反限制 %1。</translation>
    </message>
</context>
<context>
    <name>knobscope::LabHistory</name>
    <message>
        <source>&amp;Kept:</source>
        <translation>已保留(&amp;K)：</translation>
    </message>
    <message>
        <source>Comparisons kept in the project</source>
        <translation>專案中保留的比較</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>刪除(&amp;D)</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n space(s)</source>
        <translation>
            <numerusform>%1：%n 個空間</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, with %n seed(s) of %2 trials, replayed on %3</source>
        <translation>
            <numerusform>%1，%n 個種子，每個 %2 次試驗，在 %3 上重播</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete the comparison of %1?</source>
        <translation>要刪除 %1 的比較嗎？</translation>
    </message>
    <message>
        <source>Removes this comparison from the project</source>
        <translation>從專案中移除這次比較</translation>
    </message>
</context>
<context>
    <name>knobscope::LabPlot</name>
    <message>
        <source>Trials</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>% of the best</source>
        <translation>最佳的百分比</translation>
    </message>
    <message numerus="yes">
        <source>%1 after %2 trial(s): %3 % of the best (median)</source>
        <translation>
            <numerusform>%1 於 %2 次試驗後：最佳的 %3 %（中位數）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, quartiles %2 and %3 %</source>
        <translation>%1，四分位數 %2 與 %3 %</translation>
    </message>
    <message>
        <source>90, 95 and 99 % of the best</source>
        <translation>最佳的 90、95 與 99 %</translation>
    </message>
</context>
<context>
    <name>knobscope::LabResults</name>
    <message>
        <source>Trials to a share of the best on this space</source>
        <translation>此空間上達到最佳某占比所需的試驗數</translation>
    </message>
    <message>
        <source>Trials to a share of the best over all spaces</source>
        <translation>所有空間上達到最佳某占比所需的試驗數</translation>
    </message>
    <message>
        <source>Trials to a share of the best by space and tuner</source>
        <translation>依空間與調校器列出達到最佳某占比所需的試驗數</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>結論</translation>
    </message>
    <message>
        <source>O&amp;ne space</source>
        <translation>單一空間(&amp;N)</translation>
    </message>
    <message>
        <source>A&amp;ll spaces</source>
        <translation>所有空間(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;By space</source>
        <translation>依空間(&amp;B)</translation>
    </message>
    <message>
        <source>S&amp;pace:</source>
        <translation>空間(&amp;P)：</translation>
    </message>
    <message>
        <source>Save Picture</source>
        <translation>儲存圖片</translation>
    </message>
    <message>
        <source>Best so far by tuner: median and quartiles over the seeds</source>
        <translation>各調校器的目前最佳：各隨機種子的中位數與四分位數</translation>
    </message>
    <message>
        <source>Trials &amp;to:</source>
        <translation>試驗數至(&amp;T)：</translation>
    </message>
    <message>
        <source>%1 % of the best</source>
        <translation>最佳的 %1 %</translation>
    </message>
    <message numerus="yes">
        <source>%1; %2 config(s), best %3 on %4</source>
        <translation>
            <numerusform>%1；%2 個組態，於 %4 最佳 %3</numerusform>
        </translation>
    </message>
    <message>
        <source>Log x</source>
        <translation>X 軸對數</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Show trials on a logarithmic axis; tuners differ most in the first trials</source>
        <translation>以對數軸顯示試驗；調校器在最初幾次差異最大</translation>
    </message>
    <message>
        <source>Save the plot as PNG or SVG</source>
        <translation>將圖表存為 PNG 或 SVG</translation>
    </message>
    <message>
        <source>Results of the comparison</source>
        <translation>比較的結果</translation>
    </message>
</context>
<context>
    <name>knobscope::LabSetup</name>
    <message>
        <source>Spa&amp;ces</source>
        <translation>空間(&amp;C)</translation>
    </message>
    <message>
        <source>T&amp;uners</source>
        <translation>調校器(&amp;U)</translation>
    </message>
    <message>
        <source>See&amp;ds:</source>
        <translation>隨機種子(&amp;D)：</translation>
    </message>
    <message>
        <source>Tr&amp;ials:</source>
        <translation>試驗(&amp;I)：</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>開始(&amp;S)</translation>
    </message>
    <message>
        <source>Replays every ticked tuner on every ticked space</source>
        <translation>在每個勾選的空間上重播每個勾選的調校器</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>停止(&amp;O)</translation>
    </message>
    <message>
        <source>Replays done</source>
        <translation>已完成的重播</translation>
    </message>
    <message>
        <source>Recorded spaces</source>
        <translation>已記錄的空間</translation>
    </message>
    <message>
        <source>&amp;Add Files…</source>
        <translation>加入檔案(&amp;A)…</translation>
    </message>
    <message>
        <source>Re&amp;move File</source>
        <translation>移除檔案(&amp;M)</translation>
    </message>
    <message>
        <source>Tuners that can be replayed</source>
        <translation>可重播的調校器</translation>
    </message>
    <message>
        <source>Add Recorded Spaces</source>
        <translation>加入已記錄的空間</translation>
    </message>
    <message>
        <source>Spa&amp;ces (%1)</source>
        <translation>空間 (%1)(&amp;C)</translation>
    </message>
    <message>
        <source>T&amp;uners (%1)</source>
        <translation>調校器 (%1)(&amp;U)</translation>
    </message>
    <message>
        <source>Tick at least one space.</source>
        <translation>請至少勾選一個空間。</translation>
    </message>
    <message>
        <source>Tick at least one tuner.</source>
        <translation>請至少勾選一個調校器。</translation>
    </message>
    <message>
        <source>Replaying…</source>
        <translation>重播中…</translation>
    </message>
    <message>
        <source>%1 of %2 replays, about %3 left</source>
        <translation>%2 次重播中的 %1 次，約剩 %3</translation>
    </message>
    <message>
        <source>Number of replays of each tuner on each space, with seeds starting at 1</source>
        <translation>每個調校器在每個空間上重播的次數，隨機種子自 1 起</translation>
    </message>
    <message>
        <source>Length of a replay; a result that is not reached by then counts as never reached</source>
        <translation>每次重播的長度；屆時未達到的結果視為從未達到</translation>
    </message>
    <message>
        <source>Stops the replays; seeds that all tuners have finished are kept</source>
        <translation>停止重播；所有調校器皆已完成的隨機種子會保留</translation>
    </message>
    <message>
        <source>Press Space to tick an entry</source>
        <translation>按空白鍵可勾選項目</translation>
    </message>
    <message>
        <source>Remove the file of the selected space from the list</source>
        <translation>將所選空間的檔案移出清單</translation>
    </message>
    <message>
        <source>There are no recorded spaces yet. Add files, or create one with knobscope-cli lab record.</source>
        <translation>尚無已記錄的空間。請加入檔案，或以 knobscope-cli lab record 建立。</translation>
    </message>
    <message>
        <source>Stopping. Finished replays are kept.</source>
        <translation>停止中。已完成的重播會保留。</translation>
    </message>
    <message>
        <source>Add projects whose runs measured a space, or results of other tuners</source>
        <translation>加入其執行量測過某個空間的專案，或其他調校器的結果</translation>
    </message>
    <message>
        <source>Projects, other tuners&apos; results (*.knobscope *.json *.json.gz);;All files (*)</source>
        <translation>專案、其他調校器的結果 (*.knobscope *.json *.json.gz);;所有檔案 (*)</translation>
    </message>
    <message>
        <source>Spaces and tuners to compare</source>
        <translation>要比較的空間與調校器</translation>
    </message>
</context>
<context>
    <name>knobscope::LabSpacesModel</name>
    <message>
        <source>%1 % of its configs were measured; the others count as failed.</source>
        <translation>其 %1 % 的組態已量測；其餘視為失敗。</translation>
    </message>
    <message numerus="yes">
        <source>All of its %1 config(s) were measured.</source>
        <translation>
            <numerusform>其 %1 個組態皆已量測。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %2
%3 %4 failed, %5 are within 5 % of the best.
Measured on %6 with %n thread(s), %7.
%8</source>
        <translation>
            <numerusform>%1，%2
%3%4 個失敗，%5 個在最佳的 5 % 以內。
於 %6 以 %n 個執行緒量測，%7。
%8</numerusform>
        </translation>
    </message>
    <message>
        <source>Space</source>
        <translation>空間</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形狀</translation>
    </message>
    <message>
        <source>Configs</source>
        <translation>組態</translation>
    </message>
    <message>
        <source>Within 5 %</source>
        <translation>5 % 以內</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>機器</translation>
    </message>
    <message>
        <source>File</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 % of its configs were measured: those that some searches requested. A search that requests another config is rejected.</source>
        <translation>其 %1 % 的組態已量測，即某些搜尋所要求的組態。要求其他組態的搜尋會被拒絕。</translation>
    </message>
    <message>
        <source>included with the program</source>
        <translation>隨程式附上</translation>
    </message>
    <message>
        <source>Number of configs with at least 95 % of the best config&apos;s speed; more make the space easier</source>
        <translation>速度至少達最佳組態 95 % 的組態數；愈多，此空間愈容易</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>The best config&apos;s speed in GFLOPS, or its time where operations are unknown</source>
        <translation>最佳組態的速度（GFLOPS），運算次數未知時為其時間</translation>
    </message>
</context>
<context>
    <name>knobscope::LabTables</name>
    <message>
        <source>Space</source>
        <translation>空間</translation>
    </message>
    <message>
        <source>Configs</source>
        <translation>組態</translation>
    </message>
    <message>
        <source>Within %1 %</source>
        <translation>%1 % 以內</translation>
    </message>
    <message>
        <source>Configs that were recorded</source>
        <translation>已記錄的組態</translation>
    </message>
    <message>
        <source>Geometric mean</source>
        <translation>幾何平均</translation>
    </message>
    <message>
        <source>Geometric mean of the column.</source>
        <translation>此欄的幾何平均。</translation>
    </message>
    <message>
        <source>The 95 % interval is in brackets.</source>
        <translation>括號內為 95 % 信賴區間。</translation>
    </message>
    <message>
        <source>One seed gives no interval.</source>
        <translation>只有一個隨機種子時沒有信賴區間。</translation>
    </message>
    <message numerus="yes">
        <source>Trials to measure a config with %1 % of the best config&apos;s speed: median of %n seed(s), %2 of which reached it within %3 trials.</source>
        <translation>
            <numerusform>量測到速度達最佳組態 %1 % 的組態所需的試驗數：%n 個隨機種子的中位數，其中 %2 個在 %3 次試驗內達到。</numerusform>
        </translation>
    </message>
    <message>
        <source>Seeds that reached %1 % of the best within %2 trials</source>
        <translation>在 %2 次試驗內達到最佳的 %1 % 的隨機種子數</translation>
    </message>
    <message numerus="yes">
        <source>Best so far after %1 trial(s), in percent of the space&apos;s best; median of the seeds</source>
        <translation>
            <numerusform>%1 次試驗後的目前最佳，以空間最佳的百分比表示：各隨機種子的中位數</numerusform>
        </translation>
    </message>
    <message>
        <source>The replays are shorter than this.</source>
        <translation>重播的試驗數沒有這麼多。</translation>
    </message>
    <message>
        <source>Share of all trials that failed or were not recorded</source>
        <translation>失敗或未記錄的試驗在全部試驗中的占比</translation>
    </message>
    <message numerus="yes">
        <source>Trials to %1 % of the best: geometric mean over %n space(s) of the median of the seeds. A seed that did not reach it counts as the budget plus one trial.</source>
        <translation>
            <numerusform>至最佳的 %1 % 所需的試驗數：%n 個空間上各隨機種子中位數的幾何平均。未達到的隨機種子以預算加一次試驗計。</numerusform>
        </translation>
    </message>
    <message>
        <source>Replays that reached %1 % of the best within the budget</source>
        <translation>在預算內達到最佳的 %1 % 的重播數</translation>
    </message>
    <message>
        <source>Trials to reach %1 %, relative to %2; below 1 is better</source>
        <translation>至 %1 % 的試驗數與 %2 的比值；小於 1 較佳</translation>
    </message>
    <message>
        <source>Spaces where it needed more trials to reach %1 % than %2</source>
        <translation>至 %1 % 所需試驗數多於 %2 的空間數</translation>
    </message>
    <message>
        <source>Configs with at least %1 % of the best config&apos;s speed</source>
        <translation>速度至少達最佳組態 %1 % 的組態</translation>
    </message>
    <message numerus="yes">
        <source>%1 on %2: median trials to %3 % of the best; %4 of %5 seed(s) reached it.</source>
        <translation>
            <numerusform>%1 於 %2：至最佳的 %3 % 的試驗數中位數；%5 個隨機種子中有 %4 個達到。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::LabView</name>
    <message>
        <source>Start the &amp;Replays</source>
        <translation>開始重播(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Stop the Replays</source>
        <translation>停止重播(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Add Recorded Spaces…</source>
        <translation>加入已記錄的空間(&amp;A)…</translation>
    </message>
    <message>
        <source>Save P&amp;icture of the Lab…</source>
        <translation>儲存實驗室的圖片(&amp;I)…</translation>
    </message>
    <message>
        <source>lab.svg</source>
        <translation>lab.svg</translation>
    </message>
    <message>
        <source>Replays are running.</source>
        <translation>重播正在進行。</translation>
    </message>
    <message>
        <source>No replay is running.</source>
        <translation>沒有正在進行的重播。</translation>
    </message>
    <message>
        <source>a result of the replay lab</source>
        <translation>重播實驗室的結果</translation>
    </message>
    <message>
        <source>Compare tuners without a device, on spaces whose configs are all recorded.

Tick spaces and tuners, then press Start. You can also drop recordings, and projects with a complete space, here.</source>
        <translation>在所有組態都已記錄的空間上比較調校器，無需裝置。

請勾選空間與調校器，再按「開始」。也可以將記錄檔與含有完整空間的專案拖放至此。</translation>
    </message>
    <message>
        <source>There is no plot yet. Press Start first.</source>
        <translation>尚無圖表。請先按「開始」。</translation>
    </message>
    <message>
        <source>%1 Replays would distort that measurement.</source>
        <translation>%1重播會影響該量測的結果。</translation>
    </message>
    <message>
        <source>The replay lab is using the CPU, which would distort measurements. Stop it, or wait until it finishes.</source>
        <translation>重播實驗室正在使用 CPU，會影響量測結果。請停止它，或等它完成。</translation>
    </message>
    <message>
        <source>Stopped. Finished replays are kept.</source>
        <translation>已停止。已完成的重播已保留。</translation>
    </message>
    <message>
        <source>Start the Replays</source>
        <translation>開始重播</translation>
    </message>
</context>
<context>
    <name>knobscope::Layouts</name>
    <message>
        <source>&amp;Maximise or Restore the View</source>
        <translation>將檢視最大化或還原(&amp;M)</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1：%2（%3）</translation>
    </message>
</context>
<context>
    <name>knobscope::LessonBook</name>
    <message>
        <source>the answers to lessons</source>
        <translation>課程的答案</translation>
    </message>
</context>
<context>
    <name>knobscope::LessonList</name>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>課程</translation>
    </message>
    <message>
        <source>No lessons are installed.</source>
        <translation>沒有安裝課程。</translation>
    </message>
    <message>
        <source>%1 min, %2 steps</source>
        <translation>%1 分鐘，%2 個步驟</translation>
    </message>
    <message>
        <source>%1 of %2 steps done</source>
        <translation>已完成 %2 個步驟中的 %1 個</translation>
    </message>
</context>
<context>
    <name>knobscope::LessonView</name>
    <message>
        <source>Lesson</source>
        <translation>課程</translation>
    </message>
    <message>
        <source>All Lessons</source>
        <translation>所有課程</translation>
    </message>
    <message>
        <source>&amp;All Lessons</source>
        <translation>所有課程(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Restart the Lesson</source>
        <translation>重新開始此課程(&amp;R)</translation>
    </message>
    <message>
        <source>No lesson is open.</source>
        <translation>沒有開啟的課程。</translation>
    </message>
    <message>
        <source>&amp;Check the Step</source>
        <translation>檢查此步驟(&amp;C)</translation>
    </message>
    <message>
        <source>No step of a lesson is open.</source>
        <translation>沒有開啟的課程步驟。</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>步驟 %1／%2</translation>
    </message>
    <message>
        <source>All %1 steps are done</source>
        <translation>%1 個步驟已全部完成</translation>
    </message>
    <message>
        <source>Next: %1</source>
        <translation>接下來：%1</translation>
    </message>
    <message>
        <source>Choose an answer first.</source>
        <translation>請先選擇答案。</translation>
    </message>
</context>
<context>
    <name>knobscope::LimitsForm</name>
    <message numerus="yes">
        <source> trial(s)</source>
        <translation>
            <numerusform> 次試驗</numerusform>
        </translation>
    </message>
    <message>
        <source>The peak of this machine has not been measured yet.</source>
        <translation>尚未量測此機器的峰值。</translation>
    </message>
    <message>
        <source>The run ends when a config reaches this share of the machine&apos;s measured peak of %1 GFLOPS.</source>
        <translation>有組態達到此機器量測峰值 %1 GFLOPS 的這個比例時，調校即結束。</translation>
    </message>
    <message>
        <source>The run ends when a config reaches this share of the GPU&apos;s stated peak of %1 GFLOPS.</source>
        <translation>有組態達到 GPU 標稱峰值 %1 GFLOPS 的這個比例時，調校即結束。</translation>
    </message>
    <message>
        <source>&amp;Apply to Current Run</source>
        <translation>套用至進行中的執行(&amp;A)</translation>
    </message>
    <message>
        <source>No limit: the run continues until you press Stop.</source>
        <translation>沒有上限：執行會持續到您按下「停止」為止。</translation>
    </message>
    <message>
        <source>The run ends at the first of these: %1.</source>
        <translation>最先達到下列任一項時結束：%1。</translation>
    </message>
</context>
<context>
    <name>knobscope::LogKeeper</name>
    <message>
        <source>log lines</source>
        <translation>日誌內容</translation>
    </message>
    <message>
        <source>The log cannot be saved: %1</source>
        <translation>無法儲存日誌：%1</translation>
    </message>
</context>
<context>
    <name>knobscope::LogModel</name>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>等級</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>訊息</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>錯誤</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Info</source>
        <translation>資訊</translation>
    </message>
    <message>
        <source>%1  %2</source>
        <translation>%1  %2</translation>
    </message>
    <message>
        <source>%1  %2: %3</source>
        <translation>%1  %2：%3</translation>
    </message>
</context>
<context>
    <name>knobscope::LogView</name>
    <message>
        <source>Log</source>
        <translation>日誌</translation>
    </message>
    <message>
        <source>Filter the log</source>
        <translation>篩選日誌</translation>
    </message>
    <message>
        <source>Show lines of level %1</source>
        <translation>顯示等級為 %1 的日誌行</translation>
    </message>
    <message>
        <source>&amp;Copy Log Lines</source>
        <translation>複製日誌行(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save Log As…</source>
        <translation>另存日誌(&amp;S)…</translation>
    </message>
    <message>
        <source>&amp;Filter the Log</source>
        <translation>篩選日誌(&amp;F)</translation>
    </message>
    <message>
        <source>Save Log As</source>
        <translation>另存日誌</translation>
    </message>
    <message>
        <source>knobscope-log.txt</source>
        <translation>knobscope-log.txt</translation>
    </message>
    <message>
        <source>Text (*.txt)</source>
        <translation>文字檔 (*.txt)</translation>
    </message>
    <message>
        <source>The log was written to %1.</source>
        <translation>日誌已寫入 %1。</translation>
    </message>
    <message>
        <source>%1 cannot be written: %2</source>
        <translation>無法寫入 %1：%2</translation>
    </message>
    <message>
        <source>Activity and problems of the program appear here.</source>
        <translation>程式的動作與發生的問題會顯示於此。</translation>
    </message>
    <message>
        <source>No log line matches the filter.</source>
        <translation>沒有符合篩選條件的日誌行。</translation>
    </message>
</context>
<context>
    <name>knobscope::LoopStrip</name>
    <message>
        <source>Drag a loop to another place to reorder the loops (Alt+Left, Alt+Right). Its menu applies a primitive.</source>
        <translation>把迴圈拖到別處即可重新排列（Alt+Left、Alt+Right）。選單可套用基本操作。</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n steps of a sum or maximum</source>
        <translation>
            <numerusform>%1：%n 步的加總或最大值</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n steps</source>
        <translation>
            <numerusform>%1：%n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Only the loops of one tensor are ordered among each other; compute_at places those of another one.</source>
        <translation>只有同一個張量的迴圈可以互相排列；其他張量的迴圈由 compute_at 安排。</translation>
    </message>
</context>
<context>
    <name>knobscope::MainWindow</name>
    <message>
        <source>No project was open.</source>
        <translation>沒有開啟的專案。</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>復原(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;About Knobscope</source>
        <translation>關於 Knobscope(&amp;A)</translation>
    </message>
    <message>
        <source>About Knobscope</source>
        <translation>關於 Knobscope</translation>
    </message>
    <message>
        <source>Main Tools</source>
        <translation>主要工具</translation>
    </message>
    <message>
        <source>Unsaved project</source>
        <translation>未儲存的專案</translation>
    </message>
    <message>
        <source>Knobscope[*]</source>
        <translation>Knobscope[*]</translation>
    </message>
    <message>
        <source>%1[*]</source>
        <translation>%1[*]</translation>
    </message>
    <message>
        <source>Show or Hide %1</source>
        <translation>顯示或隱藏 %1</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Knobscope %1&lt;/h3&gt;&lt;p&gt;A workbench for tuning tensor kernels. GPL-3.0-or-later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Knobscope %1&lt;/h3&gt;&lt;p&gt;張量核心調校工作台。GPL-3.0-or-later。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Stop and &amp;Close</source>
        <translation>停止並關閉(&amp;C)</translation>
    </message>
    <message>
        <source>Reading %1</source>
        <translation>正在讀取 %1</translation>
    </message>
    <message>
        <source>%1 contains no runs yet.</source>
        <translation>%1 尚無任何執行。</translation>
    </message>
    <message>
        <source>Lost the connection to the display; closing.</source>
        <translation>與顯示器的連線已中斷；正在關閉。</translation>
    </message>
    <message>
        <source>All measurements are saved in %1.</source>
        <translation>所有量測結果都已儲存在 %1。</translation>
    </message>
    <message>
        <source>Run %1 was stopped. Open the project to resume it.</source>
        <translation>執行 %1 已停止。開啟專案即可繼續。</translation>
    </message>
    <message>
        <source>Run %1 did not stop in time. Open the project to resume it.</source>
        <translation>執行 %1 未及時停止。開啟專案即可繼續。</translation>
    </message>
    <message>
        <source>Modes</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Start Tuning</source>
        <translation>開始調校</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暫停</translation>
    </message>
    <message>
        <source>Tuner and limits of the next run: click to change them</source>
        <translation>下次執行的調校器與限制：按一下即可更改</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>tuner, limits of the run</comment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Next run: %1</source>
        <translation>下次執行：%1</translation>
    </message>
    <message>
        <source>Leave Full View (F11)</source>
        <translation>離開完整檢視 (F11)</translation>
    </message>
    <message>
        <source>Run Network</source>
        <translation>執行網路</translation>
    </message>
    <message>
        <source>Measure Config</source>
        <translation>量測組態</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message numerus="yes">
        <source>%1: run %2 of %3 with %4 trial(s), %5, best %6</source>
        <translation>
            <numerusform>%1：%3 的執行 %2，%4 次試驗，%5，最佳 %6</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose the extents of %1.</source>
        <translation>請選擇 %1 的長度。</translation>
    </message>
    <message>
        <source>%1 was opened.</source>
        <translation>已開啟 %1。</translation>
    </message>
</context>
<context>
    <name>knobscope::ManualWindow</name>
    <message>
        <source>Manual</source>
        <translation>手冊</translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation>手冊的頁面</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一頁(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>下一頁(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Contents</source>
        <translation>目錄(&amp;C)</translation>
    </message>
    <message>
        <source>The manual is not installed.</source>
        <translation>未安裝手冊。</translation>
    </message>
    <message>
        <source>&amp;Manual of This View</source>
        <translation>此檢視的手冊(&amp;M)</translation>
    </message>
    <message>
        <source>Manual, Con&amp;tents</source>
        <translation>手冊目錄(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>詞彙表(&amp;G)</translation>
    </message>
</context>
<context>
    <name>knobscope::Minimap</name>
    <message>
        <source>Overview of the whole timeline</source>
        <translation>整個時間軸的概觀</translation>
    </message>
    <message>
        <source>The whole timeline. Drag the frame to move, or use A, D, W and S below.</source>
        <translation>整個時間軸。拖曳框線即可移動，或在下方使用 A、D、W 與 S。</translation>
    </message>
</context>
<context>
    <name>knobscope::NeighboursPanel</name>
    <message>
        <source>Neighbours of the fastest config</source>
        <translation>最快組態的鄰近組態</translation>
    </message>
    <message>
        <source>&amp;Measure the Missing Ones</source>
        <translation>量測缺少的組態(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Neighbours measured</source>
        <translation>已量測的鄰近組態</translation>
    </message>
    <message>
        <source>&amp;Measure the %1 Missing</source>
        <translation>量測缺少的 %1 個(&amp;M)</translation>
    </message>
    <message>
        <source>Measuring %1 configs: the best once more, then each neighbour against it.</source>
        <translation>正在量測 %1 個組態：先重新量測最佳組態，再逐一與各鄰近組態比較。</translation>
    </message>
    <message>
        <source>No trial of this task has succeeded yet, so there is no best config with neighbours to show.</source>
        <translation>此任務尚無成功的試驗，因此沒有最佳組態可顯示其鄰近組態。</translation>
    </message>
    <message>
        <source>They are saved in the project as a run named neighbours.</source>
        <translation>這些量測會在專案中存為名為 neighbours 的執行。</translation>
    </message>
    <message>
        <source>Against the best config in the same run, median of the runs. GFLOPS is the median of all trials.</source>
        <translation>與同一次執行中最佳組態相比，取各次執行的中位數。GFLOPS 為所有試驗的中位數。</translation>
    </message>
</context>
<context>
    <name>knobscope::NetworkCanvas</name>
    <message>
        <source>Network</source>
        <translation>網路</translation>
    </message>
</context>
<context>
    <name>knobscope::NetworkOverview</name>
    <message>
        <source>Overview of the network</source>
        <translation>網路概觀</translation>
    </message>
    <message>
        <source>The whole network. Click or drag to go to a part of it.</source>
        <translation>整個網路。點選或拖曳以前往其中一部分。</translation>
    </message>
</context>
<context>
    <name>knobscope::NetworkTimes</name>
    <message>
        <source>Steps of the network</source>
        <translation>網路的步驟</translation>
    </message>
    <message>
        <source>Tuning</source>
        <translation>調校</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步驟</translation>
    </message>
    <message>
        <source>The run of the whole network</source>
        <translation>整個網路的執行</translation>
    </message>
    <message>
        <source>minutes of tuning</source>
        <translation>調校的分鐘數</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>sum of the layers&apos; best</source>
        <translation>各層最佳時間之和</translation>
    </message>
    <message>
        <source>the time of a network</source>
        <translation>網路的時間</translation>
    </message>
    <message>
        <source>Time of the network</source>
        <translation>網路所需的時間</translation>
    </message>
    <message>
        <source>Time of the network during tuning, in milliseconds</source>
        <translation>調校期間網路所需的毫秒數</translation>
    </message>
    <message>
        <source>Tune the network to see its time decrease.</source>
        <translation>調校網路，即可看到時間下降。</translation>
    </message>
    <message>
        <source>Shows one inference step by step, as a trace in the project.</source>
        <translation>將一次推論的各個步驟依序作為專案中的追蹤記錄。</translation>
    </message>
    <message>
        <source>The last run took %1 ms; other programs disturbed it.</source>
        <translation>最近一次執行需 %1 ms，期間受到其他程式干擾。</translation>
    </message>
    <message>
        <source>The last run took %1 ms.</source>
        <translation>最近一次執行需 %1 ms。</translation>
    </message>
    <message>
        <source>Times that an earlier version saved are hidden, because it did not check the output. Run the network again.</source>
        <translation>較早的版本儲存的時間不予顯示，因為當時未檢查輸出。請重新執行網路。</translation>
    </message>
    <message numerus="yes">
        <source>Incorrect: %n output value(s) are NaN or infinite but should not be, or the reverse.</source>
        <translation>
            <numerusform>不正確：%n 個輸出值不應為 NaN 或無限大卻是，或相反。</numerusform>
        </translation>
    </message>
    <message>
        <source>Correct (max. error %1 of the largest output).</source>
        <translation>正確（最大誤差為最大輸出的 %1）。</translation>
    </message>
    <message>
        <source>Incorrect (max. error %1 of the largest output).</source>
        <translation>不正確（最大誤差為最大輸出的 %1）。</translation>
    </message>
    <message>
        <source>Compiling %1…</source>
        <translation>正在編譯 %1…</translation>
    </message>
    <message>
        <source>Comparing the output with the definition…</source>
        <translation>正在將輸出與定義比對…</translation>
    </message>
    <message>
        <source>Its time has no meaning and is not saved.</source>
        <translation>其所需時間沒有意義，不予儲存。</translation>
    </message>
    <message>
        <source>Not checked and not saved: %1</source>
        <translation>未檢查，不予儲存：%1</translation>
    </message>
    <message numerus="yes">
        <source>Predicted with %n manual layout(s): %1 ms, without: %2 ms.</source>
        <translation>
            <numerusform>手動選擇 %n 個版面時預測 %1 ms，否則 %2 ms。</numerusform>
        </translation>
    </message>
    <message>
        <source>measured time of the network</source>
        <translation>實際執行的網路</translation>
    </message>
    <message>
        <source>Steps of the network, compared with the run before</source>
        <translation>網路的步驟，與前一次執行比較</translation>
    </message>
    <message>
        <source>Times of the network</source>
        <translation>網路的時間</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>變化</translation>
    </message>
    <message>
        <source>Layers tuned: %1 of %2, layout transforms: %3.</source>
        <translation>已調校的層：%1／%2，配置轉換：%3。</translation>
    </message>
    <message>
        <source>This network has not been run.</source>
        <translation>此網路尚未執行過。</translation>
    </message>
    <message>
        <source>whole network, last run</source>
        <translation>整個網路，上次執行</translation>
    </message>
    <message>
        <source>The output is incorrect.</source>
        <translation>輸出不正確。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n layer(s) tuned</source>
        <translation>
            <numerusform>%n 層中已調校 %1 層</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of the peak of %n core(s)</source>
        <translation>
            <numerusform>%n 個核心尖峰的 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Run on %1.</source>
        <translation>在 %1 上執行。</translation>
    </message>
    <message>
        <source>Run on %1 on another machine, %2. The peak is that of the other machine.</source>
        <translation>於 %1 在另一台機器（%2）上執行，尖峰是那台機器的。</translation>
    </message>
    <message>
        <source>Other programs disturbed it.</source>
        <translation>受到其他程式干擾。</translation>
    </message>
    <message>
        <source>Precisions</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Show on the Timeline</source>
        <translation>在時間軸上顯示</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>State of the network</source>
        <translation>網路的狀態</translation>
    </message>
    <message>
        <source>± %1 %</source>
        <translation>± %1 %</translation>
    </message>
    <message>
        <source>ms per inference</source>
        <translation>每次推論的毫秒數</translation>
    </message>
</context>
<context>
    <name>knobscope::NetworkView</name>
    <message>
        <source>Find by operator, shape or node</source>
        <translation>依運算子、形狀或節點尋找</translation>
    </message>
    <message>
        <source>Find in the network</source>
        <translation>在網路中尋找</translation>
    </message>
    <message>
        <source>&amp;Find a Layer</source>
        <translation>尋找層(&amp;F)</translation>
    </message>
    <message>
        <source>F&amp;old All Blocks</source>
        <translation>摺疊所有區塊(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Unfold All Blocks</source>
        <translation>展開所有區塊(&amp;U)</translation>
    </message>
    <message>
        <source>Fit the &amp;Width</source>
        <translation>符合寬度(&amp;W)</translation>
    </message>
    <message>
        <source>task %1: %2 ms, %3 GFLOPS</source>
        <translation>任務 %1：%2 ms，%3 GFLOPS</translation>
    </message>
    <message>
        <source>× %1</source>
        <translation>× %1</translation>
    </message>
    <message>
        <source>fold %1</source>
        <translation>摺疊 %1</translation>
    </message>
    <message>
        <source>0 %</source>
        <translation>0 %</translation>
    </message>
    <message>
        <source>no template for this target</source>
        <translation>此目標沒有範本</translation>
    </message>
    <message>
        <source>task %1</source>
        <translation>任務 %1</translation>
    </message>
    <message>
        <source>%1 (task %2)</source>
        <translation>%1（任務 %2）</translation>
    </message>
    <message>
        <source>%1 % of the time</source>
        <translation>時間的 %1 %</translation>
    </message>
    <message>
        <source>%1 % of the operations</source>
        <translation>運算量的 %1 %</translation>
    </message>
    <message>
        <source>%1 % of %2 ms (measured layers)</source>
        <translation>%2 ms 的 %1 %（已測量的層）</translation>
    </message>
    <message>
        <source>%1 % of the operations (nothing measured)</source>
        <translation>運算量的 %1 %（尚未測量）</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 ms, %2</source>
        <translation>%1 ms，%2</translation>
    </message>
    <message>
        <source>Colours: time</source>
        <translation>色彩：時間</translation>
    </message>
    <message>
        <source>Colours: layout</source>
        <translation>色彩：版面</translation>
    </message>
    <message>
        <source> min</source>
        <translation> 分鐘</translation>
    </message>
    <message>
        <source>Minutes to tune the network</source>
        <translation>調校網路的分鐘數</translation>
    </message>
    <message>
        <source>&amp;Open the Task</source>
        <translation>開啟任務(&amp;O)</translation>
    </message>
    <message>
        <source>Layouts of its kernel</source>
        <translation>其核心的版面</translation>
    </message>
    <message>
        <source>&amp;Run the Network, or Stop Its Run</source>
        <translation>執行網路或停止執行(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;Tune the Network</source>
        <translation>調校網路(&amp;T)</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>假如</translation>
    </message>
    <message numerus="yes">
        <source>%1 ms (%2 of %3 layer(s) measured)</source>
        <translation>
            <numerusform>%1 ms（已測量 %3 層中的 %2 層）</numerusform>
        </translation>
    </message>
    <message>
        <source>0 ms</source>
        <translation>0 ms</translation>
    </message>
    <message>
        <source>The network %1 has no layer that can be tuned.</source>
        <translation>網路 %1 沒有可以調校的層。</translation>
    </message>
    <message>
        <source>Networks run on CPUs only; choose another target in Tasks.</source>
        <translation>網路只能在 CPU 上執行；請在「任務」中選擇其他目標。</translation>
    </message>
    <message>
        <source>layout transform: %1 ms</source>
        <translation>版面轉換：%1 ms</translation>
    </message>
    <message>
        <source>Tune Network</source>
        <translation>調校網路</translation>
    </message>
    <message>
        <source>Displayed network</source>
        <translation>顯示的網路</translation>
    </message>
    <message>
        <source>Meaning of the colours</source>
        <translation>色彩的意義</translation>
    </message>
    <message>
        <source>Searches for faster kernels of all layers for this long, where the network gains most, and runs it from time to time. Tuner, threads, Pause and Stop are in the Run panel.</source>
        <translation>在這段時間內，於網路獲益最多之處為所有層尋找更快的核心函式，並不時執行整個網路。調校器、執行緒數、暫停與停止都在「執行」面板。</translation>
    </message>
    <message>
        <source>Runs the network with the best configs of the project and checks its output.</source>
        <translation>以專案中的最佳組態執行網路，並檢查其輸出。</translation>
    </message>
    <message>
        <source>Stop Running</source>
        <translation>停止執行</translation>
    </message>
    <message>
        <source>Run Network</source>
        <translation>執行網路</translation>
    </message>
    <message>
        <source>One &amp;Kernel With %1</source>
        <translation>與 %1 合為一個核心(&amp;K)</translation>
    </message>
    <message>
        <source>%1 to %2: %3 ms for the kernel</source>
        <translation>%1 至 %2：核心函式 %3 ms</translation>
    </message>
    <message>
        <source>Automatic (Fastest for the &amp;Network)</source>
        <translation>自動（整個網路最快）(&amp;N)</translation>
    </message>
    <message>
        <source>%1 in one kernel: the knob %2 sets where the first is computed, from 0 (before the second) to 3 (for each of its tiles).</source>
        <translation>%1 合為一個核心：旋鈕 %2 決定第一個在何處計算，從 0（在第二個之前）到 3（為其每個圖塊）。</translation>
    </message>
    <message>
        <source>Choose a network first: open one of its tasks, or choose it in the Network view.</source>
        <translation>請先選擇網路：選擇它的任務，或在「網路」檢視中選擇。</translation>
    </message>
    <message>
        <source>The network %1 is loaded when the Network view is shown.</source>
        <translation>顯示「網路」檢視時才會載入網路 %1。</translation>
    </message>
    <message>
        <source>Reading the graph of %1…</source>
        <translation>正在讀取 %1 的圖…</translation>
    </message>
    <message numerus="yes">
        <source>%n identical block(s) in a row. Click to show all.</source>
        <translation>
            <numerusform>連續 %n 個相同的區塊。按一下可全部顯示。</numerusform>
        </translation>
    </message>
    <message>
        <source>Click to show only one of these blocks.</source>
        <translation>按一下可只顯示其中一個區塊。</translation>
    </message>
    <message>
        <source>Compare the &amp;Precisions, or Stop Comparing</source>
        <translation>比較精度或停止比較(&amp;P)</translation>
    </message>
    <message>
        <source>Computes the network in float32, bfloat16 and int8, and shows times, errors and steps side by side.</source>
        <translation>以 float32、bfloat16 與 int8 計算網路，並排顯示時間、誤差與步驟。</translation>
    </message>
    <message>
        <source>Stop Comparing</source>
        <translation>停止比較</translation>
    </message>
    <message>
        <source>Compare Precisions</source>
        <translation>比較精度</translation>
    </message>
    <message>
        <source>Rena&amp;me the Network…</source>
        <translation>重新命名網路(&amp;M)…</translation>
    </message>
    <message>
        <source>Choose a Network</source>
        <translation>選擇網路</translation>
    </message>
    <message>
        <source>Open Model…</source>
        <translation>開啟模型…</translation>
    </message>
    <message>
        <source>Choose a network to see its graph, its times and what is slow; or open an ONNX model, or drop it here.</source>
        <translation>選擇網路以檢視其圖、時間與瓶頸；或開啟 ONNX 模型，或將其拖放至此。</translation>
    </message>
    <message>
        <source>Change the Batch or Other &amp;Extents…</source>
        <translation>變更批次或其他長度(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Close the Network</source>
        <translation>關閉網路(&amp;C)</translation>
    </message>
    <message>
        <source>%1 % of the steps&apos; %2 ms</source>
        <translation>各步驟共 %2 ms 的 %1 %</translation>
    </message>
</context>
<context>
    <name>knobscope::Networks</name>
    <message>
        <source>Choose a network first.</source>
        <translation>請先選擇網路。</translation>
    </message>
    <message>
        <source>%1 is a bundled network; only opened models can be renamed.</source>
        <translation>%1 是內建的網路；只有開啟的模型才能重新命名。</translation>
    </message>
    <message>
        <source>A name cannot contain &apos;:&apos; or &apos;/&apos;.</source>
        <translation>名稱不能包含「:」或「/」。</translation>
    </message>
    <message>
        <source>Another network is named %1.</source>
        <translation>另一個網路已使用名稱 %1。</translation>
    </message>
    <message>
        <source>%1 has no inputs whose extents are open.</source>
        <translation>%1 的輸入沒有未定的長度。</translation>
    </message>
    <message>
        <source>%1 is a bundled network; only opened ones can be closed.</source>
        <translation>%1 是內建網路；只有開啟的網路可以關閉。</translation>
    </message>
</context>
<context>
    <name>knobscope::NotesDialog</name>
    <message>
        <source>&amp;Add</source>
        <translation>加入(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>移除(&amp;R)</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>筆記</translation>
    </message>
    <message>
        <source>Filter by text, #tag, run or task</source>
        <translation>依文字、#標籤、執行或任務篩選</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>篩選</translation>
    </message>
    <message>
        <source>Notes of the project</source>
        <translation>專案的筆記</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>新筆記</translation>
    </message>
    <message>
        <source>Delete the selected note</source>
        <translation>刪除所選的筆記</translation>
    </message>
    <message>
        <source>A&amp;bout:</source>
        <translation>關於(&amp;B)：</translation>
    </message>
    <message>
        <source>the project</source>
        <translation>專案</translation>
    </message>
    <message>
        <source>About</source>
        <translation>關於</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>筆記</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>標籤</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>撰寫時間</translation>
    </message>
    <message>
        <source>a note</source>
        <translation>筆記</translation>
    </message>
    <message>
        <source>the removal of a note</source>
        <translation>筆記的移除</translation>
    </message>
    <message>
        <source>New note; #name is a tag</source>
        <translation>新註記；#名稱 是標籤</translation>
    </message>
</context>
<context>
    <name>knobscope::OpenProject</name>
    <message>
        <source>There is no run yet. Start one, or open a project.</source>
        <translation>還沒有執行。請開始一次執行，或開啟專案。</translation>
    </message>
    <message>
        <source>its deletion</source>
        <translation>刪除檔案</translation>
    </message>
    <message>
        <source>%1 was deleted, moved or replaced; its contents were saved to %2, which is now the open project.</source>
        <translation>%1 已被刪除、移動或取代；其內容已儲存至 %2，這是現在開啟的專案。</translation>
    </message>
    <message>
        <source>%1 was deleted, moved or replaced, and its contents cannot be saved elsewhere: %2</source>
        <translation>%1 已被刪除、移動或取代，而其內容無法儲存至別處：%2</translation>
    </message>
    <message>
        <source>%1 was deleted, moved or replaced; its contents are being saved to another file. Wait until this finishes.</source>
        <translation>%1 已被刪除、移動或取代；其內容正在儲存至另一個檔案。請等待完成。</translation>
    </message>
    <message>
        <source>The project is being saved to another file. Wait until this finishes.</source>
        <translation>專案正在儲存至另一個檔案。請等待完成。</translation>
    </message>
    <message>
        <source>A run is in progress. Stop it, or wait until it finishes.</source>
        <translation>執行正在進行。請停止它，或等它完成。</translation>
    </message>
    <message>
        <source>%1 is being opened. Wait until this finishes, or cancel it.</source>
        <translation>正在開啟 %1。請等待完成，或取消。</translation>
    </message>
    <message>
        <source>%1 is being measured. Wait, or cancel that first.</source>
        <translation>正在量測%1。請等待完成，或先取消。</translation>
    </message>
    <message>
        <source>the edits, the queue and the schedules</source>
        <translation>編輯、佇列和排程</translation>
    </message>
    <message>
        <source>The edits, the queue and the schedules cannot be saved: %1</source>
        <translation>無法儲存編輯、佇列和排程：%1</translation>
    </message>
</context>
<context>
    <name>knobscope::OperatorBar</name>
    <message>
        <source>Time of the network by operator</source>
        <translation>依運算子的網路時間</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>rest %1</source>
        <translation>其餘 %1</translation>
    </message>
    <message>
        <source>Time of all steps by their main operator: %1</source>
        <translation>所有步驟依主要運算子的時間：%1</translation>
    </message>
    <message>
        <source>layout transforms</source>
        <translation>佈局轉換</translation>
    </message>
</context>
<context>
    <name>knobscope::ParallelPlot</name>
    <message>
        <source>Parallel coordinates of the trials</source>
        <translation>試驗的平行座標</translation>
    </message>
    <message>
        <source>brushed from %1 to %2</source>
        <translation>選取範圍從 %1 到 %2</translation>
    </message>
    <message>
        <source>not brushed</source>
        <translation>未選取範圍</translation>
    </message>
    <message numerus="yes">
        <source>Axis %1, %2; %3 of %4 trial(s) inside all brushes</source>
        <translation>
            <numerusform>軸 %1，%2；%4 次試驗中有 %3 次落在所有選取範圍內</numerusform>
        </translation>
    </message>
    <message>
        <source>No trial matches the filters.</source>
        <translation>沒有符合篩選條件的試驗。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>knobscope::PeakWords</name>
    <message>
        <source>%1 % of the GPU&apos;s peak</source>
        <translation>GPU 峰值的 %1 %</translation>
    </message>
    <message>
        <source>%1 % of this core&apos;s peak</source>
        <translation>此核心峰值的 %1 %</translation>
    </message>
    <message>
        <source>%1 % of the peak of %2 cores</source>
        <translation>%2 個核心峰值的 %1 %</translation>
    </message>
</context>
<context>
    <name>knobscope::PlotCanvas</name>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>Legend: %1</source>
        <translation>圖例：%1</translation>
    </message>
    <message>
        <source>Zoomed in; double-click to reset</source>
        <translation>已放大；按兩下即可重設</translation>
    </message>
</context>
<context>
    <name>knobscope::PrecisionsPage</name>
    <message>
        <source>The network in each precision</source>
        <translation>各精度下的網路</translation>
    </message>
    <message>
        <source>Steps of the network in each precision</source>
        <translation>各精度下的網路步驟</translation>
    </message>
    <message>
        <source>Comparison of the precisions</source>
        <translation>精度的比較</translation>
    </message>
    <message>
        <source>Random inputs of mean 0 and deviation 1</source>
        <translation>平均 0、標準差 1 的隨機輸入</translation>
    </message>
    <message>
        <source>Folder of inputs</source>
        <translation>輸入的資料夾</translation>
    </message>
    <message>
        <source>Folder of inputs (input_0.pb, … there or in each of its folders) that give int8 its scales and on which the errors are measured.</source>
        <translation>輸入的資料夾（其中或其各子資料夾中的 input_0.pb 等），用來決定 int8 的比例並測量誤差。</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>選擇…</translation>
    </message>
    <message>
        <source>Chooses the folder of inputs.</source>
        <translation>選擇輸入的資料夾。</translation>
    </message>
    <message>
        <source>&amp;Inputs:</source>
        <translation>輸入(&amp;I)：</translation>
    </message>
    <message>
        <source>Folder of Inputs</source>
        <translation>輸入的資料夾</translation>
    </message>
    <message>
        <source>Measured on %1.</source>
        <translation>測量於 %1。</translation>
    </message>
    <message>
        <source>Measured on %1 on another machine, %2.</source>
        <translation>%1 測量於另一部機器（%2）。</translation>
    </message>
    <message>
        <source>Comparing precisions…</source>
        <translation>正在比較精度…</translation>
    </message>
    <message>
        <source>the comparison of precisions</source>
        <translation>精度比較</translation>
    </message>
    <message>
        <source>The comparison of precisions</source>
        <translation>精度比較</translation>
    </message>
    <message>
        <source>Errors against float32, on %1.</source>
        <translation>相對於 float32 的誤差，使用%1。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Milliseconds of the whole network</source>
        <translation>整個網路的毫秒數</translation>
    </message>
    <message>
        <source>Change of the time</source>
        <translation>時間變化</translation>
    </message>
    <message>
        <source>Against float32, timed in turn; less is coloured as faster.</source>
        <translation>相對於 float32，交替計時；較少者以較快的顏色標示。</translation>
    </message>
    <message>
        <source>Max. error</source>
        <translation>最大誤差</translation>
    </message>
    <message>
        <source>Largest difference of an output from float32</source>
        <translation>輸出與 float32 的最大差異</translation>
    </message>
    <message>
        <source>Max. relative error</source>
        <translation>最大相對誤差</translation>
    </message>
    <message>
        <source>Over the elements above a thousandth of the largest one</source>
        <translation>僅計大於最大元素千分之一的元素</translation>
    </message>
    <message>
        <source>Root mean square</source>
        <translation>均方根</translation>
    </message>
    <message>
        <source>Root mean square of the differences, of the worst output</source>
        <translation>最差輸出之差異的均方根</translation>
    </message>
    <message>
        <source>Same largest output</source>
        <translation>最大輸出相同</translation>
    </message>
    <message>
        <source>Rows of outputs (rows, classes) whose largest element is the same</source>
        <translation>最大元素相同的輸出列（列、類別）</translation>
    </message>
    <message>
        <source>Compare Precisions runs the network in float32, bfloat16 and int8, and shows time, error and each step side by side.</source>
        <translation>「比較精度」以 float32、bfloat16 與 int8 執行網路，並列顯示時間、誤差與每個步驟。</translation>
    </message>
</context>
<context>
    <name>knobscope::PricePanel</name>
    <message>
        <source>Size of the space</source>
        <translation>空間大小</translation>
    </message>
    <message numerus="yes">
        <source>At most %1 config(s)</source>
        <translation>
            <numerusform>最多 %1 個組態</numerusform>
        </translation>
    </message>
    <message>
        <source>Counting the configs that meet the constraints…</source>
        <translation>正在計算符合限制條件的組態數…</translation>
    </message>
    <message>
        <source>Compare &amp;With the Template…</source>
        <translation>與範本比較(&amp;W)…</translation>
    </message>
    <message>
        <source>Cost of the edits</source>
        <translation>編輯的成本</translation>
    </message>
    <message>
        <source>Tunes the template and the edited space with the same budget and seeds, and shows the difference.</source>
        <translation>以相同的預算與隨機種子調校範本與編輯後的空間，並查看差異。</translation>
    </message>
    <message>
        <source>The rate comes from finished runs of this project on this machine with the same number of threads. Tune this task or a similar one for at least ten trials.</source>
        <translation>速率取自此專案中在此機器上以相同執行緒數完成的執行。請調校此任務或相近的任務至少十次試驗。</translation>
    </message>
</context>
<context>
    <name>knobscope::ProgressPanel</name>
    <message>
        <source>Progress of the run</source>
        <translation>執行進度</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>執行狀態</translation>
    </message>
    <message>
        <source>Rates of the run</source>
        <translation>執行速率</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 trial(s), best %3 GFLOPS</source>
        <translation>
            <numerusform>已完成 %1／%2 次試驗，最佳 %3 GFLOPS</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 left</source>
        <translation>，剩餘 %1</translation>
    </message>
    <message numerus="yes">
        <source>, %n failed</source>
        <translation>
            <numerusform>，%n 次失敗</numerusform>
        </translation>
    </message>
    <message>
        <source>, %1 times as fast as untuned</source>
        <translation>，速度是未調校時的 %1 倍</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>目前：%1</translation>
    </message>
    <message>
        <source>, checking the best</source>
        <translation>，正在檢查最佳者</translation>
    </message>
    <message>
        <source>Means over the run. Kernels are built while the device measures; idle time means it waited for builds. The clock ratio is that of the last trial; heat and other programs lower it.</source>
        <translation>整次執行的平均。裝置量測時會同時建置核心函式；閒置時間表示裝置在等待建置。機器速度取自最後一次試驗；發熱與其他程式會使其降低。</translation>
    </message>
    <message>
        <source>%1 trials/s in this run so far. Build: %2 ms per trial (%3 builders busy). Device: %4 ms per trial, idle %5 % of the time.</source>
        <translation>本次執行至今每秒 %1 次試驗。每次試驗建置 %2 ms（%3 個建置行程忙碌），裝置 %4 ms，閒置時間占 %5 %。</translation>
    </message>
    <message>
        <source> The clock ratio is %1 %.</source>
        <translation> 機器速度為全速的 %1 %。</translation>
    </message>
    <message>
        <source>The first kernels are being built.</source>
        <translation>正在建置最初的核心函式。</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 trial(s)</source>
        <translation>
            <numerusform>%1/%2 次試驗</numerusform>
        </translation>
    </message>
    <message>
        <source>GFLOPS</source>
        <translation>GFLOPS</translation>
    </message>
    <message>
        <source>%1 times untuned, %2</source>
        <translation>未調校的 %1 倍，%2</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n trial(s)</source>
        <translation>
            <numerusform>%1，%n 次試驗</numerusform>
        </translation>
    </message>
    <message>
        <source>This task has not been tuned.</source>
        <translation>此任務尚未調校。</translation>
    </message>
    <message>
        <source>No trial of run %1 succeeded.</source>
        <translation>執行 %1 沒有成功的試驗。</translation>
    </message>
    <message>
        <source>%1 times untuned</source>
        <translation>未調校的 %1 倍</translation>
    </message>
    <message>
        <source>best of run %1, %2</source>
        <translation>執行 %1 的最佳，%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 trial(s)</source>
        <translation>
            <numerusform>%1 次試驗</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::ProjectOpening</name>
    <message>
        <source>Opening %1 was cancelled.</source>
        <translation>已取消開啟 %1。</translation>
    </message>
</context>
<context>
    <name>knobscope::ProjectWrites</name>
    <message>
        <source>Not yet saved to %1: %2. Another program is using the file; saving continues when that program has finished.</source>
        <translation>尚未儲存至 %1：%2。另一個程式正在使用該檔案；待該程式完成後即會儲存。</translation>
    </message>
</context>
<context>
    <name>knobscope::Projector</name>
    <message>
        <source>Pro&amp;jector</source>
        <translation>投影機(&amp;J)</translation>
    </message>
    <message>
        <source>Large type and three panes, for a class; the same action goes back</source>
        <translation>大字型與三個窗格，適合上課使用；再按一次即可復原</translation>
    </message>
</context>
<context>
    <name>knobscope::ProposalsView</name>
    <message>
        <source>This view shows a run in slow motion: why the tuner proposed each config, what came of it, and what the tuner believed.

Tune a task or open a project first.</source>
        <translation>這個檢視以慢動作顯示一次執行：調校器為什麼提出每個組態、結果如何，以及它當時的看法。

請先調校任務或開啟專案。</translation>
    </message>
    <message>
        <source>Start Tuning</source>
        <translation>開始調校</translation>
    </message>
    <message>
        <source>The first trial (Home)</source>
        <translation>第一次試驗（Home）</translation>
    </message>
    <message>
        <source>One trial back (Left)</source>
        <translation>上一次試驗（Left）</translation>
    </message>
    <message>
        <source>One trial per second (Space)</source>
        <translation>每秒一次試驗（Space）</translation>
    </message>
    <message>
        <source>One trial forward (Right)</source>
        <translation>下一次試驗（Right）</translation>
    </message>
    <message>
        <source>The last trial (End)</source>
        <translation>最後一次試驗（End）</translation>
    </message>
    <message>
        <source>Trial of the run</source>
        <translation>執行的試驗</translation>
    </message>
    <message>
        <source>Select This Trial</source>
        <translation>選取這次試驗</translation>
    </message>
    <message>
        <source>Shows the trial in all views: its config, its code, its place among the others.</source>
        <translation>在所有檢視中顯示這次試驗：組態、程式碼，以及它在其他試驗中的位置。</translation>
    </message>
    <message>
        <source>Values of the knobs, and where they come from</source>
        <translation>旋鈕的值及其來源</translation>
    </message>
    <message>
        <source>R&amp;un:</source>
        <translation>執行(&amp;U)：</translation>
    </message>
    <message>
        <source>&amp;Next Proposal</source>
        <translation>下一個提案(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous Proposal</source>
        <translation>上一個提案(&amp;P)</translation>
    </message>
    <message>
        <source>Pla&amp;y Proposals</source>
        <translation>播放提案(&amp;Y)</translation>
    </message>
    <message>
        <source>Save Picture of the Tuner&apos;s Belief…</source>
        <translation>儲存調校器看法的圖片…</translation>
    </message>
    <message>
        <source>belief.svg</source>
        <translation>belief.svg</translation>
    </message>
    <message>
        <source>The run has no trial yet.</source>
        <translation>這次執行還沒有試驗。</translation>
    </message>
    <message>
        <source>Trial %1 of %2</source>
        <translation>第 %1 次試驗，共 %2 次</translation>
    </message>
</context>
<context>
    <name>knobscope::QueryView</name>
    <message>
        <source>Question in SQL</source>
        <translation>SQL 問題</translation>
    </message>
    <message>
        <source>SELECT … FROM a view (see the third tab). Ctrl+Space completes, Ctrl+Enter asks.</source>
        <translation>SELECT … FROM 檢視表（見第三個分頁）。按 Ctrl+Space 自動完成，按 Ctrl+Enter 提問。</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>表格</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>圖表</translation>
    </message>
    <message>
        <source>Views and columns</source>
        <translation>檢視表與欄位</translation>
    </message>
    <message>
        <source>Examples, and the questions that the project keeps</source>
        <translation>範例，以及專案保留的問題</translation>
    </message>
    <message>
        <source>Name for the question</source>
        <translation>問題的名稱</translation>
    </message>
    <message>
        <source>Name to keep it under</source>
        <translation>保留時使用的名稱</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>保留(&amp;K)</translation>
    </message>
    <message>
        <source>Keep the question in the project, under this name</source>
        <translation>以此名稱將問題保留在專案中</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Remove the question with this name from the project</source>
        <translation>從專案移除此名稱的問題</translation>
    </message>
    <message>
        <source>&amp;Ask</source>
        <translation>提問(&amp;A)</translation>
    </message>
    <message>
        <source>Answer the question (Ctrl+Enter)</source>
        <translation>回答問題 (Ctrl+Enter)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Stop answering</source>
        <translation>停止回答</translation>
    </message>
    <message>
        <source>&amp;Question:</source>
        <translation>問題(&amp;Q)：</translation>
    </message>
    <message>
        <source>Chart of two columns</source>
        <translation>兩個欄位的圖表</translation>
    </message>
    <message>
        <source>Horizontal:</source>
        <translation>橫軸：</translation>
    </message>
    <message>
        <source>Vertical:</source>
        <translation>縱軸：</translation>
    </message>
    <message>
        <source>View</source>
        <translation>檢視表</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>欄位</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>意義</translation>
    </message>
    <message>
        <source>Views and their columns</source>
        <translation>檢視表及其欄位</translation>
    </message>
    <message>
        <source>There is no project to ask. Open one, or start a run.</source>
        <translation>沒有可提問的專案。請開啟專案，或開始執行。</translation>
    </message>
    <message>
        <source>&amp;Answer the Question</source>
        <translation>回答問題(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Stop the Question</source>
        <translation>停止回答問題(&amp;S)</translation>
    </message>
    <message>
        <source>No question is being answered.</source>
        <translation>目前沒有正在回答的問題。</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>正在回答…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln row(s) in %1</source>
        <translation>
            <numerusform>%Ln 列，耗時 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>a question</source>
        <translation>問題</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>The first %L1 rows, in %2; there are more.</source>
        <translation>前 %L1 列，花了 %2；還有更多。</translation>
    </message>
    <message>
        <source>Press Ask, or Ctrl+Enter in the question.</source>
        <translation>按「提問」，或在問題中按 Ctrl+Enter。</translation>
    </message>
    <message>
        <source>Press Ask: the chart shows two columns of the answer.</source>
        <translation>按「提問」：圖表會顯示答案的兩欄。</translation>
    </message>
</context>
<context>
    <name>knobscope::QueueView</name>
    <message numerus="yes">
        <source>%1 with %n edit(s) of its space</source>
        <translation>
            <numerusform>%1，空間有 %n 項編輯</numerusform>
        </translation>
    </message>
    <message>
        <source>%1.  %2</source>
        <translation>%1.  %2</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Choose a task that this machine can run.</source>
        <translation>請選擇此機器能執行的任務。</translation>
    </message>
    <message>
        <source>Adds %1 with its edits.</source>
        <translation>加入 %1 及其編輯。</translation>
    </message>
    <message>
        <source>Choose a task of a network.</source>
        <translation>請選擇網路模型中的任務。</translation>
    </message>
    <message>
        <source>Adds all tasks of %1.</source>
        <translation>加入 %1 的所有任務。</translation>
    </message>
    <message>
        <source>Add Current Task</source>
        <translation>加入目前任務</translation>
    </message>
    <message>
        <source>Add Entire Network</source>
        <translation>加入整個網路模型</translation>
    </message>
    <message>
        <source>Waiting tasks</source>
        <translation>等待中的任務</translation>
    </message>
    <message>
        <source>Moves the selected task forward (Alt+Up).</source>
        <translation>將所選任務往前移 (Alt+Up)。</translation>
    </message>
    <message>
        <source>Moves the selected task back (Alt+Down).</source>
        <translation>將所選任務往後移 (Alt+Down)。</translation>
    </message>
    <message>
        <source>Removes the selected task from the queue (Delete).</source>
        <translation>將所選任務移出佇列 (Delete)。</translation>
    </message>
    <message>
        <source>Tasks are tuned one after another, each with the tuner, limits and measurement settings from when it was added. The queue starts after the current run.</source>
        <translation>任務會依序調校，各自採用加入時的調校器、上限與量測設定。佇列會在目前的執行之後開始。</translation>
    </message>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1，%2，%3</translation>
    </message>
</context>
<context>
    <name>knobscope::RampLegend</name>
    <message>
        <source>%1 (darker is more)</source>
        <translation>%1（越深表示越多）</translation>
    </message>
</context>
<context>
    <name>knobscope::RangePanel</name>
    <message>
        <source>Filter &amp;to this Range</source>
        <translation>以此範圍篩選(&amp;T)</translation>
    </message>
    <message>
        <source>E&amp;xport this Range…</source>
        <translation>匯出此範圍(&amp;X)…</translation>
    </message>
    <message>
        <source>Spans of the range by name</source>
        <translation>範圍內的區間，依名稱統計</translation>
    </message>
    <message>
        <source>Counting…</source>
        <translation>正在計數…</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名稱</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>數量</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>總計</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>95 %</source>
        <translation>95 %</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>最長</translation>
    </message>
    <message>
        <source>Mean duration</source>
        <translation>平均持續時間</translation>
    </message>
    <message numerus="yes">
        <source>%Ln span(s) in %1, from %2</source>
        <translation>
            <numerusform>自 %2 起的 %1 內有 %Ln 個區間</numerusform>
        </translation>
    </message>
    <message>
        <source>Shows only the trials that ended within the range, in all views</source>
        <translation>在所有檢視中只顯示於其間結束的試驗</translation>
    </message>
    <message>
        <source>Writes the spans of the range to a file for Perfetto, Chrome or VizTracer</source>
        <translation>將範圍內的區間寫入檔案，供 Perfetto、Chrome 或 VizTracer 使用</translation>
    </message>
    <message>
        <source>Name of the span</source>
        <translation>區間的名稱</translation>
    </message>
    <message>
        <source>Number of spans in the range</source>
        <translation>範圍內的數量</translation>
    </message>
    <message>
        <source>Sum of their durations</source>
        <translation>持續時間的總和</translation>
    </message>
    <message>
        <source>95th percentile</source>
        <translation>第 95 百分位數</translation>
    </message>
    <message>
        <source>Longest duration</source>
        <translation>最長的持續時間</translation>
    </message>
    <message>
        <source>To count the spans in a time range, drag on the ruler, drag over the lanes with Shift, or press M.</source>
        <translation>在尺規上拖曳、按住 Shift 在泳道上拖曳，或按 M，即可統計一段時間內的區間。</translation>
    </message>
</context>
<context>
    <name>knobscope::RecentProjects</name>
    <message>
        <source>The file no longer exists.</source>
        <translation>檔案已不存在。</translation>
    </message>
    <message>
        <source>You do not have permission to read this file.</source>
        <translation>您沒有讀取此檔案的權限。</translation>
    </message>
</context>
<context>
    <name>knobscope::RenameDialog</name>
    <message>
        <source>&amp;Rename</source>
        <translation>重新命名(&amp;R)</translation>
    </message>
    <message>
        <source>Rename the Network</source>
        <translation>重新命名網路</translation>
    </message>
    <message>
        <source>&amp;Use File Name</source>
        <translation>使用檔案名稱(&amp;U)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名稱(&amp;N)：</translation>
    </message>
    <message>
        <source>The file&apos;s name: %1</source>
        <translation>檔案名稱：%1</translation>
    </message>
</context>
<context>
    <name>knobscope::RenameUndo</name>
    <message>
        <source>Rename %1 to %2</source>
        <translation>將 %1 改名為 %2</translation>
    </message>
</context>
<context>
    <name>knobscope::ReportDialog</name>
    <message>
        <source>&amp;Write</source>
        <translation>寫入(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>報告</translation>
    </message>
    <message>
        <source>Runs of the report</source>
        <translation>報告中的執行</translation>
    </message>
    <message>
        <source>For example resnet-18; empty: no network</source>
        <translation>例如 resnet-18；留空：沒有網路</translation>
    </message>
    <message>
        <source>Networks whose layers these runs tuned: bundled ones or .onnx files, separated by commas</source>
        <translation>這些執行所調校的層所屬的網路：內建網路或 .onnx 檔案，以逗號分隔</translation>
    </message>
    <message>
        <source>Empty: only the HTML file</source>
        <translation>留空：只寫入 HTML 檔案</translation>
    </message>
    <message>
        <source>Folder for the charts as SVG, the tables as CSV and LaTeX, and the code of the best configs</source>
        <translation>存放 SVG 圖表、CSV 與 LaTeX 表格，以及最佳組態程式碼的資料夾</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>瀏覽(&amp;B)…</translation>
    </message>
    <message>
        <source>&amp;Networks:</source>
        <translation>網路(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;HTML file:</source>
        <translation>HTML 檔案(&amp;H)：</translation>
    </message>
    <message>
        <source>&amp;Folder for parts:</source>
        <translation>各部分的資料夾(&amp;F)：</translation>
    </message>
    <message>
        <source>Progress of the report</source>
        <translation>報告的進度</translation>
    </message>
    <message>
        <source>&amp;Runs:</source>
        <translation>執行(&amp;R)：</translation>
    </message>
    <message>
        <source>Write the Report to</source>
        <translation>將報告寫入</translation>
    </message>
    <message>
        <source>HTML files (*.html)</source>
        <translation>HTML 檔案 (*.html)</translation>
    </message>
    <message>
        <source>Reading the runs…</source>
        <translation>正在讀取執行…</translation>
    </message>
    <message numerus="yes">
        <source>The report of %Ln run(s) is in %1.</source>
        <translation>
            <numerusform>%Ln 次執行的報告位於 %1。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::ResultHeadline</name>
    <message>
        <source>This config has not been measured.</source>
        <translation>此組態尚未量測。</translation>
    </message>
    <message>
        <source>trial %1 of run %2</source>
        <translation>執行 %2 的試驗 %1</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>GFLOPS</source>
        <translation>GFLOPS</translation>
    </message>
    <message>
        <source>measured by itself</source>
        <translation>單獨量測</translation>
    </message>
    <message>
        <source>%1 times untuned</source>
        <translation>未調校的 %1 倍</translation>
    </message>
    <message>
        <source>± %1 %</source>
        <translation>± %1 %</translation>
    </message>
    <message>
        <source>tied with trial %1</source>
        <translation>與試驗 %1 不分高下</translation>
    </message>
    <message>
        <source>Not measured in the edited space.</source>
        <translation>在編輯後的空間中尚未測量。</translation>
    </message>
</context>
<context>
    <name>knobscope::ResumeBanner</name>
    <message>
        <source>Resume</source>
        <translation>繼續</translation>
    </message>
    <message>
        <source>Run %1 was interrupted after %2.</source>
        <translation>執行 %1 在 %2 之後中斷。</translation>
    </message>
    <message>
        <source>Not Now</source>
        <translation>暫時不要</translation>
    </message>
</context>
<context>
    <name>knobscope::ResumeList</name>
    <message>
        <source>Resume</source>
        <translation>繼續</translation>
    </message>
    <message numerus="yes">
        <source>%1 trial(s)</source>
        <translation>
            <numerusform>%1 次試驗</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 trial(s)</source>
        <translation>
            <numerusform>%1/%2 次試驗</numerusform>
        </translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>已中斷</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>Run %1, %2 with %3
%4, %5</source>
        <translation>執行 %1，%2，使用 %3
%4，%5</translation>
    </message>
    <message>
        <source>Runs that can be resumed</source>
        <translation>可繼續的執行</translation>
    </message>
    <message>
        <source>These runs stopped early. Existing measurements are kept.</source>
        <translation>這些執行提早停止。現有的量測結果都會保留。</translation>
    </message>
</context>
<context>
    <name>knobscope::RooflinePanel</name>
    <message>
        <source>Measure This Ma&amp;chine</source>
        <translation>量測此機器(&amp;C)</translation>
    </message>
    <message>
        <source>Roofline</source>
        <translation>屋頂線</translation>
    </message>
    <message>
        <source>No successful trial to show.</source>
        <translation>沒有成功的試驗可顯示。</translation>
    </message>
    <message>
        <source>, %1 % of the roof</source>
        <translation>，屋頂線的 %1 %</translation>
    </message>
    <message>
        <source>Run %1, trial %2: %3 GFLOPS%4</source>
        <translation>執行 %1，試驗 %2：%3 GFLOPS%4</translation>
    </message>
    <message>
        <source>Roof of this machine</source>
        <translation>此機器的屋頂線</translation>
    </message>
    <message>
        <source>Counting the operations and bytes of this task…</source>
        <translation>正在計算此任務的運算量與位元組數…</translation>
    </message>
    <message>
        <source>This machine&apos;s peak</source>
        <translation>本機的峰值</translation>
    </message>
    <message numerus="yes">
        <source>Roof with %n thread(s)</source>
        <translation>
            <numerusform>%n 個執行緒的上限</numerusform>
        </translation>
    </message>
    <message>
        <source>The peak is measured with at most %1 threads; this run had %2.</source>
        <translation>峰值最多以 %1 個執行緒量測；此執行使用 %2 個。</translation>
    </message>
    <message>
        <source>These kernels run on a GPU; the CPU roofline does not apply.</source>
        <translation>這些核心函式在 GPU 上執行；CPU 的屋頂線不適用。</translation>
    </message>
    <message>
        <source>Times a loop of fused multiply-adds and a loop that streams through memory; takes about a second</source>
        <translation>對融合乘加迴圈與記憶體串流迴圈計時；約需一秒</translation>
    </message>
    <message>
        <source>FLOPs per byte moved</source>
        <translation>每搬移一個位元組的 FLOP 數</translation>
    </message>
    <message>
        <source>Measuring the peak of this machine…</source>
        <translation>正在量測此機器的峰值…</translation>
    </message>
    <message>
        <source>This machine, on %1 of its cores: %2 GFLOPS (%3, fused multiply-adds in registers) and %4 GB/s (stream triad through memory), measured %5. Trials whose tensors stay in the cache may lie above the slope.</source>
        <translation>本機，使用 %1 個核心：%2 GFLOPS（%3，暫存器中的融合乘加）與 %4 GB/s（經記憶體的 stream triad），量測於 %5。留在快取中的張量可能使試驗高於斜線。</translation>
    </message>
    <message>
        <source>The peak of this machine has not been measured yet. Press Measure This Machine to show the roof.</source>
        <translation>尚未量測此機器的峰值。按下「量測此機器」即可顯示屋頂線。</translation>
    </message>
    <message>
        <source>These trials were measured on %1; the roof of this machine does not apply.</source>
        <translation>這些試驗是在 %1 上量測的；此機器的屋頂線不適用。</translation>
    </message>
    <message>
        <source>L2 cache</source>
        <translation>L2 快取</translation>
    </message>
    <message>
        <source>L1 cache</source>
        <translation>L1 快取</translation>
    </message>
    <message>
        <source>%1, %2 GB/s</source>
        <translation>%1，%2 GB/s</translation>
    </message>
    <message>
        <source>%1 The best is trial %2 of run %3, %4 GFLOPS.</source>
        <translation>%1最佳者為執行 %3 的試驗 %2，%4 GFLOPS。</translation>
    </message>
    <message>
        <source>The share of the peak is unknown.</source>
        <translation>不知道達到尖峰的比例。</translation>
    </message>
</context>
<context>
    <name>knobscope::RunChoice</name>
    <message>
        <source>Run %1: %2, %3</source>
        <translation>執行 %1：%2，%3</translation>
    </message>
</context>
<context>
    <name>knobscope::RunFindingsPanel</name>
    <message>
        <source>Choose a run to see what was found about it.</source>
        <translation>請選擇一次執行，以查看關於它的發現。</translation>
    </message>
    <message>
        <source>Looking at run %1…</source>
        <translation>正在檢視執行 %1…</translation>
    </message>
    <message>
        <source>Nothing stands out in this run.</source>
        <translation>此執行沒有值得注意之處。</translation>
    </message>
    <message>
        <source> Up to %1 times.</source>
        <translation>最多 %1 倍。</translation>
    </message>
    <message>
        <source>Open Config %1</source>
        <translation>開啟組態 %1</translation>
    </message>
</context>
<context>
    <name>knobscope::RunListModel</name>
    <message>
        <source>%1: %2, %3</source>
        <translation>%1：%2，%3</translation>
    </message>
    <message>
        <source>; %1 times as fast as untuned</source>
        <translation>；速度是未調校時的 %1 倍</translation>
    </message>
    <message>
        <source>; CPU speed: %1 % of normal</source>
        <translation>；CPU 速度：正常的 %1 %</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message numerus="yes">
        <source>Run %1 of %2 with %3, seed %4: %n trial(s), best %5, %6</source>
        <translation>
            <numerusform>%2 的執行 %1，%3，種子 %4：%n 次試驗，最佳 %5，%6</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::RunNotifier</name>
    <message>
        <source>%1 is tuned</source>
        <translation>%1 調校完成</translation>
    </message>
    <message>
        <source>The run of %1 failed</source>
        <translation>%1 的執行失敗</translation>
    </message>
    <message numerus="yes">
        <source>All %n trial(s) failed.</source>
        <translation>
            <numerusform>%n 次試驗全部失敗。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Best %1 GFLOPS after %2 trial(s) in %3.</source>
        <translation>
            <numerusform>最佳 %1 GFLOPS，經 %2 次試驗，歷時 %3。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::RunView</name>
    <message>
        <source>&amp;Pause</source>
        <translation>暫停(&amp;P)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>Tuner</source>
        <translation>調校器</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>佇列</translation>
    </message>
    <message>
        <source>Unfinished runs</source>
        <translation>未完成的執行</translation>
    </message>
    <message>
        <source>Starting the workers for %1…</source>
        <translation>正在為 %1 啟動工作行程…</translation>
    </message>
    <message>
        <source>Tuning %1 with %2 until %3.</source>
        <translation>正在以 %2 調校 %1，直到 %3。</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>開始(&amp;S)</translation>
    </message>
    <message>
        <source>Add All Tasks of the &amp;Network to the Queue</source>
        <translation>將網路模型的所有任務加入佇列(&amp;N)</translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) wait in the queue.</source>
        <translation>
            <numerusform>佇列中有 %n 個任務等待。</numerusform>
        </translation>
    </message>
    <message>
        <source>Choose a task to tune.</source>
        <translation>請選擇要調校的任務。</translation>
    </message>
    <message>
        <source>Ready to tune %1.</source>
        <translation>可以開始調校 %1。</translation>
    </message>
    <message>
        <source>Queue (%1)</source>
        <translation>佇列 (%1)</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>空</translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) wait</source>
        <translation>
            <numerusform>%n 個任務等待中</numerusform>
        </translation>
    </message>
    <message>
        <source>Unfinished runs (%1)</source>
        <translation>未完成的執行 (%1)</translation>
    </message>
    <message>
        <source>Earlier results</source>
        <translation>先前的結果</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>進階</translation>
    </message>
    <message>
        <source>Add the Current Task to the &amp;Queue</source>
        <translation>將目前任務加入佇列(&amp;Q)</translation>
    </message>
    <message numerus="yes">
        <source>%n setting(s) changed</source>
        <translation>
            <numerusform>已變更 %n 項設定</numerusform>
        </translation>
    </message>
    <message>
        <source>Tuning all layers of %1 with %2.</source>
        <translation>正以 %2 調校 %1 的所有層。</translation>
    </message>
    <message>
        <source>Ready to tune %1, the first in the queue.</source>
        <translation>可以開始調校 %1（佇列中的第一個）。</translation>
    </message>
    <message>
        <source>Choose a task of a network first.</source>
        <translation>請先選擇網路模型中的任務。</translation>
    </message>
    <message>
        <source>St&amp;art Only the Current Task</source>
        <translation>只開始目前的任務(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Pause or Continue</source>
        <translation>暫停或繼續(&amp;P)</translation>
    </message>
    <message>
        <source>Stop A&amp;fter Trials in Progress</source>
        <translation>進行中的試驗完成後停止(&amp;F)</translation>
    </message>
    <message>
        <source>Other limits</source>
        <translation>其他上限</translation>
    </message>
    <message>
        <source>Measurement settings</source>
        <translation>量測設定</translation>
    </message>
    <message>
        <source>Paused. Trials in progress will finish.</source>
        <translation>已暫停。進行中的試驗會繼續完成。</translation>
    </message>
    <message>
        <source>Stopping. Finished trials are kept.</source>
        <translation>正在停止。已完成的試驗會保留。</translation>
    </message>
    <message>
        <source>Stopping after the trials in progress.</source>
        <translation>將在進行中的試驗完成後停止。</translation>
    </message>
    <message>
        <source>Co&amp;ntinue</source>
        <translation>繼續(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Start Queue (%1)</source>
        <translation>啟動佇列 (%1)(&amp;S)</translation>
    </message>
    <message>
        <source>Last run: %1.</source>
        <translation>上次執行：%1。</translation>
    </message>
    <message>
        <source>&amp;Start Tuning</source>
        <translation>開始調校(&amp;S)</translation>
    </message>
    <message>
        <source>Stops now and keeps finished trials; Run &gt; Stop After Trials in Progress waits for the others.</source>
        <translation>立即停止並保留已完成的試驗；「執行 &gt; 進行中的試驗完成後停止」會等待其他試驗。</translation>
    </message>
</context>
<context>
    <name>knobscope::ScheduleEditor</name>
    <message>
        <source>Click to switch this line off (Ctrl+/)</source>
        <translation>按一下即可停用此行 (Ctrl+/)</translation>
    </message>
    <message>
        <source>Click to switch this line on (Ctrl+/)</source>
        <translation>按一下即可啟用此行 (Ctrl+/)</translation>
    </message>
    <message>
        <source>Completions</source>
        <translation>自動完成</translation>
    </message>
</context>
<context>
    <name>knobscope::ScheduleView</name>
    <message>
        <source>One primitive back (Left)</source>
        <translation>後退一個排程原語 (Left)</translation>
    </message>
    <message>
        <source>All primitives (End)</source>
        <translation>所有排程原語 (End)</translation>
    </message>
    <message>
        <source>Step of the schedule</source>
        <translation>排程步驟</translation>
    </message>
    <message>
        <source>&amp;Next Schedule Step</source>
        <translation>下一個排程步驟(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous Schedule Step</source>
        <translation>上一個排程步驟(&amp;P)</translation>
    </message>
    <message>
        <source>Pla&amp;y Schedule</source>
        <translation>播放排程(&amp;Y)</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>步驟 %1／%2</translation>
    </message>
    <message>
        <source>Loop nest</source>
        <translation>迴圈巢狀結構</translation>
    </message>
    <message>
        <source>Primitives of the schedule</source>
        <translation>排程原語</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) changed by this step</source>
        <translation>
            <numerusform>此步驟變更了 %n 行</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, chosen by the template</source>
        <translation>%1，由範本決定</translation>
    </message>
    <message>
        <source>%1, chosen by knob %2</source>
        <translation>%1，由旋鈕 %2 決定</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步驟</translation>
    </message>
    <message>
        <source>Primitive</source>
        <translation>排程原語</translation>
    </message>
    <message>
        <source>Knob</source>
        <translation>旋鈕</translation>
    </message>
    <message>
        <source>The computation as defined (Home)</source>
        <translation>運算的原始定義 (Home)</translation>
    </message>
    <message>
        <source>One primitive per second (Space)</source>
        <translation>每秒一個排程原語 (Space)</translation>
    </message>
    <message>
        <source>One primitive forward (Right)</source>
        <translation>前進一個排程原語 (Right)</translation>
    </message>
    <message>
        <source>Select a trial, or choose a config in the Config view, to see its schedule primitive by primitive.</source>
        <translation>選擇一次試驗，或在「組態」檢視中挑選組態，即可逐一檢視其排程原語。</translation>
    </message>
    <message>
        <source>This view steps through the schedule of a config and shows the loop nest after each primitive. Choose a task first.</source>
        <translation>此檢視可逐步檢視組態的排程，並顯示每個排程原語之後的迴圈巢狀結構。請先選擇任務。</translation>
    </message>
    <message>
        <source>as defined</source>
        <translation>原始定義</translation>
    </message>
    <message>
        <source>no line changed by this step</source>
        <translation>此步驟未變更任何一行</translation>
    </message>
</context>
<context>
    <name>knobscope::SeedConfigs</name>
    <message>
        <source>no configs</source>
        <translation>沒有組態</translation>
    </message>
    <message>
        <source>Measure f&amp;irst</source>
        <translation>優先量測(&amp;I)</translation>
    </message>
    <message>
        <source>Config numbers to measure first, for example 682, 12. The tuner learns from them. Pinned configs are included.</source>
        <translation>要優先量測的組態編號，例如 682, 12。調校器會從中學習。已釘選的組態也包含在內。</translation>
    </message>
    <message>
        <source>%1 is not a config number.</source>
        <translation>%1 不是組態編號。</translation>
    </message>
    <message>
        <source>Choose a task first, then its configs.</source>
        <translation>請先選擇任務，再選擇其組態。</translation>
    </message>
</context>
<context>
    <name>knobscope::ShortcutSheet</name>
    <message>
        <source>&amp;Assign</source>
        <translation>指派(&amp;A)</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>鍵盤快速鍵</translation>
    </message>
    <message>
        <source>Filter by name or keys</source>
        <translation>依名稱或按鍵篩選</translation>
    </message>
    <message>
        <source>New shortcut</source>
        <translation>新快速鍵</translation>
    </message>
    <message>
        <source>&amp;New shortcut</source>
        <translation>新快速鍵(&amp;N)</translation>
    </message>
    <message>
        <source>Reset to &amp;Default</source>
        <translation>還原預設值(&amp;D)</translation>
    </message>
    <message>
        <source>These keys were removed from “%1”.</source>
        <translation>已從「%1」移除這組按鍵。</translation>
    </message>
    <message>
        <source>These keys were removed from “%1”; it still has %2.</source>
        <translation>已從「%1」移除這組按鍵；它還有 %2。</translation>
    </message>
</context>
<context>
    <name>knobscope::SingleMeasurement</name>
    <message>
        <source>Cancelling…</source>
        <translation>正在取消…</translation>
    </message>
    <message>
        <source>Measuring config %1…</source>
        <translation>正在量測組態 %1…</translation>
    </message>
    <message>
        <source>Config %1</source>
        <translation>組態 %1</translation>
    </message>
    <message>
        <source>%1 could not be measured: %2</source>
        <translation>無法量測 %1：%2</translation>
    </message>
    <message>
        <source>Measuring was cancelled.</source>
        <translation>已取消量測。</translation>
    </message>
    <message>
        <source>%1: %2. %3</source>
        <translation>%1：%2。%3</translation>
    </message>
    <message>
        <source>%1 could not be emulated: %2</source>
        <translation>無法模擬%1：%2</translation>
    </message>
    <message>
        <source>Config %1 of %2</source>
        <translation>%2 的組態 %1</translation>
    </message>
    <message>
        <source>Config %1 is measured next in the current run.</source>
        <translation>進行中的調校接著會量測組態 %1。</translation>
    </message>
    <message>
        <source>%1: correct result, built in %2 ms</source>
        <translation>%1：結果正確，建置耗時 %2 ms</translation>
    </message>
    <message>
        <source>No untuned config works here, so speed-ups are relative to this config.</source>
        <translation>此處沒有可用的未調校組態：加速比以此組態為基準。</translation>
    </message>
    <message>
        <source>%1: running on the CPU…</source>
        <translation>正在 CPU 上執行%1…</translation>
    </message>
    <message>
        <source>%1: correct when emulated on the CPU in several thread orders (largest error %2). Speed is not measured.</source>
        <translation>%1：以多種執行緒順序在 CPU 上模擬，結果正確（最大誤差 %2）。未量測速度。</translation>
    </message>
    <message>
        <source>%1 times as fast as config %2</source>
        <translation>為組態 %2 的 %1 倍快</translation>
    </message>
</context>
<context>
    <name>knobscope::SlicePanel</name>
    <message>
        <source>&amp;Knob:</source>
        <translation>旋鈕(&amp;K)：</translation>
    </message>
    <message>
        <source>&amp;Others:</source>
        <translation>其他(&amp;O)：</translation>
    </message>
    <message>
        <source>any</source>
        <translation>任意</translation>
    </message>
    <message>
        <source>as in the best</source>
        <translation>與最佳組態相同</translation>
    </message>
    <message>
        <source>Aga&amp;inst:</source>
        <translation>對照(&amp;I)：</translation>
    </message>
    <message>
        <source>&amp;Colour:</source>
        <translation>色彩(&amp;C)：</translation>
    </message>
    <message>
        <source>number of trials</source>
        <translation>試驗次數</translation>
    </message>
    <message>
        <source>No trial to show.</source>
        <translation>沒有試驗可顯示。</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>中位數</translation>
    </message>
    <message>
        <source>Heat map of two knobs</source>
        <translation>兩個旋鈕的熱圖</translation>
    </message>
    <message>
        <source>%1 = %2, %3 = %4</source>
        <translation>%1 = %2，%3 = %4</translation>
    </message>
    <message>
        <source>%1: not tried</source>
        <translation>%1：未嘗試</translation>
    </message>
    <message numerus="yes">
        <source>%1: all of %n trial(s) failed</source>
        <translation>
            <numerusform>%1：%n 次試驗全部失敗</numerusform>
        </translation>
    </message>
    <message>
        <source>These two knobs have too many pairs of values to show. Choose a knob with fewer values.</source>
        <translation>這兩個旋鈕的值組合過多，無法顯示。請選擇值較少的旋鈕。</translation>
    </message>
    <message>
        <source>best speed</source>
        <translation>最佳速度</translation>
    </message>
    <message>
        <source>median speed</source>
        <translation>中位數速度</translation>
    </message>
    <message>
        <source>Speed over the values of a knob</source>
        <translation>旋鈕各值的速度</translation>
    </message>
    <message>
        <source>%1 = %2: %3, run %4, trial %5</source>
        <translation>%1 = %2：%3，執行 %4，試驗 %5</translation>
    </message>
    <message numerus="yes">
        <source>%1: best %2, median %3, %n trial(s), %4 failed</source>
        <translation>
            <numerusform>%1：最佳 %2，中位數 %3，%n 次試驗，%4 次失敗</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n trial(s)</source>
        <translation>
            <numerusform>%n 次試驗</numerusform>
        </translation>
    </message>
    <message>
        <source>median %1</source>
        <translation>中位數 %1</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>最佳 %1</translation>
    </message>
</context>
<context>
    <name>knobscope::SpaceDocument</name>
    <message>
        <source>edits of another view</source>
        <translation>其他檢視的編輯</translation>
    </message>
    <message>
        <source>keep %1 of %2</source>
        <translation>保留 %2 的 %1</translation>
    </message>
    <message>
        <source>remove %1 from %2</source>
        <translation>從 %2 移除 %1</translation>
    </message>
    <message>
        <source>add %1 to %2</source>
        <translation>將 %1 加入 %2</translation>
    </message>
    <message>
        <source>change %1 of %2 to %3</source>
        <translation>將 %2 的 %1 改為 %3</translation>
    </message>
    <message numerus="yes">
        <source>%n candidate(s)</source>
        <translation>
            <numerusform>%n 個候選值</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 already has the candidate %2.</source>
        <translation>%1 已有候選值 %2。</translation>
    </message>
    <message>
        <source>keep only %1 of %2</source>
        <translation>%2 只保留 %1</translation>
    </message>
    <message>
        <source>reset %1 to the template</source>
        <translation>將 %1 還原為範本</translation>
    </message>
    <message>
        <source>set policy %1 for %2</source>
        <translation>將 %2 的策略設為 %1</translation>
    </message>
    <message>
        <source>change largest factor of %1</source>
        <translation>變更 %1 的最大因數</translation>
    </message>
    <message>
        <source>change filter of %1</source>
        <translation>變更 %1 的篩選條件</translation>
    </message>
    <message>
        <source>add constraint %1</source>
        <translation>加入限制條件 %1</translation>
    </message>
    <message>
        <source>change a constraint to %1</source>
        <translation>將限制條件改為 %1</translation>
    </message>
    <message>
        <source>remove constraint %1</source>
        <translation>移除限制條件 %1</translation>
    </message>
</context>
<context>
    <name>knobscope::SpaceEditor</name>
    <message>
        <source>All &amp;Candidates of the Knob…</source>
        <translation>此旋鈕的所有候選值(&amp;C)…</translation>
    </message>
    <message>
        <source>Copy Space as AutoTVM Te&amp;xt</source>
        <translation>將空間複製為 AutoTVM 文字(&amp;X)</translation>
    </message>
    <message>
        <source>There are no edits to copy.</source>
        <translation>沒有可複製的編輯。</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>複製(&amp;C)</translation>
    </message>
    <message>
        <source>Choose a task on the left to see its config space: the knobs of its kernels, the cost of each added candidate, and whether it is worth it.</source>
        <translation>在左側選擇任務以檢視其組態空間：核心函式的旋鈕、每多一個候選值的代價，以及是否值得。</translation>
    </message>
    <message>
        <source>As AutoTVM &amp;Text</source>
        <translation>以 AutoTVM 文字格式(&amp;T)</translation>
    </message>
    <message>
        <source>As knobscope-cli &amp;Flags</source>
        <translation>以 knobscope-cli 旗標格式(&amp;F)</translation>
    </message>
    <message>
        <source>Reason why the edit was rejected</source>
        <translation>編輯遭拒的原因</translation>
    </message>
    <message>
        <source>Config %1 and all configs that differ from it in one knob are removed. The values that violate the condition are marked.</source>
        <translation>組態 %1 及與其僅差一個旋鈕的組態都已移除。違反條件的值已標示。</translation>
    </message>
    <message>
        <source>Config %1 is removed; the values that violate the condition are marked. Config %2, which differs in one knob, is now selected.</source>
        <translation>組態 %1 已移除；違反條件的值已標示。現在選取相差一個旋鈕的組態 %2。</translation>
    </message>
    <message>
        <source>&amp;Add Candidate…</source>
        <translation>新增候選值(&amp;A)…</translation>
    </message>
    <message>
        <source>Reset Knob to &amp;Template</source>
        <translation>將旋鈕還原為範本(&amp;T)</translation>
    </message>
    <message>
        <source>Reset A&amp;ll to Template</source>
        <translation>全部還原為範本(&amp;L)</translation>
    </message>
    <message>
        <source>reset all to the template</source>
        <translation>全部還原為範本</translation>
    </message>
    <message>
        <source>Compare &amp;With the Template…</source>
        <translation>與範本比較(&amp;W)…</translation>
    </message>
    <message>
        <source>Copy Edits as knobscope-cli &amp;Flags</source>
        <translation>將編輯複製為 knobscope-cli 旗標(&amp;F)</translation>
    </message>
    <message>
        <source>The space was copied to the clipboard as AutoTVM prints it.</source>
        <translation>空間已依 AutoTVM 的輸出格式複製到剪貼簿。</translation>
    </message>
    <message>
        <source>The edits were copied to the clipboard as knobscope-cli flags.</source>
        <translation>編輯已以 knobscope-cli 旗標的形式複製到剪貼簿。</translation>
    </message>
    <message>
        <source>Choose a Task</source>
        <translation>選擇任務</translation>
    </message>
</context>
<context>
    <name>knobscope::SpanDetails</name>
    <message>
        <source>Choose &amp;Source Folder…</source>
        <translation>選擇原始碼資料夾(&amp;S)…</translation>
    </message>
    <message>
        <source>Source of the span</source>
        <translation>區間的原始碼</translation>
    </message>
    <message>
        <source>Choose a span to see its function, file and line, its arguments and its trial.</source>
        <translation>請選擇區間以檢視其函式、檔案與行號、引數及所屬試驗。</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>持續時間</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>執行緒</translation>
    </message>
    <message>
        <source>%1 (process %2, thread %3)</source>
        <translation>%1（行程 %2，執行緒 %3）</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>run %1, trial %2</source>
        <translation>執行 %1，試驗 %2</translation>
    </message>
    <message>
        <source>Function</source>
        <translation>函式</translation>
    </message>
    <message>
        <source>File</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1，第 %2 行</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>類別</translation>
    </message>
    <message>
        <source>The source was not found. Looked for: %1</source>
        <translation>找不到原始碼。已尋找：%1</translation>
    </message>
    <message>
        <source>Folder with the Source of %1</source>
        <translation>%1 的原始碼所在資料夾</translation>
    </message>
    <message>
        <source>%1 (changed since; this is where %2 is now)</source>
        <translation>%1（之後已變更；這是 %2 目前的位置）</translation>
    </message>
    <message>
        <source>Details of the span</source>
        <translation>區間資訊</translation>
    </message>
    <message>
        <source>Starts at</source>
        <translation>開始時間</translation>
    </message>
    <message>
        <source>This span has no source file.</source>
        <translation>此區間沒有原始碼檔案。</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>結果</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n span(s)</source>
        <translation>
            <numerusform>%1，共 %n 個區間</numerusform>
        </translation>
    </message>
    <message>
        <source>Trial %1 of run %2</source>
        <translation>執行 %2 的試驗 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n trial(s) selected</source>
        <translation>
            <numerusform>已選取 %n 次試驗</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::SpeedView</name>
    <message>
        <source>Live chart</source>
        <translation>即時圖表</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>Time since the run&apos;s start (min:s)</source>
        <translation>執行開始後的時間 (分:秒)</translation>
    </message>
    <message>
        <source>Time of the kernel (µs)</source>
        <translation>核心函式的時間 (µs)</translation>
    </message>
    <message>
        <source>Time of the kernel (ms)</source>
        <translation>核心函式的時間 (ms)</translation>
    </message>
    <message>
        <source>% of the best</source>
        <translation>最佳值的 %</translation>
    </message>
    <message numerus="yes">
        <source>Reading %n long run(s)…</source>
        <translation>
            <numerusform>正在讀取 %n 個較長的執行…</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>時間</translation>
    </message>
    <message>
        <source>Horizontal axis</source>
        <translation>橫軸</translation>
    </message>
    <message>
        <source>Time of the kernel</source>
        <translation>核心函式的時間</translation>
    </message>
    <message>
        <source>% of peak</source>
        <translation>峰值占比 (%)</translation>
    </message>
    <message>
        <source>% of best</source>
        <translation>最佳值占比 (%)</translation>
    </message>
    <message>
        <source>Vertical axis</source>
        <translation>縱軸</translation>
    </message>
    <message>
        <source>Logarithmic vertical axis</source>
        <translation>對數縱軸</translation>
    </message>
    <message>
        <source>&amp;over</source>
        <translation>對應(&amp;O)</translation>
    </message>
    <message>
        <source>Sho&amp;w</source>
        <translation>顯示(&amp;W)</translation>
    </message>
    <message>
        <source>Runs in the chart</source>
        <translation>圖表中的執行</translation>
    </message>
    <message>
        <source>R&amp;uns</source>
        <translation>執行(&amp;U)</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>Select Trials by &amp;Dragging</source>
        <translation>以拖曳選取試驗(&amp;D)</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>縮小(&amp;O)</translation>
    </message>
    <message>
        <source>Show &amp;All Trials</source>
        <translation>顯示所有試驗(&amp;A)</translation>
    </message>
    <message>
        <source>Select the &amp;Best Trial</source>
        <translation>選取最佳試驗(&amp;B)</translation>
    </message>
    <message>
        <source>Select the &amp;Next Trial</source>
        <translation>選取下一次試驗(&amp;N)</translation>
    </message>
    <message>
        <source>Select the &amp;Previous Trial</source>
        <translation>選取上一次試驗(&amp;P)</translation>
    </message>
    <message>
        <source>Export Pi&amp;cture…</source>
        <translation>匯出圖片(&amp;C)…</translation>
    </message>
    <message>
        <source>chart.png</source>
        <translation>chart.png</translation>
    </message>
    <message>
        <source>&amp;Filter to the Visible Time</source>
        <translation>以可見的時間篩選(&amp;F)</translation>
    </message>
    <message>
        <source>Show time on the horizontal axis first.</source>
        <translation>請先讓橫軸顯示時間。</translation>
    </message>
    <message>
        <source>&amp;Log y</source>
        <translation>Y 軸對數(&amp;L)</translation>
    </message>
    <message>
        <source>No trials yet. Choose a task and press Start. Each measured kernel appears as a point; the line shows the best so far.</source>
        <translation>尚無試驗。請選擇任務並按「開始」。每個量測過的核心函式會顯示為一個點；折線表示目前最佳。</translation>
    </message>
    <message>
        <source>The peak of this machine has not been measured yet.</source>
        <translation>尚未量測此機器的峰值。</translation>
    </message>
    <message>
        <source>Shows only the trials that ended within the visible time, in all views</source>
        <translation>在所有檢視中只顯示於此處可見時間內結束的試驗</translation>
    </message>
    <message>
        <source>Hidden: runs with unknown peak (different thread count, tensor cores, or an unknown GPU).</source>
        <translation>已隱藏：峰值未知的執行（執行緒數不同、張量核心，或未知的 GPU）。</translation>
    </message>
    <message>
        <source>Show a single run first, because each run has its own times.</source>
        <translation>請先只顯示一次執行：每次執行各有自己的時間。</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>Trial %1 of run %2 (%3): %4, config %5</source>
        <translation>執行 %2 的試驗 %1 (%3)：%4，組態 %5</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>trial %1</source>
        <translation>試驗 %1</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1. Selected: %2</source>
        <translation>%1。已選取：%2</translation>
    </message>
    <message>
        <source>Start Tuning</source>
        <translation>開始調校</translation>
    </message>
    <message>
        <source>Tied with the best so far</source>
        <translation>與目前最佳平手</translation>
    </message>
    <message>
        <source>All tas&amp;ks</source>
        <translation>所有任務(&amp;K)</translation>
    </message>
    <message>
        <source>List the runs of all tasks, not only of the chosen one</source>
        <translation>列出所有任務的執行，而不只是所選任務的執行</translation>
    </message>
    <message numerus="yes">
        <source>%n trial(s), best %1</source>
        <translation>
            <numerusform>%n 次試驗，最佳 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
</context>
<context>
    <name>knobscope::StairBars</name>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
</context>
<context>
    <name>knobscope::StairPanel</name>
    <message>
        <source>as defined</source>
        <translation>原始定義</translation>
    </message>
    <message>
        <source>The loops as defined</source>
        <translation>原始定義的迴圈</translation>
    </message>
    <message>
        <source>%1 ms, %2 times as fast as the step before</source>
        <translation>%1 ms，速度是上一個步驟的 %2 倍</translation>
    </message>
    <message>
        <source>Speed-up of each step</source>
        <translation>各步驟的加速比</translation>
    </message>
    <message>
        <source>Press Time It to time the schedule after each of its lines.</source>
        <translation>按下「計時」，即可在排程的每一行之後計時。</translation>
    </message>
    <message>
        <source>%1 of this core&apos;s peak</source>
        <translation>此核心峰值的 %1</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>± %1 %</source>
        <translation>± %1 %</translation>
    </message>
    <message>
        <source>right</source>
        <translation>正確</translation>
    </message>
    <message>
        <source>the loops as defined</source>
        <translation>相對於原始定義的迴圈</translation>
    </message>
    <message>
        <source>, </source>
        <translation>，</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>The answer is wrong.</source>
        <translation>結果錯誤。</translation>
    </message>
    <message>
        <source>This schedule is not legal yet.</source>
        <translation>此排程尚不合法。</translation>
    </message>
    <message>
        <source>Time the loops as defined to compare with them.</source>
        <translation>請對原始定義的迴圈計時，以便與其比較。</translation>
    </message>
</context>
<context>
    <name>knobscope::StatusLine</name>
    <message>
        <source>Status</source>
        <translation>狀態</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n core(s)</source>
        <translation>
            <numerusform>%1，%n 個核心</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 trials/s</source>
        <translation>%1 次試驗/秒</translation>
    </message>
    <message>
        <source>Load %1</source>
        <translation>負載 %1</translation>
    </message>
    <message>
        <source>Device that kernels are measured on</source>
        <translation>量測核心函式所用的裝置</translation>
    </message>
    <message>
        <source>Average number of running or waiting processes over the last minute; other programs disturb measurements</source>
        <translation>最近一分鐘內執行中或等待中的平均行程數；其他程式會干擾量測</translation>
    </message>
    <message>
        <source>Trials per second in the current run</source>
        <translation>目前執行每秒的試驗數</translation>
    </message>
</context>
<context>
    <name>knobscope::StatusMessages</name>
    <message numerus="yes">
        <source>%n problem(s): %1</source>
        <translation>
            <numerusform>%n 個問題：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1
Click to see the log.</source>
        <translation>%1
按一下即可查看日誌。</translation>
    </message>
</context>
<context>
    <name>knobscope::StepBar</name>
    <message>
        <source>First step</source>
        <translation>第一步</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>播放</translation>
    </message>
    <message>
        <source>Step forward</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>最後一步</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暫停</translation>
    </message>
</context>
<context>
    <name>knobscope::StepCard</name>
    <message>
        <source>Answer</source>
        <translation>答案</translation>
    </message>
    <message>
        <source>%1, done</source>
        <translation>%1，已完成</translation>
    </message>
    <message>
        <source>%1, done, answered wrongly at first</source>
        <translation>%1，已完成，起初答錯</translation>
    </message>
    <message>
        <source>Co&amp;ntinue</source>
        <translation>繼續(&amp;N)</translation>
    </message>
    <message>
        <source>Chec&amp;k</source>
        <translation>檢查(&amp;K)</translation>
    </message>
    <message>
        <source>Show &amp;Me</source>
        <translation>指給我看(&amp;M)</translation>
    </message>
    <message>
        <source>Opens the view that the step is about and draws a ring around the control</source>
        <translation>開啟此步驟所述的檢視，並圈出該控制項</translation>
    </message>
    <message>
        <source>H&amp;int %1 of %2</source>
        <translation>提示 %1／%2(&amp;I)</translation>
    </message>
    <message>
        <source>Hint %1: %2</source>
        <translation>提示 %1：%2</translation>
    </message>
    <message>
        <source>Put in the &amp;Workshop</source>
        <translation>放進工作坊(&amp;W)</translation>
    </message>
    <message>
        <source>Adds these lines at the end of the schedule in the workshop, or replaces it if they are a whole one</source>
        <translation>把這些行加到工作坊中排程的結尾；如果它們是完整的排程，則取代原本的內容</translation>
    </message>
</context>
<context>
    <name>knobscope::StepClock</name>
    <message>
        <source>The text is not a schedule yet: %1</source>
        <translation>文字尚不是排程：%1</translation>
    </message>
    <message>
        <source>Everything is timed already.</source>
        <translation>全部都已計時。</translation>
    </message>
    <message>
        <source>Timing: %1 of %2 steps are done</source>
        <translation>正在計時：已完成 %1／%2 個步驟</translation>
    </message>
    <message numerus="yes">
        <source>Timing %n step(s)…</source>
        <translation>
            <numerusform>正在為 %n 個步驟計時…</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>The schedule could not be timed: %1</source>
        <translation>無法為排程計時：%1</translation>
    </message>
    <message>
        <source>Stopped. The steps timed so far are kept.</source>
        <translation>已停止。至今已計時的步驟會保留。</translation>
    </message>
    <message>
        <source>All steps are timed; their answers agree with the definition.</source>
        <translation>所有步驟都已計時；結果與定義相符。</translation>
    </message>
    <message>
        <source>A step failed; point at its time to see why.</source>
        <translation>有步驟失敗；請指向其時間以查看原因。</translation>
    </message>
</context>
<context>
    <name>knobscope::TaskModel</name>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>較慢</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) of the network have this workload.</source>
        <translation>
            <numerusform>網路模型中有 %n 層具有此工作負載。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n run(s)</source>
        <translation>
            <numerusform>%n 次執行，共 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 trial(s)</source>
        <translation>
            <numerusform>%1 次試驗</numerusform>
        </translation>
    </message>
    <message>
        <source>Not tuned in this project.</source>
        <translation>尚未在此專案中調校。</translation>
    </message>
    <message>
        <source>Not measured in this project.</source>
        <translation>尚未在此專案中量測。</translation>
    </message>
    <message numerus="yes">
        <source>Run %1: from %2 to %3 GFLOPS in %4 trial(s)</source>
        <translation>
            <numerusform>執行 %1：%4 次試驗內由 %2 提升至 %3 GFLOPS</numerusform>
        </translation>
    </message>
    <message>
        <source>No run of this task has measured a config yet.</source>
        <translation>此任務尚無任何執行量測過組態。</translation>
    </message>
    <message>
        <source>%1, template %2</source>
        <translation>%1，範本 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1 ms for %2 of %3 distinct layer(s)</source>
        <translation>
            <numerusform>%3 種相異層中的 %2 種，合計 %1 ms</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s)</source>
        <translation>
            <numerusform>%n 個任務</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Number and operator of the task</source>
        <translation>任務的編號與運算子</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>任務</translation>
    </message>
    <message>
        <source>Shape of input, output and kernel</source>
        <translation>輸入、輸出與卷積核的形狀</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形狀</translation>
    </message>
    <message>
        <source>Layers of the network with this workload</source>
        <translation>網路模型中具有此工作負載的層數</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>層數</translation>
    </message>
    <message>
        <source>Configs measured so far in this project</source>
        <translation>此專案至今量測的組態數</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>最佳</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>占比</translation>
    </message>
    <message>
        <source>Of peak</source>
        <translation>峰值占比</translation>
    </message>
    <message>
        <source>The best so far over the trials of the last run</source>
        <translation>最近一次執行中，目前最佳隨試驗的變化</translation>
    </message>
    <message>
        <source>Last run</source>
        <translation>最近執行</translation>
    </message>
    <message>
        <source>, %1 times as fast as untuned</source>
        <translation>，速度是未調校時的 %1 倍</translation>
    </message>
    <message>
        <source>%1 × %2 ms of the %3 ms of the whole network</source>
        <translation>%1 × %2 ms，占整個網路 %3 ms</translation>
    </message>
    <message numerus="yes">
        <source>%1 with %n edit(s)</source>
        <translation>
            <numerusform>經 %n 項編輯後有 %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 config(s)</source>
        <translation>
            <numerusform>%1 個組態</numerusform>
        </translation>
    </message>
    <message>
        <source>Threads of the fastest config</source>
        <translation>最快組態的執行緒數</translation>
    </message>
    <message numerus="yes">
        <source>, %n edit(s) of its space</source>
        <translation>
            <numerusform>，其空間有 %n 項編輯</numerusform>
        </translation>
    </message>
    <message>
        <source>Work</source>
        <translation>運算量</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>範本</translation>
    </message>
    <message>
        <source>Size of the task&apos;s space, with its edits</source>
        <translation>任務空間的大小，含其編輯</translation>
    </message>
    <message>
        <source>Configs</source>
        <translation>組態</translation>
    </message>
    <message>
        <source>Threads of the fastest config so far</source>
        <translation>目前最快組態的執行緒數</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>執行緒</translation>
    </message>
    <message>
        <source>The fastest config so far</source>
        <translation>目前最快的組態</translation>
    </message>
    <message>
        <source>Work of one layer, in billions of floating-point operations; two per multiply-add</source>
        <translation>單一層的工作量，單位為十億次浮點運算：每次乘加算兩次</translation>
    </message>
    <message>
        <source>%1 GFLOPs per layer</source>
        <translation>每層 %1 GFLOPs</translation>
    </message>
    <message>
        <source>How the task is scheduled; the same layer may be listed with several templates</source>
        <translation>任務的排程方式：同一層可能有多種範本</translation>
    </message>
    <message>
        <source>%1 GFLOPS, %2 ms per layer</source>
        <translation>%1 GFLOPS，每層 %2 ms</translation>
    </message>
    <message>
        <source>Share of the machine&apos;s measured peak or of the GPU&apos;s stated peak, counting two operations per multiply-add</source>
        <translation>占本機實測峰值或 GPU 標稱峰值的比例，兩者皆以每次乘加兩次運算計</translation>
    </message>
    <message>
        <source>Share of the network&apos;s time, shown when all of its layers are measured</source>
        <translation>占網路時間的比例，在所有層都量測之後</translation>
    </message>
    <message>
        <source>Another template of the same layer is faster; this one takes %1 ms.</source>
        <translation>同一層的另一個範本較快：此範本為 %1 ms。</translation>
    </message>
    <message>
        <source>%1 × %2 ms. The share is shown when all layers are measured (so far %3 of %4).</source>
        <translation>%1 × %2 ms。所有層都量測後才會顯示占比（目前 %4 層中的 %3 層）。</translation>
    </message>
    <message>
        <source>Schedules by hand</source>
        <translation>手寫排程</translation>
    </message>
    <message>
        <source>The schedules of this project. The view Workshop edits them.</source>
        <translation>這個專案的排程，可在「工作坊」檢視中編輯。</translation>
    </message>
</context>
<context>
    <name>knobscope::TaskView</name>
    <message>
        <source>Extra templates</source>
        <translation>額外範本</translation>
    </message>
    <message>
        <source>Networks and tasks</source>
        <translation>網路模型與任務</translation>
    </message>
    <message>
        <source>Target of the tasks</source>
        <translation>任務的目標平台</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>目標</translation>
    </message>
    <message>
        <source>&amp;Columns</source>
        <translation>欄位(&amp;C)</translation>
    </message>
    <message>
        <source>Task filter</source>
        <translation>任務篩選條件</translation>
    </message>
    <message>
        <source>&amp;Find a Task</source>
        <translation>尋找任務(&amp;F)</translation>
    </message>
    <message>
        <source>No network has a task on this target.</source>
        <translation>沒有網路模型在此目標平台上有任務。</translation>
    </message>
    <message>
        <source>No task matches the filter.</source>
        <translation>沒有符合篩選條件的任務。</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
    </message>
    <message>
        <source>Filter by network, operator, shape, template or size</source>
        <translation>依網路模型、運算子、形狀、範本或大小篩選</translation>
    </message>
    <message>
        <source>Shows or hides columns.</source>
        <translation>顯示或隱藏欄位。</translation>
    </message>
    <message>
        <source>Also lists templates that AutoTVM does not have: Winograd, tiles, depthwise rows and dot products on CPUs; implicit GEMM and tensor cores on NVIDIA GPUs.</source>
        <translation>另外列出 AutoTVM 沒有的範本：CPU 上的 Winograd、分塊、深度卷積逐列與內積；NVIDIA GPU 上的隱式 GEMM 與張量核心。</translation>
    </message>
    <message>
        <source>&amp;Tune Only This Task</source>
        <translation>只調校這個任務(&amp;T)</translation>
    </message>
    <message numerus="yes">
        <source>Add %n Task(s) to the &amp;Queue</source>
        <translation>
            <numerusform>將 %n 個任務加入佇列(&amp;Q)</numerusform>
        </translation>
    </message>
    <message>
        <source>Open in the &amp;Workshop</source>
        <translation>在工作坊中開啟(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Remove from the Project</source>
        <translation>從專案中移除(&amp;R)</translation>
    </message>
    <message>
        <source>Re&amp;name…</source>
        <translation>重新命名(&amp;N)…</translation>
    </message>
    <message>
        <source>Batch and Other E&amp;xtents…</source>
        <translation>批次與其他長度(&amp;X)…</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>關閉(&amp;C)</translation>
    </message>
</context>
<context>
    <name>knobscope::TimePage</name>
    <message>
        <source>Where the time of the network goes</source>
        <translation>網路的時間花在哪裡</translation>
    </message>
    <message>
        <source>Open Its Task</source>
        <translation>開啟其任務</translation>
    </message>
    <message>
        <source>Show the Layer</source>
        <translation>顯示該層</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <comment>operators × their number</comment>
        <translation>%1 × %2</translation>
    </message>
</context>
<context>
    <name>knobscope::TimelineCanvas</name>
    <message>
        <source>Timeline</source>
        <translation>時間軸</translation>
    </message>
    <message numerus="yes">
        <source>%n lane(s), %1 shown from %2</source>
        <translation>
            <numerusform>%n 條泳道，自 %2 起顯示 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2, at %3, in %4. %5</source>
        <translation>%1，%2，始於 %3，位於 %4。%5</translation>
    </message>
    <message>
        <source>Lane %1. %2</source>
        <translation>泳道 %1。%2</translation>
    </message>
    <message>
        <source>run %1, trial %2</source>
        <translation>執行 %1，試驗 %2</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>始於 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n spans merged</source>
        <translation>
            <numerusform>合併 %n 個區間</numerusform>
        </translation>
    </message>
    <message>
        <source>total %1</source>
        <translation>合計 %1</translation>
    </message>
    <message>
        <source>Idle for %1</source>
        <translation>閒置 %1</translation>
    </message>
    <message>
        <source>0 to %1</source>
        <translation>0 到 %1</translation>
    </message>
    <message>
        <source>0 to %1 %2</source>
        <translation>0 到 %1 %2</translation>
    </message>
</context>
<context>
    <name>knobscope::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>時間軸</translation>
    </message>
    <message>
        <source>&amp;Import Trace…</source>
        <translation>匯入追蹤檔(&amp;I)…</translation>
    </message>
    <message>
        <source>Fo&amp;llow</source>
        <translation>跟隨(&amp;L)</translation>
    </message>
    <message>
        <source>F&amp;it All</source>
        <translation>顯示全部(&amp;I)</translation>
    </message>
    <message>
        <source>Show everything (R)</source>
        <translation>顯示全部 (R)</translation>
    </message>
    <message>
        <source>Find spans by name</source>
        <translation>依名稱尋找區間</translation>
    </message>
    <message>
        <source>Im&amp;port…</source>
        <translation>匯入(&amp;P)…</translation>
    </message>
    <message>
        <source>Open a trace of Chrome, VizTracer or Perfetto in this project</source>
        <translation>在此專案中開啟 Chrome、VizTracer 或 Perfetto 的追蹤檔</translation>
    </message>
    <message>
        <source>Scroll the lanes</source>
        <translation>捲動泳道</translation>
    </message>
    <message>
        <source>Span</source>
        <translation>區間</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>範圍</translation>
    </message>
    <message>
        <source>Zoom &amp;In</source>
        <translation>放大(&amp;I)</translation>
    </message>
    <message>
        <source>Zoom &amp;Out</source>
        <translation>縮小(&amp;O)</translation>
    </message>
    <message>
        <source>Go &amp;Earlier</source>
        <translation>往前移(&amp;E)</translation>
    </message>
    <message>
        <source>Go &amp;Later</source>
        <translation>往後移(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Next Span of the Lane</source>
        <translation>泳道中的下一個區間(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous Span of the Lane</source>
        <translation>泳道中的上一個區間(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Fit Selected Span</source>
        <translation>縮放至選取的區間(&amp;F)</translation>
    </message>
    <message>
        <source>Fit &amp;All</source>
        <translation>顯示全部(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Mark Selected Span as Range</source>
        <translation>將選取的區間標為範圍(&amp;M)</translation>
    </message>
    <message>
        <source>Find &amp;Spans…</source>
        <translation>尋找區間(&amp;S)…</translation>
    </message>
    <message>
        <source>Follow the &amp;Run</source>
        <translation>跟隨執行(&amp;R)</translation>
    </message>
    <message>
        <source>Import &amp;Trace…</source>
        <translation>匯入追蹤檔(&amp;T)…</translation>
    </message>
    <message>
        <source>E&amp;xport…</source>
        <translation>匯出(&amp;X)…</translation>
    </message>
    <message>
        <source>Export the Ran&amp;ge…</source>
        <translation>匯出範圍(&amp;G)…</translation>
    </message>
    <message>
        <source>Filter Trials &amp;by the Range</source>
        <translation>以範圍篩選試驗(&amp;B)</translation>
    </message>
    <message>
        <source>&amp;This Run</source>
        <translation>這次執行(&amp;T)</translation>
    </message>
    <message>
        <source>S&amp;queeze Pauses</source>
        <translation>壓縮停頓(&amp;Q)</translation>
    </message>
    <message>
        <source>Find Ne&amp;xt Span</source>
        <translation>尋找下一個區間(&amp;X)</translation>
    </message>
    <message>
        <source>Find Pre&amp;vious Span</source>
        <translation>尋找上一個區間(&amp;V)</translation>
    </message>
    <message>
        <source>What the timeline shows</source>
        <translation>時間軸顯示的內容</translation>
    </message>
    <message>
        <source>Pin Lane to t&amp;he Top</source>
        <translation>將泳道釘選至頂端(&amp;H)</translation>
    </message>
    <message>
        <source>Export Tra&amp;ce…</source>
        <translation>匯出追蹤檔(&amp;C)…</translation>
    </message>
    <message>
        <source>Filtered-out spans are dimmed and not counted.</source>
        <translation>被篩選條件排除的區間以淡色顯示，且不計入。</translation>
    </message>
    <message>
        <source>No spans yet. Start a run to see every step of each trial, by process and thread, or open a trace of Chrome, VizTracer or Perfetto (.json, .json.gz).</source>
        <translation>尚無區間。開始執行後，每次試驗的每個步驟會依行程與執行緒顯示於此。也可以開啟 Chrome、VizTracer 或 Perfetto 的追蹤檔 (.json, .json.gz)。</translation>
    </message>
    <message>
        <source>A run of this project or an imported trace</source>
        <translation>此專案的執行，或已匯入的追蹤檔</translation>
    </message>
    <message>
        <source>Press Enter or F3 for the next match, with Shift for the previous one</source>
        <translation>按 Enter 或 F3 尋找下一個，加 Shift 尋找上一個</translation>
    </message>
    <message>
        <source>Keep the end of the current run in view</source>
        <translation>執行進行時，讓末端保持可見</translation>
    </message>
    <message>
        <source>Shows only the lanes of the selected run; off: the lanes of all runs</source>
        <translation>只顯示所選執行的泳道；關閉時顯示所有執行的泳道</translation>
    </message>
    <message>
        <source>Draws idle times, such as the hours between two runs, narrow</source>
        <translation>將閒置的時間（例如兩次執行之間的幾小時）畫得很窄</translation>
    </message>
    <message>
        <source>Writes the displayed spans to a file for Perfetto, Chrome or VizTracer</source>
        <translation>將顯示的區間寫入檔案，供 Perfetto、Chrome 或 VizTracer 使用</translation>
    </message>
    <message>
        <source>Mark a range first. Drag on the ruler, or press M.</source>
        <translation>請先標出範圍：在尺規上拖曳，或按 M。</translation>
    </message>
    <message>
        <source>There are no spans yet. Start a run, or import a trace.</source>
        <translation>還沒有區間：請先開始一次執行，或匯入追蹤檔。</translation>
    </message>
    <message>
        <source>All runs of this project</source>
        <translation>此專案的所有執行</translation>
    </message>
    <message>
        <source>Trace %1</source>
        <translation>追蹤檔 %1</translation>
    </message>
    <message>
        <source>No more spans in this lane</source>
        <translation>此泳道沒有更多區間</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜尋…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>第 %1 個，共 %2 個</translation>
    </message>
    <message>
        <source>No matching span</source>
        <translation>沒有符合的區間</translation>
    </message>
    <message>
        <source>An imported trace has no trial times. Choose a run of this project.</source>
        <translation>匯入的追蹤檔沒有試驗的時間。請選擇此專案的一次執行。</translation>
    </message>
    <message>
        <source>Details of the selection</source>
        <translation>所選項目的詳細資料</translation>
    </message>
</context>
<context>
    <name>knobscope::TraceFiles</name>
    <message>
        <source>Import</source>
        <translation>匯入</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>匯出</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Import Trace</source>
        <translation>匯入追蹤檔</translation>
    </message>
    <message>
        <source>Traces (*.json *.json.gz *.gz);;All files (*)</source>
        <translation>追蹤檔 (*.json *.json.gz *.gz);;所有檔案 (*)</translation>
    </message>
    <message>
        <source>Importing %1: %p %</source>
        <translation>正在匯入 %1：%p %</translation>
    </message>
    <message>
        <source>Import cancelled</source>
        <translation>已取消匯入</translation>
    </message>
    <message>
        <source>Import failed</source>
        <translation>匯入失敗</translation>
    </message>
    <message numerus="yes">
        <source>Imported %n span(s) of a trace.</source>
        <translation>
            <numerusform>已從追蹤檔匯入 %n 個區間。</numerusform>
        </translation>
    </message>
    <message>
        <source>Compressed traces (*.json.gz)</source>
        <translation>壓縮的追蹤檔 (*.json.gz)</translation>
    </message>
    <message>
        <source>Export the Range</source>
        <translation>匯出範圍</translation>
    </message>
    <message>
        <source>Export Trace</source>
        <translation>匯出追蹤檔</translation>
    </message>
    <message>
        <source>Traces (*.json)</source>
        <translation>追蹤檔 (*.json)</translation>
    </message>
    <message>
        <source>Exporting %1: %p %</source>
        <translation>正在匯出 %1：%p %</translation>
    </message>
    <message>
        <source>Export stopped</source>
        <translation>已停止匯出</translation>
    </message>
    <message>
        <source>Export failed</source>
        <translation>匯出失敗</translation>
    </message>
    <message>
        <source>The export was stopped; %1 was not written.</source>
        <translation>已停止匯出；未寫入 %1。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln span(s) written to %1; ui.perfetto.dev and vizviewer open it.</source>
        <translation>
            <numerusform>已將 %Ln 個區間寫入 %1；可用 ui.perfetto.dev 與 vizviewer 開啟。</numerusform>
        </translation>
    </message>
    <message>
        <source>A trace is being imported. Try again when it has finished.</source>
        <translation>正在匯入追蹤檔。請於完成後再試一次。</translation>
    </message>
    <message>
        <source>A trace is being exported. Try again when it has finished.</source>
        <translation>正在匯出追蹤檔。請於完成後再試一次。</translation>
    </message>
    <message>
        <source>Cancels the export; the file is not changed</source>
        <translation>取消匯出；檔案不會變更</translation>
    </message>
</context>
<context>
    <name>knobscope::TransferForm</name>
    <message>
        <source>Choose…</source>
        <translation>選擇…</translation>
    </message>
    <message>
        <source>off</source>
        <translation>關閉</translation>
    </message>
    <message>
        <source>default rule</source>
        <translation>預設規則</translation>
    </message>
    <message>
        <source>AutoTVM&apos;s rule</source>
        <translation>AutoTVM 的規則</translation>
    </message>
    <message>
        <source>this project</source>
        <translation>本專案</translation>
    </message>
    <message>
        <source>a file</source>
        <translation>檔案</translation>
    </message>
    <message>
        <source>AutoTVM log or project</source>
        <translation>AutoTVM 日誌或專案</translation>
    </message>
    <message>
        <source>File of earlier results</source>
        <translation>先前結果的檔案</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>規則</translation>
    </message>
    <message>
        <source>From</source>
        <translation>來源</translation>
    </message>
    <message>
        <source>Learn from a File</source>
        <translation>從檔案學習</translation>
    </message>
    <message>
        <source>AutoTVM logs and projects (*.log *.json *.txt *.knobscope);;All files (*)</source>
        <translation>AutoTVM 日誌與專案 (*.log *.json *.txt *.knobscope);;所有檔案 (*)</translation>
    </message>
    <message numerus="yes">
        <source>Found: %1 of %n task(s) of this template.</source>
        <translation>
            <numerusform>找到：此範本 %n 個任務的 %1。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 record(s)</source>
        <translation>
            <numerusform>%1 筆記錄</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no earlier results yet.</source>
        <translation>尚無先前的結果。</translation>
    </message>
    <message>
        <source>The tuner %1 does not use other tasks.</source>
        <translation>調校器 %1 不使用其他任務。</translation>
    </message>
    <message>
        <source>Earlier runs of the open project with other shapes, edits or thread counts, or an AutoTVM log or another project.</source>
        <translation>已開啟專案中形狀、編輯或執行緒數不同的先前執行；或 AutoTVM 日誌、其他專案。</translation>
    </message>
    <message>
        <source>No earlier results are used.</source>
        <translation>不使用先前的結果。</translation>
    </message>
    <message>
        <source>AutoTVM&apos;s rule: all records of the same template, if there are at least 500. Only they train the first model.</source>
        <translation>AutoTVM 的規則：同一範本的所有記錄，須至少 500 筆。第一個模型只以它們訓練。</translation>
    </message>
    <message>
        <source>%1 has transfer set to “none”: it does not use other tasks.</source>
        <translation>%1 的 transfer 設為「none」：不使用其他任務。</translation>
    </message>
    <message>
        <source>The tuner %1 does not support AutoTVM&apos;s rule and uses the default rule. The tuners xgb and model support it.</source>
        <translation>調校器 %1 不支援 AutoTVM 的規則，因此採用預設規則。調校器 xgb 與 model 支援它。</translation>
    </message>
    <message>
        <source>Records of the most similar tasks, fastest first. Configs of this space that were measured before its edits keep their results.</source>
        <translation>最相似任務的記錄，最快者優先。此空間在編輯前已量測的組態保留其結果。</translation>
    </message>
    <message>
        <source>The last run used: %1</source>
        <translation>上次執行採用：%1</translation>
    </message>
</context>
<context>
    <name>knobscope::TrialTable</name>
    <message>
        <source>Trials</source>
        <translation>試驗</translation>
    </message>
    <message>
        <source>Trial %L1</source>
        <translation>試驗 %L1</translation>
    </message>
    <message>
        <source>Trial %L1 is not among the trials shown.</source>
        <translation>試驗 %L1 不在目前顯示的試驗中。</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) copied.</source>
        <translation>
            <numerusform>已複製 %n 行。</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Reset Columns</source>
        <translation>重設欄位(&amp;R)</translation>
    </message>
    <message>
        <source>Press Home or End for the first or last row, or type a number to go to that trial.</source>
        <translation>按 Home 與 End 移至第一列與最後一列；輸入數字可移至該試驗。</translation>
    </message>
    <message>
        <source>Only the first %L1 of these trials are selected. Use filters to narrow the selection.</source>
        <translation>只選取了這些試驗中的前 %L1 次。可用篩選條件縮小範圍。</translation>
    </message>
</context>
<context>
    <name>knobscope::TrialsView</name>
    <message>
        <source>&amp;Show All Trials</source>
        <translation>顯示所有試驗(&amp;S)</translation>
    </message>
    <message>
        <source>Export progress</source>
        <translation>匯出進度</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>取消(&amp;C)</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>匯出(&amp;X)</translation>
    </message>
    <message>
        <source>As &amp;CSV…</source>
        <translation>匯出為 CSV(&amp;C)…</translation>
    </message>
    <message>
        <source>As AutoTVM &amp;Log…</source>
        <translation>匯出為 AutoTVM 日誌(&amp;L)…</translation>
    </message>
    <message>
        <source>Export Trials as &amp;CSV…</source>
        <translation>將試驗匯出為 CSV(&amp;C)…</translation>
    </message>
    <message>
        <source>Export Trials as AutoTVM &amp;Log…</source>
        <translation>將試驗匯出為 AutoTVM 日誌(&amp;L)…</translation>
    </message>
    <message>
        <source>Add &amp;Filter…</source>
        <translation>新增篩選條件(&amp;F)…</translation>
    </message>
    <message>
        <source>Clea&amp;r Filters</source>
        <translation>清除篩選條件(&amp;R)</translation>
    </message>
    <message>
        <source>Reset Trial C&amp;olumns</source>
        <translation>重設試驗欄位(&amp;O)</translation>
    </message>
    <message numerus="yes">
        <source>%L1 of %L2 trial(s)</source>
        <translation>
            <numerusform>%L2 次試驗中的 %L1 次</numerusform>
        </translation>
    </message>
    <message>
        <source>Export Trials as CSV</source>
        <translation>將試驗匯出為 CSV</translation>
    </message>
    <message>
        <source>Export Trials as AutoTVM Log</source>
        <translation>將試驗匯出為 AutoTVM 日誌</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>逗號分隔值 (*.csv)</translation>
    </message>
    <message>
        <source>AutoTVM logs (*.log *.json)</source>
        <translation>AutoTVM 日誌 (*.log *.json)</translation>
    </message>
    <message>
        <source>Writing %1…</source>
        <translation>正在寫入 %1…</translation>
    </message>
    <message>
        <source>Show &amp;Only: %1</source>
        <translation>僅顯示(&amp;O)：%1</translation>
    </message>
    <message>
        <source>&amp;Select All With: %1</source>
        <translation>選取所有符合者(&amp;S)：%1</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>複製(&amp;C)</translation>
    </message>
    <message>
        <source>Export as CS&amp;V…</source>
        <translation>匯出為 CSV(&amp;V)…</translation>
    </message>
    <message>
        <source>Export as AutoTVM Lo&amp;g…</source>
        <translation>匯出為 AutoTVM 日誌(&amp;G)…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln trial(s)</source>
        <translation>
            <numerusform>%Ln 次試驗</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln trial(s) written to %1.</source>
        <translation>
            <numerusform>已將 %Ln 次試驗寫入 %1。</numerusform>
        </translation>
    </message>
    <message>
        <source>There are no trials to export.</source>
        <translation>沒有可匯出的試驗。</translation>
    </message>
    <message>
        <source>Writes the displayed trials to a file in their current order</source>
        <translation>將顯示的試驗依目前順序寫入檔案</translation>
    </message>
    <message>
        <source>The export was cancelled; the file is not changed.</source>
        <translation>已取消匯出；檔案未變更。</translation>
    </message>
    <message>
        <source>%1, %L2 selected</source>
        <translation>%1，已選取 %L2 次</translation>
    </message>
    <message>
        <source>No trial matches all of the filters above.</source>
        <translation>沒有試驗符合上方的所有篩選條件。</translation>
    </message>
    <message>
        <source>This table lists each config that is built and measured: how fast it is, how long it took, why it failed, and the value of each knob.

Choose a task and start a run, or open a project.</source>
        <translation>此表列出每個經建置與量測的組態：速度、耗時、失敗原因，以及各旋鈕的值。

請選擇任務並開始執行，或開啟專案。</translation>
    </message>
    <message>
        <source>Exc&amp;lude: %1</source>
        <translation>排除(&amp;L)：%1</translation>
    </message>
    <message>
        <source>The first %L1 of %L2 trials are selected.</source>
        <translation>已選取 %L2 次試驗中的前 %L1 次。</translation>
    </message>
    <message>
        <source>&amp;Notes…</source>
        <translation>筆記(&amp;N)…</translation>
    </message>
</context>
<context>
    <name>knobscope::TunerForm</name>
    <message>
        <source>T&amp;uner</source>
        <translation>調校器(&amp;U)</translation>
    </message>
    <message>
        <source>At least %1; default %2.</source>
        <translation>至少 %1；預設 %2。</translation>
    </message>
    <message>
        <source>From %1 to %2; default %3.</source>
        <translation>%1 至 %2；預設 %3。</translation>
    </message>
</context>
<context>
    <name>knobscope::VerdictWords</name>
    <message>
        <source>Only the group %1 is ticked for %2. Tick runs of another tuner or file, or type another name into the Group column.</source>
        <translation>%2 只勾選了群組 %1。請勾選其他調校器或檔案的執行，或在「群組」欄輸入其他名稱。</translation>
    </message>
    <message>
        <source>Only manual measurements are ticked for %1; tick runs of tuners too.</source>
        <translation>%1 只勾選了手動量測；請一併勾選調校器的執行。</translation>
    </message>
    <message>
        <source>No trial of these runs succeeded, so there is nothing to compare. The Failures view shows why.</source>
        <translation>這些執行的試驗無一成功，因此沒有可比較的內容。原因請見「失敗」檢視。</translation>
    </message>
</context>
<context>
    <name>knobscope::View</name>
    <message>
        <source>The picture was written to %1.</source>
        <translation>圖片已寫入 %1。</translation>
    </message>
</context>
<context>
    <name>knobscope::VisitPicture</name>
    <message>
        <source>Before the first visit</source>
        <translation>第一次走訪之前</translation>
    </message>
    <message>
        <source>One visit back</source>
        <translation>後退一次走訪</translation>
    </message>
    <message>
        <source>Play the order of visit</source>
        <translation>播放走訪順序</translation>
    </message>
    <message>
        <source>One visit forward</source>
        <translation>前進一次走訪</translation>
    </message>
    <message>
        <source>Order of visit</source>
        <translation>走訪順序</translation>
    </message>
    <message>
        <source>%1, order of visit, at %2 × %3</source>
        <translation>%1，走訪順序，大小為 %2 × %3</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1／%2</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>暫停</translation>
    </message>
    <message>
        <source>Lines of %1</source>
        <translation>%1 的快取列</translation>
    </message>
    <message>
        <source>Save the picture, which plays by itself, as SVG</source>
        <translation>把會自動播放的圖片儲存為 SVG</translation>
    </message>
    <message>
        <source>Cache lines: %1, touched: %2</source>
        <translation>快取列：%1，存取次數：%2</translation>
    </message>
    <message>
        <source>Save the Picture</source>
        <translation>儲存圖片</translation>
    </message>
    <message>
        <source>SVG (*.svg)</source>
        <translation>SVG (*.svg)</translation>
    </message>
    <message>
        <source>The picture was written to %1.</source>
        <translation>圖片已寫入 %1。</translation>
    </message>
    <message>
        <source>%1 of the first %2 visits</source>
        <translation>前 %2 次走訪中的第 %1 次</translation>
    </message>
</context>
<context>
    <name>knobscope::WelcomeView</name>
    <message>
        <source>Welcome</source>
        <translation>歡迎</translation>
    </message>
    <message>
        <source>Knobscope&apos;s icon</source>
        <translation>Knobscope 圖示</translation>
    </message>
    <message>
        <source>Knobscope</source>
        <translation>Knobscope</translation>
    </message>
    <message>
        <source>See a kernel&apos;s knobs, try any setting on this machine, and search for the fastest.</source>
        <translation>檢視核心函式的旋鈕，在本機試用任何設定，並搜尋最快的組態。</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>開始</translation>
    </message>
    <message>
        <source>A *.knobscope file</source>
        <translation>*.knobscope 檔案</translation>
    </message>
    <message>
        <source>Rece&amp;nt projects</source>
        <translation>最近的專案(&amp;N)</translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation>最近的專案</translation>
    </message>
    <message>
        <source>Projects that you open or save are listed here.</source>
        <translation>開啟或儲存過的專案會列於此處。</translation>
    </message>
    <message>
        <source>Re&amp;move from List</source>
        <translation>從清單移除(&amp;M)</translation>
    </message>
    <message>
        <source>Five minutes</source>
        <translation>五分鐘上手</translation>
    </message>
    <message>
        <source>&lt;b&gt;Choose a task.&lt;/b&gt; In Tasks, open &lt;i&gt;resnet-18&lt;/i&gt; and choose its second task, the 3x3 convolution on 64x56x56.</source>
        <translation>&lt;b&gt;選擇任務。&lt;/b&gt;在「任務」中展開 &lt;i&gt;resnet-18&lt;/i&gt;，選擇第二個任務，即 64x56x56 上的 3x3 卷積。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Press Start.&lt;/b&gt; Every point of the chart is a kernel that was compiled, run and timed; the line is the best so far.</source>
        <translation>&lt;b&gt;按下「開始」。&lt;/b&gt;圖表上的每個點都是經過編譯、執行並計時的核心函式；線條為目前最佳。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Click a point.&lt;/b&gt; All views show that trial: its knobs, its loops, its code, its place on the timeline.</source>
        <translation>&lt;b&gt;點選一個點。&lt;/b&gt;所有檢視都會顯示該試驗：旋鈕、迴圈、程式碼，以及在時間軸上的位置。</translation>
    </message>
    <message>
        <source>Open the &amp;Sample Project</source>
        <translation>開啟範例專案(&amp;S)</translation>
    </message>
    <message>
        <source>%1
%2</source>
        <translation>%1
%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Open Project</source>
        <translation>開啟專案</translation>
    </message>
    <message>
        <source>Knobscope projects (*.knobscope)</source>
        <translation>Knobscope 專案 (*.knobscope)</translation>
    </message>
    <message>
        <source>S&amp;tart With ResNet-18</source>
        <translation>從 ResNet-18 開始(&amp;T)</translation>
    </message>
    <message>
        <source>A 3x3 convolution of its first stage, ready to tune</source>
        <translation>其第一階段的 3x3 卷積，可直接在此調校</translation>
    </message>
    <message>
        <source>Runs of three tuners to explore</source>
        <translation>內含三種調校器的執行，可隨意瀏覽</translation>
    </message>
    <message>
        <source>&amp;Open Project…</source>
        <translation>開啟專案(&amp;O)…</translation>
    </message>
    <message>
        <source>&lt;b&gt;Look at its knobs.&lt;/b&gt; Space lists them with all their candidates and shows how many configs they form.</source>
        <translation>&lt;b&gt;檢視旋鈕。&lt;/b&gt;「空間」會列出各旋鈕與所有候選值，並顯示共組成多少組態。</translation>
    </message>
    <message>
        <source>&lt;b&gt;Add a candidate.&lt;/b&gt; Give &lt;i&gt;tile_ow&lt;/i&gt; the candidate &lt;i&gt;[-1,12]&lt;/i&gt; and see what it costs. Undo removes it again.</source>
        <translation>&lt;b&gt;新增候選值。&lt;/b&gt;為 &lt;i&gt;tile_ow&lt;/i&gt; 加入候選值 &lt;i&gt;[-1,12]&lt;/i&gt;，看看代價如何；「復原」可取消此編輯。</translation>
    </message>
    <message>
        <source>&amp;Learn: What a Knob Costs</source>
        <translation>學習：旋鈕的代價(&amp;L)</translation>
    </message>
    <message>
        <source>Lesson 1, 15 minutes; nothing to install or measure</source>
        <translation>第 1 課，15 分鐘；無須安裝或量測任何東西</translation>
    </message>
    <message>
        <source>Open Mo&amp;del…</source>
        <translation>開啟模型(&amp;D)…</translation>
    </message>
    <message>
        <source>An *.onnx file</source>
        <translation>*.onnx 檔案</translation>
    </message>
    <message>
        <source>Or drop a project or a model on the window.</source>
        <translation>或將專案或模型拖放至視窗。</translation>
    </message>
</context>
<context>
    <name>knobscope::WorkshopView</name>
    <message>
        <source>&amp;Time It</source>
        <translation>計時(&amp;T)</translation>
    </message>
    <message>
        <source>Text of the schedule</source>
        <translation>排程的文字</translation>
    </message>
    <message>
        <source>Loop nest after the line of the caret</source>
        <translation>游標所在行之後的迴圈巢狀結構</translation>
    </message>
    <message>
        <source>What is wrong with the schedule</source>
        <translation>排程有什麼錯誤</translation>
    </message>
    <message>
        <source>&amp;File…</source>
        <translation>檔案(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>開啟(&amp;O)</translation>
    </message>
    <message>
        <source>A file, or a text that ships with the program. Files can also be dropped here.</source>
        <translation>檔案，或隨程式提供的文字。也可以將檔案拖放至此處。</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>另存新檔(&amp;A)…</translation>
    </message>
    <message>
        <source>Writes the text to a file</source>
        <translation>將文字寫入檔案</translation>
    </message>
    <message>
        <source>Make It a &amp;Knob…</source>
        <translation>設為旋鈕(&amp;K)…</translation>
    </message>
    <message>
        <source>Select a number in a line first: tuners then choose it</source>
        <translation>請先選取某一行中的數字：之後由調校器選擇其值</translation>
    </message>
    <message>
        <source>Make a Tem&amp;plate</source>
        <translation>建立範本(&amp;P)</translation>
    </message>
    <message>
        <source>Opens the text as a task, whose space can be explored and tuned</source>
        <translation>將文字開啟為任務，其空間可供瀏覽與調校</translation>
    </message>
    <message>
        <source>One step back: the loop nest before this line</source>
        <translation>後退一步：此行之前的迴圈巢狀結構</translation>
    </message>
    <message>
        <source>One step forward: the loop nest after the next line</source>
        <translation>前進一步：下一行之後的迴圈巢狀結構</translation>
    </message>
    <message>
        <source>&amp;Time the Schedule</source>
        <translation>為排程計時(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Open a Schedule…</source>
        <translation>開啟排程(&amp;O)…</translation>
    </message>
    <message>
        <source>&amp;Save the Schedule As…</source>
        <translation>將排程另存新檔(&amp;S)…</translation>
    </message>
    <message>
        <source>Make the Selected Number a &amp;Knob…</source>
        <translation>將選取的數字設為旋鈕(&amp;K)…</translation>
    </message>
    <message>
        <source>Make the Schedule a Tem&amp;plate</source>
        <translation>將排程設為範本(&amp;P)</translation>
    </message>
    <message>
        <source>Open a Schedule</source>
        <translation>開啟排程</translation>
    </message>
    <message>
        <source>Schedules (*.sched);;All files (*)</source>
        <translation>排程 (*.sched);;所有檔案 (*)</translation>
    </message>
    <message>
        <source>Save the Schedule</source>
        <translation>儲存排程</translation>
    </message>
    <message>
        <source>Schedules (*.sched)</source>
        <translation>排程 (*.sched)</translation>
    </message>
    <message>
        <source>The schedule was written to %1.</source>
        <translation>已將排程寫入 %1。</translation>
    </message>
    <message>
        <source>The schedule cannot be written to %1: %2</source>
        <translation>無法將排程寫入 %1：%2</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 times as fast as the line before</source>
        <translation>速度是前一行的 %1 倍</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>錯誤</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>失敗</translation>
    </message>
    <message>
        <source>The text is not a schedule yet.</source>
        <translation>文字尚不是排程。</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>第 %1 行：%2</translation>
    </message>
    <message>
        <source>Ctrl+Space completes, Ctrl+/ switches a line on or off, Alt+Up and Alt+Down move it.</source>
        <translation>按 Ctrl+Space 自動完成，按 Ctrl+/ 啟用或停用一行，按 Alt+Up 與 Alt+Down 移動該行。</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>停止(&amp;T)</translation>
    </message>
    <message>
        <source>Stops; the steps timed so far are kept</source>
        <translation>停止；至今已計時的步驟會保留</translation>
    </message>
    <message>
        <source>Builds, checks and times what changed since the last time (Ctrl+Return)</source>
        <translation>建置、檢查上次計時後有變更的部分，並為其計時 (Ctrl+Return)</translation>
    </message>
    <message>
        <source>Select a number in the line of a primitive first.</source>
        <translation>請先選取排程原語所在行中的數字。</translation>
    </message>
    <message>
        <source>The text is not a legal schedule yet: %1</source>
        <translation>文字尚不是合法的排程：%1</translation>
    </message>
    <message>
        <source>%1 is the current task. Configs: %2. Space, Config and Run work on it.</source>
        <translation>%1 是目前的任務。組態：%2。「空間」、「組態」與「執行」都作用於它。</translation>
    </message>
    <message>
        <source>Loops after the line of the caret</source>
        <translation>游標所在行之後的迴圈</translation>
    </message>
    <message>
        <source>Of this project</source>
        <translation>這個專案的</translation>
    </message>
    <message>
        <source>To begin with</source>
        <translation>入門用</translation>
    </message>
    <message>
        <source>%1 was written to line %2.</source>
        <translation>已將 %1 寫入第 %2 行。</translation>
    </message>
</context>
<context>
    <name>knobscope::Workspace</name>
    <message>
        <source>Choose a task first.</source>
        <translation>請先選擇任務。</translation>
    </message>
    <message>
        <source>Open a project first.</source>
        <translation>請先開啟專案。</translation>
    </message>
    <message>
        <source>This version cannot create the task of run %1.</source>
        <translation>此版本無法建立執行 %1 的任務。</translation>
    </message>
    <message>
        <source>the name of a network</source>
        <translation>網路的名稱</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Tune tensor kernels.</source>
        <translation>調校張量核心函式。</translation>
    </message>
    <message>
        <source>Do not reopen what was open the last time.</source>
        <translation>啟動時不還原上次開啟的內容。</translation>
    </message>
    <message>
        <source>Projects, AutoTVM logs or traces to open.</source>
        <translation>要開啟的專案、AutoTVM 日誌或追蹤檔。</translation>
    </message>
    <message>
        <source>Print every view&apos;s controls with their ids, as JSON, and quit.</source>
        <translation>以 JSON 列出每個檢視的控制項及其識別碼，然後結束。</translation>
    </message>
    <message>
        <source>Render every mode and view to PNG files in &lt;dir&gt; and quit.</source>
        <translation>將每個模式與檢視畫成 PNG 檔存入 &lt;dir&gt; 後結束。</translation>
    </message>
    <message>
        <source>With --screenshot: size of the window (1600x1000).</source>
        <translation>與 --screenshot 並用：視窗大小（1600x1000）。</translation>
    </message>
    <message>
        <source>With --screenshot: light or dark only, instead of both.</source>
        <translation>與 --screenshot 並用：只用淺色或深色，而非兩者。</translation>
    </message>
    <message>
        <source>Pixels per logical pixel, for example 2.</source>
        <translation>每個邏輯像素的像素數，例如 2。</translation>
    </message>
    <message>
        <source>Folder of a lesson elsewhere, or of several lessons; may be repeated.</source>
        <translation>位於他處的一個或多個課程的資料夾；可重複指定。</translation>
    </message>
    <message>
        <source>Large type and three panes, as View &gt; Projector; it stays so until it is switched off.</source>
        <translation>大字型與三個窗格，同「檢視 &gt; 投影機」；會一直維持到關閉為止。</translation>
    </message>
</context>
</TS>

# The page
app-name = Reach
skip-to-content = 跳至主要內容
language = 語言
sign-out = 登出
back-to-hosts = 所有主機
loading = 載入中…
not-found-title = 沒有這個頁面
broken-title = 此頁面出現錯誤
broken-body = 頁面本身出了問題。Reach 仍然繼續監察你的主機。
broken-again = 重新顯示

# Access
sign-in-title = 登入
sign-in-help = Reach 啟動時輸出了一條登入連結，打開便可；你亦可以在伺服器執行「reach token」，然後將顯示的內容貼到這裏。
sign-in-token = 存取權杖
sign-in-submit = 登入
sign-in-checking = 核對中…
sign-in-refused = 這個權杖不屬於這部伺服器。在伺服器執行「reach token」可查看現時的權杖。
sign-in-too-many = 嘗試次數過多，請等一分鐘再試。
sign-in-foreign = 伺服器不接受這個地址。請用 localhost、伺服器的 IP 地址，或 server.publicUrl 中的名稱打開本頁。
sign-in-failed = 無法連接伺服器。請確認 Reach 正在運行，然後再試。
sign-in-expired = 你已被登出：伺服器不再接受這個權杖。

# Live updates
live-connecting = 連接中…
live-on = 即時
live-lost = 即時更新已中斷
live-lost-detail = 連線恢復之前，變動不會自動顯示。Reach 會繼續嘗試。
live-blocked = 沒有即時更新
live-blocked-detail = 伺服器有回應，但即時更新的連線未能建立，可能是中間的代理伺服器攔截了 WebSocket。頁面會改為每個探測間隔重新讀取一次主機。

# States
state-reachable = 可以連接
state-unreachable = 無法連接
state-unknown = 未知
state-not-loaded = 無從得知
state-loading = 載入中…
state-local = 本機
mark-stale = 已過時
mark-inactive = 已停用
mark-probing-off = 探測已關閉

# Reasons: a short label, what it means, what to do next
reason-config = 設定不完整
reason-config-meaning = Reach 沒有嘗試連接：按現有設定找不到可以連接的主機。地址或別名、已登記的主機密鑰、密鑰檔案之中，有的欠缺或無法讀取。
reason-config-next = 打開設定，改好訊息提到的項目並儲存，Reach 會即時重新探測。
reason-timeout = 未及時回應
reason-timeout-meaning = 主機沒有在 10 秒內讓 Reach 登入。它可能在休眠、負載過高，或者防火牆丟棄了封包。
reason-timeout-next = 請確認機器已開機、地址沒有變。如果只是一時繁忙，下一次探測便會知道。
reason-host-key = 主機密鑰不符
reason-host-key-meaning = 伺服器或它前面的跳板主機出示的密鑰與登記的不同。機器可能重新安裝過，地址可能已屬另一部機器，亦可能有人從中攔截。
reason-host-key-next = 信任之前，請先在那部機器上核對指紋。確定是你的機器，才將新指紋填入設定。
reason-auth = 登入被拒
reason-auth-meaning = 主機是對的，但它不接受 Reach 的密鑰。
reason-auth-next = 請檢查用戶名稱，以及公開密鑰是否在該用戶的 authorized_keys 內。使用代理程式時，它必須已解鎖並持有該密鑰。
reason-network = 連接不到
reason-network-meaning = 無法建立連線：名稱無法解析、地址已更改、連接埠未開放，或者沒有可用的路由。
reason-network-next = 請檢查地址和連接埠、機器是否開機，以及 SSH 伺服器是否正在運行。
reason-unknown = 連線中途斷開
reason-unknown-meaning = 連線建立後過早結束，或者對方的回應不似預期的 SSH。
reason-unknown-next = 先看訊息，再查看主機上 SSH 伺服器的日誌。伺服器限制新連線數目（MaxStartups）時亦會這樣。

# Ages
age-checked = 檢查於{ $age }
age-never-checked = 從未檢查

# Overview
hosts-title = 主機
hosts-add = 新增主機
hosts-search = 按名稱或地址搜尋
hosts-filter = 顯示
hosts-sort = 排序
filter-all = 全部
filter-unreachable = 無法連接
filter-reachable = 可以連接
filter-unknown = 未知
filter-inactive = 已停用
filter-count = { $label }（{ $count }）
sort-severity = 最緊急的在前
sort-name = 名稱
sort-checked = 最近檢查
hosts-empty-title = 尚未有主機
hosts-empty-body = 新增第一部 SSH 主機後，Reach 會持續檢查：它是否仍在、是否仍是你信任的那部主機，以及是否能夠登入。
hosts-none-match = 沒有符合的主機。
hosts-clear-filter = 顯示所有主機
hosts-load-failed = 無法載入主機。{ $problem }
hosts-refresh-failed = 清單未能更新，內容可能已過時。{ $problem }
retry = 再試一次
probing-off = 定期探測已關閉。這裏顯示的是最後一次記錄的結果；「立即探測」仍可使用。

# One host
host-missing-title = 沒有這部主機
host-missing-body = 它已被刪除，或者連結有誤。
host-load-failed = 無法載入這部主機。{ $problem }
reachability-title = 連線狀態
reachability-not-known = 結果未能載入，因此不知道這部主機能否連接。{ $problem }
reachability-refresh-failed = 結果未能更新。{ $problem }
reachability-local = 工作階段就在運行 Reach 的這部機器上執行，毋須探測。
reachability-inactive = 這部主機已停用，不會探測。這裏顯示的是最後一次記錄的結果。
reachability-stale = 這個結果已過時：上次檢查距今已超過三個探測間隔。
reachability-never = 尚未完成過探測。
below-threshold = 上次探測失敗：{ $reason }
probed-host = 探測的主機
probed-host-none = 暫無
last-check = 上次檢查
last-check-none = 尚未完成過檢查
last-success = 上次成功
last-success-none = 沒有記錄
failure-count = 連續失敗
failure-count-value = { $count } 次
failure-message = 訊息
failure-next = 應該怎樣做：
probe-interval = 檢查間隔
probe-interval-value = { $seconds } 秒
probe-interval-off = 只在要求時
probe-now = 立即探測
probe-pending = 探測中…
probe-failed = 探測未能執行。{ $problem }
probe-done = 探測完成：{ $state }
probe-unstored-title = 你的探測結果（未儲存）
probe-unstored-body = 期間設定有變動、已有更新的結果，或者寫入失敗。已記錄的結果維持不變。

# Settings of a host
connection-title = 連線
edit = 編輯
save = 儲存
saving = 儲存中…
cancel = 取消
add-title = 新增主機
edit-title = 編輯 { $name }
field-name = 名稱
field-host = 地址
field-host-help = 主機名稱或 IP 地址。
field-host-alias = ssh 設定中的別名
field-host-alias-help = 可代替地址，亦可與地址並用：伺服器 ssh 設定中的一個 Host 項目。以這裏填寫的內容為準。
field-port = 連接埠
field-user = 用戶
field-identity-source = 密鑰來源
field-identity-file = 密鑰檔案
field-identity-file-help = 在運行 Reach 的機器上的路徑；密鑰不能設有密語。
field-proxy-jump = 跳板主機
field-proxy-jump-help = 用戶@主機:連接埠，或一個別名。
field-host-fingerprint = 主機密鑰指紋
field-host-fingerprint-help = 在主機執行：ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub。沒有指紋，Reach 不會連接。
field-host-key-algorithm = 密鑰類型
identity-default = 與 ssh 相同
identity-agent = SSH 代理程式
identity-file = 密鑰檔案
value-none = 未設定
optional = 選填
form-has-errors = 有 { $count } 個欄位需要再看一看。
form-save-failed = 未儲存。{ $problem }
form-conflict = 期間有人修改了這部主機。對方的改動已和你的一同放在表格內，請再看一次，然後儲存。
error-required = 必須填寫。
error-too-long = 太長。
error-control-character = 含有不能在此使用的字元。
error-out-of-range = 必須是 1 至 65535 的數字。
error-invalid-fingerprint = 指紋的格式是 SHA256: 加上 43 個字元。
error-invalid = 不是有效的值。
error-name-taken = 已有主機使用這個名稱。

# Acting on a host
activate = 啟用
deactivate = 停用
delete = 刪除
delete-question = 要刪除 { $name }？Reach 會停止監察它，並清除它的結果。
delete-confirm = 刪除主機
deactivate-question = 要停用 { $name }？之後不再探測它，但會保留最後的結果。
deactivate-confirm = 停用主機
action-failed = 未能完成。{ $problem }
deleted = 已刪除 { $name }。

# Announcements for screen readers
announce-state = { $name }：{ $state }
announce-state-reason = { $name }：{ $state }，{ $reason }
announce-many = { $count } 部主機的狀態有變

# Import
hosts-import = 匯入
hosts-import-long = 從 ssh 設定匯入
import-title = 匯入主機
import-help = Reach 會為 ssh 設定中的每個名稱新增一部主機，並採用 known_hosts 中的密鑰。私人密鑰留在原處；在你看過將會做甚麼之前，不會有任何改動。
import-from = 讀取來源
import-from-server = 伺服器自己的檔案
import-from-text = 貼上的文字
import-ssh-config = ssh 設定
import-known-hosts = known_hosts
import-known-hosts-help = 留空則使用伺服器自己的 known_hosts。
import-preview = 查看將會匯入的內容
import-reading = 讀取中…
import-failed = 未能讀取或匯入。{ $problem }
import-preview-title = 將會匯入的內容
import-empty = 其中沒有主機。
import-nothing = 沒有可匯入的內容。
import-run = 匯入 { $count } 部主機
import-importing = 匯入中…
import-done = 已匯入 { $count } 部主機
import-created = 新增
import-merged = 合併
import-skipped = 略過
import-warnings = 未採用的行
import-pinned = 採用 known_hosts 中的密鑰。
import-no-known-key = 沒有這部主機的密鑰記錄。新增時不含密鑰，在你信任它的密鑰之前，Reach 不會連接。
import-completed = 已有這部主機；密鑰方面欠缺的資料由 known_hosts 補上。
import-same-host = 與另一個名稱是同一部主機。
import-exists = 已有這部主機，毋須補充。
import-key-differs = 已有這部主機，但它信任的密鑰與 known_hosts 不同。如果主機密鑰確實變了，請在該主機的頁面信任新密鑰。
import-name-taken = 另一部主機已使用這個名稱。
import-no-usable-key = 它的密鑰記錄全部已撤銷，或屬於 Reach 不支援的類型。
import-not-expressible = 它用到 Reach 主機沒有對應欄位的選項。請將它寫入運行 Reach 的用戶的 ssh 設定。
import-changed = 期間有人修改了它，請重新匯入。
import-config = 按 ssh 設定找不到主機：
import-name = 不能用作主機名稱：
import-wildcard = 這是一個模式，而不是某一部主機的名稱。

# Settings of the page and the server
settings-title = 設定
page-settings-title = 這個瀏覽器
theme = 配色
theme-system = 跟隨系統
theme-light = 淺色
theme-dark = 深色
configuration-title = 伺服器設定
configuration-help = 運行中的伺服器所用的值，以及每個值的來源。要修改請到來源處，而不是在這裏。
configuration-load-failed = 無法載入設定。{ $problem }
source-default = 預設值
source-file = 檔案
source-environment = 環境變數
source-flag = 指令列參數
value-on = 開
value-off = 關
interval-replaced = { $configured } → { $effective }
interval-seconds = { $seconds } 秒
clamp-negative = 間隔不能為負數，因此使用預設值。
clamp-raised = 短過最短間隔，因此使用最短間隔。
clamp-lowered = 長過最長間隔，因此使用最長間隔。
clamp-not-a-number = 不是整數秒，因此使用預設值。

# Problems with a request
problem-offline = 無法連接伺服器。
problem-timeout = 伺服器沒有及時回應。
problem-store = 數據庫暫時無法使用。
problem-has-sessions = 主機上仍有工作階段在執行，請先停止。
problem-not-found = 主機已不存在。
problem-not-active = 主機已停用。
problem-shutting-down = 伺服器正在關閉。
problem-other = 伺服器回應：{ $detail }

# 工作階段
sessions-title = 工作階段
sessions-start = 啟動工作階段
sessions-all = 所有工作階段
sessions-none = 這裏沒有工作階段。
sessions-about = 工作階段是 Reach 在主機上啟動的程式，經由運行 Reach 的機器上的連接埠來使用。
sessions-load-failed = 無法載入工作階段。{ $problem }
sessions-running = { $count } 個工作階段
session-missing-title = 這個工作階段不存在
session-load-failed = 無法載入這個工作階段。{ $problem }
session-state-starting = 啟動中
session-state-running = 執行中
session-state-stopping = 停止中
session-state-stopped = 已停止
session-state-failed = 失敗
transport-none = 未連接
transport-up = 已連接
transport-unresponsive = 沒有回應
transport-lost = 連線中斷
session-unreachable = 主機無法連接
session-unreachable-detail = 上次探測 { $host } 失敗：{ $reason }。
session-remains = 可能仍在執行
session-host = 主機
session-connection = 連線
session-remote-port = 主機上的連接埠
session-remote-pid = 主機上的程序
session-started = 啟動時間
session-not-started = 尚未執行過
age-started = { $age }啟動

# 啟動
launch-title = 啟動過程
launch-warning = 上次探測時無法連接 { $host }：{ $reason }。Reach 仍會嘗試啟動。
launch-warning-success = 上次成功：{ $age }。
launch-warning-never = 沒有成功的紀錄。
step-resolve = 查找主機
step-resolve-next = 請檢查主機的地址、別名和跳板主機。
step-dial = 連線
step-dial-next = 請檢查主機是否開機，以及是否讓 Reach 登入；在主機頁面按「立即探測」可以了解更多。
step-platform = 辨識系統
step-platform-next = 工作階段需要 Linux 或 macOS、可以執行指令的密鑰，以及不會提問也不會中途結束的登入腳本。
step-prepare = 準備
step-prepare-next = 請查看訊息中準備腳本輸出的結尾。
step-start = 啟動指令
step-start-next = 請檢查工作目錄，以及主機的磁碟是否已滿。
step-port = 取得連接埠
step-port-next = 請查看記錄。除非指定了連接埠，指令必須持續執行，並將連接埠寫入 $REACH_PORT_FILE。
step-forward = 開啟本機連接埠
step-forward-next = 請檢查運行 Reach 的機器是否還有可用的連接埠和記憶體。
step-ready = 等待接受連線
step-ready-next = 請查看記錄。指令必須監聽 127.0.0.1，主機必須允許轉送（AllowTcpForwarding）。
step-done = 完成
step-current = 進行中
step-failed = 在此失敗
step-waiting = 未到達
session-failed-at = 在 { $host } 上的「{ $step }」這一步失敗
session-failed-later = 程式在 { $host } 上自行結束
session-failed-later-next = 請查看記錄，再啟動新的工作階段。

# 工作階段的連線與操作
session-lost = 已放棄與 { $host } 的連線。本機連接埠會拒絕連線，主機上的程式仍在執行。繼續工作階段即可重新連線。
session-unresponsive = { $host } 目前沒有回應。若持續下去，就會放棄連線。
session-silence = 已經 { $seconds } 秒沒有回應。
session-disconnected = Reach 尚未連接 { $host }。重新啟動後它會自動重新連線，直到連上為止；你也可以現在就繼續工作階段。
session-may-remain = 程式可能仍在 { $host } 上執行：Reach 無法確認它已經結束。
session-stop-now = 立即停止
session-stop = 停止
session-stop-pending = 停止中…
session-resume = 繼續
session-resume-pending = 正在繼續…
session-reset = 重設
session-reset-pending = 重設中…
session-reset-help = 用於有憑證代理的工作階段：代理有回應後，就結束程式，讓它可以重新啟動。
session-delete-question = 要刪除 { $name }？它在主機上的目錄和記錄也會一併刪除。
session-delete-forced-question = { $name } 可能仍在 { $host } 上執行，仍要刪除嗎？之後 Reach 不再知道它的存在，你要自行結束它。
session-delete-confirm = 刪除工作階段
session-delete-forced = 仍要刪除
session-action-waits = 所需時間比平時長。伺服器仍在處理，結果會顯示在這一頁。
log-title = 記錄
log-help = 最後 200 行，在你查看時從主機讀取。
log-read = 顯示記錄
log-refresh = 重新整理
log-reading = 讀取中…
log-empty = 記錄是空白的。
log-failed = 無法讀取記錄。{ $problem }
address-title = 本機地址
address-help = 只能在運行 Reach 的機器上開啟。
address-copy = 複製
address-copied = 已複製。
address-not-copied = 瀏覽器不允許這個頁面複製，已改為選取地址。
address-open = 開啟

# 啟動工作階段
start-on-none = 選擇主機
start-command = 指令
start-command-help = 在前景執行，並監聽 127.0.0.1。
start-port-from = 連接埠
start-port-file = 由指令告知
start-port-given = 固定不變
start-port-file-help = 指令會將號碼寫入 $REACH_PORT_FILE 所指的檔案。
start-port = 連接埠號碼
start-workdir = 工作目錄
start-workdir-help = 留空則使用工作階段在主機上自己的目錄。
start-prepare = 準備腳本
start-prepare-help = 在指令之前由 /bin/sh 執行。若失敗，就甚麼都不啟動。
start-cleanup = 清理腳本
start-cleanup-help = 在結束指令之前由 /bin/sh 執行。
start-env = 環境變數
start-env-value = 值
start-env-add = 新增變數
start-env-remove = 移除變數 { $name }
start-broker = 憑證代理
start-broker-help = 從主機看到的 URL。有了它才能重設。
start-submit = 啟動工作階段
start-pending = 啟動中…
start-failed = 未能啟動。{ $problem }
error-env = 名稱由字母、數字和 _ 組成，不能以數字或 REACH_ 開頭。
error-env-twice = 有兩個變數同名。
error-url = 必須是 http:// 或 https:// 的 URL。

# 工作階段的播報
announce-session = 工作階段 { $name }：{ $state }
announce-session-lost = 工作階段 { $name }：連線中斷
announce-sessions-many = { $count } 個工作階段的狀態有變

# 工作階段的問題
problem-broker = 憑證代理沒有回應：{ $detail }
problem-not-connected = Reach 無法連接主機：{ $detail }
problem-host-failed = 主機未能執行：{ $detail }
problem-host-changed = 工作階段啟動後，主機的連線設定有變更。請改回原來的設定，或啟動新的工作階段。
problem-may-remain = 程式可能仍在執行，請先停止。
problem-no-broker = 這個工作階段沒有憑證代理。
problem-not-resumable = 沒有可以繼續的內容，請啟動新的工作階段。
problem-running = 工作階段尚未結束，請先停止。
problem-too-many-sessions = 工作階段過多，請停止不需要的。
problem-transport-lost = 連線中斷了，請繼續工作階段。
problem-no-session = 工作階段已不存在。

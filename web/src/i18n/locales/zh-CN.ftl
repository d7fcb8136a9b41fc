# The page
app-name = Reach
skip-to-content = 跳到正文
language = 语言
sign-out = 退出登录
back-to-hosts = 全部主机
loading = 正在加载…
not-found-title = 没有这个页面
broken-title = 此页面出错了
broken-body = 页面本身出了问题。Reach 仍在继续监视您的主机。
broken-again = 重新显示

# Access
sign-in-title = 登录
sign-in-help = Reach 启动时输出了一个登录链接，打开它即可；也可以在服务器上运行 “reach token”，把显示的内容粘贴到这里。
sign-in-token = 访问令牌
sign-in-submit = 登录
sign-in-checking = 正在验证…
sign-in-refused = 这不是本服务器的令牌。在服务器上运行 “reach token” 可查看当前令牌。
sign-in-too-many = 尝试次数过多，请等一分钟再试。
sign-in-foreign = 服务器不接受这个地址。请用 localhost、服务器的 IP 地址或 server.publicUrl 中的名称打开本页。
sign-in-failed = 无法连接服务器。请确认 Reach 正在运行，然后重试。
sign-in-expired = 您已退出登录：服务器不再接受这个令牌。

# Live updates
live-connecting = 正在连接…
live-on = 实时
live-lost = 实时更新已中断
live-lost-detail = 连接恢复之前，变化不会自动显示。Reach 会继续尝试。
live-blocked = 无法实时更新
live-blocked-detail = 服务器有响应，但用于实时更新的连接建立不起来，可能是中间的代理拦截了 WebSocket。页面会改为每个探测间隔重新读取一次主机。

# States
state-reachable = 可连接
state-unreachable = 无法连接
state-unknown = 未知
state-not-loaded = 未能得知
state-loading = 正在加载…
state-local = 本机
mark-stale = 已过时
mark-inactive = 已停用
mark-probing-off = 探测已关闭

# Reasons: a short label, what it means, what to do next
reason-config = 设置不完整
reason-config-meaning = Reach 没有尝试连接：按现有设置找不到可以连接的主机。地址或别名、已登记的主机密钥、密钥文件之中，有的缺失或无法读取。
reason-config-next = 打开设置，改好消息中提到的内容并保存，Reach 会立即重新探测。
reason-timeout = 未在限时内响应
reason-timeout-meaning = 主机没有在 10 秒内让 Reach 登录。它可能在休眠、负载过高，或者防火墙丢弃了数据包。
reason-timeout-next = 请确认机器已开机、地址没有变。如果只是一时繁忙，下一次探测就会知道。
reason-host-key = 主机密钥不符
reason-host-key-meaning = 服务器或它前面的跳板机出示的密钥与登记的不一致。机器可能重装过，地址可能已归另一台机器所有，也可能有人在中间拦截。
reason-host-key-next = 信任之前，请先在那台机器上核对指纹。确认是您的机器后，再把新指纹填入设置。
reason-auth = 登录被拒绝
reason-auth-meaning = 主机是对的，但它没有接受 Reach 的密钥。
reason-auth-next = 请检查用户名，以及公钥是否在该用户的 authorized_keys 中。使用代理时，代理必须已解锁并持有该密钥。
reason-network = 连接不上
reason-network-meaning = 无法建立连接：域名解析失败、地址已变更、端口未开放，或者没有可用的路由。
reason-network-next = 请检查地址和端口，机器是否开机，以及 SSH 服务是否在运行。
reason-unknown = 连接中途断开
reason-unknown-meaning = 连接建立后过早结束，或者对方的应答不符合 SSH 协议。
reason-unknown-next = 先看消息，再查看主机上 SSH 服务的日志。服务器限制新连接数（MaxStartups）时也会出现这种情况。

# Ages
age-checked = 检查于{ $age }
age-never-checked = 从未检查

# Overview
hosts-title = 主机
hosts-add = 添加主机
hosts-search = 按名称或地址搜索
hosts-filter = 显示
hosts-sort = 排序
filter-all = 全部
filter-unreachable = 无法连接
filter-reachable = 可连接
filter-unknown = 未知
filter-inactive = 已停用
filter-count = { $label }（{ $count }）
sort-severity = 最紧急的在前
sort-name = 名称
sort-checked = 最近检查
hosts-empty-title = 还没有主机
hosts-empty-body = 添加第一台 SSH 主机后，Reach 会持续检查：它是否在线，是否仍是您信任的那台主机，是否还能登录。
hosts-none-match = 没有符合条件的主机。
hosts-clear-filter = 显示全部主机
hosts-load-failed = 无法加载主机。{ $problem }
hosts-refresh-failed = 列表未能刷新，内容可能已过时。{ $problem }
retry = 重试
probing-off = 定期探测已关闭。这里显示的是最后一次记录的结果；“立即探测”仍可使用。

# One host
host-missing-title = 没有这台主机
host-missing-body = 它已被删除，或者链接有误。
host-load-failed = 无法加载这台主机。{ $problem }
reachability-title = 连接状态
reachability-not-known = 结果未能加载，因此不知道这台主机能否连接。{ $problem }
reachability-refresh-failed = 结果未能刷新。{ $problem }
reachability-local = 会话就在运行 Reach 的这台机器上执行，无需探测。
reachability-inactive = 这台主机已停用，不再探测。这里显示的是最后一次记录的结果。
reachability-stale = 这个结果已过时：距上次检查已超过三个探测间隔。
reachability-never = 还没有完成过探测。
below-threshold = 上次探测失败：{ $reason }
probed-host = 探测的主机
probed-host-none = 尚无
last-check = 上次检查
last-check-none = 尚未完成过检查
last-success = 上次成功
last-success-none = 没有记录
failure-count = 连续失败
failure-count-value = { $count } 次
failure-message = 消息
failure-next = 怎么办：
probe-interval = 检查间隔
probe-interval-value = { $seconds } 秒
probe-interval-off = 仅在手动请求时
probe-now = 立即探测
probe-pending = 正在探测…
probe-failed = 探测未能执行。{ $problem }
probe-done = 探测完成：{ $state }
probe-unstored-title = 您的探测结果（未保存）
probe-unstored-body = 期间设置有变动、已有更新的结果，或者写入失败。已记录的结果保持不变。

# Settings of a host
connection-title = 连接
edit = 编辑
save = 保存
saving = 正在保存…
cancel = 取消
add-title = 添加主机
edit-title = 编辑 { $name }
field-name = 名称
field-host = 地址
field-host-help = 主机名或 IP 地址。
field-host-alias = ssh 配置中的别名
field-host-alias-help = 可代替地址，也可与地址并用：服务器 ssh 配置中的一个 Host 条目。以此处填写的内容为准。
field-port = 端口
field-user = 用户
field-identity-source = 密钥来源
field-identity-file = 密钥文件
field-identity-file-help = 在运行 Reach 的机器上的路径，密钥不能带口令。
field-proxy-jump = 跳板机
field-proxy-jump-help = 用户@主机:端口，或一个别名。
field-host-fingerprint = 主机密钥指纹
field-host-fingerprint-help = 在主机上运行：ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub。没有指纹，Reach 不会连接。
field-host-key-algorithm = 密钥类型
identity-default = 与 ssh 相同
identity-agent = SSH 代理
identity-file = 密钥文件
value-none = 未设置
optional = 选填
form-has-errors = 有 { $count } 项需要再看一下。
form-save-failed = 未保存。{ $problem }
form-conflict = 期间有人修改了这台主机。对方的改动已与您的一起放在表单里，请再看一遍，然后保存。
error-required = 必填。
error-too-long = 太长。
error-control-character = 含有不能在此使用的字符。
error-out-of-range = 必须是 1 到 65535 之间的数字。
error-invalid-fingerprint = 指纹的格式是 SHA256: 加 43 个字符。
error-invalid = 不是有效的值。
error-name-taken = 已有主机使用这个名称。

# Acting on a host
activate = 启用
deactivate = 停用
delete = 删除
delete-question = 删除 { $name }？Reach 将不再监视它，并清除它的结果。
delete-confirm = 删除主机
deactivate-question = 停用 { $name }？将不再探测它，但会保留最后的结果。
deactivate-confirm = 停用主机
action-failed = 未能完成。{ $problem }
deleted = 已删除 { $name }。

# Announcements for screen readers
announce-state = { $name }：{ $state }
announce-state-reason = { $name }：{ $state }，{ $reason }
announce-many = { $count } 台主机的状态有变化

# Import
hosts-import = 导入
hosts-import-long = 从 ssh 配置导入
import-title = 导入主机
import-help = Reach 为 ssh 配置中的每个名称添加一台主机，并采用 known_hosts 中的密钥。私钥留在原处；在您看过将要做什么之前，不会有任何改动。
import-from = 读取来源
import-from-server = 服务器自己的文件
import-from-text = 粘贴的文本
import-ssh-config = ssh 配置
import-known-hosts = known_hosts
import-known-hosts-help = 留空则使用服务器自己的 known_hosts。
import-preview = 查看将导入的内容
import-reading = 正在读取…
import-failed = 未能读取或导入。{ $problem }
import-preview-title = 将要导入的内容
import-empty = 其中没有主机。
import-nothing = 没有可导入的内容。
import-run = 导入 { $count } 台主机
import-importing = 正在导入…
import-done = 已导入 { $count } 台主机
import-created = 新增
import-merged = 合并
import-skipped = 跳过
import-warnings = 未采用的行
import-pinned = 采用 known_hosts 中的密钥。
import-no-known-key = 没有这台主机的密钥记录。添加时不带密钥，在您信任它的密钥之前，Reach 不会连接它。
import-completed = 已有这台主机；密钥方面缺少的信息由 known_hosts 补上。
import-same-host = 与另一个名称是同一台主机。
import-exists = 已有这台主机，无需补充。
import-key-differs = 已有这台主机，但它信任的密钥与 known_hosts 不同。如果主机密钥确实变了，请在该主机的页面上信任新密钥。
import-name-taken = 另一台主机已使用这个名称。
import-no-usable-key = 它的密钥记录全部已吊销，或属于 Reach 不支持的类型。
import-not-expressible = 它用到了 Reach 主机没有对应字段的选项。请把它写进运行 Reach 的用户的 ssh 配置。
import-changed = 期间有人修改了它，请重新导入。
import-config = 按 ssh 配置找不到主机：
import-name = 不能用作主机名称：
import-wildcard = 这是一个模式，而不是某一台主机的名称。

# Settings of the page and the server
settings-title = 设置
page-settings-title = 此浏览器
theme = 配色
theme-system = 跟随系统
theme-light = 浅色
theme-dark = 深色
configuration-title = 服务器配置
configuration-help = 正在运行的服务器所用的值，以及每个值的来源。要修改请到来源处，而不是在这里。
configuration-load-failed = 无法加载配置。{ $problem }
source-default = 默认值
source-file = 文件
source-environment = 环境变量
source-flag = 命令行参数
value-on = 开
value-off = 关
interval-replaced = { $configured } → { $effective }
interval-seconds = { $seconds } 秒
clamp-negative = 间隔不能为负，因此使用默认值。
clamp-raised = 小于最短间隔，因此使用最短间隔。
clamp-lowered = 大于最长间隔，因此使用最长间隔。
clamp-not-a-number = 不是整数秒，因此使用默认值。

# Problems with a request
problem-offline = 无法连接服务器。
problem-timeout = 服务器没有及时响应。
problem-store = 数据库暂时不可用。
problem-has-sessions = 主机上还有会话在运行，请先停止。
problem-not-found = 主机已不存在。
problem-not-active = 主机已停用。
problem-shutting-down = 服务器正在关闭。
problem-other = 服务器返回：{ $detail }

# 会话
sessions-title = 会话
sessions-start = 启动会话
sessions-all = 所有会话
sessions-none = 这里没有会话。
sessions-about = 会话是 Reach 在主机上启动的程序，通过运行 Reach 的机器上的一个端口访问。
sessions-load-failed = 无法加载会话。{ $problem }
sessions-running = { $count } 个会话
session-missing-title = 此会话不存在
session-load-failed = 无法加载此会话。{ $problem }
session-state-starting = 正在启动
session-state-running = 运行中
session-state-stopping = 正在停止
session-state-stopped = 已停止
session-state-failed = 失败
transport-none = 未连接
transport-up = 已连接
transport-unresponsive = 没有响应
transport-lost = 连接已断
session-unreachable = 主机无法连接
session-unreachable-detail = 上次探测 { $host } 失败：{ $reason }。
session-remains = 可能仍在运行
session-host = 主机
session-connection = 连接
session-remote-port = 主机上的端口
session-remote-pid = 主机上的进程
session-started = 启动时间
session-not-started = 尚未运行过
age-started = { $age }启动

# 启动
launch-title = 启动过程
launch-warning = 上次探测时无法连接 { $host }：{ $reason }。Reach 仍在尝试启动。
launch-warning-success = 上次成功：{ $age }。
launch-warning-never = 没有成功的记录。
step-resolve = 查找主机
step-resolve-next = 请检查主机的地址、别名和跳板机。
step-dial = 连接
step-dial-next = 请检查主机是否开机，是否允许 Reach 登录；在主机页面点击“立即探测”可以了解更多。
step-platform = 识别系统
step-platform-next = 会话需要 Linux 或 macOS、可以执行命令的密钥，以及不会提问也不会中途退出的登录脚本。
step-prepare = 准备
step-prepare-next = 请查看消息中准备脚本输出的末尾。
step-start = 启动命令
step-start-next = 请检查工作目录，以及主机磁盘是否已满。
step-port = 获知端口
step-port-next = 请查看日志。除非指定了端口，命令必须持续运行，并把端口写入 $REACH_PORT_FILE。
step-forward = 打开本地端口
step-forward-next = 请检查运行 Reach 的机器是否还有可用的端口和内存。
step-ready = 等待接受连接
step-ready-next = 请查看日志。命令必须监听 127.0.0.1，主机必须允许转发（AllowTcpForwarding）。
step-done = 完成
step-current = 进行中
step-failed = 在此失败
step-waiting = 未到达
session-failed-at = 在 { $host } 上的“{ $step }”一步失败
session-failed-later = 程序在 { $host } 上自行结束
session-failed-later-next = 请查看日志，然后启动新的会话。

# 会话的连接与操作
session-lost = 已放弃与 { $host } 的连接。本地端口拒绝连接，主机上的程序仍在运行。恢复会话即可重新连接。
session-unresponsive = { $host } 目前没有响应。如果持续下去，将放弃连接。
session-silence = 已有 { $seconds } 秒没有响应。
session-disconnected = Reach 尚未连接 { $host }。重启之后它会自动重新连接，直到连上为止；您也可以现在就恢复会话。
session-may-remain = 程序可能仍在 { $host } 上运行：Reach 无法确认它已经结束。
session-stop-now = 立即停止
session-stop = 停止
session-stop-pending = 正在停止…
session-resume = 恢复
session-resume-pending = 正在恢复…
session-reset = 重置
session-reset-pending = 正在重置…
session-reset-help = 用于带有凭据代理的会话：代理有响应后，就结束程序，以便重新启动。
session-delete-question = 删除 { $name }？它在主机上的目录和日志也会一并删除。
session-delete-forced-question = { $name } 可能仍在 { $host } 上运行，仍要删除吗？此后 Reach 不再知道它的存在，您需要自行结束它。
session-delete-confirm = 删除会话
session-delete-forced = 仍然删除
session-action-waits = 所需时间比平时长。服务器仍在处理，结果会显示在本页。
log-title = 日志
log-help = 最后 200 行，在您查看时从主机读取。
log-read = 显示日志
log-refresh = 刷新
log-reading = 正在读取…
log-empty = 日志为空。
log-failed = 无法读取日志。{ $problem }
address-title = 本地地址
address-help = 只能在运行 Reach 的机器上打开。
address-copy = 复制
address-copied = 已复制。
address-not-copied = 浏览器不允许本页复制，已改为选中该地址。
address-open = 打开

# 启动会话
start-on-none = 选择主机
start-command = 命令
start-command-help = 在前台运行，并监听 127.0.0.1。
start-port-from = 端口
start-port-file = 由命令告知
start-port-given = 固定不变
start-port-file-help = 命令把端口号写入 $REACH_PORT_FILE 所指的文件。
start-port = 端口号
start-workdir = 工作目录
start-workdir-help = 留空则使用会话在主机上自己的目录。
start-prepare = 准备脚本
start-prepare-help = 在命令之前由 /bin/sh 执行。如果失败，就什么都不启动。
start-cleanup = 清理脚本
start-cleanup-help = 在结束命令之前由 /bin/sh 执行。
start-env = 环境变量
start-env-value = 值
start-env-add = 添加变量
start-env-remove = 移除变量 { $name }
start-broker = 凭据代理
start-broker-help = 从主机上看到的 URL。有了它才能重置。
start-submit = 启动会话
start-pending = 正在启动…
start-failed = 未能启动。{ $problem }
error-env = 名称由字母、数字和 _ 组成，不能以数字或 REACH_ 开头。
error-env-twice = 有两个变量同名。
error-url = 必须是 http:// 或 https:// 的 URL。

# 会话播报
announce-session = 会话 { $name }：{ $state }
announce-session-lost = 会话 { $name }：连接已断
announce-sessions-many = { $count } 个会话的状态有变化

# 会话的问题
problem-broker = 凭据代理没有响应：{ $detail }
problem-not-connected = Reach 无法连接主机：{ $detail }
problem-host-failed = 主机未能执行：{ $detail }
problem-host-changed = 会话启动之后，主机的连接设置有改动。请改回原来的设置，或启动新的会话。
problem-may-remain = 程序可能仍在运行，请先停止。
problem-no-broker = 此会话没有凭据代理。
problem-not-resumable = 没有可以恢复的内容，请启动新的会话。
problem-running = 会话尚未结束，请先停止。
problem-too-many-sessions = 会话过多，请停止不需要的会话。
problem-transport-lost = 连接已断，请恢复会话。
problem-no-session = 会话已不存在。

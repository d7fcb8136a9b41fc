# The page
app-name = Reach
skip-to-content = 本文へ移動
language = 言語
sign-out = サインアウト
back-to-hosts = すべてのホスト
loading = 読み込み中…
not-found-title = このページはありません
broken-title = このページで問題が発生しました
broken-body = ページ自体に不具合が起きました。Reach はホストの監視を続けています。
broken-again = もう一度表示

# Access
sign-in-title = サインイン
sign-in-help = Reach は起動時にサインイン用のリンクを表示します。そのリンクを開くか、サーバーで「reach token」を実行し、表示された内容をここに貼り付けてください。
sign-in-token = アクセストークン
sign-in-submit = サインイン
sign-in-checking = 確認中…
sign-in-refused = このサーバーのトークンではありません。サーバーで「reach token」を実行すると、現在のトークンを確認できます。
sign-in-too-many = 試行回数が多すぎます。1 分ほど待ってから、もう一度お試しください。
sign-in-foreign = サーバーはこのアドレスを受け付けません。localhost、サーバーの IP アドレス、または server.publicUrl の名前でこのページを開いてください。
sign-in-failed = サーバーに接続できません。Reach が動作していることを確認して、もう一度お試しください。
sign-in-expired = サインアウトしました。サーバーがこのトークンを受け付けなくなっています。

# Live updates
live-connecting = 接続中…
live-on = ライブ
live-lost = ライブ更新が途切れました
live-lost-detail = 接続が戻るまで、変化は自動では表示されません。Reach は再接続を続けています。
live-blocked = ライブ更新なし
live-blocked-detail = サーバーは応答していますが、ライブ更新用の接続を確立できません。途中のプロキシが WebSocket を遮断している可能性があります。代わりに、確認間隔ごとにホストを読み込み直します。

# States
state-reachable = 接続可能
state-unreachable = 接続不可
state-unknown = 不明
state-not-loaded = 確認できません
state-loading = 読み込み中…
state-local = このマシン
mark-stale = 古い結果
mark-inactive = 無効
mark-probing-off = 定期確認オフ

# Reasons: a short label, what it means, what to do next
reason-config = 設定が不完全
reason-config-meaning = 接続は試みていません。今の設定では、接続してよいホストが決まらないためです。アドレスまたはエイリアス、登録済みのホスト鍵、鍵ファイルのいずれかがないか、読み取れません。
reason-config-next = 設定を開き、メッセージが示す箇所を直して保存してください。すぐに確認し直します。
reason-timeout = 時間内に応答なし
reason-timeout-meaning = 10 秒以内にログインできませんでした。スリープ中か過負荷、あるいはファイアウォールがパケットを破棄している可能性があります。
reason-timeout-next = マシンが起動していて、アドレスが変わっていないことを確認してください。一時的な混雑であれば、次の確認でわかります。
reason-host-key = ホスト鍵の不一致
reason-host-key-meaning = サーバー、またはその手前の踏み台ホストが、登録済みとは異なる鍵を提示しました。マシンを再インストールした、アドレスが別のマシンに移った、または第三者が間に入っている可能性があります。
reason-host-key-next = 信頼する前に、そのマシン上でフィンガープリントを照合してください。間違いなく自分のマシンである場合に限り、新しいフィンガープリントを設定に入力してください。
reason-auth = ログイン拒否
reason-auth-meaning = ホストは正しいものの、Reach の鍵が受け入れられませんでした。
reason-auth-next = ユーザー名と、そのユーザーの authorized_keys に公開鍵があることを確認してください。エージェントを使う場合は、ロックが解除され、鍵が登録されている必要があります。
reason-network = 接続失敗
reason-network-meaning = 接続を開けませんでした。名前を解決できない、アドレスが変わった、ポートが閉じている、または経路がありません。
reason-network-next = アドレスとポート、マシンの電源、SSH サーバーが動作していることを確認してください。
reason-unknown = 接続が途中で切断
reason-unknown-meaning = 接続は開きましたが、途中で終了しました。または、相手の応答が SSH として正しくありません。
reason-unknown-next = メッセージを確認し、次にホスト側の SSH サーバーのログを確認してください。新規接続数を制限しているサーバー（MaxStartups）でも、このようになります。

# Ages
age-checked = { $age }に確認
age-never-checked = 未確認

# Overview
hosts-title = ホスト
hosts-add = ホストを追加
hosts-search = 名前またはアドレスで検索
hosts-filter = 表示
hosts-sort = 並べ替え
filter-all = すべて
filter-unreachable = 接続不可
filter-reachable = 接続可能
filter-unknown = 不明
filter-inactive = 無効
filter-count = { $label }（{ $count }）
sort-severity = 緊急度の高い順
sort-name = 名前
sort-checked = 最終確認
hosts-empty-title = ホストはまだありません
hosts-empty-body = 最初の SSH ホストを追加してください。接続できるか、信頼したホストのままか、ログインできるかを、Reach が継続して確認します。
hosts-none-match = 一致するホストはありません。
hosts-clear-filter = すべてのホストを表示
hosts-load-failed = ホストを読み込めませんでした。{ $problem }
hosts-refresh-failed = 一覧を更新できませんでした。内容が古い可能性があります。{ $problem }
retry = 再試行
probing-off = 定期確認はオフです。最後に記録された結果を表示しています。「今すぐ確認」は使えます。

# One host
host-missing-title = このホストは存在しません
host-missing-body = 削除されたか、リンクが正しくありません。
host-load-failed = このホストを読み込めませんでした。{ $problem }
reachability-title = 接続状態
reachability-not-known = 結果を読み込めなかったため、このホストに接続できるかどうかわかりません。{ $problem }
reachability-refresh-failed = 結果を更新できませんでした。{ $problem }
reachability-local = セッションは Reach と同じマシンで実行されるため、確認の必要はありません。
reachability-inactive = このホストは無効で、確認は行われません。最後に記録された結果を表示しています。
reachability-stale = この結果は古くなっています。最後の確認から、確認間隔の 3 倍を超える時間が経っています。
reachability-never = まだ一度も確認が完了していません。
below-threshold = 前回の確認に失敗：{ $reason }
probed-host = 確認したホスト
probed-host-none = まだありません
last-check = 最終確認
last-check-none = 完了した確認なし
last-success = 最後の成功
last-success-none = 記録なし
failure-count = 連続失敗
failure-count-value = { $count } 回
failure-message = メッセージ
failure-next = 対処：
probe-interval = 確認間隔
probe-interval-value = { $seconds } 秒
probe-interval-off = 手動のみ
probe-now = 今すぐ確認
probe-pending = 確認中…
probe-failed = 確認を実行できませんでした。{ $problem }
probe-done = 確認完了：{ $state }
probe-unstored-title = 今回の確認結果（未保存）
probe-unstored-body = その間に設定が変わったか、より新しい結果があるか、書き込めませんでした。記録済みの結果はそのままです。

# Settings of a host
connection-title = 接続
edit = 編集
save = 保存
saving = 保存中…
cancel = キャンセル
add-title = ホストを追加
edit-title = { $name } を編集
field-name = 名前
field-host = アドレス
field-host-help = ホスト名または IP アドレス。
field-host-alias = ssh config のエイリアス
field-host-alias-help = アドレスの代わりに、またはアドレスと併せて、サーバーの ssh config にある Host エントリを指定します。ここに入力した値が優先されます。
field-port = ポート
field-user = ユーザー
field-identity-source = 鍵の取得元
field-identity-file = 鍵ファイル
field-identity-file-help = Reach が動作しているマシン上のパス。パスフレーズなしの鍵に限ります。
field-proxy-jump = 踏み台ホスト
field-proxy-jump-help = ユーザー@ホスト:ポート、またはエイリアス。
field-host-fingerprint = ホスト鍵のフィンガープリント
field-host-fingerprint-help = ホスト上で ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub を実行します。これがないと Reach は接続しません。
field-host-key-algorithm = 鍵の種類
identity-default = ssh と同じ
identity-agent = SSH エージェント
identity-file = 鍵ファイル
value-none = 未設定
optional = 任意
form-has-errors = { $count } 個の項目を見直してください。
form-save-failed = 保存できませんでした。{ $problem }
form-conflict = その間に、ほかの人がこのホストを変更しました。その変更も、あなたの変更と併せてフォームに反映しました。もう一度確認してから保存してください。
error-required = 必須です。
error-too-long = 長すぎます。
error-control-character = 使用できない文字が含まれています。
error-out-of-range = 1 から 65535 までの数値を入力してください。
error-invalid-fingerprint = フィンガープリントは SHA256: と 43 文字の形式です。
error-invalid = 正しい値ではありません。
error-name-taken = この名前は別のホストが使用しています。

# Acting on a host
activate = 有効にする
deactivate = 無効にする
delete = 削除
delete-question = { $name } を削除しますか？監視を終了し、結果も消去します。
delete-confirm = ホストを削除
deactivate-question = { $name } を無効にしますか？以後は確認されませんが、最後の結果は残ります。
deactivate-confirm = ホストを無効にする
action-failed = 実行できませんでした。{ $problem }
deleted = { $name } を削除しました。

# Announcements for screen readers
announce-state = { $name }：{ $state }
announce-state-reason = { $name }：{ $state }、{ $reason }
announce-many = { $count } 台のホストの状態が変わりました

# Import
hosts-import = インポート
hosts-import-long = ssh config からインポート
import-title = ホストのインポート
import-help = ssh config にある名前ごとにホストを作り、known_hosts の鍵を登録します。秘密鍵には触れません。内容を確認するまで、何も変更されません。
import-from = 読み込み元
import-from-server = サーバーのファイル
import-from-text = 貼り付けたテキスト
import-ssh-config = ssh config
import-known-hosts = known_hosts
import-known-hosts-help = 空欄の場合は、サーバーの known_hosts を使用します。
import-preview = インポート内容を確認
import-reading = 読み込み中…
import-failed = 読み込みまたはインポートができませんでした。{ $problem }
import-preview-title = インポートされる内容
import-empty = ホストの記載がありません。
import-nothing = インポートするものはありません。
import-run = { $count } 台のホストをインポート
import-importing = インポート中…
import-done = { $count } 台のホストをインポートしました
import-created = 新規
import-merged = 統合
import-skipped = スキップ
import-warnings = 読み飛ばした行
import-pinned = known_hosts の鍵を登録します。
import-no-known-key = このホストの鍵は記録がありません。鍵なしで追加され、鍵を信頼するまで Reach は接続しません。
import-completed = 登録済みです。不足している鍵の情報を known_hosts から補います。
import-same-host = 別の名前と同じホストです。
import-exists = 登録済みで、追加する情報はありません。
import-key-differs = 登録済みですが、信頼している鍵が known_hosts と異なります。ホストの鍵が本当に変わったのであれば、ホストのページで新しい鍵を信頼してください。
import-name-taken = この名前は別のホストが使用しています。
import-no-usable-key = 記録されている鍵は、すべて失効しているか、Reach が対応していない種類です。
import-not-expressible = Reach のホストに項目がないオプションを使用しています。Reach を実行しているユーザーの ssh config に記載してください。
import-changed = その間に、ほかの人が変更しました。もう一度インポートしてください。
import-config = ssh config からホストが決まりません：
import-name = ホストの名前として使用できません：
import-wildcard = パターンであり、1 台のホストの名前ではありません。

# Settings of the page and the server
settings-title = 設定
page-settings-title = このブラウザー
theme = 配色
theme-system = システムに合わせる
theme-light = ライト
theme-dark = ダーク
configuration-title = サーバーの設定
configuration-help = 動作中のサーバーが使用している値と、その設定元です。変更は設定元で行います。
configuration-load-failed = 設定を読み込めませんでした。{ $problem }
source-default = 既定値
source-file = ファイル
source-environment = 環境変数
source-flag = コマンドラインオプション
value-on = オン
value-off = オフ
interval-replaced = { $configured } → { $effective }
interval-seconds = { $seconds } 秒
clamp-negative = 負の間隔は使用できないため、既定値を使用しています。
clamp-raised = 最短の間隔より短いため、最短の間隔を使用しています。
clamp-lowered = 最長の間隔より長いため、最長の間隔を使用しています。
clamp-not-a-number = 秒数が整数ではないため、既定値を使用しています。

# Problems with a request
problem-offline = サーバーに接続できません。
problem-timeout = サーバーから時間内に応答がありません。
problem-store = 現在、データベースを利用できません。
problem-has-sessions = このホストではセッションが実行中です。先に停止してください。
problem-not-found = このホストはもう存在しません。
problem-not-active = このホストは無効です。
problem-shutting-down = サーバーは終了処理中です。
problem-other = サーバーからの応答：{ $detail }

# セッション
sessions-title = セッション
sessions-start = セッションを開始
sessions-all = すべてのセッション
sessions-none = セッションはありません。
sessions-about = セッションとは、Reach がホスト上で起動するプログラムです。Reach が動作しているマシンのポートから利用できます。
sessions-load-failed = セッションを読み込めませんでした。{ $problem }
sessions-running = { $count } 件のセッション
session-missing-title = このセッションは存在しません
session-load-failed = このセッションを読み込めませんでした。{ $problem }
session-state-starting = 開始中
session-state-running = 実行中
session-state-stopping = 停止中
session-state-stopped = 停止済み
session-state-failed = 失敗
transport-none = 未接続
transport-up = 接続済み
transport-unresponsive = 応答なし
transport-lost = 接続切れ
session-unreachable = ホスト接続不可
session-unreachable-detail = { $host } の最後の確認に失敗しました：{ $reason }。
session-remains = 実行中の可能性あり
session-host = ホスト
session-connection = 接続
session-remote-port = ホスト側のポート
session-remote-pid = ホスト側のプロセス
session-started = 開始
session-not-started = まだ実行されていません
age-started = { $age }に開始

# 起動
launch-title = 起動
launch-warning = 最後の確認で { $host } に接続できませんでした：{ $reason }。そのまま起動を試みています。
launch-warning-success = 最後の成功：{ $age }。
launch-warning-never = 成功の記録はありません。
step-resolve = ホストを調べる
step-resolve-next = アドレス、エイリアス、踏み台ホストを確認してください。
step-dial = 接続する
step-dial-next = ホストの電源が入っていて、Reach がログインできることを確認してください。ホストのページの「今すぐ確認」で詳しく分かります。
step-platform = システムを判別する
step-platform-next = セッションには Linux または macOS、コマンドを実行できる鍵、入力を求めず途中で終了しないログインスクリプトが必要です。
step-prepare = 準備する
step-prepare-next = メッセージにある準備スクリプトの出力の末尾を確認してください。
step-start = コマンドを起動する
step-start-next = 作業ディレクトリと、ホストのディスクの空き容量を確認してください。
step-port = ポートを知る
step-port-next = ログを確認してください。ポートを指定しない場合、コマンドは動作し続け、ポート番号を $REACH_PORT_FILE に書き込む必要があります。
step-forward = ローカルポートを開く
step-forward-next = Reach が動作しているマシンのポートとメモリに余裕があることを確認してください。
step-ready = 接続を受け付けるまで待つ
step-ready-next = ログを確認してください。コマンドは 127.0.0.1 で待ち受け、ホストは転送（AllowTcpForwarding）を許可している必要があります。
step-done = 完了
step-current = 進行中
step-failed = ここで失敗
step-waiting = 未到達
session-failed-at = { $host } の「{ $step }」で失敗しました
session-failed-later = { $host } でプログラムが終了しました
session-failed-later-next = ログを確認してから、新しいセッションを開始してください。

# セッションの接続と操作
session-lost = { $host } との接続は切れたものと判断しました。ローカルポートは接続を拒否しますが、ホスト上のプログラムは動作し続けています。再開すると、接続し直します。
session-unresponsive = { $host } から応答がありません。このまま続くと、接続は切れたものと判断します。
session-silence = { $seconds } 秒間応答がありません。
session-disconnected = { $host } に接続していません。再起動後は、つながるまで自動で接続し直します。今すぐ再開することもできます。
session-may-remain = プログラムが { $host } でまだ動作している可能性があります。終了したことを確認できませんでした。
session-stop-now = 今すぐ停止
session-stop = 停止
session-stop-pending = 停止しています…
session-resume = 再開
session-resume-pending = 再開しています…
session-reset = リセット
session-reset-pending = リセットしています…
session-reset-help = 認証情報ブローカーを使うセッション用です。ブローカーが応答すると、プログラムを終了し、新しく起動できるようにします。
session-delete-question = { $name } を削除しますか？ホスト上のディレクトリも、ログとともに削除されます。
session-delete-forced-question = { $host } でまだ動作している可能性がありますが、{ $name } を削除しますか？Reach はこのセッションを把握できなくなるため、ご自身で終了させる必要があります。
session-delete-confirm = セッションを削除
session-delete-forced = それでも削除
session-action-waits = 通常より時間がかかっています。サーバーは処理を続けており、結果はこのページに表示されます。
log-title = ログ
log-help = 末尾の 200 行です。表示するたびにホストから読み取ります。
log-read = ログを表示
log-refresh = 更新
log-reading = 読み込み中…
log-empty = ログは空です。
log-failed = ログを読み取れませんでした。{ $problem }
address-title = ローカルアドレス
address-help = Reach が動作しているマシンでのみ開けます。
address-copy = コピー
address-copied = コピーしました。
address-not-copied = ブラウザーがコピーを許可していないため、アドレスを選択しました。
address-open = 開く

# セッションの開始
start-on-none = ホストを選択
start-command = コマンド
start-command-help = フォアグラウンドで動作し、127.0.0.1 で待ち受けるもの。
start-port-from = ポート
start-port-file = コマンドが知らせる
start-port-given = 固定
start-port-file-help = コマンドが、$REACH_PORT_FILE の示すファイルに番号を書き込みます。
start-port = ポート番号
start-workdir = 作業ディレクトリ
start-workdir-help = 空欄の場合は、ホスト上のセッション専用ディレクトリ。
start-prepare = 準備スクリプト
start-prepare-help = コマンドの前に /bin/sh で実行します。失敗すると、何も起動しません。
start-cleanup = 後始末スクリプト
start-cleanup-help = コマンドを終了する前に /bin/sh で実行します。
start-env = 環境変数
start-env-value = 値
start-env-add = 変数を追加
start-env-remove = 変数 { $name } を削除
start-broker = 認証情報ブローカー
start-broker-help = ホストから見た URL。リセットできるようになります。
start-submit = セッションを開始
start-pending = 開始しています…
start-failed = 開始できませんでした。{ $problem }
error-env = 名前に使えるのは英字、数字、_ です。数字や REACH_ で始めることはできません。
error-env-twice = 同じ名前の変数があります。
error-url = http:// または https:// の URL を入力してください。

# セッションに関する読み上げ
announce-session = セッション { $name }：{ $state }
announce-session-lost = セッション { $name }：接続が切れました
announce-sessions-many = { $count } 件のセッションの状態が変わりました

# セッションの問題
problem-broker = 認証情報ブローカーから応答がありません：{ $detail }
problem-not-connected = ホストに接続できませんでした：{ $detail }
problem-host-failed = ホストで実行できませんでした：{ $detail }
problem-host-changed = セッションの開始後に、ホストの接続設定が変更されました。元に戻すか、新しいセッションを開始してください。
problem-may-remain = プログラムがまだ動作している可能性があります。先に停止してください。
problem-no-broker = このセッションには認証情報ブローカーがありません。
problem-not-resumable = 再開できるものが残っていません。新しいセッションを開始してください。
problem-running = セッションはまだ終了していません。先に停止してください。
problem-too-many-sessions = セッションが多すぎます。不要なものを停止してください。
problem-transport-lost = 接続が切れています。セッションを再開してください。
problem-no-session = このセッションはもう存在しません。

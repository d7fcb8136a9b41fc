# The page
app-name = Reach
skip-to-content = Zum Inhalt springen
language = Sprache
sign-out = Abmelden
back-to-hosts = Alle Hosts
loading = Wird geladen …
not-found-title = Diese Seite gibt es nicht
broken-title = Diese Seite ist abgestürzt
broken-body = In der Seite selbst ist etwas schiefgegangen. Reach beobachtet Ihre Hosts weiter.
broken-again = Erneut anzeigen

# Access
sign-in-title = Anmelden
sign-in-help = Beim Start hat Reach einen Anmeldelink ausgegeben. Öffnen Sie ihn, oder führen Sie auf dem Server „reach token“ aus und fügen Sie die Ausgabe hier ein.
sign-in-token = Zugangstoken
sign-in-submit = Anmelden
sign-in-checking = Wird geprüft …
sign-in-refused = Dieses Token gehört nicht zu diesem Server. „reach token“ auf dem Server zeigt das gültige an.
sign-in-too-many = Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann erneut.
sign-in-foreign = Unter dieser Adresse antwortet der Server nicht. Öffnen Sie die Seite über localhost, über die IP-Adresse des Servers oder über den Namen in server.publicUrl.
sign-in-failed = Der Server ist nicht zu erreichen. Prüfen Sie, ob Reach läuft, und versuchen Sie es dann erneut.
sign-in-expired = Sie wurden abgemeldet: Der Server nimmt dieses Token nicht mehr an.

# Live updates
live-connecting = Verbindung wird aufgebaut …
live-on = Live
live-lost = Live-Aktualisierung unterbrochen
live-lost-detail = Bis die Verbindung wieder steht, erscheinen Änderungen nicht von selbst. Reach versucht es weiter.
live-blocked = Keine Live-Aktualisierung
live-blocked-detail = Der Server antwortet, aber die Verbindung für Live-Aktualisierungen kommt nicht zustande. Womöglich lässt ein Proxy dazwischen kein WebSocket durch. Die Hosts werden stattdessen einmal je Prüfintervall neu gelesen.

# States
state-reachable = Erreichbar
state-unreachable = Nicht erreichbar
state-unknown = Unbekannt
state-not-loaded = Nicht bekannt
state-loading = Wird geladen …
state-local = Dieser Rechner
mark-stale = Veraltet
mark-inactive = Deaktiviert
mark-probing-off = Prüfung aus

# Reasons: a short label, what it means, what to do next
reason-config = Einstellungen unvollständig
reason-config-meaning = Reach hat es gar nicht erst versucht: Die Einstellungen führen zu keinem Host, zu dem eine Verbindung aufgebaut werden darf. Adresse oder Alias, der hinterlegte Host-Schlüssel oder die Schlüsseldatei fehlt oder ist nicht lesbar.
reason-config-next = Öffnen Sie die Einstellungen, beheben Sie, was die Meldung nennt, und speichern Sie. Reach prüft dann sofort erneut.
reason-timeout = Keine Antwort in der vorgegebenen Zeit
reason-timeout-meaning = Der Host hat Reach nicht innerhalb von 10 Sekunden hereingelassen. Vielleicht schläft er, ist überlastet, oder eine Firewall verschluckt die Pakete.
reason-timeout-next = Prüfen Sie, ob der Rechner läuft und seine Adresse noch stimmt. War er nur beschäftigt, zeigt das die nächste Prüfung.
reason-host-key = Falscher Host-Schlüssel
reason-host-key-meaning = Der Server oder der Jump-Host davor hat einen anderen Schlüssel vorgelegt als den hinterlegten. Der Rechner wurde vielleicht neu aufgesetzt, seine Adresse gehört jetzt einem anderen, oder jemand sitzt dazwischen.
reason-host-key-next = Vergleichen Sie den Fingerabdruck am Rechner selbst. Nur wenn es wirklich Ihr Rechner ist, vertrauen Sie dem neuen Schlüssel.
reason-auth = Anmeldung abgelehnt
reason-auth-meaning = Es ist der richtige Host, aber er hat den Schlüssel von Reach nicht angenommen.
reason-auth-next = Prüfen Sie den Benutzernamen und ob der öffentliche Schlüssel in authorized_keys dieses Benutzers steht. Ein SSH-Agent muss entsperrt sein und den Schlüssel enthalten.
reason-network = Keine Verbindung
reason-network-meaning = Es kam keine Verbindung zustande: Der Name lässt sich nicht auflösen, die Adresse hat sich geändert, der Port ist geschlossen, oder es führt kein Weg dorthin.
reason-network-next = Prüfen Sie Adresse und Port, ob der Rechner eingeschaltet ist und ob sein SSH-Server läuft.
reason-unknown = Verbindung abgebrochen
reason-unknown-meaning = Die Verbindung stand und endete dann zu früh, oder was dort antwortet, spricht nicht wie erwartet SSH.
reason-unknown-next = Lesen Sie die Meldung und dann das Protokoll des SSH-Servers auf dem Host. Auch ein Server, der neue Verbindungen begrenzt (MaxStartups), zeigt sich so.

# Ages
age-checked = Geprüft: { $age }
age-never-checked = Noch nie geprüft

# Overview
hosts-title = Hosts
hosts-add = Host hinzufügen
hosts-search = Nach Name oder Adresse suchen
hosts-filter = Anzeigen
hosts-sort = Sortieren nach
filter-all = Alle
filter-unreachable = Nicht erreichbar
filter-reachable = Erreichbar
filter-unknown = Unbekannt
filter-inactive = Deaktiviert
filter-count = { $label } ({ $count })
sort-severity = Dringendstes zuerst
sort-name = Name
sort-checked = Zuletzt geprüft
hosts-empty-title = Noch keine Hosts
hosts-empty-body = Fügen Sie den ersten SSH-Host hinzu. Reach prüft dann laufend, ob er da ist, ob es noch der Host ist, dem Sie vertraut haben, und ob er Sie hereinlässt.
hosts-none-match = Kein Host passt dazu.
hosts-clear-filter = Alle Hosts anzeigen
hosts-load-failed = Die Hosts konnten nicht geladen werden. { $problem }
hosts-refresh-failed = Die Liste konnte nicht aktualisiert werden und ist vielleicht veraltet. { $problem }
retry = Erneut versuchen
probing-off = Die regelmäßige Prüfung ist ausgeschaltet. Gezeigt wird das letzte gespeicherte Ergebnis; „Jetzt prüfen“ geht weiterhin.

# One host
host-missing-title = Diesen Host gibt es nicht
host-missing-body = Er wurde gelöscht, oder der Link stimmt nicht.
host-load-failed = Dieser Host konnte nicht geladen werden. { $problem }
reachability-title = Erreichbarkeit
reachability-not-known = Ob dieser Host erreichbar ist, ist nicht bekannt: Das Ergebnis konnte nicht geladen werden. { $problem }
reachability-refresh-failed = Das Ergebnis konnte nicht aktualisiert werden. { $problem }
reachability-local = Sitzungen laufen hier auf demselben Rechner wie Reach. Da gibt es nichts zu prüfen.
reachability-inactive = Dieser Host ist deaktiviert und wird nicht geprüft. Gezeigt wird das letzte gespeicherte Ergebnis.
reachability-stale = Dieses Ergebnis ist veraltet: Die letzte Prüfung liegt mehr als drei Intervalle zurück.
reachability-never = Es wurde noch keine Prüfung abgeschlossen.
below-threshold = Letzte Prüfung fehlgeschlagen: { $reason }
probed-host = Geprüfter Host
probed-host-none = Noch keiner
last-check = Letzte Prüfung
last-check-none = Keine abgeschlossene Prüfung
last-success = Letzter Erfolg
last-success-none = Keiner verzeichnet
failure-count = Fehlschläge in Folge
failure-count-value =
    { $count ->
        [one] { $count } Fehlschlag
       *[other] { $count } Fehlschläge
    }
failure-message = Meldung
failure-next = Was zu tun ist:
probe-interval = Prüfung alle
probe-interval-value =
    { $seconds ->
        [one] { $seconds } Sekunde
       *[other] { $seconds } Sekunden
    }
probe-interval-off = Nur auf Wunsch
probe-now = Jetzt prüfen
probe-pending = Wird geprüft …
probe-failed = Die Prüfung konnte nicht ausgeführt werden. { $problem }
probe-done = Prüfung beendet: { $state }
probe-unstored-title = Ergebnis Ihrer Prüfung, nicht gespeichert
probe-unstored-body = Die Einstellungen haben sich inzwischen geändert, es gibt ein neueres Ergebnis, oder es ließ sich nicht schreiben. Das gespeicherte Ergebnis bleibt, wie es war.

# Settings of a host
connection-title = Verbindung
edit = Bearbeiten
save = Speichern
saving = Wird gespeichert …
cancel = Abbrechen
add-title = Host hinzufügen
edit-title = { $name } bearbeiten
field-name = Name
field-host = Adresse
field-host-help = Hostname oder IP-Adresse.
field-host-alias = Alias aus der SSH-Konfiguration
field-host-alias-help = Statt einer Adresse oder zusätzlich: ein Host-Eintrag aus der SSH-Konfiguration des Servers. Was hier eingetragen ist, hat Vorrang.
field-port = Port
field-user = Benutzer
field-identity-source = Schlüssel aus
field-identity-file = Schlüsseldatei
field-identity-file-help = Pfad auf dem Rechner, auf dem Reach läuft; ohne Passphrase.
field-proxy-jump = Jump-Host
field-proxy-jump-help = benutzer@host:port oder ein Alias.
field-host-fingerprint = Fingerabdruck des Host-Schlüssels
field-host-fingerprint-help = Falls Sie ihn kennen; der Test vergleicht ihn dann. Am Rechner selbst: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub. Bleibt das Feld leer, zeigt der Test den Schlüssel, und Sie entscheiden.
field-host-key-algorithm = Schlüsseltyp
identity-default = Wie bei ssh
identity-agent = SSH-Agent
identity-file = Schlüsseldatei
value-none = Nicht gesetzt
optional = optional
form-has-errors =
    { $count ->
        [one] { $count } Feld braucht noch einen Blick.
       *[other] { $count } Felder brauchen noch einen Blick.
    }
form-save-failed = Nicht gespeichert. { $problem }
form-conflict = Jemand anderes hat diesen Host inzwischen geändert. Diese Änderungen stehen jetzt neben Ihren im Formular. Sehen Sie es noch einmal durch und speichern Sie dann.
error-required = Erforderlich.
error-too-long = Zu lang.
error-control-character = Enthält Zeichen, die hier nicht verwendet werden können.
error-out-of-range = Muss eine Zahl von 1 bis 65535 sein.
error-invalid-fingerprint = Ein Fingerabdruck besteht aus SHA256: und 43 weiteren Zeichen.
error-invalid = Kein gültiger Wert.
error-name-taken = Ein anderer Host heißt schon so.

# Testing a connection, trusting its key
test-title = Verbindungstest
test-help = Probiert aus, was oben eingetragen ist, und zeigt den Schlüssel des Hosts. Gespeichert wird dabei nichts.
test-run = Verbindung testen
test-again = Erneut testen
test-running = Wird getestet …
test-waiting = Wartet, bis er an der Reihe ist …
test-cancel = Test abbrechen
test-stale = Die Einstellungen wurden nach diesem Test geändert. Testen Sie erneut.
test-not-run = Der Test konnte nicht ausgeführt werden. { $problem }
test-ok = Die Verbindung funktioniert.
test-ok-unpinned = Der Host lässt Reach ein. Plattform und git werden erst betrachtet, wenn sein Schlüssel als vertrauenswürdig gilt: Testen Sie dann erneut.
test-refused = Der Test kam nicht durch: { $reason }
test-timeout-meaning = Der Host hat nicht innerhalb von 30 Sekunden geantwortet. Vielleicht schläft er oder ist überlastet, oder eine Firewall verschluckt die Pakete.
test-config-next = Berichtigen Sie, was die Meldung nennt, und testen Sie erneut.
test-jump-key-next = Es ist der Schlüssel des Jump-Hosts. Vergleichen Sie ihn am Jump-Host selbst; hat er sich wirklich geändert, entfernen Sie auf dem Server die alte Zeile aus known_hosts: ssh-keygen -R.
test-step-resolve = Einstellungen
test-step-connect = Verbindung
test-step-host-key = Host-Schlüssel
test-step-authenticate = Anmeldung
test-step-platform = Plattform
test-step-git = git
test-step-passed = OK
test-step-missing = Nicht gefunden
test-step-failed = Fehlgeschlagen
key-first = Reach kennt den Schlüssel von { $host } noch nicht. Der Host hat diesen gezeigt:
key-same = Der Host zeigt den erwarteten Schlüssel.
key-changed-title = Der Schlüssel von { $host } hat sich geändert.
key-changed-warning = Das ist kein Erstkontakt: Bisher galt ein anderer Schlüssel als vertrauenswürdig. Vielleicht wurde der Rechner neu installiert, vielleicht gehört seine Adresse inzwischen zu einem anderen, oder jemand sitzt dazwischen und liest alles mit. Vertrauen Sie dem neuen Schlüssel erst, wenn Sie ihn am Rechner selbst verglichen haben.
key-unexpected-title = { $host } zeigt einen anderen Schlüssel als den eingetragenen.
key-unexpected-warning = Entweder enthält der Fingerabdruck einen Tippfehler oder gehört zu einem anderen Rechner, oder jemand sitzt dazwischen und liest alles mit. Vertrauen Sie dem gezeigten Schlüssel erst, wenn Sie ihn am Rechner selbst verglichen haben.
key-entered = Oben eingetragen
key-pinned = Bisher vertraut
key-shown = Jetzt gezeigt
key-compare = Am Rechner selbst, nicht über diese Verbindung:
trust-key = Ich vertraue diesem Schlüssel
trust-compared = Ich habe den Fingerabdruck am Rechner selbst verglichen, und er stimmt überein
trust-changed = Dem neuen Schlüssel anstelle des alten vertrauen
trust-unexpected = Dem gezeigten Schlüssel anstelle des eingetragenen vertrauen
save-needs-trust = Zum Speichern testen Sie die Verbindung und vertrauen Sie dem Schlüssel, oder wählen Sie, ohne Test zu speichern.
save-untested = Ohne Test speichern
save-untested-pinned = Reach verbindet sich dann nur, wenn der Host genau den Schlüssel mit dem Fingerabdruck oben zeigt.
save-untested-unpinned = Ohne vertrauenswürdigen Schlüssel verbindet sich Reach nicht: Der Host erscheint als „{ $reason }“, bis Sie seinem Schlüssel vertrauen.
sessions-stay-question =
    { $count ->
        [one] { $count } Sitzung läuft auf { $name }. Sie bleibt auf dem alten Host; nur neue Sitzungen verwenden die neuen Einstellungen.
       *[other] { $count } Sitzungen laufen auf { $name }. Sie bleiben auf dem alten Host; nur neue Sitzungen verwenden die neuen Einstellungen.
    }
sessions-stay-confirm = Trotzdem speichern
trust-title = Host-Schlüssel von { $name }
trust-many-title = Geänderte Host-Schlüssel
trust-many-help = Diese Hosts zeigen einen anderen Schlüssel als den vertrauten. Wenn Sie die Rechner nicht gerade neu installiert oder ausgetauscht haben, klären Sie erst, woran es liegt, bevor Sie irgendetwas vertrauen.
trust-nothing = Kein Host zeigt einen geänderten Schlüssel.
trust-tick = Dem neuen Schlüssel von { $name } vertrauen
trust-compared-many = Ich habe jeden angekreuzten Fingerabdruck am jeweiligen Rechner verglichen, und sie stimmen überein
trust-run =
    { $count ->
        [one] { $count } Schlüssel vertrauen
       *[other] { $count } Schlüsseln vertrauen
    }
trust-done = Der Schlüssel gilt jetzt als vertrauenswürdig. Reach prüft den Host gerade.
trust-back = Zurück
trust-review = Schlüssel vergleichen
trust-first = Testen und Schlüssel vertrauen
hosts-changed-keys =
    { $count ->
        [one] { $count } Host zeigt einen anderen Schlüssel als den vertrauten.
       *[other] { $count } Hosts zeigen einen anderen Schlüssel als den vertrauten.
    }

# Acting on a host
activate = Aktivieren
deactivate = Deaktivieren
delete = Löschen
delete-question = { $name } löschen? Reach beobachtet den Host dann nicht mehr und vergisst sein Ergebnis.
delete-confirm = Host löschen
deactivate-question = { $name } deaktivieren? Der Host wird nicht mehr geprüft; sein letztes Ergebnis bleibt erhalten.
deactivate-confirm = Host deaktivieren
action-failed = Nicht ausgeführt. { $problem }
deleted = { $name } wurde gelöscht.

# Announcements for screen readers
announce-state = { $name }: { $state }
announce-state-reason = { $name }: { $state }, { $reason }
announce-many =
    { $count ->
        [one] { $count } Host hat seinen Zustand geändert
       *[other] { $count } Hosts haben ihren Zustand geändert
    }

# Import
hosts-import = Importieren
hosts-import-long = Aus SSH-Konfiguration importieren
import-title = Hosts importieren
import-help = Reach legt für jeden Namen einer SSH-Konfiguration einen Host an, mit dem Schlüssel aus known_hosts. Private Schlüssel bleiben, wo sie sind; geändert wird nichts, bevor Sie gesehen haben, was geschehen würde.
import-from = Quelle
import-from-server = Dateien des Servers
import-from-text = Eingefügter Text
import-ssh-config = SSH-Konfiguration
import-known-hosts = known_hosts
import-known-hosts-help = Bleibt das Feld leer, gilt die known_hosts des Servers.
import-preview = Vorschau zeigen
import-reading = Wird gelesen …
import-failed = Es konnte nichts gelesen oder importiert werden. { $problem }
import-preview-title = Was importiert würde
import-empty = Dort ist kein Host genannt.
import-nothing = Es gibt nichts zu importieren.
import-run =
    { $count ->
        [one] { $count } Host importieren
       *[other] { $count } Hosts importieren
    }
import-importing = Wird importiert …
import-done =
    { $count ->
        [one] { $count } Host importiert
       *[other] { $count } Hosts importiert
    }
import-created = Neu
import-merged = Zusammengeführt
import-skipped = Übersprungen
import-warnings = Ausgelassene Zeilen
import-pinned = Mit dem Schlüssel aus known_hosts.
import-no-known-key = Zu diesem Host ist kein Schlüssel bekannt. Er wird ohne angelegt, und Reach verbindet sich erst, wenn Sie seinem Schlüssel vertrauen.
import-completed = Schon vorhanden; übernimmt aus known_hosts, was zu seinem Schlüssel fehlt.
import-same-host = Derselbe Host wie unter einem anderen Namen.
import-exists = Schon vorhanden, nichts zu ergänzen.
import-key-differs = Schon vorhanden, vertraut aber einem anderen Schlüssel als known_hosts. Hat sich der Schlüssel wirklich geändert, vertrauen Sie dem neuen auf der Seite des Hosts.
import-name-taken = Ein anderer Host heißt schon so.
import-no-usable-key = Alle bekannten Schlüssel sind widerrufen oder von einem Typ, den Reach nicht beherrscht.
import-not-expressible = Verwendet Optionen, für die ein Host in Reach kein Feld hat. Tragen Sie ihn in die SSH-Konfiguration des Benutzers ein, unter dem Reach läuft.
import-changed = Wurde inzwischen von jemand anderem geändert. Importieren Sie erneut.
import-config = Die SSH-Konfiguration führt zu keinem Host:
import-name = Kein Name, den ein Host haben kann:
import-wildcard = Ein Muster, nicht der Name eines einzelnen Hosts.

# Settings of the page and the server
settings-title = Einstellungen
page-settings-title = Dieser Browser
theme = Farben
theme-system = Wie das System
theme-light = Hell
theme-dark = Dunkel
configuration-title = Serverkonfiguration
configuration-help = Womit der laufende Server arbeitet und woher jeder Wert stammt. Geändert wird er dort, nicht hier.
configuration-load-failed = Die Konfiguration konnte nicht geladen werden. { $problem }
source-default = Vorgabe
source-file = Datei
source-environment = Umgebungsvariable
source-flag = Kommandozeile
value-on = Ein
value-off = Aus
interval-replaced = { $configured } → { $effective }
interval-seconds = { $seconds } s
clamp-negative = Ein negatives Intervall wird nicht verwendet; es gilt die Vorgabe.
clamp-raised = Kürzer als das kleinste Intervall; dieses gilt stattdessen.
clamp-lowered = Länger als das größte Intervall; dieses gilt stattdessen.
clamp-not-a-number = Keine ganze Zahl von Sekunden; es gilt die Vorgabe.

# Problems with a request
problem-offline = Der Server ist nicht zu erreichen.
problem-timeout = Der Server hat nicht rechtzeitig geantwortet.
problem-store = Die Datenbank ist zurzeit nicht verfügbar.
problem-has-sessions = Auf dem Host laufen noch Sitzungen. Beenden Sie sie zuerst.
problem-not-found = Den Host gibt es nicht mehr.
problem-not-active = Der Host ist deaktiviert.
problem-shutting-down = Der Server wird gerade beendet.
problem-busy = Der Server ist mit anderen Tests beschäftigt. Versuchen Sie es gleich noch einmal.
problem-other = Meldung des Servers: { $detail }

# Sitzungen
sessions-title = Sitzungen
sessions-start = Sitzung starten
sessions-all = Alle Sitzungen
sessions-none = Hier gibt es keine Sitzungen.
sessions-about = Eine Sitzung ist ein Programm, das Reach auf einem Host startet und das Sie über einen Port des Rechners erreichen, auf dem Reach läuft.
sessions-load-failed = Die Sitzungen konnten nicht geladen werden. { $problem }
sessions-running =
    { $count ->
        [one] { $count } Sitzung
       *[other] { $count } Sitzungen
    }
session-missing-title = Diese Sitzung gibt es nicht
session-load-failed = Diese Sitzung konnte nicht geladen werden. { $problem }
session-state-starting = Startet
session-state-running = Läuft
session-state-stopping = Wird beendet
session-state-stopped = Beendet
session-state-failed = Fehlgeschlagen
transport-none = Nicht verbunden
transport-up = Verbunden
transport-unresponsive = Keine Antwort
transport-lost = Verbindung verloren
session-unreachable = Host nicht erreichbar
session-unreachable-detail = Die letzte Prüfung von { $host } ist fehlgeschlagen: { $reason }.
session-remains = Läuft vielleicht noch
session-host = Host
session-show-host = Host anzeigen
session-connection = Verbindung
session-remote-port = Port auf dem Host
session-remote-pid = Prozess auf dem Host
session-created = Angelegt
session-started = Gestartet
session-not-started = Ist noch nicht gelaufen
age-created = Angelegt { $age }
age-started = Gestartet { $age }

# Ein Start
launch-title = Start
launch-warning = { $host } war bei der letzten Prüfung nicht erreichbar: { $reason }. Reach versucht es trotzdem.
launch-warning-success = Letzter Erfolg: { $age }.
launch-warning-never = Es ist kein Erfolg verzeichnet.
step-resolve = Host ermitteln
step-resolve-next = Prüfen Sie Adresse, Alias und Jump-Host des Hosts.
step-dial = Verbinden
step-dial-next = Prüfen Sie, ob der Host eingeschaltet ist und Reach hereinlässt; „Jetzt prüfen“ auf seiner Seite sagt mehr.
step-platform = System erkennen
step-platform-next = Sitzungen brauchen Linux oder macOS, einen Schlüssel, der Befehle ausführen darf, und ein Login-Skript, das weder fragt noch abbricht.
step-prepare = Vorbereiten
step-prepare-next = Sehen Sie sich in der Meldung das Ende der Ausgabe des Vorbereitungsskripts an.
step-start = Befehl starten
step-start-next = Prüfen Sie das Arbeitsverzeichnis und ob auf dem Host noch Speicherplatz frei ist.
step-port = Port erfahren
step-port-next = Lesen Sie das Protokoll. Der Befehl muss weiterlaufen und seinen Port in $REACH_PORT_FILE schreiben, außer wenn ein fester Port angegeben ist.
step-forward = Lokalen Port öffnen
step-forward-next = Prüfen Sie, ob der Rechner, auf dem Reach läuft, noch Ports und Arbeitsspeicher frei hat.
step-ready = Warten, bis er Verbindungen annimmt
step-ready-next = Lesen Sie das Protokoll. Der Befehl muss auf 127.0.0.1 lauschen, und der Host muss Weiterleitungen erlauben (AllowTcpForwarding).
step-done = erledigt
step-current = im Gange
step-failed = hier fehlgeschlagen
step-waiting = nicht erreicht
session-failed-at = Fehlgeschlagen bei „{ $step }“ auf { $host }
session-failed-later = Auf { $host } von selbst geendet
session-failed-later-next = Lesen Sie das Protokoll, und starten Sie dann eine neue Sitzung.

# Die Verbindung einer Sitzung, und was man mit ihr tun kann
session-lost = Die Verbindung zu { $host } wurde aufgegeben. Der lokale Port nimmt nichts mehr an; das Programm auf dem Host läuft weiter. Setzen Sie die Sitzung fort, um sich neu zu verbinden.
session-cut = Die Verbindung zu { $host } ist abgebrochen. Der lokale Port nimmt nichts mehr an; das Programm auf dem Host läuft weiter. Setzen Sie die Sitzung fort, um sich neu zu verbinden.
session-unresponsive = { $host } antwortet zurzeit nicht. Bleibt es dabei, wird die Verbindung aufgegeben.
session-silence =
    { $seconds ->
        [one] Seit { $seconds } Sekunde keine Antwort.
       *[other] Seit { $seconds } Sekunden keine Antwort.
    }
session-disconnected = Reach ist nicht mit { $host } verbunden. Nach einem Neustart verbindet es sich von selbst wieder, so oft es nötig ist; Sie können die Sitzung auch jetzt fortsetzen.
session-may-remain = Auf { $host } läuft das Programm vielleicht noch: Reach konnte nicht sicherstellen, dass es beendet ist.
session-stop-now = Jetzt beenden
session-stop = Beenden
session-stop-pending = Wird beendet …
session-resume = Fortsetzen
session-resume-pending = Wird fortgesetzt …
session-reset = Zurücksetzen
session-reset-pending = Wird zurückgesetzt …
session-reset-help = Für Sitzungen mit einem Credential-Broker: Sobald der Broker antwortet, wird das Programm beendet, damit es neu gestartet werden kann.
session-delete-question = { $name } löschen? Auch das Verzeichnis der Sitzung auf dem Host wird gelöscht, mit dem Protokoll.
session-delete-forced-question = { $name } löschen, obwohl die Sitzung auf { $host } vielleicht noch läuft? Reach weiß dann nichts mehr von ihr, und Sie müssen sie selbst beenden.
session-delete-confirm = Sitzung löschen
session-delete-forced = Trotzdem löschen
session-action-waits = Es dauert länger als sonst. Der Server arbeitet weiter daran, und diese Seite zeigt, was daraus wird.
log-title = Protokoll
log-help = Die letzten 200 Zeilen; auf dem Host gelesen, wenn Sie es verlangen.
log-read = Protokoll zeigen
log-refresh = Aktualisieren
log-reading = Wird gelesen …
log-empty = Das Protokoll ist leer.
log-failed = Das Protokoll konnte nicht gelesen werden. { $problem }
address-title = Lokale Adresse
address-help = Nur auf dem Rechner zu öffnen, auf dem Reach läuft.
address-copy = Kopieren
address-copied = Kopiert.
address-not-copied = Der Browser lässt die Seite nicht kopieren. Die Adresse ist stattdessen markiert.
address-open = Öffnen

# Eine Sitzung starten
start-on-none = Host auswählen
start-command = Befehl
start-command-help = Läuft im Vordergrund und lauscht auf 127.0.0.1.
start-port-from = Sein Port
start-port-file = Der Befehl teilt ihn mit
start-port-given = Immer derselbe
start-port-file-help = Der Befehl schreibt die Nummer in die Datei, die $REACH_PORT_FILE nennt.
start-port = Portnummer
start-workdir = Arbeitsverzeichnis
start-workdir-help = Bleibt es leer, das eigene Verzeichnis der Sitzung auf dem Host.
start-prepare = Vorbereitungsskript
start-prepare-help = Für /bin/sh, vor dem Befehl. Schlägt es fehl, wird nichts gestartet.
start-cleanup = Aufräumskript
start-cleanup-help = Für /bin/sh, bevor der Befehl beendet wird.
start-env = Umgebung
start-env-value = Wert
start-env-add = Variable hinzufügen
start-env-remove = Variable { $name } entfernen
start-broker = Credential-Broker
start-broker-help = Seine URL aus Sicht des Hosts. Macht das Zurücksetzen möglich.
start-submit = Sitzung starten
start-pending = Wird gestartet …
start-failed = Nicht gestartet. { $problem }
error-env = Ein Name besteht aus Buchstaben, Ziffern und _, beginnt nicht mit einer Ziffer und nicht mit REACH_.
error-env-twice = Zwei Variablen heißen so.
error-url = Muss eine URL mit http:// oder https:// sein.

# Ansagen zu Sitzungen
announce-session = Sitzung { $name }: { $state }
announce-session-lost = Sitzung { $name }: Verbindung verloren
announce-sessions-many =
    { $count ->
        [one] { $count } Sitzung hat ihren Zustand geändert
       *[other] { $count } Sitzungen haben ihren Zustand geändert
    }

# Probleme mit einer Sitzung
problem-broker = Der Credential-Broker antwortet nicht: { $detail }
problem-not-connected = Reach konnte sich nicht mit dem Host verbinden: { $detail }
problem-host-failed = Der Host hat es nicht getan: { $detail }
problem-host-changed = Die Verbindung des Hosts wurde seit dem Start der Sitzung geändert. Ändern Sie sie zurück, oder starten Sie eine neue Sitzung.
problem-may-remain = Das Programm läuft vielleicht noch. Beenden Sie es zuerst.
problem-no-broker = Diese Sitzung hat keinen Credential-Broker.
problem-not-resumable = Es ist nichts mehr da, was sich fortsetzen ließe. Starten Sie eine neue Sitzung.
problem-running = Die Sitzung ist noch nicht beendet. Beenden Sie sie zuerst.
problem-too-many-sessions = Es gibt zu viele Sitzungen. Beenden Sie einige, die Sie nicht brauchen.
problem-transport-lost = Die Verbindung ist verloren. Setzen Sie die Sitzung fort.
problem-no-session = Die Sitzung gibt es nicht mehr.

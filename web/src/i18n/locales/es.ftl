# The page
app-name = Reach
skip-to-content = Ir al contenido
language = Idioma
sign-out = Cerrar sesión
back-to-hosts = Todos los hosts
loading = Cargando…
not-found-title = Esta página no existe
broken-title = Esta página ha fallado
broken-body = Algo ha ido mal en la propia página. Reach sigue vigilando tus hosts.
broken-again = Mostrarla de nuevo

# Access
sign-in-title = Iniciar sesión
sign-in-help = Al arrancar, Reach mostró un enlace de acceso. Ábrelo, o ejecuta «reach token» en el servidor y pega aquí el resultado.
sign-in-token = Token de acceso
sign-in-submit = Entrar
sign-in-checking = Comprobando…
sign-in-refused = Este token no es el de este servidor. Ejecuta «reach token» en el servidor para ver el actual.
sign-in-too-many = Demasiados intentos. Espera un minuto y vuelve a intentarlo.
sign-in-foreign = El servidor no atiende a esta dirección. Abre la página como localhost, con la dirección IP del servidor o con el nombre de server.publicUrl.
sign-in-failed = No se ha podido contactar con el servidor. Comprueba que Reach está en marcha y vuelve a intentarlo.
sign-in-expired = Se ha cerrado la sesión: el servidor ya no acepta este token.

# Live updates
live-connecting = Conectando…
live-on = En directo
live-lost = Sin actualizaciones en directo
live-lost-detail = Hasta que vuelva la conexión, los cambios no aparecerán por sí solos. Reach sigue intentándolo.
live-blocked = No hay actualizaciones en directo
live-blocked-detail = El servidor responde, pero la conexión para las actualizaciones en directo no llega a establecerse. Puede que un proxy intermedio bloquee WebSocket. En su lugar, los hosts se vuelven a leer una vez por intervalo de comprobación.

# States
state-reachable = Accesible
state-unreachable = Inaccesible
state-unknown = Desconocido
state-not-loaded = No se sabe
state-loading = Cargando…
state-local = Este equipo
mark-stale = Desactualizado
mark-inactive = Desactivado
mark-probing-off = Comprobación desactivada

# Reasons: a short label, what it means, what to do next
reason-config = Configuración incompleta
reason-config-meaning = Reach ni siquiera lo ha intentado: la configuración no lleva a un host al que se pueda conectar. Falta, o no se puede leer, la dirección o el alias, la clave de host registrada o el archivo de clave.
reason-config-next = Abre la configuración, corrige lo que indica el mensaje y guarda. Reach vuelve a comprobarlo al momento.
reason-timeout = Sin respuesta a tiempo
reason-timeout-meaning = El host no ha dejado entrar a Reach en 10 segundos. Puede estar suspendido o sobrecargado, o un cortafuegos descarta los paquetes.
reason-timeout-next = Comprueba que el equipo está encendido y que su dirección sigue siendo la misma. Si solo estaba ocupado, la próxima comprobación lo dirá.
reason-host-key = Clave de host distinta
reason-host-key-meaning = El servidor, o el host de salto que hay delante, ha presentado una clave que no es la registrada. Puede que se haya reinstalado el equipo, que su dirección sea ahora de otro, o que alguien se haya puesto en medio.
reason-host-key-next = Compara la huella en el propio equipo. Solo si de verdad es el tuyo, confía en la clave nueva.
reason-auth = Acceso rechazado
reason-auth-meaning = Es el host correcto, pero no ha aceptado la clave de Reach.
reason-auth-next = Comprueba el nombre de usuario y que la clave pública esté en el authorized_keys de ese usuario. Si usas un agente, debe estar desbloqueado y tener la clave.
reason-network = Sin conexión
reason-network-meaning = No se ha podido abrir ninguna conexión: el nombre no se resuelve, la dirección ha cambiado, el puerto está cerrado o no hay ruta.
reason-network-next = Comprueba la dirección y el puerto, que el equipo está encendido y que su servidor SSH está en marcha.
reason-unknown = Conexión interrumpida
reason-unknown-meaning = La conexión se abrió y terminó antes de tiempo, o lo que responde allí no habla SSH como se esperaba.
reason-unknown-next = Lee el mensaje y después el registro del servidor SSH en el host. Un servidor que limita las conexiones nuevas (MaxStartups) también se ve así.

# Ages
age-checked = Comprobado { $age }
age-never-checked = Nunca comprobado

# Overview
hosts-title = Hosts
hosts-add = Añadir host
hosts-search = Buscar por nombre o dirección
hosts-filter = Mostrar
hosts-sort = Ordenar por
filter-all = Todos
filter-unreachable = Inaccesibles
filter-reachable = Accesibles
filter-unknown = Desconocidos
filter-inactive = Desactivados
filter-count = { $label } ({ $count })
sort-severity = Lo más urgente primero
sort-name = Nombre
sort-checked = Última comprobación
hosts-empty-title = Aún no hay hosts
hosts-empty-body = Añade el primer host SSH. Reach comprobará continuamente que sigue ahí, que sigue siendo el host en el que confiaste y que te deja entrar.
hosts-none-match = Ningún host coincide.
hosts-clear-filter = Mostrar todos los hosts
hosts-load-failed = No se han podido cargar los hosts. { $problem }
hosts-refresh-failed = No se ha podido actualizar la lista; puede estar desfasada. { $problem }
retry = Reintentar
probing-off = La comprobación periódica está desactivada. Se muestra el último resultado guardado; «Comprobar ahora» sigue funcionando.

# One host
host-missing-title = Este host no existe
host-missing-body = Se ha eliminado, o el enlace no es correcto.
host-load-failed = No se ha podido cargar este host. { $problem }
reachability-title = Accesibilidad del host
reachability-not-known = No se sabe si este host está accesible: no se ha podido cargar el resultado. { $problem }
reachability-refresh-failed = No se ha podido actualizar el resultado. { $problem }
reachability-local = Aquí las sesiones se ejecutan en el mismo equipo que Reach. No hay nada que comprobar.
reachability-inactive = Este host está desactivado y no se comprueba. Se muestra el último resultado guardado.
reachability-stale = Este resultado está desactualizado: la última comprobación fue hace más de tres intervalos.
reachability-never = Todavía no ha terminado ninguna comprobación.
below-threshold = La última comprobación falló: { $reason }
probed-host = Host comprobado
probed-host-none = Ninguno todavía
last-check = Última comprobación
last-check-none = Ninguna terminada
last-success = Último éxito
last-success-none = Ninguno registrado
failure-count = Fallos seguidos
failure-count-value =
    { $count ->
        [one] { $count } fallo
       *[other] { $count } fallos
    }
failure-message = Mensaje
failure-next = Qué hacer:
probe-interval = Se comprueba cada
probe-interval-value =
    { $seconds ->
        [one] { $seconds } segundo
       *[other] { $seconds } segundos
    }
probe-interval-off = Solo a petición
probe-now = Comprobar ahora
probe-pending = Comprobando…
probe-failed = No se ha podido hacer la comprobación. { $problem }
probe-done = Comprobación terminada: { $state }
probe-unstored-title = Resultado de tu comprobación, sin guardar
probe-unstored-body = La configuración cambió mientras tanto, hay un resultado más reciente o no se pudo escribir. El resultado guardado sigue como estaba.

# Settings of a host
connection-title = Conexión
edit = Editar
save = Guardar
saving = Guardando…
cancel = Cancelar
add-title = Añadir un host
edit-title = Editar { $name }
field-name = Nombre
field-host = Dirección
field-host-help = Nombre de host o dirección IP.
field-host-alias = Alias de la configuración de ssh
field-host-alias-help = En lugar de una dirección, o además de ella: una entrada Host de la configuración de ssh del servidor. Lo que se indique aquí tiene prioridad.
field-port = Puerto
field-user = Usuario
field-identity-source = Clave desde
field-identity-file = Archivo de clave
field-identity-file-help = Ruta en el equipo donde se ejecuta Reach; sin frase de contraseña.
field-proxy-jump = Host de salto
field-proxy-jump-help = usuario@host:puerto, o un alias.
field-host-fingerprint = Huella de la clave de host
field-host-fingerprint-help = Si la conoces; la prueba la compara. En el propio equipo: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub. Si se deja vacía, la prueba muestra la clave y tú decides.
field-host-key-algorithm = Tipo de clave
identity-default = Como lo haría ssh
identity-agent = Agente SSH
identity-file = Archivo de clave
value-none = Sin definir
optional = opcional
form-has-errors =
    { $count ->
        [one] Hay { $count } campo que revisar.
       *[other] Hay { $count } campos que revisar.
    }
form-save-failed = No se ha guardado. { $problem }
form-conflict = Otra persona ha cambiado este host mientras tanto. Sus cambios están ahora en el formulario, junto a los tuyos. Revísalo y guarda de nuevo.
error-required = Obligatorio.
error-too-long = Demasiado largo.
error-control-character = Contiene caracteres que no se pueden usar aquí.
error-out-of-range = Debe ser un número del 1 al 65535.
error-invalid-fingerprint = Una huella es SHA256: seguido de 43 caracteres.
error-invalid = Valor no válido.
error-name-taken = Otro host ya tiene este nombre.

# Testing a connection, trusting its key
test-title = Prueba de conexión
test-help = Prueba lo que has indicado arriba y muestra la clave del host. No guarda nada.
test-run = Probar la conexión
test-again = Probar de nuevo
test-running = Probando…
test-waiting = Esperando su turno…
test-cancel = Detener la prueba
test-stale = La configuración ha cambiado después de esta prueba. Prueba de nuevo.
test-not-run = No se ha podido hacer la prueba. { $problem }
test-ok = La conexión funciona.
test-ok-unpinned = El host deja entrar a Reach. La plataforma y git se miran cuando su clave es de confianza: entonces, prueba de nuevo.
test-refused = La prueba no ha llegado al final: { $reason }
test-timeout-meaning = El host no ha respondido en 30 segundos. Puede que esté en reposo o sobrecargado, o que un cortafuegos se trague los paquetes.
test-config-next = Corrige lo que indica el mensaje y prueba de nuevo.
test-jump-key-next = Es la clave del host de salto. Compárala en el propio host de salto; si de verdad ha cambiado, quita su línea antigua de known_hosts en el servidor: ssh-keygen -R.
test-step-resolve = Configuración
test-step-connect = Conexión
test-step-host-key = Clave de host
test-step-authenticate = Inicio de sesión
test-step-platform = Plataforma
test-step-git = git
test-step-passed = OK
test-step-missing = No encontrado
test-step-failed = Fallo
key-first = Reach aún no conoce la clave de { $host }. El host ha presentado esta:
key-same = El host presenta la clave esperada.
key-changed-title = La clave de { $host } ha cambiado.
key-changed-warning = No es un primer contacto: hasta ahora se confiaba en otra clave. Puede que se haya reinstalado el equipo, que su dirección sea ahora de otro, o que alguien se haya puesto en medio y lo lea todo. Confía en la clave nueva solo después de compararla en el propio equipo.
key-unexpected-title = { $host } presenta una clave distinta de la indicada.
key-unexpected-warning = O la huella se ha escrito mal o es de otro equipo, o alguien se ha puesto en medio y lo lee todo. Confía en la clave presentada solo después de compararla en el propio equipo.
key-entered = Indicada arriba
key-pinned = De confianza hasta ahora
key-shown = Presentada ahora
key-compare = En el propio equipo, no a través de esta conexión:
trust-key = Confío en esta clave
trust-compared = He comparado la huella en el propio equipo y es la misma
trust-changed = Confiar en la clave nueva en lugar de la anterior
trust-unexpected = Confiar en la clave presentada en lugar de la indicada
save-needs-trust = Para guardar, prueba la conexión y confía en su clave, o elige guardar sin prueba.
save-untested = Guardar sin prueba
save-untested-pinned = Reach solo se conectará si el host presenta exactamente la clave con la huella de arriba.
save-untested-unpinned = Sin una clave de confianza, Reach no se conecta: el host aparece como «{ $reason }» hasta que confíes en su clave.
sessions-stay-question =
    { $count ->
        [one] Hay { $count } sesión en marcha en { $name }. Seguirá en el host anterior; solo las sesiones nuevas usarán la nueva configuración.
       *[other] Hay { $count } sesiones en marcha en { $name }. Seguirán en el host anterior; solo las sesiones nuevas usarán la nueva configuración.
    }
sessions-stay-confirm = Guardar de todos modos
trust-title = Clave de host de { $name }
trust-many-title = Claves de host que han cambiado
trust-many-help = Estos hosts presentan una clave distinta de la de confianza. Si no acabas de reinstalar o sustituir los equipos, averigua el motivo antes de confiar en nada.
trust-nothing = Ningún host presenta una clave distinta.
trust-tick = Confiar en la clave nueva de { $name }
trust-compared-many = He comparado cada huella marcada en su propio equipo y son las mismas
trust-run =
    { $count ->
        [one] Confiar en { $count } clave
       *[other] Confiar en { $count } claves
    }
trust-done = Ya es de confianza. Reach está comprobando el host.
trust-back = Volver
trust-review = Comparar las claves
trust-first = Probar y confiar en su clave
hosts-changed-keys =
    { $count ->
        [one] { $count } host presenta una clave distinta de la de confianza.
       *[other] { $count } hosts presentan una clave distinta de la de confianza.
    }

# Acting on a host
activate = Activar
deactivate = Desactivar
delete = Eliminar
delete-question = ¿Eliminar { $name }? Reach dejará de vigilarlo y olvidará su resultado.
delete-confirm = Eliminar host
deactivate-question = ¿Desactivar { $name }? Dejará de comprobarse; se conserva su último resultado.
deactivate-confirm = Desactivar host
action-failed = No se ha hecho. { $problem }
deleted = Se ha eliminado { $name }.

# Announcements for screen readers
announce-state = { $name }: { $state }
announce-state-reason = { $name }: { $state }, { $reason }
announce-many =
    { $count ->
        [one] { $count } host ha cambiado de estado
       *[other] { $count } hosts han cambiado de estado
    }

# Import
hosts-import = Importar
hosts-import-long = Importar de la configuración de ssh
import-title = Importar hosts
import-help = Reach crea un host por cada nombre de una configuración de ssh, con su clave de known_hosts. Las claves privadas se quedan donde están; nada cambia antes de que hayas visto lo que se haría.
import-from = Leer de
import-from-server = Los archivos del servidor
import-from-text = Texto pegado
import-ssh-config = Configuración de ssh
import-known-hosts = known_hosts
import-known-hosts-help = Si se deja vacío, se usa el known_hosts del servidor.
import-preview = Ver qué se importaría
import-reading = Leyendo…
import-failed = No se ha podido leer ni importar nada. { $problem }
import-preview-title = Lo que se importaría
import-empty = Ahí no se nombra ningún host.
import-nothing = No hay nada que importar.
import-run =
    { $count ->
        [one] Importar { $count } host
       *[other] Importar { $count } hosts
    }
import-importing = Importando…
import-done =
    { $count ->
        [one] { $count } host importado
       *[other] { $count } hosts importados
    }
import-created = Nuevos
import-merged = Fusionados
import-skipped = Omitidos
import-warnings = Líneas que se han dejado fuera
import-pinned = Con su clave de known_hosts.
import-no-known-key = No hay ninguna clave registrada de este host. Se añade sin ella, y Reach no se conecta hasta que confíes en su clave.
import-completed = Ya existe; toma de known_hosts lo que le falta sobre su clave.
import-same-host = El mismo host que otro de los nombres.
import-exists = Ya existe y no hay nada que añadir.
import-key-differs = Ya existe, pero confía en una clave distinta de la de known_hosts. Si la clave del host ha cambiado de verdad, confía en la nueva en la página del host.
import-name-taken = Otro host distinto ya tiene este nombre.
import-no-usable-key = Todas sus claves registradas están revocadas o son de un tipo que Reach no admite.
import-not-expressible = Usa opciones para las que un host de Reach no tiene campo. Ponlo en la configuración de ssh del usuario con el que se ejecuta Reach.
import-changed = Alguien lo ha cambiado mientras tanto. Importa de nuevo.
import-config = La configuración de ssh no lleva a ningún host:
import-name = No es un nombre que pueda tener un host:
import-wildcard = Es un patrón, no el nombre de un solo host.

# Settings of the page and the server
settings-title = Ajustes
page-settings-title = Este navegador
theme = Colores
theme-system = Como el sistema
theme-light = Claro
theme-dark = Oscuro
configuration-title = Configuración del servidor
configuration-help = Lo que usa el servidor en marcha y de dónde sale cada valor. Se cambia allí, no aquí.
configuration-load-failed = No se ha podido cargar la configuración. { $problem }
source-default = Valor predeterminado
source-file = Archivo
source-environment = Variable de entorno
source-flag = Línea de órdenes
value-on = Activado
value-off = Desactivado
interval-replaced = { $configured } → { $effective }
interval-seconds = { $seconds } s
clamp-negative = Un intervalo negativo no se usa; se aplica el predeterminado.
clamp-raised = Más corto que el intervalo mínimo; se aplica este.
clamp-lowered = Más largo que el intervalo máximo; se aplica este.
clamp-not-a-number = No es un número entero de segundos; se aplica el valor predeterminado.

# Problems with a request
problem-offline = No se ha podido contactar con el servidor.
problem-timeout = El servidor no ha respondido a tiempo.
problem-store = La base de datos no está disponible en este momento.
problem-has-sessions = El host aún tiene sesiones en marcha. Detenlas primero.
problem-not-found = El host ya no existe.
problem-not-active = El host está desactivado.
problem-shutting-down = El servidor se está cerrando.
problem-busy = El servidor está ocupado con otras pruebas. Inténtalo de nuevo en un momento.
problem-other = El servidor dice: { $detail }

# Sesiones
sessions-title = Sesiones
sessions-start = Iniciar una sesión
sessions-all = Todas las sesiones
sessions-none = Aquí no hay sesiones.
sessions-about = Una sesión es un programa que Reach inicia en un host y al que se llega por un puerto del equipo donde se ejecuta Reach.
sessions-load-failed = No se han podido cargar las sesiones. { $problem }
sessions-running =
    { $count ->
        [one] { $count } sesión
       *[other] { $count } sesiones
    }
session-missing-title = Esta sesión no existe
session-load-failed = No se ha podido cargar esta sesión. { $problem }
session-state-starting = Iniciándose
session-state-running = En marcha
session-state-stopping = Deteniéndose
session-state-stopped = Detenida
session-state-failed = Fallida
transport-none = Sin conectar
transport-up = Conectada
transport-unresponsive = Sin respuesta
transport-lost = Conexión perdida
session-unreachable = Host inaccesible
session-unreachable-detail = La última comprobación de { $host } ha fallado: { $reason }.
session-remains = Puede seguir en marcha
session-host = Host
session-show-host = Ver el host
session-connection = Conexión
session-remote-port = Puerto en el host
session-remote-pid = Proceso en el host
session-created = Creada
session-started = Iniciada
session-not-started = Aún no ha llegado a funcionar
age-created = Creada { $age }
age-started = Iniciada { $age }

# Un inicio
launch-title = Inicio
launch-warning = { $host } estaba inaccesible en la última comprobación: { $reason }. Reach lo intenta de todos modos.
launch-warning-success = Último éxito: { $age }.
launch-warning-never = No consta ningún éxito.
step-resolve = Localizar el host
step-resolve-next = Comprueba la dirección, el alias y el host de salto.
step-dial = Conectar
step-dial-next = Comprueba que el host está encendido y deja entrar a Reach; «Comprobar ahora», en su página, dice más.
step-platform = Identificar el sistema
step-platform-next = Las sesiones necesitan Linux o macOS, una clave que pueda ejecutar comandos y un script de inicio de sesión que no pregunte ni termine.
step-prepare = Preparar
step-prepare-next = Mira en el mensaje el final de la salida del script de preparación.
step-start = Iniciar el comando
step-start-next = Comprueba el directorio de trabajo y que el disco del host no está lleno.
step-port = Conocer su puerto
step-port-next = Lee el registro. El comando debe seguir en marcha y escribir su puerto en $REACH_PORT_FILE, salvo que se indique un puerto fijo.
step-forward = Abrir un puerto local
step-forward-next = Comprueba que al equipo donde se ejecuta Reach le quedan puertos y memoria.
step-ready = Esperar a que acepte conexiones
step-ready-next = Lee el registro. El comando debe escuchar en 127.0.0.1 y el host debe permitir el reenvío (AllowTcpForwarding).
step-done = hecho
step-current = en curso
step-failed = ha fallado aquí
step-waiting = sin llegar
session-failed-at = Fallo en «{ $step }» en { $host }
session-failed-later = Ha terminado por sí sola en { $host }
session-failed-later-next = Lee el registro y después inicia otra sesión.

# La conexión de una sesión y lo que se puede hacer con ella
session-lost = Se ha dado por perdida la conexión con { $host }. El puerto local rechaza las conexiones; el programa sigue en marcha en el host. Reanuda la sesión para volver a conectar.
session-cut = Se ha cortado la conexión con { $host }. El puerto local rechaza las conexiones; el programa sigue en marcha en el host. Reanuda la sesión para volver a conectar.
session-unresponsive = { $host } no responde en este momento. Si sigue así, la conexión se dará por perdida.
session-silence =
    { $seconds ->
        [one] Sin respuesta desde hace { $seconds } segundo.
       *[other] Sin respuesta desde hace { $seconds } segundos.
    }
session-disconnected = Reach no está conectado con { $host }. Tras un reinicio vuelve a conectar por sí solo, las veces que haga falta; también puedes reanudar la sesión ahora.
session-may-remain = El programa puede seguir en marcha en { $host }: Reach no ha podido asegurarse de que terminara.
session-stop-now = Detenerlo ahora
session-stop = Detener
session-stop-pending = Deteniendo…
session-resume = Reanudar
session-resume-pending = Reanudando…
session-reset = Restablecer
session-reset-pending = Restableciendo…
session-reset-help = Para sesiones con un intermediario de credenciales: en cuanto este responde, se termina el programa para poder iniciarlo de nuevo.
session-delete-question = ¿Eliminar { $name }? También se elimina su directorio en el host, con el registro.
session-delete-forced-question = ¿Eliminar { $name } aunque pueda seguir en marcha en { $host }? Reach ya no sabrá nada de ella y tendrás que terminarla tú.
session-delete-confirm = Eliminar la sesión
session-delete-forced = Eliminar de todos modos
session-action-waits = Tarda más de lo habitual. El servidor sigue con ello y esta página mostrará en qué queda.
log-title = Registro
log-help = Las últimas 200 líneas, leídas en el host cuando las pides.
log-read = Mostrar el registro
log-refresh = Actualizar
log-reading = Leyendo…
log-empty = El registro está vacío.
log-failed = No se ha podido leer el registro. { $problem }
address-title = Dirección local
address-help = Se abre en el equipo donde se ejecuta Reach y en ningún otro.
address-copy = Copiar
address-copied = Copiada.
address-not-copied = El navegador no deja copiar a la página. La dirección ha quedado seleccionada.
address-open = Abrir

# Iniciar una sesión
start-on-none = Elige un host
start-command = Comando
start-command-help = Se ejecuta en primer plano y escucha en 127.0.0.1.
start-port-from = Su puerto
start-port-file = Lo comunica el comando
start-port-given = Siempre el mismo
start-port-file-help = El comando escribe el número en el archivo que indica $REACH_PORT_FILE.
start-port = Número de puerto
start-workdir = Directorio de trabajo
start-workdir-help = Si se deja vacío, el directorio propio de la sesión en el host.
start-prepare = Script de preparación
start-prepare-help = Para /bin/sh, antes del comando. Si falla, no se inicia nada.
start-cleanup = Script de limpieza
start-cleanup-help = Para /bin/sh, antes de terminar el comando.
start-env = Entorno
start-env-value = Valor
start-env-add = Añadir una variable
start-env-remove = Quitar la variable { $name }
start-broker = Intermediario de credenciales
start-broker-help = Su URL vista desde el host. Hace posible restablecer.
start-submit = Iniciar la sesión
start-pending = Iniciando…
start-failed = No se ha iniciado. { $problem }
error-env = Un nombre se compone de letras, cifras y _, y no empieza por una cifra ni por REACH_.
error-env-twice = Dos variables tienen este nombre.
error-url = Debe ser una URL http:// o https://.

# Avisos sobre sesiones
announce-session = Sesión { $name }: { $state }
announce-session-lost = Sesión { $name }: conexión perdida
announce-sessions-many =
    { $count ->
        [one] { $count } sesión ha cambiado de estado
       *[other] { $count } sesiones han cambiado de estado
    }

# Problemas con una sesión
problem-broker = El intermediario de credenciales no responde: { $detail }
problem-not-connected = Reach no ha podido conectar con el host: { $detail }
problem-host-failed = El host no lo ha hecho: { $detail }
problem-host-changed = La conexión del host ha cambiado desde que se inició la sesión. Déjala como estaba o inicia otra sesión.
problem-may-remain = El programa puede seguir en marcha. Detenlo primero.
problem-no-broker = Esta sesión no tiene intermediario de credenciales.
problem-not-resumable = No queda nada que reanudar. Inicia otra sesión.
problem-running = La sesión aún no ha terminado. Detenla primero.
problem-too-many-sessions = Hay demasiadas sesiones. Detén las que no necesites.
problem-transport-lost = Se ha perdido la conexión. Reanuda la sesión.
problem-no-session = La sesión ya no existe.

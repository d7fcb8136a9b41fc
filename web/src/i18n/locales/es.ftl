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
reason-host-key-next = Compara la huella en el propio equipo antes de confiar en ella. Solo si de verdad es el tuyo, pon la nueva huella en la configuración.
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
field-host-fingerprint-help = En el host: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub. Sin ella, Reach nunca se conecta.
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
problem-other = El servidor dice: { $detail }

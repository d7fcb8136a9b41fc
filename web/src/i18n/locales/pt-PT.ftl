# The page
app-name = Reach
skip-to-content = Saltar para o conteúdo
language = Idioma
sign-out = Terminar sessão
back-to-hosts = Todos os anfitriões
loading = A carregar…
not-found-title = Esta página não existe
broken-title = Esta página falhou
broken-body = Algo correu mal na própria página. O Reach continua a vigiar os seus anfitriões.
broken-again = Mostrar de novo

# Access
sign-in-title = Iniciar sessão
sign-in-help = Ao arrancar, o Reach mostrou uma ligação de acesso. Abra-a, ou execute «reach token» no servidor e cole aqui o que aparecer.
sign-in-token = Token de acesso
sign-in-submit = Entrar
sign-in-checking = A verificar…
sign-in-refused = Este token não é o deste servidor. Execute «reach token» no servidor para ver o atual.
sign-in-too-many = Demasiadas tentativas. Aguarde um minuto e tente de novo.
sign-in-foreign = O servidor não responde por este endereço. Abra a página como localhost, pelo endereço IP do servidor ou pelo nome em server.publicUrl.
sign-in-failed = Não foi possível contactar o servidor. Verifique se o Reach está em execução e tente de novo.
sign-in-expired = A sessão foi terminada: o servidor já não aceita este token.

# Live updates
live-connecting = A ligar…
live-on = Em direto
live-lost = Atualizações em direto interrompidas
live-lost-detail = Até a ligação voltar, as alterações não aparecem sozinhas. O Reach continua a tentar.
live-blocked = Sem atualizações em direto
live-blocked-detail = O servidor responde, mas a ligação para as atualizações em direto não se estabelece. Um proxy pelo meio pode estar a bloquear o WebSocket. Em vez disso, os anfitriões são relidos uma vez por intervalo de verificação.

# States
state-reachable = Acessível
state-unreachable = Inacessível
state-unknown = Desconhecido
state-not-loaded = Não se sabe
state-loading = A carregar…
state-local = Esta máquina
mark-stale = Desatualizado
mark-inactive = Desativado
mark-probing-off = Verificação desligada

# Reasons: a short label, what it means, what to do next
reason-config = Configuração incompleta
reason-config-meaning = O Reach nem chegou a tentar: a configuração não conduz a um anfitrião a que se possa ligar. O endereço ou o alias, a chave de anfitrião registada ou o ficheiro da chave está em falta ou não pode ser lido.
reason-config-next = Abra a configuração, corrija o que a mensagem indica e guarde. O Reach volta a verificar de imediato.
reason-timeout = Sem resposta a tempo
reason-timeout-meaning = O anfitrião não deixou entrar o Reach em 10 segundos. Pode estar suspenso ou sobrecarregado, ou uma firewall está a descartar os pacotes.
reason-timeout-next = Verifique se a máquina está ligada e se o endereço ainda é o mesmo. Se estava apenas ocupada, a próxima verificação o dirá.
reason-host-key = Chave de anfitrião errada
reason-host-key-meaning = O servidor, ou o anfitrião de salto à sua frente, apresentou uma chave diferente da registada. A máquina pode ter sido reinstalada, o endereço pode agora pertencer a outra, ou alguém pode estar pelo meio.
reason-host-key-next = Compare a impressão digital na própria máquina. Só se for mesmo a sua máquina, confie na nova chave.
reason-auth = Acesso recusado
reason-auth-meaning = É o anfitrião certo, mas não aceitou a chave do Reach.
reason-auth-next = Verifique o nome de utilizador e se a chave pública está no authorized_keys desse utilizador. Um agente tem de estar desbloqueado e ter a chave.
reason-network = Sem ligação
reason-network-meaning = Não foi possível abrir uma ligação: o nome não é resolvido, o endereço mudou, a porta está fechada ou não há rota.
reason-network-next = Verifique o endereço e a porta, se a máquina está ligada e se o servidor SSH está em execução.
reason-unknown = Ligação interrompida
reason-unknown-meaning = A ligação abriu e terminou cedo demais, ou o que lá responde não fala SSH como esperado.
reason-unknown-next = Leia a mensagem e depois o registo do servidor SSH no anfitrião. Um servidor que limita novas ligações (MaxStartups) também se apresenta assim.

# Ages
age-checked = Verificado { $age }
age-never-checked = Nunca verificado

# Overview
hosts-title = Anfitriões
hosts-add = Adicionar anfitrião
hosts-search = Procurar por nome ou endereço
hosts-filter = Mostrar
hosts-sort = Ordenar por
filter-all = Todos
filter-unreachable = Inacessíveis
filter-reachable = Acessíveis
filter-unknown = Desconhecidos
filter-inactive = Desativados
filter-count = { $label } ({ $count })
sort-severity = Mais urgentes primeiro
sort-name = Nome
sort-checked = Última verificação
hosts-empty-title = Ainda não há anfitriões
hosts-empty-body = Adicione o primeiro anfitrião SSH. O Reach passa a verificar continuamente se está lá, se ainda é o anfitrião em que confiou e se o deixa entrar.
hosts-none-match = Nenhum anfitrião corresponde.
hosts-clear-filter = Mostrar todos os anfitriões
hosts-load-failed = Não foi possível carregar os anfitriões. { $problem }
hosts-refresh-failed = Não foi possível atualizar a lista; pode estar desatualizada. { $problem }
retry = Tentar de novo
probing-off = A verificação periódica está desligada. É mostrado o último resultado registado; «Verificar agora» continua a funcionar.

# One host
host-missing-title = Este anfitrião não existe
host-missing-body = Foi eliminado, ou a ligação está errada.
host-load-failed = Não foi possível carregar este anfitrião. { $problem }
reachability-title = Acessibilidade do anfitrião
reachability-not-known = Não se sabe se este anfitrião está acessível: não foi possível carregar o resultado. { $problem }
reachability-refresh-failed = Não foi possível atualizar o resultado. { $problem }
reachability-local = Aqui as sessões correm na mesma máquina que o Reach. Não há nada a verificar.
reachability-inactive = Este anfitrião está desativado e não é verificado. É mostrado o último resultado registado.
reachability-stale = Este resultado está desatualizado: a última verificação foi há mais de três intervalos.
reachability-never = Ainda não terminou nenhuma verificação.
below-threshold = A última verificação falhou: { $reason }
probed-host = Anfitrião verificado
probed-host-none = Ainda nenhum
last-check = Última verificação
last-check-none = Nenhuma concluída
last-success = Último êxito
last-success-none = Nenhum registado
failure-count = Falhas seguidas
failure-count-value =
    { $count ->
        [one] { $count } falha
       *[other] { $count } falhas
    }
failure-message = Mensagem
failure-next = O que fazer:
probe-interval = Verificado a cada
probe-interval-value =
    { $seconds ->
        [one] { $seconds } segundo
       *[other] { $seconds } segundos
    }
probe-interval-off = Só a pedido
probe-now = Verificar agora
probe-pending = A verificar…
probe-failed = Não foi possível fazer a verificação. { $problem }
probe-done = Verificação concluída: { $state }
probe-unstored-title = Resultado da sua verificação, não guardado
probe-unstored-body = Entretanto a configuração mudou, existe um resultado mais recente ou não foi possível escrevê-lo. O resultado registado fica como estava.

# Settings of a host
connection-title = Ligação
edit = Editar
save = Guardar
saving = A guardar…
cancel = Cancelar
add-title = Adicionar um anfitrião
edit-title = Editar { $name }
field-name = Nome
field-host = Endereço
field-host-help = Nome do anfitrião ou endereço IP.
field-host-alias = Alias da configuração do ssh
field-host-alias-help = Em vez de um endereço, ou a par dele: uma entrada Host da configuração do ssh do servidor. O que for preenchido aqui prevalece.
field-port = Porta
field-user = Utilizador
field-identity-source = Chave de
field-identity-file = Ficheiro da chave
field-identity-file-help = Caminho na máquina onde o Reach corre; sem frase-passe.
field-proxy-jump = Anfitrião de salto
field-proxy-jump-help = utilizador@anfitrião:porta, ou um alias.
field-host-fingerprint = Impressão digital da chave de anfitrião
field-host-fingerprint-help = Se a souber; o teste compara-a. Na própria máquina: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub. Se ficar vazia, o teste mostra a chave e a decisão é sua.
field-host-key-algorithm = Tipo de chave
identity-default = Como o ssh faria
identity-agent = Agente SSH
identity-file = Ficheiro da chave
value-none = Não definido
optional = opcional
form-has-errors =
    { $count ->
        [one] Há { $count } campo a rever.
       *[other] Há { $count } campos a rever.
    }
form-save-failed = Não foi guardado. { $problem }
form-conflict = Entretanto, outra pessoa alterou este anfitrião. As alterações dela estão agora no formulário, ao lado das suas. Reveja-o e guarde de novo.
error-required = Obrigatório.
error-too-long = Demasiado longo.
error-control-character = Contém caracteres que não podem ser usados aqui.
error-out-of-range = Tem de ser um número de 1 a 65535.
error-invalid-fingerprint = Uma impressão digital é SHA256: seguido de 43 caracteres.
error-invalid = Valor inválido.
error-name-taken = Outro anfitrião já tem este nome.

# Testing a connection, trusting its key
test-title = Teste da ligação
test-help = Experimenta o que está preenchido acima e mostra a chave do anfitrião. Não guarda nada.
test-run = Testar a ligação
test-again = Testar de novo
test-running = A testar…
test-waiting = A aguardar a vez…
test-cancel = Parar o teste
test-stale = A configuração foi alterada depois deste teste. Teste de novo.
test-not-run = Não foi possível fazer o teste. { $problem }
test-ok = A ligação funciona.
test-ok-unpinned = O anfitrião deixa o Reach entrar. A plataforma e o git só são verificados quando a chave for de confiança: nessa altura, teste de novo.
test-refused = O teste não chegou ao fim: { $reason }
test-timeout-meaning = O anfitrião não respondeu em 30 segundos. Pode estar suspenso ou sobrecarregado, ou uma firewall pode estar a descartar os pacotes.
test-config-next = Corrija o que a mensagem indica e teste de novo.
test-jump-key-next = É a chave do anfitrião de salto. Compare-a no próprio anfitrião de salto; se mudou mesmo, remova a linha antiga do known_hosts no servidor: ssh-keygen -R.
test-step-resolve = Configuração
test-step-connect = Ligação
test-step-host-key = Chave de anfitrião
test-step-authenticate = Início de sessão
test-step-platform = Plataforma
test-step-git = git
test-step-passed = OK
test-step-missing = Não encontrado
test-step-failed = Falhou
key-first = O Reach ainda não conhece a chave de { $host }. O anfitrião apresentou esta:
key-same = O anfitrião apresenta a chave esperada.
key-changed-title = A chave de { $host } mudou.
key-changed-warning = Não é um primeiro contacto: até agora confiava-se noutra chave. A máquina pode ter sido reinstalada, o endereço pode pertencer agora a outra, ou alguém pode estar pelo meio a ler tudo. Confie na nova chave só depois de a comparar na própria máquina.
key-unexpected-title = { $host } apresenta uma chave diferente da indicada.
key-unexpected-warning = Ou a impressão digital foi mal escrita ou é de outra máquina, ou alguém está pelo meio a ler tudo. Confie na chave apresentada só depois de a comparar na própria máquina.
key-entered = Indicada acima
key-pinned = De confiança até agora
key-shown = Apresentada agora
key-compare = Na própria máquina, não através desta ligação:
trust-key = Confio nesta chave
trust-compared = Comparei a impressão digital na própria máquina e é a mesma
trust-changed = Confiar na nova chave em vez da anterior
trust-unexpected = Confiar na chave apresentada em vez da indicada
save-needs-trust = Para guardar, teste a ligação e confie na chave, ou opte por guardar sem teste.
save-untested = Guardar sem teste
save-untested-pinned = O Reach só se liga se o anfitrião apresentar exatamente a chave com a impressão digital acima.
save-untested-unpinned = Sem uma chave de confiança, o Reach não se liga: o anfitrião aparece como «{ $reason }» até confiar na chave dele.
sessions-stay-question =
    { $count ->
        [one] Há { $count } sessão em curso em { $name }. Fica no anfitrião anterior; só as novas sessões usam a nova configuração.
       *[other] Há { $count } sessões em curso em { $name }. Ficam no anfitrião anterior; só as novas sessões usam a nova configuração.
    }
sessions-stay-confirm = Guardar mesmo assim
trust-title = Chave de anfitrião de { $name }
trust-many-title = Chaves de anfitrião alteradas
trust-many-help = Estes anfitriões apresentam uma chave diferente da de confiança. Se não acabou de reinstalar ou substituir as máquinas, descubra a causa antes de confiar em seja o que for.
trust-nothing = Nenhum anfitrião apresenta uma chave alterada.
trust-tick = Confiar na nova chave de { $name }
trust-compared-many = Comparei cada impressão digital assinalada na respetiva máquina e são as mesmas
trust-run =
    { $count ->
        [one] Confiar em { $count } chave
       *[other] Confiar em { $count } chaves
    }
trust-done = Já é de confiança. O Reach está a verificar o anfitrião.
trust-back = Voltar
trust-review = Comparar as chaves
trust-first = Testar e confiar na chave
hosts-changed-keys =
    { $count ->
        [one] { $count } anfitrião apresenta uma chave diferente da de confiança.
       *[other] { $count } anfitriões apresentam uma chave diferente da de confiança.
    }

# Acting on a host
activate = Ativar
deactivate = Desativar
delete = Eliminar
delete-question = Eliminar { $name }? O Reach deixa de o vigiar e esquece o seu resultado.
delete-confirm = Eliminar anfitrião
deactivate-question = Desativar { $name }? Deixa de ser verificado; o último resultado é mantido.
deactivate-confirm = Desativar anfitrião
action-failed = Não foi feito. { $problem }
deleted = { $name } foi eliminado.

# Announcements for screen readers
announce-state = { $name }: { $state }
announce-state-reason = { $name }: { $state }, { $reason }
announce-many =
    { $count ->
        [one] { $count } anfitrião mudou de estado
       *[other] { $count } anfitriões mudaram de estado
    }

# Import
hosts-import = Importar
hosts-import-long = Importar da configuração do ssh
import-title = Importar anfitriões
import-help = O Reach cria um anfitrião por cada nome de uma configuração do ssh, com a chave que consta em known_hosts. As chaves privadas ficam onde estão; nada muda antes de ver o que seria feito.
import-from = Ler de
import-from-server = Ficheiros do servidor
import-from-text = Texto colado
import-ssh-config = Configuração do ssh
import-known-hosts = known_hosts
import-known-hosts-help = Se ficar vazio, é usado o known_hosts do servidor.
import-preview = Ver o que seria importado
import-reading = A ler…
import-failed = Não foi possível ler nem importar nada. { $problem }
import-preview-title = O que seria importado
import-empty = Não há lá nenhum anfitrião.
import-nothing = Não há nada a importar.
import-run =
    { $count ->
        [one] Importar { $count } anfitrião
       *[other] Importar { $count } anfitriões
    }
import-importing = A importar…
import-done =
    { $count ->
        [one] { $count } anfitrião importado
       *[other] { $count } anfitriões importados
    }
import-created = Novos
import-merged = Fundidos
import-skipped = Ignorados
import-warnings = Linhas deixadas de fora
import-pinned = Com a chave que consta em known_hosts.
import-no-known-key = Não há nenhuma chave registada deste anfitrião. É adicionado sem ela, e o Reach só se liga quando confiar na chave dele.
import-completed = Já existe; recebe de known_hosts o que lhe falta sobre a chave.
import-same-host = O mesmo anfitrião que outro dos nomes.
import-exists = Já existe, e não há nada a acrescentar.
import-key-differs = Já existe, mas confia numa chave diferente da que consta em known_hosts. Se a chave do anfitrião mudou mesmo, confie na nova na página dele.
import-name-taken = Outro anfitrião já tem este nome.
import-no-usable-key = Todas as chaves registadas estão revogadas ou são de um tipo que o Reach não suporta.
import-not-expressible = Usa opções para as quais um anfitrião do Reach não tem campo. Coloque-o na configuração do ssh do utilizador com que o Reach corre.
import-changed = Entretanto, outra pessoa alterou-o. Importe de novo.
import-config = A configuração do ssh não conduz a nenhum anfitrião:
import-name = Não é um nome que um anfitrião possa ter:
import-wildcard = É um padrão, não o nome de um só anfitrião.

# Settings of the page and the server
settings-title = Definições
page-settings-title = Este navegador
theme = Cores
theme-system = Como no sistema
theme-light = Claro
theme-dark = Escuro
configuration-title = Configuração do servidor
configuration-help = O que o servidor em execução usa e de onde vem cada valor. Altera-se lá, não aqui.
configuration-load-failed = Não foi possível carregar a configuração. { $problem }
source-default = Predefinição
source-file = Ficheiro
source-environment = Variável de ambiente
source-flag = Linha de comandos
value-on = Ligado
value-off = Desligado
interval-replaced = { $configured } → { $effective }
interval-seconds = { $seconds } s
clamp-negative = Um intervalo negativo não é usado; aplica-se a predefinição.
clamp-raised = Mais curto do que o intervalo mínimo; aplica-se este.
clamp-lowered = Mais longo do que o intervalo máximo; aplica-se este.
clamp-not-a-number = Não é um número inteiro de segundos; aplica-se a predefinição.

# Problems with a request
problem-offline = Não foi possível contactar o servidor.
problem-timeout = O servidor não respondeu a tempo.
problem-store = A base de dados não está disponível neste momento.
problem-has-sessions = O anfitrião ainda tem sessões em curso. Pare-as primeiro.
problem-not-found = O anfitrião já não existe.
problem-not-active = O anfitrião está desativado.
problem-shutting-down = O servidor está a encerrar.
problem-busy = O servidor está ocupado com outros testes. Tente de novo dentro de momentos.
problem-other = O servidor diz: { $detail }

# Sessões
sessions-title = Sessões
sessions-start = Iniciar uma sessão
sessions-all = Todas as sessões
sessions-none = Não há sessões aqui.
sessions-about = Uma sessão é um programa que o Reach inicia num anfitrião e a que se chega por uma porta da máquina onde o Reach corre.
sessions-load-failed = Não foi possível carregar as sessões. { $problem }
sessions-running =
    { $count ->
        [one] { $count } sessão
       *[other] { $count } sessões
    }
session-missing-title = Esta sessão não existe
session-load-failed = Não foi possível carregar esta sessão. { $problem }
session-state-starting = A iniciar
session-state-running = Em curso
session-state-stopping = A parar
session-state-stopped = Parada
session-state-failed = Falhou
transport-none = Sem ligação
transport-up = Ligada
transport-unresponsive = Sem resposta
transport-lost = Ligação perdida
session-unreachable = Anfitrião inacessível
session-unreachable-detail = A última verificação de { $host } falhou: { $reason }.
session-remains = Pode ainda estar a correr
session-host = Anfitrião
session-show-host = Ver o anfitrião
session-connection = Ligação
session-remote-port = Porta no anfitrião
session-remote-pid = Processo no anfitrião
session-created = Criada
session-started = Iniciada
session-not-started = Ainda não chegou a correr
age-created = Criada { $age }
age-started = Iniciada { $age }

# Um arranque
launch-title = Arranque
launch-warning = { $host } estava inacessível na última verificação: { $reason }. O Reach tenta na mesma.
launch-warning-success = Último sucesso: { $age }.
launch-warning-never = Não há registo de nenhum sucesso.
step-resolve = Localizar o anfitrião
step-resolve-next = Verifique o endereço, o alias e o anfitrião de salto.
step-dial = Ligar
step-dial-next = Verifique se o anfitrião está ligado e deixa entrar o Reach; «Verificar agora», na página dele, diz mais.
step-platform = Identificar o sistema
step-platform-next = As sessões precisam de Linux ou macOS, de uma chave que possa executar comandos e de um script de início de sessão que não pergunte nem termine.
step-prepare = Preparar
step-prepare-next = Veja na mensagem o fim da saída do script de preparação.
step-start = Iniciar o comando
step-start-next = Verifique o diretório de trabalho e se o disco do anfitrião não está cheio.
step-port = Saber a sua porta
step-port-next = Leia o registo. O comando tem de continuar a correr e escrever a sua porta em $REACH_PORT_FILE, a não ser que seja indicada uma porta fixa.
step-forward = Abrir uma porta local
step-forward-next = Verifique se a máquina onde o Reach corre ainda tem portas e memória.
step-ready = Esperar que aceite ligações
step-ready-next = Leia o registo. O comando tem de escutar em 127.0.0.1 e o anfitrião tem de permitir o reencaminhamento (AllowTcpForwarding).
step-done = feito
step-current = em curso
step-failed = falhou aqui
step-waiting = não alcançado
session-failed-at = Falhou em «{ $step }» em { $host }
session-failed-later = Terminou por si em { $host }
session-failed-later-next = Leia o registo e depois inicie outra sessão.

# A ligação de uma sessão e o que se pode fazer com ela
session-lost = A ligação a { $host } foi dada como perdida. A porta local recusa ligações; o programa continua a correr no anfitrião. Retome a sessão para voltar a ligar.
session-cut = A ligação a { $host } foi interrompida. A porta local recusa ligações; o programa continua a correr no anfitrião. Retome a sessão para voltar a ligar.
session-unresponsive = { $host } não responde neste momento. Se assim continuar, a ligação é dada como perdida.
session-silence =
    { $seconds ->
        [one] Sem resposta há { $seconds } segundo.
       *[other] Sem resposta há { $seconds } segundos.
    }
session-disconnected = O Reach não está ligado a { $host }. Depois de um reinício volta a ligar sozinho, as vezes que forem precisas; também pode retomar a sessão agora.
session-may-remain = O programa pode ainda estar a correr em { $host }: o Reach não conseguiu garantir que terminou.
session-stop-now = Parar agora
session-stop = Parar
session-stop-pending = A parar…
session-resume = Retomar
session-resume-pending = A retomar…
session-reset = Repor
session-reset-pending = A repor…
session-reset-help = Para sessões com um mediador de credenciais: assim que este responde, o programa é terminado para poder ser iniciado de novo.
session-delete-question = Eliminar { $name }? O seu diretório no anfitrião também é eliminado, com o registo.
session-delete-forced-question = Eliminar { $name } apesar de poder ainda estar a correr em { $host }? O Reach deixa de saber dela e terá de a terminar por si.
session-delete-confirm = Eliminar sessão
session-delete-forced = Eliminar na mesma
session-action-waits = Está a demorar mais do que o habitual. O servidor continua, e esta página mostra no que der.
log-title = Registo
log-help = As últimas 200 linhas, lidas no anfitrião quando as pede.
log-read = Mostrar registo
log-refresh = Atualizar
log-reading = A ler…
log-empty = O registo está vazio.
log-failed = Não foi possível ler o registo. { $problem }
address-title = Endereço local
address-help = Abre-se na máquina onde o Reach corre e em mais nenhuma.
address-copy = Copiar
address-copied = Copiado.
address-not-copied = O navegador não deixa a página copiar. Em vez disso, o endereço ficou selecionado.
address-open = Abrir

# Iniciar uma sessão
start-on-none = Escolha um anfitrião
start-command = Comando
start-command-help = Corre em primeiro plano e escuta em 127.0.0.1.
start-port-from = A sua porta
start-port-file = É o comando que a indica
start-port-given = Sempre a mesma
start-port-file-help = O comando escreve o número no ficheiro indicado por $REACH_PORT_FILE.
start-port = Número da porta
start-workdir = Diretório de trabalho
start-workdir-help = Se ficar vazio, o diretório próprio da sessão no anfitrião.
start-prepare = Script de preparação
start-prepare-help = Para /bin/sh, antes do comando. Se falhar, nada é iniciado.
start-cleanup = Script de limpeza
start-cleanup-help = Para /bin/sh, antes de o comando ser terminado.
start-env = Ambiente
start-env-value = Valor
start-env-add = Adicionar variável
start-env-remove = Remover a variável { $name }
start-broker = Mediador de credenciais
start-broker-help = O URL dele visto do anfitrião. Torna possível repor.
start-submit = Iniciar sessão no anfitrião
start-pending = A iniciar…
start-failed = Não foi iniciada. { $problem }
error-env = Um nome tem letras, algarismos e _, e não começa por um algarismo nem por REACH_.
error-env-twice = Há duas variáveis com este nome.
error-url = Tem de ser um URL http:// ou https://.

# Anúncios sobre sessões
announce-session = Sessão { $name }: { $state }
announce-session-lost = Sessão { $name }: ligação perdida
announce-sessions-many =
    { $count ->
        [one] { $count } sessão mudou de estado
       *[other] { $count } sessões mudaram de estado
    }

# Problemas com uma sessão
problem-broker = O mediador de credenciais não responde: { $detail }
problem-not-connected = O Reach não conseguiu ligar ao anfitrião: { $detail }
problem-host-failed = O anfitrião não o fez: { $detail }
problem-host-changed = A ligação do anfitrião foi alterada desde que a sessão começou. Reponha-a ou inicie outra sessão.
problem-may-remain = O programa pode ainda estar a correr. Pare-o primeiro.
problem-no-broker = Esta sessão não tem mediador de credenciais.
problem-not-resumable = Já não há nada para retomar. Inicie outra sessão.
problem-running = A sessão ainda não terminou. Pare-a primeiro.
problem-too-many-sessions = Há sessões a mais. Pare as que não forem precisas.
problem-transport-lost = A ligação perdeu-se. Retome a sessão.
problem-no-session = A sessão já não existe.

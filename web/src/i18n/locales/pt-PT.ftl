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
reason-host-key-next = Compare a impressão digital na própria máquina antes de confiar nela. Só se for mesmo a sua máquina, coloque a nova impressão digital na configuração.
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
field-host-fingerprint-help = No anfitrião: ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub. Sem ela, o Reach nunca se liga.
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
problem-other = O servidor diz: { $detail }

; Containers, clusters, clouds, infrastructure as code, and databases.

(program "docker podman nerdctl" (class acts) (style exact) (global "-D --debug --log-level=text -l=text")
  (flags "-H=connect -c=connect --context=connect --host=connect --config=source --tls --tlsverify --tlscacert=read
     --tlscert=read --tlskey=read -v") (version "-v") (flags "-l=text")
  (sub "ps ls" (class reads)
    (flags "-aqnsl -n=text -f=text --all --filter=text --format=text --last=text --latest --no-trunc --quiet --size
     --pod -p --ns --namespace --noheading --sort=text --sync --external")
    (args "text*"))
  (sub "images" (class reads)
    (flags "-aq -f=text --all --digests --filter=text --format=text --no-trunc --quiet --tree") (args "text*"))
  (sub "logs" (class reads)
    (flags "-ft -n=text --tail=text --since=text --until=text --follow --timestamps --details") (args "text*"))
  (sub "inspect version info top port diff history stats events help " (class reads)
    (value "-f --format" "*env*" (class acts) (ask secret "The variables of a container may hold secrets"
      "socket:/var/run/docker.sock"))
    (flags "-sfHqa -f=text --format=text --type=text --size --no-stream --no-trunc --since=text --until=text
       --filter=text --human --quiet --all") (args "text*"))
  (sub "container"
    (sub "ls ps list inspect logs top port stats diff" (class reads)
      (flags "-aqnsftl -n=text -f=text --all --filter=text --format=text --no-trunc --quiet --size --tail=text
         --since=text --follow --no-stream --last=text --latest --until=text --details
         --timestamps") (args "text*"))
    (sub "run exec create start stop restart kill rm pause unpause rename update wait attach commit cp export prune"
      (class acts) (style none) (args "text*") (ask container "Containers are started or changed"
        "socket:/var/run/docker.sock") (after container)))
  (sub "image"
    (sub "ls list inspect history" (class reads)
      (flags "-aqf -f=text --format=text --all --filter=text --no-trunc --quiet --digests") (args "text*"))
    (sub "build pull push rm prune tag load save import" (class acts) (is network) (style none) (args "text*")
      (ask container "Images are changed or sent" "socket:/var/run/docker.sock")))
  (sub "volume"
    (sub "ls list inspect" (class reads) (flags "-qf -f=text --filter=text --format=text --quiet") (args "text*"))
    (sub "create rm prune update" (class acts) (style none) (args "text*") (ask container "Volumes are changed"
      "socket:/var/run/docker.sock")
      (word 1 "prune" (ask destruction "Data in volumes is deleted"))
      (any "-a --all" (deny destruction "Data in volumes is deleted"))))
  (sub "network"
    (sub "ls list inspect" (class reads) (flags "-qf -f=text --filter=text --format=text --no-trunc --quiet -v")
      (args "text*"))
    (sub "create rm prune connect disconnect" (class acts) (style none) (args "text*")
      (ask container "Networks of containers are changed" "socket:/var/run/docker.sock")))
  (sub "system"
    (sub "df info events" (class reads) (flags "-vf --verbose --format=text --filter=text -f=text") (args "text*"))
    (sub "prune" (class acts) (flags "-af --all --force --volumes --filter=text")
      (ask destruction "Unused containers and images are deleted" "socket:/var/run/docker.sock")
      (on "--volumes" (deny destruction "Data in volumes is deleted")))
    (sub "dial-stdio reset renumber migrate service connection" (class acts) (style none) (args "text*")
      (ask container "The container service is changed" "socket:/var/run/docker.sock")))
  (sub "compose" (class acts)
    (global "-f,--file=source -p=text --project-name=text --profile=text --env-file=read --project-directory=dir
       --ansi=text --progress=text")
    (sub "config convert" (class reads)
      (unless "-q --quiet --services --images --volumes --profiles --hash" (here "tree"))
      (flags "-q -o=write --output=write --format={yaml,json} --quiet --services --images --volumes --hash=text
         --no-interpolate --profiles --environment --no-normalize --no-path-resolution --no-consistency
         --resolve-image-digests")
      (args "text*") (on "--environment" (ask secret "Variables may hold secrets")))
    (sub "ps ls images logs top port version events stats" (class reads)
      (flags "-aqft -n=text --all --format=text --quiet --services --tail=text --follow --timestamps --no-color
         --no-log-prefix --since=text --filter=text --status=text --no-trunc --index=text
         --until=text") (args "text*"))
    (sub "up down start stop restart build pull push run exec create rm kill pause unpause scale cp watch attach wait
          commit publish" (class acts) (style none) (args "text*") (ask container "Containers are started or changed"
          "socket:/var/run/docker.sock")
      (after container)))
  (sub "context buildx builder" (class acts)
    (sub "ls list inspect show du version" (class reads) (flags "-q --quiet --format=text --verbose --filter=text
      --builder=text --no-trunc --timeout=text") (args "text*"))
    (sub "create use rm update export import build bake prune stop imagetools" (class acts) (style none)
      (args "text*") (ask container "Builders or contexts are changed" "socket:/var/run/docker.sock")))
  (sub "run create" (class acts) (style none) (args "text*") (ask container "A container is started"
    "socket:/var/run/docker.sock")
    (after container))
  (sub "exec" (class acts) (style none) (args "text*") (ask container "A command is run in a container"
    "socket:/var/run/docker.sock")
    (after container))
  (sub "build pull push commit tag load save import export cp start stop restart kill rm rmi pause unpause rename
        update attach login logout swarm node service stack secret config plugin trust checkpoint scout init sbom
        search manifest wait machine play generate pod healthcheck unshare mount unmount untag auto-update kube farm"
    (class acts) (style none) (args "text*") (ask container "Containers or images are started, changed or sent"
      "socket:/var/run/docker.sock")
    (after container)))
(program "docker-compose podman-compose" (class acts) (style exact)
  (flags "-f,--file=source -p=text --project-name=text --profile=text --env-file=read --project-directory=dir")
  (sub "config" (class reads) (flags "-q --quiet --services --volumes --no-interpolate --hash=text")
    (args "text*") (unless "-q --quiet --services --volumes --hash" (here "tree")))
  (sub "ps images logs top port version events ls" (class reads)
    (flags "-aqft --all --quiet --services --tail=text --follow --timestamps --no-color --format=text -q")
    (args "text*"))
  (sub "up down start stop restart build pull push run exec create rm kill pause unpause scale" (class acts)
    (style none) (args "text*") (ask container "Containers are started or changed" "socket:/var/run/docker.sock")
      (after container)))
(program "buildah skopeo crictl ctr kaniko img dive crane oras cosign regctl runc crun kata-runtime containerd dockerd
          podman-remote" (class acts) (style none) (args "text*")
  (ask container "Containers or images are started, changed or sent" "socket:/var/run/docker.sock")
  (word 1 "images ps version inspect info logs stats manifest digest ls list" (pardon container))
  (any "rm* delete* --all rmi*" (ask container "Containers or images are deleted" "socket:/var/run/docker.sock"))
  (word 1 "delete" (any "docker:*" (deny destruction "An image is deleted from the registry")))
  (any "chroot" (deny escape "The machine is entered from a container"))
  (any "-b --bundle --bundle=/*"
    (any "/tmp/* --bundle=/tmp/*" (deny hidden-execution "What runs is decided by files outside the workspace"))))
(program "kubectl oc k" (class acts) (is network) (style exact)
  (global "-n=text --namespace=text --context=text --cluster=text --kubeconfig=source --user=text -s=connect
     --server=connect --token=text --as=text --as-group=text -v=text --request-timeout=text --insecure-skip-tls-verify
     -A --all-namespaces -o=text --output=text -l=text --selector=text -f=text --filename=text -R --recursive -k=text
     --kustomize=text --field-selector=text --show-labels -L=text --sort-by=text -w --watch --no-headers
     --dry-run?text -c=text --container=text --all --force --grace-period=text --wait?text --timeout=text
     --ignore-not-found?text --cascade?text --now --template=text --show-managed-fields --chunk-size=text
     --field-manager=text --server-side --overwrite --replicas=text --image=text --type=text -p=text --patch=text
     --ignore-daemonsets --delete-emptydir-data --delete-local-data --disable-eviction --record --previous -q --quiet
     --raw=text --cached --all-containers?text --prefix --name-only --since=text --since-time=text --tail=text
     --timestamps
     --limit-bytes=text --max-log-requests=text --pod-running-timeout=text --follow --ignore-errors
     --current-replicas=text --current --minify --flatten --client --short --from-literal=text --from-file=read
     --port=text --target-port=text --prune --to-revision=text --recurse --heapster-namespace=text --containers
     --api-group=text --clusterrole=text --overrides=text --role=text --group=text --serviceaccount=text
       --verbs=text --namespaced?text --for=text --local --resource-version=text --rm --restart=text
     --env=text --labels=text --command --expose --address=text --edit --validate?text --watch-only --subresource=text
     --show-kind --output-watch-events --max=text --min=text --cpu-percent=text --list --output-directory=text")
  (version "version") (sub "version" (class reads) (is local) (flags "--client --short") (args "text*")
    (unless "--client" (class acts) (is network)))
  (sub "get describe logs top explain api-resources api-versions cluster-info auth wait events diff options"
    (flags "-pf") (args "text*")
    (word 1 "secret secrets secret/* secrets/*"
      (on "-o --output --template" (deny secret "Secrets of the cluster are shown"))))
  (sub "config" (class reads) (flags "") (args "text*")
    (word 1 "use-context set* unset delete* rename*" (class acts) (ask settings "Another cluster is chosen"
      "elsewhere"))
    (any "--raw" (deny secret "Secrets of the cluster are shown"))
    (on "--raw" (deny secret "Secrets of the cluster are shown")))
  (sub "kustomize completion plugin" (class acts) (args "text*"))
  (sub "delete" (args "text*") (ask destruction "Something in the cluster is deleted")
    (on "--all" (deny destruction "All of a kind in the cluster is deleted"))
    (word 1 "ns namespace namespaces ns/* namespace/* *pv* *pvc* *persistentvolume* all crd customresourcedefinition*
           node nodes node/*" (deny destruction "Namespaces, volumes or nodes of the cluster are deleted"))
    (on "-f --filename -k --kustomize" (ask destruction "Something in the cluster is deleted")))
  (sub "exec" (is remote) (style none) (after container) (args "text*")
    (ask container "A command is run in a container" "socket:/var/run/docker.sock"))
  (sub "apply create replace patch edit set scale autoscale rollout annotate label taint cordon uncordon drain run
        expose attach cp port-forward proxy certificate debug new-app start-build rsync adm login policy import tag
        process project new-project rsh" (args "text*") (flags "-it") (ask remote-change "The cluster is changed")
    (any "--privileged *privileged*true* *hostPID* *hostNetwork*true*"
      (deny escape "A container is given the machine"))
    (value "--clusterrole" "cluster-admin" (deny accounts "An account is given every right over the cluster"))
    (value "--user --group" "system:anonymous system:unauthenticated"
      (deny accounts "Everybody is given rights over the cluster"))
    (value "--overrides" "*privileged*true* *hostpid* *hostpath* *hostnetwork*"
      (deny escape "A container is given the machine"))
    (on "--prune" (on "--all" (deny destruction "Everything else in the cluster is deleted")))))
(program "helm helmfile kustomize k9s stern kubectx kubens k3s k3d kind minikube eksctl kops kubeadm argocd flux
          skaffold tilt istioctl linkerd cilium velero calicoctl oc-mirror rancher kubeseal kubeconform kubeval
          kube-linter pluto popeye kubescape krew telepresence okteto devspace werf" (class acts) (style none)
  (args "text*") (ask remote-change "A cluster is used or changed") (is network)
  (word 1 "version --version help" (class builds) (is local) (pardon remote-change))
  (any "delete reset destroy" (ask destruction "A cluster or a part of it is deleted")
    (any "--all" (deny destruction "All of a kind in the cluster is deleted"))))
(program "terraform tofu terragrunt" (class acts) (style single)
  (global "-no-color -chdir=dir -json -input*=text -lock*=text -lock-timeout=text -compact-warnings -var=text
     -var-file=read -state=read -target=text -out=write -refresh*=text -destroy -auto-approve -parallelism=text
     -replace=text -detailed-exitcode -upgrade -reconfigure -migrate-state -backend*=text -get*=text -check -diff
     -recursive -write*=text -list*=text -raw -type=text -force -force-copy -plugin-dir=hidden -lockfile=text
     -draw-cycles -module-depth=text -refresh-only -allow-missing -show-sensitive -backup=text -h -v")
  (version "-v -version version -help")
  (sub "fmt" (class reads) (args "tree") (unless "-check -diff" (here "writetree")))
  (sub "output" (class builds) (args "text*") (ask secret "Outputs may hold secrets"))
  (sub "show" (class builds) (args "text*")
    (on "-json -show-sensitive" (ask secret "Plans and states may hold secrets")))
  (sub "validate" (class builds) (flags "-no-tests -test-directory=read"))
  (sub "version graph providers workspace metadata modules" (class builds) (args "text*")
    (word 1 "new delete select lock mirror" (class acts) (ask settings "The workspace or its providers are changed"
      "elsewhere"))
    (on "-raw -show-sensitive" (ask secret "Outputs may hold secrets"))
    (on "-json" (any "*plan* *state*" (ask secret "Plans and states may hold secrets"))))
  (sub "state" (class acts)
    (sub "list show" (class reads) (flags "-id=text") (args "text*"))
    (sub "pull" (class acts) (is network) (ask secret "The whole state, with the secrets in it, is shown"))
    (sub "mv rm push replace-provider" (class acts) (args "text*") (flags "-dry-run -backup-out=write")
      (ask destruction "The record of the infrastructure is changed" "work")))
  (sub "run-all" (class acts) (is network) (args "text*") (ask remote-change "The infrastructure is changed")
    (flags "--terragrunt-*") (word 1 "destroy" (deny destruction "All infrastructure is destroyed")))
  (sub "plan init get refresh test console login logout force-unlock import taint untaint hcl hclfmt"
    (class acts) (is network) (args "text*")
    (ask remote-change "Providers are downloaded or the infrastructure is asked"))
  (sub "apply" (class acts) (is network) (args "text*") (ask remote-change "The infrastructure is changed")
    (on "-destroy" (ask destruction "Infrastructure is destroyed")
      (on "-auto-approve" (unless "-target" (deny destruction
        "All infrastructure is destroyed without a question")))))
  (sub "destroy" (class acts) (is network) (args "text*") (ask destruction "Infrastructure is destroyed")
    (on "-auto-approve" (unless "-target" (deny destruction "All infrastructure is destroyed without a question")))))
(program "pulumi cdk cdktf sam serverless sls copilot-cli eb aws-nuke cloud-nuke crossplane ansible-playbook
          ansible-galaxy ansible-pull ansible-console salt salt-call puppet chef-client knife bolt waypoint nomad-pack
          atlantis infracost flyctl fly heroku railway render dokku netlify-cli vercel-cli firebase supabase amplify
          doctl linode-cli hcloud scw oci ibmcloud aliyun tccli openstack vultr-cli civo exo upctl gcutil bq azcopy
          wrangler-cli cf eksctl-anywhere steampipe" (class acts) (is network) (style none) (args "text*")
  (ask remote-change "Other machines or a cloud are changed or asked")
  (any "destroy delete rm remove nuke terminate purge apps:destroy pg:reset"
    (ask destruction "Something in a cloud is deleted")) (word 1 "version --version" (pardon remote-change))
  (word 1 "pg:reset" (deny destruction "A database is emptied"))
  (any "apps:destroy firestore:delete --all-collections *:purge"
    (deny destruction "A service or its data are deleted"))
  (any "config:get *:credentials" (deny secret "Settings that hold secrets are shown"))
  (any "*rm?-rf?/* *rm?-fr?/* *db:drop* *drop?table* *DROP?TABLE* *drop?database* *DROP?DATABASE*"
    (deny destruction "Something is deleted on other machines"))
  (any "destroy nuke" (any "--yes -y --force --all -f --auto-approve --confirm"
      (deny destruction "Everything is deleted without a question")))
  (any "delete rm remove" (any "--force -f -r --all -y --yes"
      (deny destruction "Something in a cloud is deleted without a question")))
  (any "reset" (any "--linked" (deny destruction "A database is emptied")))
  (any "-U --url" (any "http:* https:* git:* ssh:*" (deny executes-data "Code is downloaded and run")))
  (any "/dev/fd/* /proc/self/fd/*" (deny executes-data "What is done is decided by the output of another command")))
(program "ansible" (class acts) (is network) (style exact)
  (flags "-bKkvoCD -vvv -m=text -a=text -i=read -u=text -l=text -f=text -e=text -e*=text --become --become-user=text
     --check --list-hosts --limit=text --module-name=text --args=text --inventory=read --private-key=read
     --extra-vars=text --ssh-common-args=hidden --ssh-extra-args=hidden -M=hidden -c=text -t=text --one-line")
  (args "text*") (ask remote-change "A module is run on other machines")
  (value "-a --args"
    "*state=absent* *groups=sudo* *groups=wheel* *rm?-r* *rm?-f* *mkfs* *dd?if* *shutdown* *reboot* *userdel* *drop?*"
    (deny destruction "Something is deleted on other machines"))
  (on "--list-hosts" (class reads) (pardon remote-change)))
(program "ansible-doc" (class builds) (style exact) (flags "-ljst -t=text --type=text --list --json --snippet")
  (args "text*")
  (any "*/*" (unknown "is given a file")))
(program "ansible-config" (class builds) (style exact) (sub "dump list view" (flags "--only-changed -t=text")))
(program "aws" (class acts) (is network) (style none) (args "text*") (ask remote-change "A cloud is changed or asked")
  (any "rb delete-bucket delete-db-* delete-table delete-stack delete-volume delete-hosted-zone delete-user
        schedule-key-deletion delete-cluster delete-file-system delete-backup* delete-repository delete-organization
        close-account delete-vault" (deny destruction "Data or a service in the cloud is deleted"))
  (any "delete-* terminate-* deregister-* remove-* purge-*" (ask destruction "Something in the cloud is deleted"))
  (any "stop-logging delete-trail delete-detector leave-organization"
    (deny protection "A safeguard of the cloud is switched off"))
  (any "*AdministratorAccess*" (any "attach-* put-*" (deny accounts "An account is given every right")))
  (word 1 "configure"
    (any "get" (any "*secret* *token* *access_key*" (deny secret "A secret of the cloud is shown")))
    (any "set" (any "*credential_process*" (deny hidden-execution "A command is run whenever the cloud is asked"))))
  (any "rm" (any "--recursive" (deny destruction "Data in the cloud is deleted")))
  (any "sync" (any "--delete" (ask destruction "Data in the cloud is deleted")))
  (any "get-secret-value get-session-token get-login-password decrypt --with-decryption create-access-key
        export-credentials get-credentials-for-identity assume-role*" (deny secret "A secret of the cloud is shown"))
  (any "put-public-access-block delete-public-access-block public-read public-read-write"
    (deny exfiltration "Data in the cloud is made public")) (version "help"))
(program "gcloud az" (class acts) (is network) (style none) (args "text*")
  (ask remote-change "A cloud is changed or asked")
  (any "delete" (ask destruction "Something in the cloud is deleted")
    (any "projects group account databases sql server cosmosdb storage buckets keyvault clusters aks organizations
          subscription" (deny destruction "Data or a service in the cloud is deleted")))
  (any "rm" (any "-r --recursive -R" (deny destruction "Data in the cloud is deleted")))
  (any "secrets secret" (any "access show download" (deny secret "A secret of the cloud is shown")))
  (any "print-access-token print-identity-token get-access-token application-default get-credentials keys"
    (any "print* get-access-token list show create" (deny secret "A secret of the cloud is shown")))
  (any "purge" (deny destruction "Data or a service in the cloud is deleted"))
  (any "--member=allUsers* --role=roles/owner" (deny accounts "An account is given every right"))
  (any "allUsers allAuthenticatedUsers" (deny exfiltration "Data in the cloud is made public"))
  (version "version info"))
(program "psql" (class acts) (is network) (style exact)
  (flags "-aAbeEHlLnqsStVwWxXz01"
    "-c=code:sql -d=text -f=script:sql -F=text -h=connect:postgresql:5432 -L=append -o=write -p=text -P=text -R=text
     -T=text -U=text -v=text --command=code:sql --dbname=text --file=script:sql --host=connect:postgresql:5432 --list
     --log-file=append --output=write --port=text --username=text --no-password --password --quiet --tuples-only
     --no-align --echo-all --echo-queries --csv --html --expanded --no-psqlrc --single-transaction --set=text
     --variable=text --pset=text --field-separator=text --no-readline --version --single-step --single-line")
  (args "text text")
  (value "-v --set --variable" "*drop?* *truncate?* *delete?from*"
    (deny destruction "A statement is hidden in a variable")) (ask database "A database is used")
  (unless "-c -f --command --file -l --list" (is stdin-code) (language "sql")) (version "-V"))
(program "pg_dump pg_dumpall pg_restore pg_isready pg_basebackup pg_ctl initdb createdb createuser vacuumdb reindexdb
          clusterdb pgbench pg_upgrade pg_ctlcluster pg_createcluster" (class acts)
  (is network) (style none) (args "text*") (ask database "A database is used or changed")
  (any "--clean" (deny destruction "What a database holds is dropped before another state is put in its place")))
(program "dropdb dropuser mysqladmin pg_resetwal pg_dropcluster" (class acts) (is network) (style none) (args "text*")
  (deny destruction "A database or a user of it is deleted")
  (word 1 "status version ping processlist variables extended-status --version" (pardon destruction)
    (ask database "A database is used"))
  (any "status ping processlist version" (pardon destruction) (ask database "A database is used"))
  (any "drop* shutdown flush* kill* password*" (deny destruction "A database is deleted, emptied or stopped")))
(program "mysql mariadb" (class acts) (is network) (style exact)
  (flags "-ABbCEfGHiNnqrsStTvVwX"
    "-e=code:sql -h=connect:mysql:3306 -u=text -p?text -P=text -D=text -S=socket --execute=code:sql
     --host=connect:mysql:3306 --user=text --password?text --port=text --database=text --socket=socket --batch --table
     --vertical --silent --skip-column-names --raw --html --xml --force --protocol=text --default-character-set=text
     --ssl-mode=text --ssl-ca=read --no-auto-rehash --quick --safe-updates --delimiter=text --verbose --compress
     --connect-timeout=text --defaults-file=source --defaults-extra-file=source --no-defaults --init-command=code:sql
     --pager=hidden --tee=append") (args "text") (ask database "A database is used")
  (unless "-e --execute" (is stdin-code) (language "sql")) (version "-V"))
(program "mysqldump mysqlimport mysqlcheck mysqlshow mysqlslap mysqlbinlog mariadb-dump" (class acts) (is network)
  (style none) (args "text*") (ask database "A database is used"))
(program "sqlite3 sqlite litecli" (class acts) (style single)
  (flags "-header -noheader -csv -json -column -line -list -html -markdown -box -table -tabs -ascii -quote -readonly
     -batch -bail -echo -version -separator=text -nullvalue=text -newline=text -stats -init=source -cmd=code:sql
     -interactive -safe -nofollow -c=code:sql -s=code:sql -help -insert=text -vfs=text -mmap=text -unsigned
       -no-stdin")
  (args "change code:sql*") (on "-readonly" (args "read code:sql*")) (given 2 (class acts)) (hook sqlite)
  (version "-version -help"))
(program "duckdb" (class acts) (style single)
  (flags "-header -noheader -csv -json -column -line -list -html -markdown -box -table -ascii -quote -readonly -batch
     -bail -echo -version -separator=text -nullvalue=text -newline=text -stats -init=source -f=source -cmd=code:duckdb
     -interactive -safe -c=code:duckdb -s=code:duckdb -help -no-stdin")
  (args "change code:duckdb*") (none (is stdin-code) (language "sql")) (version "-version -help")
  (ask database "A database is used, or files and addresses that the statements name"))
(program "redis-cli valkey-cli keydb-cli" (class acts) (is network) (style exact) (is stops)
  (flags "-cxX23e"
    "-h=connect:redis:6379 -p=text -s=socket -a=text -n=text -r=text -i=text -u=connect --user=text --pass=text --raw
     --no-raw --csv --json --tls --cacert=read --cert=read --key=read --scan --pattern=text --stat --latency --bigkeys
     --memkeys --hotkeys --askpass --no-auth-warning --cluster=text --eval=script:lua --pipe --insecure
     --intrinsic-latency=text --rdb=write --functions-rdb=write") (args "code:redis+")
  (ask database "A database is used")
  (none (unless "--scan --stat --latency --bigkeys --memkeys --hotkeys" (is stdin-code) (language "redis")))
  (version "-v --version"))
(program "mongosh mongo" (class acts) (is network) (style exact)
  (flags "-u=text -p=text --eval=code:mongo --quiet --host=connect --port=text --username=text --password=text
     --authenticationDatabase=text --tls --norc --shell --file=script:node -f=script:node --nodb --json?text
     --tlsCAFile=read --retryWrites --apiVersion=text") (args "text script:node*") (ask database "A database is used")
  (unless "--eval --file -f" (is stdin-code) (language "mongo")))
(program "mongodump mongorestore mongoexport mongoimport mongod mysqld postgres postgresql redis-server memcached
          influxd cqlsh cassandra nodetool clickhouse clickhouse-client cockroach neo4j cypher-shell bcp beeline
            hive impala-shell presto trino snowsql bteq db2
          couchdb surreal arangosh dgraph etcdutl kafka-topics kafka-topics.sh kafka-console-producer
          kafka-console-consumer kcat rabbitmqctl rabbitmqadmin nats pulsar-admin zkCli.sh hdfs hadoop spark-submit
          spark-shell pyspark flyway liquibase sqitch migrate prisma drizzle-kit knex sequelize typeorm elasticdump
          curator" (class acts) (is network) (style none) (args "text*")
  (ask database "A database or queue is used or changed")
  (any "*drop?* *DROP?* *Drop?* *truncate?* *TRUNCATE?* *dropDatabase* *-rm* --drop *DETACH?DELETE* reset clean
        *--delete" (deny destruction "Data in a database is deleted")) (word 1 "--version version" (pardon database)))

(program "sqlcmd sqlplus isql usql pgcli mycli osql" (class acts) (is network) (style none) (args "text*")
  (ask database "A database is used") (is stdin-code) (language "sql")
  (any "*drop?* *DROP?* *Drop?* *truncate?* *TRUNCATE?*" (deny destruction "Data in a database is deleted"))
  (any "*xp_cmdshell* *!!* *host?*" (deny hidden-execution "A database client is told to run a command"))
  (word 1 "--version -V" (class reads) (pardon database)))
(program "iredis" (class acts) (is network) (style none) (args "text*") (ask database "A database is used")
  (is stdin-code) (language "redis")
  (any "*flushall* *FLUSHALL* *flushdb* *FLUSHDB*" (deny destruction "All keys of a database are deleted")))
(program "influx" (class acts) (is network) (style none) (args "text*") (ask database "A database is used")
  (word 1 "delete" (deny destruction "Data in a database is deleted"))
  (any "*drop?* *DROP?*" (deny destruction "Data in a database is deleted")))
(program "adb fastboot hdc" (class acts) (style none) (args "text*") (ask remote-change
  "A device is changed or asked")
  (word 1 "devices version start-server get-state --version" (class reads) (pardon remote-change))
  (word 1 "erase flash flashall oem -w flashing" (deny destruction "A device is erased or written over"))
  (any "*rm?-r* *rm?-f* *wipe* *reboot?recovery*" (deny destruction "Files of a device are deleted"))
  (word 2 "rm" (deny destruction "Files of a device are deleted")))
(program "qm pct pvesh pveum" (class acts) (style none) (args "text*")
  (ask remote-change "Machines of a host are changed")
  (word 1 "destroy" (deny destruction "A machine and its disks are deleted")))

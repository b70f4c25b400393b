; Examples for the entries of commands/cloud.sexp. See NOTATION.md.

(program "docker" reads "docker ps" "docker ps -a --format '{{.Names}}'" "docker logs --tail 50 api"
  "docker inspect x" "docker stats --no-stream" "docker version" "docker compose config -q" "docker compose ps"
  "docker compose logs -f api" asks "docker compose config --environment" "docker compose restart api"
  "docker compose up -d" "docker push registry.example/app:latest" "docker run --rm -it alpine sh" "docker exec x ls"
  "docker rm -f x" denies "docker run --cap-add=ALL --device=/dev/sda alpine sh"
  "docker run --mount type=bind,src=/,dst=/m busybox chroot /m sh -c 'rm -rf /srv'" "docker run -v /:/host alpine"
  "docker run --privileged x" "docker system prune -af --volumes" "docker run -v /var/run/docker.sock:/s x"
  unknown "docker frob")
(program "docker-compose" reads "docker-compose ps" asks "docker-compose up -d")
(program "buildah" asks "skopeo copy a b" "ctr images ls")
(program "kubectl" asks "kubectl get pods" "kubectl logs -f x" "kubectl delete pod x" "kubectl exec -it db-0 -- ls"
  "kubectl scale deploy/api --replicas=0" "kubectl apply -f x.yaml" "kubectl drain node-3 --ignore-daemonsets"
  denies "kubectl get secret x -o yaml" "kubectl delete ns prod" "kubectl delete pv,pvc --all -A --force"
  "kubectl delete pods --all" unknown "kubectl frob")
(program "helm" asks "helm uninstall prod-db" "helm list")
(program "terraform" asks "terraform fmt" "terraform show -json" "terraform show -json plan.out"
  "terraform state rm x" "terraform plan" "terraform init" "terraform destroy -target=module.cache"
  "terraform destroy" builds "terraform show" "terraform show -no-color plan.out" "terraform validate"
  "terraform workspace list" reads "terraform state list" denies "terraform destroy -auto-approve"
  unknown "terraform frob")
(program "pulumi" asks "ansible-playbook site.yml" "pulumi up")
(program "ansible" asks "ansible all -m ping" denies "ansible all -b -m file -a 'path=/srv state=absent'")
(program "ansible-doc" builds "ansible-doc -l" "ansible-doc copy" unknown "ansible-doc -M /tmp/e x"
  "ansible-doc --playbook-dir /x -l")
(program "ansible-config" builds "ansible-config dump" unknown "ansible-config dump -c /tmp/e" "ansible-config init")
(program "aws" asks "aws s3 ls" "aws ec2 describe-instances" "aws s3 rm s3://b/x"
  denies "aws s3 rb s3://prod-backups --force" "aws s3 rm s3://b --recursive"
  "aws rds delete-db-instance --db-instance-identifier x" "aws secretsmanager get-secret-value --secret-id x")
(program "gcloud" asks "gcloud compute instances list" "gcloud compute instances delete vm-1 --quiet" "az vm list"
  denies "gcloud projects delete x" "az group delete -n x --yes" "gcloud secrets versions access latest --secret x"
  "gcloud auth print-access-token")
(program "psql" asks "psql -c 'select 1'" "psql -l" "psql -f x.sql" "psql -c 'delete from a where id=1'"
  denies "psql -h db.prod -c 'drop table users cascade; commit'" "psql -c 'Drop TaBle t'"
  "psql -c 'delete from accounts'" "psql -c '\\! rm -rf x'" reads "psql --version")
(program "pg_dump" asks "pg_dump x" "createdb x")
(program "dropdb" denies "dropdb --if-exists prod" "mysqladmin drop x" "mysqladmin -u root -f drop x"
  asks "mysqladmin status")
(program "mysql" asks "mysql -e 'show tables' db" "mysql -u root -p db" denies "mysql -e 'DROP DATABASE x'"
  "mysql -e 'system rm -rf x'" "mysql --execute='truncate t'")
(program "mysqldump" asks "mysqldump x")
(program "sqlite3" asks "sqlite3 x.db" "sqlite3 x.db 'insert into t values(1)'" "sqlite3 x.db 'pragma journal_mode(delete)'"
  "sqlite3 x.db 'select * from fsdir(1)'" "sqlite3 -vfs e x.db 'select 1'" "sqlite3 'file:x?vfs=e' 'select 1'"
  reads "sqlite3 x.db .tables" "sqlite3 x.db 'select * from t'" "sqlite3 --version" "sqlite3 x.db 'pragma main.table_info(t)'"
  denies "sqlite3 x.db 'drop table t'" "sqlite3 x.db '.shell rm x'" "sqlite3 x.db '.system rm'")
(program "duckdb" asks "duckdb -c \"select * from 'https://h/x'\"" "duckdb x.db 'select getenv(1)'" "duckdb -c 'select 1'"
  "duckdb" "duckdb -c $q" denies "duckdb -c '.shell rm x'" "duckdb x.db 'drop table t'")
(program "redis-cli" asks "redis-cli get x" "redis-cli" "redis-cli -h h ping" denies "redis-cli flushall"
  "redis-cli -n 1 FLUSHDB" "redis-cli config set dir /etc")
(program "mongosh" asks "mongosh --eval 'db.a.find()'" denies "mongosh prod --eval 'db.dropDatabase()'")
(program "mongodump" asks "cqlsh -e 'select 1'" denies "cqlsh -e 'DROP KEYSPACE x'" "prisma migrate reset")
(program "sqlcmd" asks "pgcli x" "sqlplus x" denies "sqlcmd -Q 'drop table x'")
(program "iredis" asks "iredis" denies "iredis flushall")
(program "influx" asks "influx query x" denies "influx delete --bucket prod")
(program "adb" reads "adb devices" asks "adb install x.apk" denies "adb shell rm -rf /sdcard" "fastboot erase data")
(program "qm" asks "qm start 1" denies "qm destroy 100 --purge")

package paths

// secrets are the paths that hold secrets.
var secrets = [...]row{
	{secret, "SSH key directory", ".ssh/", "*.pub, known_hosts*, config"},
	{secret, "GnuPG key ring", ".gnupg/", ""},
	{secret, "password store", ".password-store/, .config/gopass/, .local/share/gopass/", ""},
	{secret, "key ring", ".local/share/keyrings/, .local/share/kwalletd/, /run/user/*/keyring*, /run/user/*/gnupg*, " +
		"/run/user/*/ssh-agent*", ""},
	{secret, "key chain", "library/keychains/, login.keychain-db, *.keychain, *.keyring", ""},
	{secret, "cloud credentials", ".aws/, .azure/, .config/gcloud/, .gcloud/, .oci/, .config/scw/, .aliyun/, " +
		".bluemix/, .config/openstack/, .config/linode-cli/, .config/hcloud/cli.toml, .config/doctl/config.yaml, " +
		".tugboat, .config/fly/config.yml, .fly/config.yml, .mc/config.json, .s3cfg, .boto, serviceaccount.json, " +
		".passwd-s3fs, clouds.yaml, application_default_credentials.json, gcp-key.json, keyfile.json, aws_credentials, " +
		"rootkey.csv, *accesskeys.csv, client_secret*.json, *service-account*.json, *service_account*.json, " +
		"*serviceaccount*.json, *adminsdk*.json, local.settings.json, *.publishsettings, *.cscfg", ""},
	{secret, "cluster credentials", ".kube/, .config/argocd/, .argocd/, .rancher/, kubeconfig, kubeconfig.yaml, " +
		"kubeconfig.yml, *.kubeconfig", ""},
	{secret, "password manager", ".config/op/, .config/1password/, .config/bitwarden/, .config/bitwarden cli/, " +
		".config/keepassxc/, library/application support/1password/, *.agilekeychain/", ""},
	{secret, "service credentials", ".config/gh/, .config/hub/, .config/rclone/, rclone.conf, .rclone.conf, " +
		".terraform.d/credentials.tfrc.json, .config/goose/, .config/github-copilot/, .config/configstore/, " +
		".config/glab-cli/, .config/wrangler/, .config/.wrangler/, .wrangler/config/, .supabase/, .railway/, " +
		".pulumi/credentials.json, .kaggle/, .twilio-cli/, .sfdx/, .netlify/config.json, .config/stripe/config.toml, " +
		".config/ngrok/ngrok.yml, .ngrok2/ngrok.yml, .databrickscfg, .codex/auth.json, .claude.json, " +
		".claude/.credentials.json, .gemini/oauth_creds.json, .qwen/oauth_creds.json, .local/share/opencode/auth.json, " +
		".config/netlify/config.json, com.vercel.cli/auth.json, .vercel/auth.json, .circleci/cli.yml, " +
		".travis/config.yml, .config/tea/config.yml, .config/auth0/config.json, .expo/state.json, .config/openai/, " +
		".config/anthropic/, .jupyter/jupyter_notebook_config.json, .terraformrc, .trc, recon-ng/keys.db", ""},
	{secret, "service credentials", ".cloudflared/", "config.yml, config.yaml"},
	{secret, "service credentials", "auth.json", "locale, locales, lang, langs, language, languages, i18n, l10n, " +
		"intl, translations, messages, schema, schemas, fixtures, testdata, mocks, docs"},
	{secret, "encryption keys", ".config/sops/, .config/age/, .config/borg/keys/, *.agekey, *.bek, *.fve, *.tpm", ""},
	{secret, "wallet", ".config/solana/, .electrum/, .bitcoin/, .ethereum/, .monero/, .near-credentials/, " +
		".foundry/keystores/, .dogecoin/, .litecoin/, .zcash/, .config/exodus/, .config/ledger live/, .sui/sui_config/, " +
		"wallet.dat, wallet.json, *.wallet, *.kwallet", ""},
	{secret, "browser profile", ".mozilla/, .config/google-chrome/, .config/chromium/, .config/bravesoftware/, " +
		".config/microsoft-edge/, .config/vivaldi/, .config/opera/, .librewolf/, snap/firefox/common/.mozilla/, " +
		"library/application support/google/chrome/, library/application support/firefox/, library/cookies/, " +
		"library/application support/bravesoftware/, library/application support/microsoft edge/, " +
		"library/application support/arc/, snap/chromium/common/chromium/, .var/app/org.mozilla.firefox/, " +
		".var/app/com.google.chrome/, .var/app/com.brave.browser/, appdata/local/google/chrome/, " +
		"appdata/local/microsoft/edge/, appdata/roaming/mozilla/, key4.db, logins.json, cookies.sqlite, cookies.db, " +
		"login data", ""},
	{secret, "mail profile", ".thunderbird/, .local/share/evolution/", ""},
	{secret, "mail credentials", ".config/msmtp/config, .msmtprc, .esmtprc, .fetchmailrc, .mbsyncrc, .offlineimaprc, " +
		".muttrc, .authinfo, .authinfo.gpg", ""},
	{secret, "message store", ".config/signal/, .local/share/signal-cli/, .config/weechat/, .config/discord/, " +
		".config/slack/, .local/share/telegramdesktop/, .purple/, otr.private_key, .irssi/config, .config/hexchat/, " +
		".xchat2/servlist_.conf", ""},
	{secret, "service token", ".vault-token, .google_authenticator, .cache/huggingface/token, " +
		".cache/huggingface/stored_tokens, .huggingface/token, .sentryclirc, .modal.toml, kaggle.json, " +
		"oauth_creds.json, token.pickle, token.json, token.txt, token, *.token, *_token.txt, *-token.txt, *_token.json, " +
		"*_token, *-token", ""},
	{secret, "service token", "api-key, api_key, apikey, .api-key, .api_key, .apikey, api-key.txt, api_key.txt, " +
		"apikey.txt, *-api-key.txt, *_api_key.txt, *_apikey.txt, api-keys.json, api-keys.txt, api-keys.y*ml, " +
		"api_keys.json, api_keys.txt, api_keys.y*ml", ""},
	{secret, "password", "password, .password, password.txt, passwords.txt, passwords.csv, passwd.txt, passphrase.txt, " +
		"*_password.txt, *-password.txt", ""},
	{secret, "settings of an agent, with the tokens of its servers", ".mcp.json, .cursor/mcp.json, .vscode/mcp.json, " +
		".claude/settings.local.json", ""},
	{secret, "credentials", "credentials, .credentials, credentials.json, credentials.yml.enc, credentials.db, " +
		"credentials.yml, credentials.yaml, credentials.toml, credentials.xml, credentials.csv, credentials.ini, " +
		"credentials.properties, credentials.txt, jenkins.plugins.publish_over_ssh.bapsshpublisherplugin.xml", ""},
	{secret, "database credentials", ".snowsql/, .snowflake/, .dbt/profiles.yml, .pgpass, pgpass, pgpass.conf, " +
		".my.cnf, .mylogin.cnf, wp-config.php, localsettings.php, robomongo.json, .dbeaver-data-sources.xml, " +
		"dbeaver-data-sources.xml, credentials-config.json, appsettings.prod*.json, appsettings.stag*.json, " +
		"appsettings.local.json, appsettings.*.local.json, appsettings.secret*.json, appsettings.private.json, " +
		"appsettings.live.json, appsettings.uat.json, application-prod*.properties, application-prod*.y*ml, " +
		"application-stag*.properties, application-stag*.y*ml, application-local.properties, application-local.y*ml, " +
		"application-secret*.properties, application-secret*.y*ml, application-private.properties, " +
		"application-private.y*ml, application-live.properties, application-live.y*ml, application-uat.properties, " +
		"application-uat.y*ml", ""},
	{secret, "login credentials", ".local/share/remmina/, .davfs2/secrets, .vnc/passwd, .config/deluge/auth, " +
		"appdata/local/microsoft/credentials/, appdata/roaming/microsoft/credentials/, " +
		"appdata/roaming/microsoft/protect/, .netrc, _netrc, netrc, .smbcredentials, .cifs-credentials, krb5cc_*, " +
		".config/filezilla/sitemanager.xml, filezilla.xml, recentservers.xml, sitemanager.xml, ventrilo_srv.ini, " +
		"proftpdpasswd, sftp-config.json, .vscode/sftp.json, .ftpconfig, .remote-sync.json", ""},
	{secret, "registry credentials", ".docker/config.json, containers/auth.json, .cargo/credentials, " +
		".cargo/credentials.toml, .gem/credentials, .m2/settings-security.xml, .m2/settings.xml, .composer/auth.json, " +
		".gradle/gradle.properties, .sbt/.credentials, .ivy2/.credentials, .bundle/config, .hex/hex.config, " +
		".nuget/nuget/nuget.config, .config/nuget/nuget.config, .config/pypoetry/auth.toml, " +
		".config/helm/registry/config.json, /etc/npmrc, .npmrc, .pypirc, .dockercfg, dockercfg, .dockerconfigjson, " +
		".yarnrc.yml", ""},
	{secret, "version control credentials", ".config/git/credentials, .subversion/auth/, .git-credentials, " +
		"git-credentials", ""},
	{secret, "private key", ".android/adbkey, secring.gpg, id_rsa, id_dsa, id_ecdsa, id_ed25519, id_ecdsa_sk, " +
		"id_ed25519_sk, id_xmss, identity, *_rsa, *_dsa, *_ecdsa, *_ed25519, ssh_host_*_key, *private*.asc, " +
		"*secret*.asc, key.asc, *private*.gpg, deploy_key, deploy-key, *_deploy_key, *-deploy-key, *.keypair", ""},
	{secret, "login keys", "authorized_keys", ""},
	{secret, "network key", "wg[0-9]*.conf, wg-*.conf, wireguard*.conf, *.ovpn, *.tblk", ""},
	{secret, "environment secrets", ".env, .envrc, .envrc.*, .env.*, *.env, .flaskenv, .renviron, .dev.vars, " +
		".dev.vars.*", ""},
	{secret, "password hashes", ".htpasswd, htpasswd, shadow-, secrets.tdb", ""},
	{secret, "vault password", ".vault_pass, .vault_password, .vault-password, .vault-pass, .vault_pass.txt", ""},
	{secret, "display key", ".xauthority, .iceauthority", ""},
	{secret, "secrets", ".secrets/, .secrets, .secret, secrets, vault.yml, vault.yaml, vault.json, secrets.yml, " +
		"secrets.yaml, secrets.json, secrets.toml, secrets.ini, secrets.txt, secret.yaml, secret.yml, secret.json, " +
		"secret.txt, *_secret.txt, *_secret.json, secret_token.rb, *.secret, *.secrets, secrets/*.yaml, secrets/*.yml, " +
		"secrets/*.txt", ""},
	{secret, "infrastructure state with secrets", "*.tfstate, *.tfstate.*", ""},
	{secret, "infrastructure secrets", "*.tfvars, *.tfvars.json", ""},
	{secret, "history", ".lesshst", ""},
	{secret, "shell history", ".bash_sessions/, .zsh_sessions/, .mongodb/mongosh/, .local/share/fish/fish_history, " +
		".local/share/nushell/history.txt, .config/atuin/key, .local/share/atuin/history.db, .mysql_history, " +
		".psql_history, .sqlite_history, .rediscli_history, .redis_history, .python_history, .node_repl_history, " +
		".bash_history, .zsh_history, .zhistory, .histfile, .sh_history, .history, .irb_history, .gdb_history, " +
		"consolehost_history.txt, .dbshell, .ash_history, .tcsh_history, .ksh_history, .julia_history, .pry_history, " +
		".php_history", ""},
	{secret, "system secrets", "/etc/ssl/private, /etc/sudoers.d, /etc/wireguard, /etc/openvpn, /run/secrets, " +
		"/var/run/secrets, /etc/NetworkManager/system-connections, /etc/letsencrypt/archive, /etc/letsencrypt/live, " +
		"/etc/kubernetes/pki, /var/lib/kubelet/pki, /etc/pki/tls/private, /var/lib/sss/secrets, /run/credentials, " +
		"/etc/credstore, /etc/credstore.encrypted, /etc/wpa_supplicant, /etc/iwd, /var/lib/iwd, " +
		"/etc/letsencrypt/accounts, /var/lib/docker/swarm, /etc/ipsec.d/private, /etc/cups/ssl, /var/lib/tailscale, " +
		"/var/lib/samba/private, /etc/dovecot/private, /var/lib/jenkins/secrets, /var/jenkins_home/secrets, " +
		"/etc/vault.d, /var/lib/vault, /var/lib/rancher/k3s/server, /etc/rancher", ""},
	{secret, "system secrets", "/etc/shadow, /etc/gshadow, /etc/shadow-, /etc/gshadow-, /etc/sudoers, " +
		"/etc/security/opasswd, /etc/master.passwd, /etc/krb5.keytab, /etc/ppp/chap-secrets, /etc/ppp/pap-secrets, " +
		"/etc/ipsec.secrets, /etc/kubernetes/admin.conf, /etc/kubernetes/azure.json, /etc/mysql/debian.cnf, " +
		"/etc/docker/key.json, /etc/exim4/passwd.client, /etc/postfix/sasl_passwd, /etc/pam_ldap.secret, " +
		"/etc/libnss-ldap.secret, /etc/kubernetes/controller-manager.conf, /etc/kubernetes/scheduler.conf, " +
		"/etc/kubernetes/kubelet.conf, /etc/kubernetes/super-admin.conf, /var/lib/systemd/random-seed, " +
		"/etc/machine-info.secret, /etc/environment.secret, /proc/kcore, /dev/mem, /dev/kmem, /dev/port", ""},
	{secret, "another process's memory or environment", "/proc/*/environ, /proc/*/mem, /proc/*/auxv, /proc/*/maps, " +
		"/proc/*/smaps, /proc/*/pagemap, /proc/*/stack, /proc/*/syscall, /proc/*/task/*/environ, /proc/*/task/*/mem, " +
		"/proc/*/task/*/auxv, /proc/*/task/*/maps, /proc/*/task/*/smaps, /proc/*/task/*/pagemap, /proc/*/task/*/stack, " +
		"/proc/*/task/*/syscall", ""},
}

// keyStores are how the names of files end that hold a private key, or a store of them.
var keyStores = [...]string{".pem", ".key", ".p12", ".pfx", ".pkcs12", ".jks", ".keystore", ".kdbx", ".kdb", ".ppk",
	".p8", ".pk8", ".jceks", ".bks", ".keytab", ".psafe3", ".enpassdbx"}

// publicWords in the name of a .pem or .key say that it is a public one.
var publicWords = [...]string{"public", "pub.", "cert", "chain", "ca.", "ca-", "bundle", "root.", "csr", "crt",
	"dhparam"}

// sampleWords mark a template without real values.
var sampleWords = [...]string{"example", "examples", "sample", "samples", "template", "dist", "tmpl", "tpl",
	"defaults", "schema"}

// backups are what editors and people add to the name of a copy, which holds what the original did.
var backups = [...]string{"~", ".bak", ".backup", ".old", ".orig", ".save", ".swp", ".copy"}

package gates

import "strings"

// secretNames are names of files or directories that hold secrets of one kind, in lower case.
type secretNames struct {
	kind   string
	public func(base string) bool // files below them that are not secret; nil for none
	names  []string
}

// secretDirs hold secrets wherever the home directory is: a leading slash, lower case.
var secretDirs = [...]secretNames{
	{"SSH key directory", publicSSH, []string{"/.ssh"}},
	{"GnuPG key ring", nil, []string{"/.gnupg"}},
	{"password store", nil, []string{"/.password-store", "/.config/gopass", "/.local/share/gopass"}},
	{"key ring", nil, []string{"/.local/share/keyrings", "/.local/share/kwalletd"}},
	{"key chain", nil, []string{"/library/keychains"}},
	{"cloud credentials", nil, []string{"/.aws", "/.azure", "/.config/gcloud", "/.oci", "/.config/scw", "/.aliyun",
		"/.bluemix", "/.config/openstack", "/.config/linode-cli"}},
	{"cluster credentials", nil, []string{"/.kube", "/.config/argocd", "/.argocd", "/.rancher"}},
	{"password manager", nil, []string{"/.config/op", "/.config/1password", "/.config/bitwarden",
		"/.config/bitwarden cli", "/.config/keepassxc", "/library/application support/1password"}},
	{"service credentials", nil, []string{"/.config/gh", "/.config/hub", "/.config/rclone",
		"/.terraform.d/credentials.tfrc.json", "/.config/goose", "/.config/github-copilot", "/.config/configstore",
		"/.config/glab-cli", "/.config/wrangler", "/.config/.wrangler", "/.wrangler/config", "/.supabase", "/.railway",
		"/.pulumi/credentials.json", "/.kaggle", "/.twilio-cli", "/.sfdx"}},
	{"encryption keys", nil, []string{"/.config/sops", "/.config/age", "/.config/borg/keys"}},
	{"wallet", nil, []string{"/.config/solana", "/.electrum", "/.bitcoin", "/.ethereum", "/.monero",
		"/.near-credentials", "/.foundry/keystores", "/.dogecoin", "/.litecoin", "/.zcash", "/.config/exodus",
		"/.config/ledger live", "/.sui/sui_config"}},
	{"browser profile", nil, []string{"/.mozilla", "/.config/google-chrome", "/.config/chromium",
		"/.config/bravesoftware", "/.config/microsoft-edge", "/.config/vivaldi", "/.config/opera", "/.librewolf",
		"/library/application support/google/chrome", "/library/application support/firefox",
		"/snap/firefox/common/.mozilla", "/snap/chromium/common/chromium", "/.var/app/org.mozilla.firefox",
		"/.var/app/com.google.chrome", "/.var/app/com.brave.browser", "/library/cookies",
		"/library/application support/bravesoftware", "/library/application support/microsoft edge",
		"/library/application support/arc", "/appdata/local/google/chrome", "/appdata/local/microsoft/edge",
		"/appdata/roaming/mozilla"}},
	{"mail profile", nil, []string{"/.thunderbird", "/.local/share/evolution"}},
	{"message store", nil, []string{"/.config/signal", "/.local/share/signal-cli", "/.config/weechat",
		"/.config/discord", "/.config/slack", "/.local/share/telegramdesktop", "/.purple"}},
	{"service token", nil, []string{"/.vault-token"}},
	{"service credentials", publicConfig, []string{"/.cloudflared"}},
	{"database credentials", nil, []string{"/.snowsql", "/.snowflake"}},
	{"login credentials", nil, []string{"/.local/share/remmina", "/.davfs2/secrets", "/.vnc/passwd",
		"/appdata/local/microsoft/credentials", "/appdata/roaming/microsoft/credentials",
		"/appdata/roaming/microsoft/protect"}},
	{"shell history", nil, []string{"/.bash_sessions", "/.zsh_sessions", "/.mongodb/mongosh"}},
	{"secrets", nil, []string{"/.secrets"}},
}

// secretFiles are files whose name alone would not tell, by how their paths end.
var secretFiles = [...]secretNames{
	{"registry credentials", nil, []string{"/.docker/config.json", "/.config/containers/auth.json",
		"/containers/auth.json", "/.cargo/credentials", "/.cargo/credentials.toml", "/.gem/credentials",
		"/.m2/settings-security.xml", "/.gradle/gradle.properties", "/.composer/auth.json", "/.config/composer/auth.json",
		"/.m2/settings.xml", "/.sbt/.credentials", "/.ivy2/.credentials", "/.bundle/config", "/.hex/hex.config",
		"/.nuget/nuget/nuget.config", "/.config/nuget/nuget.config", "/.config/pypoetry/auth.toml",
		"/.config/helm/registry/config.json", "/etc/npmrc"}},
	{"version control credentials", nil, []string{"/.config/git/credentials", "/.subversion/auth"}},
	{"cloud credentials", nil, []string{"/.config/hcloud/cli.toml", "/.config/doctl/config.yaml",
		"/.config/fly/config.yml", "/.fly/config.yml", "/.mc/config.json"}},
	{"service credentials", nil, []string{"/.netlify/config.json", "/.config/stripe/config.toml",
		"/.config/ngrok/ngrok.yml", "/.ngrok2/ngrok.yml", "/.databrickscfg", "/.config/filezilla/sitemanager.xml",
		"/.config/filezilla/recentservers.xml", "/.codex/auth.json", "/.claude.json", "/.claude/.credentials.json",
		"/.gemini/oauth_creds.json", "/.config/netlify/config.json", "/com.vercel.cli/auth.json", "/.vercel/auth.json",
		"/.circleci/cli.yml", "/.travis/config.yml", "/.config/tea/config.yml", "/.config/auth0/config.json",
		"/.expo/state.json", "/.config/openai", "/.config/anthropic", "/.jupyter/jupyter_notebook_config.json"}},
	{"shell history", nil, []string{"/.local/share/fish/fish_history", "/.local/share/nushell/history.txt",
		"/.config/atuin/key", "/.local/share/atuin/history.db"}},
	{"service token", nil, []string{"/.cache/huggingface/token", "/.huggingface/token",
		"/.cache/huggingface/stored_tokens"}},
	{"database credentials", nil, []string{"/.dbt/profiles.yml"}},
	{"private key", nil, []string{"/.android/adbkey"}},
	{"mail credentials", nil, []string{"/.config/msmtp/config"}},
	{"login credentials", nil, []string{"/.config/deluge/auth"}},
	{"message store", nil, []string{"/.irssi/config"}},
}

// secretFileNames are names that hold secrets in any directory.
var secretFileNames = [...]secretNames{
	{"environment secrets", nil, []string{".env", ".envrc.local", ".dev.vars"}},
	{"login credentials", nil, []string{".netrc", "_netrc", ".smbcredentials", ".cifs-credentials"}},
	{"database credentials", nil, []string{".pgpass", ".my.cnf", ".mylogin.cnf", "wp-config.php", "pgpass.conf"}},
	{"registry credentials", nil, []string{".npmrc", ".pypirc", ".dockercfg", ".yarnrc.yml"}},
	{"version control credentials", nil, []string{".git-credentials"}},
	{"password hashes", nil, []string{".htpasswd", "shadow-", "secrets.tdb"}},
	{"cloud credentials", nil, []string{".s3cfg", ".boto", "service-account.json", "serviceaccount.json",
		"service_account.json", "application_default_credentials.json", "gcp-key.json", "firebase-adminsdk.json",
		"keyfile.json", ".passwd-s3fs", "clouds.yaml"}},
	{"service credentials", nil, []string{".terraformrc"}},
	{"service token", nil, []string{".vault-token", ".sentryclirc", ".modal.toml", "kaggle.json", "oauth_creds.json",
		"token.pickle"}},
	{"vault password", nil, []string{".vault_pass", ".vault_password", ".vault-password", ".vault-pass",
		".vault_pass.txt"}},
	{"display key", nil, []string{".xauthority", ".iceauthority"}},
	{"wallet", nil, []string{"wallet.dat"}},
	{"private key", nil, []string{"secring.gpg", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk",
		"id_ed25519_sk", "identity"}},
	{"credentials", nil, []string{"credentials", "credentials.json", "credentials.yml.enc", "credentials.db",
		"credentials.yml", "credentials.yaml", "credentials.toml", "credentials.xml", "client_secret.json",
		".credentials"}},
	{"secrets", nil, []string{"vault.yml", "vault.yaml", "vault.json", "secrets", "secrets.yml", "secrets.yaml",
		"secrets.json", "secrets.toml", "secrets.env", "secrets.ini", "secrets.txt", "secret.key", "secret.yaml",
		"secret.yml", "secret.json", "secret.env", "secret_token.rb", "master.key", ".secrets", ".secret"}},
	{"cluster credentials", nil, []string{"kubeconfig.yaml", "kubeconfig.yml", "kubeconfig"}},
	{"infrastructure state with secrets", nil, []string{"terraform.tfstate", "terraform.tfstate.backup"}},
	{"infrastructure secrets", nil, []string{"terraform.tfvars", "terraform.tfvars.json"}},
	{"login keys", nil, []string{"authorized_keys"}},
	{"key chain", nil, []string{"login.keychain-db"}},
	{"browser profile", nil, []string{"key4.db", "logins.json", "cookies.sqlite", "cookies.db", "login data"}},
	{"history", nil, []string{".lesshst"}},
	{"shell history", nil, []string{".mysql_history", ".psql_history", ".sqlite_history", ".rediscli_history",
		".python_history", ".node_repl_history", ".bash_history", ".zsh_history", ".zhistory", ".histfile", ".sh_history",
		".history", ".irb_history", ".gdb_history", "consolehost_history.txt", ".dbshell", ".ash_history", ".tcsh_history",
		".ksh_history", ".julia_history", ".pry_history", ".php_history"}},
	{"mail credentials", nil, []string{".msmtprc", ".fetchmailrc", ".mbsyncrc", ".offlineimaprc"}},
}

func publicSSH(base string) bool {
	return strings.HasSuffix(base, ".pub") || strings.HasPrefix(base, "known_hosts") || base == "config"
}

// publicConfig spares the configuration of a program whose credentials lie beside it.
func publicConfig(base string) bool { return base == "config.yml" || base == "config.yaml" }

// secretExts are file name endings of private keys and stores.
var secretExts = [...]string{".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".kdb", ".ppk", ".ovpn",
	".p8", ".pk8", ".jceks", ".bks", ".agekey", ".keytab", ".tfstate", ".secret", ".psafe3", ".enpassdbx"}

// publicWords in a file's name say that a key or certificate is a public one.
var publicWords = [...]string{"public", "pub.", "cert", "chain", "ca.", "ca-", "bundle", "root.", "csr", "crt",
	"dhparam"}

// sampleWords mark a template without real values.
var sampleWords = [...]string{".example", ".sample", ".template", ".dist", ".tmpl", ".defaults", ".schema",
	"example.", "sample."}

// secretSystemDirs hold the system's own secrets.
var secretSystemDirs = [...]string{"/etc/ssl/private", "/etc/sudoers.d", "/etc/wireguard", "/etc/openvpn",
	"/run/secrets", "/var/run/secrets", "/etc/networkmanager/system-connections", "/etc/letsencrypt/archive",
	"/etc/letsencrypt/live", "/etc/kubernetes/pki", "/var/lib/kubelet/pki", "/etc/pki/tls/private",
	"/var/lib/sss/secrets", "/run/credentials", "/etc/credstore", "/etc/credstore.encrypted", "/etc/wpa_supplicant",
	"/etc/iwd", "/var/lib/iwd", "/etc/letsencrypt/accounts", "/var/lib/docker/swarm", "/etc/ipsec.d/private",
	"/etc/cups/ssl", "/var/lib/tailscale", "/var/lib/samba/private", "/etc/dovecot/private",
	"/var/lib/jenkins/secrets", "/var/jenkins_home/secrets", "/etc/vault.d", "/var/lib/vault",
	"/var/lib/rancher/k3s/server", "/etc/rancher"}

// secretSystemFiles are single files of the system that hold secrets, or all of its memory.
var secretSystemFiles = [...]string{"/etc/shadow", "/etc/gshadow", "/etc/shadow-", "/etc/gshadow-", "/etc/sudoers",
	"/etc/security/opasswd", "/etc/master.passwd", "/etc/krb5.keytab", "/etc/ppp/chap-secrets",
	"/etc/ppp/pap-secrets", "/etc/ipsec.secrets", "/etc/kubernetes/admin.conf", "/etc/mysql/debian.cnf",
	"/etc/docker/key.json", "/etc/exim4/passwd.client", "/etc/postfix/sasl_passwd", "/etc/pam_ldap.secret",
	"/etc/libnss-ldap.secret", "/etc/kubernetes/controller-manager.conf", "/etc/kubernetes/scheduler.conf",
	"/etc/kubernetes/kubelet.conf", "/etc/kubernetes/super-admin.conf", "/var/lib/systemd/random-seed",
	"/etc/machine-info.secret", "/etc/environment.secret", "/proc/kcore", "/dev/mem", "/dev/kmem", "/dev/port"}

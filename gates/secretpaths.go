package gates

import (
	"path"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// SecretPath reports whether a resolved path is one that holds secrets by its
// place or name, and says which kind. A directory is one by its place alone: the
// package internal/secrets holds code. The comparison folds case and compatibility
// forms: folding may only raise severity.
func SecretPath(name string, dir bool) (kind string, ok bool) {
	return secretFolded(fold(name), dir)
}

// fold lower-cases a path and maps compatibility characters, with a fast path
// for ASCII.
func fold(name string) string {
	ascii := true
	for i := 0; i < len(name); i++ {
		if name[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if !ascii {
		name = norm.NFKC.String(name)
	}
	return strings.ToLower(name)
}

func secretFolded(p string, dir bool) (string, bool) {
	if kind, ok := secretSystem(p); ok {
		return kind, true
	}
	base := path.Base(p)
	if !dir {
		if kind, ok := secretName(base); ok {
			return kind, true
		}
	}
	hidden := strings.Contains(p, "/.") // few paths hold a dot directory, and most of the table is such
	for _, d := range secretDirs {
		if !hidden && d.dir[1] == '.' {
			continue
		}
		if i := strings.Index(p, d.dir); i >= 0 {
			end := i + len(d.dir)
			if end != len(p) && p[end] != '/' {
				continue
			}
			if end < len(p) && d.public != nil && d.public(base) {
				continue
			}
			return d.kind, true
		}
	}
	for _, f := range secretFiles {
		if !hidden && f.suffix[1] == '.' {
			continue
		}
		if strings.HasSuffix(p, f.suffix) {
			return f.kind, true
		}
	}
	return "", false
}

// secretPattern looks at a pattern that no file matches yet: one that seems to be
// made for a secret's name is taken for that name.
func secretPattern(p string) string {
	for part := range strings.SplitSeq(strings.TrimPrefix(p, "/"), "/") {
		first := strings.IndexAny(part, "*?[")
		if first < 0 {
			continue
		}
		literal := len(part) - strings.Count(part, "*") - strings.Count(part, "?")
		for rest := part; strings.Contains(rest, "["); {
			from := strings.IndexByte(rest, '[')
			to := strings.IndexByte(rest[from:], ']')
			if to < 0 {
				break
			}
			literal, rest = literal-to-1, rest[from+to:]
		}
		// * alone is everybody's; what it is made for must be told by its letters.
		if literal < 3 || first < 3 && part[0] != '.' {
			continue
		}
		for _, d := range secretDirs {
			if name := d.dir[1:]; !strings.Contains(name, "/") && standsFor(part, name) {
				return d.kind
			}
		}
		for name, kind := range secretBases() {
			if standsFor(part, name) {
				return kind
			}
		}
	}
	return ""
}

// standsFor reports whether a pattern matches a name, as a shell does it.
func standsFor(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil && (name[0] != '.' || pattern[0] == '.')
}

type secretDir struct {
	dir    string // with a leading slash, lower case
	kind   string
	public func(base string) bool // files below it that are not secret
}

// secretDirs hold secrets wherever the home directory is.
var secretDirs = [...]secretDir{
	{"/.ssh", "SSH key directory", publicSSH},
	{"/.gnupg", "GnuPG key ring", nil},
	{"/.password-store", "password store", nil},
	{"/.local/share/keyrings", "key ring", nil},
	{"/.local/share/kwalletd", "key ring", nil},
	{"/library/keychains", "key chain", nil},
	{"/.aws", "cloud credentials", nil},
	{"/.azure", "cloud credentials", nil},
	{"/.config/gcloud", "cloud credentials", nil},
	{"/.oci", "cloud credentials", nil},
	{"/.kube", "cluster credentials", nil},
	{"/.config/op", "password manager", nil},
	{"/.config/1password", "password manager", nil},
	{"/.config/bitwarden", "password manager", nil},
	{"/.config/bitwarden cli", "password manager", nil},
	{"/.config/keepassxc", "password manager", nil},
	{"/.config/gh", "service credentials", nil},
	{"/.config/hub", "service credentials", nil},
	{"/.config/rclone", "service credentials", nil},
	{"/.config/sops", "encryption keys", nil},
	{"/.config/age", "encryption keys", nil},
	{"/.config/solana", "wallet", nil},
	{"/.mozilla", "browser profile", nil},
	{"/.config/google-chrome", "browser profile", nil},
	{"/.config/chromium", "browser profile", nil},
	{"/.config/bravesoftware", "browser profile", nil},
	{"/.config/microsoft-edge", "browser profile", nil},
	{"/.config/vivaldi", "browser profile", nil},
	{"/.config/opera", "browser profile", nil},
	{"/.librewolf", "browser profile", nil},
	{"/.thunderbird", "mail profile", nil},
	{"/library/application support/google/chrome", "browser profile", nil},
	{"/library/application support/firefox", "browser profile", nil},
	{"/snap/firefox/common/.mozilla", "browser profile", nil},
	{"/.electrum", "wallet", nil},
	{"/.bitcoin", "wallet", nil},
	{"/.ethereum", "wallet", nil},
	{"/.monero", "wallet", nil},
	{"/.config/signal", "message store", nil},
	{"/.local/share/signal-cli", "message store", nil},
	{"/.vault-token", "service token", nil},
	{"/.terraform.d/credentials.tfrc.json", "service credentials", nil},
	{"/.config/goose", "service credentials", nil},
	{"/.config/github-copilot", "service credentials", nil},
	{"/.config/configstore", "service credentials", nil},
	{"/.config/glab-cli", "service credentials", nil},
	{"/.config/wrangler", "service credentials", nil},
	{"/.config/.wrangler", "service credentials", nil},
	{"/.wrangler/config", "service credentials", nil},
	{"/.config/argocd", "cluster credentials", nil},
	{"/.argocd", "cluster credentials", nil},
	{"/.rancher", "cluster credentials", nil},
	{"/.config/scw", "cloud credentials", nil},
	{"/.aliyun", "cloud credentials", nil},
	{"/.bluemix", "cloud credentials", nil},
	{"/.config/openstack", "cloud credentials", nil},
	{"/.config/linode-cli", "cloud credentials", nil},
	{"/.cloudflared", "service credentials", publicConfig},
	{"/.supabase", "service credentials", nil},
	{"/.railway", "service credentials", nil},
	{"/.pulumi/credentials.json", "service credentials", nil},
	{"/.snowsql", "database credentials", nil},
	{"/.snowflake", "database credentials", nil},
	{"/.kaggle", "service credentials", nil},
	{"/.twilio-cli", "service credentials", nil},
	{"/.sfdx", "service credentials", nil},
	{"/.near-credentials", "wallet", nil},
	{"/.foundry/keystores", "wallet", nil},
	{"/.dogecoin", "wallet", nil},
	{"/.litecoin", "wallet", nil},
	{"/.zcash", "wallet", nil},
	{"/.config/exodus", "wallet", nil},
	{"/.config/ledger live", "wallet", nil},
	{"/.sui/sui_config", "wallet", nil},
	{"/.config/gopass", "password store", nil},
	{"/.local/share/gopass", "password store", nil},
	{"/.config/borg/keys", "encryption keys", nil},
	{"/.config/weechat", "message store", nil},
	{"/.config/discord", "message store", nil},
	{"/.config/slack", "message store", nil},
	{"/.local/share/telegramdesktop", "message store", nil},
	{"/.purple", "message store", nil},
	{"/.local/share/evolution", "mail profile", nil},
	{"/.local/share/remmina", "login credentials", nil},
	{"/.davfs2/secrets", "login credentials", nil},
	{"/.vnc/passwd", "login credentials", nil},
	{"/.bash_sessions", "shell history", nil},
	{"/.zsh_sessions", "shell history", nil},
	{"/.mongodb/mongosh", "shell history", nil},
	{"/.secrets", "secrets", nil},
	{"/snap/chromium/common/chromium", "browser profile", nil},
	{"/.var/app/org.mozilla.firefox", "browser profile", nil},
	{"/.var/app/com.google.chrome", "browser profile", nil},
	{"/.var/app/com.brave.browser", "browser profile", nil},
	{"/library/cookies", "browser profile", nil},
	{"/library/application support/bravesoftware", "browser profile", nil},
	{"/library/application support/microsoft edge", "browser profile", nil},
	{"/library/application support/arc", "browser profile", nil},
	{"/library/application support/1password", "password manager", nil},
	{"/appdata/local/google/chrome", "browser profile", nil},
	{"/appdata/local/microsoft/edge", "browser profile", nil},
	{"/appdata/local/microsoft/credentials", "login credentials", nil},
	{"/appdata/roaming/microsoft/credentials", "login credentials", nil},
	{"/appdata/roaming/microsoft/protect", "login credentials", nil},
	{"/appdata/roaming/mozilla", "browser profile", nil},
}

func publicSSH(base string) bool {
	return strings.HasSuffix(base, ".pub") || strings.HasPrefix(base, "known_hosts") || base == "config"
}

// publicConfig spares the configuration of a program whose credentials lie beside it.
func publicConfig(base string) bool { return base == "config.yml" || base == "config.yaml" }

type secretFile struct{ suffix, kind string }

// secretFiles are files whose name alone would not tell.
var secretFiles = [...]secretFile{
	{"/.docker/config.json", "registry credentials"},
	{"/.config/containers/auth.json", "registry credentials"},
	{"/containers/auth.json", "registry credentials"},
	{"/.cargo/credentials", "registry credentials"},
	{"/.cargo/credentials.toml", "registry credentials"},
	{"/.gem/credentials", "registry credentials"},
	{"/.m2/settings-security.xml", "registry credentials"},
	{"/.gradle/gradle.properties", "registry credentials"},
	{"/.composer/auth.json", "registry credentials"},
	{"/.config/composer/auth.json", "registry credentials"},
	{"/.config/git/credentials", "version control credentials"},
	{"/.subversion/auth", "version control credentials"},
	{"/.config/hcloud/cli.toml", "cloud credentials"},
	{"/.config/doctl/config.yaml", "cloud credentials"},
	{"/.config/fly/config.yml", "cloud credentials"},
	{"/.fly/config.yml", "cloud credentials"},
	{"/.netlify/config.json", "service credentials"},
	{"/.config/stripe/config.toml", "service credentials"},
	{"/.config/ngrok/ngrok.yml", "service credentials"},
	{"/.ngrok2/ngrok.yml", "service credentials"},
	{"/.databrickscfg", "service credentials"},
	{"/.config/filezilla/sitemanager.xml", "service credentials"},
	{"/.config/filezilla/recentservers.xml", "service credentials"},
	{"/.local/share/fish/fish_history", "shell history"},
	{"/.local/share/nushell/history.txt", "shell history"},
	{"/.config/atuin/key", "shell history"},
	{"/.local/share/atuin/history.db", "shell history"},
	{"/.cache/huggingface/token", "service token"},
	{"/.huggingface/token", "service token"},
	{"/.m2/settings.xml", "registry credentials"},
	{"/.sbt/.credentials", "registry credentials"},
	{"/.ivy2/.credentials", "registry credentials"},
	{"/.bundle/config", "registry credentials"},
	{"/.hex/hex.config", "registry credentials"},
	{"/.nuget/nuget/nuget.config", "registry credentials"},
	{"/.config/nuget/nuget.config", "registry credentials"},
	{"/.config/pypoetry/auth.toml", "registry credentials"},
	{"/.config/helm/registry/config.json", "registry credentials"},
	{"/.codex/auth.json", "service credentials"},
	{"/.claude.json", "service credentials"},
	{"/.claude/.credentials.json", "service credentials"},
	{"/.gemini/oauth_creds.json", "service credentials"},
	{"/.config/netlify/config.json", "service credentials"},
	{"/com.vercel.cli/auth.json", "service credentials"},
	{"/.vercel/auth.json", "service credentials"},
	{"/.circleci/cli.yml", "service credentials"},
	{"/.travis/config.yml", "service credentials"},
	{"/.config/tea/config.yml", "service credentials"},
	{"/.config/auth0/config.json", "service credentials"},
	{"/.expo/state.json", "service credentials"},
	{"/.mc/config.json", "cloud credentials"},
	{"/.dbt/profiles.yml", "database credentials"},
	{"/.android/adbkey", "private key"},
	{"/.config/msmtp/config", "mail credentials"},
	{"/.config/deluge/auth", "login credentials"},
	{"/.irssi/config", "message store"},
	{"/.cache/huggingface/stored_tokens", "service token"},
	{"/.config/openai", "service credentials"},
	{"/.config/anthropic", "service credentials"},
	{"/.jupyter/jupyter_notebook_config.json", "service credentials"},
}

// secretBases are names that hold secrets in any directory, made when first asked
// for, as many runs judge no path.
var secretBases = sync.OnceValue(func() map[string]string {
	return map[string]string{
		".env": "environment secrets", ".envrc.local": "environment secrets",
		".netrc": "login credentials", "_netrc": "login credentials", ".pgpass": "database credentials",
		".my.cnf": "database credentials", ".mylogin.cnf": "database credentials", ".npmrc": "registry credentials",
		".pypirc": "registry credentials", ".git-credentials": "version control credentials", ".dockercfg": "registry credentials",
		".yarnrc.yml": "registry credentials", ".htpasswd": "password hashes", ".s3cfg": "cloud credentials", ".boto": "cloud credentials",
		".terraformrc": "service credentials", ".vault-token": "service token", ".vault_pass": "vault password", ".vault_password": "vault password", ".vault-password": "vault password", ".vault-pass": "vault password",
		".vault_pass.txt": "vault password", ".smbcredentials": "login credentials", ".cifs-credentials": "login credentials",
		".xauthority": "display key", ".iceauthority": "display key", "wallet.dat": "wallet", "secring.gpg": "private key",
		"credentials": "credentials", "credentials.json": "credentials", "credentials.yml.enc": "credentials", "credentials.db": "credentials",
		"vault.yml": "secrets", "vault.yaml": "secrets", "vault.json": "secrets", "kubeconfig.yaml": "cluster credentials", "kubeconfig.yml": "cluster credentials",
		"credentials.yml": "credentials", "credentials.yaml": "credentials", "credentials.toml": "credentials", "credentials.xml": "credentials",
		"secrets": "secrets", "secrets.yml": "secrets", "secrets.yaml": "secrets", "secrets.json": "secrets", "secrets.toml": "secrets",
		"secrets.env": "secrets", "secrets.ini": "secrets", "secrets.txt": "secrets", "secret.key": "secrets", "secret.yaml": "secrets",
		"secret.yml": "secrets", "secret.json": "secrets", "secret.env": "secrets", "secret_token.rb": "secrets", "master.key": "secrets",
		"service-account.json": "cloud credentials", "serviceaccount.json": "cloud credentials", "service_account.json": "cloud credentials",
		"application_default_credentials.json": "cloud credentials", "client_secret.json": "credentials", "gcp-key.json": "cloud credentials",
		"firebase-adminsdk.json": "cloud credentials", "keyfile.json": "cloud credentials", "kubeconfig": "cluster credentials",
		"terraform.tfstate": "infrastructure state with secrets", "terraform.tfstate.backup": "infrastructure state with secrets",
		"terraform.tfvars": "infrastructure secrets", "terraform.tfvars.json": "infrastructure secrets", "wp-config.php": "database credentials",
		"id_rsa": "private key", "id_dsa": "private key", "id_ecdsa": "private key", "id_ed25519": "private key", "id_ecdsa_sk": "private key",
		"id_ed25519_sk": "private key", "identity": "private key", "authorized_keys": "login keys", "shadow-": "password hashes",
		"login.keychain-db": "key chain", "key4.db": "browser profile", "logins.json": "browser profile", "cookies.sqlite": "browser profile",
		".lesshst": "history", ".mysql_history": "shell history", ".psql_history": "shell history", ".sqlite_history": "shell history",
		".rediscli_history": "shell history", ".python_history": "shell history", ".node_repl_history": "shell history",
		".bash_history": "shell history", ".zsh_history": "shell history", ".zhistory": "shell history", ".histfile": "shell history",
		".sh_history": "shell history", ".history": "shell history", ".irb_history": "shell history", ".gdb_history": "shell history",
		"consolehost_history.txt": "shell history", ".dbshell": "shell history", ".ash_history": "shell history", ".tcsh_history": "shell history",
		".ksh_history": "shell history", ".julia_history": "shell history", ".pry_history": "shell history", ".php_history": "shell history",
		".sentryclirc": "service token", ".modal.toml": "service token", "kaggle.json": "service token", "oauth_creds.json": "service token",
		".msmtprc": "mail credentials", ".fetchmailrc": "mail credentials", ".mbsyncrc": "mail credentials", ".offlineimaprc": "mail credentials",
		".passwd-s3fs": "cloud credentials", "clouds.yaml": "cloud credentials", "pgpass.conf": "database credentials", "secrets.tdb": "password hashes",
		".credentials": "credentials", ".secrets": "secrets", ".secret": "secrets", ".dev.vars": "environment secrets", "token.pickle": "service token",
		"cookies.db": "browser profile", "login data": "browser profile",
	}
})

// secretExts are file name endings of private keys and stores.
var secretExts = [...]string{".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".kdb", ".ppk", ".ovpn",
	".p8", ".pk8", ".jceks", ".bks",
	".agekey", ".keytab", ".tfstate", ".secret", ".psafe3", ".enpassdbx"}

// publicWords in a file's name say that a key or certificate is a public one.
var publicWords = [...]string{"public", "pub.", "cert", "chain", "ca.", "ca-", "bundle", "root.", "csr", "crt", "dhparam"}

// sampleWords mark a template without real values.
var sampleWords = [...]string{".example", ".sample", ".template", ".dist", ".tmpl", ".defaults", ".schema", "example.", "sample."}

func secretName(base string) (string, bool) {
	for _, s := range sampleWords {
		if strings.Contains(base, s) {
			return "", false
		}
	}
	base = withoutBackup(base)
	if kind, ok := secretBases()[base]; ok {
		return kind, true
	}
	switch {
	case strings.Contains(base, ".tfstate."):
		return "infrastructure state with secrets", true
	case strings.HasPrefix(base, ".env.") || strings.HasSuffix(base, ".env") && base != ".env":
		return "environment secrets", true
	case strings.HasPrefix(base, "id_") && keyName(base):
		return "private key", true
	case strings.HasPrefix(base, "client_secret") && strings.HasSuffix(base, ".json"),
		strings.Contains(base, "service-account") && strings.HasSuffix(base, ".json"),
		strings.Contains(base, "serviceaccount") && strings.HasSuffix(base, ".json"),
		strings.Contains(base, "adminsdk") && strings.HasSuffix(base, ".json"):
		return "cloud credentials", true
	case strings.HasSuffix(base, ".tfvars"), strings.HasSuffix(base, ".auto.tfvars"):
		return "infrastructure secrets", true
	case strings.HasPrefix(base, "krb5cc_"):
		return "login credentials", true
	case strings.HasPrefix(base, "ssh_host_") && strings.HasSuffix(base, "_key"):
		return "private key", true
	case strings.Contains(base, "private") && (strings.HasSuffix(base, ".asc") || strings.HasSuffix(base, ".gpg")):
		return "private key", true
	}
	for _, ext := range secretExts {
		if !strings.HasSuffix(base, ext) || base == ext {
			continue
		}
		for _, w := range publicWords {
			if ext != ".pem" && ext != ".key" {
				break // the others always hold the private half
			}
			if strings.Contains(base, w) && !strings.Contains(base, "priv") {
				return "", false
			}
		}
		return "private key or store", true
	}
	return "", false
}

// withoutBackup takes off what editors and people add to the name of a copy, which
// holds what the original did.
func withoutBackup(base string) string {
	for _, end := range [...]string{"~", ".bak", ".backup", ".old", ".orig", ".save", ".swp", ".copy"} {
		if name, ok := strings.CutSuffix(base, end); ok && name != "" {
			if end == ".swp" && secretBases()[name] == "" {
				name = strings.TrimPrefix(name, ".") // vim's swap file of x is .x.swp, but of .x too
			}
			return name
		}
	}
	return base
}

// keyName reports whether a name is one that ssh-keygen gives a private key,
// such as id_rsa_work, but not its public half.
func keyName(base string) bool {
	if strings.HasSuffix(base, ".pub") {
		return false
	}
	for _, p := range [...]string{"id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_xmss"} {
		if strings.HasPrefix(base, p) && !strings.HasSuffix(base, ".go") && !strings.HasSuffix(base, ".md") {
			return true
		}
	}
	return false
}

// secretSystemDirs hold the system's own secrets.
var secretSystemDirs = [...]string{"/etc/ssl/private", "/etc/sudoers.d", "/etc/wireguard", "/etc/openvpn", "/run/secrets",
	"/var/run/secrets", "/etc/networkmanager/system-connections", "/etc/letsencrypt/archive", "/etc/letsencrypt/live",
	"/etc/kubernetes/pki", "/var/lib/kubelet/pki", "/etc/pki/tls/private", "/var/lib/sss/secrets", "/run/credentials",
	"/etc/credstore", "/etc/credstore.encrypted", "/etc/wpa_supplicant", "/etc/iwd", "/var/lib/iwd", "/etc/letsencrypt/accounts", "/var/lib/docker/swarm", "/etc/ipsec.d/private", "/etc/cups/ssl",
	"/var/lib/tailscale", "/var/lib/samba/private", "/etc/dovecot/private", "/var/lib/jenkins/secrets", "/var/jenkins_home/secrets",
	"/etc/vault.d", "/var/lib/vault", "/var/lib/rancher/k3s/server", "/etc/rancher"}

// secretSystem covers the system's own secrets, by absolute path.
func secretSystem(p string) (string, bool) {
	for _, d := range secretSystemDirs {
		if p == d || strings.HasPrefix(p, d+"/") {
			return "system secrets", true
		}
	}
	switch p {
	case "/etc/shadow", "/etc/gshadow", "/etc/shadow-", "/etc/gshadow-", "/etc/sudoers", "/etc/security/opasswd", "/etc/master.passwd",
		"/etc/krb5.keytab", "/etc/ppp/chap-secrets", "/etc/ppp/pap-secrets", "/etc/ipsec.secrets", "/etc/kubernetes/admin.conf",
		"/etc/mysql/debian.cnf", "/etc/docker/key.json", "/etc/exim4/passwd.client",
		"/etc/postfix/sasl_passwd", "/etc/pam_ldap.secret", "/etc/libnss-ldap.secret", "/etc/kubernetes/controller-manager.conf",
		"/etc/kubernetes/scheduler.conf", "/etc/kubernetes/kubelet.conf", "/etc/kubernetes/super-admin.conf", "/var/lib/systemd/random-seed", "/etc/machine-info.secret",
		"/etc/environment.secret", "/proc/kcore", "/dev/mem", "/dev/kmem", "/dev/port":
		return "system secrets", true
	}
	if rest, ok := strings.CutPrefix(p, "/run/user/"); ok {
		if _, below, _ := strings.Cut(rest, "/"); strings.HasPrefix(below, "keyring") || strings.HasPrefix(below, "gnupg") || strings.HasPrefix(below, "ssh-agent") {
			return "key ring", true
		}
	}
	if rest, ok := strings.CutPrefix(p, "/proc/"); ok {
		switch path.Base(rest) {
		case "environ", "mem", "auxv", "maps", "smaps", "pagemap", "stack", "syscall":
			if strings.Contains(rest, "/") {
				return "another process's memory or environment", true
			}
		}
	}
	return "", false
}

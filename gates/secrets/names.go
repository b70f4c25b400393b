package secrets

import (
	"slices"
	"strings"
)

// secretWords are the names under which keys and tokens are kept.
var secretWords = []string{
	"token", "bearer", "apikey", "accesskey", "authkey", "privatekey", "credential", "encryptionkey", "signingkey",
	"masterkey", "accountkey", "sharedkey", "_key", "-key", ".key=", ".key:", "?key=", "&key=", "amz-signature=",
	"&signature=", "_seed", "totp", "_auth",
	"private key", "api key", "access key", "unseal key", "recovery key", "scratch code", "backup code", "recovery code",
	"setup key", "license key", "licence key", "product key", "serial key", "_private", "_salt", "-salt", "_signing",
	"otp seed", "validationkey", "decryptionkey", "admin key", "master key", "encryption key", "signing key", "server key",
	"app key", "write key", "service key", "ssws", "secret.key", "?code=", "&code=", "_session", "sessid", "sess:",
	"user_session", "appid=", "appkey", "appskey", "nwkskey", "netkey", "upgradekey",
}

// passwordWords are the names, and the words of SQL, before what a person may have chosen.
var passwordWords = append([]string{
	"passcommand", "secret", "masterauth", "passcmd", "bind_credentials", "securestring", "pw=", "pw:", " pw ",
	"cli_auth", "snmp_community",
}, settingWords...)

// settingWords are the words for a password itself. What they end stands beside one more often than beside anything
// else.
var settingWords = []string{
	"password", "passwd", "passphrase", "passcode", "pass", "pwd", "_pw", "bindpw", "rootpw", "psk", "pskvalue",
	"identified by", "pre-shared-key", "key content",
}

// plainWords in a name say that it holds no secret but something about one.
var plainWords = []string{
	"public", "type", "name", "path", "file", "dir", "url", "uri", "endpoint", "length", "size", "count", "digest",
	"sha", "checksum", "expire", "expiry", "ttl", "field", "prefix", "regex", "pattern", "format", "label", "index",
	"limit", "arn", "version", "policy", "usage", "hint", "page", "next", "continuation", "cursor", "resume",
	"sync", "kind", "class", "cancel", "fingerprint", "thumbprint", "idempot", "starting", "lock", "change",
	"algorithm", "method", "cache", "sort", "foreign", "partition", "gpg", "websocket", "hostkey", "host_key",
	"hash", "secret-id", "recv", "site", "socket",
}

// plainName reports whether a part of a name is a plain word, but for three letters and for what says that it is
// secret: those of nextPageToken are, NEXTAUTH is not.
func plainName(name string) bool {
	if low := strings.ToLower(name); !containsAny(low, plainWords) {
		return false
	} else if containsAny(low, []string{"secret-id", "host_key"}) {
		return true
	}
	for _, w := range []string{"account", "shared", "Account", "Shared", "ACCOUNT", "SHARED", "GPG_PASS", "hash_salt"} {
		name = strings.ReplaceAll(name, w, "") // which hold plain words
	}
	for at := 0; at < len(name); {
		end := wordEnd(name, at)
		part := strings.ToLower(name[at:end])
		at = max(end, at+1)
		if rest := without(part, plainWords); rest != part && len(without(without(rest, secretWords), passwordWords)) < 4 {
			return true
		}
	}
	return false
}

// without takes words out of a text.
func without(s string, words []string) string {
	for _, w := range words {
		s = strings.Replace(s, w, "", 1)
	}
	return s
}

// setting reports whether a name ends with a word for a password.
func setting(key string) bool {
	if key == "PASS" { // of tests
		return false
	}
	low := strings.ToLower(key)
	return strings.HasSuffix(key, "SECRET") || // of a variable; in a document it may name one
		!containsAny(low, []string{"compass", "bypass"}) && (low == "pw" || slices.ContainsFunc(settingWords,
			func(word string) bool { return strings.HasSuffix(low, word) }))
}

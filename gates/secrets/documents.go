package secrets

import (
	"regexp"
	"strings"
	"sync"
)

// registerDocuments adds the secrets of files that have a form of their own.
func registerDocuments(t *triggers) {
	for _, lit := range []string{"kind: secret", "kind:secret", `kind":"secret"`, `kind": "secret"`, `kind: "secret"`} {
		t.add(lit, true, matchFunc(kubernetes))
	}
	for i := range patterns {
		for literal := range strings.SplitSeq(patterns[i].literals, ",") {
			t.add(literal, !patterns[i].chosen && literal != strings.ToUpper(literal), &patterns[i])
		}
	}
}

// maxDocument is how far from its kind the data of a Kubernetes secret may be.
const maxDocument = 8 << 10

// kubernetes matches the values under data and stringData of a Secret, in YAML
// and in JSON.
func kubernetes(s *scanner, v *view, at, end int) {
	t := v.text
	if is(t, end, cWord) || at < s.document {
		return // SecretList, SecretStore; or in a document that is read already
	}
	from, to := max(s.document, at-maxDocument), min(len(t), end+maxDocument)
	if i := strings.LastIndex(t[from:at], "\n---"); i >= 0 {
		from += i
	}
	if i := strings.Index(t[end:to], "\n---"); i >= 0 {
		to = end + i
	}
	s.effort -= to - from
	s.document = to
	within := -1 // the indentation of the data that the line belongs to
	for line := range strings.Lines(t[from:to]) {
		depth := len(line) - len(strings.TrimLeft(line, " \t"))
		if depth <= within {
			within = -1
		}
		if key := strings.Trim(line, " \t\r\n\"{,:"); within < 0 && (key == "data" || key == "stringData") {
			within = depth
		} else if within >= 0 {
			kubernetesData(s, v, from, from+len(line))
		} else if _, data, ok := strings.Cut(line, `ata":{`); ok {
			value, _, _ := strings.Cut(data, "}")
			kubernetesData(s, v, from+len(line)-len(data), from+len(line)-len(data)+len(value))
		}
		from += len(line)
	}
}

// lineEnd returns the end of the line that starts at i, at most limit.
func lineEnd(t string, i, limit int) int {
	if n := strings.IndexByte(t[i:limit], '\n'); n >= 0 {
		return i + n
	}
	return limit
}

// kubernetesData matches the values of the members in [at,to).
func kubernetesData(s *scanner, v *view, at, to int) {
	for line := v.text[:to]; ; {
		colon := strings.IndexByte(line[at:], ':')
		if colon < 0 {
			return
		}
		a := span(line, at+colon+1, 8, cSpace|cQuote)
		at = span(line, a, to, cUnquoted)
		if value := line[a:at]; len(value) >= 4 && !filler(value) && (at == to || is(line, at, cSpace|cQuote|cJoin)) {
			s.add(v, "kubernetes-secret", a, at)
		}
	}
}

// pattern is a secret that an expression finds around a literal: in its first group, or
// in the second when the first is the user's name.
type pattern struct {
	literals, rule string
	line           bool // the expression matches from the start of the line on
	ahead          int  // bytes behind the literal that it sees, at most to a closing brace
	chosen         bool // by a person: the value is judged as a password
	expr           func() *regexp.Regexp
}

var patterns = [...]pattern{
	{"machine ", "netrc", false, 160, true,
		lazy(`^machine\s+\S+\s+login\s+\S+\s+(?:account\s+\S+\s+)?password\s+()([^\s"'\\]+)`)},
	{"chpasswd,vncpasswd,smbpasswd,cryptsetup,password-stdin,secret put,versions add,secret-tool,pass insert,kinit,age -p",
		"command-password", true,
		160, true,
		lazy(`<<<\s*["']?((?:[^\s"':]*:)?)([^\s"']+)`)},
	{"login: ,Login: ,creds: ,Creds: ,credentials: ,Credentials: ,ogin with ,og in with ,og in as ,ogin as ," +
		"redentials are ,Zugangsdaten: ",
		"said-password", false, 120, true, lazy(`^\w+(?::| with| in with| as| in as| are)\s+(\S+)\s+/\s+([^\s,;"']+)`)},
	{"ign in as ,og in as ,ogin as ", "said-password", false, 120, true,
		lazy(`^\w+ (?:in )?as ["'\x60]?([^\s"'\x60]+)["'\x60]? ` +
			`(?:with|and|using) (?:password )?["'\x60]?([^\s,;"'\x60]{6,})`)},
	{"account (,user (,login (,Login (,creds (,credentials (", "said-password", false, 120, true,
		lazy(`^\w+ \(([^\s()]+) ?[/|:,] ?([^\s()]{6,})\)`)},
	{" as the , as my , as your ", "said-password", true, 40, true,
		lazy(`()[\s"'\x60]([^\s"'\x60]{8,})["'\x60]? as (?:the|my|your) (?:\w+ )?pass(?:word|phrase)` +
			`(?: (?:for|on|in|of|at|now)\b|[.,;!)]|\s*$)`)},
	{"recovery codes,backup codes,scratch codes,Recovery codes,Backup codes,Scratch codes,BACKUP CODES,RECOVERY CODES," +
		"Recovery Codes,Backup Codes,recovery_codes,backup_codes", "said-codes", false, 600, false,
		lazy("(?m)^[\\s\"'>]*(?:\\d+[.)]|[-*])?()[\\s\"']*(" + codes + `(?:[ \t]+(?:\d+[.)]\s*)?` + codes +
			")*)[\"',\\s]*$")},
	{"key manually,key: ,setup key,uthenticator,oathtool", "otp-seed", false, 200, false,
		lazy(`[\s"'(]()((?:[a-z2-7]{4}[ -]){7,12}[a-z2-7]{4}|(?:[A-Z2-7]{4}[ -]){3,12}[A-Z2-7]{4})(?:["'.,)\s]|$)`)},
	{"UGFzc3dvcmQ6", "smtp-password", false, 80, false, lazy(`^UGFzc3dvcmQ6\s+(?:C: )?()([\w+/]{6,}={0,2})\s`)},
	{"TARSNAP KEY FILE", "private-key", false, 2 << 10, false, lazy(`^.*\n()((?:[\w+/=]{20,}\n?)+)`)},
	{`"cborHex"`, "private-key", false, 120, false, lazy(`^"cborHex"\s*:\s*()"(5820[0-9a-f]{64})"`)},
	{"password_hash\"", "password-hash", false, 80, false, lazy(`^password_hash"\s*:\s*()"([\w+/]{40,}={0,2})"`)},
	{"-pbkdf2-", "password-hash", false, 160, false, lazy(`^()(-pbkdf2-[0-9a-f]{40},[0-9a-f]{16,64},\d+)`)},
	{"PVEAPIToken=", "assignment", false, 160, false, lazy(`^PVEAPIToken=[^=\s]+=()([0-9a-f-]{36})`)},
	{"option key ", "assignment", false, 80, false, lazy(`^option key ()'([^'\n]{8,63})'`)},
	{" 11. , 11) ", "seed-phrase", true, 80, false,
		lazy(`()(1[.)] [a-z]{3,8},? +2[.)] [a-z]{3,8},? .*12[.)] [a-z]{3,8}\b)`)},
	{"12 w,24 w,12 W,24 W,12-w,24-w,etamask,etaMask,Ledger,ledger nano,rezor,lectrum", "seed-phrase", false, 300, false,
		lazy(`[:\n]\s*()((?:(?:\d\d?[.)] )?[a-z]{3,8}\s){11,23}(?:\d\d?[.)] )?[a-z]{3,8})\s*(?:\n|$)`)},
	{"USER ", "said-password", false, 200, false, lazy(`^USER \S+\r?\n(?:.*\n)?\W*PASS ()([^\s$<%(]+)`)},     // of FTP
	{" LOGIN ", "said-password", true, 160, true, lazy(`^\w{1,8} LOGIN "?([^\s"]+)"? "?([^\s"]{5,})"?\s*$`)}, // of IMAP
	{"\" *,\"\t*", "chap-secrets", true, 80, false,
		lazy(`^(?:\*|"?\w[^\s"]*"?)\s+(?:\*|"?[\w.-]+"?)\s+()"([^"]{4,})"(?:\s+\*|\s*$)`)},
	{": EAP ,: XAUTH ,: PSK ", "ipsec-secrets", false, 80, false, lazy(`^: \w+ ()"([^"]{4,})"`)},
	{`["0x`, "private-key", true, 120, false, lazy(`accounts\W+()(0x[0-9a-f]{64})\b`)},
	{":descriptor:x25519:", "onion-key", false, 64, false, lazy(`^:descriptor:x25519:()([A-Z2-7]{52})\b`)},
	{`"result"`, "generated-password", false, 200, false,
		lazy(`^"result"\s*:\s*()"([^"\n]{8,})",?\s*"(?:bcrypt_hash|special)"`)},
	{"PIN,PUK,CVV,CVC,pin:,pin code,cvv,cvc,puk", "said-pin", false, 48, false,
		lazy(`^(?:PIN|PUK|CVV|CVC|pin|puk|cvv|cvc)\d?(?:-?[Cc]ode)?[: =#"'](?:[\p{L} .]{0,24}[: ])?()(\d{3,8})` +
			`(?:[^\d.\w-]|\.?\s|\.?$)`)},
	{" exp ,cvv,CVV,cvc,CVC", "card", true, 0, false, lazy(`()\b([3-6]\d{3}[ -]?\d{4}[ -]?\d{4}[ -]?\d{1,4})\b`)},
	{"pass show,op read,op item get,dumpprivkey,cat config/master.key,kubectl create token,| base64 -d," +
		"| base64 --decode," +
		"-generic-password,-internet-password,bw get pass,-field=,secretsmanager get-secret-value,secrets versions access," +
		"print-access-token,print-identity-token,secret show,output -raw,auth token,secret-tool lookup,lpass show," +
		"keepassxc-cli,pwgen,openssl rand,wg genkey,cat /run/secrets,vault-token,get-login-password,get-access-token," +
		"vault_pass,node-token,initial-password,config:get,makepasswd,xkcdpass,apg ,gopass ,secrets get," +
		"getauthkey,preauthkeys create,gen-key,generate-password",
		"printed-secret", false, 700, false,
		lazy(`^[^\n]*\n()([^\s$#<|/\x60-][^\s]{6,}[^\s:,;])\s*(?:\n|$)`)},
	{"id.json,keypair.json", "private-key", false, 400, false, lazy(`^[^\n]*\n()(\[(?:\d{1,3},\s?){31,63}\d{1,3}\])`)},
	{"@tcp(,@unix(", "url-password", true, 0, true, lazy(`([\w.-]*):([^\s:@"']+)@(?:tcp|unix)\($`)},
	{" pin is , PIN is ,PIN: ,PIN for ,PIN of ,PIN code: ,pin code is ,passcode is ,unlock code is ," +
		"verification code is ,verification code: ,time password is ,time password: ,time code is ,time code: ",
		"said-pin", false, 40, false,
		lazy(`^[\w ]+?(?: is|:)() (\d{4,8})\b`)},
	{"chpasswd,smbpasswd,cryptsetup,password-stdin,sudo -S,kinit", "command-password", true, 0, true,
		lazy(`echo\s[^|]*?()([^\s"':|]+)[\s"']*\|`)},
	{"cryptsetup,passphrase-fd,password-stdin,pass insert,secret put", "command-password", true, 0, false,
		lazy(`(?:echo|printf)\s+(?:-n\s+|%s\s+)?()["']([^"'|\n]{6,80})["']\s*\|[^|]*$`)},
	{":5432:,:*:", "pgpass", true, 512, true,
		lazy(`(?m)^["']?[^:\s/]+:[^:\s/]+:[^:\s/]+:([^:\s/]+):([^\s/"']+)["']?\s*$`)},
	{`\r"`, "command-password", true, 0, true, lazy(`send\s+(?:-- )?()"([^"\\]+)\\r"$`)}, // of expect
	{"BUNDLE_", "bundler", false, 160, true, lazy(`^BUNDLE_\w+["']?[:=]\s*["']?([^:\s"']+):([^\s"']+)`)},
	{`"github-oauth","gitlab-oauth","gitlab-token","bearer"`, "composer", false, 200, false,
		lazy(`^"[a-z-]+"\s*:\s*\{\s*"[^"]+"()\s*:\s*"([^"\s]{16,})"`)},
	{`<add key="https`, "nuget", false, 300, false, lazy(`^<add key="[^"]+"()\s+value="([\w+/=]{32,})"`)},
	{"<master>{", "maven", false, 200, false, lazy(`^<master>\{()([\w+/=]{20,})`)},
	{`"kty"`, "private-key", true, 4 << 10, false, lazy(`"(?:[dkpq]|d[pq]|qi)()"\s*:\s*"([\w-]{22,})`)}, // RFC 7517
	{"mnemonic,wallet seed,backup phrase,secret phrase,seed phrase,seed_phrase,seedphrase,recovery phrase," +
		"recovery_phrase,wallet words,seed words,recovery words,secret words,recovery: 1", "seed-phrase", false, 512, false,
		lazy(`^[\w -]{7,64}?["'\s]{0,3}(?:is|are|[:=\n])()[\s"':=]{0,8}` +
			`((?:(?:\d\d?[.)] )?[a-z]{3,8}[\s,]{1,3}){11}(?:\d\d?[.)] )?[a-z]{3,8}` +
			`(?:(?:[\s,]{1,3}(?:\d\d?[.)] )?[a-z]{3,8}){3}){0,4})\b`)},
}

// codes is a code of those that are given for the day when the telephone is lost.
const codes = `(?:[A-Za-z0-9]{4,8}[- ][A-Za-z0-9]{4,8}|\d{8,10}|[0-9a-f]{8,16})`

// expressionEffort is how many steps an expression takes for one byte.
const expressionEffort = 8

// lazy compiles an expression when the first text that may match it is read.
func lazy(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

func (p *pattern) match(s *scanner, v *view, at, end int) {
	t := v.text
	to := min(len(t), end+p.ahead)
	if i := strings.IndexByte(t[end:to], '}'); i >= 0 {
		to = end + i
	}
	from := at
	if p.line {
		from = max(0, at-maxCommand)
		from += strings.LastIndexByte(t[from:at], '\n') + 1
	}
	if !s.spend(expressionEffort * (to - from)) {
		return
	}
	for _, m := range p.expr().FindAllStringSubmatchIndex(t[from:to], -1) {
		user, value := t[from+m[2]:from+m[3]], t[from+m[4]:from+m[5]]
		secret := !reference(value) && !containsAny(strings.ToLower(value), passwordWords)
		if p.chosen {
			secret = hostPassword(user, value) || value != user && chosenText(value) && shapeOf(value).kinds() > 1
		}
		if secret {
			s.add(v, p.rule, from+m[4], from+m[5])
		}
	}
}

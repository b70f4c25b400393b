package secrets

import (
	"regexp"
	"strings"
	"sync"
)

// registerDocuments adds the secrets of files that have a form of their own.
func registerDocuments(t triggers) {
	for _, lit := range []string{"kind: secret", "kind:secret", `kind":"secret"`, `kind": "secret"`, `kind: "secret"`} {
		t.add(lit, true, kubernetes)
	}
	for i := range patterns {
		for literal := range strings.SplitSeq(patterns[i].literals, ",") {
			t.add(literal, !patterns[i].chosen && literal != strings.ToUpper(literal), patterns[i].match)
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
	{"chpasswd,vncpasswd,smbpasswd,cryptsetup,password-stdin,secret put,secret-tool,pass insert,kinit",
		"command-password", true, 160, true, lazy(`<<<\s*["']?((?:[^\s"':]*:)?)([^\s"']+)`)},
	{"chpasswd,smbpasswd,cryptsetup,password-stdin,sudo -S,kinit", "command-password", true, 0, true,
		lazy(`echo\s[^|]*?()([^\s"':|]+)[\s"']*\|`)},
	{"@tcp(,@unix(", "url-password", true, 0, true, lazy(`([\w.-]*):([^\s:@"']+)@(?:tcp|unix)\($`)},
	{":5432:,:*:", "pgpass", true, 512, true,
		lazy(`(?m)^["']?[^:\s/]+:[^:\s/]+:[^:\s/]+:([^:\s/]+):([^\s/"']+)["']?\s*$`)},
	{`"github-oauth","gitlab-oauth","gitlab-token","bearer"`, "composer", false, 200, false,
		lazy(`^"[a-z-]+"\s*:\s*\{\s*"[^"]+"()\s*:\s*"([^"\s]{16,})"`)},
	{`<add key="https`, "nuget", false, 300, false, lazy(`^<add key="[^"]+"()\s+value="([\w+/=]{32,})"`)},
	{`"kty"`, "private-key", true, 4 << 10, false, lazy(`"(?:[dkpq]|d[pq]|qi)()"\s*:\s*"([\w-]{22,})`)}, // RFC 7517
	{"id.json,keypair.json", "private-key", false, 400, false, lazy(`^[^\n]*\n()(\[(?:\d{1,3},\s?){31,63}\d{1,3}\])`)},
	{"TARSNAP KEY FILE", "private-key", false, 2 << 10, false, lazy(`^.*\n()((?:[\w+/=]{20,}\n?)+)`)},
	{"mnemonic,seed phrase,seed_phrase,recovery phrase,recovery_phrase,wallet seed", "seed-phrase", false, 512, false,
		lazy(`^[\w -]{7,64}?["'\s]{0,3}(?:is|are|[:=\n])()[\s"':=]{0,8}([a-z]{3,8}(?:[\s,]{1,3}[a-z]{3,8}){11,23})\b`)},
}

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

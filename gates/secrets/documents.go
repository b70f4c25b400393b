package secrets

import (
	"slices"
	"strings"
)

// registerDocuments adds the secrets of files that have a form of their own.
func registerDocuments(t *triggers) {
	for _, lit := range []string{"kind: secret", "kind:secret", `kind":"secret"`, `kind": "secret"`, `kind: "secret"`} {
		t.add(lit, true, matchFunc(kubernetes))
	}
	t.add("machine ", false, matchFunc(netrc))
	t.add(`"kty"`, false, matchFunc(webKey))
	t.add(":5432:", false, matchFunc(pgpass))
	t.add(":*:", false, matchFunc(pgpass))
	for _, name := range []string{"mnemonic", "seed phrase", "seed_phrase", "seedphrase", "recovery phrase",
		"recovery_phrase"} {
		t.add(name, true, matchFunc(seedPhrase))
	}
}

// maxDocument is how far from its kind the data of a Kubernetes secret may be.
const maxDocument = 8 << 10

// kubernetes matches the values under data and stringData of a Secret, in YAML
// and in JSON.
func kubernetes(s *scanner, v *view, at, end int) {
	t := v.text
	if end < len(t) && is(t, end, cWord) {
		return // SecretList, SecretStore
	}
	if at < s.document {
		return // in a document that is read already
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
	for i := from; i < to; {
		stop := lineEnd(t, i, to)
		line := t[i:stop]
		if key := strings.Trim(line, " \t\r\"{,:"); key == "data" || key == "stringData" {
			i = kubernetesData(s, v, stop+1, to, len(line)-len(strings.TrimLeft(line, " \t")))
			continue
		}
		if k := strings.Index(line, `ata":{`); k >= 0 {
			data := i + k + len(`ata":{`)
			if n := strings.IndexByte(t[data:stop], '}'); n >= 0 {
				kubernetesData(s, v, data, data+n, -1)
			}
		}
		i = stop + 1
	}
}

// lineEnd returns the end of the line that starts at i, at most limit.
func lineEnd(t string, i, limit int) int {
	if n := strings.IndexByte(t[i:limit], '\n'); n >= 0 {
		return i + n
	}
	return limit
}

// kubernetesData matches the values in [at,to) as long as lines are indented deeper than indent.
func kubernetesData(s *scanner, v *view, at, to, indent int) int {
	t := v.text
	for at < min(to, len(t)) {
		stop := lineEnd(t, at, to)
		line := t[at:stop]
		if depth := len(line) - len(strings.TrimLeft(line, " \t")); indent >= 0 && depth <= indent {
			return at
		}
		for from := 0; from < len(line); {
			colon := strings.IndexByte(line[from:], ':')
			if colon < 0 {
				break
			}
			a := span(line, from+colon+1, 8, cSpace|cQuote)
			z := span(line, a, len(line), cUnquoted)
			if value := line[a:z]; z-a >= 4 && !filler(value) && (is(line, z, cSpace|cQuote|cJoin) || z == len(line)) {
				s.add(v, "kubernetes-secret", at+a, at+z)
			}
			from = max(z, from+colon+1)
		}
		at = stop + 1
	}
	return at
}

// netrc matches the password of a machine entry.
func netrc(s *scanner, v *view, at, end int) {
	t := v.text
	entry := t[end:min(len(t), end+512)]
	if i := strings.Index(entry, "machine "); i >= 0 {
		entry = entry[:i]
	}
	s.effort -= len(entry) / 8
	i, login := strings.Index(entry, "password "), strings.Index(entry, "login ")
	if i < 0 || login < 0 {
		return
	}
	a := span(entry, i+len("password "), maxBlank, cSpace)
	z := a
	for z < len(entry) && classes[entry[z]]&(cSpace|cQuote) == 0 && entry[z] != '\\' {
		z++
	}
	if hostPassword("", entry[a:z]) {
		s.add(v, "netrc", end+a, end+z)
	}
}

// webKey matches the private members of a JSON web key (RFC 7517).
func webKey(s *scanner, v *view, at, end int) {
	t := v.text
	from, to := max(s.document, at-maxUserinfo), min(len(t), end+maxDocument)
	if i := strings.IndexByte(t[end:to], '}'); i >= 0 {
		to = end + i
	}
	s.document = max(s.document, to)
	s.effort -= to - from
	for i := from; i < to; i++ {
		if t[i] != ':' || i < 3 || !is(t, i-1, cQuote) {
			continue
		}
		name := t[strings.LastIndexByte(t[:i-1], '"')+1 : i-1]
		a := span(t, i+1, 4, cSpace|cQuote)
		z := span(t, a, to-a, cWord|cDash)
		if z-a >= 22 && slices.Contains([]string{"d", "k", "p", "q", "dp", "dq", "qi"}, name) {
			s.add(v, "private-key", a, z)
		}
	}
}

// pgpass matches the last of the five fields of a line of .pgpass.
func pgpass(s *scanner, v *view, at, _ int) {
	t := v.text
	from := max(0, at-maxName*2)
	from += strings.LastIndexByte(t[from:at], '\n') + 1
	line := strings.TrimRight(t[from:min(lineEnd(t, at, len(t)), at+maxUserinfo)], " \r\"'")
	s.effort -= len(line)
	fields := strings.SplitN(line, ":", 5)
	if len(fields) == 5 && !strings.ContainsAny(line, " /") && hostPassword(fields[3], fields[4]) {
		s.add(v, "pgpass", from+len(line)-len(fields[4]), from+len(line))
	}
}

// seedPhrase matches the words of which a wallet's key is made.
func seedPhrase(s *scanner, v *view, _, end int) {
	t := v.text
	at := span(t, end, maxName, cWord|cDash)
	at = span(t, at, 3, cQuote|cSpace)
	if rest, ok := strings.CutPrefix(t[at:], "is"); ok || at < len(t) && strings.IndexByte(":=", t[at]) >= 0 {
		at = span(t, len(t)-len(rest), 8, cSpace|cQuote|cAmp|cEqual)
	} else {
		return
	}
	stop, words := at, 0
	for next := at; words < 25; words++ {
		end := span(t, next, 9, cLower)
		if end-next < 3 || end-next > 8 || is(t, end, cWord|cDash) {
			break
		}
		stop, next = end, span(t, end, 3, cSpace)
	}
	s.effort -= stop - end
	if words >= 12 && words%3 == 0 {
		s.add(v, "seed-phrase", at, stop)
	}
}

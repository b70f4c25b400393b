package secrets

import "strings"

// registerDocuments adds the secrets of files that have a form of their own.
func registerDocuments(t *triggers) {
	for _, lit := range []string{"kind: secret", "kind:secret", `kind":"secret"`, `kind": "secret"`, `kind: "secret"`} {
		t.add(lit, true, matchFunc(kubernetes))
	}
	t.add("machine ", false, matchFunc(netrc))
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

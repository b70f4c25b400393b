package paths

import (
	"path"
	"slices"
	"strings"
)

// Secret reports whether a resolved path is one that holds secrets by its place or name, and says which kind. A
// directory is one by its place alone: the package internal/secrets holds code. The comparison folds case and
// compatibility forms.
func Secret(name string, dir bool) (kind string, ok bool) {
	kind = secretKind(fold(name), dir)
	return kind, kind != ""
}

func secretKind(p string, dir bool) string {
	q := question{path: p, dir: dir}
	out := indexed().look(q)
	return q.secret(&out)
}

// secret is the kind of secret that a path is, "" for none. The copy of a file holds what the file does.
func (q question) secret(out *found) string {
	base := path.Base(q.path)
	if e := out[secret]; e != nil {
		return e.kind
	}
	if q.dir || sample(base) {
		return ""
	}
	original := withoutBackup(base)
	if original != base {
		q.path = strings.TrimSuffix(q.path, base) + original
		if e := indexed().look(q)[secret]; e != nil {
			return e.kind
		}
	}
	switch {
	case keyName(original):
		return "private key"
	case keyStore(original):
		return "private key or store"
	}
	return ""
}

// sample reports whether a name is that of a template without real values. A word of it says so that stands for
// itself: the last one (.env.example, secrets.sample.yaml), or all of the name (example.env); of a key only the very
// last, since example.com.key and host.example.key are the keys of hosts.
func sample(base string) bool {
	ext := path.Ext(base)
	stem := strings.TrimSuffix(base, ext)
	if slices.Contains(sampleWords[:], strings.TrimPrefix(ext, ".")) || slices.Contains(sampleWords[:], stem) {
		return true
	}
	if slices.Contains(keyStores[:], ext) {
		return false
	}
	word := stem[strings.LastIndexAny(stem, ".-_")+1:]
	return slices.Contains(sampleWords[:], word)
}

// keyStore reports whether a name ends as those of private keys and stores do, and does not say that it is a public
// one.
func keyStore(base string) bool {
	ext := path.Ext(base)
	switch {
	case ext == base || !slices.Contains(keyStores[:], ext):
		return false
	case ext != ".pem" && ext != ".key" || strings.Contains(base, "priv"):
		return true // the others always hold the private half
	}
	return !slices.ContainsFunc(publicWords[:], func(w string) bool { return strings.Contains(base, w) })
}

// withoutBackup takes off what editors and people add to the name of a copy.
func withoutBackup(base string) string {
	for _, end := range backups {
		if name, ok := strings.CutSuffix(base, end); ok && name != "" {
			if end == ".swp" && indexed().names[name] == 0 {
				name = strings.TrimPrefix(name, ".") // vim's swap file of x is .x.swp, but of .x too
			}
			return name
		}
	}
	return base
}

// keyName reports whether a name is one that ssh-keygen gives a private key, such as id_rsa_work, but not its public
// half.
func keyName(base string) bool {
	switch path.Ext(base) {
	case ".pub", ".go", ".md":
		return false
	}
	begins := func(p string) bool { return strings.HasPrefix(base, p) }
	return begins("id_rsa") || begins("id_dsa") || begins("id_ecdsa") || begins("id_ed25519") || begins("id_xmss")
}

// secretPattern looks at a pattern that no file matches yet: one that seems to be made for a secret's name is taken
// for that name.
func secretPattern(p string) string {
	for part := range strings.SplitSeq(strings.TrimPrefix(p, "/"), "/") {
		first := strings.IndexAny(part, "*?[")
		if first < 0 {
			continue
		}
		// * alone is everybody's; what it is made for must be told by its letters.
		if literalLen(part) < 3 || first < 3 && part[0] != '.' {
			continue
		}
		if kind := standsFor(part); kind != "" {
			return kind
		}
	}
	return ""
}

// literalLen is how many characters of a pattern stand for themselves; a set in brackets counts as one.
func literalLen(pattern string) int {
	n := len(pattern) - strings.Count(pattern, "*") - strings.Count(pattern, "?")
	for {
		from := strings.IndexByte(pattern, '[')
		if from < 0 {
			return n
		}
		to := strings.IndexByte(pattern[from:], ']')
		if to < 0 {
			return n
		}
		n, pattern = n-to+1, pattern[from+to:]
	}
}

// standsFor gives the kind of the first secret name that a pattern matches, as a shell does it.
func standsFor(pattern string) string {
	for i := range indexed().entries {
		e := &indexed().entries[i]
		if e.class != secret || e.lead != "" || e.in != anywhere || e.last.open() {
			continue
		}
		if ok, err := path.Match(pattern, e.last.text); ok && err == nil && (e.last.text[0] != '.' || pattern[0] == '.') {
			return e.kind
		}
	}
	return ""
}

// SecretPattern says what kind of secret a pattern for file names is made for, "" for none. It is one of git's, which
// also match names that begin with a dot.
func SecretPattern(pattern string) string {
	pattern = fold(pattern)
	if kind := secretPattern("/" + pattern); kind != "" {
		return kind
	}
	if end := pattern[strings.LastIndexAny(pattern, "*?]")+1:]; len(end) > 2 {
		for _, name := range [...]string{"/x" + end, "/" + end} {
			if kind := secretKind(name, false); kind != "" {
				return kind
			}
		}
	}
	if pattern[0] != '.' || literalLen(pattern) < 2 {
		return ""
	}
	return standsFor(pattern)
}

// SystemSecrets are the paths of the system that hold secrets.
func SystemSecrets() []string {
	var out []string
	for i := range indexed().entries {
		e := &indexed().entries[i]
		if e.class == secret && e.in == atRoot && !strings.ContainsRune(e.given, '*') {
			out = append(out, "/"+e.given)
		}
	}
	return out
}

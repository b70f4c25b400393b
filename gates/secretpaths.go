package gates

import (
	"path"
	"slices"
	"strings"
	"sync"

	"pp/engine/effect"

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
		if kind, ok := secretFileName(base); ok {
			return kind, true
		}
	}
	hidden := strings.Contains(p, "/.") // few paths hold a dot directory, and most of the table is such
	for i := range secretDirs {
		if secretDirs[i].below(p, base, hidden) {
			return secretDirs[i].kind, true
		}
	}
	for _, g := range secretFiles {
		for _, end := range g.names {
			if (hidden || end[1] != '.') && strings.HasSuffix(p, end) {
				return g.kind, true
			}
		}
	}
	return "", false
}

// below reports whether a path is one of these directories or a secret below one.
func (s *secretNames) below(p, base string, hidden bool) bool {
	for _, dir := range s.names {
		if !hidden && dir[1] == '.' {
			continue
		}
		i := strings.Index(p, dir)
		if i < 0 {
			continue
		}
		switch end := i + len(dir); {
		case end == len(p):
			return true
		case p[end] == '/' && (s.public == nil || !s.public(base)):
			return true
		}
	}
	return false
}

// secretPattern looks at a pattern that no file matches yet: one that seems to be
// made for a secret's name is taken for that name.
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
		for _, d := range secretDirs {
			for _, dir := range d.names {
				if name := dir[1:]; !strings.Contains(name, "/") && standsFor(part, name) {
					return d.kind
				}
			}
		}
		for _, f := range secretFileNames {
			if slices.ContainsFunc(f.names, func(name string) bool { return standsFor(part, name) }) {
				return f.kind
			}
		}
	}
	return ""
}

// literalLen is how many characters of a pattern stand for themselves; a set in
// brackets counts as one.
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

// standsFor reports whether a pattern matches a name, as a shell does it.
func standsFor(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil && (name[0] != '.' || pattern[0] == '.')
}

// secretKinds are the kinds of secretFileNames by name, made when first asked for, as
// many runs judge no path.
var secretKinds = sync.OnceValue(func() map[string]string {
	kinds := map[string]string{}
	for _, f := range secretFileNames {
		for _, name := range f.names {
			kinds[name] = f.kind
		}
	}
	return kinds
})

// secretFileName reports whether a file of this name, in lower case, holds secrets
// in any directory.
func secretFileName(base string) (kind string, ok bool) {
	for _, s := range sampleWords {
		if strings.Contains(base, s) {
			return "", false
		}
	}
	base = withoutBackup(base)
	if kind, ok := secretKinds()[base]; ok {
		return kind, true
	}
	starts := func(s string) bool { return strings.HasPrefix(base, s) }
	ends := func(s string) bool { return strings.HasSuffix(base, s) }
	holds := func(s string) bool { return strings.Contains(base, s) }
	switch {
	case holds(".tfstate."):
		return "infrastructure state with secrets", true
	case starts(".env."), ends(".env"):
		return "environment secrets", true
	case starts("client_secret") && ends(".json"),
		(holds("service-account") || holds("serviceaccount") || holds("adminsdk")) && ends(".json"):
		return "cloud credentials", true
	case ends(".tfvars"):
		return "infrastructure secrets", true
	case starts("krb5cc_"):
		return "login credentials", true
	case keyName(base), starts("ssh_host_") && ends("_key"), holds("private") && (ends(".asc") || ends(".gpg")):
		return "private key", true
	case keyStore(base):
		return "private key or store", true
	}
	return "", false
}

// keyStore reports whether a name ends as those of private keys and stores do, and
// does not say that it is a public one.
func keyStore(base string) bool {
	for _, ext := range secretExts {
		if !strings.HasSuffix(base, ext) || base == ext {
			continue
		}
		if ext != ".pem" && ext != ".key" || strings.Contains(base, "priv") {
			return true // the others always hold the private half
		}
		return !slices.ContainsFunc(publicWords[:], func(w string) bool { return strings.Contains(base, w) })
	}
	return false
}

// withoutBackup takes off what editors and people add to the name of a copy, which
// holds what the original did.
func withoutBackup(base string) string {
	for _, end := range [...]string{"~", ".bak", ".backup", ".old", ".orig", ".save", ".swp", ".copy"} {
		if name, ok := strings.CutSuffix(base, end); ok && name != "" {
			if end == ".swp" && secretKinds()[name] == "" {
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

// secretSystem covers the system's own secrets, by absolute path.
func secretSystem(p string) (string, bool) {
	for _, d := range secretSystemDirs {
		if effect.Within(p, d) {
			return "system secrets", true
		}
	}
	if slices.Contains(secretSystemFiles[:], p) {
		return "system secrets", true
	}
	if rest, ok := strings.CutPrefix(p, "/run/user/"); ok {
		_, below, _ := strings.Cut(rest, "/")
		for _, ring := range [...]string{"keyring", "gnupg", "ssh-agent"} {
			if strings.HasPrefix(below, ring) {
				return "key ring", true
			}
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

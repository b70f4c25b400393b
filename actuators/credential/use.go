package credential

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// Kind says by what a command proves to a host who the person is.
type Kind uint8

// The kinds.
const (
	SSHKey   Kind = iota // an ssh key, which signs outside the sandbox
	Password             // a password or token for git over HTTP, which git asks a helper for
	File                 // a file of the program, which it reads itself
)

// Use is one credential that a command would use. It holds no secret and is comparable.
type Use struct {
	Kind    Kind
	Program string // as the command names it
	Host    string // that it is for, as the command names it; "" of a file
	Port    int    // 0 where the program decides
	Scheme  string // of a password: http or https
	User    string // as whom; "" where the command does not say
	Path    string // of a password, where the command says it: some helpers tell by it
	File    string // of File: below the home directory
	// Withheld says of a Password or File why it is not given, "" when it is; Note what else may read it.
	Withheld, Note string
}

// Of tells what credentials a command with these effects uses: one for each host that it names and contacts with a
// program that is known to log in there. It looks at nothing else.
func Of(e effect.Effects) []Use {
	var out []Use
	for _, c := range e.Connects {
		p, ok := e.Program(effect.Effect{Kind: effect.KindConnect, Subject: c.Address(), Span: c.Span})
		if !ok || c.Tool {
			continue
		}
		u, ok := useOf(p, c)
		if ok && u.Kind == Password {
			if slices.ContainsFunc(e.Runs, isHook) {
				u.Note = "the hooks that git runs can read it"
			}
			if runsOther(e, false) {
				u.Withheld = alsoRuns
			}
		}
		if ok && !slices.Contains(out, u) {
			out = append(out, u)
		}
	}
	return append(out, filesOf(e)...)
}

// unknown are the programs with a login that contact a host which is not known before they run. They get nothing.
func unknown(e effect.Effects) []string {
	var out []string
	for _, c := range e.Connects {
		p, ok := e.Program(effect.Effect{Kind: effect.KindConnect, Subject: c.Address(), Span: c.Span})
		base, _, _ := strings.Cut(cmp.Or(p.Canonical, p.Name), " ")
		if ok && strings.Contains(c.Host, " ") && slices.Contains([]string{"git", "ssh", "scp", "sftp", "rsync"}, base) &&
			!slices.Contains(out, cmp.Or(p.Canonical, p.Name)) {
			out = append(out, cmp.Or(p.Canonical, p.Name))
		}
	}
	return out
}

// String says what is used, for a person; it tells no secret.
func (u Use) String() string {
	switch {
	case u.Kind == SSHKey:
		return "an ssh key for " + u.Address()
	case u.Kind == Password && u.Withheld != "":
		return "not the password for " + u.base() + ": " + u.Withheld
	case u.Kind == Password:
		return "a password for " + u.base()
	case u.Withheld != "":
		return "not ~/" + u.File + ": " + u.Withheld
	}
	return "~/" + u.File
}

// useOf is the credential by which a program logs in to a host.
func useOf(p effect.Program, c effect.Endpoint) (Use, bool) {
	base, _, _ := strings.Cut(cmp.Or(p.Canonical, p.Name), " ")
	u := Use{Program: base, Host: c.Host, Port: c.Port, User: userOf(c.Given)}
	if u.Host == "" || strings.ContainsAny(u.Host, " /*?") {
		return Use{}, false // it is not known which
	}
	switch base {
	case "ssh", "scp", "sftp", "rsync":
		return u, c.Scheme == "ssh" || c.Scheme == ""
	case "git":
		switch c.Scheme {
		case "ssh", "git+ssh", "ssh+git", "":
			return u, true
		case "http", "https":
			u.Kind, u.Scheme = Password, c.Scheme
			_, rest, _ := strings.Cut(c.Given, "://")
			before, path, _ := strings.Cut(rest, "/")
			u.Path = path
			user, _, _ := strings.Cut(before, "@")
			return u, !strings.Contains(before, "@") || !strings.Contains(user, ":") // the address has none of its own
		}
	}
	return Use{}, false
}

// userOf is USER of USER@HOST:PATH or SCHEME://USER@HOST.
func userOf(given string) string {
	if _, rest, ok := strings.Cut(given, "://"); ok {
		given = rest
	}
	if i := strings.IndexByte(given, '/'); i >= 0 {
		given = given[:i]
	}
	user, _, ok := strings.Cut(given, "@")
	if !ok {
		return ""
	}
	user, _, _ = strings.Cut(user, ":")
	return user
}

// Cleared reports whether a person answered for a use: they approved the whole command, or a permission or grant of
// theirs waived the question about the connection. What runs unasked gets nothing.
func cleared(c engine.Cleared, u Use) bool {
	if c.Approval().Approves() {
		return true
	}
	if u.Kind == File {
		return waived(c.Verdict())
	}
	asked := false
	for _, s := range c.Verdict().Trace {
		for _, f := range s.Findings {
			if f.Effect.Kind == effect.KindConnect && f.Decision == engine.Ask && subjectOf(u, f.Effect.Subject) {
				if f.WaivedBy == "" {
					return false
				}
				asked = true
			}
		}
	}
	return asked
}

// waived reports whether a permission or grant answered what a verdict would else have asked.
func waived(v engine.Verdict) bool {
	return slices.ContainsFunc(v.Trace, func(s engine.Step) bool {
		return slices.ContainsFunc(s.Findings, func(f engine.Finding) bool {
			return f.Decision == engine.Ask && f.WaivedBy != "" && f.Effect.Kind != effect.KindWrite
		})
	})
}

// subjectOf reports whether a finding about a connection is about that of a use.
func subjectOf(u Use, subject string) bool {
	return subject == effect.Endpoint{Host: u.Host, Port: u.Port}.Address()
}

// Address is the host of a use, with a port that is not the usual one.
func (u Use) Address() string {
	if u.Port == 0 || u.Kind == SSHKey && u.Port == 22 || u.Scheme == "https" && u.Port == 443 ||
		u.Scheme == "http" && u.Port == 80 {
		return u.Host
	}
	if strings.Contains(u.Host, ":") {
		return "[" + u.Host + "]:" + strconv.Itoa(u.Port)
	}
	return u.Host + ":" + strconv.Itoa(u.Port)
}

package shell

import (
	"slices"
	"strings"

	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// prints finds what a command prints: exactly for what prints its own words, else where it comes from.
func (ap *applied) prints() {
	in, words := ap.in, ap.words
	stdin := ap.stdin
	switch name := in.Name; name {
	case "base64", "base32", "xxd", "tr", "rev", "basename", "dirname", "seq", "mktemp", "realpath", "readlink",
		"git rev-parse":
		if v, ok := ap.computed(name); ok {
			ap.out = v
			return
		}
	}
	switch name := in.Name; name {
	case "echo":
		ap.out = ap.echo(words[1:])
		return
	case "printf":
		if len(words) > 1 {
			ap.out = formatted(words[1:])
		}
		return
	case "which":
		if len(words) == 2 && words[1].Known {
			ap.out = value.Text(ap.programFile(words[1].Text) + "\n")
			return
		}
	case "true", "false", ":", "test", "[", "cp", "mv", "rm", "mkdir", "touch", "sleep", "wait":
		ap.out = value.Text("")
		return
	case "cat", "tee":
		if len(ap.sources) == 0 || name == "tee" {
			ap.out = stdin
			ap.out.None = false
			return
		}
		ap.catenated()
		return
	case "pwd":
		if d, ok := ap.dir(); ok && len(words) == 1 {
			ap.out = value.Text(d + "\n")
			return
		}
	case "seq":
		if n := len(words[len(words)-1].Text); n > 9 && value.IsNumber(words[len(words)-1].Text) {
			ap.out = ap.out.With(value.Endless, "seq")
		}
	case "yes":
		ap.out = ap.out.With(value.Endless, "yes")
	case "xclip", "xsel", "pbpaste", "wl-paste":
		ap.out = ap.out.With(value.Secret, "the clipboard")
	case "env", "printenv":
		if ap.dumpsEnvironment() {
			ap.out = ap.out.With(value.Secret, environment)
		}
	case "ps":
		if len(words) > 1 && strings.ContainsAny(words[1].Text, "eE") && !strings.HasPrefix(words[1].Text, "-") {
			ap.out = ap.out.With(value.Secret, environment)
		}
	}
	if len(words) > 2 && words[1].Text == "config" {
		for _, w := range words[2:] {
			if secretSetting(w.Text) {
				ap.out = ap.out.With(value.Secret, "$"+w.Text)
			}
		}
	}
	ap.carried(stdin)
}

// carried adds what the output has of the input.
func (ap *applied) carried(stdin value.Value) {
	in := ap.in
	if in.Downloads {
		ap.out = ap.out.With(value.Network, in.Name)
	}
	if in.Decodes {
		ap.out = ap.out.With(value.Decoder, in.Name)
	}
	if strings.HasPrefix(in.Name, "openssl") || strings.HasPrefix(in.Name, "gpg") ||
		in.Name == "gzip" && ap.flag("-d", "-dc") {
		ap.out = ap.out.With(value.Decoder, in.Name)
	}
	switch in.Name {
	case "wc", "cksum":
		ap.out.Number = ap.printsNumbers()
		if stdin.Taint&value.Endless != 0 {
			ap.hazard(RuleEndless, in.Name, ap.words[0].Span)
		}
		ap.out.Origin = value.Origin{}
		return
	case "pgrep", "pidof", "ps":
		ap.processes()
		ap.out.Number = ap.printsNumbers()
	default:
		ap.out.Number, ap.out.Ident, ap.out.Solid = ap.printsNumbers(), ap.printsIdents(), ap.printsOneWord()
	case "grep", "rg", "egrep", "fgrep":
		switch {
		case stdin.Comes(historyFrom) && ap.asksSecret():
			if v, ok := ap.lookup("HISTFILE").Single(); ok {
				ap.addRead(ap.words[0], 1, v, true, ap.dirs, false)
			}
		case stdin.Comes(environment) && (!ap.asksSecret() || ap.flag("-c", "-q")):
			stdin.Origin = stdin.Without(value.Secret)
		}
		ap.out.Number = ap.printsNumbers()
	}
	ap.flow(stdin)
	ap.paths(stdin)
	ap.out = ap.out.Named(stdin.Names...)
}

// hasFlag reports whether a word begins with one of the flags.
func (ap *applied) hasFlag(names ...string) bool {
	return slices.ContainsFunc(ap.words[1:], func(w word) bool { return hasAnyPrefix(w.Text, names...) })
}

func (ap *applied) flag(names ...string) bool {
	return slices.ContainsFunc(ap.words[1:], func(w word) bool { return w.Known && slices.Contains(names, w.Text) })
}

// environment is where the output of env comes from.
const environment = "the environment"

// dumpsEnvironment reports whether env or printenv prints all variables, or one that holds a secret by its name.
func (ap *applied) dumpsEnvironment() bool {
	last := ap.words[len(ap.words)-1].Text
	switch {
	case ap.has(table.Run):
		return false
	case ap.in.Name == "env":
		return len(ap.words) < 2 || last != "--version" && last != "--help"
	case len(ap.words) == 1:
		return true
	}
	return slices.ContainsFunc(ap.words[1:], func(w word) bool { return secretName(w.Text) })
}

// asksSecret reports whether a search in the environment looks for secrets, or for nothing in particular.
func (ap *applied) asksSecret() bool {
	return slices.ContainsFunc(ap.words[1:], func(w word) bool {
		return !strings.HasPrefix(w.Text, "-") && (!w.Known || secretName(w.Text) || strings.Trim(w.Text, ".*^=$") == "" ||
			strings.Contains(strings.ToLower(w.Text), "key"))
	}) || ap.flag("-v", "-iv", "-vi")
}

// secretName reports whether a variable of this name holds a secret.
func secretName(name string) bool {
	return table.Marked("secret-variables", strings.ToUpper(name))
}

// printsToken reports whether a program is asked for the credential it keeps: gh auth token, oc whoami -t.
func printsToken(words []word) bool {
	for i, w := range words[1:] {
		next := ""
		if i+2 < len(words) {
			next = words[i+2].Text
		}
		switch w.Text {
		case "auth:token", "print-access-token", "print-identity-token", "print-refresh-token", "get-login-password",
			"--show-token", "config-helper", "get-session-token":
			return true
		case "auth", "print", "get", "show":
			if next == "token" && w.Text != "get" && w.Text != "show" || next == "access-token" || next == "print-access-token" {
				return true
			}
		case "whoami":
			if next == "-t" || next == "--show-token" {
				return true
			}
		case "status":
			if i > 0 && words[i].Text == "auth" && (next == "-t" || next == "--show-token") {
				return true
			}
		}
	}
	return false
}

// secretSetting reports whether a key of a program's configuration holds a secret.
func secretSetting(key string) bool {
	return table.Marked("secret-settings", strings.ToLower(key))
}

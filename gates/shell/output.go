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
	if v, ok := ap.computed(in.Name); ok {
		ap.out = v
		return
	}
	if table.Listed("prints-nothing", in.Name) {
		ap.out = value.Text("")
		return
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
	case "env", "printenv":
		if ap.dumpsEnvironment() {
			ap.out = ap.out.With(value.Secret, environment)
		}
	case "ps":
		if len(words) > 1 && strings.ContainsAny(words[1].Text, "eE") && !strings.HasPrefix(words[1].Text, "-") {
			ap.out = ap.out.With(value.Secret, environment)
		}
	}
	if ap.does("pastes") {
		ap.out = ap.out.With(value.Secret, "the clipboard")
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
	if table.Matches("decodes", in.Name) || in.Name == "gzip" && ap.flag("-d", "-dc") {
		ap.out = ap.out.With(value.Decoder, in.Name)
	}
	ap.shape()
	switch in.Name {
	case "wc", "cksum":
		if stdin.Taint&value.Endless != 0 {
			ap.hazard(RuleEndless, in.Name, ap.words[0].Span)
		}
		ap.out.Origin = value.Origin{}
		return
	case "pgrep", "pidof", "ps":
		ap.processes()
	case "grep", "rg", "egrep", "fgrep":
		switch {
		case stdin.Comes(historyFrom) && ap.asksSecret():
			if v, ok := ap.lookup("HISTFILE").Single(); ok {
				ap.addRead(ap.words[0], 1, v, true, ap.dirs, false)
			}
		case stdin.Comes(environment) && (!ap.asksSecret() || ap.flag("-c", "-q")):
			stdin.Origin = stdin.Without(value.Secret)
		}
	}
	ap.flow(stdin)
	ap.paths(stdin)
	ap.out = ap.out.Named(stdin.Names...)
}

// processes notes whose processes the numbers are that are printed.
func (ap *applied) processes() {
	last := ap.words[len(ap.words)-1].Text
	if ap.in.Name == "ps" {
		if last = "."; !strings.Contains(strings.Join(program(ap.words).Words, " "), "pid=") {
			return
		}
	}
	if n := len(ap.words); strings.Trim(last, ".*^$") == "" ||
		n > 2 && ap.in.Name == "pgrep" && strings.HasPrefix(ap.words[n-2].Text, "-") &&
			strings.ContainsAny(ap.words[n-2].Text[1:], "uUG") {
		last = "-1" // every process, or every one of a user
	}
	ap.out.Processes = []string{last}
}

// shape notes what the output consists of.
func (ap *applied) shape() {
	if sink := ap.analysis.out; sink.discard || sink.top {
		return // nobody looks at it
	}
	shape := ap.table.Shape(ap.tableWords(ap.words))
	ap.out.Number, ap.out.Ident, ap.out.Solid = shape == table.ShapeNumbers, shape == table.ShapeIdents,
		shape == table.ShapeWord
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
	return table.Matches("prints-credential", strings.Join(program(words).Words, " ")+" ")
}

// secretSetting reports whether a key of a program's configuration holds a secret.
func secretSetting(key string) bool {
	return table.Marked("secret-settings", strings.ToLower(key))
}

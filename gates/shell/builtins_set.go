package shell

import (
	"slices"
	"strconv"
	"strings"

	"pp/gates/shell/value"
)

// setOptions walks set.
func (a *analysis) setOptions(words []word) {
	if len(words) == 1 {
		a.out.add(value.Opaque("the variables of the shell").With(value.Secret, environment))
		return
	}
	for i := 1; i < len(words); i++ {
		w := words[i]
		switch {
		case !w.Known:
			list, _ := wordValues(words[i:])
			a.setArgs(list, false)
			return
		case w.Text == "--" || w.Text == "-":
			list, known := wordValues(words[i+1:])
			a.setArgs(list, known)
			return
		case len(w.Text) > 1 && (w.Text[0] == '-' || w.Text[0] == '+'):
			on := w.Text[0] == '-'
			if strings.HasSuffix(w.Text, "o") && i+1 < len(words) {
				i++
				a.option(optionNamed(words[i].Text), on)
				if words[i].Text == "keyword" {
					a.hazard(RuleHidden, "assignments behind a command go to its environment", words[i].Span)
				}
				if words[i].Text == "history" && !on {
					a.unrecorded(words[i].Span)
				}
			}
			for _, c := range w.Text[1:] {
				switch c {
				case 'f', 'e', 'a':
					a.option(map[rune]option{'f': noglob, 'e': errexit, 'a': allexport}[c], on)
				case 'k':
					a.hazard(RuleHidden, "assignments behind a command go to its environment", w.Span)
				case 'B':
					a.option(oddGlob, !on)
				}
			}
		default:
			list, known := wordValues(words[i:])
			a.setArgs(list, known)
			return
		}
	}
}

// option is one of the options that matter to the walk.
type option uint16

const (
	noglob option = 1 << iota
	errexit
	allexport
	nullglob
	dotglob
	lastpipe
	oddGlob // names match patterns in a way that is not followed
	xpgEcho
	localvarInherit
)

// optionNamed is the option that set or shopt call so, 0 for others.
func optionNamed(name string) option {
	switch name {
	case "noglob":
		return noglob
	case "errexit":
		return errexit
	case "allexport":
		return allexport
	case "nullglob":
		return nullglob
	case "dotglob":
		return dotglob
	case "lastpipe":
		return lastpipe
	case "nocaseglob", "globstar", "odd-glob":
		return oddGlob
	case "xpg_echo":
		return xpgEcho
	case "localvar_inherit":
		return localvarInherit
	}
	return 0
}

// options are those that may be on, and those that surely are.
type options struct{ may, must option }

func (o options) join(p options) options { return options{o.may | p.may, o.must & p.must} }

func (m *memory) options() options {
	return part(m.state, func(f *frame) *options { return f.options })
}

// may reports whether an option may be on.
func (m *memory) may(o option) bool { return m.options().may&o != 0 }

// option switches an option.
func (m *memory) option(o option, on bool) {
	now := m.options()
	now.may, now.must = now.may&^o, now.must&^o
	if on {
		now.may, now.must = now.may|o, now.must|o
	}
	m.choices = m.choices || now.may&xpgEcho != 0
	m.state.options = &now
}

func (a *analysis) shopt(words []word) {
	on, change := false, false
	for _, w := range words[1:] {
		switch {
		case w.Text == "-s" || w.Text == "-u":
			on, change = w.Text == "-s", true
		case strings.HasPrefix(w.Text, "-"):
		case change && w.Known:
			a.option(optionNamed(w.Text), on)
		case change:
			a.option(oddGlob, true)
		}
	}
}

func (a *analysis) shift(words []word) {
	list, known := a.args()
	n := 1
	if len(words) > 1 {
		n = -1
		if words[1].Known && value.IsNumber(words[1].Text) && len(words[1].Text) < 6 {
			n, _ = strconv.Atoi(words[1].Text)
		}
	}
	if !known || n < 0 {
		a.setArgs(list, false)
		return
	}
	if n <= len(list) {
		a.setArgs(slices.Clone(list[n:]), true)
	}
}

package shell

import (
	"strconv"
	"strings"

	"pp/engine/cause"
	"pp/gates/shell/value"
)

// setOptions walks set.
func setOptions(sc *simple) {
	if len(sc.words) == 1 {
		sc.out.add(value.Opaque(cause.AllVariables.Bare()).With(value.Secret, environment))
		return
	}
	for i := 1; i < len(sc.words); i++ {
		w := sc.words[i]
		switch {
		case w.Known && len(w.Text) > 1 && w.Text != "--" && (w.Text[0] == '-' || w.Text[0] == '+'):
			on := w.Text[0] == '-'
			if strings.HasSuffix(w.Text, "o") && i+1 < len(sc.words) {
				i++
				if !sc.words[i].Known {
					unknownOption(sc, sc.words[i], true)
				}
				setOption(sc.walker, optionNamed(sc.words[i].Text), on)
				if sc.words[i].Text == "keyword" {
					sc.hazard(RuleHidden, cause.AssignmentsBehind.Bare(), sc.words[i].Span)
				}
				if sc.words[i].Text == "history" && !on {
					sc.unrecorded(sc.words[i].Span)
				}
			}
			for _, c := range w.Text[1:] {
				switch c {
				case 'f', 'e', 'a':
					setOption(sc.walker, map[rune]option{'f': oddGlob, 'e': errexit, 'a': allexport}[c], on)
				case 'k':
					sc.hazard(RuleHidden, cause.AssignmentsBehind.Bare(), w.Span)
				case 'B':
					setOption(sc.walker, oddGlob, !on)
				}
			}
		default:
			switch {
			case !w.Known:
				unknownOption(sc, w, false)
			case w.Text == "--" || w.Text == "-":
				i++
			}
			setArgs(sc.walker, sc.words[i:], w.Known)
			return
		}
	}
}

// option is one of the options that matter to the walk.
type option uint16

const (
	errexit option = 1 << iota
	allexport
	lastpipe
	xpgEcho
	oddGlob // names match patterns in a way that is not followed
	vague   // something changed variables that pp does not follow
)

// optionNamed is the option that set or shopt call so, 0 for others.
func optionNamed(name string) option {
	if strings.Contains(name, "glob") {
		return oddGlob
	}
	return map[string]option{"errexit": errexit, "allexport": allexport, "lastpipe": lastpipe, "xpg_echo": xpgEcho}[name]
}

// options are those that may be on, and those that surely are.
type options struct{ may, must option }

func (o options) join(p options) options { return options{o.may | p.may, o.must & p.must} }

func shellOptions(m *walker) options { return m.state.cell(cellOptions).(options) }

// mayHaveOption reports whether an option may be on.
func mayHaveOption(m *walker, o option) bool { return shellOptions(m).may&o != 0 }

// setOption switches an option.
func setOption(m *walker, o option, on bool) {
	now := shellOptions(m)
	now.may, now.must = now.may&^o, now.must&^o
	if on {
		now.may, now.must = now.may|o, now.must|o
	}
	m.state.set(cellOptions, now)
}

// shopt walks shopt -s, -u and -o, in one word of flags or several.
func shopt(sc *simple) {
	on, change := false, false
	for _, w := range sc.words[1:] {
		flags, dash := strings.CutPrefix(w.Text, "-")
		switch {
		case !w.Known:
			unknownOption(sc, w, change)
		case dash:
			if strings.ContainsAny(flags, "su") {
				on, change = strings.Contains(flags, "s"), true
			}
		case change:
			if setOption(sc.walker, optionNamed(w.Text), on); on && w.Text == "localvar_inherit" {
				notFollowed(sc.walker, w.Text, w.Span)
			}
		}
	}
}

// unknownOption reports an unknown word that may be an option of the shell, or its name. Such an option may change the
// meaning of later words.
func unknownOption(sc *simple, w word, name bool) {
	if !name && (w.Flagless || !w.Many && w.Prefix != "" && w.Prefix[0] != '-' && w.Prefix[0] != '+') {
		return
	}
	sc.opaqueCommand(w.Text, cause.ShellOptionMayChange.Bare(), w.Span)
	setOption(sc.walker, oddGlob, true)
}

// shiftArgs drops the first arguments.
func shiftArgs(sc *simple) {
	args, n := sc.state.arguments(), 1
	if len(sc.words) > 1 {
		n = -1
		if sc.words[1].Known && value.IsNumber(sc.words[1].Text) && len(sc.words[1].Text) < 6 {
			n, _ = strconv.Atoi(sc.words[1].Text)
		}
	}
	switch {
	case !args.known || n < 0:
		args.known, args.list = false, nil
	case n <= len(args.list):
		args.list = args.list[n:]
	}
	sc.state.set(cellArgs, args)
}

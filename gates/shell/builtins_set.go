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
				a.option(words[i].Text, on)
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
					a.option(map[rune]string{'f': "noglob", 'e': "errexit", 'a': "allexport"}[c], on)
				case 'k':
					a.hazard(RuleHidden, "assignments behind a command go to its environment", w.Span)
				case 'B':
					a.option("odd-glob", !on)
				}
			}
		default:
			list, known := wordValues(words[i:])
			a.setArgs(list, known)
			return
		}
	}
}

// option switches an option that matters to the walk.
func (a *analysis) option(name string, on bool) {
	switch name {
	case "noglob", "errexit", "allexport", "nullglob", "dotglob", "lastpipe", "odd-glob", "expand_aliases", "xpg_echo",
		"localvar_inherit":
	case "nocaseglob", "globstar":
		name = "odd-glob"
	default:
		return
	}
	a.choices = a.choices || name == "xpg_echo" && on
	cur := a.options()
	cur = strings.ReplaceAll(cur, " "+name+" ", " ")
	if on {
		cur = strings.TrimRight(cur, " ") + " " + name + " "
	}
	a.setState(keyOptions, value.Text(cur))
}

func (a *analysis) shopt(words []word) {
	on, change := false, false
	for _, w := range words[1:] {
		switch {
		case w.Text == "-s" || w.Text == "-u":
			on, change = w.Text == "-s", true
		case strings.HasPrefix(w.Text, "-"):
		case change && w.Known:
			a.option(w.Text, on)
		case change:
			a.option("odd-glob", true)
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

package shell

import (
	"cmp"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// endings says how the names of all files end that the command reads in a tree, or finds there, where that is known.
func endings(ap *applied) effect.Ends {
	switch name := ap.in.Name; name {
	case "find":
		return findEndings(ap.words[1:])
	case "fd", "fdfind":
		return flagEndings(ap.words, "*.", "dEtcSjo", "-e", "--extension")
	case "grep", "egrep", "fgrep", "ggrep":
		return flagEndings(ap.words, "", "efmABCdD", "--include")
	case "git ls-files":
		return specEndings(ap)
	case "gofmt", "goimports", "gofumpt", "golines":
		return effect.EndsOf(".go")
	case "stylua":
		if !hasFlag(ap, "-g", "--glob") {
			return effect.EndsOf(".lua") | effect.EndsOf(".luau")
		}
	}
	return 0
}

// keptEnds is how all lines end that grep keeps, where its pattern is an ending and nothing else: .go of '\.go$'.
func keptEnds(program string, words []word) effect.Ends {
	if program != "grep" || len(words) != 2 || !words[1].Known {
		return 0
	}
	name, dot := strings.CutPrefix(words[1].Text, `\.`)
	name, end := strings.CutSuffix(name, "$")
	if !dot || !end || strings.ContainsFunc(name, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return 0
	}
	return effect.EndsOf("." + name)
}

// kinds are endings that are gathered; one that is not known leaves nothing known.
type kinds struct {
	all     effect.Ends
	unknown bool
}

// add adds the ending of all names that a pattern finds: ".go" of *.go.
func (k *kinds) add(w word) {
	end := ending(w)
	k.all, k.unknown = k.all|end, k.unknown || end == 0
}

func (k *kinds) known() effect.Ends {
	if k.unknown {
		return 0
	}
	return k.all
}

func ending(w word) effect.Ends {
	if i := strings.LastIndex(w.Text, "*."); w.Known && i >= 0 {
		return effect.EndsOf(w.Text[i+1:])
	}
	return 0
}

// flagEndings are the endings that the values of flags name, with star in front of them; takes are the short flags that
// take the next word. A flag that may be one of these in another spelling, or takes the effect from them, names any.
func flagEndings(words []word, star, takes string, names ...string) effect.Ends {
	var out kinds
	for i, w := range words[1:] {
		name, text, whole := strings.Cut(w.Text, "=")
		switch {
		case w.Text == "--", w.Text == "-x", w.Text == "-X", strings.HasPrefix(name, "--exec"):
			return out.known()
		case !w.Known && !w.Flagless:
			return 0
		case !slices.Contains(names, name):
			short := len(name) > 1 && name[0] == '-' && name[1] != '-'
			if strings.HasPrefix(name, "--ex") && name != "--exclude-dir" || strings.HasPrefix(name, "--inc") ||
				short && names[0] == "-e" && strings.Contains(name, "e") {
				return 0
			}
			continue
		case takesValue(words[i].Text, takes):
			return 0
		case !whole && i+2 < len(words):
			w = words[i+2]
			text = w.Text
		}
		w.Text = star + text
		out.add(w)
	}
	return out.known()
}

// takesValue reports whether a flag may take the next word.
func takesValue(flag, takes string) bool {
	if strings.HasPrefix(flag, "--") {
		return !strings.Contains(flag, "=")
	}
	return len(flag) > 1 && flag[0] == '-' && strings.Contains(takes, flag[len(flag)-1:])
}

// specEndings are those of the paths that git is asked for, all of which are patterns.
func specEndings(ap *applied) effect.Ends {
	var out kinds
	for _, w := range gitWords(ap) {
		switch {
		case w.Known && strings.HasPrefix(w.Text, "-"):
			if !table.Listed("git/lists-only", w.Text) {
				return 0
			}
		case strings.HasPrefix(w.Text, ":"):
			return 0
		default:
			out.add(w)
		}
	}
	return out.known()
}

// findEndings are those that an expression of find asks for in each of its alternatives, before anything is done with
// what is found. Where it says what is done, an alternative may be there to leave directories out.
func findEndings(words []word) effect.Ends {
	f := findNames{}
	for i, w := range words {
		before := [2]string{}
		if i > 1 {
			before = [2]string{words[i-2].Text, words[i-1].Text}
		}
		if !w.Known || !findNamesIn(&f, w, before) {
			return 0
		}
	}
	alternative(&f)
	if f.silent && !f.acts {
		return 0
	}
	return f.out.known()
}

// findNames is what is known of an expression of find while it is read.
type findNames struct {
	end                               effect.Ends // of the alternative that is read
	out                               kinds
	deep, acts, acted, silent, inside bool // inside the words of a command
}

func alternative(f *findNames) {
	if f.end == 0 && !f.acted && !f.deep { // it does nothing, where another one says what is done
		f.silent = true
	} else {
		f.out.all, f.out.unknown = f.out.all|f.end, f.out.unknown || f.end == 0
	}
	f.end, f.acted = 0, false
}

// findNamesIn reads one word, behind two others; false says that nothing is known.
func findNamesIn(f *findNames, w word, before [2]string) bool {
	negation := func(s string) bool { return s == "!" || s == "-not" }
	switch text := w.Text; {
	case f.inside:
		f.inside = text != ";" && (text != "+" || before[1] != "{}")
	case text == ",", text == "-L", text == "-follow", negation(before[1]) && text == "(":
		return false
	case text == "(":
		f.deep = true
	case text == "-o", text == "-or":
		alternative(f)
	case strings.HasPrefix(text, "-exec"), strings.HasPrefix(text, "-ok"), strings.HasPrefix(text, "-print"):
		f.acts, f.acted, f.inside = true, true, text[1] != 'p'
		return f.end != 0
	case (before[1] == "-name" || before[1] == "-iname") && !negation(before[0]):
		f.end = cmp.Or(f.end, ending(w))
	}
	return true
}

// keepsLines reports whether a command that keeps lines keeps them whole, and adds nothing.
func keepsLines(o *output) bool {
	plain := ""
	switch o.in.Name {
	case "sort":
		plain = "-nruhVfzRbdMsk0123456789,.t/"
	case "head", "tail", "shuf":
		plain = "-n+0123456789"
	case "tac":
		plain = "-"
	case "uniq":
		plain = "-ud"
	case "grep", "egrep", "fgrep":
		plain = "-viEFGPwxqesah"
	}
	return plain != "" && !anyWord(o.words[1:], func(w word) bool {
		return !w.Known || strings.HasPrefix(w.Text, "-") && strings.Trim(w.Text, plain) != ""
	})
}

// commitName reports whether a word that is not known is the name of a commit: git reads no more than what it tracks.
func commitName(o *operand) bool {
	return o.w.val().Plain() && o.w.Prefix == "" && table.Matches("git/takes-commits", o.in.Name) && !hasFlag(o.applied,
		"--no-in")
}

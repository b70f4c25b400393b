package shell

import (
	"cmp"
	"slices"
	"strings"

	"pp/gates/shell/table"
)

// endings says how the names of all files end that the command reads in a tree, or finds there: ".js .ts", "" where
// that is not known.
func (ap *applied) endings() string {
	var list []string
	switch name := ap.in.Name; name {
	case "find":
		list = findEndings(ap.words[1:])
	case "fd", "fdfind":
		list = ap.flagEndings("*.", "dEtcSjo", "-e", "--extension")
	case "grep", "egrep", "fgrep", "ggrep":
		list = ap.flagEndings("", "efmABCdD", "--include")
	case "git ls-files":
		list = ap.specEndings()
	default:
		for _, mark := range table.Marks("reads-only") {
			if rest, ok := strings.CutPrefix(mark, name+"="); ok && !ap.hasFlag("-g", "--glob") {
				return rest
			}
		}
	}
	if slices.Contains(list, "") {
		return ""
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), " ")
}

// ending is how all names end that a pattern finds: ".go" of *.go, "" where that is not known.
func ending(w word) string {
	i := strings.LastIndex(w.Text, "*.")
	if end := strings.ToLower(w.Text[i+1:]); w.Known && i >= 0 && isWord(end[1:]) {
		return end
	}
	return ""
}

func isWord(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// flagEndings are the endings that the values of flags name, with star in front of them; takes are the short flags that
// take the next word. A flag that may be one of these in another spelling, or takes the effect from them, names any.
func (ap *applied) flagEndings(star, takes string, names ...string) (out []string) {
	for i, w := range ap.words[1:] {
		name, text, whole := strings.Cut(w.Text, "=")
		switch {
		case w.Text == "--", w.Text == "-x", w.Text == "-X", strings.HasPrefix(name, "--exec"):
			return out
		case !w.Known && !w.Flagless:
			return nil
		case !slices.Contains(names, name):
			short := len(name) > 1 && name[0] == '-' && name[1] != '-'
			if strings.HasPrefix(name, "--ex") && name != "--exclude-dir" || strings.HasPrefix(name, "--inc") ||
				short && names[0] == "-e" && strings.Contains(name, "e") {
				return nil
			}
			continue
		case takesValue(ap.words[i].Text, takes):
			return nil
		case !whole && i+2 < len(ap.words):
			w = ap.words[i+2]
			text = w.Text
		}
		w.Text = star + text
		out = append(out, ending(w))
	}
	return out
}

// takesValue reports whether a flag may take the next word.
func takesValue(flag, takes string) bool {
	if strings.HasPrefix(flag, "--") {
		return !strings.Contains(flag, "=")
	}
	return len(flag) > 1 && flag[0] == '-' && strings.Contains(takes, flag[len(flag)-1:])
}

// specEndings are those of the paths that git is asked for, all of which are patterns.
func (ap *applied) specEndings() (out []string) {
	for _, w := range ap.gitWords() {
		switch {
		case w.Known && strings.HasPrefix(w.Text, "-"):
			if !table.Listed("git/lists-only", w.Text) {
				return nil
			}
		case strings.HasPrefix(w.Text, ":"):
			return nil
		default:
			out = append(out, ending(w))
		}
	}
	return out
}

// findEndings are those that an expression of find asks for in each of its alternatives, before anything is done with
// what is found. Where it says what is done, an alternative may be there to leave directories out.
func findEndings(words []word) (out []string) {
	f := findNames{}
	for i, w := range words {
		before := [2]string{}
		if i > 1 {
			before = [2]string{words[i-2].Text, words[i-1].Text}
		}
		if !w.Known || !f.word(w, before) {
			return nil
		}
	}
	f.alternative()
	if f.silent && !f.acts {
		return nil
	}
	return f.out
}

// findNames is what is known of an expression of find while it is read.
type findNames struct {
	end                               string // of the alternative that is read
	out                               []string
	deep, acts, acted, silent, inside bool // inside the words of a command
}

func (f *findNames) alternative() {
	if f.end == "" && !f.acted && !f.deep { // it does nothing, where another one says what is done
		f.silent = true
	} else {
		f.out = append(f.out, f.end)
	}
	f.end, f.acted = "", false
}

// word reads one word, behind two others; false says that nothing is known.
func (f *findNames) word(w word, before [2]string) bool {
	negation := func(s string) bool { return s == "!" || s == "-not" }
	switch text := w.Text; {
	case f.inside:
		f.inside = text != ";" && (text != "+" || before[1] != "{}")
	case text == ",", text == "-L", text == "-follow", negation(before[1]) && text == "(":
		return false
	case text == "(":
		f.deep = true
	case text == "-o", text == "-or":
		f.alternative()
	case strings.HasPrefix(text, "-exec"), strings.HasPrefix(text, "-ok"), strings.HasPrefix(text, "-print"):
		f.acts, f.acted, f.inside = true, true, text[1] != 'p'
		return f.end != ""
	case (before[1] == "-name" || before[1] == "-iname") && !negation(before[0]):
		f.end = cmp.Or(f.end, ending(w))
	}
	return true
}

// keepsEnds reports whether a command that keeps lines keeps them whole.
func (o *output) keepsEnds() bool {
	plain := map[string]string{"sort": "-nruhVf", "head": "-n0123456789", "tail": "-n+0123456789", "uniq": "-u",
		"grep": "-viEFwxq"}[o.in.Name]
	return plain != "" && !slices.ContainsFunc(o.words[1:], func(w word) bool {
		return !w.Known || strings.HasPrefix(w.Text, "-") && strings.Trim(w.Text, plain) != ""
	})
}

// commitName reports whether a word that is not known is the name of a commit: git reads no more than what it tracks.
func (o *operand) commitName() bool {
	return o.w.val().Plain() && o.w.Prefix == "" && table.Matches("git/prints", o.in.Name) && !o.hasFlag("--no-in")
}

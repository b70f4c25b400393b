package shell

import (
	"path"
	"slices"
	"strings"

	"pp/gates/shell/table"
)

// brought notes what a command brings from another place without saying so by a path that it writes: a clone, a tree of
// another machine, a release. What it holds is known to nobody, and a program that was not here before is taken for one
// of it. The words that may say where it is are many, since values of flags stand among them; one too many names
// nothing that is there.
func brought(o *storage) {
	rest, here := bringing(o)
	all := here
	for i, w := range rest {
		name := w.Text
		if flag, value, ok := strings.Cut(name, "="); ok && strings.HasPrefix(flag, "-") {
			name = value
		}
		base := strings.TrimSuffix(lastPart(strings.TrimRight(name, "/")), ".git")
		switch {
		case i == len(rest)-1 && strings.Trim(name, "./") == "" && name != "": // all that is there comes to where it is
			all = all || slices.ContainsFunc(rest, func(w word) bool {
				return address(w.Text) && (strings.HasSuffix(w.Text, "/") || strings.HasSuffix(w.Text, "/."))
			})
		case !w.Known || strings.HasPrefix(name, "-") || base == "":
		case strings.Contains(name, "://") && o.in.Name == "wget": // below the name of each host
			_, host, _ := strings.Cut(name, "://")
			if end := strings.IndexAny(host, "/:?#"); end > 0 {
				host = host[:end]
			}
			bring(o, host)
		case address(name):
			bring(o, base)
		default:
			bring(o, name)
			bring(o, base)
		}
	}
	if all {
		o.view.fetched = append(o.view.fetched, o.dirs...)
	}
}

// bringing are the words of a command that may name what it brings, none if it brings nothing. Its here says that none
// of them do, and that it fills the directory that it is in.
func bringing(o *storage) (rest []word, here bool) {
	if program := path.Base(o.words[0].Text); program != "wget" && !brings(program) {
		return nil, false
	}
	var operands []string
	for i, w := range o.words[:min(len(o.words), 12)] {
		switch {
		case i == 0:
			operands = append(operands, path.Base(w.Text))
		case strings.HasPrefix(w.Text, "-"):
			continue
		default:
			operands = append(operands, w.Text)
		}
		rest = o.words[i+1:]
		if end := slices.IndexFunc(rest, func(w word) bool { return w.Text == "--" }); end >= 0 {
			rest = rest[:end]
		}
		switch {
		case verb("brings", operands):
			return rest, false
		case verb("brings/here", operands):
			return rest, !slices.ContainsFunc(rest, func(w word) bool {
				flag, _, _ := strings.Cut(w.Text, "=")
				return table.Listed("brings/flags", flag)
			})
		case o.in.Name == "wget":
			return o.words[1:], false
		case verb("brings/updates", operands):
			return nil, slices.ContainsFunc(o.words, func(w word) bool { return w.Text == "--remote" })
		case verb("brings/copies", operands[:len(operands)-1]) && receives(o.words[i:]):
			return o.words[i:], false
		}
	}
	return nil, false
}

// brings reports whether a program brings anything, whatever its words are.
func brings(program string) bool {
	for _, list := range [...]string{"brings", "brings/here", "brings/updates", "brings/copies"} {
		for _, mark := range table.Marks(list) {
			if rest, ok := strings.CutPrefix(mark, program); ok && (rest == "" || rest[0] == ' ') {
				return true
			}
		}
	}
	return false
}

// verb reports whether the words of a command that are no flags are its program and what it is to do, as a list has
// them. The value of a flag may stand before that.
func verb(list string, operands []string) bool {
	return slices.ContainsFunc(table.Marks(list), func(mark string) bool {
		program, does, _ := strings.Cut(mark, " ")
		return spells(mark, operands) || len(operands) > 2 && program == operands[0] && spells(does, operands[2:])
	})
}

// spells reports whether a text is words with one space between each two.
func spells(text string, words []string) bool {
	for i, w := range words {
		rest, ok := strings.CutPrefix(text, w)
		if i < len(words)-1 && ok {
			rest, ok = strings.CutPrefix(rest, " ")
		}
		if !ok {
			return false
		}
		text = rest
	}
	return text == ""
}

// receives reports whether a copy is made from another place to this one.
func receives(words []word) bool {
	words = slices.DeleteFunc(slices.Clone(words), func(w word) bool { return strings.HasPrefix(w.Text, "-") })
	last := len(words) - 1
	return last > 0 && !address(words[last].Text) &&
		slices.ContainsFunc(words[:last], func(w word) bool { return address(w.Text) })
}

// address reports whether a word names something at another place.
func address(word string) bool {
	before, _, ok := strings.Cut(word, ":")
	return ok && !strings.Contains(before, "/")
}

// bring notes one path that is brought, or a pattern of such.
func bring(o *storage, name string) {
	paths, _ := o.resolve(name, o.dirs, false)
	for _, p := range paths {
		if !slices.Contains(o.dirs, p.Name) {
			o.view.fetched = append(o.view.fetched, p.Name)
		}
	}
}

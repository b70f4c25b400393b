package shell

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// findPaths says of programs that print names where those names are.
func findPaths(ap *applied, v, stdin value.Value) value.Value {
	in := ap.in
	lists := in.Lists || in.Name == "find" && !anyWord(ap.words, func(w word) bool {
		return hasAnyPrefix(w.Text, "-printf", "-ls", "-exec", "-ok")
	})
	if searchesNames(in.Name) {
		v.Names = patterns(in.Name, ap.words)
	}
	switch {
	case lists && strings.HasSuffix(in.Name, "locate"):
		v.Roots = []string{"/"}
	case lists:
		v = listedBelow(ap, v)
		v.Ends = endings(ap)
	}
	if len(ap.sources) == 0 && (does(ap, "keeps-lines") || does(ap, "picks-lines")) && keepsLines(ap) {
		v.Roots, v.Bare, v.Ends = stdin.Roots, stdin.Bare, cmp.Or(stdin.Ends, keptEnds(ap))
	}
	return v
}

// searchesNames reports whether a program searches for files by their names.
func searchesNames(program string) bool {
	return slices.Contains([]string{"find", "fd", "fdfind", "locate", "plocate", "mlocate"}, program)
}

// listedBelow says that the names are those of what is read, or of what is in the directory.
func listedBelow(ap *applied, v value.Value) value.Value {
	v.Bare = ap.in.Name == "ls"
	for _, op := range ap.in.Operands {
		switch {
		case op.List != table.NotListed, ap.in.Name == "ls" && (!op.Known || op.Many || op.Text == ""):
			v.Roots = nil
			return v
		case op.Kind != table.ReadTree && op.Kind != table.Read && ap.in.Name != "ls" || !op.Known:
		case strings.HasPrefix(ap.in.Name, "git ") && (strings.ContainsAny(op.Text, "*?[:") || isMissing(ap, op.Text)):
			v.Roots = append(v.Roots, ".") // a pattern, or a revision
		default:
			v.Roots = append(v.Roots, op.Text)
		}
	}
	if len(v.Roots) == 0 && ap.in.Name != "find" {
		v.Roots, v.Bare = []string{"."}, true
	}
	return v
}

// patterns are what the names that find and its like print look like.
func patterns(program string, words []word) []string {
	var out []string
	for i, w := range words[1:] {
		before := words[i].Text
		plain := program != "find" && !strings.HasPrefix(w.Text, "-")
		if w.Known && (plain || before == "-name" || before == "-iname" || before == "-path" || before == "-wholename") {
			if s := strings.Trim(w.Text, "*?^$/"); s != "" &&
				(table.Marked("sensitive-names", strings.ToLower(s)) || isRepositoryName(s)) {
				out = append(out, s)
				if strings.Contains(w.Text, "*") {
					out = append(out, strings.ReplaceAll(w.Text, "*", "x"), strings.ReplaceAll(w.Text, "*", "rsa"))
				}
			}
		}
	}
	return out
}

// isRepositoryName reports whether a name that is searched for is a repository's data.
func isRepositoryName(name string) bool {
	return path.Base(name) == ".git" || strings.Contains(name, ".git/") || name == ".hg" || name == ".svn"
}

// keepsLines reports whether a command that keeps lines keeps them whole, and adds nothing.
func keepsLines(ap *applied) bool {
	plain := map[string]string{"sort": "-nruhVfzRbdMsk0123456789,.t/", "head": "-n+0123456789", "tail": "-n+0123456789",
		"shuf": "-n+0123456789", "tac": "-", "uniq": "-ud", "grep": "-viEFGPwxqesah", "egrep": "-viEFGPwxqesah",
		"fgrep": "-viEFGPwxqesah"}[ap.in.Name]
	return plain != "" && !anyWord(ap.words[1:], func(w word) bool {
		return !w.Known || strings.HasPrefix(w.Text, "-") && strings.Trim(w.Text, plain) != ""
	})
}

// endings says how the names of all files end that the command reads in a tree, or finds there, where one flag or one
// pattern surely says it.
func endings(ap *applied) effect.Ends {
	words := ap.words[1:]
	never := func(flags ...string) bool {
		return !anyWord(words, func(w word) bool { return !w.Known && !w.Flagless || slices.Contains(flags, w.Text) })
	}
	switch ap.in.Name {
	case "find":
		isName := func(w word) bool { return w.Text == "-name" || w.Text == "-iname" }
		acts := func(w word) bool { return hasAnyPrefix(w.Text, "-print", "-exec", "-ok") }
		name, act := wordAt(words, isName), wordAt(words, acts)
		if name < 1 || name+1 >= len(words) || act >= 0 && act < name || !never("-o", "-or", ",", "-L", "-follow") ||
			slices.Contains([]string{"!", "-not", "("}, words[name-1].Text) {
			return 0
		}
		return ending(words[name+1])
	case "grep", "egrep", "fgrep", "ggrep":
		other := func(w word) bool {
			long := strings.HasPrefix(w.Text, "--")
			return long && hasAnyPrefix(w.Text, "--e", "--f", "--r", "--in") && !strings.HasPrefix(w.Text, "--include") ||
				!long && strings.HasPrefix(w.Text, "-") && strings.ContainsAny(w.Text, "efmABCdD")
		}
		if !never("--") || anyWord(words, other) {
			return 0
		}
		return commonEnds(flagValues(ap.words, "--include"))
	case "git ls-files":
		return specEndings(ap)
	case "gofmt", "goimports", "gofumpt", "golines":
		return effect.EndsOf(".go")
	}
	return 0
}

// keptEnds is how all lines end that grep keeps, where its pattern is an ending and nothing else: .go of '\.go$'.
func keptEnds(ap *applied) effect.Ends {
	if ap.in.Name != "grep" || len(ap.words) != 2 || !ap.words[1].Known {
		return 0
	}
	if m := endOfLine.FindStringSubmatch(ap.words[1].Text); m != nil {
		return effect.EndsOf(m[1])
	}
	return 0
}

var endOfLine = regexp.MustCompile(`^\\(\.[a-z]+)\$$`)

// specEndings are those of the paths that git is asked for, all of which are patterns.
func specEndings(ap *applied) effect.Ends {
	var specs []word
	for _, w := range gitWords(ap) {
		switch {
		case !w.Known || strings.HasPrefix(w.Text, ":"), strings.HasPrefix(w.Text, "-") &&
			!table.Listed("git/lists-only", w.Text):
			return 0
		case !strings.HasPrefix(w.Text, "-"):
			specs = append(specs, w)
		}
	}
	return commonEnds(specs)
}

// commonEnds are the endings of all names that some patterns find; 0 when one of them may find any.
func commonEnds(words []word) (out effect.Ends) {
	for _, w := range words {
		end := ending(w)
		if end == 0 {
			return 0
		}
		out |= end
	}
	return out
}

// ending is that of all names that a pattern finds: ".go" of *.go.
func ending(w word) effect.Ends {
	if i := strings.LastIndex(w.Text, "*."); w.Known && i >= 0 {
		return effect.EndsOf(w.Text[i+1:])
	}
	return 0
}

// hasFlag reports whether a word begins with one of the flags.
func hasFlag(ap *applied, names ...string) bool {
	return anyWord(ap.words[1:], func(w word) bool { return hasAnyPrefix(w.Text, names...) })
}

func hasExactFlag(ap *applied, names ...string) bool {
	return anyWord(ap.words[1:], func(w word) bool { return w.Known && slices.Contains(names, w.Text) })
}

// flagValues are those that flags of these names have, in the same word or in the next one.
func flagValues(words []word, names ...string) (out []word) {
	for i, w := range words[1:] {
		for _, name := range names {
			value, is := strings.CutPrefix(w.Text, name)
			assigned, long := strings.CutPrefix(value, "=")
			switch {
			case !is:
			case value == "" && i+2 < len(words):
				out = append(out, words[i+2])
			case long == strings.HasPrefix(name, "--"):
				w.Text = assigned
				out = append(out, w)
			}
		}
	}
	return out
}

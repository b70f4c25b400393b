package shell

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// findPaths says of programs that print names where those names are.
func findPaths(o *output, stdin value.Value) {
	lists := o.in.Lists || o.in.Name == "find" && !custom(o.words)
	switch o.in.Name {
	case "find", "fd", "fdfind", "locate", "plocate", "mlocate":
		o.v.Names = patterns(o.in.Name, o.words)
		if !lists {
			break
		}
		o.v.Ends = endings(o.applied)
		if strings.HasSuffix(o.in.Name, "locate") {
			o.v.Roots = []string{"/"}
			return
		}
		for _, op := range o.in.Operands {
			if op.Known && (op.Kind == table.ReadTree || op.Kind == table.Read && o.in.Name == "find") {
				o.v.Roots = append(o.v.Roots, op.Text)
			}
		}
		if o.in.Name != "find" && len(o.v.Roots) == 0 {
			o.v.Roots, o.v.Bare = []string{"."}, true
		}
		o.v.Selected = o.in.Name == "find" && selects(o)
	case "ls":
		o.v.Bare = true
		for _, op := range o.in.Operands {
			if !op.Known || op.Many || op.Text == "" {
				o.v.Roots = nil
				return
			}
			o.v.Roots = append(o.v.Roots, op.Text)
		}
		if len(o.v.Roots) == 0 {
			o.v.Roots = []string{"."}
		}
		if !lists {
			o.v.Roots = nil
		}
	default:
		if lists {
			readRoots(o)
			o.v.Ends = endings(o.applied)
		}
	}
	if len(o.sources) == 0 && (does(o.applied, "keeps-lines") || does(o.applied, "picks-lines")) && keepsLines(o) {
		o.v.Roots, o.v.Bare, o.v.Ends = stdin.Roots, stdin.Bare, cmp.Or(stdin.Ends, keptEnds(o.in.Name, o.words))
	}
}

// readRoots says that the names are those of what is read, or of what is in the directory.
func readRoots(o *output) {
	for _, op := range o.in.Operands {
		switch {
		case op.List != table.NotListed:
			o.v.Roots = nil
			return
		case op.Kind != table.ReadTree && op.Kind != table.Read || !op.Known:
		case strings.HasPrefix(o.in.Name, "git ") && (strings.ContainsAny(op.Text, "*?[:") || isMissing(o.applied, op.Text)):
			o.v.Roots = append(o.v.Roots, ".") // a pattern, or a revision
		default:
			o.v.Roots = append(o.v.Roots, op.Text)
		}
	}
	if len(o.v.Roots) == 0 {
		o.v.Roots, o.v.Bare = []string{"."}, true
	}
}

// selects reports whether find names only some of what is in the workspace, by a pattern that no directory to start
// from fits.
func selects(o *output) bool {
	for _, root := range o.v.Roots {
		paths, ok := o.resolve(root, o.dirs, false)
		if !ok || slices.ContainsFunc(paths, func(p effect.Path) bool { return !inTree(o.walker, p.Name) }) {
			return false
		}
	}
	for i, w := range o.words[1:] {
		if before := o.words[i].Text; w.Known && (before == "-name" || before == "-iname") {
			_, suffix, star := strings.Cut(w.Text, "*.")
			return star && len(suffix) > 0 && !strings.ContainsAny(suffix, "*?[") && !hasExactFlag(o.applied, "-o", "-or",
				"-not", "!", ",")
		}
	}
	return false
}

// patterns are what the names that find and its like print look like.
func patterns(program string, words []word) []string {
	var out []string
	for i, w := range words[1:] {
		before := words[i].Text
		plain := program != "find" && !strings.HasPrefix(w.Text, "-")
		if w.Known && (plain || before == "-name" || before == "-iname" || before == "-path" || before == "-wholename") {
			if s := strings.Trim(w.Text, "*?^$/"); s != "" &&
				(table.Marked("sensitive-names", strings.ToLower(s)) || repository(s)) {
				out = append(out, s)
				if strings.Contains(w.Text, "*") {
					out = append(out, strings.ReplaceAll(w.Text, "*", "x"), strings.ReplaceAll(w.Text, "*", "rsa"))
				}
			}
		}
	}
	return out
}

// repository reports whether a name that is searched for is a repository's data.
func repository(name string) bool {
	return path.Base(name) == ".git" || strings.Contains(name, ".git/") || name == ".hg" || name == ".svn"
}

// custom reports whether find prints something else than paths.
func custom(words []word) bool {
	return anyWord(words, func(w word) bool {
		return hasAnyPrefix(w.Text, "-printf", "-ls", "-exec", "-ok")
	})
}

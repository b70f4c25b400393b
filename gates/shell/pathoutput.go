package shell

import (
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// paths says of programs that print names where those names are.
func (ap *applied) paths(stdin value.Value) {
	switch ap.in.Name {
	case "find", "fd", "fdfind", "locate", "plocate", "mlocate":
		ap.out.Names = ap.patterns()
		if strings.HasSuffix(ap.in.Name, "locate") {
			ap.out.Roots = []string{"/"}
			return
		}
		for _, o := range ap.in.Operands {
			tree := o.Kind == table.ReadTree || o.Kind == table.Read && ap.in.Name == "find"
			if tree && o.Known && !ap.custom() {
				ap.out.Roots = append(ap.out.Roots, o.Text)
			}
		}
		if ap.in.Name != "find" && len(ap.out.Roots) == 0 {
			ap.out.Roots, ap.out.Bare = []string{"."}, true
		}
		ap.out.Selected = ap.in.Name == "find" && ap.selects()
	case "git ls-files", "git diff", "git grep":
		if ap.in.Name == "git ls-files" || ap.flag("--name-only", "-l", "--files-with-matches") {
			ap.readRoots()
		}
	case "grep", "rg", "ag", "ack", "egrep", "fgrep":
		if ap.flag("-l", "--files-with-matches", "--files", "-rl", "-lr", "-rli", "-ril", "-L", "-rL", "-Rl", "-rlE", "-rlF",
			"-rln", "-rlw") {
			ap.readRoots()
		}
	case "ls":
		ap.out.Bare = true
		for _, o := range ap.in.Operands {
			if !o.Known || o.Many || o.Text == "" {
				ap.out.Roots = nil
				return
			}
			ap.out.Roots = append(ap.out.Roots, o.Text)
		}
		if len(ap.out.Roots) == 0 {
			ap.out.Roots = []string{"."}
		}
		if ap.flag("-l", "-la", "-al", "-lh", "-i", "-s") {
			ap.out.Roots = nil
		}
	}
	if len(ap.sources) == 0 && (ap.does("keeps-lines") || ap.does("picks-lines") &&
		!ap.flag("-o", "-c", "-n", "-oE", "-oP", "-no")) {
		ap.out.Roots, ap.out.Bare = stdin.Roots, stdin.Bare
	}
}

// readRoots says that the names are those of what is read, or of what is in the directory.
func (ap *applied) readRoots() {
	for _, o := range ap.in.Operands {
		if (o.Kind == table.ReadTree || o.Kind == table.Read) && o.Known {
			ap.out.Roots = append(ap.out.Roots, o.Text)
		}
	}
	if len(ap.out.Roots) == 0 {
		ap.out.Roots, ap.out.Bare = []string{"."}, true
	}
}

// selects reports whether find names only some of what is in the workspace, by a pattern that no directory to start
// from fits.
func (ap *applied) selects() bool {
	for _, root := range ap.out.Roots {
		paths, ok := ap.resolve(root, ap.dirs, false)
		if !ok || slices.ContainsFunc(paths, func(p effect.Path) bool { return !ap.inTree(p.Name) }) {
			return false
		}
	}
	for i, w := range ap.words[1:] {
		if before := ap.words[i].Text; w.Known && (before == "-name" || before == "-iname") {
			_, suffix, star := strings.Cut(w.Text, "*.")
			return star && len(suffix) > 0 && !strings.ContainsAny(suffix, "*?[") && !ap.flag("-o", "-or", "-not", "!", ",")
		}
	}
	return false
}

// patterns are what the names that find and its like print look like.
func (ap *applied) patterns() []string {
	var out []string
	for i, w := range ap.words[1:] {
		before := ap.words[i].Text
		plain := ap.in.Name != "find" && !strings.HasPrefix(w.Text, "-")
		if w.Known && (plain || before == "-name" || before == "-iname" || before == "-path" || before == "-wholename") {
			if s := strings.Trim(w.Text, "*?^$/"); s != "" && (sensitive(s) || repository(s)) {
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

// sensitive keeps ordinary searches out of the effects; the gates decide which of the others is for a secret.
func sensitive(name string) bool {
	return table.Marked("sensitive-names", strings.ToLower(name))
}

// custom reports whether find prints something else than paths.
func (ap *applied) custom() bool {
	return slices.ContainsFunc(ap.words, func(w word) bool {
		return strings.HasPrefix(w.Text, "-printf") || w.Text == "-ls" || strings.HasPrefix(w.Text, "-exec") ||
			w.Text == "--format"
	})
}

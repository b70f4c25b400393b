package shell

import (
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// judgeInstalled takes back that npx may download a package, when the program is one of
// the workspace's own packages: npx looks there first, and pnpm exec nowhere else
// but on the path. What the program does with its words is judged either way.
func judgeInstalled(ap *applied) {
	if ap.in.Name != "npx" && ap.in.Name != "pnpm exec" {
		return
	}
	at := slices.IndexFunc(ap.in.Operands, func(op table.Operand) bool { return op.Kind == table.Run })
	if at < 0 || !ap.in.Known {
		return
	}
	op := ap.in.Operands[at]
	for _, w := range ap.words[1:op.From] {
		if w.Text != "exec" && w.Text != "-q" && w.Text != "--quiet" {
			return
		}
	}
	if !op.Known || op.From >= len(ap.words) || ap.in.Name == "npx" && !ownPackage(ap, op.Text) {
		return
	}
	ap.in.Network = false
	ap.in.Class = effect.ProgramBuilds // code of the workspace, whatever its name
	ap.in.Operands = slices.DeleteFunc(ap.in.Operands, func(op table.Operand) bool { return op.Kind == table.Part })
	ap.in.Hazards = slices.DeleteFunc(ap.in.Hazards, func(h effect.Hazard) bool { return h.Rule == "install" })
}

// ownPackage reports whether a package of the workspace, wherever in it, brings a program of that name.
func ownPackage(ap *applied, name string) bool {
	if len(ap.dirs) == 0 || name == "" || strings.ContainsAny(name, "/@:. ") {
		return false
	}
	name = path.Join("node_modules/.bin", name)
	return !slices.ContainsFunc(ap.dirs, func(dir string) bool { return findAbove(ap, ap.facts.FS, dir, name) == "" })
}

// findAbove finds a name in a directory or the nearest one above it that is in the workspace, "" where it is in none.
func findAbove(ap *applied, fs effect.FS, dir, name string) string {
	for inTree(ap.walker, dir) {
		at := path.Join(dir, name)
		if _, err := fs.Lstat(at); err == nil {
			return at
		}
		dir = path.Dir(dir)
	}
	return ""
}

// judgeStarted makes a build of a program that a file of the workspace tells what to run before it looks at its words,
// as mvn, yarn and what rustup stands for do even where they are asked for their version.
func judgeStarted(ap *applied, p *effect.Program) {
	if p.Class != effect.ProgramReads {
		return
	}
	name, _, _ := strings.Cut(ap.in.Name, " ")
	for _, entry := range table.Marks("started-by/" + name) {
		file, word, _ := strings.Cut(entry, ":")
		for _, dir := range ap.dirs {
			if at := findAbove(ap, ap.view, dir, file); at != "" && says(ap.view, at, word) {
				p.Class = effect.ProgramBuilds
			}
		}
	}
}

// maxStarter is how much is read of a file that may say what a program starts.
const maxStarter = 64 << 10

// says reports whether a file holds a word, or cannot be read in full.
func says(fs effect.FS, name, word string) bool {
	text, err := fs.ReadFile(name, maxStarter)
	return err != nil || len(text) == maxStarter || strings.Contains(string(text), word)
}

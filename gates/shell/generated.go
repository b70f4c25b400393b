package shell

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// generated describes a file that the command writes and then runs, or builds from.
type generated struct {
	*walker
	path effect.Path
	v    value.Value // the written text
	span effect.Span
}

// isForeignFile denies the file if it has downloaded or decoded content: its text is not a part of the command.
func isForeignFile(g *generated) bool {
	switch {
	case g.v.Taint&(value.Network|value.Remote) != 0:
		g.hazard(RuleDownloadExecute, cause.Path(g.path.Name), g.span)
	case g.v.Taint&value.Decoder != 0:
		g.hazard(RuleDecodeExecute, cause.Path(g.path.Name), g.span)
	default:
		return false
	}
	reportSuspected(g)
	return true
}

// runGenerated judges the file by the text that the command wrote. It reports whether that is enough: the file is a
// shell script, and each of its commands is judged.
func runGenerated(g *generated, language string, here bool, args []word) bool {
	s, single := g.v.Single()
	if language == "" {
		language = interpreter(g.walker.table, s)
	}
	shell := language == "sh"
	if single && shell {
		_, _, err := g.gram.canonical(s)
		single = err == nil
	}
	if !single {
		reportUnread(g)
		return false
	}
	codeText(g.walker, s, language, g.span, here, args)
	// If the file already exists, the old one may run: a write can fail.
	if _, err := g.facts.FS.Lstat(g.path.Name); !shell || err == nil || g.scripts == nil {
		return false
	}
	g.path.Span = g.span
	*g.scripts = append(*g.scripts, g.path)
	return true
}

// reportUnread asks about a file whose text is not completely known, or that is not a shell script. The known text may
// be denied.
func reportUnread(g *generated) {
	reportSuspected(g)
	g.opaqueCommand(g.path.Name, cause.WrittenAndRun.Bare(), g.span)
}

// reportSuspected looks for denied commands in all the known text.
func reportSuspected(g *generated) {
	for _, text := range g.v.Texts() {
		suspect(g, text)
	}
}

// suspect looks for denied commands in text that something executes: in each line, and in the strings of code.
func suspect(g *generated, text string) {
	if g.steps += len(text) / 256; !g.step() {
		return
	}
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		line = strings.TrimLeft(line, " \t@-+")
		if first, _, _ := strings.Cut(line, " "); destructive(first) {
			probeText(g.walker, line, g.span)
		}
	}
	scanText(g.walker, text, g.span)
}

// interpreter returns the language of a file that is started by its name, from the first line of its text. Without a #!
// line the shell itself runs it.
func interpreter(t *table.Table, text string) string {
	const other = "another language"
	line, _, _ := strings.Cut(text, "\n")
	line, found := strings.CutPrefix(line, "#!")
	words := strings.Fields(line)
	if len(words) > 1 && path.Base(words[0]) == "env" {
		words = words[1:]
	}
	switch {
	case !found:
		return "sh"
	case len(words) != 1: // its flags may be code
		return other
	}
	if d, ok := dialectOf(words[0]); ok {
		if d == dialectBash || d == dialectSh {
			return "sh"
		}
		return other
	}
	name := table.Word{Text: path.Base(words[0]), Known: true}
	in := t.Interpret([]table.Word{name, {Text: "x", Known: true}})
	for _, op := range in.Operands {
		if op.Kind == table.Script {
			return cmp.Or(op.Language, other)
		}
	}
	return other
}

// changedScripts asks about files that were judged by the written text if something else in the command may change
// them, in any order: another write, or a program that does more than read.
func (r *walker) changedScripts() {
	if len(*r.scripts) == 0 {
		return
	}
	w := r.changes()
	for _, p := range *r.scripts {
		writes := w.files[p.Name] + w.trees["/"]
		for dir := p.Name; len(dir) > 1; dir = dir[:max(0, strings.LastIndexByte(dir, '/'))] {
			r.work(1)
			writes += w.trees[dir]
		}
		own := 0 // 1 if the file itself is one of the programs
		if w.others[p.Name] {
			own = 1
		}
		if writes != 1 || len(w.others) > own {
			r.opaqueCommand(p.Name, cause.MayChange.Bare(), p.Span)
		}
	}
}

// changes lists the writes and programs of a whole command.
type changes struct {
	files, trees map[string]int  // how often the command writes or deletes each file, or files below each tree
	others       map[string]bool // the paths of programs that do more than read
}

// changes counts what the command writes, and lists the programs that may write more.
func (r *walker) changes() changes {
	c := changes{map[string]int{}, map[string]int{}, map[string]bool{}}
	for _, list := range [...][]effect.Path{r.eff.Writes, r.eff.Deletes} {
		r.work(len(list))
		for _, w := range list {
			if w.Tree || w.Part != effect.PartNone {
				c.trees[w.Name]++
			} else {
				c.files[w.Name]++
			}
		}
	}
	r.work(len(r.eff.Runs))
	for _, run := range r.eff.Runs {
		keeps := run.Class == effect.ProgramReads || run.Class == effect.ProgramActs &&
			slices.Contains([]string{"chmod", "mkdir", "bash", "sh", ".", "source"}, run.Canonical)
		if !keeps {
			c.others[run.Path] = true
		}
	}
	return c
}

// compiled notes the files that a program made from files that the script wrote.
func compiled(o *storage) {
	var v value.Value
	var texts []string
	found := false
	from := func(source value.Value) {
		v, found, texts = v.Of(source.Origin), true, append(texts, source.Texts()...)
	}
	for _, s := range o.sources {
		if s.known {
			from(s.content)
		}
	}
	foreign := o.stdin.Taint&(value.Network|value.Remote|value.Decoder) != 0
	if in := o.in.Name; foreign || !o.stdin.None && (in == "gcc" || in == "cc" || in == "clang" || in == "g++" ||
		in == "tcc" || in == "rustc") {
		from(o.stdin)
	}
	if !found || o.in.Class == effect.ProgramReads && !foreign {
		return
	}
	v = v.Forgotten().Suspect(texts...)
	v.Cause = cause.WrittenFileOutput.Bare()
	for _, p := range o.wrote {
		if !p.Dir && !p.Tree {
			o.view.write(p.Name, v)
		}
	}
}

// judgeGeneratedBuild reports a build of files that the same script writes.
func judgeGeneratedBuild(ap *applied, span effect.Span) {
	var names []string
	for _, name := range ap.view.names() {
		for _, d := range ap.dirs {
			if effect.Within(name, d) && isBuildInput(name) && (effect.Within(d, "/tmp") || !effect.Within(name, "/tmp")) {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	for _, name := range names {
		v, _ := ap.view.file(name)
		g := generated{ap.walker, effect.Path{Name: name}, v, span}
		switch {
		case isForeignFile(&g):
		case ap.facts.Confinement.Confined(): // like a file that existed before
			reportSuspected(&g)
		default:
			reportUnread(&g)
		}
	}
}

// isBuildInput reports whether a build or test run executes a file of this name.
func isBuildInput(name string) bool {
	if table.Listed("output-suffixes", path.Ext(name)) {
		return path.Base(name) == "CMakeLists.txt"
	}
	return !strings.Contains(path.Base(name), "coverage") && !strings.HasPrefix(name, "/dev/")
}

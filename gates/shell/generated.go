package shell

import (
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

// runGenerated judges the file by the text that the command wrote, which can only make things worse: what runs is the
// file as it is then.
func runGenerated(g *generated, language string, here bool, args []word) {
	s, single := g.v.Single()
	if language == "" {
		language = interpreter(s)
	}
	if single && language == "sh" {
		_, _, err := g.gram.canonical(s)
		single = err == nil
	}
	if !single {
		reportUnread(g)
		return
	}
	codeText(g.walker, s, language, g.span, here, args)
}

// interpreter returns the language of a file that is started by its name, from the first line of its text. Without a #!
// line the shell itself runs it.
func interpreter(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	line, found := strings.CutPrefix(line, "#!")
	words := strings.Fields(line)
	if len(words) > 1 && path.Base(words[0]) == "env" {
		words = words[1:]
	}
	if !found || len(words) == 0 {
		return "sh"
	}
	if d, ok := dialectOf(words[0]); ok && (d == dialectBash || d == dialectSh) {
		return "sh"
	}
	return path.Base(words[0])
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
		suspect(g.walker, text, g.span)
	}
}

// suspect looks for denied commands in text that something may execute: in each line, and in the strings of code.
func suspect(a *walker, text string, span effect.Span) {
	if a.steps += len(text) / 256; !a.step() {
		return
	}
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == ';' }) {
		line = strings.TrimSpace(strings.TrimLeft(line, " \t@-+:!"))
		for _, verb := range [...]string{"exec ", "shell ", "system "} {
			line = strings.TrimPrefix(line, verb)
		}
		if first, _, more := strings.Cut(line, " "); more && destructive(first) {
			probeText(a, line, span)
		}
	}
	if strings.ContainsAny(text, "\"'`(") {
		scanText(a, text, span)
	}
}

// judgeGeneratedBuild reports a build of files that the same script writes.
func judgeGeneratedBuild(ap *applied, span effect.Span) {
	for _, name := range ap.view.names() {
		builds := func(dir string) bool {
			return effect.Within(name, dir) && (effect.Within(dir, "/tmp") || !effect.Within(name, "/tmp"))
		}
		if !isBuildInput(name) || !slices.ContainsFunc(ap.dirs, builds) {
			continue
		}
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

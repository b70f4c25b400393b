package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/cause"
	"pp/engine/store"
	"pp/gates/script"
)

// fileOptions are the flags of `pp check` over files.
type fileOptions struct {
	files         setup.Texts
	staged, sarif bool
}

func (o fileOptions) asked() bool { return len(o.files) > 0 || o.staged || o.sarif }

// maxFiles is how many files are judged at once: more are an error, never left out.
const maxFiles = 20_000

// commandFile is one file to judge.
type commandFile struct {
	name string // as it was given, or where it is below the working directory
	path string // absolute, with no link in it where it exists
	text string
	kind script.Kind
	err  error // why it could not be read

	staged *gitIndex // what it was read from, nil for the file itself
}

// checkFiles judges every command in files.
func (k checker) checkFiles(a App, ctx context.Context, o checkOptions, words []string) error {
	names := append(o.files[:len(o.files):len(o.files)], words...)
	switch {
	case o.lines, o.op != "":
		return exit.UsageError("leave one of them out", "--file and --staged judge files; --jsonl and --op do not")
	case o.sarif && a.Options.JSON:
		return exit.UsageError("leave one of them out", "--sarif and --json exclude each other")
	case len(names) == 0 && !o.staged:
		return exit.UsageError("try: pp check --file Makefile", "there is no file to judge")
	case len(names) > maxFiles:
		return exit.UsageError("give fewer at a time", "more than %d files", maxFiles)
	case len(o.files) == 0 && len(words) > 0:
		return exit.UsageError("try: pp check --staged --file "+QuoteWord(words[0]),
			"--staged judges files; name them with --file")
	}
	var list []commandFile
	if o.staged {
		var err error
		if list, err = stagedFiles(ctx, k.agent.Settings, names); err != nil {
			return err
		}
	} else {
		for _, name := range names {
			list = append(list, readCommands(ctx, k.agent.Settings, name))
		}
	}
	report := fileReport{Files: len(list), Commands: []commandJSON{}, Findings: []commandJSON{},
		Unjudged: []commandJSON{}, explain: o.explain || a.Options.Verbose, root: k.agent.Settings.Where.Workspace.Root,
		given: map[string]bool{}}
	for _, f := range list {
		report.given[f.path] = true
	}
	for _, f := range list {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		k.file(f, &report)
	}
	return report.show(a, o)
}

// readCommands reads a file of commands. A link is followed if it stays in the workspace.
func readCommands(ctx context.Context, s *setup.Settings, name string) commandFile {
	f := commandFile{name: name, path: name}
	if !filepath.IsAbs(f.path) {
		f.path = filepath.Join(s.Where.Dir, f.path)
	}
	asGiven := f.path
	resolved, err := filepath.EvalSymlinks(f.path)
	if err != nil {
		f.err = errors.New(output.Cause(err)) // the path is said already
		return f
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(f.path))
	if err == nil && filepath.Join(dir, filepath.Base(f.path)) != resolved {
		if _, in := setup.FindWorkspace(dir, s.Where.Home).Contains(resolved); !in {
			f.err = fmt.Errorf("a link to %s, which is outside of its workspace", resolved)
			return f
		}
	}
	f.path = resolved
	data, err := store.Read(ctx, resolved, script.MaxBytes+1)
	if err != nil {
		f.err = errors.New(output.Cause(err)) // the path is said already
		return f
	}
	f.text = string(data)
	f.kind = script.KindOf(filepath.ToSlash(asGiven), f.text)
	return f
}

// commandJSON is what is said of one command in a file.
type commandJSON struct {
	File     string      `json:"file"`
	Line     int         `json:"line"`
	Column   int         `json:"column"` // in characters, from 1
	Command  string      `json:"command,omitempty"`
	Decision string      `json:"decision,omitempty"`
	Gate     string      `json:"gate,omitempty"`
	Rule     string      `json:"rule,omitempty"`
	Reason   string      `json:"reason,omitempty"`
	Cause    cause.Cause `json:"cause,omitzero"`
	Runs     string      `json:"runs,omitempty"` // what would run it, where that is no shell that is judged

	path    string
	subject string // of the effect
}

// fileReport is what was found in files.
type fileReport struct {
	Decision string        `json:"decision"`
	Files    int           `json:"files"`
	Commands []commandJSON `json:"commands"`
	Findings []commandJSON `json:"findings"`
	Unjudged []commandJSON `json:"unjudged"`

	asks    int // of the findings
	explain bool
	root    string
	given   map[string]bool // the files that are judged, by their paths
}

func (r *fileReport) show(a App, o checkOptions) error {
	for _, f := range r.Findings {
		if f.Decision == engine.Ask.String() {
			r.asks++
		}
	}
	worst := engine.Allow
	switch {
	case len(r.Findings) > r.asks:
		worst = engine.Deny
	case r.asks > 0:
		worst = engine.Ask
	}
	r.Decision = worst.String()
	if o.sarif {
		return cmp.Or(a.Out.PrintJSON(r.asSARIF(a)), decided(r.Decision))
	}
	return cmp.Or(a.Show(r, r.text()), decided(r.Decision))
}

// unjudged says why a command was not judged.
func (c commandJSON) unjudged() string {
	return "Runs in " + c.Runs + ", whose commands are not known here."
}

// text is a line for each finding, and one for all.
func (r *fileReport) text() string {
	var b strings.Builder
	line := func(f commandJSON, decision, rule, reason string) {
		fmt.Fprintf(&b, "%s:%d:%d: %s %s: %s\n", oneLine(f.File), f.Line, f.Column, decision, rule, oneLine(reason))
	}
	list := r.Findings
	if r.explain {
		list = r.Commands
	}
	for _, f := range list {
		line(f, f.Decision, engine.RuleName(f.Gate, f.Rule), cmp.Or(f.Reason, f.Command))
	}
	for _, f := range r.Unjudged {
		line(f, "note", "not judged", f.unjudged())
	}
	fmt.Fprintf(&b, "%s: %s, %s: %d denied, %d to ask about\n", r.Decision, counted(r.Files, "file"),
		counted(len(r.Commands), "command"), len(r.Findings)-r.asks, r.asks)
	return b.String()
}

// oneLine is text that stays on its line, and shows what it holds.
func oneLine(s string) string {
	return strings.ReplaceAll(output.Escape(strings.ReplaceAll(s, "\n", `\n`), output.Strict), "\n", `\n`)
}

// characters is a column in characters, of one in bytes.
func characters(lines []string, line, col int) int {
	if line < 1 || line > len(lines) || col < 1 {
		return max(1, col)
	}
	text := lines[line-1]
	return utf8.RuneCountInString(text[:min(col-1, len(text))]) + 1
}

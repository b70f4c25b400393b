package output

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pp/cli/exit"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/store"
)

// Conclude prints the answer and gives the run its exit code.
func (p *Printer) Conclude(answers []string, out engine.Outcome) error {
	answer := strings.Join(answers, "\n")
	if p.Options.DryRun {
		answer = strings.Join(out.Answers, "\n")
	}
	p.From = out.Provider
	answered := len(answers) > 0 || p.Options.DryRun && len(out.Answers) > 0
	if p.Report != nil {
		p.Report.Fill(out, answer, answered, p.Redact)
	}
	var printing error
	if answered {
		printing = p.Deliver(answer)
	}
	p.SayUndone(out)
	sayWithheld(p, out)
	code := exit.Of(out, p.Options.AllowDenials)
	if printing != nil {
		if out.Err != nil {
			p.Say(Ended(p, out))
		}
		return printing
	}
	if out.Err != nil && code != exit.OK {
		f := Ended(p, out)
		if f.Code == code {
			return f
		}
		p.Say(f)
	}
	if failed, ok := out.Unmended(); ok && (code == exit.Failed || code == exit.Denied && out.Withheld()) {
		return &exit.Error{Code: code, Kind: "action", Err: errors.New(Failure(failed, p.Redact(answer), p.Redact)),
			Hint: refusedHint(failed.Result)}
	}
	return exit.Silent(code)
}

// SayUndone prints at the end of a run the denied actions, the waiting ones, and how to approve these.
func (p *Printer) SayUndone(out engine.Outcome) {
	showDeferred(p)
	for _, d := range out.Denied() {
		if !slices.ContainsFunc(p.denied, d.Same) {
			p.Rejected(engine.Rejected{Denial: d, Last: true})
		}
	}
	p.denied = nil
	for _, w := range out.Pending {
		label := "waits for approval"
		if p.Options.DryRun {
			label = "would ask for approval" // nothing is kept that could be approved
		}
		if how, said, _ := strings.Cut(w.Failed, "\n"); how != "" {
			p.Note(label, "it failed: "+how)
			if said != "" {
				p.wrapped("    | " + strings.ReplaceAll(p.Redact(said), "\n", "\n    | "))
			}
		}
		p.Note(label, w.Reason)
		for _, a := range append([]engine.Action{w.Action}, w.Also...) {
			p.wrapped("    " + p.Redact(OneLine(a.Canonical(), 400)))
		}
		p.SayToken(w)
		if w.Token == "" && !p.Options.DryRun {
			p.Note("hint", "nothing was done; allow it with --allow PATTERN or a permission and run it again")
		}
	}
	sayUnreal(p, out)
}

// sayUnreal says what a dry run that came to no answer would have done next, and why it ends there.
func sayUnreal(p *Printer, out engine.Outcome) {
	if !p.Options.DryRun || len(out.Answers) > 0 || out.Err != nil {
		return
	}
	for _, a := range out.Unreal {
		p.Note("would do", p.shown(OneLine(actionName(a, engine.Result{}), 400)))
	}
	p.Note("note", "nothing was done, for --dry-run only judges: it ends where the model would go on with what this gives")
}

// SayToken says how what waits is approved.
func (p *Printer) SayToken(w engine.Pending) {
	if w.Token == "" {
		return
	}
	p.Note("hint", fmt.Sprintf("pp approve %s carries it out, pp deny %s does not; it expires %s", w.Token, w.Token,
		When(w.Expires)))
	if w.Did > 0 {
		p.Note("hint", fmt.Sprintf("it was done in a layer, and nothing of it is there yet; pp approvals show %s "+
			"shows what it changed (%d)", w.Token, w.Did))
	}
}

// Deliver prints the answer, or writes it to the file of -o.
func (p *Printer) Deliver(answer string) error {
	if p.Options.Extract {
		block, ok := extracted(answer)
		if !ok {
			return &exit.Error{Code: exit.Failed, Kind: "extract", Err: errors.New("the answer has no fenced block"),
				Hint: "run it without -x to see the answer"}
		}
		answer = block
	}
	if !strings.HasSuffix(answer, "\n") {
		answer += "\n"
	}
	if p.Options.Out != "" {
		return p.WriteFile(p.Redact(answer))
	}
	if p.Report != nil || p.Chunks != nil {
		p.stream.finish(p.Redact(answer))
		return nil
	}
	return unsaved(p.Answer(answer))
}

// Answer prints a model's answer, masked: rendered on a terminal with colours, plain elsewhere.
func (p *Printer) Answer(text string) error {
	text = p.stream.rest(p.Redact(text))
	if text == "" {
		return nil
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if tty := p.richTerminal(); tty != nil && p.From != "offline" {
		return rendered(p, tty, text)
	}
	return p.Print(text)
}

// richTerminal returns standard output if it is a terminal that renders Markdown, else nil.
func (p *Printer) richTerminal() *os.File {
	tty, ok := p.system.Stdout.(*os.File)
	if !ok || p.Options.Raw || !system.IsTerminal(tty) || !ShowsColours(p.Options.Color, p.system.Getenv) {
		return nil
	}
	return tty
}

// unsaved says what to do about an answer that could not be printed.
func unsaved(err error) error {
	if e, ok := errors.AsType[*exit.Error](err); ok && e.Kind == "output" {
		e.Hint = "the answer was not saved; -o FILE writes it to a file"
	}
	return err
}

// WriteFile writes a text to the file of -o, whole or not at all.
func (p *Printer) WriteFile(text string) error {
	if err := writeAtomic(p.File, text); err != nil {
		return &exit.Error{Code: exit.Failed, Kind: "output", Err: fmt.Errorf("-o %s: %w", p.Options.Out, err),
			Hint: "it was not written"}
	}
	return nil
}

// CheckOutput refuses a file that cannot be written, before pp pays for an answer.
func CheckOutput(name string) error {
	if name == "" {
		return nil
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return exit.UsageError("give a regular file", "-o %s: it exists and is not a regular file", name)
	}
	if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
		return exit.UsageError("make the directory first", "-o %s: there is no directory %s", name, filepath.Dir(name))
	}
	return nil
}

// writeAtomic writes a file whole or not at all: it syncs a temporary file next to it and renames that.
func writeAtomic(name, text string) error {
	// A link that came since the path was resolved is not the person's.
	if dir, err := filepath.EvalSymlinks(filepath.Dir(name)); err != nil || dir != filepath.Dir(name) {
		return errors.Join(fmt.Errorf("its directory %s is another one now", filepath.Dir(name)), err)
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	return store.Replace(name, []byte(text), store.Fresh{Mode: mode, Durable: true})
}

// extracted is the contents of the first fenced block of an answer.
func extracted(answer string) (string, bool) {
	lines := strings.SplitAfter(answer, "\n")
	for i, line := range lines {
		fence := strings.TrimSpace(line)
		if !strings.HasPrefix(fence, "```") && !strings.HasPrefix(fence, "~~~") {
			continue
		}
		mark := fence[:3]
		var b strings.Builder
		for _, l := range lines[i+1:] {
			if strings.TrimSpace(l) == mark {
				return b.String(), true
			}
			b.WriteString(l)
		}
		return b.String(), true
	}
	return "", false
}

// When is a time for a person, to the minute.
func When(t time.Time) string { return t.Local().Format("2006-01-02 15:04") }

// OneLine clips a text for a note.
func OneLine(s string, max int) string { return engine.Clip(strings.ReplaceAll(s, "\n", "⏎"), max) }

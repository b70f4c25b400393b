package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"pp/engine"
)

// conclude prints the answer and gives the run its exit code.
func (p *printer) conclude(answers []string, out engine.Outcome) error {
	answer := strings.Join(answers, "\n")
	if p.opts.dryRun {
		answer = strings.Join(out.Answers, "\n")
	}
	answered := len(answers) > 0 || p.opts.dryRun && len(out.Answers) > 0
	if p.report != nil {
		p.report.fill(out, answer, answered, p.redact)
	}
	var printing error
	if answered {
		printing = p.deliver(answer)
	}
	p.sayPending(out)
	code := exitOf(out, p.opts.allowDenials)
	if printing != nil {
		p.sayFailure(out)
		return printing
	}
	if out.Err != nil && code != exitOK {
		f := classify(out.Err)
		if f.code == code {
			return f
		}
		p.say(f)
	}
	return silent(code)
}

func (p *printer) sayFailure(out engine.Outcome) {
	if out.Err != nil {
		p.say(classify(out.Err))
	}
}

func (p *printer) sayPending(out engine.Outcome) {
	for _, w := range out.Pending {
		label := "waits for approval"
		if p.opts.dryRun {
			label = "would ask for approval" // nothing is kept that could be approved
		}
		p.note(label, w.Reason)
		fmt.Fprintf(p.stderr, "    %s\n", p.redact(oneLine(w.Action.Canonical(), 400)))
		p.sayToken(w)
		if w.Token == "" && !p.opts.dryRun {
			p.note("hint", "nothing was done; allow it with --allow PATTERN or a permission and run it again")
		}
	}
}

// sayToken says how what waits is approved.
func (p *printer) sayToken(w engine.Pending) {
	if w.Token != "" {
		p.note("hint", fmt.Sprintf("pp approve %s carries it out, pp deny %s does not; it expires %s", w.Token, w.Token,
			w.Expires.Local().Format("2006-01-02 15:04")))
	}
}

// deliver prints the answer, or writes it to the file of -o.
func (p *printer) deliver(answer string) error {
	if p.opts.extract {
		block, ok := extracted(answer)
		if !ok {
			return &failure{code: exitFailed, kind: "extract", err: errors.New("the answer has no fenced block"),
				hint: "run it without -x to see the answer"}
		}
		answer = block
	}
	if !strings.HasSuffix(answer, "\n") {
		answer += "\n"
	}
	if p.opts.out != "" {
		return writeAtomic(p.opts.out, p.redact(answer))
	}
	if p.report != nil {
		return nil
	}
	return p.print(p.redact(answer))
}

// outFits refuses a file for the answer that could not be written, before
// anything is spent on the answer.
func outFits(name string) error {
	if name == "" {
		return nil
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return usageError("give a regular file", "-o %s: it exists and is not a regular file", name)
	}
	if info, err := os.Stat(filepath.Dir(name)); err != nil || !info.IsDir() {
		return usageError("make the directory first", "-o %s: there is no directory %s", name, filepath.Dir(name))
	}
	return nil
}

// writeAtomic writes a file whole or not at all: a temporary file beside it,
// synced, then renamed over it.
func writeAtomic(name, text string) error {
	wrong := func(err error) error {
		return &failure{code: exitFailed, kind: "output", err: fmt.Errorf("-o %s: %w", name, err), hint: "the answer was not written"}
	}
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target // a link stays one
	}
	f, err := os.CreateTemp(filepath.Dir(name), ".pp-*")
	if err != nil {
		return wrong(err)
	}
	defer os.Remove(f.Name())
	if _, err := f.WriteString(text); err != nil {
		f.Close()
		return wrong(err)
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	if err := errors.Join(f.Chmod(mode), f.Sync(), f.Close()); err != nil {
		return wrong(err)
	}
	if err := os.Rename(f.Name(), name); err != nil {
		return wrong(err)
	}
	return nil
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

// oneLine clips a text for a note.
func oneLine(s string, max int) string {
	s = strings.ReplaceAll(s, "\n", "⏎")
	if len(s) > max {
		return strings.ToValidUTF8(s[:max], "") + "…"
	}
	return s
}

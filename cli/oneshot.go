package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"pp/engine"
)

// prompt carries out `pp PROMPT`, `… | pp PROMPT`, `… | pp`, or starts the REPL.
func (a *app) prompt(ctx context.Context, words []string) error {
	around, err := a.load()
	if err != nil {
		return err
	}
	if err := outFits(a.opts.out); err != nil {
		return err
	}
	a.quickCheck()
	ctx, cancel := withTimeout(ctx, a.opts.timeout)
	defer cancel()
	if answer := a.typedAnswer(words); answer != nil {
		a.heed()
		return answer(ctx)
	}
	if len(words) == 0 && len(a.opts.files.Value()) == 0 && isTerminal(a.sys.Stdin) && !a.opts.noStdin && !a.opts.execute {
		a.heed()
		return a.repl(ctx, around)
	}
	input, err := a.input(ctx, strings.Join(words, " "))
	if err != nil {
		return err
	}
	m, err := a.build(around)
	if err != nil {
		return err
	}
	id, err := a.converse(m)
	if err != nil {
		return err
	}
	for _, at := range input.Attachments {
		a.noteFlows(m, m.flows.add(engine.Flow{Subject: at.Label}))
	}
	if a.opts.execute {
		a.live = a.stdout
	}
	l, err := a.loop(m, id)
	if err != nil {
		return err
	}
	s := engine.Signal{Type: engine.TypeEvent, Meta: engine.Meta{Source: engine.TargetCLI, Session: id}, Payload: input}
	if a.opts.showPrompt {
		return a.showPrompt(l, m, s)
	}
	if a.opts.execute {
		return a.execute(ctx, m, l, s)
	}
	out := a.runLoop(ctx, m, l, s)
	return a.conclude(m, out)
}

// input assembles what the person said and what they attached.
func (a *app) input(ctx context.Context, text string) (engine.Input, error) {
	in := engine.Input{Text: text, Origin: engine.OriginPerson}
	if !utf8.ValidString(text) {
		return in, dataError("write it as UTF-8, or put it in a file that iconv converts", "the prompt is not UTF-8 text")
	}
	waitForStdin := false
	for _, name := range a.opts.files.Value() {
		if name == "-" {
			waitForStdin = true
			continue
		}
		data, err := readInput(name)
		if err != nil {
			return in, err
		}
		if err := attach(&in, name, data); err != nil {
			return in, err
		}
	}
	if !a.opts.noStdin && (waitForStdin || readable(a.sys.Stdin)) {
		data, err := a.readStdin(ctx)
		if err != nil {
			return in, err
		}
		if strings.TrimSpace(text) == "" && len(in.Attachments) == 0 {
			return a.pipedPrompt(data)
		}
		if len(data) > 0 {
			if err := attach(&in, "standard input", data); err != nil {
				return in, err
			}
		}
	}
	if strings.TrimSpace(text) == "" {
		if len(in.Attachments) > 0 {
			return in, usageError(`say what to do with it, such as: pp -f FILE "summarize this"`, "there is data and no prompt")
		}
		return in, usageError(`try: pp "summarize this" < FILE; pp help lists more`, "there is nothing to do")
	}
	return in, nil
}

func attach(in *engine.Input, label string, data []byte) error {
	text, err := asText(label, data)
	if err != nil {
		return err
	}
	in.Attachments = append(in.Attachments, engine.Attachment{Label: label, Text: text})
	return nil
}

// pipedPrompt takes all of standard input as the prompt.
func (a *app) pipedPrompt(data []byte) (engine.Input, error) {
	if len(data) > maxPipePrompt {
		return engine.Input{}, usageError(`say what to do with it: … | pp "summarize this"`,
			"a prompt from a pipe has at most %d KiB; this has %d", maxPipePrompt>>10, (len(data)+1023)>>10)
	}
	text, err := asText("standard input", data)
	if err != nil {
		return engine.Input{}, err
	}
	if strings.TrimSpace(text) == "" {
		return engine.Input{}, usageError(`try: pp "summarize this" < FILE; pp help lists more`, "standard input was empty and there is no prompt")
	}
	return engine.Input{Text: strings.TrimRight(text, "\n"), Origin: engine.OriginUntrusted}, nil
}

// conclude prints the answer and gives the run its exit code.
func (a *app) conclude(m *machine, out engine.Outcome) error {
	answer := strings.Join(m.answers, "\n")
	if a.opts.dryRun {
		answer = strings.Join(out.Answers, "\n")
	}
	answered := len(m.answers) > 0 || a.opts.dryRun && len(out.Answers) > 0
	if a.report != nil {
		a.report.fill(out, answer, answered, a.redact)
	}
	var printing error
	if answered {
		printing = a.deliver(answer)
	}
	a.sayPending(out)
	code := exitOf(out, a.opts.allowDenials)
	if printing != nil {
		a.sayFailure(out)
		return printing
	}
	if out.Err != nil && code != exitOK {
		f := classify(out.Err)
		if f.code == code {
			return f
		}
		a.say(f)
	}
	return silent(code)
}

func (a *app) sayFailure(out engine.Outcome) {
	if out.Err != nil {
		a.say(classify(out.Err))
	}
}

// exitOf is the exit code of a run, by the precedence of design section 12:
// signals, 124, 69 to 78, 65, 5, 4, 3, 1.
func exitOf(out engine.Outcome, allowDenials bool) int {
	code := exitOK
	if out.Err != nil {
		code = classify(out.Err).code
	}
	if code != exitOK && code != exitFailed {
		return code
	}
	if len(out.Pending) > 0 {
		return exitSuspended
	}
	for _, d := range out.Denials {
		if !d.Corrected && !allowDenials {
			return exitDenied
		}
	}
	return code
}

func (a *app) sayPending(out engine.Outcome) {
	for _, p := range out.Pending {
		label := "waits for approval"
		if a.opts.dryRun {
			label = "would ask for approval" // nothing is kept that could be approved
		}
		a.note(label, p.Reason)
		fmt.Fprintf(a.stderr, "    %s\n", a.redact(oneLine(p.Action.Canonical(), 400)))
		a.sayToken(p)
		if p.Token == "" && !a.opts.dryRun {
			a.note("hint", "nothing was done; allow it with --allow PATTERN or a permission and run it again")
		}
	}
}

// sayToken says how what waits is approved.
func (a *app) sayToken(p engine.Pending) {
	if p.Token != "" {
		a.note("hint", fmt.Sprintf("pp approve %s carries it out, pp deny %s does not; it expires %s", p.Token, p.Token,
			p.Expires.Local().Format("2006-01-02 15:04")))
	}
}

// deliver prints the answer, or writes it to the file of -o.
func (a *app) deliver(answer string) error {
	if a.opts.extract {
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
	if a.opts.out != "" {
		a.heed() // half a file would be left behind
		return writeAtomic(a.opts.out, a.redact(answer))
	}
	if a.report != nil {
		return nil
	}
	return a.print(a.redact(answer))
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

// showPrompt prints exactly what would be sent, and where, and sends nothing.
func (a *app) showPrompt(l *engine.Loop, m *machine, s engine.Signal) error {
	input := s.Payload.(engine.Input)
	turns := []engine.Turn{{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: input.Text}}
	for _, at := range input.Attachments {
		turns = append(turns, engine.Turn{Role: engine.RoleUser, Origin: engine.OriginUntrusted, Label: at.Label, Text: at.Text})
	}
	p := l.Prompter.Prompt(turns, "", l.Redactor)
	p.Nonce = l.Nonce
	var b strings.Builder
	b.WriteString("[to] " + strings.Join(m.house.order, ", then ") + "\n\n[system]\n" + p.System + "\n")
	for _, t := range p.Turns {
		b.WriteString("\n[" + t.Role.String() + "]\n" + p.Render(t) + "\n")
	}
	if a.report != nil {
		text := b.String()
		a.report.Answer = &text
		return nil
	}
	return a.print(b.String())
}

package cli

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"pp/engine"
)

// heedAfter is how long a prompt is ended by a signal as any process is, because
// it has done nothing yet and waits for nothing yet: to heed signals costs a
// twentieth of a short run. A run that is to act heeds them before, with the facts
// of its judgement.
const heedAfter = 10 * time.Millisecond

// runPrompt carries out `pp PROMPT`, `… | pp PROMPT`, `… | pp`, or starts a conversation.
func runPrompt(a app, ctx context.Context, words []string) error {
	talks := len(words) == 0 && len(a.opts.files.Value()) == 0 && isTerminal(a.sys.Stdin) && !a.opts.noStdin && !a.opts.execute
	answer := typedAnswer(a, words)
	if talks || answer != nil || a.opts.out != "" {
		a.signals.handle()
	} else {
		time.AfterFunc(heedAfter, a.signals.handle)
	}
	if err := outFits(a.opts.out); err != nil {
		return err
	}
	if answer != nil {
		return answer(ctx)
	}
	m, err := a.agent()
	if err != nil {
		return err
	}
	m.checkState()
	ctx, cancel := withTimeout(ctx, m.settings.timeout)
	defer cancel()
	if talks {
		return converse(a, ctx, m)
	}
	input, err := readPrompt(a, ctx, m.settings, strings.Join(words, " "))
	if err != nil {
		return err
	}
	id, err := m.converse()
	if err != nil {
		return err
	}
	for _, at := range input.Attachments {
		m.noteFlows(m.flows.add(engine.Flow{Subject: at.Label}))
	}
	if a.opts.execute {
		m.live = a.out.stdout
	}
	meta := engine.Meta{Source: engine.TargetCLI, Session: id}
	l, err := m.loop(id, asker{m, meta})
	if err != nil {
		return err
	}
	s := engine.Signal{Type: engine.TypeEvent, Meta: meta, Payload: input}
	if a.opts.showPrompt {
		return showPrompt(a, l, m, s)
	}
	if a.opts.execute {
		return proposal{m, l, s}.run(ctx)
	}
	out := m.runner(l)(ctx, s)
	return a.out.conclude(m.answers, out)
}

// readPrompt assembles what the person said and what they attached.
func readPrompt(a app, ctx context.Context, s *settings, text string) (engine.Input, error) {
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
		data, err := readStdin(ctx, a.sys, s.stdinLimits(), a.out.stderr)
		if err != nil {
			return in, err
		}
		if strings.TrimSpace(text) == "" && len(in.Attachments) == 0 {
			return pipedPrompt(data)
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
func pipedPrompt(data []byte) (engine.Input, error) {
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

// showPrompt prints exactly what would be sent, and where, and sends nothing.
func showPrompt(a app, l *engine.Loop, m *agent, s engine.Signal) error {
	input := s.Payload.(engine.Input)
	turns := []engine.Turn{{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: input.Text}}
	for _, at := range input.Attachments {
		turns = append(turns, engine.Turn{Role: engine.RoleUser, Origin: engine.OriginUntrusted, Label: at.Label, Text: at.Text})
	}
	p := l.Prompter.Prompt(s, turns, "", l.Redactor)
	p.Nonce = l.Nonce
	var b strings.Builder
	b.WriteString("[to] " + strings.Join(m.providers.order, ", then ") + "\n\n[system]\n" + p.System + "\n")
	for _, t := range p.Turns {
		b.WriteString("\n[" + t.Role.String() + "]\n" + p.Render(t) + "\n")
	}
	if a.out.report != nil {
		text := b.String()
		a.out.report.Answer = &text
		return nil
	}
	return a.out.print(b.String())
}

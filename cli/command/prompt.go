package command

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/input"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
)

// handleAfter is how long a prompt is ended by a signal as any process is, because
// it has done nothing yet and waits for nothing yet: to heed signals costs a
// twentieth of a short run. A run that is to act heeds them before, with the facts
// of its judgement.
const handleAfter = 10 * time.Millisecond

// Prompt carries out `pp PROMPT`, `… | pp PROMPT`, `… | pp`, or starts a conversation.
func Prompt(a App, ctx context.Context, words []string, talk func(App, context.Context, *setup.Agent) error) error {
	talks := len(words) == 0 && a.Options.Preamble == "" && len(a.Options.Files.Value()) == 0 && system.IsTerminal(a.System.Stdin) && !a.Options.NoStdin && !a.Options.Execute
	answer := typedAnswer(a, words)
	if talks || answer != nil || a.Options.Out != "" {
		a.Signals.Handle()
	} else {
		time.AfterFunc(handleAfter, a.Signals.Handle)
	}
	if err := output.CheckOutput(a.Options.Out); err != nil {
		return err
	}
	if answer != nil {
		return answer(ctx)
	}
	m, err := a.Agent()
	if err != nil {
		return err
	}
	m.CheckState()
	ctx, cancel := system.WithTimeout(ctx, m.Settings.Timeout)
	defer cancel()
	if talks {
		return talk(a, ctx, m)
	}
	input, err := readPrompt(a, ctx, m.Settings, prefixed(a.Options.Preamble, strings.Join(words, " ")))
	if err != nil {
		return err
	}
	id, err := m.Converse()
	if err != nil {
		return err
	}
	for _, at := range input.Attachments {
		m.NoteFlows(m.Flows.Add(engine.Flow{Subject: at.Label}))
	}
	if a.Options.Execute {
		m.Live = a.Out.Stdout
	}
	meta := engine.Meta{Source: engine.TargetCLI, Session: id}
	l, err := m.Loop(id, ask.Asker{Agent: m, Meta: meta})
	if err != nil {
		return err
	}
	s := engine.Signal{Type: engine.TypeEvent, Meta: meta, Payload: input}
	if a.Options.ShowPrompt {
		return showPrompt(a, l, m, s)
	}
	if a.Options.Execute {
		return proposal{m, l, s}.run(ctx)
	}
	out := m.Runner(l)(ctx, s)
	return a.Out.Conclude(m.Answers, out)
}

// prefixed puts what a template asks in front of the words.
func prefixed(preamble, words string) string {
	if preamble == "" || words == "" {
		return preamble + words
	}
	return strings.TrimRight(preamble, "\n") + "\n\n" + words
}

// readPrompt assembles what the person said and what they attached.
func readPrompt(a App, ctx context.Context, s *setup.Settings, text string) (engine.Input, error) {
	in := engine.Input{Text: text, Origin: engine.OriginPerson}
	if !utf8.ValidString(text) {
		return in, exit.DataError("write it as UTF-8, or put it in a file that iconv converts", "the prompt is not UTF-8 text")
	}
	waitForStdin := false
	for _, name := range a.Options.Files.Value() {
		if name == "-" {
			waitForStdin = true
			continue
		}
		data, err := input.ReadFile(name)
		if err != nil {
			return in, err
		}
		if err := attach(&in, name, data); err != nil {
			return in, err
		}
	}
	if !a.Options.NoStdin && (waitForStdin || input.Readable(a.System.Stdin)) {
		data, err := input.ReadStdin(ctx, a.System, s.StdinLimits(), a.Out.Stderr)
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
			return in, exit.UsageError(`say what to do with it, such as: pp -f FILE "summarize this"`, "there is data and no prompt")
		}
		return in, exit.UsageError(`try: pp "summarize this" < FILE; pp help lists more`, "there is nothing to do")
	}
	return in, nil
}

func attach(in *engine.Input, label string, data []byte) error {
	text, err := input.Text(label, data)
	if err != nil {
		return err
	}
	in.Attachments = append(in.Attachments, engine.Attachment{Label: label, Text: text})
	return nil
}

// pipedPrompt takes all of standard input as the prompt.
func pipedPrompt(data []byte) (engine.Input, error) {
	if len(data) > input.MaxPipePrompt {
		return engine.Input{}, exit.UsageError(`say what to do with it: … | pp "summarize this"`,
			"a prompt from a pipe has at most %d KiB; this has %d", input.MaxPipePrompt>>10, (len(data)+1023)>>10)
	}
	text, err := input.Text("standard input", data)
	if err != nil {
		return engine.Input{}, err
	}
	if strings.TrimSpace(text) == "" {
		return engine.Input{}, exit.UsageError(`try: pp "summarize this" < FILE; pp help lists more`, "standard input was empty and there is no prompt")
	}
	return engine.Input{Text: strings.TrimRight(text, "\n"), Origin: engine.OriginUntrusted}, nil
}

// showPrompt prints exactly what would be sent, and where, and sends nothing.
func showPrompt(a App, l *engine.Loop, m *setup.Agent, s engine.Signal) error {
	input := s.Payload.(engine.Input)
	turns := []engine.Turn{{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: input.Text}}
	for _, at := range input.Attachments {
		turns = append(turns, engine.Turn{Role: engine.RoleUser, Origin: engine.OriginUntrusted, Label: at.Label, Text: at.Text})
	}
	p := l.Prompter.Prompt(turns, "", l.Redactor)
	p.Nonce = l.Nonce
	var b strings.Builder
	b.WriteString("[to] " + strings.Join(m.Providers.Order, ", then ") + "\n\n[system]\n" + p.System + "\n")
	for _, t := range p.Turns {
		b.WriteString("\n[" + t.Role.String() + "]\n" + p.Render(t) + "\n")
	}
	if a.Out.Report != nil {
		text := b.String()
		a.Out.Report.Answer = &text
		return nil
	}
	return a.Out.Print(b.String())
}

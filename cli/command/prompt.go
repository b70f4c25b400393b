package command

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/providers"
	"pp/providers/wire"
)

// Prompt carries out `pp PROMPT`, `… | pp PROMPT`, `… | pp`, or starts a conversation.
func Prompt(a App, ctx context.Context, words []string, talk func(App, context.Context, *setup.Agent) error) error {
	talks := len(words) == 0 && a.Options.Preamble == "" && len(a.Options.Files) == 0 &&
		system.IsTerminal(a.System.Stdin) && !a.Options.NoStdin && !a.Options.Execute
	answer := typedAnswer(a, words)
	if talks || answer != nil || a.Options.Out != "" {
		a.Signals.Handle()
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
	m.Records.CheckState()
	ctx, cancel := system.WithTimeout(ctx, m.Settings.Timeout)
	defer cancel()
	if talks {
		return talk(a, ctx, m)
	}
	return askOnce(a, ctx, m, words)
}

// askOnce carries out one prompt, with the data that comes with it.
func askOnce(a App, ctx context.Context, m *setup.Agent, words []string) error {
	input, err := readPrompt(a, ctx, m.Settings, prefixed(a.Options.Preamble, strings.Join(words, " ")))
	if err != nil {
		return err
	}
	if err := attachServed(a, ctx, m, &input); err != nil {
		return err
	}
	if a.Options.Execute {
		m.Live = a.Out.Stdout
	}
	l, meta, err := ask.Begin(m)
	if err != nil {
		return err
	}
	m.Machine.Single = m.Providers.Planner()
	if a.Options.Execute {
		oneCommand(l)
	}
	if a.Options.ShowPrompt {
		return showPrompt(ctx, a, l, m, input)
	}
	fetched, all := pages{a, l, meta}.fetch(ctx, &input)
	if !all {
		return a.Out.Conclude(nil, m.End(ctx, fetched))
	}
	NoteRead(m, input)
	s := engine.Signal{Meta: meta, Payload: input}
	if a.Options.Execute {
		return proposal{m, l, s, fetched.Actions}.run(ctx)
	}
	out := m.Runner(l)(ctx, s)
	out.Actions = append(fetched.Actions, out.Actions...)
	return a.Out.Conclude(m.Answers, out)
}

// NoteRead notes that the conversation has read what came with an input.
func NoteRead(m *setup.Agent, in engine.Input) {
	for _, at := range in.Attachments {
		m.Records.Read(engine.Flow{Subject: at.Label})
	}
}

// prefixed puts what a template asks in front of the words.
func prefixed(preamble, words string) string {
	if preamble == "" || words == "" {
		return preamble + words
	}
	return strings.TrimRight(preamble, "\n") + "\n\n" + words
}

// readPrompt assembles what the person said and what they attached. Addresses are no
// part of it: what they give is fetched as an action of its own.
func readPrompt(a App, ctx context.Context, s *setup.Settings, text string) (engine.Input, error) {
	in := engine.Input{Text: text, Origin: engine.OriginPerson}
	if !utf8.ValidString(text) {
		return in, exit.DataError("write it as UTF-8, or put it in a file and give that with -f",
			"the prompt is not UTF-8 text")
	}
	if err := strayFile(a, text); err != nil {
		return in, err
	}
	limits := s.InputLimits()
	files := a.Options.Files
	named := slices.DeleteFunc(slices.Clone(files), func(name string) bool { return name == "-" })
	elsewhere := func(name string) bool { return isAddress(name) || isResource(name) }
	for _, name := range slices.DeleteFunc(slices.Clone(named), elsewhere) {
		found, err := limits.Files(ctx, name)
		if err != nil {
			return in, err
		}
		Attach(a, &in, found...)
	}
	if !a.Options.NoStdin && (len(files) > len(named) || system.Readable(a.System.Stdin)) {
		data, err := limits.Stdin(ctx, a.System, a.Out.Stderr)
		if err != nil {
			return in, err
		}
		if strings.TrimSpace(text) == "" && len(named) == 0 {
			a.Out.NoteOnce(data.Note)
			return pipedPrompt(data)
		}
		if data.Text != "" || data.Picture.Is() {
			Attach(a, &in, data)
		}
	}
	switch {
	case strings.TrimSpace(text) != "":
		return in, nil
	case len(named) > 0:
		return in, exit.UsageError(`say what to do with it, such as: pp -f FILE "summarize this"`,
			"there is data and no prompt")
	}
	return in, exit.UsageError(`try: pp "summarize this" < FILE; pp help lists more`, "there is nothing to do")
}

// strayFile refuses a prompt after -f whose first word is a file's name: the shell has
// made several of a pattern, and -f takes one.
func strayFile(a App, text string) error {
	first, rest, _ := strings.Cut(text, " ")
	info, err := os.Stat(first)
	if rest == "" || err != nil || !info.Mode().IsRegular() || len(a.Options.Files) == 0 {
		return nil
	}
	return exit.UsageError("quote a pattern, as in -f '*"+filepath.Ext(first)+"', or write -f before each name",
		"the file %s would be a word of the prompt", first)
}

// Attach adds data to an input, and says how it was read.
func Attach(a App, in *engine.Input, data ...system.Data) {
	for _, d := range data {
		a.Out.NoteOnce(d.Note)
		text, secret := setup.MaskGiven(d.Label, d.Text)
		if d.Text = text; secret {
			a.Out.Note("warning", d.Label+" is a file of secrets: their values are masked in what is sent")
		}
		in.Attachments = append(in.Attachments, engine.Attachment{Label: d.Label, Text: d.Text, Picture: d.Picture})
	}
}

// pipedPrompt takes all of standard input as the prompt.
func pipedPrompt(data system.Data) (engine.Input, error) {
	text := data.Text
	if data.Picture.Is() {
		return engine.Input{}, exit.UsageError(`say what to do with it: pp "describe this" < FILE`,
			"there is a picture and no prompt")
	}
	if len(text) > system.MaxPipePrompt {
		return engine.Input{}, exit.UsageError(`say what to do with it: … | pp "summarize this"`,
			"a prompt from a pipe has at most %d KiB; this has %d", system.MaxPipePrompt>>10, (len(text)+1023)>>10)
	}
	if strings.TrimSpace(text) == "" {
		return engine.Input{}, exit.UsageError(`try: pp "summarize this" < FILE; pp help lists more`,
			"standard input was empty and there is no prompt")
	}
	return engine.Input{Text: strings.TrimRight(text, "\n"), Origin: engine.OriginUntrusted}, nil
}

// writeTo says who would be asked and how each acts, and reports whether the first one is
// given tools to call. What is shown is what that one would be sent.
func writeTo(b *strings.Builder, m *setup.Agent, p engine.Prompt) (native bool) {
	b.WriteString("[to] ")
	for i, name := range m.Providers.Order {
		calls := m.Providers.MayCall(name, p)
		if i == 0 {
			native = calls
		} else {
			b.WriteString(", then ")
		}
		b.WriteString(name)
		switch {
		case calls:
			b.WriteString(" (native tools)")
		case len(p.Tools) > 0:
			b.WriteString(" (tools in text)")
		}
	}
	b.WriteString("\n")
	return native
}

// showPrompt prints exactly what would be sent, and where, and sends nothing.
func showPrompt(ctx context.Context, a App, l *engine.Loop, m *setup.Agent, input engine.Input) error {
	for _, address := range addresses(a) {
		input.Attachments = append(input.Attachments,
			engine.Attachment{Label: address, Text: "(fetched before this is sent, if the gates allow it)"})
	}
	p, err := l.Prompt(ctx, input)
	if err != nil {
		return err
	}
	p, all := m.Providers.Sent(p)
	if !all {
		a.Out.NoteOnce(providers.NoMemory(m.Providers.Order[0]))
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	native := writeTo(&b, m, p)
	if !native {
		p.System = p.InText()
	}
	b.WriteString("\n[system]\n" + p.System + "\n")
	if native {
		b.WriteString("\n[tools]\n")
		for _, tool := range wire.Tools(p.Tools) {
			if err := e.Encode(tool); err != nil {
				return err
			}
		}
	}
	for _, t := range p.Conversation() {
		b.WriteString("\n[" + t.Role.String() + "]\n" + p.Render(t) + "\n")
	}
	if p.Last != "" {
		b.WriteString("\n[last]\n" + p.Last + "\n")
	}
	if a.Out.Report != nil {
		text := b.String()
		a.Out.Report.Answer = &text
		return nil
	}
	return a.Out.Print(b.String())
}

package gates

import (
	"fmt"
	"strings"
	"unicode"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// ShellAnalyst reduces a shell command to its canonical text and its effects.
// What it cannot read comes back as hazards and opaque parts, never as nothing.
type ShellAnalyst interface {
	Infer(cmd string, f engine.Facts) (canonical string, effects effect.Effects)
}

// Analyser is the stack's Analyst: commands through the shell analyst, tool
// calls through the tool's own effects function.
type Analyser struct {
	// Shell is nil when nothing can read commands: then each is opaque.
	Shell ShellAnalyst
}

// Analyse implements Analyst.
func (x Analyser) Analyse(a engine.Action, f engine.Facts) (engine.Action, effect.Effects, error) {
	switch op := a.Op.(type) {
	case engine.Eval:
		return a, effect.Effects{}, nil
	case engine.Message:
		return message(a, op, f)
	case engine.Run:
		return x.run(a, op, f)
	case engine.Call:
		spec, ok := f.Tools[op.Tool]
		if !ok || spec.Effects == nil {
			// The validator denies a tool that does not exist.
			return a, effect.Effects{}, nil
		}
		effects, err := spec.Effects(op.Args, f)
		effects.Hazards = append(effects.Hazards, deceptivePaths(effects)...)
		if err != nil {
			return a, effects, fmt.Errorf("%s: %w", op.Tool, err)
		}
		return a, effects, nil
	}
	return a, effect.Effects{}, fmt.Errorf("the action has no operation")
}

func (x Analyser) run(a engine.Action, op engine.Run, f engine.Facts) (engine.Action, effect.Effects, error) {
	if x.Shell == nil {
		return a, effect.Effects{Opaque: []effect.Opaque{{Text: op.Command, Cause: cause.CommandsUnread.Bare(),
			Span: effect.Span{End: len(op.Command)}}}}, nil
	}
	canonical, effects := x.Shell.Infer(op.Command, f)
	op.Command = canonical
	a.Op = op
	return a, effects, nil
}

// message names whom a message goes to, and what is sent with it.
func message(a engine.Action, op engine.Message, f engine.Facts) (engine.Action, effect.Effects, error) {
	var e effect.Effects
	if !a.Target.Messenger() {
		return a, e, nil
	}
	if op.To == "" && a.Target == f.Occasion.Source {
		op.To = f.Occasion.Chat
		a.Op = op
	}
	m := effect.Message{Medium: a.Tool(), To: op.To, Span: effect.Span{Arg: "to"}}
	for _, name := range op.Files {
		p, err := effect.Resolve(f.FS, f.Dir, name)
		if err != nil {
			return a, e, fmt.Errorf("%s: %w", a.Tool(), err)
		}
		p.Span = effect.Span{Arg: "files"}
		e.Reads = append(e.Reads, p)
		m.Files = append(m.Files, p.Name)
	}
	e.Messages = []effect.Message{m}
	e.Hazards = deceptivePaths(e)
	return a, e, nil
}

// deceptivePaths are the paths of a tool call that do not name what they seem to, as
// the shell refuses them in a command.
func deceptivePaths(e effect.Effects) []effect.Hazard {
	var out []effect.Hazard
	for _, list := range [][]effect.Path{e.Reads, e.Writes, e.Deletes, e.Metadata} {
		for _, p := range list {
			var why cause.Kind
			switch {
			case strings.HasPrefix(strings.ToLower(p.Given), "file:"):
				why = cause.PathIsAddress
			case strings.ContainsFunc(p.Given, invisible):
				why = cause.PathDeceives
			}
			if why != "" {
				out = append(out, effect.Hazard{Rule: "deceptive-text", Cause: why.Bare(), Span: p.Span})
			}
		}
	}
	return out
}

// invisible reports whether a character of a file's name is a control or format
// character; the joiners of emoji and of Indic scripts are not counted.
func invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != 0x200c && r != 0x200d || r == 0x2028 || r == 0x2029
}

package gates

import (
	"fmt"

	"pp/engine"
)

// ShellAnalyst reduces a shell command to its canonical text and its effects.
// What it cannot read comes back as hazards and opaque parts, never as nothing.
type ShellAnalyst interface {
	Infer(cmd string, f engine.Facts) (canonical string, effects engine.Effects)
}

// Analyser is the stack's Analyst: commands through the shell analyst, tool
// calls through the tool's own effects function.
type Analyser struct {
	// Shell is nil when nothing can read commands: then each is opaque.
	Shell ShellAnalyst
}

// Analyse implements Analyst.
func (x Analyser) Analyse(a engine.Action, f engine.Facts) (engine.Action, engine.Effects, error) {
	switch op := a.Op.(type) {
	case engine.Message, engine.Eval:
		return a, engine.Effects{}, nil
	case engine.Run:
		return x.run(a, op, f)
	case engine.Call:
		spec, ok := f.Tools[op.Tool]
		if !ok || spec.Effects == nil {
			// The validator denies a tool that does not exist.
			return a, engine.Effects{}, nil
		}
		effects, err := spec.Effects(op.Args, f)
		if err != nil {
			return a, effects, fmt.Errorf("%s: %w", op.Tool, err)
		}
		return a, effects, nil
	}
	return a, engine.Effects{}, fmt.Errorf("the action has no operation")
}

func (x Analyser) run(a engine.Action, op engine.Run, f engine.Facts) (engine.Action, engine.Effects, error) {
	if x.Shell == nil {
		return a, engine.Effects{Opaque: []engine.Opaque{{Text: op.Command, Why: "nothing reads commands",
			Span: engine.Span{End: len(op.Command)}}}}, nil
	}
	canonical, effects := x.Shell.Infer(op.Command, f)
	op.Command = canonical
	a.Op = op
	return a, effects, nil
}

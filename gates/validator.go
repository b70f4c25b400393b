package gates

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/sexp"
)

// Sizes the validator accepts, in bytes. A shell command has its own, smaller
// cap in package shell.
const (
	maxText    = 4 << 20
	maxCode    = 64 << 10
	maxCommand = 1 << 20
	maxTo      = 128
)

// Validator checks an action against the schema of its target or tool: types,
// required and unknown arguments, sizes. What it denies says what would be right.
type Validator struct{}

// Name implements engine.Gate.
func (Validator) Name() string { return "validator" }

// Priority implements engine.Gate.
func (Validator) Priority() int { return 95 }

// Check implements engine.Gate. All defects are reported, not just the first.
func (Validator) Check(c engine.Case) ([]engine.Finding, error) {
	var defects []string
	switch op := c.Action.Op.(type) {
	case engine.Message:
		defects = size(defects, ":TEXT", len(op.Text), maxText)
		defects = addressed(defects, c.Action.Target, op)
	case engine.Run:
		defects = size(defects, ":CMD", len(op.Command), maxCommand)
		defects = onlyFor(defects, c.Action.Target, engine.TargetShell)
	case engine.Eval:
		defects = size(defects, ":CODE", len(op.Code), maxCode)
		defects = onlyFor(defects, c.Action.Target, engine.TargetSystem)
	case engine.Call:
		defects = onlyFor(defects, c.Action.Target, engine.TargetTool)
		defects = call(defects, op, c.Facts.Tools)
		if len(c.Effects.Writes) > 0 {
			defects = unmasked(defects, op)
		}
	case nil:
		defects = append(defects, "The action does nothing: it has no operation.")
	}
	if c.Action.Target == "" {
		defects = append(defects, "The action has no target.")
	}
	if len(defects) == 0 {
		return one(engine.Allow, "schema", cause.WellFormed.Bare()), nil
	}
	var out []engine.Finding
	for _, d := range defects {
		out = append(out, engine.Finding{Decision: engine.Deny, Rule: "schema", Cause: cause.Malformed.OfText(d), Reason: d})
	}
	return out, nil
}

func size(defects []string, key string, n, max int) []string {
	if n > max {
		defects = append(defects, fmt.Sprintf("%s has %d bytes; at most %d are accepted.", key, n, max))
	}
	return defects
}

func onlyFor(defects []string, got, want engine.Target) []string {
	if got != want {
		defects = append(defects, fmt.Sprintf("This operation belongs to :%s, not to :%s.", want, got))
	}
	return defects
}

// addressed requires of a message that somebody is named exactly where a messenger is to bring it.
func addressed(defects []string, t engine.Target, op engine.Message) []string {
	switch {
	case !t.Messenger() && op.To+strings.Join(op.Files, "") != "":
		return append(defects, fmt.Sprintf("A message to :%s has no :TO and no :FILES.", t))
	case !t.Messenger():
		return defects
	case op.To == "":
		defects = append(defects, "Nobody asked by this messenger: say in :TO whom the message is for.")
	}
	if strings.TrimSpace(op.Text) == "" {
		defects = append(defects, "A message to a person needs :TEXT that says something.")
	}
	if len(op.Files) > engine.MaxSentFiles {
		defects = append(defects, fmt.Sprintf(":FILES has %d paths; at most %d are accepted.", len(op.Files),
			engine.MaxSentFiles))
	}
	return size(defects, ":TO", len(op.To), maxTo)
}

func call(defects []string, op engine.Call, tools engine.ToolTable) []string {
	spec, ok := tools[op.Tool]
	if !ok {
		return append(defects, unknownTool(op.Tool, tools))
	}
	for _, p := range spec.Params {
		v, given := op.Args.Get(p.Name)
		if !given {
			if p.Required {
				defects = append(defects, fmt.Sprintf("%s needs :%s (%s). %s", spec.Name, p.Name, p.Kind, usage(spec)))
			}
			continue
		}
		defects = argument(defects, spec, p, v)
	}
	for _, k := range op.Args.Keys() {
		if !slices.ContainsFunc(spec.Params, func(p engine.Param) bool { return p.Name == k }) {
			defects = append(defects, fmt.Sprintf("%s has no argument :%s. %s", spec.Name, clip(k), usage(spec)))
		}
	}
	return defects
}

// unmasked refuses to write what stands for a secret: it would replace the secret itself.
func unmasked(defects []string, op engine.Call) []string {
	for k, v := range op.Args.All() {
		if text, ok := v.(sexp.String); ok && k != "OLD" && strings.Contains(string(text), engine.Masked) {
			defects = append(defects, fmt.Sprintf(":%s has %s, which stands for a secret that is "+
				"not shown, and would be written "+
				"in its place. Leave that part of the file as it is, with an edit of the rest.", clip(k), engine.Masked))
		}
	}
	return defects
}

func argument(defects []string, spec engine.ToolSpec, p engine.Param, v sexp.Value) []string {
	wrong := func() []string {
		return append(defects, fmt.Sprintf("%s: :%s must be %s, not %s. %s",
			spec.Name, p.Name, article(p.Kind), clip(sexp.Print(v)), usage(spec)))
	}
	switch p.Kind {
	case engine.ParamText, engine.ParamPath, engine.ParamURL, engine.ParamJSON:
		s, ok := v.(sexp.String)
		if !ok {
			return wrong()
		}
		if p.Kind != engine.ParamText && s == "" || p.Kind == engine.ParamJSON && !canonical(string(s)) {
			return wrong()
		}
		return size(defects, ":"+p.Name, len(s), cmp.Or(p.MaxBytes, maxText))
	case engine.ParamInteger:
		n, ok := v.(sexp.Int)
		if !ok {
			return wrong()
		}
		if p.Min != 0 || p.Max != 0 {
			if int64(n) < p.Min || int64(n) > p.Max {
				return append(defects, fmt.Sprintf("%s: :%s must be from %d to %d.", spec.Name, p.Name, p.Min, p.Max))
			}
		}
	case engine.ParamTexts:
		items, ok := engine.Texts(v)
		if !ok {
			return wrong()
		}
		if p.Max > 0 && int64(len(items)) > p.Max {
			return append(defects, fmt.Sprintf("%s: :%s has %d items; at most %d are accepted.", spec.Name, p.Name, len(items),
				p.Max))
		}
		for _, item := range items {
			defects = size(defects, "an item of :"+p.Name, len(item), cmp.Or(p.MaxBytes, maxText))
		}
	case engine.ParamBool:
		s, ok := v.(sexp.Symbol)
		if !ok || (s.Name != "T" && s.Name != "NIL") {
			return wrong()
		}
	}
	return defects
}

// canonical reports whether a text is JSON in its one form.
func canonical(text string) bool {
	is, err := engine.CanonicalJSON(text)
	return err == nil && is == text
}

func article(k engine.ParamKind) string {
	switch k {
	case engine.ParamInteger:
		return "an integer"
	case engine.ParamBool:
		return "T or NIL"
	case engine.ParamPath:
		return "a path as a string"
	case engine.ParamURL:
		return "an address as a string"
	case engine.ParamTexts:
		return `a list of strings, ("a" "b")`
	case engine.ParamJSON:
		return "JSON as a string"
	case engine.ParamText:
	}
	return "a string"
}

// usage is the tool's form, so that a refused model can send a right one.
func usage(spec engine.ToolSpec) string {
	var b strings.Builder
	b.WriteString("Use (")
	for i, p := range spec.Params {
		if i > 0 {
			b.WriteByte(' ')
		}
		form := ":" + p.Name + " <" + p.Kind.String() + ">"
		if !p.Required {
			form = "[" + form + "]"
		}
		b.WriteString(form)
	}
	b.WriteString(").")
	return b.String()
}

func unknownTool(name string, tools engine.ToolTable) string {
	names := make([]string, 0, len(tools))
	for n := range tools {
		names = append(names, n)
	}
	slices.Sort(names)
	return fmt.Sprintf("There is no tool %q. Tools: %s.", clip(name), strings.Join(names, ", "))
}

// clip is a part of a call, for a message.
func clip(s string) string { return engine.Clip(s, 60) }

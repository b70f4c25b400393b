package gates

import (
	"cmp"
	"slices"
	"strconv"
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
	var defects []cause.Cause
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
		defects = append(defects, cause.NoOperation.Bare())
	}
	if c.Action.Target == "" {
		defects = append(defects, cause.NoTarget.Bare())
	}
	if len(defects) == 0 {
		return one(engine.Allow, "schema", cause.WellFormed.Bare()), nil
	}
	var out []engine.Finding
	for _, d := range defects {
		out = append(out, engine.Finding{Decision: engine.Deny, Rule: "schema", Cause: d, Reason: tell(d)})
	}
	return out, nil
}

func size(defects []cause.Cause, key string, n, max int) []cause.Cause {
	if n > max {
		defects = append(defects, counted(cause.TooLarge.OfName(key), n, max))
	}
	return defects
}

// counted is a cause with two numbers: what there is, and a limit.
func counted(c cause.Cause, n, limit int) cause.Cause {
	return c.Naming(strconv.Itoa(n)).With(strconv.Itoa(limit))
}

// ofTool is a cause about an argument of a tool, with the form that is right.
func ofTool(spec engine.ToolSpec, k cause.Kind, argument string) cause.Cause {
	c := k.OfName(argument).With(usage(spec))
	c.Program = spec.Name
	return c
}

func onlyFor(defects []cause.Cause, got, want engine.Target) []cause.Cause {
	if got != want {
		defects = append(defects, cause.OtherTarget.OfName(string(want)).Naming(string(got)))
	}
	return defects
}

// addressed requires of a message that somebody is named exactly where a messenger is to bring it.
func addressed(defects []cause.Cause, t engine.Target, op engine.Message) []cause.Cause {
	switch {
	case !t.Messenger() && op.To+strings.Join(op.Files, "") != "":
		return append(defects, cause.MessageWithoutPerson.OfName(string(t)))
	case !t.Messenger():
		return defects
	case op.To == "":
		defects = append(defects, cause.MessageToNobody.Bare())
	}
	if strings.TrimSpace(op.Text) == "" {
		defects = append(defects, cause.MessageEmpty.Bare())
	}
	if len(op.Files) > engine.MaxSentFiles {
		defects = append(defects, counted(cause.TooManyFiles.Bare(), len(op.Files), engine.MaxSentFiles))
	}
	return size(defects, ":TO", len(op.To), maxTo)
}

func call(defects []cause.Cause, op engine.Call, tools engine.ToolTable) []cause.Cause {
	spec, ok := tools[op.Tool]
	if !ok {
		return append(defects, unknownTool(op.Tool, tools))
	}
	for _, p := range spec.Params {
		v, given := op.Args.Get(p.Name)
		if !given {
			if p.Required {
				defects = append(defects, ofTool(spec, cause.ArgumentMissing, p.Name).Naming(p.Kind.String()))
			}
			continue
		}
		defects = argument(defects, spec, p, v)
	}
	for _, k := range op.Args.Keys() {
		if !slices.ContainsFunc(spec.Params, func(p engine.Param) bool { return p.Name == k }) {
			defects = append(defects, ofTool(spec, cause.ArgumentExtra, clip(k)))
		}
	}
	return defects
}

// unmasked refuses to write what stands for a secret: it would replace the secret itself.
func unmasked(defects []cause.Cause, op engine.Call) []cause.Cause {
	for k, v := range op.Args.All() {
		if text, ok := v.(sexp.String); ok && k != "OLD" && strings.Contains(string(text), engine.Masked) {
			defects = append(defects, cause.ArgumentMasked.OfName(clip(k)).With(engine.Masked))
		}
	}
	return defects
}

func argument(defects []cause.Cause, spec engine.ToolSpec, p engine.Param, v sexp.Value) []cause.Cause {
	wrong := func() []cause.Cause {
		return append(defects, ofTool(spec, mustBe(p.Kind), p.Name).Naming(clip(sexp.Print(v))))
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
				return append(defects, counted(ofTool(spec, cause.ArgumentRange, p.Name), int(p.Min), int(p.Max)))
			}
		}
	case engine.ParamTexts:
		items, ok := engine.Texts(v)
		if !ok {
			return wrong()
		}
		if p.Max > 0 && int64(len(items)) > p.Max {
			return append(defects, counted(ofTool(spec, cause.ArgumentItems, p.Name), len(items), int(p.Max)))
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

// mustBe is the cause for an argument that is not of a kind.
func mustBe(k engine.ParamKind) cause.Kind {
	switch k {
	case engine.ParamInteger:
		return cause.NotInteger
	case engine.ParamBool:
		return cause.NotSwitch
	case engine.ParamPath:
		return cause.NotPath
	case engine.ParamURL:
		return cause.NotAddress
	case engine.ParamTexts:
		return cause.NotStrings
	case engine.ParamJSON:
		return cause.NotJSON
	case engine.ParamText:
	}
	return cause.NotString
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

func unknownTool(name string, tools engine.ToolTable) cause.Cause {
	names := make([]string, 0, len(tools))
	for n := range tools {
		names = append(names, n)
	}
	slices.Sort(names)
	return cause.ToolMissing.OfName(clip(name)).With(strings.Join(names, ", "))
}

// clip is a part of a call, for a message.
func clip(s string) string { return engine.Clip(s, 60) }

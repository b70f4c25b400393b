package skills

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
	"pp/sexp/lisp"
)

// tool is one that a skill composes of others.
type tool struct {
	spec engine.ToolSpec
	line int
	body *lisp.Function
}

// kind is the type of a tool's argument.
func kind(name string) (engine.ParamKind, bool) {
	switch name {
	case "TEXT", "STRING":
		return engine.ParamText, true
	case "PATH":
		return engine.ParamPath, true
	case "URL":
		return engine.ParamURL, true
	case "INTEGER":
		return engine.ParamInteger, true
	case "BOOLEAN":
		return engine.ParamBool, true
	case "TEXTS":
		return engine.ParamTexts, true
	}
	return engine.ParamText, false
}

// tool is (def-cognitive-tool :name "What it does." (arguments) :body (lambda (args results) …)).
func (d *definer) tool(f *lisp.Form) error {
	const form = `(def-cognitive-tool :count-todos "Counts TODOs." ((:filepath :type :path :required t)) :body …)`
	d.k.line = cmp.Or(d.k.line, f.Line)
	if f.Len() < 4 {
		return errors.New("it takes a name, what the tool does, its arguments and a body: " + form)
	}
	name, err := nameOf(f.Item(1))
	if err != nil {
		return err
	}
	doc, ok := f.Item(2).(sexp.String)
	if !isName(name) || !ok || strings.TrimSpace(string(doc)) == "" {
		return errors.New("a tool has a name of letters, digits and hyphens, and a sentence that says what it does: " + form)
	}
	t := tool{line: f.Line, spec: engine.ToolSpec{Name: name, Doc: string(doc), ReadOnly: true, Composed: true,
		Effects: func(sexp.Plist, engine.Facts) (effect.Effects, error) { return effect.Effects{}, nil }}}
	list, ok := sexp.AsList(f.Item(3))
	if !ok {
		return errors.New("the arguments are a list: " + form)
	}
	for _, item := range list.All() {
		p, err := param(item)
		if err != nil {
			return err
		}
		t.spec.Params = append(t.spec.Params, p)
	}
	if slices.Contains(d.k.Tools, name) {
		return fmt.Errorf("there is a tool %s already", name)
	}
	i := len(d.k.tools)
	d.k.tools, d.k.Tools = append(d.k.tools, t), append(d.k.Tools, name)
	body := false
	err = d.options(f, 4, map[string]func(lisp.Value) error{"BODY": func(v lisp.Value) error {
		body = true
		return d.function(f, "(args results)", func(fn *lisp.Function) { d.k.tools[i].body = fn })(v)
	}})
	if err == nil && !body {
		err = errors.New("it has no :BODY; write :body (lambda (args results) …)")
	}
	return err
}

// param is (:filepath :type :path :required t :doc "…").
func param(v sexp.Value) (engine.Param, error) {
	wrong := func(why string) (engine.Param, error) {
		return engine.Param{}, fmt.Errorf("the argument %s %s; write (:filepath :type :path :required t)", sexp.Print(v), why)
	}
	l, ok := v.(sexp.List)
	if !ok {
		return wrong("is no list")
	}
	name, ok := l.At(0).(sexp.Symbol)
	if !ok || !name.IsKeyword() {
		return wrong("has no keyword for a name")
	}
	items := make([]sexp.Value, 0, l.Len())
	for i := 1; i < l.Len(); i++ {
		items = append(items, l.At(i))
	}
	keys, err := sexp.AsPlist(sexp.NewList(items...))
	if err != nil {
		return wrong("has " + err.Error())
	}
	p := engine.Param{Name: name.Name, Required: keys.True("REQUIRED")}
	p.Doc, _ = keys.Text("DOC")
	p.Min, _ = keys.Integer("MIN")
	p.Max, _ = keys.Integer("MAX")
	for _, key := range keys.Keys() {
		switch key {
		case "TYPE", "REQUIRED", "DOC", "MIN", "MAX":
		default:
			return wrong("has an unknown key :" + key)
		}
	}
	if v, given := keys.Get("TYPE"); given {
		name, _ := v.(sexp.Symbol)
		if p.Kind, ok = kind(name.Name); !ok {
			return wrong("has an unknown type; there are :text :path :url :integer :boolean :texts")
		}
	}
	return p, nil
}

// Tools are the tools that skills compose of others. They only read, and have no effects of
// their own: each call that one makes is an action, and judged.
func (s *Set) Tools() []engine.ToolSpec {
	var out []engine.ToolSpec
	for _, k := range s.active() {
		for _, t := range k.tools {
			out = append(out, t.spec)
		}
	}
	return out
}

// Composes implements engine.Composer.
func (s *Set) Composes(tool string) bool {
	_, _, ok := s.composed(tool)
	return ok
}

func (s *Set) composed(name string) (*skill, tool, bool) {
	for _, k := range s.active() {
		for _, t := range k.tools {
			if t.spec.Name == name {
				return k, t, true
			}
		}
	}
	return nil, tool{}, false
}

// Compose implements engine.Composer.
func (s *Set) Compose(ctx context.Context, name string, args sexp.Plist, results []engine.Inner) (engine.Next,
	error) {
	k, t, ok := s.composed(name)
	if !ok {
		return engine.Next{}, fmt.Errorf("there is no tool %s; its skill was changed or switched off", name)
	}
	given := make([]sexp.Value, len(results))
	for i, r := range results {
		given[i] = sexp.NewPlist().With("TOOL", sexp.String(r.Tool)).With("ARGS", r.Args.Value()).
			With("STATUS", sexp.Keyword(r.Status)).
			With("CONTENT", sexp.String(engine.Redact(s.redactor, r.Content))).Value()
	}
	v, err := k.call(ctx, t.body, lisp.Import(args.Value()), lisp.Import(sexp.NewList(given...)))
	if err != nil {
		return engine.Next{}, err
	}
	next, err := k.next(v, name)
	if err != nil {
		return engine.Next{}, fmt.Errorf("the tool %s of %s:%d gave %s, and %w", name, k.Path, t.line, k.show(v), err)
	}
	return next, nil
}

// next reads what a tool's body gives: a call, or how it ends.
func (k *skill) next(v lisp.Value, name string) (engine.Next, error) {
	const forms = `that is neither (:CALL "read-file" :ARGS (…)) nor (:STATUS :SUCCESS :CONTENT "…")`
	data, err := lisp.Export(v, k.limits)
	if err != nil {
		return engine.Next{}, err
	}
	p, err := sexp.AsPlist(data)
	if err != nil {
		return engine.Next{}, errors.New(forms)
	}
	if _, calls := p.Get("CALL"); calls {
		n := engine.Next{}
		called, ok := p.Text("CALL")
		if name, keyword := p.Keyword("CALL"); keyword {
			called, ok = name, true
		}
		n.Tool, n.Explanation = strings.ToLower(called), fmt.Sprintf("The tool %s of the skill %s calls it.", name, k.Name)
		if why, ok := p.Text("EXPLANATION"); ok {
			n.Explanation = why
		}
		if list, given := p.Get("ARGS"); given {
			n.Args, err = sexp.AsPlist(list)
		}
		if !ok || n.Tool == "" || err != nil || others(p, "CALL", "ARGS", "EXPLANATION") {
			return engine.Next{}, errors.New(forms)
		}
		return n, nil
	}
	status, ok := p.Keyword("STATUS")
	content, _ := p.Get("CONTENT")
	if content == nil {
		content, _ = p.Get("MESSAGE")
	}
	if !ok || status != "SUCCESS" && status != "ERROR" || others(p, "STATUS", "CONTENT", "MESSAGE") {
		return engine.Next{}, errors.New(forms)
	}
	return engine.Next{Failed: status == "ERROR", Content: plain(content)}, nil
}

// others reports whether a property list has other keys than these.
func others(p sexp.Plist, keys ...string) bool {
	for _, key := range keys {
		p = p.Without(key)
	}
	return p.Len() > 0
}

// plain is a text as it is, and anything else printed.
func plain(v sexp.Value) string {
	if text, ok := v.(sexp.String); ok {
		return string(text)
	}
	if sexp.IsNil(v) {
		return ""
	}
	return sexp.Print(v)
}

package tools

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
)

// check compares arguments with a tool's parameters. Its error names what the
// tool takes, for the model to correct the call. NIL is an argument not given.
func check(spec engine.ToolSpec, args sexp.Plist) error {
	wrong := func(format string, a ...any) error {
		return fmt.Errorf("%s. %s takes %s", fmt.Sprintf(format, a...), spec.Name, usage(spec.Params))
	}
	for _, key := range args.Keys() {
		if !slices.ContainsFunc(spec.Params, func(p engine.Param) bool { return p.Name == key }) {
			return wrong("unknown argument :%s", display(engine.Clip(key, 40)))
		}
	}
	for _, p := range spec.Params {
		v, given := args.Get(p.Name)
		if empty := given && p.Kind == engine.ParamTexts; sexp.IsNil(v) && !empty {
			if p.Required {
				return wrong(":%s is missing", p.Name)
			}
			continue
		}
		if why := mismatch(p, v); why != "" {
			return wrong(":%s %s", p.Name, why)
		}
	}
	return nil
}

// mismatch says why a value does not suit a parameter, "" when it does.
func mismatch(p engine.Param, v sexp.Value) string {
	switch p.Kind {
	case engine.ParamInteger:
		n, ok := v.(sexp.Int)
		if !ok {
			return "must be an integer"
		}
		if (p.Min != 0 || p.Max != 0) && (int64(n) < p.Min || int64(n) > p.Max) {
			return fmt.Sprintf("must be from %d to %d", p.Min, p.Max)
		}
	case engine.ParamBool:
		if v != sexp.Value(sexp.T) {
			return "must be T or NIL"
		}
	case engine.ParamTexts:
		return mismatchedTexts(p, v)
	case engine.ParamText, engine.ParamPath, engine.ParamURL, engine.ParamJSON:
		s, ok := v.(sexp.String)
		if !ok {
			return "must be a string in double quotes"
		}
		if p.MaxBytes > 0 && len(s) > p.MaxBytes {
			return fmt.Sprintf("has %d bytes; at most %d are taken", len(s), p.MaxBytes)
		}
		if s == "" && p.Kind != engine.ParamText {
			return "is empty"
		}
	}
	return ""
}

// mismatchedTexts is mismatch for a list of texts.
func mismatchedTexts(p engine.Param, v sexp.Value) string {
	items, ok := engine.Texts(v)
	switch {
	case !ok:
		return `must be a list of strings, ("a" "b")`
	case p.Max > 0 && int64(len(items)) > p.Max:
		return fmt.Sprintf("has %d items; at most %d are taken", len(items), p.Max)
	}
	for _, item := range items {
		if p.MaxBytes > 0 && len(item) > p.MaxBytes {
			return fmt.Sprintf("has an item of %d bytes; at most %d are taken", len(item), p.MaxBytes)
		}
	}
	return ""
}

// usage is a parameter list as the model is shown it.
func usage(params []engine.Param) string {
	forms := make([]string, len(params))
	for i, p := range params {
		forms[i] = ":" + p.Name + " " + p.Kind.String()
		if !p.Required {
			forms[i] = "[" + forms[i] + "]"
		}
	}
	return strings.Join(forms, " ")
}

// pathOf resolves a path argument, or def when it was not given, over the facts.
// A leading ~ is the person's home directory.
func pathOf(args sexp.Plist, key, def string, facts engine.Facts) (effect.Path, error) {
	given, ok := args.Text(key)
	if !ok {
		given = def
	}
	if facts.FS == nil || !strings.HasPrefix(facts.Dir, "/") {
		return effect.Path{}, fmt.Errorf(":%s cannot be resolved: no working directory is known", key)
	}
	name, err := atHome(given, facts)
	if err != nil {
		return effect.Path{}, fmt.Errorf(":%s %w; give an absolute path", key, err)
	}
	p, err := effect.Resolve(facts.FS, facts.Dir, name)
	if err != nil {
		return effect.Path{}, fmt.Errorf(":%s: %w; give a path without that", key, err)
	}
	p.Given = given
	p.Span = effect.Span{Arg: strings.ToLower(key), End: len(given)}
	return p, nil
}

// atHome is a name in which a leading ~ is the person's home directory.
func atHome(name string, facts engine.Facts) (string, error) {
	switch {
	case name != "~" && !strings.HasPrefix(name, "~/"):
		return name, nil
	case facts.Home == "":
		return "", errors.New("begins with ~ and no home directory is known")
	}
	return facts.Home + name[1:], nil
}

// readPath is the effect of reading what a path argument names, but for what is private.
func readPath(args sexp.Plist, key, def string, facts engine.Facts) (effect.Effects, error) {
	p, err := pathOf(args, key, def, facts)
	if err != nil {
		return effect.Effects{}, err
	}
	p.Access = effect.AccessPublic
	return effect.Effects{Reads: []effect.Path{p}}, nil
}

// treePath is the effect of a walk from a path argument; a file is read alone.
func treePath(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
	e, err := readPath(args, "PATH", ".", facts)
	for i, p := range e.Reads {
		e.Reads[i].Tree = p.Dir || !p.Exists
	}
	return e, err
}

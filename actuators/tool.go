package actuators

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pp/actuators/tools"
	"pp/engine"
)

// Tools is the :TOOL actuator: it runs a registered tool by its name, in any
// case. A tool's failure, a panic included, is a failed result and never an
// error of the loop. It is safe for concurrent use when its tools are.
type Tools struct {
	byName map[string]tools.Tool
	names  []string // sorted
}

// NewTools returns the actuator for these tools. It panics on a duplicate name.
func NewTools(list []tools.Tool) Tools {
	t := Tools{byName: make(map[string]tools.Tool, len(list))}
	for _, tool := range list {
		name := strings.ToLower(tool.Spec.Name)
		if _, taken := t.byName[name]; taken {
			panic(fmt.Sprintf("actuators: the tool %s is registered twice", name))
		}
		t.byName[name] = tool
	}
	t.names = slices.Sorted(maps.Keys(t.byName))
	return t
}

// Do implements engine.Actuator. The only errors are ErrNotCleared, an action
// that is no :CALL, and the cause of a cancelled context.
func (t Tools) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if !c.Valid() {
		return engine.Result{}, engine.ErrNotCleared
	}
	call, ok := c.Action().Op.(engine.Call)
	if !ok {
		return engine.Result{}, fmt.Errorf("a :%s action does not go to :TOOL; only a :CALL does", verb(c))
	}
	tool, known := t.byName[strings.ToLower(call.Tool)]
	if !known {
		return failed(call.Tool, t.unknown(call.Tool)), nil
	}
	name := tool.Spec.Name
	result, err := run(ctx, tool, c)
	if err != nil {
		if ctx.Err() != nil {
			return engine.Result{}, context.Cause(ctx)
		}
		return failed(name, err.Error()), nil
	}
	result.Text, result.Origin = format(name, result), engine.OriginUntrusted
	return result, nil
}

// run calls a tool and turns its panic into an error.
func run(ctx context.Context, tool tools.Tool, c engine.Cleared) (result engine.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the tool broke off unexpectedly (%s). This is a defect of pp, not of the call; "+
				"try another way", engine.Clip(fmt.Sprint(p), 200))
		}
	}()
	return tool.Run(ctx, c)
}

func failed(tool, message string) engine.Result {
	message = bounded(message)
	return engine.Result{Text: errorText(engine.Clip(tool, 60), message), Error: message, Failed: true}
}

// unknown says what a tool that does not exist could have been meant as.
func (t Tools) unknown(name string) string {
	if len(t.names) == 0 {
		return "there are no tools. Answer in plain text."
	}
	return fmt.Sprintf("there is no tool %q. The nearest are: %s.", engine.Clip(name, 60),
		strings.Join(Nearest(name, t.names, 3), ", "))
}

// Nearest gives at most n of the names, of which name may be a misspelling: first those that have a word of name in
// them, then those that take the fewest edits to get to.
func Nearest(name string, names []string, n int) []string {
	name = strings.ToLower(engine.Clip(name, 60))
	words := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' })
	far := func(candidate string) int {
		shares := func(word string) bool { return len(word) > 2 && strings.Contains(candidate, word) }
		if slices.ContainsFunc(words, shares) {
			return 0
		}
		return engine.Distance(name, candidate)
	}
	sorted := slices.Clone(names)
	slices.SortFunc(sorted, func(a, b string) int {
		return cmp.Or(cmp.Compare(far(a), far(b)), cmp.Compare(engine.Distance(name, a), engine.Distance(name, b)),
			cmp.Compare(a, b))
	})
	return sorted[:min(n, len(sorted))]
}

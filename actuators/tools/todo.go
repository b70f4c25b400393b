package tools

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
)

// todo keeps a model's plan. The conversation holds it: nothing is done.
func todo() Tool {
	return newTool(engine.ToolSpec{
		Name:     engine.TodoTool,
		Doc:      `Keeps your plan: all steps each time, those done begin with "[x] ".`,
		ReadOnly: true,
		Params: []engine.Param{
			{Name: "ITEMS", Kind: engine.ParamTexts, Required: true, Max: engine.TodoItems, MaxBytes: engine.TodoItemBytes},
		},
		Effects: func(args sexp.Plist, _ engine.Facts) (effect.Effects, error) {
			_, err := planOf(args)
			return effect.Effects{}, err
		},
	}, func(_ context.Context, j job) (engine.Result, error) {
		items, err := planOf(j.args)
		if err != nil {
			return engine.Result{}, err
		}
		done := 0
		for _, item := range items {
			if strings.HasPrefix(item, engine.TodoDone) {
				done++
			}
		}
		return engine.Result{Text: fmt.Sprintf("%d of %s done.\n", done, plural(len(items), "step", "steps"))}, nil
	})
}

// planOf is the list of a call. A step is one line.
func planOf(args sexp.Plist) ([]string, error) {
	v, _ := args.Get("ITEMS")
	items, _ := engine.Texts(v)
	for _, item := range items {
		if strings.TrimSpace(item) == "" || strings.ContainsAny(item, "\n\r") {
			return nil, errors.New(":ITEMS has an empty step, or one of several lines. Give each step one line")
		}
	}
	return items, nil
}

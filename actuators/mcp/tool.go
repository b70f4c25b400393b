package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pp/actuators/tools"
	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
)

// Tools are the tools of all servers that can be used, as they were pinned. It reads pins and starts nothing; a server
// starts with the first call of one of its tools.
func (s *Set) Tools() []tools.Tool {
	var out []tools.Tool
	for _, one := range s.servers {
		if p, known, err := one.pins(); err == nil && known && p.Drift == "" {
			offered, _ := one.offer(p)
			out = append(out, offered...)
		}
	}
	return out
}

// offer makes tools of definitions, and says of each that is withheld why. Tools whose names differ only in what no
// service tells apart, such as case, are all offered, under names of their own.
func (one *server) offer(p pinned) (out []tools.Tool, withheld map[string]string) {
	withheld = map[string]string{}
	names := one.names(p.Tools)
	pin := p.pin()
	for _, d := range p.Tools {
		args, err := argumentsOf(d.Input)
		if err != nil {
			withheld[d.Name] = err.Error()
			continue
		}
		out = append(out, one.tool(d, names[d.Name], pin, args))
	}
	return out, withheld
}

// names are the names under which tools are offered, by their own.
func (one *server) names(list []Definition) map[string]string {
	count, out := map[string]int{}, map[string]string{}
	for _, d := range list {
		count[toolName(one.Name, d.Name)]++
	}
	for _, d := range list {
		name := toolName(one.Name, d.Name)
		if count[name] > 1 {
			name = marked(name, d.Name)
		}
		out[d.Name] = name
	}
	return out
}

// tool is one tool as gates, models and the actuator know it.
func (one *server) tool(d Definition, name, pin string, args arguments) tools.Tool {
	spec := engine.ToolSpec{Name: name, Doc: d.doc(one.Name), Params: args.params, Schema: args.shown}
	spec.Effects = func(given sexp.Plist, f engine.Facts) (effect.Effects, error) {
		if err := args.check(given); err != nil {
			return effect.Effects{}, err
		}
		return one.callEffects(d, pin, f)
	}
	return tools.Tool{Spec: spec, Run: func(ctx context.Context, c engine.Cleared) (engine.Result, error) {
		if !c.Valid() {
			return engine.Result{}, engine.ErrNotCleared
		}
		call, ok := c.Action().Op.(engine.Call)
		if judged := c.Effects().Calls; !ok || !strings.EqualFold(call.Tool, name) || len(judged) != 1 ||
			judged[0].Pin != pin || judged[0].Server != one.Name || judged[0].Tool != d.Name {
			return engine.Result{}, fmt.Errorf("%w for %s as it is now", engine.ErrNotCleared, name)
		}
		object, err := args.object(call.Args)
		if err != nil {
			return engine.Result{}, err
		}
		result, err := one.call(ctx, d, pin, object)
		if err != nil && ctx.Err() == nil && !errors.Is(err, engine.ErrNotCleared) {
			// What it says may be the server's words: that they were read counts as for any others.
			result.Failed, result.Text, result.Error = true, err.Error(), err.Error()
			return result, nil
		}
		return result, err
	}}
}

// callEffects are those of a call: that it is one, and what the entry grants.
func (one *server) callEffects(d Definition, pin string, f engine.Facts) (effect.Effects, error) {
	var e effect.Effects
	var err error
	c := effect.Call{Server: one.Name, Tool: d.Name, Pin: pin, Destroys: d.destroys()}
	if one.URL != "" {
		var to effect.Endpoint
		to, err = one.endpoint()
		e.Connects = []effect.Endpoint{to}
	} else {
		e, err = one.effects(f)
		c.Granted = len(one.Effects) > 0
	}
	e.Calls = []effect.Call{c}
	return e, err
}

// call calls a tool that was cleared as it is pinned.
func (one *server) call(ctx context.Context, d Definition, pin string, args map[string]any) (engine.Result, error) {
	var result engine.Result // which nobody may touch when it came too late
	err := one.use(ctx, cmp.Or(one.Timeout, callTime), false, func(ctx context.Context, live *session) error {
		p, known, err := one.pins()
		if err != nil {
			return err
		}
		if !known || p.pin() != pin {
			return fmt.Errorf("%w: the tools of the MCP server %s were reviewed anew meanwhile", engine.ErrNotCleared, one.Name)
		}
		params := &mcp.CallToolParams{Name: d.Name, Arguments: args}
		for range maxQuestions + 1 {
			got, err := live.client.CallTool(ctx, params)
			if err != nil {
				return err
			}
			if !got.NeedsInput() {
				if result = resultOf(got); result.Failed {
					result.Error = result.Text
				}
				return nil
			}
			params.RequestState = got.RequestState
			if params.InputResponses, err = one.answers(live, got.InputRequests); err != nil {
				return err
			}
		}
		return errors.New("it asks without end")
	})
	if err != nil {
		return engine.Result{Flows: one.flows()}, err
	}
	result.Flows = one.flows()
	return result, nil
}

// flows are what a session has read once it heard anything of the server.
func (one *server) flows() []engine.Flow {
	return []engine.Flow{{Subject: "the MCP server " + one.Name}}
}

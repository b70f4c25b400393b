package setup

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/sexp"
)

// Elsewhere says for whom this agent judges, when it is not itself that acts: another program that does
// with tools of its own what is let through. The zero value is pp itself.
type Elsewhere struct {
	Name     string        // of the program, "" for pp itself
	Confines bool          // commands are rewritten to run in the sandbox
	Tools    []string      // tools of which nobody knows what they do, as they are called here
	Flows    []engine.Flow // what its session has read
}

// Facts changes the facts of an action to those of a program that acts by itself: nothing confines
// what it does, and its shell has the environment of this process.
func (e Elsewhere) Facts(f engine.Facts, action engine.Action, s *Settings) engine.Facts {
	if e.Name == "" {
		return f
	}
	ours := f.Env
	f.Env = environmentFor(s.System, action.Command(), f.Dir)
	if e.Confines {
		maps.Copy(f.Env, ours)
	} else {
		f.Confinement = engine.Confinement{}
	}
	f.Confinement.Layers = false // it is done once the answer is there
	f.Flows = append(slices.Clone(f.Flows), e.Flows...)
	for _, name := range e.Tools {
		named := func(p engine.Permission) bool { return p.Pattern.Tool == name }
		if s.Config.Hook.Unknown == "deny" && !slices.ContainsFunc(f.Permissions, named) {
			f.Permissions = append(slices.Clone(f.Permissions), engine.Permission{Text: "hook.unknown",
				Pattern: engine.Pattern{Tool: name}, Decision: engine.Deny, Where: "the configuration"})
		}
	}
	return f
}

// environmentFor is what a command may find of this process's environment: what every child gets, what says where
// repositories are, and what the command names. The rest is nothing to it, and is kept out of every record.
func environmentFor(sys system.System, command, dir string) engine.Environment {
	out := engine.Environment{"PWD": dir, "GIT_CONFIG_COUNT": "0"} // nothing tames git there
	for _, entry := range sys.Environ {
		name, value, _ := strings.Cut(entry, "=")
		places := strings.HasPrefix(name, "GIT_") && !strings.HasPrefix(name, "GIT_CONFIG") || name == "XDG_CONFIG_HOME"
		counts := places || name == "GOFLAGS" || slices.Contains(childVariables[:], name) ||
			name != "_" && strings.Contains(command, name)
		if counts && name != "PWD" && !table.Marked("secret-variables", strings.ToUpper(name)) {
			out[name] = value
		}
	}
	return out
}

// tools are those of pp as they are when another program's take their place: nothing is left out of what they read.
func (e Elsewhere) tools(known engine.ToolTable, unknown string) engine.ToolTable {
	if e.Name == "" {
		return known
	}
	out := maps.Clone(known)
	for _, name := range [...]string{"read-file", "edit-file", "search-files"} {
		if spec, ok := out[name]; ok {
			out[name] = takingAll(spec)
		}
	}
	for _, name := range e.Tools {
		out[name] = engine.ToolSpec{Name: name, Doc: "A tool of " + e.Name + ".", Unknown: unknown != "allow",
			Params: []engine.Param{{Name: InputParam, Kind: engine.ParamText}}}
	}
	return out
}

// InputParam is the argument of a tool of another program: all that it is given.
const InputParam = "INPUT"

// takingAll is a tool like ours that leaves out nothing of what it reads.
func takingAll(spec engine.ToolSpec) engine.ToolSpec {
	ours := spec.Effects
	spec.Effects = func(args sexp.Plist, facts engine.Facts) (effect.Effects, error) {
		e, err := ours(args, facts)
		e.Reads = slices.Clone(e.Reads)
		for i := range e.Reads {
			if e.Reads[i].Access == effect.AccessPublic || e.Reads[i].Access == effect.AccessFound {
				e.Reads[i].Access = effect.AccessContent
			}
		}
		return e, err
	}
	return spec
}

// Asked are the tokens of what has to be approved before another program may do what it wants, all of
// it. given is what it wants, in its own words.
//
// No token, and no error, says that a person has approved each of these verdicts before: the approvals are
// used up now, whatever comes of it. Else nothing is used up, and each token is of a plan that waits for
// `pp approve TOKEN`, as is every question that was asked before and still waits.
func (a *Agent) Asked(ctx context.Context, asks []engine.Verdict, given, session string) ([]string, error) {
	if a.Plans == nil {
		return nil, exit.NoPlace("approvals")
	}
	name := a.Judge.Elsewhere.Name
	var tokens []string
	var approved []approval.Plan
	for _, v := range asks {
		b := Binding(v)
		b.Given = given
		p, found, err := a.Plans.Match(v, b, name)
		switch {
		case err != nil:
			return nil, err
		case !found:
			answer, err := a.Plans.Suspend(ctx, v, b, approval.Conversation{Agent: name,
				Meta: engine.Meta{Source: engine.TargetCLI, Session: session}})
			if err != nil {
				return nil, err
			}
			tokens = append(tokens, answer.Token)
		case p.State == approval.StateApproved:
			approved = append(approved, p)
		default:
			tokens = append(tokens, p.Token)
		}
	}
	if len(tokens) > 0 {
		SyncPlans(ctx, a.Settings.System, a.Plans, a.Out, a)
		return tokens, nil
	}
	if len(approved) != len(asks) {
		return nil, errors.New("nothing was asked")
	}
	for i, p := range approved {
		b := Binding(asks[i])
		b.Given = given
		if _, err := a.Plans.Use(ctx, p.Token, name, asks[i], b); err != nil {
			return nil, PlanError(err)
		}
	}
	return nil, nil
}

// approveElsewhere marks a plan as approved, for the program that asked to do it.
func (a *Agent) approveElsewhere(ctx context.Context, plan approval.Plan) (engine.Outcome, error) {
	p, err := a.Plans.Approve(ctx, plan.Token)
	if err != nil {
		return engine.Outcome{}, PlanError(err)
	}
	a.Answers = append(a.Answers, a.Out.Redact("approved for "+p.Agent+", once, until "+output.When(p.Expires)+": "+
		output.OneLine(p.Action.Essence(), 400)))
	return engine.Outcome{}, nil
}

// FlowsOf are what is read of that which verdicts let happen and must not leave the machine unasked: what is outside
// the workspace, what is contacted, and what may hold secrets that nothing masks.
func FlowsOf(verdicts []engine.Verdict) []engine.Flow {
	var out []engine.Flow
	for _, v := range verdicts {
		out = append(out, readOutside(v, 0)...)
		for _, f := range v.Asks() {
			if f.Row == "secret-below" {
				out = append(out, engine.Flow{Subject: f.Effect.Subject, Secret: true})
			}
		}
	}
	return out
}

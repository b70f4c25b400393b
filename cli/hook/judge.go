package hook

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pp/cli/command"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
	"pp/sexp"
)

// maxInput bounds what an agent may hand its hook, in bytes.
const maxInput = 10 << 20

// hook judges one call.
type hook struct {
	command.App
	options
	name  string
	agent Agent
}

// denial denies a call of which nothing more is known, in the agent's own form.
func (h *hook) denial(why string) Reply {
	return h.agent.Write(Call{Event: beforeCall}, Answer{Decision: engine.Deny, Reason: "pp: " + why})
}

// answer reads a call, judges it, and gives the answer for it. Whatever fails is a refusal.
func (h *hook) answer(ctx context.Context) Reply {
	input, err := io.ReadAll(io.LimitReader(h.System.Stdin, maxInput+1))
	switch {
	case err != nil:
		return Refusal("the call could not be read: " + err.Error())
	case len(input) > maxInput:
		return Refusal(fmt.Sprintf("the call has over %d bytes; do less at once", maxInput))
	}
	call, err := h.agent.Read(input)
	if err != nil {
		return Refusal("the call of " + h.name + " could not be read: " + err.Error())
	}
	answer, err := h.decide(ctx, call)
	if err != nil {
		return Refusal("the call could not be judged: " + err.Error())
	}
	answer.Explicit = answer.Explicit && h.autoAllow
	return h.agent.Write(call, answer)
}

// decide judges all that a call would do. The strictest verdict decides.
func (h *hook) decide(ctx context.Context, call Call) (Answer, error) {
	if call.Event == beforeQuestion && h.isRewritten(call) {
		return Answer{Decision: engine.Ask}, nil
	}
	at, err := h.place(call)
	if err != nil {
		return Answer{}, err
	}
	state, err := openSession(h.System, h.name, call.Session, at.Dir)
	if err != nil {
		return Answer{}, err
	}
	if h.Options.Dir == "" { // where the session began, not where it went since
		at.Workspace = setup.FindWorkspace(state.dir, at.Home)
	}
	settings, err := setup.Load(h.System, h.Options, at)
	if err != nil {
		return Answer{}, err
	}
	h.Out.Redactor = settings.Redactor
	m := setup.NewAgent(settings, h.Out, h.Signals)
	todo, err := actionsOf(call, m.InForce.Table())
	if err != nil {
		return Answer{}, err
	}
	confines := h.confine && call.Rewrites && m.Executor.Box().Probe().Confined()
	m.Judge.Elsewhere = setup.Elsewhere{Name: h.name, Confines: confines, Tools: todo.unknown,
		Flows: state.flows}
	answer, verdicts, err := h.judge(ctx, m, call, todo)
	if err != nil {
		return Answer{}, err
	}
	if answer.Decision != engine.Deny {
		if err := state.note(verdicts); err != nil {
			return Answer{}, err
		}
	}
	return answer, h.record(ctx, m, call, answer, verdicts)
}

// place is where a call is made.
func (h *hook) place(call Call) (setup.Location, error) {
	at, err := setup.Here(h.System, h.Options)
	if err != nil || call.Dir == "" {
		return at, err
	}
	if !filepath.IsAbs(call.Dir) {
		return at, fmt.Errorf("its directory %.200q is no absolute path", call.Dir)
	}
	dir, err := filepath.EvalSymlinks(call.Dir)
	if info, wrong := os.Stat(dir); err != nil || wrong != nil || !info.IsDir() {
		return at, errors.New("its directory cannot be found")
	}
	at.Dir = dir
	return at, nil
}

// judge judges the actions of a call.
func (h *hook) judge(ctx context.Context, m *setup.Agent, call Call, todo judged) (Answer, []engine.Verdict, error) {
	if todo.none {
		return Answer{Decision: engine.Allow, Reason: "it has no effects"}, nil, nil
	}
	var all, asks []engine.Verdict
	worst := engine.Verdict{Decision: engine.Allow}
	for _, action := range todo.actions {
		v := m.Judge.Now(action)
		if !m.Judge.Elsewhere.Confines || v.Action.Command() == "" {
			v = v.AsGiven() // nobody runs another action in its place
		}
		all = append(all, v)
		if v.Decision < worst.Decision || worst.Action.Op == nil {
			worst = v
		}
		if v.Decision == engine.Ask {
			asks = append(asks, v)
		}
	}
	// A command that connects is asked about if it fails without: the agent has no way back to that question.
	tried := worst.Decision == engine.Try && len(all) == 1 && len(worst.Effects.Connects) == 0
	if m.Judge.Elsewhere.Confines && worst.Decision != engine.Allow && !tried { // its own shell would run it unconfined
		m.Judge.Elsewhere.Confines = false
		return h.judge(ctx, m, call, todo)
	}
	answer := Answer{Decision: worst.Decision, Reason: m.Out.Redact("pp: " + worst.Sentence()), Explicit: true}
	if tried { // what needs a person of all that it does is not applied
		answer.Decision = engine.Allow
	}
	if worst.Decision == engine.Deny {
		return Answer{Reason: answer.Reason}, all, nil
	}
	if why := h.otherwise(m.Judge.Elsewhere.Confines, call, all); why != "" {
		return Answer{Reason: m.Out.Redact("pp: deny hook/as-written: " + why)}, all, nil
	}
	if worst.Decision == engine.Ask {
		if m.Settings.DenyAll {
			answer.Decision = engine.Deny
			answer.Reason += " Nobody is there to be asked, so it is denied."
			return answer, all, nil
		}
		if call.Asks {
			return answer, all, nil
		}
		return h.wait(ctx, m, call, answer, asks, all)
	}
	if m.Judge.Elsewhere.Confines {
		err := h.rewrite(m, call, all, &answer)
		return answer, all, err
	}
	return answer, all, nil
}

// otherwise says why the agent's own shell may do something else than what was judged, "" when it does not, or when it
// is pp that runs it.
func (h *hook) otherwise(confined bool, call Call, all []engine.Verdict) string {
	if confined {
		return ""
	}
	if why := asWritten(h.System, call); why != "" {
		return why
	}
	for _, v := range all {
		if why := cmp.Or(shadowed(h.System, v), typedTo(call, v)); why != "" {
			return why
		}
	}
	return ""
}

// wait denies what asks, with the tokens by which a person lets it through, or allows it where one has.
func (h *hook) wait(ctx context.Context, m *setup.Agent, call Call, answer Answer, asks, all []engine.Verdict) (Answer,
	[]engine.Verdict, error) {
	given, err := exactly(h.name, call)
	if err != nil {
		return Answer{}, nil, err
	}
	tokens, err := m.Asked(ctx, asks, given, sessionName(h.name, call.Session))
	switch {
	case errors.Is(err, approval.ErrTooMany):
		return Answer{Reason: answer.Reason + " It cannot wait for a person: " + err.Error() + "."}, all, nil
	case err != nil:
		return Answer{}, nil, err
	case len(tokens) == 0:
		answer.Decision, answer.Reason = engine.Allow, "pp: a person approved it, once"
		return answer, all, nil
	}
	answer.Decision, answer.Token = engine.Deny, tokens[0]
	answer.Reason += " It waits for a person: they can let this very call through once with `pp approve " +
		strings.Join(tokens, "`, `pp approve ") + "`; then make the call again, unchanged. Do not approve it yourself."
	return answer, all, nil
}

// words returns what the model says about its call; "" when it says nothing.
func (c Call) words() string {
	var said struct{ Description, Explanation string }
	_ = json.Unmarshal(c.Input, &said) // an argument that is no text says nothing
	return strings.TrimSpace(cmp.Or(said.Description, said.Explanation))
}

// exactly is a call in its own words: what an approval is good for.
func exactly(agent string, call Call) (string, error) {
	var input any
	if err := json.Unmarshal(call.Input, &input); err != nil {
		return "", fmt.Errorf("its arguments: %w", err)
	}
	about, _ := input.(map[string]any)
	for _, note := range [...]string{"description", "explanation"} { // a model's own words about it
		if _, ok := about[note].(string); ok && slices.ContainsFunc(call.Deeds, isCommand) {
			delete(about, note)
		}
	}
	data, err := json.Marshal(input) // with its keys in order
	return agent + "\x00" + call.Tool + "\x00" + string(data), err
}

// rewrite puts a line in the place of an allowed command that runs it in the sandbox, as it was judged.
func (h *hook) rewrite(m *setup.Agent, call Call, all []engine.Verdict, answer *Answer) error {
	if len(all) != 1 || all[0].Action.Command() == "" {
		return nil // it runs nothing
	}
	id, err := m.Judge.Keep(all[0], sessionName(h.name, call.Session))
	if err != nil {
		return err
	}
	line, err := judgedLine()
	answer.Command = line + id + " -- " + command.QuoteWord(all[0].Action.Command())
	return err
}

// judgedLine is how a line begins that takes up what was judged.
func judgedLine() (string, error) {
	binary, err := os.Executable()
	return command.QuoteWord(binary) + " sandbox --judged=", err
}

// isRewritten reports whether a command is one that was put in the place of another before the call. It was judged
// then, and is again when it runs: whether its person is asked is for the agent to say.
func (h *hook) isRewritten(call Call) bool {
	line, err := judgedLine()
	whole := func(d Deed) bool {
		c, _ := d.(Command)
		rest, ours := strings.CutPrefix(c.Text, line)
		id, word, _ := strings.Cut(rest, " -- ")
		text := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(word, "'"), "'"), `'\''`, "'")
		return ours && strings.Trim(id, "0123456789abcdef") == "" && word == command.QuoteWord(text) // and nothing behind it
	}
	return err == nil && h.confine && len(call.Deeds) == 1 && whole(call.Deeds[0])
}

// record writes a call, its verdicts and the answer to the trace, before pp answers. Without a record, pp does not
// allow an action with effects.
func (h *hook) record(ctx context.Context, m *setup.Agent, call Call, a Answer, verdicts []engine.Verdict) error {
	records := []engine.Record{{Kind: engine.RecordProposal, Text: string(call.Input),
		Fields: sexp.Plist{}.With("AGENT", sexp.String(h.name)).With("EVENT", sexp.String(engine.Clip(call.Event, 80))).
			With("TOOL", sexp.String(engine.Clip(call.Tool, 200)))}}
	durable := false
	for _, v := range verdicts {
		records = append(records, engine.VerdictRecord(v, "hook"))
		durable = durable || !v.Effects.Harmless()
	}
	said := engine.Record{Kind: engine.RecordApproval, Fields: sexp.Plist{}.With("ANSWER",
		sexp.Keyword(toldAs(a.Decision))).With("REASON", sexp.String(a.Reason))}
	if a.Token != "" {
		said.Fields = said.Fields.With("WAITS", sexp.T)
	}
	said.Durable = durable && a.Decision != engine.Deny
	err := setup.RecordBriefly(ctx, m.Settings, sessionName(h.name, call.Session), append(records, said)...)
	if err != nil {
		return fmt.Errorf("it could not be recorded: %w", err)
	}
	return nil
}

// toldAs returns the trace's word for the answer to the agent.
func toldAs(d engine.Decision) string {
	switch d {
	case engine.Allow:
		return "ONCE"
	case engine.Ask:
		return "SUSPEND"
	case engine.Deny, engine.Revise:
	}
	return "DENY"
}

package hook

import (
	"context"
	"fmt"

	"pp/cli/setup"
	"pp/engine"
	"pp/sexp"
)

// record writes down a call, its verdicts, and what was answered, before it is. An action with effects is not let
// through without.
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

// toldAs is what was told to the agent, as the thought trace has it.
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

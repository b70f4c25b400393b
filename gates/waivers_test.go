package gates

import (
	"testing"

	"pp/engine"
)

// A grant for a host covers connections to exactly that host, whatever colons
// the address has.
func TestGrantForAHost(t *testing.T) {
	for _, tc := range []struct {
		host string
		port int
		to   string
		want bool
	}{
		{"api.example.com", 443, "api.example.com", true},
		{"api.example.com", 443, "API.example.com", true},
		{"api.example.com", 443, "api.example.com.", true},
		{"api.example.com", 443, "example.com", false},
		{"example.com", 443, "api.example.com", false},
		{"2001:db8::1", 443, "2001:db8::1", true},
		{"2001:db8::1", 0, "2001:db8::1", true},
		{"2001:db8::1", 443, "2001", false},
		{"2001:db8::1", 443, "2001:db8::2", false},
		{"::1", 80, "", false},
	} {
		e := engine.Endpoint{Scheme: "https", Host: tc.host, Port: tc.port, Tool: true}
		c := engine.Case{Effects: engine.Effects{Connects: []engine.Endpoint{{Host: "other.example", Port: 1}, e}},
			Facts: engine.Facts{Grants: []engine.Grant{{ID: "g", Pattern: engine.Pattern{Host: tc.to}, Kinds: []engine.EffectKind{engine.EffectConnect}}}}}
		f := engine.Finding{Decision: engine.Ask, Waivable: true, Effect: engine.Effect{Kind: engine.EffectConnect, Subject: e.Address()}}
		if _, got := (grantWaiver{}).Covers(c, f); got != tc.want {
			t.Errorf("%s:%d with a grant for %q: %v", tc.host, tc.port, tc.to, got)
		}
	}
}

// What a waiver covers is one effect: a grant for a host clears no write, one
// for a path no connection, and no waiver clears more than its kinds.
func TestWaiversCoverOnlyTheirEffect(t *testing.T) {
	facts := engine.Facts{Workspace: engine.Workspace{Root: "/w"}, AcceptEdits: true,
		Grants: []engine.Grant{{ID: "g", Pattern: engine.Pattern{Path: "/srv/data/"}, Kinds: []engine.EffectKind{engine.EffectWrite}}}}
	for _, tc := range []struct {
		waiver  engine.Waiver
		kind    engine.EffectKind
		subject string
		want    bool
	}{
		{acceptEdits{}, engine.EffectWrite, "/w/a", true},
		{acceptEdits{}, engine.EffectDelete, "/w/a", true},
		{acceptEdits{}, engine.EffectWrite, "/elsewhere/a", false},
		{acceptEdits{}, engine.EffectRead, "/w/a", false},
		{acceptEdits{}, engine.EffectConnect, "/w/a", false},
		{acceptEdits{}, engine.EffectRun, "make", false},
		{grantWaiver{}, engine.EffectWrite, "/srv/data/x", true},
		{grantWaiver{}, engine.EffectWrite, "/srv/database", false},
		{grantWaiver{}, engine.EffectDelete, "/srv/data/x", false},
	} {
		f := engine.Finding{Decision: engine.Ask, Waivable: true, Effect: engine.Effect{Kind: tc.kind, Subject: tc.subject}}
		if _, got := tc.waiver.Covers(engine.Case{Facts: facts}, f); got != tc.want {
			t.Errorf("%s on %v %s: %v, want %v", tc.waiver.Name(), tc.kind, tc.subject, got, tc.want)
		}
	}
	learned := engine.Facts{Grants: []engine.Grant{{ID: "g", Learned: true, Pattern: engine.Pattern{Path: "/w/"}, Kinds: []engine.EffectKind{engine.EffectWrite}}}}
	floor := engine.Finding{Decision: engine.Ask, Waivable: true, Floor: true, Effect: engine.Effect{Kind: engine.EffectWrite, Subject: "/w/a"}}
	if _, covered := (grantWaiver{}).Covers(engine.Case{Facts: learned}, floor); covered {
		t.Error("a learned rule lowered a person's own ask")
	}
}

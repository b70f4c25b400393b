package gates

import (
	"slices"
	"testing"

	"pp/engine"
	"pp/engine/effect"
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
		e := effect.Endpoint{Scheme: "https", Host: tc.host, Port: tc.port, Tool: true}
		c := engine.Case{Effects: effect.Effects{Connects: []effect.Endpoint{{Host: "other.example", Port: 1}, e}},
			Facts: engine.Facts{Grants: []engine.Grant{{ID: "g", Pattern: engine.Pattern{Host: tc.to},
				Kinds: []effect.Kind{effect.KindConnect}}}}}
		f := engine.Finding{Decision: engine.Ask, Waivable: true,
			Effect: effect.Effect{Kind: effect.KindConnect, Subject: e.Address()}}
		if _, got := (grantWaiver{}).Covers(c, f); got != tc.want {
			t.Errorf("%s:%d with a grant for %q: %v", tc.host, tc.port, tc.to, got)
		}
	}
}

// What a waiver covers is one effect: a grant for a host clears no write, one
// for a path no connection, and no waiver clears more than its kinds.
func TestWaiversCoverOnlyTheirEffect(t *testing.T) {
	facts := engine.Facts{Workspace: effect.Workspace{Root: "/w"}, AcceptEdits: true, Kept: kept{"/w/known", "/tmp/known"},
		Grants: []engine.Grant{{ID: "g", Pattern: engine.Pattern{Path: "/srv/data/"},
			Kinds: []effect.Kind{effect.KindWrite}}}}
	for _, tc := range []struct {
		waiver  engine.Waiver
		kind    effect.Kind
		subject string
		want    bool
	}{
		{acceptEdits{}, effect.KindWrite, "/w/a", true},
		{acceptEdits{}, effect.KindMetadata, "/w/a", true},
		{acceptEdits{}, effect.KindDelete, "/w/known", true},
		{acceptEdits{}, effect.KindDelete, "/w/a", false},
		{acceptEdits{}, effect.KindDelete, "/tmp/known", false},
		{acceptEdits{}, effect.KindWrite, "/tmp/a", false},
		{acceptEdits{}, effect.KindWrite, "/elsewhere/a", false},
		{acceptEdits{}, effect.KindRead, "/w/a", false},
		{acceptEdits{}, effect.KindConnect, "/w/a", false},
		{acceptEdits{}, effect.KindRun, "make", false},
		{grantWaiver{}, effect.KindWrite, "/srv/data/x", true},
		{grantWaiver{}, effect.KindWrite, "/srv/database", false},
		{grantWaiver{}, effect.KindDelete, "/srv/data/x", false},
	} {
		f := engine.Finding{Decision: engine.Ask, Waivable: true, Effect: effect.Effect{Kind: tc.kind, Subject: tc.subject}}
		if _, got := tc.waiver.Covers(engine.Case{Facts: facts}, f); got != tc.want {
			t.Errorf("%s on %v %s: %v, want %v", tc.waiver.Name(), tc.kind, tc.subject, got, tc.want)
		}
	}
	learned := engine.Facts{Grants: []engine.Grant{{ID: "g", Learned: true, Pattern: engine.Pattern{Path: "/w/"},
		Kinds: []effect.Kind{effect.KindWrite}}}}
	floor := engine.Finding{Decision: engine.Ask, Waivable: true, Floor: true,
		Effect: effect.Effect{Kind: effect.KindWrite, Subject: "/w/a"}}
	if _, covered := (grantWaiver{}).Covers(engine.Case{Facts: learned}, floor); covered {
		t.Error("a learned rule lowered a person's own ask")
	}
}

// kept are the paths that could be had again.
type kept []string

// Recoverable implements engine.Recoverer.
func (k kept) Recoverable(name string) bool { return slices.Contains(k, name) }
func (kept) Ignored(string, bool) bool      { return false }

// What clears writes of files that are not there clears no other, and none elsewhere.
func TestGrantForNewFiles(t *testing.T) {
	grant := engine.Grant{ID: "g", Edits: true, New: true, Pattern: engine.Pattern{Path: "/w/notes/"},
		Kinds: []effect.Kind{effect.KindWrite}}
	for _, tc := range []struct {
		name   string
		exists bool
		kind   effect.Kind
		want   bool
	}{
		{"/w/notes/a.org", false, effect.KindWrite, true},
		{"/w/notes/a.org", true, effect.KindWrite, false},
		{"/w/notes/a.org", false, effect.KindDelete, false},
		{"/w/a.org", false, effect.KindWrite, false},
		{"/w/notes", false, effect.KindWrite, true},
	} {
		c := engine.Case{Effects: effect.Effects{Writes: []effect.Path{{Name: tc.name, Exists: tc.exists},
			{Name: "/w/other", Exists: !tc.exists}}},
			Facts: engine.Facts{Workspace: effect.Workspace{Root: "/w"}, Grants: []engine.Grant{grant}}}
		f := engine.Finding{Decision: engine.Ask, Waivable: true, Effect: effect.Effect{Kind: tc.kind, Subject: tc.name}}
		if _, got := (grantWaiver{}).Covers(c, f); got != tc.want {
			t.Errorf("%s of %q, there %v: %v", tc.kind, tc.name, tc.exists, got)
		}
	}
}

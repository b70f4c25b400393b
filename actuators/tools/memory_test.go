package tools

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/sexp"
)

// kept is a memory that gives what it was told to give.
type kept struct {
	notes   []Note
	queries []MemoryQuery
	hits    []MemoryHit
	behind  int
	err     error
}

func (k *kept) Remember(_ context.Context, note Note) (string, error) {
	k.notes = append(k.notes, note)
	return "k3f", k.err
}

func (k *kept) Search(_ context.Context, q MemoryQuery) ([]MemoryHit, int, error) {
	k.queries = append(k.queries, q)
	return k.hits, k.behind, k.err
}

func texts(items ...string) sexp.Value {
	var out []sexp.Value
	for _, item := range items {
		out = append(out, sexp.String(item))
	}
	return sexp.NewList(out...)
}

// What is remembered has the scope and the origin of the effects that were cleared.
func TestRemember(t *testing.T) {
	web := []engine.Flow{{Subject: "https://example.org"}}
	note := func(scope effect.MemoryScope, o engine.Origin, title string, tags ...string) Note {
		return Note{Scope: scope, Origin: o, Text: "The port is 8080.", Title: title, Tags: tags}
	}
	for _, c := range []struct {
		args    sexp.Plist
		flows   []engine.Flow
		effects effect.Memory
		note    Note
		says    string
		wrong   string
	}{
		{args: plist("TEXT", "The port is 8080."), effects: effect.Memory{Scope: effect.MemoryWorkspace},
			note: note(effect.MemoryWorkspace, engine.OriginAgent, ""), says: "Remembered as {k3f} in the workspace.\n"},
		{args: plist("TEXT", "The port is 8080.", "SCOPE", ":CONVERSATION", "TITLE", " Port ",
			"TAGS", texts("net", ":a@b:")),
			effects: effect.Memory{Scope: effect.MemoryConversation},
			note:    note(effect.MemoryConversation, engine.OriginAgent, "Port", "net", "a@b"),
			says:    "Remembered as {k3f} in the conversation.\n"},
		{args: plist("TEXT", "The port is 8080.", "SCOPE", "memex"), flows: web,
			effects: effect.Memory{Scope: effect.MemoryMemex, Untrusted: true},
			note:    note(effect.MemoryMemex, engine.OriginUntrusted, ""),
			says:    "Remembered as {k3f} in the memex, as untrusted, because this conversation has read untrusted text.\n"},
		{args: plist("TEXT", " \n"), wrong: ":TEXT is empty"},
		{args: plist("TEXT", strings.Repeat("x", maxRemembered+1)), wrong: "at most 16384"},
		{args: plist("TEXT", "x", "TITLE", "a\nb"), wrong: ":TITLE is more than one line"},
		{args: plist("TEXT", "x", "SCOPE", "all"), wrong: ":SCOPE is one of workspace, conversation, memex"},
		{args: plist("TEXT", "x", "SCOPE", "here"), wrong: ":SCOPE is one of"},
		{args: plist("TEXT", "x", "TAGS", texts("two words")), wrong: ":TAGS has two words"},
	} {
		k := &kept{}
		tool := named(t, Options{Memory: k}, "remember")
		facts := factsIn("/")
		facts.Flows = c.flows
		e, err := tool.Spec.Effects(c.args, facts)
		if c.wrong != "" {
			wantError(t, err, c.wrong)
			continue
		}
		for i := range e.Remembers {
			e.Remembers[i].Span = effect.Span{}
		}
		if diff := cmp.Diff(effect.Effects{Remembers: []effect.Memory{c.effects}}, e); err != nil || diff != "" {
			t.Errorf("effects: %v %s", err, diff)
		}
		res, err := runCleared(t, tool, enginetest.Call(t, tool.Spec, c.args, facts))
		wantText(t, res, err, c.says)
		if diff := cmp.Diff([]Note{c.note}, k.notes); diff != "" {
			t.Error(diff)
		}
	}
}

func TestMemorySearch(t *testing.T) {
	day := time.Date(2026, 11, 2, 10, 0, 0, 0, time.UTC)
	hit := func(handle string, o engine.Origin) MemoryHit {
		return MemoryHit{Handle: handle, Title: "Port", When: day, Origin: o, Excerpt: "It is\n 8080.\n"}
	}
	full := hit("k3f", engine.OriginPerson)
	full.TODO, full.Tags = "TODO", []string{"net", "a"}
	for _, c := range []struct {
		args  sexp.Plist
		hits  []MemoryHit
		late  int
		query MemoryQuery
		says  string
		flows []engine.Flow
	}{
		{args: plist("QUERY", "port"), query: MemoryQuery{Text: "port", Limit: 10}, says: "No note matches.\n"},
		{args: plist("QUERY", "port", "SCOPE", "all", "LIMIT", 3, "TODO", "DONE", "TAGS", texts(":net:")), late: 2,
			query: MemoryQuery{Text: "port", Limit: 3, TODO: "DONE", Tags: []string{"net"}, All: true},
			hits:  []MemoryHit{full, hit("k5", engine.OriginUntrusted)},
			says: "{k3f} TODO Port :net:a: (2026-11-02)\n  It is\n  8080.\n" +
				"{k5} Port (2026-11-02; untrusted)\n  It is\n  8080.\n" +
				"[2 files have not been read again since it may have changed]\n",
			flows: []engine.Flow{{Subject: "the note {k5}"}}},
	} {
		k := &kept{hits: c.hits, behind: c.late}
		tool := named(t, Options{Memory: k}, "memory-search")
		res, err := runCleared(t, tool, enginetest.Call(t, tool.Spec, c.args, factsIn("/")))
		wantText(t, res, err, c.says)
		if diff := cmp.Diff([]MemoryQuery{c.query}, k.queries); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(c.flows, res.Flows); diff != "" {
			t.Error(diff)
		}
	}
	tool := named(t, Options{Memory: &kept{}}, "memory-search")
	for args, wrong := range map[string]string{"": "the query is empty", "x": ":SCOPE is one of here, all"} {
		_, err := tool.Spec.Effects(plist("QUERY", args, "SCOPE", "memex"), factsIn("/"))
		wantError(t, err, wrong)
	}
	e, err := tool.Spec.Effects(plist("QUERY", "x", "SCOPE", "all"), factsIn("/"))
	if err != nil || len(e.Recalls) != 1 || e.Recalls[0].Scope != effect.MemoryAll || !e.Harmless() {
		t.Errorf("%+v, %v", e, err)
	}
}

// What fails says so; and without a memory there are no such tools.
func TestMemoryFails(t *testing.T) {
	k := &kept{err: errors.New("the disk is full")}
	_, err := call(t, Options{Memory: k}, "/", "remember", "TEXT", "x")
	wantError(t, err, "nothing was remembered", "the disk is full")
	_, err = call(t, Options{Memory: k}, "/", "memory-search", "QUERY", "x")
	wantError(t, err, "could not be searched", "the disk is full")
	for _, tool := range Builtin(Options{}) {
		if tool.Spec.Name == "remember" || tool.Spec.Name == "memory-search" {
			t.Errorf("%s is there without a memory", tool.Spec.Name)
		}
	}
}

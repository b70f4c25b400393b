package approval

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
	"pp/sexp"
)

// anyText is any bytes, as names of files may be.
func anyText(t *rapid.T, label string) string {
	return string(rapid.SliceOfN(rapid.Byte(), 0, 12).Draw(t, label))
}

func drawTime(t *rapid.T, label string) time.Time {
	return time.Unix(rapid.Int64Range(0, 4e9).Draw(t, label), rapid.Int64Range(0, 999999999).Draw(t, label+" ns")).UTC()
}

func drawPlan(t *rapid.T) Plan {
	p := Plan{ID: "20260102-030405-0a1b2c3d", Token: "k7qp-3mxd-9wz2", State: StatePlan, Dir: anyText(t, "dir"),
		Conversation: Conversation{Consensus: rapid.IntRange(0, 3).Draw(t, "consensus"),
			Meta: engine.Meta{Source: engine.Target(rapid.SampledFrom([]string{"CLI", "TELEGRAM", ""}).Draw(t, "source")),
				Session: anyText(t, "session")}},
		Workspace: effect.Workspace{Root: anyText(t, "root"), Why: anyText(t, "why")},
		Seal:      Seal{Created: drawTime(t, "created"), Expires: drawTime(t, "expires")}}
	copy(p.Digest[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "digest"))
	for range rapid.IntRange(0, 2).Draw(t, "added") {
		p.Workspace.Added = append(p.Workspace.Added, anyText(t, "added root"))
	}
	for range rapid.IntRange(0, 2).Draw(t, "cascade") {
		p.Cascade = append(p.Cascade, anyText(t, "provider"))
	}
	for range rapid.IntRange(0, 2).Draw(t, "asks") {
		p.Asks = append(p.Asks, Asked{Gate: anyText(t, "gate"), Rule: anyText(t, "rule"), Reason: anyText(t, "reason"),
			Subject: anyText(t, "subject"),
			Kind:    effect.Kind(rapid.IntRange(0, 13).Draw(t, "kind")), WaivedBy: anyText(t, "waived")})
	}
	p.Action = engine.Action{Explanation: rapid.String().Draw(t, "explanation")}
	switch rapid.IntRange(0, 2).Draw(t, "op") {
	case 0:
		p.Action.Target, p.Action.Op = engine.TargetShell, engine.Run{Command: "x" + rapid.String().Draw(t, "command"),
			Limit: time.Duration(rapid.IntRange(0, 86400).Draw(t, "limit")) * time.Second}
	case 1:
		p.Action.Target, p.Action.Op = engine.TargetTool, engine.Call{Tool: "write-file",
			Args: sexp.Plist{}.With("CONTENT", sexp.String(rapid.String().Draw(t, "content"))).With("FILEPATH",
				sexp.String("a"))}
	case 2:
		p.Action.Target, p.Action.Op = engine.TargetSystem, engine.Eval{Code: rapid.String().Draw(t, "code")}
	}
	if rapid.Bool().Draw(t, "did") {
		number := func(label string) int { return rapid.IntRange(0, 9).Draw(t, label) }
		p.Did = Did{Layer: "l" + anyText(t, "layer"), New: number("new"), Modified: number("modified"),
			Deleted: number("deleted"), Added: number("lines"), Removed: number("lines gone")}
		copy(p.Did.Sum[:], rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "sum"))
		for range rapid.IntRange(0, 2).Draw(t, "changes made") {
			p.Did.Changes = append(p.Did.Changes, Change{Kind: engine.ChangeKind(rapid.IntRange(0, 3).Draw(t, "kind")),
				Path: anyText(t, "path"), Added: number("added"), Removed: number("removed"), Asks: anyText(t, "why"),
				Never: rapid.Bool().Draw(t, "never")})
		}
	}
	p.Changed = p.Created
	return p
}

func readBack(data []byte) (Plan, error) {
	var p Plan
	_, err := store.Scan(bytes.NewReader(data), planLimits(), p.take)
	return p, err
}

func planRecord(p Plan) sexp.Plist { return store.Encode(p.fields) }

func stateRecord(s State, when time.Time, note string) sexp.Plist {
	p := Plan{State: s, Changed: when, Note: note}
	return store.Encode(p.stateFields)
}

func ruleRecord(r Rule) sexp.Plist { return store.Encode(r.fields) }

func TestPlanRecordsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawPlan(t)
		data, err := store.AppendRecord(nil, planRecord(want), planLimits())
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			want.State = State(rapid.IntRange(1, 6).Draw(t, "state"))
			want.Changed, want.Note = drawTime(t, "changed"), anyText(t, "note")
			if data, err = store.AppendRecord(data, stateRecord(want.State, want.Changed, want.Note), planLimits()); err != nil {
				t.Fatal(err)
			}
		}
		got, err := readBack(data)
		if err != nil {
			t.Fatal(err)
		}
		essence := cmp.Comparer(func(a, b engine.Action) bool { return a.Canonical() == b.Canonical() })
		if diff := cmp.Diff(want, got, essence, cmpopts.IgnoreUnexported(Asked{}), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func samplePlan() Plan {
	return Plan{ID: "20260102-030405-0a1b2c3d", Token: "k7qp-3mxd-9wz2", State: StatePlan, Dir: "/w",
		Workspace: effect.Workspace{Root: "/w"}, Conversation: talk,
		Action: engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: "make"}, Explanation: "to build it all"},
		Asks: []Asked{{Gate: "dispatcher", Rule: "high-impact", Reason: "Runs make", Kind: effect.KindRun,
			Subject: "make"}},
		Seal: Seal{Created: newClock().at, Expires: newClock().at.Add(time.Hour)}, Changed: newClock().at}
}

func TestPlanRecordsAreRefused(t *testing.T) {
	good := planRecord(samplePlan())
	approved := sexp.Plist{}.With("TYPE", sexp.Keyword("REQUEST")).With("TARGET", sexp.Keyword("SHELL")).
		With("PAYLOAD", sexp.Plist{}.With("CMD", sexp.String("rm")).With("APPROVED", sexp.T).Value())
	for name, p := range map[string]sexp.Plist{
		"another form":        good.With("PLAN", sexp.Int(2)),
		"no ID":               good.Without("ID"),
		"an ID out of place":  good.With("ID", sexp.String("../../../20260102-0")),
		"no token":            good.Without("TOKEN"),
		"a token by hand":     good.With("TOKEN", sexp.String("K7QP-3MXD-9WZ2")),
		"no digest":           good.Without("DIGEST"),
		"no end":              good.Without("EXPIRES"),
		"an end that is none": good.With("EXPIRES", sexp.String("never")),
		"no action":           good.Without("ACTION"),
		"an approved action":  good.With("ACTION", approved.Value()),
		"no asks":             good.Without("ASKS"),
		"an unknown kind":     good.With("ASKS", sexp.NewList(sexp.Plist{}.With("KIND", sexp.Keyword("MAGIC")).Value())),
		"a state first":       stateRecord(StateDone, newClock().at, ""),
	} {
		data, err := store.AppendRecord(nil, p, planLimits())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := readBack(data); err == nil {
			t.Errorf("%s: read as %+v", name, got)
		}
	}
	data, _ := store.AppendRecord(nil, good, planLimits())
	bad, _ := store.AppendRecord(data, sexp.Plist{}.With("STATE", sexp.Keyword("BLESSED")).With("AT",
		sexp.String("2026-01-02T03:04:05Z")), planLimits())
	if got, err := readBack(bad); err == nil {
		t.Errorf("an unknown state was read as %+v", got)
	}
}

func FuzzPlanRecord(f *testing.F) {
	f.Add(sexp.Print(planRecord(samplePlan()).Value()))
	f.Add(sexp.Print(stateRecord(StateDenied, newClock().at, "no").Value()))
	f.Add(sexp.Print(ruleRecord(numberedRule(ruleFor(3), 1)).Value()))
	f.Add(`(:PLAN 1 :ID "20260102-030405-0a1b2c3d")`)
	f.Fuzz(func(t *testing.T, src string) {
		v, err := sexp.Read(src, sexp.Limits{})
		if err != nil {
			return
		}
		rec, err := sexp.AsPlist(v)
		if err != nil {
			return
		}
		var p Plan
		if p.take(rec) == nil {
			data, err := store.AppendRecord(nil, planRecord(p), planLimits())
			if err != nil {
				t.Fatal(err)
			}
			if back, err := readBack(data); err != nil || back.Action.Canonical() != p.Action.Canonical() ||
				back.Digest != p.Digest {
				t.Fatalf("%+v came back as %+v, %v", p, back, err)
			}
		}
		var b book
		if b.take(rec) == nil && len(b.rules) == 1 {
			if b.rules[0].check() != nil || !b.rules[0].Grant.Learned {
				t.Fatalf("a rule was read that cannot be learned: %+v", b.rules[0])
			}
			var back book
			if err := back.take(ruleRecord(b.rules[0])); err != nil {
				t.Fatal(err)
			}
			if !back.rules[0].same(b.rules[0]) {
				t.Fatalf("%+v came back as %+v", b.rules[0], back.rules[0])
			}
		}
	})
}

func numberedRule(r Rule, n int) Rule {
	r.Grant.ID, r.Grant.Learned, r.Since = "r"+string(rune('0'+n)), true, newClock().at
	return r
}

func TestRuleRecordsAreRefused(t *testing.T) {
	good := ruleRecord(numberedRule(ruleFor(1), 1))
	kind := func(k effect.Kind) sexp.Value { return sexp.NewList(kindValue(k)) }
	for name, p := range map[string]sexp.Plist{
		"another form": good.With("RULE", sexp.Int(2)), "no ID": good.Without("ID"),
		"an ID of none": good.With("ID", sexp.String("r01")), "no time": good.Without("SINCE"),
		"no kinds": good.Without("KINDS"), "no tool": good.Without("TOOL"), "any command": good.Without("WORDS"),
		"any program":     good.With("WORDS", sexp.NewList(sexp.String("*"))),
		"a gap":           good.With("WORDS", sexp.NewList(sexp.String("git"), sexp.String("*"), sexp.String("push"))),
		"words of a tool": good.With("TOOL", sexp.String("read-file")),
		"deletion":        good.With("KINDS", kind(effect.KindDelete)), "opaque": good.With("KINDS", kind(effect.KindOpaque)),
		"escalation": good.With("KINDS", kind(effect.KindEscalate)), "hazards": good.With("KINDS", kind(effect.KindHazard)),
		"any path": good.With("KINDS", kind(effect.KindWrite)), "any host": good.With("KINDS", kind(effect.KindConnect)),
		"a script without content":    good.With("SCRIPT", sexp.String("/w/x")),
		"content without a script":    good.With("CONTENT", sexp.String("00")),
		"a repository without a file": good.With("REPOSITORY", sexp.String("/w")),
		"a text that is none":         good.With("PLACE", sexp.Int(1)),
	} {
		var b book
		if err := b.take(p); err == nil {
			t.Errorf("%s: read as %+v", name, b.rules)
		}
	}
	var b book
	if err := errors.Join(b.take(good), b.take(good)); err == nil {
		t.Error("one ID was given twice")
	}
	if err := b.take(sexp.Plist{}); err == nil {
		t.Error("an empty record was read")
	}
	other := numberedRule(ruleFor(1), 2)
	if err := b.take(store.Encode(other.revocation)); err == nil {
		t.Error("a record about no rule was read")
	}
}

package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"

	"pp/cli/command"
	"pp/engine"
	"pp/engine/approval"
)

// sortCorpus takes the commands of the corpora apart into those that are to be
// denied, and of the others those that ask.
func sortCorpus(t *testing.T, judge approval.Judge, names []string) (denied, asking []engine.Action) {
	t.Helper()
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(bytes.NewReader(data))
		lines.Buffer(nil, 4<<20)
		for lines.Scan() {
			var l struct{ Cmd, Want string }
			if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
				t.Fatal(err)
			}
			action := command.ShellAction(l.Cmd)
			switch {
			case l.Want == engine.Deny.String():
				denied = append(denied, action)
			case judge(action, nil).Decision == engine.Ask:
				asking = append(asking, action)
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
	return denied, asking
}

// outline is what a verdict says, without what changes by itself: some commands
// of the corpora name each process that runs.
func outline(v engine.Verdict) string {
	s := v.Decision.String() + " " + v.Action.Canonical()
	for _, step := range v.Trace {
		s += "\n" + step.Gate + " " + step.Decision.String() + " " + step.Rule
	}
	return s
}

// TestNoLearnableRuleAllowsWhatIsDenied: whatever of the corpora "always" can be
// answered to, the rule that is kept allows nothing that is to be denied, and
// once it is taken back every verdict is the one of before. With PP_LONG=1 four times as many are drawn.
func TestNoLearnableRuleAllowsWhatIsDenied(t *testing.T) {
	names := corpus(t)
	b := newPlace(t).agent() // changes the working directory
	denied, asking := sortCorpus(t, b.Judge.With, names)
	builtin, err := approval.Corpus()
	if err != nil {
		t.Fatal(err)
	}
	for _, action := range builtin {
		if b.Judge.With(action, nil).Decision == engine.Ask {
			asking = append(asking, action)
		}
	}
	place := approval.PlaceOf(b.Settings.Where.Workspace, b.Settings.Where.Dir)
	if checks := flag.Lookup("rapid.checks"); os.Getenv("PP_LONG") != "1" && checks.Value.String() == checks.DefValue {
		_ = checks.Value.Set("25")
		defer func() { _ = checks.Value.Set(checks.DefValue) }() // no other test runs at the same time
	}
	drawn, learned := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		drawn++
		dir := filepath.Join(b.Settings.Where.Home, rapid.StringMatching("[a-z]{12}").Draw(t, "store"))
		rules := approval.NewRules(dir, approval.Options{Clock: time.Now})
		view := b.Settings.Facts(b.InForce.Table()).FS
		for range rapid.IntRange(1, 4).Draw(t, "rules") {
			action := rapid.SampledFrom(asking).Draw(t, "action")
			list, err := approval.GeneraliseAll(b.Judge.With(action, nil), approval.ThisProgram, approval.ForGood, view)
			if err != nil {
				continue
			}
			for _, r := range list {
				r.Place = place
				if _, err := rules.Learn(context.Background(), r, "a test", b.Judge.With); err == nil {
					learned++
				}
			}
		}
		grants, err := rules.Grants(place, view)
		if err != nil {
			t.Fatal(err)
		}
		tried := rapid.SliceOfN(rapid.SampledFrom(denied), 20, 20).Draw(t, "denied")
		tried = append(tried, rapid.SliceOfN(rapid.SampledFrom(asking), 5, 5).Draw(t, "asking")...)
		before := make([]string, len(tried))
		for i, action := range tried {
			without, with := b.Judge.With(action, nil), b.Judge.With(action, grants)
			before[i] = outline(without)
			if i < 20 && with.Decision == engine.Allow || without.Decision == engine.Deny && with.Decision != engine.Deny {
				t.Fatalf("%s is allowed by %+v", action.Essence(), grants)
			}
		}
		all, err := rules.List()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range all {
			if _, err := rules.Revoke(context.Background(), r.Grant.ID, ""); err != nil {
				t.Fatal(err)
			}
		}
		// As another process sees it.
		after, err := approval.NewRules(dir, approval.Options{Clock: time.Now}).Grants(place, view)
		if err != nil || len(after) > 0 {
			t.Fatalf("%d rules are left, %v", len(after), err)
		}
		for i, action := range tried {
			if now := outline(b.Judge.With(action, after)); before[i] != now {
				t.Fatalf("%s\nis now\n%s", before[i], now)
			}
		}
	})
	t.Logf("%d rules in %d draws", learned, drawn)
	if learned*20 < drawn {
		t.Errorf("only %d rules were learned in %d draws", learned, drawn)
	}
}

package approval

import (
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

// keptAll is that everything could be had again.
type keptAll struct{}

// Recoverable implements engine.Recoverer.
func (keptAll) Recoverable(string) bool   { return true }
func (keptAll) Ignored(string, bool) bool { return false }

// The scopes go from narrow to wide; what cannot be had says why, and what is no wider is left out.
func TestOffers(t *testing.T) {
	d := newDesk()
	const edits = "Files in /w, except those that run without you starting them, may be written and given other modes " +
		"and times"
	const deleted = ", and deleted where git has them or this run made them,"
	file := func(row string, kind effect.Kind, name string) engine.Finding {
		return engine.Finding{Decision: engine.Ask, Row: row, Waivable: true,
			Effect: effect.Effect{Kind: kind, Subject: name}}
	}
	made := []engine.Finding{file("write-workspace", effect.KindWrite, "/w/a")}
	for _, tt := range []struct {
		action engine.Action
		did    []engine.Finding
		scope  Scope
		want   []string // the beginnings of the offers
	}{
		{call("write-file", "FILEPATH", "a/b.txt"), nil, ForGood, []string{"write-file may write /w/sub/a/b.txt without",
			"write-file may write anything below /w/ without", edits + " without"}},
		{call("write-file", "FILEPATH", "a/b.txt"), nil, ForSession, []string{"write-file may write /w/sub/a/b.txt without",
			"write-file may write anything below /w/ without", edits + deleted}},
		{call("write-file", "FILEPATH", "/srv/data/x/b.txt"), nil, ForSession, []string{
			"write-file may write /srv/data/x/b.txt",
			"write-file may write anything below /srv/data/x/"}},
		{run("git push origin"), nil, ForGood, []string{"The command `git push origin` may run",
			"A command that begins with `git push` may run"}},
		{run("frob A"), nil, ForGood, []string{"The command `frob A` may run"}},
		{run("frob A"), made, ForGood, []string{"The command `frob A` may run", edits + " without"}},
		{run("./run.sh fast"), nil, ForGood, []string{"The command `./run.sh fast` may run without asking, in /w, while"}},
		{run("rm a.txt"), nil, ForGood, []string{"- it deletes"}},
		{run("rm a.txt"), nil, ForSession, []string{"The command `rm a.txt` may", "- it deletes"}},
		{run("echo $X"), nil, ForGood, []string{"- only a person can allow it, each time"}},
		{run("echo $X"), made, ForGood, []string{"- only a person can allow it, each time", edits + " without"}},
		{run("echo $X"), append(made, file("delete-workspace", effect.KindDelete, "/w/b")), ForSession,
			[]string{"- only a person can allow it, each time", edits + deleted}},
		{run("echo $X"), append(made, file("delete-workspace", effect.KindDelete, "/w/b")), ForGood,
			[]string{"- only a person can allow it, each time"}},
		{run("echo $X"), append(made, file("left-git", effect.KindWrite, "/w/.git")), ForSession,
			[]string{"- only a person can allow it, each time"}},
	} {
		v := d.judge(tt.action, nil)
		v.Facts.Kept = keptAll{}
		var got []string
		for _, o := range Offers([]engine.Verdict{v}, tt.did, tt.scope, d.files) {
			text := ""
			for _, r := range o.Rules {
				text += r.Sentence() + " "
			}
			if o.Err != nil {
				text = "- " + strings.TrimPrefix(o.Err.Error(), LearnError("").Error())
			}
			got = append(got, text)
		}
		if !slices.EqualFunc(got, tt.want, strings.HasPrefix) {
			t.Errorf("%s:\n got %q\nwant %q", tt.action.Essence(), got, tt.want)
		}
	}
}

// A rule for edits stands for those and for nothing else: it is tried, kept, read again, and
// refused where it is for more.
func TestRuleForEdits(t *testing.T) {
	d := newDesk()
	v := d.judge(call("write-file", "FILEPATH", "a.txt"), nil)
	list := Offers([]engine.Verdict{v}, nil, ForGood, d.files)
	rule := list[len(list)-1].Rules[0]
	dir := t.TempDir()
	kept, err := NewRules(dir, options(newClock(), 1)).Learn(t.Context(), rule, "a test", d.judge)
	if err != nil || !kept.Grant.Edits {
		t.Fatalf("%+v, %v", kept, err)
	}
	again := NewRules(dir, options(newClock(), 1))
	grants, err := again.Grants("/w", d.files)
	if err != nil || len(grants) != 1 || !grants[0].Edits {
		t.Fatalf("%+v, %v", grants, err)
	}
	for _, tt := range []struct {
		action engine.Action
		want   engine.Decision
	}{{call("write-file", "FILEPATH", "other/b.txt"), engine.Allow},
		{call("write-file", "FILEPATH", "/srv/x"), engine.Ask},

		{call("write-file", "FILEPATH", "/w/Makefile"), engine.Allow},
		{call("write-file", "FILEPATH", "/w/.envrc"), engine.Ask}, {call("write-file", "FILEPATH", "/tmp/x"), engine.Ask},
		{call("write-file", "FILEPATH", "/w/.git/hooks/x"), engine.Deny}, {run("rm a.txt"), engine.Ask},
		{call("read-file", "FILEPATH", "/home/u/x"), engine.Ask}, {run("frob"), engine.Ask}} {
		if w := d.judge(tt.action, grants); w.Decision != tt.want {
			t.Errorf("%s: %s", tt.action.Essence(), w.Sentence())
		}
	}
	if elsewhere, err := again.Grants("/other", d.files); err != nil || len(elsewhere) > 0 {
		t.Errorf("%v, %v", elsewhere, err)
	}
	for name, change := range map[string]func(r *Rule){
		"elsewhere":   func(r *Rule) { r.Grant.Pattern.Path = "/" },
		"everywhere":  func(r *Rule) { r.Place = "" },
		"a tool":      func(r *Rule) { r.Grant.Pattern.Tool = "shell" },
		"deletion":    func(r *Rule) { r.Grant.Kinds = append(slices.Clone(r.Grant.Kinds), effect.KindDelete) },
		"connections": func(r *Rule) { r.Grant.Kinds = []effect.Kind{effect.KindConnect} },
	} {
		r := rule
		change(&r)
		if _, err := again.Learn(t.Context(), r, "a test", d.judge); err == nil {
			t.Errorf("a rule for %s was learned", name)
		}
	}
}

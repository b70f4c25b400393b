package tools

import (
	"strings"
	"testing"

	"pp/engine/memory/org"
	"pp/sexp"
)

const partly = "#+TITLE: Plan\n* open :work:\nsaid\n* closed :private:\nkept SECRETWORD\n** below\nkept too\n" +
	"* open too\nsaid too\n"

// What is private is in the result of no tool, which says how much it left out.
func TestPrivate(t *testing.T) {
	dir := scratch(t, map[string]string{
		"plan.org":        partly,
		"all.org":         "#+FILETAGS: :private:\n* a SECRETWORD\n",
		"diary/today.txt": "SECRETWORD\n",
		"sub/diary.txt":   "SECRETWORD too\n",
		"other.txt":       "said\n",
		"open.org":        "* open\nsaid\n",
	})
	o := Options{Private: org.Privacy{Tags: []string{"private"},
		Paths: []string{dir + "/diary", dir + "/sub/diary.txt"}}}
	const left = "1 private subtree left out"
	for _, c := range []struct {
		tool string
		args []any
		want string
	}{
		{"read-file", []any{"FILEPATH", "plan.org"}, "#+TITLE: Plan\n* open :work:\nsaid\n* open too\nsaid too\n[" + left +
			", and its lines are not counted]\n"},
		{"read-file", []any{"FILEPATH", "plan.org", "START", 4, "END", 4, "NUMBERS", sexp.T}, "4\t* open too\n[" + left +
			", and its lines are not counted]\n"},
		{"read-file", []any{"FILEPATH", "all.org"}, "all.org has nothing that is not private: " + left + "."},
		{"read-file", []any{"FILEPATH", "open.org"}, "* open\nsaid\n"},
		{"search-files", []any{"PATTERN", "said|SECRETWORD|kept"}, "open.org\n2: said\nother.txt\n1: said\n" +
			"plan.org\n3: said\n5: said too\n[2 private files or directories left out; 2 private subtrees left out]\n"},
		{"search-files", []any{"PATTERN", "SECRETWORD", "PATH", "plan.org"}, "No line in 1 file matches SECRETWORD.\n[" +
			left + "]\n"},
		{"find-files", []any{"PATTERN", "*"}, "all.org\nopen.org\nother.txt\nplan.org\nsub/\n" +
			"[2 private files or directories left out]\n"},
		{"list-directory", []any{"PATH", "."}, "all.org\nopen.org\nother.txt\nplan.org\nsub/\n" +
			"[1 private file or directory left out]\n"},
		{"list-directory", []any{"PATH", "sub"}, "sub is empty.\n[1 private file or directory left out]\n"},
	} {
		res, err := call(t, o, dir, c.tool, c.args...)
		wantText(t, res, err, c.want)
		if strings.Contains(res.Text, "SECRETWORD") && !strings.Contains(res.Text, "matches SECRETWORD") {
			t.Errorf("%s %v tells %q", c.tool, c.args, res.Text)
		}
	}
}

// An edit changes what is beside a private subtree, and tells nothing of it.
func TestEditBesidePrivate(t *testing.T) {
	rules := org.Privacy{Tags: []string{"private"}}
	for _, c := range []struct{ text, before, after, want, wrong string }{
		{partly, "said too", "told", strings.Replace(partly, "said too", "told", 1), ""},
		{partly, "said\n", "", strings.Replace(partly, "said\n", "", 1), ""},
		{partly, "* open too", "* DONE open too", strings.Replace(partly, "* open too", "* DONE open too", 1), ""},
		{partly, "kept", "x", "", "the old text is not in plan.org"},
		{partly, "SECRETWORD", "x", "", "the old text is not in plan.org"},
		{partly, "kept too\n* open too", "x", "", "the old text is not in plan.org"},
		{partly, "said\n* open too", "x", "", "goes over a private subtree"},
		{partly, "said\n", "said", "", "would change a private subtree"},
		{partly, "* open :work:\nsaid\n", "* open\n#+FILETAGS: :private:\n", "#+TITLE: Plan\n* open\n" +
			"#+FILETAGS: :private:\n* closed :private:\nkept SECRETWORD\n** below\nkept too\n* open too\nsaid too\n", ""},
		{"x :private:\n* a\n** b :private:\nkept\n", "* a\n", "", "x :private:\n** b :private:\nkept\n", ""},
		{"* a\nx\n* b :private:\nx\n", "x", "y", "* a\ny\n* b :private:\nx\n", ""},
		{"* a\nx\n* b :private:\nkept", "x\n", "y\n", "* a\ny\n* b :private:\nkept", ""},
	} {
		got, _, err := editingOf(rules, "/w/plan.org", "plan.org", c.text).edit(c.before, c.after)
		switch {
		case c.wrong != "":
			wantError(t, err, c.wrong)
			if strings.Contains(err.Error(), "SECRETWORD") {
				t.Errorf("%q tells what is private", err)
			}
		case err != nil || got != c.want:
			t.Errorf("%q to %q: %q, %v; want %q", c.before, c.after, got, err, c.want)
		}
	}
}

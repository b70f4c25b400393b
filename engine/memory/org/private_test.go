package org_test

import (
	"strings"
	"testing"

	"pp/engine/memory/org"
)

var rules = org.Privacy{Tags: []string{"private", "@personal"}, Paths: []string{"/home/ann/diary", "/w/x.org",
	"/w/*.key.txt", "/w/[a]/p?"}}

func TestNames(t *testing.T) {
	for name, want := range map[string]struct{ whole, holds bool }{
		"/home/ann/diary":           {whole: true},
		"/home/ann/diary/a/b.txt":   {whole: true},
		"/w/a.key.txt":              {whole: true},
		"/w/d/a.key.txt":            {},
		"/w/a/p1/deep/x":            {whole: true},
		"/home/ann/diary2":          {},
		"/home/ann":                 {},
		"/w/x.org":                  {whole: true, holds: true},
		"/w/y.org":                  {holds: true},
		"/w/y.ORG":                  {holds: true},
		"/w/y.org_archive":          {holds: true},
		"/w/y.org~":                 {holds: true},
		"/w/#y.org#":                {holds: true},
		"/w/y.org.~12~":             {holds: true},
		"/w/y.org.bak":              {holds: true},
		"/w/.org":                   {holds: true},
		"/w/y.organization":         {},
		"/w/gnu.orgs":               {},
		"/w/org":                    {},
		"/w/dir.org/readme.md":      {},
		"/w/y.orgé":                 {},
		"/w/y.md":                   {},
		"/home/ann/diary/today.org": {whole: true, holds: true},
	} {
		if got := rules.Whole(name); got != want.whole {
			t.Errorf("%s is private: %v", name, got)
		}
		if got := rules.MayHold(name); got != want.holds {
			t.Errorf("%s may hold private subtrees: %v", name, got)
		}
	}
}

func TestStrip(t *testing.T) {
	for _, c := range []struct {
		name, text, want string
		left             int
	}{
		{"/w/a.org", "* a\nopen\n", "* a\nopen\n", 0},
		{"/w/a.org", "* a\nopen\n* b :private:\nkept\n** c\nkept\n* d\n", "* a\nopen\n* d\n", 1},
		{"/w/a.org", "* a\n** b :x:Private:\nkept\n** c\n* d :crypt:\nkept", "* a\n** c\n", 2},
		{"/w/a.org", "* a :@personal:\r\nkept\r\n* b\r\n", "* b\r\n", 1},
		{"/w/a.org", "#+FILETAGS: :work:private:\n* a\nkept\n", "", 1},
		{"/w/a.org_archive", "* a\n:PROPERTIES:\n:ARCHIVE_ITAGS: work private\n:END:\nkept\n* b\n", "* b\n", 1},
		{"/w/a.org_archive", "* a :private:\n** b\n:PROPERTIES:\n:ARCHIVE_ITAGS: crypt\n:END:\n* c\n", "* c\n", 1},
		{"/w/a.txt", "* b :private:\nopen\n", "* b :private:\nopen\n", 0},
		{"/w/x.org", "* open\n", "", 1},
		{"/home/ann/diary/a.txt", "open", "", 1},
		{"/w/a.org", strings.Repeat("x", org.MaxPrivate+1), "", 1},
		{"/w/a.org", "", "", 0},
	} {
		if out, left := rules.Strip(c.name, c.text); out != c.want || left != c.left {
			t.Errorf("%s %.60q: %.60q, %d left out; want %.60q, %d", c.name, c.text, out, left, c.want, c.left)
		}
	}
	if got := (org.Privacy{}).Parts("* a :crypt:\n"); got != 1 {
		t.Errorf("what is to be encrypted is private without rules too: %d", got)
	}
	for text, want := range map[string]int{"* a\x00b": 1, "* a": 0, strings.Repeat("x", org.MaxPrivate+1): 1} {
		if got := rules.Parts(text); got != want {
			t.Errorf("%.20q has %d private parts, want %d", text, got, want)
		}
	}
}

// Whatever the text, what is left has nothing private in it, and all that is left out is.
func FuzzStrip(f *testing.F) {
	for _, text := range []string{"* a :private:\n** b\n* c\n", "#+FILETAGS: :crypt:\n", "x\n* y :@personal:",
		"* a\n:PROPERTIES:\n:ARCHIVE_ITAGS: private\n:END:\n", "*** a :private:\n** b :private:\n* c\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		for _, s := range rules.Spans(text) {
			if s.Start < at || s.End <= s.Start && text != "" || s.End > len(text) {
				t.Fatalf("%+v after %d in %q", s, at, text)
			}
			at = s.End
		}
		out, left := rules.StripOrg(text)
		if again, more := rules.StripOrg(out); more != 0 || again != out {
			t.Errorf("%q of %q still has %d private parts", out, text, more)
		}
		if left == 0 && out != text {
			t.Errorf("%q became %q although nothing was left out", text, out)
		}
	})
}

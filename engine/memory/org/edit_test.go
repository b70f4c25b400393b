package org_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/engine/memory/org"
)

func TestApply(t *testing.T) {
	text, err := org.Apply("abc", []org.Edit{{org.Span{Start: 3, End: 3}, "!"}, {org.Span{Start: 1, End: 2}, "B"},
		{org.Span{Start: 1, End: 1}, "-"}, {org.Span{Start: 3, End: 3}, "?"}})
	if err != nil || text != "a-Bc!?" {
		t.Errorf("%q, %v", text, err)
	}
	for _, edits := range [][]org.Edit{
		{{org.Span{Start: 0, End: 2}, ""}, {org.Span{Start: 1, End: 3}, ""}}, {{org.Span{Start: 2, End: 4}, ""}},
		{{org.Span{Start: 2, End: 1}, ""}}, {{org.Span{Start: -1, End: 1}, ""}},
	} {
		if _, err := org.Apply("abc", edits); !errors.Is(err, org.ErrEdit) {
			t.Errorf("%v: %v", edits, err)
		}
	}
}

func TestEdits(t *testing.T) {
	type edit func(*org.Document) ([]org.Edit, error)
	todo := func(k string) edit { return func(d *org.Document) ([]org.Edit, error) { return d.SetTODO(0, k) } }
	tag := func(tag string, on bool) edit {
		return func(d *org.Document) ([]org.Edit, error) { return d.SetTag(0, tag, on) }
	}
	property := func(name, value string) edit {
		return func(d *org.Document) ([]org.Edit, error) { return d.SetProperty(0, name, value) }
	}
	plan := func(what, when string) edit {
		return func(d *org.Document) ([]org.Edit, error) { return d.SetPlanning(0, what, when) }
	}
	insert := func(text string) edit { return func(d *org.Document) ([]org.Edit, error) { return d.Insert(0, text) } }
	replace := func(text string) edit { return func(d *org.Document) ([]org.Edit, error) { return d.Replace(0, text) } }
	move := func(i, under int) edit { return func(d *org.Document) ([]org.Edit, error) { return d.Move(i, under) } }
	const refused = "\x00"
	for _, tt := range []struct {
		name, text string
		do         edit
		want       string
	}{
		{"a keyword, with CR LF", "* X\r\n", todo("DONE"), "* DONE X\r\n"},
		{"tags stay in their column", "* TODO X    :a:\n", todo("DONE"), "* DONE X    :a:\n"},
		{"without one they do, too", "* TODO X    :a:\n", todo(""), "* X         :a:\n"},
		{"reopened", "* DONE X\nCLOSED: [2026-01-02 Fri] DEADLINE: <2026-01-03 Sat>\n", todo("TODO"),
			"* TODO X\nDEADLINE: <2026-01-03 Sat>\n"},
		{"a title that is empty", "*   \n", todo("TODO"), "*   TODO \n"},
		{"not a keyword here", "* X\n", todo("NEXT"), refused},
		{"what is left would be a keyword", "* TODO DONE X\n", todo(""), refused},
		{"a tag that is there", "* X :a:\n", tag("a", true), "* X :a:\n"},
		{"a tag in its column", "* X   :a:\n", tag("b", true), "* X :a:b:\n"},
		{"a tag of an empty headline", "* \n", tag("a", true), "* :a:\n"},
		{"the last tag", "* X\t:a:  \n", tag("a", false), "* X\n"},
		{"no tag", "* X\n", tag("a b", true), refused},
		{"no tag either", "* X\n", tag("", true), refused},
		{"a drawer, with CR LF", "* X\r\nbody\r\n", property("FOO", "1"),
			"* X\r\n:PROPERTIES:\r\n:FOO:      1\r\n:END:\r\nbody\r\n"},
		{"a value of two lines", "* X\n", property("FOO", "1\n* Y"), refused},
		{"a name that ends the drawer", "* X\n", property("end", ""), refused},
		{"a name with a blank", "* X\n", property("A B", "1"), refused},
		{"closed", "* DONE X\nSCHEDULED: <2026-01-02 Fri>\n", plan("closed", "2026-01-05 10:30"),
			"* DONE X\nCLOSED: [2026-01-05 Mon 10:30] SCHEDULED: <2026-01-02 Fri>\n"},
		{"a repeater", "* X\n", plan("DEADLINE", "<2026-01-05 Mon +1w>"), "* X\nDEADLINE: <2026-01-05 Mon +1w>\n"},
		{"no time", "* X\n", plan("DEADLINE", "tomorrow"), refused},
		{"no planning", "* X\n", plan("BIRTHDAY", "2026-01-05"), refused},
		{"two lines of planning", "* X\n", plan("DEADLINE", "<2026-01-05\n* Y>"), refused},
		{"inserted, shifted", "* X\n** A\n* B\n", insert("* N\n** M\ntext"), "* X\n** A\n** N\n*** M\ntext\n* B\n"},
		{"inserted at an end without a line ending", "* X", insert("* N"), "* X\n** N\n"},
		{"inserted text without a headline", "* X\n", insert("text"), refused},
		{"inserted, and escaping", "* X\n", insert("** N\n* M\n"), refused},
		{"replaced", "** X\nold\n*** A\n\n* B\n", replace("* Y\nnew"), "** Y\nnew\n\n* B\n"},
		{"replaced by two", "* X\n", replace("* Y\n* Z\n"), refused},
		{"moved down", "* X\nx\n** A\n* B\n** C\n", move(0, 2), "* B\n** C\n** X\nx\n*** A\n"},
		{"moved up a level", "* X\n** A\n*** B\n", move(2, 0), "* X\n** A\n** B\n"},
		{"moved to the end", "* X\n** A\nb\n* B", move(1, -1), "* X\n* B\n* A\nb\n"},
		{"moved to where it is", "* X\n** A", move(1, 0), "* X\n** A\n"},
		{"moved below itself", "* X\n** A\n", move(0, 1), refused},
		{"no such headline", "* X\n", move(1, 0), refused},
	} {
		t.Run(tt.name, func(t *testing.T) {
			edits, err := tt.do(org.Parse(tt.text))
			if tt.want == refused {
				if !errors.Is(err, org.ErrEdit) {
					t.Errorf("%v, %v", edits, err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := must(org.Apply(tt.text, edits)); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
			if _, err := tt.do(org.ParseMarkdown("# X\n")); !errors.Is(err, org.ErrEdit) {
				t.Errorf("of Markdown: %v", err)
			}
		})
	}
}

// Whatever the text, an edit of a headline changes nothing but its line and what stands
// right below, and is read as it was meant; or it is refused.
func TestEditsChangeNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := org.Parse(generate(rapid.Uint64Range(0, 1<<20).Draw(t, "seed")))
		if len(d.Headlines) == 0 {
			return
		}
		i := rapid.IntRange(0, len(d.Headlines)-1).Draw(t, "headline")
		h := d.Headlines[i]
		var edits []org.Edit
		var err error
		var meant func(org.Headline) bool
		value := rapid.SampledFrom([]string{"", "TODO", "A", "a:b", "tag", "größe", "nil", "x  y", "2026-01-02",
			"<2026-01-02 Fri 10:00>", ":END:", "* x"}).Draw(t, "value")
		name := rapid.SampledFrom([]string{"ID", "FOO", "bar", "a:b", "new", "FOO+"}).Draw(t, "name")
		switch rapid.IntRange(0, 4).Draw(t, "edit") {
		case 0:
			edits, err = d.SetTODO(i, value)
			meant = func(n org.Headline) bool {
				return n.TODO == value && n.Title == h.Title && slices.Equal(n.Tags, h.Tags)
			}
		case 1:
			on := rapid.Bool().Draw(t, "on")
			edits, err = d.SetTag(i, value, on)
			meant = func(n org.Headline) bool { return slices.Contains(n.Tags, value) == on && n.Title == h.Title }
		case 2:
			edits, err = d.SetProperty(i, name, value)
			meant = func(n org.Headline) bool {
				return slices.ContainsFunc(n.Properties, func(p org.Property) bool {
					return strings.EqualFold(p.Name, name) && p.Value == value
				})
			}
		case 3:
			edits, err = d.DeleteProperty(i, name)
			meant = func(n org.Headline) bool {
				return !slices.ContainsFunc(
					n.Properties,
					func(p org.Property) bool { return strings.EqualFold(p.Name, name) },
				)
			}
		case 4:
			edits, err = d.SetPlanning(i, "SCHEDULED", value)
			meant = func(n org.Headline) bool {
				return n.Scheduled == value || strings.HasPrefix(n.Scheduled, "<"+value+" ") && n.Deadline == h.Deadline
			}
		}
		if err != nil {
			return
		}
		text, err := org.Apply(d.Text, edits)
		if err != nil {
			t.Fatal(err)
		}
		n := org.Parse(text)
		if len(n.Headlines) != len(d.Headlines) || !meant(n.Headlines[i]) {
			t.Fatalf("read as %+v:\n%s", n.Headlines[i], text)
		}
		if !strings.HasPrefix(text, d.Text[:h.Start]) || !strings.HasSuffix(text, d.Text[h.Body.Start:]) {
			t.Fatalf("more than the headline changed:\n%s", text)
		}
	})
}

// Moving keeps every line, and every headline its level below the one that is moved.
func TestMovesKeepAllLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := org.Parse(generate(rapid.Uint64Range(0, 1<<20).Draw(t, "seed")) + "\n")
		i := rapid.IntRange(-1, len(d.Headlines)-1).Draw(t, "headline")
		under := rapid.IntRange(-1, len(d.Headlines)-1).Draw(t, "under")
		edits, err := d.Move(i, under)
		if err != nil {
			return
		}
		text, err := org.Apply(d.Text, edits)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := lines(text), lines(d.Text); !slices.Equal(got, want) {
			t.Fatalf("%q, want %q", got, want)
		}
	})
}

// lines gives the lines of a text in some order, headlines with one star.
func lines(text string) []string {
	all := strings.Split(text, "\n")
	for i, line := range all {
		if rest := strings.TrimLeft(line, "*"); strings.HasPrefix(rest, " ") && rest != line {
			all[i] = "*" + rest
		}
	}
	slices.Sort(all)
	return all
}

package org_test

import (
	"crypto/sha256"
	_ "embed"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pp/engine/memory/org"
)

//go:embed testdata/sample.org
var sample string

func titles(d *org.Document, spans []org.Span) []string {
	var all []string
	for _, s := range spans {
		line, _, _ := strings.Cut(d.Text[s.Start:s.End], "\n")
		all = append(all, line)
	}
	return all
}

func TestDocument(t *testing.T) {
	d := org.Parse(sample)
	if d.Title != "A sample" || !slices.Equal(d.Tags, []string{"f"}) || len(d.Headlines) != 8 {
		t.Fatalf("%q, %v, %d headlines", d.Title, d.Tags, len(d.Headlines))
	}
	garden := d.Headlines[1]
	if garden.Title != "Garden" || d.Text[garden.TitleSpan.Start:garden.TitleSpan.End] != "Garden" ||
		garden.TODO != "TODO" ||
		garden.Done || d.Text[garden.Body.Start:garden.Body.End] != "Body.\n" ||
		garden.Parent != 0 {
		t.Errorf("%+v", garden)
	}
	if tags := d.AllTags(1); !slices.Equal(tags, []string{"f", "home", "out"}) {
		t.Error(tags)
	}
	if path := d.Outline(3); !slices.Equal(path, []string{"Home", "Diary", "Monday"}) {
		t.Error(path)
	}
	if d.Headlines[0].ID != "1f" {
		t.Error(d.Headlines[0].ID)
	}
	if h := d.Headlines[5]; d.Hash(5) != sha256.Sum256([]byte("** C\n")) {
		t.Errorf("%+v: %x", h, d.Hash(5))
	}
	for target, want := range map[string][]int{
		"1f": {0}, "Home": {0}, "Home/Garden": {1}, "Home/Diary/Monday": {3}, "A/B": {4}, "A/B/C": {5, 6},
		"Garden": nil, "/Home": nil, "": nil, "Home/": nil, "B": nil, "B/C": nil,
	} {
		if got := d.Find(target); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", target, got, want)
		}
	}
}

func TestPrivate(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		tags, want []string
	}{
		{"a subtree", sample, []string{"private"}, []string{"** Diary :private:", "* Keys :CRYPT:"}},
		{"outermost only", sample, []string{"out", "home", "private"}, []string{"* Home :home:", "* Keys :CRYPT:"}},
		{"crypt without being told", sample, nil, []string{"* Keys :CRYPT:"}},
		{"the whole file", sample, []string{"x", "F"}, []string{"#+TITLE: A sample"}},
		{"a file without a headline", "#+filetags: :a:private:\nx", []string{"private"}, []string{"#+filetags: :a:private:"}},
		{"without a blank", "#+FILETAGS::private:\nx", []string{"private"}, []string{"#+FILETAGS::private:"}},
		{"only the tag", "* x\n* TODO :private:\n", []string{"private"}, []string{"* TODO :private:"}},
		{"behind CR LF", "* x :private:\r\ny\r\n", []string{"private"}, []string{"* x :private:\r"}},
		{"no tag, but a word", "* x :private: y\n* private\n", []string{"private"}, nil},
		{"told in an example only", "#+begin_example\n#+FILETAGS: :p:\n#+end_example\n", []string{"p"}, nil},
		{"behind a mark of byte order", "\ufeff* x :p:\n", []string{"p"}, []string{"* x :p:"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := org.Parse(tt.text)
			if diff := cmp.Diff(tt.want, titles(d, d.Private(tt.tags))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLinks(t *testing.T) {
	text := `[[https://a.org/x\[1\]]] [[id:1][two words]], <https://b.org/?q=1>: https://c.org/z. nohttp://d.org
[[open <not a link> [[a]b]] http:// [[file:x.org::*Head][d [e] f]]`
	d := org.Parse(text)
	var got [][3]string
	for _, l := range d.Links(org.Span{End: len(text)}) {
		got = append(got, [3]string{text[l.Start:l.End], l.Target, l.Description})
	}
	want := [][3]string{
		{`[[https://a.org/x\[1\]]]`, "https://a.org/x[1]", ""}, {"[[id:1][two words]]", "id:1", "two words"},
		{"<https://b.org/?q=1>", "https://b.org/?q=1", ""}, {"https://c.org/z", "https://c.org/z", ""},
		{"[[file:x.org::*Head][d [e] f]]", "file:x.org::*Head", "d [e] f"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestParseMarkdown(t *testing.T) {
	text := "---\ntitle: x\n# no\n---\n# One #\ntext\n## Two\n```sh\n# no\n~~~\n```\nThree\n===\na\nb\n---\n\n---\n" +
		"    # code\n- item\n---\n#no\n###### Six\n#\n> quoted\n---\n ## in by one\r\nend\r\n"
	d := org.ParseMarkdown(text)
	var got []string
	for i, h := range d.Headlines {
		got = append(got, strings.Repeat("#", h.Level)+strings.Join(d.Outline(i), "/"))
	}
	want := []string{"#One", "##One/Two", "#Three", "##Three/a\nb", "######Three/a\nb/Six", "#", "##/in by one"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if h := d.Headlines[3]; text[h.Body.Start:h.Body.End] != "\n---\n    # code\n- item\n---\n#no\n" {
		t.Errorf("%q", text[h.Body.Start:h.Body.End])
	}
}

// What is read of a text with CR LF, or of one behind a byte order mark, is what is read without.
func TestLineEndings(t *testing.T) {
	for seed := range uint64(200) {
		text := generate(seed)
		want, d := seen(org.Parse(text)), org.Parse("\ufeff"+strings.ReplaceAll(text, "\n", "\r\n"))
		got := seen(d)
		back := func(p int) int {
			before := strings.TrimSuffix(d.Text[:p], "\r") // a span may end between the two
			return len(strings.ReplaceAll(strings.TrimPrefix(before, "\ufeff"), "\r\n", "\n"))
		}
		for i := range got.Headlines {
			h := &got.Headlines[i]
			h.Begin, h.End = back(h.Begin), back(h.End)
		}
		if strings.HasPrefix(text, "*") {
			for i := range want.Headlines { // see inherited
				want.Headlines[i].Inherited, got.Headlines[i].Inherited = nil, nil
			}
			want.File, got.File = nil, nil
		}
		if diff := cmp.Diff(want, got, emptyIsNil); diff != "" {
			t.Fatalf("%d: %s\n%s", seed, diff, text)
		}
	}
}

// Time is linear in the size, whatever the text: each of these would take minutes otherwise.
func TestLinear(t *testing.T) {
	const n = 1 << 20
	for _, piece := range []string{"* ", "*", "* a\n", "#+begin_src\n", "#+begin_quote\n", "[[a][", "<a", "[[", "* x :",
		"* x :a:a", "* \n:PROPERTIES:\n", ":PROPERTIES:\n", "http", "CLOSED:", "\n", "a\n---", "```",
		"#+begin_a\n#+end_a\n", "=a ", "[[a][b ", "\\begin{a}\n", "file:a(", "[a](b", "`", "<!--", "src_a{", "@@", "<<a"} {
		text := strings.Repeat(piece, n/len(piece))
		begin := time.Now()
		d := org.Parse(text)
		d.Links(org.Span{End: len(text)})
		d.Private([]string{"a"})
		d.Find("a/a")
		d = org.ParseMarkdown(text)
		d.Links(org.Span{End: len(text)})
		t.Logf("%q: %v", piece, time.Since(begin))
	}
	var deep strings.Builder
	for level := range 2000 {
		deep.WriteString(strings.Repeat("*", level+1) + " x\n")
	}
	d := org.Parse(deep.String())
	if last := len(d.Headlines) - 1; len(d.Outline(last)) != 2000 {
		t.Error(len(d.Outline(last)))
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample)
	for seed := range uint64(20) {
		f.Add(generate(seed))
	}
	f.Add("* a\xff\x00 :\xff:\r\n:PROPERTIES:\r\n:ID: \xfe\r\n:END:")
	f.Fuzz(func(t *testing.T, text string) {
		checkDocument(t, org.Parse(text))
		checkDocument(t, org.ParseMarkdown(text))
		checkBlocks(t, org.Parse(text))
	})
}

// checkDocument checks what holds for every text: the parts of a headline follow one
// another in the text, none reaches into another, and together they are the whole text.
func checkDocument(t *testing.T, d *org.Document) {
	at := d.Body.Start
	follows := func(what string, s org.Span) {
		if s.Start < at || s.End < s.Start || s.End > len(d.Text) {
			t.Fatalf("%s at %v, after %d of %d", what, s, at, len(d.Text))
		}
		at = s.End
	}
	follows("body", d.Body)
	for i, h := range d.Headlines {
		if at != h.Start || h.Line.Start != h.Start || h.Parent >= i ||
			h.Parent >= 0 && d.Headlines[h.Parent].End < h.End {
			t.Fatalf("headline %d: %+v after %d", i, h, at)
		}
		follows("title", h.TitleSpan)
		if at = min(at, h.Line.End); at < h.TitleSpan.End || d.Text[h.TitleSpan.Start:h.TitleSpan.End] != h.Title {
			t.Fatalf("title %q beyond %+v", h.Title, h.Line)
		}
		for _, s := range []org.Span{h.PlanningLine, h.Drawer} {
			if !s.Empty() {
				follows("below", s)
			}
		}
		follows("body", h.Body)
		if h.End < h.Body.End {
			t.Fatalf("headline %d ends before its body: %+v", i, h)
		}
		d.Find(h.Title)
	}
	if at != len(d.Text) {
		t.Fatalf("%d of %d bytes are in parts", at, len(d.Text))
	}
	last := 0
	for _, l := range d.Links(org.Span{End: len(d.Text)}) {
		if l.Start < last || l.End <= l.Start || l.Target == "" || l.At.Start < l.Start || l.At.End > l.End {
			t.Fatalf("link %+v after %d", l, last)
		}
		last = l.End
	}
	d.Private([]string{"a"})
}

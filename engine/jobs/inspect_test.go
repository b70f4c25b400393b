package jobs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pp/engine/jobs"
	"pp/engine/memory/org"
)

const root = "/home/ann/memex"

// memexOf is a memex of files by name, which end with their texts, and of others that are not read.
func memexOf(files map[string]string, others ...string) jobs.Memex {
	m := jobs.Memex{Root: root, Home: "/home/ann", Private: org.Privacy{Tags: []string{"@personal"},
		Paths: []string{root + "/diary"}}, Loose: root + "/daily",
		Exists: func(name string) bool { return name == "/etc/hosts" || name == "/home/ann/cv.pdf" }}
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		m.Files = append(m.Files, jobs.File{Name: root + "/" + name, Text: files[name]})
		m.Names = append(m.Names, root+"/"+name)
	}
	for _, name := range others {
		m.Names = append(m.Names, root+"/"+name)
	}
	return m
}

func inspect(t *testing.T, m jobs.Memex) jobs.Report {
	t.Helper()
	r, err := jobs.Inspect(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// found is the findings of a kind, each "file:line what".
func found(r jobs.Report, kind jobs.Kind) (out []string) {
	for _, f := range r.Findings {
		if f.Kind == kind {
			out = append(out, fmt.Sprintf("%s:%d %s", strings.TrimPrefix(f.File, root+"/"), f.Line, f.What))
		}
	}
	return out
}

// Each link of these that ends in "!" is broken, and no other.
var linked = map[string]string{
	"a.org": `#+LINK: doc file:docs/%s
#+LINK: wiki https://wiki.example/
* A headline [1/2]
:PROPERTIES:
:ID:       11111111-aaaa
:CUSTOM_ID: here
:DIR:      papers
:END:
[[id:22222222-bbbb]] [[id:22222222-bbbc][x]]! [[id:33333333-cccc]] id:11111111-aaaa id:none-at-all!
[[file:b.org]] [[./b.org]] [[file:none.org]]! [[./none.org][d]]! [[../memex/b.org]] [[~/cv.pdf]] [[~/no.pdf]]!
[[/etc/hosts]] [[file:/etc/none]]! file:b.org file:none.txt! <file:b.org> <file:no ne.org>! [[file:///etc/hosts]]
[[file:b.org::*Second one]] [[file:b.org::*No such]]! [[file:b.org::#cust]] [[file:b.org::#no]]! [[file:b.org::12]]
[[file:b.org::/rx/]] [[file:b.org::the target]] [[file:b.org::nothing]]! [[*A headline]] [[*A  headline]] [[*No]]!
[[#here]] [[#there]]! [[A headline]] [[the named]] [[unknown place]]! [[(label)]] [[(other)]]! [[file:::*A headline]]
[[https://example.org/none.org]] https://x.example/none [[mailto:x@y.z]] [[doi:10.1/x]] [[docview:x.pdf::3]]
[[doc:x.pdf]] [[doc:y.pdf]]! [[wiki:none]] [[attachment:p.pdf]] [[attachment:q.pdf]]! [[file+sys:docs/x.pdf]]
[[/ssh:host:/etc/none]] [[file:$HOME/none]] [[shell:ls none]] [[elisp:(none)]] [[file:docs]] [[file:docs/]]
=[[file:none.org]]= ~[[file:none.org]]~ src_sh{cat [[file:none.org]]} [[id:22222222-bbbb][file:docs/no.png]]!
# [[file:none.org]]
: [[file:none.org]]
#+begin_src org
[[file:none.org]] (ref:label)
#+end_src
#+begin_example
[[file:none.org]]
#+end_example
#+begin_comment
[[file:none.org]]
#+end_comment
#+begin_quote
[[file:none.org]]!
#+end_quote
#+NAME: the named
| [[file:none.org]]! | =x | [[file:none.org]]! = |
- =a
  [[file:none.org]]!
** COMMENT not read
[[file:none.org]]
*** nor this
[[file:none.org]]
** Secret :@personal:
[[file:private-none.org]]
*** below it
:PROPERTIES:
:ID:       33333333-cccc
:END:
** A [[file:none.org]]! in a title
`,
	"b.org": `:PROPERTIES:
:ID: 22222222-bbbb
:END:
* TODO [#A] Second one :tag:
:PROPERTIES:
:CUSTOM_ID: cust
:END:
<<the target>> [[file:a.org]]
`,
	"sub/m.md": `---
link: [x](none.md)
---
# One two
[a](../a.org) [b](../none.md)! ![p](../docs/x.pdf) [c](#one-two) [d](#none)! [e](<../b.org> "t") [f](https://x.io/y)
[g](n%20n.md#über) [h](n%20n.md#none)! [i](mailto:a@b.c) [j](/docs/x.pdf) [k]( ../b.org ) [l](n%20n) [m](//x.io/no)
` + "`[x](none.md)` ``[y](`none.md)`` \\[z](none.md) [no link] (none.md)" + `
<a href="none.html">x</a>! <img src="../docs/x.pdf"> <!-- [x](none.md) -->
[![p](none.png)](../a.org)! [ref]

` + "```\n[x](none.md)\n```\n    [x](none.md)\n" + `
[ref]: ../none.org!
- item

    [x](none.md)!
`,
	"sub/n n.md": "# Über\n[back](m.md)\n",
}

func TestLinks(t *testing.T) {
	m := memexOf(nil)
	want := map[string]int{} // by line: how many are broken
	files := map[string]string{}
	for name, text := range linked {
		for i, line := range strings.Split(text, "\n") {
			if n := strings.Count(line, "!") - strings.Count(line, "!["); n > 0 {
				want[fmt.Sprintf("%s:%d", name, i+1)] = n
			}
		}
		text = strings.NewReplacer("![", "![", "!", "").Replace(text)
		files[name] = text
	}
	m = memexOf(files, "docs", "docs/x.pdf", "papers", "papers/p.pdf")
	got := map[string]int{}
	r := inspect(t, m)
	for _, f := range found(r, jobs.BrokenLink) {
		place, _, _ := strings.Cut(f, " ")
		if strings.HasPrefix(f, "sub/n n") {
			place = "sub/n n.md"
		}
		got[place]++
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) < 18 {
		t.Errorf("(-broken +found) %s\n%s", diff, strings.Join(found(r, jobs.BrokenLink), "\n"))
	}
	t.Logf("%d links, %v", r.Links, got)
	for _, f := range r.Findings {
		if strings.Contains(fmt.Sprintf("%+v %+v", f, f.Repair), "private-none") {
			t.Errorf("a private link is told of: %+v", f)
		}
	}
}

package jobs_test

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

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

//go:embed testdata/links.txtar
var linksText string

// linked are files. Each link of these that ends in "!" is broken, and no other.
var linked = func() map[string]string {
	out := map[string]string{}
	for _, f := range txtar.Parse([]byte(linksText)).Files {
		out[f.Name] = string(f.Data)
	}
	return out
}()

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

package jobs_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pp/engine/jobs"
)

const (
	idA = ":PROPERTIES:\n:ID:       aaaaaaaa-1\n:END:\n"
	idB = ":PROPERTIES:\n:ID:       bbbbbbbb-1\n:END:\n"
)

// repairs are those of a report, each "file: old => new".
func repairs(r jobs.Report) (out []string) {
	for _, f := range r.Findings {
		if e := f.Repair; e != nil {
			out = append(out, fmt.Sprintf("%s: %s => %s", strings.TrimPrefix(e.File, root+"/"), e.Old, e.New))
		}
	}
	return out
}

func TestRepairs(t *testing.T) {
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"a file that moved", map[string]string{"a.org": "x [[file:old/b.org::*B][b]] y\n", "new/b.org": "* B\n"},
			[]string{"a.org: x [[file:old/b.org::*B][b]] y => x [[file:new/b.org::*B][b]] y"}},
		{"up and down", map[string]string{"p/a.org": "[[../b.org]] [[./c.org]] ~/q\n", "q/b.org": "", "p/d/c.org": ""},
			[]string{"p/a.org: [[../b.org]] [[./c.org]] ~/q => [[../q/b.org]] [[./c.org]] ~/q",
				"p/a.org: [[../b.org]] [[./c.org]] ~/q => [[../b.org]] [[./d/c.org]] ~/q"}},
		{"absolute, and from home", map[string]string{"a.org": "[[" + root + "/x/b.org]]\n[[~/memex/y/b.org]]\n",
			"b.org": ""},
			[]string{"a.org: [[" + root + "/x/b.org]] => [[" + root + "/b.org]]",
				"a.org: [[~/memex/y/b.org]] => [[~/memex/b.org]]"}},
		{"two of that name", map[string]string{"a.org": "[[file:b.org]]\n", "x/b.org": "", "y/b.org": ""}, nil},
		{"one without what is named", map[string]string{"a.org": "[[file:b.org::*X]]\n", "x/b.org": "* Y\n"}, nil},
		{"a private one", map[string]string{"a.org": "[[file:b.org]]\n", "diary/b.org": "", "c.org": "[[file:d.org]]\n",
			"x/d.org": "#+FILETAGS: :@personal:\n"}, nil},
		{"of Markdown", map[string]string{"a.md": "[x](b.md#h) and ![y](old%20one/c%20d.md \"t\")\n", "x/b.md": "# H\n",
			"x/c d.md": ""}, []string{
			"a.md: [x](b.md#h) and ![y](old%20one/c%20d.md \"t\") => [x](x/b.md#h) and ![y](old%20one/c%20d.md \"t\")",
			"a.md: [x](b.md#h) and ![y](old%20one/c%20d.md \"t\") => [x](b.md#h) and ![y](x/c%20d.md \"t\")"}},
		{"an ID but for one character", map[string]string{"a.org": "[[id:aaaaaaab-1]]\n", "b.org": "* B\n" + idA},
			[]string{"a.org: [[id:aaaaaaab-1]] => [[id:aaaaaaaa-1]]"}},
		{"a short one", map[string]string{"a.org": "[[id:ab]]\n", "b.org": "* B\n:PROPERTIES:\n:ID: aa\n:END:\n"}, nil},
		{"a private one", map[string]string{"a.org": "[[id:aaaaaaab-1]]\n", "b.org": "* B :@personal:\n" + idA}, nil},
		{"two that it could be", map[string]string{"a.org": "[[id:aaaaaaab-1]]\n", "b.org": "* B\n" + idA,
			"c.org": "* C\n:PROPERTIES:\n:ID: aaaaaaac-1\n:END:\n"}, nil},
		{"a headline", map[string]string{"a.org": "[[*My headlime]]\n* My headline\n"},
			[]string{"a.org: [[*My headlime]] => [[*My headline]]"}},
		{"where the line is there twice", map[string]string{"a.org": "* One\n[[id:aaaaaaab-1]]\n* Two\n[[id:aaaaaaab-1]]\n",
			"b.org": "* B\n" + idA},
			[]string{"a.org: * One\n[[id:aaaaaaab-1]] => * One\n[[id:aaaaaaaa-1]]",
				"a.org: * Two\n[[id:aaaaaaab-1]] => * Two\n[[id:aaaaaaaa-1]]"}},
		{"where what is private is next to it", map[string]string{
			"a.org": "* P :@personal:\nx\n* [[id:aaaaaaab-1]]\n* P :@personal:\ny\n* [[id:aaaaaaab-1]]\n",
			"b.org": "* B\n" + idA}, nil},
		{"an ID that two have", map[string]string{"a.org": "* A\n" + idA + "* A2\n" + idB, "b.org": "* B\n" + idB,
			"c.org": "* C :@personal:\n" + idB},
			[]string{"b.org: :ID:       bbbbbbbb-1 => :ID:       f9a8b2c5-0000"}},
		{"of files", map[string]string{"a.org": idA + "x\n", "a.org_archive": "* O\n" + idA},
			[]string{"a.org_archive: :ID:       aaaaaaaa-1 => :ID:       0"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := inspect(t, memexOf(tt.files))
			got := repairs(r)
			for i, g := range got {
				if at := strings.Index(g, "=> :ID:"); at > 0 && i < len(tt.want) {
					if fresh := strings.Fields(g[at:])[2]; len(fresh) != 36 || strings.Contains(tt.want[i], fresh) {
						t.Errorf("the new ID is %s", fresh)
					}
					got[i], tt.want[i] = g[:at], tt.want[i][:strings.Index(tt.want[i], "=> :ID:")]
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got) %s\n%+v", diff, r.Findings)
			}
		})
	}
}

func TestOrphans(t *testing.T) {
	files := map[string]string{"a.org": "* A\n" + idA + "[[file:b.org]] [[*A]]\n", "b.org": "x\n",
		"c.org": "[[*No]] [[file:c.org]]\n", "d.md": "x\n", "e.md": "[a](a.org)\n", "daily/f.org": "x\n",
		"g.org_archive": "x\n", "h.org": "* P :@personal:\n[[file:i.org]]\n", "i.org": "x\n", "diary/j.org": "x\n"}
	want := []string{"c.org:0 ", "d.md:0 "}
	if diff := cmp.Diff(want, found(inspect(t, memexOf(files)), jobs.Orphan)); diff != "" {
		t.Errorf("(-want +got) %s", diff)
	}
	alone := map[string]string{"a.org": "x", "b.org": "y"}
	if got := found(inspect(t, memexOf(alone)), jobs.Orphan); got != nil {
		t.Errorf("where nobody links: %v", got)
	}
}

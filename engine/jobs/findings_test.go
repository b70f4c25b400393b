package jobs_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

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

func TestContradictions(t *testing.T) {
	at := func(day, text string) string {
		title, body, _ := strings.Cut(text, "\n")
		properties := ""
		for strings.HasPrefix(body, ":") {
			line, rest, _ := strings.Cut(body, "\n")
			properties, body = properties+line+"\n", rest
		}
		return "* " + title + "\n:PROPERTIES:\n:CREATED: [" + day + "]\n" + properties + ":END:\n" + body + "\n"
	}
	for _, tt := range []struct {
		name string
		a, b string // of 2024 and of 2026
		want string
	}{
		{"a property", "Ann\n:PHONE: 1", "ann\n:PHONE: 2", "a.org:1 :PHONE: 1"},
		{"the same", "Ann\n:PHONE: 1", "Ann\n:PHONE: 1", ""},
		{"of others", "Ann\n:PHONE: 1", "Bob\n:PHONE: 2", ""},
		{"of the note itself", "Ann\n:EFFORT: 1", "Ann\n:EFFORT: 2", ""},
		{"a number", "Server\nIt listens on port 80.", "Server\nIt listens on port 81.", "a.org:1 It listens on port 80."},
		{"no", "Shop\nIt is open on Sunday.", "Shop\nIt is not open on Sunday.", "a.org:1 It is open on Sunday."},
		{"of days", "Meter\nOn 2024-01-02 it was at 80.", "Meter\nOn 2026-01-02 it was at 81.", ""},
		{"of other things", "Server\nIt listens on port 80.", "Server\nIt sends to port 81.", ""},
		{"of other links", "Ring\nIt goes on at [[id:zq0042broken][the next]].",
			"Ring\nIt goes on at [[id:zq0044broken][the next]].", ""},
		{"of other IDs", "Ring\nThe customer is 14820b62-5a1b-81c6-9fa1-2f8ace6c9aa6.",
			"Ring\nThe customer is 24820b62-5a1b-81c6-9fa1-2f8ace6c9aa6.", ""},
		{"of other numbered identifiers", "Ring\nThe goods stand in case zq42.", "Ring\nThe goods stand in case zq44.", ""},
		{"of Markdown links", "Ring\nIt goes on at [the next](1.md).", "Ring\nIt goes on at [the next](2.md).", ""},
		{"of addresses", "Ring\nIt goes on at https://example.org/1 now.",
			"Ring\nIt goes on at https://example.org/2 now.", ""},
		{"equal texts", "Part 1\nIt goes on at the next.", "Part 2\nIt goes on at the next.", ""},
		{"equal but for a not above", "Open\nSee the list of days.", "Not open\nSee the list of days.", ""},
		{"of numbered parts", "Part 1\nIt has some 20 pages.", "Part 2\nIt has some 30 pages.", ""},
		{"a title alone", "The server listens on port 80", "The server listens on port 81", "a.org:1 "},
		{"a number beside a link", "Ring\nPort 80 of [[id:x1][the server]].", "Ring\nPort 81 of [[id:x1][the server]].",
			"a.org:1 Port 80 of [[id:x1][the server]]."},
		{"a unit", "Server\nThe server has 8GB.", "Server\nThe server has 16GB.", "a.org:1 The server has 8GB."},
		{"a property that is a link", "Ann\n:BOSS: [[id:a1][Bob]]", "Ann\n:BOSS: [[id:a2][Bob]]", ""},
		{"an identifier as a property", "Ann\n:CUSTOMER_ID: 1", "Ann\n:CUSTOMER_ID: 2", ""},
		{"a private one", "Ann :@personal:\n:PHONE: 1", "Ann\n:PHONE: 2", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := memexOf(map[string]string{"a.org": at("2024-01-02 Tue", tt.a), "b.org": at("2026-01-02 Fri", tt.b)})
			if got := strings.Join(found(inspect(t, m), jobs.Contradiction), "; "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	day := func(d int) time.Time { return time.Date(2026, 1, d, 0, 0, 0, 0, time.UTC) }
	m := jobs.Memex{Root: root, Facts: []jobs.Fact{
		{Where: "k1", Text: "The staging host has 3 cores", When: day(1)},
		{Where: "k2", Text: "The staging host has 8 cores", When: day(2)},
		{Where: "k3", Text: "The staging host has 9 cores", When: day(3), Scope: "elsewhere"}}}
	r := inspect(t, m)
	if len(r.Findings) != 1 || !strings.HasPrefix(r.Findings[0].What, "k1: ") ||
		!strings.HasPrefix(r.Findings[0].Why, "k2") {
		t.Errorf("of memory: %+v", r.Findings)
	}
}

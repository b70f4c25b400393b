package jobs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine/jobs"
	"pp/engine/memory/org"
)

// thousand is a memex of 1,000 notes; planted are its broken links by place, and secret what stands in private
// parts alone.
const secret = "SECRETWORD"

func thousand() (m jobs.Memex, planted map[string]string) {
	files, planted := map[string]string{}, map[string]string{}
	names := make([]string, 1000)
	for i := range names {
		names[i] = fmt.Sprintf("%s/note-%d.%s", []string{"work", "home/deep", "daily", "diary"}[i%4], i,
			[]string{"org", "org", "org", "md"}[i%7/2])
	}
	id := func(i int) string { return fmt.Sprintf("%08x-0000-4000-8000-%012x", i*7919, i) }
	for i, name := range names {
		next := (i*31 + 7) % len(names)
		up := strings.Repeat("../", strings.Count(name, "/"))
		if strings.HasSuffix(name, ".md") {
			files[name] = fmt.Sprintf("# Note %d\n[next](%s%s) [none](%sno-%d.md)\n", i, up, names[next], up, i)
			planted[name+":2"] = "no-"
			continue
		}
		text := fmt.Sprintf("* Note %d\n:PROPERTIES:\n:ID:       %s\n:END:\nSome words of note %d. They are many.\n"+
			"[[file:%s%s]] [[*Note %d]]\n", i, id(i), i, up, names[next], i)
		if strings.HasSuffix(names[next], ".org") {
			text += fmt.Sprintf("[[id:%s]] =[[id:none]]=\n", id(next))
		} else {
			text += "\n"
		}
		switch i % 5 {
		case 0:
			planted[name+":8"] = "gone"
			text += fmt.Sprintf("[[file:gone-%d.org]]\n", i)
		case 1:
			planted[name+":8"] = "id:"
			text += fmt.Sprintf("[[id:%s]]\n", strings.Replace(id(i), "-4000-", "-400x-", 1))
		default:
			text += "\n"
		}
		text += fmt.Sprintf("* %s %d :@personal:\n%[1]s [[file:%[1]s-%[2]d.org]]\n", secret, i)
		files[name] = text
	}
	for place := range planted {
		if strings.HasPrefix(place, "diary/") {
			delete(planted, place)
		}
	}
	return memexOf(files), planted
}

func TestThousandNotes(t *testing.T) {
	m, planted := thousand()
	r := inspect(t, m)
	for _, f := range r.Findings {
		if strings.Contains(fmt.Sprintf("%+v %+v", f, f.Repair), secret) || strings.HasPrefix(f.File, root+"/diary") {
			t.Fatalf("something private is told: %+v", f)
		}
		if f.Kind != jobs.BrokenLink {
			continue
		}
		place := fmt.Sprintf("%s:%d", strings.TrimPrefix(f.File, root+"/"), f.Line)
		want, ok := planted[place]
		if !ok || !strings.Contains(f.What, want) {
			t.Errorf("%s works: %s: %s", place, f.What, f.Why)
		}
		delete(planted, place)
		if (want == "id:") != (f.Repair != nil) {
			t.Errorf("%s: repair %+v of %s", place, f.Repair, f.What)
		}
		if e := f.Repair; e != nil {
			repaired(t, m, e)
		}
	}
	for place := range planted {
		t.Errorf("%s is broken and was not found", place)
	}
}

// repaired checks that an edit can be made, and mends what it is of without breaking anything else.
func repaired(t *testing.T, m jobs.Memex, e *jobs.Edit) {
	t.Helper()
	i := slices.IndexFunc(m.Files, func(f jobs.File) bool { return f.Name == e.File })
	public, _ := m.Private.Strip(e.File, m.Files[i].Text)
	if strings.Count(public, e.Old) != 1 {
		t.Fatalf("%q is %d times in\n%s", e.Old, strings.Count(public, e.Old), public)
	}
	one := m
	one.Files = slices.Clone(m.Files)
	before := len(org.Parse(one.Files[i].Text).Headlines)
	one.Files[i].Text = strings.Replace(one.Files[i].Text, e.Old, e.New, 1)
	if now := org.Parse(one.Files[i].Text); len(now.Headlines) != before {
		t.Fatalf("%d headlines of %d: %+v", len(now.Headlines), before, e)
	}
}

func TestDistil(t *testing.T) {
	m, _ := thousand()
	from := root + "/daily"
	all := jobs.Distil(m, from, nil)
	ids := map[string]bool{}
	var done []jobs.Distilled
	to := m
	for _, s := range all {
		if ids[s.ID] || s.Changed {
			t.Fatalf("twice, or changed: %+v", s)
		}
		ids[s.ID] = true
		done = append(done, jobs.Distilled{Source: s.ID, Hash: s.Hash})
		made := s.Note(root+"/notes", s.Text, time.Unix(0, 0).UTC())
		if strings.Contains(fmt.Sprintf("%+v %+v", s, made), secret) {
			t.Fatalf("something private: %+v", made)
		}
		d := org.Parse(made.Text)
		if id, _ := d.Property(0, "SOURCE_ID", false); id != s.ID || len(d.Headlines) != 1 {
			t.Fatalf("SOURCE_ID %q of %q:\n%s", id, s.ID, made.Text)
		}
		to.Files = append(slices.Clip(to.Files), jobs.File{Name: made.File, Text: made.Text})
	}
	if len(all) != 250 {
		t.Errorf("%d notes", len(all))
	}
	if left := jobs.Distil(m, from, done); len(left) != 0 {
		t.Errorf("%d are made again, such as %+v", len(left), left[0])
	}
	if left := jobs.Distil(to, from, nil); len(left) != 0 { // the notes name their sources
		t.Errorf("%d are made again, such as %+v", len(left), left[0])
	}
	changed := m
	changed.Files = slices.Clone(m.Files)
	for i, f := range changed.Files {
		if strings.HasPrefix(f.Name, from) {
			changed.Files[i].Text = strings.Replace(f.Text, "many", "few", 1)
			changed.Files[i].Text = strings.Replace(changed.Files[i].Text, secret, "OTHER", -1)
		}
	}
	for _, s := range jobs.Distil(changed, from, done) {
		if !s.Changed || !strings.Contains(s.Text, "few") {
			t.Errorf("%+v", s)
		}
	}
	moved := m
	moved.Files = slices.Clone(m.Files)
	for i, f := range moved.Files {
		moved.Files[i].Name = strings.Replace(f.Name, "/note-", "/renamed-", 1)
	}
	if left := jobs.Distil(moved, from, done); len(left) != 0 {
		t.Errorf("%d are made again after files were renamed", len(left))
	}
}

package tools

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/memory/org"
	"pp/sexp"
)

// handles are what the memory knows of, by handle.
type handles map[string]Headline

func (h handles) Lookup(name string) (Headline, error) {
	if n, ok := h[name]; ok {
		return n, nil
	}
	return Headline{}, errors.New("nothing is called so")
}

func orgOptions(h handles) Options {
	return Options{Headlines: h, Private: org.Privacy{Tags: []string{"private"}}}
}

const notes = `#+TITLE: Notes
* Home :home:
:PROPERTIES:
:ID:       1f
:END:
** TODO Garden
Dig.
** Same
** Same
* Diary :private:
WORDSOFMINE
* Work
`

// hashOf is the hash that org-find-headline shows of a headline.
func hashOf(t *testing.T, o Options, dir, file, target string) string {
	t.Helper()
	res, err := call(t, o, dir, "org-find-headline", "FILEPATH", file, "TARGET", target)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(res.Text, `:BEFORE "`)
	if !ok {
		t.Fatalf("no hash in %q", res.Text)
	}
	return rest[:hashDigits]
}

func TestOrgFindHeadline(t *testing.T) {
	dir := scratch(t, map[string]string{"n.org": notes, "m.md": "# One\ntext\n## Two\n", "nul": "a\x00", "d/": ""})
	home := Headline{ID: "1f", File: dir + "/n.org"}
	garden := Headline{File: dir + "/n.org"}
	o := orgOptions(nil)
	garden.Hash = outlineOf(o.Private, dir+"/n.org", notes).Hash(1)
	o.Headlines = handles{
		"khome":   home,
		"kgarden": garden,
		"kother":  {File: "/other.org"},
		"kgone":   {File: dir + "/n.org"},
	}
	const body = "** TODO Garden\nDig.\n"
	for _, c := range []struct{ file, target, says string }{
		{"n.org", "Home/Garden", "Home/Garden in n.org, :BEFORE \"ed"}, {"n.org", "garden", body},
		{"n.org", "{kgarden}", body},
		{"n.org", "kgarden", body}, {"n.org", "khome", "* Home :home:\n:PROPERTIES:\n"}, {"n.org", "1f", "* Home :home:\n"},
		{"n.org", "Home/Same", " ** Same\n"}, {"n.org", "", " * Work\n[1 private subtree left out]\n"},
		{"n.org", "Diary", "No headline of n.org is that.\n[1 private subtree left out]\n"},
		{"n.org", "kitchen", "No headline of n.org is that.\n"}, {"m.md", "One/Two", "## Two\n"}, {"m.md", "", " # One\n"},
	} {
		res, err := call(t, o, dir, "org-find-headline", "FILEPATH", c.file, "TARGET", c.target)
		if c.target == "Home/Garden" {
			c.says = fmt.Sprintf("Home/Garden in n.org, :BEFORE %q\n", hex.EncodeToString(garden.Hash[:])[:hashDigits])
		}
		if err != nil || !strings.Contains(res.Text, c.says) || strings.Contains(res.Text, "WORDSOFMINE") {
			t.Errorf("%s %q: %q, %v", c.file, c.target, res.Text, err)
		}
	}
	for _, c := range []struct{ file, target, says string }{
		{"n.org", "{knone}", "{knone} names no headline: nothing is called so"}, {"n.org", "{kother}", "is of another file"},
		{"n.org", "{kgone}", "n.org has changed since {kgone} was given"}, {"gone.org", "", "gone.org does not exist"},
		{"d", "", "d is a directory"},
	} {
		_, err := call(t, o, dir, "org-find-headline", "FILEPATH", c.file, "TARGET", c.target)
		wantError(t, err, c.says)
	}
}

func TestOrgModifyFile(t *testing.T) {
	for _, c := range []struct{ target, action, name, value, from, to string }{
		{"1f", "todo", "", "DONE", "* Home :home:", "* DONE Home :home:"},
		{"1f", "TAG", "x", "", "* Home :home:", "* Home :home:x:"},
		{"1f", "untag", "home", "", "* Home :home:", "* Home"},
		{"Home", "property", "Effort", "1:00", ":END:\n", ":Effort:   1:00\n:END:\n"},
		{"Home", "property", "ID", "", ":PROPERTIES:\n:ID:       1f\n:END:\n", ""},
		{"Home", "planning", "DEADLINE", "2026-01-02", "home:\n", "home:\nDEADLINE: <2026-01-02 Fri>\n"},
		{"Home/Garden", "replace", "", "* Y\n:PROPERTIES:\n:ID: 2e\n:END:\n", "** TODO Garden\nDig.\n",
			"** Y\n:PROPERTIES:\n:ID: 2e\n:END:\n"},
		{"Home", "insert", "", "* New\n:PROPERTIES:\n:ID: 2e\n:END:", "* Diary",
			"** New\n:PROPERTIES:\n:ID: 2e\n:END:\n* Diary"},
	} {
		dir := scratch(t, map[string]string{"n.org": notes})
		o := orgOptions(nil)
		o.Headlines = handles{}
		before := hashOf(t, o, dir, "n.org", c.target)
		res, err := call(
			t,
			o,
			dir,
			"org-modify-file",
			"FILEPATH",
			"n.org",
			"TARGET",
			c.target,
			"BEFORE",
			before,
			"ACTION",
			c.action,
			"NAME",
			c.name,
			"VALUE",
			c.value,
		)
		if err != nil || !slices.Equal(res.Changed, []string{dir + "/n.org"}) || res.Added+res.Removed == 0 {
			t.Errorf("%s: %+v, %v", c.action, res, err)
			continue
		}
		if got, want := mustRead(t, dir+"/n.org"), strings.Replace(notes, c.from, c.to, 1); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.action, got, want)
		}
		noTemporary(t, dir)
	}
}

// What a change says is enough for the next, and a headline without an ID gets one.
func TestOrgModifyAgain(t *testing.T) {
	dir := scratch(t, map[string]string{"n.org": notes})
	o := orgOptions(handles{})
	before := hashOf(t, o, dir, "n.org", "Home/Garden")
	args := plist("FILEPATH", "n.org", "TARGET", "{kgarden}", "BEFORE", before, "ACTION", "move", "VALUE", "Work")
	tool := named(t, o, "org-modify-file")
	cleared := enginetest.Call(t, tool.Spec, args, factsIn(dir))
	after, ok, err := After(cleared.Action().Op.(engine.Call), o.Private, dir+"/n.org", notes)
	if err != nil || !ok {
		t.Fatal(err)
	}
	res, err := runCleared(t, tool, cleared)
	if err != nil {
		t.Fatal(err)
	}
	if got := mustRead(t, dir+"/n.org"); got != after || !strings.HasSuffix(got, ":END:\nDig.\n") {
		t.Errorf("it is not what was shown:\n%s\nbut\n%s", after, got)
	}
	var path, id, hash string
	said := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`":`, r) {
			return -1
		}
		return r
	}, res.Text)
	if n, err := fmt.Sscanf(said, "Changed n.org %s has ID %s and BEFORE %s now.", &path, &id, &hash); n != 3 ||
		path != "Work/Garden" {
		t.Fatalf("%q: %v", res.Text, err)
	}
	_, err = call(t, o, dir, "org-modify-file", "FILEPATH", "n.org", "TARGET", id, "BEFORE", hash, "ACTION", "todo")
	if got := mustRead(t, dir+"/n.org"); err != nil ||
		!strings.Contains(got, "** Garden\n:PROPERTIES:\n:ID:       "+id+"\n") {
		t.Errorf("%v:\n%s", err, got)
	}
}

func TestOrgModifyTeaches(t *testing.T) {
	dir := scratch(t, map[string]string{"n.org": notes, "m.md": "# One\n", "kept.org": "* A\n** B :private:\n* C\n"})
	o := orgOptions(handles{})
	home, work := hashOf(t, o, dir, "n.org", "Home"), hashOf(t, o, dir, "n.org", "Work")
	one, kept := hashOf(t, o, dir, "m.md", "One"), hashOf(t, o, dir, "kept.org", "A")
	same, _ := call(t, o, dir, "org-find-headline", "FILEPATH", "n.org", "TARGET", "Home/Same")
	diary := outlineOf(org.Privacy{}, "n.org", notes).hash(4)
	for _, c := range []struct{ file, target, before, action, name, value, says string }{
		{"n.org", "Home", work, "todo", "", "DONE", "Home is not as it was when that hash was given"},
		{"n.org", "Home", "1f", "todo", "", "", ":BEFORE is no hash of 12 digits"},
		{"n.org", "Home", home[:11] + "x", "todo", "", "", ":BEFORE is no hash"},
		{"n.org", "None", home, "todo", "", "DONE", "None is no ID, handle or outline path of n.org"},
		{"n.org", "Home/Same", same.Text[:hashDigits], "todo", "", "DONE", "2 headlines in n.org are the same"},
		{"n.org", "Diary", diary, "todo", "", "DONE", "Diary is no ID, handle or outline path of n.org"},
		{"n.org", "{kdiary}", diary, "todo", "", "DONE", "is no ID, handle or outline path of n.org"},
		{"n.org", "Home", home, "delete", "", "", `:ACTION "delete" is none of todo, property`},
		{"n.org", "Home", home, "todo", "", "NEXT", `"NEXT" is none of the keywords`},
		{"n.org", "Home", home, "property", "", "1", "the name is missing"},
		{"n.org", "Home", home, "insert", "", "", "the value is missing"},
		{"n.org", "Home", home, "insert", "", "text", "must begin with a headline"},
		{"n.org", "Home", home, "move", "", "Diary", "Diary is not the ID or the outline path of one headline"},
		{"n.org", "Home", home, "move", "", "Home/Garden", "cannot stand below itself"},
		{"n.org", "Home", home, "tag", "home", "", "n.org would stay as it is"},
		{"m.md", "One", one, "todo", "", "DONE", "m.md is no Org file"},
		{"kept.org", "A", kept, "replace", "", "* A\n", "would change a private subtree"},
	} {
		tool := named(t, o, "org-modify-file")
		args := plist(
			"FILEPATH",
			c.file,
			"TARGET",
			c.target,
			"BEFORE",
			c.before,
			"ACTION",
			c.action,
			"NAME",
			c.name,
			"VALUE",
			c.value,
		)
		_, err := tool.Spec.Effects(args, factsIn(dir))
		if err == nil {
			_, err = runCleared(t, tool, enginetest.Call(t, tool.Spec, args, factsIn(dir)))
		}
		wantError(t, err, c.says)
	}
	if mustRead(t, dir+"/n.org") != notes {
		t.Error("the file was changed")
	}
	noTemporary(t, dir)
}

// A call writes what the verdict names, and nothing else.
func TestInvariant1OrgTools(t *testing.T) {
	dir := scratch(t, map[string]string{"n.org": notes, "other.org": ""})
	o := orgOptions(handles{})
	hash := hashOf(t, o, dir, "n.org", "Home")
	p, into := observed(t, dir, "n.org"), observed(t, dir, "other.org")
	clear := func(action string, reads, writes []effect.Path) engine.Cleared {
		args := plist("FILEPATH", "n.org", "TARGET", "Home", "BEFORE", hash, "ACTION", action, "VALUE", "DONE")
		return enginetest.Clear(
			t,
			engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: "org-modify-file", Args: args}},
			effect.Effects{Reads: reads, Writes: writes},
			dir,
		)
	}
	one, two := []effect.Path{p}, []effect.Path{p, into}
	for name, c := range map[string]engine.Cleared{
		"nothing": clear("todo", nil, nil), "no read": clear("todo", nil, one), "no write": clear("todo", one, nil),
		"another file": clear("todo", one, []effect.Path{into}), "two files": clear("todo", two, two),
		"a relative path": clear("todo", []effect.Path{{Name: "n.org"}}, []effect.Path{{Name: "n.org"}}),
	} {
		if res, err := runCleared(t, named(t, o, "org-modify-file"), c); !errors.Is(err, engine.ErrNotCleared) {
			t.Errorf("%s: %+v, %v", name, res, err)
		}
	}
	if mustRead(t, dir+"/n.org") != notes || mustRead(t, dir+"/other.org") != "" {
		t.Error("a file was changed")
	}
	for _, args := range []sexp.Plist{plist("FILEPATH", "n.org"), plist("FILEPATH", "n.org", "TARGET", "Home")} {
		e, err := named(t, o, "org-find-headline").Spec.Effects(args, factsIn(dir))
		if err != nil || len(e.All()) != 1 || len(e.Reads) != 1 || e.Reads[0].Access != effect.AccessPublic {
			t.Errorf("%+v, %v", e, err)
		}
	}
}

// Without a memory there are no such tools.
func TestOrgToolsNeedAMemory(t *testing.T) {
	for _, tool := range Builtin(Options{}) {
		if strings.HasPrefix(tool.Spec.Name, "org-") {
			t.Error(tool.Spec.Name)
		}
	}
	var names []string
	for _, tool := range Builtin(orgOptions(handles{})) {
		names = append(names, tool.Spec.Name)
		if len(tool.Spec.Doc) > 70 {
			t.Errorf("%s: %q", tool.Spec.Name, tool.Spec.Doc)
		}
	}
	if !slices.IsSorted(names) || !slices.Contains(names, "org-find-headline") ||
		!slices.Contains(names, "org-modify-file") {
		t.Error(names)
	}
}

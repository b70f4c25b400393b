package shell_test

import (
	"slices"
	"strings"
	"testing"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

// TestParts checks which parts of which repository a command changes.
func TestParts(t *testing.T) {
	const w = "/home/dev/src/app"
	f := home()
	tree := newTree("/", "/tmp/", w+"/.git/HEAD", w+"/.git/config", w+"/sub/x.go", w+"/.git/worktrees/side/HEAD",
		"/home/dev/side/.git", w+"/.git/worktrees/side/commondir", w+"/.git/worktrees/side/gitdir",
		"/home/dev/thief/.git", w+"/lib/.git", w+"/.git/modules/lib/HEAD", "/home/dev/bare/HEAD", "/home/dev/bare/objects/",
		"/home/dev/bare/refs/", "/home/dev/none/a", "/home/dev/odd/.git", "/home/dev/long/.git",
		"/home/dev/hooked/.git/HEAD", "/home/dev/hooked/.git/hooks/pre-commit")
	tree.files["/home/dev/side/.git"] = "gitdir: ../src/app/.git/worktrees/side\n"
	tree.files[w+"/.git/worktrees/side/commondir"] = "../..\n"
	tree.files[w+"/.git/worktrees/side/gitdir"] = "/home/dev/side/.git\n"
	tree.files["/home/dev/thief/.git"] = "gitdir: " + w + "/.git/worktrees/side\n"
	tree.files[w+"/lib/.git"] = "gitdir: ../.git/modules/lib\n"
	tree.files["/home/dev/odd/.git"] = "nothing of git\n"
	tree.files["/home/dev/long/.git"] = "gitdir: " + strings.Repeat("/x", 5000)
	f.FS = tree
	for command, want := range enginetest.Map[string]("testdata/parts.txt") {
		_, e := analyst().Infer(command, f)
		var got []string
		for _, p := range e.Writes {
			if p.Part != effect.PartNone {
				got = append(got, p.Part.String()+"@"+strings.TrimPrefix(strings.TrimPrefix(p.Name, w), "/"))
				if strings.HasPrefix(p.Name, w) {
					continue
				}
				got[len(got)-1] = p.Part.String() + "@" + p.Name
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s\n got %s\nwant %s", command, strings.Join(got, " "), want)
		}
	}
	for dir, foreign := range map[string]bool{"/home/dev/side": false, "/home/dev/thief": true, w + "/lib": false} {
		_, e := analyst().Infer("git -C "+dir+" stash drop", f)
		if got := slices.ContainsFunc(e.Hazards, func(h effect.Hazard) bool {
			return h.Cause.Kind == cause.ForeignRepository
		}); got != foreign {
			t.Errorf("%s is foreign: %v", dir, got)
		}
	}
	_, e := analyst().Infer("git -C /home/dev/hooked commit -m x", f)
	if !slices.ContainsFunc(e.Runs, func(r effect.Program) bool { return r.Class == effect.ProgramBuilds }) {
		t.Error("hooks of a repository are not run as its build is")
	}
}

// TestTemporaryPlacesAreNotRead is that a directory for files that are gone in the end is not one whose changes void
// an approval.
func TestTemporaryPlacesAreNotRead(t *testing.T) {
	f := home()
	f.FS = newTree("/", "/tmp/", "/home/dev/src/app/a")
	for _, command := range []string{"sort -T /tmp a -o b", "sort --temporary-directory /tmp a",
		"rsync -a --temp-dir /tmp a b", "mktemp -d --tmpdir=/tmp", "zip -b /tmp x.zip a"} {
		_, e := analyst().Infer(command, f)
		touched := slices.Concat(e.Reads, e.Writes)
		if slices.ContainsFunc(touched, func(p effect.Path) bool { return p.Name == "/tmp" }) {
			t.Errorf("%s: %v", command, touched)
		}
	}
	if _, e := analyst().Infer("ls /tmp", f); len(e.Reads) != 1 {
		t.Error("a listing of it reads it", e.Reads)
	}
}

// TestWritesOfOrdinaryLines is that a line names what it writes and deletes, all of it and nothing else.
func TestWritesOfOrdinaryLines(t *testing.T) {
	const w = "/home/dev/src/app"
	f := home()
	f.FS = newTree("/", "/tmp/", w+"/a")
	for command, want := range map[string]string{
		"perl -0pi -e 's/x//' a":                                  w + "/a",
		"perl -0777pi -e 's/x//' a":                               w + "/a",
		"perl -0x41pi -e 's/x//' a":                               w + "/a",
		"perl -l012pi -e 's/x//' a":                               w + "/a",
		"perl -CSDpi -e 's/x//' a":                                w + "/a",
		"perl -0ne 'print' a":                                     "",
		"mkdir b && cd b && cd .. && rm -r b":                     w + "/b " + w + "/b",
		"mkdir b && cd b && touch c && cd .. || rm a":             w + "/b " + w + "/b/c " + w + "/a " + w + "/b/a",
		"cd b; rm a":                                              w + "/a " + w + "/b/a",
		"sqlite3 a \"attach 'b' as o; insert into o.t select 1\"": w + "/a " + w + "/b",
		"find . -xtype l -delete":                                 w + "/*",
	} {
		_, e := analyst().Infer(command, f)
		var got []string
		for _, p := range slices.Concat(e.Writes, e.Deletes) {
			got = append(got, p.Name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s\n got %s\nwant %s", command, strings.Join(got, " "), want)
		}
	}
}

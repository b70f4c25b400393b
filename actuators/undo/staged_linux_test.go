package undo

import (
	"strings"
	"testing"
)

// A masked file is empty for the command; git's record of one never takes the place of what nobody had seen.
func TestMaskedIsNeverStaged(t *testing.T) {
	for script, refused := range map[string]string{
		"git add -A":                                  "staged .env",
		"git add . && git commit -qm all":             "staged .env",
		"git add sub && git add sub/.env":             "staged sub/.env",
		"git stash -q -u":                             "put .env away",
		"git update-index --split-index; git add -A":  "not read here",
		"git add untracked":                           "",
		"git add -A -- ':!*.env' && git commit -qm x": "",
		"echo '.env' >> .gitignore; git add -A":       "",
		"git checkout -q side":                        "",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.must(repository + "; mkdir sub; echo secret > .env; echo secret > sub/.env; echo x > sub/y")
			w.masks = []Mask{{Path: ".env"}, {Path: "sub/.env"}}
			state := "git for-each-ref; git ls-files -s"
			before := w.must(state)
			l := w.ran(script)
			changes := w.changes(l)
			said := ""
			for _, c := range changes.List {
				said += c.Refused + "\n"
			}
			if refused != "" && !strings.Contains(said, refused) || refused == "" && strings.Trim(said, "\n") != "" {
				t.Errorf("refused:\n%s%s", said, list(changes))
			}
			if _, err := l.Take(changes, everything); err != nil {
				t.Fatal(err)
			}
			if after := w.must(state); (after == before) != (refused != "") {
				t.Errorf("%s\n%s", before, after)
			}
			if got := w.read(".env") + w.read("sub/.env"); got != "secret\nsecret\n" {
				t.Error(got)
			}
		})
	}
}

// In another working tree of the repository, too, whose index stands apart from it.
func TestMaskedIsNotStagedElsewhere(t *testing.T) {
	w := newWorld(t)
	w.must(repository + "; git worktree add -q tree; echo secret > tree/.env")
	w.masks = []Mask{{Path: "tree/.env"}}
	l := w.ran("cd tree && git add -A && git commit -qm all")
	refused := 0
	for _, c := range w.changes(l).List {
		if strings.Contains(c.Refused, "staged tree/.env") {
			refused++
		}
	}
	if refused < 3 { // the index, the objects, the reference
		t.Errorf("%d refused", refused)
	}
}

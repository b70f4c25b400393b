package undo

import (
	"slices"
	"strings"
	"testing"
)

// A file that git holds as it is looks like a file of the same size to a command. What git puts in its place is taken
// over, or nothing where that is the same; what anything else makes of it is refused, staged or not.
func TestHeldByGit(t *testing.T) {
	for script, want := range map[string]string{
		"true":                            "old secret\n",
		"touch a; git status":             "old secret\n",
		"git checkout -qf port":           "new secret\n",
		"git rm -q --cached .env":         "old secret\n",
		"git rm -qf .env":                 "",
		"rm .env; git checkout -q -- .":   "old secret\n",
		"chmod 600 .env":                  "old secret\n",
		"echo 'new secret' > .env":        "refused",
		"echo more >> .env; git add .env": "refused",
		"git add .env":                    "refused",
		"cp .env copy; git add copy":      "old secret\n",
		"git reset -q port":               "old secret\n",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.must(repository + "; echo 'old secret' > .env; git add .env; git commit -qm env; git checkout -qb port; " +
				"echo 'new secret' > .env; git commit -qam port; git checkout -q -")
			w.masks = []Mask{{Path: ".env", Held: true}}
			before := w.must("git ls-files -s .env")
			l := w.ran("test $(wc -c < .env) = 11 && ! grep -q secret .env && { " + script + "; }")
			changes := w.changes(l)
			refused := ""
			for _, c := range changes.List {
				if c.Real() {
					refused += c.Refused
				}
			}
			if (refused != "") != (want == "refused") {
				t.Errorf("refused: %q\n%s", refused, list(changes))
			}
			if _, err := l.Take(changes, everything); err != nil {
				t.Fatal(err)
			}
			if want == "refused" {
				want = "old secret\n"
				if after := w.must("git ls-files -s .env"); after != before {
					t.Errorf("staged: %s", after)
				}
			}
			if got := w.must("cat .env 2>/dev/null || true"); got != want && got != strings.TrimSpace(want) {
				t.Errorf("%q", got)
			}
		})
	}
}

// TestPutByGit checks that PutByGit tells the files that git put in place or removed from those that a command wrote
// and staged.
func TestPutByGit(t *testing.T) {
	for script, want := range map[string]string{
		"git checkout -q port":                                       ".env cert.key gone.key",
		"git checkout -q port -- .env":                               ".env",
		"git merge -q port":                                          ".env cert.key gone.key",
		"git gc -q; git checkout -q port":                            ".env cert.key gone.key",
		"rm gone.key; git add -A":                                    "gone.key",
		"rm gone.key":                                                "",
		"echo x > .env; git add .env":                                "",
		"echo x > .env; git add .env; git repack -adq":               "",
		"echo x > new.key; git add new.key; git commit -qm x":        "",
		"echo 'new secret' > .env; git add .env":                     ".env",
		"echo 'new secret' > .env":                                   "",
		"git checkout -q port; echo x > .env":                        "cert.key gone.key",
		"git pack-objects -q .git/objects/pack/pack < /dev/null; :":  "",
		"git rm -qr . && git checkout -q port -- . && echo y > .env": "cert.key gone.key",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.must(repository + "; echo 'old secret' > .env; echo old > gone.key; git add .; git commit -qm env; " +
				"git checkout -qb port; echo 'new secret' > .env; echo cert > cert.key; git rm -q gone.key; git add .; " +
				"git commit -qm port; git checkout -q -")
			l := w.ran(script)
			var got []string
			for _, c := range w.changes(l).List {
				if slices.Contains([]string{".env", "gone.key", "cert.key", "new.key"}, c.Path) && l.PutByGit(&c) {
					got = append(got, c.Path)
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("PutByGit names %q, want %q", got, want)
			}
		})
	}
}

// TestUntrackedIsNotReplaced checks that nothing is applied when git would replace a hidden file that it does not
// track: with only the index applied, the next commit would contain the hidden file.
func TestUntrackedIsNotReplaced(t *testing.T) {
	w := newWorld(t)
	w.must(repository + "; git checkout -qb port; echo theirs > .env; echo b > b; git add .; git commit -qm port; " +
		"git checkout -q -; echo .env > .git/info/exclude; echo 'my own' > .env")
	w.masks = []Mask{{Path: ".env"}}
	l := w.ran("git checkout -q port")
	changes := w.changes(l)
	for _, c := range changes.List {
		if c.Real() && c.Refused == "" {
			t.Errorf("%s is applied without .env, want nothing applied", c.Path)
		}
	}
	if _, err := l.Take(changes, everything); err != nil {
		t.Fatal(err)
	}
	if got := w.must("cat .env; git status --short; git branch --show-current"); strings.Contains(got, "theirs") ||
		!strings.Contains(got, "my own") || strings.Contains(got, "port") {
		t.Errorf("the workspace has %q, want it unchanged", got)
	}
}

// What a filter of the repository makes of what stands for a file is not taken in, whether git held the file or not.
func TestFilteredMaskIsNotStaged(t *testing.T) {
	for _, held := range []bool{true, false} {
		w := newWorld(t)
		w.must(repository + "; echo 'old secret' > .env; git add .env; git commit -qm env; " +
			"echo '.env filter=x' > .gitattributes; git config filter.x.clean 'cat; echo end'; echo more >> .env")
		w.masks = []Mask{{Path: ".env", Held: held}}
		l := w.ran("git add .env")
		refused := false
		for _, c := range w.changes(l).List {
			refused = refused || c.Path == ".git/index" && c.Refused != ""
		}
		if !refused {
			t.Errorf("held %v: %s", held, list(w.changes(l)))
		}
	}
}

// A record of earlier processes has the masks as they were.
func TestHeldIsRecorded(t *testing.T) {
	was := tree{dir: "/d", data: "/s/0", mask: "/s/mask0", masks: []Mask{{Path: "a"}, {Path: "b", Absent: true},
		{Path: "c", Held: true}}}
	is, err := parseTree(printTree(was))
	if err != nil || len(is.masks) != 3 || is.masks[2] != was.masks[2] || is.masks[1] != was.masks[1] {
		t.Errorf("%+v, %v", is, err)
	}
}

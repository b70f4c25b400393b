package effect

import "testing"

// Every name in a repository's directory belongs to one part, or to none.
func TestPartOf(t *testing.T) {
	for name, want := range map[string]Part{"index": PartIndex, "index.lock": PartIndex, "sharedindex.abc": PartIndex,
		"objects/pack/x.pack": PartObjects, "HEAD": PartRefs, "HEAD.lock": PartRefs, "refs/heads/main": PartRefs,
		"logs/refs/heads/main": PartRefs, "packed-refs.lock": PartRefs, "rebase-merge/done": PartRefs,
		"refs/stash": PartStash, "logs/refs/stash": PartStash, "config": PartConfig, "config.lock": PartConfig,
		"config.worktree": PartConfig, "info/exclude": PartConfig, "info/refs": PartObjects, "info": PartConfig,
		"hooks/pre-commit": PartHooks,
		"modules/x/config": PartModules, "worktrees/x/HEAD": PartWorktrees, "commondir": PartNone, "gitdir": PartNone,
		"indexed": PartNone, "HEADS": PartNone, "": PartNone} {
		if got := PartOf(name); got != want {
			t.Errorf("%q is of %q, want %q", name, got, want)
		}
	}
}

// A part is found by its name, and its repository by where it is.
func TestPartNames(t *testing.T) {
	for p := PartIndex; p <= PartManifest; p++ {
		if got, ok := ParsePart(p.String()); !ok || got != p || p.Says() == "" {
			t.Errorf("%d is %q, which is %d", p, p, got)
		}
		if !p.Git() {
			continue
		}
		at := Path{Name: p.In("/w/.git"), Part: p}
		if got := at.Repository(); got != "/w/.git" || PartOf(at.Name[len("/w/.git/"):]) != p {
			t.Errorf("%s is at %s, in %q", p, at.Name, got)
		}
	}
	if p, ok := ParsePart(""); ok || p != PartNone || PartNone.Git() || (Path{Name: "/w/.git/index"}).Repository() != "" {
		t.Error("no part has a name or a repository")
	}
	if got := (Path{Name: "/w/.git/worktrees/x/HEAD", Part: PartRefs}).Repository(); got != "/w/.git/worktrees/x" {
		t.Error(got)
	}
}

package shell

import (
	"maps"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/value"
)

// findContacts are the repositories that a git command without an address in it talks to, by the configuration. ok is
// false when it may be others, since that is not known before it runs.
func findContacts(ap *applied) (c gitContacts, ok bool) {
	sub, git := strings.CutPrefix(ap.in.Name, "git ")
	kind, _, _ := strings.Cut(sub, " ")
	if !git || len(ap.dirs) != 1 || !slices.Contains(gitTalks[:], kind) {
		return c, false
	}
	r, ok := openGit(ap.dirs[0], ap.facts.Home, ap.facts.FS)
	if !ok {
		return c, false
	}
	c.top = r.top
	span := ap.words[0].Span
	push := sub == "push"
	names, known := gitRemotes(ap, kind, r)
	explicit := len(names) > 0
	if !explicit {
		names = []string{r.usual(push)}
	}
	for _, remote := range names {
		addresses := r.addresses(remote, push)
		known = known && len(addresses) > 0 && !r.runs(remote)
		for _, a := range addresses {
			known = c.add(a, span) && known
		}
	}
	if r.modules && sub != "ls-remote" {
		c.hosts = append(c.hosts, effect.Endpoint{Given: ap.in.Name, Host: effect.AnyHost, Span: span})
	}
	return c, known && gitSettled(ap, explicit)
}

// gitTalks are git's commands that go by the configured remotes.
var gitTalks = [...]string{"push", "fetch", "pull", "ls-remote", "remote"}

// runs reports whether a remote is configured to go by a command or a helper.
func (r gitRepository) runs(remote string) bool {
	set := func(key string) bool { return r.last("remote", remote, key) != "" }
	return set("uploadpack") || set("receivepack") || set("vcs")
}

// gitRemotes are the remotes that the words name, none for the usual one; ok is false when more could be meant.
func gitRemotes(ap *applied, kind string, r gitRepository) (names []string, ok bool) {
	if kind == "remote" || kind != "push" && hasExactFlag(ap, "--al", "--all") {
		names = slices.Sorted(maps.Keys(r.remotes()))
		return names, len(names) > 0
	}
	several := func(w word) bool { // or it may be
		short := strings.HasPrefix(w.Text, "-") && !strings.HasPrefix(w.Text, "--")
		return !w.Known || w.Many || short && strings.Contains(w.Text, "m") ||
			hasAnyPrefix(w.Text, "--git-dir", "--work-tree", "--namespace", "--mu", "--rec", "--rep")
	}
	ok = ap.in.Known && !anyWord(ap.words, several)
	if ap.in.Remote == "" {
		return nil, ok
	}
	return []string{ap.in.Remote}, ok
}

// movesGit reports whether a variable can say where a repository is, or what git is configured to do.
func movesGit(name string) bool {
	return strings.HasPrefix(name, "GIT_") && !strings.HasPrefix(name, "GIT_AUTHOR_") &&
		!strings.HasPrefix(name, "GIT_COMMITTER_") || name == "HOME" || name == "XDG_CONFIG_HOME"
}

// gitMoved reports whether a variable that programs get says where a repository is, or what git goes by.
func gitMoved(m *walker) bool {
	for f := m.state; f != nil; f = f.parent {
		for name, c := range f.cells {
			v, variable := c.(value.Value)
			if _, inherited := m.facts.Env[name]; variable && movesGit(name) && (inherited || v.Exported) {
				return true
			}
		}
	}
	return false
}

// gitSettled reports whether nothing that runs before can change where a repository is, or what its configuration says
// of its remotes; unless the remote is named, the branch that is checked out counts too.
func gitSettled(ap *applied, explicit bool) bool {
	for _, r := range ap.eff.Runs {
		switch r.Canonical {
		case "git add", "git commit", "git tag", "git push", "git fetch", "git pull", "git ls-remote", "git merge",
			"git rebase", "git cherry-pick", "git revert", "git reset", "git stash", "git rm", "git mv", "git restore":
			continue
		case "git switch", "git checkout", "git branch":
			if explicit {
				continue
			}
		}
		if r.Class != effect.ProgramReads && r.Class != effect.ProgramBuilds {
			return false
		}
	}
	return len(ap.eff.Opaque) == 0 && !gitMoved(ap.walker)
}

// usual is the remote that git takes where it is told of none.
func (r gitRepository) usual(push bool) string {
	if push {
		if name := r.last("branch", r.branch, "pushremote"); name != "" && r.branch != "" {
			return name
		}
		if name := r.last("remote", "", "pushdefault"); name != "" {
			return name
		}
	}
	if name := r.last("branch", r.branch, "remote"); name != "" && r.branch != "" {
		return name
	}
	if all := r.remotes(); len(all) == 1 {
		for name := range all {
			return name
		}
	}
	return "origin"
}

// gitEndpoint is the host of an address as git takes it, with the scheme that it goes by.
func gitEndpoint(address string) (effect.Endpoint, bool) {
	scheme, _, url := strings.Cut(address, "://")
	colon := strings.IndexByte(address, ':')
	slash := strings.IndexByte(address, '/')
	switch {
	case strings.HasPrefix(address, "-"), strings.Contains(address, "::"), strings.ContainsAny(address, " \t\n\\"):
		return effect.Endpoint{}, false
	case url && slices.Contains([]string{"ssh", "git+ssh", "ssh+git", "http", "https", "git"}, scheme):
		e := endpoint(address, scheme, effect.DefaultPort(scheme))
		return e, e.Host != ""
	case !url && colon > 0 && (slash < 0 || colon < slash):
		e := endpoint(address, "ssh", 22)
		// What stands after the colon is a path, even when it is a number.
		e.Port = 22
		return e, e.Host != ""
	}
	return effect.Endpoint{}, false
}

package shell

import (
	"slices"
	"strings"

	"pp/engine/effect"
)

// gitPlain are the flags of git's commands for remotes that take no value and leave it at one remote.
const gitPlain = " -f -u -n -q -v -4 -6 -a -p -t -k -d -r --force --set-upstream --tags --no-tags --follow-tags " +
	"--dry-run --quiet --verbose --progress --no-progress --prune --rebase --no-rebase --ff --ff-only --no-ff --atomic " +
	"--thin --porcelain --no-verify --verify --delete --force-with-lease --force-if-includes --autostash " +
	"--no-autostash --unshallow --append --heads --refs --symref --stat --no-stat --commit --no-commit --no-edit " +
	"--ipv4 --ipv6 --keep "

// gitValued are those that take one after an equals sign.
const gitValued = " --depth --deepen --jobs --force-with-lease --rebase --push-option --server-option --sort "

// gitHosts are the hosts that a git command without an address in it contacts, by the repository's configuration. ok
// is false when that is not known before it runs.
func (ap *applied) gitHosts() (out []effect.Endpoint, ok bool) {
	sub, git := strings.CutPrefix(ap.in.Name, "git ")
	push := sub == "push"
	if !git || !push && sub != "fetch" && sub != "pull" && sub != "ls-remote" || len(ap.dirs) != 1 || !ap.gitSettled() {
		return nil, false
	}
	remote, ok := ap.gitRemote(sub)
	if !ok {
		return nil, false
	}
	r, ok := openGit(ap.dirs[0], ap.facts.Home, ap.facts.FS)
	if !ok {
		return nil, false
	}
	if remote == "" {
		remote = r.usual(push)
	}
	addresses := r.addresses(remote, push)
	for _, a := range addresses {
		e, ok := gitEndpoint(a)
		if !ok {
			return nil, false
		}
		e.Span = ap.words[0].Span
		out = append(out, e)
	}
	if r.modules && sub != "ls-remote" {
		out = append(out, effect.Endpoint{Given: ap.in.Name, Host: "any host", Span: ap.words[0].Span})
	}
	return out, len(addresses) > 0
}

// movesGit reports whether a variable can say where a repository is, or what git is configured to do.
func movesGit(name string) bool {
	return strings.HasPrefix(name, "GIT_") && !strings.HasPrefix(name, "GIT_AUTHOR_") &&
		!strings.HasPrefix(name, "GIT_COMMITTER_") || name == "HOME" || name == "XDG_CONFIG_HOME"
}

// gitSettled reports whether nothing that runs before can change where a repository is, or what its configuration says.
func (ap *applied) gitSettled() bool {
	for _, r := range ap.eff.Runs {
		switch r.Canonical {
		case "git add", "git commit", "git tag", "git push", "git fetch", "git pull", "git ls-remote":
			continue
		}
		if r.Class != effect.ProgramReads && r.Class != effect.ProgramBuilds {
			return false
		}
	}
	return len(ap.eff.Opaque) == 0 && !ap.gitMoved
}

// gitRemote is the remote that the words name, "" when they name none.
func (ap *applied) gitRemote(sub string) (string, bool) {
	at := -1
	for i, w := range ap.words {
		if !w.Known || w.Many {
			return "", false
		}
		switch {
		case at >= 0:
		case w.Text == sub:
			at = i + 1
		case strings.HasPrefix(w.Text, "--git-dir"), strings.HasPrefix(w.Text, "--work-tree"),
			strings.HasPrefix(w.Text, "--namespace"):
			return "", false
		}
	}
	if at < 0 {
		return "", false
	}
	for _, w := range ap.words[at:] {
		flag, _, valued := strings.Cut(w.Text, "=")
		switch {
		case w.Text == "--":
		case !strings.HasPrefix(w.Text, "-"):
			return w.Text, true
		case valued && listed(gitValued, flag), !valued && listed(gitPlain, flag):
		default:
			return "", false
		}
	}
	return "", true
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
		e := endpoint(address, scheme, schemePort(scheme))
		return e, e.Host != ""
	case !url && colon > 0 && (slash < 0 || colon < slash):
		e := endpoint(address, "ssh", 22)
		// What stands after the colon is a path, even when it is a number.
		e.Port = 22
		return e, e.Host != ""
	}
	return effect.Endpoint{}, false
}

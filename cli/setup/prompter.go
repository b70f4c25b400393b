package setup

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf8"

	"pp/cli/system"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/session"
	"pp/engine/store"
	"pp/providers/offline"
	"pp/providers/wire"
)

// maxRepository is how much is sent of what a repository says of itself, in bytes.
const maxRepository = 8 << 10

// repositoryFiles are where repositories say how to work in them; the first is read.
var repositoryFiles = [...]string{"AGENTS.md", "CLAUDE.md", ".cursorrules"}

// prompter assembles the prompts of a conversation.
func (a *Agent) prompter() engine.Prompter {
	s := a.Settings
	p := engine.Prompter{Assistant: s.Config.Assistant, System: s.Options.System}
	if s.Options.NoTools {
		return p
	}
	p.Forms, p.Tools, p.Place = engine.Forms, a.InForce.offered(), s.place(a.Attended)
	a.Servers.noteUnreviewed(a.Out.NoteOnce)
	if s.Config.Context.Repository {
		p.Repository, p.Label = s.repository(s.linked())
	}
	return p
}

// compactor cuts conversations that do not fit a window.
func (i *InForce) compactor() session.Compactor {
	return session.Compactor{Tokens: tokens, Extract: offline.Summarize, Reads: func(tool string) bool {
		spec := i.Table()[strings.ToLower(tool)]
		return spec.ReadOnly && !spec.Composed // what was done cannot be had by doing it again
	}}
}

// tokens guesses how many tokens turns have in a prompt.
func tokens(turns []engine.Turn) int {
	return wire.Estimate(engine.Prompt{Turns: turns, Nonce: "0123456789abcdef"})
}

// place says where the agent works, and who is there; attended is [Agent.Attended].
func (s *Settings) place(attended bool) string {
	where := "WHERE: " + s.Where.Dir
	if branch := branchOf(s.Where.Workspace); branch != "" {
		where += fmt.Sprintf(" (git branch %q)", branch)
	}
	where += fmt.Sprintf(", %s/%s, %s. ", runtime.GOOS, runtime.GOARCH, s.System.Now().Format("2006-01-02"))
	if !s.DenyAll && attended {
		return where + "A person is asked about what needs approval; until they answer, it waits."
	}
	if !s.DenyAll && s.System.Env("CI") == "" && system.IsTerminal(s.System.Stderr) {
		return where + "A person is present and can be asked."
	}
	return where + "No person is present: what needs approval is not done."
}

// branchName returns the branch in a line of HEAD if it has plain characters; others could carry text for the model.
func branchName(head string) string {
	name, ok := strings.CutPrefix(strings.TrimSuffix(head, "\n"), "ref: refs/heads/")
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	odd := func(r rune) bool { return !strings.ContainsRune(letters+"._/+-", r) }
	if !ok || len(name) > 80 || strings.ContainsFunc(name, odd) || strings.IndexAny(name, letters) != 0 {
		return ""
	}
	return name
}

// branchOf returns the checked-out branch from git's files, or "" if they cannot be read.
func branchOf(w effect.Workspace) string {
	if w.Root == "" {
		return ""
	}
	dir := filepath.Join(w.Root, ".git")
	if link, err := store.Read(context.Background(), dir, 4096); err == nil { // a linked work tree
		to, ok := strings.CutPrefix(strings.TrimSuffix(string(link), "\n"), "gitdir: ")
		if !ok || strings.ContainsAny(to, "\n\x00") {
			return ""
		}
		if dir = to; !filepath.IsAbs(to) {
			dir = filepath.Join(w.Root, to)
		}
	}
	head, err := store.Read(context.Background(), filepath.Join(dir, "HEAD"), 4096)
	if err != nil {
		return ""
	}
	return branchName(string(head))
}

// repository returns the workspace's instructions for agents, and their label. It reads no link and no secret file.
func (s *Settings) repository(secret func(effect.Node, string) bool) (text, label string) {
	if s.Where.Workspace.Root == "" {
		return "", ""
	}
	for _, name := range repositoryFiles {
		full := filepath.Join(s.Where.Workspace.Root, name)
		text = repositoryFile(full, secret)
		if text == "" || s.Private.Whole(full) {
			continue
		}
		label = name + " of the repository, its own words, which nobody here has asked for"
		if len(text) >= maxRepository {
			text, label = strings.ToValidUTF8(text[:maxRepository], ""), label+"; its beginning"
		}
		return text, label
	}
	return "", ""
}

// repositoryFile is the beginning of a file of text; "" where there is none to be read.
func repositoryFile(name string, secret func(effect.Node, string) bool) string {
	f, err := store.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	if st := f.Stat(); st.Nlink > 1 && secret(effect.Node{Dev: uint64(st.Dev), Inode: st.Ino}, name) {
		return ""
	}
	data, err := store.ReadAll(context.Background(), f, maxRepository+1)
	if err != nil {
		return ""
	}
	for cut := 0; cut < utf8.UTFMax && len(data) > maxRepository && !utf8.Valid(data); cut++ {
		data = data[:len(data)-1] // of a character that the limit cuts
	}
	if !utf8.Valid(data) {
		return ""
	}
	return strings.TrimSpace(string(data))
}

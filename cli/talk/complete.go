package talk

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"pp/cli/command"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine/memory"
)

// completer completes what is typed in a conversation.
type completer struct{ of *conversation }

// Do implements readline.AutoCompleter: the commands, what may stand behind
// each, and the names of tools and files anywhere else.
func (c completer) Do(line []rune, pos int) ([][]rune, int) {
	text := string(line[:pos])
	word := text[strings.LastIndexAny(text, " (\"\n")+1:]
	var known []string
	for _, k := range c.candidates(text, word) {
		// A name that would deceive is not offered.
		if strings.HasPrefix(k, word) && output.Escape(k, output.Strict) == k && !strings.ContainsAny(k, "\n\t") {
			known = append(known, k)
		}
	}
	slices.Sort(known)
	var out [][]rune
	for _, k := range slices.Compact(known) {
		out = append(out, []rune(k[len(word):]))
	}
	return out, len([]rune(word))
}

func (c completer) candidates(text, word string) []string {
	slash, _, argument := strings.Cut(text, " ")
	var out []string
	switch {
	case strings.HasPrefix(text, "/") && !argument && isSlash(text):
		for _, s := range slashCommands() {
			out = append(out, s.name)
		}
		return append(out, files(word)...)
	case slash == "/cascade", slash == "/model":
		for name := range c.of.Agent.Settings.Config.Providers {
			if slash == "/model" {
				name += "/"
			}
			out = append(out, name)
		}
		return out
	case slash == "/attach":
		return files(word)
	case slash == "/approve", slash == "/deny":
		return c.tokens()
	case slash == "/rules":
		return append(c.ruleIDs(), "revoke")
	case slash == "/skills":
		for _, s := range c.of.Agent.Skills.Current().Skills() {
			out = append(out, s.Name)
		}
		return append(append(out, command.SkillVerbs()...), files(word)...)
	case slash == "/focus", slash == "/push":
		return append(c.noteHandles(), files(word)...)
	case isSlash(text) || word == "":
		return nil
	}
	for _, spec := range c.of.Agent.InForce.Specs() {
		out = append(out, spec.Name)
	}
	return append(out, files(word)...)
}

func (c completer) tokens() []string {
	var out []string
	if c.of.Agent.Plans != nil {
		plans, _ := c.of.Agent.Plans.Pending()
		for _, p := range plans {
			out = append(out, p.Token)
		}
	}
	return out
}

func (c completer) ruleIDs() []string {
	list := activeGrants(c.of.Agent)
	if c.of.Agent.Rules != nil {
		learned, _ := c.of.Agent.Rules.List()
		list = append(list, setup.ActiveRules(learned)...)
	}
	var out []string
	for _, r := range list {
		out = append(out, r.Grant.ID)
	}
	return out
}

// noteHandles are those of the newest notes.
func (c completer) noteHandles() []string {
	var out []string
	if m := c.of.Agent.Memory; m != nil {
		all := memory.Query{Scope: c.of.Agent.Notes.Reach(false), Limit: maxCompletions}
		hits, _, _ := m.Find(context.Background(), all)
		for _, h := range hits {
			out = append(out, h.Handle)
		}
	}
	return out
}

// maxCompletions is how many entries of a directory are looked at.
const maxCompletions = 1000

// files are the names that begin with a word; hidden ones only when it says so.
func files(word string) []string {
	dir, base := filepath.Split(word)
	f, err := os.OpenFile(cmp.Or(dir, "."), os.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, _ := f.ReadDir(maxCompletions)
	var out []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), base) || base == "" && strings.HasPrefix(e.Name(), ".") {
			continue
		}
		name := dir + e.Name()
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			name += "/"
		}
		out = append(out, name)
	}
	return out
}

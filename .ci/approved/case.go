package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// modes lists the machines to imitate: everything, mounts without layers, Landlock without namespaces, and nothing.
var modes = []string{"full", "nooverlay", "landlock", "nothing"}

// kase describes one command: its name, its fixture, and its lines, each of which pp runs and approves by itself.
type kase struct {
	name, fixture string
	lines         []string
	exit          string                 // how bash ends it: a status or signal, one for each line; one 0 for all
	expects       map[string]expectation // by mode, "" for all
}

// expectation holds the expected result of a command and its reason: "denied", "differs", "prints" (only the output
// differs), "names" (the result differs in one name) or "same".
type expectation struct{ what, reason string }

func (c kase) expected(mode string) expectation {
	e, ok := c.expects[mode]
	if !ok {
		e = c.expects[""]
	}
	return expectation{cmp.Or(e.what, "same"), e.reason}
}

// readCases reads the commands of commands/*.txt. There, "= NAME" says which fixture the following start from. A
// command is its name, white space and its text; a tab begins each further line. "+ " begins a command that follows it,
// and that pp runs and approves by itself. "# " begins a comment. Lines after a command name its expected result:
// "? exit N", "? WHAT REASON" and "? MODE: WHAT REASON".
func readCases(dir string) ([]kase, error) {
	files, err := filepath.Glob(filepath.Join(dir, "commands", "*.txt"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no commands in %s: run it from the root of the repository", dir)
	}
	var all []kase
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		fixture := ""
		for n, l := range strings.Split(string(data), "\n") {
			if err := readLine(l, &fixture, &all); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, n+1, err)
			}
		}
	}
	seen := map[string]bool{}
	for _, c := range all {
		if seen[c.name] {
			return nil, fmt.Errorf("two commands are named %s", c.name)
		}
		seen[c.name] = true
	}
	return all, nil
}

func readLine(l string, fixture *string, all *[]kase) error {
	mark, rest, _ := strings.Cut(l, " ")
	last := &kase{}
	if n := len(*all); n > 0 {
		last = &(*all)[n-1]
	}
	switch {
	case l == "" || mark == "#":
	case mark == "=":
		*fixture = rest
	case l[0] == '\t':
		last.lines[len(last.lines)-1] += "\n" + l[1:]
	case mark == "+":
		last.lines = append(last.lines, rest)
	case mark == "?":
		return last.expect(rest)
	case rest == "" || *fixture == "":
		return fmt.Errorf("no command: %q", l)
	default:
		*all = append(*all, kase{mark, *fixture, []string{strings.TrimLeft(rest, " ")}, "0", map[string]expectation{}})
	}
	return nil
}

func (c *kase) expect(text string) error {
	word, rest, _ := strings.Cut(text, " ")
	mode := ""
	if before, is := strings.CutSuffix(word, ":"); is && slices.Contains(modes, before) {
		mode = before
		word, rest, _ = strings.Cut(rest, " ")
	}
	switch {
	case word == "exit":
		c.exit = rest
	case word == "same", slices.Contains([]string{"denied", "differs", "prints", "names"}, word) && len(rest) >= 10:
		c.expects[mode] = expectation{word, rest}
	default:
		return fmt.Errorf("%q is not an expected result with a reason", text)
	}
	return nil
}

// chosen returns the commands that part.txt names for a mode.
func chosen(dir, mode string, cases []kase) ([]kase, error) {
	data, err := os.ReadFile(filepath.Join(dir, "part.txt"))
	_, part, _ := strings.Cut(string(data), "\n"+mode+":\n")
	part, _, _ = strings.Cut(part, ":\n")
	names := strings.Fields(part)
	return slices.DeleteFunc(cases, func(c kase) bool { return !slices.Contains(names, c.name) }), err
}

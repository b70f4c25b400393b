package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// kase is one command: a name, what it starts from, and the line.
type kase struct {
	number  int
	name    string
	fixture string
	line    string
	then    []string // commands that follow, each run and approved by itself
	exit    string   // how bash ends it: a status or signal, one for each command; one 0 for all
	expect  string   // "", "denied", "differs", "prints" or "names"
	reason  string   // why the result is expected
	modes   map[string]expectation
}

// expectation is what is expected of a command in a mode of the machine.
type expectation struct{ what, reason string }

// in is the command with what is expected in a mode.
func (c kase) in(mode string) kase {
	if e, ok := c.modes[mode]; ok {
		c.expect, c.reason = e.what, e.reason
	} else if mode == "bash" {
		c.expect = ""
	}
	return c
}

// program is what a command begins with, and the subcommand where one says more.
func (c kase) program() string {
	words := append(strings.Fields(c.line), "", "")
	switch words[0] {
	case "git", "npm", "go", "cargo":
		return words[0] + " " + words[1]
	}
	return words[0]
}

// readCases reads the commands of commands/*.txt. There, "= NAME" says which fixture the following start from. A
// command is its name, white space and its text; a tab begins each further line. "+ " begins a command that follows it,
// and that pp runs and approves by itself. "# " begins a comment. Lines after a command name its expected result:
// "? exit N", "? denied REASON", "? differs REASON", "? prints REASON" (only the output differs) and "? names REASON"
// (the result differs in one name). "? MODE: differs REASON" and "? MODE: same" are for one mode.
func readCases(dir string, only *regexp.Regexp) ([]kase, error) {
	files, err := filepath.Glob(filepath.Join(dir, "commands", "*.txt"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no commands in %s", dir)
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
	for i := range all {
		if seen[all[i].name] {
			return nil, fmt.Errorf("two commands are named %s", all[i].name)
		}
		seen[all[i].name] = true
		all[i].number = i
		if _, err := os.Stat(filepath.Join(dir, "fixtures", all[i].fixture+".sh")); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(all, func(c kase) bool {
		return !only.MatchString(c.name + " " + c.fixture + ": " + c.line)
	}), nil
}

func readLine(l string, fixture *string, all *[]kase) error {
	last := len(*all) - 1
	switch {
	case l == "" || strings.HasPrefix(l, "# "):
	case strings.HasPrefix(l, "= "):
		*fixture = l[2:]
	case strings.HasPrefix(l, "\t") && last >= 0:
		(*all)[last].line += "\n" + l[1:]
	case strings.HasPrefix(l, "+ ") && last >= 0:
		(*all)[last].then = append((*all)[last].then, l[2:])
	case strings.HasPrefix(l, "? ") && last >= 0:
		return (*all)[last].expects(l[2:])
	default:
		name, line, ok := strings.Cut(l, " ")
		if !ok || *fixture == "" {
			return fmt.Errorf("no command: %q", l)
		}
		*all = append(*all, kase{name: name, fixture: *fixture, line: strings.TrimLeft(line, " "), exit: "0"})
	}
	return nil
}

func (c *kase) expects(what string) error {
	word, rest, _ := strings.Cut(what, " ")
	switch word {
	case "exit":
		c.exit = rest
		return nil
	case "same":
		c.expect = word
		return nil
	case "denied", "differs", "prints", "names":
		if len(rest) < 10 || c.expect != "" {
			return fmt.Errorf("%q is no reason", rest)
		}
		c.expect, c.reason = word, rest
		return nil
	}
	if mode, rest, _ := strings.Cut(what, ": "); slices.Contains(modes[:], mode) {
		e := kase{}
		if err := e.expects(rest); err != nil {
			return err
		}
		if c.modes == nil {
			c.modes = map[string]expectation{}
		}
		c.modes[mode] = expectation{e.expect, e.reason}
		return nil
	}
	return fmt.Errorf("%q is nothing to expect", what)
}

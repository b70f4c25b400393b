package hook

import (
	"path/filepath"
	"strings"
)

// Agent is another agent: where it keeps its hooks, what one looks like there, how a hook's input reads, and what
// answer it obeys. It is a value, safe for concurrent use.
type Agent struct {
	Name  string // as in `pp hook NAME`
	Title string
	// Note is what the person has to do besides, "" for nothing.
	Note string

	place
	events  []string // that its hooks are told of; the first comes before each call
	silent  bool     // an exit code 2 without a word lets the call happen
	ignores string   // flags of `pp hook` that change nothing there, each behind a space
	entry   string   // an element of such an event in its file, with %s for the line; "" of one that runs a module
	empty   string   // a file without a hook
	canary  string   // what the hook is handed of a command, with %s for the command and for the directory

	names       names
	textInput   bool // the arguments may be JSON in a text, or what a tool takes that has no named arguments
	tools       map[string]reader
	harmless    []string // tools without effects
	commandDir  string   // the argument of a command that names its directory
	asks        []string // the events at which it asks its person when it is told to
	rewrites    string   // the tool whose command it lets a hook replace
	interactive bool     // its model may type to commands
	answer      func(Call, Answer) Reply
	denies      string // where an answer of exit code 0 says "deny"; "" where none can
	anyFailure  bool   // every exit code but 0 blocks
}

// place is where an agent's files of hooks are.
type place struct {
	variable string // of the environment, names the directory instead of below
	home     string // likewise, the home
	below    string // the directory of the person's file, below the home
	file     string // its name there
	project  string // the file of a project, below its root
}

// names are those of the fields of a hook's input; event is "" where it names none.
type names struct{ session, dir, tool, event, input string }

// Write returns the answer in the agent's own form. It never fails: what cannot be said in that
// form is [Refusal].
func (a Agent) Write(c Call, answer Answer) Reply { return a.answer(c, answer) }

// Place is what the files are found by.
type Place struct {
	Home    string              // the person's, "" where there is none
	Env     func(string) string // variables of the environment, "" for one that is not set
	Project string              // the root of the project, "" for the person's own files
}

// File returns the file that an agent reads its hooks from, "" where there is no place for it.
func (a Agent) File(p Place) string {
	if p.Project != "" {
		return filepath.Join(p.Project, a.project)
	}
	if dir := p.Env(a.variable); a.variable != "" && filepath.IsAbs(dir) {
		return filepath.Join(dir, a.file)
	}
	home := p.Home
	if dir := p.Env(a.home); a.home != "" && filepath.IsAbs(dir) {
		home = dir
	}
	rest, config := strings.CutPrefix(a.below, ".config/")
	if dir := p.Env("XDG_CONFIG_HOME"); config && filepath.IsAbs(dir) {
		return filepath.Join(dir, rest, a.file)
	}
	if home == "" {
		return ""
	}
	return filepath.Join(home, a.below, a.file)
}

// Ignores reports whether a flag of `pp hook` changes nothing for the agent: it runs no other command than its own
// whatever it is told, or has no word for what is allowed.
func (a Agent) Ignores(flag string) bool { return strings.Contains(a.ignores, " "+flag) }

// takers returns the names of the agents for which a flag of `pp hook` changes something.
func takers(flag string) (out []string) {
	for _, a := range Agents() {
		if !a.Ignores(flag) {
			out = append(out, a.Name)
		}
	}
	return out
}

// Timeout is how long every agent is told to wait for pp, which answers within a third of it, in seconds.
const Timeout = 30

// Find returns the agent of a name.
func Find(name string) (Agent, bool) { return named(name, Agents()) }

func named(name string, list []Agent) (Agent, bool) {
	for _, a := range list {
		if a.Name == name {
			return a, true
		}
	}
	return Agent{}, false
}

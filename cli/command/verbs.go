package command

import (
	"context"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
)

// run is one run of a command: what the command was handed, and the words behind its verb.
type run struct {
	App
	ctx   context.Context
	words []string
}

// verb is one thing that a command can do, named by the first of its words.
type verb[R any] struct {
	name  string
	flags []string // of the command, besides --json; others are refused
	data  bool     // it prints data, so that it takes --json
	run   func(R) error
}

// verbs are what a command can do; the first is done where no word names one. The usage of the command says which words
// each takes: others are refused before.
type verbs[R any] []verb[R]

// find is the verb that words begin with, and the words behind it.
func (l verbs[R]) find(words []string) (verb[R], []string) {
	for _, v := range l {
		if len(words) > 0 && v.name == words[0] {
			return v, words[1:]
		}
	}
	return l[0], words
}

// action carries out the verb of a command line, on what is opened for it. Flags that it would ignore are an error.
func (l verbs[R]) action(a App, open func(run) (R, error)) cli.ActionFunc {
	return func(c *cli.Context) error {
		v, words := l.find(c.Args().Slice())
		what := strings.TrimSpace(c.Command.Name + " " + v.name)
		for _, f := range c.Command.Flags {
			name := f.Names()[0]
			if name != "json" && c.IsSet(name) && !slices.Contains(v.flags, name) {
				return exit.UsageError("leave it out; `pp help "+c.Command.Name+"` lists what each takes",
					"%s does not take --%s", what, name)
			}
		}
		if err := a.Out.NoJSON(what); err != nil && !v.data {
			return err
		}
		r, err := open(run{a, c.Context, words})
		if err != nil {
			return err
		}
		return v.run(r)
	}
}

// as opens nothing: the run itself is what the verbs of a command work on.
func as(r run) (*run, error) { return &r, nil }

package command

import (
	"slices"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
)

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
	if len(words) == 0 {
		return l[0], nil
	}
	i := slices.IndexFunc(l, func(v verb[R]) bool { return v.name == words[0] })
	return l[max(i, 0)], words[1:]
}

// chosen is the verb of a command line, with the words behind it. Flags that it would ignore are an error.
func (l verbs[R]) chosen(a App, c *cli.Context) (verb[R], []string, error) {
	v, words := l.find(c.Args().Slice())
	for _, f := range c.Command.Flags {
		name := f.Names()[0]
		if name != "json" && c.IsSet(name) && !slices.Contains(v.flags, name) {
			return v, words, exit.UsageError("leave it out; `pp help "+c.Command.Name+"` lists what each takes",
				"%s %s does not take --%s", c.Command.Name, v.name, name)
		}
	}
	if v.data {
		return v, words, nil
	}
	return v, words, a.Out.NoJSON(c.Command.Name + " " + v.name)
}

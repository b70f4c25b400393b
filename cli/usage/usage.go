// Package usage describes a command line as values: its commands, their flags, and what kind of value each takes. It
// completes command lines and prints the manual page from such a description.
//
// A shell's script runs the hidden command `pp __complete -- WORD …` at each press of the key, where the last word is
// the one to complete, maybe empty. It must therefore never contact anything, and what it prints must never be more
// than text to a shell; nor may a text become a request to the formatter of the page. Start reading at [Command], then
// [Find] and [WriteManual].
package usage

import "strings"

// Command is a program, or a command of it.
type Command struct {
	Name        string
	Summary     string    // one line, without a full stop
	Synopsis    string    // what follows the name, such as "list | explain ID"
	Description string    // paragraphs of plain text
	Flags       []Flag    // in the order of help; also those that it shares with others
	Commands    []Command // each named by its first argument
	// Arguments are the kinds of value of its arguments, by place; what follows
	// the last has none.
	Arguments []string
}

// Flag is a flag of a command.
type Flag struct {
	Names   []string // without dashes; the first is the long one
	Summary string
	Value   string // the placeholder of its value; "" when it takes none
	Kind    string // of its value, as in Command.Arguments
}

// The kinds of value that every shell knows itself. All others are the caller's.
const (
	File      = "file"
	Directory = "directory"
)

// Dashed is a name as it is written, with one dash or two.
func Dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// Command finds a command within c by name; nil when there is none.
func (c *Command) Command(name string) *Command {
	for i := range c.Commands {
		if c.Commands[i].Name == name {
			return &c.Commands[i]
		}
	}
	return nil
}

// Flag finds the flag that a word names, as in --name, --name=value or -n; of a cluster
// of short flags the last. It is nil when there is none.
func (c *Command) Flag(word string) *Flag {
	name, _, _ := strings.Cut(strings.TrimLeft(word, "-"), "=")
	if name != "" && !strings.HasPrefix(word, "--") {
		name = name[len(name)-1:]
	}
	for i, f := range c.Flags {
		for _, n := range f.Names {
			if n == name {
				return &c.Flags[i]
			}
		}
	}
	return nil
}

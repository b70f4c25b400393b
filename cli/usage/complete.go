package usage

import (
	"embed"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Hidden is the name of the command that the scripts run.
const Hidden = "__complete"

// maxCandidates is more than a person looks through.
const maxCandidates = 500

// Candidate is what a word may become.
type Candidate struct {
	Value       string
	Description string // may be empty
}

// Values gives the candidates of a kind of value, such as "model"; none for a kind
// that it does not know. What it cannot read it leaves out: there is nobody to tell.
type Values func(kind string) []Candidate

// Find tells what the last of words may become, words being a command line without
// its program. files is File or Directory where the shell completes names
// of files, and "" otherwise.
func Find(program *Command, values Values, words []string) (found []Candidate, files string) {
	if len(words) == 0 {
		return nil, ""
	}
	at := follow(program, words[:len(words)-1])
	last := words[len(words)-1]
	name, partial, assigned := strings.Cut(last, "=")
	flag := at.find(last)
	switch {
	case at.flag != nil:
		return ofKind(values, at.flag.Kind, "", last)
	case !at.words && assigned && strings.HasPrefix(last, "-") && flag != nil && flag.Value != "":
		return ofKind(values, flag.Kind, name+"=", partial)
	case !at.words && strings.HasPrefix(last, "-"):
		return matching(at.flags(), "", last), ""
	}
	if at.argument < len(at.command.Arguments) {
		found, files = ofKind(values, at.command.Arguments[at.argument], "", last)
	}
	if at.argument == 0 && !at.words {
		var commands []Candidate
		for _, c := range at.command.Commands {
			commands = append(commands, Candidate{c.Name, c.Summary})
		}
		found = append(matching(commands, "", last), found...)
	}
	return found, files
}

// place is where a command line stands before its last word.
type place struct {
	program, command *Command
	above            *Command // whose verb the command is; else the command
	argument         int      // of the command
	flag             *Flag    // whose value comes next
	words            bool     // "--" stood there: no flags or commands follow
}

func follow(program *Command, words []string) place {
	p := place{program: program, command: program, above: program}
	for _, w := range words {
		switch {
		case p.flag != nil:
			p.flag = nil
		case p.words:
			p.argument++
		case w == "--":
			p.words = true
		case strings.HasPrefix(w, "-") && w != "-":
			if f := p.find(w); f != nil && f.Value != "" && !strings.Contains(w, "=") {
				p.flag = f
			}
		default:
			if c := p.command.Command(w); c != nil && p.argument == 0 {
				p.above, p.command = p.command, c
				if p.above == program {
					p.above = c
				}
			} else {
				p.argument++
			}
		}
	}
	return p
}

// find is a flag of the command, of the one above it, or else of the program.
func (p place) find(word string) *Flag {
	for _, c := range [...]*Command{p.command, p.above} {
		if f := c.Flag(word); f != nil {
			return f
		}
	}
	return p.program.Flag(word)
}

func (p place) flags() []Candidate {
	var out []Candidate
	for _, f := range p.above.Flags { // a verb has none of its own
		for _, n := range f.Names {
			out = append(out, Candidate{Dashed(n), f.Summary})
		}
	}
	return out
}

func ofKind(values Values, kind, before, partial string) ([]Candidate, string) {
	switch kind {
	case "":
		return nil, ""
	case File, Directory:
		return nil, kind
	}
	return matching(values(kind), before, partial), ""
}

// matching are the candidates that a partial word may become, with what stands before
// it. One that holds a control is no text to type.
func matching(all []Candidate, before, partial string) []Candidate {
	var out []Candidate
	for _, c := range all {
		text := !strings.ContainsFunc(c.Value, unprintable)
		if text && strings.HasPrefix(c.Value, partial) && len(out) < maxCandidates {
			out = append(out, Candidate{before + c.Value, c.Description})
		}
	}
	return out
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// Print writes candidates as the scripts read them: one a line, the value, a tab and
// the description. A first line of ":file" or ":directory" has the shell add names.
func Print(w io.Writer, found []Candidate, files string) error {
	var b strings.Builder
	if files != "" {
		b.WriteString(":" + files + "\n")
	}
	for _, c := range found {
		description := strings.Map(func(r rune) rune {
			if unprintable(r) {
				return ' '
			}
			return r
		}, c.Description)
		b.WriteString(c.Value + "\t" + description + "\n")
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing the candidates: %w", err)
	}
	return nil
}

//go:embed scripts
var scripts embed.FS

// Shells are the shells that there are scripts for.
func Shells() []string { return []string{"bash", "zsh", "fish"} }

// Script is what a shell reads to complete the command lines of pp.
func Script(shell string) (string, error) { return script("completion", shell) }

// KeyBinding is what a shell reads to bind Alt-i: the words on the line become the
// command that `pp -e` proposes for them, and wait there to be run. Where it fails
// the line stays and the error is shown.
func KeyBinding(shell string) (string, error) { return script("key", shell) }

func script(name, shell string) (string, error) {
	text, err := scripts.ReadFile("scripts/" + name + "." + shell)
	if err != nil {
		return "", fmt.Errorf("there is no script for the shell %q", shell)
	}
	return string(text), nil
}

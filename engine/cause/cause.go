package cause

import (
	"strconv"
	"strings"
)

// Kind names one cause in kebab-case. The name is stable: JSON and records have it.
type Kind string

// Cause says why an effect is dangerous, why a part of an action cannot be read, or why a gate decided. It is
// comparable: two causes are the same if they are equal. The zero Cause says nothing.
type Cause struct {
	Kind Kind `json:"kind"`
	// Of is the more general cause that this is a case of, such as a danger or what is done to a path.
	Of Kind `json:"of,omitempty"`
	// The arguments, each "" if the kind has none of it.
	Program string `json:"program,omitempty"`
	Path    string `json:"path,omitempty"`
	Given   string `json:"given,omitempty"` // the path as written, if that is not the same
	Host    string `json:"host,omitempty"`
	Name    string `json:"name,omitempty"` // of a variable, a function, a setting, a tool
	Word    string `json:"word,omitempty"` // a part of the action, as written
	Text    string `json:"text,omitempty"` // what an entry of a table, a person or a library says
	// Place is the line and column of what cannot be read at all, as 1:6.
	Place string `json:"place,omitempty"`
	// Line and Position say where in the action it stands: a line of it, and the number of the word there, from 1.
	Line     string `json:"line,omitempty"`
	Position int    `json:"position,omitempty"`
}

// Bare is a cause without arguments.
func (k Kind) Bare() Cause { return Cause{Kind: k} }

// Word is a cause without a kind of its own yet, with a part of the action as its argument.
func Word(word string) Cause { return Cause{Word: word} }

// Path is Word for a path.
func Path(name string) Cause { return Cause{Path: name} }

// Program is Word for a program.
func Program(name string) Cause { return Cause{Program: name} }

// OfProgram is a cause with a program as its argument.
func (k Kind) OfProgram(name string) Cause { return Cause{Kind: k, Program: name} }

// OfPath is a cause with a path as its argument.
func (k Kind) OfPath(name string) Cause { return Cause{Kind: k, Path: name} }

// OfHost is a cause with a host as its argument.
func (k Kind) OfHost(name string) Cause { return Cause{Kind: k, Host: name} }

// OfName is a cause with a name as its argument.
func (k Kind) OfName(name string) Cause { return Cause{Kind: k, Name: name} }

// OfWord is a cause with a part of the action as its argument.
func (k Kind) OfWord(word string) Cause { return Cause{Kind: k, Word: word} }

// OfText is a cause with a text from elsewhere as its argument.
func (k Kind) OfText(text string) Cause { return Cause{Kind: k, Text: text} }

// In is the cause as a case of a danger. Without a kind of its own it is the danger itself.
func (c Cause) In(danger Kind) Cause {
	if c.Kind == "" {
		c.Kind = danger
		return c
	}
	c.Of = danger
	return c
}

// Because is the cause as a case of itself, for a reason with a text as its argument.
func (c Cause) Because(k Kind, text ...string) Cause {
	c.Of, c.Kind, c.Text = c.Kind, k, strings.Join(text, "")
	return c
}

// Naming is the cause with a part of the action as a further argument.
func (c Cause) Naming(word string) Cause {
	c.Word = word
	return c
}

// With is the cause with a text as a further argument.
func (c Cause) With(text string) Cause {
	c.Text = text
	return c
}

// Anywhere is the cause without where in the action it stands and how its path is written there.
func (c Cause) Anywhere() Cause {
	c.Given, c.Place, c.Line, c.Position = "", "", "", 0
	return c
}

// Values are the parts of a cause for a record, without empty ones at the end.
func (c Cause) Values() []string {
	list := []string{string(c.Kind), string(c.Of), c.Program, c.Path, c.Given, c.Host, c.Name, c.Word, c.Text, c.Line, "",
		c.Place}
	if c.Position != 0 {
		list[10] = strconv.Itoa(c.Position)
	}
	for len(list) > 1 && list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return list
}

// FromValues is the cause that has these Values.
func FromValues(list []string) Cause {
	v := make([]string, max(12, len(list)))
	copy(v, list)
	position, _ := strconv.Atoi(v[10])
	return Cause{Kind: Kind(v[0]), Of: Kind(v[1]), Program: v[2], Path: v[3], Given: v[4], Host: v[5], Name: v[6],
		Word: v[7], Text: v[8], Line: v[9], Position: position, Place: v[11]}
}

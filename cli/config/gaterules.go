package config

import (
	"strings"

	"pp/engine"
)

// Rule is one line of a [rules] table: a row of the gates' rule table and what
// it decides. Whether there is such a row, and whether it may be changed, is
// for the gates to say.
type Rule struct {
	Name     string
	Decision engine.Decision
	Origin   Origin
}

// Program is one line of [programs]: a program whose flags and operands the
// person describes, or one that is to be unknown.
type Program struct {
	Name    string
	Clauses string // the description, as in gates/shell/table/commands, without its head; "" with Removed
	Removed bool
	Origin  Origin
	Line    int // the line of the file that Clauses begins on
}

// Policy is what a file given for one run says.
type Policy struct {
	Rules       []Rule
	Permissions []Permission
}

// ReadPolicy reads the file given for one run, which has [rules] and
// [permissions] only. A mistake in it is an *Error with its line.
func ReadPolicy(file string, data []byte) (Policy, error) {
	doc, err := decode(Origin{Source: SourceFlag, Name: file}, data)
	if err != nil {
		return Policy{}, err
	}
	l := loader{cfg: &Config{}}
	for _, e := range doc.entries {
		table := e.path[0]
		known := table == "rules" || table == "permissions"
		switch {
		case e.table && len(e.path) == 1 && known:
		case table == "rules" && len(e.path) == 2:
			err = l.rule(e)
		case table == "permissions" && len(e.path) == 2:
			err = l.permission(e)
		default:
			err = e.where.fail("", "unknown key "+e.shown(), "A policy has [rules] and [permissions]")
		}
		if err != nil {
			return Policy{}, err
		}
	}
	return Policy{Rules: l.cfg.Rules, Permissions: l.cfg.Permissions}, nil
}

func (l *loader) program(e entry) error {
	p := Program{Name: e.path[1], Origin: e.where, Line: e.textLine}
	switch v := e.value.(type) {
	case string:
		p.Clauses = v
	case bool:
		p.Removed = !v
	}
	if p.Removed != (strings.TrimSpace(p.Clauses) == "") {
		return e.where.fail("programs", e.shown()+" must be false, or a text of clauses such as '(args \"read*\") "+
			"(examples reads \"NAME x\")', not "+showValue(e.value), "")
	}
	l.cfg.Programs = append(l.cfg.Programs, p)
	return nil
}

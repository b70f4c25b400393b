package config

import (
	"strings"

	"pp/engine"
)

// Permission is one line of a permission table. Within a layer the most specific pattern decides; across layers the
// strictest decision wins, so that a project's narrow "ask" cannot lower the person's broad "deny". An Allow from a
// flag may only clear an ask that no layer states.
type Permission struct {
	Pattern  string
	Decision engine.Decision
	Origin   Origin
}

// Rule is one line of [rules]: a row of the gates' table and what it decides. The gates say whether it may change.
type Rule struct {
	Name     string
	Decision engine.Decision
	Origin   Origin
}

// Program is one line of [programs]: the flags and operands of a program, or one that is to be unknown.
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

// ReadPolicy reads the file of --policy, which has [rules] and [permissions] only. A mistake is an *Error.
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
		case known && len(e.path) == 2:
			t, _ := findTable(e.path)
			err = t.take(&l, e)
		default:
			err = e.where.fail("", "unknown key "+e.shown(), "A policy has [rules] and [permissions]")
		}
		if err != nil {
			return Policy{}, err
		}
	}
	return Policy{Rules: l.cfg.Rules, Permissions: l.cfg.Permissions}, nil
}

// addPermission checks and appends one line.
func (c *Config) addPermission(pattern string, decision engine.Decision, o Origin) error {
	if why := checkPlain(pattern); why != "" {
		return o.fail("permissions", "the permission pattern "+quoted(pattern)+" "+why,
			"Write a tool, or \"shell\" and a command's words")
	}
	c.Permissions = append(c.Permissions, Permission{Pattern: pattern, Decision: decision, Origin: o})
	return nil
}

// decision reads the value of a permission or a rule.
func (e entry) decision() (engine.Decision, error) {
	text, isText := e.value.(string)
	d, ok := engine.ParseDecision(text)
	switch {
	case !isText:
		return engine.Deny, e.where.fail(e.path[0], e.shown()+" must be \"allow\", \"ask\" or \"deny\", not "+
			showValue(e.value), "")
	case !ok || d.String() != text:
		return engine.Deny, e.where.fail(e.path[0], e.shown()+": "+quoted(text)+
			" is not a decision; write \"allow\", \"ask\" or \"deny\"", "")
	}
	return d, nil
}

func (l *loader) permission(e entry) error {
	d, err := e.decision()
	if err != nil {
		return err
	}
	return l.cfg.addPermission(e.path[1], d, e.where)
}

func (l *loader) rule(e entry) error {
	d, err := e.decision()
	if err != nil {
		return err
	}
	l.cfg.Rules = append(l.cfg.Rules, Rule{Name: e.path[1], Decision: d, Origin: e.where})
	return nil
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

func (l *loader) alias(e entry) error {
	text, ok := e.value.(string)
	if !ok || checkPlain(text) != "" || checkWord(e.path[1]) != "" {
		return e.where.fail("aliases", e.shown()+" must be a short name for a model",
			"Write: [aliases] fast = \"provider/model\"")
	}
	if l.cfg.Aliases == nil {
		l.cfg.Aliases = make(map[string]string)
	}
	l.cfg.Aliases[e.path[1]] = text
	l.cfg.origins["aliases."+e.path[1]] = e.where
	return nil
}

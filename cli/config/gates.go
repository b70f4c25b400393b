package config

import (
	"strings"

	"pp/engine"
)

// Permission is one line of a permission table: a pattern, kept as written, and what it says. Origin.Source is its
// layer.
//
// Within a layer the most specific matching pattern decides. Across layers the strictest decision wins, and a layer in
// which nothing matches has no say. Putting all layers in one table and taking the most specific match is wrong: a
// project's narrow "ask" would then lower the person's broad "deny". An Allow from the flag layer is a waiver for this
// run: it may clear an ask that no layer states, never lower one that a layer states.
type Permission struct {
	Pattern  string
	Decision engine.Decision
	Origin   Origin
}

// Rule is one line of a [rules] table: a row of the gates' rule table and what it decides. Whether there is such a
// row, and whether it may be changed, is for the gates to say.
type Rule struct {
	Name     string
	Decision engine.Decision
	Origin   Origin
}

// Program is one line of [programs]: a program whose flags and operands the person describes, or one that is to be
// unknown.
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

// ReadPolicy reads the file given for one run, which has [rules] and [permissions] only. A mistake in it is an *Error
// with its line.
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

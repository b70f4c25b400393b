package config

import "pp/engine"

// Permission is one line of a permission table: a pattern, kept as written,
// and what it says. Origin.Source is its layer.
//
// Within a layer the most specific matching pattern decides. Across layers
// the strictest decision wins, and a layer in which nothing matches has no
// say. Putting all layers in one table and taking the most specific match is
// wrong: a project's narrow "ask" would then lower the person's broad "deny". An
// Allow from the flag layer is a waiver for this run: it may clear an ask that no
// layer states, never lower one that a layer states.
type Permission struct {
	Pattern  string
	Decision engine.Decision
	Origin   Origin
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
	text, ok := e.value.(string)
	if !ok {
		return engine.Deny, e.where.fail(e.path[0], e.shown()+" must be \"allow\", \"ask\" or \"deny\", not "+
			showValue(e.value), "")
	}
	d, ok := engine.ParseDecision(text)
	if !ok || d.String() != text {
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

package config

import "fmt"

// Decision is what a permission says. The zero Decision is Deny.
type Decision uint8

// The decisions, strictest first.
const (
	Deny Decision = iota
	Ask
	Allow
)

// String returns "deny", "ask" or "allow".
func (d Decision) String() string {
	switch d {
	case Allow:
		return "allow"
	case Ask:
		return "ask"
	}
	return "deny"
}

// ParseDecision reads "allow", "ask" or "deny".
func ParseDecision(text string) (Decision, error) {
	switch text {
	case "allow":
		return Allow, nil
	case "ask":
		return Ask, nil
	case "deny":
		return Deny, nil
	}
	return Deny, fmt.Errorf("%s is not a decision; write \"allow\", \"ask\" or \"deny\"", quoted(text))
}

// Permission is one line of a permission table: a pattern, kept as written,
// and what it says. Origin.Source is its layer.
type Permission struct {
	Pattern  string
	Decision Decision
	Origin   Origin
}

// PermissionLayer is the permissions of one layer, in the order written.
type PermissionLayer struct {
	Source      Source
	Permissions []Permission
}

// PermissionLayers returns the permissions by layer: user, project, flag.
//
// Within a layer the most specific matching pattern decides. Across layers
// the strictest decision wins, and a layer in which nothing matches has no
// say. Putting all layers in one table and taking the most specific match is
// wrong: a project's narrow "ask" would then lower the person's broad "deny"
// (invariant 14). An Allow from the flag layer is a waiver for this run: it
// may clear an ask that no layer states, never lower one that a layer states.
func (c *Config) PermissionLayers() []PermissionLayer {
	var layers []PermissionLayer
	for _, source := range []Source{SourceUser, SourceProject, SourceFlag} {
		var in []Permission
		for _, p := range c.Permissions {
			if p.Origin.Source == source {
				in = append(in, p)
			}
		}
		if len(in) > 0 {
			layers = append(layers, PermissionLayer{Source: source, Permissions: in})
		}
	}
	return layers
}

// addPermission checks and appends one line.
func (c *Config) addPermission(pattern, decision string, o Origin) error {
	if why := checkPlain(pattern); why != "" {
		return o.fail("permissions", "the permission pattern "+quoted(pattern)+" "+why, "Write a tool, or \"shell\" and a command's words")
	}
	d, err := ParseDecision(decision)
	if err != nil {
		return o.fail("permissions", err.Error(), "")
	}
	c.Permissions = append(c.Permissions, Permission{Pattern: pattern, Decision: d, Origin: o})
	return nil
}

package replay

import (
	"strings"

	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
)

// Recorded is what a record says besides the files: facts without rules.
type Recorded struct {
	// Facts has the place, the environment, pp's own files, the means of confinement, what was
	// read, and what the action answered. FS, Kept and Commits come from the case.
	Facts engine.Facts
	// Permissions, Hosts and Grants are what was permitted then, for good or for the run alone.
	Permissions []engine.Permission
	RunHosts    []string
	Grants      []engine.Grant
	// Disputed says how providers disagreed; "" when they did not.
	Disputed string
	// Parts and Paths are the keys of what was private then.
	Parts, Paths string
}

// Facts makes them anew. Where they cannot be, Missing says so.
func (c *Case) Facts() Recorded {
	var r Recorded
	r.Facts.FS, r.Facts.Kept, r.Facts.Commits = c, c, c
	for _, f := range c.table.base {
		if c.has(f.number) {
			c.take(&r, f)
		}
	}
	c.confined = r.Facts.Confinement.Confined()
	if r.Facts.Dir == "" {
		_ = c.missing("the record does not say in which directory it was")
	}
	return r
}

func (c *Case) take(r *Recorded, of fact) {
	f, l := &r.Facts, of.items
	switch of.kind {
	case engine.FactPlace:
		f.Dir, f.Home, f.Temp, f.User, f.UID = textAt(l, 0), textAt(l, 1), textAt(l, 2), textAt(l, 3), numberAt(l, 4)
		f.Workspace = effect.Workspace{Root: textAt(l, 5), Added: textsAt(l, 6), Why: textAt(l, 7)}
		f.AcceptEdits = trueAt(l, 8)
	case engine.FactEnvironment:
		f.Env = make(engine.Environment, l.Len()/2)
		for i := 0; i+1 < l.Len(); i += 2 {
			if f.Env[textAt(l, i)] = textAt(l, i+1); strings.Contains(textAt(l, i+1), engine.Masked) {
				_ = c.missing("the variable " + textAt(l, i) + " is masked in the record")
			}
		}
	case engine.FactOwn:
		f.Own = engine.Own{Paths: textsAt(l, 0), Binary: textAt(l, 1), Device: uint64(numberAt(l, 2)),
			Inode: uint64(numberAt(l, 3))}
	case engine.FactConfinement:
		f.Confinement = engine.Confinement{Files: filesBy(textAt(l, 0)), Network: trueAt(l, 1), Sockets: trueAt(l, 2),
			Tree: trueAt(l, 3), Layers: trueAt(l, 4), Assumed: trueAt(l, 5)}
	case engine.FactOccasion:
		sensor, _ := engine.ParseSensor(textAt(l, 0))
		f.Occasion = engine.Occasion{Sensor: sensor, Source: engine.Target(textAt(l, 1)), Depth: numberAt(l, 2),
			Chat: textAt(l, 3)}
	case engine.FactFlow:
		f.Flows = append(f.Flows, engine.Flow{Secret: trueAt(l, 0), Subject: textAt(l, 1), Turn: numberAt(l, 2)})
	case engine.FactEvaluated:
		f.Evaluated = append([]string{}, textsAt(l, 0)...)
	case engine.FactDisputed:
		r.Disputed = textAt(l, 0)
	case engine.FactPrivacy:
		r.Parts, r.Paths = textAt(l, 0), textAt(l, 1)
	default:
		r.permitted(of.kind, l)
	}
}

// permitted takes over what the person permitted then.
func (r *Recorded) permitted(kind string, l sexp.List) {
	switch kind {
	case engine.FactPermission:
		decision, _ := engine.ParseDecision(textAt(l, 1))
		r.Permissions = append(r.Permissions, engine.Permission{Text: textAt(l, 0), Decision: decision,
			Where: textAt(l, 2), Layer: numberAt(l, 3)})
	case engine.FactHosts:
		r.Facts.Hosts, r.RunHosts = textsAt(l, 0), textsAt(l, 1)
	case engine.FactGrant:
		g := engine.Grant{ID: textAt(l, 0), Learned: trueAt(l, 1), Script: textAt(l, 7), Where: textAt(l, 8),
			Edits: trueAt(l, 9), New: trueAt(l, 10), Pattern: engine.Pattern{Tool: textAt(l, 2), Words: textsAt(l, 3),
				Path: textAt(l, 4), Host: textAt(l, 5)}}
		for _, name := range textsAt(l, 6) {
			if k, ok := effect.ParseKind(name); ok {
				g.Kinds = append(g.Kinds, k)
			}
		}
		r.Grants = append(r.Grants, g)
	}
}

func filesBy(name string) engine.FilesBy {
	for _, by := range []engine.FilesBy{engine.FilesLandlock, engine.FilesMounts} {
		if by.String() == name {
			return by
		}
	}
	return engine.FilesNone
}

package config

import (
	"slices"
	"strconv"
	"strings"

	"pp/engine"
)

// maxNamed is how many names one warning has.
const maxNamed = 12

// applyProject applies a project's file. It takes permissions and rules that
// ask or deny, programs that are to be unknown, limits, and a host list that the
// person's own is cut down to. Anything else is ignored, with one warning that names
// it. A value of these that does not parse is an error: what tightens must not be
// lost to a mistake.
func (l *loader) applyProject(entries []entry) error {
	ignored := make(map[string]bool)
	var names []string
	for _, e := range entries {
		taken, err := l.applyProjectEntry(e)
		if err != nil {
			return err
		}
		if name := e.shown(); !taken && !ignored[name] {
			ignored[name] = true
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		l.cfg.warn(Origin{Source: SourceProject, Name: l.cfg.Paths.ProjectFile},
			"ignored, because a project can only make pp stricter: "+listed(names))
	}
	return nil
}

// listed is the beginning of a list of names, and how many more there are.
func listed(names []string) string {
	if more := len(names) - maxNamed; more > 0 {
		return strings.Join(names[:maxNamed], ", ") + " and " + strconv.Itoa(more) + " more"
	}
	return strings.Join(names, ", ")
}

func (l *loader) applyProjectEntry(e entry) (taken bool, err error) {
	switch table := e.path[0]; {
	case table == "mcp" && len(e.path) > 1:
		if field, known := schema(e.path); !known || e.table == (field != nil) {
			return false, nil
		}
		return true, proposed().take(l, e)
	case !slices.Contains([]string{"permissions", "rules", "programs", "hosts", "limits", "policy"}, table):
		return e.table, nil // what stands in the table is named
	case len(e.path) == 1 && e.table:
		return true, nil
	case len(e.path) == 1:
		return false, e.where.fail(table, table+" must be a table, not "+showValue(e.value), "Write: ["+table+"]")
	case table == "permissions" && len(e.path) > 2:
		return false, e.where.fail(table, e.shown()+" has too many parts", "Put the pattern in quotes")
	case len(e.path) > 2:
		return false, nil
	case table == "permissions" || table == "rules":
		if d, err := e.decision(); err == nil && d == engine.Allow {
			return false, nil
		}
		t, _ := findTable(e.path)
		return true, t.take(l, e)
	case table == "programs":
		if removed, ok := e.value.(bool); !ok || removed {
			return false, nil
		}
		return true, l.program(e)
	case e.name() == "hosts.allow":
		return true, l.hosts(e)
	}
	e = l.current(e)
	k := findKey(keyTable[:], e.name())
	switch {
	case k == nil, k.rule != ruleLowest && k.name != "policy.explanation", e.value == "record":
		return false, nil
	}
	return true, l.set(k, e.value, e.where)
}

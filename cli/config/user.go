package config

import (
	"errors"
	"strings"
)

// maxProblems is how many errors of one file are reported at once.
const maxProblems = 20

// applyUser applies the user's file. It reports every problem, not only the
// first: a person corrects a file in one go.
func (l *loader) applyUser(entries []entry) error {
	var problems []error
	for _, e := range entries {
		if err := l.applyEntry(e); err != nil {
			problems = append(problems, err)
		}
		if len(problems) == maxProblems {
			break
		}
	}
	return errors.Join(problems...)
}

func (l *loader) applyEntry(e entry) error {
	switch {
	case e.table:
		return l.openTable(e)
	case e.path[0] == "permissions" && len(e.path) == 2:
		return l.permission(e)
	case e.path[0] == "rules" && len(e.path) == 2:
		return l.rule(e)
	case e.path[0] == "programs" && len(e.path) == 2:
		return l.program(e)
	case e.path[0] == "aliases" && len(e.path) == 2:
		return l.alias(e)
	case e.path[0] == "providers" && len(e.path) > 2:
		return l.provider(e)
	case e.name() == "hosts.allow":
		return l.hosts(e, l.cfg.addHosts)
	}
	if k := findKey(keyTable[:], e.name()); k != nil {
		return l.set(k, e.value, e.where)
	}
	return unknown(e)
}

// openTable accepts the headers of known tables. A provider's header alone
// makes the provider exist, so that what it lacks is reported.
func (l *loader) openTable(e entry) error {
	name := e.name()
	if len(e.path) >= 2 && e.path[0] == "providers" {
		if len(e.path) == 2 || len(e.path) == 3 && e.path[2] == "prices" {
			_, err := l.openProvider(e)
			return err
		}
		return unknown(e)
	}
	if name == "" {
		return unknown(e)
	}
	switch name {
	case "permissions", "rules", "programs", "aliases", "providers", "hosts":
		return nil
	}
	for i := range keyTable {
		if strings.HasPrefix(keyTable[i].name, name+".") {
			return nil
		}
	}
	if findKey(keyTable[:], name) != nil || name == "hosts.allow" {
		return e.where.fail(name, e.shown()+" must be a value, not a table", "")
	}
	return unknown(e)
}

func (l *loader) permission(e entry) error {
	text, ok := e.value.(string)
	if !ok {
		return e.where.fail("permissions", e.shown()+" must be \"allow\", \"ask\" or \"deny\", not "+showValue(e.value), "")
	}
	return l.cfg.addPermission(e.path[1], text, e.where)
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

func (l *loader) hosts(e entry, add func([]string, Origin) error) error {
	list, ok := asList(e.value)
	if !ok {
		return e.where.fail("hosts.allow", "hosts.allow must be a list of host names, not "+showValue(e.value),
			"Write: allow = [\"api.github.com\"]")
	}
	l.cfg.origins["hosts.allow"] = e.where
	return add(list, e.where)
}

// openProvider returns the provider an entry is about, made when it is new.
func (l *loader) openProvider(e entry) (Provider, error) {
	name := e.path[1]
	if problem := checkWord(name); problem != "" || name != strings.ToLower(name) {
		return Provider{}, e.where.fail("providers", "the provider name "+quoted(name)+
			" must be of lower-case letters, digits, '-', '_' and '.'", "")
	}
	p, exists := l.cfg.Providers[name]
	if !exists {
		p = Provider{Name: name}
		l.cfg.Providers[name] = p
	}
	if _, placed := l.cfg.origins["providers."+name]; !placed {
		l.cfg.origins["providers."+name] = e.where
	}
	return p, nil
}

func (l *loader) provider(e entry) error {
	p, err := l.openProvider(e)
	if err != nil {
		return err
	}
	field := entry{path: e.path[2:]}.name()
	k := findKey(providerTable[:], field)
	if k == nil {
		return unknown(e)
	}
	protocol := p.Protocol
	key := "providers." + p.Name + "." + field
	if _, problem := setKey(k, &p, e.value, l.home, l.cfg.origins[key].Source, e.where.Source); problem != "" {
		return e.where.fail(key, e.shown()+" "+problem, "")
	}
	if field == "protocol" && protocol != p.Protocol {
		l.forgetBuiltIn(&p)
	}
	if field == "base_url" {
		p.BaseURLSource = e.where.Source
	}
	l.cfg.Providers[p.Name] = p
	l.cfg.origins[key] = e.where
	return nil
}

// forgetBuiltIn drops a built-in address and key when a provider of a built-in
// name speaks another protocol: the one name must not send its key there.
func (l *loader) forgetBuiltIn(p *Provider) {
	if _, set := l.cfg.origins["providers."+p.Name+".base_url"]; !set {
		p.BaseURL = ""
	}
	if _, set := l.cfg.origins["providers."+p.Name+".key_env"]; !set {
		p.KeyEnv = ""
	}
}

// unknown is the error for a key nobody knows, with the name that was
// probably meant. The value is never repeated: it may be a key.
func unknown(e entry) error {
	last := strings.ToLower(e.path[len(e.path)-1])
	what := "unknown key "
	if e.table {
		what = "unknown table "
	}
	hint := ""
	switch last {
	case "key", "api_key", "apikey", "api-key", "token", "secret", "password":
		hint = "Keys are never written in this file: use key_env or key_command, or run: pp config key NAME"
	default:
		if e.path[0] == "permissions" {
			hint = "Put the pattern in quotes"
		} else if near := nearest(strings.Join(e.path, "."), namesNear(e.path)); near != "" {
			hint = "Did you mean " + near + "?"
		}
	}
	return e.where.fail("", what+e.shown(), hint)
}

// namesNear lists the names that a key at this place could have.
func namesNear(path []string) []string {
	var names []string
	if path[0] == "providers" && len(path) > 2 {
		prefix := "providers." + showPath(path[1:2]) + "."
		for i := range providerTable {
			names = append(names, prefix+providerTable[i].name)
		}
		return names
	}
	tables := []string{"permissions", "rules", "programs", "aliases", "providers", "hosts.allow", "hosts"}
	for i := range keyTable {
		name := keyTable[i].name
		names = append(names, name)
		if table, _, nested := strings.Cut(name, "."); nested {
			tables = union(tables, []string{table})
		}
	}
	return append(names, tables...)
}

func findKey[T any](table []key[T], name string) *key[T] {
	for i := range table {
		if table[i].name == name {
			return &table[i]
		}
	}
	return nil
}

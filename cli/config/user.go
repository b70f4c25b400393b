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
	if e.table {
		return l.openTable(e)
	}
	if apply := freeTables[e.path[0]]; apply != nil && len(e.path) == 2 {
		return apply(l, e)
	}
	switch {
	case e.path[0] == "providers" && len(e.path) > 2:
		return l.provider(e)
	case e.path[0] == "templates" && len(e.path) > 2:
		return l.template(e)
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
	if field, known := schema(e.path); known && field != nil {
		return e.where.fail(e.shown(), e.shown()+" must be a value, not a table", "")
	} else if !known {
		return unknown(e)
	}
	if len(e.path) == 1 {
		return nil
	}
	var err error
	switch e.path[0] {
	case "providers":
		_, err = l.openProvider(e)
	case "templates":
		_, err = l.openTemplate(e)
	}
	return err
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
	p := l.cfg.Providers[name]
	p.Name = name
	l.cfg.Providers[name] = p
	l.place("providers."+name, e.where)
	return p, nil
}

// place remembers where a table was first seen.
func (l *loader) place(table string, where Origin) {
	if _, placed := l.cfg.origins[table]; !placed {
		l.cfg.origins[table] = where
	}
}

func (l *loader) provider(e entry) error {
	p, err := l.openProvider(e)
	if err != nil {
		return err
	}
	protocol := p.Protocol
	if err := setField(l, providerTable[:], &p, e); err != nil {
		return err
	}
	field := e.path[2]
	if field == "protocol" && protocol != p.Protocol {
		l.forgetBuiltIn(&p)
	}
	if field == "base_url" {
		p.BaseURLSource = e.where.Source
	}
	l.cfg.Providers[p.Name] = p
	return nil
}

// setField stores a value in a field of a table like [providers.NAME].
func setField[T any](l *loader, table []key[T], target *T, e entry) error {
	field := entry{path: e.path[2:]}.name()
	k := findKey(table, field)
	if k == nil {
		return unknown(e)
	}
	key := e.path[0] + "." + e.path[1] + "." + field
	if _, problem := setKey(k, target, e.value, l.home, l.cfg.origins[key].Source, e.where.Source); problem != "" {
		return e.where.fail(key, e.shown()+" "+problem, "")
	}
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

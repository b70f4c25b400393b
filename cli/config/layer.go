package config

import "pp/engine"

// Layer is what the command line says. The zero Layer is empty. It is built by
// the command that owns the flags and read by Load.
type Layer struct {
	settings    []setting
	permissions []flagPermission
	hosts       []setting
}

type setting struct{ key, value, flag string }

type flagPermission struct {
	pattern, flag string
	decision      engine.Decision
}

// Set gives a key of Values the value that a flag had, as text; lists are
// separated by commas. The flag's name ("--max-turns") is for messages.
func (l *Layer) Set(key, value, flag string) {
	l.settings = append(l.settings, setting{key: key, value: value, flag: flag})
}

// Permit adds a permission for this run, as --allow does.
func (l *Layer) Permit(pattern string, decision engine.Decision, flag string) {
	l.permissions = append(l.permissions, flagPermission{pattern: pattern, decision: decision, flag: flag})
}

// AllowHost adds a host for this run, as --allow-host does. A project's list
// still cuts it.
func (l *Layer) AllowHost(host, flag string) {
	l.hosts = append(l.hosts, setting{value: host, flag: flag})
}

func (l *loader) applyFlags(flags Layer) error {
	for _, s := range flags.settings {
		where := Origin{Source: SourceFlag, Name: s.flag}
		k := findKey(keyTable[:], s.key)
		if k == nil {
			return where.fail(s.key, "unknown key "+printable(s.key), "")
		}
		if err := l.set(k, plainText(s.value), where); err != nil {
			return err
		}
	}
	for _, p := range flags.permissions {
		if err := l.cfg.addPermission(p.pattern, p.decision, Origin{Source: SourceFlag, Name: p.flag}); err != nil {
			return err
		}
	}
	for _, h := range flags.hosts {
		if err := l.cfg.addHosts([]string{h.value}, Origin{Source: SourceFlag, Name: h.flag}); err != nil {
			return err
		}
	}
	return nil
}

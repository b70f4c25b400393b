package config

import (
	"strconv"
	"strings"
	"time"
)

// Value is one line of `pp config show`: a key, its value in TOML notation
// ("" when it is not set) and where it came from. Secrets are never in it.
type Value struct {
	Key    string
	Text   string
	Origin Origin
}

// Values lists every setting: the plain keys in the order of the template,
// then aliases, providers, hosts, permissions, rules and programs.
func (c *Config) Values() []Value {
	var values []Value
	for i := range keyTable {
		k := &keyTable[i]
		values = append(values, Value{Key: k.name, Text: showField(k.at(c)), Origin: c.origins[k.name]})
	}
	for _, name := range sortedNames(c.Aliases) {
		key := "aliases." + name
		values = append(values, Value{Key: key, Text: strconv.Quote(c.Aliases[name]), Origin: c.origins[key]})
	}
	for _, name := range sortedNames(c.Providers) {
		values = append(values, c.providerValues(name)...)
	}
	values = append(values, Value{Key: "hosts.allow", Text: showList(c.HostNames()), Origin: c.origins["hosts.allow"]})
	for _, p := range c.Permissions {
		values = append(values, Value{Key: "permissions." + strconv.Quote(p.Pattern),
			Text: strconv.Quote(p.Decision.String()), Origin: p.Origin})
	}
	for _, r := range c.Rules {
		values = append(values, Value{Key: "rules." + showPath([]string{r.Name}), Text: strconv.Quote(r.Decision.String()), Origin: r.Origin})
	}
	for _, p := range c.Programs {
		text := strconv.Quote(p.Clauses)
		if p.Removed {
			text = "false"
		}
		values = append(values, Value{Key: "programs." + showPath([]string{p.Name}), Text: text, Origin: p.Origin})
	}
	return values
}

// providerValues lists what is known of a provider; what is not set is left
// out, and of its key only where it comes from.
func (c *Config) providerValues(name string) []Value {
	p := c.Providers[name]
	prefix := "providers." + showPath([]string{name}) + "."
	var values []Value
	for i := range providerTable {
		k := &providerTable[i]
		text := showField(k.at(&p))
		if text == "" || text == `""` || text == "[]" || text == "0" || text == "false" {
			continue
		}
		values = append(values, Value{Key: prefix + k.name, Text: text,
			Origin: c.origins["providers."+name+"."+k.name]})
	}
	if p.KeySource == KeyFromEnvironment {
		values = append(values, Value{Key: prefix + "key", Text: p.Key.String(),
			Origin: Origin{Source: SourceEnvironment, Name: p.KeyEnv}})
	}
	if p.KeySource == KeyFromEnvFile {
		values = append(values, Value{Key: prefix + "key", Text: p.Key.String(),
			Origin: Origin{Source: SourceEnvFile, Name: c.Paths.EnvFile}})
	}
	return values
}

// showField writes a field's value in TOML notation.
func showField(field any) string {
	switch f := field.(type) {
	case *string:
		return strconv.Quote(*f)
	case *[]string:
		return showList(*f)
	case *int:
		return strconv.Itoa(*f)
	case *float64:
		return formatNumber(*f)
	case *bool:
		return strconv.FormatBool(*f)
	case *time.Duration:
		return strconv.Quote(showDuration(*f))
	case *Maybe[int]:
		return showMaybe(f.Set, &f.Value)
	case *Maybe[float64]:
		return showMaybe(f.Set, &f.Value)
	case *Maybe[time.Duration]:
		return showMaybe(f.Set, &f.Value)
	}
	return ""
}

func showMaybe(set bool, value any) string {
	if !set {
		return ""
	}
	return showField(value)
}

// showDuration leaves out the zeros that Duration's own notation ends with.
func showDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func showList(list []string) string {
	parts := make([]string, len(list))
	for i, s := range list {
		parts[i] = strconv.Quote(s)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

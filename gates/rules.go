package gates

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"pp/engine"
)

// rulesTOML is the table of default rules, as data a person can read and change.
//
//go:embed rules.toml
var rulesTOML []byte

// Row is one line of the rule table: what effect it is about, under which of
// the dispatcher's names it is reported, and what it decides.
type Row struct {
	Name     string
	Check    string          // one of the eleven names of the dispatcher
	Decision engine.Decision // as built in
	Waivable bool
	// ByPermission says that of the waivers only a permission may clear an ask which names the program and its subcommand.
	ByPermission bool
	Doc          string
}

// checks are the eleven names under which findings about effects are reported.
var checks = [...]string{"lisp-syntax", "repl-verified", "secret-path", "self-build", "content-exposure",
	"vault-secret", "privacy-tag", "privacy-text", "shell-safety", "network-exfil", "high-impact"}

// Rules is the rule table by row name. It is read-only once loaded.
type Rules map[string]Row

type rowFile struct {
	Check    string `toml:"check"`
	Decision string `toml:"decision"`
	Waivable bool   `toml:"waivable"`
	Permit   bool   `toml:"by-permission"`
	Doc      string `toml:"doc"`
}

// LoadRules reads a rule table. Every row needs a known check, a decision and a
// description; only what asks can be waived. An error begins with where:line.
func LoadRules(where string, src []byte) (Rules, error) {
	var file map[string]rowFile
	dec := toml.NewDecoder(bytes.NewReader(src)).DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		line := 1
		var strict *toml.StrictMissingError
		var at *toml.DecodeError
		switch {
		case errors.As(err, &strict):
			line, _ = strict.Errors[0].Position()
			err = fmt.Errorf("unknown key %s", strict.Errors[0].Key())
		case errors.As(err, &at):
			line, _ = at.Position()
		}
		return nil, fmt.Errorf("%s:%d: %w", where, line, err)
	}
	rules := make(Rules, len(file))
	for _, name := range slices.Sorted(maps.Keys(file)) {
		r := file[name]
		d, ok := engine.ParseDecision(r.Decision)
		wrong := ""
		switch {
		case !ok:
			wrong = fmt.Sprintf("decision %q is not allow, ask or deny", r.Decision)
		case !slices.Contains(checks[:], r.Check):
			wrong = fmt.Sprintf("unknown check %q", r.Check)
		case (r.Waivable || r.Permit) && d != engine.Ask:
			wrong = "only what asks can be waived"
		case r.Doc == "":
			wrong = "it has no description"
		}
		if wrong != "" {
			return nil, fmt.Errorf("%s:%d: rule %q: %s", where, headerLine(src, name), name, wrong)
		}
		rules[name] = Row{Name: name, Check: r.Check, Decision: d, Waivable: r.Waivable, ByPermission: r.Permit,
			Doc: r.Doc}
	}
	return rules, nil
}

// headerLine is the line of a table's header, 1 when it has none.
func headerLine(src []byte, name string) int {
	before, _, found := bytes.Cut(src, []byte("["+name+"]"))
	if !found {
		return 1
	}
	return 1 + bytes.Count(before, []byte("\n"))
}

// DefaultRules is a copy of the built-in table. It panics when the embedded file
// is broken, which a test would find first.
func DefaultRules() Rules { return maps.Clone(builtIn()) }

// builtIn is the table itself; the first call reads it.
var builtIn = sync.OnceValue(func() Rules {
	rules, err := LoadRules("rules.toml", rulesTOML)
	if err != nil {
		panic("gates: " + err.Error())
	}
	return rules
})

// Names lists the rows in the order they are shown.
func (r Rules) Names() []string { return slices.Sorted(maps.Keys(r)) }

// Check reports whether a person's changes to the table are allowed: known
// rows, and no denial changed. All mistakes are in the error.
func (r Rules) Check(changes engine.RuleTable) error {
	var wrong []string
	for _, name := range slices.Sorted(maps.Keys(changes)) {
		row, ok := r[name]
		switch {
		case !ok:
			wrong = append(wrong, fmt.Sprintf("there is no rule %q; `pp gates` lists them", name))
		case row.Decision == engine.Deny && changes[name] != engine.Deny:
			wrong = append(wrong, fmt.Sprintf("rule %q is a denial; no configuration can change it", name))
		}
	}
	if len(wrong) > 0 {
		return fmt.Errorf("%s", strings.Join(wrong, "; "))
	}
	return nil
}

// InForce is every row's decision under a person's changes.
func (r Rules) InForce(changes engine.RuleTable) engine.RuleTable {
	out := make(engine.RuleTable, len(r))
	for name := range r {
		row, _ := r.inForce(name, changes)
		out[name] = row.Decision
	}
	return out
}

// inForce is what a row decides under a person's changes. An unknown row
// denies, and a denial stays one whatever the changes say.
func (r Rules) inForce(name string, changes engine.RuleTable) (Row, bool) {
	row, ok := r[name]
	if !ok {
		return Row{Name: name, Check: "shell-safety"}, false
	}
	if d, changed := changes[name]; changed && row.Decision != engine.Deny {
		row.Decision = d
	}
	return row, true
}

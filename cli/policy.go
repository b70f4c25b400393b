package cli

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"pp/cli/config"
	"pp/engine"
	"pp/gates"
)

// policyFile is what --policy FILE may say for one run.
type policyFile struct {
	// Rules changes rows of the rule table, name to decision; a denial cannot be
	// changed.
	Rules map[string]string `toml:"rules"`
	// Permissions are patterns and decisions, as in the configuration.
	Permissions map[string]string `toml:"permissions"`
}

// policy is a policy file, checked.
type policy struct {
	rules       engine.RuleTable
	permissions []engine.Permission
}

// readPolicy reads the file given with --policy; a mistake in it is an error,
// never a rule that is left out.
func (a *app) readPolicy() error {
	name := a.opts.policy
	if name == "" {
		return nil
	}
	data, err := readInput(name)
	if err != nil {
		return err
	}
	wrong := func(err error) error {
		return &failure{code: exitConfig, kind: "config", err: fmt.Errorf("--policy %s: %w", name, err),
			hint: "a policy has [rules] (`pp gates` lists them) and [permissions]"}
	}
	var file policyFile
	dec := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		var strict *toml.StrictMissingError
		if errors.As(err, &strict) {
			return wrong(fmt.Errorf("unknown key %s", strict.Errors[0].Key()))
		}
		return wrong(err)
	}
	p := policy{rules: engine.RuleTable{}}
	for _, row := range slices.Sorted(maps.Keys(file.Rules)) {
		d, ok := engine.ParseDecision(file.Rules[row])
		if !ok {
			return wrong(fmt.Errorf("rule %q: %q is not allow, ask or deny", row, file.Rules[row]))
		}
		p.rules[row] = d
	}
	if err := gates.DefaultRules().Check(p.rules); err != nil {
		return wrong(err)
	}
	for _, text := range slices.Sorted(maps.Keys(file.Permissions)) {
		d, ok := engine.ParseDecision(file.Permissions[text])
		pattern, err := gates.ParsePattern(text)
		if err != nil || !ok {
			return wrong(fmt.Errorf("permission %q = %q is not a pattern and allow, ask or deny", text, file.Permissions[text]))
		}
		p.permissions = append(p.permissions, engine.Permission{Text: text, Pattern: pattern, Decision: d, Where: name,
			Layer: int(config.SourceFlag)})
	}
	a.policy = p
	return nil
}

package gates

import (
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/secrets"
	"pp/sexp"
)

// Vault denies any action that carries a stored secret, or an encoding of one. No
// waiver, permission or approval changes that.
type Vault struct {
	// Known are the stored secrets, prepared once; nil when there are none.
	Known *secrets.Vault
}

// Name implements engine.Gate.
func (Vault) Name() string { return "vault" }

// Priority implements engine.Gate.
func (Vault) Priority() int { return 600 }

// Check implements engine.Gate.
func (g Vault) Check(c engine.Case) ([]engine.Finding, error) {
	if g.Known == nil {
		return one(engine.Allow, "stored", cause.NoSecretStored.Bare()), nil
	}
	var out []engine.Finding
	eachText(c.Action, func(arg, text string) {
		for _, m := range secrets.Scan(text, secrets.Options{Vault: g.Known}) {
			if m.Rule != secrets.RuleVault {
				continue // the dispatcher looks for formats
			}
			out = append(out, engine.Finding{Decision: engine.Deny, Rule: "vault-secret",
				Effect: effect.Effect{Kind: effect.KindText, Subject: m.Name, Span: effect.Span{Arg: arg}},
				Cause:  cause.CarriesStored.OfText(m.Name), Reason: tell(cause.CarriesStored.OfText(m.Name))})
		}
	})
	if len(out) == 0 {
		return one(engine.Allow, "stored", cause.CarriesNone.Bare()), nil
	}
	return out, nil
}

// Credentials finds credentials in text by their formats.
type Credentials struct{}

// Find gives the kind of the first one. certain is false for what only its context and randomness tell.
func (Credentials) Find(text string) (kind string, certain, found bool) {
	for _, m := range secrets.Scan(text, secrets.Options{}) {
		if !m.Generic {
			return m.Rule, true, true
		}
		kind, found = m.Rule, true
	}
	return kind, false, found
}

// eachText visits every text that an action carries, with the argument it is in.
func eachText(a engine.Action, visit func(arg, text string)) {
	switch op := a.Op.(type) {
	case engine.Message:
		visit("text", op.Text)
		visit("to", op.To)
		for _, name := range op.Files {
			visit("files", name)
		}
	case engine.Run:
		visit("cmd", op.Command)
	case engine.Eval:
		visit("code", op.Code)
	case engine.Call:
		for key, v := range op.Args.All() {
			if s, ok := v.(sexp.String); ok {
				visit(key, string(s))
			}
			if list, ok := engine.Texts(v); ok {
				visit(key, strings.Join(list, "\n"))
			}
		}
	}
}

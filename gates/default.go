package gates

import (
	"pp/engine"
	"pp/gates/secrets"
)

// Default are the built-in gates, over the secrets that are stored.
func Default(stored []engine.Secret) []engine.Gate {
	var known *secrets.Vault
	if len(stored) > 0 {
		known = secrets.NewVault(stored)
	}
	return []engine.Gate{Permissions{}, Vault{Known: known}, Policy{}, Dispatcher{}, Validator{}}
}

package gates

import "pp/engine"

// Default are the built-in gates.
func Default() []engine.Gate {
	return []engine.Gate{Permissions{}, Policy{}, Dispatcher{Rules: DefaultRules()}, Validator{}}
}

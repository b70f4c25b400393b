package config

import "pp/engine"

// Secret is a value that never prints: every verb, String and every text
// encoder give [MASKED]. The zero Secret is empty and prints the same.
type Secret struct{ engine.Secret }

// NewSecret wraps a value.
func NewSecret(value string) Secret { return Secret{engine.NewSecret("", value)} }

// Empty reports whether there is no value.
func (s Secret) Empty() bool { return s.Reveal() == "" }

// Equal reports whether two secrets have the same value.
func (s Secret) Equal(other Secret) bool { return s.Reveal() == other.Reveal() }

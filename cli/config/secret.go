package config

import (
	"fmt"
	"io"
)

// masked stands wherever a secret would be printed.
const masked = "[MASKED]"

// Secret is a value that never prints: every verb, String and every text
// encoder give [MASKED]. The zero Secret is empty and prints the same.
type Secret struct{ value string }

// NewSecret wraps a value.
func NewSecret(value string) Secret { return Secret{value: value} }

// Reveal returns the value itself, for sending it to whom it belongs.
func (s Secret) Reveal() string { return s.value }

// Empty reports whether there is no value.
func (s Secret) Empty() bool { return s.value == "" }

// String returns [MASKED].
func (Secret) String() string { return masked }

// Format writes [MASKED] for every verb and flag, %#v and %x included.
func (Secret) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, masked) }

// MarshalText returns [MASKED], so that no encoder leaks the value.
func (Secret) MarshalText() ([]byte, error) { return []byte(masked), nil }

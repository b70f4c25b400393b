package engine

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// TestInvariant12SecretNeverPrints: no verb, flag, encoder or container shows a
// secret's value.
func TestInvariant12SecretNeverPrints(t *testing.T) {
	const value, name = "fake-value-0123456789", "fake-name"
	s := NewSecret(name, value)
	type holder struct {
		S Secret
		P *Secret
	}
	containers := map[string]any{"value": s, "pointer": &s, "slice": []Secret{s}, "map": map[string]Secret{"k": s},
		"struct": holder{s, &s}, "pointer to a struct": &holder{s, &s}, "any": []any{s}}
	hidden := []string{value, fmt.Sprintf("%x", value), fmt.Sprintf("%X", value), fmt.Sprintf("% x", value),
		fmt.Sprint([]byte(value)), fmt.Sprintf("%b", value[0])}
	for what, v := range containers {
		for verb := 'A'; verb <= 'z'; verb++ {
			for _, flags := range []string{"", "+", "#", " ", "-", "0", "40", ".3", "+#"} {
				format := "%" + flags + string(verb)
				got := fmt.Sprintf(format, v)
				for _, h := range hidden {
					if len(h) > 8 && strings.Contains(got, h) {
						t.Errorf("%s of a %s prints the value", format, what)
					}
				}
				// %T is the type, %p an address, and %w is for errors only: go vet finds it.
				if (what == "value" || what == "pointer") && letter(verb) && !strings.ContainsRune("Tpw", verb) && got != Masked {
					t.Errorf("%s of a %s is %q", format, what, got)
				}
			}
		}
		data, err := json.Marshal(v)
		if err == nil && strings.Contains(string(data), value) {
			t.Errorf("JSON of a %s: %s", what, data)
		}
		if text := fmt.Errorf("wrapping %v: %w", v, fmt.Errorf("%d", v)).Error(); strings.Contains(text, value) {
			t.Errorf("an error with a %s: %s", what, text)
		}
		var log strings.Builder
		slog.New(slog.NewTextHandler(&log, nil)).Info("it", "secret", v)
		slog.New(slog.NewJSONHandler(&log, nil)).Info("it", "secret", v)
		if strings.Contains(log.String(), value) {
			t.Errorf("a log with a %s: %s", what, log.String())
		}
	}
	if text, err := s.MarshalText(); string(text) != Masked || err != nil || s.String() != Masked || s.Reveal() != value {
		t.Errorf("MarshalText is %s, %v; String is %s", text, err, s)
	}
}

func letter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }

package setup

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pp/cli/config"
	"pp/engine"
)

func TestKeyCommand(t *testing.T) {
	for _, tc := range []struct {
		command []string
		key     string
		why     string
	}{
		{[]string{"printf", `%s\n`, " sk-fake-1 ", "a note"}, "sk-fake-1", ""},
		{[]string{"sh", "-c", "sleep 3 & echo sk-fake-2"}, "sk-fake-2", ""}, // an agent keeps the output open
		{[]string{"yes"}, "", "it prints far more than a key"},
		{[]string{"sh", "-c", "echo sk-fake-3; exit 3"}, "", "exit status 3"},
		{[]string{"sh", "-c", "echo sk-fake-4 >&2; echo"}, "", "it printed nothing"},
		{[]string{"pp-no-such-command"}, "", "it could not be run"},
	} {
		start := time.Now()
		secret, err := runKeyCommand(t.Context(), config.Provider{Name: "p", KeyCommand: tc.command})
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%q took %v", tc.command, took)
		}
		if secret.Reveal() != tc.key {
			t.Errorf("%q gives %q", tc.command, secret.Reveal())
		}
		var le *engine.LLMError
		if tc.why == "" && err == nil {
			continue
		}
		if !errors.As(err, &le) || le.Kind != engine.LLMAuth || !strings.HasSuffix(err.Error(), tc.why) || tc.why == "" ||
			strings.Contains(err.Error(), "sk-fake") || !strings.Contains(le.Hint, "providers.p by hand") {
			t.Errorf("%q: %v", tc.command, err)
		}
	}
}

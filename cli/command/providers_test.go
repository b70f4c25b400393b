package command

import (
	"regexp"
	"strings"
	"testing"

	"pp/providers/offline"
)

// The help has every key of a script's entry, and its examples can be read.
func TestHelpHasTheFormOfAScript(t *testing.T) {
	_, err := offline.ParseScript("x", "(:NOPE 1)")
	if err == nil {
		t.Fatal("an unknown key was taken")
	}
	_, known, _ := strings.Cut(err.Error(), "known are ")
	keys := strings.Fields(known)
	for _, key := range keys {
		if !strings.Contains(scriptForm, key) {
			t.Errorf("the help has no %s", key)
		}
	}
	example := strings.Join(regexp.MustCompile(`(?m)^   .*$`).FindAllString(scriptForm, -1), "\n")
	if _, err := offline.ParseScript("help", example); err != nil || len(keys) < 8 {
		t.Errorf("%v in the example, %d keys known:\n%s", err, len(keys), example)
	}
}

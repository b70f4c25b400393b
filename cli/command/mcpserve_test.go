package command

import (
	"encoding/json"
	"testing"
)

// What is judged is what a client shows: names are exact, and none stands twice.
func TestArgumentsAreExact(t *testing.T) {
	for text, ok := range map[string]bool{
		`{"command":"ls"}`:                      true,
		`{}`:                                    true,
		`{"command":"ls","explanation":"e"}`:    true,
		`{"command":"ls","Command":"rm -rf /"}`: false,
		`{"command":"ls","command":"rm -rf /"}`: false,
		`{"command":"ls","COMMAND":"x"}`:        false,
		`{"command":"ls","\u0063ommand":"x"}`:   false,
		`{"command":"ls","more":1}`:             false,
		`{"command":1}`:                         false,
		`[]`:                                    false,
		`{"command":`:                           false,
		``:                                      false,
	} {
		if _, err := readArgs(json.RawMessage(text), "command", "explanation"); (err == nil) != ok {
			t.Errorf("%s: %v, want ok %v", text, err, ok)
		}
	}
}

//go:build linux

package cli

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// sarifSchema validates a log by the published schema, whose draft 4 is read as the later one that it does not differ
// from in what it uses.
func sarifSchema(t *testing.T, log string) {
	t.Helper()
	name := os.Getenv("PP_SARIF_SCHEMA")
	if name == "" {
		return
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer(`"http://json-schema.org/draft-04/schema#"`, `"http://json-schema.org/draft-07/schema#"`,
		`"id": "https://docs`, `"$id": "https://docs`).Replace(string(data))
	var schema jsonschema.Schema
	if err := json.Unmarshal([]byte(text), &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal([]byte(log), &value); err != nil {
		t.Fatal(err)
	}
	if err := resolved.Validate(value); err != nil {
		t.Error(err)
	}
}

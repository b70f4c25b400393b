package providertest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// Golden compares JSON with testdata/NAME.json beside the test, indented, and writes that
// file when PP_UPDATE is 1 in the environment that getenv reads.
func Golden(t *testing.T, getenv func(string) string, name, got string) {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(got), "", "  "); err != nil {
		t.Fatalf("%v in %s", err, got)
	}
	b.WriteByte('\n')
	path := filepath.Join("testdata", name+".json")
	if getenv("PP_UPDATE") == "1" {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("it is\n%s\nwant\n%s", b.String(), want)
	}
}

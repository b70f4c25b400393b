package engine_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The map names tests and packages that are there.
func TestMapIsRight(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var tests strings.Builder
	err = filepath.WalkDir("..", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		text, err := os.ReadFile(name)
		tests.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\(TestInvariant(\d+)\w+\)`).FindAllStringSubmatch(string(doc), -1)
	if len(named) != 20 {
		t.Errorf("%d invariants name a test, want 20", len(named))
	}
	for _, test := range named {
		if !strings.Contains(tests.String(), "func "+strings.Trim(test[0], "()")+"(t *testing.T)") {
			t.Errorf("there is no %s", test[0])
		}
		if !regexp.MustCompile(`(?s)//  ` + test[1] + `\. [^0-9]*` + regexp.QuoteMeta(test[0])).Match(doc) {
			t.Errorf("%s is not the test of invariant %s", test[0], test[1])
		}
	}
	packages := regexp.MustCompile(`\b(?:cli|gates|providers|actuators|engine)/\w+(?:/\w+)*`)
	for _, name := range packages.FindAllString(string(doc), -1) {
		if info, err := os.Stat(filepath.Join("..", name)); err != nil || !info.IsDir() {
			t.Errorf("there is no package %s", name)
		}
	}
}

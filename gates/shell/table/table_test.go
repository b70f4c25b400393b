package table

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestExamples checks every example beside every entry of the table.
func TestExamples(t *testing.T) {
	if err := Default().Check(); err != nil {
		t.Fatal(err)
	}
}

// TestEveryday checks a list of ordinary commands by outcome.
func TestEveryday(t *testing.T) {
	f, err := os.Open("testdata/everyday.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want := ""
	lines, count := bufio.NewScanner(f), 0
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		switch {
		case line == "", line[0] == '#':
			continue
		case line[0] == '[' && strings.HasSuffix(line, "]") && !strings.Contains(line, " "):
			if want = strings.Trim(line, "[]"); !slices.Contains(exampleWants, want) {
				t.Fatalf("%q is not an outcome", want)
			}
			continue
		}
		count++
		out := Default().Interpret(splitWords(line))
		kind := want
		if kind == "acts" {
			kind = "asks"
		}
		if why := out.differs(kind); why != "" {
			t.Errorf("%q should come out as %s: %s", line, want, why)
		}
	}
	if count < 500 {
		t.Fatalf("only %d commands were read", count)
	}
}

package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pp/cli/system"
)

func TestReadLineOf(t *testing.T) {
	for _, tc := range []struct {
		line, key string
		column    int // 0: it is taken
	}{
		{`{"id":1,"cmd":"ls"}`, "", 0},
		{`{}`, "", 0},
		{`{"class":"x","want":"deny","note":{"cmd":1,"cmd":2}}`, "", 0},
		{`{"cmd":"ls","cmd":"ls"}`, "cmd", 13},
		{`{"cmd":"ls","CMD":"rm"}`, "CMD", 13},
		{"{ \"a\": 1,\t\"ccmd\" : 2 }", "ccmd", 11},
		{`{"x":1,"x":2}`, "x", 8},
	} {
		var q Question
		err := system.ReadLineOf([]byte(tc.line), &q, "id", "cmd", "cwd")
		var at *system.KeyError
		if errors.As(err, &at); tc.column == 0 && err != nil || tc.column > 0 && (at == nil || at.Key != tc.key ||
			at.Column != tc.column) {
			t.Errorf("%s: %v", tc.line, err)
		}
	}
}

// A line of many keys takes time in proportion to them.
func TestReadLineOfManyKeys(t *testing.T) {
	var line strings.Builder
	line.WriteString(`{"cmd":"ls"`)
	for i := range 300_000 {
		fmt.Fprintf(&line, `,"note %d":1`, i)
	}
	line.WriteString("}")
	var q Question
	if err := system.ReadLineOf([]byte(line.String()), &q, "id", "cmd"); err != nil || *q.Cmd != "ls" {
		t.Fatal(err)
	}
}

// FuzzLineOf: what is taken is one object that every reader of JSON reads alike,
// and what is refused has a place within the line.
func FuzzLineOf(f *testing.F) {
	for _, s := range []string{`{"id":1,"cmd":"ls"}`, `{"cmd":"a","cmd":"b"}`, `{"CMD":"a"}`, "null", `[1]`,
		`{"id":{"id":[1,{}]},"cwd":null}`, `{"\u0063md":"x","cmd":"y"}`,
		` {"a" : 1 , "b":2} `, `{"cmd":"x"}{"cmd":"y"}`, `{"":1,"":2}`, "{\"\xff\":1}"} {
		f.Add(s)
	}
	keys := []string{"id", "cmd", "cwd"}
	f.Fuzz(func(t *testing.T, line string) {
		var q Question
		err := system.ReadLineOf([]byte(line), &q, keys...)
		var at *system.KeyError
		if errors.As(err, &at) && (at.Column < 1 || at.Column > len(line) || line[at.Column-1] != '"') {
			t.Fatalf("%q: %v", line, err)
		}
		if err != nil {
			return
		}
		var all map[string]json.RawMessage
		if err := json.Unmarshal([]byte(line), &all); err != nil || all == nil {
			t.Fatalf("%q is no object: %v", line, err)
		}
		for name := range all {
			for _, k := range keys {
				if name != k && strings.EqualFold(name, k) {
					t.Fatalf("%q: %q was taken for %q", line, name, k)
				}
			}
		}
		if _, there := all["cmd"]; !there && q.Cmd != nil {
			t.Fatalf("%q has no cmd, and %q was read", line, *q.Cmd)
		}
	})
}

package script

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine/enginetest"
)

// dumpYAML lists the scalars of a document in the order of the file: what they say, and the line.
func dumpYAML(n *yamlNode, out *[][2]any) {
	switch n.kind {
	case yamlScalar:
		*out = append(*out, [2]any{n.text.S, n.line})
	case yamlMap:
		for i := range n.keys {
			dumpYAML(n.keys[i], out)
			dumpYAML(n.items[i], out)
		}
	case yamlList:
		for _, i := range n.items {
			dumpYAML(i, out)
		}
	}
}

// pyYAML does the same with PyYAML; a document that it refuses is a text.
const pyYAML = `
import json, sys, yaml
def dump(n, out):
    if isinstance(n, yaml.ScalarNode):
        if n.tag != "tag:yaml.org,2002:null" or n.style: out.append([n.value, n.start_mark.line + 1])
    elif isinstance(n, yaml.MappingNode):
        for k, v in n.value: dump(k, out); dump(v, out)
    else:
        for v in n.value: dump(v, out)
for text in json.load(sys.stdin):
    try:
        out = []
        for d in yaml.compose_all(text, Loader=yaml.SafeLoader):
            if d is not None: dump(d, out)
        print(json.dumps(out))
    except Exception as e: print(json.dumps(str(e)))
`

// yamlForms are the forms in which a workflow may write what it runs.
var yamlForms = []string{
	"a: b\nc:\n  - d\n  - e: f\n    g: h\n", "a:\n- b\n- c\nd: e", "- - a\n  - b\n-\n  - c\n- - - d\n",
	"--- # x\na: b\n---\nc: d\n...\n",
	"a: |\n  x\n   y\n\n  z\nb: c", "a: |-\n  x\n\n\nb: >\n  x\n  y\n\n  z\n   w\n  v\n", "a: |+\n  x\n\nb: |2\n" +
		"    x\n   y\n",
	"a: >-\n  x\n\n\n  y\n  - z\n", "a: b\n  c\n\n  d # e\nf: g#h\n", "a: 'it''s'\n" +
		"b: \"\\x41\\u00e9\\n\\\"\\\\\"\nc: \"x\n  y\n\n  z\\\n  w\"",
	"a: [b, 'c', {d: e, f}, [g]]\nh: {i: [j,\n  k], l: m}\n", "a: &x\n  b: c\nd: *x\ne:\n  <<: *x\n  f: g\n",
	"a: !t b\nc: !!str 1\nd: !reference [x, y]\n",
	"\"a\": b\n'c d': e\nf g: h\n", "a: \nb:\n\nc: ~\nd: null\n", "# c\n\na: b # c\n# d\n  # e\nf: g\n",
	"- a: b\n\n  c: d\n# x\n- e\n",
	"a: x:y\nb: http://x/y?z\nc: -d\n", "run: |\n\techo x\n", "a: |\n  x\n# not a comment of a\nb: c\n",
	"\ufeffa: b\n", "a: b\r\nc: |\r\n  d\r\n  e\r\n",
	"a:\n  b:\n    c: d\n  e: f\ng: h\n", "a: ? b\n", "a: b: c\n", "a:\n\tb: c\n", "a: 'b\n", "a: [b\n",
	"a: {b: c\n", "a: *x\n", "a: b\n c: d\n",
	"a: |x\n  b\n", "- a\nb: c\n", "a: \"\\q\"\n", "a: 'b' c\n", "a: [b] c\n", "key: - a\n", "a: @b\n",
	"a: `b\n", "- a:\n  - b\n  - c\n",
	"a:\n  - b\n -c\n", "? a\n: b\n", "a: b\n...\nc: d\n", "%YAML 1.1\n---\na: b\n",
	"a: {b: c, d: \"e, f\", g}\n", "[a, b]\n", "x\n", "'x'\n", "",
	"a: [b, # c\n  d]\n", "a: \"b # c\"\n", "a: b\n\n\n", "on: [push]\njobs:\n  x:\n    steps:\n    - run: |\n" +
		"        a\n        b\n    - run: c\n",
}

// What is read is what PyYAML reads, at its lines, and what PyYAML refuses is not read as something else.
func TestYAMLAsPyYAML(t *testing.T) {
	texts := yamlForms
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(data), "\n-- ")[1:] {
			head, body, _ := strings.Cut(part, "\n")
			if name := strings.TrimSuffix(head, " --"); strings.HasSuffix(name,
				".yml") || strings.HasSuffix(name, ".yaml") {
				texts = append(texts, body)
			}
		}
	}
	input, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("python3", "-c", pyYAML)
	cmd.Stdin = strings.NewReader(string(input))
	out, err := cmd.Output()
	if err != nil {
		enginetest.Skip(t, os.Getenv, false, "python3 with PyYAML is not here: %v", err)
	}
	same := 0
	for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		docs, err := readYAML(texts[i])
		if strings.HasPrefix(line, `"`) {
			if err == nil && !lenient(texts[i]) {
				t.Errorf("%q is read, and PyYAML says %s", texts[i], line)
			}
			continue
		}
		if err != nil {
			if !refused(texts[i]) {
				t.Errorf("%q: %v", texts[i], err)
			}
			continue
		}
		got := [][2]any{}
		for _, d := range docs {
			dumpYAML(d, &got)
		}
		var want [][2]any
		if err := json.Unmarshal([]byte(line), &want); err != nil {
			t.Fatal(err)
		}
		g, _ := json.Marshal(got)
		w, _ := json.Marshal(want)
		if same++; string(g) != string(w) {
			t.Errorf("%q is %s, want %s", texts[i], g, w)
		}
	}
	if same < 30 {
		t.Errorf("only %d texts were compared", same)
	}
}

// lenient are texts that PyYAML refuses and that are read here as what they say.
func lenient(text string) bool { return text == "key: - a\n" || text == "a: b\n...\nc: d\n" }

// refused are texts that nobody writes in a workflow.
func refused(text string) bool { return strings.HasPrefix(text, "? ") }

func TestYAMLIsBounded(t *testing.T) {
	for name, text := range map[string]string{
		"depth": strings.Repeat("[", 1<<16), "maps": strings.Repeat("{a: ", 1<<15),
		"lists":  strings.Repeat("- ", 1<<16) + "a",
		"laughs": "a: &a [x]\nb: &b {<<: *a}\n" + strings.Repeat("c: *b\n", 100),
		"merges": "a: &a {x: y}\nb: &b\n  <<: [" + strings.Repeat("*a, ", 1000) + "*a]\n" +
			"c:\n  <<: [" + strings.Repeat("*b, ", 1000) + "*b]\n",
	} {
		if _, err := readYAML(text); name != "laughs" && err == nil {
			t.Errorf("%s is read", name)
		}
	}
}

// One list of steps under many names is looked at only so often.
func TestAliasesAreBounded(t *testing.T) {
	text := "x: &x\n  steps: &s\n" + strings.Repeat("    - {uses: a}\n", 2000) + "    - {run: ls}\njobs:\n"
	for i := range 2000 {
		text += fmt.Sprintf("  j%d: *x\n", i)
	}
	f := Read(KindWorkflow, text, nil)
	if len(f.Problems) != 1 || f.Problems[0].Rule != "over-cap" {
		t.Errorf("%d scripts, problems %v", len(f.Scripts), f.Problems)
	}
}

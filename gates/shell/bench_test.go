package shell_test

import (
	"strings"
	"testing"

	"pp/engine"
)

// inMemory is home with a system of its own, so that no system call is measured.
func inMemory() engine.Facts {
	f := home()
	t := f.FS.(*tree)
	t.whole = true
	for _, name := range []string{"grep", "head", "cat"} {
		t.files["/usr/bin/"+name] = ""
	}
	return f
}

// BenchmarkInfer60 is the share of this package in the budget for a command of
// 60 characters with two paths.
func BenchmarkInfer60(b *testing.B) {
	a, f := analyst(), inMemory()
	const cmd = `grep -rn "func main" ./src ./docs --include=*.go | head -20`
	b.ReportAllocs()
	for b.Loop() {
		if _, eff := a.Infer(cmd, f); len(eff.Runs) != 2 {
			b.Fatal(eff)
		}
	}
}

// BenchmarkInfer64K is a command as long as the budget for long ones.
func BenchmarkInfer64K(b *testing.B) {
	a, f := analyst(), inMemory()
	cmd := strings.Repeat("grep -n \"foo bar\" src/main.go && echo 'some text here' > build/out.txt; x=$(cat a.txt) && "+
		"echo \"$x\"\n", 64<<10/97)
	b.SetBytes(int64(len(cmd)))
	b.ReportAllocs()
	for b.Loop() {
		a.Infer(cmd, f)
	}
}

// BenchmarkInferLongText is a command with one long here-document.
func BenchmarkInferLongText(b *testing.B) {
	a, f := analyst(), inMemory()
	cmd := "cat <<'E' > build/x\n" + strings.Repeat("some line of text (with brackets) and \"quotes\"\n", 64<<10/48) + "E"
	b.SetBytes(int64(len(cmd)))
	b.ReportAllocs()
	for b.Loop() {
		a.Infer(cmd, f)
	}
}

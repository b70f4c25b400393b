package table

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
)

// TestCodeHazards: what code read from standard input must come out as.
func TestCodeHazards(t *testing.T) {
	for _, c := range enginetest.Table[struct {
		language, text string
		least          engine.Decision // Allow when there is no hazard
		understood     bool
	}]("testdata/lang.txt") {
		hazards, understood := CodeHazards(c.language, c.text)
		least := engine.Allow
		for _, h := range hazards {
			if least = min(least, engine.Ask); !h.Asks {
				least = engine.Deny
			}
		}
		if least != c.least || understood != c.understood {
			t.Errorf("%s %q: %v, understood %v; want %v, %v", c.language, c.text, least, understood, c.least, c.understood)
		}
	}
}

// filterParts are parts of programs for sed and awk, some of which write a file.
var filterParts = map[string]string{
	"sed": "s/a/b/ s / / [ ] [/] [^/] \\ \n ; } { p e e_touch_canary w_canary w 1 $ , ! a\\ a_x i\\\n c y/ab/cd/ y | " +
		"s|a|b| g I M x canary _ touch_canary # :a b t T [[:space:]] ^ * . d s/x/touch_canary/e +1",
	"awk": "/ / \" \" \\ \n ; { } ( ) | > >> & # [ ] print print_\"x\" 1 a $1 x=1 system(\"touch_canary\") " +
		"\"touch_canary\" \"canary\" getline ~ ! , BEGIN if( \\\n /a|b/ /\"/ /#/ print_\"x\">\"canary\" a_/_b in && || " +
		"_ ,\n print_\"a;}\" >\"canary\" 1/2 (1)/2 \";\" \"}\" / # \n",
}

// TestFiltersAsThemselves checks that a program for sed or awk of which the package says that it only prints makes no
// file when the real one runs it.
func TestFiltersAsThemselves(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	tries := 1500
	if os.Getenv("PP_LONG") == "1" {
		tries = 100_000
	}
	for i := range tries {
		program := []string{"sed", "awk"}[i%2]
		parts, text := strings.Split(filterParts[program], " "), ""
		for range 3 + r.IntN(9) {
			text += strings.ReplaceAll(parts[r.IntN(len(parts))], "_", " ")
		}
		out := Interpretation{Known: true}
		c := call{argv: []Word{{Known: true}}, out: &out, eff: &body{}}
		if !strings.ContainsAny(text, ">wey|") || !languageReader(program)(&c, 0, text) || len(out.Operands) > 0 ||
			len(out.Hazards) > 0 {
			continue
		}
		dir := t.TempDir()
		cmd := exec.CommandContext(t.Context(), "timeout", "2", program, text)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader("a b\nx y/z\n1 2 3\n")
		if err := cmd.Run(); errors.Is(err, exec.ErrNotFound) {
			enginetest.Skip(t, os.Getenv, false, "%s is not here", program)
		}
		if made, _ := os.ReadDir(dir); len(made) > 0 {
			t.Fatalf("%s %q is said to print only, and makes %v", program, text, made)
		}
	}
}

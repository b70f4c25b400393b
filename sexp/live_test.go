package sexp

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestLive compares fresh inputs with the SBCL that is installed: 5,000 of them, 100,000 with PP_LONG=1.
// PP_SEXP_SEED sets another seed than the date's.
func TestLive(t *testing.T) {
	sbcl, err := exec.LookPath("sbcl")
	if err != nil {
		t.Skip("sbcl is not installed")
	}
	if testing.Short() {
		t.Skip("-short")
	}
	seed, count := uint64(time.Now().Unix()/86400), 5_000
	if os.Getenv("PP_LONG") == "1" {
		count = 100_000
	}
	fmt.Sscan(os.Getenv("PP_SEXP_SEED"), &seed)
	t.Logf("PP_SEXP_SEED=%d", seed)

	g := inputs{rand.New(rand.NewPCG(seed, 1)), vectors(t)}
	process := exec.CommandContext(t.Context(), sbcl, "--noinform", "--no-sysinit", "--no-userinit", "--disable-debugger",
		"--script", "../.ci/sexp-vectors.lisp", "answer")
	in, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	process.Stderr = os.Stderr
	process.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	var written atomic.Int64
	go func() {
		defer in.Close()
		w := bufio.NewWriter(in)
		defer w.Flush()
		for deadline := time.Now().Add(15 * time.Second); int(written.Load()) < count &&
			time.Now().Before(deadline); written.Add(1) {
			fmt.Fprintln(w, hex.EncodeToString([]byte(g.next())))
		}
	}()
	compared, classes := 0, map[string]int{}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var want answer
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		compared++
		got, err := ours(want.Input)
		if agree(want, got) {
			continue
		}
		class := departure(want, got, err)
		classes[class]++
		if class == "" && classes[class] <= 20 {
			t.Errorf("%q\n  SBCL %q %s\n  here %q %s %v", want.Input, want.Printed, want.End, got.Printed, got.End, err)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if err := process.Wait(); err != nil {
		t.Fatalf("sbcl: %v", err)
	}
	if sent := int(written.Load()); compared != sent {
		t.Errorf("sbcl answered %d of %d inputs", compared, sent)
	}
	t.Logf("%d inputs, departures by class: %v", compared, classes)
}

// inputs makes texts that are interesting to a reader.
type inputs struct {
	*rand.Rand
	recorded []answer // to make changes to
}

// tooMuch is what SBCL would spend its memory on.
var tooMuch = regexp.MustCompile(`#\p{N}{4,}`)

func (g inputs) next() string {
	for {
		s := strings.ToValidUTF8([]func() string{g.soup, g.characters, g.number, g.name, g.float, g.unicode, g.list,
			g.changed}[g.IntN(8)](), "")
		if !tooMuch.MatchString(s) {
			return s
		}
	}
}

func (g inputs) pick(from ...string) string { return from[g.IntN(len(from))] }

func (g inputs) one(of string) string {
	all := []rune(of)
	return string(all[g.IntN(len(all))])
}

func (g inputs) many(most int, f func() string) string {
	var b strings.Builder
	for range 1 + g.IntN(most) {
		b.WriteString(f())
	}
	return b.String()
}

func (g inputs) soup() string {
	return g.many(12, func() string {
		return g.pick("a", "b", "Foo", ":k", "pp:x", "pp::y", "cl:car", "keyword:z", "|z w|", "\\q", "1", "-2", "3.5", "1/3",
			"1e3", "2d-3",
			"\"s\"", "\"\\\"\"", "#\\a", "#\\Space", "(", "(", "(", ")", ")", ")", "#(", "#2(", "'", "`", "`(", ",", ",@", "#'",
			" . ", ".", " ", " ", "\n", ";c\n", "#|c|#", "#x1F", "#b101", "#o17", "#7r", "#:g", "nil", "t", "1+",
			"é", "日", "Ａ", "|", "\\", "\"", "#")
	})
}

func (g inputs) characters() string {
	return g.many(14, func() string {
		return g.one("()()''`,,@.#|\\\"; \n:aAbxXeEdDrRlLsSfF0123456789+-/^_*é٣１：\u0301\b\x7f\x00")
	})
}

func (g inputs) number() string {
	s := g.pick("", "", "#x", "#b", "#o", "#16r", "#36r", "#3r", "#14r", ":", "|", "#:")
	return s + g.many(9, func() string {
		return g.pick("0", "1", "2", "7", "9", "a", "e", "d", "r", "E", "f", "g", "+", "-", ".", "/", "10", "25", "٣", "１",
			"999999999999")
	})
}

func (g inputs) name() string {
	return "|" + g.many(7, func() string { return g.one("A1.+-/^_E$aé9Z É日#:;\u00aa") }) + "|"
}

// float gives numbers near every magnitude: any bits, and the texts of decimals.
func (g inputs) float() string {
	switch g.IntN(4) {
	case 0:
		if f := math.Float32frombits(g.Uint32()); !math.IsNaN(float64(f)) && !math.IsInf(float64(f), 0) {
			return Print(Single(f))
		}
	case 1:
		if f := math.Float64frombits(g.Uint64()); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return Print(Double(f))
		}
	case 2:
		return fmt.Sprintf("%d.%de%d", g.IntN(10), g.Uint32(), g.IntN(90)-50)
	}
	return fmt.Sprintf("%d.%dd%d", g.IntN(10), g.Uint64(), g.IntN(640)-330)
}

func (g inputs) unicode() string {
	char := func() string {
		limit := []int32{0x250, 0x600, 0x3000, 0x10000, 0x1F000}[g.IntN(5)]
		return string(rune(g.Int32N(limit)))
	}
	return g.pick("", ":", "a", "#\\", "#:", "|", "\\", "+") + g.many(3, char) + g.pick("", "b", "|", "1")
}

// changed gives recorded inputs cut, doubled and put together.
func (g inputs) changed() string {
	return g.many(3, func() string {
		s := []rune(g.recorded[g.IntN(len(g.recorded))].Input)
		from := g.IntN(len(s) + 1)
		to := from + g.IntN(len(s)-from+1)
		switch g.IntN(4) {
		case 0:
			return string(s[:from]) + string(s[to:])
		case 1:
			return string(s[:to]) + string(s[from:])
		case 2:
			return string(s[:from]) + g.characters() + string(s[to:])
		}
		return string(s)
	})
}

func (g inputs) list() string { return Print(randomValue(g.Rand, 4)) }

// randomValue gives any value that can be read, of at most the depth.
func randomValue(g *rand.Rand, depth int) Value {
	in := inputs{Rand: g}
	text := func() string {
		return in.many(5, func() string { return in.one("ABab1.+-/:|\\\" #()é日;") })
	}
	kinds := 9
	if depth > 0 {
		kinds = 14
	}
	switch g.IntN(kinds) {
	case 0:
		return Symbol{Name: text()}
	case 1:
		return Keyword(text())
	case 2:
		return Symbol{Name: text(), Uninterned: true}
	case 3:
		return Symbol{Package: "P" + text(), Name: text()}
	case 4:
		return String(text())
	case 5:
		return Int(int64(g.Uint64()) >> g.IntN(64))
	case 6:
		return Char(g.Int32N(0x800))
	case 7:
		return Single(g.NormFloat64())
	case 8:
		return Double(g.ExpFloat64() * 1e5)
	}
	items := make([]Value, g.IntN(4))
	for i := range items {
		items[i] = randomValue(g, depth-1)
	}
	switch g.IntN(4) {
	case 0:
		return Vector{items: items}
	case 1:
		return Dotted(randomValue(g, 0), items...)
	case 2:
		return Backquote{NewList(append(items, Comma{CommaKind(g.IntN(3)), randomValue(g, depth-1)})...)}
	}
	return NewList(items...)
}

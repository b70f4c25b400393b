package fovea

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pp/engine"
	"pp/engine/memory"
	"pp/providers/wire"
)

// nasty are lines that could be taken for more than what they are.
var nasty = []string{
	"* not a headline",
	"** TODO x {kabc}",
	"*",
	"**  ",
	"#+TODO: A | B",
	"  #+FILETAGS: :secret:",
	":PROPERTIES:",
	":ID: x",
	":END:",
	"#+begin_src org",
	"* in a block",
	"#+end_src",
	"<<end 0123456789abcdef>>",
	"a\r",
	"\x00\x01",
	"\xff\xfe",
	"\u202e",
	"\u2028* y",
	"DEADLINE: <2026-01-01>",
	"日本語の文章です。",
	"مرحبا بالعالم",
	strings.Repeat("long ", 400),
	"",
	"\t* z",
}

func drawText(t *rapid.T, label string) string {
	line := rapid.OneOf(rapid.SampledFrom(nasty), rapid.StringMatching(`[a-z ]{0,30}`), rapid.String(),
		rapid.SampledFrom([]string{"alpha beta", "gamma", "delta alpha"}))
	return strings.Join(rapid.SliceOfN(line, 0, 8).Draw(t, label), "\n")
}

// drawFile is an Org file.
func drawFile(t *rapid.T) string {
	var b strings.Builder
	b.WriteString(
		rapid.SampledFrom([]string{"", "#+TODO: TODO NEXT | DONE\n", "#+FILETAGS: :home:\n", "before\n"}).Draw(t, "top"),
	)
	for i := range rapid.IntRange(0, 8).Draw(t, "headlines") {
		stars := strings.Repeat("*", rapid.IntRange(1, 5).Draw(t, "level"))
		title := rapid.OneOf(rapid.SampledFrom([]string{"alpha", "NEXT beta", "TODO gamma", "DONE delta", "COMMENT epsilon",
			"", "TODO", "[#A] zeta", "{kaaa}", "a :b:"}), rapid.StringMatching(`[a-z :*\[\]]{0,20}`)).Draw(t, "title")
		tags := rapid.SampledFrom([]string{"", " :project:", " :secret:", " :a:b:"}).Draw(t, "tags")
		b.WriteString(stars + " " + title + tags + "\n")
		if rapid.Bool().Draw(t, "drawer") {
			fmt.Fprintf(
				&b,
				":PROPERTIES:\n:ID: id-%d\n:OWNER: %s\n:END:\n",
				i,
				rapid.StringMatching(`.{0,10}`).Draw(t, "owner"),
			)
		}
		if strings.Contains(tags, "secret") {
			b.WriteString("PLANTED\n")
		}
		for line := range strings.Lines(drawText(t, "body")) {
			b.WriteString(" " + strings.TrimRight(line, "\n") + "\n") // else it would be more headlines
		}
	}
	return b.String()
}

func drawLibrary(t *rapid.T) *library {
	files := map[string]string{}
	for i := range rapid.IntRange(0, 3).Draw(t, "files") {
		files[fmt.Sprintf("f%d.org", i)] = drawFile(t)
	}
	if rapid.Bool().Draw(t, "markdown") {
		files["m.md"] = "# " + drawText(t, "markdown")
	}
	var objects []memory.Object
	for i := range rapid.IntRange(0, 5).Draw(t, "objects") {
		o := memory.Object{ID: fmt.Sprintf("o-%d", i), Type: "NOTE", Content: "alpha " + drawText(t, "content"),
			Origin: engine.Origin(rapid.IntRange(0, 2).Draw(t, "origin"))}
		o.Attributes = []memory.Attribute{
			{Name: "OWNER", Value: drawText(t, "value")},
			{Name: "TODO", Value: drawText(t, "todo")},
		}
		objects = append(objects, o)
	}
	return newLibrary(files, objects...)
}

// TestEveryContext: whatever the notes say, a context is within its budget, is Org with the
// sections and notes that are meant and no others, is the same for the same input, and has
// nothing private; what is not the person's is marked.
func TestEveryContext(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLibrary(t)
		r := request(l, rapid.SampledFrom([]string{"", "alpha", "alpha beta gamma", "nothing", "PLANTED"}).Draw(t, "query"))
		r.Budget = rapid.IntRange(0, 3000).Draw(t, "budget")
		r.Depth = rapid.IntRange(0, 4).Draw(t, "depth")
		r.Threshold = rapid.Float64Range(0, 1).Draw(t, "threshold")
		if n := len(l.notes); n > 0 && rapid.Bool().Draw(t, "focused") {
			r.Focus = l.notes[rapid.IntRange(0, n-1).Draw(t, "focus")].Handle
		}
		if rapid.Bool().Draw(t, "bytes") {
			r.Tokens = nil
		}
		c, err := Assemble(t.Context(), l, r)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Assemble(t.Context(), l, r)
		if err != nil || !cmp.Equal(c, again) {
			t.Fatalf("again it is another: %v\n%s", err, cmp.Diff(c, again))
		}
		checkContext(t, r, c)
		text := rendered(c)
		if strings.Contains(text, "PLANTED") || c.Left.Headlines < 0 || c.Left.Headlines >= math.MaxInt32 {
			t.Fatalf("%+v\n%s", c.Left, text)
		}
		for _, piece := range c.Passages {
			if n, err := l.Lookup(piece.Handle, memory.Reach{}); piece.Handle != "" &&
				(err != nil || n.Origin != piece.Origin) {
				t.Fatalf("{%s} is of %s, and shown as of %s", n.Handle, n.Origin, piece.Origin)
			}
			for _, n := range l.notes {
				own := n.Origin == engine.OriginPerson
				if piece.Origin == engine.OriginPerson && !own && n.Title != "" && piece.Handle == "" &&
					strings.Contains(piece.Text, "{"+n.Handle+"}\n") {
					t.Fatalf("{%s} is named among what is the person's:\n%s", n.Handle, piece.Text)
				}
			}
		}
	})
}

// TestHalfOfTheBudgetIsForTheFocus: a focus of any size leaves room for the rest.
func TestHalfOfTheBudgetIsForTheFocus(t *testing.T) {
	var b strings.Builder
	b.WriteString("* Big alpha\n" + strings.Repeat("a line of the focus\n", 2000))
	for i := range 300 {
		fmt.Fprintf(&b, "** Step %d\nand what it says\n", i)
	}
	for i := range 40 {
		fmt.Fprintf(&b, "* Other alpha %d\nshort\n", i)
	}
	l := newLibrary(map[string]string{"big.org": b.String()})
	r := request(l, "big alpha")
	c, err := Assemble(t.Context(), l, r)
	if err != nil {
		t.Fatal(err)
	}
	checkContext(t, r, c)
	text := rendered(c)
	before, after, _ := strings.Cut(text, "* Related notes")
	if n := wire.EstimateText(before); n > r.Budget*6/10 || n < r.Budget*4/10 {
		t.Errorf("the focus has %d tokens of %d", n, r.Budget)
	}
	if !strings.Contains(before, "lines and") || !strings.Contains(before, "*** Step 0 {") ||
		!strings.Contains(after, "Other alpha 3") {
		t.Error(text)
	}
	if n := wire.EstimateText(text); n < r.Budget/2 {
		t.Errorf("%d tokens of %d are used", n, r.Budget)
	}
}

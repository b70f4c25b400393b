package sexp

import (
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// answer is what a reader made of an input: each form printed, and why it stopped ("end", "incomplete",
// "error"). See .ci/sexp-vectors.
type answer struct {
	Input   string
	Printed []string
	End     string
	texts   []string // what each form was read from; not recorded
}

func (a *answer) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&a.Input, &a.Printed, &a.End})
}

// ours gives this package's answer, and the error that stopped it.
func ours(input string) (answer, error) {
	a := answer{Input: input, End: "end"}
	for r := NewReader(input, Limits{}); ; {
		v, err := r.Next()
		switch {
		case err == nil:
			start, end := r.Span()
			a.Printed, a.texts = append(a.Printed, Print(v)), append(a.texts, input[start:end])
			continue
		case errors.Is(err, io.EOF):
			return a, nil
		case IsIncomplete(err):
			a.End = "incomplete"
		default:
			a.End = "error"
		}
		return a, err
	}
}

// agree reports whether the answers are the same.
func agree(a, b answer) bool {
	return a.End == b.End && strings.Join(a.Printed, "\x00") == strings.Join(b.Printed, "\x00")
}

// departures are the classes of inputs that SBCL answers differently, as the package documentation lists
// them, each with the test of whether a difference belongs to it.
var departures = []struct {
	class string
	holds func(sbcl, got answer, err error) bool
}{
	{"refused notation", func(sbcl, got answer, err error) bool {
		return errors.Is(err, ErrRefused) && isPrefix(got.Printed, sbcl.Printed)
	}},
	{"limit", func(sbcl, got answer, err error) bool {
		return errors.Is(err, ErrLimit) && isPrefix(got.Printed, sbcl.Printed)
	}},
	{"standard packages", func(sbcl, got answer, err error) bool {
		return standardPackage.MatchString(norm.NFKC.String(got.Input)) &&
			(sbcl.End == "error" && isPrefix(sbcl.Printed, got.Printed) ||
				agree(without(sbcl, "[A-Z-]+::"), without(got, "[A-Z-]+::")))
	}},
	{"backquote after a dot", func(sbcl, got answer, err error) bool {
		return quotedTail.MatchString(got.Input) && isPrefix(got.Printed, sbcl.Printed)
	}},
	{"digits of other scripts in symbols", func(sbcl, got answer, err error) bool {
		return otherDigit.MatchString(got.Input) && agree(without(sbcl, `\|`), without(got, `\|`))
	}},
	{"newer Unicode", func(sbcl, got answer, err error) bool {
		return strings.ContainsFunc(got.Input, newerThanSBCL)
	}},
	{"long runs of combining marks", func(sbcl, got answer, err error) bool {
		const joiner = "[\u034f|]" // and the bars around what is not normal with it
		return longMarks.MatchString(got.Input) && agree(without(got, joiner), without(sbcl, joiner))
	}},
	{"floats a little over halfway", func(sbcl, got answer, err error) bool { return agree(sbcl, got) }},
	{"floats of many digits", func(sbcl, got answer, err error) bool { return manyDigits.MatchString(got.Input) }},
}

var (
	standardPackage = regexp.MustCompile(`(?i)((cl|common-lisp)(-user)?|sb-[a-z]+):`)
	quotedTail      = regexp.MustCompile("(?s)`.*\\.|\\..*`")
	otherDigit      = regexp.MustCompile(`[^\PN0-9]`)
	longMarks       = regexp.MustCompile(`\pM{20}`)
	manyDigits      = regexp.MustCompile(`[0-9.]{300}`)
)

func isPrefix(a, b []string) bool {
	return len(a) <= len(b) && strings.Join(a, "\x00") == strings.Join(b[:len(a)], "\x00")
}

// without gives the answer with every match of the pattern taken out of what was printed.
func without(a answer, pattern string) answer {
	a.Printed = strings.Split(regexp.MustCompile(pattern).ReplaceAllString(strings.Join(a.Printed, "\x00"), ""), "\x00")
	return a
}

// newerThanSBCL reports whether c came to Unicode after the version SBCL 2.2.9 knows and normalises.
func newerThanSBCL(c rune) bool {
	if c < 128 {
		return false
	}
	_, known := namesOf().name[c]
	p := norm.NFKC.PropertiesString(string(c))
	return !known && (p.CCC() != 0 || !norm.NFKC.IsNormalString(string(c)) || !p.BoundaryBefore())
}

// nearer reports whether the float a is nearer than b to the decimal of the text.
func nearer(text, a, b string) bool {
	decimal := strings.NewReplacer("d", "e", "f", "e", "s", "e", "l", "e").Replace(strings.ToLower(text))
	exact, ok := new(big.Rat).SetString(decimal)
	x, y := floatValue(a), floatValue(b)
	if !ok || x == nil || y == nil {
		return false
	}
	dx, dy := x.Sub(x, exact), y.Sub(y, exact)
	return dx.Abs(dx).Cmp(dy.Abs(dy)) < 0
}

// floatValue gives the number that a printed float stands for, nil when the text is something else.
func floatValue(text string) *big.Rat {
	v, _ := Read(text, Limits{})
	switch v := v.(type) {
	case Single:
		return new(big.Rat).SetFloat64(float64(v))
	case Double:
		return new(big.Rat).SetFloat64(float64(v))
	}
	return nil
}

// departure gives the class of a difference, "" when it belongs to none.
func departure(sbcl, got answer, err error) string {
	sbcl.Printed = slices.Clone(sbcl.Printed) // the other classes are for what is not a float rounded wrongly
	for i, printed := range sbcl.Printed[:min(len(sbcl.Printed), len(got.Printed))] {
		if printed != got.Printed[i] && nearer(got.texts[i], got.Printed[i], printed) {
			sbcl.Printed[i] = got.Printed[i]
		}
	}
	for _, d := range departures {
		if d.holds(sbcl, got, err) {
			return d.class
		}
	}
	return ""
}

// vectors gives the recorded answers of SBCL.
func vectors(t *testing.T) []answer {
	t.Helper()
	file, err := os.Open("../testdata/sexp/vectors.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []answer
	for in := json.NewDecoder(file); in.More(); {
		var a answer
		if err := in.Decode(&a); err != nil {
			t.Fatalf("line %d: %v", len(all)+1, err)
		}
		all = append(all, a)
	}
	return all
}

// TestVectors compares with what SBCL answered when .ci/sexp-vectors was run.
func TestVectors(t *testing.T) {
	all, classes := vectors(t), map[string]int{}
	for _, want := range all {
		got, err := ours(want.Input)
		if agree(want, got) {
			continue
		}
		class := departure(want, got, err)
		if classes[class]++; class == "" {
			t.Errorf("%q\n  SBCL %q %s\n  here %q %s %v", want.Input, want.Printed, want.End, got.Printed, got.End, err)
		}
	}
	if len(all) < 2000 {
		t.Errorf("only %d vectors", len(all))
	}
	for _, d := range departures {
		if classes[d.class] == 0 {
			t.Errorf("no vector shows the departure %q", d.class)
		}
	}
	t.Logf("%d vectors, departures by class: %v", len(all), classes)
}

package wire

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer"
	"pgregory.net/rapid"
)

// notes is an Org file of headlines with IDs and dates, of the words of a text.
func notes(text string) string {
	r := rand.New(rand.NewPCG(14, 4))
	words := strings.Fields(text)
	word := func() string { return words[r.IntN(len(words))] }
	var b strings.Builder
	for range 60 {
		fmt.Fprintf(&b, "** TODO %s %s %s :work:\n:PROPERTIES:\n", word(), word(), word())
		fmt.Fprintf(&b, ":ID: %08x-%04x-4%03x-8%03x-%012x\n", r.Uint32(), r.IntN(1<<16), r.IntN(1<<12), r.IntN(1<<12),
			r.Int64N(1<<48))
		fmt.Fprintf(&b, ":CREATED: [2026-%02d-%02d Tue %02d:%02d]\n:END:\n", 1+r.IntN(12), 1+r.IntN(28), r.IntN(24),
			r.IntN(60))
	}
	return b.String()
}

// TestEstimatesAreHighAndNear: of prose, code, Org with IDs, Arabic and Japanese no fewer
// tokens are guessed than two tokenizers count, and at most a quarter more than the larger.
func TestEstimatesAreHighAndNear(t *testing.T) {
	texts := map[string]string{}
	for _, name := range []string{"prose", "code", "arabic", "japanese"} {
		data, err := os.ReadFile(filepath.Join("testdata", "tokens", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(data)
	}
	texts["org"] = notes(texts["prose"])
	var codecs []tokenizer.Codec
	for _, encoding := range []tokenizer.Encoding{tokenizer.O200kBase, tokenizer.Cl100kBase} {
		codec, err := tokenizer.Get(encoding)
		if err != nil {
			t.Fatal(err)
		}
		codecs = append(codecs, codec)
	}
	for name, text := range texts {
		most := 0
		for _, codec := range codecs {
			n, err := codec.Count(text)
			if err != nil {
				t.Fatal(err)
			}
			most = max(most, n)
		}
		guess := EstimateText(text)
		t.Logf("%s: %d tokens, %d guessed, %.2f", name, most, guess, float64(guess)/float64(most))
		if guess < most || 4*guess > 5*most || leastTokens(text) > most {
			t.Errorf("%s: %d tokens, and %d were guessed", name, most, guess)
		}
	}
}

// TestLinesHaveNoFewerTokens: who adds lines up is not below what they have together.
func TestLinesHaveNoFewerTokens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.OneOf(rapid.String(), rapid.StringMatching(`[a-zA-Z0-9 é,.\n]{0,60}`),
			rapid.StringMatching(`[a-z]{0,40}`))
		one, two := some.Draw(t, "one")+"\n", some.Draw(t, "two")
		if whole, parts := EstimateText(one+two), EstimateText(one)+EstimateText(two); whole > parts {
			t.Fatalf("%d together, %d apart", whole, parts)
		}
	})
}

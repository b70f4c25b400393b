package index_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpus writes files of headlines with texts of about 250 bytes, of words that are as
// frequent as those of a language, and gives their directory.
func corpus(t testing.TB, headlines, files int) string {
	t.Helper()
	dir := t.TempDir()
	r := rand.New(rand.NewPCG(1, uint64(headlines)))
	words := vocabulary(r, 60_000)
	zipf := rand.NewZipf(r, 1.15, 8, uint64(len(words)-1))
	for f := range files {
		var b strings.Builder
		for i := f * headlines / files; i < (f+1)*headlines/files; i++ {
			stars := "*"
			if i%10 > 0 {
				stars = strings.Repeat("*", 2+r.IntN(2))
			}
			fmt.Fprintf(&b, "%s %s\n:PROPERTIES:\n:ID: %08x-%04x-4000-8000-%012x\n:END:\n", stars, sentence(r, zipf, words, 5),
				r.Uint32(), r.IntN(1<<16), i)
			for range 3 {
				b.WriteString(sentence(r, zipf, words, 11) + ".\n")
			}
		}
		name := filepath.Join(dir, fmt.Sprintf("d%03d", f/100), fmt.Sprintf("f%05d.org", f))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func vocabulary(r *rand.Rand, n int) []string {
	const consonants, vowels = "bcdfghjklmnprstvwz", "aeiou"
	words := make([]string, n)
	for i := range words {
		var b strings.Builder
		for range 1 + r.IntN(2) + min(i/50, 1) + min(i/2000, 1) {
			b.WriteByte(consonants[r.IntN(len(consonants))])
			b.WriteByte(vowels[r.IntN(len(vowels))])
			if r.IntN(3) == 0 {
				b.WriteByte(consonants[r.IntN(len(consonants))])
			}
		}
		words[i] = b.String()
	}
	return words
}

func sentence(_ *rand.Rand, zipf *rand.Zipf, words []string, n int) string {
	s := make([]string, n)
	for i := range s {
		s[i] = words[zipf.Uint64()]
	}
	return strings.Join(s, " ")
}

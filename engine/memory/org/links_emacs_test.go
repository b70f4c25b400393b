package org_test

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pp/engine/memory/org"
)

//go:embed testdata/linkpieces.txt
var linkPiecesText string

// linkPieces are what texts with links are put together from.
var linkPieces = piecesOf(linkPiecesText)

// Which links there are is as Emacs has it.
func TestLinksAsEmacs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	names := realFiles()
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 16))
		var b strings.Builder
		for n := r.IntN(14); n >= 0; n-- {
			b.WriteString(linkPieces[r.IntN(len(linkPieces))])
		}
		name := filepath.Join(dir, fmt.Sprintf("%d.org", seed))
		write(t, name, b.String()+"\n")
		names = append(names, name)
	}
	out := bufio.NewScanner(strings.NewReader(string(emacs(t, "links.el", names...))))
	out.Buffer(nil, 64<<20)
	all := 0
	for _, name := range names {
		if !out.Scan() {
			t.Fatalf("Emacs says nothing of %s", name)
		}
		var want [][2]any
		if err := json.Unmarshal(out.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d := org.Parse(string(text))
		var got [][2]any
		for _, l := range d.Links(org.Span{End: len(d.Text)}) {
			got = append(got, [2]any{float64(l.Start), d.Text[l.Start:l.End]})
		}
		all += len(want)
		if diff := cmp.Diff(want, got, emptyIsNil); diff != "" {
			t.Errorf("%s (-Emacs +Links):\n%s\n%s", name, diff, d.Text[:min(len(d.Text), 1000)])
		}
	}
	t.Logf("%d files, %d links", len(names), all)
}

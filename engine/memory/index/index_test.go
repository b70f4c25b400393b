package index_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pp/engine/enginetest"
	"pp/engine/memory"
	"pp/engine/memory/index"
	"pp/engine/memory/org"
)

func TestMain(m *testing.M) {
	enginetest.Quicken(os.Getenv, 4)
	m.Run()
}

const notes = `#+TITLE: Home
Some words before.
* TODO Paint the fence                                   :garden:
:PROPERTIES:
:ID: 8d3c1d0e-0000-4000-8000-000000000001
:END:
Green, twice.
** Buy paint
At the shop in Elm Street.
** My PIN                                                 :secret:
1234
* Wifi
The password is on the router.
`

func open(t *testing.T, files map[string]string) *index.Index {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	x, err := index.Open(index.Options{Dir: t.TempDir(), Root: dir,
		Private: org.Privacy{Tags: []string{"secret"}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	if _, err := x.Refresh(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	return x
}

func TestSearchAndLookup(t *testing.T) {
	x := open(t, map[string]string{"home.org": notes})
	ctx := context.Background()
	hits, err := x.Search(ctx, memory.Query{Text: "Where do I buy the paint?"})
	if err != nil || len(hits) == 0 || hits[0].Title != "Buy paint" {
		t.Fatalf("got %v, %v", hits, err)
	}
	for _, name := range []string{hits[0].Handle, "{" + hits[0].Handle + "}", "Paint the fence/Buy paint",
		"paint the FENCE/buy paint"} {
		if n, err := x.Lookup(name, memory.Reach{}); err != nil || n.Title != "Buy paint" {
			t.Errorf("%s: got %v, %v", name, n, err)
		}
	}
	if _, err := x.Lookup("nothing", memory.Reach{}); !errors.Is(err, index.ErrNone) {
		t.Errorf("got %v", err)
	}
	n, err := x.Lookup("8d3c1d0e-0000-4000-8000-000000000001", memory.Reach{})
	if err != nil || n.TODO != "TODO" || len(n.Tags) != 1 || n.Tags[0] != "garden" {
		t.Fatalf("got %v, %v", n, err)
	}
	text, err := x.Text(ctx, n)
	if err != nil || text.Private != 1 || text.Body != "Green, twice.\n" {
		t.Errorf("got %+v, %v", text, err)
	}
	if hits, err := x.Search(ctx, memory.Query{Text: "PIN 1234"}); err != nil || len(hits) != 0 {
		t.Errorf("what is private was found: %v, %v", hits, err)
	}
}

func opened(t testing.TB, cache, root string) *index.Index {
	x, err := index.Open(index.Options{Dir: cache, Root: root, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func refresh(t testing.TB, x *index.Index) memory.Freshness {
	f, err := x.Refresh(context.Background(), 0)
	if err != nil || len(f.Faults) > 0 {
		t.Fatal(f, err)
	}
	return f
}

func search(t testing.TB, x *index.Index, text string) []memory.Hit {
	hits, err := x.Search(context.Background(), memory.Query{Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return hits
}

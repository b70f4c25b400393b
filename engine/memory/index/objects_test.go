package index_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/memory"
	"pp/engine/memory/index"
)

// kept is a store of objects.
type kept struct {
	objects []memory.Object
	version int
}

func (k *kept) Head() (string, error) { return fmt.Sprint(k.version), nil }

func (k *kept) Changed(known func(memory.Stamp) bool, visit func(memory.Object) bool) (int, error) {
	changed := slices.DeleteFunc(slices.Clone(k.objects), func(o memory.Object) bool {
		return known(memory.StampOf(o.ID, o.Hash))
	})
	for i, o := range changed {
		if !visit(o) {
			return len(changed) - i - 1, nil
		}
	}
	return 0, nil
}

func (k *kept) Get(id string) (memory.Object, error) {
	if i := slices.IndexFunc(k.objects, func(o memory.Object) bool { return o.ID == id }); i >= 0 {
		return k.objects[i], nil
	}
	return memory.Object{}, memory.ErrNoObject
}

func (k *kept) put(o memory.Object) {
	k.version++
	o.Hash = memory.Hash{byte(k.version), 31: 1}
	k.objects = slices.DeleteFunc(k.objects, func(old memory.Object) bool { return old.ID == o.ID })
	k.objects = append(k.objects, o)
}

// meaning is a model for which texts with one word in common mean the same.
type meaning struct{ word string }

func (m meaning) Space() string { return "meaning" }

func (m meaning) Documents(_ context.Context, texts []string) (out [][]float32, err error) {
	for _, text := range texts {
		v := []float32{1, 0}
		if strings.Contains(text, m.word) {
			v = []float32{0.1, 1}
		}
		out = append(out, v)
	}
	return out, nil
}

func (m meaning) Query(context.Context, string) ([]float32, error) { return []float32{0, 1}, nil }

func TestObjects(t *testing.T) {
	k := &kept{}
	here := memory.Scope{Kind: memory.ScopeWorkspace, Name: "here"}
	there := memory.Scope{Kind: memory.ScopeWorkspace, Name: "there"}
	k.put(memory.Object{ID: "one", Type: "NOTE", Content: "The fence is green.\nSince May.", Origin: engine.OriginPerson})
	k.put(memory.Object{ID: "two", Type: "NOTE", Content: "A fence here", Scope: here,
		Attributes: []memory.Attribute{{Name: "TAGS", Value: ":wood:"}, {Name: "TODO", Value: "NEXT"}}})
	k.put(memory.Object{ID: "three", Type: "NOTE", Content: "A fence there", Scope: there})
	o := index.Options{Dir: t.TempDir(), Objects: k, Now: time.Now, Embedder: meaning{"there"}}
	x, err := index.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	ctx := context.Background()
	titles := func(q memory.Query) (out []string) {
		t.Helper()
		hits, err := x.Search(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range hits {
			out = append(out, h.Title)
		}
		slices.Sort(out)
		return out
	}
	for _, c := range []struct {
		q    memory.Query
		want []string
	}{
		{memory.Query{Text: "fence"}, []string{"The fence is green."}},
		{memory.Query{Text: "fence", Scope: memory.Reach{Workspace: "here"}},
			[]string{"A fence here", "The fence is green."}},
		{memory.Query{Scope: memory.Reach{All: true}},
			[]string{"A fence here", "A fence there", "The fence is green."}},
		{memory.Query{Tags: []string{"wood"}, Scope: memory.Reach{All: true}}, []string{"A fence here"}},
		{memory.Query{TODO: "NEXT", Scope: memory.Reach{All: true}}, []string{"A fence here"}},
		{memory.Query{TODO: "NEXT"}, nil},
	} {
		refresh(t, x)
		if got := titles(c.q); !slices.Equal(got, c.want) {
			t.Errorf("%+v: got %q", c.q, got)
		}
	}
	one, err := x.Lookup("one", memory.Reach{})
	if err != nil || one.Origin != engine.OriginPerson || one.Hash != (memory.Hash{}) {
		t.Fatalf("got %+v, %v", one, err)
	}
	whole := memory.Hash{1, 31: 1}
	if text, err := x.Text(t.Context(), one); err != nil || text.Hash != whole {
		t.Errorf("the hash of what it says is %s, %v", text.Hash, err)
	}
	if _, err := x.Lookup("three", memory.Reach{Workspace: "here"}); !errors.Is(err, index.ErrNone) {
		t.Errorf("another workspace's note was given: %v", err)
	}
	if p, err := x.Embed(ctx, 10); err != nil || p.Done != 3 || p.Left != 0 {
		t.Fatal(p, err)
	}
	hits, err := x.Search(ctx, memory.Query{Text: "green", Scope: memory.Reach{All: true}})
	if err != nil || len(hits) != 3 || hits[0].ID != "three" || hits[0].Similar < 0.9 {
		t.Errorf("got %+v, %v", hits, err)
	}
	if hits, err := x.Search(ctx, memory.Query{Text: "green"}); err != nil || len(hits) != 1 || hits[0].ID == "three" {
		t.Errorf("vectors gave another workspace's note: %+v, %v", hits, err)
	}
	k.put(memory.Object{ID: "one", Type: "NOTE", Content: "The fence is blue."})
	k.objects = slices.DeleteFunc(k.objects, func(o memory.Object) bool { return o.ID == "two" })
	refresh(t, x)
	if got := titles(memory.Query{Text: "fence", Scope: memory.Reach{All: true}}); !slices.Equal(got,
		[]string{"A fence there", "The fence is blue."}) {
		t.Errorf("got %q", got)
	}
	if text, err := x.Text(ctx, one); err != nil || text.Body != "The fence is blue." {
		t.Errorf("got %+v, %v", text, err)
	}
}

// What there was no time for is behind, and is read the next time.
func TestObjectsWithoutTime(t *testing.T) {
	k := &kept{}
	for i := range 3 {
		k.put(memory.Object{ID: fmt.Sprint(i), Type: "NOTE", Content: fmt.Sprint("fence ", i)})
	}
	now := time.Now()
	x, err := index.Open(index.Options{Dir: t.TempDir(), Objects: k, Now: func() time.Time {
		now = now.Add(time.Second)
		return now
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	for i := range 4 {
		f, err := x.Refresh(t.Context(), time.Second)
		if err != nil || f.Notes != min(3, i+1) || f.Behind != max(0, 2-i) {
			t.Fatalf("the %dth time: %+v, %v", i, f, err)
		}
	}
}

package vectors

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"pp/engine/enginetest"
	"pp/engine/memory"
)

func TestMain(m *testing.M) {
	enginetest.Quicken(os.Getenv, 4)
	m.Run()
}

func hashOf(n int) memory.Hash { return sha256.Sum256([]byte(fmt.Sprint(n))) }

// like gives vectors as models make them: in clusters, and not around zero.
func like(seed uint64, n, dimension int) []Vector {
	r := rand.New(rand.NewPCG(seed, 1))
	random := func(spread, at float64) []float32 {
		out := make([]float32, dimension)
		for i := range out {
			out[i] = float32(r.NormFloat64()*spread + at)
		}
		return out
	}
	topics := make([][]float32, 1+n/50)
	for i := range topics {
		topics[i] = random(0.04, 0.002)
	}
	out := make([]Vector, n)
	for i := range out {
		out[i] = Vector{hashOf(i), random(0.03, 0)}
		for j, v := range topics[r.IntN(len(topics))] {
			out[i].Values[j] += v
		}
	}
	return out
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}

func put(t testing.TB, s *Store, vs ...Vector) {
	t.Helper()
	if err := s.Put(vs...); err != nil {
		t.Fatal(err)
	}
}

// What is found is what comparing everything finds, and as near.
func TestNearestIsNearest(t *testing.T) {
	for _, dimension := range []int{1, 3, 64, 100, 384, 768} {
		t.Run(fmt.Sprint(dimension), func(t *testing.T) {
			vs := like(uint64(dimension), 3000, dimension)
			kept, asked := vs[:2900], vs[2900:]
			s := NewStore(t.TempDir(), "m")
			put(t, s, kept...)
			found, all := 0, 0
			for _, q := range asked {
				got, err := s.Nearest(q.Values, 10)
				if err != nil || len(got) != 10 {
					t.Fatalf("%d, %v", len(got), err)
				}
				by := map[memory.Hash]float64{}
				var exact []float64
				for _, v := range kept {
					by[v.Hash] = cosine(q.Values, v.Values)
					exact = append(exact, by[v.Hash])
				}
				slices.Sort(exact)
				for i, n := range got {
					if d := n.Cosine - by[n.Hash]; math.Abs(d) > 0.02 || i > 0 && n.Cosine > got[i-1].Cosine {
						t.Fatalf("place %d has %v, which is %v", i, n.Cosine, by[n.Hash])
					}
					all++
					if by[n.Hash] >= exact[len(exact)-10]-0.005 {
						found++
					}
				}
			}
			if dimension >= 64 && found < all*99/100 {
				t.Errorf("%d of %d nearest were found", found, all)
			}
		})
	}
}

// A store agrees with a map, whatever happens, in two processes and after opening again.
func TestStoreIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "vectors")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		stores := []*Store{NewStore(dir, "m"), NewStore(dir, "m")}
		want := map[memory.Hash][]float32{}
		pool := like(1, 40, 5)
		which := rapid.IntRange(0, len(pool)-1)
		t.Repeat(map[string]func(*rapid.T){
			"put": func(t *rapid.T) {
				var vs []Vector
				for _, i := range rapid.SliceOfN(which, 0, 10).Draw(t, "which") {
					v := Vector{pool[i].Hash, pool[rapid.IntRange(0, 39).Draw(t, "values")].Values}
					if rapid.IntRange(0, 5).Draw(t, "refused") == 0 {
						v.Values = nil
					}
					vs = append(vs, v)
				}
				if len(want) == 0 && !slices.ContainsFunc(vs, func(v Vector) bool { return v.Values != nil }) {
					return // of no dimension yet
				}
				if err := stores[rapid.IntRange(0, 1).Draw(t, "store")].Put(vs...); err != nil {
					t.Fatal(err)
				}
				for _, v := range vs {
					want[v.Hash] = v.Values
				}
			},
			"keep": func(t *rapid.T) {
				live, missing := map[memory.Hash]bool{}, map[memory.Hash]bool{}
				for _, i := range rapid.SliceOf(which).Draw(t, "live") {
					live[pool[i].Hash] = true
					if _, ok := want[pool[i].Hash]; !ok {
						missing[pool[i].Hash] = true
					}
				}
				got, err := stores[rapid.IntRange(0, 1).Draw(t, "store")].Keep(live)
				if err != nil || !maps.Equal(got, missing) {
					t.Fatalf("%d are missing, not %d: %v", len(got), len(missing), err)
				}
				maps.DeleteFunc(want, func(h memory.Hash, _ []float32) bool { return !live[h] })
			},
			"open again": func(t *rapid.T) {
				i := rapid.IntRange(0, 1).Draw(t, "store")
				_ = stores[i].close()
				stores[i] = NewStore(dir, "m")
			},
			"": func(t *rapid.T) {
				for _, s := range stores {
					agree(t, s, want, pool[0].Values)
				}
			},
		})
	})
}

func agree(t *rapid.T, s *Store, want map[memory.Hash][]float32, query []float32) {
	got, err := s.Nearest(query, len(want)+1)
	if err != nil {
		t.Fatal(err)
	}
	vectors := 0
	for _, values := range want {
		if values != nil {
			vectors++
		}
	}
	if len(got) != vectors {
		t.Fatalf("%d vectors, want %d", len(got), vectors)
	}
	for _, n := range got {
		if math.Abs(n.Cosine-cosine(query, want[n.Hash])) > 0.02 {
			t.Fatalf("%v is not %v", n.Cosine, cosine(query, want[n.Hash]))
		}
	}
	if stat, err := s.Stat(); err != nil || stat.Vectors != vectors || stat.Refused != len(want)-vectors {
		t.Fatalf("%+v, %v", stat, err)
	}
}

// Whatever is changed in a file, nothing is found that is not near, and it can be written to.
func TestDamageIsNeverFound(t *testing.T) {
	vs := like(3, 6, 20)
	made := filepath.Join(t.TempDir(), "made")
	s := NewStore(made, "m")
	put(t, s, vs...)
	data, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, data []byte) {
		dir := t.TempDir()
		s := NewStore(dir, "m")
		defer s.close()
		if err := os.WriteFile(s.path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := s.Nearest(vs[0].Values, 10)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		for _, n := range got {
			i := slices.IndexFunc(vs, func(v Vector) bool { return v.Hash == n.Hash })
			if i < 0 || math.Abs(n.Cosine-cosine(vs[0].Values, vs[i].Values)) > 0.02 {
				t.Fatalf("%s: %v has %v", what, i, n.Cosine)
			}
		}
		put(t, s, vs...)
		if again, err := s.Nearest(vs[0].Values, 10); err != nil || len(again) != len(vs) {
			t.Fatalf("%s: %d after writing it again, %v", what, len(again), err)
		}
	}
	for n := range data {
		if data[n] == 0 && n%997 != 0 { // what is not used, mostly
			continue
		}
		flipped := slices.Clone(data)
		flipped[n] ^= 1 << (n % 8)
		check(fmt.Sprint("byte ", n), flipped)
	}
	for n := 0; n < len(data); n += 1 + n/20 {
		check(fmt.Sprint("cut at ", n), data[:n])
	}
}

func TestSpacesAndDimensionsAreNeverMixed(t *testing.T) {
	dir := t.TempDir()
	a, b := NewStore(dir, "a"), NewStore(dir, "b")
	put(t, a, like(1, 3, 8)...)
	if _, err := a.Nearest(make([]float32, 9), 1); !errors.Is(err, ErrDimension) {
		t.Errorf("another dimension: %v", err)
	}
	if err := a.Put(Vector{hashOf(1), make([]float32, 3)}, Vector{hashOf(2), make([]float32, 4)}); !errors.Is(err,
		ErrDimension) {
		t.Errorf("two dimensions at once: %v", err)
	}
	if got, err := b.Nearest(like(1, 1, 8)[0].Values, 5); err != nil || len(got) != 0 {
		t.Errorf("another space: %v, %v", got, err)
	}
	put(t, a, like(1, 1, 9)...)
	if stat, err := a.Stat(); err != nil || stat.Vectors != 1 || stat.Dimension != 9 {
		t.Errorf("of the other dimension: %+v, %v", stat, err)
	}
	put(t, b, like(1, 2, 8)...)
	if stat, err := a.Stat(); err != nil || stat.Vectors != 0 {
		t.Errorf("the space before: %+v, %v", stat, err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"+suffix))
	if err != nil || len(files) != 1 {
		t.Errorf("%v, %v", files, err)
	}
}

// Nothing of what was dropped stays in the file, and its room is used again.
func TestDroppedIsGone(t *testing.T) {
	vs := like(5, 4*block, 64)
	kept, later := vs[:2*block], vs[2*block:]
	s := NewStore(t.TempDir(), "m")
	put(t, s, kept...)
	live := map[memory.Hash]bool{}
	for i := 0; i < len(kept); i += 10 {
		live[kept[i].Hash] = true
	}
	if _, err := s.Keep(live); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range kept {
		_, body := s.file.pack(v)
		there := bytes.Contains(data, v.Hash[:]) || bytes.Contains(data, body[:64])
		if there != (i%10 == 0) {
			t.Fatalf("vector %d is in the file: %v", i, there)
		}
	}
	put(t, s, later[:len(kept)-len(live)]...)
	if after, err := os.Stat(s.path); err != nil || after.Size() != int64(len(data)) {
		t.Errorf("%d bytes after %d, %v", after.Size(), len(data), err)
	}
	for _, v := range append(later[:10:10], kept[0], kept[10]) {
		if got, err := s.Nearest(v.Values, 1); err != nil || got[0].Hash != v.Hash {
			t.Fatalf("%v, %v", got, err)
		}
	}
}

func TestManyWriteAtOnce(t *testing.T) {
	dir, vs := t.TempDir(), like(6, 400, 16)
	var wait sync.WaitGroup
	for i := range 8 {
		wait.Go(func() {
			s := NewStore(dir, "m")
			for j := i; j < len(vs); j += 8 {
				if err := s.Put(vs[j]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
	if stat, err := NewStore(dir, "m").Stat(); err != nil || stat.Vectors != len(vs) {
		t.Errorf("%+v, %v", stat, err)
	}
}

func BenchmarkNearest(b *testing.B) {
	s := NewStore(b.TempDir(), "m")
	const n = 100_000
	r := rand.New(rand.NewPCG(1, 1))
	for i := 0; i < n; i += 1000 {
		vs := make([]Vector, 1000)
		for j := range vs {
			vs[j] = Vector{hashOf(i + j), make([]float32, 768)}
			for k := range vs[j].Values {
				vs[j].Values[k] = float32(r.NormFloat64())
			}
		}
		put(b, s, vs...)
	}
	query := like(9, 1, 768)[0].Values
	b.Run("scan", func(b *testing.B) {
		signs, out := signsOf(query, 12), make([]uint16, s.file.count())
		for b.Loop() {
			s.file.distances(signs, out)
		}
	})
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			if got, err := s.Nearest(query, 20); err != nil || len(got) != 20 {
				b.Fatal(err)
			}
		}
	})
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			if _, err := NewStore(s.dir, "m").Nearest(query, 20); err != nil {
				b.Fatal(err)
			}
		}
	})
}

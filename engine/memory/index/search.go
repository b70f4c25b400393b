package index

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"time"

	"pp/engine/memory"
)

// How many notes that have the words are looked at more closely.
const maxCandidates = 200

// Search gives the notes that fit a query best, best first. The file of each was looked at:
// what changed is read again, and what is gone is not given. Without a text it gives those
// that the rest of the query holds, the newest first. The Hash of hits is zero.
func (x *Index) Search(ctx context.Context, q memory.Query) ([]memory.Hit, error) {
	return x.search(ctx, q, 0)
}

// Similar gives the n notes of a reach nearest to one in what they say, without that one.
func (x *Index) Similar(ctx context.Context, note memory.Note, reach memory.Reach, n int) ([]memory.Hit, error) {
	t, err := x.Text(ctx, note)
	if err != nil {
		return nil, err
	}
	return x.search(ctx, memory.Query{Text: t.Title + "\n" + t.Body, Scope: reach, Limit: n}, t.Key)
}

// defaultLimit is how many hits there are when a query does not say.
const defaultLimit = 20

func (x *Index) search(ctx context.Context, q memory.Query, but memory.Key) (hits []memory.Hit, err error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	var near map[memory.Hash]float64
	if x.o.Vectors != nil && q.Text != "" {
		near, _ = x.o.Vectors.Nearest(ctx, q.Text, maxCandidates) // without them words do
	}
	for try := range 2 {
		var stale []fileKey
		err = x.reading(func(g *generation) error {
			r := ranking{x: x, g: g, q: q, but: but, files: map[int]*opened{}}
			defer r.close()
			hits = r.run(near)
			stale = r.stale
			return r.err
		})
		if err != nil || len(stale) == 0 || try > 0 {
			break
		}
		if _, err = x.refresh(ctx, catchUp, lookAt(stale)); err != nil {
			break
		}
	}
	return hits, cmp.Or(err, context.Cause(ctx))
}

// candidate is a note that may be a hit.
type candidate struct {
	place
	score float64 // by words; without a text the time
	when  time.Time
	slots uint32 // which words of the question it has
	other uint32 // names of the question that it has otherwise: it is somebody else
	body  string
	grams float64
	odds  float64 // that it answers, as a logarithm
	rank  float64
	like  float64
}

// best keeps the candidates with the highest scores: a heap with the lowest first.
type best struct {
	list []candidate
	most int
}

// lowest is what a score must be over to be among the best.
func (b *best) lowest() float64 {
	if len(b.list) < b.most {
		return math.Inf(-1)
	}
	return b.list[0].score
}

func (b *best) add(c candidate) {
	if len(b.list) < b.most {
		b.list = append(b.list, c)
		for i := len(b.list) - 1; i > 0 && b.list[i].score < b.list[(i-1)/2].score; i = (i - 1) / 2 {
			b.list[i], b.list[(i-1)/2] = b.list[(i-1)/2], b.list[i]
		}
		return
	}
	b.list[0] = c
	for i := 0; ; {
		low := i
		for _, j := range []int{2*i + 1, 2*i + 2} {
			if j < len(b.list) && b.list[j].score < b.list[low].score {
				low = j
			}
		}
		if low == i {
			return
		}
		b.list[i], b.list[low] = b.list[low], b.list[i]
		i = low
	}
}

// BM25's settings: how soon a word that stands there more often adds nothing, and how much
// the length of a text counts.
const (
	saturation = 1.2
	lengthPart = 0.6
)

// tally is what each of some notes of a segment that stand behind each other has of a question. All at once would take
// memory that a process has to be given first.
type tally struct {
	first int // note
	score []float32
	slots []uint64 // those whose words it has; from titleBits on those that its titles have
	scans []scan
}

const titleBits = 32

// manyTallied is how many notes are looked at together, or a few more: those of a file are not parted.
const manyTallied = 4096

// scan is a term of a question, and the notes of a segment that have it and were not looked at yet.
type scan struct {
	slot  int
	worth float32
	rest  reader
	left  int    // notes behind the next one
	next  uint32 // number of the next note and one; 0 where there is none
	count uint32 // how often it stands in that
}

func (c *scan) step() {
	if c.left--; c.left < 0 {
		c.next = 0
		return
	}
	step, count := c.rest.posting()
	c.next, c.count = c.next+step, count
}

// begin has the tally be of a segment, before its first note.
func (t *tally) begin(s *segment, q *question) {
	t.scans = t.scans[:0]
	for i := range q.slots {
		for _, v := range q.slots[i].terms {
			list, n := s.find(v.term)
			c := scan{slot: i, worth: float32(q.slots[i].weight * v.like * (saturation + 1)), rest: list, left: n}
			c.step()
			t.scans = append(t.scans, c)
		}
	}
}

// blocks gives the notes of a segment that are looked at together, one such block after another.
func (s *segment) blocks(visit func(first, end int)) {
	first := 0
	for f := range s.files() {
		if _, end := s.fileNotes(f); end-first >= manyTallied || end == s.notes() {
			visit(first, end)
			first = end
		}
	}
}

// count adds what the next notes of a segment have of a question's words, up to one of them.
func (t *tally) count(s *segment, first, end int, lengths *[256]float32) {
	norms := s.part[partNorms][first:end]
	if n := len(norms); cap(t.score) < n {
		t.score, t.slots = make([]float32, n), make([]uint64, n)
	} else {
		t.score, t.slots = t.score[:n], t.slots[:n]
		clear(t.score)
		clear(t.slots)
	}
	t.first = first
	for i := range t.scans {
		for c := &t.scans[i]; c.next != 0 && int(c.next) <= end; c.step() {
			at, tf := int(c.next)-1-first, float32(c.count)
			t.score[at] += c.worth * tf / (tf + lengths[norms[at]])
			bit := uint64(1) << c.slot
			if c.count >= titleWeight {
				bit |= bit << titleBits
			}
			t.slots[at] |= bit
		}
	}
}

// inherit has notes with some of the words have those of the titles above them too.
func (t *tally) inherit(s *segment, q *question) {
	for i, has := range t.slots {
		above := s.note(t.first+i).parent() - t.first
		if above < 0 || above >= i {
			continue
		}
		titles := t.slots[above] >> titleBits
		if titles == 0 {
			continue
		}
		t.slots[i] |= titles << titleBits
		if uint32(has) != 0 {
			for more := titles &^ has & (1<<titleBits - 1); more != 0; more &= more - 1 {
				t.score[i] += float32(q.slots[bits.TrailingZeros64(more)].weight)
			}
		}
	}
}

// lengths is what BM25 adds to the denominator for texts of each length.
func (g *generation) lengths() (l [256]float32) {
	notes, words := g.size()
	mean := max(1, float64(words)/float64(max(1, notes)))
	for i := range l {
		l[i] = float32(saturation * (1 - lengthPart + lengthPart*wordsOf(byte(i))/mean))
	}
	return l
}

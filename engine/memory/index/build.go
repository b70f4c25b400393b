package index

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"
)

// layout is a segment that is being written.
type layout struct {
	part    [parts][]byte
	words   uint64
	classes map[class]uint32
}

func (l *layout) notes() int { return len(l.part[partNorms]) }

// beginFile says that the notes that follow are of another file, and gives its number.
func (l *layout) beginFile() int {
	l.part[partFiles] = le.AppendUint32(l.part[partFiles], uint32(l.notes()))
	return len(l.part[partFiles])/4 - 1
}

// add adds a note whose parent is a note of the segment, or -1.
func (l *layout) add(rec note, of class, text []byte, norm byte, c content) {
	if l.classes == nil {
		l.classes = map[class]uint32{}
	}
	id, known := l.classes[of]
	if !known {
		id = uint32(len(l.classes))
		l.classes[of] = id
		l.part[partClasses] = of.append(l.part[partClasses])
	}
	le.PutUint32(rec[16:], id)
	le.PutUint32(rec[20:], uint32(len(l.part[partDetails])))
	l.part[partNotes] = append(l.part[partNotes], rec...)
	l.part[partDetails] = append(l.part[partDetails], text...)
	l.part[partNorms] = append(l.part[partNorms], norm)
	l.part[partContents] = append(l.part[partContents], c[:]...)
}

// addTerm adds a term, behind all that sort before it.
func (l *layout) addTerm(text string, notes int, postings []byte) {
	t := le.AppendUint32(l.part[partTerms], uint32(len(l.part[partTexts])))
	t = le.AppendUint32(t, uint32(len(l.part[partPostings])))
	l.part[partTerms] = le.AppendUint32(t, lettersOf(text))
	l.part[partTexts] = append(l.part[partTexts], text...)
	p := binary.AppendUvarint(l.part[partPostings], uint64(notes))
	l.part[partPostings] = append(p, postings...)
}

// finish gives the segment's bytes.
func (l *layout) finish() []byte {
	s := segment{part: l.part}
	l.order(partOrder, func(i int) uint64 { return uint64(s.note(i).ident()) })
	l.order(partRecent, func(i int) uint64 { return ^uint64(s.details(i).when) })
	size := headerSize
	for _, p := range l.part {
		size += len(p)
	}
	raw := make([]byte, headerSize, size)
	copy(raw, segmentMagic)
	le.PutUint64(raw[24:], l.words)
	for i, p := range l.part {
		le.PutUint64(raw[32+8*i:], uint64(len(p)))
		raw = append(raw, p...)
	}
	le.PutUint32(raw[headerSize-8:], checksum(raw[headerSize:]))
	le.PutUint32(raw[headerSize-4:], checksum(raw[:headerSize-4]))
	return raw
}

// order adds a part that has the notes in the order of a number of each.
func (l *layout) order(part int, number func(note int) uint64) {
	type known struct {
		by uint64
		at uint32
	}
	all := make([]known, l.notes())
	for i := range all {
		all[i] = known{number(i), uint32(i)}
	}
	slices.SortFunc(all, func(a, b known) int { return cmp.Or(cmp.Compare(a.by, b.by), cmp.Compare(a.at, b.at)) })
	for _, k := range all {
		l.part[part] = le.AppendUint32(l.part[part], k.at)
	}
}

// record is the fixed part of an entry.
func (e *entry) record(parent int) note {
	rec := make(note, noteSize)
	le.PutUint64(rec, uint64(e.ident))
	le.PutUint32(rec[8:], uint32(parent+1))
	le.PutUint32(rec[12:], uint32(e.start))
	return rec
}

// details are the rest, as segment.details reads it.
func (e *entry) details(b []byte) []byte {
	for _, n := range []int64{int64(e.level), int64(e.end - e.start), int64(e.own - e.start), int64(e.children),
		max(0, e.when.UnixMilli())} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	b = packID(appendText(b, e.title), e.id)
	b = binary.AppendUvarint(appendText(b, e.above), uint64(len(e.below)))
	for _, id := range e.below {
		b = appendText(b, id)
	}
	return b
}

// Lengths of texts are kept as 16 times their binary logarithm.
func normOf(words int) byte     { return byte(min(255, math.Round(16*math.Log2(float64(words+1))))) }
func wordsOf(norm byte) float64 { return math.Exp2(float64(norm)/16) - 1 }
func lettersOf(word string) (set uint32) {
	for _, r := range word {
		set |= 1 << (uint32(r) % 31)
	}
	return set
}

// builder makes a segment of entries. It is not safe for concurrent use.
type builder struct {
	layout
	tokens tokenizer
	ids    map[string]uint32 // words as they stand in texts, and the number of their term
	bases  map[string]uint32 // terms, and their number
	forms  []string          // those that are not a term themselves
	terms  []posting
	seen   []uint32 // terms of the note that is being added
	size   int      // of all postings
	buf    []byte
}

// posting is a term and the notes that it stands in.
type posting struct {
	text  string
	list  []byte
	notes int
	last  uint32 // the note that was added last, and one
	count uint32 // how often it stands in the note that is being added
}

// newBuilder makes a builder for about as many bytes of text.
func newBuilder(size int) *builder {
	words := min(size/64, 1<<16)
	return &builder{ids: make(map[string]uint32, words), bases: make(map[string]uint32, words)}
}

// A word of a title counts as much as three of the text.
const titleWeight = 3

// file adds the notes of a file, and gives its number in the segment.
func (b *builder) file(entries []entry) int {
	base := b.notes()
	number := b.beginFile()
	for i := range entries {
		e := &entries[i]
		parent := -1
		if e.parent >= 0 {
			parent = base + e.parent
		}
		words := b.count(e.title, titleWeight) + b.count(e.body, 1) + b.count(e.props, 1) + b.count(e.class.tags, 1)
		b.post(uint32(b.notes()))
		b.words += uint64(words)
		b.buf = e.details(b.buf[:0])
		b.add(e.record(parent), e.class, b.buf, normOf(words), e.content)
	}
	return number
}

// count counts the words of a part of a note, and gives how many there are.
func (b *builder) count(text string, weight uint32) (words int) {
	b.tokens.words(text, func(word []byte) {
		id, known := b.ids[string(word)]
		if !known {
			id = b.know(string(word))
		}
		if id == unsought {
			return
		}
		t := &b.terms[id]
		if t.count == 0 {
			b.seen = append(b.seen, id)
		}
		t.count += weight
		words++
	})
	return words
}

// unsought is the number of words that are too common to be searched for.
const unsought = math.MaxUint32

func (b *builder) know(word string) uint32 {
	if stopWord(word) {
		b.ids[word] = unsought
		return unsought
	}
	base := stem(word)
	id, known := b.bases[base]
	if !known {
		id = uint32(len(b.terms))
		b.terms = append(b.terms, posting{text: base})
		b.bases[base] = id
	}
	b.ids[word] = id
	if base != word {
		b.forms = append(b.forms, word)
	}
	return id
}

// post adds the note to the postings of the words that were counted.
func (b *builder) post(n uint32) {
	for _, id := range b.seen {
		t := &b.terms[id]
		before := len(t.list)
		t.list = appendPosting(t.list, n+1-t.last, t.count)
		t.last, t.count = n+1, 0
		t.notes++
		b.size += len(t.list) - before
	}
	b.seen = b.seen[:0]
}

// appendPosting adds a note, by how far it is from the one before, and how often a term
// stands in it.
func appendPosting(list []byte, step, count uint32) []byte {
	if count == 1 {
		return binary.AppendUvarint(list, uint64(step)<<1|1)
	}
	return binary.AppendUvarint(binary.AppendUvarint(list, uint64(step)<<1), uint64(count))
}

// posting reads what appendPosting added.
func (r *reader) posting() (step, count uint32) {
	v := r.number()
	if v&1 == 1 {
		return uint32(v >> 1), 1
	}
	return uint32(v >> 1), uint32(r.number())
}

// full reports whether a segment is large enough.
func (b *builder) full() bool {
	return b.notes() >= maxNotes || b.size+len(b.part[partDetails]) >= maxPostings
}

const (
	maxNotes    = 1 << 18
	maxPostings = 64 << 20
)

func (b *builder) finish() []byte {
	words := b.forms
	for _, t := range b.terms {
		words = append(words, t.text)
	}
	slices.Sort(words)
	for _, w := range slices.Compact(words) {
		var t posting
		if id, ok := b.bases[w]; ok {
			t = b.terms[id]
		}
		b.addTerm(w, t.notes, t.list)
	}
	return b.layout.finish()
}

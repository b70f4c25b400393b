package index

import "bytes"

// source is a segment that is taken over into another one, without some of its files.
type source struct {
	*segment
	live  func(file int) bool
	files []int    // by file: its number in the new segment; -1 of one that is left out
	at    int      // the next of its terms
	notes []uint32 // by note: its number in the new segment and one; 0 of one that is left out
}

// merge makes one segment of several.
func merge(from []*source) []byte {
	var l layout
	for _, s := range from {
		s.copyNotes(&l)
	}
	var list []byte
	for {
		var first []byte // of the terms that are left
		for _, s := range from {
			if s.at < s.terms() {
				if text, _ := s.term(s.at); first == nil || bytes.Compare(text, first) < 0 {
					first = text
				}
			}
		}
		if first == nil {
			return l.finish()
		}
		list = list[:0]
		notes, had, last := 0, 0, uint32(0)
		for _, s := range from {
			had += s.copyTerm(first, func(note, count uint32) {
				list = appendPosting(list, note-last, count)
				last = note
				notes++
			})
		}
		if notes > 0 || had == 0 { // one without notes is another form of a term
			l.addTerm(string(first), notes, list)
		}
	}
}

// copyTerm gives the notes with a term that are kept, by their new numbers and one, when it
// is the next of the source, and how many there were.
func (s *source) copyTerm(term []byte, add func(note, count uint32)) (had int) {
	if s.at == s.terms() {
		return 0
	}
	text, postings := s.term(s.at)
	if !bytes.Equal(text, term) {
		return 0
	}
	s.at++
	list, old := reader(s.part[partPostings][postings:]), uint32(0)
	had = int(list.number())
	for range had {
		step, count := list.posting()
		old += step
		if note := s.notes[old-1]; note != 0 {
			add(note, count)
		}
	}
	return had
}

// copyNotes adds the notes that are kept to the new segment.
func (s *source) copyNotes(l *layout) {
	s.files, s.notes = make([]int, s.segment.files()), make([]uint32, s.segment.notes())
	for f := range s.files {
		if s.files[f] = -1; !s.live(f) {
			continue
		}
		first, end := s.fileNotes(f)
		s.files[f] = l.beginFile()
		base := l.notes() - first
		for i := first; i < end; i++ {
			rec := note(bytes.Clone(s.note(i)))
			if p := rec.parent(); p >= 0 {
				le.PutUint32(rec[8:], uint32(p+base+1))
			}
			norm := s.part[partNorms][i]
			l.words += uint64(wordsOf(norm))
			text := s.part[partDetails][rec.details():]
			if i+1 < len(s.notes) {
				text = text[:s.note(i+1).details()-rec.details()]
			}
			s.notes[i] = uint32(l.notes()) + 1
			l.add(rec, s.classes()[rec.class()], text, norm, s.content(i))
		}
	}
}

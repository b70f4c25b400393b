package index

import (
	"cmp"
	"math"
	"slices"
)

const (
	maxSame   = 40  // how many of the best are compared with the best one
	rival     = 0.4 // how much less likely a note is to answer, by the logarithm, that answers as well
	sameThing = 3   // how much rarer than one note the words are that two notes about the same thing share
	sameTree  = 2   // how much more words count that notes of one file share
	manyHave  = 300 // a word that more notes have says nothing of what they are about
	fewSame   = 3   // of more that share so much, each is about a thing of its own
)

// latest puts first, the newest before the older ones, the notes that answer about as well as the best one, and those
// about the same thing: what is asked for is how things are now. It gives the newest of the thing for older ones.
func (r *ranking) latest(list []candidate) ([]candidate, map[place]place) {
	newer := map[place]place{}
	if r.ask == nil || len(list) == 0 {
		return list, newer
	}
	if r.but != 0 {
		return r.since(list), newer
	}
	best := list[0]
	slices.SortStableFunc(list[:min(len(list), maxSame)], func(a, b candidate) int {
		switch as, bs := a.odds >= best.odds-rival, b.odds >= best.odds-rival; {
		case as && bs:
			return newerFirst(&a, &b)
		case as:
			return -1
		case bs:
			return 1
		}
		return 0
	})
	list[0].like, list[0].rank = max(list[0].like, best.like), max(list[0].rank, best.rank)
	if best.odds < 0 {
		return list, newer
	}
	thing := r.inOrder(append(r.about(&list[0]), list[0]), &list[0])
	for i := range thing {
		if newerFirst(&thing[0], &thing[i]) < 0 {
			newer[thing[i].place] = thing[0].place
		}
	}
	near := append(thing, r.beside(list, thing)...)
	if r.q.Kindred {
		near = before(near, r.kindred(thing))
	}
	return before(near, list), newer
}

// maxBeside is how many of the best are looked at for what says more about the thing.
const maxBeside = 6

// beside gives what is newer than all notes about a thing, and has words of the question that they have, and few other
// notes: it may say how things are now in other words, so that it is given, too, behind them.
func (r *ranking) beside(list, thing []candidate) (found []candidate) {
	for i := range list[:min(len(list), maxBeside)] {
		c := list[i]
		if newerFirst(&c, &thing[0]) >= 0 || c.slots&thing[0].slots == 0 || r.having(list, c.slots) > fewSame ||
			slices.ContainsFunc(thing, func(o candidate) bool { return o.place == c.place }) {
			continue
		}
		c.like, c.rank = thing[0].like, thing[0].rank
		found = append(found, c)
	}
	return found
}

// having counts the notes that have some words of the question.
func (r *ranking) having(list []candidate, slots uint32) (n int) {
	for i := range list {
		if slots&^list[i].slots == 0 {
			n++
		}
	}
	return n
}

// since puts first what is newer than the note that others are compared with, about the same thing.
func (r *ranking) since(list []candidate) []candidate {
	p, ok := r.g.place(r.but)
	if c := (candidate{place: p}); ok && r.open(&c) {
		c.when, c.like, c.rank = r.when(p), 1, max(1, list[0].rank)
		thing := slices.DeleteFunc(r.about(&c), func(o candidate) bool { return newerFirst(&o, &c) >= 0 })
		return before(r.inOrder(thing, &c), list)
	}
	return list
}

// inOrder gives notes about one thing the newest first, as like what was asked as one of them.
func (r *ranking) inOrder(thing []candidate, as *candidate) []candidate {
	like, rank := as.like, as.rank
	for i := range thing {
		thing[i].like, thing[i].rank = like, rank
	}
	slices.SortFunc(thing, func(a, b candidate) int {
		return cmp.Or(newerFirst(&a, &b), cmp.Compare(r.g.key(a.place), r.g.key(b.place)))
	})
	return thing
}

// before gives some candidates and then the others of a list.
func before(some, list []candidate) []candidate {
	n := len(some)
	for _, c := range list {
		if !slices.ContainsFunc(some[:n], func(o candidate) bool { return o.place == c.place }) {
			some = append(some, c)
		}
	}
	return some
}

// about gives the few notes that are about the same thing as one, in whatever words: those that share words with it
// that together are rarer than chance has it.
func (r *ranking) about(c *candidate) (found []candidate) {
	shared := map[place]float64{}
	all := float64(r.ask.notes + 1)
	had := map[string]bool{}
	var t tokenizer
	t.words(string(r.g.segments[c.seg].details(c.note).title)+"\n"+c.body, func(word []byte) {
		term := stem(string(word))
		n := r.g.notesWith(term)
		if had[term] || n < 2 || n > manyHave {
			return
		}
		had[term] = true
		for i, s := range r.g.segments {
			list, left := s.find(term)
			for at := uint32(0); left > 0; left-- {
				step, _ := list.posting()
				at += step
				shared[place{i, int(at) - 1}] += math.Log(all / (float64(n) + 0.5))
			}
		}
	})
	for p, sum := range shared {
		if r.sameTree(p, c.place) {
			sum *= sameTree
		}
		if sum >= sameThing*math.Log(all) && !r.g.within(p, c.place) && !r.g.within(c.place, p) &&
			r.allows(r.g.segments[p.seg])[r.g.at(p).class()] && r.takes(p) {
			found = append(found, candidate{place: p, when: r.when(p)})
		}
	}
	if len(found) > fewSame {
		return nil
	}
	read := found[:0]
	for i := range found {
		if r.open(&found[i]) {
			read = append(read, found[i])
		}
	}
	return read
}

// sameTree reports whether two notes are in one file, or both what was remembered.
func (r *ranking) sameTree(a, b place) bool {
	one, other := r.g.file(a), r.g.file(b)
	return one == other || one >= 0 && other >= 0 &&
		r.g.files.at(one).root == objectRoot && r.g.files.at(other).root == objectRoot
}

// within reports whether a note is one or stands below it.
func (g *generation) within(p, above place) bool {
	if p.seg != above.seg {
		return false
	}
	for n, m := p.note, p.note+1; n >= above.note && n < m; n, m = g.segments[p.seg].note(n).parent(), n {
		if n == above.note {
			return true
		}
	}
	return false
}

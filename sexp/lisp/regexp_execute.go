package lisp

import (
	"regexp/syntax"
	"unicode/utf8"
)

// executor runs the program of a regular expression over a text once, all alternatives at a
// time, so that it takes time in proportion to the length of both. Package regexp would do so
// too, but it cannot count its steps, begin in the middle of a text, or tell letters other
// than those of ASCII at word boundaries as CL-PPCRE does.
type executor struct {
	z     *scanned
	prog  *syntax.Prog
	ticks int
	spot  spot
	caps  int
	found match
}

// spot is where the executor is: characters and bytes from the start of the text, and the
// characters before and after, -1 where there is none.
type spot struct {
	at, byte      int
	before, after rune
	size          int // of the character after
}

// threads are alternatives in the order of their preference.
type threads struct {
	sparse []uint32
	dense  []uint32 // the instructions that they are at
	caps   []int    // where the registers of each begin and end
}

// scratch is what executors work with, kept for the next. No executor runs within another.
type scratch struct{ now, then threads }

func (t *threads) reset(instructions, caps int) {
	if len(t.sparse) < instructions {
		t.sparse = make([]uint32, instructions)
		t.dense = make([]uint32, 0, instructions)
	}
	if len(t.caps) < instructions*caps {
		t.caps = make([]int, instructions*caps)
	}
	t.dense = t.dense[:0]
}

func (t *threads) has(pc uint32) bool {
	i := t.sparse[pc]
	return i < uint32(len(t.dense)) && t.dense[i] == pc
}

// ticksPerStep is how many instructions are run for one step.
const ticksPerStep = 8

// run gives the first match from where the subject is, in characters from its start.
func (e *executor) run() match {
	n := len(e.prog.Inst)
	e.caps = 2 * (e.z.s.groups + 1)
	s := &e.z.m.scratch
	if len(s.now.sparse) < n || len(s.now.caps) < n*e.caps {
		e.z.m.room(2 * n * (8 + 8*e.caps))
	}
	s.now.reset(n, e.caps)
	s.then.reset(n, e.caps)
	e.spot = e.spotAt(e.z.at, e.z.byte)
	begin := make([]int, e.caps)
	now, then := &s.now, &s.then
	for {
		if len(now.dense) == 0 && (e.found != nil || !e.skip()) {
			break
		}
		if e.found == nil {
			for i := range begin {
				begin[i] = -1
			}
			begin[0] = e.spot.at
			e.add(now, uint32(e.prog.Start), begin)
		}
		here := e.spot
		e.spot = e.spotAfter(here)
		e.step(now, then, here)
		if now, then = then, now; here.size == 0 {
			break
		}
		then.dense = then.dense[:0]
	}
	e.z.m.work(1 + e.ticks/ticksPerStep)
	return e.found
}

func (e *executor) spotAt(at, byte int) spot {
	p := spot{at: at, byte: byte, before: -1}
	if byte > 0 {
		p.before, _ = utf8.DecodeLastRuneInString(e.z.text[:byte])
	}
	p.look(e.z.text)
	return p
}

func (p *spot) look(text string) {
	p.after, p.size = -1, 0
	if p.byte < len(text) {
		if p.after, p.size = rune(text[p.byte]), 1; p.after >= utf8.RuneSelf {
			p.after, p.size = utf8.DecodeRuneInString(text[p.byte:])
		}
	}
}

// spotAfter is one character further; the same place at the end.
func (e *executor) spotAfter(p spot) spot {
	if p.size == 0 {
		return p
	}
	p = spot{at: p.at + 1, byte: p.byte + p.size, before: p.after}
	p.look(e.z.text)
	return p
}

// skip goes on to where a match can begin; false when there is no such place.
func (e *executor) skip() bool {
	first := e.z.s.first
	if first == nil {
		return true
	}
	for e.spot.size > 0 && !first[e.z.text[e.spot.byte]] {
		e.spot = e.spotAfter(e.spot)
		e.ticks++
	}
	return e.spot.size > 0
}

// step lets each alternative take the character at a place.
func (e *executor) step(now, then *threads, here spot) {
	for i, pc := range now.dense {
		e.tick()
		caps := now.caps[i*e.caps : (i+1)*e.caps]
		inst := &e.prog.Inst[pc]
		if inst.Op == syntax.InstMatch {
			caps[1] = here.at
			e.found = append(e.found[:0], caps...)
			return // what follows is preferred less
		}
		if here.size > 0 && here.after < afterAtEnd && inst.MatchRune(here.after) {
			e.add(then, inst.Out, caps)
		}
	}
}

// tick counts an instruction.
func (e *executor) tick() {
	const often = 64 * ticksPerStep
	if e.ticks++; e.ticks >= often {
		e.z.m.work(e.ticks / ticksPerStep)
		e.ticks = 0
	}
}

// add makes alternatives of all that can be reached from an instruction without taking a
// character.
func (e *executor) add(t *threads, pc uint32, caps []int) {
	if t.has(pc) {
		return
	}
	e.tick()
	n := len(t.dense)
	t.dense = append(t.dense, pc)
	t.sparse[pc] = uint32(n)
	switch i := &e.prog.Inst[pc]; i.Op {
	case syntax.InstFail:
	case syntax.InstAlt, syntax.InstAltMatch:
		e.add(t, i.Out, caps)
		e.add(t, i.Arg, caps)
	case syntax.InstNop:
		e.add(t, i.Out, caps)
	case syntax.InstEmptyWidth:
		if e.holds(syntax.EmptyOp(i.Arg)) {
			e.add(t, i.Out, caps)
		}
	case syntax.InstCapture:
		if int(i.Arg) >= len(caps) {
			e.add(t, i.Out, caps)
			return
		}
		old := caps[i.Arg]
		caps[i.Arg] = e.spot.at
		e.add(t, i.Out, caps)
		caps[i.Arg] = old
	default:
		if i.Op == syntax.InstRune1 && (i.Rune[0] == afterAtEnd || i.Rune[0] == atEnd && e.ends()) {
			e.add(t, i.Out, caps)
			return
		}
		copy(t.caps[n*e.caps:], caps)
	}
}

// ends reports whether the text ends here, or after a newline that follows.
func (e *executor) ends() bool {
	p := &e.spot
	return p.size == 0 || p.after == '\n' && p.byte+1 == len(e.z.text)
}

// holds reports whether what is said about a place is so.
func (e *executor) holds(op syntax.EmptyOp) bool {
	p := &e.spot
	switch op {
	case syntax.EmptyBeginText:
		return p.before < 0
	case syntax.EmptyEndText:
		return p.after < 0
	case syntax.EmptyBeginLine:
		return p.before < 0 || p.before == '\n'
	case syntax.EmptyEndLine:
		return p.after < 0 || p.after == '\n'
	case syntax.EmptyWordBoundary:
		return isWord(p.before) != isWord(p.after)
	}
	return isWord(p.before) == isWord(p.after) // EmptyNoWordBoundary
}

func isWord(c rune) bool {
	switch {
	case c < 0:
		return false
	case c < utf8.RuneSelf:
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
	}
	return isAlphanumeric(c)
}

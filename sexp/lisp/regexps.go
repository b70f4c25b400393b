package lisp

import "pp/sexp"

// regexpPackage is what the names of these functions begin with.
const regexpPackage = "CL-PPCRE:"

func regexpBuiltins() []builtin {
	table := []builtin{
		{"SCAN", 2, -1, scan},
		{"SCAN-TO-STRINGS", 2, -1, scanToStrings},
		{"ALL-MATCHES", 2, -1, allMatches(false)},
		{"ALL-MATCHES-AS-STRINGS", 2, -1, allMatches(true)},
		{"SPLIT", 2, -1, split},
		{"REGEX-REPLACE", 3, -1, regexReplace(false)},
		{"REGEX-REPLACE-ALL", 3, -1, regexReplace(true)},
	}
	for i := range table {
		table[i].name = regexpPackage + table[i].name
	}
	return table
}

// cut is the text between two positions.
func (z *scanned) cut(from, to int) string {
	if z.runes == nil {
		return z.text[from:to]
	}
	return string(z.runes[from:to])
}

// piece is a part of the text as a value; NIL for a register that did not match.
func (z *scanned) piece(from, to int) Value {
	if from < 0 {
		return nil
	}
	return strOf(z.m, z.cut(from, to))
}

// positions are the starts, or the ends, of the registers.
func (z *scanned) positions(found match, end int) Value {
	items := make([]Value, 0, len(found)/2-1)
	for i := 2; i < len(found); i += 2 {
		var v Value
		if found[i] >= 0 {
			v = sexp.Int(found[i+end])
		}
		items = append(items, v)
	}
	return buildSequence(z.m, vectorKind, items)
}

// registers are the texts of the registers.
func (z *scanned) registers(found match) []Value {
	var all []Value
	for i := 2; i < len(found); i += 2 {
		all = append(all, z.piece(found[i], found[i+1]))
	}
	return all
}

func scan(m *machine, args []Value) Value {
	z := newScanned(m, args, 0)
	found := z.next()
	if found == nil {
		return nil
	}
	starts := z.positions(found, 0)
	ends := z.positions(found, 1)
	return m.values(sexp.Int(found[0]), sexp.Int(found[1]), starts, ends)
}

func scanToStrings(m *machine, args []Value) Value {
	z := newScanned(m, args, 0)
	found := z.next()
	if found == nil {
		return nil
	}
	return m.values(z.piece(found[0], found[1]), buildSequence(m, vectorKind, z.registers(found)))
}

func allMatches(texts bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		z := newScanned(m, args, 0)
		l := listMaker{m: m}
		for found := z.next(); found != nil; found = z.next() {
			if texts {
				l.add(z.piece(found[0], found[1]))
			} else {
				l.add(sexp.Int(found[0]))
				l.add(sexp.Int(found[1]))
			}
		}
		return l.done(nil)
	}
}

// split gives what is between matches. Without a limit what is empty at the end is left out.
func split(m *machine, args []Value) Value {
	z := newScanned(m, args, argLimit)
	limit := 0
	if v := z.g.get(argLimit); v != nil {
		limit = int(asType[sexp.Int](v, "INTEGER"))
	}
	cuts := z.cuts(limit)
	if limit == 0 {
		n := len(cuts)
		for n > 0 && cuts[n-1] <= cuts[n-2] {
			n -= 2
		}
		cuts = cuts[:n]
	}
	l := listMaker{m: m}
	for i := 0; i < len(cuts); i += 2 {
		l.add(z.piece(cuts[i], cuts[i+1]))
	}
	return l.done(nil)
}

// cuts gives pairs of positions between which the parts stand.
func (z *scanned) cuts(limit int) []int {
	cuts := []int{z.start}
	parts := 0
	for found := z.next(); found != nil; found = z.next() {
		if found[0] == found[1] && found[0] == cuts[len(cuts)-1] {
			continue
		}
		if parts++; limit > 0 && parts >= limit {
			break
		}
		cuts = append(cuts, found[0], found[1])
	}
	z.m.room(8 * len(cuts))
	return append(cuts, z.end)
}

package lisp

import "pp/sexp"

// Table is a hash table. Entries keep the order in which they were put in, and one that was
// taken out leaves its place to the next that comes, as in SBCL.
type Table struct {
	test    tableTest
	entries []entry
	first   map[any]int // by hash: the position of the first entry with it
	free    []int       // positions of entries that were taken out
	frozen  bool
}

// entryBytes is what an entry counts for: with what a table leaves behind as it grows.
const entryBytes = 8 * consBytes

type entry struct {
	key, value Value
	hash       any
	next       int // the position of the next entry with the same hash, -1 without one
	used       bool
}

// tableTest is how a table compares its keys.
type tableTest uint8

const (
	testEql tableTest = iota
	testEq
	testEqual
)

var tableTests = [...]string{testEql: "EQL", testEq: "EQ", testEqual: "EQUAL"}

func newTable(test tableTest) *Table { return &Table{test: test, first: map[any]int{}} }

func tableBuiltins() []builtin {
	return []builtin{
		{"MAKE-HASH-TABLE", 0, -1, makeHashTable},
		{"GETHASH", 2, 3, gethash},
		{"REMHASH", 2, 2, remhash},
		{"CLRHASH", 1, 1, clrhash},
		{"MAPHASH", 2, 2, mapHash},
		{"HASH-TABLE-COUNT", 1, 1, func(_ *machine, args []Value) Value {
			return sexp.Int(tableOf(args[0]).count())
		}},
	}
}

func (t *Table) count() int { return len(t.entries) - len(t.free) }

func tableOf(v Value) *Table { return asType[*Table](v, "HASH-TABLE") }

// each goes through the entries. What goes on with them may add some.
func (t *Table) each(do func(k, v Value) bool) {
	for i := 0; i < len(t.entries); i++ {
		if e := &t.entries[i]; e.used && !do(e.key, e.value) {
			return
		}
	}
}

// tableTestOf is the test that a function or its name means; EQL for NIL.
func tableTestOf(v Value) (tableTest, bool) {
	name, ok := symName(v)
	if f, is := v.(*Function); is && f.builtin != nil {
		name, ok = f.builtin.name, true
	}
	if v == nil {
		return testEql, true
	}
	for test, of := range tableTests {
		if ok && name == of {
			return tableTest(test), true
		}
	}
	return testEql, false
}

func makeHashTable(m *machine, args []Value) Value {
	g := readOptions(m, args, argTest|argSize)
	test := testEql
	if g.has&argTest != 0 {
		var ok bool
		if test, ok = tableTestOf(g.get(argTest)); !ok || g.get(argTest) == nil {
			panic(wrong("%s is not a test of hash tables", show(g.get(argTest))))
		}
	}
	if size := g.get(argSize); size != nil {
		index(size)
	}
	m.room(entryBytes)
	return newTable(test)
}

// findKey gives the position of the entry of a key, -1 without one, and the key's hash.
func findKey(m *machine, t *Table, k Value) (int, any) {
	hash := hash(m, k, t.test)
	at, ok := t.first[hash]
	if !ok {
		return -1, hash
	}
	for ; at >= 0; at = t.entries[at].next {
		if sameKey(m, t.test, t.entries[at].key, k) {
			return at, hash
		}
	}
	return -1, hash
}

func sameKey(m *machine, test tableTest, a, b Value) bool {
	m.work(1)
	switch test {
	case testEq:
		return eq(a, b)
	case testEqual:
		return equal(m, a, b)
	}
	return m.eql(a, b)
}

// tableGet gives the value of a key in a table, and whether it has one.
func tableGet(m *machine, t *Table, k Value) (Value, bool) {
	at, _ := findKey(m, t, k)
	if at < 0 {
		return nil, false
	}
	return t.entries[at].value, true
}

// tablePut gives a key a value.
func tablePut(m *machine, t *Table, k, v Value) {
	checkFrozen(t.frozen, t)
	at, hash := findKey(m, t, k)
	if at >= 0 {
		t.entries[at].value = v
		return
	}
	m.room(entryBytes)
	e := entry{key: k, value: v, hash: hash, next: -1, used: true}
	if first, ok := t.first[hash]; ok {
		e.next = first
	}
	at = len(t.entries)
	if n := len(t.free); n > 0 {
		at, t.free = t.free[n-1], t.free[:n-1]
		t.entries[at] = e
	} else {
		t.entries = append(t.entries, e)
	}
	t.first[hash] = at
}

func gethash(m *machine, args []Value) Value {
	v, ok := tableGet(m, tableOf(args[1]), args[0])
	if !ok && len(args) == 3 {
		v = args[2]
	}
	return m.values(v, truth(ok))
}

func remhash(m *machine, args []Value) Value {
	t := tableOf(args[1])
	checkFrozen(t.frozen, t)
	at, hash := findKey(m, t, args[0])
	if at < 0 {
		return nil
	}
	next := t.entries[at].next
	if t.first[hash] == at {
		if t.first[hash] = next; next < 0 {
			delete(t.first, hash)
		}
	} else {
		for i := t.first[hash]; ; i = t.entries[i].next {
			if t.entries[i].next == at {
				t.entries[i].next = next
				break
			}
		}
	}
	t.entries[at] = entry{}
	t.free = append(t.free, at)
	return symT
}

func clrhash(m *machine, args []Value) Value {
	t := tableOf(args[0])
	checkFrozen(t.frozen, t)
	*t = *newTable(t.test)
	m.room(entryBytes)
	return t
}

// mapHash calls a function on each key and its value.
func mapHash(m *machine, args []Value) Value {
	t := tableOf(args[1])
	m.work(len(t.entries) / 8) // those that were taken out are passed, too
	for k, v := range t.each {
		m.work(1)
		m.call(args[0], k, v)
	}
	return nil
}

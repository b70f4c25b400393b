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
	testEqualp
)

var tableTests = [...]string{testEql: "EQL", testEq: "EQ", testEqual: "EQUAL", testEqualp: "EQUALP"}

func (t *Table) testName() string { return tableTests[t.test] }

func newTable(test tableTest) *Table { return &Table{test: test, first: map[any]int{}} }

func tableBuiltins() []builtin {
	return []builtin{
		{"MAKE-HASH-TABLE", 0, -1, makeHashTable},
		{"GETHASH", 2, 3, gethash},
		{"REMHASH", 2, 2, remhash},
		{"CLRHASH", 1, 1, clrhash},
		{"MAPHASH", 2, 2, mapHash},
		{"HASH-TABLE-COUNT", 1, 1, func(_ *machine, args []Value) (Value, error) {
			t, err := tableOf(args[0])
			if err != nil {
				return nil, err
			}
			return sexp.Int(t.count()), nil
		}},
		{"HASH-TABLE-TEST", 1, 1, func(_ *machine, args []Value) (Value, error) {
			t, err := tableOf(args[0])
			if err != nil {
				return nil, err
			}
			return sym(t.testName()), nil
		}},
	}
}

func (t *Table) count() int { return len(t.entries) - len(t.free) }

func tableOf(v Value) (*Table, error) {
	if t, ok := v.(*Table); ok {
		return t, nil
	}
	return nil, wrongType(v, "HASH-TABLE")
}

// each goes through the entries until do gives false.
func (t *Table) each(do func(k, v Value) bool) {
	for i := 0; i < len(t.entries); i++ { // do may add entries
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

func makeHashTable(m *machine, args []Value) (Value, error) {
	g, err := readOptions(m, args, argTest|argSize|argRehashSize|argRehashThreshold)
	if err != nil {
		return nil, err
	}
	test := testEql
	if g.has&argTest != 0 {
		var ok bool
		if test, ok = tableTestOf(g.get(argTest)); !ok || g.get(argTest) == nil {
			return nil, wrong("%s is not a test of hash tables", show(g.get(argTest)))
		}
	}
	if size := g.get(argSize); size != nil {
		if _, err := index(size); err != nil {
			return nil, err
		}
	}
	return newTable(test), m.room(entryBytes)
}

// findKey gives the position of the entry of a key, -1 without one, and the key's hash.
func findKey(m *machine, t *Table, k Value) (int, any, error) {
	hash, err := hash(m, k, t.test)
	if err != nil {
		return -1, nil, err
	}
	at, ok := t.first[hash]
	if !ok {
		return -1, hash, nil
	}
	for ; at >= 0; at = t.entries[at].next {
		same, err := sameKey(m, t.test, t.entries[at].key, k)
		if same || err != nil {
			return at, hash, err
		}
	}
	return -1, hash, nil
}

func sameKey(m *machine, test tableTest, a, b Value) (bool, error) {
	if err := m.work(1); err != nil {
		return false, err
	}
	switch test {
	case testEq:
		return eq(a, b)
	case testEqual:
		return equal(m, a, b)
	case testEqualp:
		return equalp(m, a, b)
	}
	return m.eql(a, b), nil
}

// tableGet gives the value of a key in a table, and whether it has one.
func tableGet(m *machine, t *Table, k Value) (Value, bool, error) {
	at, _, err := findKey(m, t, k)
	if at < 0 || err != nil {
		return nil, false, err
	}
	return t.entries[at].value, true, nil
}

// tablePut gives a key a value.
func tablePut(m *machine, t *Table, k, v Value) error {
	if t.frozen {
		return errFrozen(t)
	}
	at, hash, err := findKey(m, t, k)
	if err != nil {
		return err
	}
	if at >= 0 {
		t.entries[at].value = v
		return nil
	}
	if err := m.room(entryBytes); err != nil {
		return err
	}
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
	return nil
}

func gethash(m *machine, args []Value) (Value, error) {
	t, err := tableOf(args[1])
	if err != nil {
		return nil, err
	}
	v, ok, err := tableGet(m, t, args[0])
	if !ok && len(args) == 3 {
		v = args[2]
	}
	return m.valuesOr(err, v, truth(ok))
}

func remhash(m *machine, args []Value) (Value, error) {
	t, err := tableOf(args[1])
	if err != nil {
		return nil, err
	}
	if t.frozen {
		return nil, errFrozen(t)
	}
	at, hash, err := findKey(m, t, args[0])
	if at < 0 || err != nil {
		return nil, err
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
	return symT, nil
}

func clrhash(m *machine, args []Value) (Value, error) {
	t, err := tableOf(args[0])
	if err != nil {
		return nil, err
	}
	if t.frozen {
		return nil, errFrozen(t)
	}
	*t = *newTable(t.test)
	return t, m.room(entryBytes)
}

// mapHash calls a function on each key and its value.
func mapHash(m *machine, args []Value) (Value, error) {
	t, err := tableOf(args[1])
	if err != nil {
		return nil, err
	}
	if err := m.work(len(t.entries) / 8); err != nil { // those that were taken out are passed, too
		return nil, err
	}
	t.each(func(k, v Value) bool {
		if err = m.work(1); err == nil {
			_, err = m.call(args[0], k, v)
		}
		return err == nil
	})
	return nil, err
}

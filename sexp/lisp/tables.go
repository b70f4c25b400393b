package lisp

import (
	"fmt"

	"pp/sexp"
)

// Table is a hash table. Entries keep the order in which they were put in, and one that was taken out leaves its place
// to the next that comes, as in SBCL.
type Table struct {
	test    string // EQ, EQL or EQUAL
	entries []entry
	places  map[any][]int // by hash: the positions of the entries with it
	free    []int         // positions of entries that were taken out
	frozen  bool
}

// entryBytes is what an entry counts for, with what a table leaves behind as it grows.
const entryBytes = 9 * consBytes

type entry struct {
	key, value Value
	used       bool
}

func newTable(test string) *Table { return &Table{test: test, places: map[any][]int{}} }

func tableBuiltins() []builtin {
	return []builtin{
		{"MAKE-HASH-TABLE", 0, -1, makeHashTable},
		{"GETHASH", 2, 3, func(m *machine, args []Value) Value {
			t := tableOf(m, args[1])
			if at, _ := t.find(m, args[0]); at >= 0 {
				return m.values(t.entries[at].value, symT)
			}
			return m.values(append(args, nil)[2], nil)
		}},
		{"REMHASH", 2, 2, remhash},
		{"CLRHASH", 1, 1, func(m *machine, args []Value) Value {
			t := tableOf(m, args[0])
			m.checkFrozen(t.frozen, t)
			*t = *newTable(t.test)
			m.room(entryBytes)
			return t
		}},
		{"MAPHASH", 2, 2, func(m *machine, args []Value) Value {
			t := tableOf(m, args[1])
			m.work(len(t.entries) / 8) // those that were taken out are passed, too
			for i := 0; i < len(t.entries); i++ {
				if e := t.entries[i]; e.used {
					m.work(1)
					m.call(args[0], e.key, e.value)
				}
			}
			return nil
		}},
		{"HASH-TABLE-COUNT", 1, 1, func(m *machine, args []Value) Value {
			t := tableOf(m, args[0])
			return sexp.Int(len(t.entries) - len(t.free))
		}},
	}
}

func tableOf(m *machine, v Value) *Table { return asType[*Table](m, v, "HASH-TABLE") }

func makeHashTable(m *machine, args []Value) Value {
	g := readOptions(m, args, "TEST SIZE")
	test := "EQL"
	if v, ok := g.find("TEST"); ok {
		test, _ = symName(v)
		if f, isFunction := v.(*Function); isFunction {
			test = f.name
		}
		if test != "EQL" && test != "EQ" && test != "EQUAL" {
			panic(m.wrong("%s is not a test of hash tables", show(v)))
		}
	}
	if size := g.get("SIZE"); size != nil {
		index(m, size)
	}
	m.room(entryBytes)
	return newTable(test)
}

// hash returns something comparable that keys which the table's test takes for the same have in common.
func (t *Table) hash(m *machine, k Value) any {
	switch v := k.(type) {
	case sexp.Big, sexp.Ratio:
		m.room(bitsOf(v))
		m.work(bitsOf(v) / 64)
		return "number " + sexp.Print(v.(sexp.Value))
	case sexp.Single, sexp.Double:
		return "number " + sexp.Print(v.(sexp.Value))
	case *Str:
		if t.test == "EQUAL" {
			m.work(len(v.text) / 64)
			return v.text
		}
	case *Cons:
		if t.test == "EQUAL" {
			return hashList(m, v)
		}
	}
	return k
}

// hashList hashes the symbols, numbers and strings among the first elements of a list.
func hashList(m *machine, v Value) string {
	hash := "list"
	for i := 0; i < 8; i++ {
		c, ok := v.(*Cons)
		if !ok {
			break
		}
		m.work(1)
		switch item := c.Car.(type) {
		case *Str:
			hash += " " + brief(item.text, 64)
		case Symbol:
			hash += " " + item.Name().Name
		case sexp.Int, sexp.Char:
			hash += fmt.Sprint(" ", item)
		}
		v = c.Cdr
	}
	return hash
}

// find returns the position of the entry of a key, -1 without one, and the key's hash.
func (t *Table) find(m *machine, k Value) (int, any) {
	hash := t.hash(m, k)
	for _, at := range t.places[hash] {
		m.work(1)
		same := false
		switch key := t.entries[at].key; t.test {
		case "EQ":
			same = eq(m, key, k)
		case "EQUAL":
			same = equal(m, key, k)
		default:
			same = m.eql(key, k)
		}
		if same {
			return at, hash
		}
	}
	return -1, hash
}

// tablePut gives a key a value.
func tablePut(m *machine, t *Table, k, v Value) {
	m.checkFrozen(t.frozen, t)
	at, hash := t.find(m, k)
	if at >= 0 {
		t.entries[at].value = v
		return
	}
	m.room(entryBytes)
	if n := len(t.free); n > 0 {
		at, t.free = t.free[n-1], t.free[:n-1]
		t.entries[at] = entry{k, v, true}
	} else {
		at, t.entries = len(t.entries), append(t.entries, entry{k, v, true})
	}
	t.places[hash] = append(t.places[hash], at)
}

func remhash(m *machine, args []Value) Value {
	t := tableOf(m, args[1])
	m.checkFrozen(t.frozen, t)
	at, hash := t.find(m, args[0])
	if at < 0 {
		return nil
	}
	var others []int
	for _, other := range t.places[hash] {
		if other != at {
			others = append(others, other)
		}
	}
	if t.places[hash] = others; others == nil {
		delete(t.places, hash)
	}
	t.entries[at] = entry{}
	t.free = append(t.free, at)
	return symT
}

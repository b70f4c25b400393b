package audit

import (
	"slices"
	"strconv"
	"strings"

	"pp/engine"
	"pp/sexp"
)

// The fields in which a record keeps facts.
const (
	fieldFacts = "FACTS" // the numbers of the facts that it rests on: "1-7 9"
	fieldNew   = "NEW"   // those that no record before it had, in the order of their numbers
	fieldFrom  = "FROM"  // the number of the first of these
)

// Bounds of the facts that are referred to by their numbers, and of the text of those that
// are new in one record, in bytes.
const (
	maxFacts    = 100_000
	maxFactText = 16 << 20
)

// factNumbers gives each fact of a part of a trace a number, from 1. Its zero value has none.
type factNumbers struct {
	known map[string]int
	next  int // how many there are; more than known has once a fact could not be written
}

// writtenFacts are the fields of a record with facts, and which of these are new.
type writtenFacts struct {
	fields sexp.Plist
	fresh  []string
}

// write adds facts to the fields of a record. What is new counts once it is kept.
func (n *factNumbers) write(fields sexp.Plist, facts []sexp.Value, w *writer) writtenFacts {
	if len(n.known) > maxFacts {
		*n = factNumbers{}
	}
	out := writtenFacts{fields: fields}
	var numbers []int
	var fresh []sexp.Value
	seen := map[string]int{}
	for _, fact := range facts {
		key := sexp.Print(fact)
		number := n.known[key]
		if number == 0 {
			number = seen[key]
		}
		if number == 0 {
			fresh, out.fresh = append(fresh, fact), append(out.fresh, key)
			number = n.next + len(fresh)
			seen[key] = number
		}
		numbers = append(numbers, number)
	}
	if len(numbers) == 0 {
		return out
	}
	out.fields = out.fields.With(fieldFacts, w.text(spans(numbers)))
	if len(fresh) > 0 {
		out.fields = out.fields.With(fieldFrom, sexp.Int(int64(n.next+1))).With(fieldNew, w.facts(fresh))
	}
	return out
}

// kept takes over what is on record now.
func (n *factNumbers) kept(w writtenFacts) {
	if n.known == nil {
		n.known = map[string]int{}
	}
	for _, key := range w.fresh {
		n.next++
		n.known[key] = n.next
	}
}

// facts is a list of facts, redacted, in a form that a line may hold.
func (w *writer) facts(list []sexp.Value) sexp.Value {
	v := sexp.Value(sexp.NewList(list...))
	printed := sexp.Print(v)
	if engine.Redact(w.redactor, printed) != printed {
		v = w.masked(v)
		printed = sexp.Print(v)
	}
	if len(printed) <= w.inline && !strings.Contains(printed, "\n") && engine.Redact(w.redactor, printed) == printed {
		return v
	}
	return w.text(printed)
}

// masked is a value with each of its texts redacted.
func (w *writer) masked(v sexp.Value) sexp.Value {
	switch x := v.(type) {
	case sexp.String:
		return sexp.String(engine.Redact(w.redactor, string(x)))
	case sexp.List:
		items := make([]sexp.Value, x.Len())
		for i, item := range x.All() {
			items[i] = w.masked(item)
		}
		return sexp.NewList(items...)
	}
	return v
}

// spans writes numbers as "1-7 9".
func spans(numbers []int) string {
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	var b strings.Builder
	for i := 0; i < len(numbers); {
		last := i
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(numbers[i]))
		if last > i {
			b.WriteString("-" + strconv.Itoa(numbers[last]))
		}
		i = last + 1
	}
	return b.String()
}

// Span is a range of numbers of facts, both ends included.
type Span struct{ First, Last int }

// Facts is what a record says of the facts that it rests on.
type Facts struct {
	Uses []Span // their numbers, in order
	From int    // the number of the first of New
	New  []sexp.Value
}

// IsFacts reports whether a field of a record is about facts.
func IsFacts(key string) bool { return key == fieldFacts || key == fieldNew || key == fieldFrom }

// Facts is what the record says of the facts that it rests on; ok is false where it says
// nothing that can be read, as one of an older version. blob reads a text that is kept
// beside the trace. New is empty where such a text is gone.
func (e Entry) Facts(blob func(hash string) (string, error)) (f Facts, ok bool) {
	text := func(key string) string {
		v, _ := e.Fields.Get(key)
		t, _ := ParseText(v)
		if t.Blob != "" {
			t.Inline, _ = blob(t.Blob)
		}
		return t.Inline
	}
	if f.Uses, ok = parseSpans(text(fieldFacts)); !ok {
		return f, false
	}
	from, _ := e.Fields.Integer(fieldFrom)
	f.From = int(from)
	fresh, _ := e.Fields.Get(fieldNew)
	if printed := text(fieldNew); printed != "" {
		fresh, _ = sexp.Read(printed, sexp.Limits{Bytes: maxFactText})
	}
	if list, isList := fresh.(sexp.List); isList {
		for _, fact := range list.All() {
			f.New = append(f.New, fact)
		}
	}
	return f, true
}

// parseSpans reads what spans writes.
func parseSpans(text string) (out []Span, ok bool) {
	for part := range strings.FieldsSeq(text) {
		first, last, ranged := strings.Cut(part, "-")
		if !ranged {
			last = first
		}
		a, err := strconv.Atoi(first)
		b, berr := strconv.Atoi(last)
		if err != nil || berr != nil || a < 1 || b < a || len(out) > 0 && a <= out[len(out)-1].Last {
			return nil, false
		}
		out = append(out, Span{a, b})
	}
	return out, len(out) > 0
}

package index

import (
	"fmt"
	"testing"
)

// What a question wants is said by some of its words, or by none.
func TestWanted(t *testing.T) {
	const when = kindDay | kindTime | kindNumber
	for question, want := range map[string]kinds{
		"Who mends the roof?":                   kindName,
		"How heavy is the anvil?":               kindNumber,
		"The heavy anvil, where is it?":         0,
		"When's the fair?":                      when,
		"On which evening do we play?":          when,
		"What did we do in the evening?":        0,
		"What is the phone number of the mill?": kindPhone,
		"Which phone do I have?":                0,
		"The mill's e-mail, please":             kindMail,
		"Wie hoch ist der Turm?":                kindNumber,
		"Quand arrive le train ?":               when,
		"¿Cuántos vasos?":                       kindNumber,
		"":                                      0,
	} {
		if got := wanted(question); got != want {
			t.Errorf("%q: %b, want %b", question, got, want)
		}
	}
}

func TestKindsOf(t *testing.T) {
	g := newGeneration(meta{}, nil, nil)
	q := g.ask("Does Olga swim?")
	for i := range q.slots {
		q.slots[i].terms = []variant{{stem(q.slots[i].word), 1}}
	}
	for text, want := range map[string]kinds{
		"It opens at 9:15.":                  kindNumber | kindTime,
		"Twenty-one swans":                   kindNumber,
		"We meet Fridays at noon":            kindDay | kindTime,
		"On 3 May it rained":                 kindNumber | kindDay,
		"Born 1.2.1980":                      kindNumber | kindDay,
		"Call 0171 555 1234":                 kindNumber | kindPhone,
		"Write to a@b.example":               kindMail,
		"Then Petra came, not Olga":          kindName,
		"Frau Stern came":                    kindName,
		"Swans came. The swans left":         0,
		"- [2024-03-01 Fri 22:39] It rained": 0,
		"[":                                  0,
		"[2024-01-02 Tue]. The price is 42":  kindNumber,
		"see [1], it costs 42":               kindNumber,
	} {
		if got := q.kindsOf(text); got != want {
			t.Errorf("%q: %b, want %b", text, got, want)
		}
	}
}

// The notes of a segment are looked at in blocks that part no file and leave none out.
func TestBlocks(t *testing.T) {
	b := newBuilder(0)
	for i, n := range []int{3, manyTallied - 3, 5, 2 * manyTallied, 1} {
		entries := make([]entry, n)
		for j := range entries {
			entries[j] = entry{parent: -1, title: fmt.Sprint("note ", i, " ", j)}
		}
		b.file(entries)
	}
	s, err := newSegment(b.finish(), false)
	if err != nil {
		t.Fatal(err)
	}
	var got []int
	s.blocks(func(first, end int) { got = append(got, first, end) })
	const n = manyTallied
	if want := fmt.Sprint([]int{0, n, n, 3*n + 5, 3*n + 5, 3*n + 6}); fmt.Sprint(got) != want {
		t.Error(got, "want", want)
	}
}

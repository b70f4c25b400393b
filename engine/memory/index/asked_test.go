package index

import (
	"fmt"
	"strings"
	"testing"
)

// Another sentence stands behind a /. A + joins what stands side by side, and a capital is a name's.
func TestAskedIn(t *testing.T) {
	for question, want := range map[string]string{
		"What is the door code of the Hotel Vista?":        "door+code Hotel+Vista",
		"Which battery does the garden drill need?":        "battery garden+drill+need",
		"Which battery does the garden drill swallow?":     "battery garden+drill+swallow",
		"What did we give the garden school?":              "give garden+school",
		"How high is the rent of the shed?":                "high rent shed",
		"Which key opens the shed?":                        "key+opens shed",
		"Before I fly to Brest, what is the rent?":         "fly Brest rent",
		"I paint it: which key has the shed, the red one?": "paint / key shed red+one",
		"I need to know the rent of the shed":              "need know rent shed",
		"Which key do I turn for Dr. Lund (pier)?":         "key turn Dr+Lund+pier",
		"Für den Brief: welche Farbe hat der Steg?":        "brief / farbe steg",
		"Who sold me the grey boat":                        "sold grey+boat",
		"When are the lamps of the pier painted?":          "lamps pier+painted",
		"What is the number of the maximum load?":          "number maximum+load",
		"Wie hoch ist die Miete für den Schuppen am Hafen": "hoch miete schuppen hafen",
		"Wann kommt die Fähre zum Leuchtturm?":             "kommt fahre leuchtturm",
		"Quelle clé ouvre la porte du phare de Brest ?":    "cle+ouvre porte phare Brest",
		"the harbour, the pier":                            "harbour pier",
		"Ask of the boat, the boat and boats":              "ask boat",
		"what is it":                                       "what+is+it",
		"port 8080 of the max_size":                        "port+8080 max+size+maxsize",
	} {
		var got strings.Builder
		for i, w := range askedIn(question) {
			text := w.word
			if w.name {
				text = strings.ToUpper(text[:1]) + text[1:]
			}
			if i > 0 && w.part != askedIn(question)[i-1].part {
				got.WriteString(" /")
			}
			if i > 0 && got.String()[got.Len()-1] != '+' {
				got.WriteByte(' ')
			}
			got.WriteString(text)
			if w.next {
				got.WriteByte('+')
			}
		}
		if got.String() != want {
			t.Errorf("%s: %s, want %s", question, got.String(), want)
		}
	}
	if w := askedIn("the tool-box of the shed")[0]; w.joined != "toolbox" {
		t.Errorf("%+v", w)
	}
}

func TestSentenceEnd(t *testing.T) {
	long := strings.Repeat("word ", 60)
	for text, want := range map[string]int{
		"One. Two.":      5,
		"No end":         6,
		"Line\nnext. No": 5,
		"Is 1.5 it? Yes": 11,
		long:             maxExcerpt/2 + 5,
		"":               0,
	} {
		if got := sentenceEnd(text); got != want {
			t.Errorf("%.20q: %d, want %d", text, got, want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	filler := strings.Repeat("Nothing of the kind was said there. ", 30)
	body := filler + "The pier has a lamp. It takes a bulb of 40 watts. " + filler
	g := newGeneration(meta{}, nil, nil)
	r := &ranking{g: g, ask: g.ask("Which bulb for the lamp of the pier?")}
	for i := range r.ask.slots {
		r.ask.slots[i].terms, r.ask.slots[i].weight = []variant{{stem(r.ask.slots[i].word), 1}}, 1
	}
	got := r.excerpt(body)
	if !strings.Contains(got, "The pier has a lamp. It takes a bulb of 40 watts.") || len(got) > maxExcerpt {
		t.Error(fmt.Sprintf("%d bytes: ", len(got)) + got)
	}
}

// Of notes without a time of their own the title says when they were written, or the beginning of the text.
func TestDateIn(t *testing.T) {
	for note, want := range map[[2]string]string{
		{"2026-04-12 Sunday", ""}:                    "2026-04-12",
		{"Lamp", "[2026-05-01 Fri 10:00] It burns."}: "2026-05-01",
		{"Lamp", ":CREATED: [2026-05-02 Sat]"}:       "2026-05-02",
		{"Lamp", "\n2026-05-03: it burns."}:          "2026-05-03",
		{"Lamp", "2026-05-03x, [2026-05-04]"}:        "2026-05-04",
		{"Lamp", "See [[id:2][2 lamps]]."}:           "0001-01-01",
		{"Lamp 2026-04-12", "Until <2027-01-01>."}:   "0001-01-01",
		{"", ""}: "0001-01-01",
	} {
		if got := dateIn(note[0], note[1]).Format("2006-01-02"); got != want {
			t.Errorf("%q: %s, want %s", note, got, want)
		}
	}
}

package index_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine/memory"
	"pp/engine/memory/index"
)

// The words of which the notes of the quality test are made.
var (
	given = strings.Fields(`Anna Bela Carla Dario Elena Farid Greta Hiro Ines Jonas Kira Luca Mara Nils Olga Paulo Quinn
		Rosa Stefan Tomas Uma Viktor Wanda Xenia Yusuf Zora Arthur Brigid Clara Dmitri Edith Frank Gloria Hannah Igor
		Judith Karim Leila Martin Nadia`)
	family = strings.Fields(`Abel Becker Castro Dubois Eriksen Fischer Gruber Hansen Ivanov Jansen Keller Lehmann Moreau
		Novak Okafor Petrov Quist Rossi Schmidt Tanaka Ulrich Vogel Weber Xu Yilmaz Zhang Alvarez Brandt Cohen Duarte
		Engel Ferrari Garcia Holm Ito Jung Kowalski Lindner Meyer Nielsen Osman Pereira Ramos Sato Thomsen Vasquez
		Winkler Young Ziegler Adler Berg Conti Dahl Estrada Falk Giroux Huber Irving Joshi Klein`)
	things = strings.Fields(`invoice
		contract budget proposal schedule garden fence engine bicycle kitchen window roof boiler
		printer router camera battery telescope guitar piano novel essay lecture report survey prototype circuit antenna
		database backup certificate password licence passport ticket luggage museum theatre concert recipe bread soup
		vineyard orchard greenhouse compost seedling tomato potato pumpkin apricot walnut medicine allergy dentist
		insurance mortgage salary pension donation auction painting sculpture carpet curtain ladder hammer drill paint
		varnish plaster chimney gutter drainage pump valve pipe thermostat sensor amplifier microphone keyboard monitor
		laptop tablet compiler parser scheduler firewall cluster container pipeline dashboard migration release ticket
		workshop seminar committee election petition harvest festival marathon tournament rehearsal exhibition`)
	doing = strings.Fields(`repair
		replace paint clean measure order deliver inspect compare translate rewrite publish cancel
		postpone confirm discuss review approve reject collect return install configure restart upgrade archive restore
		encrypt transfer calculate estimate describe photograph record prepare organise arrange assemble dismantle sharpen
		polish water prune harvest ferment simmer bake season taste borrow lend donate auction negotiate rehearse`)
	kinds = strings.Fields(`small large broken spare wooden metal plastic leather antique modern cheap expensive urgent
		delayed annual monthly northern southern electric manual digital analogue portable waterproof fragile heavy narrow
		wide upper lower front rear red green blue yellow silver private shared temporary permanent experimental reliable
		noisy quiet dusty damp frozen fresh organic imported local`)
	towns = strings.Fields(`Aarhus Bergen Cadiz Dresden Exeter Ferrara Ghent Haarlem Innsbruck Jena Krakow Leipzig Malmo
		Nantes Odense Porto Quimper Ravenna Seville Trieste Uppsala Verona Wroclaw York Zadar Basel Cork Delft Evora
		Fribourg Graz Heidelberg Izmir Jaca Kaunas Lublin Modena Novara Orleans Pisa`)
	marks = strings.Fields(`Alto Brio Cirrus Delta Ember Flint Gale Helix Iris Jade Kite Lumen Mira Nova Onyx Pico Quartz
		Ridge Sable Terra Umbra Vega Wren Xenon Yarrow Zephyr`)
	facts = [][]string{ // an attribute, ways to note it, and ways to ask for it
		{"phone number", "555-%04d", "Phone number of %s", "%s has the phone number %s now."},
		{"door code", "%d#", "Door code at %s's", "The door code at %s's place is %s."},
		{"birthday present", "a book for %d euros", "Birthday present for %s", "%s gets %s as a birthday present."},
		{"hourly rate", "%d euros", "Hourly rate of %s", "%s charges an hourly rate of %s."},
		{"shoe size", "%d", "Shoe size of %s", "The shoe size of %s is %s."},
		{"locker", "number %d", "Locker of %s", "%s keeps it in the locker %s."},
	}
)

// fakeNote is a note of the quality test, and when it was written.
type fakeNote struct {
	title, body string
	day         int
	lower       string // all of it in lower case
}

type faker struct{ *rand.Rand }

func (f faker) of(list []string) string { return list[f.IntN(len(list))] }
func (f faker) person() string          { return f.of(given) + " " + f.of(family) }
func (f faker) model() string           { return fmt.Sprintf("%s-%d", f.of(marks), 100+f.IntN(900)) }

func (f faker) sentence() string {
	switch f.IntN(6) {
	case 0:
		return fmt.Sprintf("%s wants to %s the %s %s in %s.", f.person(), f.of(doing), f.of(kinds), f.of(things), f.of(towns))
	case 1:
		return fmt.Sprintf("We have to %s the %s before the %s arrives.", f.of(doing), f.of(things), f.of(things))
	case 2:
		return fmt.Sprintf("The %s %s cost %d euros at the shop in %s.",
			f.of(kinds), f.of(things), 5+f.IntN(900), f.of(towns))
	case 3:
		return fmt.Sprintf("It needs a %s %s, model %s.", f.of(kinds), f.of(things), f.model())
	case 4:
		return fmt.Sprintf("Ask %s whether the %s is %s enough to %s.", f.person(), f.of(things), f.of(kinds), f.of(doing))
	}
	return fmt.Sprintf("In %s they %s every %s %s.", f.of(towns), f.of(doing), f.of(kinds), f.of(things))
}

func (f faker) note() fakeNote {
	n := fakeNote{day: f.IntN(2000)}
	switch f.IntN(4) {
	case 0:
		n.title = fmt.Sprintf("Met %s about the %s", f.person(), f.of(things))
	case 1:
		n.title = fmt.Sprintf("%s the %s %s", capital(f.of(doing)), f.of(kinds), f.of(things))
	case 2:
		n.title = fmt.Sprintf("Trip to %s with %s", f.of(towns), f.of(given))
	default:
		n.title = fmt.Sprintf("%s %s for the %s", capital(f.of(kinds)), f.of(things), f.of(things))
	}
	for range 2 + f.IntN(3) {
		n.body += f.sentence() + "\n"
	}
	return n
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// fact notes an attribute of somebody in one of two ways.
func (f faker) fact(who string, about []string, day int) fakeNote {
	value := fmt.Sprintf(about[1], 20+f.IntN(9000))
	if f.IntN(2) == 0 {
		return fakeNote{title: fmt.Sprintf(about[2], who), body: value + ".\n", day: day}
	}
	return fakeNote{title: "Note on " + who, body: fmt.Sprintf(about[3], who, value) + "\n", day: day}
}

const idle = " about with have before whether enough they every wants needs note "

// words gives the words of a note that are worth asking with.
func (n fakeNote) words() []string {
	var out []string
	ends := func(r rune) bool { return strings.ContainsRune(" \n.,:?'", r) }
	for _, w := range strings.FieldsFunc(n.title+" "+n.body, ends) {
		w = strings.ToLower(w)
		if len(w) > 3 && !strings.Contains(idle, " "+w+" ") && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// has reports whether a note has all of some words.
func (n fakeNote) has(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(n.lower, w) })
}

// ask chooses words of a note that no other note has all of, and makes a question of them.
func (f faker) ask(notes []fakeNote, at int) []string {
	all := notes[at].words()
	for {
		f.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		some := all[:min(len(all), 4+f.IntN(2))]
		same := 0
		for _, n := range notes {
			if n.has(some) {
				same++
			}
		}
		if same == 1 {
			return some
		}
	}
}

// inflect gives another form of a word, or one with a typing error.
func (f faker) inflect(w string) string {
	if strings.ContainsAny(w, "0123456789-#") || len(w) < 5 {
		return w
	}
	if f.IntN(2) == 0 {
		switch last := w[len(w)-1]; {
		case slices.Contains(doing, w) && last == 'e':
			return w[:len(w)-1] + []string{"ing", "ed"}[f.IntN(2)]
		case slices.Contains(doing, w):
			return w + []string{"ing", "ed", "s"}[f.IntN(3)]
		case slices.Contains(things, w) && last == 'y' && !strings.ContainsAny(w[len(w)-2:], "aeo"):
			return w[:len(w)-1] + "ies"
		case slices.Contains(things, w):
			return w + "s"
		}
	}
	i := 1 + f.IntN(len(w)-2)
	switch f.IntN(4) {
	case 0:
		return w[:i] + w[i+1:]
	case 1:
		return w[:i] + w[i:i+1] + w[i:]
	case 2:
		return w[:i] + w[i+1:i+2] + w[i:i+1] + w[i+2:]
	}
	return w[:i] + string(rune('a'+f.IntN(26))) + w[i+1:]
}

// Of what Similar is under, no text is to be shown.
const shown = 0.75

// TestQuality asks for notes among 2,000. Neither notes nor questions know of the ranking.
func TestQuality(t *testing.T) {
	f := faker{rand.New(rand.NewPCG(14, 0))}
	const all, changed = 2_000, 50
	var notes []fakeNote
	for len(notes) < all-3*changed {
		notes = append(notes, f.note())
	}
	type ask struct{ who, about string }
	var asks []ask
	newest := map[ask]int{}
	for len(asks) < changed {
		who, about := f.person(), facts[f.IntN(len(facts))]
		a := ask{who, about[0]}
		if _, known := newest[a]; known {
			continue
		}
		days := []int{f.IntN(600), 700 + f.IntN(600), 1400 + f.IntN(600)}
		newest[a] = len(notes) + 2
		for _, day := range days {
			notes = append(notes, f.fact(who, about, day))
		}
		asks = append(asks, a)
	}
	for i := range notes {
		notes[i].lower = strings.ToLower(notes[i].title + " " + notes[i].body)
	}
	x := written(t, f, notes)
	found := func(question string) []memory.Hit { return search(t, x, question) }
	is := func(h memory.Hit, at int) bool { return h.ID == fmt.Sprint("note-", at) }
	among := func(hits []memory.Hit, at int) bool {
		right := func(h memory.Hit) bool { return is(h, at) && h.Similar >= shown }
		return slices.ContainsFunc(hits[:min(5, len(hits))], right)
	}
	share := func(what string, n int, bar float64, right func() (string, bool)) {
		good := 0
		for range n {
			if said, ok := right(); ok {
				good++
			} else if testing.Verbose() {
				t.Log(what, "missed:", said)
			}
		}
		t.Logf("%s: %d of %d", what, good, n)
		if float64(good) < bar*float64(n) {
			t.Errorf("%s: %d of %d", what, good, n)
		}
	}
	share("words of the note", 100, 0.95, func() (string, bool) {
		at := f.IntN(all - 3*changed)
		q := "What about " + strings.Join(f.ask(notes, at), " ") + "?"
		return q, among(found(q), at)
	})
	share("inflected or mistyped", 50, 0.85, func() (string, bool) {
		at := f.IntN(all - 3*changed)
		words := slices.Clone(f.ask(notes, at))
		for range 2 {
			i := f.IntN(len(words))
			words[i] = f.inflect(words[i])
		}
		q := "Where was that: " + strings.Join(words, " ")
		return q, among(found(q), at)
	})
	share("changed facts", changed, 0.95, func() (string, bool) {
		a := asks[0]
		asks = append(asks[1:], a)
		q := fmt.Sprintf("What is the %s of %s?", a.about, a.who)
		hits := found(q)
		return fmt.Sprint(q, hits), len(hits) > 0 && is(hits[0], newest[a]) && hits[0].Similar >= shown
	})
	share("without an answer", 50, 0.9, func() (string, bool) {
		q := ""
		if f.IntN(2) == 0 { // words that no note has together
			one, two := notes[f.IntN(all)].words(), notes[f.IntN(all)].words()
			words := slices.Concat(one[:2], two[len(two)-2:])
			if !slices.ContainsFunc(notes, func(n fakeNote) bool { return n.has(words) }) {
				q = "What about " + strings.Join(words, " ") + "?"
			}
		}
		for q == "" {
			who, about := f.person(), facts[f.IntN(len(facts))][0]
			if _, known := newest[ask{who, about}]; !known {
				q = fmt.Sprintf("What is the %s of %s?", about, who)
			}
		}
		hits := found(q)
		best := 0.0
		for _, h := range hits {
			best = max(best, h.Similar)
		}
		return fmt.Sprint(q, best, hits), best < shown
	})
}

// written gives the index of notes in 40 files, in any order.
func written(t *testing.T, f faker, notes []fakeNote) *index.Index {
	t.Helper()
	dir := t.TempDir()
	files := make([]strings.Builder, 40)
	for _, i := range f.Perm(len(notes)) {
		n := notes[i]
		day := time.Date(2020, 1, 1, 12, 0, 0, 0, time.UTC).AddDate(0, 0, n.day)
		fmt.Fprintf(&files[f.IntN(len(files))], "* %s\n:PROPERTIES:\n:ID: note-%d\n:CREATED: [%s]\n:END:\n%s",
			n.title, i, day.Format("2006-01-02 Mon 15:04"), n.body)
	}
	for i := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.org", i)), []byte(files[i].String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	x := opened(t, t.TempDir(), dir)
	t.Cleanup(func() { x.Close() })
	if f, err := x.Refresh(context.Background(), 0); err != nil || f.Notes != len(notes) {
		t.Fatal(f, err)
	}
	return x
}

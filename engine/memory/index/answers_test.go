package index_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine/memory"
)

// house is a memex in which every two things have much in common.
func house(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	var b strings.Builder
	day := 0
	note := func(level int, id, title, body string) {
		day++
		fmt.Fprintf(&b, "%s %s\n:PROPERTIES:\n:ID: %s\n:CREATED: [2024-%02d-%02d Mon]\n:END:\n%s\n",
			strings.Repeat("*", level), title, id, 1+day/28%12, 1+day%28, body)
	}
	rooms := strings.Fields("attic cellar kitchen bathroom hall study")
	makes := strings.Fields("Arno Brenta Chiana Dora Elsa")
	for _, room := range rooms {
		for _, name := range makes {
			if room == "study" && name == "Elsa" {
				continue // there is none
			}
			note(1, room+name, name+" heater, "+room, "It hums. The weather was fine.")
			id := room + name
			note(2, id+"-valve", "Some day", "The valve pressure is 1."+fmt.Sprint(day)+" bar.")
			if name != "Dora" {
				note(1, id+"-filter", "Odds and ends", "Talked to Olga about the garden.\nThe "+name+" heater in the "+room+
					" takes a filter of size F"+fmt.Sprint(day)+".")
			}
		}
	}
	note(1, "anna", "Visit", "Anna Berg has the locker 12. Paul Stern promised to call.")
	note(1, "old", "Carla Voss, membership fee",
		"Carla Voss pays a membership fee of 20 euros. Membership fee: 20 euros for Carla Voss.")
	note(1, "new", "Afternoon", "Carla Voss was here. The membership fee is 35 euros.")
	note(1, "quay", "Quay office, address", "The quay office of Dr Holt stands at 5 Rope Lane.")
	note(1, "moved", "Odds and ends", "The quay office of Dr Holt stands at 9 Mill Road now.")
	note(1, "carpet", "Carpets", "Our Persian carpets are cleaned by Firma Quendel, who fetch them.")
	note(1, "carpets", "Quendel closed", "So our Persian carpets go to Mrs Okpara in future.")
	note(1, "other", "Quince jelly", "Our neighbours beat their Persian carpets on Sunday.")
	note(1, "swim", "Ladies' pool, mornings", "The ladies' pool opens at 7:30.")
	note(1, "winter", "Ladies' pool in the cold months", "Until March they let us in from 9:15.")
	note(1, "tiles", "Ladies' pool, tiles", "Some are loose.")
	note(1, "kettle", "Copper kettle", "The copper kettle holds 12 litres.")
	note(1, "pan", "Copper pan", "The copper pan holds 7 litres.")
	note(1, "anvil", "Anvil", "Paul keeps the big anvil dry.")
	note(1, "dentist", "Dentist", "Dr Reuter, Gartenstr. 12.")
	note(1, "teeth", "Teeth", "From now on Dr Palm looks after them.")
	note(1, "tool", "Shed", "The toolbox lock opens with 7731.")
	note(1, "rad", "Fahrrad", "Rahmennummer des Stadtrads: WX 4410.")
	if err := os.WriteFile(filepath.Join(dir, "house.org"), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestOtherWords asks for what changed, where the newer note has no word of the question: it is given in part.
func TestOtherWords(t *testing.T) {
	x := opened(t, t.TempDir(), house(t))
	defer x.Close()
	refresh(t, x)
	hits, err := x.Search(context.Background(), memory.Query{Text: "Who is my dentist?", Kindred: true})
	if err != nil || len(hits) < 2 || hits[0].ID != "dentist" || hits[0].Similar < shown || hits[1].ID != "teeth" ||
		hits[1].Similar < shown/2 || hits[1].Similar >= shown {
		t.Errorf("%v %+v", err, hits)
	}
	if hits, err = x.Search(context.Background(), memory.Query{Text: "Who is my dentist?"}); len(hits) != 1 || err != nil {
		t.Errorf("for a person: %v %+v", err, hits)
	}
}

// TestAnswers asks for what one note among many of its kind says, and for what none says.
func TestAnswers(t *testing.T) {
	x := opened(t, t.TempDir(), house(t))
	defer x.Close()
	refresh(t, x)
	for question, want := range map[string]string{
		// The subject stands in the title above.
		"What valve pressure does the Brenta heater in the cellar need?": "cellarBrenta-valve",
		"How high is the pressure of the valve, Dora heater, hall":       "hallDora-valve",
		"Which filter size does the Arno heater in the attic take?":      "atticArno-filter",
		"Which filter takes the heater Chiana in the kitchen?":           "kitchenChiana-filter",
		// Other forms, typing errors, what is written as one word and as two.
		"Which filters of what sizes do the Arno heaters of the attic use?": "atticArno-filter",
		"What filtr size does the Brnta heater in the hall take?":           "hallBrenta-filter",
		"What valvepressure does the Brenta heater in the cellar need?":     "cellarBrenta-valve",
		"How does the tool box lock open?":                                  "tool",
		"How does the tool-box lock open?":                                  "tool",
		"Welche Rahmennummern hat das Stadtrad?":                            "rad",
		// What the question is for is not asked for, be it a part of a sentence, another sentence or a wish.
		"Before I paint, what valve pressure does the Brenta heater in the cellar need?":                "cellarBrenta-valve",
		"The plumber waits at the door. What is the valve pressure of the Brenta heater in the cellar?": "cellarBrenta-valve",
		"I am at the plumber's and need the filter size of the Arno heater in the attic":                "atticArno-filter",
		"What filter size was announced for the Arno heater in the attic?":                              "atticArno-filter",
		// What is newer wins, though less of it fits.
		"What is the membership fee of Carla Voss?": "new",
		"Which locker does Anna Berg have?":         "anna",
		// Of two that have all but one word in common the newer stands first, be it another thing: both are given.
		"When does the ladies' pool open?":             "swim",
		"Where is the big anvil?":                      "anvil",
		"How many litres does the copper kettle hold?": "pan",
		// Likewise where it says in other words what is asked for.
		"At which address does the quay office of Dr Holt stand?": "moved",
		// Likewise where it does not say what was asked, but has a word that only the two have.
		"By whom are our Persian carpets cleaned?": "carpets",
		// Nobody knows: the thing, what is asked of it, or both but not together.
		"What valve pressure does the Elsa heater in the study need?":                 "",
		"Which filter size does the Dora heater in the hall take?":                    "",
		"What is the guarantee of the Arno heater in the attic?":                      "",
		"Which locker does Paul Berg have?":                                           "",
		"Which locker does Anna Stern have?":                                          "",
		"What is the membership fee of Anna Berg?":                                    "",
		"The plumber waits. Which filter size does the Dora heater in the hall take?": "",
	} {
		hits, err := x.Search(context.Background(), memory.Query{Text: question})
		if err != nil {
			t.Fatal(question, err)
		}
		best := ""
		for _, h := range hits {
			if h.Similar >= shown {
				best = h.ID
				break
			}
		}
		if best != want {
			t.Errorf("%s\n%q, want %q", question, best, want)
			for _, h := range hits[:min(3, len(hits))] {
				t.Logf("%s %.3f %.3f", h.ID, h.Score, h.Similar)
			}
		}
	}
}

// More files than are looked at together are each looked at once, changed and gone ones too.
func TestLargeDirectory(t *testing.T) {
	dir := t.TempDir()
	name := func(i int) string { return filepath.Join(dir, fmt.Sprintf("%04d.org", i)) }
	const files = 700
	for i := range files {
		if err := os.WriteFile(name(i), fmt.Appendf(nil, "* Note %d\n", i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	x := opened(t, t.TempDir(), dir)
	defer x.Close()
	if f := refresh(t, x); f.Notes != files || f.Files != files {
		t.Fatal(f)
	}
	for _, i := range []int{0, 255, 256, 511, 512, files - 1} {
		if err := os.WriteFile(name(i), []byte("* Other\n* Another\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(name(i + 1)); err != nil && i+1 < files {
			t.Fatal(err)
		}
		before := refresh(t, x)
		if again := refresh(t, x); again.Notes != before.Notes || again.Behind != 0 {
			t.Fatal(before, again)
		}
	}
	if f := refresh(t, x); f.Files >= files || len(search(t, x, "Another")) == 0 {
		t.Fatal(f)
	}
}

// TestSameThing asks for what was noted again later, in other words: the newer note stands first, the older one names
// it, and both are given. What only looks like it is not taken for it.
func TestSameThing(t *testing.T) {
	dir := t.TempDir()
	files := map[string][]string{
		"house.org": {
			"2021-05-27 Dentist|Dr Halloway in Mill Road, crown on the upper left six.",
			"2024-10-08 New practice|Since Halloway stopped with crowns we are all at Quay Street.",
			"2022-06-01 Pond pump|The Aquamax 3500 is cleaned monthly.",
			"2024-05-13 Pond|The Aquamax burnt out; an Oasis Filtral does the pump's work.",
			"2021-09-30 Broadband contract|Zephyr Fibre, 24 months, account 4471.",
			"2024-02-14 Switched provider|Left Zephyr, the contract is with Kestrel.",
			"2023-01-01 Roof|Dunmore mended the lead flashing.",
			"2023-09-12 Knee|Ravi says clamshells.",
			"2022-02-02 Standup|Daily at 9:15.",
			"2023-03-03 Standup moved|At 10:00 from now on.",
			"2021-04-04 Gym|The entry code is 5170.",
			"2023-05-05 Cancelled|Joined another one, entry with 9020.",
			"2020-06-06 Library|The entry is at the back.",
		},
		"tools.md": {"2024-07-07 Tools|Dunmore lent the ladder."},
	}
	for i := range 200 {
		files["more.org"] = append(files["more.org"], fmt.Sprintf("2025-01-01 Item %d|Thing %d of sort %d.", i, i*7, i*3))
	}
	for name, notes := range files {
		var b strings.Builder
		for _, n := range notes {
			title, body, _ := strings.Cut(n, "|")
			fmt.Fprintf(&b, "%s %s\n%s\n\n", map[string]string{".org": "*", ".md": "#"}[filepath.Ext(name)], title, body)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	x := opened(t, t.TempDir(), dir)
	defer x.Close()
	refresh(t, x)
	for question, want := range map[string]string{
		"Which dentist made the crown on the upper left six?": "New practice < Dentist",
		"Which pump is in the pond?":                          "Pond < Pond pump",
		"How long is the broadband contract?":                 "Switched provider < Broadband contract",
		"Who mended the lead flashing of the roof?":           "Roof",
		"When is standup?":                                    "Standup moved < Standup", // a rare word, and nothing else
		// The later note lacks a word that the earlier one has of the question; few others have the rest.
		"What is the entry code of my gym?": "Gym < Cancelled",
		"What does Ravi say about my knee?": "Knee",
	} {
		hits, err := x.Search(context.Background(), memory.Query{Text: question})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i, h := range hits {
			if h.Similar >= shown {
				got = append(got, h.Title[len("2021-05-27 "):])
			}
			if i > 0 && h.Newer != "" && h.Newer != hits[0].Handle || i == 0 && h.Newer != "" {
				t.Errorf("%s: {%s} names {%s} as newer", question, h.Handle, h.Newer)
			}
		}
		if strings.Join(got, " < ") != want {
			t.Errorf("%s: %s, want %s", question, strings.Join(got, " < "), want)
		}
	}
	// Likewise beside an older one that a person chose.
	n, err := x.Lookup("2021-05-27 Dentist", memory.Reach{})
	if err != nil {
		t.Fatal(err)
	}
	hits, err := x.Similar(context.Background(), n, memory.Reach{}, 3)
	if err != nil || hits[0].Title != "2024-10-08 New practice" || hits[0].Similar < shown || hits[1].Similar >= shown {
		t.Error(hits, err)
	}
}

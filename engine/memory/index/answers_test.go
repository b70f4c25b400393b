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
		// Other forms, and typing errors.
		"Which filters of what sizes do the Arno heaters of the attic use?": "atticArno-filter",
		"What filtr size does the Brnta heater in the hall take?":           "hallBrenta-filter",
		"Welche Rahmennummern hat das Stadtrad?":                            "rad",
		// What is newer wins, though less of it fits.
		"What is the membership fee of Carla Voss?": "new",
		"Which locker does Anna Berg have?":         "anna",
		// What has all of the words wins.
		"When does the ladies' pool open?":             "swim",
		"Where is the big anvil?":                      "anvil",
		"How many litres does the copper kettle hold?": "kettle",
		// Nobody knows.
		"Which ladder belongs to Anna Berg?":       "",
		"What is the membership fee of Anna Berg?": "",
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

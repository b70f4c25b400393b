package session

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"pp/engine"
)

func agent(text string) engine.Turn {
	return engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: text}
}

func attached(text string) engine.Turn {
	return engine.Turn{Role: engine.RoleUser, Origin: engine.OriginUntrusted, Label: "standard input", Text: text}
}

func long(c string) string { return strings.Repeat(c, 1000) }

func TestElide(t *testing.T) {
	talk := []engine.Turn{
		person(long("p")), attached(long("i")), agent(long("a")), output("read-file", long("1")), agent(long("b")),
		person("now " + long("q")), attached(long("j")), output("", long("2")), output("shell", long("3")),
	}
	for _, tt := range []struct {
		name   string
		window Window
		gone   []int // indexes elided
	}{
		{"no window", Window{}, nil},
		{"fits", Window{Bytes: 9100}, nil},
		{"the oldest output first", Window{Bytes: 9000}, []int{3}},
		{"then the next", Window{Bytes: 7500}, []int{3, 7}},
		{"then other untrusted text", Window{Bytes: 6500}, []int{1, 3, 7}},
		{"then the rest, oldest first", Window{Bytes: 5500}, []int{0, 1, 3, 7}},
		{"never what was asked, its attachment, or the last", Window{Bytes: 1}, []int{0, 1, 2, 3, 4, 7}},
		{"tokens are estimated", Window{Tokens: 2250}, []int{3}},
		{"tokens are counted", Window{Tokens: 8, Count: func(s string) int { return min(len(s)/1000, 1) }}, []int{3}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := slices.Clone(talk)
			got, n := Elide(talk, tt.window)
			if !slices.Equal(before, talk) {
				t.Fatal("the turns given were changed")
			}
			var gone []int
			for i := range got {
				if got[i].Text != talk[i].Text {
					gone = append(gone, i)
				}
			}
			if !slices.Equal(gone, tt.gone) || n != len(gone) {
				t.Errorf("elided %v (%d), want %v", gone, n, tt.gone)
			}
		})
	}
	got, _ := Elide(talk, Window{Bytes: 1})
	for i, want := range map[int]string{3: "[elided: output of read-file, 1000 bytes]",
		7: "[elided: output of a tool, 1000 bytes]",
		1: "[elided: standard input, 1000 bytes]", 0: "[elided: earlier text, 1000 bytes]"} {
		if got[i].Text != want {
			t.Errorf("mark %q, want %q", got[i].Text, want)
		}
	}
}

func TestElideKeepsWhoSpoke(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		turn := rapid.Custom(func(t *rapid.T) engine.Turn {
			return engine.Turn{Role: engine.Role(rapid.IntRange(0, 2).Draw(t, "role")),
				Origin: engine.Origin(rapid.IntRange(0, 2).Draw(t, "origin")),
				Text:   strings.Repeat("x", rapid.IntRange(0, 300).Draw(t, "size"))}
		})
		turns := rapid.SliceOf(turn).Draw(t, "turns")
		w := Window{Bytes: rapid.IntRange(1, 2000).Draw(t, "window")}
		got, n := Elide(turns, w)
		if len(got) != len(turns) {
			t.Fatalf("%d turns of %d", len(got), len(turns))
		}
		size, changed := 0, 0
		for i, turn := range got {
			size += len(turn.Text)
			if turn.Role != turns[i].Role || turn.Origin != turns[i].Origin || turn.Label != turns[i].Label {
				t.Fatalf("turn %d is another's", i)
			}
			if turn.Text == turns[i].Text {
				continue
			}
			changed++
			if len(turn.Text) >= len(turns[i].Text) || i == len(turns)-1 {
				t.Fatalf("turn %d became %q", i, turn.Text)
			}
		}
		if changed != n {
			t.Fatalf("%d changed, %d counted", changed, n)
		}
		if again, m := Elide(got, w); m != 0 && size <= w.Bytes {
			t.Fatalf("elided what fits: %v", again)
		}
	})
}

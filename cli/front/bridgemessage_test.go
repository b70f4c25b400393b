package front

import (
	"strings"
	"testing"

	"pp/cli/exit"
	"pp/sexp"
)

// examples are the messages in help, those that a client may send apart from those that pp sends.
func examples(t *testing.T) (taken, sent []sexp.Plist) {
	t.Helper()
	ours, theirs, found := strings.Cut(frames, "What pp sends:")
	if !found {
		t.Fatal("help has no two parts")
	}
	read := func(text string) (out []sexp.Plist) {
		for at := strings.Index(text, "   (:TYPE"); at >= 0; at = strings.Index(text, "   (:TYPE") {
			r := sexp.NewReader(text[at:], sexp.Limits{})
			v, err := r.Next()
			if err != nil {
				t.Fatalf("%v in %.200s", err, text[at:])
			}
			p, err := sexp.AsPlist(v)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, p)
			_, end := r.Span()
			text = text[at+end:]
		}
		return out
	}
	_, ours, _ = strings.Cut(ours, "What a client may send:")
	return read(ours), read(theirs)
}

// Every message that a client may send stands in help with all its keys, and is understood as it stands there.
func TestHelpShowsWhatIsTaken(t *testing.T) {
	taken, _ := examples(t)
	shown := map[string]string{}
	for _, p := range taken {
		if _, err := parse(p.Value()); err != nil {
			t.Errorf("%s: %v", sexp.Print(p.Value()), err)
		}
		payload, _ := p.Plist("PAYLOAD")
		name, _ := payload.Keyword("SENSOR")
		if name == "" {
			name, _ = payload.Keyword("ACTION")
		}
		if name == "" {
			name, _ = p.Keyword("TYPE")
		}
		shown[name] += sexp.Print(p.Value())
	}
	_, ours, _ := strings.Cut(frames, "What a client may send:")
	for _, k := range kinds() {
		if shown[k.name] == "" {
			t.Errorf("help has no example of %s", k.name)
		}
		for _, key := range k.keys {
			if !strings.Contains(ours, key) && key != "VERSION" && key != "PROTOCOL" {
				t.Errorf("help does not say what the :%s of %s is", key, k.name)
			}
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{`()`, `7`, `(:TYPE)`, `(:TYPE :EVENT)`, `(:TYPE :OTHER :PAYLOAD (:ACTION :NEW))`,
		`(:TYPE :EVENT :PAYLOAD 7)`, `(:TYPE :EVENT :PAYLOAD (:ACTION :NWE))`, `(:TYPE :EVENT :PAYLOAD (:ACTION "NEW"))`,
		`(:TYPE :EVENT :META (:ID (1)) :PAYLOAD (:ACTION :NEW))`, `(:TYPE :EVENT :PAYLOAD (:SENSOR :USER-INPUT))`,
		`(:TYPE :EVENT :PAYLOAD (:SENSOR :USER-INPUT :TEXT " "))`, `(:TYPE :EVENT :PAYLOAD (:SENSOR :TOOL-OUTPUT :TEXT "x"))`,
		`(:TYPE :EVENT :PAYLOAD (:SENSOR :USER-INPUT :TEXT "x" :DATA "y"))`,
		`(:TYPE :EVENT :TOKEN "x" :PAYLOAD (:ACTION :NEW))`,
		`(:TYPE :EVENT :PAYLOAD (:SENSOR :USER-INPUT :TEXT "x" :DATA ((:LABEL "l" :TEXT "y" :FILE 1))))`,
		`(:TYPE :EVENT :PAYLOAD (:SENSOR :USER-INPUT :TEXT "x" :DATA ((:LABEL "l" :TEXT "y" :FILE ("a" 1)))))`,
		`(:TYPE :EVENT :PAYLOAD (:SENSOR :USER-INPUT :TEXT "x" :DATA ((:LABEL "l" :TEXT "y" :TAGS :PRIVATE))))`,
		`(:TYPE :EVENT :PAYLOAD (:SENSOR :USER-INPUT :TEXT "x" :DATA ((:TEXT "y"))))`,
		`(:TYPE :EVENT :PAYLOAD (:ACTION :APPROVAL :TOKEN "x"))`, `(:TYPE :EVENT :PAYLOAD (:ACTION :APPROVAL :ANSWER :Y))`,
		`(:TYPE :EVENT :PAYLOAD (:ACTION :APPROVAL :TOKEN "x" :ANSWER T))`,
		`(:TYPE :EVENT :PAYLOAD (:ACTION :APPROVAL :TOKEN "x" :ANSWER :S :OFFER 0))`,
		`(:TYPE :EVENT :PAYLOAD (:SENSOR :USER-INPUT :TEXT "x" :DATA ((:LABEL "l" :TEXT "y" :ORIGIN :PERSON))))`} {
		v, err := sexp.Read(text, sexp.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if m, err := parse(v); err == nil {
			t.Errorf("%s was taken for %#v", text, m)
		}
	}
}

// FuzzMessage: any message is understood or refused with an error of its own kind, and never with a panic.
func FuzzMessage(f *testing.F) {
	for _, s := range []string{greet, `(:TYPE :STATUS)`,
		`(:TYPE :RESPONSE :PAYLOAD (:ACTION :APPROVAL :TOKEN "x" :ANSWER :S))`,
		`(:TYPE :EVENT :META (:ID (1)) :PAYLOAD (:ACTION :HANDSHAKE :CAPABILITIES (1)))`, `(:TYPE . :EVENT)`, `#(1)`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := sexp.Read(text, sexp.Limits{Bytes: 4096})
		if err != nil {
			return
		}
		m, err := parse(v)
		if err == nil && m.kind == "" || err != nil && exit.Classify(err).Kind != "message" {
			t.Fatalf("%s: %#v, %v", text, m, err)
		}
	})
}

package gateway

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/quick"
	"time"

	"pp/actuators/messenger"
)

const plan = "abcd-efgh-jkmn" // a flight plan's token

func TestEcho(t *testing.T) {
	w := newWorld(t)
	w.says("7", "hello")
	w.expect(0, "7", "echo: hello")
	w.says("8", "hunter2 \u202e")
	w.expect(1, "8", `echo: [MASKED] \u{202e}`)
	w.says("7", "/status")
	w.expect(2, "7", "7 s-7\nNothing waits")
	w.says("7", "/new")
	w.expect(3, "7", "A new conversation")
	w.says("7", "/status@pp_bot")
	w.expect(4, "7", "7 \n")
	w.says("7", "/etc/hosts says what?")
	w.expect(5, "7", "echo: /etc/hosts")
	w.says("7", "/nonsense")
	w.expect(6, "7", "There is no command /nonsense")
	w.medium.queue <- messenger.Incoming{ID: "1", From: "7", Chat: "7", Private: true, Text: "hello"} // again
	w.restart()
	w.medium.queue <- messenger.Incoming{ID: "1", From: "7", Chat: "7", Private: true, Text: "hello"}
	w.says("7", "last")
	w.expect(7, "7", "echo: last")
	data, err := os.ReadFile(filepath.Join(w.dir, "journal"))
	if err != nil || strings.Contains(string(data), "hunter2") {
		t.Errorf("%v: a secret is in the journal", err)
	}
}

// Files and what was forwarded are data of the next message that says what to do with them.
func TestHeldData(t *testing.T) {
	w := newWorld(t)
	w.medium.files["r"] = "content"
	w.deliver(messenger.Incoming{From: "7", Chat: "7", Private: true, Files: []messenger.File{{Name: "f.txt", Ref: "r"}}})
	w.expect(0, "7", "Kept.")
	w.deliver(messenger.Incoming{From: "7", Chat: "7", Private: true, Forwarded: true, Text: "/approve " + plan})
	w.expect(1, "7", "Kept.")
	w.says("8", "other")
	w.expect(2, "8", "echo: other")
	w.restart()
	w.says("7", "read them")
	w.expect(3, "7", "echo: read them + f.txt=content + a forwarded message/approve "+plan)
	w.says("7", "again")
	if got := w.expect(4, "7", "echo: again"); got.Text != "echo: again" {
		t.Errorf("%q", got.Text)
	}
	w.deliver(messenger.Incoming{From: "7", Chat: "7", Private: true, Text: "with it",
		Files: []messenger.File{{Name: "f.txt", Ref: "r"}}})
	w.expect(5, "7", "echo: with it + f.txt=content")
	w.deliver(messenger.Incoming{From: "7", Chat: "7", Private: true, Text: "x",
		Files: []messenger.File{{Name: "f.txt", Ref: "r", Size: fileLimit + 1}}})
	w.expect(6, "7", "error: ")
	w.deliver(messenger.Incoming{From: "7", Chat: "7", Private: true})
	w.expect(7, "7", "Only texts")
}

// Nobody but the person who was asked, in the chat where they were asked, can answer, and only
// once: whatever else comes does nothing.
func TestOnlyWhoWasAskedAnswers(t *testing.T) {
	w := newWorld(t)
	w.says("7", "ask "+plan)
	q := w.expect(0, "7", "| rm "+plan)
	if len(q.Buttons) != 2 || !q.Code || len(q.Buttons[0].Token) < 32 || q.Buttons[0].Token == q.Buttons[1].Token {
		t.Fatalf("%+v", q)
	}
	yes, no := q.Buttons[0].Token, q.Buttons[1].Token
	seven := messenger.Incoming{From: "7", Chat: "7", Private: true}
	attack := func(change func(*messenger.Incoming)) {
		in := seven
		change(&in)
		w.deliver(in)
	}
	for _, button := range []string{yes, no} {
		attack(func(in *messenger.Incoming) { in.From, in.Chat, in.Button = "9", "9", button }) // not on the list
		attack(func(in *messenger.Incoming) { in.From, in.Button = "9", button })
		attack(func(in *messenger.Incoming) { in.From, in.Chat, in.Button = "8", "8", button }) // on it
		attack(func(in *messenger.Incoming) { in.From, in.Button = "8", button })
		attack(func(in *messenger.Incoming) { in.Chat, in.Button = "8", button })
		attack(func(in *messenger.Incoming) { in.Chat, in.Private, in.Button = "-100", false, button }) // a group
		attack(func(in *messenger.Incoming) { in.Private, in.Button = false, button })
		attack(func(in *messenger.Incoming) { in.From, in.Button = "", button })
		attack(func(in *messenger.Incoming) { in.Button = button[:len(button)-1] }) // forged
		attack(func(in *messenger.Incoming) { in.Button = strings.ToLower(button) })
		attack(func(in *messenger.Incoming) { in.Text = button })
	}
	attack(func(in *messenger.Incoming) { in.Button = plan })
	for _, text := range []string{"/approve " + plan, "/deny " + plan, "/APPROVE ABCD EFGH JKMN"} {
		attack(func(in *messenger.Incoming) { in.From, in.Chat, in.Text = "9", "9", text })
		attack(func(in *messenger.Incoming) { in.From, in.Chat, in.Text = "8", "8", text })
		attack(func(in *messenger.Incoming) { in.From, in.Text = "9", text })
		attack(func(in *messenger.Incoming) { in.Private, in.Text = false, text })
		attack(func(in *messenger.Incoming) { in.Forwarded, in.Text = true, text })
		attack(func(in *messenger.Incoming) { in.Text = "please " + text })
		attack(func(in *messenger.Incoming) { in.Text = "“" + text + "”" })
	}
	attack(func(in *messenger.Incoming) { in.Text = "/approve" })
	attack(func(in *messenger.Incoming) { in.Text = "/approve abcd-efgh-jkm0" })
	w.settled()
	if got := append(w.talker.approved, w.talker.denied...); len(got) > 0 {
		t.Fatalf("answered %q", got)
	}
	w.restart() // and the question still stands
	attack(func(in *messenger.Incoming) { in.Button = yes })
	attack(func(in *messenger.Incoming) { in.Button = yes })
	attack(func(in *messenger.Incoming) { in.Button = no })
	attack(func(in *messenger.Incoming) { in.Text = "/approve " + plan })
	w.settled()
	w.restart()
	attack(func(in *messenger.Incoming) { in.Button = yes })
	attack(func(in *messenger.Incoming) { in.Text = "/deny " + plan })
	w.settled()
	if got := fmt.Sprint(w.talker.approved, w.talker.denied); got != "["+plan+" in 7] []" {
		t.Errorf("answered %s", got)
	}
}

// settled waits until all that was delivered came to its end.
func (w *world) settled() {
	w.Helper()
	n := len(w.medium.list())
	w.next++
	w.medium.queue <- messenger.Incoming{ID: fmt.Sprint(w.next), From: "7", Chat: "7", Private: true, Text: "end of it"}
	w.next++
	w.medium.queue <- messenger.Incoming{ID: fmt.Sprint(w.next), From: "8", Chat: "8", Private: true, Text: "end of it"}
	end := time.After(20 * time.Second)
	for found := 0; found < 2; {
		found = 0
		for _, m := range w.medium.list()[n:] {
			if strings.HasSuffix(strings.SplitN(m.Text, " +", 2)[0], "end of it") {
				found++
			}
		}
		select {
		case <-w.medium.changed:
		case <-time.After(10 * time.Millisecond):
		case <-end:
			w.Fatal("it does not come to an end")
		}
	}
}

func TestTooLongToApprove(t *testing.T) {
	w := newWorld(t)
	w.talker.long = strings.Repeat("x", 4096)
	w.says("7", "ask "+plan)
	if q := w.expect(0, "7", "Asks: "+plan); len(q.Buttons) > 0 {
		t.Error("it has buttons")
	}
	w.expect(1, "7", "too long to show; approve it on the machine: pp approve "+plan)
	w.says("7", "/approve "+plan)
	w.expect(2, "7", "Too long to show; approve it on the machine")
	w.says("7", "/deny "+plan+" not that")
	w.expect(3, "7", "denied "+plan)
	if fmt.Sprint(w.talker.approved, w.talker.denied) != "[] ["+plan+"not that]" {
		t.Error(w.talker.approved, w.talker.denied)
	}
}

func TestExpired(t *testing.T) {
	w := newWorld(t)
	w.says("7", "ask "+plan)
	q := w.expect(0, "7", "| rm")
	w.mu.Lock()
	w.now = w.now.Add(time.Hour)
	w.mu.Unlock()
	w.deliver(messenger.Incoming{From: "7", Chat: "7", Private: true, Button: q.Buttons[0].Token})
	w.expect(1, "7", "The question has expired")
	w.says("7", "/approve "+plan)
	w.expect(2, "7", "The question has expired")
	if len(w.talker.approved) > 0 {
		t.Error(w.talker.approved)
	}
}

func TestStop(t *testing.T) {
	w := newWorld(t)
	w.says("7", "wait")
	w.says("8", "meanwhile")
	w.expect(0, "8", "echo: meanwhile") // another chat does not wait
	<-w.talker.began
	w.says("7", "/stop")
	w.expect(1, "7", "Stopped.")
	w.says("7", "/stop")
	w.expect(2, "7", "Nothing is being worked on")
}

// What only asks how things stand does not wait for an answer, which it neither stops nor is stopped with.
func TestStatusMeanwhile(t *testing.T) {
	w := newWorld(t)
	w.says("7", "wait")
	<-w.talker.began
	w.says("7", "afterwards")
	w.says("7", "/status")
	w.expect(0, "7", "7 \nAn answer is being worked on; /stop ends it.\nNothing waits")
	w.says("7", "/help")
	w.expect(1, "7", "Write what you want")
	w.says("7", "/stop")
	w.expect(2, "7", "Stopped.")
	w.expect(3, "7", "echo: afterwards")
	w.restart()
	w.says("7", "last")
	w.expect(4, "7", "echo: last") // nothing of it is answered twice
}

// Strangers get nothing, and one line a day each.
func TestStrangers(t *testing.T) {
	w := newWorld(t)
	for range 3 {
		w.says("9", "hello")
		w.deliver(messenger.Incoming{From: "10", Chat: "-5", Text: "hello"})
	}
	w.settled()
	w.restart()
	w.says("9", "hello")
	w.settled()
	w.mu.Lock()
	w.now = w.now.Add(25 * time.Hour)
	w.mu.Unlock()
	w.says("9", "hello")
	w.settled()
	if got := strings.Join(w.logs, "|"); strings.Count(got, `"9"`) != 2 || strings.Count(got, `"10"`) != 1 {
		t.Errorf("logged %s", got)
	}
	for _, m := range w.medium.list() {
		if m.Chat != "7" && m.Chat != "8" {
			t.Errorf("%+v", m)
		}
	}
	if err := os.WriteFile(filepath.Join(w.dir, "x"), nil, 0o600); err != nil {
		t.Error(err)
	}
}

// What the medium does not take, or may have taken, is not sent again.
func TestSendEnds(t *testing.T) {
	w := newWorld(t)
	failures := map[string]error{"echo: one": fmt.Errorf("cut: %w", messenger.ErrUncertain),
		"echo: two": &messenger.RefusedError{Why: "blocked"}, "echo: three": errors.New("no network")}
	w.medium.fail = func(o messenger.Outgoing) error {
		err := failures[o.Text]
		delete(failures, o.Text) // it fails once
		return err
	}
	w.says("7", "one")
	w.says("7", "two")
	w.says("7", "three")
	// What is said of the first answer and the third one do not wait for each other.
	second := w.expect(1, "7", "")
	for _, begins := range []string{"echo: three", "Whether the answer to your message “one” reached you is"} {
		if !strings.HasPrefix(w.expect(0, "7", "").Text, begins) && !strings.HasPrefix(second.Text, begins) {
			t.Errorf("%q is not in %+v", begins, w.medium.list())
		}
	}
	w.restart()
	w.says("7", "four")
	w.expect(2, "7", "echo: four")
	if got := strings.Join(w.logs, "|"); !strings.Contains(got, "message 1 reached chat 7 is not known: cut") ||
		!strings.Contains(got, "message 2 could not be sent to chat 7: blocked") || !strings.Contains(got, "no network") {
		t.Error(got)
	}
}

func TestOneProcess(t *testing.T) {
	w := newWorld(t)
	w.says("7", "x")
	w.expect(0, "7", "echo: x")
	other := &Gateway{Medium: Medium{Name: "test", Messenger: newMedium()}, Talker: w.talker, Dir: w.dir, Clock: w.clock,
		Log: func(string) {}}
	if err := other.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "has a gateway already") {
		t.Error(err)
	}
}

func TestSplit(t *testing.T) {
	for _, tc := range []struct {
		text, want string
		most       int
	}{
		{"", "", 10}, {"short", "short", 10}, {"one two three", "one two|three", 10},
		{"para one\n\npara two", "para one|para two", 12}, {"aaaaaaaaaaaa", "aaaaa|aaaaa|aa", 5},
		{"\U0001f600\U0001f600\U0001f600", "\U0001f600\U0001f600|\U0001f600", 5}, {"  \n ", "", 2},
	} {
		if got := strings.Join(split(tc.text, tc.most), "|"); got != tc.want {
			t.Errorf("%q: %q, not %q", tc.text, got, tc.want)
		}
	}
	whole := func(text string, n uint8) bool {
		most, black := int(n%50)+2, func(s string) string { return strings.Join(strings.Fields(s), "") }
		pieces := split(text, most)
		for _, p := range pieces {
			if length(p) > most || strings.TrimSpace(p) == "" {
				return false
			}
		}
		return black(strings.Join(pieces, "")) == black(text)
	}
	if err := quick.Check(whole, nil); err != nil {
		t.Error(err)
	}
}

// As many questions as are kept, each of the greatest length, are still there when the book is opened again.
func TestBookOfLongQuestions(t *testing.T) {
	dir := t.TempDir()
	expires := time.Now().Add(time.Hour)
	for range 2 { // which the second time were read, and written anew
		b, err := openBook(dir, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		for i := len(b.open("7")); i < askedKept; i++ {
			q := asked{Question: Question{Chat: "7", Plan: fmt.Sprint(i), Text: strings.Repeat("漢", 4000), Expires: expires}}
			if err := b.write(record{kind: kindChat, asked: []asked{q}}); err != nil {
				t.Fatal(err)
			}
		}
		b.close()
	}
	b, err := openBook(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	if n := len(b.open("7")); n != askedKept {
		t.Errorf("%d of %d questions are there", n, askedKept)
	}
}

package actuators_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pp/actuators"
	"pp/actuators/messenger"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/store"
)

// outbox keeps what is sent.
type outbox struct {
	sent []messenger.Outgoing
	err  error
}

func (o *outbox) Send(_ context.Context, m messenger.Outgoing) error {
	o.sent = append(o.sent, m)
	return o.err
}

func messages(o *outbox) actuators.Messenger {
	mask := strings.NewReplacer("hunter2", engine.Masked).Replace
	return actuators.NewMessenger(o, mask, func(data string) bool { return strings.Contains(data, "hunter2") })
}

// clearedTo is a message to somebody, with files as they are now.
func clearedTo(t *testing.T, to string, files ...string) engine.Cleared {
	t.Helper()
	e := effect.Effects{Messages: []effect.Message{{Medium: "signal", To: "+1", Files: files}}}
	for _, name := range files {
		p, err := effect.Resolve(store.NewView(), "/", name)
		if err != nil {
			t.Fatal(err)
		}
		e.Reads = append(e.Reads, p)
	}
	return enginetest.Clear(t, engine.Action{Target: engine.TargetSignal,
		Op: engine.Message{Text: "the word is hunter2", To: to, Files: files}}, e, "/")
}

// A message goes to whom it was judged to go to, without secrets, with the files that were judged.
func TestMessengerSends(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.txt")
	if err := os.WriteFile(file, []byte("one\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	o := &outbox{}
	res, err := messages(o).Do(t.Context(), clearedTo(t, "+1", file))
	want := []messenger.Outgoing{{Chat: "+1", Text: "the word is " + engine.Masked,
		Files: []messenger.Upload{{Name: "a.txt", Data: []byte("one\n")}}}}
	if diff := cmp.Diff(want, o.sent); err != nil || diff != "" || !strings.Contains(res.Text, "sent to +1") {
		t.Errorf("%+v, %v: %s", res, err, diff)
	}
	o.err = errors.Join(errors.New("it broke off"), messenger.ErrUncertain)
	res, err = messages(o).Do(t.Context(), clearedTo(t, "+1"))
	if !errors.Is(err, messenger.ErrUncertain) || !strings.Contains(err.Error(), "may or may not") || res.Text != "" {
		t.Errorf("uncertain: %+v, %v", res, err)
	}
	o.err = errors.New("no connection")
	_, err = messages(o).Do(t.Context(), clearedTo(t, "+1"))
	if err == nil || !strings.Contains(err.Error(), "was not sent") {
		t.Errorf("not sent: %v", err)
	}
}

// Nothing at all is sent of what was not judged, or is not what it was.
func TestMessengerRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		full := filepath.Join(dir, name)
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return full
	}
	changed, gone := write("changed", "a"), write("gone", "a")
	swapped, linked := write("swapped", "a"), write("linked", "a")
	secret, large := write("secret", "password: hunter2\n"), filepath.Join(dir, "large")
	if err := errors.Join(os.WriteFile(large, nil, 0o600), os.Truncate(large, actuators.MaxSentFile+1)); err != nil {
		t.Fatal(err)
	}
	cases := map[string]engine.Cleared{
		"nothing":                        {},
		"another person than was judged": clearedTo(t, "+2"),
		"an answer for the terminal":     clearedMessage(t, engine.TargetCLI, "x"),
		"a call":                         clearedCall(t, "signal"),
		"a changed file":                 clearedTo(t, "+1", secret, changed),
		"a file that is gone":            clearedTo(t, "+1", gone),
		"another file":                   clearedTo(t, "+1", swapped),
		"a link to another":              clearedTo(t, "+1", linked),
		"a secret":                       clearedTo(t, "+1", secret),
		"a large file":                   clearedTo(t, "+1", large),
		"a directory":                    clearedTo(t, "+1", dir),
	}
	write("changed", "ab")
	err := errors.Join(os.Remove(gone), os.Remove(swapped), os.Remove(linked), os.Symlink(changed, linked))
	if err != nil {
		t.Fatal(err)
	}
	write("swapped", "a")
	o := &outbox{}
	for name, c := range cases {
		if res, err := messages(o).Do(t.Context(), c); err == nil || res.Text != "" || len(o.sent) > 0 {
			t.Errorf("%s: %+v, %v, %+v", name, res, err, o.sent)
			o.sent = nil
		}
	}
}

//go:build linux

package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"pp/actuators/messengertest"
)

const botToken = "123456:ABCdefGHIjklMNOpqrSTUvwxYZ0123456789"

// bot is a gateway that runs as a person runs it, and the server that it is connected to.
type bot struct {
	place
	server *messengertest.Telegram
	cmd    *exec.Cmd
	log    *syncBuffer
	seen   int // how many messages were looked at
}

// syncBuffer is a buffer that is written while it is read.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func newBot(t *testing.T) *bot {
	b := &bot{place: newPlace(t), server: messengertest.NewTelegram(botToken), log: &syncBuffer{}}
	t.Cleanup(b.server.Close)
	if _, errs, code := b.run("gateway", "telegram"); code != 77 || !strings.Contains(errs, "pp config key telegram") {
		t.Fatalf("without a token: %d, %s", code, errs)
	}
	key := b.command("config", "key", "telegram")
	key.Stdin = strings.NewReader(botToken + "\n")
	if out, err := key.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, args := range [][]string{{"gateway.telegram.allow", `["7", "8"]`},
		{"gateway.telegram.base_url", b.server.URL}} {
		if _, errs, code := b.run(append([]string{"config", "set"}, args...)...); code != 0 {
			t.Fatal(errs)
		}
	}
	b.start()
	t.Cleanup(func() { b.kill(syscall.SIGKILL) })
	return b
}

func (b *bot) start() {
	b.t.Helper()
	b.cmd = b.command("gateway", "telegram")
	b.cmd.Stderr = b.log
	if err := b.cmd.Start(); err != nil {
		b.t.Fatal(err)
	}
}

// kill ends the gateway, and gives its exit code.
func (b *bot) kill(s syscall.Signal) int {
	_ = b.cmd.Process.Signal(s)
	_ = b.cmd.Wait()
	return b.cmd.ProcessState.ExitCode()
}

// next is the next message that the bot sends, which has some words in it.
func (b *bot) next(chat int64, words string) messengertest.Sent {
	b.t.Helper()
	list, ok := b.server.Wait(func(s []messengertest.Sent) bool { return len(s) > b.seen })
	if !ok {
		b.t.Fatalf("nothing is sent with %q; %s", words, b.log)
	}
	got := list[b.seen]
	b.seen++
	if strings.HasPrefix(got.Text, "Whether the answer to") { // it was killed before it knew
		return b.next(chat, words)
	}
	if got.Chat != chat || !strings.Contains(got.Text, words) {
		b.t.Fatalf("sent to %d: %s\nnot to %d, with %q; %s", got.Chat, got.Text, chat, words, b.log)
	}
	return got
}

// nothing checks that whatever came before did nothing: the answer to the last of it is the next.
func (b *bot) nothing() {
	b.t.Helper()
	b.server.Say(7, "what is 1000+1")
	b.next(7, "1001")
	if _, err := os.Stat(filepath.Join(b.dir, "made")); err == nil {
		b.t.Fatal("it was done")
	}
}

// The first day with a bot: a question, an action that asks, whoever else tries to answer, an approval by
// a button and one by its token, a denial, a file, and an end by kill in the middle.
func TestGatewayTelegram(t *testing.T) {
	t.Parallel()
	b := newBot(t)
	b.server.Say(7, "what is 2+3")
	b.next(7, "5")

	b.server.Say(7, "run touch made")
	q := b.next(7, "| touch made")
	if !q.Pre || q.Buttons["Approve"] == "" || q.Buttons["Deny"] == "" || !strings.Contains(q.Text, "asks ") ||
		!strings.Contains(q.Text, filepath.Join(b.dir, "made")) {
		t.Fatalf("%+v", q)
	}
	_, token, _ := strings.Cut(q.Text, "/approve ")
	token, _, _ = strings.Cut(token, " ")
	forwarded := map[string]any{"forward_origin": map[string]any{"type": "hidden_user", "sender_user_name": "x"}}
	group := map[string]any{"chat": map[string]any{"id": -100, "type": "group", "title": "g"}}
	for _, who := range []int64{8, 9} {
		b.server.Press(who, 7, q.ID, q.Buttons["Approve"])
		b.server.Say(who, "/approve "+token)
	}
	b.next(8, "There is no such question here")
	b.server.Press(7, -100, q.ID, q.Buttons["Approve"])
	b.server.Push(map[string]any{"message": b.server.Message(7, "/approve "+token, group)})
	b.server.Push(map[string]any{"message": b.server.Message(7, "/approve "+token, forwarded)})
	b.next(7, "Kept.")
	b.server.Say(7, "/new")
	b.next(7, "A new conversation")
	b.nothing()

	b.kill(syscall.SIGKILL)
	b.start()
	b.server.Press(7, 7, q.ID, q.Buttons["Approve"])
	b.next(7, "made: made") // what the planner says of it
	if _, err := os.Stat(filepath.Join(b.dir, "made")); err != nil {
		t.Fatal(err, b.log)
	}
	if err := os.Remove(filepath.Join(b.dir, "made")); err != nil {
		t.Fatal(err)
	}
	b.server.Press(7, 7, q.ID, q.Buttons["Approve"])
	b.next(7, "There is no such question here")
	b.server.Say(7, "/approve "+token)
	b.next(7, "There is no such question here")
	b.nothing()

	b.byToken()
	b.files()
	if code := b.kill(syscall.SIGTERM); code != 143 {
		t.Errorf("SIGTERM: %d, %s", code, b.log)
	}
	b.clean()
}

// byToken approves one action by its token, and denies another.
func (b *bot) byToken() {
	b.t.Helper()
	for _, tc := range []struct{ command, says string }{{"/deny", "Denied: "}, {"/approve", "made: made"}} {
		b.server.Say(8, "run touch made")
		_, token, _ := strings.Cut(b.next(8, "| touch made").Text, "/approve ")
		token, _, _ = strings.Cut(token, " ")
		b.nothing()
		if _, errs, _ := b.run("approvals", "show", token); errs != "" {
			b.t.Error(errs)
		}
		b.server.Say(8, tc.command+" "+token)
		b.next(8, tc.says)
	}
	if _, err := os.Stat(filepath.Join(b.dir, "made")); err != nil {
		b.t.Fatal(err)
	}
	b.server.Say(7, "run touch "+strings.Repeat("x", 200)+strings.Repeat(" y", 2500))
	b.next(7, "Asks: ")
	b.next(7, "too long to show; approve it on the machine: pp approve ")
}

// files sends a file, with and without words, and one that is no text.
func (b *bot) files() {
	b.t.Helper()
	b.server.SendFile(7, "../../report.txt", "The answer is in the report.\n", "summarize this")
	b.next(7, "The answer is in the report.")
	b.server.SendFile(7, "data.bin", "\x00\x01\x02\xff", "summarize this")
	b.next(7, "data.bin is binary")
	b.server.SendFile(8, "later.txt", "It comes first.\n", "")
	b.next(8, "Kept.")
	b.server.Say(8, "summarize this")
	b.next(8, "It comes first.")
}

// clean checks that the token is in nothing but the file of keys, and that the server took
// every request.
func (b *bot) clean() {
	b.t.Helper()
	if p := b.server.Problems(); len(p) > 0 {
		b.t.Errorf("refused: %q", p)
	}
	err := filepath.WalkDir(b.home, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Base(name) == ".env" {
			return err
		}
		data, err := os.ReadFile(name)
		if bytes.Contains(data, []byte(botToken[10:])) {
			err = fmt.Errorf("the token is in %s", name)
		}
		return err
	})
	if err != nil {
		b.t.Error(err)
	}
	log := b.log.String()
	if strings.Contains(log, botToken[10:]) || strings.Count(log, `"9" is not on the allow list`) != 1 ||
		strings.Contains(log, "2+3") {
		b.t.Errorf("logged: %s", log)
	}
}

package gateway

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"pp/actuators/messenger"
	"pp/actuators/messengertest"
	"pp/engine"
	"pp/engine/enginetest"
)

const (
	botToken = "123456:ABCdefGHIjklMNOpqrSTUvwxYZ0123456789"
	childDir = "PP_TEST_GATEWAY_DIR"
	childURL = "PP_TEST_GATEWAY_URL"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		fmt.Println(child(dir, os.Getenv(childURL)))
		return
	}
	enginetest.Quicken(os.Getenv, 4)
	os.Exit(m.Run())
}

// child is a gateway that is killed sooner or later.
func child(dir, url string) error {
	c, err := messenger.NewTelegram(messenger.TelegramOptions{Token: engine.NewSecret("T", botToken), BaseURL: url})
	if err != nil {
		return err
	}
	talker := &echo{acted: func(text string) error {
		f, err := os.OpenFile(filepath.Join(dir, "acted"), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err == nil {
			_, err = fmt.Fprintln(f, text)
		}
		return err
	}}
	g := &Gateway{Medium: Medium{Name: "telegram", Messenger: c, Allow: []string{"7", "8"}, Most: messenger.TelegramMost},
		Talker: talker, Dir: filepath.Join(dir, "gateway"), Clock: time.Now, Random: rand.Reader, Log: func(string) {}}
	return g.Run(context.Background())
}

// Messages are answered once although the gateway is killed at any instant and the server fails
// now and then: none is lost, none is answered twice, none is acted on twice, and what may not have
// arrived is told of.
func TestKilledAtRandom(t *testing.T) {
	messages := 150
	if os.Getenv("PP_LONG") == "1" {
		messages = 1000
	}
	s := messengertest.NewTelegram(botToken)
	defer s.Close()
	dir := t.TempDir()
	stop, done := make(chan struct{}), make(chan int)
	go keepKilling(t, dir, s.URL, stop, done)
	var texts []string
	for i := range messages {
		kind := []string{"message", "act on"}[i%2]
		texts = append(texts, fmt.Sprintf("%s number %d.", kind, i))
		s.Say(int64(7+i%2), texts[i])
		if i%25 == 0 {
			s.Fail(messengertest.Fault{Method: "sendMessage", After: i%50 == 0})
			s.Fail(messengertest.Fault{Method: "getUpdates", Status: 502})
		}
		if i%40 == 0 {
			s.Fail(messengertest.Fault{Method: "sendMessage", Status: 429, Retry: 1})
		}
		time.Sleep(5 * time.Millisecond) // so that it is killed while messages come
	}
	cut := messages/25 + 1 // of the notices of cut answers some may have been cut, too
	_, all := s.Wait(func(sent []messengertest.Sent) bool { return unanswered(texts, sent) <= cut })
	close(stop)
	killed := <-done
	sent := s.Sent()
	if n := unanswered(texts, sent); !all || n > cut {
		t.Errorf("%d of %d messages were not answered", n, messages)
	}
	for _, text := range texts {
		n := 0
		for _, m := range sent {
			if m.Text == "echo: "+text {
				n++
			}
		}
		if n > 1 {
			t.Errorf("%q was answered %d times", text, n)
		}
	}
	acted, _ := os.ReadFile(filepath.Join(dir, "acted"))
	for _, text := range texts {
		if n := strings.Count(string(acted), text); n > 1 {
			t.Errorf("%q was done %d times", text, n)
		}
	}
	if p := s.Problems(); len(p) > 0 || killed < 3 {
		t.Errorf("killed %d times, %q", killed, p)
	}
	t.Logf("%d messages, killed %d times, %d sent, %d told of", messages, killed, len(sent), notices(sent))
}

// unanswered counts the messages that no answer and no notice is about.
func unanswered(texts []string, sent []messengertest.Sent) int {
	n := 0
	for _, text := range texts {
		found := false
		for _, m := range sent {
			found = found || m.Text == "echo: "+text || strings.Contains(m.Text, "“"+text+"”")
		}
		if !found {
			n++
		}
	}
	return n
}

func notices(sent []messengertest.Sent) (n int) {
	for _, m := range sent {
		if !strings.HasPrefix(m.Text, "echo: ") {
			n++
		}
	}
	return n
}

// keepKilling runs a gateway, kills it after a random while, and runs it again, until stop.
func keepKilling(t *testing.T, dir, url string, stop chan struct{}, done chan int) {
	killed := 0
	defer func() { done <- killed }()
	for {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childDir+"="+dir, childURL+"="+url)
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Error(err)
			return
		}
		select {
		case <-stop:
		case <-time.After(time.Duration(50+mathrand.IntN(300)) * time.Millisecond):
		}
		_ = cmd.Process.Signal(syscall.SIGKILL)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			t.Errorf("the gateway ended: %s", lines.Text())
		}
		_ = cmd.Wait()
		killed++
		select {
		case <-stop:
			return
		default:
		}
	}
}

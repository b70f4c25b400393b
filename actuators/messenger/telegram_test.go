package messenger_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"pp/actuators/messenger"
	"pp/actuators/messengertest"
	"pp/engine"
)

const token = "123456:ABCdefGHIjklMNOpqrSTUvwxYZ0123456789"

// connect starts a server and a client that waits for nothing; waits are counted.
func connect(t *testing.T) (*messengertest.Telegram, *messenger.Telegram, *[]time.Duration) {
	t.Helper()
	s := messengertest.NewTelegram(token)
	t.Cleanup(s.Close)
	var waits []time.Duration
	c, err := messenger.NewTelegram(messenger.TelegramOptions{Token: engine.NewSecret("T", token), BaseURL: s.URL,
		Wait: func(_ context.Context, d time.Duration) { waits = append(waits, d) }})
	if err != nil {
		t.Fatal(err)
	}
	return s, c, &waits
}

// hides fails when an error shows the token.
func hides(t *testing.T, err error) {
	t.Helper()
	if err != nil && strings.Contains(fmt.Sprintf("%v %+v %#v", err, err, err), token[10:]) {
		t.Errorf("the token is in %v", err)
	}
}

func TestSend(t *testing.T) {
	s, c, _ := connect(t)
	buttons := []messenger.Button{{Label: "Yes", Token: "t1"}, {Label: "No", Token: "t2"}}
	for _, m := range []messenger.Outgoing{
		{Chat: "7", Text: "<b>&amp; *a* _b_ https://example.com/?q=1 \U0001f600 \"quoted\""},
		{Chat: "7", Text: "\"in quotes\""},
		{Chat: "7", Text: "rm -rf \U0001f600", Code: true, Buttons: buttons},
		{Chat: "7", Text: strings.Repeat("\U0001f600", 2048)},
		{Chat: "7", Text: "a caption", Files: []messenger.Upload{{Name: "a \"b\".txt", Data: []byte("data")}}},
	} {
		if err := c.Send(t.Context(), m); err != nil {
			t.Error(err)
		}
		sent := s.Sent()
		if got := sent[len(sent)-1]; got.Text != m.Text || got.Pre != m.Code || len(got.Buttons) != len(m.Buttons) ||
			got.Chat != 7 {
			t.Errorf("%+v was sent for %+v", got, m)
		}
	}
	if p := s.Problems(); len(p) > 0 {
		t.Error(p)
	}
	if sent := s.Sent(); sent[4].FileData != "data" || sent[2].Buttons["Yes"] != "t1" {
		t.Errorf("%+v", sent)
	}
	refused := new(messenger.RefusedError)
	if err := c.Send(t.Context(), messenger.Outgoing{Chat: "7", Text: strings.Repeat("x", 4097)}); !errors.Is(err,
		messenger.ErrTooLong) {
		t.Error(err)
	}
	for _, chat := range []string{"", "x", "@channel"} {
		if err := c.Send(t.Context(), messenger.Outgoing{Chat: chat, Text: "x"}); !errors.As(err, &refused) {
			t.Errorf("%q: %v", chat, err)
		}
	}
	if err := c.Send(t.Context(), messenger.Outgoing{Chat: "-5", Text: "x"}); !errors.As(err, &refused) {
		t.Error(err)
	}
}

// What may have been sent is uncertain; what certainly was not is said so, and what the server
// asks to be sent later is sent later, once.
func TestSendFaults(t *testing.T) {
	for _, tc := range []struct {
		name      string
		fault     messengertest.Fault
		sent      int
		uncertain bool
		ok        bool
		waited    time.Duration
	}{
		{"429", messengertest.Fault{Status: 429, Retry: 7}, 1, false, true, 7 * time.Second},
		{"500", messengertest.Fault{Status: 500}, 0, true, false, 0},
		{"500 and sent", messengertest.Fault{Status: 500, After: true}, 1, true, false, 0},
		{"cut before", messengertest.Fault{}, 0, true, false, 0},
		{"cut after", messengertest.Fault{After: true}, 1, true, false, 0},
		{"no JSON", messengertest.Fault{Status: 502, Body: "<html>" + token}, 0, true, false, 0},
		{"blocked", messengertest.Fault{Status: 403}, 0, false, false, 0},
		{"refused", messengertest.Fault{Status: 400}, 0, false, false, 0},
		{"another token", messengertest.Fault{Status: 401}, 0, false, false, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s, c, waits := connect(t)
			tc.fault.Method = "sendMessage"
			s.Fail(tc.fault)
			err := c.Send(t.Context(), messenger.Outgoing{Chat: "7", Text: "x"})
			hides(t, err)
			if (err == nil) != tc.ok || errors.Is(err, messenger.ErrUncertain) != tc.uncertain || len(s.Sent()) != tc.sent {
				t.Errorf("%v, %d sent", err, len(s.Sent()))
			}
			if tc.waited > 0 && (len(*waits) != 1 || (*waits)[0] != tc.waited) {
				t.Errorf("waited %v", *waits)
			}
		})
	}
	s, c, _ := connect(t)
	s.Close()
	err := c.Send(t.Context(), messenger.Outgoing{Chat: "7", Text: "x"})
	if hides(t, err); err == nil || errors.Is(err, messenger.ErrUncertain) {
		t.Errorf("nobody listens: %v", err)
	}
}

// A server that sends a request elsewhere is not followed: the token is in the path.
func TestNoRedirect(t *testing.T) {
	elsewhere := messengertest.NewTelegram(token)
	defer elsewhere.Close()
	s := messengertest.NewTelegram(token)
	defer s.Close()
	s.Config.Handler = http.RedirectHandler(elsewhere.URL+"/bot"+token+"/sendMessage", http.StatusTemporaryRedirect)
	c, err := messenger.NewTelegram(messenger.TelegramOptions{Token: engine.NewSecret("T", token), BaseURL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	err = c.Send(t.Context(), messenger.Outgoing{Chat: "7", Text: "x"})
	if hides(t, err); err == nil || elsewhere.Calls("sendMessage") > 0 {
		t.Errorf("%v, %d", err, elsewhere.Calls("sendMessage"))
	}
	if hides(t, fmt.Errorf("%v %+v %#v", c, c, c)); err == nil {
		t.Error("no error")
	}
}

func TestTokens(t *testing.T) {
	for _, bad := range []string{"", "x", "123", "12:short", "a:" + token[7:], token + "/../x", token + "?", "1:" +
		strings.Repeat("é", 30)} {
		if _, err := messenger.NewTelegram(messenger.TelegramOptions{Token: engine.NewSecret("T", bad)}); err == nil {
			t.Errorf("%q is taken for a token", bad)
		} else if len(bad) > 10 && strings.Contains(err.Error(), bad) {
			t.Error(err)
		}
	}
}

// receiveTelegram takes as many deliveries as are told, and gives them.
func receiveTelegram(t *testing.T, c *messenger.Telegram, n int,
	take func(messenger.Incoming) error) []messenger.Incoming {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var got []messenger.Incoming
	if n == 0 {
		cancel()
	}
	err := c.Receive(ctx, func(in messenger.Incoming) error {
		if take != nil {
			if err := take(in); err != nil {
				return err
			}
		}
		if got = append(got, in); len(got) == n {
			cancel()
		}
		return nil
	})
	if hides(t, err); err != nil {
		t.Error(err)
	}
	return got
}

func TestReceive(t *testing.T) {
	s, c, _ := connect(t)
	forwarded := map[string]any{"forward_origin": map[string]any{"type": "user", "date": 1}}
	group := map[string]any{"chat": map[string]any{"id": -100, "type": "supergroup"}}
	s.Say(7, "one")
	s.Push(map[string]any{"edited_message": s.Message(7, "edited", nil)})
	s.Push(map[string]any{"channel_post": s.Message(7, "channel", nil)})
	s.Push(map[string]any{"message": s.Message(7, "forwarded", forwarded)})
	s.Push(map[string]any{"message": s.Message(7, "group", group)})
	s.Push(map[string]any{"message": s.Message(7, "via", map[string]any{"via_bot": map[string]any{"id": 1}})})
	s.Push(map[string]any{"message": "no message"})
	s.Push(map[string]any{"message": s.Message(7, "bot", map[string]any{"from": map[string]any{"id": 7, "is_bot": true}})})
	s.Push(map[string]any{"message": s.Message(8, "as 7", map[string]any{"from": map[string]any{"id": 7}})})
	s.Push(map[string]any{"callback_query": map[string]any{"id": "1", "from": map[string]any{"id": 7}, "data": "x"}})
	s.Press(7, 7, 3, "data")
	s.Press(8, 7, 3, "data")
	s.SendFile(7, "a.txt", "content", "read it")
	got := receiveTelegram(t, c, 8, nil)
	var list []string
	for _, in := range got {
		list = append(list, fmt.Sprint(in.Text, in.Button, " ", in.From, in.Chat, in.Private, in.Forwarded, len(in.Files)))
	}
	want := "one 77true false 0|forwarded 77true true 0|group 7-100false false 0|via 77true true 0|as 7 78false false 0|" +
		"data 77true false 0|data 87false false 0|read it 77true false 1"
	if g := strings.Join(list, "|"); g != want {
		t.Errorf("got  %s\nwant %s", g, want)
	}
	f := got[7].Files[0]
	if data, err := c.Fetch(t.Context(), f, 100); string(data) != "content" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := c.Fetch(t.Context(), f, 3); err == nil {
		t.Error("a file over the limit is read")
	}
	if p := s.Problems(); len(p) > 0 {
		t.Error(p)
	}
}

// What was not taken is not acknowledged, and comes again, with all after it; so it does after every
// kind of fault.
func TestReceiveAgain(t *testing.T) {
	s, c, waits := connect(t)
	for _, f := range []messengertest.Fault{{Status: 429, Retry: 3}, {Status: 502, Body: token}, {}, {After: true},
		{Status: 500}, {Status: 409}} {
		f.Method = "getUpdates"
		s.Fail(f)
	}
	for i := range 5 {
		s.Say(7, fmt.Sprint(i))
	}
	failed := 0
	got := receiveTelegram(t, c, 5, func(in messenger.Incoming) error {
		if in.Text == "2" && failed < 2 {
			failed++
			return io.ErrShortWrite
		}
		return nil
	})
	text := ""
	for _, in := range got {
		text += in.Text
	}
	if text != "01234" || failed != 2 || len(*waits) < 6 {
		t.Errorf("%q, failed %d, waited %v", text, failed, *waits)
	}
	if s.Acknowledged() {
		t.Error("the last was acknowledged before the ones after it were asked for")
	}
	if got := receiveTelegram(t, c, 0, nil); len(got) > 0 || s.Acknowledged() {
		t.Errorf("%v", got)
	}
	s.Token = "other"
	if err := c.Receive(t.Context(), nil); !errors.Is(err, messenger.ErrToken) {
		t.Error(err)
	}
}

func TestPressed(t *testing.T) {
	s, c, _ := connect(t)
	err := c.Send(t.Context(), messenger.Outgoing{Chat: "7", Text: "x",
		Buttons: []messenger.Button{{Label: "Y", Token: "t"}}})
	if err != nil {
		t.Fatal(err)
	}
	s.Press(7, 7, s.Sent()[0].ID, "t")
	in := receiveTelegram(t, c, 1, nil)[0]
	for range 2 { // the second is too late, and no error
		if err := c.Pressed(t.Context(), in); err != nil {
			t.Error(err)
		}
	}
	if len(s.Sent()[0].Buttons) > 0 || in.Button != "t" {
		t.Error(s.Sent()[0], in)
	}
	if err := c.Typing(t.Context(), "7"); err != nil || s.Calls("sendChatAction") != 1 {
		t.Error(err)
	}
}

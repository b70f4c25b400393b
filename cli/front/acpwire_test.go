package front

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/coder/acp-go-sdk"

	"pp/cli/exit"
)

// line is a message of pp's.
type line struct {
	ID     any
	Method string
	Params json.RawMessage
	Result map[string]any
	Error  struct {
		Code    int
		Message string
	}
	all string
}

// raw is a client that sends what it likes.
type raw struct {
	*peer
	lines *bufio.Scanner
}

func rawly(t testing.TB, replies string) raw {
	t.Helper()
	p := start(t, replies)
	s := bufio.NewScanner(p.Out)
	s.Buffer(nil, 1<<24)
	return raw{p, s}
}

func (r raw) send(format string, args ...any) {
	r.t.Helper()
	if _, err := fmt.Fprintf(r.In, format+"\n", args...); err != nil {
		r.t.Fatal(err)
	}
}

// next is the next answer to a request.
func (r raw) next() (l line, more bool) {
	r.t.Helper()
	for r.lines.Scan() {
		l = line{all: r.lines.Text()}
		if err := json.Unmarshal(r.lines.Bytes(), &l); err != nil {
			r.t.Fatalf("%v in %s", err, r.lines.Text())
		}
		if l.Method == "" {
			return l, true
		}
	}
	return l, false
}

// begin begins a session, and gives its ID.
func (r raw) begin() string {
	r.t.Helper()
	r.send(`{"jsonrpc":"2.0","id":"begin","method":"session/new","params":{"cwd":%q,"mcpServers":[]}}`, r.Dir)
	l, _ := r.next()
	id, _ := l.Result["sessionId"].(string)
	if id == "" {
		r.t.Fatal(l.all)
	}
	return id
}

const prompting = `{"jsonrpc":"2.0","id":%d,"method":"session/prompt","params":{"sessionId":%q,` +
	`"prompt":[{"type":"text","text":"hello"}]}}`

// What is no message is answered with an error and changes nothing, whatever stands around it.
func TestGarbage(t *testing.T) {
	r := rawly(t, `(:REPLY "It goes on.")`)
	for _, c := range []struct {
		sent string
		code int
	}{
		{"hello", codeParse}, {"\x00\xff", codeParse}, {`{"jsonrpc":"2.0","id":1,`, codeParse},
		{`{"jsonrpc":"2.0"}{"jsonrpc":"2.0"}`, codeParse}, {`[]`, codeInvalid}, {`3`, codeInvalid}, {`null`, codeInvalid},
		{`{"jsonrpc":"1.0","id":1,"method":"initialize"}`, codeInvalid}, {`{"jsonrpc":2,"id":1}`, codeInvalid},
		{`{"jsonrpc":"2.0"}`, codeInvalid}, {`{"jsonrpc":"2.0","id":{},"method":"initialize"}`, codeInvalid},
		{`{"jsonrpc":"2.0","id":7,"method":5}`, codeInvalid},
		{`{"jsonrpc":"2.0","id":8,"method":"nonsense"}`, -32601},
		{`{"jsonrpc":"2.0","id":8,"method":"_zed/x","params":[]}`, -32601},
		{`{"jsonrpc":"2.0","id":8,"method":"session/prompt"}`, codeParams},
		{`{"jsonrpc":"2.0","id":8,"method":"session/prompt","params":[1]}`, codeParams},
		{`{"jsonrpc":"2.0","id":8,"method":"session/prompt","params":{"sessionId":"x","prompt":[]}}`, codeNowhere},
		{`{"jsonrpc":"2.0","id":8,"method":"session/prompt","params":{"sessionId":"x","prompt":[{"type":"x"}]}}`,
			codeNowhere},
		{`{"jsonrpc":"2.0","id":8,"method":"session/new","params":{"cwd":"relative","mcpServers":[]}}`, codeParams},
		{`{"jsonrpc":"2.0","id":8,"method":"session/new","params":{"cwd":"/nowhere/at/all","mcpServers":[]}}`, codeParams},
		{`{"jsonrpc":"2.0","id":8,"method":"session/load","params":{"sessionId":"../x","cwd":"/tmp","mcpServers":[]}}`,
			codeParams},
		{`{"jsonrpc":"2.0","id":8,"method":"authenticate","params":{"methodId":"x"}}`, codeParams},
		{strings.Repeat("x", maxMessage+5), codeInvalid},
		{`{"jsonrpc":"2.0","id":9,"method":"initialize","params":"` + strings.Repeat("x", maxMessage) + `"}`, codeInvalid},
		{`{"jsonrpc":"2.0","id":` + strings.Repeat("[", 20000), codeParse},
	} {
		go r.send("%s", c.sent)
		if l, more := r.next(); !more || l.Error.Code != c.code {
			t.Errorf("%.80s: %.200s", c.sent, l.all)
		}
	}
	for _, quiet := range []string{``, `  `, `{"jsonrpc":"2.0","id":77,"result":{}}`,
		`{"jsonrpc":"2.0","method":"nonsense"}`,
		`{"jsonrpc":"2.0","id":77,"error":{"code":1,"message":"x"}}`, `{"jsonrpc":"2.0","id":null,"method":"x"}`,
		`{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"x"}}`,
		`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":3}}`} {
		r.send("%s", quiet) // has no answer
	}
	id := r.begin()
	r.send(prompting, 10, id)
	if l, _ := r.next(); l.Result["stopReason"] != "end_turn" {
		t.Error(l.all)
	}
	if _, err := io.WriteString(r.In, `{"jsonrpc":"2.0","id":11,`); err != nil {
		t.Fatal(err)
	}
	if err := r.end(t); exit.Classify(err).Code != exit.Data {
		t.Error(err)
	}
}

// end ends the input, reads what comes after it, and gives what the run comes to.
func (r raw) end(t *testing.T) error {
	t.Helper()
	r.In.Close()
	for more := true; more; {
		_, more = r.next()
	}
	return <-r.Ended
}

// More than may wait is refused, as is a second request of one ID; what is waited for is answered all the same.
func TestWhatWaitsIsBounded(t *testing.T) {
	r := rawly(t, `(:DELAY-MS 10000 :REPLY "one")`+strings.Repeat(`(:REPLY "yes")`, maxInFlight))
	id := r.begin()
	go func() {
		fmt.Fprintf(r.In, prompting+"\n"+prompting+"\n", 0, id, 0, id)
		for i := range maxInFlight + 9 {
			fmt.Fprintf(r.In, prompting+"\n", i+1, id)
		}
		fmt.Fprintf(r.In, `{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":%q}}`+"\n", id)
		r.In.Close()
	}()
	twice, busy, all := 0, 0, 0
	for l, more := r.next(); more; l, more = r.next() {
		switch all++; l.Error.Code {
		case codeInvalid:
			twice++
		case codeBusy:
			busy++
		}
	}
	if twice != 1 || busy == 0 || all != maxInFlight+11 {
		t.Errorf("%d twice, %d refused, %d answers", twice, busy, all)
	}
}

// A cancellation ends all that was sent before it, though it comes at once, and nothing that comes after it.
func TestCancellationComesInOrder(t *testing.T) {
	r := rawly(t, strings.Repeat(`(:DELAY-MS 10000 :REPLY "never")`, 3)+`(:REPLY "again")`)
	id := r.begin()
	for i := range 3 {
		r.send(prompting, i, id)
	}
	r.send(`{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":%q}}`, id)
	for range 3 {
		if l, _ := r.next(); l.Result["stopReason"] != "cancelled" {
			t.Error(l.all)
		}
	}
	r.send(prompting, 3, id)
	r.send(`{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":3}}`)
	if l, _ := r.next(); l.Error.Code != -32800 {
		t.Error(l.all)
	}
}

// FuzzWire: whatever is sent, the connection comes to its end, and says nothing but messages; every request that gets
// through has its answer.
func FuzzWire(f *testing.F) {
	for _, s := range []string{"", "x", `{"jsonrpc":"2.0","id":1,"method":"a"}`,
		`{"jsonrpc":"2.0","id":null,"method":"a"}`,
		`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":1}}`,
		`{"jsonrpc":"2.0","ID":1e2,"Method":"a","id":"\u0000"}` + "\n\n[]\r\n", `{"jsonrpc":"2.0","id":1.0,"method":""}`} {
		f.Add(s)
		f.Add(s + "\n" + s + "\n" + s)
	}
	f.Fuzz(func(t *testing.T, sent string) {
		var out bytes.Buffer
		w := newWire(strings.NewReader(sent), &out)
		begin := make(chan struct{})
		w.begin, w.ended, w.gone, w.opened = begin, func() {}, func(error) {}, func(string) {}
		conn := acp.NewConnection(func(_ context.Context, method string, _ json.RawMessage) (any, *acp.RequestError) {
			w.begun()
			return nil, acp.NewMethodNotFound(method)
		}, w, w)
		conn.SetLogger(slog.New(slog.DiscardHandler))
		close(begin)
		<-conn.Done()
		w.mu.Lock()
		defer w.mu.Unlock()
		if len(w.inFlight) > 0 {
			t.Fatalf("%d requests have no answer", len(w.inFlight))
		}
		for l := range strings.Lines(out.String()) {
			var m rpcMessage
			if err := json.Unmarshal([]byte(l), &m); err != nil || m.JSONRPC != "2.0" || m.Error == nil {
				t.Fatalf("%v in %q", err, l)
			}
		}
	})
}

package mcp

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
)

// strayLines are lines that servers and their libraries write to standard output between messages.
var strayLines = []string{"Starting server", "", "Response headers: {", "  'access-control-allow-origin': '*',", "}",
	`{ port: 8080 }`, `{"level":30,"msg":"listening"}`, `"ping"`, "null", "42", "[info] ready", "[1,2]", "{{{{",
	"\xff\xfe",
	"\x1b[32mready\x1b[0m", strings.Repeat("long ", 40_000), `{"id":1,"result":{}}`}

// TestStrayLines checks that pp skips lines that are not messages, before the handshake and during calls, and tells the
// person once.
func TestStrayLines(t *testing.T) {
	for _, end := range []string{"\n", "\r\n"} {
		s := &standIn{}
		s.answer = func(w io.Writer, _ request) bool {
			for _, line := range strayLines {
				fmt.Fprint(w, line+end)
			}
			return false
		}
		var notes []string
		set := learned(t, s, func(_ *Server, o *Options) { o.Note = func(text string) { notes = append(notes, text) } })
		for range 3 {
			if got, err := greeted(t.Context(), t, set); err != nil || !strings.Contains(got.Text, "done") {
				t.Errorf("the call gives %+v, %v; want the server's answer", got, err)
			}
		}
		if len(s.calls) != 3 || s.starts > 2 {
			t.Errorf("%d calls, %d starts; want a server that goes on after such lines", len(s.calls), s.starts)
		}
		notes = slices.DeleteFunc(notes, func(n string) bool { return !strings.Contains(n, "not a message") })
		if len(notes) != 1 || strings.ContainsAny(notes[0], "\x1b\n") {
			t.Errorf("noted %q, want one line", notes)
		}
	}
}

// TestStrayLinesInErrors checks that the error of a failed server shows its last line that was not a message and the
// end of its standard error, masked and escaped.
func TestStrayLinesInErrors(t *testing.T) {
	s := &standIn{}
	s.answer = func(w io.Writer, r request) bool {
		if r.Method != "tools/call" {
			return false
		}
		fmt.Fprintln(w, "Starting server\x1b]0;title\a with HUSH")
		fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", r.ID, strings.Repeat("[", 100)+strings.Repeat("]", 100))
		return true
	}
	set := learned(t, s, func(_ *Server, o *Options) {
		o.Mask = func(text string) string { return strings.ReplaceAll(text, "HUSH", "***") }
	})
	_, err := greeted(t.Context(), t, set)
	const shown = `it wrote "Starting server\x1b]0;title\a with ***" to its standard output`
	if err == nil || !strings.Contains(err.Error(), shown) {
		t.Errorf("%v, want %q in it", err, shown)
	}
	h := &heard{}
	fmt.Fprint(h, strings.Repeat("much ", 1000)+"and the last word")
	if text := h.text(); !strings.HasSuffix(text, "and the last word") || len(text) > maxLast+40 {
		t.Errorf("%q, want only the end of standard error", text)
	}
	h.stray("a line")
	if text := h.text(); !strings.Contains(text, `it wrote "a line" to`) || !strings.HasSuffix(text, "and the last word") {
		t.Errorf("%q, want the line and the end of standard error", text)
	}
}

package wire

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// naive reads a stream as the specification says, from the whole text at once.
func naive(text string, f Framing) []string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	var out, data []string
	have := false
	all := strings.Split(text, "\n")
	for i, line := range all {
		last := i == len(all)-1
		switch {
		case f == NDJSON:
			if line = string(bytes.TrimSpace([]byte(line))); line != "" {
				out = append(out, line)
			}
		case line == "" && !last:
			if have {
				out = append(out, strings.Join(data, "\n"))
			}
			data, have = nil, false
		default:
			name, value, _ := strings.Cut(line, ":")
			switch name {
			case "data":
				data, have = append(data, strings.TrimPrefix(value, " ")), true
			case "error":
				out = append(out, string(wrapped([]byte(value))))
				data, have = nil, false
			}
		}
	}
	if have {
		out = append(out, strings.Join(data, "\n"))
	}
	return out
}

func readAll(r io.Reader, f Framing) (out []string, err error) {
	es := newEvents(r, f)
	for {
		e, err := es.next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		out = append(out, string(e.data))
	}
}

func TestEvents(t *testing.T) {
	for _, tc := range []struct {
		text string
		f    Framing
		want []string
	}{
		{"data: a\n\ndata:b\n\n", SSE, []string{"a", "b"}},
		{"data: a\r\rdata: b\r\n\r\n", SSE, []string{"a", "b"}},
		{": note\nevent: x\nid: 1\nretry: 5\ndata: a\ndata: b\n\n", SSE, []string{"a\nb"}},
		{"data\n\ndata:\n\n", SSE, []string{"", ""}},
		{"data:  two\n\n", SSE, []string{" two"}},
		{"event: only\n\n", SSE, nil},
		{"error: {\"code\":400}\n\ndata: [DONE]\n\n", SSE, []string{`{"error":{"code":400}}`, "[DONE]"}},
		{"data: lost\nerror: it \"fell\" over\n\n", SSE, []string{`{"error":"it \"fell\" over"}`}},
		{"data: cut", SSE, []string{"cut"}},
		{"data: cut\n", SSE, []string{"cut"}},
		{"Data: no\n\ndatax: no\n\n", SSE, nil},
		{"{\"a\":1}\n\n {\"b\":2} \r\n{\"c\"", NDJSON, []string{`{"a":1}`, `{"b":2}`, `{"c"`}},
		{"", SSE, nil}, {"\n\n\r\n", NDJSON, nil},
	} {
		got, err := readAll(strings.NewReader(tc.text), tc.f)
		if err != nil || !slices.Equal(got, tc.want) {
			t.Errorf("%q gives %q, %v; want %q", tc.text, got, err, tc.want)
		}
	}
}

func TestLongLineAndLongBody(t *testing.T) {
	forever := func(piece string) io.Reader { return &repeat{piece: piece} }
	for name, r := range map[string]io.Reader{
		"a line":       forever("x"),
		"a data field": io.MultiReader(strings.NewReader("data: "), forever("x")),
		"data fields":  forever("data: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n"),
		"comments":     forever(": " + strings.Repeat("nothing to say, ", 60) + "\n"),
	} {
		if _, err := readAll(r, SSE); !errors.Is(err, ErrTooLong) {
			t.Errorf("%s without end: %v", name, err)
		}
	}
}

// repeat gives a piece again and again.
type repeat struct{ piece string }

func (r *repeat) Read(p []byte) (int, error) {
	n := 0
	for n+len(r.piece) <= len(p) {
		n += copy(p[n:], r.piece)
	}
	return n, nil
}

// FuzzSSE: however a stream is cut into reads, its events are those of the
// specification.
func FuzzSSE(f *testing.F) {
	for _, s := range []string{"data: a\n\ndata: b", "data: ü\r\n\r\n", "\r\rdata:x\r", "\xef\xbb\xbfdata: a\n\n",
		"data: a\nerror: {\"a\":1}\n\n", ": c\nevent:e\ndata:1\ndata:2\n\n",
		"{\"a\":1}\n{\"b\"", "data: \r\n\n\r", strings.Repeat("data: x\n\n", 50)} {
		f.Add([]byte(s), uint8(3))
	}
	f.Fuzz(func(t *testing.T, body []byte, size uint8) {
		for _, framing := range []Framing{SSE, NDJSON} {
			want := naive(string(body), framing)
			if framing == NDJSON {
				want = naive("\n"+string(body), framing) // only SSE has a mark to skip
			}
			for name, r := range map[string]io.Reader{
				"whole":     bytes.NewReader(body),
				"bytes":     iotest.OneByteReader(bytes.NewReader(body)),
				"pieces":    &piecewise{data: body, size: int(size%7) + 1},
				"data+err":  iotest.DataErrReader(bytes.NewReader(body)),
				"halfreads": iotest.HalfReader(bytes.NewReader(body)),
			} {
				got, err := readAll(r, framing)
				if err != nil || !slices.Equal(got, want) {
					t.Fatalf("framing %d, %s: %q, %v; want %q", framing, name, got, err, want)
				}
			}
		}
	})
}

type piecewise struct {
	data []byte
	size int
}

func (p *piecewise) Read(b []byte) (int, error) {
	if len(p.data) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.data[:min(p.size, len(p.data))])
	p.data = p.data[n:]
	return n, nil
}

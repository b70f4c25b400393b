package script

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
)

// readPackage reads the scripts of a package.json, which npm runs with sh.
func (f *File) readPackage(text string) {
	if text = strings.TrimPrefix(text, "\ufeff"); strings.TrimSpace(text) == "" {
		return
	}
	p := jsonReader{dec: json.NewDecoder(strings.NewReader(text)), text: text}
	p.dec.UseNumber()
	if err := p.object(func(key string) error {
		switch key {
		case "scripts", "husky", "lint-staged", "simple-git-hooks", "gitHooks":
			return f.commandsOf(&p, 0)
		case "wireit", "config":
			return f.configured(&p, key)
		}
		return p.skip()
	}); err != nil {
		line, col := p.place(int(p.dec.InputOffset()))
		f.problem(line, col, "unreadable", "The file cannot be read as JSON.")
	}
}

// configured takes the commands in what tools keep beside scripts: those of wireit, and of hooks under config.
func (f *File) configured(p *jsonReader, key string) error {
	if p.next() != '{' {
		return p.skip()
	}
	return p.object(func(name string) error {
		switch {
		case key == "config" && (name == "ghooks" || name == "husky"):
			return f.commandsOf(p, 0)
		case key == "config" || p.next() != '{':
			return p.skip()
		}
		return p.object(func(part string) error {
			if part == "command" {
				return f.commandsOf(p, 0)
			}
			return p.skip()
		})
	})
}

// commandsOf takes the commands that stand in a value: as texts, in lists, or in an object's values.
func (f *File) commandsOf(p *jsonReader, depth int) error {
	switch next := p.next(); {
	case depth > 3:
		f.exhaust()
		return p.skip()
	case next == 0:
		return p.skip()
	case next == '{':
		return p.object(func(string) error { return f.commandsOf(p, depth+1) })
	case next == '[':
		if _, err := p.dec.Token(); err != nil {
			return err
		}
		for p.dec.More() {
			if err := f.commandsOf(p, depth+1); err != nil {
				return err
			}
		}
		_, err := p.dec.Token()
		return err
	}
	t, ok, err := p.string()
	if ok {
		f.add(Script{Text: t})
	}
	return err
}

// jsonReader reads JSON with the places of its strings.
type jsonReader struct {
	dec  *json.Decoder
	text string
	seen int // offset of the last place that was asked for, and the start and number of its line
	from int
	line int
}

// next is the byte that the next value starts with, 0 at the end.
func (p *jsonReader) next() byte {
	rest := strings.TrimLeft(p.text[min(int(p.dec.InputOffset()), len(p.text)):], " \t\r\n:,")
	if rest == "" {
		return 0
	}
	return rest[0]
}

// place is the line and column of an offset, none before the last one that was asked for.
func (p *jsonReader) place(offset int) (line, col int) {
	for i := p.seen; i < min(offset, len(p.text)); i++ {
		if p.text[i] == '\n' {
			p.line, p.from = p.line+1, i+1
		}
	}
	p.seen = max(p.seen, min(offset, len(p.text)))
	return p.line + 1, offset - p.from + 1
}

var errNoObject = errors.New("not an object")

// object calls back with each key; what is no object is passed over at the second level, and an error at the first.
func (p *jsonReader) object(each func(key string) error) error {
	t, err := p.dec.Token()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return errNoObject
	}
	for p.dec.More() {
		key, err := p.dec.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		if err := each(name); err != nil {
			return err
		}
	}
	_, err = p.dec.Token()
	return err
}

// skip passes over a value.
func (p *jsonReader) skip() error {
	var raw json.RawMessage
	return p.dec.Decode(&raw)
}

// string reads a value, which is ok if it is a string.
func (p *jsonReader) string() (t Text, ok bool, err error) {
	var raw json.RawMessage
	if err := p.dec.Decode(&raw); err != nil {
		return t, false, err
	}
	end := int(p.dec.InputOffset())
	if len(raw) < 2 || raw[0] != '"' {
		return t, false, nil
	}
	line, col := p.place(end - len(raw))
	t, ok = jsonText(raw, line, col)
	return t, ok, nil
}

// jsonText is the text of a JSON string that stands at a place.
func jsonText(raw []byte, line, col int) (Text, bool) {
	var w writer
	body := raw[1 : len(raw)-1]
	for i := 0; i < len(body); {
		n := bytes.IndexByte(body[i:], '\\')
		if n < 0 {
			n = len(body) - i
		}
		if n > 0 {
			w.take(strings.ToValidUTF8(string(body[i:i+n]), "\ufffd"), line, col+1+i)
		}
		if i += n; i == len(body) {
			break
		}
		size := escapeSize(body[i:])
		var s string
		if json.Unmarshal([]byte(`"`+string(body[i:min(len(body), i+size)])+`"`), &s) != nil {
			return Text{}, false
		}
		w.put(s, line, col+1+i)
		i += size
	}
	return w.text(), true
}

// escapeSize is how long the escape is that b starts with; two halves of a pair are one.
func escapeSize(b []byte) int {
	switch {
	case len(b) < 6 || b[1] != 'u':
		return 2
	case len(b) >= 12 && (b[2] == 'd' || b[2] == 'D') && b[6] == '\\' && b[7] == 'u':
		return 12
	}
	return 6
}

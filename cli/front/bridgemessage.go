package front

import (
	"fmt"
	"slices"
	"strings"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/engine"
	"pp/sexp"
)

// datum is a text that goes with what the person says, and is no part of it.
type datum struct {
	label, text string
	files       []string // that it is from
	tags        []string // that its places there inherit
}

// message is a frame that a client sent.
type message struct {
	id   sexp.Value // the answer repeats it; nil for none
	kind string     // one of kinds

	text, token, reason, session string // where its kind has them

	data   []datum    // that goes with what the person says
	choice ask.Choice // of an answer

	connection string   // of a handshake: as in ours, "" for none
	wants      []string // what the client takes of what need not be sent
	given      bool     // it says what it takes
}

// maxID bounds the text by which a message is known.
const maxID = 100

// envelopeKeys are those of a message around its payload.
var envelopeKeys = [...]string{"TYPE", "META", "PAYLOAD", "TARGET", "DEPTH"}

// parse reads a message strictly: a key that means nothing here is an error. The ID is there with an error too, where
// it could be read.
func parse(v sexp.Value) (m message, err error) {
	envelope, err := sexp.AsPlist(v)
	if err != nil {
		return m, wrong("a frame has a property list; it is %w", err)
	}
	if err := onlyKeys("the message", envelope, envelopeKeys[:]...); err != nil {
		return m, err
	}
	if m.id, err = idOf(envelope); err != nil {
		return m, err
	}
	name, _ := envelope.Keyword("TYPE")
	kind, known := engine.ParseType(name)
	if !known {
		return m, wrong("the message has no :TYPE that is known: :EVENT, :REQUEST, :RESPONSE or :STATUS")
	}
	payload, ok := envelope.Plist("PAYLOAD")
	if _, there := envelope.Get("PAYLOAD"); there && !ok {
		return m, wrong("the :PAYLOAD is no property list")
	}
	if kind == engine.TypeStatus && payload.Len() == 0 {
		m.kind = "STATUS"
		return m, nil
	}
	return m, m.read(payload)
}

// wrong is the error of a message that cannot be understood.
func wrong(format string, args ...any) error {
	return &exit.Error{Code: exit.Usage, Kind: "message", Err: fmt.Errorf(format, args...),
		Hint: "`pp help bridge` shows every message"}
}

// idOf is the :ID of the :META.
func idOf(envelope sexp.Plist) (sexp.Value, error) {
	meta, ok := envelope.Plist("META")
	if v, there := envelope.Get("META"); !ok && there {
		return nil, wrong("the :META %.40s is no property list", sexp.Print(v))
	}
	v, _ := meta.Get("ID")
	switch id := v.(type) {
	case nil:
		return nil, nil
	case sexp.Int:
		return id, nil
	case sexp.String:
		if len(id) <= maxID {
			return id, nil
		}
	}
	return nil, wrong("the :ID is no integer and no text of at most %d bytes", maxID)
}

// onlyKeys refuses the keys that mean nothing in a list.
func onlyKeys(where string, p sexp.Plist, known ...string) error {
	for key := range p.All() {
		if slices.Contains(known, key) {
			continue
		}
		return wrong("%s has the unknown key :%.40s; its keys are %s", where, key, strings.Join(known, ", "))
	}
	return nil
}

// kind is a kind of message that a client may send.
type kind struct {
	name  string
	needs bool                                 // a text of the first of its keys
	keys  []string                             // of its payload
	read  func(m *message, p sexp.Plist) error // what is no plain text; nil reads nothing
}

// kinds are the kinds of message that a client may send, by the :SENSOR or the :ACTION of the payload.
func kinds() []kind {
	return []kind{
		{"HANDSHAKE", false, []string{"VERSION", "PROTOCOL", "CAPABILITIES", "CONNECTION"}, (*message).readHello},
		{"USER-INPUT", true, []string{"TEXT", "DATA"}, (*message).readInput},
		{"APPROVAL", true, []string{"TOKEN", "ANSWER", "OFFER", "REASON"}, (*message).readAnswer},
		{"INTERRUPT", false, nil, nil},
		{"STATUS", false, nil, nil},
		{"REPL-EVAL", true, []string{"TEXT"}, nil},
		{"SESSIONS", false, nil, nil},
		{"NEW", false, nil, nil},
		{"RESUME", true, []string{"SESSION"}, nil},
		{"PLANS", false, nil, nil},
		{"APPROVE", true, []string{"TOKEN"}, nil},
		{"DENY", true, []string{"TOKEN", "REASON"}, nil},
	}
}

// read reads a payload.
func (m *message) read(p sexp.Plist) error {
	name, _ := p.Keyword("SENSOR")
	if name == "" {
		name, _ = p.Keyword("ACTION")
	}
	for _, k := range kinds() {
		if k.name == name {
			return m.readAs(k, p)
		}
	}
	if name == "" {
		return wrong("the :PAYLOAD has no :ACTION and no :SENSOR that is a keyword")
	}
	return wrong("unknown message :%.40s", name)
}

func (m *message) readAs(k kind, p sexp.Plist) error {
	m.kind = k.name
	if err := onlyKeys("the "+k.name, p, append([]string{"SENSOR", "ACTION"}, k.keys...)...); err != nil {
		return err
	}
	if k.needs {
		if _, err := needed(p, k.keys[0]); err != nil {
			return err
		}
	}
	for key, to := range map[string]*string{"TEXT": &m.text, "TOKEN": &m.token, "SESSION": &m.session,
		"REASON": &m.reason, "CONNECTION": &m.connection} {
		*to, _ = p.Text(key)
	}
	if k.read == nil {
		return nil
	}
	return k.read(m, p)
}

// needed is a text that a payload must have.
func needed(p sexp.Plist, key string) (string, error) {
	text, ok := p.Text(key)
	if !ok || strings.TrimSpace(text) == "" {
		return "", wrong("its :%s is no text, or empty", key)
	}
	return text, nil
}

// items returns the items of an optional list of a payload.
func items(p sexp.Plist, key string) (out []sexp.Value, there bool, err error) {
	v, there := p.Get(key)
	list, ok := sexp.AsList(v)
	if there && !ok {
		return nil, true, wrong("its :%s is not a list", key)
	}
	if there {
		for _, item := range list.All() {
			out = append(out, item)
		}
	}
	return out, there, nil
}

func (m *message) readHello(p sexp.Plist) (err error) {
	var able []sexp.Value
	able, m.given, err = items(p, "CAPABILITIES")
	for _, v := range able {
		s, ok := v.(sexp.Symbol)
		if !ok {
			return wrong("its :CAPABILITIES are no list of keywords")
		}
		m.wants = append(m.wants, s.Name)
	}
	return err
}

func (m *message) readInput(p sexp.Plist) error {
	data, _, err := items(p, "DATA")
	for _, v := range data {
		d, isPlist := sexp.AsPlist(v)
		if isPlist != nil {
			return wrong("its :DATA is no list of property lists")
		}
		if err := onlyKeys("the :DATA", d, "LABEL", "TEXT", "FILE", "TAGS"); err != nil {
			return err
		}
		label, err := needed(d, "LABEL")
		if err != nil {
			return err
		}
		text, hasText := d.Text("TEXT")
		file, _ := d.Get("FILE")
		files, areFiles := textOrTexts(file)
		tag, _ := d.Get("TAGS")
		tags, areTags := textOrTexts(tag)
		if !hasText || !areFiles || !areTags {
			return wrong("the data %.40q needs a :TEXT, and its :FILE and :TAGS must be a text or a list of texts", label)
		}
		m.data = append(m.data, datum{label, text, files, tags})
	}
	return err
}

// textOrTexts are the items of a list of texts, or one text; none of NIL.
func textOrTexts(v sexp.Value) ([]string, bool) {
	if v == nil || sexp.IsNil(v) {
		return nil, true
	}
	if text, ok := v.(sexp.String); ok {
		return []string{string(text)}, true
	}
	return engine.Texts(v)
}

func (m *message) readAnswer(p sexp.Plist) error {
	name, _ := p.Keyword("ANSWER")
	if text, ok := p.Text("ANSWER"); ok {
		name = strings.ToUpper(text)
	}
	kinds := map[string]engine.AnswerKind{"Y": engine.AnswerOnce, "YES": engine.AnswerOnce, "ONCE": engine.AnswerOnce,
		"S": engine.AnswerSession, "SESSION": engine.AnswerSession, "A": engine.AnswerAlways,
		"ALWAYS": engine.AnswerAlways, "N": engine.AnswerDeny, "NO": engine.AnswerDeny, "DENY": engine.AnswerDeny}
	kind, known := kinds[name]
	if !known {
		return wrong("its :ANSWER is none of :Y, :N, :S and :A")
	}
	m.choice.Kind = kind
	if v, there := p.Get("OFFER"); there {
		n, ok := v.(sexp.Int)
		if !ok || n < 1 || n > 100 {
			return wrong("its :OFFER is no number from 1 on")
		}
		m.choice.Offer = int(n) - 1
	}
	m.choice.Reason = m.reason
	return nil
}

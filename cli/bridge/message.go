package bridge

import (
	"fmt"
	"slices"
	"strings"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/engine"
	"pp/sexp"
)

// request is what a client may send: one of hello, interrupt, status, answer, and of those that wait their turn.
type request interface{ request() }

type (
	// hello is the client's handshake.
	hello struct {
		connection string   // as in ours, "" for none
		wants      []string // what it takes of what need not be sent
		given      bool     // it says what it takes
	}
	interrupt struct{}
	status    struct{}
	// answer answers a question.
	answer struct {
		token  string
		choice ask.Choice
	}
	// input is what the person says, with data.
	input struct {
		text string
		data []datum
	}
	form     struct{ text string } // to be evaluated
	sessions struct{}
	anew     struct{}
	resume   struct{ id string }
	plans    struct{}
	approve  struct{ token string }
	deny     struct{ token, reason string }
)

// datum is a text that goes with what the person says, and is no part of it.
type datum struct {
	label, text string
	files       []string // that it is from
	tags        []string // that its places there inherit
}

func (hello) request()     {}
func (interrupt) request() {}
func (status) request()    {}
func (answer) request()    {}
func (input) request()     {}
func (form) request()      {}
func (sessions) request()  {}
func (anew) request()      {}
func (resume) request()    {}
func (plans) request()     {}
func (approve) request()   {}
func (deny) request()      {}

// message is a frame that a client sent.
type message struct {
	id sexp.Value // by which what answers it is known; nil for none
	request
	weight int // the bytes of its texts
}

// textsOf is how many bytes of text a value has.
func textsOf(v sexp.Value) int {
	switch v := v.(type) {
	case sexp.String:
		return len(v)
	case sexp.List:
		n := 0
		for _, item := range v.All() {
			n += textsOf(item)
		}
		return n
	}
	return 0
}

// maxID bounds the text by which a message is known.
const maxID = 100

// envelopeKeys are those of a message around its payload.
var envelopeKeys = [...]string{"TYPE", "META", "PAYLOAD", "TARGET", "DEPTH"}

// parse reads a message strictly: a key that means nothing here is an error. The ID is there with an error too, where
// it could be read.
func parse(v sexp.Value) (m message, err error) {
	m.weight = textsOf(v)
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
		m.request = status{}
		return m, nil
	}
	m.request, err = requestOf(payload)
	return m, err
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
		return wrong("%s has a key :%.40s that means nothing there%s", where, key, near(key, known))
	}
	return nil
}

// kind is a kind of message that a client may send.
type kind struct {
	name string
	keys []string // of its payload
	read func(p sexp.Plist) (request, error)
}

// kinds are the kinds of message that a client may send, by the :SENSOR or the :ACTION of the payload.
func kinds() []kind {
	plain := func(r request) func(sexp.Plist) (request, error) {
		return func(sexp.Plist) (request, error) { return r, nil }
	}
	return []kind{
		{"HANDSHAKE", []string{"VERSION", "PROTOCOL", "CAPABILITIES", "CONNECTION"}, readHello},
		{"USER-INPUT", []string{"TEXT", "DATA"}, readInput},
		{"APPROVAL", []string{"TOKEN", "ANSWER", "OFFER", "REASON"}, readAnswer},
		{"INTERRUPT", nil, plain(interrupt{})},
		{"STATUS", nil, plain(status{})},
		{"REPL-EVAL", []string{"TEXT"}, func(p sexp.Plist) (request, error) {
			text, err := needed(p, "TEXT")
			return form{text}, err
		}},
		{"SESSIONS", nil, plain(sessions{})},
		{"NEW", nil, plain(anew{})},
		{"RESUME", []string{"SESSION"}, func(p sexp.Plist) (request, error) {
			id, err := needed(p, "SESSION")
			return resume{id}, err
		}},
		{"PLANS", nil, plain(plans{})},
		{"APPROVE", []string{"TOKEN"}, func(p sexp.Plist) (request, error) {
			token, err := needed(p, "TOKEN")
			return approve{token}, err
		}},
		{"DENY", []string{"TOKEN", "REASON"}, func(p sexp.Plist) (request, error) {
			token, err := needed(p, "TOKEN")
			reason, _ := p.Text("REASON")
			return deny{token, reason}, err
		}},
	}
}

// requestOf reads a payload.
func requestOf(p sexp.Plist) (request, error) {
	name, _ := p.Keyword("SENSOR")
	if name == "" {
		name, _ = p.Keyword("ACTION")
	}
	var names []string
	for _, k := range kinds() {
		if k.name == name {
			if err := onlyKeys("the "+name, p, append([]string{"SENSOR", "ACTION"}, k.keys...)...); err != nil {
				return nil, err
			}
			return k.read(p)
		}
		names = append(names, k.name)
	}
	if name == "" {
		return nil, wrong("the :PAYLOAD has no :ACTION and no :SENSOR that is a keyword")
	}
	return nil, wrong("there is no message :%.40s%s", name, near(name, names))
}

// near asks whether the nearest of some names was meant; "" where none is near.
func near(name string, names []string) string {
	if n := engine.Near(name, strings.Split(strings.ToLower(strings.Join(names, " ")), " ")); n != "" {
		return "; did you mean :" + strings.ToUpper(n) + "?"
	}
	return ""
}

// needed is a text that a payload must have.
func needed(p sexp.Plist, key string) (string, error) {
	text, ok := p.Text(key)
	if !ok || strings.TrimSpace(text) == "" {
		return "", wrong("its :%s is no text, or empty", key)
	}
	return text, nil
}

func readHello(p sexp.Plist) (request, error) {
	h := hello{}
	h.connection, _ = p.Text("CONNECTION")
	v, there := p.Get("CAPABILITIES")
	if !there {
		return h, nil
	}
	list, ok := sexp.AsList(v)
	if !ok {
		return nil, wrong("its :CAPABILITIES are no list")
	}
	h.given = true
	for _, v := range list.All() {
		s, ok := v.(sexp.Symbol)
		if !ok {
			return nil, wrong("its :CAPABILITIES are no list of keywords")
		}
		h.wants = append(h.wants, s.Name)
	}
	return h, nil
}

func readInput(p sexp.Plist) (request, error) {
	text, err := needed(p, "TEXT")
	in := input{text: text}
	v, there := p.Get("DATA")
	if err != nil || !there {
		return in, err
	}
	list, ok := sexp.AsList(v)
	if !ok {
		return nil, wrong("its :DATA is no list")
	}
	for _, v := range list.All() {
		d, err := sexp.AsPlist(v)
		if err != nil {
			return nil, wrong("its :DATA is no list of property lists")
		}
		if err := onlyKeys("the :DATA", d, "LABEL", "TEXT", "FILE", "TAGS"); err != nil {
			return nil, err
		}
		one := datum{}
		if one.label, err = needed(d, "LABEL"); err != nil {
			return nil, err
		}
		one.text, ok = d.Text("TEXT")
		if !ok {
			return nil, wrong("the data %.40q has no :TEXT", one.label)
		}
		for key, into := range map[string]*[]string{"FILE": &one.files, "TAGS": &one.tags} {
			v, _ := d.Get(key)
			if *into, ok = textOrTexts(v); !ok {
				return nil, wrong("the :%s of the data %.40q is no text and no list of texts", key, one.label)
			}
		}
		in.data = append(in.data, one)
	}
	return in, nil
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

func readAnswer(p sexp.Plist) (request, error) {
	token, err := needed(p, "TOKEN")
	if err != nil {
		return nil, err
	}
	a := answer{token: token}
	name, _ := p.Keyword("ANSWER")
	if text, ok := p.Text("ANSWER"); ok {
		name = strings.ToUpper(text)
	}
	switch name {
	case "Y", "YES", "ONCE":
		a.choice.Kind = engine.AnswerOnce
	case "S", "SESSION":
		a.choice.Kind = engine.AnswerSession
	case "A", "ALWAYS":
		a.choice.Kind = engine.AnswerAlways
	case "N", "NO", "DENY":
		a.choice.Kind = engine.AnswerDeny
	default:
		return nil, wrong("its :ANSWER is none of :Y, :N, :S and :A")
	}
	if v, there := p.Get("OFFER"); there {
		n, ok := v.(sexp.Int)
		if !ok || n < 1 || n > 100 {
			return nil, wrong("its :OFFER is no number from 1 on")
		}
		a.choice.Offer = int(n) - 1
	}
	a.choice.Reason, _ = p.Text("REASON")
	return a, nil
}

package gateway

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"pp/actuators/messenger"
	"pp/engine/store"
	"pp/sexp"
)

// Bounds of what a book remembers.
const (
	seenKept      = 4096
	strangersKept = 1000
	askedKept     = 500
	expiredKept   = 24 * time.Hour // that a question is still known after its end
	compactAt     = 8 << 20        // bytes of the journal
)

func bookLimits() store.Limits { return store.Limits{Record: 4 << 20, File: 256 << 20} }

// entry is one message and what became of it.
type entry struct {
	in       messenger.Incoming
	acting   bool
	answered bool
	held     bool
	parts    []part
}

// done reports whether nothing is left to do.
func (e *entry) done() bool {
	return e.answered && !e.held && !slices.ContainsFunc(e.parts, func(p part) bool {
		return p.state == kindNone || p.state == kindSending
	})
}

// book is what is on disk of one medium's messages: what came and what is to be sent. One
// process has it at a time. It is safe for concurrent use.
type book struct {
	file    string
	clock   func() time.Time
	lock    *os.File
	mu      sync.Mutex
	journal *store.Journal

	order     []string // of the entries, the oldest first
	entries   map[string]*entry
	ids       []string // that came, the newest last
	known     map[string]bool
	sessions  map[string]string // by chat
	asked     []asked
	strangers map[string]time.Time
}

// openBook opens the book of a directory, and makes it where there is none.
func openBook(dir string, clock func() time.Time) (*book, error) {
	if err := store.PrivateDir(dir); err != nil {
		return nil, err
	}
	lock, err := store.OpenLock(filepath.Join(dir, "lock"), false)
	if err != nil {
		return nil, err
	}
	b := &book{file: filepath.Join(dir, "journal"), clock: clock, lock: lock, entries: map[string]*entry{},
		known: map[string]bool{}, sessions: map[string]string{}, strangers: map[string]time.Time{}}
	b.journal, _, err = store.OpenJournal(b.file, bookLimits(), b.read)
	if err == nil {
		err = b.compact()
	}
	if err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *book) close() {
	if b.journal != nil {
		_ = b.journal.Close() // every record is on disk
	}
	_ = store.Release(b.lock)
}

func (b *book) read(p sexp.Plist) error {
	var r record
	if err := store.Decode(p, r.fields); err != nil {
		return err
	}
	b.apply(r)
	return nil
}

// write puts a record on disk, and then goes by it. The lock is held.
func (b *book) write(r record) error {
	r.at = b.clock()
	if err := b.journal.Append(store.Encode(r.fields), true); err != nil {
		return fmt.Errorf("keeping what became of a message: %w", err)
	}
	b.apply(r)
	if b.journal.Size() > compactAt {
		return b.compact()
	}
	return nil
}

// apply is what a record says.
func (b *book) apply(r record) {
	e := b.entries[r.id]
	switch r.kind {
	case kindReceived:
		b.came(r)
		return
	case kindUsed:
		if q := b.question(r.token); q != nil {
			q.answered = r.id
		}
	case kindStranger:
		b.strangers[r.in.From] = r.at
	case kindSeen:
		for _, id := range r.ids {
			b.saw(id)
		}
	case kindChat:
		if r.in.Chat != "" {
			b.sessions[r.in.Chat] = r.session
		}
		b.asked = append(b.asked, r.asked...)
	}
	if e == nil {
		return
	}
	switch r.kind {
	case kindActing:
		e.acting = true
	case kindAnswered:
		b.answer(e, r)
	case kindSending, kindSent, kindFailed, kindUncertain:
		e.settle(r.n, r.kind)
	case kindUnsent:
		e.settle(r.n, kindNone)
	case kindDropped:
		e.answered, e.held, e.parts = true, false, nil
	}
	b.forget(r.id)
}

// came is a message that came, of a person in their private chat.
func (b *book) came(r record) {
	r.in.ID, r.in.At, r.in.Private = r.id, r.at, true
	b.entries[r.id] = &entry{in: r.in}
	b.order = append(b.order, r.id)
	b.saw(r.id)
}

// answer is what is to be sent for a message.
func (b *book) answer(e *entry, r record) {
	e.answered, e.held, e.parts = true, r.held, r.parts
	if r.session != "" {
		b.sessions[e.in.Chat] = r.session
	}
	now := b.clock()
	b.asked = slices.DeleteFunc(b.asked, func(q asked) bool { return now.Sub(q.Expires) > expiredKept })
	b.asked = append(b.asked, r.asked...)
	if over := len(b.asked) - askedKept; over > 0 {
		b.asked = slices.Delete(b.asked, 0, over)
	}
	for _, id := range r.with {
		if h := b.entries[id]; h != nil {
			h.held = false
			b.forget(id)
		}
	}
}

func (e *entry) settle(n int, state kind) {
	if n >= 0 && n < len(e.parts) {
		e.parts[n].state = state
	}
}

// forget drops a message that nothing is left to do for.
func (b *book) forget(id string) {
	if e := b.entries[id]; e != nil && e.done() {
		delete(b.entries, id)
		if i := slices.Index(b.order, id); i >= 0 {
			b.order = slices.Delete(b.order, i, i+1)
		}
	}
}

func (b *book) saw(id string) {
	if b.known[id] {
		return
	}
	b.known[id] = true
	if b.ids = append(b.ids, id); len(b.ids) > 2*seenKept {
		for _, old := range b.ids[:seenKept] {
			delete(b.known, old)
		}
		b.ids = slices.Clone(b.ids[seenKept:])
	}
}

// question finds one by its flight plan's token, the newest first; nil is none.
func (b *book) question(plan string) *asked {
	for i := len(b.asked) - 1; i >= 0; i-- {
		if b.asked[i].Plan == plan {
			return &b.asked[i]
		}
	}
	return nil
}

// seen reports whether a message came before.
func (b *book) seen(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.known[id]
}

// receive keeps a message.
func (b *book) receive(in messenger.Incoming) (*entry, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := b.write(record{kind: kindReceived, id: in.ID, in: in}); err != nil {
		return nil, err
	}
	return b.entries[in.ID], nil
}

// stranger notes that somebody wrote who gets no answer, and reports whether that was the
// first time within a day.
func (b *book) stranger(from string) (first bool, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.clock()
	for who, at := range b.strangers {
		if now.Sub(at) >= 24*time.Hour || now.Before(at) {
			delete(b.strangers, who)
		}
	}
	if _, known := b.strangers[from]; known || len(b.strangers) >= strangersKept {
		return false, nil
	}
	return true, b.write(record{kind: kindStranger, in: messenger.Incoming{From: from}})
}

// note writes what became of a message.
func (b *book) note(k kind, e *entry, n int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.write(record{kind: k, id: e.in.ID, n: n})
}

// drop has a message not be answered.
func (b *book) drop(e *entry) error { return b.note(kindDropped, e, 0) }

// reply keeps what is to be sent for a message, which is not answered again.
func (b *book) reply(e *entry, r record) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	r.kind, r.id = kindAnswered, e.in.ID
	return b.write(r)
}

// unfinished are the messages that something is left to do for, the oldest first.
func (b *book) unfinished() []*entry {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []*entry
	for _, id := range b.order {
		e := b.entries[id]
		if !e.held || slices.ContainsFunc(e.parts, func(p part) bool { return p.state == kindNone }) {
			out = append(out, e)
		}
	}
	return out
}

// kept are the messages of a chat that wait to be answered with the next one.
func (b *book) kept(chat string) []*entry {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []*entry
	for _, id := range b.order {
		if e := b.entries[id]; e.held && e.in.Chat == chat {
			out = append(out, e)
		}
	}
	return out
}

// session is the conversation of a chat, "" before there is one.
func (b *book) session(chat string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sessions[chat]
}

// begin has a chat begin a new conversation.
func (b *book) begin(chat string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.write(record{kind: kindChat, in: messenger.Incoming{Chat: chat}})
}

// Errors of an answer to a question.
var (
	errNoQuestion = errors.New("there is no such question here, or it was answered already")
	errExpired    = errors.New("the question has expired; ask again for what you want")
)

// use takes a question for the message that answers it: by the token of a button, or of
// the flight plan. Each is used once; only the message that took it may go on with it.
func (b *book) use(e *entry, is func(asked) bool) (asked, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i := range b.asked {
		q := b.asked[i]
		if q.Chat != e.in.Chat || q.Chat != e.in.From || !is(q) {
			continue
		}
		switch {
		case q.answered == e.in.ID:
			return q, nil
		case q.answered != "":
			return asked{}, errNoQuestion
		case !b.clock().Before(q.Expires):
			return asked{}, errExpired
		}
		return q, b.write(record{kind: kindUsed, id: e.in.ID, token: q.Plan})
	}
	return asked{}, errNoQuestion
}

// free gives a question back that a message took and did not answer.
func (b *book) free(e *entry) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.release(e.in.ID)
}

// release is free where the lock is held. That nothing is done twice is for the flight plan.
func (b *book) release(message string) error {
	for i := range b.asked {
		if b.asked[i].answered == message {
			return b.write(record{kind: kindUsed, token: b.asked[i].Plan})
		}
	}
	return nil
}

// open are the questions of a chat that wait for an answer.
func (b *book) open(chat string) []asked {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []asked
	for _, q := range b.asked {
		if q.Chat == chat && q.answered == "" && b.clock().Before(q.Expires) {
			out = append(out, q)
		}
	}
	return out
}

// settle marks the parts and messages that the last run left unfinished. It returns the messages with parts that were
// being sent.
func (b *book) settle() (lost []*entry, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, id := range slices.Clone(b.order) {
		e := b.entries[id]
		at := slices.IndexFunc(e.parts, func(p part) bool { return p.state == kindSending })
		switch {
		case at >= 0:
			lost = append(lost, e)
			err = b.mark(e, at)
		case e.acting && !e.answered:
			err = b.write(record{kind: kindAnswered, id: id, parts: []part{{text: about(e.in, stoppedWorking)}}})
			if err == nil {
				err = b.release(id)
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return lost, nil
}

// unsure marks a part that may or may not have been sent. The person gets one notice about it.
func (b *book) unsure(e *entry, part int) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.mark(e, part)
}

// mark does the work of unsure. The caller holds the lock.
func (b *book) mark(e *entry, n int) error {
	isTold := slices.ContainsFunc(e.parts, func(p part) bool { return p.state == kindUncertain }) ||
		strings.HasPrefix(e.in.ID, "about ") // a notice of an older version about another message
	parts := slices.Clone(e.parts)
	if parts[n].state = kindUncertain; !isTold {
		parts = append(parts, part{text: about(e.in, notSure)})
	}
	return b.write(record{kind: kindAnswered, id: e.in.ID, parts: parts, held: e.held})
}

// compact rewrites the journal without obsolete records. The caller holds the lock, or is the only user of the book.
func (b *book) compact() error {
	var data []byte
	var err error
	add := func(r record) {
		if r.at.IsZero() {
			r.at = b.clock()
		}
		if err == nil {
			data, err = store.AppendRecord(data, store.Encode(r.fields), bookLimits())
		}
	}
	b.ids = slices.Clone(b.ids[max(0, len(b.ids)-seenKept):])
	add(record{kind: kindSeen, ids: b.ids})
	for _, chat := range slices.Sorted(maps.Keys(b.sessions)) {
		add(record{kind: kindChat, session: b.sessions[chat], in: messenger.Incoming{Chat: chat}})
	}
	for i := range b.asked { // each in its own record, since one cannot hold all
		add(record{kind: kindChat, asked: b.asked[i : i+1]})
	}
	for from, at := range b.strangers {
		add(record{kind: kindStranger, in: messenger.Incoming{From: from}, at: at})
	}
	for _, id := range b.order {
		e := b.entries[id]
		add(record{kind: kindReceived, id: id, in: e.in, at: e.in.At})
		if e.acting {
			add(record{kind: kindActing, id: id})
		}
		if e.answered {
			add(record{kind: kindAnswered, id: id, parts: e.parts, held: e.held})
		}
	}
	if err == nil {
		err = errors.Join(b.journal.Close(), store.ReplacePrivate(b.file, data, true))
	}
	if err == nil {
		b.journal, _, err = store.OpenJournal(b.file, bookLimits(), nil)
	}
	return err
}

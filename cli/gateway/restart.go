package gateway

import (
	"errors"
	"slices"

	"pp/actuators/messenger"
	"pp/engine/store"
)

// settle marks what the end of the last run left open: parts that were being sent, and
// messages for which something was done. It gives the notices about them.
func (b *book) settle() ([]*entry, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var notices []*entry
	for _, id := range slices.Clone(b.order) {
		e := b.entries[id]
		at := slices.IndexFunc(e.parts, func(p part) bool { return p.state == kindSending })
		if at >= 0 {
			n, err := b.mark(e, at)
			if err != nil {
				return nil, err
			}
			if n != nil {
				notices = append(notices, n)
			}
		} else if e.acting && !e.answered {
			err := b.write(record{kind: kindAnswered, id: id, parts: []part{{text: about(e.in, stoppedWorking)}}})
			if err == nil {
				err = b.release(id)
			}
			if err != nil {
				return nil, err
			}
		}
	}
	return notices, nil
}

// unsure marks a part of which nobody knows whether it was sent, and gives the notice about it;
// nil where there is one already.
func (b *book) unsure(e *entry, part int) (*entry, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.mark(e, part)
}

// mark is unsure where the lock is held. A notice is not told of.
func (b *book) mark(e *entry, part int) (*entry, error) {
	err := b.write(record{kind: kindUncertain, id: e.in.ID, n: part})
	if err != nil || e.of != "" || b.known["about "+e.in.ID] {
		return nil, err
	}
	return b.notice(e, notSure)
}

// notice makes an entry that tells a person about a message of theirs. The lock is held.
func (b *book) notice(e *entry, text string) (*entry, error) {
	id := "about " + e.in.ID
	in := messenger.Incoming{Chat: e.in.Chat, From: e.in.From}
	err := b.write(record{kind: kindReceived, id: id, in: in, of: e.in.ID})
	if err == nil {
		err = b.write(record{kind: kindAnswered, id: id, parts: []part{{text: about(e.in, text)}}})
	}
	return b.entries[id], err
}

// compact writes the journal anew with what is still needed. The lock is held, or nobody
// else has the book.
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
	for _, chat := range sortedKeys(b.sessions) {
		add(record{kind: kindChat, session: b.sessions[chat], in: messenger.Incoming{Chat: chat}})
	}
	for i := range b.asked { // each in a record of its own: all of them are more than one holds
		add(record{kind: kindChat, asked: b.asked[i : i+1]})
	}
	for from, at := range b.strangers {
		add(record{kind: kindStranger, in: messenger.Incoming{From: from}, at: at})
	}
	for _, id := range b.order {
		e := b.entries[id]
		add(record{kind: kindReceived, id: id, in: e.in, of: e.of, at: e.in.At})
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

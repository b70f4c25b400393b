package actuators

import (
	"context"
	"errors"
	"fmt"
	"path"

	"golang.org/x/sys/unix"

	"pp/actuators/messenger"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
)

// MaxSentFile is the longest file that a message may have, in bytes.
const MaxSentFile = 20 << 20

// Sender brings one message to a person. It returns soon after ctx is cancelled. An error that is not
// messenger.ErrUncertain says that nothing was sent.
type Sender interface {
	Send(ctx context.Context, m messenger.Outgoing) error
}

// Messenger is an actuator that sends messages to people, such as :SIGNAL. It is as safe for concurrent
// use as what it was made from.
type Messenger struct {
	sender Sender
	mask   func(text string) string
	secret func(data string) bool
}

// NewMessenger returns the actuator. mask hides secrets in the text that is sent; a file in which secret
// finds one is not sent. None of the three may be nil.
func NewMessenger(s Sender, mask func(text string) string, secret func(data string) bool) Messenger {
	if s == nil || mask == nil || secret == nil {
		panic("actuators: a messenger needs a way to send, a mask and a search for secrets")
	}
	return Messenger{s, mask, secret}
}

// Do implements engine.Actuator. All files are read before anything is sent.
func (a Messenger) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if !c.Valid() {
		return engine.Result{}, engine.ErrNotCleared
	}
	m, ok := c.Action().Op.(engine.Message)
	judged := c.Effects().Messages
	if !ok || len(judged) != 1 || judged[0].To != m.To {
		return engine.Result{}, fmt.Errorf("a :%s action does not go to :%s; only a :MESSAGE to a person does", verb(c),
			c.Action().Target)
	}
	out := messenger.Outgoing{Chat: m.To, Text: a.mask(m.Text)}
	for _, p := range c.Effects().Reads {
		data, err := a.read(ctx, p)
		if err != nil {
			return engine.Result{}, fmt.Errorf("nothing was sent: %s: %w", p.Name, err)
		}
		out.Files = append(out.Files, messenger.Upload{Name: path.Base(p.Name), Data: data})
	}
	err := a.sender.Send(ctx, out)
	if errors.Is(err, messenger.ErrUncertain) {
		return engine.Result{}, fmt.Errorf("the message to %s may or may not have been sent; it is not sent again unless a "+
			"person says so: %w", m.To, err)
	}
	if err != nil {
		return engine.Result{}, fmt.Errorf("the message to %s was not sent: %w", m.To, err)
	}
	return engine.Result{Text: resultPrefix(c.Action().Tool()) + "sent to " + m.To}, nil
}

// read reads a file as it was judged.
func (a Messenger) read(ctx context.Context, p effect.Path) ([]byte, error) {
	fd, err := store.OpenUnlinked(p.Name, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY)
	if err != nil {
		return nil, err
	}
	f, err := store.Of(fd)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	now := f.Stat()
	is := effect.Identity{Dev: uint64(now.Dev), Inode: now.Ino, Size: now.Size, Modified: now.Mtim.Nano()}
	if is != p.Is {
		return nil, errors.New("it is not what it was when it was judged")
	}
	if now.Size > MaxSentFile {
		return nil, fmt.Errorf("%w: %d bytes, over %d", messenger.ErrTooLong, now.Size, int64(MaxSentFile))
	}
	data, err := store.ReadAll(ctx, f, MaxSentFile)
	switch {
	case err != nil:
		return nil, err
	case int64(len(data)) != now.Size:
		return nil, errors.New("it changed while it was read")
	case a.secret(string(data)):
		return nil, errors.New("it holds a secret, which is never sent")
	}
	return data, nil
}

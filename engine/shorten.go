package engine

import (
	"context"
	"errors"
)

// Cut says, on a turn of its own, what is not sent any more of the turns before that
// turn. They stay in the conversation as they are. The zero value cuts nothing.
type Cut struct {
	// Summed is how many of the first turns the text of the turn stands for.
	Summed int
	// Lined is how many of the first turns have a line each in the place of their results.
	Lined int
	// Most is how many bytes are sent of any other result; 0 is all.
	Most int
}

// Shortener decides what is sent of a conversation that does not fit a model's window.
// It is safe for concurrent use.
type Shortener interface {
	// Sent are the turns that are sent of a conversation: all but what its last cut
	// leaves out. It is pure, so that what was sent once is sent again as it was.
	Sent(turns []Turn) []Turn
	// Shorten gives the turn with a further cut, to be added to the conversation. An
	// error says that what must stay does not fit.
	Shorten(ctx context.Context, s Shortening) (Turn, error)
}

// Shortening is a conversation that is to be made shorter, and how much.
type Shortening struct {
	Turns []Turn // all of them
	// Room is how many tokens of turns fit, at most; half of them are to be left free.
	Room int
	// Ask gets a summary from a model; nil where none is to be asked.
	Ask func(ctx context.Context, p Prompt) (Reply, error)
}

// ErrNoRoom says that nothing is left to cut: one message alone is too large.
var ErrNoRoom = errors.New("a message does not fit by itself")

// Oversize is an error that tells how many tokens a prompt needs, with room for the
// reply, and how many the window has.
type Oversize interface {
	error
	Fits() (need, window int)
}

// maxCuts is how often a conversation is cut for one reply.
const maxCuts = 3

// complete sends the prompt that build makes of the conversation. When it does not fit the
// window, the conversation is cut and the prompt made anew; when that is not enough, it is
// made without what memory gave.
func (r *runState) complete(ctx context.Context, build func([]Turn) Prompt) (Reply, error) {
	for cuts := 0; ; cuts++ {
		turns := r.turns()
		prompt := build(turns)
		r.recordPrompt(ctx, prompt)
		reply, err := r.loop.Provider.Complete(ctx, prompt)
		if !tooLarge(err) {
			return reply, err
		}
		if cuts < maxCuts && r.cut(ctx, turns, r.loop.room(prompt, turns, err)>>cuts) == nil {
			continue
		}
		if len(r.context) == 0 {
			return reply, err
		}
		r.context, cuts = nil, -1
		r.loop.watch(Unremembered{})
	}
}

// tooLarge reports whether a provider failed because the prompt does not fit.
func tooLarge(err error) bool {
	var le *LLMError
	return errors.As(err, &le) && le.Kind == LLMTooLarge
}

// sent are the turns that are sent.
func (l *Loop) sent(turns []Turn) []Turn {
	if l.Shortener == nil {
		return turns
	}
	return l.Shortener.Sent(turns)
}

// room is how many tokens of turns fit a window, as the provider's error tells. Where only
// the server knows its window, it is taken to be what was refused.
func (l *Loop) room(p Prompt, turns []Turn, err error) int {
	size := l.size(turns)
	var over Oversize
	if !errors.As(err, &over) {
		return size
	}
	need, window := over.Fits()
	if window <= 0 || l.Tokens == nil {
		return size
	}
	fixed := l.Tokens(p) - size // what is no turn
	if need <= 0 {
		return window - fixed - window/8 // which is for the reply
	}
	return window - (need - size)
}

// size is how many tokens are sent of a conversation; 0 where nobody can tell.
func (l *Loop) size(turns []Turn) int {
	if l.Tokens == nil {
		return 0
	}
	return l.Tokens(Prompt{Turns: l.sent(turns), Nonce: l.Nonce})
}

// cut makes the conversation shorter, once.
func (r *runState) cut(ctx context.Context, turns []Turn, room int) error {
	if r.loop.Shortener == nil || r.loop.Session == nil {
		return ErrNoRoom
	}
	event := Shortened{Before: r.loop.size(turns)}
	ask := func(ctx context.Context, p Prompt) (Reply, error) {
		p.Nonce = r.loop.Nonce
		for i := range p.Turns {
			p.Turns[i].Text = Redact(r.loop.Redactor, p.Turns[i].Text)
		}
		reply, err := r.loop.Provider.Complete(ctx, p)
		if err == nil {
			event.Asked = true
			r.spent(reply)
		}
		return reply, err
	}
	cut, err := r.loop.Shortener.Shorten(ctx, Shortening{Turns: turns, Room: room, Ask: ask})
	if err != nil {
		return err
	}
	if err := r.loop.Session.Append(cut); err != nil {
		return err
	}
	event.Cut, event.After = cut.Cut, r.loop.size(append(turns, cut))
	r.recorded = 0 // the prompts that follow are others
	r.loop.watch(event)
	return nil
}

// spent accounts for a reply.
func (r *runState) spent(reply Reply) {
	r.out.Usage = r.out.Usage.Add(reply.Usage)
	r.out.Cost += reply.Cost
	r.out.Priced = r.out.Priced && reply.Priced
	r.out.Failed = append(r.out.Failed, reply.Failed...)
}

// Shorten makes the conversation shorter at a person's word: what is sent of it has at
// most half as many tokens afterwards. The watcher is told; ErrNoRoom says that there is
// nothing to leave out.
func (l *Loop) Shorten(ctx context.Context) error {
	r := &runState{loop: l, limits: l.limits()}
	turns := r.turns()
	if l.Provider == nil {
		return ErrNoRoom
	}
	return r.cut(ctx, turns, l.size(turns))
}

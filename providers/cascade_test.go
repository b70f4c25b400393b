package providers

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"pp/engine"
)

// fixed gives one reply or error, and counts how often it is asked.
type fixed struct {
	reply engine.Reply
	err   error
	asked *atomic.Int32
}

func (f fixed) Complete(context.Context, engine.Prompt) (engine.Reply, error) {
	if f.asked != nil {
		f.asked.Add(1)
	}
	return f.reply, f.err
}

// does is a provider made of a function.
type does func(ctx context.Context, p engine.Prompt) (engine.Reply, error)

func (d does) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) { return d(ctx, p) }

// answering is a provider that gives this text.
func answering(text string) engine.Provider { return fixed{reply: engine.Reply{Text: text}} }

// failing is a provider that fails with this error.
func failing(err error) engine.Provider { return fixed{err: err} }

func cascadeOf(t testing.TB, o Options, members ...Member) *Cascade {
	t.Helper()
	c, err := NewCascade(members, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func remote(name string, p engine.Provider) Member { return Member{Name: name, Provider: p} }
func local(name string, p engine.Provider) Member {
	return Member{Name: name, Local: true, Provider: p}
}

func llm(kind engine.LLMKind) engine.Provider {
	return failing(&engine.LLMError{Provider: "x", Kind: kind, Err: errors.New("no"), Hint: fmt.Sprintf("hint %d", kind)})
}

func attempts(list []engine.Attempt) string {
	var b strings.Builder
	for _, a := range list {
		fmt.Fprintf(&b, "%s: %v\n", a.Provider, a.Err)
	}
	return b.String()
}

func TestCascadeAnswers(t *testing.T) {
	refused := errors.New("connection refused")
	for _, tc := range []struct {
		name    string
		options Options
		members []Member
		text    string
		from    string
		failed  string
	}{
		{"the first", Options{}, []Member{remote("a", answering("1")), remote("b", answering("2"))}, "1", "a", ""},
		{"the second", Options{}, []Member{remote("a", failing(refused)), remote("b", answering("2"))}, "2", "b",
			"a: connection refused\n"},
		{"after a panic", Options{}, []Member{
			remote("a", does(func(context.Context, engine.Prompt) (engine.Reply, error) { panic("out of luck") })),
			remote("b", answering("2"))}, "2", "b", "a: unexpected failure: out of luck\n"},
		{"after a nil provider", Options{}, []Member{remote("a", does(nil)), remote("b", answering("2"))}, "2", "b",
			"a: unexpected failure: runtime error: invalid memory address or nil pointer dereference\n"},
		{"after a Goexit", Options{}, []Member{
			remote("a", does(func(context.Context, engine.Prompt) (engine.Reply, error) {
				runtime.Goexit()
				return engine.Reply{}, nil
			})),
			remote("b", answering("2"))}, "2", "b", "a: it ended without an answer\n"},
		{"after an empty reply", Options{}, []Member{remote("a", answering(" \n")), remote("b", answering("2"))}, "2", "b",
			"a: the reply was empty\n"},
		{"after a long reply", Options{ReplyBytes: 3}, []Member{remote("a", answering("1234")),
			remote("b", answering("123"))}, "123", "b",
			"a: the reply is too long: 4 bytes, over the limit of 3\n"},
		{"remote to local", Options{}, []Member{remote("a", failing(refused)), local("b", answering("2"))}, "2", "b",
			"a: connection refused\n"},
		{"local to local past remote", Options{}, []Member{local("a", failing(refused)), remote("b", answering("2")),
			local("c", answering("3"))},
			"3", "c", "a: connection refused\nb: " + ErrNotTried.Error() + "\n"},
		{"local to remote when allowed", Options{CrossLocal: true},
			[]Member{local("a", failing(refused)), remote("b", answering("2"))},
			"2", "b", "a: connection refused\n"},
		{"its own failed ones after", Options{}, []Member{remote("a", failing(refused)),
			remote("b", fixed{reply: engine.Reply{Text: "2", Provider: "inner",
				Failed: []engine.Attempt{{Provider: "deep", Err: refused}}}})},
			"2", "inner", "a: connection refused\ndeep: connection refused\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			reply, err := cascadeOf(t, tc.options, tc.members...).Complete(t.Context(), engine.Prompt{})
			if err != nil || reply.Text != tc.text || reply.Provider != tc.from || attempts(reply.Failed) != tc.failed {
				t.Errorf("%q from %q, failed %q, %v", reply.Text, reply.Provider, attempts(reply.Failed), err)
			}
		})
	}
}

func TestCascadeFails(t *testing.T) {
	const (
		un, later, auth = engine.LLMUnavailable, engine.LLMTryLater, engine.LLMAuth
		conf, large     = engine.LLMConfig, engine.LLMTooLarge
	)
	for _, tc := range []struct {
		name  string
		kinds []engine.LLMKind
		want  engine.LLMKind
	}{
		{"unavailable", []engine.LLMKind{un}, un},
		{"all auth", []engine.LLMKind{auth, auth}, auth},
		{"some auth", []engine.LLMKind{auth, un}, un},
		{"auth and later", []engine.LLMKind{auth, later}, later},
		{"config before all", []engine.LLMKind{un, large, later, auth, conf}, conf},
		{"too large before later", []engine.LLMKind{later, large, un}, large},
		{"later before unavailable", []engine.LLMKind{un, later}, later},
		{"a kind nobody knows", []engine.LLMKind{99}, un},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var members []Member
			var names []string
			for i, k := range tc.kinds {
				names = append(names, fmt.Sprint("p", i))
				members = append(members, remote(names[i], llm(k)))
			}
			_, err := cascadeOf(t, Options{}, members...).Complete(t.Context(), engine.Prompt{})
			var le *engine.LLMError
			if !errors.As(err, &le) || le.Kind != tc.want || !slices.Equal(le.Cascade, names) || len(le.Attempts) != len(names) {
				t.Fatalf("%#v", err)
			}
			after, ok := strings.CutPrefix(err.Error(), "no provider answered")
			if first := map[bool]string{true: ": p0: ", false: "\n  p0: "}[len(names) == 1]; !ok ||
				!strings.HasPrefix(after, first) {
				t.Errorf("it says %q", err)
			}
			if want := fmt.Sprintf("hint %d", tc.want); tc.kinds[0] != 99 && le.Hint != want {
				t.Errorf("hint %q, want %q", le.Hint, want)
			}
		})
	}
}

func TestCascadeNeverLeavesTheMachineUnasked(t *testing.T) {
	var asked atomic.Int32
	c := cascadeOf(t, Options{}, local("ollama", llm(engine.LLMTryLater)),
		remote("openai", fixed{err: errors.New("no"), asked: &asked}))
	_, err := c.Complete(t.Context(), engine.Prompt{})
	var le *engine.LLMError
	if !errors.As(err, &le) || le.Kind != engine.LLMTryLater || !errors.Is(err, ErrNotTried) || asked.Load() != 0 {
		t.Fatalf("%v, asked %d times", err, asked.Load())
	}
	if !strings.Contains(err.Error(), "openai: not tried") || !strings.Contains(err.Error(), "cascade_cross = true") {
		t.Errorf("it says %q", err)
	}
}

// TestCascadeLocalProperty: whatever the order and whoever fails, no remote
// provider is asked after a local one was, and the first willing one answers.
func TestCascadeLocalProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		var asked []string
		var members []Member
		want := ""
		fell := false
		for i := range n {
			m := Member{Name: fmt.Sprint("p", i), Local: rapid.Bool().Draw(t, "local")}
			ok := rapid.Bool().Draw(t, "ok")
			m.Provider = does(func(context.Context, engine.Prompt) (engine.Reply, error) {
				asked = append(asked, m.Name)
				if ok {
					return engine.Reply{Text: "yes"}, nil
				}
				return engine.Reply{}, errors.New("no")
			})
			members = append(members, m)
			if want == "" && ok && (m.Local || !fell) {
				want = m.Name
			}
			fell = fell || m.Local
		}
		c, err := NewCascade(members, Options{})
		if err != nil {
			t.Fatal(err)
		}
		reply, err := c.Complete(context.Background(), engine.Prompt{})
		if reply.Provider != want || (err == nil) != (want != "") {
			t.Fatalf("answered by %q, want %q: %v", reply.Provider, want, err)
		}
		local := false
		for _, name := range asked {
			m := members[slices.IndexFunc(members, func(m Member) bool { return m.Name == name })]
			if local && !m.Local {
				t.Fatalf("%s was asked after a local one: %v", name, asked)
			}
			local = local || m.Local
		}
	})
}

func TestCascadeEndsAtOnce(t *testing.T) {
	budget := &engine.BudgetError{Scope: "session", Key: "max_cost"}
	for name, end := range map[string]error{"budget": budget, "nothing to add": fmt.Errorf("offline: %w",
		engine.ErrNothingToAdd)} {
		var asked atomic.Int32
		c := cascadeOf(t, Options{}, remote("a", failing(end)),
			remote("b", fixed{reply: engine.Reply{Text: "x"}, asked: &asked}))
		if _, err := c.Complete(t.Context(), engine.Prompt{}); err != end || asked.Load() != 0 {
			t.Errorf("%s: %v, the next was asked %d times", name, err, asked.Load())
		}
	}
}

func TestCascadeCancelled(t *testing.T) {
	why := errors.New("the person pressed Ctrl-C")
	hanging := does(func(context.Context, engine.Prompt) (engine.Reply, error) { select {} })
	polite := does(func(ctx context.Context, _ engine.Prompt) (engine.Reply, error) {
		<-ctx.Done()
		return engine.Reply{}, fmt.Errorf("request: %w", ctx.Err())
	})
	for name, first := range map[string]engine.Provider{"hanging": hanging, "polite": polite} {
		var asked atomic.Int32
		c := cascadeOf(t, Options{}, remote("a", first), remote("b", fixed{reply: engine.Reply{Text: "x"}, asked: &asked}))
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(10*time.Millisecond, func() { cancel(why) })
		done := make(chan error, 1)
		go func() {
			_, err := c.Complete(ctx, engine.Prompt{})
			done <- err
		}()
		select {
		case err := <-done:
			if err != why || asked.Load() != 0 {
				t.Errorf("%s: %v, the next was asked %d times", name, err, asked.Load())
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: the cascade hangs", name)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(why)
	var asked atomic.Int32
	if _, err := cascadeOf(t, Options{}, remote("a", fixed{asked: &asked})).Complete(ctx, engine.Prompt{}); err != why ||
		asked.Load() != 0 {
		t.Errorf("cancelled before: %v", err)
	}
}

// TestCascadePreviewStops: a provider that was given up on writes no more.
func TestCascadePreviewStops(t *testing.T) {
	release, finished := make(chan struct{}), make(chan struct{})
	c := cascadeOf(t, Options{}, remote("a", does(func(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
		defer close(finished)
		p.Preview("early")
		<-release
		p.Preview("late")
		return engine.Reply{}, nil
	})))
	ctx, cancel := context.WithCancel(t.Context())
	var seen []string
	_, err := c.Complete(ctx, engine.Prompt{Preview: func(s string) {
		if seen = append(seen, s); s != "" {
			cancel()
		}
	}})
	close(release)
	<-finished
	if !errors.Is(err, context.Canceled) || !slices.Equal(seen, []string{"", "early"}) {
		t.Errorf("previewed %q, %v", seen, err)
	}
}

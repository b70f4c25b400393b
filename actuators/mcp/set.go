package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"pp/actuators/sandbox"
	"pp/engine"
	"pp/engine/effect"
)

// Errors of a Set.
var (
	// ErrDrift says that a server's tools are not those that were reviewed.
	ErrDrift = errors.New("its tools are not those that were reviewed")
	// ErrUnknown says that there is no server, or no tool of it, of a name.
	ErrUnknown = errors.New("there is no such MCP server or tool")
	// ErrLogin says that a remote server asks for a login.
	ErrLogin = errors.New("it asks for a login")
	// ErrFlood says that a server said more than is listened to.
	ErrFlood = errors.New("it said more than is listened to, and was ended")
)

// Runner starts the programs of servers in a sandbox; *sandbox.Sandbox is one.
type Runner interface {
	Service(dir string, w effect.Workspace, e effect.Effects, program []string) (sandbox.Spec, error)
	Run(ctx context.Context, spec sandbox.Spec, c sandbox.Command) (sandbox.Exit, error)
}

// Options are what a Set is told by package cli. Facts and Dir are required, and Box where servers are started.
type Options struct {
	Dir string // of pp's state, where pins and tokens are kept; created when it is needed
	// Box is asked when a server is started.
	Box func() Runner
	// Facts are those of the moment: where pp works, the workspace, the environment of commands, a view of the files.
	Facts func() engine.Facts
	// Elicit puts a server's question to the person; nil: every question is declined. What it shows must say that the
	// server asks, and escape what the server wrote.
	Elicit func(ctx context.Context, q Question) (Answer, error)
	// Mask hides secrets in what a server wrote into an error; nil hides none.
	Mask func(string) string
	// Note is told what a person should read once, such as that a server is disabled; nil: nobody.
	Note func(text string)
	// Version is pp's own, which servers are told.
	Version string
}

// Set is the servers that are configured. Nothing of it starts, connects or reads a file before it is asked for. It is
// safe for concurrent use.
type Set struct {
	opts    Options
	servers []*server // by name

	mu     sync.Mutex
	closed bool
}

// server is one server of a set.
type server struct {
	Server
	set *Set

	told sync.Once     // notes once that it writes lines that are not messages
	turn chan struct{} // holds a token while nobody uses the server: its calls come one by one

	mu     sync.Mutex
	pinned *pinned // nil: not read yet
	known  bool    // pinned is of the server as it is configured
	live   *session
}

// NewSet returns the set of these servers. An error names every entry that cannot be used; the others are in the set.
func NewSet(list []Server, o Options) (*Set, error) {
	s := &Set{opts: o}
	if o.Mask == nil {
		s.opts.Mask = func(text string) string { return text }
	}
	var errs []error
	for _, one := range list {
		if err := one.Check(); err != nil {
			errs = append(errs, err)
			continue
		}
		if s.find(one.Name) != nil {
			errs = append(errs, fmt.Errorf("the MCP server %s is there twice", one.Name))
			continue
		}
		turn := make(chan struct{}, 1)
		turn <- struct{}{}
		s.servers = append(s.servers, &server{Server: one, set: s, turn: turn})
	}
	slices.SortFunc(s.servers, func(a, b *server) int { return strings.Compare(a.Name, b.Name) })
	return s, errors.Join(errs...)
}

func (s *Set) find(name string) *server {
	for _, one := range s.servers {
		if one.Name == name {
			return one
		}
	}
	return nil
}

func (s *Set) server(name string) (*server, error) {
	if one := s.find(name); one != nil {
		return one, nil
	}
	return nil, fmt.Errorf("%w: %q", ErrUnknown, engine.Clip(name, 40))
}

// State is whether a server's tools can be used.
type State uint8

// The states.
const (
	StateNew   State = iota // it has no pins: Review and Accept add them
	StateReady              // its tools are offered
	StateDrift              // its tools changed: Review and Accept
	StateWrong              // what was pinned cannot be read
)

var stateNames = [...]string{"new", "ready", "drifted", "unreadable"}

// String returns the state in lower case.
func (s State) String() string { return stateNames[min(int(s), len(stateNames)-1)] }

// Status is what is known of a server without starting it.
type Status struct {
	Server Server
	State  State
	Why    string       // how its tools drifted, or what is wrong with its pins
	Tools  []Definition // those that are pinned
	// Withheld are tools that are not offered, with the reason.
	Withheld map[string]string
	// Names are those under which tools are offered, by their own.
	Names map[string]string
}

// Status lists the servers, by name. It reads their pins and starts nothing.
func (s *Set) Status() []Status {
	out := make([]Status, 0, len(s.servers))
	for _, one := range s.servers {
		st := Status{Server: one.Server}
		p, known, err := one.pins()
		switch {
		case err != nil:
			st.State, st.Why = StateWrong, err.Error()
		case !known:
			st.State = StateNew
		case p.Drift != "":
			st.State, st.Why, st.Tools = StateDrift, p.Drift, p.Tools
		default:
			st.State, st.Tools = StateReady, p.Tools
			_, st.Withheld = one.offer(p)
			st.Names = one.names(p.Tools)
		}
		out = append(out, st)
	}
	return out
}

// Review is what a person looks at before a server's tools are used again.
type Review struct {
	Name    string
	Tools   []Definition // as the server has them now
	Changes []Change     // from what was pinned
	// Says are its instructions as they are now, and Said as they were pinned.
	Says, Said string
	// Withheld are tools that will not be offered, with the reason, and Names those under which the others will be.
	Withheld, Names map[string]string
}

// Review starts a server and compares its tools with those that are pinned. It changes nothing.
func (s *Set) Review(ctx context.Context, name string) (Review, error) {
	r := Review{Name: name}
	one, err := s.server(name)
	if err != nil {
		return r, err
	}
	err = one.use(ctx, listTime, true, func(ctx context.Context, live *session) error {
		r.Tools, r.Says = live.tools, live.says
		return nil
	})
	if err != nil {
		return Review{Name: name}, err
	}
	p, _, _ := one.pins() // of an earlier entry too; unreadable ones are none
	r.Changes, r.Said = changes(p.Tools, r.Tools), p.Says
	_, r.Withheld = one.offer(pinned{Tools: r.Tools})
	r.Names = one.names(r.Tools)
	return r, nil
}

// Accept pins exactly the tools that were reviewed.
func (s *Set) Accept(r Review) error {
	one, err := s.server(r.Name)
	if err != nil {
		return err
	}
	return one.keep(pinned{Identity: one.identity(), Tools: r.Tools, Says: r.Says})
}

// Close ends every server that was started. It takes some seconds at most.
func (s *Set) Close() error {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	var wait sync.WaitGroup
	for _, one := range s.servers {
		wait.Go(func() { one.end(nil) })
	}
	wait.Wait()
	return nil
}

// pins are what is pinned of a server, and whether that is of the server as it is configured.
func (one *server) pins() (pinned, bool, error) {
	one.mu.Lock()
	defer one.mu.Unlock()
	if one.pinned != nil {
		return *one.pinned, one.known, nil
	}
	p, known, err := readPins(one.set.opts.Dir, one.Server)
	if err == nil {
		one.pinned, one.known = &p, known
	}
	return p, known, err
}

// keep pins tools, on disk first.
func (one *server) keep(p pinned) error {
	p.Version = 1
	if err := checkSet(p.Tools); err != nil {
		return err
	}
	if err := writePins(one.set.opts.Dir, one.Name, p); err != nil {
		return err
	}
	one.mu.Lock()
	defer one.mu.Unlock()
	one.pinned, one.known = &p, true
	return nil
}

// drifted compares what a server has now with what is pinned, and disables it where that differs.
func (one *server) drifted(now *session) error {
	p, known, err := one.pins()
	if err != nil {
		return err
	}
	if !known || p.Drift == "" && setHash(p.Tools) == setHash(now.tools) && p.Says == now.says {
		return nil // nothing was reviewed that it could differ from, or it does not
	}
	if p.Drift == "" {
		p.Drift = inWords(changes(p.Tools, now.tools))
		if p.Says != now.says {
			p.Drift += ", and its instructions"
		}
		if err := one.keep(p); err != nil {
			return err
		}
		one.note("the MCP server " + one.Name + " is disabled, as its tools changed (" + p.Drift +
			"); look at them with `pp mcp review " + one.Name + "`")
	}
	return fmt.Errorf("the MCP server %s is disabled: %w (%s); a person looks at them with `pp mcp review %s`", one.Name,
		ErrDrift, p.Drift, one.Name)
}

// stray notes once that a server writes lines that are not messages to its standard output.
func (one *server) stray(live *session) {
	line := live.heard.odd()
	if line == "" {
		return
	}
	one.told.Do(func() {
		one.note(fmt.Sprintf("the MCP server %s wrote a line to its standard output that is not a message; pp skips "+
			"such lines: %q", one.Name, engine.Clip(one.set.opts.Mask(line), 200)))
	})
}

func (one *server) note(text string) {
	if one.set.opts.Note != nil {
		one.set.opts.Note(text)
	}
}

// times of what is done with a server.
const (
	startTime = 60 * time.Second // until it has said what it is, and what its tools are
	listTime  = 30 * time.Second
	callTime  = 60 * time.Second
	endTime   = 3 * time.Second // until one that was told to end is left alone
)

package effect

import (
	"slices"
	"strconv"
	"strings"

	"pp/engine/cause"
)

// Effects is what an action would do, each effect on what. It is what rules
// look at: a file tool, a shell command and a fetched address are judged alike.
// The zero value has no effects, as a message has none.
type Effects struct {
	Reads, Writes, Deletes, Metadata []Path
	Runs                             []Program
	Connects, Listens                []Endpoint
	Loopback                         []Endpoint // of connections and servers that stay among a conversation's commands
	Sockets                          []Socket
	Signals                          []Process
	Escalates                        []Escalation
	Remembers, Recalls               []Memory
	Messages                         []Message
	Calls                            []Call
	Opaque                           []Opaque
	// Hazards are combinations that are dangerous whatever their parts are:
	// downloaded data that is executed, a fork bomb, text that deceives.
	Hazards []Hazard
}

// Span says where in an action an effect stands.
type Span struct {
	Arg        string // the tool argument, lower case; "" for a command
	Start, End int    // byte offsets in the command or argument; equal when unknown
	Word       int    // 1-based word of the simple command; 0 when unknown
}

// Path is a file system path that an action touches.
type Path struct {
	Given  string // as written
	Name   string // absolute, with every link resolved
	Links  uint64 // hard links to an existing file; 0 when it does not exist
	Exists bool
	Dir    bool
	// Is says which file was there when it was judged; zero when there was none.
	Is Identity
	// Linked says that a symbolic link was followed to get to Name.
	Linked bool
	// Tree says that everything below the path is touched too.
	Tree bool
	// LinkOut says of a link that is written that it may lead to outside the workspace.
	LinkOut bool
	// Part says of a write that it is to a part of a repository or of the workspace.
	Part Part
	// Access says how much of it a read takes.
	Access Access
	// Ends says of a tree that is read how the names of the files end that are; 0 is any name.
	Ends Ends
	// Shown limits a read of git's contents to the files that git log, show or diff lists with these words; "" is all.
	Shown string
	Span  Span
}

// Access is how much of a path is read. The zero Access is all that it holds.
type Access uint8

// The kinds of access.
const (
	AccessContent Access = iota
	AccessFound          // what it holds too, of a file that a pattern found
	AccessName           // no more than a listing tells: that it is there, its kind, size, times, owner and mode
	AccessPublic         // what it holds but for what is private, and secret files of a tree, which the tool leaves out
	AccessVisible        // what a tree holds, but of files and directories whose names begin with a dot
	AccessTracked        // what git has of a tree, in its index or in commits
	AccessChanged        // of that, what is otherwise in the tree itself
)

// Identity tells a file from another one that takes its place, and from itself
// with other content.
type Identity struct {
	Dev, Inode uint64
	Size       int64
	Modified   int64 // nanoseconds since 1970
}

// ProgramClass is what the knowledge table says of a program with these words.
type ProgramClass uint8

// The classes. An unknown program is the zero value and asks.
const (
	ProgramUnknown ProgramClass = iota
	ProgramReads                // known to read only, with these flags
	ProgramActs                 // known, its effects are listed beside it
	ProgramBuilds               // the workspace's own build or tests
)

// Program is a program that an action would run.
type Program struct {
	Name  string   // as written
	Path  string   // resolved, or "" for a builtin or one that was not found
	Words []string // the literal words, the name first
	// Also lists other names for it in permissions and rules. A file of the workspace that PATH finds has its bare name
	// and its paths from the root of the workspace.
	Also []string
	// Canonical is the base name and subcommand without global flags, such as
	// "git push", for patterns; "" when the table does not know the program.
	Canonical string
	Class     ProgramClass
	// Script is the resolved path of the file it interprets, if it does.
	Script string
	// Told names the files that tell a build what to run, in lower case and with stars. In names the directories where
	// it looks for them first; it also looks above those.
	Told, In []string
	// Lists says that it tells no more of the files among its words than AccessName does.
	Lists bool
	Span  Span
}

// Endpoint is a network address that an action connects to or listens on.
type Endpoint struct {
	Given  string
	Scheme string // lower case, "" when not known
	Host   string // as it really is: lower case ASCII, or a numeric address
	Port   int    // 0 when not known
	// Odd says why the address is not an ordinary one, "" when it is: user
	// information, a numeric or encoded name, a look-alike.
	Odd cause.Kind
	// Listable says that what is odd, if anything, is the host just as it is written, an address in its usual form or an
	// encoded or private name: a person who lists this very host means it.
	Listable bool
	// Tool says that fetch-url would make the connection, not a command.
	Tool bool
	Span Span
}

// Socket is a local socket, by path or abstract name.
type Socket struct {
	Name string
	Span Span
}

// Process is a process or a group of them that would be signalled.
type Process struct {
	Name string // as written: a number, a name, "-1"
	Span Span
}

// Escalation is an attempt to become another user.
type Escalation struct {
	How  string // the program
	Span Span
}

// Memory is a part of what pp remembers, that an action adds to or asks.
type Memory struct {
	Scope MemoryScope
	// Untrusted says of what is remembered that it may come from untrusted text: that it
	// keeps that origin for good.
	Untrusted bool
	Span      Span
}

// Message is one to a person, whom a messenger brings it.
type Message struct {
	Medium string   // the messenger, lower case
	To     string   // by the identity that it gives the person
	Files  []string // resolved paths of what is sent with it, which are read too
	Span   Span
}

// Address is the person with the messenger: "telegram:123".
func (m Message) Address() string { return m.Medium + ":" + m.To }

// Call is a call of a tool of a server outside of pp, which nobody here can look into.
type Call struct {
	Server, Tool string // as the person and as the server name them
	// Pin is a hash of all that the server says of its tools, and of how it is started or reached: what
	// was there when it was reviewed.
	Pin string
	// Granted says that the other effects are all that the server can have, since it runs in a sandbox made from them.
	Granted bool
	// Destroys says that the server itself says that the tool destroys or overwrites something.
	Destroys bool
}

// Address is the tool with its server, and the beginning of its pin: "github/list_issues@0123456789abcdef…". What is
// granted to it is void when any of that changes.
func (c Call) Address() string { return c.Server + "/" + c.Tool + "@" + c.Pin[:min(len(c.Pin), 32)] }

// MemoryScope says whose memory it is. The zero value is everybody's.
type MemoryScope uint8

// The scopes, widest first.
const (
	MemoryAll          MemoryScope = iota // of every workspace and conversation
	MemoryMemex                           // the person's, known in every workspace
	MemoryHere                            // the memex, this workspace and this conversation
	MemoryWorkspace                       // of this workspace
	MemoryConversation                    // of this conversation
)

var memoryScopes = [...]string{"all", "memex", "here", "workspace", "conversation"}

// String returns the scope in lower case.
func (s MemoryScope) String() string {
	if int(s) >= len(memoryScopes) {
		return memoryScopes[MemoryAll]
	}
	return memoryScopes[s]
}

// ParseMemoryScope finds a scope by its name, in any case.
func ParseMemoryScope(name string) (MemoryScope, bool) {
	i := slices.Index(memoryScopes[:], strings.ToLower(name))
	return MemoryScope(max(i, 0)), i >= 0
}

// Opaque is a part that could not be read before it runs.
type Opaque struct {
	Text  string // the part as written
	Cause cause.Cause
	// Position of the part that makes it matter: a command name, the operand of
	// a writer or deleter, or elsewhere.
	Place OpaquePlace
	// Tree says that the command acts on everything below the operand too.
	Tree bool
	Span Span
}

// OpaquePlace says in what position an opaque part stands.
type OpaquePlace uint8

// The places. The zero value is the most severe.
const (
	OpaqueCommand OpaquePlace = iota
	OpaqueDelete
	OpaqueWrite
	OpaqueOperand
)

// Hazard is a dangerous combination found while reducing an action to effects.
type Hazard struct {
	Rule  string // a row of the rule table
	Cause cause.Cause
	// Asks says that a person may answer for it; else it is denied.
	Asks bool
	// Stays says that all that the program changes is in the workspace, so that it is gone with a layer. What it shows or
	// sends is not.
	Stays bool
	Span  Span
}

// Kind names the list of Effects that an effect is in.
type Kind uint8

// The kinds. KindAction is the whole action, for rules about its form.
const (
	KindAction Kind = iota
	KindRead
	KindWrite
	KindDelete
	KindMetadata
	KindRun
	KindConnect
	KindListen
	KindSocket
	KindSignal
	KindEscalate
	KindOpaque
	KindHazard
	KindText
	KindRemember
	KindRecall
	KindMessage
	KindCall
	KindLoopback
)

var kindNames = [...]string{"action", "read", "write", "delete", "metadata", "run", "connect", "listen",
	"socket", "signal", "escalate", "opaque", "hazard", "text", "remember", "recall", "message", "call",
	"loopback"}

// String returns the kind in lower case.
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return "unknown"
	}
	return kindNames[k]
}

// ParseKind finds a kind by its name in lower case.
func ParseKind(name string) (Kind, bool) {
	i := slices.Index(kindNames[:], name)
	return Kind(max(i, 0)), i >= 0
}

// Effect is one effect, for a finding to be about. It is comparable.
type Effect struct {
	Kind    Kind
	Subject string // the resolved path, the program, host:port, or the text of the part
	Span    Span
}

// Address is host:port, or the host where the port is not known.
func (e Endpoint) Address() string {
	if e.Port == 0 {
		return e.Host
	}
	if strings.Contains(e.Host, ":") {
		return "[" + e.Host + "]:" + strconv.Itoa(e.Port)
	}
	return e.Host + ":" + strconv.Itoa(e.Port)
}

// Program is the program that an effect belongs to: the one that the effect is
// about, else the one with the shortest span around it. It is what permissions
// and learned rules match.
func (e Effects) Program(of Effect) (Program, bool) {
	best := -1
	for i, r := range e.Runs {
		if of.Kind == KindRun && of.Span == r.Span && of.Subject == r.Name {
			return r, true
		}
		if of.Span.Start < r.Span.Start || of.Span.End > r.Span.End {
			continue
		}
		if best < 0 || r.Span.End-r.Span.Start < e.Runs[best].Span.End-e.Runs[best].Span.Start {
			best = i
		}
	}
	if best < 0 {
		return Program{}, false
	}
	return e.Runs[best], true
}

// Restates reports whether a hazard of the rule "history" says no more than that its
// program changes a repository's own data, which the effects say part by part, and no
// file of the working tree.
func (e Effects) Restates(h Effect) bool {
	p, ok := e.Program(h)
	if !ok || h.Kind != KindHazard || h.Subject != "history" {
		return false
	}
	changes := false
	for _, w := range slices.Concat(e.Writes, e.Deletes) {
		q, ok := e.Program(Effect{Kind: KindWrite, Subject: w.Name, Span: w.Span})
		if !ok || q.Span != p.Span {
			continue
		}
		if changes = w.Part.Git(); !changes {
			return false
		}
	}
	return changes
}

// None reports whether there is no effect at all.
func (e Effects) None() bool { return len(e.All()) == 0 }

// Harmless reports whether the effects are reads, recalls, programs known to read
// only, and nothing else: what may happen before the record of it is safe on disk.
func (e Effects) Harmless() bool {
	for _, r := range e.Runs {
		if r.Class != ProgramReads {
			return false
		}
	}
	return len(e.Writes)+len(e.Deletes)+len(e.Metadata)+len(e.Connects)+len(e.Listens)+len(e.Loopback)+
		len(e.Sockets)+len(e.Signals)+len(e.Escalates)+len(e.Remembers)+len(e.Messages)+len(e.Calls)+len(e.Opaque)+
		len(e.Hazards) == 0
}

// Stake is how much hangs on an action. Where it is not done, or fails, only what has as much of it stands for it.
type Stake uint8

// The stakes. The zero Stake is that of an action without effects.
const (
	StakeLook   Stake = iota // it only reads or speaks
	StakeCheck               // it runs what builds or tests, whatever that leaves
	StakeChange              // it may change something
)

// Stake is what the effects, if they are all, make of an action.
func (e Effects) Stake() Stake {
	if e.Harmless() {
		return StakeLook
	}
	e.Runs = slices.DeleteFunc(slices.Clone(e.Runs), func(r Program) bool {
		return r.Class == ProgramBuilds
	})
	if e.Harmless() {
		return StakeCheck
	}
	return StakeChange
}

// InFiles reports whether whatever the effects change is files: a result tells of those that changed.
func (e Effects) InFiles() bool {
	return len(e.Connects)+len(e.Listens)+len(e.Loopback)+len(e.Sockets)+len(e.Signals)+len(e.Escalates)+len(e.Remembers)+
		len(e.Messages)+len(e.Calls) == 0
}

// All lists every effect in a fixed order: by kind, then as found.
func (e Effects) All() []Effect {
	var out []Effect
	paths := func(kind Kind, list []Path) {
		for _, p := range list {
			out = append(out, Effect{kind, p.Name, p.Span})
		}
	}
	paths(KindRead, e.Reads)
	paths(KindWrite, e.Writes)
	paths(KindDelete, e.Deletes)
	paths(KindMetadata, e.Metadata)
	for _, r := range e.Runs {
		out = append(out, Effect{KindRun, r.Name, r.Span})
	}
	for _, c := range e.Connects {
		out = append(out, Effect{KindConnect, c.Address(), c.Span})
	}
	for _, l := range e.Listens {
		out = append(out, Effect{KindListen, l.Address(), l.Span})
	}
	for _, l := range e.Loopback {
		out = append(out, Effect{KindLoopback, l.Address(), l.Span})
	}
	for _, s := range e.Sockets {
		out = append(out, Effect{KindSocket, s.Name, s.Span})
	}
	for _, s := range e.Signals {
		out = append(out, Effect{KindSignal, s.Name, s.Span})
	}
	for _, s := range e.Escalates {
		out = append(out, Effect{KindEscalate, s.How, s.Span})
	}
	for _, m := range e.Remembers {
		out = append(out, Effect{KindRemember, m.Scope.String(), m.Span})
	}
	for _, m := range e.Recalls {
		out = append(out, Effect{KindRecall, m.Scope.String(), m.Span})
	}
	for _, m := range e.Messages {
		out = append(out, Effect{KindMessage, m.Address(), m.Span})
	}
	for _, c := range e.Calls {
		out = append(out, Effect{KindCall, c.Address(), Span{}})
	}
	for _, o := range e.Opaque {
		out = append(out, Effect{KindOpaque, o.Text, o.Span})
	}
	for _, h := range e.Hazards {
		out = append(out, Effect{KindHazard, h.Cause.String(), h.Span})
	}
	return out
}

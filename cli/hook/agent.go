package hook

import (
	"encoding/json"
	"slices"

	"pp/engine"
)

// Agent is one other agent: how its hook's input reads, and what answer it obeys. It is a value
// without state, safe for concurrent use.
type Agent interface {
	// Read reads what the agent hands its hook before a call. An error denies the call: what is
	// not of the expected form is never guessed at.
	Read(input []byte) (Call, error)
	// Write is the answer in the agent's own form. It never fails: what cannot be said in that
	// form is [Refusal].
	Write(c Call, a Answer) Reply
}

// The events of Claude Code and those who follow it: before each call, and before a person is asked about one.
const (
	beforeCall     = "PreToolUse"
	beforeQuestion = "PermissionRequest"
)

// likeClaude begins to read a call as Claude Code tells of it, and those who follow it, of one of these events.
func likeClaude(input []byte, events ...string) (Fields, Call) {
	in := ReadFields(input)
	c := Call{Session: in.Optional("session_id"), Dir: in.Optional("cwd"), Tool: in.Text("tool_name"),
		Event: in.Text("hook_event_name"), Input: in.Raw("tool_input")}
	if !slices.Contains(events, c.Event) {
		in.fail("the event %.40q is not one that is judged: install it for %s", c.Event, events[0])
	}
	return in, c
}

// Call is one tool call of another agent, as its hook's input says it.
type Call struct {
	Session string // of the agent, "" where it does not say
	Dir     string // where the call is made; "" is the directory of this process
	Tool    string // the tool's name in the agent's own spelling
	Event   string // the hook's event in the agent's own spelling
	// Deeds are what the call would do, all of which are judged. A call without any is denied.
	Deeds []Deed
	Input json.RawMessage // the tool's arguments, as they came
	// Asks says that the agent asks its person when it is told to. Else what asks is denied with a
	// token, and `pp approve TOKEN` lets this very call through once.
	Asks bool
	// Interactive says that the model may type to a command that runs, without being judged.
	Interactive bool
	// Rewrites says that the agent runs [Answer.Command] in the place of its own.
	Rewrites bool
}

// Deed is one thing that a call would do: one of Command, File, Fetch, Unknown and None.
type Deed interface{ deed() }

// Command is a command line for a POSIX shell.
type Command struct{ Text string }

// File is an operation on a path, which may be relative to [Call.Dir] and may begin with ~.
type File struct {
	Op   FileOp
	Path string // "" is [Call.Dir], for List and Search only
	// Content is what would be written: of an Edit the new text alone, all of it where there are
	// several.
	Content string
	Old     string // of an Edit: the text that the new one replaces, "" where there is none
}

// FileOp is what is done to a path. Its zero value is denied.
type FileOp uint8

// The operations.
const (
	OpNone  FileOp = iota
	Read           // the content of a file
	Write          // a whole file
	Edit           // parts of a file
	Delete         // a file or a tree
	List           // the names in a tree
	Search         // the content of all files of a tree
	fileOps        // how many there are
)

// Fetch gets a URL.
type Fetch struct{ URL string }

// Unknown is a tool of which nobody knows what it does: one of an MCP server, or one that is newer
// than this pp. It is judged by [hook] unknown and [permissions] of the configuration.
type Unknown struct{ Name string }

// None is a call without effects, such as a list of things to do, or a plan.
type None struct{}

func (Command) deed() {}
func (File) deed()    {}
func (Fetch) deed()   {}
func (Unknown) deed() {}
func (None) deed()    {}

// Answer is what is to be said of a call. Its zero value denies.
type Answer struct {
	Decision engine.Decision // Allow, Ask or Deny; Ask only where [Call.Asks]
	Reason   string          // in sentences that the model and the person read; with the token, if there is one
	Token    string          // of a denial that a person can approve, else ""
	// Command is what to run in the place of the call's own command, "" to leave it as it is. Only an
	// Allow of a call that [Call.Rewrites] has one.
	Command string
	// Explicit says that an Allow is to be told to the agent, so that it does not ask its person
	// itself. Else an Allow says nothing, and what the agent asks of itself it goes on asking.
	Explicit bool
}

// Reply is what the process says: what it prints, and its exit code.
type Reply struct {
	Stdout, Stderr []byte
	Code           int
}

// refused is the exit code by which every agent's hook blocks a call.
const refused = 2

// Refusal blocks a call in the form that needs no parsing: exit code 2, with a reason on standard
// error.
func Refusal(reason string) Reply {
	return Reply{Stderr: []byte("pp: " + reason + "\n"), Code: refused}
}

// JSON is a reply that prints a value as one line of JSON, with exit code 0.
func JSON(v any) Reply {
	data, err := json.Marshal(v)
	if err != nil {
		return Refusal("the answer could not be written as JSON")
	}
	return Reply{Stdout: append(data, '\n')}
}

// registered are the agents by name: each in a file of its own, none ever guessed from the input.
func registered() []named {
	return []named{
		{"claude", claude{}},
		{"codex", codex{}},
		{"copilot", copilot{}},
		{"crush", crush{}},
		{"cursor", cursor{}},
		{"gemini", gemini{}},
		{"opencode", opencode{}},
		{"qwen", qwen{}},
		{"windsurf", windsurf{}},
	}
}

type named struct {
	name  string
	agent Agent
}

// Find is the agent of a name.
func Find(name string) (Agent, bool) {
	for _, n := range registered() {
		if n.name == name {
			return n.agent, true
		}
	}
	return nil, false
}

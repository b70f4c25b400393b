package hook

import (
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
)

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

// Unknown is a tool whose effects pp does not know: one of an MCP server, or one that is newer
// than this pp. It is judged by [hook] unknown and [permissions] of the configuration.
type Unknown struct{ Name string }

// None is a call without effects, such as a list of things to do, or a plan.
type None struct{}

func (Command) deed() {}
func (File) deed()    {}
func (Fetch) deed()   {}
func (Unknown) deed() {}
func (None) deed()    {}

// Read reads what the agent hands its hook before a call. An error denies the call: what is
// not of the expected form is never guessed at.
func (a Agent) Read(input []byte) (Call, error) {
	in, n := ReadFields(input), a.names
	c := Call{Session: in.Optional(n.session), Dir: in.Optional(n.dir), Tool: in.Text(n.tool), Event: a.events[0],
		Input: in.Raw(n.input)}
	if n.event != "" {
		c.Event = in.Text(n.event)
	}
	if !slices.Contains(a.events, c.Event) {
		in.fail("the event %.40q is not one that is judged: install it for %s", c.Event, a.events[0])
	}
	c.Asks = slices.Contains(a.asks, c.Event)
	if text := ""; a.textInput && json.Unmarshal(c.Input, &text) == nil {
		if c.Tool == "apply_patch" && !json.Valid([]byte(text)) {
			c.Deeds = patched(in, text)
			return c, in.Err()
		}
		c.Input = json.RawMessage(text)
	}
	args := ReadFields(c.Input)
	if err := args.Err(); err != nil {
		in.fail("%q: %w", n.input, err)
	}
	args.err = in.err
	c.Deeds = a.deeds(c.Tool, args)
	if slices.ContainsFunc(c.Deeds, isCommand) {
		c.Dir = within(c.Dir, args.Optional(a.commandDir))
		c.Rewrites = c.Tool == a.rewrites && c.Event == a.events[0]
		c.Interactive = a.interactive
	}
	return c, in.Err()
}

// deeds returns what a tool does when it is called with these arguments.
func (a Agent) deeds(tool string, args Fields) []Deed {
	if read := a.tools[tool]; read != nil {
		return read(args)
	}
	if slices.Contains(a.harmless, tool) {
		return []Deed{None{}}
	}
	return []Deed{Unknown{tool}}
}

func isCommand(d Deed) bool {
	_, ok := d.(Command)
	return ok
}

// within returns a directory, or the one that a name says from there.
func within(dir, name string) string {
	switch {
	case name == "":
		return dir
	case filepath.IsAbs(name):
		return name
	}
	return filepath.Join(dir, name)
}

// globbed returns the directory below which everything is that a pattern finds, which is looked for from
// another.
func globbed(dir, pattern string) string {
	switch base := globBase(pattern); {
	case base == ".":
		return dir
	case dir == "" || path.IsAbs(base):
		return base
	default:
		return path.Join(dir, base)
	}
}

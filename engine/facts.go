package engine

import (
	"fmt"
	"io"

	"pp/engine/cause"
	"pp/engine/effect"
)

// Facts is everything a judgement may depend on besides the action. Two
// judgements over equal facts are equal.
type Facts struct {
	Dir       string // working directory, absolute and resolved
	Home      string // the person's home directory, "" when there is none
	Temp      string // the temporary directory
	User      string // the person's name, for ~name
	UID       int
	Workspace effect.Workspace
	// FS observes each path once, so that all gates see the same tree.
	FS  effect.FS
	Env Environment // what a child process would get
	// Exported are the variables that earlier commands exported. A command is judged as if it began by exporting them.
	Exported Environment
	Scratch  Scratch // FS shows it
	// OpenEnv says that other variables may be set too, and arguments given, to what nobody knows yet: a script that
	// stands in a file is called by others.
	OpenEnv bool
	// Script is the file that the action is the text of, absolute; "" for none.
	Script string
	// Tools are the tools that exist, by name.
	Tools ToolTable
	// Own are paths of pp itself: configuration, state, binary. No action may
	// touch them.
	Own Own
	// Private tells what of files stays with the person; nil: nothing does.
	Private Privacy

	Permissions []Permission
	Grants      []Grant // session grants and learned rules, in that order
	AcceptEdits bool
	// Kept tells what could be had again if it was deleted; nil knows of nothing.
	Kept Recoverer
	// Commits finds the secret files in git; if nil, only those in the index are known.
	Commits Commits
	Hosts   []string // hosts that fetch-url may contact, as effect.HostListed reads them
	// RunHosts are those of Hosts that were allowed for this run alone: no gate looks at
	// them, but a replay of the run does.
	RunHosts    []string
	Rules       RuleTable
	Confinement Confinement
	// Listening reports whether a program of the machine listens on a port; nil where the commands have no loopback of
	// their own.
	Listening func(port int) (bool, error)
	// AskUnconfined makes programs that only read ask too where Confinement holds
	// nothing; the others always ask there.
	AskUnconfined bool
	// RequireExplanation denies an action without an explanation.
	RequireExplanation bool
	// AskBefore has every question asked before the action is done.
	AskBefore bool
	Flows     []Flow // what this session has read so far
	// Attempts are what the last commands tried to reach although the sandbox keeps it away, once there were several in a
	// row that nobody was asked about.
	Attempts []cause.Cause
	// Evaluated names what was defined in this conversation by evaluating it, in upper case;
	// nil: nobody wants to know.
	Evaluated []string
	// Messengers are whom each messenger that is set up may write to at all, by the identities
	// that it gives people.
	Messengers map[Target][]string
	// Occasion is what the action answers.
	Occasion Occasion
}

// Occasion is what of the signal a judgement may depend on. The zero value is a person's
// input.
type Occasion struct {
	Sensor Sensor // SensorNone is :USER-INPUT
	Source Target // "" is :CLI
	Depth  int
	Chat   string // as Meta.Chat
}

// Asked reports whether somebody is who asked for it, and is answered where they did.
func (o Occasion) Asked(t Target, to string) bool {
	return t.Messenger() && t == o.Source && to != "" && to == o.Chat
}

// Recoverer tells what could be had again if it was deleted.
type Recoverer interface {
	// Recoverable reports whether all that stands at a resolved path, and below it, is in
	// git with the content that it has, or was made by this run.
	Recoverable(name string) bool
	// Ignored reports whether git leaves a resolved path out, which is that of a directory or not.
	Ignored(name string, dir bool) bool
}

// Commits tells what git holds in repositories. It must be safe for concurrent use.
type Commits interface {
	// Secrets returns the secret files in all commits and in the index of the repository with that git directory, each
	// as the object's name, a space and the path from the top of the working tree. With the words of a git log or git
	// diff, it returns only those that this command shows. known is false when pp could not search everything.
	Secrets(dir string, shown ...string) (files []string, known bool)
	// Removed returns the paths, from the top of the working tree, that the current commit has and the index has not.
	// known is false when pp could not ask git.
	Removed(dir string) (files []string, known bool)
}

// Privacy tells what of a person's files no model is shown. It must be safe for
// concurrent use, and depend on nothing but what it is asked.
type Privacy interface {
	// Whole reports whether a resolved path is private, or below one that is.
	Whole(name string) bool
	// MayHold reports whether a file of that name can have private parts beside others.
	MayHold(name string) bool
	// Parts is how many parts of the text of such a file are private.
	Parts(text string) int
}

// Own lists what belongs to pp and is judged by the self-build rule.
type Own struct {
	Paths  []string // configuration, state and cache directories
	Binary string
	Device uint64 // with Inode, the binary whatever its name
	Inode  uint64
}

// Environment is the child environment, name to value.
type Environment map[string]string

// Pattern says which actions a permission or a grant is about. An empty field
// matches anything; a pattern with only empty fields matches nothing.
type Pattern struct {
	Tool  string   // a tool's name or "shell", "message", "eval-form"
	Words []string // for commands: literal words, "*" for the rest
	Path  string   // a resolved path or directory prefix ending in "/"
	Host  string
}

// Permission is one line of a permission table.
type Permission struct {
	Text     string // as written
	Pattern  Pattern
	Decision Decision
	Where    string // the layer and position it came from
	Layer    int    // entries of one layer compete by how specific they are; layers by how strict
}

// AllowFlag is where a permission comes from that holds for one run.
const AllowFlag = "--allow"

// Grant is a waiver a person gave: for this session, or for good (a learned rule).
type Grant struct {
	ID      string
	Learned bool
	Pattern Pattern
	Kinds   []effect.Kind // the kinds of effect it covers
	Script  string        // digest of the script it is bound to, if any
	Where   string        // where it was given, for the trace
	// Edits says that it is for ordinary edits below Pattern.Path, whatever makes them: what
	// --accept-edits is for, of the kinds that it covers.
	Edits bool
	// New narrows it to files that are not there yet.
	New bool
}

// RuleTable changes the default rules, row to decision; denials never change.
type RuleTable map[string]Decision

// Confinement is what this machine can enforce on a command, known before the
// verdict. The zero value enforces nothing.
type Confinement struct {
	Files   FilesBy
	Network bool // no network unless approved
	Sockets bool // no local sockets outside the sandbox
	Tree    bool // the whole process tree ends with the command
	Layers  bool // what a command changes can be looked at, and dropped, before it is there
	Assumed bool // supplied by --assume-confined; only for judging
}

// FilesBy says what keeps a command from other files.
type FilesBy uint8

// The means, weakest first.
const (
	FilesNone FilesBy = iota
	FilesLandlock
	FilesMounts
)

var filesNames = [...]string{"none", "landlock", "mounts"}

// String returns the means in lower case.
func (f FilesBy) String() string { return nameOf(filesNames[:], int(f)) }

// Confined reports whether a command judged to read only can only read.
func (c Confinement) Confined() bool {
	return c.Files == FilesMounts && c.Network && c.Sockets && c.Tree
}

// Flow is something this session has read that must not leave unasked.
type Flow struct {
	Secret  bool   // else it is untrusted
	Subject string // a path, an address, "standard input"
	Turn    int
}

// Secret is a value that never prints.
type Secret struct {
	Name string // under what name it is stored
	// value is behind a pointer, because what prints a value without asking it,
	// such as fmt for a verb that does not fit, shows the pointer's address.
	value *string
}

// NewSecret wraps a secret value.
func NewSecret(name, value string) Secret { return Secret{Name: name, value: &value} }

// Reveal is the value itself, for comparing and for sending to whom it belongs.
func (s Secret) Reveal() string {
	if s.value == nil {
		return ""
	}
	return *s.value
}

// Masked is what stands in the place of a secret.
const Masked = "[MASKED]"

// Format implements fmt.Formatter: [MASKED] for every verb and flag. Without it
// fmt would print the fields for the verbs that are not for strings.
func (Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, Masked) }

// String returns [MASKED], for what calls it without fmt.
func (Secret) String() string { return Masked }

// MarshalText returns [MASKED], so that encoders do not leak.
func (Secret) MarshalText() ([]byte, error) { return []byte(Masked), nil }

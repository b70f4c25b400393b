package table

import (
	"pp/engine/effect"
)

// Word is one word of a simple command, as far as it could be expanded. The zero Word is empty and known.
type Word struct {
	Text  string // the word, when Known
	Known bool
	// Many says that the word may turn into none or several words.
	Many bool
	// Flagless says of an unknown word that no word it turns into is a flag.
	Flagless bool
	// Prefix is what an unknown word is known to begin with.
	Prefix string
	Span   effect.Span
}

// Kind says what a command does with an operand.
type Kind uint8

// The kinds. A path is as given, relative to the command's directory.
const (
	Plain        Kind = iota // text without an effect of its own
	Read                     // file that is read, or directory that is listed
	ReadTree                 // path that is read with everything below it
	Write                    // file or directory that is created or overwritten
	WriteTree                // path below which files are created or overwritten
	Into                     // destination of a copy or move: the path, or names of the sources below it
	Append                   // file that is appended to
	Delete                   // file that is deleted
	DeleteTree               // path that is deleted with everything below it
	Metadata                 // path whose mode, owner, times or attributes change
	MetadataTree             // the same for everything below it
	Link                     // target of a link being made; the link itself is a Write or Into
	Directory                // directory in which everything after takes place: cd, -C
	Connect                  // host, host:port, user@host:path or address that is contacted
	Listen                   // address or port that is listened on
	Socket                   // local socket, by path
	Signal                   // process: a number, a name, a pattern, a job
	Run                      // command: the words From up to To
	Shell                    // shell script text
	Code                     // text of the Language
	Script                   // file that is interpreted, in the Language when it is known
	Source                   // file of configuration or code that the program may carry out
	Env                      // assignment NAME=VALUE for the commands in the same argv
	User                     // account that is asked about, acted for or changed
	Part                     // part of a repository or of the workspace that changes, where no word names its files
)

var kindNames = [...]string{"plain", "read", "read-tree", "write", "write-tree", "into", "append", "delete",
	"delete-tree", "metadata", "metadata-tree", "link", "directory", "connect", "listen", "socket", "signal",
	"run", "shell", "code", "script", "source", "env", "user", "part"}

// String returns the kind in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Fill says where the words come from that complete the argv of a Run operand.
type Fill uint8

// The sources. FillNone means that From up to To is the whole command.
const (
	FillNone  Fill = iota
	FillTree       // paths below the ReadTree operands of the same command (find -exec)
	FillInput      // lines or words of standard input or of a file (xargs)
)

// Listing says how a list separates names.
type Listing uint8

// The forms of lists. NotListed means that there is no list: the command contains the operand itself.
const (
	NotListed Listing = iota
	ListLines         // one name on each line
	ListNulls         // a NUL after each name
)

// LocalRepository is the Scheme of a ReadTree that is a repository of git, which a command talks to as to a remote.
const LocalRepository = "file"

// LocalFile is the Scheme of a Read of a file by its address, which contacts no host.
const LocalFile = "local"

// Operand is one thing that a command names, and what it does with it.
type Operand struct {
	Kind Kind
	Word int    // index into argv of the word it stands in
	Text string // the operand itself, X of --file=X; for Shell the whole script
	// Known is false when Text is only the part before the first unknown piece.
	Known bool
	// Many says that it may turn into none or several operands.
	Many bool
	// From and To are the argv range of a Run, or of the words joined in a Shell.
	From, To int
	// Language of Code, Script and Source, lower case: sh, python, sql, awk ...
	Language string
	Scheme   string // of a Connect or Listen, where the program implies one
	Port     int    // likewise, 0 when not known
	Part     effect.Part
	// Remote says that it takes place on another machine or in a container.
	Remote bool
	// Named says of a read that it takes no more than a listing tells.
	Named bool
	// Temporary says of a Plain one that it is a directory for files that are gone in the end: nothing there is read.
	Temporary bool
	// Selected says of a DeleteTree, a MetadataTree or a Run with FillTree that
	// only some of what is below the path is meant, chosen by name, size or age.
	Selected bool
	// Fill says what completes a Run; Mark is what it replaces in the words, and "" when it is appended.
	Fill Fill
	Mark string
	// List says that Text names a file, or is - for standard input, and that each name in it is such an operand.
	List Listing
}

// Interpretation is what the table makes of a simple command; zero is an unknown program. Nothing is shared.
type Interpretation struct {
	// Known is false when the program, a subcommand, a flag or an operand is not
	// in the table; Reason says which, and Class is ProgramUnknown then. Operands
	// and hazards that were found nevertheless stand, for they can only make it worse.
	Known    bool
	Name     string // program and subcommands, without the directory: "git log"
	Class    effect.ProgramClass
	Operands []Operand
	Hazards  []effect.Hazard
	// Opaque lists words that could be anything, a flag included.
	Opaque    []effect.Opaque
	Escalates bool   // runs as another user
	Network   bool   // makes connections that no operand names
	Remote    string // of git: the remote that is named
	// StdinCode says that it carries out what it reads from standard input, in
	// the Language: "sh" for bash, "sql" for psql.
	StdinCode bool
	Language  string
	// Downloads, Decodes and Prints describe its standard output for pipes: taken
	// from the network, decoded or generated, or the text of its own words.
	Downloads, Decodes, Prints bool
	// Names says that of the files among its words no more is told than a listing does.
	Names bool
	// Lists says that it prints names of files as they are, and nothing else.
	Lists  bool
	Reason string
	// Args lists the operands of a subcommand of git, as indexes into argv.
	Args []int
	// Ended is the index in argv of the two dashes that end the flags; 0 without dashes.
	Ended int
	// Sub is the index in argv of the subcommand that Name ends with, which may have other names; 0 if it is implied.
	Sub int
	// Elsewhere says that what it changes is no file of a workspace.
	Elsewhere bool
}

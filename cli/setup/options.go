package setup

import (
	"cmp"
	"strings"
	"time"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/engine"
)

// Options are the flags that prompts and some commands share.
type Options struct {
	output.Options
	Preamble                string // what a template asks, in front of the words
	Schema                  string // a file that the answer fits
	Template                string // its prompt is asked, with the words behind it
	Model, Provider, System string
	Dir                     string
	Files, AddDirs          Texts
	NoStdin, NoTools        bool
	Execute, ShowPrompt     bool
	DenyAll, AcceptEdits    bool
	Allow, AllowHosts       Texts
	Policy                  string
	MaxTurns                int
	MaxCost, MaxTokens      string // as written
	Consensus               int
	Ephemeral, GoOn         bool
	Resume                  string
	Timeout                 time.Duration
	Head, Chunk             bool
	Context                 bool
	Focus                   string // a note
	// Background says that nobody asked for it now: nobody is asked anything, what needs a person waits, and the
	// conversation is not the one that -c goes on with.
	Background bool
	Tier       engine.Tier // of the models that are asked; TierAny leaves the choice
}

// Check refuses values that no run could use.
func (o *Options) Check() error {
	if o.Out == "-" { // as everywhere else; without -o it is standard output
		o.Out = ""
	}
	if err := cmp.Or(exit.OneOf("output-format", o.Format, "text", "json", "jsonl"),
		exit.OneOf("color", o.Color, "auto", "always", "never")); err != nil {
		return err
	}
	if o.Stream {
		o.NoTools = true // what may yet be an action cannot be shown
	}
	if o.Schema != "" {
		o.Raw = true // as it was checked
	}
	switch {
	case o.Stream && (o.Out != "" || o.Extract || o.Execute || o.Format == "json"):
		return exit.UsageError("leave one of them out",
			"--stream excludes --output, --extract, --execute and --output-format json")
	case o.Schema != "" && (o.Stream || o.Extract || o.Execute):
		return exit.UsageError("leave one of them out", "--schema excludes --stream, --extract and --execute")
	case o.Consensus < 0:
		return exit.UsageError("give a number from 1 on", "--consensus %d is negative", o.Consensus)
	case o.Ephemeral && (o.GoOn || o.Resume != ""), o.GoOn && o.Resume != "":
		return exit.UsageError("leave one of them out", "--continue, --resume and --ephemeral exclude each other")
	case o.MaxTurns < 0:
		return exit.UsageError("give a number from 1 on", "--max-turns %d is negative", o.MaxTurns)
	case o.Timeout < 0:
		return exit.UsageError("give a duration such as 90s", "--timeout %v is negative", o.Timeout)
	case o.Head && o.Chunk:
		return exit.UsageError("leave one of them out", "--head and --chunk exclude each other")
	case o.Execute && (o.Extract || o.NoTools):
		return exit.UsageError("leave one of them out", "--execute excludes --extract and --no-tools")
	case o.Extract && o.Format != "text":
		return exit.UsageError("leave one of them out", "--extract and --output-format %s exclude each other", o.Format)
	}
	return nil
}

// Texts is the value of a flag that may be given several times, each for one text.
type Texts []string

// Set adds a text.
func (t *Texts) Set(text string) error {
	*t = append(*t, text)
	return nil
}

// String is all of them, for the library.
func (t *Texts) String() string { return strings.Join(*t, " ") }

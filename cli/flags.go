package cli

import (
	"time"

	"github.com/urfave/cli/v2"
)

// options are the flags that prompts and some commands share.
type options struct {
	outputOptions
	model, provider, system string
	dir                     string
	files, addDirs          cli.StringSlice
	noStdin, noTools        bool
	execute, showPrompt     bool
	denyAll, acceptEdits    bool
	allow, allowHosts       cli.StringSlice
	policy                  string
	maxTurns                int
	maxCost, maxTokens      string // as written
	consensus               int
	ephemeral, goOn         bool
	resume                  string
	timeout                 time.Duration
	head, chunk             bool
}

func flags(o *options) []cli.Flag {
	o.format, o.color = "text", "auto"
	return []cli.Flag{
		&cli.StringFlag{Name: "model", Aliases: []string{"m"}, Usage: "model to ask, as `MODEL` or PROVIDER/MODEL", Destination: &o.model},
		&cli.StringFlag{Name: "provider", Aliases: []string{"p"}, Usage: "ask only `PROVIDER`", Destination: &o.provider},
		&cli.StringFlag{Name: "system", Aliases: []string{"s"}, Usage: "replace the identity in the system prompt by `TEXT`", Destination: &o.system},
		&cli.StringSliceFlag{Name: "file", Aliases: []string{"f"}, Usage: "add `FILE` as data (- waits for standard input)", Destination: &o.files},
		&cli.StringFlag{Name: "directory", Aliases: []string{"C"}, Usage: "work in `DIR`", Destination: &o.dir},
		&cli.StringSliceFlag{Name: "add-dir", Usage: "add `DIR` to the workspace", Destination: &o.addDirs},
		&cli.BoolFlag{Name: "no-stdin", DisableDefaultText: true, Aliases: []string{"n"}, Usage: "do not read standard input", Destination: &o.noStdin},
		&cli.BoolFlag{Name: "quiet", DisableDefaultText: true, Aliases: []string{"q"}, Usage: "print no notes", Destination: &o.quiet},
		&cli.BoolFlag{Name: "verbose", DisableDefaultText: true, Aliases: []string{"v"}, Usage: "print the gate trace", Destination: &o.verbose},
		&cli.BoolFlag{Name: "extract", DisableDefaultText: true, Aliases: []string{"x"}, Usage: "print only the first fenced block of the answer", Destination: &o.extract},
		&cli.BoolFlag{Name: "execute", DisableDefaultText: true, Aliases: []string{"e"}, Usage: "propose one command; on a terminal run, modify, explain or quit", Destination: &o.execute},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the answer to `FILE`, whole or not at all", Destination: &o.out},
		&cli.StringFlag{Name: "output-format", Usage: "print the answer as `FORMAT`: text, json or jsonl", Value: o.format, Destination: &o.format},
		&cli.BoolFlag{Name: "accept-edits", DisableDefaultText: true, Usage: "allow edits inside the workspace", Destination: &o.acceptEdits},
		&cli.StringSliceFlag{Name: "allow", Usage: "allow `PATTERN` for this run, such as \"shell cp *\"; never what only a person can allow", Destination: &o.allow},
		&cli.StringSliceFlag{Name: "allow-host", Usage: "let fetch-url contact `HOST`", Destination: &o.allowHosts},
		&cli.StringFlag{Name: "policy", Usage: "change rules and permissions for this run by `FILE`; never a denial", Destination: &o.policy},
		&cli.BoolFlag{Name: "deny-all-approvals", DisableDefaultText: true, Usage: "deny whatever would need a person", Destination: &o.denyAll, EnvVars: nil},
		&cli.BoolFlag{Name: "allow-denials", DisableDefaultText: true, Usage: "exit 0 although something stayed denied", Destination: &o.allowDenials},
		&cli.BoolFlag{Name: "continue", Aliases: []string{"c"}, DisableDefaultText: true, Usage: "go on with this workspace's last conversation", Destination: &o.goOn},
		&cli.StringFlag{Name: "resume", Aliases: []string{"r"}, Usage: "go on with the conversation `ID`", Destination: &o.resume},
		&cli.BoolFlag{Name: "ephemeral", DisableDefaultText: true, Usage: "keep nothing of this conversation", Destination: &o.ephemeral},
		&cli.BoolFlag{Name: "no-tools", DisableDefaultText: true, Usage: "take every reply as an answer", Destination: &o.noTools},
		&cli.BoolFlag{Name: "dry-run", DisableDefaultText: true, Usage: "judge, and do nothing", Destination: &o.dryRun},
		&cli.BoolFlag{Name: "show-prompt", DisableDefaultText: true, Usage: "print what would be sent, and send nothing", Destination: &o.showPrompt},
		&cli.IntFlag{Name: "max-turns", Usage: "stop after `N` results of actions", DefaultText: "limits.max_turns", Destination: &o.maxTurns},
		&cli.StringFlag{Name: "max-cost", Usage: "stop before more than `DOLLARS` are spent in this session", Destination: &o.maxCost},
		&cli.StringFlag{Name: "max-tokens", Usage: "stop before more than `N` tokens are used in this session", DefaultText: "limits.max_tokens", Destination: &o.maxTokens},
		&cli.IntFlag{Name: "consensus", Usage: "ask `N` providers at once; actions need a majority", DefaultText: "one", Destination: &o.consensus},
		&cli.BoolFlag{Name: "chunk", DisableDefaultText: true, Usage: "read data that does not fit the model in parts, with a call for each", Destination: &o.chunk},
		&cli.BoolFlag{Name: "head", DisableDefaultText: true, Usage: "cut data that does not fit the model, and say where", Destination: &o.head},
		&cli.DurationFlag{Name: "timeout", Usage: "stop after `DURATION`, such as 90s or 5m", DefaultText: "limits.timeout", Destination: &o.timeout},
		&cli.StringFlag{Name: "color", Usage: "`WHEN` to colour: auto, always or never", Value: o.color, Destination: &o.color},
		&cli.BoolFlag{Name: "help", DisableDefaultText: true, Aliases: []string{"h"}, Usage: "print this help"},
	}
}

// check refuses values that no run could use.
func (o *options) check() error {
	if o.out == "-" { // as everywhere else; without -o it is standard output
		o.out = ""
	}
	switch o.format {
	case "text", "json", "jsonl":
	default:
		return usageError("use text, json or jsonl", "--output-format %q is not known", o.format)
	}
	switch o.color {
	case "auto", "always", "never":
	default:
		return usageError("use auto, always or never", "--color %q is not known", o.color)
	}
	switch {
	case o.consensus < 0:
		return usageError("give a number from 1 on", "--consensus %d is negative", o.consensus)
	case o.ephemeral && (o.goOn || o.resume != ""), o.goOn && o.resume != "":
		return usageError("leave one of them out", "--continue, --resume and --ephemeral exclude each other")
	case o.maxTurns < 0:
		return usageError("give a number from 1 on", "--max-turns %d is negative", o.maxTurns)
	case o.timeout < 0:
		return usageError("give a duration such as 90s", "--timeout %v is negative", o.timeout)
	case o.head && o.chunk:
		return usageError("leave one of them out", "--head and --chunk exclude each other")
	case o.execute && (o.extract || o.noTools):
		return usageError("leave one of them out", "--execute excludes --extract and --no-tools")
	case o.extract && o.format != "text":
		return usageError("leave one of them out", "--extract and --output-format %s exclude each other", o.format)
	}
	return nil
}

const usageLine = "an AI agent whose every action is judged before it happens"

const usageText = `pp [flags] PROMPT …          one signal, the answer on standard output
   command | pp [flags] PROMPT  the same, with what is piped in as data
   pp                           on a terminal: a conversation
   pp COMMAND [flags] …`

const helpTemplate = `pp - {{.Usage}}

usage:
   {{.UsageText}}

commands:{{range .VisibleCommands}}
   {{printf "%-12s" .Name}} {{.Usage}}{{end}}

flags:{{range .VisibleFlags}}
   {{.}}{{end}}

exit codes:
   0 done · 1 failed · 2 usage · 3 something stayed denied · 4 waits for approval
   5 a limit was reached · 65 the input cannot be used · 69 no provider answered
   75 try again later · 77 authentication · 78 configuration · 124 --timeout
   130 interrupted · 143 terminated
`

const commandTemplate = `pp {{.Name}} - {{.Usage}}

usage:
   pp {{.Name}} {{.UsageText}}
{{if .Description}}
{{.Description}}
{{end}}{{if .VisibleFlags}}
flags:{{range .VisibleFlags}}
   {{.}}{{end}}
{{end}}`

package cli

import (
	"github.com/urfave/cli/v2"
	"pp/cli/setup"
)

func flags(o *setup.Options) []cli.Flag {
	o.Format, o.Color = "text", "auto"
	return []cli.Flag{
		&cli.StringFlag{Name: "model", Aliases: []string{"m"}, Usage: "model to ask, as `MODEL` or PROVIDER/MODEL", Destination: &o.Model},
		&cli.StringFlag{Name: "provider", Aliases: []string{"p"}, Usage: "ask only `PROVIDER`", Destination: &o.Provider},
		&cli.StringFlag{Name: "system", Aliases: []string{"s"}, Usage: "replace the identity in the system prompt by `TEXT`", Destination: &o.System},
		&cli.StringSliceFlag{Name: "file", Aliases: []string{"f"}, Usage: "add `FILE` as data (- waits for standard input)", Destination: &o.Files},
		&cli.StringFlag{Name: "directory", Aliases: []string{"C"}, Usage: "work in `DIR`", Destination: &o.Dir},
		&cli.StringSliceFlag{Name: "add-dir", Usage: "add `DIR` to the workspace", Destination: &o.AddDirs},
		&cli.BoolFlag{Name: "no-stdin", DisableDefaultText: true, Aliases: []string{"n"}, Usage: "do not read standard input", Destination: &o.NoStdin},
		&cli.BoolFlag{Name: "quiet", DisableDefaultText: true, Aliases: []string{"q"}, Usage: "print no notes", Destination: &o.Quiet},
		&cli.BoolFlag{Name: "verbose", DisableDefaultText: true, Aliases: []string{"v"}, Usage: "print the gate trace", Destination: &o.Verbose},
		&cli.BoolFlag{Name: "extract", DisableDefaultText: true, Aliases: []string{"x"}, Usage: "print only the first fenced block of the answer", Destination: &o.Extract},
		&cli.BoolFlag{Name: "execute", DisableDefaultText: true, Aliases: []string{"e"}, Usage: "propose one command; on a terminal run, modify, explain or quit", Destination: &o.Execute},
		&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write the answer to `FILE`, whole or not at all", Destination: &o.Out},
		&cli.StringFlag{Name: "output-format", Usage: "print the answer as `FORMAT`: text, json or jsonl", Value: o.Format, Destination: &o.Format},
		&cli.BoolFlag{Name: "accept-edits", DisableDefaultText: true, Usage: "allow edits inside the workspace", Destination: &o.AcceptEdits},
		&cli.StringSliceFlag{Name: "allow", Usage: "allow `PATTERN` for this run, such as \"shell cp *\"; never what only a person can allow", Destination: &o.Allow},
		&cli.StringSliceFlag{Name: "allow-host", Usage: "let fetch-url contact `HOST`", Destination: &o.AllowHosts},
		&cli.StringFlag{Name: "policy", Usage: "change rules and permissions for this run by `FILE`; never a denial", Destination: &o.Policy},
		&cli.BoolFlag{Name: "deny-all-approvals", DisableDefaultText: true, Usage: "deny whatever would need a person", Destination: &o.DenyAll, EnvVars: nil},
		&cli.BoolFlag{Name: "allow-denials", DisableDefaultText: true, Usage: "exit 0 although something stayed denied", Destination: &o.AllowDenials},
		&cli.BoolFlag{Name: "continue", Aliases: []string{"c"}, DisableDefaultText: true, Usage: "go on with this workspace's last conversation", Destination: &o.GoOn},
		&cli.StringFlag{Name: "resume", Aliases: []string{"r"}, Usage: "go on with the conversation `ID`", Destination: &o.Resume},
		&cli.BoolFlag{Name: "ephemeral", DisableDefaultText: true, Usage: "keep nothing of this conversation", Destination: &o.Ephemeral},
		&cli.BoolFlag{Name: "no-tools", DisableDefaultText: true, Usage: "take every reply as an answer", Destination: &o.NoTools},
		&cli.BoolFlag{Name: "dry-run", DisableDefaultText: true, Usage: "judge, and do nothing", Destination: &o.DryRun},
		&cli.BoolFlag{Name: "show-prompt", DisableDefaultText: true, Usage: "print what would be sent, and send nothing", Destination: &o.ShowPrompt},
		&cli.IntFlag{Name: "max-turns", Usage: "stop after `N` results of actions", DefaultText: "limits.max_turns", Destination: &o.MaxTurns},
		&cli.StringFlag{Name: "max-cost", Usage: "stop before more than `DOLLARS` are spent in this session", Destination: &o.MaxCost},
		&cli.StringFlag{Name: "max-tokens", Usage: "stop before more than `N` tokens are used in this session", DefaultText: "limits.max_tokens", Destination: &o.MaxTokens},
		&cli.IntFlag{Name: "consensus", Usage: "ask `N` providers at once; actions need a majority", DefaultText: "one", Destination: &o.Consensus},
		&cli.BoolFlag{Name: "chunk", DisableDefaultText: true, Usage: "read data that does not fit the model in parts, with a call for each", Destination: &o.Chunk},
		&cli.BoolFlag{Name: "head", DisableDefaultText: true, Usage: "cut data that does not fit the model, and say where", Destination: &o.Head},
		&cli.DurationFlag{Name: "timeout", Usage: "stop after `DURATION`, such as 90s or 5m", DefaultText: "limits.timeout", Destination: &o.Timeout},
		&cli.StringFlag{Name: "color", Usage: "`WHEN` to colour: auto, always or never", Value: o.Color, Destination: &o.Color},
		&cli.BoolFlag{Name: "help", DisableDefaultText: true, Aliases: []string{"h"}, Usage: "print this help"},
	}
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

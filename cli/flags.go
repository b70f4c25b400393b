package cli

import (
	"slices"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/setup"
)

func flags(o *setup.Options) []cli.Flag {
	o.Format, o.Color = "text", "auto"
	return []cli.Flag{
		command.Text("model", "model to ask, as `MODEL` or PROVIDER/MODEL", &o.Model, "m"),
		command.Text("provider", "ask only `PROVIDER`", &o.Provider, "p"),
		command.Text("system", "replace the identity in the system prompt by `TEXT`", &o.System, "s"),
		command.Texts(
			"file",
			"add `FILE` as data, once for each: a text, or for a model that sees a picture or PDF; a name, a "+
				"pattern such as 'docs/**/*.md', an https:// address, or - for standard input",
			&o.Files,
			"f",
		),
		command.Text("directory", "work in `DIR`", &o.Dir, "C"),
		command.Texts("add-dir", "add `DIR` to the workspace", &o.AddDirs),
		command.Bool("no-stdin", "do not read standard input", &o.NoStdin, "n"),
		command.Bool("quiet", "print no notes", &o.Quiet, "q"),
		command.Bool("verbose", "print the gate trace", &o.Verbose, "v"),
		command.Bool("extract", "print only the first fenced block of the answer", &o.Extract, "x"),
		command.Bool("execute", "propose one command; on a terminal run, modify, explain or quit", &o.Execute, "e"),
		command.Text("output", "write the answer to `FILE`, whole or not at all", &o.Out, "o"),
		command.Text("output-format", "print the answer as `FORMAT`: text, json or jsonl", &o.Format),
		command.Bool("stream", "print the answer as it comes, in a pipe too; no tool can be called", &o.Stream),
		command.Text("schema", "have an answer that is JSON and fits the JSON schema in `FILE`", &o.Schema),
		command.Bool("raw", "print the answer as it is, on a terminal too", &o.Raw),
		command.Text("template", "ask what the template `TEMPLATE` says, about the words and the data", &o.Template, "t"),
		command.Bool("accept-edits", "allow edits of ordinary files inside the workspace", &o.AcceptEdits),
		command.Texts(
			"allow",
			"allow `PATTERN` for this run, such as \"shell cp *\"; never what only a person can allow",
			&o.Allow,
		),
		command.Texts("allow-host", "let fetch-url contact `HOST`", &o.AllowHosts),
		command.Text("policy", "change rules and permissions for this run by `FILE`; never a denial", &o.Policy),
		command.Bool("deny-all-approvals", "deny whatever would need a person", &o.DenyAll),
		command.Bool("allow-denials", "exit 0 although something stayed denied", &o.AllowDenials),
		command.Bool("continue", "go on with this workspace's last conversation", &o.GoOn, "c"),
		command.Text("resume", "go on with the conversation `SESSION`", &o.Resume, "r"),
		command.Bool("ephemeral", "keep nothing of this conversation", &o.Ephemeral),
		command.Bool("no-tools", "take every reply as an answer", &o.NoTools),
		command.Bool("dry-run", "show what would be done first; nothing of it stays", &o.DryRun),
		command.Bool("context", "add what memory has for the prompt, for a provider on this machine or with memory = true",
			&o.Context),
		command.Text("focus", "add memory about the note `NOTE`: a handle, an ID, or titles as A/B/C", &o.Focus),
		command.Bool("show-prompt", "print what would be sent, and send nothing", &o.ShowPrompt),
		&cli.IntFlag{Name: "max-turns", Usage: "stop after `N` results of actions", DefaultText: "limits.max_turns",
			Destination: &o.MaxTurns},
		command.Text("max-cost", "stop before more than `DOLLARS` are spent in this session", &o.MaxCost),
		&cli.StringFlag{Name: "max-tokens", Usage: "stop before more than `N` tokens are used in this session",
			DefaultText: "limits.max_tokens", Destination: &o.MaxTokens},
		&cli.IntFlag{Name: "consensus", Usage: "ask `N` providers at once; actions need a majority", DefaultText: "one",
			Destination: &o.Consensus},
		command.Bool("chunk",
			"read data that does not fit the model in parts, a call for each; at most 3 times limits.max_input", &o.Chunk),
		command.Bool("head", "cut data that does not fit the model or limits.max_input, and say where", &o.Head),
		&cli.DurationFlag{Name: "timeout", Usage: "stop after `DURATION`, such as 90s or 5m", DefaultText: "limits.timeout",
			Destination: &o.Timeout},
		command.Text("color", "`WHEN` to colour: auto, always or never", &o.Color),
		helpFlag(),
	}
}

func helpFlag() cli.Flag {
	return &cli.BoolFlag{Name: "help", DisableDefaultText: true, Aliases: []string{"h"}, Usage: "print this help"}
}

// exitRow is one row of the table of exit codes.
type exitRow struct{ code, meaning string }

// exitCodes are those of a prompt; each command's help has its own.
var exitCodes = [...]exitRow{
	{"0", "done; a denied look counts as none where an answer followed, a denied change where another change did"},
	{"1", "failed, or ended with an action that failed"},
	{"2", "usage"},
	{"3", "something stayed denied, or was withheld (--allow-denials makes it 0)"},
	{"4", "it waits for approval; the token is printed"},
	{"5", "a cost, token or turn limit was reached; the answer may be incomplete"},
	{"65", "the input cannot be used"},
	{"69", "no provider answered"},
	{"75", "try again later"},
	{"77", "authentication"},
	{"78", "configuration"},
	{"124", "--timeout"},
	{"130, 143", "interrupted, terminated"},
}

// events are the lines of --output-format jsonl. Their schema is frozen: 1 is its number.
var events = [...]struct{ name, fields string }{
	{"all of them", "With --output-format jsonl each line is a JSON object: schema, which is 1, event, and these fields."},
	{"text", "text: a piece of what is said, as it comes."},
	{"call", "tool, action: what the model proposes, before it is judged."},
	{"verdict", "decision (allow, ask or deny), action, trace: what every gate said."},
	{"result", "result: an action that was carried out, as in actions of the end."},
	{"usage", "provider, model, usage (input, output, cached, reasoning): the tokens of one reply."},
	{"shortened", "summed, lined, tokens_before, tokens_after, summary: what is not sent of the conversation any more."},
	{"end", "The object of --output-format json: answer, exit_code, status, error, actions, denials, pending, provider, " +
		"model, usage, cost_usd, confinement, session. It is the last line of every run."},
}

const usageLine = "an AI agent whose every action is judged before it happens"

const usageText = `pp [flags] PROMPT …          one signal, the answer on standard output
   command | pp [flags] PROMPT  the same, with what is piped in as data
   pp                           on a terminal: a conversation
   pp COMMAND [flags] …`

// withTemplate puts what the template of -t says in front of the arguments, so that
// what is given beside it counts.
func withTemplate(a command.App, all []*cli.Command, args []string) ([]string, error) {
	name := valueOf(args, "--template", "-t")
	if name == "" {
		return args, nil
	}
	t, err := command.Template(a, name)
	if err != nil {
		return nil, err
	}
	a.Options.Preamble = t.Prompt
	given := arrange(all, t.Flags, flags(a.Options))
	if slices.Contains(given.names(flags(a.Options)), "template") || given.command != nil || len(given.words) > 0 {
		return nil, exit.UsageError("correct it with `pp config edit`", "the template %s has flags that it cannot have: %q",
			name, t.Flags)
	}
	return append(append(slices.Clone(t.Flags), also(t)...), args...), nil
}

// also are the flags that a template's own keys stand for.
func also(t config.Template) []string {
	var out []string
	if t.System != "" {
		out = append(out, "--system="+t.System)
	}
	if t.Model != "" {
		out = append(out, "--model="+t.Model)
	}
	return out
}

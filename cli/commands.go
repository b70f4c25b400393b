package cli

import (
	"slices"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/front"
	"pp/cli/gateway"
	"pp/cli/hook"
)

// commands lists every command, in the order of help.
func commands(a command.App) []*cli.Command {
	return []*cli.Command{
		command.Check(a),
		command.Approvals(a),
		command.Approve(a),
		command.Deny(a),
		command.Rules(a),
		command.Memory(a),
		command.Sessions(a),
		command.Undo(a),
		command.Skills(a),
		command.Preview(a),
		command.Jobs(a),
		command.Heartbeat(a),
		command.Sandbox(a),
		command.Doctor(a),
		command.Trace(a),
		command.Gates(a),
		command.Tools(a),
		command.Providers(a),
		command.Cost(a),
		command.Config(a),
		command.Templates(a),
		gateway.Command(a),
		command.MCP(a),
		command.Eval(a),
		command.Sexp(a),
		front.Bridge(a),
		hook.CLI(a),
		front.ACP(a),
		completionCommand(a),
		manCommand(a),
		command.Version(a),
		helpCommand(a),
	}
}

// findCommand finds a command by its name, nil where there is none.
func findCommand(all []*cli.Command, name string) *cli.Command {
	for _, c := range all {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// obeyed are the flags of a prompt that a command obeys besides its own, by the
// command, or by the command and its first word. --quiet, --color and --help
// stand anywhere; --output-format where a command prints JSON.
func obeyed(command, word string) []string {
	judging := []string{"directory", "add-dir", "policy", "allow", "allow-host", "accept-edits", "verbose"}
	goingOn := append([]string{"model", "provider", "system", "consensus", "no-tools", "chunk", "head", "max-turns",
		"max-cost", "max-tokens", "timeout", "allow-denials", "extract", "output", "output-format"}, judging...)
	layered := []string{"directory", "model", "allow", "allow-host", "max-turns", "max-cost", "max-tokens", "timeout"}
	talking := append(
		[]string{"model", "provider", "system", "consensus", "no-tools", "max-turns", "max-cost", "max-tokens",
			"timeout", "continue", "resume", "ephemeral", "context", "focus", "deny-all-approvals", "allow-denials"},
		judging...)
	here := []string{"directory", "continue", "resume"} // which an editor says for each session
	edited := slices.DeleteFunc(slices.Clone(talking), func(flag string) bool { return slices.Contains(here, flag) })
	table := map[string][]string{
		"bridge": talking, "hook": append([]string{"deny-all-approvals"}, judging...), "acp": edited,
		"check": judging, "approve": goingOn, "approvals run": goingOn,
		"approvals": {"directory"}, "deny": {"directory"}, "sessions": {"directory"}, "tools": {"directory"},
		"cost": {"directory"}, "trace": {"directory"}, "trace prune": {"directory", "dry-run"}, "trace replay": judging,
		"jobs": {"directory"}, "heartbeat": {"directory"},
		"undo": {"directory", "add-dir"}, "gateway": append([]string{"model", "provider", "max-turns", "max-cost",
			"max-tokens", "timeout", "deny-all-approvals"}, judging...),
		"memory": {"directory"}, "memory export": {"directory", "output"},
		"mcp": {"directory"}, "mcp serve": append([]string{"timeout", "deny-all-approvals", "ephemeral"}, judging...),
		"mcp call": append([]string{"timeout", "deny-all-approvals", "allow-denials", "ephemeral", "output"}, judging...),
		"rules":    {"directory", "add-dir", "policy"}, "gates": {"directory", "add-dir", "policy", "allow"},
		"skills": {"directory", "add-dir", "policy"}, "skills why": judging, "eval": {"directory"},
		"sandbox": {"directory", "add-dir", "timeout"}, "doctor": {"directory", "add-dir", "model", "provider", "ephemeral"},
		"providers": {"directory", "model", "provider"}, "config show": layered,
		"config check": append([]string{"provider"}, layered...),
	}
	if list, ok := table[command+" "+word]; ok {
		return list
	}
	return table[command]
}

// checkCommandFlags refuses the flags that a command would ignore, and makes
// --output-format json the --json of a command that prints data.
func checkCommandFlags(line *arranged, global []cli.Flag) error {
	command := line.command
	if command == nil || len(line.global) == 0 {
		return nil
	}
	word := ""
	if len(line.words) > 0 {
		word = line.words[0]
	}
	fits := append(obeyed(command.Name, word), "quiet", "color", "help")
	data := tableOf(command.Flags)["json"] != nil
	for _, name := range line.names(global) {
		if slices.Contains(fits, name) {
			continue
		}
		format := valueOf(line.global, "--output-format")
		switch {
		case name == "output-format" && (format == "json" || format == "jsonl") && data:
			line.flags = append([]string{"--json"}, line.flags...)
		case name == "output-format" && format == "text":
		case name == "output-format" && format != "json" && format != "jsonl":
			return nil // no format at all, which is said of any command line
		case name == "output-format":
			return exit.UsageError("leave --output-format out", "%s prints no JSON", command.Name)
		default:
			return exit.UsageError("leave it out; `pp help "+command.Name+"` lists what "+command.Name+" takes",
				"%s does not take --%s", command.Name, name)
		}
	}
	return nil
}

// names are the flags that stand in front, each by its long name, once.
func (a arranged) names(global []cli.Flag) []string {
	table := tableOf(global)
	var out []string
	for i := 0; i < len(a.global); i++ {
		f := table[flagName(a.global[i])]
		if f != nil && !slices.Contains(out, f.Names()[0]) {
			out = append(out, f.Names()[0])
		}
		if table.takesValue(a.global[i]) {
			i++
		}
	}
	return out
}

// obeys reports whether a command obeys a flag of a prompt, with one of its verbs or
// without.
func obeys(command, flag string) bool {
	return slices.ContainsFunc([]string{"", "run", "prune", "show", "check", "export", "why", "replay", "serve",
		"call"},
		func(verb string) bool { return slices.Contains(obeyed(command, verb), flag) })
}

// alsoTakes says in a command's help which flags of a prompt it obeys.
func alsoTakes(command *cli.Command, global []cli.Flag) string {
	list := flagsOf(&cli.Command{Name: command.Name}, global)
	if len(list) == 0 {
		return ""
	}
	text := "\nalso (see `pp help`):"
	for _, f := range list {
		text += " --" + f.Names()[0]
	}
	return text
}

package cli

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
	"pp/cli/exit"
)

// hidden names the command that the scripts run for each Tab, as `pp __complete -- WORD …`. The last word, maybe
// empty, is the one to complete. The command opens no connection, and a shell treats its output only as text.
const hidden = "__complete"

// maxCandidates bounds the candidates; nobody reads more.
const maxCandidates = 500

//go:embed scripts
var scripts embed.FS

// shells lists the shells that have a script.
var shells = []string{"bash", "zsh", "fish"}

func completionCommand(a command.App) *cli.Command {
	var bind bool
	return &cli.Command{Name: "completion", Usage: "print a script that completes commands, flags and values in a shell",
		UsageText: "[--key-binding] bash | zsh | fish",
		Flags: []cli.Flag{command.Bool("key-binding",
			"print instead what makes Alt-I turn the words on the prompt line into a judged command, unrun", &bind)},
		Description: "bash: source <(pp completion bash)\nzsh:  source <(pp completion zsh)\n" +
			"fish: pp completion fish | source\n\nexit codes: 0 done, 2 usage",
		Action: func(c *cli.Context) error {
			if c.Args().Len() != 1 || !slices.Contains(shells, c.Args().First()) {
				return exit.UsageError("run `pp completion "+strings.Join(shells, "`, `pp completion ")+"`",
					"completion needs the name of a shell")
			}
			name := map[bool]string{false: "completion.", true: "key."}[bind]
			text, err := scripts.ReadFile("scripts/" + name + c.Args().First())
			if err != nil {
				return err
			}
			return a.Out.Print(string(text))
		}}
}

// completeWords prints the candidates for the last word, one a line, each with a tab and its description. A first line
// ":file" or ":directory" tells the shell to add names. It reports no errors, since nobody would see them.
func completeWords(a command.App, words []string) {
	if len(words) == 0 {
		return
	}
	var b strings.Builder
	left := maxCandidates
	for _, c := range candidates(a, words[:len(words)-1], words[len(words)-1]) {
		if left--; left < 0 || strings.ContainsFunc(c.Value, unprintable) { // nobody can type a control character
			continue
		}
		b.WriteString(c.Value)
		if c.Value != ":file" && c.Value != ":directory" {
			b.WriteString("\t" + strings.Map(func(r rune) rune {
				if unprintable(r) {
					return ' '
				}
				return r
			}, c.Description))
		}
		b.WriteString("\n")
	}
	fmt.Fprint(a.System.Stdout, b.String())
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// candidates returns the completions of a word after others.
func candidates(a command.App, before []string, last string) []command.Candidate {
	all, global := commands(a), flags(a.Options)
	line, known := arrange(all, before, global), global
	if line.command != nil {
		known = flagsOf(line.command, global)
	}
	table := tableOf(append(slices.Clip(known), global...))
	literal := slices.Contains(before, "--")
	next := arrange(all, append(slices.Clip(before), "-"), global) // a word that is neither a flag nor a command
	switch flag, partial, assigned := strings.Cut(last, "="); {
	case !literal && len(before) > 0 && len(next.words) == len(line.words):
		_, value := describe(table.find(before[len(before)-1]))
		return values(a, value, "", last)
	case !literal && strings.HasPrefix(last, "-") && assigned && table.takesValue(flag):
		_, value := describe(table.find(flag))
		return values(a, value, flag+"=", partial)
	case !literal && strings.HasPrefix(last, "-"):
		return matching(flagNames(known), "", last)
	case line.command != nil:
		return wordsOf(a, line, literal, last)
	case literal || len(line.words) > 0:
		return nil
	}
	var out []command.Candidate
	for _, c := range all {
		out = append(out, command.Candidate{Value: c.Name, Description: c.Usage})
	}
	return matching(out, "", last)
}

// wordsOf returns the words that may follow those of a command: verbs, or values of the kind in its usage.
func wordsOf(a command.App, line arranged, literal bool, last string) []command.Candidate {
	var verbs []command.Candidate
	var kinds []string
	at := len(line.words)
	for _, f := range command.Forms(line.command.UsageText) {
		switch verb, places := f.Words(); {
		case verb == "":
			kinds = append(kinds, places...)
		case at == 0:
			verbs = append(verbs, command.Candidate{Value: verb})
		case verb == line.words[0]:
			kinds, at = places, at-1
		}
	}
	if literal {
		verbs = nil
	}
	out := matching(verbs, "", last)
	if at < len(kinds) {
		out = append(values(a, kinds[at], "", last), out...)
	}
	return out
}

// values returns the values that complete a partial word, each with its prefix. The placeholder in capitals names
// their kind.
func values(a command.App, placeholder, before, partial string) []command.Candidate {
	kind := strings.ToLower(placeholder)
	if kind == "file" || kind == "dir" {
		return []command.Candidate{{Value: map[string]string{"file": ":file", "dir": ":directory"}[kind]}}
	}
	return matching(command.Values(a, kind), before, partial)
}

// matching returns the candidates that complete a partial word, each with its prefix.
func matching(all []command.Candidate, before, partial string) (out []command.Candidate) {
	for _, c := range all {
		if strings.HasPrefix(c.Value, partial) {
			out = append(out, command.Candidate{Value: before + c.Value, Description: c.Description})
		}
	}
	return out
}

// flagsOf returns the flags that a command takes: its own, and the flags of a prompt that it obeys.
func flagsOf(c *cli.Command, global []cli.Flag) []cli.Flag {
	out := slices.Clone(c.Flags)
	for _, f := range global {
		if obeys(c.Name, f.Names()[0]) {
			out = append(out, f)
		}
	}
	return out
}

// describe returns the description of a flag and the placeholder of its value, "" if it takes none.
func describe(f cli.Flag) (summary, value string) {
	d, ok := f.(cli.DocGenerationFlag)
	if !ok {
		return "", ""
	}
	summary = d.GetUsage()
	if parts := strings.SplitN(summary, "`", 3); len(parts) == 3 {
		value = parts[1]
	} else if d.TakesValue() {
		value = "VALUE"
	}
	return strings.ReplaceAll(summary, "`", ""), value
}

// flagNames returns the names of all flags, with their dashes.
func flagNames(list []cli.Flag) (out []command.Candidate) {
	for _, f := range list {
		summary, _ := describe(f)
		for _, n := range f.Names() {
			out = append(out, command.Candidate{Value: dashed(n), Description: summary})
		}
	}
	return out
}

// dashed returns a name with one dash or two.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

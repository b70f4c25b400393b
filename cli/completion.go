package cli

import (
	"fmt"
	"pp/cli/command"
	"pp/cli/exit"
	"strings"

	"github.com/urfave/cli/v2"
)

func completionCommand(a command.App) *cli.Command {
	return &cli.Command{Name: "completion", Usage: "print a script that completes commands and flags in a shell", UsageText: "bash | zsh | fish",
		Description: "bash: source <(pp completion bash)\nzsh:  source <(pp completion zsh)\nfish: pp completion fish | source\n\nexit codes: 0 done, 2 usage",
		Action: func(c *cli.Context) error {
			write, ok := map[string]func([]word, []word) string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}[c.Args().First()]
			if !ok || c.Args().Len() != 1 {
				return exit.UsageError("run `pp completion bash`, zsh or fish", "completion needs the name of a shell")
			}
			return a.Out.Print(write(flagWords(flags(a.Options)), commandWords(commands(a))))
		}}
}

// word is something that a shell completes: a command with its flags, or a flag.
type word struct {
	name, doc string
	short     string // of a flag
	value     bool   // the flag takes one
	flags     []word // of a command
}

func commandWords(commands []*cli.Command) []word {
	out := make([]word, 0, len(commands))
	for _, c := range commands {
		out = append(out, word{name: c.Name, doc: c.Usage, flags: flagWords(c.Flags)})
	}
	return out
}

func flagWords(flags []cli.Flag) []word {
	out := make([]word, 0, len(flags))
	for _, f := range flags {
		name, aliases := namesOf(f)
		w := word{name: name}
		w.value, _ = flagList{f}.find(name)
		for _, n := range aliases {
			if len(n) == 1 {
				w.short = n
			}
		}
		if d, ok := f.(cli.DocGenerationFlag); ok {
			w.doc = strings.ReplaceAll(d.GetUsage(), "`", "")
		}
		out = append(out, w)
	}
	return out
}

// dashed are the spellings of flags, separated by blanks.
func dashed(flags []word) string {
	var out []string
	for _, f := range flags {
		out = append(out, "--"+f.name)
		if f.short != "" {
			out = append(out, "-"+f.short)
		}
	}
	return strings.Join(out, " ")
}

func names(words []word, separator string) string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		out = append(out, w.name)
	}
	return strings.Join(out, separator)
}

// ownFlags is a case of a shell script for each command that has flags.
func ownFlags(commands []word, form string) string {
	var b strings.Builder
	for _, c := range commands {
		if len(c.flags) > 0 {
			fmt.Fprintf(&b, form, c.name, dashed(c.flags))
		}
	}
	return b.String()
}

func bashScript(flags, commands []word) string {
	return `# bash completion of pp
_pp() {
  local cur=${COMP_WORDS[COMP_CWORD]} command= words= w
  for w in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $w in
    ` + names(commands, "|") + `) command=$w; break ;;
    esac
  done
  case $cur in
  -*)
    words="` + dashed(flags) + `"
    case $command in
` + ownFlags(commands, "    %s) words+=\" %s\" ;;\n") + `    esac ;;
  *) [ -n "$command" ] || words="` + names(commands, " ") + `" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _pp pp
`
}

// quoted is a word of a shell script, in single quotes.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

func zshScript(flags, commands []word) string {
	var b strings.Builder
	b.WriteString("#compdef pp\n# zsh completion of pp\n_pp() {\n  local command w\n  local -a known\n  known=(\n")
	for _, c := range commands {
		b.WriteString("    " + quoted(c.name+":"+c.doc) + "\n")
	}
	b.WriteString("  )\n  for w in ${words[2,CURRENT-1]}; do\n    case $w in\n    " + names(commands, "|") + ") command=$w; break ;;\n    esac\n  done\n")
	b.WriteString("  if [[ ${words[CURRENT]} == -* ]]; then\n    compadd -- " + dashed(flags) + "\n    case $command in\n" +
		ownFlags(commands, "    %s) compadd -- %s ;;\n") + "    esac\n")
	b.WriteString("  elif [[ -z $command ]]; then\n    _describe command known\n    _files\n  else\n    _files\n  fi\n}\n" +
		"if [[ ${funcstack[1]} == _pp ]]; then _pp \"$@\"; else compdef _pp pp; fi\n")
	return b.String()
}

// fishQuoted is a word of a fish script: there a backslash escapes within
// single quotes, too.
func fishQuoted(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

func fishScript(flags, commands []word) string {
	var b strings.Builder
	b.WriteString("# fish completion of pp\n")
	for _, f := range flags {
		fishFlag(&b, "", f)
	}
	for _, c := range commands {
		fmt.Fprintf(&b, "complete -c pp -n __fish_use_subcommand -a %s -d %s\n", c.name, fishQuoted(c.doc))
		for _, f := range c.flags {
			fishFlag(&b, " -n '__fish_seen_subcommand_from "+c.name+"'", f)
		}
	}
	return b.String()
}

func fishFlag(b *strings.Builder, when string, f word) {
	b.WriteString("complete -c pp" + when + " -l " + f.name)
	if f.short != "" {
		b.WriteString(" -s " + f.short)
	}
	if f.value {
		b.WriteString(" -r")
	}
	b.WriteString(" -d " + fishQuoted(f.doc) + "\n")
}

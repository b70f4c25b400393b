package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
	"pp/cli/config"
)

// manCommand prints the manual page.
func manCommand(a command.App) *cli.Command {
	return &cli.Command{Name: "man", Usage: "print the manual page",
		Description: "pp man | man -l -\n\nexit codes: 0 done, 1 it cannot be written, 2 usage",
		Action:      func(*cli.Context) error { return a.Out.Print(manual(a)) }}
}

// page builds a manual page in roff. No text in it can become a request to the formatter.
type page struct{ strings.Builder }

// manual returns pp's manual page, made from the same tables as the help.
func manual(a command.App) string {
	p, global, build := &page{}, flags(a.Options), command.BuildOf(a.System)
	fmt.Fprintf(p, ".TH \"PP\" 1 %s %s\n", build.Date.Format(time.DateOnly), quotedRoff("pp "+build.Version))
	p.heading("NAME")
	p.WriteString(`pp \- ` + escapedRoff(usageLine) + "\n")
	p.heading("SYNOPSIS")
	p.WriteString(".nf\n")
	for line := range strings.SplitSeq(usageText, "\n   ") {
		p.WriteString(escapedRoff(line) + "\n")
	}
	p.WriteString(".fi\n")
	p.heading("OPTIONS")
	p.flags(global)
	p.heading("COMMANDS")
	for _, c := range commands(a) {
		p.WriteString(".SS " + quotedRoff(strings.TrimSpace("pp "+c.Name+" "+c.UsageText)) + "\n")
		p.WriteString(escapedRoff(c.Usage+".") + "\n")
		p.paragraphs(c.Description)
		p.flags(flagsOf(c, global))
	}
	p.heading("EXIT STATUS")
	for _, c := range exitCodes {
		p.item(c.code, c.meaning)
	}
	p.heading("EVENTS")
	for _, e := range events {
		p.item(e.name, e.fields)
	}
	p.heading("ENVIRONMENT")
	for _, v := range config.Variables() {
		text := v.Doc
		if v.Key != "" {
			text = "Sets " + v.Key + ". " + text
		}
		p.item(v.Name, text)
	}
	p.heading("FILES")
	p.item("~/.config/pp/config.toml", "The configuration. pp config init writes a commented one. XDG_CONFIG_HOME "+
		"moves it.")
	p.item("~/.config/pp/.env", "Keys that pp config key stored.")
	p.item(".pp/config.toml", "A project's configuration, which can only make pp stricter.")
	p.item("~/.local/state/pp", "Conversations, pending approvals, copies for undo, costs and traces. "+
		"XDG_STATE_HOME moves it.")
	p.item("~/.cache/pp", "Build caches. XDG_CACHE_HOME moves it.")
	return p.String()
}

func (p *page) heading(title string) { p.WriteString(".SH " + quotedRoff(title) + "\n") }

// item adds a term in bold, with its meaning indented below.
func (p *page) item(term, text string) {
	p.WriteString(".TP\n\\fB" + escapedRoff(term) + "\\fR\n" + escapedRoff(text) + "\n")
}

func (p *page) flags(list []cli.Flag) {
	for _, f := range list {
		summary, value := describe(f)
		var names []string
		for _, n := range f.Names() {
			names = append(names, strings.TrimSpace(dashed(n)+" "+value))
		}
		p.item(strings.Join(names, ", "), summary)
	}
}

// filled is the least length of a line that was wrapped.
const filled = 70

// paragraphs adds paragraphs, which empty lines separate. It keeps the end of a line that is short or ends a sentence,
// and fills the others.
func (p *page) paragraphs(text string) {
	before := ""
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		switch {
		case before == "" && line != "":
			p.WriteString(".PP\n")
		case line != "" && (len(before) < filled || strings.HasSuffix(before, ".")):
			p.WriteString(".br\n")
		}
		if line != "" {
			p.WriteString(escapedRoff(strings.TrimRight(line, " ")) + "\n")
		}
		before = line
	}
}

// escapedRoff escapes text for the formatter: no line becomes a request, and dashes stay ASCII for copying.
func escapedRoff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`,
		"\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, " ") {
		text = `\&` + text
	}
	return text
}

// quotedRoff quotes text as the argument of a request.
func quotedRoff(text string) string {
	return `"` + strings.ReplaceAll(escapedRoff(text), `"`, `\(dq`) + `"`
}

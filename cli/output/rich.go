package output

import (
	"bytes"
	"cmp"
	"os"
	"strings"

	"pp/cli/output/markdown"
	"pp/cli/system"
	"pp/cli/term"
)

// Answer prints what a model answered, with secrets masked: rendered on a terminal
// that shows colours, as it is anywhere else and with --raw.
func (p *Printer) Answer(text string) error {
	text = p.Redact(text)
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	tty, ok := p.system.Stdout.(*os.File)
	if !ok || p.Options.Raw || !system.IsTerminal(tty) || !p.coloured() {
		return p.Print(text)
	}
	columns, _ := system.Size(tty)
	var b bytes.Buffer
	if err := markdown.Render(&b, text, markdown.Options{Width: cmp.Or(columns, 80)}); err != nil {
		return p.Print(text)
	}
	p.Flush()
	_, err := tty.Write(b.Bytes())
	return unwritten(err)
}

// coloured reports whether standard output, a terminal, gets colours.
func (p *Printer) coloured() bool {
	mode, err := term.ParseColorMode(p.Options.Color)
	return err == nil && mode.Enabled(true, p.system.Getenv)
}

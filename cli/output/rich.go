package output

import (
	"os"
	"strings"

	"pp/cli/system"
)

// Answer prints what a model answered, with secrets masked: rendered on a terminal
// that shows colours, as it is anywhere else and with --raw.
func (p *Printer) Answer(text string) error {
	text = p.stream.rest(p.Redact(text))
	if text == "" {
		return nil
	}
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	tty, ok := p.system.Stdout.(*os.File)
	if !ok || p.Options.Raw || p.From == "offline" || !system.IsTerminal(tty) || !p.coloured() {
		return p.Print(text)
	}
	return rendered(p, tty, text)
}

// coloured reports whether standard output, a terminal, gets colours.
func (p *Printer) coloured() bool {
	mode, err := ParseColorMode(p.Options.Color)
	return err == nil && mode.Enabled(true, p.system.Getenv)
}

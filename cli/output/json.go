package output

import (
	"encoding/json"

	"pp/cli/exit"
)

// PrintJSON prints a value on one line, with secrets masked.
func (p *Printer) PrintJSON(v any) error { return p.writeJSON(v, p.Redact) }

// PrintMasked prints a value on one line whose texts were masked one by one:
// what is beside them, such as the token of a flight plan, stays.
func (p *Printer) PrintMasked(v any) error {
	return p.writeJSON(v, func(text string) string { return text })
}

// writeJSON prints the one JSON value of a run: what a command prints with
// --output-format json stands in the place of the object that tells of a run.
func (p *Printer) writeJSON(v any, mask func(string) string) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	p.Report = nil
	return p.Print(mask(string(text)) + "\n")
}

// NoJSON refuses --json where no data is printed: a flag is never ignored.
func (p *Printer) NoJSON(what string) error {
	if p.Options.JSON {
		flag := "--json"
		if p.Report != nil {
			flag = "--output-format"
		}
		return exit.UsageError("leave "+flag+" out", "%s prints no data", what)
	}
	return nil
}

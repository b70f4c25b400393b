package cli

import "encoding/json"

// printJSON prints a value on one line, with secrets masked.
func (p *printer) printJSON(v any) error { return p.writeJSON(v, p.redact) }

// printMasked prints a value on one line whose texts were masked one by one:
// what is beside them, such as the token of a flight plan, stays.
func (p *printer) printMasked(v any) error {
	return p.writeJSON(v, func(text string) string { return text })
}

// writeJSON prints the one JSON value of a run: what a command prints with
// --output-format json stands in the place of the object that tells of a run.
func (p *printer) writeJSON(v any, mask func(string) string) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	p.report = nil
	return p.print(mask(string(text)) + "\n")
}

// noJSON refuses --json where no data is printed: a flag is never ignored.
func (p *printer) noJSON(what string) error {
	if p.opts.json {
		flag := "--json"
		if p.report != nil {
			flag = "--output-format"
		}
		return usageError("leave "+flag+" out", "%s prints no data", what)
	}
	return nil
}

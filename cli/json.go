package cli

import "encoding/json"

// printJSON prints a value on one line, with secrets masked.
func (a *app) printJSON(v any) error { return a.writeJSON(v, a.redact) }

// printMasked prints a value on one line whose texts were masked one by one:
// what is beside them, such as the token of a flight plan, stays.
func (a *app) printMasked(v any) error {
	return a.writeJSON(v, func(text string) string { return text })
}

// writeJSON prints the one JSON value of a run: what a command prints with
// --output-format json stands in the place of the object that tells of a run.
func (a *app) writeJSON(v any, mask func(string) string) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	a.report = nil
	return a.print(mask(string(text)) + "\n")
}

// noJSON refuses --json where no data is printed: a flag is never ignored.
func (a *app) noJSON(what string) error {
	if a.opts.json {
		flag := "--json"
		if a.report != nil {
			flag = "--output-format"
		}
		return usageError("leave "+flag+" out", "%s prints no data", what)
	}
	return nil
}

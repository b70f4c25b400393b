package cli

import "encoding/json"

// printJSON prints a value on one line, with secrets masked.
func (a *app) printJSON(v any) error { return a.writeJSON(v, a.redact) }

// printMasked prints a value on one line whose texts were masked one by one:
// what is beside them, such as the token of a flight plan, stays.
func (a *app) printMasked(v any) error {
	return a.writeJSON(v, func(text string) string { return text })
}

func (a *app) writeJSON(v any, mask func(string) string) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return a.print(mask(string(text)) + "\n")
}

// noJSON refuses --json where no data is printed: a flag is never ignored.
func (a *app) noJSON(what string) error {
	if a.opts.json {
		return usageError("leave --json out", "%s prints no data", what)
	}
	return nil
}

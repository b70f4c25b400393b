package output

import (
	"encoding/json"
	"strings"

	"pp/cli/exit"
)

// PrintJSON prints a value on one line, with secrets masked in each of its texts. What a command prints with
// --output-format json stands in the place of the object that tells of a run.
func (p *Printer) PrintJSON(v any) error {
	text, err := p.MaskedJSON(v)
	if err != nil {
		return err
	}
	p.Report = nil
	return p.Print(text + "\n")
}

// MaskedJSON encodes a value, with secrets masked in each of its texts.
func (p *Printer) MaskedJSON(v any) (string, error) {
	text, err := json.Marshal(v)
	return maskJSON(string(text), p.Redact), err
}

// PrintMasked prints a value on one line whose texts were masked one by one: what is beside them, such as the token of
// a flight plan, stays.
func (p *Printer) PrintMasked(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	p.Report = nil
	return p.Print(string(text) + "\n")
}

// maskJSON masks the texts of an encoded value, each by itself, so that what masks a text can never take the marks
// between two of them for a part of it.
func maskJSON(encoded string, mask func(string) string) string {
	var out strings.Builder
	key := ""
	for {
		from := strings.IndexByte(encoded, '"')
		if from < 0 {
			out.WriteString(encoded)
			return out.String()
		}
		to := from + 1
		for ; encoded[to] != '"'; to++ {
			if encoded[to] == '\\' {
				to++
			}
		}
		out.WriteString(encoded[:from])
		literal := encoded[from : to+1]
		encoded = encoded[to+1:]
		var text string
		_ = json.Unmarshal([]byte(literal), &text) // which the encoder wrote
		if strings.HasPrefix(encoded, ":") {
			key = text
			out.WriteString(literal)
			continue
		}
		masked, _ := json.Marshal(maskValue(key, text, mask))
		out.Write(masked)
	}
}

// maskValue masks a text, which may be a secret only by the name that it stands under.
func maskValue(key, text string, mask func(string) string) string {
	masked := mask(text)
	if masked != text || key == "" {
		return masked
	}
	if named, ok := strings.CutPrefix(mask(key+": "+text), key+": "); ok {
		return named
	}
	return text
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

package output

import (
	"encoding/json"
	"strings"

	"pp/cli/exit"
)

// PrintJSON prints a masked value on one line, instead of the object of --output-format json.
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

// PrintMasked prints a value whose texts are masked already. Other content, such as a token, stays.
func (p *Printer) PrintMasked(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	p.Report = nil
	return p.Print(string(text) + "\n")
}

// maskJSON masks each text of an encoded value by itself, so that no mask reaches from one into the next.
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

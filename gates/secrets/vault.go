package secrets

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strings"
	"unicode/utf8"

	"pp/engine"
)

// The lengths of stored values, in bytes.
const (
	minWholeWord   = 4        // shorter ones are not looked for: they are in every text
	minAnywhere    = 6        // shorter ones are found only as whole words, and only as they are
	maxEncodedForm = 16 << 10 // longer ones are looked for as they are and where Scan decodes
)

// Vault holds stored values to look for in text, with their encodings. It is
// immutable and safe for concurrent use. A nil Vault holds nothing.
type Vault struct {
	forms  []form
	spaced []string           // the texts of those with more than one word
	first  map[string][]int32 // the numbers of forms, by their first four bytes
}

// Format prints [MASKED], whatever the verb, so that no value is printed.
func (v Vault) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(engine.Masked)) }

// form is one way in which a stored value may stand in a text.
type form struct {
	text, name, enc string
	whole           bool // only as a whole word
}

// NewVault prepares the values of secrets, without white space around them.
// Values under four bytes, and those that are part of [MASKED], are left out;
// values under six are found only as whole words and unencoded. It reveals
// nothing but to Scan and Redactor.
func NewVault(secrets []engine.Secret) *Vault {
	v := &Vault{first: map[string][]int32{}}
	known := map[string]bool{}
	for _, s := range secrets {
		value := strings.TrimSpace(s.Reveal())
		if len(value) < minWholeWord || strings.Contains(engine.Masked, value) {
			continue
		}
		for _, f := range forms(value) {
			if len(f.text) < minWholeWord || known[f.text] || strings.Contains(engine.Masked, f.text) {
				continue
			}
			known[f.text] = true
			f.name = s.Name
			v.add(f)
		}
	}
	if len(v.forms) == 0 {
		return nil
	}
	return v
}

func (v *Vault) add(f form) {
	start := f.text[:4]
	v.first[start] = append(v.first[start], int32(len(v.forms)))
	v.forms = append(v.forms, f)
	if strings.ContainsFunc(f.text, func(r rune) bool { return r <= ' ' || r >= utf8.RuneSelf }) {
		v.spaced = append(v.spaced, f.text)
	}
}

// search adds the stored values in the text of a view.
func (v *Vault) search(s *scanner, in *view) {
	t := in.text
	for i := 0; i+4 <= len(t); i++ {
		for _, n := range v.first[t[i:i+4]] {
			f := &v.forms[n]
			end := i + len(f.text)
			if !strings.HasPrefix(t[i:], f.text) || f.whole && (is(t, i-1, cWord) || is(t, end, cWord)) {
				continue
			}
			m := s.match(in, RuleVault, i, end)
			m.Name = f.name
			if f.enc != "" {
				m.Encoding = strings.TrimPrefix(m.Encoding+">"+f.enc, ">")
			}
			s.found = append(s.found, m)
		}
	}
}

// begun moves a cut in a text before the first form, of those with more than one word, in the middle of which the text
// ends.
func (v *Vault) begun(t string, cut int) int {
	if v == nil {
		return cut
	}
	for _, f := range v.spaced {
		for at := max(0, len(t)-len(f)+1); at < cut; at++ {
			if t[at] == f[0] && strings.HasPrefix(f, t[at:]) {
				cut = at
			}
		}
	}
	return cut
}

// forms returns a value and its encodings.
func forms(value string) []form {
	if len(value) < minAnywhere {
		return []form{{text: value, whole: true}}
	}
	out := []form{{text: value}}
	if len(value) > maxEncodedForm {
		return out
	}
	add := func(enc string, texts ...string) {
		for _, t := range texts {
			out = append(out, form{text: t, enc: enc})
		}
	}
	for k := range 3 {
		add("base64", aligned(value, k, 6, base64.StdEncoding.EncodeToString),
			aligned(value, k, 6, base64.URLEncoding.EncodeToString))
	}
	for k := range 5 {
		b32 := aligned(value, k, 5, base32.StdEncoding.EncodeToString)
		add("base32", b32, strings.ToLower(b32))
	}
	digits := hex.EncodeToString([]byte(value))
	add("hex", digits, strings.ToUpper(digits))
	var all, unicode strings.Builder
	for i := range len(value) {
		fmt.Fprintf(&all, "%%%02X", value[i])
	}
	for _, r := range value {
		fmt.Fprintf(&unicode, `\u%04x`, r)
	}
	add("url", url.QueryEscape(value), url.PathEscape(value), all.String(), strings.ToLower(all.String()))
	quoted, _ := json.Marshal(value) // a string always marshals
	plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">", `\u0026`, "&").Replace(string(quoted))
	add("json", string(quoted[1:len(quoted)-1]), plain[1:len(plain)-1], unicode.String())
	add("html", html.EscapeString(value))
	add("reversed", reverse(value))
	return out
}

// aligned is the part of an encoding of value that is the same whatever
// stands around it, when value starts skip bytes into a group.
func aligned(value string, skip, bits int, encode func([]byte) string) string {
	text := encode([]byte(strings.Repeat("\x00", skip) + value))
	from := (8*skip + bits - 1) / bits
	to := 8 * (skip + len(value)) / bits
	return text[from:to]
}

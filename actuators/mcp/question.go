package mcp

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pp/engine"
)

// Question is what a server asks the person while one of its tools is called. All text in it is the server's own: to be
// escaped, and to be marked as the server's.
type Question struct {
	Server string
	Text   string
	// URL is where the server sends the person instead of asking for fields; "" where it asks.
	URL    string
	Fields []Field
}

// Field is one thing that a server asks for.
type Field struct {
	Name, Title, Doc string
	Format           string // such as "email"; "" for none
	Kind             FieldKind
	Options          []string // what may be chosen; none: anything
	Required         bool
	Default          string
}

// FieldKind is the type of a field.
type FieldKind uint8

// The kinds of fields.
const (
	FieldText FieldKind = iota
	FieldNumber
	FieldInteger
	FieldBool    // "true" or "false"
	FieldChoices // any number of Options, separated by commas
)

// Answer is a person's answer to a server. Its zero value declines.
type Answer struct {
	Accept bool
	Cancel bool              // the person gave no answer
	Values map[string]string // by the name of the field
}

// Bounds of what a server may ask.
const (
	maxQuestions = 3 // during one call
	maxFields    = 24
	maxAsk       = 2000 // bytes of a text
)

// elicit puts a server's question to the person. Outside of a call, and after too many, it is declined unseen.
func (one *server) elicit(live *session, p *mcp.ElicitParams) *mcp.ElicitResult {
	decline := &mcp.ElicitResult{Action: "decline"}
	t := live.task.Load()
	if p == nil || t == nil || one.set.opts.Elicit == nil {
		return decline
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.asked++; t.asked > maxQuestions || !t.late.Stop() {
		return decline
	}
	defer t.late.Reset(t.limit)
	q := Question{Server: one.Name, Text: engine.Clip(p.Message, maxAsk), URL: engine.Clip(p.URL, maxAsk)}
	schema := fieldsOf(p.RequestedSchema)
	if q.Fields = schema; len(schema) > maxFields {
		return decline
	}
	for _, f := range schema {
		if f.secret(q.Text) {
			one.note("the MCP server " + one.Name + " asked for what looks like a secret, " +
				strconv.Quote(engine.Clip(f.Name, 60)) + "; that was declined: give one as a variable of its entry, or by " +
				"`pp mcp login`")
			return decline
		}
	}
	a, err := one.set.opts.Elicit(t.ctx, q)
	switch {
	case err != nil || a.Cancel:
		return &mcp.ElicitResult{Action: "cancel"}
	case !a.Accept:
		return decline
	}
	return &mcp.ElicitResult{Action: "accept", Content: contentOf(schema, a.Values)}
}

// secrets are words that tell of a field which asks for a secret, the first few of them only in its name: what a server
// is told is kept nowhere, and masked by nobody.
var secrets = [...]string{"pin", "otp", "cvv", "cvc", "card number", "password", "passwords", "passwd", "pwd",
	"passphrase", "passcode", "token", "secret", "secrets", "credential", "credentials", "apikey", "api key",
	"private key", "access key", "secret key", "seed phrase", "recovery phrase", "recovery code",
	"verification code", "security code"}

const onlyInNames = 5 // of them

// secret reports whether a field that takes any text or number asks for a secret, by what the server says of it.
func (f Field) secret(asked string) bool {
	if len(f.Options) > 0 || f.Kind == FieldBool {
		return false
	}
	has := func(text string, words []string) bool {
		text = " " + inWordsOf(text) + " "
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, " "+w+" ") })
	}
	return has(f.Name+" "+f.Title+" "+f.Format, secrets[:]) || has(f.Doc+" "+asked, secrets[onlyInNames:])
}

// inWordsOf is a text, or the name of a variable, as words in lower case with single spaces.
func inWordsOf(text string) string {
	var b strings.Builder
	small := false
	for _, r := range text {
		if unicode.IsUpper(r) && small || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			b.WriteByte(' ')
		}
		if small = unicode.IsLower(r); unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// answers are those to what a server asked in the place of a result.
func (one *server) answers(live *session, requests mcp.InputRequestMap) (mcp.InputResponseMap, error) {
	if len(requests) > maxQuestions {
		return nil, fmt.Errorf("it asks %d questions at once", len(requests))
	}
	out := mcp.InputResponseMap{}
	for _, id := range slices.Sorted(maps.Keys(requests)) {
		p, asks := requests[id].(*mcp.ElicitParams)
		if !asks {
			return nil, errors.New("it asks for what only a model or pp itself could give, which is refused")
		}
		out[id] = one.elicit(live, p)
	}
	return out, nil
}

// property is a field as a form has it.
type property struct {
	Type, Title, Description, Format string

	Enum  []string
	OneOf []struct{ Const string }
	Items struct {
		Enum  []string
		AnyOf []struct{ Const string }
	}
	Default any
}

// fieldsOf reads the flat schema of a question; what it has beside that is left out.
func fieldsOf(schema any) []Field {
	data, err := json.Marshal(schema)
	var s struct {
		Properties map[string]property
		Required   []string
	}
	if err != nil || json.Unmarshal(data, &s) != nil {
		return nil
	}
	var out []Field
	for name, p := range s.Properties {
		f := p.field(name)
		f.Required = slices.Contains(s.Required, name)
		out = append(out, f)
	}
	slices.SortFunc(out, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func (p property) field(name string) Field {
	f := Field{Name: name, Title: engine.Clip(p.Title, 200), Doc: engine.Clip(p.Description, maxAsk),
		Format: engine.Clip(p.Format, 60), Options: p.Enum}
	for _, o := range p.OneOf {
		f.Options = append(f.Options, o.Const)
	}
	switch p.Type {
	case "number":
		f.Kind = FieldNumber
	case "integer":
		f.Kind = FieldInteger
	case "boolean":
		f.Kind = FieldBool
	case "array":
		f.Kind, f.Options = FieldChoices, p.Items.Enum
		for _, o := range p.Items.AnyOf {
			f.Options = append(f.Options, o.Const)
		}
	}
	if text, err := json.Marshal(p.Default); err == nil && p.Default != nil {
		f.Default = engine.Clip(strings.Trim(string(text), `"`), 200)
	}
	return f
}

// contentOf is a person's values in the types of the fields; what is empty or does not fit is left out.
func contentOf(fields []Field, values map[string]string) map[string]any {
	out := map[string]any{}
	for _, f := range fields {
		v, given := values[f.Name]
		if !given {
			continue
		}
		switch f.Kind {
		case FieldNumber:
			if n, err := strconv.ParseFloat(v, 64); err == nil {
				out[f.Name] = n
			}
		case FieldInteger:
			if n, err := strconv.ParseInt(v, 10, 64); err == nil {
				out[f.Name] = n
			}
		case FieldBool:
			if b, err := strconv.ParseBool(v); err == nil {
				out[f.Name] = b
			}
		case FieldChoices:
			chosen := []string{}
			for _, item := range strings.Split(v, ",") {
				if item = strings.TrimSpace(item); item != "" {
					chosen = append(chosen, item)
				}
			}
			out[f.Name] = chosen
		case FieldText:
			out[f.Name] = v
		}
	}
	return out
}

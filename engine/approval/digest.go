package approval

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"pp/engine"
	"pp/engine/effect"
)

// digestForm numbers the hashed encoding. The action of a plan with another form must be asked for again.
const digestForm = 2

// Digest names everything that an approval is bound to.
type Digest [sha256.Size]byte

// String is the digest in lower-case hexadecimal.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// ParseDigest reads what String gave.
func ParseDigest(s string) (Digest, error) {
	var d Digest
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != len(d) || hex.EncodeToString(b) != s {
		return d, fmt.Errorf("%.80q is no digest", s)
	}
	copy(d[:], b)
	return d, nil
}

// Binding is what an approval is bound to besides the verdict.
type Binding struct {
	// FS is the view that the verdict was judged over, so that content and
	// verdict are of one moment.
	FS effect.FS
	// Rules are the effect rules in force: every row with its decision, the
	// person's changes applied. Learned rules are not among them.
	Rules engine.RuleTable
	// Did is what the action did in a layer, where an approval is of that.
	Did Did
	// Also are the verdicts of what was done with it in that layer.
	Also []engine.Verdict
	// Given is what another program wants to do, in its own words, where it is the one that does it.
	Given string
}

// DigestOf is SHA-256 over what an approval of a verdict's action is good for:
// the action without its explanation, the canonical command, the sorted effects,
// the working directory and the workspace, the variables that earlier commands
// exported, every rule that asked (waived or not, so that learning or revoking a
// rule changes nothing), the confinement, the effect rules in force, the content
// of every script that it interprets and of every program of the workspace that
// it runs, and the content of every file that it writes, or what it did where it
// was done in a layer. Spans, explanations and durations are left out. Content
// that cannot be read whole is an error.
func DigestOf(v engine.Verdict, b Binding) (Digest, error) {
	data, err := encode(v, b)
	if err != nil {
		return Digest{}, err
	}
	return sha256.Sum256(data), nil
}

// encode is the text that is hashed. Every name, number of parts and part is
// preceded by its length, so that two different bindings never read the same.
func encode(v engine.Verdict, b Binding) ([]byte, error) {
	fields, _, err := fieldsOf(v, b)
	var e encoder
	for _, f := range fields {
		e.field(f.name, f.parts...)
	}
	return e.buf, err
}

// field is one of those that are hashed.
type field struct {
	name  string
	says  string // the name of the change for a person; "" if another message tells it
	parts []string
}

// fieldsOf are what an approval is bound to, and the contents of files among it. What was done in a layer is not taken
// over where somebody changed a file that it changed: there the files that would be written bind nothing.
func fieldsOf(v engine.Verdict, b Binding) ([]field, []content, error) {
	contents, err := contentsOf(v, b.FS)
	if err != nil {
		return nil, nil, err
	}
	c := v.Confinement
	var rules, items []string
	for _, name := range slices.Sorted(maps.Keys(b.Rules)) {
		rules = append(rules, item(name, b.Rules[name].String()))
	}
	for _, file := range contents {
		if !file.written || !b.Did.Waits() {
			items = append(items, file.item)
		}
	}
	out := []field{{"version", "", []string{number(digestForm)}},
		{"action", "", []string{v.Action.Essence()}},
		{"command", "", []string{v.Action.Command()}},
		{"effects", "what it would do here, or which programs PATH finds", sorted(effectItems(v.Effects))},
		{"directory", "its directory", []string{v.Dir}},
		{"workspace", "its workspace", []string{v.Workspace.Root}},
		{"added", "the directories that belong to the workspace", sorted(v.Workspace.Added)},
		{"asks", "", sorted(askItems(v))},
		{"confinement", "what commands are confined by", []string{c.Files.String(), flag(c.Network), flag(c.Sockets),
			flag(c.Tree), flag(c.Assumed)}},
		{"rules", "the rules in force", rules}, {"contents", "", items}}
	if len(v.Facts.Exported) > 0 {
		out = append(out, field{"exported", "the variables that earlier commands exported", v.Facts.Exported.List()})
	}
	if b.Did.Waits() {
		out = append(out, field{"did", "what it did", []string{b.Did.Sum.String()}})
	}
	for _, v := range b.Also {
		d, err := DigestOf(v, Binding{FS: b.FS, Rules: b.Rules, Did: b.Did})
		if err != nil {
			return nil, nil, err
		}
		out = append(out, field{"also", "what else was done in its layer", []string{d.String()}})
	}
	if b.Given != "" {
		out = append(out, field{"given", "its words", []string{b.Given}})
	}
	return out, contents, nil
}

// encoder builds fields: a name, the number of parts, and the parts.
type encoder struct{ buf []byte }

func (e *encoder) text(s string) {
	e.buf = binary.BigEndian.AppendUint64(e.buf, uint64(len(s)))
	e.buf = append(e.buf, s...)
}

func (e *encoder) field(name string, parts ...string) {
	e.text(name)
	e.buf = binary.BigEndian.AppendUint64(e.buf, uint64(len(parts)))
	for _, p := range parts {
		e.text(p)
	}
}

// item is a part that has parts itself.
func item(parts ...string) string {
	var e encoder
	for _, p := range parts {
		e.text(p)
	}
	return string(e.buf)
}

func sorted(items []string) []string {
	out := slices.Clone(items)
	slices.Sort(out)
	return out
}

func flag(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

func number[T ~int | ~uint8 | ~uint32 | ~uint64 | ~int64](n T) string {
	return fmt.Sprint(uint64(n))
}

// effectItems encodes the effects with all fields except their position, their spelling and the identity of a file: the
// approval depends on its content if that matters.
func effectItems(e effect.Effects) []string {
	var out []string
	all := reflect.ValueOf(e)
	for i := range all.NumField() {
		list := all.Field(i)
		for j := range list.Len() {
			one := reflect.New(list.Type().Elem()).Elem()
			one.Set(list.Index(j))
			for _, name := range [...]string{"Span", "Given", "Is"} {
				if f := one.FieldByName(name); f.IsValid() {
					f.SetZero()
				}
			}
			out = append(out, item(all.Type().Field(i).Name, fmt.Sprintf("%#v", one.Interface())))
		}
	}
	return out
}

// askItems encodes the findings that ask, waived or not, each by its cause instead of its sentence, so that a reworded
// sentence does not void approvals.
func askItems(v engine.Verdict) []string {
	var out []string
	for _, a := range asks(v) {
		out = append(out, item(a.Gate, a.Rule, item(a.Cause.Values()...), a.Kind.String(), a.Subject, flag(a.floor),
			flag(a.waivable)))
	}
	return out
}

package approval

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pp/engine/effect"
	"pp/engine/session/journal"
	"pp/sexp"
)

// ruleFormat is the number of the form of a rule's record.
const ruleFormat = 1

// book is what the file of rules says.
type book struct {
	rules []Rule
	next  int // the highest number that was ever given
}

func (b *book) find(id string) (*Rule, bool) {
	for i := range b.rules {
		if b.rules[i].Grant.ID == id {
			return &b.rules[i], true
		}
	}
	return nil, false
}

func (b *book) active() int {
	n := 0
	for _, r := range b.rules {
		if r.Active() {
			n++
		}
	}
	return n
}

// take adds one record.
func (b *book) take(p sexp.Plist) error {
	key := ""
	if p.Len() > 0 {
		key, _ = p.At(0)
	}
	switch key {
	case "RULE":
		r, err := parseRule(p)
		if err != nil {
			return err
		}
		if _, twice := b.find(r.Grant.ID); twice {
			return fmt.Errorf("the rule %s stands twice", r.Grant.ID)
		}
		n, _ := ruleNumber(r.Grant.ID)
		b.next = max(b.next, n)
		b.rules = append(b.rules, r)
		return nil
	case "NEXT":
		n, _ := p.Integer("NEXT")
		b.next = max(b.next, int(n))
		return nil
	case "REVOKE", "USE", "USAGE":
		return b.about(key, p)
	}
	return fmt.Errorf("a record of the unknown kind %.40q", key)
}

// about takes a record about a rule before it.
func (b *book) about(key string, p sexp.Plist) error {
	id, _ := p.Text(key)
	r, ok := b.find(id)
	if !ok {
		return fmt.Errorf("a record about the rule %.40q, which is not there", id)
	}
	when, err := parseAt(p, "AT")
	if err != nil {
		return err
	}
	words, err := parseTexts(p, "WORDS")
	if err != nil {
		return err
	}
	switch key {
	case "REVOKE":
		r.Revoked, r.Note = when, journal.GetText(p, "NOTE")
	case "USE":
		r.Usage.add(use{at: when, denied: p.True("DENIED"), path: journal.GetText(p, "PATH"), words: words})
	case "USAGE":
		uses, _ := p.Integer("USES")
		denied, _ := p.Integer("DENIED")
		r.Usage = Usage{Uses: int(uses), Denied: int(denied), Last: when, Path: journal.GetText(p, "PATH"), Words: words}
	}
	return nil
}

// records are the shortest records that say the same, the oldest revoked rules
// left out where there are too many.
func (b *book) records() []sexp.Plist {
	out := []sexp.Plist{sexp.Plist{}.With("NEXT", sexp.Int(b.next))}
	var revoked []Rule
	for _, r := range b.rules {
		if !r.Active() {
			revoked = append(revoked, r)
		}
	}
	slices.SortFunc(revoked, func(x, y Rule) int {
		return cmp.Or(y.Revoked.Compare(x.Revoked), strings.Compare(x.Grant.ID, y.Grant.ID))
	})
	gone := map[string]bool{}
	for _, r := range revoked[min(len(revoked), maxRevoked):] {
		gone[r.Grant.ID] = true
	}
	for _, r := range b.rules {
		if gone[r.Grant.ID] {
			continue
		}
		out = append(out, ruleRecord(r))
		if u := r.Usage; u.Uses > 0 {
			out = append(out, sexp.Plist{}.With("USAGE", sexp.String(r.Grant.ID)).With("AT", at(u.Last)).With("USES", sexp.Int(u.Uses)).
				With("DENIED", sexp.Int(u.Denied)).With("PATH", journal.Text(u.Path)).With("WORDS", texts(u.Words)))
		}
		if !r.Active() {
			out = append(out, revokeRecord(r))
		}
	}
	return out
}

func revokeRecord(r Rule) sexp.Plist {
	return sexp.Plist{}.With("REVOKE", sexp.String(r.Grant.ID)).With("AT", at(r.Revoked)).With("NOTE", journal.Text(r.Note))
}

// maxUseWords is how many words of a command a use keeps.
const maxUseWords = 20

func useRecord(id string, u use) sexp.Plist {
	words := u.words[:min(len(u.words), maxUseWords)]
	return sexp.Plist{}.With("USE", sexp.String(id)).With("AT", at(u.at)).With("DENIED", sexp.Bool(u.denied)).
		With("PATH", journal.Text(u.path)).With("WORDS", texts(words))
}

func ruleRecord(r Rule) sexp.Plist {
	var list []sexp.Value
	for _, k := range r.Grant.Kinds {
		list = append(list, kindValue(k))
	}
	p := sexp.Plist{}.With("RULE", sexp.Int(ruleFormat)).With("ID", sexp.String(r.Grant.ID)).With("SINCE", at(r.Since)).
		With("KINDS", sexp.NewList(list...))
	if len(r.Grant.Pattern.Words) > 0 {
		p = p.With("WORDS", texts(r.Grant.Pattern.Words))
	}
	for _, f := range textFields(&r) {
		if *f.value != "" {
			p = p.With(f.key, journal.Text(*f.value))
		}
	}
	return p
}

type textField struct {
	key   string
	value *string
}

// textFields are the fields of a rule that are texts, for writing and reading.
func textFields(r *Rule) []textField {
	g := &r.Grant
	return []textField{{"TOOL", &g.Pattern.Tool}, {"PATH", &g.Pattern.Path}, {"HOST", &g.Pattern.Host}, {"WHERE", &g.Where},
		{"CONTENT", &g.Script}, {"SCRIPT", &r.Script}, {"PLACE", &r.Place}, {"PROGRAM", &r.Program}, {"REPOSITORY", &r.Repository},
		{"FILE-HASH", &r.FileHash}, {"FROM", &r.From}, {"EXAMPLE", &r.Example}, {"WHY", &r.Why}}
}

func parseRule(p sexp.Plist) (Rule, error) {
	var r Rule
	if n, ok := p.Integer("RULE"); !ok || n != ruleFormat {
		return r, fmt.Errorf("not a rule of the form that this version of pp reads (%d)", ruleFormat)
	}
	r.Grant.Learned = true
	r.Grant.ID, _ = p.Text("ID")
	if _, ok := ruleNumber(r.Grant.ID); !ok {
		return r, fmt.Errorf("%.40q is no rule's ID", r.Grant.ID)
	}
	var err error
	if r.Since, err = parseAt(p, "SINCE"); err != nil {
		return r, err
	}
	if r.Grant.Pattern.Words, err = parseTexts(p, "WORDS"); err != nil {
		return r, err
	}
	list, ok := p.List("KINDS")
	if !ok || list.Len() == 0 {
		return r, errors.New("a rule without the kinds of effect it covers")
	}
	for _, v := range list.All() {
		k, err := parseKind(v)
		if err != nil {
			return r, err
		}
		r.Grant.Kinds = append(r.Grant.Kinds, k)
	}
	for _, f := range textFields(&r) {
		v, given := p.Get(f.key)
		if !given {
			continue
		}
		if *f.value, ok = journal.ParseText(v); !ok {
			return r, fmt.Errorf(":%s of a rule is no text", f.key)
		}
	}
	return r, r.check()
}

// check refuses a rule that could waive what no rule may, wherever it came from.
func (r Rule) check() error {
	p := r.Grant.Pattern
	if p.Tool == "" {
		return errors.New("a rule without a tool")
	}
	if p.Tool == "shell" && len(p.Words) == 0 {
		return errors.New("a rule for every command")
	}
	if len(p.Words) > 0 && (p.Tool != "shell" || p.Words[0] == "*" || slices.Contains(p.Words[:len(p.Words)-1], "*")) {
		return errors.New("a rule whose words name no program")
	}
	if (r.Script == "") != (r.Grant.Script == "") || (r.Repository == "") != (r.FileHash == "") {
		return errors.New("a rule that is bound to a file without its content")
	}
	for _, k := range r.Grant.Kinds {
		switch k {
		case effect.KindDelete, effect.KindEscalate, effect.KindOpaque, effect.KindHazard, effect.KindText:
			if r.Grant.Learned || k != effect.KindDelete {
				return fmt.Errorf("a rule for the effect %q, which cannot be learned", k)
			}
		case effect.KindRead, effect.KindWrite, effect.KindMetadata, effect.KindSocket:
			if p.Path == "" {
				return fmt.Errorf("a rule for the effect %q on any path", k)
			}
		case effect.KindConnect:
			if p.Host == "" {
				return errors.New("a rule for connections to any host")
			}
		case effect.KindAction, effect.KindRun, effect.KindListen, effect.KindSignal:
		}
	}
	return nil
}

func ruleNumber(id string) (int, bool) {
	digits, ok := strings.CutPrefix(id, "r")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n > 0 && strconv.Itoa(n) == digits && n < 1<<30
}

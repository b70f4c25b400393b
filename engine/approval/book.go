package approval

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"pp/engine/effect"
	"pp/engine/store"
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
		return b.takeRule(p)
	case "NEXT":
		n, _ := p.Integer("NEXT")
		b.next = max(b.next, int(n))
		return nil
	}
	id, _ := p.Text(key)
	r, ok := b.find(id)
	if !ok {
		return fmt.Errorf("a record about the rule %.40q, which is not there", id)
	}
	switch key {
	case "REVOKE":
		return store.Decode(p, r.revocation)
	case "USAGE", "USE": // older versions counted the uses of a rule
		return nil
	}
	return fmt.Errorf("a record of the unknown kind %.40q", key)
}

func (b *book) takeRule(p sexp.Plist) error {
	var r Rule
	if err := store.Decode(p, r.fields); err != nil {
		return err
	}
	n, ok := ruleNumber(r.Grant.ID)
	if _, twice := b.find(r.Grant.ID); twice || !ok {
		return fmt.Errorf("%.40q is no new rule's ID", r.Grant.ID)
	}
	if err := r.check(); err != nil {
		return err
	}
	b.next, b.rules = max(b.next, n), append(b.rules, r)
	return nil
}

// fields are those of the record that makes a rule.
func (r *Rule) fields(f *store.Fields) {
	g := &r.Grant
	g.Learned = true
	f.Format("RULE", ruleFormat, "a rule")
	f.Text("ID", &g.ID)
	f.Time("SINCE", &r.Since)
	store.List(f, "KINDS", &g.Kinds, kindValue, kindOf)
	f.Texts("WORDS", &g.Pattern.Words)
	f.OptionalText("TOOL", &g.Pattern.Tool)
	f.OptionalText("PATH", &g.Pattern.Path)
	f.OptionalText("HOST", &g.Pattern.Host)
	f.Flag("EDITS", &g.Edits)
	f.OptionalText("WHERE", &g.Where)
	f.OptionalText("CONTENT", &g.Script)
	f.OptionalText("SCRIPT", &r.Script)
	f.OptionalText("PLACE", &r.Place)
	f.OptionalText("PROGRAM", &r.Program)
	f.OptionalText("REPOSITORY", &r.Repository)
	f.OptionalText("FILE-HASH", &r.FileHash)
	f.OptionalText("FROM", &r.From)
	f.OptionalText("EXAMPLE", &r.Example)
	f.OptionalText("WHY", &r.Why)
}

// revocation are the fields of the record that takes a rule back.
func (r *Rule) revocation(f *store.Fields) {
	f.Text("REVOKE", &r.Grant.ID)
	f.Time("AT", &r.Revoked)
	f.OptionalText("NOTE", &r.Note)
}

// check refuses a rule that could waive what no rule may, wherever it came from.
func (r Rule) check() error {
	p := r.Grant.Pattern
	if r.Grant.Edits {
		return r.checkEdits()
	}
	if p.Tool == "" || len(r.Grant.Kinds) == 0 {
		return errors.New("a rule without a tool or the kinds of effect it covers")
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
		case effect.KindHazard:
			if !strings.Contains(r.Program, " ") || len(p.Words) < 2 {
				return errors.New("a rule for what changes a repository that names no program and subcommand")
			}
		case effect.KindDelete, effect.KindEscalate, effect.KindOpaque, effect.KindText, effect.KindRemember,
			effect.KindRecall, effect.KindMessage:
			if r.Grant.Learned || k != effect.KindDelete {
				return fmt.Errorf("a rule for the effect %q, which cannot be learned", k)
			}
		case effect.KindRead, effect.KindWrite, effect.KindMetadata, effect.KindSocket, effect.KindCall:
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

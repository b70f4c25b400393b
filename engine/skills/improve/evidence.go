package improve

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"pp/engine"
	"pp/engine/audit"
	"pp/sexp"
)

// Bounds of what is looked at and kept.
const (
	maxRecords  = 100_000
	maxGroups   = 2_000
	maxKept     = 50 // commands of one kind
	maxCommand  = 200
	maxFindings = 8
)

// How often something must have happened to count.
const (
	oftenDenied  = 2 // by a person, who seldom says it twice
	oftenChanged = 2
	oftenStopped = 3 // by a gate
	oftenFailed  = 5
)

// Evidence is what was found in thought traces. Its zero value has found nothing.
type Evidence struct {
	// Redactor tells what must not stand in a draft; nil: nothing is known to.
	Redactor engine.Redactor

	records, traces int
	groups          map[string]*group
	did             map[string][]command // what was carried out, by program
	seen            map[string]bool      // in this trace
	changed         *proposal            // that a person put something else in the place of, in this trace
}

// group is one thing that happens again and again.
type group struct {
	kind   Kind
	what   string // what was proposed, in words that may be repeated
	rule   string
	became string
	count  int
	reason string
	all    []command
}

// command is a simple command: words that mean themselves.
type command []string

func (c command) String() string { return strings.Join(c, " ") }

// proposal is what is known of an action of a record.
type proposal struct {
	head    string  // the program and its subcommand, or the tool
	text    string  // of the action without its explanation
	command command // nil of anything but a simple command
}

// Records and Traces are how many were looked at.
func (e *Evidence) Records() int { return e.records }

// Traces are how many were looked at.
func (e *Evidence) Traces() int { return e.traces }

// Begin says that a trace begins.
func (e *Evidence) Begin() {
	e.traces++
	e.seen, e.changed = map[string]bool{}, nil
}

// Add takes note of a record of the trace that was begun. It reports whether there is room for more.
func (e *Evidence) Add(r audit.Entry) bool {
	e.records++
	p, ok := e.proposal(r)
	if !ok {
		return e.records < maxRecords
	}
	switch text := field(r); r.Kind {
	case engine.RecordVerdict:
		e.verdict(p, text)
	case engine.RecordApproval:
		e.approval(p, text, r.Fields.True("ABSENT"))
	case engine.RecordIntent:
		if p.command != nil && len(e.did[p.command[0]]) < maxKept && e.new("did", p) {
			e.did = with(e.did, p.command[0], p.command)
		}
	case engine.RecordResult:
		if text("STATUS") == "ERROR" && p.head != "shell" && p.head != "message" {
			e.count(Failed, p, p.head, func(*group) {})
		}
	case engine.RecordSignal, engine.RecordPrompt, engine.RecordProposal, engine.RecordFault:
	}
	return e.records < maxRecords
}

func with(m map[string][]command, key string, c command) map[string][]command {
	if m == nil {
		m = map[string][]command{}
	}
	m[key] = append(m[key], c)
	return m
}

// verdict takes note of what a gate denied, and of what a person put in the place of something.
func (e *Evidence) verdict(p proposal, text func(string) string) {
	if from := e.changed; from != nil && text("STAGE") == "ACT" && from.command != nil && p.command != nil &&
		p.text != from.text {
		e.changed = nil
		e.count(Changed, *from, from.head+" "+p.head, func(g *group) { g.became = p.command.shown() })
	}
	gate := text("GATE")
	rule := engine.RuleName(gate, text("RULE"))
	if text("DECISION") != "DENY" || !plain().MatchString(rule) || strings.HasPrefix(rule, "skill") {
		return // what skills deny they say themselves
	}
	e.count(Stopped, p, p.head+" "+rule, func(g *group) { g.rule = rule })
}

// notSaid begin the reasons of denials that no person gave.
var notSaid = []string{"it was denied in this turn already", "what it rests on changed"}

// approval takes note of what a person denied or changed.
func (e *Evidence) approval(p proposal, text func(string) string, absent bool) {
	reason := text("REASON")
	switch {
	case text("ANSWER") == "MODIFY":
		e.changed = &p
	case text("ANSWER") != "DENY" || absent:
	case slices.ContainsFunc(notSaid, func(s string) bool { return strings.HasPrefix(reason, s) }):
	default:
		reason = engine.Clip(strings.Join(strings.Fields(e.clean(reason)), " "), maxCommand)
		e.count(Denied, p, p.head, func(g *group) { g.reason = cmp.Or(reason, g.reason) })
	}
}

// count counts something once for each trace and action.
func (e *Evidence) count(kind Kind, p proposal, key string, more func(*group)) {
	key = kind.String() + " " + key
	g := e.groups[key]
	if g == nil && len(e.groups) == maxGroups || !e.new(key, p) {
		return
	}
	if g == nil {
		if e.groups == nil {
			e.groups = map[string]*group{}
		}
		g = &group{kind: kind, what: p.head}
		e.groups[key] = g
	}
	g.count++
	if p.command != nil && len(g.all) < maxKept {
		g.all = append(g.all, p.command)
	}
	more(g)
}

// new reports whether this was not counted in this trace.
func (e *Evidence) new(key string, p proposal) bool {
	key += "\x00" + p.text
	if e.seen[key] || len(e.seen) >= maxRecords {
		return false
	}
	if e.seen == nil {
		e.seen = map[string]bool{}
	}
	e.seen[key] = true
	return true
}

// Words that may be repeated: names, options and plain operands. Nothing in them is a sentence.
var (
	plain = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_./:=+,@%-]{1,40}$`) })
	named = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9-]{0,30}$`) })
)

// proposal reads the action of a record; what has a secret in it, or cannot be read, is none.
func (e *Evidence) proposal(r audit.Entry) (proposal, bool) {
	text := field(r)
	if r.Kind == engine.RecordResult {
		tool := text("TOOL")
		return proposal{head: tool, text: text("STATUS") + r.Text.Inline}, named().MatchString(tool)
	}
	printed := text("ACTION")
	if printed == "" || e.clean(printed) != printed {
		return proposal{}, false
	}
	v, err := sexp.Read(printed, sexp.Limits{})
	if err != nil {
		return proposal{}, false
	}
	a, err := engine.Decoder{}.Action(v, engine.TargetCLI)
	if err != nil {
		return proposal{}, false
	}
	p := proposal{head: a.Tool(), text: a.Essence()}
	if p.command = simple(a.Command()); p.command != nil {
		p.head = p.command.head()
	}
	return p, plain().MatchString(strings.ReplaceAll(p.head, " ", "."))
}

// simple is a command whose words mean themselves, nil of any other.
func simple(text string) command {
	words := strings.Fields(text)
	if len(words) == 0 || len(text) > maxCommand || strings.ContainsAny(text, "\n\t") ||
		slices.ContainsFunc(
			words,
			func(w string) bool { return !plain().MatchString(w) },
		) || strings.Contains(words[0], "=") {
		return nil
	}
	return words
}

// head is the program, with its subcommand.
func (c command) head() string {
	if len(c) > 1 && named().MatchString(c[1]) {
		return c[0] + " " + c[1]
	}
	return c[0]
}

// shown is a command in the words that a mandate may have: no more than a few.
func (c command) shown() string { return strings.Join(c[:min(len(c), 6)], " ") }

// has reports whether a command is one of a program with all of these words.
func (c command) has(words command) bool {
	return c[0] == words[0] &&
		!slices.ContainsFunc(words[1:], func(w string) bool { return !slices.Contains(c[1:], w) })
}

// clean is a text that may stand in a draft, "" when it has a secret.
func (e *Evidence) clean(text string) string {
	if strings.Contains(text, engine.Masked) || engine.Redact(e.Redactor, text) != text {
		return ""
	}
	return text
}

// field reads a text of a record's fields, or a keyword's name.
func field(r audit.Entry) func(string) string {
	return func(key string) string {
		if name, ok := r.Fields.Keyword(key); ok {
			return name
		}
		v, _ := r.Fields.Get(key)
		t, _ := audit.ParseText(v)
		return t.Inline
	}
}

// Findings are what happened often enough, the strongest first.
func (e *Evidence) Findings() []Finding {
	var out []Finding
	for _, key := range slices.Sorted(maps.Keys(e.groups)) {
		g := e.groups[key]
		if g.count < g.kind.often() {
			continue
		}
		f := Finding{Kind: g.kind, What: g.what, Rule: g.rule, Instead: g.became, Count: g.count, Reason: g.reason}
		if g.kind == Denied || g.kind == Changed {
			e.pattern(&f, g.all)
		}
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(b.Count, a.Count), strings.Compare(a.What, b.What))
	})
	return out[:min(len(out), maxFindings)]
}

// pattern finds the words that all of these commands have in common, with commands to try them on.
// Words that something which was carried out has too make no gate.
func (e *Evidence) pattern(f *Finding, all []command) {
	if len(all) == 0 {
		return
	}
	common := command{all[0][0]}
	for i, w := range all[0][1:] {
		sub := i == 0 && named().MatchString(w)
		if (sub || strings.HasPrefix(w, "-")) && !slices.Contains(common, w) &&
			!slices.ContainsFunc(all, func(c command) bool { return !slices.Contains(c[1:], w) }) {
			common = append(common, w)
		}
	}
	f.What = common.shown()
	if f.Kind != Denied || len(common) > 6 || slices.ContainsFunc(e.did[common[0]], func(c command) bool {
		return c.has(common)
	}) {
		return
	}
	f.words = common
	for _, c := range all {
		f.Denied = appendNew(f.Denied, c.String())
	}
	for _, c := range e.did[common[0]] {
		f.Passed = appendNew(f.Passed, c.String())
	}
}

// maxExamples is how many commands of a kind are tried.
const maxExamples = 5

func appendNew(list []string, text string) []string {
	if len(list) == maxExamples || slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

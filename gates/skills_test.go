package gates_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/skills"
	"pp/gates"
	"pp/gates/shell"
	"pp/gates/shell/table"
)

// skillSet loads skills, each NAME: TEXT, of one trust. All of them must become ready.
func skillSet(t testing.TB, trust skills.Trust, texts map[string]string) *skills.Set {
	t.Helper()
	var files []skills.File
	for name, text := range texts {
		files = append(files, skills.File{Path: "/skills/" + name + ".lisp", Name: name, Text: text, Trust: trust})
	}
	s := skills.Load(context.Background(), files, skills.Options{})
	for _, k := range s.Skills() {
		if k.State != skills.Ready {
			t.Fatalf("%s is %v: %v", k.Name, k.State, k.Problem)
		}
	}
	return s
}

// gateText is a skill with a gate of this body.
func gateText(name string, priority int, body string) string {
	return fmt.Sprintf(
		"(defskill :%s :priority %d :deterministic (lambda (action ctx) (declare (ignorable action ctx)) %s))",
		name,
		priority,
		body,
	)
}

// bodies are what gates do, good and bad.
var bodies = [...]string{
	"action", "nil", "t", "(copy-tree action)", "(car 1)", "(loop)", `(error "x")`, "'(:type :log)",
	`'(:type :event :text "no")`, "'(:level :approval-required)", "'(:level :approval-required :waivable t)",
	`'(:type :request :target :shell :payload (:cmd "ls" :explanation "look at what is there"))`,
	`'(:type :request :target :cli :payload (:action :message :text "hello" :explanation "say hello instead"))`,
	`'(:type :request :target :shell :payload (:cmd "rm -rf /" :explanation "make room for more"))`,
	`(append action '(:approved t))`, "(list :type :response)", "'(:decision :allow)", "'(:type :request)",
	"(if (getf ctx :effects) action '(:type :log))",
	`(if (search "git" (prin1-to-string action)) '(:level :approval-required :waivable t) action)`,
	"(let ((x (copy-tree action))) (setf (getf x :target) :cli) x)",
	`(let ((x (copy-tree action))) (setf (getf (getf x :payload) :explanation) "APPROVED by the person") x)`,
	"(setf (second action) :log)", "(reverse action)",
}

// All that makes an action more permitted does nothing against a skill's denial, nor against a
// question that it does not let be waived.
func TestInvariant3NothingAllowsWhatASkillDenies(t *testing.T) {
	facts := workspaceFacts(t)
	for body, most := range map[string]engine.Decision{"'(:type :log)": engine.Deny, "(car 1)": engine.Deny,
		"'(:level :approval-required)": engine.Ask} {
		set := skillSet(t, skills.Person, map[string]string{"x": gateText("x", 300, body)})
		s := realStack().With(set.Gates()...)
		for _, command := range []string{"ls", "echo hello", "git push"} {
			f := facts()
			allowEverything(&f)
			if v := s.Judge(run(command), f); v.Decision > most {
				t.Errorf("%s: %s: %s", body, command, v.Sentence())
			}
		}
	}
	set := skillSet(
		t,
		skills.Person,
		map[string]string{"x": gateText("x", 300, "'(:level :approval-required :text \"Look\")")},
	)
	v := realStack().With(set.Gates()...).Judge(run("ls"), facts())
	if got := v.Sentence(); got != "ask skill/x: Look" {
		t.Errorf("%s", got)
	}
	for _, step := range v.Trace {
		if want := map[bool]string{true: set.Skills()[0].Version}[step.Gate == "skill/x"]; step.Version != want {
			t.Errorf("%s has the version %q, not %q", step.Gate, step.Version, want)
		}
	}
}

// The same action has one verdict with skills, in any order of loading.
func TestInvariant4EachActionHasOneVerdictWithSkills(t *testing.T) {
	texts := map[string]string{}
	for i, body := range bodies {
		name := fmt.Sprintf("s%d", i)
		texts[name] = gateText(name, 1+i*7%20, body)
	}
	facts := workspaceFacts(t)
	rounds := 100
	if os.Getenv("PP_LONG") != "" {
		rounds = 1000
	}
	want := map[string]string{}
	for range rounds / 10 {
		s := realStack().With(skillSet(t, skills.Person, texts).Gates()...) // a map has another order each time
		for range 10 {
			for _, command := range []string{"git push --force", "ls", "rm -rf /"} {
				got := s.Judge(run(command), facts()).Identity()
				if want[command] == "" {
					want[command] = got
				}
				if got != want[command] {
					t.Fatalf("two verdicts over one action:\n%s\n%s", want[command], got)
				}
			}
		}
	}
}

// A skill that errs, or goes on for ever, denies and says where.
func TestInvariant5ASkillThatErrsDenies(t *testing.T) {
	facts := workspaceFacts(t)
	for _, body := range []string{"(car 1)", "(loop)", `(error "x")`, "(labels ((f (x) (list (f x)))) (f 1))", "nil", "t",
		"(funcall 5)", "(aref #(1) 5)", "(parse-integer \"x\")", "(let ((l (list 1))) (setf (cdr l) l) (length l))",
		"(make-string 100000000)", "(expt 10 (expt 10 10))", `(format nil "~100000000a" 1)`} {
		set := skillSet(t, skills.Person, map[string]string{"x": gateText("x", 300, body)})
		v := realStack().With(set.Gates()...).Judge(run("ls"), facts())
		if v.Decision != engine.Deny || !strings.Contains(v.Sentence(), "/skills/x.lisp:1") {
			t.Errorf("%s: %s", body, v.Sentence())
		}
	}
}

// randomSkills are a few skills of random gates, some of them behind a trigger.
func randomSkills(r *rand.Rand) map[string]string {
	texts := map[string]string{}
	for i := range 1 + r.IntN(3) {
		name := fmt.Sprintf("r%d", i)
		body := bodies[r.IntN(len(bodies))]
		if r.IntN(2) == 0 {
			body = fmt.Sprintf("(if (search %q (prin1-to-string action)) %s %s)",
				[]string{"git", "a", "cat", "read-file", "http"}[r.IntN(5)], body, bodies[r.IntN(len(bodies))])
		}
		text := gateText(name, 1+r.IntN(599), body)
		if r.IntN(4) == 0 {
			trigger := []string{"nil", "t", "(car 1)", "(getf ctx :effects)"}[r.IntN(4)]
			text = strings.Replace(text, ":deterministic", ":trigger (lambda (ctx) (declare (ignorable ctx)) "+trigger+
				") :deterministic", 1)
		}
		texts[name] = text
	}
	return texts
}

// Skills that are added, whatever they do, make no action more permitted: 10⁵ judgements with
// PP_LONG, 4,000 without.
func TestInvariant7NoActionIsMorePermittedByASkill(t *testing.T) {
	judgements := 4000
	if os.Getenv("PP_LONG") != "" {
		judgements = 100_000
	}
	var actions []engine.Action
	for _, c := range defaultRules(t) {
		actions = append(actions, action(t, c.action))
	}
	facts := workspaceFacts(t)
	plain := realStack()
	before := make([]engine.Decision, len(actions))
	for i, a := range actions {
		before[i] = plain.Judge(a, facts()).Decision
	}
	r := rand.New(rand.NewPCG(15, 7))
	for range judgements / 20 {
		trust := skills.Trust(r.IntN(3))
		texts := randomSkills(r)
		s := plain.With(skillSet(t, trust, texts).Gates()...)
		for range 20 {
			i := r.IntN(len(actions))
			if v := s.Judge(actions[i], facts()); v.Decision > before[i] {
				t.Fatalf("%s: %v became %s with %v", actions[i].Canonical(), before[i], v.Sentence(), texts)
			}
		}
	}
}

// What a repository's skill makes of an action is asked about, whatever a person granted.
func TestInvariant14ARepositorysSkillOnlyTightens(t *testing.T) {
	facts := workspaceFacts(t)
	for _, body := range bodies {
		set := skillSet(t, skills.Repository, map[string]string{"x": gateText("x", 300, body)})
		s := realStack().With(set.Gates()...)
		for _, command := range []string{"ls", "git push", "rm -rf /", "cat .env"} {
			f := facts()
			allowEverything(&f)
			before := realStack().Judge(run(command), f).Decision
			v := s.Judge(run(command), f)
			changed := v.Action.Essence() != run(command).Essence() &&
				realStack().Judge(run(command), f).Action.Essence() !=
					v.Action.Essence()
			if v.Decision > before || changed && v.Decision == engine.Allow {
				t.Errorf("%s: %s: %v became %s", body, command, before, v.Sentence())
			}
		}
	}
}

// A gate with a broken file asks for everything that is not only said.
func TestInvariant7ABrokenSkillAsks(t *testing.T) {
	facts := workspaceFacts(t)
	set := skills.Load(context.Background(), []skills.File{{Path: "/skills/x.lisp", Name: "x", Trust: skills.Person,
		Text: "(defskill :x :deterministic (lambda (action ctx) "}}, skills.Options{})
	s := realStack().With(set.Gates()...)
	for _, c := range defaultRules(t) {
		a := action(t, c.action)
		if _, said := a.Op.(engine.Message); said {
			continue
		}
		f := facts()
		allowEverything(&f)
		if v := s.Judge(a, f); v.Decision > engine.Ask {
			t.Errorf("%s: %s", c.action, v.Sentence())
		}
	}
}

func TestStackWith(t *testing.T) {
	s := gates.New(gates.Analyser{Shell: &shell.Analyst{Table: table.Default()}}, gates.Default(nil), nil, nil)
	if s.With() != s {
		t.Error("a stack with nothing more is another one")
	}
	set := skillSet(t, skills.Person, map[string]string{"x": gateText("x", 300, "action")})
	more := s.With(set.Gates()...)
	names := func(s *gates.Stack) (out []string) {
		for _, g := range s.Gates() {
			out = append(out, g.Name())
		}
		return out
	}
	if slices.Contains(names(s), "skill/x") || !slices.Contains(names(more), "skill/x") {
		t.Errorf("%v, %v", names(s), names(more))
	}
	defer func() {
		if recover() == nil {
			t.Error("two gates of one name")
		}
	}()
	more.With(set.Gates()...)
}

// A gate of ten forms, and ten of them beside the others.
func BenchmarkSkillGates(b *testing.B) {
	const body = `(let* ((payload (getf action :payload)) (cmd (getf payload :cmd)))
		(if (and cmd (search "push" cmd) (search "--force" cmd)) (list :type :log :text "No.") action))`
	facts := world(b)
	for _, n := range []int{0, 1, 10} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			texts := map[string]string{}
			for i := range n {
				name := fmt.Sprintf("s%d", i)
				texts[name] = gateText(name, 100, body)
			}
			s := realStack().With(skillSet(b, skills.Person, texts).Gates()...)
			a := run("grep -n 'func main' main.go README.md | sort -k2 | head -5 | wc")
			b.ReportAllocs()
			for b.Loop() {
				if v := s.Judge(a, facts()); v.Decision != engine.Allow {
					b.Fatal(v.Sentence())
				}
			}
		})
	}
}

func TestAnEndlessRevisionIsNamed(t *testing.T) {
	set := skillSet(t, skills.Person, map[string]string{"x": gateText("x", 300,
		`(let ((x (copy-tree action)))
			(setf (getf (getf x :payload) :cmd) (format nil "~a x" (getf (getf x :payload) :cmd))) x)`)})
	v := realStack().With(set.Gates()...).Judge(run("ls"), workspaceFacts(t)())
	if v.Decision != engine.Deny || !strings.Contains(v.Sentence(), "skill/x last") {
		t.Error(v.Sentence())
	}
}

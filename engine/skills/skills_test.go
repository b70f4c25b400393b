package skills_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/skills"
	"pp/sexp"
)

// file is a person's skill of a name with a text.
func file(name, text string) skills.File {
	base := strings.TrimSuffix(strings.TrimSuffix(name, ".org"), ".lisp")
	if base == name {
		name += ".lisp"
	}
	return skills.File{Path: "/skills/" + name, Name: base, Text: text, Trust: skills.Person}
}

func load(o skills.Options, files ...skills.File) *skills.Set {
	return skills.Load(context.Background(), files, o)
}

// one loads one file, which must become ready.
func one(t testing.TB, text string) *skills.Set {
	t.Helper()
	s := load(skills.Options{}, file("x", text))
	for _, k := range s.Skills() {
		if k.State != skills.Ready {
			t.Fatalf("%s is %v: %v", k.Name, k.State, k.Problem)
		}
	}
	return s
}

// gateOf is a set with a gate whose body is an expression over ACTION and CTX.
func gateOf(t testing.TB, body string) *skills.Set {
	t.Helper()
	return one(t, "(defskill :x :deterministic (lambda (action ctx) (declare (ignorable action ctx))\n"+body+"))")
}

func run(command string) engine.Action {
	return engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: command},
		Explanation: "what a test does with it"}
}

// caseOf is a command with what its first words are.
func caseOf(command string) engine.Case {
	return engine.Case{Action: run(command), Effects: effect.Effects{
		Runs: []effect.Program{
			{Name: "git", Words: strings.Fields(command), Canonical: "git push", Class: effect.ProgramActs},
		},
	}, Facts: engine.Facts{Dir: "/w", Workspace: effect.Workspace{Root: "/w"}}}
}

// check asks the only gate of a set.
func check(t testing.TB, s *skills.Set, c engine.Case) ([]engine.Finding, error) {
	t.Helper()
	list := s.Gates()
	if len(list) != 1 {
		t.Fatalf("there are %d gates", len(list))
	}
	return list[0].Check(c)
}

func skillNamed(t testing.TB, s *skills.Set, name string) skills.Skill {
	t.Helper()
	for _, k := range s.Skills() {
		if k.Name == name {
			return k
		}
	}
	t.Fatalf("no skill %s among %v", name, s.Skills())
	return skills.Skill{}
}

func TestWhatAGateGives(t *testing.T) {
	decisions := map[string]engine.Decision{"denied": engine.Deny, "asked": engine.Ask, "revised": engine.Revise,
		"allowed": engine.Allow}
	text, err := os.ReadFile("testdata/gates.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	for i := 0; i+1 < len(lines); i += 2 {
		decision, body, _ := strings.Cut(lines[i], " ")
		want, says := decisions[decision], strings.TrimSpace(lines[i+1])
		found, err := check(t, gateOf(t, body), caseOf("git push"))
		got, said := engine.Deny, ""
		if err != nil {
			said = err.Error()
		} else {
			got, said = found[0].Decision, found[0].Reason
		}
		if got != want || !strings.Contains(said, says) {
			t.Errorf("%s: %v: %s; want %v with %q", body, got, said, want, says)
		}
		for _, f := range found {
			if f.Waivable || f.ByPermission || f.WaivedBy != "" {
				t.Errorf("%s may be waived", body)
			}
		}
	}
}

func TestAGateMayLetItsQuestionBeWaived(t *testing.T) {
	found, err := check(t, gateOf(t, `(list :level :approval-required :waivable t :text "Look")`), caseOf("git push"))
	if err != nil || !found[0].Waivable || found[0].Decision != engine.Ask {
		t.Errorf("%+v %v", found, err)
	}
}

func TestWhatAGateIsGiven(t *testing.T) {
	c := caseOf("git push --force")
	c.Effects.Reads = []effect.Path{{Name: "/w/a", Exists: true}}
	c.Effects.Connects = []effect.Endpoint{{Host: "example.org", Port: 443}}
	c.Facts.Flows = []engine.Flow{{Secret: true, Subject: "/w/.env", Turn: 3}}
	c.Facts.Confinement = engine.Confinement{Files: engine.FilesMounts, Network: true}
	c.Facts.Env = engine.Environment{"HOME": "/home/somebody"}
	c.Facts.Occasion = engine.Occasion{Sensor: engine.SensorToolOutput, Source: "TELEGRAM", Depth: 2}
	found, err := check(t, gateOf(t, "(list :type :log :text (prin1-to-string (list action ctx)))"), c)
	if err != nil {
		t.Fatal(err)
	}
	want := `((:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "git push --force" ` +
		`:EXPLANATION "what a test does with it")) ` +
		`(:TYPE :EVENT :META (:SOURCE :TELEGRAM) :PAYLOAD (:SENSOR :TOOL-OUTPUT) :DEPTH 2 :EFFECTS ` +
		`((:KIND :READS :PATH "/w/a" :EXISTS T) (:KIND :RUNS :WORDS ("git" "push" "--force") :COMMAND "git push" ` +
		`:CLASS :ACTS) (:KIND :CONNECTS :HOST "example.org" :PORT 443)) :DIR "/w" :WORKSPACE "/w" ` +
		`:FLOWS ((:KIND :SECRET :SUBJECT "/w/.env" :TURN 3)) :CONFINEMENT (:FILES :MOUNTS :NETWORK T)))`
	if found[0].Reason != want {
		t.Errorf("got  %s\nwant %s", found[0].Reason, want)
	}
}

// A gate is told of every effect, each of its own kind.
func TestAGateIsToldOfEveryEffect(t *testing.T) {
	seen := map[string]bool{}
	for name, e := range enginetest.EachEffect() {
		c := caseOf("git push")
		c.Effects = e
		given, err := skills.CaseContext(c)
		if err != nil {
			t.Fatal(err)
		}
		p, err := sexp.AsPlist(given)
		if err != nil {
			t.Fatal(err)
		}
		list, _ := p.Get("EFFECTS")
		text := sexp.Print(list)
		if kind, _, ok := strings.Cut(strings.TrimPrefix(text, "((:KIND :"), " "); !ok || seen[kind] {
			t.Errorf("%s: %s", name, text)
		} else {
			seen[kind] = true
		}
	}
}

func TestTriggerOfAGate(t *testing.T) {
	for trigger, want := range map[string]engine.Decision{
		"(lambda (ctx) (eq (getf (getf ctx :payload) :sensor) :user-input))": engine.Deny,
		"(lambda (ctx) (eq (getf (getf ctx :payload) :sensor) :heartbeat))":  engine.Allow,
		"(lambda (ctx) (declare (ignore ctx)) (error \"oh\"))":               engine.Deny,
		"(lambda (ctx) (declare (ignore ctx)) (loop))":                       engine.Deny,
		"nil":        engine.Deny,
		"'for-all":   engine.Deny,
		"#'for-none": engine.Allow,
	} {
		s := one(t, "(defun for-none (ctx) (declare (ignore ctx)) nil)\n(defskill :x :trigger "+trigger+
			" :deterministic (lambda (action ctx) (declare (ignore action ctx)) '(:type :log)))\n"+
			"(defun for-all (ctx) ctx)")
		found, err := check(t, s, caseOf("git push"))
		if err != nil || found[0].Decision != want {
			t.Errorf("%s: %v %v", trigger, found, err)
		}
	}
}

func TestEvilSkill(t *testing.T) {
	s := load(skills.Options{}, file("evil", `(passepartout:defskill :evil-skill
:priority 100
:trigger (lambda (ctx) (eq (getf (getf ctx :payload) :sensor) :user-input))
:probabilistic (lambda (ctx) (declare (ignore ctx)) (error "CRITICAL BRAIN FAILURE"))
:deterministic nil)`))
	if k := skillNamed(t, s, "evil-skill"); k.State != skills.Ready || k.Gate || !k.Prompt || k.Priority != 100 {
		t.Fatalf("%+v", k)
	}
	sig := engine.Signal{Payload: engine.Input{Text: "hello", Origin: engine.OriginPerson}}
	text, by, notes := s.Prompt(context.Background(), sig)
	if text != "" || by != "" || len(notes) != 1 || !strings.Contains(notes[0], "CRITICAL BRAIN FAILURE") {
		t.Errorf("%q %q %q", text, by, notes)
	}
	if _, _, again := s.Prompt(context.Background(), sig); len(again) > 0 {
		t.Errorf("it is noted twice: %q", again)
	}
	if len(s.Gates()) != 0 {
		t.Errorf("it has gates: %v", s.Gates())
	}
}

// A set is used by many judgements at once, and no call leaves anything behind.
func TestASetIsUsedByMany(t *testing.T) {
	s := one(t, `(defparameter *seen* (list 1 2 3))
(defparameter *box* (list :content 0))
(let ((n 0)) (defun count-up () (incf n)))
(defskill :x :mandate (lambda (ctx) (format nil "~a" (getf (getf ctx :payload) :text)))
  :deterministic (lambda (action ctx)
    (let ((own (copy-list *seen*)) (words (make-hash-table :test 'equal)))
      (setf (first own) (getf (getf action :payload) :cmd))
      (dolist (e (getf ctx :effects)) (setf (gethash (getf e :kind) words) t))
      (list :type :log :text (format nil "~s ~s ~s" own (hash-table-count words) (getf *box* :content))))))`)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			command := fmt.Sprintf("git push %d", i)
			for range 50 {
				found, err := s.Gates()[0].Check(caseOf(command))
				if want := fmt.Sprintf(`(%q 2 3) 1 0`, command); err != nil || found[0].Reason != want {
					t.Errorf("%v %v; want %s", found, err, want)
					return
				}
				sig := engine.Signal{Payload: engine.Input{Text: command}}
				if got, notes := s.Mandates(context.Background(), sig); len(got) != 1 || got[0] != command {
					t.Errorf("%q %q", got, notes)
					return
				}
			}
		}()
	}
	wg.Wait()
	for _, body := range []string{"(setf (first *seen*) 9)", "(push 9 *seen*)", "(setf *seen* nil)",
		"(setf (getf *box* :content) 9)",
		"(incf (getf *box* :content))", "(count-up)", "(nconc *seen* *seen*)", "(rplaca *seen* 9)", "(setf (first ctx) 1)"} {
		s := load(skills.Options{}, file("x", `(defparameter *seen* (list 1 2 3)) (defparameter *box* (list :content 0))
(let ((n 0)) (defun count-up () (incf n)))
(defskill :x :deterministic (lambda (action ctx) (declare (ignorable ctx)) `+body+` action))`))
		if s.Skills()[0].State == skills.Failed {
			continue // it was refused when it was loaded
		}
		if found, err := check(t, s, caseOf("ls")); err == nil {
			t.Errorf("%s: %v", body, found)
		}
	}
}

package skills_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/skills"
	"pp/sexp"
	"pp/sexp/lisp"
)

func said(text string) engine.Signal {
	return engine.Signal{Meta: engine.Meta{Source: engine.TargetCLI, Session: "s1"},
		Payload: engine.Input{Text: text, Origin: engine.OriginPerson}}
}

// named is a skill with a prompt or mandate of this priority.
func named(name string, priority int, rest string) skills.File {
	return file(name, fmt.Sprintf("(defskill :%s :priority %d %s)", name, priority, rest))
}

func TestPromptOfTheHighestPriority(t *testing.T) {
	says := func(text string) string {
		return `:probabilistic (lambda (ctx) (declare (ignorable ctx)) ` + text + `)`
	}
	for _, tc := range []struct {
		files    []skills.File
		text, by string
		notes    string
	}{
		{[]skills.File{named("a", 10, says(`"low"`)), named("b", 20, says(`"high"`))}, "high", "b", ""},
		{[]skills.File{named("b", 20, says(`"b"`)), named("a", 20, says(`"a"`))}, "a", "a", ""},
		{[]skills.File{named("a", 10, says(`"low"`)), named("b", 20, says("nil"))}, "low", "a", ""},
		{[]skills.File{named("a", 10, says(`"low"`)), named("b", 20, says("5"))}, "low", "a", "gave 5"},
		{[]skills.File{named("a", 10, says(`"low"`)), named("b", 20, says("(car 1)"))}, "low", "a", "/skills/b.lisp:1"},
		{[]skills.File{named("a", 10, says(`"low"`)), named("b", 20, says(`(make-string 33000 :initial-element #\x)`))},
			"low",
			"a", "32768"},
		{[]skills.File{named("a", 10, says(`"x"`)+` :trigger (lambda (ctx) (declare (ignore ctx)) nil)`)}, "", "", ""},
		{[]skills.File{named("a", 10, says(`(format nil "Translate: ~a" (getf (getf ctx :payload) :text))`))},
			"Translate: hello", "a", ""},
	} {
		s := load(skills.Options{}, tc.files...)
		text, by, notes := s.Prompt(context.Background(), said("hello"))
		if text != tc.text || by != tc.by || len(notes) > 1 || (len(notes) == 1) != (tc.notes != "") ||
			!strings.Contains(strings.Join(notes, ""), tc.notes) {
			t.Errorf("%q by %q, %q; want %q by %q, %q: %v", text, by, notes, tc.text, tc.by, tc.notes, states(s))
		}
	}
}

func TestATriggerThatFailsIsFalseForWords(t *testing.T) {
	s := load(skills.Options{}, named("a", 10, `:probabilistic (lambda (ctx) (declare (ignore ctx)) "x") :mandate "y"
		:trigger (lambda (ctx) (declare (ignore ctx)) (error "no trigger"))`))
	text, _, notes := s.Prompt(context.Background(), said("hello"))
	mandates, more := s.Mandates(context.Background(), said("hello"))
	if text != "" || len(mandates) != 0 || len(notes) != 1 || len(more) != 1 ||
		!strings.Contains(notes[0], "no trigger") {
		t.Errorf("%q %q %q %q", text, mandates, notes, more)
	}
}

func TestMandates(t *testing.T) {
	long := func(n int) string { return `(make-string ` + fmt.Sprint(n) + ` :initial-element #\m)` }
	function := func(body string) string { return ":mandate (lambda (ctx) (declare (ignore ctx)) " + body + ")" }
	list := []skills.File{
		named("a", 90, `:mandate "Prefer rebase."`),
		named("b", 80, `:system-prompt-augment "Be brief."`),
		named(
			"c",
			70,
			function("nil"),
		),
		named("d", 60, function(`(error "broken")`)),
		named("e", 50, function(long(2049))),
		named("f", 49, function("5")),
	}
	for i := range 5 {
		list = append(list, named(fmt.Sprintf("l%d", i), 40-i, function(long(2048))))
	}
	s := load(skills.Options{}, list...)
	texts, notes := s.Mandates(context.Background(), said("hello"))
	var sizes []int
	for _, text := range texts {
		sizes = append(sizes, len(text))
	}
	if texts[0] != "Prefer rebase." || texts[1] != "Be brief." || !slices.Equal(sizes[2:], []int{2048, 2048, 2048}) {
		t.Errorf("%v %.40q", sizes, texts)
	}
	all := strings.Join(notes, "\n")
	if len(notes) != 5 || !strings.Contains(all, "broken") || !strings.Contains(all, "2049 bytes") ||
		!strings.Contains(all, "8192") || !strings.Contains(all, "gave 5") {
		t.Errorf("%q", notes)
	}
	if _, again := s.Mandates(context.Background(), said("hello")); len(again) != 0 {
		t.Errorf("noted twice: %q", again)
	}
}

// redacts masks one word.
type redacts struct{ word string }

func (r redacts) Redact(text string) string { return strings.ReplaceAll(text, r.word, engine.Masked) }

func TestWordsSeeNoSecrets(t *testing.T) {
	s := load(skills.Options{Redactor: redacts{"hunter2"}}, named("a", 10,
		`:probabilistic (lambda (ctx) (prin1-to-string ctx)) :mandate (lambda (ctx) (error "~a" ctx))`))
	text, _, _ := s.Prompt(context.Background(), said("my password is hunter2"))
	want := `(:TYPE :EVENT :META (:SOURCE :CLI :SESSION-ID "s1") :PAYLOAD (:SENSOR :USER-INPUT ` +
		`:TEXT "my password is [MASKED]" :ORIGIN :PERSON) :DEPTH 0)`
	if text != want {
		t.Errorf("%s", text)
	}
	results := engine.Signal{Payload: engine.Results{List: []engine.ToolResult{{Tool: "read-file", Text: "hunter2"},
		{Tool: "shell", Denied: true, Failed: true, Text: "no"}}}}
	text, _, _ = s.Prompt(context.Background(), results)
	if !strings.Contains(
		text,
		`((:TOOL "read-file" :STATUS :SUCCESS :CONTENT "[MASKED]") (:TOOL "shell" :STATUS :DENIED`,
	) {
		t.Errorf("%s", text)
	}
	if _, notes := s.Mandates(context.Background(), said("hunter2")); strings.Contains(
		strings.Join(notes, ""),
		"hunter2",
	) {
		t.Errorf("%q", notes)
	}
}

const countTodos = `(def-cognitive-tool :count-todos "Counts TODOs." ((:filepath :type :path :required t :doc "which"))
  :body (lambda (args results)
    (let ((last (first (last results))))
      (cond ((null results) (list :call "read-file" :args (list :filepath (getf args :filepath))))
            ((eq (getf last :status) :success)
             (list :status :success
                   :content (format nil "~d TODOs"
                     (length (ppcre:all-matches-as-strings "TODO" (getf last :content))))))
            (t (list :status :error :content (getf last :content)))))))`

func TestComposedTool(t *testing.T) {
	s := one(t, countTodos)
	specs := s.Tools()
	if len(specs) != 1 || specs[0].Name != "count-todos" || !specs[0].ReadOnly || specs[0].Doc != "Counts TODOs." ||
		!slices.Equal(
			specs[0].Params,
			[]engine.Param{{Name: "FILEPATH", Kind: engine.ParamPath, Required: true, Doc: "which"}},
		) {
		t.Fatalf("%+v", specs)
	}
	if effects, err := specs[0].Effects(sexp.Plist{}, engine.Facts{}); err != nil || !effects.None() {
		t.Errorf("%v %v", effects, err)
	}
	args := sexp.NewPlist().With("FILEPATH", sexp.String("a.txt"))
	for _, tc := range []struct {
		results []engine.Inner
		want    engine.Next
	}{
		{nil, engine.Next{Tool: "read-file", Args: args, Explanation: "The tool count-todos of the skill x calls it."}},
		{[]engine.Inner{{Tool: "read-file", Args: args, Status: engine.InnerSuccess, Content: "TODO a\nTODO b"}},
			engine.Next{Content: "2 TODOs"}},
		{[]engine.Inner{{Tool: "read-file", Args: args, Status: engine.InnerDenied, Content: "no"}},
			engine.Next{Content: "no", Failed: true}},
	} {
		next, err := s.Compose(context.Background(), "count-todos", args, tc.results)
		if err != nil || next.Tool != tc.want.Tool || next.Content != tc.want.Content || next.Failed != tc.want.Failed ||
			next.Explanation != tc.want.Explanation ||
			sexp.Print(next.Args.Value()) != sexp.Print(tc.want.Args.Value()) {
			t.Errorf("%+v %v; want %+v", next, err, tc.want)
		}
	}
	if _, err := s.Compose(context.Background(), "other", args, nil); err == nil {
		t.Error("there is a tool other")
	}
}

func TestWhatAToolIsNotToGive(t *testing.T) {
	for _, body := range []string{"nil", "5", `"text"`, "(list :call 5)", `(list :call "x" :args 5)`,
		`(list :call "x" :args '(1 2))`,
		`(list :call "x" :approved t)`, `(list :call "x" :status :success)`, "(list :status :done)", `(list :call "")`,
		`(list :status :success :approved t)`, "#'car", "(loop)", `(error "x")`} {
		s := one(
			t,
			`(def-cognitive-tool :t "Does." () :body (lambda (args results) (declare (ignore args results)) `+body+"))",
		)
		next, err := s.Compose(context.Background(), "t", sexp.Plist{}, nil)
		if err == nil || !strings.Contains(err.Error(), "/skills/x.lisp:1") {
			t.Errorf("%s: %+v %v", body, next, err)
		}
	}
}

func TestHandlers(t *testing.T) {
	for _, tc := range []struct {
		body, action string
		goesOn       bool
		err          string
	}{
		{`"tick"`, `(:TYPE :REQUEST :TARGET :SYSTEM-MESSAGE :PAYLOAD (:ACTION :MESSAGE :TEXT "tick" :EXPLANATION ` +
			`"A line for the log of the skill x."))`, true, ""},
		{`'(:type :log :payload (:text "tock"))`, `(:TYPE :REQUEST :TARGET ` +
			`:SYSTEM-MESSAGE :PAYLOAD (:ACTION :MESSAGE :TEXT "tock" ` +
			`:EXPLANATION "A line for the log of the skill x."))`, true, ""},
		{`'(:type :request :target :shell :payload (:cmd "git status" :explanation "look at it"))`,
			`(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "git status" :EXPLANATION "look at it"))`, true, ""},
		{"nil", "", true, ""},
		{"5", "", false, "gave 5"},
		{"(car 1)", "", false, "/skills/x.lisp:1"},
		{"'(:type :request :approved t)", "", false, "APPROVED"},
	} {
		s := one(t, "(register-pre-reason-handler :heartbeat (lambda (ctx) (declare (ignore ctx)) "+tc.body+"))")
		h, ok := s.Handler(engine.SensorHeartbeat)
		if _, other := s.Handler(engine.SensorUserInput); !ok || other {
			t.Fatal("no handler, or too many")
		}
		sig := engine.Signal{Payload: engine.Heartbeat{}}
		next, goOn, err := h(context.Background(), sig)
		if (err != nil) != (tc.err != "") || err != nil && !strings.Contains(err.Error(), tc.err) || goOn != tc.goesOn {
			t.Errorf("%s: %v %v", tc.body, goOn, err)
			continue
		}
		req, isRequest := next.Payload.(engine.Request)
		if isRequest != (tc.action != "") || isRequest && req.Action.Canonical() != tc.action {
			t.Errorf("%s: %v", tc.body, next)
		}
	}
}

// A handler that fails is noted once, and leaves what was said to the next one, and to the model.
func TestAHandlerThatFailsAnswersNothing(t *testing.T) {
	const failing = `(register-pre-reason-handler :user-input (lambda (ctx) (car (getf ctx :type))))`
	const hello = `(register-pre-reason-handler :user-input (lambda (ctx) (declare (ignore ctx)) "hello"))`
	for _, other := range []string{"", hello} {
		s := load(skills.Options{}, file("a.lisp", failing), file("b.lisp", other))
		h, _ := s.Handler(engine.SensorUserInput)
		for i := range 2 {
			next, goOn, err := h(context.Background(), said("hi"))
			_, answered := next.Payload.(engine.Request)
			if !goOn || answered != (other != "") {
				t.Errorf("%d %q: goes on %v, answered %v", i, other, goOn, answered)
			}
			noted := err != nil && strings.Contains(err.Error(), "handler of the skill a is left out: /skills/a.lisp:1:")
			if noted != (i == 0) {
				t.Errorf("%d %q: %v", i, other, err)
			}
		}
	}
}

func TestRecovery(t *testing.T) {
	llm := &engine.PipelineError{
		Stage: "reason",
		Err: &engine.LLMError{Provider: "ollama", Cascade: []string{"ollama", "local"},
			Tries: 3, Err: errors.New("down")},
	}
	gate := &engine.GateError{Gate: "dispatcher", Action: run("ls"), Err: errors.New("broke")}
	budget := &engine.BudgetError{Remaining: 0.25, Requested: 1.5}
	for _, tc := range []struct {
		form string
		err  error
		want engine.Restart
	}{
		{`(handler-bind ((llm-error (lambda (c) (invoke-restart 'use-fallback (format nil "~s ~s ~s"
			(llm-error-provider c) (llm-error-cascade c) (llm-error-attempt-count c)))))))`, llm,
			engine.Restart{Kind: engine.UseFallback, Text: ":OLLAMA (:OLLAMA :LOCAL) 3"}},
		{`(handler-bind ((llm-error (lambda (c) (declare (ignore c)) (invoke-restart 'skip-signal)))))`, gate,
			engine.Restart{}},
		{`(handler-bind ((pipeline-error (lambda (c) (declare (ignore c)) (abort-pipeline)))))`, gate,
			engine.Restart{Kind: engine.AbortPipeline}},
		{`(handler-bind ((gate-error (lambda (c) (invoke-restart 'use-fallback (format nil "~s ~s" (gate-error-gate-name c)
			(getf (gate-error-rejected-action c) :target)))))))`, gate,
			engine.Restart{Kind: engine.UseFallback, Text: ":DISPATCHER :SHELL"}},
		{`(handler-bind ((budget-error (lambda (c) (if (< (budget-error-remaining c) (budget-error-requested c))
			(skip-signal))))))`, budget, engine.Restart{Kind: engine.SkipSignal}},
		{`(handler-bind ((protocol-error (lambda (c) (invoke-restart 'use-fallback (protocol-error-raw-message c))))))`,
			&engine.ProtocolError{Raw: "raw"}, engine.Restart{Kind: engine.UseFallback, Text: "raw"}},
		{`(handler-bind ((error (lambda (c) (declare (ignore c)) nil))) nil (progn) 1 "x" 'a :b)`, gate, engine.Restart{}},
		{`(handler-bind ((passepartout-error (lambda (c) (use-fallback (error-message c))))))`,
			errors.New("plain"), engine.Restart{Kind: engine.UseFallback, Text: "plain"}},
	} {
		if got := one(t, tc.form).Recover(context.Background(), said("x"), tc.err); got != tc.want {
			t.Errorf("%s: %+v; want %+v", tc.form, got, tc.want)
		}
	}
	s := one(t, `(handler-bind ((error (lambda (c) (declare (ignore c)) (error "worse")))))`)
	if got := s.Recover(context.Background(), said("x"), gate); got.Kind != engine.RestartNone ||
		!strings.Contains(got.Note, "worse") {
		t.Errorf("%+v", got)
	}
	s = one(t, `(handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart 'use-fallback)))))`)
	if got := s.Recover(context.Background(), said("x"), gate); got.Kind != engine.RestartNone ||
		!strings.Contains(got.Note, "USE-FALLBACK") {
		t.Errorf("%+v", got)
	}
}

func TestSessionOfASkill(t *testing.T) {
	s := load(skills.Options{}, file("x", ";;; DEPENDS_ON: util\n(defun hidden (n) (* (util-two) n))\n"+
		"(defskill :my-x :deterministic (lambda (a c) (declare (ignore c)) a))"), file("util", "(defun util-two () 2)"))
	session, err := s.Session(context.Background(), "my-x", skills.CallLimits())
	if err != nil {
		t.Fatal(err)
	}
	got, err := session.Eval(context.Background(), lisp.Source{Text: "(hidden 21)"})
	if err != nil || fmt.Sprint(got) != "[[42]]" {
		t.Errorf("%v %v", got, err)
	}
	if _, err := s.Session(context.Background(), "other", skills.CallLimits()); err == nil {
		t.Error("a session of no skill")
	}
}

// TestActionIsGivenAsItIsSaid compares what a gate gets of actions with their messages.
func TestActionIsGivenAsItIsSaid(t *testing.T) {
	s := gateOf(t, "(list :type :log :text (prin1-to-string action))")
	args := sexp.NewPlist().With("PATH", sexp.String("a\"b")).With("N", sexp.NewList(sexp.Int(1), sexp.Double(2.5)))
	for _, op := range []engine.Op{
		engine.Run{Command: "git push"}, engine.Run{Command: "x", Limit: time.Minute}, engine.Run{},
		engine.Call{Tool: "read-file", Args: args}, engine.Call{Tool: "org-now"}, engine.Eval{Code: "(+ 1 2)"},
		engine.Message{Text: "é", To: "me", Files: []string{"a", "b"}}, engine.Message{},
	} {
		for _, why := range []string{"", "because"} {
			a := engine.Action{Target: engine.TargetShell, Op: op, Explanation: why}
			found, err := check(t, s, engine.Case{Action: a})
			if err != nil || len(found) != 1 || found[0].Reason != a.Canonical() {
				t.Errorf("%v, %v; want %s", found, err, a.Canonical())
			}
		}
	}
}

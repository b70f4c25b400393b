// Package skills loads what a person wrote in Lisp: gates, mandates, prompts, handlers of sensors,
// recovery from errors, and tools made of other tools.
//
// No skill makes anything more permitted. A gate's result is a floor: it waives nothing, and what it
// changes is judged from the start, while a denial of the action as it was stands. A gate that errs,
// gives NIL or anything unknown, or goes over a limit denies. A skill that did not load and has or
// may have a gate makes actions ask. What one skill is given no other can see changed: all of it is
// frozen data, and nothing that a call does is there in the next one.
//
// The package must never write, run or contact anything, nor let a skill do so; it reads the
// directory of skills and nothing else. Start reading at [Load] and [Set.Gates]; [Discover] finds
// the files.
//
// # A file
//
// A *.lisp file, or the lisp source blocks of an *.org file without those with ":tangle no" or into
// tests. A line "#+DEPENDS_ON: a b", in Lisp ";;; DEPENDS_ON: a b", names the skills that it needs by
// their files' names, or by the ID of an Org file as id:ID. IN-PACKAGE forms are dropped. What begins
// with the skill's short name is exported to those that depend on it: the file's name, without
// programming-, security-, system-, gateway-, skill- or org-skill- before it.
//
// These forms at the top of it mean something to pp:
//
//	(defskill :name :priority 50              ; 1 to 599; orders the trace, the prompts and the mandates
//	  :trigger (lambda (ctx) …)               ; without it always; where it fails: true for the gate, else false
//	  :probabilistic (lambda (ctx) …)         ; a text in the place of the person's, or NIL
//	  :deterministic (lambda (action ctx) …)  ; the gate
//	  :mandate "…")                           ; or a function; :system-prompt-augment is the same
//	(def-cognitive-tool :name "What it does." ((:filepath :type :path :required t :doc "…"))
//	  :body (lambda (args results) …))        ; types: :text :path :url :integer :boolean :texts
//	(defexamples :name ("git push --force" :ask) ((:TYPE :REQUEST …) :deny))  ; :pass :ask :deny :revise
//	(register-pre-reason-handler :heartbeat (lambda (ctx) …))
//	(handler-bind ((llm-error (lambda (c) … (invoke-restart 'use-fallback "…")))))  ; or skip-signal, abort-pipeline;
//	                                          ; it has no body, or one that does nothing
//
// # What a gate gives
//
// The action, or one that is equal to it: no objection. A list with :TYPE :LOG or :EVENT: a denial. One
// with :LEVEL :APPROVAL-REQUIRED: a question, that a permission or a grant may answer only with
// :WAIVABLE T. The reason is the :TEXT of it, or of its :PAYLOAD. A :REQUEST that differs: a revision,
// and when the skill is a repository's, a question too. Anything else denies.
//
// A repository's skills are gates alone until a person trusts the file with its content: their prompts,
// mandates, tools, handlers and recovery are inert, and what they say is quoted in reasons, which a model
// reads as pp's own words.
//
// # Limits
//
// A call has [CallLimits]; loading a file has those of package lisp. A file has at most 1 MiB, a directory
// 200 entries, a mandate 2 KiB and all of them 8 KiB, a prompt 32 KiB, a reason 2,000 bytes. While a
// skill that may have a gate is broken, every action asks but an answer at the terminal and a line of the log.
//
// # The action and the context
//
// The action is the canonical request, such as
//
//	(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "git push" :EXPLANATION "…"))
//	(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "read-file" :ARGS (:FILEPATH "a") :EXPLANATION "…"))
//	(:TYPE :REQUEST :TARGET :CLI :PAYLOAD (:ACTION :MESSAGE :TEXT "…" :EXPLANATION "…"))
//	(:TYPE :REQUEST :TARGET :SYSTEM :PAYLOAD (:ACTION :EVAL :CODE "…" :EXPLANATION "…"))
//
// A gate's context is
//
//	(:TYPE :EVENT :META (:SOURCE :CLI) :PAYLOAD (:SENSOR :USER-INPUT) :DEPTH 0
//	 :EFFECTS (…) :DIR "/…" :WORKSPACE "/…" :FLOWS (…) :CONFINEMENT (…))
//
// where what is not so is not there: GETF gives NIL. :EFFECTS are, by kind,
//
//	(:KIND :READS :PATH "/…" [:EXISTS T] [:DIRECTORY T] [:TREE T])  and :WRITES :DELETES :METADATA
//	(:KIND :RUNS :WORDS ("git" "push") [:PROGRAM "/usr/bin/git"] [:COMMAND "git push"] :CLASS :ACTS [:SCRIPT "/…"])
//	       :CLASS is :UNKNOWN, :READS, :ACTS, :BUILDS or :COMPUTES
//	(:KIND :CONNECTS :HOST "example.org" [:PORT 443] [:SCHEME "https"] [:ODD "why"])  and :LISTENS, :LOOPBACK
//	(:KIND :SOCKET :NAME "/…")  (:KIND :SIGNALS :PROCESS "123")  (:KIND :ESCALATES :BY "sudo")
//	(:KIND :REMEMBERS :SCOPE :WORKSPACE)  (:KIND :RECALLS :SCOPE :ALL)
//	(:KIND :OPAQUE :TEXT "$x" :WHY "…")  (:KIND :HAZARD :RULE :FORK-BOMB :WHY "…")
//
// :FLOWS are what was read that must not leave unasked, each (:KIND :SECRET :SUBJECT "…" [:TURN 3]) or
// :UNTRUSTED, and :CONFINEMENT is (:FILES :MOUNTS [:NETWORK T] [:SOCKETS T] [:TREE T] [:LAYERS T]).
//
// Everything else gets (:TYPE :EVENT :META (:SOURCE :CLI [:SESSION-ID "…"]) :PAYLOAD (:SENSOR …) :DEPTH 0),
// secrets masked. The payload has besides, of :USER-INPUT and :CHAT-MESSAGE [:TEXT "…"] :ORIGIN :PERSON
// [:ATTACHMENTS ("name" …)], of :TOOL-OUTPUT and :TOOL-ERROR :RESULTS ((:TOOL "…" :STATUS :SUCCESS :CONTENT
// "…") …), of :LOOP-ERROR :MESSAGE, and of :REPL-EVAL :CODE.
//
// # What the other parts give
//
// A prompt and a mandate give a text or NIL. A tool's body gets its arguments and the results so far, the
// first call's first, each (:TOOL "…" :ARGS (…) :STATUS :SUCCESS :CONTENT "…") with :ERROR and :DENIED for
// what failed, and gives (:CALL "read-file" :ARGS (…) [:EXPLANATION "…"]), (:STATUS :SUCCESS :CONTENT "…") or
// (:STATUS :ERROR :CONTENT "…"). A handler gives a request, which is judged as any, a text or (:TYPE :LOG
// :TEXT "…") for the log, or NIL to leave the signal as it is, as one does that fails, except of a heartbeat.
package skills

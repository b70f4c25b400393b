// Package engine is the domain of pp: what a signal, an action, a verdict and a cleared
// action are, the loop that carries one signal from perception to actuation, and the
// interfaces the loop needs from the outside.
//
// It must never open a connection, start a process, read the environment, the clock or
// a standard stream: adapters (gates, providers, actuators) import engine and are handed
// to a [Loop] as values by package cli. It must never make a [Cleared] anywhere but in
// the Act stage. Start reading at [Loop.Run], then [Action], [Verdict], [Cleared].
//
// # The map
//
// A prompt, `pp 'what does this repository do?'`, goes through these packages:
//
//   - cli reads arguments, configuration (cli/config) and standard input, and hands the
//     Loop its parts. [Loop.Run] takes the words as an [Input].
//   - engine Perceives: the turn is kept by engine/session, the record by engine/audit.
//   - engine Reasons: a [Prompter] makes the prompt; gates/secrets masks it; providers
//     asks one after the other (those of providers/remote over providers/wire,
//     or providers/offline without a model); the [Decoder] reads the reply, with package
//     sexp, as a message or as an [Action]. What the gates deny goes back to the model
//     with the reason. What does not fit the model's window is left out by a [Shortener],
//     of engine/session.
//   - engine Acts: the gates judge again, and a [Cleared] action goes to an [Actuator];
//     its result is the next signal, until one gives no feedback.
//
// A command, `pp run 'make test'` or one that a model proposed, is judged so:
//
//   - gates.Stack asks its analyst for the effects: gates/shell reduces the command, with
//     what gates/shell/table knows of programs, to an effect.Effects of engine/effect,
//     over a view of the file system that looks at each path once (engine/store).
//   - Each gate of package gates gives findings about those effects and the [Facts]. Why is a
//     cause.Cause of engine/cause, which alone makes sentences; no code reads them. A
//     waiver (a permission, a grant, a learned rule) may clear a finding that asks. The
//     strictest finding left is the [Verdict].
//   - actuators runs what was cleared, in the namespaces that actuators/sandbox makes
//     of the same effects; actuators/tools are the tools; actuators/undo keeps what is
//     written over.
//
// An approval, when a verdict asks:
//
//   - engine Acts: the [Approver] of cli asks the person, or says that nobody is there. A
//     yes is bound to the question by engine/approval: a Seal, the digest of everything
//     that was shown, and its end.
//   - What cannot be asked now is suspended: approval.Store keeps a flight plan, and
//     `pp approvals approve TOKEN` or a mark in its Org file answers it. It is judged
//     again, claimed by one process, carried out once, and its conversation goes on.
//   - "always" makes an approval.Rule, tried against a corpus first; it waives the same
//     ask from then on, in its workspace.
//
// What is remembered:
//
//   - engine/memory keeps what pp was told as objects, in a journal; a person's own Org and
//     Markdown files are read by engine/memory/org and stay theirs. engine/memory/index finds
//     both, by their words and with providers/remote by what they mean; what
//     an org.Privacy says is private enters neither.
//   - Where a prompt is to have some of it, a [Contexter] is asked once for each input:
//     engine/fovea chooses what fits the budget, as [Passage] values of the [Prompt]. A
//     provider that may have none is sent none.
//   - A model remembers, searches and edits headlines by tools of actuators/tools, judged as
//     any others; what untrusted text was part of stays untrusted.
//   - A critical error goes back to the [Mark] that the loop's [Memory] gave for the input.
//
// What a person writes in Lisp:
//
//   - engine/skills loads files with package sexp/lisp: a pure language, whose calls are
//     bounded in steps and bytes. What it gives is a Set, which never changes; cli makes
//     another one when a file was saved, and each judgement goes by one.
//   - A skill's [Gate] stands beside the built-in ones in the stack. A [Guide] says more of
//     how a signal is answered, a [Handler] answers one without a model, and a [Composer]
//     makes tools of tools: each call that such a tool makes is an [Action] like any other,
//     and one that waits for a person keeps the [Composition] that it is a part of.
//   - What failed to load and may have a gate is a gate that asks.
//
// Without a person at the keyboard:
//
//   - engine/jobs finds the jobs that are due; `pp heartbeat` and an idle conversation take each job's
//     lease and run it as signals with [Meta].Background: nobody is asked, and actions that need
//     approval are denied or suspended. It also plans the changes of the jobs on a person's notes.
//   - cli/front speaks with editors, in the Agent Client Protocol or in frames of package sexp, and
//     cli/gateway with people over a messenger, which package actuators/messenger describes; a
//     message is kept on disk before it is acknowledged. Both ask by the same values as the terminal.
//   - A message to a person is an effect. Only who asked, in their own chat, gets one without
//     a question.
//   - A verdict's record has its effects, so that `pp trace replay` judges them by today's rules
//     without looking at a file.
//
// # The invariants
//
// Each has tests named TestInvariantN…, but where it says so; the first of them is given here.
//
//  1. No actuator runs without a Cleared made from a verdict over exactly that action
//     (TestInvariant1OnlyClearedCompiles).
//  2. Nothing in a proposal, a tool's output or piped text can approve, lower a decision,
//     or speak as the harness (TestInvariant2OutputCannotApprove).
//  3. No approval, waiver, mode or flag overrides a denial
//     (TestInvariant3NothingOverridesADenial).
//  4. The same action, facts and rules give the same verdict, in any order of registration
//     (TestInvariant4SameVerdictInAnyOrder).
//  5. A gate that panics or errs denies; it never allows and never ends the loop
//     (TestInvariant5BrokenGatesDeny).
//  6. Judging calls no provider and opens no connection
//     (TestInvariant6GatesCannotReachANetwork).
//  7. Adding a gate or a skill never makes an action more permitted, and what a gate revises is judged
//     as a new action (TestInvariant7AddingAGateNeverPermitsMore).
//  8. An approval is good for one action, once, until it expires; a changed byte of what it
//     is bound to voids it (TestInvariant8AChangeVoidsTheApproval).
//  9. With nobody there and no flag, nothing that asks ever runs, and nothing waits
//     (TestInvariant9NobodyThere).
//  10. A command cannot do, in the sandbox, what its cleared effects do not include, as
//     finely as `pp doctor` says (TestInvariant10Escapes).
//  11. Killing pp at any instant loses no acknowledged record and leaves stores that open
//     (TestInvariant11PlansOutliveKill).
//  12. A secret of the vault, or of a known format, is in no log, trace, prompt, error or
//     message (TestInvariant12SecretNeverPrints).
//  13. Any bytes from a provider, a tool or standard input give an answer or an error, never
//     a panic, a hang or unbounded memory (TestInvariant13ProviderBytes).
//  14. A project's own files can only make pp stricter (TestInvariant14ProjectOnlyTightens).
//  15. pp contacts no host but the providers and hosts it was told to: no telemetry, no
//     update check, no look-up (TestInvariant15ProcessDialsNobodyElse).
//  16. What was shown, approved, digested and executed is the same canonical text
//     (TestInvariant16ExactlyTheCommand).
//  17. What a person approved happens as it would without pp, or the question said what could
//     not (TestInvariant17ApprovedHappens).
//  18. A command's changes are taken over whole or dropped whole, at any kill, and can be
//     taken back (TestInvariant18KilledTakingOver).
//  19. No conversation ends because it is long (TestInvariant19LongJobs).
//  20. Nothing private or masked reaches a remote provider, an index, a vector, a trace or a
//     log (TestInvariant20PrivateReachesNothing).
package engine

// Package setup wires a run: it turns flags, files and environment into [Settings], and settings into an [Agent] with
// its gates, tools, executor and providers. An agent makes the loop of one conversation, or resumes a flight plan.
//
// It must never ask a person; the caller gives the loop its approver. Loading settings has no effects.
//
// Start reading at [Load], then [NewAgent] and [Agent.Loop].
package setup

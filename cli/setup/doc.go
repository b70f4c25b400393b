// Package setup makes what a run is wired from: flags, files and environment become [Settings]; settings become an
// [Agent] with its gates, tools, executor and providers; an agent makes the loop of one conversation, or resumes a
// flight plan.
//
// It must never ask a person: whom to ask is handed to the loop. Loading settings has no effects.
//
// Start reading at [Load], then [NewAgent] and [Agent.Loop].
package setup

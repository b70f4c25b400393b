// Package effect says what an action would do, and to what: the paths it reads,
// writes and deletes, the programs it runs, the addresses it connects to. Rules
// look at nothing else, so that a file tool, a shell command and a fetched address
// are judged alike. It also has what effects are made of: how a path is resolved
// over a view of the file system, what a workspace contains, and what host an
// address really names.
//
// It must never touch the file system itself: it sees it through [FS]. It must
// never decide: that is for the gates.
//
// Start reading at [Effects], then [Resolve] and [ParseEndpoint].
package effect

package engine

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"pp/engine/cause"
	"pp/sexp"
)

// Result is what an actuator reports.
type Result struct {
	// Text is the result formatted for the conversation, already within the
	// actuator's limits.
	Text string
	// Origin is who wrote the text; tool output is untrusted.
	Origin Origin
	// Pictures are what it gave beside the text, within the actuator's limits.
	Pictures []Picture
	// Failed marks a call that failed, such as a tool's or a command that had to be
	// ended. A command that ended by itself did not, whatever its exit status:
	// EndedWell looks at both.
	Failed bool
	// Interrupted marks a failed call that ended because the run did: by a person, a time limit, or a signal.
	Interrupted bool
	// Exit is how a command ended; nil of anything else, and of one that never ran.
	Exit *Exit
	// Rest marks a command that left something running, which was ended with it.
	Rest bool
	// Error is, of what did not end well, the command's own output or the tool's
	// message, without what Text adds to it.
	Error string
	// Duration is how long it took; the loop measures it where it is 0.
	Duration time.Duration
	// Flows are what was read that must not leave unasked.
	Flows []Flow
	// Changed lists files that were changed; Made and Deleted are those of them that were
	// not there before, and that are there no more.
	Changed, Made, Deleted []string
	// Added and Removed count lines of Changed, where the actuator knows them.
	Added, Removed int
	// Withheld lists what the action made or changed and what was not taken over,
	// because nobody had cleared it.
	Withheld []string
	// Because says why the first of Withheld was, in a sentence; "" when nobody had cleared it.
	Because string
	// Conflicts says of each file that somebody else changed meanwhile, and that was not taken over, where what the
	// action made of it is kept.
	Conflicts []string
	// Attempts are what the command tried to reach although the sandbox keeps it away: hosts, and files that are hidden.
	// They are for telling and asking; what refuses is the sandbox.
	Attempts []cause.Cause
	// Left is what the command left to the next one, within limits; nil if that changes nothing. Text from the sandbox
	// says it: it decides nothing but what the next command is judged with.
	Left *Left
	// Held is what it did in a layer, of which nothing is there yet; nil when there is
	// nothing to decide. The loop takes it over or drops it.
	Held Held
}

// EndedWell reports whether the call succeeded, and its command, if it has one, with
// exit status 0.
func (r Result) EndedWell() bool { return !r.Failed && (r.Exit == nil || *r.Exit == Exit{}) }

// Ending says in a word how it ended: as its command did, else "done", "interrupted" or "failed".
func (r Result) Ending() string {
	switch {
	case len(r.Conflicts)+len(r.Withheld) > 0 && (r.Exit == nil || *r.Exit == Exit{}):
		return "not all of it was taken over"
	case r.Exit != nil:
		return r.Exit.String()
	case r.Interrupted:
		return "interrupted"
	case r.Failed:
		return "failed"
	}
	return "done"
}

// Failure says how it failed, and on more lines the last that it said; "" of what ended well.
func (r Result) Failure() string {
	if r.EndedWell() {
		return ""
	}
	lines := strings.Split(strings.TrimSpace(r.Error), "\n")
	out := []string{r.Ending()}
	for _, line := range lines[max(0, len(lines)-lastLines):] {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, Clip(line, maxLastLine))
		}
	}
	return strings.Join(out, "\n")
}

// How many lines Failure has of what a command said, and how many bytes of each.
const (
	lastLines   = 5
	maxLastLine = 300
)

// Changes are the files that were changed, made and deleted, each in one of the lists: relative to
// dir where they are below it, and what is git's own as its directory alone.
func (r Result) Changes(dir string) (changed, made, deleted []string) {
	became := make(map[string]*[]string, len(r.Made)+len(r.Deleted))
	for _, name := range r.Made {
		became[name] = &made
	}
	for _, name := range r.Deleted {
		became[name] = &deleted
	}
	for _, name := range r.Changed {
		if at := strings.Index(name+"/", "/.git/"); at >= 0 {
			name = name[:at+len("/.git")]
		}
		list := cmp.Or(became[name], &changed)
		if short, below := strings.CutPrefix(name, strings.TrimSuffix(dir, "/")+"/"); below && dir != "" {
			name = short
		}
		if n := len(*list); n == 0 || (*list)[n-1] != name {
			*list = append(*list, name)
		}
	}
	return changed, made, deleted
}

// AddChanges adds to the property list with which a result begins its Changes, at most 20 of each.
func (r Result) AddChanges(p sexp.Plist, dir string) sexp.Plist {
	changed, made, deleted := r.Changes(dir)
	p = withTexts(withTexts(p, "CHANGED", firstOf(changed)), "MADE", firstOf(made))
	return withTexts(p, "DELETED", firstOf(deleted))
}

// Exit is how a command ended. Its zero value is exit status 0.
type Exit struct {
	Code     int    // the exit status; of no meaning where Signal is set
	Signal   string // the name of the signal that ended it, such as "SIGKILL"; "" for none
	TimedOut bool   // it was ended at its time limit
}

// String is "exit 1", "killed by SIGSEGV" or "timed out".
func (e Exit) String() string {
	switch {
	case e.TimedOut:
		return "timed out"
	case e.Signal != "":
		return "killed by " + e.Signal
	}
	return fmt.Sprintf("exit %d", e.Code)
}

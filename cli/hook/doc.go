// Package hook judges the tool calls of other agents, which run `pp hook AGENT` before each of
// them: one adapter a file, which reads what that agent says of a call and writes the answer
// that it obeys.
//
// It must never let a call pass by failing: whatever goes wrong in it ends with exit code 2
// and a reason on standard error. It never guesses which agent is asking, and never writes
// another agent's trust.
package hook

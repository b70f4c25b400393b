// Package hook judges the tool calls of other agents, which run `pp hook AGENT` before each of
// them. A table says of each agent where its files of hooks are, how a call reads, and what answer
// it obeys; `pp hook install` puts pp into those files, and every other byte of them stays.
//
// It must never let a call pass by failing: whatever goes wrong in it ends with exit code 2
// and a reason on standard error. It never guesses which agent is asking, and never writes
// another agent's trust.
//
// Start reading at [Agents], then [CLI].
package hook

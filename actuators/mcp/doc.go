// Package mcp speaks with servers of the Model Context Protocol, whose tools it makes
// available as actions like any others.
//
// It must never start a server outside the sandbox that its entry grants, never call a tool
// whose name, description or schema is not the one that was reviewed, and never let what a
// server says approve, lower a decision or speak as pp. Nothing of it runs before a server is
// asked for.
//
// Start reading at [Set]: its Tools are those that were pinned, and starts nothing; tool.go is what a call does,
// session.go how a server is used and ended, started.go and remote.go how it is talked to, schema.go and definition.go
// what is made of what it says.
package mcp

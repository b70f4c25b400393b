// Package mcp offers pp's judgement and its sandbox to other agents, as a server of the Model
// Context Protocol.
//
// It must never put a question to whoever calls a tool: a model could answer it. What asks
// gets a token, which a person approves elsewhere.
package mcp

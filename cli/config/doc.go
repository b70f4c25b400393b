// Package config turns flags, environment, files and built-in values into one
// Config (design section 13). It is the only loader: every command asks it.
//
// Start reading at Load. The keys and where each may come from are one table,
// keyTable in keys.go; the built-in values are defaults.go.
//
// Precedence of preferences: flag, environment, the .env file beside the
// user's file, the user's file, built-in. For what the gates use (permissions,
// hosts, limits, privacy tags) the strictest layer wins, and a built-in limit
// counts as a layer only against the project's file. A project's file is an
// allow list of keys that can only tighten; the rest of it is ignored with one
// warning that names it.
//
// The package never creates a file or a directory, never opens a connection,
// never runs a key_command, and never prints a secret. It reads through the
// Files it is given and looks variables up through the function it is given.
package config

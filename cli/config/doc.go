// Package config turns files, the environment and flags into one Config: the settings of a run, each with where it
// came from. It is the only loader, and loading is a function of its Input.
//
// Start reading at Load. The tables of keys are in keys.go, and tables.go finds one by its dotted name; the built-in
// values are in defaults.go, the variables in variables.go. File changes one key in the text of a file, and Get,
// Values and SampleFile print what there is.
//
// Precedence of preferences: flag, environment, the .env file beside the user's file, the user's file, built-in. For
// what the gates use (permissions, rules, hosts, limits, privacy tags) the strictest layer wins, and a built-in limit
// counts as a layer only against the project's file. A project's file is an allow list of keys that can only tighten;
// the rest of it is ignored with one warning that names it.
//
// The package must never create or write a file, open a connection, run a key_command, print, read the clock, or let
// the text of a secret into a value, an error or a warning. It reads through the Files that it is given and looks
// variables up through the function that it is given.
package config

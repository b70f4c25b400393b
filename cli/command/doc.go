// Package command has one file for each command of pp, and the prompt.
//
// A command is handed an [App] and makes what else it needs from it. It must never
// write to a stream but through its printer, and its help names its exit codes.
//
// To add one, write its file, with a UsageText that declares what words it takes (see
// [Forms]: others are refused before it runs), list it in cli/commands.go, and give it a
// script in testdata/script. Start reading at [Prompt] and [Check].
package command

// Package acp lets an editor drive pp by the Agent Client Protocol, over standard input and
// output.
//
// It must never act on what a client sends but as the person's prompt, their answer to a
// question that was asked, or a cancellation, and never take an attachment for a prompt.
//
// Start reading at [Command], then server.
package acp

// Package bridge is the conversation over frames: what an editor or a script sends on standard input, and what it
// is told on standard output.
//
// It must never take anything for an approval but the answer to a question that it asked on this connection, nor
// data for what the person says.
//
// Start reading at [Command], then server.
package bridge

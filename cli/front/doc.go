// Package front lets programs hold a conversation in the place of the terminal, over standard input and output: an
// editor by the Agent Client Protocol, and an editor or a script by frames.
//
// It must never act on what a client sends but as what the person says, their answer to a question that was asked on
// this connection, or a cancellation, and never take data for what the person says.
//
// Start reading at [ACP], then acpServer, and at [Bridge], then bridgeServer.
package front

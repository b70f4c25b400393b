// Package front lets programs hold a conversation over standard input and output, in place of a terminal: an editor
// through the Agent Client Protocol, and an editor or a script through frames.
//
// It must accept only three things from a client: words of the person, answers to questions of this connection, and
// cancellations. It must never treat data as words of the person.
//
// Start reading at [ACP], then acpServer, and at [Bridge], then bridgeServer.
package front

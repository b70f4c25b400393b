// Package signal carries messages over Signal, through the program signal-cli and the JSON-RPC
// that it speaks on its standard streams (signal-cli-jsonrpc(5)).
//
// It starts no process: whoever makes a [Client] says how signal-cli is started. It must
// never take for a person's words what they did not write to this account alone: what was said
// in a group, what another device of the account has sent, an edit, a reaction or a story.
// Signal does not say of a message that it was forwarded.
//
// Start reading at [New], then [Client.Receive].
package signal

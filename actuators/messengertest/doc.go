// Package messengertest is for tests only. A [Signal] stands in for signal-cli and speaks the JSON-RPC that
// signal-cli-jsonrpc(5) has for one account; a [Telegram] is a server that speaks the Bot API as it is published.
// Both refuse what the real ones would, and remember why.
package messengertest

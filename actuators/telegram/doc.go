// Package telegram carries messages of people and to people over Telegram's Bot API.
//
// It must never let the bot's token into an error, a log or anything else that is printed,
// although it stands in the URL of every request; never send a message a second time when it
// may have been sent; and never contact any host but the one it was told. Who may write, and what is answered, is for
// others to say.
//
// Start reading at [New], then [Client.Receive].
package telegram

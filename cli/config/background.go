package config

import (
	"time"

	"pp/engine"
)

// Job is one [[jobs]] table: what is done in the background when its time has come.
type Job struct {
	Name     string // lower case
	Schedule string // five fields, a name such as @daily, or "every 90m"
	// Tier is "reflex", which uses no model, "cognition", which takes the small one, or "reasoning", which
	// takes the large one. "" is reflex for an action, and cognition for a prompt.
	Tier    string
	Action  string // a request form; or
	Prompt  string
	Dir     string         // absolute; "" is where the heartbeat runs
	MaxCost Maybe[float64] // dollars of one run
	Timeout time.Duration  // of one run
	Suspend bool           // what needs a person waits for one; else it is denied
	Origin  Origin
}

// Scribe says which notes become notes of their own. Paths are relative to the memex.
type Scribe struct {
	Enable bool // hourly; else only when it is run by name
	From   string
	To     string
}

// Chat is one [gateway.NAME.chats.ID] table: the conversation with one person.
type Chat struct {
	Name      string // its ID
	Workspace string // absolute; "" is where the gateway runs
	Model     string
	MaxCost   Maybe[float64]
	MaxTokens Maybe[int]
	MaxTurns  int
	Timeout   Maybe[time.Duration] // of one message's run
}

// TelegramToken is the variable that holds the token of the bot.
const TelegramToken = "TELEGRAM_BOT_TOKEN"

// Telegram is how pp is reached by Telegram.
type Telegram struct {
	Allow   []string // the identities that are answered, numbers
	BaseURL string   // without a slash at the end
	Chats   map[string]Chat

	Key       engine.Secret // the bot's token
	KeySource KeySource
}

// MayUseKey reports whether the token may be sent to the base URL, and if not, why.
func (t Telegram) MayUseKey() (ok bool, why string) {
	p := Provider{BaseURL: t.BaseURL, KeySource: t.KeySource, BaseURLSource: SourceUser}
	return p.MayUseKey()
}

// Signal is how pp is reached by Signal, through signal-cli.
type Signal struct {
	Number string   // of the account: + and digits
	Allow  []string // numbers with +, or the identifiers that Signal gives accounts
	Chats  map[string]Chat
}

package config

import (
	"path/filepath"
	"slices"
	"time"

	"pp/engine"
)

// Config holds all resolved settings. It does not change after Load or Defaults returned it.
type Config struct {
	Paths Paths

	Assistant      string            // the name the model is given
	Model          string            // "provider/model", a model or an alias; "" lets the provider choose
	Cascade        []string          // provider names in order; empty: decided from the keys that are set
	CascadeCross   bool              // the cascade may go from a local to a remote provider
	Aliases        map[string]string // short names for Model
	Providers      map[string]Provider
	Templates      map[string]Template
	WorkspaceRoots []string // absolute directories that belong to every workspace

	DefaultActuator  string   // lower case, without the colon
	SilentActuators  []string // the same; their results give no feedback
	PrivacyTags      []string // Org tags that keep a subtree from models
	PrivatePaths     []string // paths that are private like a tagged subtree
	Heartbeat        time.Duration
	MemoryAutoSave   time.Duration
	MemexDir         string   // absolute; "" when there is no memex
	SkillsDir        string   // absolute; "" is the directory skills beside the user's file
	Mandates         []string // absolute; files of standing instructions
	DenyAllApprovals bool     // every ask is denied

	Permissions []Permission // all layers, in the order read
	Rules       []Rule       // changes of the gates' rule table, the project's last
	Programs    []Program    // added to or removed from the table of programs
	Hosts       []Host
	Limits      Limits
	Timeouts    Timeouts
	Approvals   Approvals
	Trace       Trace
	Sandbox     Sandbox
	Hook        Hook
	Explanation string // "record" notes an action without an explanation, "require" denies it
	Context     Context
	Skills      Skills
	Embedding   Embedding
	Jobs        []Job // the person's own, in the order written
	Scribe      Scribe
	Telegram    Telegram
	Signal      Signal
	Servers     map[string]Server // of tools, the person's own
	Proposed    map[string]Server // those of the project's file, which wait for the person

	// Warnings are what the person should be told, once, on standard error.
	Warnings []Warning

	origins map[string]Origin // of what is not built in
	stored  []engine.Secret   // from the .env file
	// variable finds a variable of the person's.
	variable func(name string) (engine.Secret, KeySource)
}

// Limits end work that costs too much. For each the lowest layer wins; nil is no limit.
type Limits struct {
	MaxCost        *float64       // dollars in one session
	MaxCostDay     *float64       // dollars in one day, all sessions
	MaxTokens      *int           // tokens in one session
	MaxTokensDay   *int           // tokens in one day, all sessions
	MaxTurns       int            // cleared calls in one signal's life
	MaxDepth       int            // of the loop
	Attempts       int            // replies in a row that the gates deny before a run ends
	MaxInput       int            // bytes of data sent whole
	MaxOutput      int            // bytes kept of a command's output
	CommandTime    time.Duration  // of one command
	BuildTime      time.Duration  // of a build or a test run
	MaxCommandTime time.Duration  // what a proposal may ask for
	Timeout        *time.Duration // of the whole run
}

// Timeouts bound waiting; each is separate.
type Timeouts struct {
	Connect   time.Duration // to a provider
	FirstByte time.Duration // of a reply, not for loopback
	Idle      time.Duration // between two pieces of a reply
	Reply     time.Duration // of a whole reply
	Stdin     time.Duration // of silent standard input
}

// Approvals says how long an answer may take and stays good.
type Approvals struct {
	InlineExpiry    time.Duration
	SuspendedExpiry time.Duration
}

// Trace bounds the thought traces that are kept. A project cannot change it.
type Trace struct {
	MaxAge  time.Duration // since a trace was last written
	MaxSize int           // bytes of all traces together
}

// Sandbox says how commands are confined, and what happens where the kernel cannot.
type Sandbox struct {
	Ask        string // "after": about what a command did in a layer; "before": always before it
	Unconfined string // "read-only": known read-only programs still run; "ask": all ask
}

// Hook is for the calls of other agents.
type Hook struct {
	Unknown string // "ask", "allow" or "deny": tools of which nobody knows what they do
}

// Context bounds what is sent of the memory, and of what a repository says of itself.
type Context struct {
	SemanticThreshold float64 // cosine, 0 to 1
	LogLimit          int     // recent log lines in a prompt
	Budget            int     // tokens
	Depth             int     // levels shown by title
	Repository        bool    // whether the workspace's AGENTS.md is sent, or its like
}

// Skills says which skills are used, by their names in lower case.
type Skills struct {
	Enable  []string // of those that come with pp, which are off otherwise
	Disable []string // of all others, which are on otherwise
}

// Embedding says how vectors are made.
type Embedding struct {
	Provider string // "hashing", "local" or "openai"
	Model    string
}

// Template is a [templates.NAME] table, merged over the built-in one: a prompt in front of the words of the command
// line.
type Template struct {
	Name   string
	Prompt string
	System string   // in the place of the identity in the system prompt; "" leaves it
	Model  string   // as the key "model"; "" leaves it
	Flags  []string // as they are typed: "--no-tools", or "--max-turns" and "5"
}

// SkillsHere returns the directory of the person's skills: the configured one, else the one next to the configuration.
func (c *Config) SkillsHere() string {
	if c.SkillsDir == "" && c.Paths.ConfigFile != "" {
		return filepath.Join(filepath.Dir(c.Paths.ConfigFile), "skills")
	}
	return c.SkillsDir
}

// OwnPaths returns the directories and files that control pp besides its configuration. No action may touch them.
func (c *Config) OwnPaths() []string {
	if c.SkillsDir == "" { // it is in the directory of the configuration
		return c.Mandates
	}
	return append(slices.Clone(c.Mandates), c.SkillsDir)
}

// Secrets returns every secret that was resolved or stands in the .env file; a name with two values appears twice.
func (c *Config) Secrets() []engine.Secret {
	all := slices.Clone(c.stored)
	for _, name := range sortedNames(c.Providers) {
		p := c.Providers[name]
		same := func(s engine.Secret) bool { return s.Name == p.KeyEnv && s.Reveal() == p.Key.Reveal() }
		if p.KeySource == KeyFromEnvironment && !slices.ContainsFunc(all, same) {
			all = append(all, p.Key)
		}
	}
	if c.Telegram.KeySource == KeyFromEnvironment {
		all = append(all, c.Telegram.Key)
	}
	return append(all, c.serverSecrets()...)
}

// Origin returns the source of the value of a key in Values. A value that nobody set is built in.
func (c *Config) Origin(key string) Origin { return c.origins[key] }

func (c *Config) warn(o Origin, message string) {
	c.Warnings = append(c.Warnings, Warning{Origin: o, Message: message})
}

// Job is one [[jobs]] table: what is done in the background when its time has come.
type Job struct {
	Name     string // lower case
	Schedule string // five fields, a name such as @daily, or "every 90m"
	// Tier is "reflex" (no model), "cognition" (the small model) or "reasoning" (the large one). "" means reflex for an
	// action, and cognition for a prompt.
	Tier    string
	Action  string // a request form; or
	Prompt  string
	Dir     string        // absolute; "" is where the heartbeat runs
	MaxCost *float64      // dollars of one run
	Timeout time.Duration // of one run
	Suspend bool          // what needs a person waits for one; else it is denied
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
	MaxCost   *float64
	MaxTokens *int
	MaxTurns  int
	Timeout   *time.Duration // of one message's run
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

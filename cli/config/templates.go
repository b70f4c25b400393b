package config

import "strings"

// Template is one [templates.NAME] table: a prompt to use again, merged over the
// built-in template of that name. The words of the command line and the data come
// behind its prompt. Whether its flags exist is for the command line to say.
type Template struct {
	Name   string
	Prompt string
	System string   // in the place of the identity in the system prompt; "" leaves it
	Model  string   // as the key "model"; "" leaves it
	Flags  []string // as they are typed: "--no-tools", or "--max-turns" and "5"
}

// builtInTemplates are those that a person can use without writing any.
func builtInTemplates() map[string]Template {
	noTools := []string{"--no-tools"}
	all := map[string]Template{
		"commit": {Flags: noTools, Prompt: "Write the commit message for the diff that follows: a subject of at most 72 " +
			"characters in the imperative, and only where the reason does not show in the diff an empty line and a short " +
			"body that gives it. Answer with the message alone, without a fence."},
		"explain": {Flags: noTools, Prompt: "Explain what follows to somebody who can program and has not seen it before: " +
			"in two sentences what it is for, then step by step how it works, then what is surprising or easy to get " +
			"wrong. Say what you are not sure of."},
		"fix": {Flags: noTools, Prompt: "What follows is what a command printed when it failed. Say in one sentence what " +
			"went wrong and where, then give the smallest correction that removes the cause: the command to run or the " +
			"lines to change, in one fenced block. If the cause cannot be told from this, say what to look at next."},
		"review": {Prompt: "Review the diff that follows. List the defects, the worst first: for each the file and line, " +
			"the input or state in which it goes wrong, and the correction. Then name what the tests do not cover. Leave " +
			"praise and questions of taste out. If nothing is wrong, say so in one line."},
		// The prompt is one that the offline provider understands, too.
		"summarize": {Flags: noTools, Prompt: "Summarize this", System: "You summarize texts: one sentence with the most " +
			"important point, then at most seven points, the weightiest first, unless you are asked for another form. " +
			"Keep names, numbers and dates as they are, and add nothing that is not there."},
	}
	for name, t := range all {
		t.Name = name
		all[name] = t
	}
	return all
}

// checkTemplates reports what is missing in a template.
func (c *Config) checkTemplates() error {
	for _, name := range sortedNames(c.Templates) {
		t := c.Templates[name]
		key := "templates." + name
		if strings.TrimSpace(t.Prompt) == "" && strings.TrimSpace(t.System) == "" {
			return c.origins[key].fail(key, "template "+name+" has no prompt", "Add: prompt = \"Translate into French:\"")
		}
		if len(t.Flags) > 0 && !strings.HasPrefix(t.Flags[0], "-") {
			return c.origins[key+".flags"].fail(key+".flags", key+".flags must start with a flag, not "+quoted(t.Flags[0]),
				"Write: flags = [\"--no-tools\"]")
		}
	}
	return nil
}

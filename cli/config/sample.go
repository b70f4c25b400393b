package config

import "strings"

// SampleFile returns the file that `pp config init` writes: every key with
// its built-in value, commented out; the headers of tables stay, so that a setting
// that is switched on is in its table. A line that starts with "#" directly
// before a name is a setting; "# " starts a remark.
func SampleFile() string {
	var b strings.Builder
	b.WriteString("# pp's configuration. Remove the # before a setting to change it.\n" +
		"# What is commented out here has the value shown.\n")
	defaults := Defaults()
	table := ""
	for i := range keyTable {
		k := &keyTable[i]
		name := k.name
		if at := strings.LastIndexByte(k.name, '.'); at >= 0 {
			before, after := k.name[:at], k.name[at+1:]
			if before != table {
				table = before
				b.WriteString("\n[" + table + "]\n")
			}
			name = after
		}
		writeSetting(&b, name, showField(k.field(defaults)), k.doc)
	}
	writeFreeTables(&b)
	values := defaults.Values()
	writeRecords(&b, "providers", sortedNames(defaults.Providers), values)
	b.WriteString("\n# A prompt to use again, with pp -t NAME; the built-in ones follow.\n# [templates.french]\n")
	writeFields(&b, templateTable[:])
	writeRecords(&b, "templates", sortedNames(defaults.Templates), values)
	b.WriteString("\n# The conversation with one person, by the number of the account.\n" +
		"# [gateway.telegram.chats.123456789]\n" +
		"# [gateway.signal.chats.\"+4915112345678\"]\n")
	writeFields(&b, chatTable[:])
	b.WriteString("\n# A server of the Model Context Protocol; `pp mcp import` takes over those of other programs.\n" +
		"# [mcp.files]\n")
	writeFields(&b, serverTable[:])
	return b.String()
}

// writeSetting writes one line; a setting without a built-in value becomes a
// remark, since TOML cannot say "none".
func writeSetting(b *strings.Builder, name, text, doc string) {
	if text == "" {
		b.WriteString("# " + name + " is not set. " + doc + "\n")
		return
	}
	line := "#" + name + " = " + text
	if pad := 44 - len(line); pad > 0 {
		line += strings.Repeat(" ", pad)
	}
	b.WriteString(line + "  # " + doc + "\n")
}

func writeFreeTables(b *strings.Builder) {
	b.WriteString(`
[aliases]
# fast = "provider/model"

[hosts]
#allow = []                                   # What fetch-url may contact unasked: name, name:port, *.name.

[permissions]
# A tool of "pp tools", or "shell" and a command's words; the most specific wins.
# "shell git push *" = "deny"
# "fetch-url"        = "ask"

[rules]
# A row that "pp gates" lists, and what it decides; a denial cannot be changed.
# write-workspace = "allow"

[programs]
# What a program's flags and operands are, so that it need not ask; examples are
# checked. false makes a program unknown, so that it asks.
# mytool = '''(flags "-v -o,--out=write") (args "read*")
#   (examples reads "mytool -v x" acts "mytool -o y x" unknown "mytool --frob")'''
# kubectl = false

# What is done in the background; "pp help jobs" says more.
# [[jobs]]
`)
	writeFields(b, jobTable[:])
	b.WriteString(`
# A provider of your own; the built-in ones follow.
# [providers.local]
`)
	writeFields(b, providerTable[:])
}

func writeFields(b *strings.Builder, table []key) {
	for i := range table {
		b.WriteString("# " + table[i].name + "  " + table[i].doc + "\n")
	}
}

func writeRecords(b *strings.Builder, table string, names []string, values []Value) {
	for _, name := range names {
		at := table + "." + name
		b.WriteString("\n[" + at + "]\n")
		for _, v := range values {
			if field, ok := strings.CutPrefix(v.Key, at+"."); ok {
				b.WriteString("#" + field + " = " + v.Text + "\n")
			}
		}
	}
}

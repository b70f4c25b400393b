package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
	"pgregory.net/rapid"
)

func TestSet(t *testing.T) {
	for _, tc := range []struct{ name, text, key, value, want string }{
		{"empty file", "", "assistant", "Ann", "assistant = \"Ann\"\n"},
		{"no line feed", "model = 'm'", "assistant", "Ann", "model = 'm'\nassistant = \"Ann\"\n"},
		{"the value alone", "  assistant  =  \"a # b\" # why\r\n", "assistant", "Ann", "  assistant  =  \"Ann\" # why\r\n"},
		{"a text of several lines", "assistant = '''\nx\n''' # y\n", "assistant", "Ann", "assistant = \"Ann\" # y\n"},
		{"switched off", "# assistant is a name\n#assistant = 'x'  # doc\n", "assistant", "Ann",
			"# assistant is a name\nassistant = \"Ann\"  # doc\n"},
		{"switched off elsewhere", "[aliases]\n#assistant = 'x'\n", "assistant", "Ann",
			"assistant = \"Ann\"\n\n[aliases]\n#assistant = 'x'\n"},
		{"within a text", "model = '''\n#assistant = 'x'\nassistant = 'y'\n'''\n", "assistant", "Ann",
			"model = '''\n#assistant = 'x'\nassistant = 'y'\n'''\nassistant = \"Ann\"\n"},
		{"behind the remarks at the head", "# mine\n# all\n\n[aliases]\n", "assistant", "Ann",
			"# mine\n# all\nassistant = \"Ann\"\n\n[aliases]\n"},
		{"carriage returns", "model = 'm'\r\n[aliases]\r\n", "assistant", "Ann",
			"model = 'm'\r\nassistant = \"Ann\"\r\n\r\n[aliases]\r\n"},
		{"a byte order mark", "\ufeffassistant = 'x'", "assistant", "Ann", "\ufeffassistant = \"Ann\""},

		{"TOML of another kind", "", "assistant", "true", "assistant = \"true\"\n"},
		{"a remark is none", "", "assistant", "'A' # b", "assistant = \"'A' # b\"\n"},
		{"two lines are no two settings", "", "assistant", "'A'\nmodel = 'm'", "assistant = \"'A'\\nmodel = 'm'\"\n"},
		{"odd characters", "", "assistant", "\"\\\x1b\u202eü\xff",
			"assistant = \"\\\"\\\\\\U0000001B\\U0000202Eü\ufffd\"\n"},
		{"a number", "", "limits.max_cost", "0.5", "[limits]\nmax_cost = 0.5\n"},
		{"a duration", "", "limits.timeout", "90s", "[limits]\ntimeout = \"90s\"\n"},
		{"a list over lines", "cascade = [\n 'x', # x\n]\n#y\n", "cascade", "offline", "cascade = [\"offline\"]\n#y\n"},
		{"one of a list", "", "hosts.allow", "a.org", "[hosts]\nallow = [\"a.org\"]\n"},
		{"a program", "", "programs.x", `(args "read*")`, "[programs]\nx = \"(args \\\"read*\\\")\"\n"},

		{"a new table", "model = 'm'\n", "limits.max_turns", "3", "model = 'm'\n\n[limits]\nmax_turns = 3\n"},
		{"in its table", "[limits]\nmax_cost = 1 # d\n\n[hosts]\n", "limits.max_turns", "3",
			"[limits]\nmax_cost = 1 # d\nmax_turns = 3\n\n[hosts]\n"},
		{"before a header", "[limits]\n[hosts]\n", "limits.max_turns", "3", "[limits]\nmax_turns = 3\n\n[hosts]\n"},
		{"switched off in its table", "[context]\n#depth = 1\n[limits]\n#max_turns=5 # d\n", "limits.max_turns", "3",
			"[context]\n#depth = 1\n[limits]\nmax_turns=3 # d\n"},
		{"beside dotted keys", "limits.max_cost = 1\nmodel = 'm'\n", "limits.max_turns", "3",
			"limits.max_cost = 1\nlimits.max_turns = 3\nmodel = 'm'\n"},
		{"in braces", "limits = { max_cost = 1 } # l\n", "limits.max_turns", "3",
			"limits = { max_cost = 1, max_turns = 3 } # l\n"},
		{"in empty braces", "limits = {}\n", "limits.max_turns", "3", "limits = { max_turns = 3 }\n"},
		{"prices", "[providers.x]\nprotocol = 'openai'\n", "providers.x.prices.input", "3",
			"[providers.x]\nprotocol = 'openai'\n\n[providers.x.prices]\ninput = 3\n"},

		{"a pattern", "", `permissions."shell git push *"`, "deny", "[permissions]\n\"shell git push *\" = \"deny\"\n"},
		{"a pattern with dots", "", "permissions.shell.x", "ask", "[permissions]\n\"shell.x\" = \"ask\"\n"},
		{"an alias", "[aliases]\nx = 'y'\n", "aliases.x", "openai/z", "[aliases]\nx = \"openai/z\"\n"},

		{"a table", "", "providers.local", "{protocol='openai', prices={input=1}}",
			"[providers.local]\nprotocol = 'openai'\n\n[providers.local.prices]\ninput = 1\n"},
		{"a table in the place of one", "[providers.a]\nmodel = 'm' # why\nprotocol = 'x' # p\n# end\n", "providers.a",
			"{protocol='openai',base_url='http://h'}",
			"[providers.a]\n# why\nprotocol = 'openai' # p\nbase_url = 'http://h'\n# end\n"},
		{"an empty table", "[aliases]\nx = 'y'\n", "aliases", "{}", "[aliases]\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := File{"f", tc.text}.Set(tc.key, tc.value)
			if diff := cmp.Diff(tc.want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestUnset(t *testing.T) {
	for _, tc := range []struct{ name, text, key, want string }{
		{"nothing there", "model = 'm'\n", "assistant", "model = 'm'\n"},
		{"the remark stays", "assistant = 'x'  # why\n", "assistant", "# why\n"},
		{"a list over lines", "cascade = [ # c\n 'x'\n]\r\n# d\n", "cascade", "# d\n"},
		{"the last line", "assistant = 'x'", "assistant", ""},
		{"the last in braces", "limits = { max_cost = 1, max_turns = 2 }", "limits.max_turns", "limits = { max_cost = 1 }"},
		{"the only one", "limits = { max_cost = 1 }", "limits.max_cost", "limits = {  }"},
		{"a table", "# a\n[providers.a] # b\nmodel = 'm'\n# c\n[providers.a.prices]\ninput = 1\n[limits]\n", "providers.a",
			"# a\n# b\n# c\n[limits]\n"},
		{"a table in braces", "providers = {a = {model = 'm'}, b = {}}", "providers.a", "providers = {b = {}}"},
		{"a dotted table", "x = 1\nlimits.max_cost = 1\nlimits.max_turns = 1\n", "limits", "x = 1\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := File{"f", tc.text}.Unset(tc.key)
			if diff := cmp.Diff(tc.want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

func TestEditErrors(t *testing.T) {
	for _, tc := range []struct{ name, text, key, value, want string }{
		{"unknown", "", "asistant", "x", "Did you mean assistant?"},
		{"unknown field", "", "providers.local.modle", "1", "Did you mean providers.local.model?"},
		{"a key", "", "providers.openai.api_key", "sk-fake", "pp config key"},
		{"not a name", "", "a = 1\nb", "x", "unknown key"},
		{"no name", "", "", "x", "unknown key"},
		{"below a value", "", "assistant.x", "1", "unknown key"},
		{"a text for a table", "", "limits", "5", "is a table"},
		{"no TOML", "assistant = = 1", "model", "m", "f:1:13"},
		{"too large", strings.Repeat("#", maxFileBytes+1), "model", "m", "larger"},
		{"an array of tables", "[[limits]]\nmax_cost = 1\n", "limits.max_turns", "1", "cannot be changed"},
		{"a table in the place of a value", "[assistant]\nx = 1\n", "assistant", "Ann", "cannot be changed"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := File{"f", tc.text}.Set(tc.key, tc.value)
			var unknown *UnknownKeyError
			shown := fmt.Sprint(err)
			if errors.As(err, &unknown) {
				shown += unknown.Hint
			}
			if got != "" || !strings.Contains(shown, tc.want) || strings.Contains(shown, "sk-fake") {
				t.Errorf("%q, %s", got, shown)
			}
		})
	}
}

// Every key of the sample is set and unset again, in the sample and in a file of its own.
func TestEveryKeyIsEditable(t *testing.T) {
	c := mustLoad(t, input(uncomment(SampleFile()), "", "", nil))
	for _, text := range []string{"", SampleFile(), uncomment(SampleFile())} {
		for _, v := range c.Values() {
			if v.Text == "" || strings.HasSuffix(v.Key, ".key") {
				continue
			}
			set, err := File{"f", text}.Set(v.Key, v.Text)
			if err != nil {
				t.Fatalf("%s = %s: %v", v.Key, v.Text, err)
			}
			path, _, err := parseKey(v.Key)
			if err != nil {
				t.Fatal(err)
			}
			if got := leaves(t, set)[fmt.Sprintf("%q", path)]; got != leaves(t, "v = "+v.Text)[`["v"]`] {
				t.Errorf("%s = %s reads %v", v.Key, v.Text, got)
			}
			again, err := File{"f", set}.Unset(v.Key)
			if before := leaves(t, text); err != nil || !cmp.Equal(without(before, path), leaves(t, again)) {
				t.Errorf("%s: %v, and without it the file is not what it was", v.Key, err)
			}
		}
	}
}

// leaves are the settings of a document, by path, and its empty arrays and tables.
func leaves(t testing.TB, text string) map[string]string {
	var tree map[string]any
	if err := toml.Unmarshal([]byte(strings.TrimPrefix(text, byteOrderMark)), &tree); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	out := map[string]string{}
	var walk func(path []string, v any)
	walk = func(path []string, v any) {
		if table, ok := v.(map[string]any); ok {
			for name, below := range table {
				walk(append(slices.Clip(path), name), below)
			}
			return
		}
		out[fmt.Sprintf("%q", path)] = fmt.Sprintf("%#v", v)
	}
	walk([]string{}, tree)
	return out
}

func without(all map[string]string, path []string) map[string]string {
	prefix := strings.TrimSuffix(fmt.Sprintf("%q", path), "]")
	out := map[string]string{}
	for k, v := range all {
		if k != prefix+"]" && !strings.HasPrefix(k, prefix+" ") {
			out[k] = v
		}
	}
	return out
}

// checkEdit edits a text in any way, and looks at what became of the rest of it.
func checkEdit(t testing.TB, text string, path []string, value string) {
	if _, err := decode(Origin{}, []byte(text)); err != nil || len(text) > 4<<10 {
		return
	}
	before := leaves(t, text)
	if out, err := setPath(text, path, value); err == nil {
		if diff := cmp.Diff(without(before, path), without(leaves(t, out), path)); diff != "" {
			t.Fatalf("setting %q in %q to %q changed\n%s", path, text, value, diff)
		}
		given := leaves(t, "v = "+value)
		for name, v := range given {
			at := strings.Replace(name, `["v"`, strings.TrimSuffix(fmt.Sprintf("%q", path), "]"), 1)
			if got := leaves(t, out)[at]; got != v {
				t.Fatalf("setting %q in %q to %q gave %q", path, text, value, out)
			}
		}
		checkRemarks(t, text, out)
	}
	if out, err := unsetPath(text, path); err == nil {
		if diff := cmp.Diff(without(before, path), leaves(t, out)); diff != "" {
			t.Fatalf("unsetting %q in %q changed\n%s", path, text, diff)
		}
		checkRemarks(t, text, out)
	}
}

// checkRemarks: each remark on a line of its own is still one, or is the setting
// that was switched on.
func checkRemarks(t testing.TB, before, after string) {
	doc, err := decode(Origin{}, []byte(before))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range doc.comments {
		remark := string(doc.data[c.start:c.end])
		name, _, isSetting := strings.Cut(remark[1:], "=")
		if !strings.Contains(after, remark) && (!isSetting || !strings.Contains(after, name+"=")) {
			t.Fatalf("the remark %q of %q is not in %q", remark, before, after)
		}
	}
}

// TestEditDrawnFiles edits files of all the notations that TOML has for a table.
func TestEditDrawnFiles(t *testing.T) {
	names := []string{"a", "b", "c d", "é"}
	rapid.Check(t, func(r *rapid.T) {
		name := func() string { return keyTOML([]string{rapid.SampledFrom(names).Draw(r, "name")}) }
		var b strings.Builder
		for range rapid.IntRange(0, 8).Draw(r, "lines") {
			switch rapid.IntRange(0, 6).Draw(r, "kind") {
			case 0:
				fmt.Fprintf(&b, "[%s]\n", name())
			case 1:
				fmt.Fprintf(&b, "[%s.%s] # r\n", name(), name())
			case 2:
				fmt.Fprintf(&b, "%s = {%s = 1, %s.%s = [2]} # r\n", name(), name(), name(), name())
			case 3:
				fmt.Fprintf(&b, "%s.%s = [\n1, # r\n2]\r\n", name(), name())
			case 4:
				fmt.Fprintf(&b, "#%s = 3 # r\n", name())
			case 5:
				fmt.Fprintf(&b, "[[%s]]\n", name())
			default:
				fmt.Fprintf(&b, "%s = '''\n#a = 1\n''' # r\n", name())
			}
		}
		path := rapid.SliceOfN(rapid.SampledFrom(names), 1, 3).Draw(r, "path")
		value := rapid.SampledFrom([]string{
			"1", "'x'", "[1,\n2]", "{}", "{a = 1}", "{a.b = 1, 'c d' = {a = 2}}",
		}).Draw(r, "value")
		checkEdit(t, b.String(), path, value)
	})
}

package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pelletier/go-toml/v2"
)

func TestSet(t *testing.T) {
	for _, tc := range []struct{ name, text, key, value, want string }{
		{"empty file", "", "assistant", "Ann", "assistant = \"Ann\"\n"},
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

		{"two lines are no two settings", "", "assistant", "'A'\nmodel = 'm'", "assistant = \"'A'\\nmodel = 'm'\"\n"},
		{"odd characters", "", "assistant", "\"\\\x1b\u202eü\xff",
			"assistant = \"\\\"\\\\\\U0000001B\\U0000202Eü\ufffd\"\n"},
		{"a list over lines", "cascade = [\n 'x', # x\n]\n#y\n", "cascade", "offline", "cascade = [\"offline\"]\n#y\n"},

		{"in its table", "[limits]\nmax_cost = 1 # d\n\n[hosts]\n", "limits.max_turns", "3",
			"[limits]\nmax_cost = 1 # d\nmax_turns = 3\n\n[hosts]\n"},
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
		{"a key", "", "providers.openai.api_key", "sk-fake", "pp config key"},
		{"not a name", "", "a = 1\nb", "x", "unknown key"},
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

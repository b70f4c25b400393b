package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"pp/engine"
)

func TestProjectTightens(t *testing.T) {
	user := "[limits]\nmax_turns = 40\n[hosts]\nallow = ['a.org', 'b.org']\n[permissions]\nx = 'allow'\n"
	project := "[limits]\nmax_turns = 30\nmax_depth = 99\nmax_cost = 0.1\n" +
		"[hosts]\nallow = ['B.org', 'c.org']\n[permissions]\nx = 'ask'\n"
	c := mustLoad(t, input(user, "", project, nil))
	if c.Limits.MaxTurns != 30 || c.Limits.MaxDepth != 10 || *c.Limits.MaxCost != 0.1 {
		t.Errorf("limits %+v", c.Limits)
	}
	if diff := cmp.Diff([]string{"b.org"}, c.HostNames()); diff != "" {
		t.Error(diff)
	}
	if p := c.Permissions; len(p) != 2 || p[0].Origin.Source != SourceUser || p[1].Origin.Source != SourceProject ||
		p[1].Decision != engine.Ask {
		t.Errorf("permissions %+v", p)
	}
	if len(c.Warnings) != 0 {
		t.Errorf("warnings %v", c.Warnings)
	}
	if o := c.Origin("limits.max_turns").String(); o != projectPath+":2 (project)" {
		t.Errorf("origin %s", o)
	}
	if o := c.Origin("limits.max_depth").String(); o != "built-in" {
		t.Errorf("origin %s", o)
	}
}

func TestProjectIsIgnoredWithOneWarning(t *testing.T) {
	project := `assistant = "x"
model = "m"
cascade = ["evil"]
memex_dir = 5
hosts.deny = ["x"]
[limits]
max_turn = 3
[permissions]
"shell *" = "allow"
"good" = "deny"
[providers.evil]
base_url = "https://evil.example"
[[gates]]
x = 1
["a\u202eb"]
k = "sk-fake"
`
	c := mustLoad(t, input("", "", project, nil))
	if len(c.Warnings) != 1 {
		t.Fatalf("warnings %v", c.Warnings)
	}
	got := c.Warnings[0].String()
	want := projectPath + ` (project): ignored, because a project can only make pp stricter: assistant, model, ` +
		`cascade, memex_dir, hosts.deny, limits.max_turn, permissions."shell *", providers.evil.base_url, gates, ` +
		`"a\u202eb".k`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if len(c.Permissions) != 1 || c.Permissions[0].Pattern != "good" || c.Assistant != "Agent" || len(c.Cascade) != 0 {
		t.Errorf("the project changed %+v", c)
	}
	many := mustLoad(t, input("", "", manyKeys(100), nil))
	if w := many.Warnings; len(w) != 1 || !strings.HasSuffix(w[0].Message, " and 88 more") {
		t.Errorf("warnings %v", w)
	}
}

// A project's file that cannot be understood must not count as no file.
func TestBrokenProjectFile(t *testing.T) {
	for text, where := range map[string]string{
		"a = = 1":                                 ":1:5",
		"[permissions]\nx = 'refuse'":             ":2:1",
		"[permissions]\nx = 1":                    ":2:1",
		"[permissions]\nx = {}":                   ":2:1",
		"[permissions]\nshell.rm = 'deny'":        ":2:1",
		"permissions = 'deny'":                    ":1:1",
		"[[permissions]]\nx = 'deny'":             ":1:3",
		"hosts = []":                              ":1:1",
		"[hosts]\nallow = 'x.org'":                ":2:1",
		"[hosts]\nallow = ['*']":                  ":2:1",
		"[limits]\nmax_turns = 'few'":             ":2:1",
		"[limits]\nmax_turns = 0":                 ":2:1",
		"limits = 3":                              ":1:1",
		"x = " + strings.Repeat("[", 60_000):      ":1:",
		strings.Repeat("a.", 30_000) + "a = \"\n": ":1:",
	} {
		err := loadError(t, input("", "", text, nil), projectPath+where)
		var file *Error
		if !errors.As(err, &file) || len(err.Error()) > 1000 {
			t.Errorf("error %T of %d bytes", err, len(err.Error()))
		}
	}
}

func TestFlagsAgainstLimits(t *testing.T) {
	in := input("[limits]\nmax_turns = 10\n", "", "[hosts]\nallow=['a.org']\n", nil)
	in.Flags.Set("limits.max_turns", "20", "--max-turns")
	in.Flags.Set("limits.max_depth", "20", "--max-depth")
	in.Flags.Set("limits.max_cost", "0.25", "--max-cost")
	in.Flags.AllowHost("b.org", "--allow-host")
	in.Flags.AllowHost("a.org", "--allow-host")
	in.Flags.Permit("shell make *", engine.Allow, "--allow")
	c := mustLoad(t, in)
	if c.Limits.MaxTurns != 10 || c.Limits.MaxDepth != 20 || *c.Limits.MaxCost != 0.25 {
		t.Errorf("limits %+v", c.Limits)
	}
	if !slices.Equal(c.HostNames(), []string{"a.org"}) {
		t.Errorf("hosts %v", c.HostNames())
	}
	if p := c.Permissions; len(p) != 1 || p[0].Origin.String() != "--allow" {
		t.Errorf("permissions %+v", p)
	}
	got := fmt.Sprint(c.Warnings)
	want := "[--max-turns: has no effect: limits.max_turns is lower in " + userPath + ":2, and the strictest wins " +
		projectPath + ":2 (project): hosts.allow does not list b.org, so --allow-host has no effect here]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for key, value := range map[string]string{"limits.max_turns": "many", "no_such": "1"} {
		in := input("", "", "", nil)
		in.Flags.Set(key, value, "--flag")
		err := loadError(t, in, "--flag: ")
		var v *Error
		if !errors.As(err, &v) || v.Origin.Source != SourceFlag {
			t.Errorf("error %#v", err)
		}
	}
}

// decide is what Permissions mean, with prefix patterns: in a layer the longest
// matching pattern, across layers the strictest.
func decide(c *Config, action string) engine.Decision {
	decision, said := engine.Allow, false
	for layer := SourceBuiltIn; layer <= SourceFlag; layer++ {
		best := -1
		var in engine.Decision
		for _, p := range c.Permissions {
			if p.Origin.Source == layer && strings.HasPrefix(action, p.Pattern) && len(p.Pattern) >= best {
				best, in = len(p.Pattern), p.Decision
			}
		}
		if best >= 0 {
			decision, said = min(decision, in), true
		}
	}
	if !said {
		return engine.Ask // what nobody decided asks
	}
	return decision
}

// layerText draws a configuration file of gates' keys, as a person or a
// project might write it, loosening lines included.
func layerText(t *rapid.T, label string) string {
	pattern := rapid.StringOfN(rapid.RuneFrom([]rune("ab")), 1, 3, -1)
	decision := rapid.SampledFrom([]string{"allow", "ask", "deny"})
	permissions := rapid.MapOfN(pattern, decision, 0, 6).Draw(t, label+" permissions")
	hosts := rapid.SliceOfN(rapid.SampledFrom([]string{"a.org", "B.org", "c.org:81", "::1"}), 0, 4).Draw(t, label+" hosts")
	var b strings.Builder
	if rapid.Bool().Draw(t, label+" has hosts") {
		fmt.Fprintf(&b, "hosts.allow = %s\n", showList(hosts))
	}
	for i := range keyTable {
		if k := &keyTable[i]; k.rule == ruleLowest && rapid.Bool().Draw(t, label+k.name) {
			low := max(int(k.low), 1)
			value := rapid.IntRange(low, min(int(k.high), low*1000)).Draw(t, label+k.name)
			fmt.Fprintf(&b, "%s = %d\n", k.name, value)
		}
	}
	if rapid.Bool().Draw(t, label+" preferences") {
		b.WriteString("assistant = 'other'\ncascade_cross = true\nsandbox.unconfined = 'ask'\napprovals.deny_all = false\n")
	}
	b.WriteString("[permissions]\n")
	for _, p := range sortedNames(permissions) {
		fmt.Fprintf(&b, "%q = %q\n", p, permissions[p])
	}
	return b.String()
}

func TestInvariant14ProjectOnlyTightens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		user, project := layerText(t, "user"), layerText(t, "project")
		var flags Layer
		if rapid.Bool().Draw(t, "flags") {
			flags.Set("limits.max_turns", fmt.Sprint(rapid.IntRange(1, 500).Draw(t, "turns")), "--max-turns")
			flags.AllowHost("a.org", "--allow-host")
			flags.Permit("ab", engine.Allow, "--allow")
		}
		load := func(project string) *Config {
			in := input(user, "OPENAI_API_KEY=fake\n", project, map[string]string{"PP_DENY_ALL_APPROVALS": "1"})
			in.Flags = flags
			c, err := Load(in)
			if err != nil {
				t.Fatalf("Load: %v", err)
			}
			return c
		}
		without, with := load(""), load(project)
		checkDecisions(t, without, with)
		for _, h := range with.HostNames() {
			if !slices.Contains(without.HostNames(), h) {
				t.Errorf("the project added the host %s", h)
			}
		}
		checkNumbers(t, without, with)
	})
}

func checkDecisions(t *rapid.T, without, with *Config) {
	var actions []string
	for _, a := range []string{"a", "b", "c"} {
		for _, b := range []string{"", "a", "b", "aa", "ab", "ba", "bb", "abc"} {
			actions = append(actions, a+b)
		}
	}
	for _, action := range actions {
		if before, after := decide(without, action), decide(with, action); after > before {
			t.Errorf("%s: %v without the project, %v with it", action, before, after)
		}
	}
}

func checkNumbers(t *rapid.T, without, with *Config) {
	for i := range keyTable {
		k := &keyTable[i]
		if k.rule != ruleLowest {
			if a, b := showField(k.field(without)), showField(k.field(with)); a != b {
				t.Errorf("the project changed %s from %s to %s", k.name, a, b)
			}
			continue
		}
		before, hadBefore, _ := measure(k.field(without))
		after, hasAfter, _ := measure(k.field(with))
		if hadBefore && (!hasAfter || after > before) {
			t.Errorf("%s: %v without the project, %v with it", k.name, before, after)
		}
	}
	if a, b := fmt.Sprint(without.Providers), fmt.Sprint(with.Providers); a != b {
		t.Errorf("the project changed the providers")
	}
}

// A permission table in which all layers are mixed fails the property above;
// this is the case that shows why.
func TestNarrowProjectAskDoesNotLowerBroadDeny(t *testing.T) {
	c := mustLoad(t, input("[permissions]\na = 'deny'\n", "", "[permissions]\nab = 'ask'\n", nil))
	if got := decide(c, "ab"); got != engine.Deny {
		t.Errorf("got %v", got)
	}
}

func TestUnionOfPrivacyTags(t *testing.T) {
	c := mustLoad(t, input("privacy_filter_tags = ['a']", "", "", map[string]string{"PRIVACY_FILTER_TAGS": "b,a"}))
	if !slices.Equal(c.PrivacyTags, []string{"a", "b"}) {
		t.Errorf("tags %v", c.PrivacyTags)
	}
	deny := mustLoad(t, input("approvals.deny_all = true", "", "", map[string]string{"PP_DENY_ALL_APPROVALS": "0"}))
	if !deny.DenyAllApprovals {
		t.Error("a variable switched deny_all off")
	}
}

// TestAttemptsAndExplanation checks that the former name of a key still sets it, with a warning, and that a project's
// file may only lower the limit and only require an explanation.
func TestAttemptsAndExplanation(t *testing.T) {
	for _, tc := range []struct {
		user, project string
		attempts      int
		explanation   string
		warns         string
	}{
		{"", "", 8, "record", ""},
		{"[limits]\nattempts = 5\n", "", 5, "record", ""},
		{"[limits]\nmax_attempts = 3\n", "", 3, "record", "limits.max_attempts is now called limits.attempts"},
		{"limits.max_attempts = 9\n", "[limits]\nattempts = 4\n", 4, "record", "limits.max_attempts is now called"},
		{"[limits]\nattempts = 5\n", "[limits]\nmax_attempts = 2\n", 2, "record", "limits.max_attempts is now called"},
		{"[limits]\nattempts = 5\n", "[limits]\nattempts = 50\n", 5, "record", ""},
		{"", "[policy]\nexplanation = 'require'\n", 8, "require", ""},
		{"[policy]\nexplanation = 'require'\n", "[policy]\nexplanation = 'record'\n", 8, "require", "policy.explanation"},
	} {
		c := mustLoad(t, input(tc.user, "", tc.project, nil))
		if c.Limits.Attempts != tc.attempts || c.Explanation != tc.explanation {
			t.Errorf("%q and %q: attempts %d, explanation %q; want %d, %q", tc.user, tc.project, c.Limits.Attempts,
				c.Explanation, tc.attempts, tc.explanation)
		}
		if text := fmt.Sprint(c.Warnings); (tc.warns == "") != (len(c.Warnings) == 0) || !strings.Contains(text, tc.warns) {
			t.Errorf("%q and %q: warnings %s, want one with %q, or none", tc.user, tc.project, text, tc.warns)
		}
	}
}

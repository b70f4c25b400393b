package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pp/engine"
)

func TestNothingConfigured(t *testing.T) {
	for name, in := range map[string]Input{
		"zero input": {},
		"empty home": {Env: envOf(nil), Files: OSFiles{}},
		"relative home": {Env: envOf(nil), Home: "ann",
			Files: memFiles{"ann/.config/pp/config.toml": {text: "assistant = 'X'"}}},
		"no files":    input("", "", "", nil),
		"empty files": {Home: testHome, Files: memFiles{userPath: {}, envPath: {}}},
	} {
		t.Run(name, func(t *testing.T) {
			c := mustLoad(t, in)
			if diff := cmp.Diff(Defaults(), c, ignoreOrigins, cmpopts.IgnoreFields(Config{}, "Paths")); diff != "" {
				t.Errorf("not the defaults (-want +got):\n%s", diff)
			}
		})
	}
}

var ignoreOrigins = cmp.Options{
	cmp.AllowUnexported(engine.Secret{}),
	cmpopts.IgnoreUnexported(Config{}),
	cmpopts.IgnoreFields(Provider{}, "BaseURLSource"),
	cmpopts.EquateEmpty(),
}

func TestLoadingCreatesNothing(t *testing.T) {
	home := t.TempDir()
	mustLoad(t, Input{Env: envOf(nil), Home: home, Project: home, Files: OSFiles{}})
	left, err := os.ReadDir(home)
	if err != nil || len(left) != 0 {
		t.Errorf("loading left %v (%v)", left, err)
	}
}

func TestPrecedence(t *testing.T) {
	user := "assistant = \"from user\"\n"
	env := "MEMEX_ASSISTANT=from-env-file\n"
	vars := map[string]string{"MEMEX_ASSISTANT": "from environment"}
	var flags Layer
	flags.Set("assistant", "from flag", "--assistant")
	cases := []struct {
		name         string
		in           Input
		flags        Layer
		want, origin string
	}{
		{"built-in", input("", "", "", nil), Layer{}, "Agent", "built-in"},
		{"user", input(user, "", "", nil), Layer{}, "from user", userPath + ":1"},
		{"env file", input(user, "\n"+env, "", nil), Layer{}, "from-env-file", envPath + ":2"},
		{"environment", input(user, env, "", vars), Layer{}, "from environment", "environment MEMEX_ASSISTANT"},
		{"flag", input(user, env, "", vars), flags, "from flag", "--assistant"},
		{"project is ignored", input(user, "", "assistant = 'x'", nil), Layer{}, "from user", userPath + ":1"},
		{"empty variable", input(user, "", "", map[string]string{"MEMEX_ASSISTANT": ""}), Layer{}, "from user",
			userPath + ":1"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			tc.in.Flags = tc.flags
			c := mustLoad(t, tc.in)
			got, origin := text(t, c, "assistant")
			if c.Assistant != tc.want || got != fmt.Sprintf("%q", tc.want) || origin != tc.origin {
				t.Errorf("got %s from %s, want %q from %s", got, origin, tc.want, tc.origin)
			}
		})
	}
}

func TestEveryKeyFromTheUsersFile(t *testing.T) {
	text, err := os.ReadFile("testdata/every.toml")
	if err != nil {
		t.Fatal(err)
	}
	c := mustLoad(t, input(string(text), "", "", nil))
	want := Defaults()
	want.Telegram = Telegram{Allow: []string{"1001", "12345"}, BaseURL: "http://127.0.0.1:8081", Chats: map[string]Chat{
		"12345": {Name: "12345", Workspace: "/home/ann/notes", MaxTurns: 5, Timeout: some(2 * time.Minute)}}}
	want.Signal = Signal{Number: "+4915112345678", Allow: []string{"+33612345678", "7ccae375-cd51-4c82-8b1e-7be3280aa485"},
		Chats: map[string]Chat{"+33612345678": {Name: "+33612345678", Model: "fast"}}}
	want.Assistant, want.Model, want.CascadeCross, want.DenyAllApprovals = "Ada", "fast", true, true
	want.Cascade = []string{"local", "ollama"}
	want.WorkspaceRoots = []string{"/home/ann/lib", "/srv"}
	want.DefaultActuator, want.SilentActuators = "shell", []string{"cli"}
	want.Heartbeat, want.MemoryAutoSave = 2*time.Minute, 90*time.Second
	want.MemexDir, want.PrivacyTags = "/home/ann/org", []string{"secret"}
	want.Mandates = []string{"/home/ann/standards.md"}
	want.SkillsDir, want.Skills = "/home/ann/lisp", Skills{Enable: []string{"programming-org"}, Disable: []string{"mine"}}
	want.PrivatePaths = []string{"/home/ann/diary", "notes"}
	want.Scribe = Scribe{Enable: true, From: "log", To: "zettel/new"}
	want.Approvals = Approvals{InlineExpiry: time.Minute, SuspendedExpiry: 48 * time.Hour}
	want.Sandbox.Ask = "before"
	want.Sandbox.Unconfined = "ask"
	want.Hook.Unknown = "deny"
	want.Explanation = "require"
	want.Trace = Trace{MaxAge: 240 * time.Hour, MaxSize: 2 << 20}
	want.Limits = Limits{
		MaxCost: some(0.5), MaxCostDay: some(3.0), MaxTokens: some(1000), MaxTokensDay: some(2000),
		MaxTurns: 60, MaxDepth: 9, Attempts: 2, MaxInput: 1024, MaxOutput: 2048,
		CommandTime: time.Minute, BuildTime: 5 * time.Minute, MaxCommandTime: 10 * time.Minute, Timeout: some(time.Hour),
	}
	want.Timeouts = Timeouts{time.Second, 2 * time.Second, 3 * time.Second, 4 * time.Second, 5 * time.Second}
	want.Context = Context{SemanticThreshold: 0.5, LogLimit: 0, Budget: 100, Depth: 3}
	want.Embedding = Embedding{Provider: "local", Model: "nomic"}
	want.Aliases = map[string]string{"fast": "local/qwen"}
	at := func(line, column int) Origin {
		return Origin{Source: SourceUser, Name: userPath, Line: line, Column: column}
	}
	want.Hosts = []Host{{"api.github.com", at(51, 1)}, {"127.0.0.1:8080", at(51, 1)}, {"[::1]:9", at(51, 1)}}
	want.Permissions = []Permission{{"shell git push *", engine.Deny, at(53, 1)}, {"fetch-url", engine.Ask, at(54, 1)}}
	want.Providers["local"] = Provider{Name: "local", Protocol: "openai", BaseURL: "http://127.0.0.1:8080/v1",
		Model: "qwen", KeyEnv: "LOCAL_KEY", KeyCommand: []string{"pass", "show", "x"}, Context: 32768, Memory: true,
		Prices: Prices{some(0.1), some(2.0), some(0.0)}, KeySource: KeyFromCommand}
	want.Providers["replay"] = Provider{Name: "replay", Protocol: "script", File: "/home/ann/replies"}
	if diff := cmp.Diff(want, c, ignoreOrigins, cmpopts.IgnoreFields(Config{}, "Paths")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for i := range keyTable {
		if o := c.Origin(keyTable[i].name); o.Source != SourceUser || o.Line == 0 || o.Column == 0 {
			t.Errorf("%s: this test does not set it, or its origin %+v is wrong", keyTable[i].name, o)
		}
	}
}

func some[T any](v T) *T { return &v }

func TestVariablesSetKeys(t *testing.T) {
	vars := map[string]string{
		"MEMEX_ASSISTANT": "Ada", "MEMEX_DIR": "~/memex", "PROVIDER_CASCADE": ":ollama, openrouter",
		"DEFAULT_ACTUATOR": "TOOL", "SILENT_ACTUATORS": "CLI, SYSTEM-MESSAGE", "HEARTBEAT_INTERVAL": "30",
		"MEMORY_AUTO_SAVE_INTERVAL": "120", "PRIVACY_FILTER_TAGS": "@a,@b", "CONTEXT_SEMANTIC_THRESHOLD": "0.8",
		"CONTEXT_LOG_LIMIT": "5", "EMBEDDING_PROVIDER": ":OPENAI", "EMBEDDING_MODEL": "m", "PP_MODEL": "openai/x",
		"PP_DENY_ALL_APPROVALS": "1", "SKILLS_DIR": "~/skills",
	}
	for _, from := range []string{"environment", "env file"} {
		t.Run(from, func(t *testing.T) {
			in := input("", "", "", vars)
			if from == "env file" {
				var b strings.Builder
				for name, value := range vars {
					fmt.Fprintf(&b, "export %s=%q\n", name, value)
				}
				in = input("", b.String(), "", nil)
			}
			c := mustLoad(t, in)
			want := Defaults()
			want.Assistant, want.MemexDir, want.Cascade = "Ada", "/home/ann/memex", []string{"ollama", "openrouter"}
			want.DefaultActuator, want.SilentActuators = "tool", []string{"cli", "system-message"}
			want.SkillsDir = "/home/ann/skills"
			want.Heartbeat, want.MemoryAutoSave = 30*time.Second, 120*time.Second
			want.PrivacyTags = []string{"@a", "@b"}
			want.Context.SemanticThreshold, want.Context.LogLimit = 0.8, 5
			want.Embedding = Embedding{"openai", "m"}
			want.Model, want.DenyAllApprovals = "openai/x", true
			if diff := cmp.Diff(want, c, ignoreOrigins, cmpopts.IgnoreFields(Config{}, "Paths")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A variable with a common name may belong to another program.
func TestBadVariables(t *testing.T) {
	for name, value := range map[string]string{
		"HEARTBEAT_INTERVAL": "soon", "MEMORY_AUTO_SAVE_INTERVAL": "-1", "CONTEXT_SEMANTIC_THRESHOLD": "NaN",
		"CONTEXT_LOG_LIMIT": "1e3", "EMBEDDING_PROVIDER": "huggingface", "MEMEX_DIR": "relative",
		"DEFAULT_ACTUATOR": "a b", "SILENT_ACTUATORS": "cli,-x",
	} {
		t.Run(name, func(t *testing.T) {
			c := mustLoad(t, input("", "", "", map[string]string{name: value}))
			if diff := cmp.Diff(Defaults(), c, ignoreOrigins, cmpopts.IgnoreFields(Config{}, "Paths", "Warnings")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0].String(), name+" is ignored: the value must") {
				t.Errorf("warnings: %v", c.Warnings)
			}
		})
	}
	for name, value := range map[string]string{
		"PP_DENY_ALL_APPROVALS": "maybe", "PROVIDER_CASCADE": "olama", "OPENAI_BASE_URL": "ftp://x",
		"OLLAMA_HOST": "http://a b", "GEMINI_BASE_URL": "https://u:p@host", "ANTHROPIC_BASE_URL": "host",
	} {
		t.Run(name, func(t *testing.T) {
			err := loadError(t, input("", "", "", map[string]string{name: value}), "environment "+name)
			var v *Error
			if !errors.As(err, &v) || v.Origin.Source != SourceEnvironment {
				t.Errorf("error %#v", err)
			}
		})
	}
}

func TestUnreadableFiles(t *testing.T) {
	for path, source := range map[string]string{userPath: "user", envPath: ".env", projectPath: "project"} {
		for name, f := range map[string]memFile{
			"refused":   {err: syscall.EACCES},
			"loop":      {err: syscall.ELOOP},
			"directory": {mode: fs.ModeDir | 0o700},
			"fifo":      {mode: fs.ModeNamedPipe | 0o600},
			"too large": {text: strings.Repeat("#", maxFileBytes+1)},
		} {
			t.Run(source+" "+name, func(t *testing.T) {
				in := input("", "", "", nil)
				in.Files = memFiles{path: f}
				loadError(t, in, path)
			})
		}
		t.Run(source+" below a file", func(t *testing.T) {
			in := input("", "", "", nil)
			in.Files = memFiles{path: {err: syscall.ENOTDIR}}
			mustLoad(t, in)
		})
	}
}

// The machine's own files: a FIFO must not make the start wait.
func TestFIFODoesNotBlock(t *testing.T) {
	home := t.TempDir()
	dir := filepath.Join(home, ".config", "pp")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "config.toml"), 0o600); err != nil {
		t.Skipf("no FIFO here: %v", err)
	}
	loadsAtOnce(t, home, "not a regular file")
}

// TestLinkDoesNotBlock checks that a link to a file of the kernel that waits for something to read does not make the
// start wait, and that a link to a regular file is followed.
func TestLinkDoesNotBlock(t *testing.T) {
	home := t.TempDir()
	name := filepath.Join(home, ".config", "pp", "config.toml")
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "real"), []byte("nothing = 1"), 0o600); err != nil {
		t.Fatal(err)
	}
	for target, want := range map[string]string{"/proc/kmsg": "cannot be read", "/dev/zero": "not a regular file",
		filepath.Join(home, "real"): "unknown key"} {
		_ = os.Remove(name)
		if err := os.Symlink(target, name); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(name); err == nil {
			loadsAtOnce(t, home, want)
		}
	}
}

// loadsAtOnce checks that loading fails with an error, and does not wait.
func loadsAtOnce(t *testing.T, home, want string) {
	t.Helper()
	done := make(chan error, 1)
	go func() {
		_, err := Load(Input{Home: home, Files: OSFiles{}})
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	case <-time.After(10 * time.Second):
		t.Error("Load waits for a file")
	}
}

func TestModes(t *testing.T) {
	for _, tc := range []struct {
		path    string
		mode    fs.FileMode
		refused bool
		warned  bool
	}{
		{envPath, 0o600, false, false},
		{envPath, 0o400, false, false},
		{envPath, 0o640, false, true},
		{envPath, 0o644, false, true},
		{envPath, 0o664, false, true},
		{envPath, 0o666, true, false},
		{envPath, 0o602, true, false},
		{userPath, 0o644, false, false},
		{userPath, 0o646, true, false},
	} {
		t.Run(fmt.Sprintf("%s %04o", filepath.Base(tc.path), tc.mode), func(t *testing.T) {
			in := input("", "", "", nil)
			in.Files = memFiles{tc.path: {mode: tc.mode}}
			c, err := Load(in)
			if tc.refused {
				if err == nil || !strings.Contains(err.Error(), "chmod 600 "+tc.path) {
					t.Errorf("error %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			warned := len(c.Warnings) == 1 && strings.Contains(c.Warnings[0].Message, "chmod 600 "+tc.path)
			if warned != tc.warned {
				t.Errorf("warnings %v, want %v", c.Warnings, tc.warned)
			}
		})
	}
}

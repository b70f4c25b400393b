package config

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"pp/engine"
)

func TestPaths(t *testing.T) {
	vars := map[string]string{"XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "rel", "XDG_CACHE_HOME": ""}
	got := FindPaths(envOf(vars), "/h", "/p")
	want := Paths{"/c/pp/config.toml", "/c/pp/.env", "/h/.local/state/pp", "/h/.cache/pp", "/p/.pp/config.toml"}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := FindPaths(nil, "", ""); got != (Paths{}) {
		t.Errorf("without anything: %+v", got)
	}
	if got := FindPaths(envOf(vars), "", "p"); got != (Paths{ConfigFile: "/c/pp/config.toml", EnvFile: "/c/pp/.env"}) {
		t.Errorf("without home: %+v", got)
	}
}

func TestMessages(t *testing.T) {
	in := input("", "", "", nil)
	in.Files = memFiles{userPath: {err: syscall.EACCES}}
	err := loadError(t, in, userPath+": cannot be read: permission denied. Make it readable")
	if !errors.Is(err, fs.ErrPermission) {
		t.Errorf("the cause of %v is lost", err)
	}
	in = input("", "", "", nil)
	in.Home = "/home/josé O'Neil"
	in.Files = memFiles{"/home/josé O'Neil/.config/pp/.env": {mode: 0o606, text: "A=b"}}
	loadError(t, in, `/home/josé O'Neil/.config/pp/.env: may be changed by anyone (mode 0606). `+
		`Run: chmod 600 '/home/josé O'\''Neil/.config/pp/.env'`)
	in.Home = "/home/a\u202eb"
	in.Files = memFiles{"/home/a\u202eb/.config/pp/.env": {text: "A"}}
	loadError(t, in, `"/home/a\u202eb/.config/pp/.env":1: expected NAME=value`)
	long := loadError(t, input("default_actuator = '"+strings.Repeat("x ", 5000)+"'", "", "", nil))
	if len(long.Error()) > 500 {
		t.Errorf("a message of %d bytes", len(long.Error()))
	}
	loadError(t, input("", "HEARTBEAT_INTERVAL=1\nOPENAI_BASE_URL=x\n", "", nil),
		envPath+":2: OPENAI_BASE_URL must be a URL")
	c := mustLoad(t, input("", "\nHEARTBEAT_INTERVAL=soon\n", "", nil))
	want := envPath + `:2: HEARTBEAT_INTERVAL is ignored: the value must be a whole number of seconds ` +
		`or a duration like "90s", not "soon"`
	if fmt.Sprint(c.Warnings) != "["+want+"]" {
		t.Errorf("warnings %v", c.Warnings)
	}
	var none Layer
	none.Permit("", engine.Allow, "--allow")
	in = input("", "", "", nil)
	in.Flags = none
	loadError(t, in, `--allow: the permission pattern "" must not be empty`)
	none = Layer{}
	none.AllowHost("*.org", "--allow-host")
	in.Flags = none
	loadError(t, in, `--allow-host: "*.org" is not a host name`)
}

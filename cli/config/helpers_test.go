package config

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// memFiles is a file system of absolute paths.
type memFiles map[string]memFile

type memFile struct {
	text string
	mode fs.FileMode
	err  error
}

func (m memFiles) Open(name string) (fs.File, error) {
	f, ok := m[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if f.err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: f.err}
	}
	mode := f.mode
	if mode == 0 {
		mode = 0o600
	}
	return fstest.MapFS{"f": {Data: []byte(f.text), Mode: mode}}.Open("f")
}

const (
	testHome    = "/home/ann"
	userPath    = "/home/ann/.config/pp/config.toml"
	envPath     = "/home/ann/.config/pp/.env"
	testProject = "/src/app"
	projectPath = "/src/app/.pp/config.toml"
)

func envOf(vars map[string]string) Env {
	return func(name string) (string, bool) {
		v, ok := vars[name]
		return v, ok
	}
}

// files makes the three files; an empty text means no file.
func files(user, env, project string) memFiles {
	m := memFiles{}
	for path, text := range map[string]string{userPath: user, envPath: env, projectPath: project} {
		if text != "" {
			m[path] = memFile{text: text}
		}
	}
	return m
}

func input(user, env, project string, vars map[string]string) Input {
	return Input{Env: envOf(vars), Home: testHome, Project: testProject, Files: files(user, env, project)}
}

func mustLoad(t testing.TB, in Input) *Config {
	t.Helper()
	c, err := Load(in)
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	return c
}

// loadError loads and returns the error, which must contain every wanted text.
func loadError(t *testing.T, in Input, want ...string) error {
	t.Helper()
	c, err := Load(in)
	if err == nil {
		t.Fatalf("Load succeeded with %+v", c)
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q lacks %q", err, w)
		}
	}
	var wrong *Error
	if !errors.As(err, &wrong) {
		t.Errorf("error %T is no *Error", err)
	}
	return err
}

func text(t *testing.T, c *Config, key string) (string, string) {
	t.Helper()
	for _, v := range c.Values() {
		if v.Key == key {
			return v.Text, v.Origin.String()
		}
	}
	t.Fatalf("no value %q", key)
	return "", ""
}

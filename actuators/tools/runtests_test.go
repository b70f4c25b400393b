package tools

import (
	"errors"
	"strings"
	"testing"

	"pp/engine/store"
)

func TestRunTestsOfProjects(t *testing.T) {
	for _, c := range []struct {
		want  string
		files map[string]string
	}{
		{"go test ./...", map[string]string{"go.mod": "module x\n", "Makefile": "test:\n"}},
		{"go test ./...", map[string]string{"go.work": ""}},
		{"npm test", map[string]string{"package.json": `{"scripts":{"test":"node --test"}}`}},
		{"pnpm test", map[string]string{"package.json": `{"scripts":{"test":"x"}}`, "pnpm-lock.yaml": ""}},
		{"yarn test", map[string]string{"package.json": `{"scripts":{"test":"x"}}`, "yarn.lock": ""}},
		{"", map[string]string{"package.json": `{"scripts":{"build":"x"}}`}},
		{"", map[string]string{"package.json": `{"scripts":{"test":"echo \"Error: no test specified\" && exit 1"}}`}},
		{"", map[string]string{"package.json": `{"scripts":`}},
		{"make test", map[string]string{"package.json": `{"scripts":[]}`, "Makefile": "all:\n\ttrue\ntest: all\n\ttrue\n"}},
		{"cargo test", map[string]string{"Cargo.toml": "[package]\n"}},
		{"pytest", map[string]string{"pyproject.toml": ""}},
		{"pytest", map[string]string{"pytest.ini": ""}},
		{"pytest", map[string]string{"tests/test_a.py": ""}},
		{"pytest", map[string]string{"tests/a_test.py": ""}},
		{"", map[string]string{"tests/helper.py": ""}},
		{"", map[string]string{"tests": "a file"}},
		{"make check", map[string]string{"Makefile": "check:\n\ttrue\n"}},
		{"make test", map[string]string{"makefile": "check lint test: x\n"}},
		{"make test", map[string]string{"Makefile": ".PHONY: all\ncheck:\n\ntest::\n"}},
		{"", map[string]string{"Makefile": "all:\n\ttest: no\ntest := value\ntests:\n"}},
		{"", map[string]string{"GNUmakefile": "all:\n", "Makefile": "test:\n"}},
		{"mvn test", map[string]string{"pom.xml": "<project/>"}},
		{"./mvnw test", map[string]string{"pom.xml": "<project/>", "mvnw": ""}},
		{"gradle test", map[string]string{"build.gradle.kts": ""}},
		{"./gradlew test", map[string]string{"build.gradle": "", "gradlew": ""}},
		{"", map[string]string{"README": "", "go.mod/": ""}},
		{"", nil},
	} {
		dir := scratch(t, c.files)
		got, err := RunTests(store.NewView(), dir, plist())
		if got != c.want || errors.Is(err, ErrNoTests) != (c.want == "") {
			t.Errorf("%v: got %q, %v; want %q", c.files, got, err, c.want)
		}
	}
	for _, root := range []string{"", "relative", "/does/not/exist"} {
		if got, err := RunTests(store.NewView(), root, plist()); !errors.Is(err, ErrNoTests) {
			t.Errorf("%q gave %q", root, got)
		}
	}
	if got, err := RunTests(nil, "/", plist()); !errors.Is(err, ErrNoTests) {
		t.Errorf("no file system gave %q", got)
	}
}

func TestRunTests(t *testing.T) {
	dir := scratch(t, map[string]string{"go.mod": ""})
	if cmd, err := RunTests(store.NewView(), dir, plist()); cmd != "go test ./..." || err != nil {
		t.Errorf("%q, %v", cmd, err)
	}
	_, err := RunTests(store.NewView(), dir, plist("PATH", "x"))
	wantError(t, err, "no arguments")
	if _, err := RunTests(store.NewView(), scratch(t, nil), plist()); !errors.Is(err, ErrNoTests) ||
		!strings.Contains(err.Error(), "shell") {
		t.Errorf("got %v", err)
	}
}

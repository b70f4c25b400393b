//go:build linux

package shell_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/gates/shell"
)

// stateMaker makes random scripts that do nothing but change variables.
type stateMaker struct {
	r     *rand.Rand
	in    bool // a function
	loops int
}

func (m *stateMaker) pick(list ...string) string { return list[m.r.IntN(len(list))] }

func (m *stateMaker) name() string { return m.pick("x", "y", "z") }

func (m *stateMaker) value() string {
	return m.pick("one", "two", "'v w'", "3", "$x", "$y", `"$x$y"`, "${x:-d}", "${a[1]}", "$a", `"${a[*]}"`, "${#x}",
		"${x#o}", "${y:+q}", "$1", `"$*"`, "$(echo $x)", `"${a[@]:1}"`, "p:q:r", "$((i+1))", "${z^}", "${x/o/0}")
}

func (m *stateMaker) list(depth int) string {
	var out []string
	for range 1 + m.r.IntN(3) {
		out = append(out, m.statement(depth))
	}
	return strings.Join(out, "; ")
}

func (m *stateMaker) statement(depth int) string {
	x, v, w := m.name(), m.value(), m.value()
	if depth > 0 && m.r.IntN(2) == 0 {
		return m.compound(depth - 1)
	}
	switch m.r.IntN(26) {
	case 0, 1, 2:
		return x + "=" + v
	case 3:
		return x + "+=" + v
	case 4:
		return "a=(" + v + " " + w + ")"
	case 5:
		return "a+=(" + v + ")"
	case 6:
		return "a[" + m.pick("0", "1", "i", "2") + "]=" + v
	case 7:
		return "a=" + v
	case 8:
		return "unset " + m.pick(x, "a", "'a[0]'", "'a[1]'", "i")
	case 9:
		return m.pick("declare ", "export ", "typeset ", "declare -g ") +
			m.pick(x+"="+v, x, `"`+x+`=k"`, "a", "a=("+v+")", "'a[1]=k'")
	case 10:
		return "readonly " + m.pick(x+"="+v, x)
	case 11:
		return m.pick("", "", "IFS=: ") + "read " + m.pick("-r ", "") +
			m.pick(x+" "+m.name(), x, "-a a", "a", "'a[1]'", "-d : "+x, "-n 2 "+x) + " <<< " + m.pick(v, `"p:q:r s"`, `'b\c d'`)
	case 12:
		return "mapfile " + m.pick("-t ", "-t ", "-t -d : ", "-t -s 1 ") + "a <<< " + m.pick(v, `"$x:$y"`, `$'l1\nl2 m'`)
	case 13:
		return "printf -v " + m.pick(x, "'a[1]'", "a") + " " + m.pick("%s-", "'%s %s'", "lit", "%b") + " " + v + " " + w
	case 14:
		return "i=$((" + m.pick("i+1", "i*2", "x", "i=2", "i++", "++i", "i>1?5:6", "y") + "))"
	case 15:
		return "((" + m.pick("i++", "i+=2", "i=7", "a[0]=4", "i<2&&i++", "i||(i=1)") + "))"
	case 16:
		return ": ${" + m.pick(x, "a", "a[1]", "a[0]", "i") + m.pick(":=", "=") + v + "}"
	case 17:
		return "set -- " + v + " " + w
	case 18:
		return "shift"
	case 19:
		return x + "=" + v + " " + m.pick("true", "eval 'y=$"+x+"'", "g "+w, ":")
	case 20:
		return "declare -n r=" + m.pick(x, "a") + "; r=" + v + "; unset -n r"
	case 21:
		return m.pick("f "+v, "g "+v, "f", "h")
	case 22:
		return "t=$x; x=$y; y=$z; z=$t"
	case 23:
		return "declare -i i; i=" + m.pick("1+1", "x", "3")
	default:
		if m.in {
			return "local " + m.pick(x, x+"="+v, "a", "a=("+v+" "+w+")", x+"=$"+m.name(), "-n r=$1", x+"+=k", "i=5")
		}
		return x + "=" + w
	}
}

func (m *stateMaker) compound(depth int) string {
	s, o := m.list(depth), m.list(depth)
	switch m.r.IntN(13) {
	case 0:
		return "for " + m.name() + " in " + m.value() + " " + m.value() + "; do " + s + "; done"
	case 1:
		return `if [ "$x" = one ]; then ` + s + "; else " + o + "; fi"
	case 2:
		return "case $y in " + m.pick("one", "t*", "[vw]*", "") + "*) " + s + m.pick(";;", ";&", ";;&") + " *) " + o +
			";; esac"
	case 3:
		return "( " + s + " )"
	case 4:
		return "{ " + s + "; }"
	case 5:
		return m.pick("true", "false", "[ -n \"$x\" ]", "[[ $y == o* ]]") + m.pick(" && ", " || ") + "{ " + s + "; }"
	case 6:
		m.loops++
		k := fmt.Sprintf("k%d", m.loops)
		return k + "=0; while [ $" + k + " -lt " + m.pick("1", "3", "5") + " ]; do " + k + "=$((" + k + "+1)); " + s +
			"; done"
	case 7:
		return m.name() + "=$(" + s + "; echo " + m.value() + ")"
	case 8:
		return "true | { " + s + "; }"
	case 9:
		if m.in {
			return s
		}
		m.in = true
		body := m.list(depth)
		m.in = false
		return m.pick("f", "g", "h") + "() { " + body + "; }"
	case 10:
		return "while read -r x; do " + s + "; done <<< " + m.pick("one", `$'one\ntwo'`, `"$y"`)
	case 11:
		m.loops++
		j := fmt.Sprintf("j%d", m.loops)
		return "for ((" + j + "=0; " + j + "<" + m.pick("1", "2", "4") + "; " + j + "++)); do " + s + "; done"
	default:
		return s
	}
}

// TestStateLikeBash compares what is known of variables after random scripts with
// what bash makes of them: what is known has to be that.
func TestStateLikeBash(t *testing.T) {
	sh := bash(t)
	dir := confinedDir(t)
	c := newConfined(t, confinedSpec{Base: dir, Processes: 64, Memory: 1 << 29})
	facts := engine.Facts{Dir: dir, Home: "/home/someone", Temp: "/tmp", FS: osFS{},
		Env: engine.Environment{"HOME": "/home/someone", "PWD": dir, "PATH": "/usr/bin:/bin"}}
	seed, count := uint64(20261121), sample(100, 400) // another one by environment, so that a run can be repeated
	if s := os.Getenv("PP_SEED"); s != "" {
		fmt.Sscan(s, &seed)
	}
	m := stateMaker{r: rand.New(rand.NewPCG(seed, 1))}
	const setup = "x=one y=two; a=(p 'q r'); i=1; f() { :; }; g() { x=$1; }; h() { unset x; }; set -- first second\n"
	const show = "\np \"$x\" \"$y\" \"$z\" \"$i\" \"$1\" \"${a[0]}\" \"${a[1]}\" \"${a[*]}\""
	var scripts []string
	var input bytes.Buffer
	for len(scripts) < count {
		m.in = true
		f, g := m.list(1), m.list(1)
		m.in = false
		s := setup + "f() { " + f + "; }; g() { " + g + "; }\n" + m.list(2) + "\n" + m.list(2) + show
		if _, _, err := shell.Canonical(s); err != nil {
			continue
		}
		scripts = append(scripts, s)
		fmt.Fprintf(&input,
			"(p() { printf '%%s\\0' \"$@\"; }; ulimit -t 1; FUNCNEST=4; %s ) 2>/dev/null </dev/null; printf '@@next@@'\n", s)
	}
	out := c.run(t, confinedRun{Argv: []string{sh, "--norc", "--noprofile"}, Dir: dir, Stdin: input.Bytes(),
		Time: 10 * time.Minute,
		Env:  []string{"HOME=/home/someone", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "PWD=" + dir}})
	results := strings.Split(string(out.Stdout), "@@next@@")
	if len(results) < count {
		t.Fatalf("seed %d: bash answered %d of %d", seed, len(results)-1, count)
	}
	ran, wrong := 0, 0
	for i, s := range scripts {
		want := strings.Split(strings.TrimSuffix(results[i], "\x00"), "\x00")
		if len(want) != 8 {
			continue
		}
		ran++
		words, err := shell.ExpandWords(s, facts)
		if err != nil {
			continue
		}
		if !agrees(words, want) {
			if wrong++; wrong < 12 {
				t.Errorf("seed %d: %s\n  here %s\n  bash %q", seed, strings.TrimPrefix(s, setup), thought(words), want)
			}
		}
	}
	t.Logf("%d of %d scripts ran, %d wrong", ran, count, wrong)
	if ran < count/2 {
		t.Errorf("only %d of %d scripts ran", ran, count)
	}
}

// thought is what each word may be, for a person.
func thought(words []shell.Word) string {
	var out []string
	for _, w := range words[1:] {
		if w.Known {
			out = append(out, fmt.Sprintf("%q", w.Text))
		} else {
			out = append(out, "?")
		}
	}
	return strings.Join(out, " ")
}

// agrees reports whether nothing that is known of the words is wrong.
func agrees(words []shell.Word, want []string) bool {
	if len(words) != len(want)+1 {
		return false
	}
	for i, w := range words[1:] {
		if w.Known && w.Text != want[i] {
			return false
		}
	}
	return true
}

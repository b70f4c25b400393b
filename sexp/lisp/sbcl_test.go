package lisp

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"

	"pp/engine/enginetest"
)

func TestMain(m *testing.M) {
	enginetest.Quicken(os.Getenv, 4)
	m.Run()
}

// sbcl is a process that evaluates entries, as .ci/lisp-vectors.lisp says.
type sbcl struct {
	in   io.WriteCloser
	out  *bufio.Scanner
	stop func()
}

// startSBCL starts SBCL, and skips the test where it or CL-PPCRE is not installed.
func startSBCL(t *testing.T) *sbcl {
	t.Helper()
	path, err := exec.LookPath("sbcl")
	if err != nil {
		enginetest.Skip(t, os.Getenv, true, "sbcl is not installed")
	}
	s := &sbcl{}
	s.start(t, path)
	t.Cleanup(func() { s.stop() })
	if s.ask(t, "(length (cl-ppcre:split \",\" \"a,b\"))") != "2" {
		enginetest.Skip(t, os.Getenv, true, "cl-ppcre is not installed")
	}
	return s
}

func (s *sbcl) start(t *testing.T, path string) {
	t.Helper()
	process := exec.CommandContext(t.Context(), path, "--noinform", "--no-sysinit",
		"--no-userinit", "--disable-debugger", "--script", "../../.ci/lisp-vectors.lisp")
	process.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	in, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<24)
	s.in, s.out, s.stop = in, lines, func() {
		in.Close()
		_ = process.Wait()
	}
}

// ask gives what SBCL prints for the last form of a text: its values, ERROR or TIMEOUT. Line ends in it are
// written ⏎. An SBCL that the text left without memory is as if it had run out of time, and another one follows it.
func (s *sbcl) ask(t *testing.T, text string) string {
	t.Helper()
	if _, err := fmt.Fprintln(s.in, hex.EncodeToString([]byte(text))); err != nil {
		t.Fatal(err)
	}
	if s.out.Scan() {
		if answer, ok := strings.CutPrefix(s.out.Text(), "= "); ok {
			return answer
		}
	}
	said := s.out.Text()
	for s.out.Scan() {
	}
	s.stop()
	if said == "" {
		t.Fatalf("sbcl ended at %s: %v", text, s.out.Err())
	}
	path, err := exec.LookPath("sbcl")
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("sbcl ended at %s: %s", text, said)
	s.start(t, path)
	return "TIMEOUT"
}

// answerOf gives what this package makes of a text, as sbcl.ask does, and the error.
func answerOf(t *testing.T, text string) (string, error) {
	t.Helper()
	values, err := NewSession(Options{}).Eval(t.Context(), Source{Name: "entry", Text: text})
	switch {
	case err != nil:
		return "ERROR", err
	case len(values) == 0 || len(values[len(values)-1]) == 0:
		return ";; none", nil
	}
	return strings.ReplaceAll(strings.Join(values[len(values)-1], " ;; "), "\n", "⏎"), nil
}

package sandbox

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"pp/engine/effect"
	"pp/engine/enginetest"
)

// TestCommandsShareALoopback starts a server in one command and reaches it from another one that runs meanwhile; the
// machine's own loopback is not theirs, nor is their port taken on it.
func TestCommandsShareALoopback(t *testing.T) {
	w := newMountedWorld(t)
	w.arm()
	if _, err := exec.LookPath("python3"); err != nil {
		enginetest.Skip(t, os.Getenv, false, "python3 is not installed")
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, err := w.Run(ctx, w.spec(effect.Effects{}), Command{Argv: bash("exec python3 -m http.server 8123"),
			Lasts: true})
		ended <- err
	}()
	for w.pid() == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	get := `for i in {1..300}; do exec 3<>/dev/tcp/127.0.0.1/8123 && break; sleep 0.1; done 2>/dev/null
printf 'GET /a.txt HTTP/1.0\r\n\r\n' >&3 && cat <&3`
	if out, exit := w.sh(effect.Effects{}, get); exit.Code != 0 || !strings.Contains(out, "alpha") {
		t.Errorf("%+v\n%s", exit, out)
	}
	for _, name := range [...]string{"tcp", "udp", "abstract", "unix"} {
		out, exit := w.sh(effect.Effects{}, w.attacks(name))
		if exit.Code != 0 || !strings.HasPrefix(out, "STOPPED") {
			t.Errorf("%s: %+v %s", name, exit, out)
		}
	}
	cancel()
	if err := <-ended; err != context.Canceled {
		t.Error(err)
	}
	out, _ := w.sh(effect.Effects{}, "exec 3<>/dev/tcp/127.0.0.1/8123 && echo reached")
	if strings.Contains(out, "reached") {
		t.Error("the server goes on")
	}
}

// TestHolderGone has a command find another network where its holder was killed, and nothing outlive it.
func TestHolderGone(t *testing.T) {
	w := newMountedWorld(t)
	ended := make(chan Exit, 1)
	go func() {
		exit, _ := w.Run(context.Background(), w.spec(effect.Effects{}),
			Command{Argv: bash("sleep 1000"), Lasts: true})
		ended <- exit
	}()
	for w.pid() == 0 {
		time.Sleep(10 * time.Millisecond)
	}
	time.Sleep(500 * time.Millisecond)
	holder := w.pid()
	if err := exec.Command("/bin/kill", "-9", strconv.Itoa(holder)).Run(); err != nil {
		t.Fatal(err)
	}
	if exit := <-ended; !exit.Lost {
		t.Errorf("%+v", exit)
	}
	var out bytes.Buffer
	exit, err := w.Run(context.Background(), w.spec(effect.Effects{}),
		Command{Argv: bash("echo on"), Output: &out, Lasts: true})
	if err != nil || exit.Code != 0 || out.String() != "on\n" {
		t.Errorf("%v %+v %q", err, exit, out.String())
	}
	if w.pid() == holder {
		t.Error("the holder is the same")
	}
	w.Close()
	if _, err := os.Stat("/proc/" + strconv.Itoa(holder)); err == nil {
		t.Error("the holder is left")
	}
}

// pid is the process of the holder, 0 for none.
func (w *world) pid() int {
	w.holding.Lock()
	defer w.holding.Unlock()
	if w.held == nil {
		return 0
	}
	return w.held.cmd.Process.Pid
}

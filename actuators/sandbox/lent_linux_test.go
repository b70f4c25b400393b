package sandbox

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine/effect"
)

// TestLent: what is lent to one command stands in the place of what is hidden and masked there, read-only; its socket
// can be connected to, and no other kind of socket can be made.
func TestLent(t *testing.T) {
	w := newMountedWorld(t)
	dir, err := os.MkdirTemp("/tmp", "pp-lent-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	w.put(dir+"/ssh/config", "lent\n")
	l, err := net.Listen("unix", dir+"/agent")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	other, err := net.Listen("unix", "@"+filepath.Base(dir))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	for _, in := range []net.Listener{l, other} {
		go func() {
			for {
				conn, err := in.Accept()
				if err != nil {
					return
				}
				_, _ = conn.Write([]byte("answered"))
				conn.Close()
			}
		}()
	}
	s := w.spec(effect.Effects{Connects: []effect.Endpoint{{Host: "h", Port: 22}}})
	before, _ := w.under(s, "cat ~/.ssh/* "+dir+"/*; ls -A ~/.ssh")
	s.Lent, s.LentSocket = []Bind{{dir + "/ssh", w.home + "/.ssh"}, {dir + "/agent", dir + "/agent"}}, true
	after, _ := w.under(s, "cat ~/.ssh/*; ls -A "+dir+"; echo x >~/.ssh/config; echo y >~/.ssh/new; rm ~/.ssh/config")
	if strings.Contains(before+after, strings.TrimSpace(planted)) || strings.Contains(before, "lent\n") ||
		!strings.HasPrefix(after, "lent\nagent\n") || w.read(dir+"/ssh/config") != "lent\n" {
		t.Errorf("%q\n%q", before, after)
	}
	program := `import socket,sys
for kind, name in ((1, "` + dir + `/agent"), (1, "\0` + filepath.Base(dir) + `"), (2, "` + dir + `/agent")):
    try:
        s = socket.socket(socket.AF_UNIX, kind)
        s.connect(name)
        print(s.recv(9).decode())
    except OSError as e:
        print("refused")
`
	out, _ := w.under(s, "python3 -c '"+program+"'")
	want := "answered\nrefused\nrefused\n"
	if landlockABI() < 6 {
		want = "answered\nanswered\nrefused\n" // an older kernel cannot tell abstract sockets apart
	}
	if out != want {
		t.Errorf("%q, not %q", out, want)
	}
	s.LentSocket = false
	if out, _ := w.under(s, "python3 -c '"+program+"'"); out != "refused\nrefused\nrefused\n" {
		t.Errorf("without a lent socket: %q", out)
	}
}

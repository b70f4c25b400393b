package credential

import (
	"errors"
	"os"
	"syscall"
	"testing"

	"pp/engine/effect"
)

// TestReaderReadsWhatIsThePersonsAlone: nothing that a link puts into the workspace, and nothing that could hang.
func TestReaderReadsWhatIsThePersonsAlone(t *testing.T) {
	home, ws := t.TempDir(), t.TempDir()
	if err := errors.Join(os.WriteFile(ws+"/config", []byte("Host *\n"), 0o600), os.Symlink(ws+"/config", home+"/linked"),
		os.WriteFile(home+"/plain", []byte("plain"), 0o600), os.Symlink("plain", home+"/own"),
		syscall.Mkfifo(home+"/fifo", 0o600), os.WriteFile(home+"/big", make([]byte, 100), 0o600)); err != nil {
		t.Fatal(err)
	}
	r := reader{effect.Workspace{Root: ws}}
	for name, want := range map[string]string{"plain": "plain", "own": "plain", "linked": "", "fifo": "", "big": "",
		"missing": ""} {
		if got, err := r.read(home+"/"+name, 50); string(got) != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q %v", name, got, err)
		}
	}
}

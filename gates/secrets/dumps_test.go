package secrets

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"pp/engine/enginetest"
)

// TestDumps masks a stored value in what the programs print that show bytes, wherever in a line it begins, with the
// characters beside the digits. What is not part of it stays.
func TestDumps(t *testing.T) {
	const value = "sk-live-Zx81kkQp0vTTs72m1aaQ"
	vault := vaultOf(value)
	for _, command := range []string{"xxd", "xxd -g1", "xxd -c 8", "xxd -u", "hexdump -C", "hexdump", "hexdump -c",
		"od -c", "od -tx1", "od -tx1z", "od -x", "od -An -tx1"} {
		t.Run(command, func(t *testing.T) { dumped(t, vault, value, strings.Fields(command)) })
	}
	for _, text := range []string{"deadbeef: fixed it\nabcdef0 one\n", "0000000\n0000001:\n", "1234567", "0000000  \\",
		"00000000: 4"} {
		if got := NewRedactor(vault).Redact(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	huge := strings.Repeat("0000000   a   b\n", 1<<16)
	if NewRedactor(vault).Redact(huge) != huge {
		t.Error("a dump without a secret was changed")
	}
}

func dumped(t *testing.T, vault *Vault, value string, argv []string) {
	if _, err := exec.LookPath(argv[0]); err != nil {
		enginetest.Skip(t, os.Getenv, true, "%s is not installed", argv[0])
	}
	for before := range 18 {
		cmd := exec.Command(argv[0], argv[1:]...)
		cmd.Stdin = strings.NewReader("\nfirst line\n" + strings.Repeat("a", before) + "=" + value + "\nlast line\n")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		got := NewRedactor(vault).Redact(string(out))
		if !strings.Contains(got, "[MASKED]") || strings.Count(got, "\n") < 2 {
			t.Errorf("%d before:\n%s", before, got)
		}
		for _, rest := range []string{"Zx8", "a  a  Q", "61 61 51", "a   a   Q", "6161 51", "aaQ"} {
			if strings.Contains(got, rest) {
				t.Errorf("%d before: %q is left in\n%s", before, rest, got)
			}
		}
	}
}
